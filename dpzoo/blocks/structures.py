"""Structural parameters as users give them: sets of records, priors, relations, functions as tables.

Each kind reads both plain Python objects and what a JSON file holds, checks it against the mechanism, and says in one sentence
what is wrong and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar, cast

from dpzoo.blocks import generators
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.units import edit_distance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real
from dpzoo.numbers.values import value

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Path = tuple[str | int, ...]
Read: TypeAlias = Callable[[Any, FiniteMechanism, Path], T]
"""From what a user or a JSON file gives to the argument itself; :class:`BlockError` says what is wrong with it, and where."""

Structural = Mapping[str, object]
"""The structural parameters of a notion by their names, each as its kind has read it; :meth:`Structure.of` takes one out."""

Probability = Fraction | float
Datasets = tuple[Dataset, ...]
Policy = tuple[Record, ...]
Relation = tuple[tuple[Dataset, Dataset], ...]
SecretGraph = tuple[tuple[Record, Record], ...]
Priors = tuple[Prior, ...]
PriorPairs = tuple[tuple[Prior, Prior], ...]
Statement = tuple[Dataset, ...]
SecretPairs = tuple[tuple[Statement, Statement], ...]
RecordLaw = dict[Record, Any]
RecordLaws = tuple[RecordLaw, ...]
Distance = Callable[[Dataset, Dataset], Real]
Tests = tuple[tuple[Real, ...], ...]
Positions = dict[int, tuple[int, ...]]
Query = dict[Dataset, Any]


@dataclass(frozen=True)
class Structure(Generic[T_co]):
    """How a structural parameter is given, and the type that it is read as.

    ``sort`` is the kind of object, as records call it: a mechanism file gives objects by their sort, since letters clash between
    notions. ``meaning`` says how the object is written; ``default`` makes one where there is a natural choice.
    """

    sort: str
    meaning: str
    read: Read[T_co]
    default: Callable[[FiniteMechanism], T_co] | None = None

    def or_else(self, default: Callable[[FiniteMechanism], T_co]) -> Structure[T_co]:
        """The same kind with a default."""
        return replace(self, default=default)

    def of(self, structure: Structural, name: str) -> T_co:
        """The parameter of this name, which was read as this kind."""
        return cast("T_co", structure[name])


def freeze(item: Any) -> Hashable:
    """A record or output from JSON as a hashable value: lists become tuples."""
    if isinstance(item, list | tuple):
        return tuple(freeze(x) for x in item)
    if isinstance(item, dict | set):
        raise BlockError(f"{item!r} is neither a number nor a text nor a list of them")
    return item  # type: ignore[no-any-return]


def probability(given: Any, path: Path) -> Any:
    """A probability: a fraction or a decimal as text stays exact, and so does a whole number."""
    if isinstance(given, bool) or given is None:
        raise BlockError(f"{given!r} is not a probability", path)
    if isinstance(given, str):
        try:
            return Fraction(given)
        except (ValueError, ZeroDivisionError):
            raise BlockError(f"{given!r} is not a fraction or a decimal number", path) from None
    if isinstance(given, int | Fraction):
        return Fraction(given)
    if not isinstance(given, float):
        raise BlockError(f"{given!r} is not a probability", path)
    return given


def dataset(given: Any, mechanism: FiniteMechanism, path: Path) -> Dataset:
    """A dataset that the mechanism has."""
    found = freeze(given)
    if not isinstance(found, tuple):
        raise BlockError(f"{given!r} is not a dataset; a dataset is a list of records", path)
    if found not in mechanism:
        raise BlockError(f"the mechanism has no dataset {show_dataset(found)}", path)
    return found


def record(given: Any, mechanism: FiniteMechanism, path: Path) -> Record:
    """A record that occurs in some dataset."""
    found = freeze(given)
    if found not in mechanism.records:
        raise BlockError(f"no dataset of the mechanism has the record {given!r}", path)
    return found


def _listed(given: Any, path: Path, of: str) -> list[Any]:
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise BlockError(f"a list of {of} is needed, and {given!r} is given", path)
    return list(given)


def list_of(item: Read[T], of: str) -> Read[tuple[T, ...]]:
    """A list, each item of which is read by ``item``."""

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[T, ...]:
        return tuple(item(x, mechanism, (*path, i)) for i, x in enumerate(_listed(given, path, of)))

    return read


def pair_of(item: Read[T], of: str) -> Read[tuple[T, T]]:
    """Two items."""

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[T, T]:
        items = _listed(given, path, of)
        if len(items) != _TWO:
            raise BlockError(f"a pair of {of} is needed, and {len(items)} are given", path)
        return item(items[0], mechanism, (*path, 0)), item(items[1], mechanism, (*path, 1))

    return read


_TWO = 2


def prior(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    """A prior: a :class:`Prior`, a mapping of datasets to probabilities, or from JSON a list of entries.

    In JSON: ``{"name": …, "weights": [{"dataset": […], "knowledge": …, "probability": "1/2"}, …]}``, the knowledge at will.
    """
    if isinstance(given, Prior):
        belief = given
    else:
        try:
            belief = _prior(given, path)
        except BlockError as error:
            raise BlockError(str(error), error.path or path) from None
    for (d, _), w in belief.weights.items():
        if w and d not in mechanism:
            raise BlockError(f"the prior {belief.name} names {show_dataset(d)}, and the mechanism has no such dataset", path)
    return belief


def _prior(given: Any, path: Path) -> Prior:
    if isinstance(given, Mapping) and "weights" in given:
        weights: dict[tuple[Dataset, Hashable], Any] = {}
        for i, entry in enumerate(_listed(given["weights"], (*path, "weights"), "weights")):
            here = (*path, "weights", i)
            if not isinstance(entry, Mapping) or not {"dataset", "probability"} <= set(entry) <= {
                "dataset",
                "probability",
                "knowledge",
            }:
                raise BlockError("a weight of a prior has the keys dataset, probability and, if there is any, knowledge", here)
            key = (freeze(entry["dataset"]), freeze(entry.get("knowledge", "nothing")))
            weights[key] = weights.get(key, Fraction(0)) + probability(entry["probability"], (*here, "probability"))  # type: ignore[index, arg-type]
        return Prior(weights, str(given.get("name", "θ")))
    if isinstance(given, Mapping):
        return Prior.of({d: probability(w, path) for d, w in given.items()})
    raise BlockError(f"{given!r} is not a prior; give its weights", path)


def record_law(given: Any, mechanism: FiniteMechanism, path: Path) -> RecordLaw:
    """A distribution of records: a mapping, or from JSON a list of ``{"record": …, "probability": …}``."""
    if isinstance(given, Mapping):
        law = {freeze(r): probability(w, path) for r, w in given.items()}
    else:
        law = {}
        for i, entry in enumerate(_listed(given, path, "records with probabilities")):
            if not isinstance(entry, Mapping) or set(entry) != {"record", "probability"}:
                raise BlockError("each entry has the keys record and probability", (*path, i))
            law[record(entry["record"], mechanism, (*path, i, "record"))] = probability(
                entry["probability"], (*path, i, "probability")
            )
    Prior.of({(r,): w for r, w in law.items()}, "π")  # checks the probabilities
    return law


def table(item: Callable[[Any, Path], T]) -> Read[dict[Dataset, T]]:
    """A function of the dataset: a callable, a mapping, or its values in the order of the mechanism's datasets."""

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> dict[Dataset, T]:
        if callable(given):
            return {d: item(given(d), path) for d in mechanism.datasets}
        if isinstance(given, Mapping):
            missing = [d for d in mechanism.datasets if d not in given]
            if missing:
                raise BlockError(f"the function has no value for the dataset {show_dataset(missing[0])}", path)
            return {d: item(given[d], path) for d in mechanism.datasets}
        values = _listed(given, path, "values, one per dataset")
        if len(values) != len(mechanism.datasets):
            raise BlockError(f"the function has {len(values)} values for {len(mechanism.datasets)} datasets", path)
        return {d: item(v, (*path, i)) for i, (d, v) in enumerate(zip(mechanism.datasets, values, strict=True))}

    return read


def number(given: Any, path: Path) -> Real:
    """A number, possibly ``"inf"``."""
    try:
        return value(given)
    except BlockError as error:
        raise BlockError(str(error), path) from None


def number_or_vector(given: Any, path: Path) -> Any:
    """A number or a list of numbers, as fractions or floats that can be subtracted."""
    if isinstance(given, list | tuple):
        return tuple(number(x, path) for x in given)
    return number(given, path)


def distance(given: Any, mechanism: FiniteMechanism, path: Path) -> Distance:
    """A distance between datasets: a callable, a mapping of pairs, a matrix in the order of the datasets, or a name.

    ``"edit"`` is the least number of records to add, remove or replace (Levenshtein), ``"hamming"`` the number of positions in
    which two datasets of one size differ, infinite for two sizes. Pairs that a mapping leaves out are infinitely far apart (and
    a dataset is at distance 0 from itself).
    """
    if isinstance(given, str):
        if given not in DISTANCES:
            raise BlockError(f"{given!r} is not a known distance; the known ones are {', '.join(DISTANCES)}", path)
        return lambda a, b: number(DISTANCES[given](a, b), path)
    if callable(given):
        return lambda a, b: number(given(a, b), path)
    if isinstance(given, Mapping):
        pairs = {(freeze(a), freeze(b)): number(v, path) for (a, b), v in given.items()}
        return lambda a, b: pairs.get((a, b), number(0, path) if a == b else number(float("inf"), path))
    rows = _listed(given, path, "rows")
    size = len(mechanism.datasets)
    if len(rows) != size or any(len(_listed(r, (*path, i), "numbers")) != size for i, r in enumerate(rows)):
        raise BlockError(f"the distance needs {size} rows of {size} numbers, one per dataset", path)
    values = [[number(x, (*path, i, j)) for j, x in enumerate(row)] for i, row in enumerate(rows)]
    return lambda a, b: values[mechanism.index(a)][mechanism.index(b)]


DISTANCES: Mapping[str, Callable[[Dataset, Dataset], float]] = {
    "edit": edit_distance,
    "hamming": lambda a, b: sum(x != y for x, y in zip(a, b, strict=True)) if len(a) == len(b) else float("inf"),
}


def generator(given: Any, mechanism: FiniteMechanism, path: Path) -> generators.Generator:
    """A divergence generator, by name or as an expression with its ends."""
    try:
        return generators.generator(given)
    except BlockError as error:
        raise BlockError(str(error), (*path, *error.path)) from None


def functions_of_outputs(given: Any, mechanism: FiniteMechanism, path: Path) -> Tests:
    """Test functions: each a callable on outputs, a mapping of outputs, or its values in the order of the outputs."""
    found = []
    for i, h in enumerate(_listed(given, path, "test functions")):
        here = (*path, i)
        if callable(h):
            values: Sequence[Any] = [h(o) for o in mechanism.outputs]
        elif isinstance(h, Mapping):
            values = [h.get(o) for o in mechanism.outputs]
        else:
            values = _listed(h, here, "values, one per output")
        if len(values) != len(mechanism.outputs):
            raise BlockError(f"a test function has {len(values)} values for {len(mechanism.outputs)} outputs", here)
        found.append(tuple(number(x, here) for x in values))
    if not found:
        raise BlockError("the function class is empty; give at least one test function", path)
    return tuple(found)


def positions(given: Any, mechanism: FiniteMechanism, path: Path) -> Positions:
    """For each position of a record (from 0) the positions that depend on it."""
    if isinstance(given, Mapping):
        items = [(int(k), v) for k, v in given.items()]
    else:
        items = list(enumerate(_listed(given, path, "lists of positions")))
    found = {}
    for k, v in items:
        listed = _listed(v, (*path, k), "positions")
        if not all(isinstance(x, int) and x >= 0 for x in listed):
            raise BlockError("positions are whole numbers from 0", (*path, k))
        found[k] = tuple(listed)
    return found


def design(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Dataset, Prior], ...]:
    """A sampling design: frames, which need not be datasets of the mechanism, each with the law of its sample."""
    found = []
    for i, entry in enumerate(_listed(given, path, "frames with the laws of their samples")):
        items = _listed(entry, (*path, i), "a frame and the law of its sample")
        frame = freeze(items[0]) if len(items) == _TWO else None
        if not isinstance(frame, tuple):
            raise BlockError("each entry is a pair: a frame, which is a list of records, and a prior of samples", (*path, i))
        drawn = prior(items[1], mechanism, (*path, i, 1))
        for sample, w in drawn.datasets.items():
            if w and Counter(sample) - Counter(frame):
                raise BlockError(
                    f"the sample {show_dataset(sample)} is no part of the frame {show_dataset(frame)}", (*path, i, 1)
                )
        found.append((frame, drawn))
    return tuple(found)


POLICY = Structure("record policy", "the sensitive record values, as a list", list_of(record, "records"))
DATASET = Structure("dataset", "one of the mechanism's datasets", dataset)
DATASETS = Structure("query constraints", "a list of datasets", list_of(dataset, "datasets"))
SET_OF_DATASETS = replace(DATASETS, sort="set of datasets")
RECORD = Structure("record", "a record", record)
RELATION = Structure(
    "neighbour relation", "a list of pairs of datasets", list_of(pair_of(dataset, "datasets"), "pairs of datasets")
)
SECRET_GRAPH = Structure(
    "secret graph", "a list of pairs of records, the edges", list_of(pair_of(record, "records"), "pairs of records")
)
PRIORS = Structure("family of priors", "a list of priors", list_of(prior, "priors"))
DATASET_LAW = Structure("dataset distribution", "a prior: datasets with their probabilities", prior)
DESIGN = Structure("sampling design", "a list of pairs: a frame (a list of records) and the prior of its sample", design)
MULTIVERSE = Structure("multiverse", "a list of lists of datasets", list_of(list_of(dataset, "datasets"), "lists of datasets"))
PRIOR_PAIRS = Structure("prior pairs", "a list of pairs of priors", list_of(pair_of(prior, "priors"), "pairs of priors"))
SECRET_PAIRS = Structure(
    "secret pairs",
    "a list of pairs of statements, each a list of the datasets for which it is true",
    list_of(pair_of(list_of(dataset, "datasets"), "statements"), "pairs of statements"),
)
RECORD_LAW = Structure("record distribution", "records with their probabilities", record_law)
RECORD_LAWS = Structure(
    "family of record distributions", "a list of distributions of records", list_of(record_law, "distributions")
)
DISTANCE = Structure("distance between datasets", 'a matrix in the order of the datasets, "edit", or "hamming"', distance)
GENERATOR = Structure(
    "divergence generator",
    f"a convex function: one of {', '.join(generators.NAMED)} (Σ(√p − √q)², without a factor ½), or f, at_zero and slope",
    generator,
)
TESTS = Structure("function class", "a list of test functions, each with one value per output", functions_of_outputs)
DEPENDENCE = Structure("dependence relation", "for each position of a record the positions that depend on it", positions)
QUERY = Structure("query", "its value, a number or a list of numbers, on each dataset", table(number_or_vector))


def whole(number: Any, name: str) -> int:
    """A parameter that counts something, as an int."""
    exact = number.rational if isinstance(number, Real) else number
    if exact is None or exact != int(exact):
        raise BlockError(f"{name} must be a whole number, not {number}")
    return int(exact)
