"""Executable notions from the thesis, from talks and later papers, and those that the survey leaves outside."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.concentrated import greatest_excess
from dpzoo.blocks.divergences import epsilon_at, hockey_stick, max_divergence
from dpzoo.blocks.errors import BlockError
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.priors import Prior, has_record, mixture
from dpzoo.blocks.real import INFINITY, ZERO, Real, compare, greatest, real
from dpzoo.semantics.datatypes import pure
from dpzoo.semantics.executable import Compared, Executable, Values, judge
from dpzoo.semantics.levels import Levelled
from dpzoo.semantics.lifts import (
    Laws,
    average_replacement,
    datasets,
    datasets_from,
    membership,
    prior_against_posterior,
    prior_pairs,
    record_changed,
    secrets,
    sizes_of,
    unknown_records,
)
from dpzoo.semantics.neighborhood import OWNER, record_function, whole
from dpzoo.semantics.results import Certainty, Tightest, Verdict, Worst
from dpzoo.semantics.structures import (
    DATASET,
    GENERATOR,
    PRIORS,
    QUERY,
    RECORD,
    RECORD_LAW,
    RECORD_LAWS,
    RELATION,
    SECRET_PAIRS,
    Path,
    Structure,
    dataset,
    freeze,
    list_of,
    number,
    number_or_vector,
    pair_of,
    prior,
    probability,
    record,
    record_law,
    table,
)
from dpzoo.semantics.thresholds import (
    Conditional,
    Easing,
    Measure,
    Measured,
    Tallied,
    fraction_or_float,
    loss_of,
    not_above,
)
from dpzoo.semantics.variation import OUTLIERNESS

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_THETA = {"Theta": PRIORS}
_BOTH = ("epsilon", "delta")


# measures -------------------------------------------------------------------------------------------------------------


class RelativeIncrease(standards.Standard):
    """P(S) ≤ (1 + ε) Q(S) for every event S."""

    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        most = max_divergence(p, q)
        return most.exp() - 1 if isinstance(most, Real) else np.exp(most) - 1

    def event(self, p: Any, q: Any, values: Mapping[str, float]) -> Any:  # noqa: D102
        return _PURE.event(p, q, values)


class Concentrated(standards.Standard):
    """D_α(P‖Q) ≤ ρα for every α > 1."""

    parameters = ("rho",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        return greatest_excess(p, q, offset=0, slope=None, last=math.inf)


class MeanGain(standards.Standard):
    """The mean under P of the positive part of the loss is at most ε."""

    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        if p.ndim > 1:
            return np.array([self.solve(a, b, free, fixed) for a, b in zip(p, q, strict=True)])
        above = [(a, b) for a, b in zip(p, q, strict=True) if a > b]
        if p.dtype == object:
            if any(not b for _, b in above):
                return INFINITY
            return sum((real(a / b).log() * a for a, b in above), ZERO)
        return math.inf if any(b == 0 for _, b in above) else math.fsum(a * math.log(a / b) for a, b in above)


@dataclass(frozen=True)
class EpsilonAt(standards.Standard):
    """(ε, δ)-indistinguishability in both orders, at a fixed δ."""

    delta: Any
    parameters = ("epsilon",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        return _larger(*(epsilon_at(a, b, self.delta if _exact(p) else float(self.delta)) for a, b in ((p, q), (q, p))))


@dataclass(frozen=True)
class DeltaAt(standards.Standard):
    """(ε, δ)-indistinguishability in both orders, at a fixed ε."""

    epsilon: Any
    parameters = ("delta",)

    def solve(self, p: Any, q: Any, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        factor = self.epsilon.exp() if _exact(p) else np.exp(min(float(self.epsilon), 700.0))
        return _larger(hockey_stick(p, q, factor), hockey_stick(q, p, factor))


def _exact(law: Any) -> bool:
    return bool(law.dtype == object)


def _larger(a: Any, b: Any) -> Any:
    return greatest([a, b]) if isinstance(a, Real) else np.maximum(a, b)


# structures -----------------------------------------------------------------------------------------------------------


def _strings(width: int) -> tuple[str, ...]:
    return tuple("".join(bits) for bits in itertools.product("01", repeat=width))


def _schema(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Hashable, ...], ...]:
    if not isinstance(given, list | tuple) or not given:
        raise BlockError("a schema is a list with the values of each attribute, or the number of its bits", path)
    found: list[tuple[Hashable, ...]] = []
    for i, attribute in enumerate(given):
        if isinstance(attribute, int) and not isinstance(attribute, bool):
            if not 1 <= attribute <= _MOST_BITS:
                raise BlockError(f"an attribute has 1 to {_MOST_BITS} bits, and {attribute} are given", (*path, i))
            found.append(_strings(attribute))
        elif isinstance(attribute, list | tuple):
            found.append(tuple(freeze(v) for v in attribute))
        else:
            raise BlockError(f"an attribute is a list of its values or a number of bits, and {attribute!r} is given", (*path, i))
    for r in mechanism.records:
        if not isinstance(r, tuple) or len(r) != len(found) or any(v not in a for v, a in zip(r, found, strict=True)):
            raise BlockError(f"the record {r!r} does not fit the schema: it is a tuple of {len(found)} values, each listed", path)
    return tuple(found)


def _schema_of(mechanism: FiniteMechanism) -> tuple[tuple[Hashable, ...], ...]:
    rows = [r for r in mechanism.records if isinstance(r, tuple)]
    if not rows or len(rows) < len(mechanism.records) or len({len(r) for r in rows}) != 1:
        raise BlockError("the records are not tuples of attributes, all of one length")
    return tuple(tuple(dict.fromkeys(column)) for column in zip(*rows, strict=True))


_MOST_BITS: Final = 16
SCHEMA = Structure(
    "schema",
    "for each attribute the list of its values, or its number of bits (values are then strings of 0 and 1)",
    _schema,
    _schema_of,
)


def _one_attribute(_structure: Values, _: Values) -> units.Unit:
    return units.attribute()


def _one_bit(structure: Values, _: Values) -> units.Unit:
    for attribute in structure["schema"]:
        sizes = {len(v) if isinstance(v, str) and set(v) <= {"0", "1"} else 0 for v in attribute}
        if len(sizes) != 1 or 0 in sizes:
            raise BlockError("every attribute is a string of 0s and 1s of a fixed length; some value is not", ("schema",))
    return units.bit


def _blank(given: Any, mechanism: FiniteMechanism, path: Path) -> Record:
    return record(given, mechanism, path)


def _usual_blank(mechanism: FiniteMechanism) -> Record:
    if "⊥" not in mechanism.records:
        raise BlockError("no dataset has the blank ⊥; say which record is the blank")
    return "⊥"


BLANK = Structure("blank", "the record that stands for a blank; ⊥ if it is left out", _blank, _usual_blank)
STRATA = record_function("strata", 0)
INVARIANTS = Structure("invariants", "their values, a number or a list of numbers, on each dataset", table(number_or_vector))
PAIR = Structure("pair of datasets", "two datasets", pair_of(dataset, "datasets"))
DATASET_LAW = Structure("dataset distribution", "a prior: datasets with their probabilities", prior)
ANOMALIES = Structure("set of anomalies", "the record values that are anomalies, as a list", list_of(record, "records"))
UNIVERSE = Structure(
    "universe of individuals", "the individuals, as a list of records", list_of(lambda x, _m, _p: freeze(x), "records")
)


def _sample(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Dataset, ...]:
    found: tuple[Dataset, ...] = list_of(dataset, "datasets")(given, mechanism, path)
    if not found:
        raise BlockError("the sample is empty; give at least one dataset", path)
    return found


def _knowing_first(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    belief = prior(given, mechanism, path)
    firsts = {d[:1] for d, w in belief.datasets.items() if w}
    if len(firsts) != 1 or () in firsts:
        raise BlockError(f"the datasets of the prior {belief.name} do not begin with one and the same public entry", path)
    return belief


def _refinement(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Hashable, ...], ...]:
    if callable(given):
        return tuple(tuple(freeze(given(d, o)) for o in mechanism.outputs) for d in mechanism.datasets)
    rows = given if isinstance(given, list | tuple) else ()
    if len(rows) != len(mechanism.datasets) or any(
        not isinstance(r, list | tuple) or len(r) != len(mechanism.outputs) for r in rows
    ):
        raise BlockError("a refinement map is a list with one list per dataset, of the refined output for each output", path)
    return tuple(tuple(freeze(o) for o in row) for row in rows)


def _training(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[dict[Record, Any], int, Any]:
    if not isinstance(given, Mapping) or set(given) != {"records", "candidates", "chance"}:
        raise BlockError("a training-set distribution has the keys records, candidates and chance", path)
    count = given["candidates"]
    if not isinstance(count, int) or count < 1:
        raise BlockError(f"the number of candidates is at least 1, and is {count!r}", (*path, "candidates"))
    chance = probability(given["chance"], (*path, "chance"))
    if not 0 < chance < 1:
        raise BlockError(
            f"the chance of a candidate lies strictly between 0 and 1, and is {given['chance']!r}", (*path, "chance")
        )
    return record_law(given["records"], mechanism, (*path, "records")), count, chance


def _population(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[frozenset[Record], frozenset[Record]]:
    if not isinstance(given, Mapping) or not {"records"} <= set(given) <= {"records", "known"}:
        raise BlockError("a population has the keys records and, if some are known to be in the data, known", path)
    everyone, known = (frozenset(freeze(r) for r in given.get(key, ())) for key in ("records", "known"))
    if not known < everyone:
        raise BlockError("the known records are some of the population, and not all", (*path, "known"))
    return everyone, known


def _corrupted(given: Any, mechanism: FiniteMechanism, path: Path) -> frozenset[int]:
    most = max(len(d) for d in mechanism.datasets)
    if not isinstance(given, list | tuple | set | frozenset) or any(
        not isinstance(k, int) or isinstance(k, bool) or not 0 <= k < most for k in given
    ):
        raise BlockError(f"the corrupted parties are a list of positions from 0 to {most - 1}", path)
    return frozenset(given)


def _matrix(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Fraction, ...], ...]:
    rows = given if isinstance(given, list | tuple) else ()
    width = len(_vector(mechanism.outputs[0]))
    if not rows or any(not isinstance(r, list | tuple) or len(r) != width for r in rows):
        raise BlockError(f"linear invariants are a list of rows of {width} numbers, as many as an output has", path)
    found = []
    for i, row in enumerate(rows):
        exact = [number(x, (*path, i, j)).rational for j, x in enumerate(row)]
        if any(x is None for x in exact):
            raise BlockError("the entries of linear invariants are fractions", (*path, i))
        found.append(tuple(x for x in exact if x is not None))
    return tuple(found)


SAMPLE = Structure("sample of datasets", "the datasets that were observed, as a list", _sample)
PUBLIC_PRIORS = Structure(
    "priors for each public value",
    "a list of priors on datasets whose first entry is the public information, the same throughout a prior",
    list_of(_knowing_first, "priors"),
)
INFORMED_PAIRS = Structure(
    "prior pairs with auxiliary inputs",
    "a list of pairs of priors on datasets whose first entry is the auxiliary input, the same throughout a prior",
    list_of(pair_of(_knowing_first, "priors"), "pairs of priors"),
)
REFINEMENT = Structure("refinement map", "for each dataset the list of refined outputs, in the order of the outputs", _refinement)
TRAINING = Structure(
    "training-set distribution", "records with probabilities, candidates (a number) and the chance of each to be used", _training
)
POPULATION = Structure("population", "records, and known, those of them that are known to be in the data", _population)
CORRUPTED = Structure("set of corrupted parties", "their positions, from 0, as a list", _corrupted)
LINEAR = Structure("linear invariants", "a matrix, as a list of rows of fractions", _matrix)


# comparisons of datasets ----------------------------------------------------------------------------------------------


def _same_invariants(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Datasets of equal size and equal invariants, at their Hamming distance."""
    data, invariants = mechanism.datasets, structure["c"]
    pairs = [
        p
        for p in units.all_pairs(mechanism)
        if len(data[p.left]) == len(data[p.right]) and _equal(invariants[data[p.left]], invariants[data[p.right]])
    ]
    apart = tuple(real(sum(x != y for x, y in zip(data[p.left], data[p.right], strict=True))) for p in pairs)
    return of_datasets(mechanism, pairs, distances=apart)


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(compare(x, y) == 0 for x, y in zip(a, b, strict=True))
    return not isinstance(a, tuple) and not isinstance(b, tuple) and compare(a, b) == 0


def _stratified(structure: Values, _: Values) -> units.Unit:
    stratum = structure["s"]
    return lambda m: [p for p in units.replaced(m) if stratum(p.changed[1]) == stratum(p.changed[2])]  # type: ignore[index]


def _one_anomaly(structure: Values, _: Values) -> units.Unit:
    odd = set(structure["A"])

    def pairs(mechanism: FiniteMechanism) -> list[Pair]:
        data = mechanism.datasets
        return [
            p
            for p in units.replaced(mechanism)
            if sum(r in odd for r in data[p.left]) == 1 and not odd & set(p.changed[1:])  # type: ignore[index]
        ]

    return pairs


def _resampled(structure: Values, _: Values) -> units.Unit:
    actual = structure["D"]
    return units.among(units.bounded, set(itertools.product(dict.fromkeys(actual), repeat=len(actual))))


def _one_fewer(structure: Values, _: Values) -> units.Unit:
    def pairs(mechanism: FiniteMechanism) -> list[Pair]:
        here = mechanism.index(structure["D"])
        return units.both_orders(p for p in units.removed(mechanism) if p.left == here)

    return pairs


def _single_outputs(mechanism: FiniteMechanism, pairs: Sequence[Pair]) -> Comparisons:
    """Every output of every pair on its own: the key is the output, the law its probability and a constant."""
    one: Any = Fraction(1) if mechanism.exact else 1.0
    width = len(mechanism.outputs)
    rows = np.array(
        [[mechanism.matrix[i, k], one] for i in range(len(mechanism.datasets)) for k in range(width)],
        dtype=mechanism.matrix.dtype,
    )
    labels = tuple(f"{show_dataset(d)}, output {o}" for d in mechanism.datasets for o in mechanism.outputs)
    left, right = (
        np.array([getattr(p, side) * width + k for p in pairs for k in range(width)], dtype=np.intp) for side in ("left", "right")
    )
    return Comparisons(("the output", "any"), rows, labels, left, right, keys=tuple(o for _ in pairs for o in mechanism.outputs))


def _by_smaller_level(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """Each pair bounded by the level of either dataset: by the smaller one."""
    pairs = units.one_record(mechanism)
    data = mechanism.datasets
    keys = [data[row] for p in pairs for row in (p.left, p.right)]
    return of_datasets(mechanism, [p for p in pairs for _ in range(2)], keys=tuple(keys))


def _places_visited(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """Each trajectory removed or added, once for each place on it: records are (owner, (place, place, …))."""
    pairs, keys = [], []
    for p in units.removals_at_each_position(mechanism):
        trajectory = p.changed[1]  # type: ignore[index]
        if not (isinstance(trajectory, tuple) and len(trajectory) == 2 and isinstance(trajectory[1], tuple) and trajectory[1]):
            raise BlockError(f"the record {trajectory!r} is not a trajectory: write (owner, (place, place, …))")
        for place in dict.fromkeys(trajectory[1]):
            pairs += [p, Pair(p.right, p.left, p.changed)]
            keys += [place, place]
    return of_datasets(mechanism, pairs, keys=tuple(keys))


def _by_record(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    pairs = units.both_orders(units.removals_at_each_position(mechanism))
    return of_datasets(mechanism, pairs, keys=tuple(p.changed[1] for p in pairs))  # type: ignore[index]


def _outliers(mechanism: FiniteMechanism, structure: Values, chosen: Values) -> Comparisons:
    degree = structure["outlierness"]
    data = mechanism.datasets
    taken = [
        p
        for p in units.removals_at_each_position(mechanism)
        if number(degree(data[p.left], p.changed[1]), ("outlierness",)) <= chosen["k"]  # type: ignore[index]
    ]
    return of_datasets(mechanism, units.both_orders(taken))


def _degrees(mechanism: FiniteMechanism, structure: Values) -> list[Real]:
    """1, 2, … up to the largest finite degree, and ∞."""
    degree = structure["outlierness"]
    found = [number(degree(d, r), ("outlierness",)) for d in mechanism.datasets for r in dict.fromkeys(d)]
    top = max((int(float(x)) for x in found if not x.infinite), default=1)
    return [*(real(k) for k in range(1, top + 1)), INFINITY]


def _without_each(mechanism: FiniteMechanism, _structure: Values, _: Values) -> Comparisons:
    """(i, output) for a uniform i: with all records, and without the i-th. Datasets whose parts are not there are left out."""
    parts: Laws | None = None
    for d in mechanism.datasets:
        shorter = [(*d[:i], *d[i + 1 :]) for i in range(len(d))]
        if not d or not all(e in mechanism for e in shorter):
            continue
        share: Any = Fraction(1, len(d)) if mechanism.exact else 1 / len(d)
        laws = Laws([(len(d), i, o) for i in range(len(d)) for o in mechanism.outputs])
        laws.pairs.append(
            (
                laws.add(np.concatenate([share * mechanism.row(d) for _ in d]), show_dataset(d)),
                laws.add(np.concatenate([share * mechanism.row(e) for e in shorter]), f"{show_dataset(d)} without one record"),
            )
        )
        parts = laws if parts is None else parts.joined(laws)
    return (parts or Laws(mechanism.outputs)).comparisons()


def _redrawn(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Predictive DP's pairs: a dataset, and the same with one record drawn anew; dataset and position are the groups."""
    law = {t: w for t, w in structure["prior"].items() if w}
    pairs, weights, groups = [], [], []
    for i, d in enumerate(mechanism.datasets):
        for j in range(len(d)):
            for t, w in law.items():
                new = (*d[:j], t, *d[j + 1 :])
                if new not in mechanism:
                    raise BlockError(
                        f"record {j + 1} of {show_dataset(d)} drawn anew gives {show_dataset(new)}, not in the mechanism"
                    )
                pairs.append(Pair(i, mechanism.index(new)))
                weights.append(w)
                groups.append((d, j))
    return of_datasets(mechanism, pairs, weights=tuple(weights), groups=tuple(groups))


def _refined(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    rows = []
    for i in range(len(mechanism.datasets)):
        law: dict[Hashable, Any] = {}
        for new, w in zip(structure["g"][i], mechanism.matrix[i], strict=True):
            law[new] = law.get(new, 0) + w
        rows.append(law)
    outputs = list(dict.fromkeys(o for law in rows for o in law))
    seen = FiniteMechanism(
        mechanism.datasets, outputs, [[law.get(o, 0) for o in outputs] for law in rows], neighbours=mechanism.neighbours
    )
    return of_datasets(seen, units.one_record(seen))


def _answers(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """A classifier's answer to each question, with and without one example: outputs are tuples, an answer per question."""
    widths = {len(o) if isinstance(o, tuple) else 0 for o in mechanism.outputs}
    if len(widths) != 1 or widths == {0}:
        raise BlockError("the outputs are not classifiers: write each as a tuple with its answer to every question")
    if structure["t"] not in structure["D"]:
        raise BlockError(
            f"the training set {show_dataset(structure['D'])} does not contain the example {structure['t']!r}", ("t",)
        )
    here = mechanism.index(structure["D"])
    found: Laws | None = None
    for x in range(widths.pop()):
        seen = mechanism.post_process({o: o[x] for o in mechanism.outputs if isinstance(o, tuple)})
        laws = Laws([(f"answer to question {x + 1}", o) for o in seen.outputs])
        for p in units.removals_at_each_position(seen):
            if p.left == here and p.changed[1] == structure["t"]:  # type: ignore[index]
                rows = [laws.add(seen.matrix[k], show_dataset(seen.datasets[k])) for k in (p.left, p.right)]
                laws.compare_both(rows[0], rows[1])
        found = laws if found is None else found.joined(laws)
    assert found is not None
    return found.comparisons()


# comparisons under priors ---------------------------------------------------------------------------------------------


def record_dropped(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """Inherit DP's pairs: the data given one record's value, and the same data without that record."""
    laws = Laws(mechanism.outputs)
    for joint in priors:
        for belief in joint.conditioned_on_knowledge():
            for i, t in itertools.product(range(belief.length), mechanism.records):
                law = belief.given(has_record(i, t))
                if law is None:
                    continue
                shorter: dict[Dataset, Any] = {}
                for d, w in law.items():
                    rest = (*d[:i], *d[i + 1 :])
                    shorter[rest] = shorter.get(rest, Fraction(0)) + w
                where = f"{belief.name}, D({i + 1}) = {t}"
                laws.compare_both(
                    laws.add(mixture(mechanism, law), where), laws.add(mixture(mechanism, shorter), f"{where}, removed")
                )
    return laws.comparisons()


def _observed(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    sample: tuple[Dataset, ...] = structure["sample"]
    law = {d: Fraction(n, len(sample)) for d, n in Counter(sample).items()}
    return record_dropped(mechanism, [Prior.of(law, "the sample")])


def _two_conclusions(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """What an output says about a record, and what it would say had the record been replaced: laws of the record's value."""
    laws = Laws(mechanism.records)
    for joint in structure["Theta"]:
        for belief in joint.conditioned_on_knowledge():
            for i in range(belief.length):
                law = belief.given(_has_position(i))
                assert law is not None
                for b in dict.fromkeys(d[i] for d in law):
                    plain: dict[Dataset, Dataset] = dict(zip(law, law, strict=True))
                    changed: dict[Dataset, Dataset] = {d: (*d[:i], b, *d[i + 1 :]) for d in law}
                    for o in mechanism.outputs:
                        rows = [_conclusion(mechanism, law, read, i, o) for read in (plain, changed)]
                        if rows[0] is not None and rows[1] is not None:
                            where = f"{belief.name}: record {i + 1} given output {o}"
                            laws.compare_both(laws.add(rows[0], where), laws.add(rows[1], f"{where} after a change to {b}"))
    return laws.comparisons()


def _has_position(i: int) -> Callable[[Dataset, Hashable], bool]:
    return lambda d, _: len(d) > i


def _conclusion(
    mechanism: FiniteMechanism, law: Mapping[Dataset, Any], read: Mapping[Dataset, Dataset], i: int, output: Hashable
) -> Any:
    """The law of the i-th record given an output of the mechanism on the data as ``read``; None if the output is impossible."""
    exact = mechanism.exact and not any(isinstance(w, float) for w in law.values())
    mass: dict[Record, Any] = {}
    for d, w in law.items():
        if read[d] not in mechanism:
            raise BlockError(f"{show_dataset(d)} with a record changed is {show_dataset(read[d])}, not in the mechanism")
        chance = mechanism.probability(read[d], output)
        mass[d[i]] = mass.get(d[i], 0) + (w * chance if exact else float(w) * float(chance))
    total = sum(mass.values())
    if not total:
        return None
    entries = [mass.get(t, 0) / total for t in mechanism.records]
    if not exact:
        return np.array(entries, dtype=float)
    found = np.empty(len(entries), dtype=object)
    found[:] = [Fraction(x) for x in entries]
    return found


def _scaled_by_prior(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """θ(D) times the law of the output on D, for datasets of the prior's size of which one record is replaced."""
    weights = structure["theta"].datasets
    sizes = {len(d) for d, w in weights.items() if w}
    if len(sizes) != 1:
        raise BlockError(
            "the prior gives probability to datasets of different sizes; the number of records is public", ("theta",)
        )
    exact = mechanism.exact and not any(isinstance(w, float) for w in weights.values())
    source = mechanism.matrix if exact else mechanism.floats
    chances = [weights.get(d, Fraction(0)) if exact else float(weights.get(d, 0.0)) for d in mechanism.datasets]
    rows = np.array([w * row for w, row in zip(chances, source, strict=True)], dtype=source.dtype)
    pairs = [
        p for p in units.bounded(mechanism) if len(mechanism.datasets[p.left]) in sizes and (chances[p.left] or chances[p.right])
    ]
    left, right = (np.array([getattr(p, side) for p in pairs], dtype=np.intp) for side in ("left", "right"))
    labels = tuple(f"θ({show_dataset(d)}) Pr[M{show_dataset(d)}]" for d in mechanism.datasets)
    return Comparisons(mechanism.outputs, rows, labels, left, right)


def _joint_and_product(name: str, joint: Mapping[tuple[Hashable, Hashable], Any], exact: bool) -> tuple[list[Any], list[str]]:
    left: dict[Hashable, Any] = {}
    right: dict[Hashable, Any] = {}
    for (x, y), w in joint.items():
        left[x] = left.get(x, 0) + w
        right[y] = right.get(y, 0) + w
    cells = list(itertools.product(left, right))
    rows = [[joint.get(c, 0) for c in cells], [left[x] * right[y] for x, y in cells]]
    return [_law(r, exact) for r in rows], [f"{name} with the output", f"{name} and the output, each drawn for itself"]


def _law(entries: Sequence[Any], exact: bool) -> Any:
    if not exact:
        return np.array([float(x) for x in entries])
    found = np.empty(len(entries), dtype=object)
    found[:] = [Fraction(x) for x in entries]
    return found


def _information(
    mechanism: FiniteMechanism,
    belief: Prior,
    parts: Iterable[tuple[str, Callable[[Dataset], Hashable], Callable[[Dataset], Hashable]]],
) -> Comparisons:
    """Pairs whose KL divergence is a mutual information: of a function of the data with the output and another function."""
    found: Laws | None = None
    exact = mechanism.exact and not any(isinstance(w, float) for w in belief.datasets.values())
    for name, of, beside in parts:
        joint: dict[tuple[Hashable, Hashable], Any] = {}
        for d, w in belief.datasets.items():
            for o, p in zip(mechanism.outputs, mechanism.row(d) if w else (), strict=False):
                if w and p:
                    key = (of(d), (beside(d), o))
                    joint[key] = joint.get(key, 0) + (w * p if exact else float(w) * float(p))
        rows, labels = _joint_and_product(name, joint, exact)
        laws = Laws([(name, k) for k in range(len(rows[0]))])
        laws.pairs.append((laws.add(rows[0], labels[0]), laws.add(rows[1], labels[1])))
        found = laws if found is None else found.joined(laws)
    return (found or Laws(mechanism.outputs)).comparisons()


def _data_with_output(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    return _information(mechanism, structure["theta"], [("the dataset", lambda d: d, lambda _d: None)])


def _inputs_with_view(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    size, corrupted = _size(structure["theta"]), sorted(structure["C"])
    return _information(
        mechanism,
        structure["theta"],
        [
            (f"input {i + 1}", lambda d, i=i: d[i], lambda d: tuple(d[k] for k in corrupted))  # type: ignore[misc]
            for i in range(size)
            if i not in corrupted
        ],
    )


def _size(belief: Prior) -> int:
    sizes = {len(d) for d, w in belief.datasets.items() if w}
    if len(sizes) != 1:
        raise BlockError("the distribution gives probability to datasets of different sizes; give one size", ("theta",))
    return sizes.pop()


def _used_or_not(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """The parameters given that the first candidate is a particular record and used, against those given that it is not used."""
    law, candidates, chance = structure["prior"]
    laws = Laws(mechanism.outputs)

    def trained(first: tuple[Record, ...]) -> dict[Dataset, Any]:
        found: dict[Dataset, Any] = {}
        for used in itertools.product((True, False), repeat=candidates - 1):
            for drawn in itertools.product(law.items(), repeat=sum(used)):
                weight = chance ** sum(used) * (1 - chance) ** (candidates - 1 - sum(used))
                for _, w in drawn:
                    weight = weight * w
                d = (*first, *(t for t, _ in drawn))
                found[d] = found.get(d, Fraction(0)) + weight
        return found

    unused = laws.add(mixture(mechanism, trained(())), "not used")
    for z, w in law.items():
        if w:
            laws.pairs.append((laws.add(mixture(mechanism, trained((z,))), f"{z} used"), unused))
    return laws.comparisons()


def _independent_draws(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    pairs, weights, groups = [], [], []
    for k, belief in enumerate(structure["Theta"]):
        law = {d: w for d, w in belief.datasets.items() if w}
        for (a, v), (b, w) in itertools.product(law.items(), repeat=2):
            pairs.append(Pair(mechanism.index(a), mechanism.index(b)))
            weights.append(v * w)
            groups.append(k)
    return of_datasets(mechanism, pairs, weights=tuple(weights), groups=tuple(groups))


# sketches -------------------------------------------------------------------------------------------------------------


def _sketches(mechanism: FiniteMechanism, structure: Values, chosen: Values) -> Comparisons:
    """The sketch of a uniformly random set of n records, given that a record is in it and that it is not, for every n ≥ N.

    A dataset is a set of records; all sets of the sizes N, …, one less than the number of records, must be there. Groups are
    (n, record).
    """
    sets = dict(zip(data_units.as_sets(mechanism), range(len(mechanism.datasets)), strict=True))
    records = mechanism.records
    laws, groups = Laws(mechanism.outputs), []
    for n in range(whole(chosen["N"], "N"), len(records)):
        chosen_sets = [frozenset(c) for c in itertools.combinations(records, n)]
        for s in chosen_sets:
            if s not in sets:
                raise BlockError(f"the mechanism has no dataset with exactly the records {show_dataset(tuple(s))}")
        for t in records:
            rows = []
            for inside in (True, False):
                drawn = [mechanism.datasets[sets[s]] for s in chosen_sets if (t in s) is inside]
                law = dict.fromkeys(drawn, Fraction(1, len(drawn)))
                rows.append(laws.add(mixture(mechanism, law), f"{n} records, {t} {'∈' if inside else '∉'} E"))
            laws.pairs.append((rows[0], rows[1]))
            groups.append((n, t))
    return laws.comparisons(groups=tuple(groups))


def _sizes(mechanism: FiniteMechanism, _: Values) -> list[Real]:
    return [real(n) for n in range(1, 1 + max(1, len(mechanism.records)))]


@dataclass(frozen=True)
class OnAverage(Easing):
    """Sketch privacy whose loss is averaged over the records, for each size."""

    def _solve_worst(self, pairs: Comparisons, structure: Values, fixed: Values, free: str) -> Tightest:
        values = self.each(pairs, structure, fixed, free)
        by_size: dict[Any, list[Any]] = {}
        groups: tuple[Any, ...] = pairs.groups or ()
        for (n, _), v in zip(groups, values, strict=True):
            by_size.setdefault(n, []).append(v)
        if not by_size:
            return Tightest(self.notion, free, ZERO, Certainty.CERTIFIED, fixed, note="no pair is compared")
        exact = isinstance(values[0], Real)
        means: list[Any] = [(data_units.total(v) if exact else math.fsum(map(float, v))) / len(v) for v in by_size.values()]
        best: Any = greatest(means) if exact else max(means)
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        return Tightest(self.notion, free, best, certainty, fixed, tolerance=0.0 if exact else 1e-9)


# one number, or a loss and a number -----------------------------------------------------------------------------------


def _typical_set(mechanism: FiniteMechanism, structure: Values, loss: Any) -> Measure:
    """The least probability of datasets without which no two neighbours differ by more than the loss (a vertex cover)."""
    weights = structure["theta"].datasets
    bad = {
        frozenset((p.left, p.right))
        for p in units.one_record(mechanism)
        if p.left < p.right and not not_above(loss_of(mechanism, p.left, p.right), loss)
    }
    weight = {i: weights.get(mechanism.datasets[i], Fraction(0)) for e in bad for i in e}
    edges = [tuple(sorted(e)) for e in bad if all(weight[i] for i in e)]
    if len({i for e in edges for i in e}) > _MOST_DATASETS:
        raise BlockError(
            f"more than {_MOST_DATASETS} typical datasets have neighbours at a larger loss; too many to try all sets"
        )

    def cover(left: list[tuple[int, ...]]) -> Any:
        if not left:
            return Fraction(0)
        return min(weight[i] + cover([e for e in left if i not in e]) for i in left[0])

    return Measure(fraction_or_float(cover(edges)))


_MOST_DATASETS: Final = 20


def _neighbour_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    return [loss_of(mechanism, p.left, p.right) for p in units.one_record(mechanism) if p.left < p.right]


def _replacement_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    return [loss_of(mechanism, p.left, p.right) for p in units.bounded(mechanism) if p.left < p.right]


def _alternatives(mechanism: FiniteMechanism, _structure: Values, loss: Any) -> Measure:
    """The least number of other values that a record can be mistaken for."""
    counts = {(i, j): 0 for i, d in enumerate(mechanism.datasets) for j in range(len(d))}
    for p in units.bounded(mechanism):
        if not_above(loss_of(mechanism, p.left, p.right), loss):
            counts[p.left, p.changed[0]] += 1  # type: ignore[index]
    if not counts:
        return Measure(INFINITY)
    (i, j), least = min(counts.items(), key=lambda c: c[1])
    return Measure(real(least), Worst(show_dataset(mechanism.datasets[i]), f"record {j + 1} replaced"))


def _multisets(mechanism: FiniteMechanism) -> dict[frozenset[tuple[Record, int]], int]:
    found: dict[frozenset[tuple[Record, int]], int] = {}
    for i, d in enumerate(mechanism.datasets):
        bag = frozenset(Counter(d).items())
        if bag in found:
            raise BlockError(f"the dataset {show_dataset(d)} is listed twice as a multiset, in different orders")
        found[bag] = i
    return found


def _bag_pairs(
    mechanism: FiniteMechanism,
) -> tuple[dict[tuple[Record, Record], list[tuple[int, int]]], dict[tuple[int, Record], int]]:
    """For two records the datasets E ∪ {t}, E ∪ {t′}; for a dataset and a record in it the dataset without one copy."""
    bags = _multisets(mechanism)
    with_record: dict[frozenset[tuple[Record, int]], dict[Record, int]] = {}
    smaller = {}
    for i, d in enumerate(mechanism.datasets):
        for t in dict.fromkeys(d):
            rest = frozenset((Counter(d) - Counter([t])).items())
            with_record.setdefault(rest, {})[t] = i
            if rest not in bags:
                raise BlockError(f"the mechanism has {show_dataset(d)}, and not the same without {t!r}")
            smaller[i, t] = bags[rest]
    pairs: dict[tuple[Record, Record], list[tuple[int, int]]] = {}
    for extended in with_record.values():
        for (t, i), (u, j) in itertools.permutations(extended.items(), 2):
            pairs.setdefault((t, u), []).append((i, j))
    return pairs, smaller


def _crowd(mechanism: FiniteMechanism, _structure: Values, loss: Any) -> Measure:
    """The size of the smallest crowd that a record needs: among records that the mechanism does not ignore."""
    pairs, smaller = _bag_pairs(mechanism)
    blend = {key: all(not_above(loss_of(mechanism, i, j), loss) for i, j in rows) for key, rows in pairs.items()}
    found = Measure(INFINITY)
    for (i, t), j in smaller.items():
        if not not_above(loss_of(mechanism, i, j), loss):
            d = mechanism.datasets[i]
            crowd = real(sum(u == t or blend.get((t, u), False) for u in d))
            if crowd < found.value:
                found = Measure(crowd, Worst(show_dataset(d), f"{show_dataset(d)} without {t}"))
    return found


def _crowd_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    pairs, smaller = _bag_pairs(mechanism)
    rows = [p for found in pairs.values() for p in found] + [(i, j) for (i, _), j in smaller.items()]
    return [loss_of(mechanism, i, j) for i, j in rows if i != j]


def _posterior_of_the_missing(mechanism: FiniteMechanism, structure: Values) -> Measure:
    """The largest posterior probability of an individual to be the unknown participant, all being equally likely."""
    everyone = set(structure["U"])
    sets = dict(zip(data_units.as_sets(mechanism), mechanism.datasets, strict=True))
    sizes = {len(s) for s in sets}
    if len(sizes) != 1 or not all(members <= everyone for members in sets):
        raise BlockError("the datasets are sets of individuals, all of one size")
    size = sizes.pop()
    if size < 1 or len(everyone) - size + 1 < 2:
        raise BlockError("at least one individual takes part, and at least two could be the unknown one", ("U",))
    best: Any = Fraction(0)
    worst = None
    for known in itertools.combinations(structure["U"], size - 1):
        rows = {}
        for i in everyone - set(known):
            members = frozenset((*known, i))
            if members not in sets:
                raise BlockError(f"the mechanism has no dataset with exactly the individuals {show_dataset(tuple(members))}")
            rows[i] = mechanism.row(sets[members])
        total: Any = sum(rows.values())
        for i, row in rows.items():
            for o, p, whole_mass in zip(mechanism.outputs, row, total, strict=True):
                if whole_mass and p / whole_mass > best:
                    best = p / whole_mass
                    worst = Worst(f"{i} with {show_dataset(known)}", "any other missing participant", (o,), p, whole_mass - p)
    return Measure(fraction_or_float(best), worst)


def _squared_error(mechanism: FiniteMechanism, structure: Values) -> Measure:
    """The logarithm of prior variance over mean posterior variance, for the worst record: inf if a record is given away."""
    belief, size = structure["theta"], _size(structure["theta"])
    best = Measure(ZERO if mechanism.exact else 0.0)
    for i in range(size):
        law = {d: w for d, w in belief.datasets.items() if w}
        values = {d: _number(d[i]) for d in law}
        mean = sum((w * values[d] for d, w in law.items()), Fraction(0))
        variance = sum((w * values[d] ** 2 for d, w in law.items()), Fraction(0)) - mean**2
        if variance == 0:
            continue
        left: Any = sum((w * values[d] ** 2 for d, w in law.items()), Fraction(0))
        for k in range(len(mechanism.outputs)):
            mass = [(w * mechanism.row(d)[k], values[d]) for d, w in law.items()]
            total = sum((m for m, _ in mass), Fraction(0))
            if total:
                left = left - sum((m * v for m, v in mass), Fraction(0)) ** 2 / total
        ratio = variance / left if left > (0 if isinstance(left, Fraction) else 1e-15) else None
        loss: Any = INFINITY if ratio is None else real(ratio).log() if isinstance(ratio, Fraction) else math.log(max(1.0, ratio))
        if float(loss) > float(best.value):
            best = Measure(loss, note=f"decided by record {i + 1}")
    return best


def _number(given: Any) -> Fraction:
    found = data_units.number(given).rational
    if found is None:
        raise BlockError(f"the record {given!r} is not a fraction, as the notion needs")
    return found


def _classes(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The logarithm of the number of classes of datasets that chains of common outputs connect."""
    left = list(range(len(mechanism.datasets)))
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            here = mechanism.matrix[todo.pop()] > 0
            linked = [j for j in left if (here & (mechanism.matrix[j] > 0)).any()]
            left = [j for j in left if j not in linked]
            todo += linked
    return Measure(real(count).log())


def _reach(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The logarithm of the largest number of outputs that one record can bring about."""
    best, where = 1, None
    groups: dict[tuple[int, Dataset], list[Dataset]] = {}
    for d in mechanism.datasets:
        for i in range(len(d)):
            groups.setdefault((i, (*d[:i], *d[i + 1 :])), []).append(d)
    for (i, _rest), members in groups.items():
        count = int(np.any([mechanism.row(d) > 0 for d in members], axis=0).sum())
        if count > best:
            best, where = count, Worst(show_dataset(members[0]), f"record {i + 1} replaced")
    return Measure(real(best).log(), where)


def _generators(mechanism: FiniteMechanism, structure: Values) -> Measure:
    """The least number of datasets that can produce an output; 0 if a record outside the known ones is in all of them."""
    everyone, known = structure["P"]
    sets = data_units.as_sets(mechanism)
    expected = 2 ** len(everyone - known)
    inside = [k for k, s in enumerate(sets) if known <= s <= everyone]
    if len(inside) != expected:
        raise BlockError(f"the mechanism has {len(inside)} of the {expected} sets between the known records and the population")
    best = Measure(INFINITY)
    for c, o in enumerate(mechanism.outputs):
        found = [sets[k] for k in inside if mechanism.matrix[k, c] > 0]
        if not found:
            continue
        shared = frozenset.intersection(*found) - known
        if shared:
            return Measure(
                ZERO, note=f"no value holds: {next(iter(shared))!r} is in every dataset that can produce {o!r}", attained=False
            )
        if len(found) < float(best.value):
            best = Measure(real(len(found)), note=f"decided by the output {o!r}")
    return best


def _capacity(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The largest capacity of the channel from one record to the output, the others fixed (Blahut and Arimoto's iteration)."""
    groups: dict[tuple[int, Dataset], list[int]] = {}
    for k, d in enumerate(mechanism.datasets):
        for i in range(len(d)):
            groups.setdefault((i, (*d[:i], *d[i + 1 :])), []).append(k)
    best = Measure(0.0)
    for (i, _rest), rows in groups.items():
        found = channel_capacity(mechanism.floats[rows])
        if found > best.value:
            best = Measure(found, Worst(show_dataset(mechanism.datasets[rows[0]]), f"record {i + 1} replaced"))
    return best


def channel_capacity(channel: Any, *, gap: float = 1e-11, steps: int = 5_000) -> float:
    """The capacity in nats of a channel whose rows are output distributions, numerically (within 1e-9 as a rule).

    Blahut and Arimoto's iteration with a growing step, which is halved where the mutual information does not grow. The largest
    divergence of a row from the mixture bounds the capacity from above, the mutual information from below.
    """

    def divergences(weights: Any) -> Any:
        mixed = weights @ channel
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(channel > 0, channel * np.log(channel / mixed), 0.0).sum(axis=1)

    weights, step = np.full(len(channel), 1 / len(channel)), 1.0
    here = divergences(weights)
    for _ in range(steps):
        if here.max() - weights @ here <= gap or step < _SMALLEST_STEP:
            break
        new = weights * np.exp(np.clip(step * (here - here.max()), -300, 0))
        new /= new.sum()
        there = divergences(new)
        if new @ there >= weights @ here and np.isfinite(there).all():
            weights, here, step = new, there, step * 1.5
        else:
            step /= 2
    return max(0.0, float(weights @ here))  # far nearer than the bound from above, which the step size limits


_SMALLEST_STEP: Final = 1e-6


# estimates of values --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimated(Executable):
    """The best estimate of some records lies within ε of all of them with probability at most δ; a larger ε is stronger.

    ``jointly`` asks for all records at once, else for each one by itself. For each output the best estimate is the centre of a
    box of side 2ε with the largest posterior probability, and a best box begins at a value that occurs in every coordinate.
    """

    notion: str
    jointly: bool
    structure: Mapping[str, Structure] = field(default_factory=lambda: {"theta": DATASET_LAW})
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The accuracy and the probability."""
        return _BOTH

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """δ at an accuracy; or the accuracy below which the guarantee holds."""
        exact = mechanism.exact and not any(isinstance(w, float) for w in structure["theta"].datasets.values())
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        groups = self._groups(structure["theta"])
        if free == "delta":
            found = self._disclosed(mechanism, structure["theta"], groups, fixed["epsilon"])
            return Tightest(self.notion, free, fraction_or_float(found), certainty, fixed)
        for half in self._widths(structure["theta"], groups):
            found = self._disclosed(mechanism, structure["theta"], groups, half)
            if not not_above(fraction_or_float(found), fixed["delta"]):
                note = "it holds at every smaller value" if half > 0 else "no value holds"
                result = half if exact else float(half)
                return Tightest(self.notion, free, result, certainty, fixed, attained=False, note=note)
        return Tightest(self.notion, free, INFINITY, certainty, fixed, note="holds at every value")

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Verdict:
        """δ at the given accuracy against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """The accuracies at which the probability changes."""
        return self._widths(structure["theta"], self._groups(structure["theta"]))[:9]

    def _groups(self, belief: Prior) -> list[tuple[int, ...]]:
        size = _size(belief)
        return [tuple(range(size))] if self.jointly else [(i,) for i in range(size)]

    @staticmethod
    def _widths(belief: Prior, groups: Sequence[tuple[int, ...]]) -> list[Real]:
        found = {Fraction(0)}
        for i in {i for g in groups for i in g}:
            values = {_number(d[i]) for d, w in belief.datasets.items() if w}
            found |= {abs(a - b) / 2 for a, b in itertools.combinations(values, 2)}
        return [real(x) for x in sorted(found)]

    @staticmethod
    def _disclosed(mechanism: FiniteMechanism, belief: Prior, groups: Sequence[tuple[int, ...]], accuracy: Any) -> Any:
        law = {d: w for d, w in belief.datasets.items() if w}
        best: Any = Fraction(0)
        for group in groups:
            points = {d: tuple(_number(d[i]) for i in group) for d in law}
            corners = list(itertools.product(*({p[k] for p in points.values()} for k in range(len(group)))))
            boxes = {
                frozenset(
                    d for d, p in points.items() if all(x >= c and x - c <= 2 * accuracy for x, c in zip(p, corner, strict=True))
                )
                for corner in corners
            }
            caught: Any = Fraction(0)
            for k in range(len(mechanism.outputs)):
                caught = caught + max(sum((law[d] * mechanism.row(d)[k] for d in box), Fraction(0)) for box in boxes)
            best = max(best, caught)
        return best


# notions with a solution of their own ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoOutputs(Executable):
    """Two independent draws of the data lead to (ε, δ)-indistinguishable outputs with probability at least 1 - γ."""

    notion: str = "typical-stability-two-outputs"
    quantitative: tuple[str, ...] = ("gamma", "epsilon", "delta")
    structure: Mapping[str, Structure] = field(default_factory=lambda: _THETA)
    usual: Values = field(default_factory=dict)

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """With δ or ε fixed the other one is a loss that γ of the pairs may exceed."""
        held, main = ("epsilon", "delta") if free == "delta" else ("delta", "epsilon")
        standard = DeltaAt(fixed[held]) if held == "epsilon" else EpsilonAt(fixed[held])
        inner = Compared(self.notion, _independent_draws, standard, ("gamma", main), self.structure, exempting="gamma")
        found = inner.solve(mechanism, structure, {k: v for k, v in fixed.items() if k != held}, free)
        return Tightest(
            self.notion, free, found.value, found.certainty, fixed, found.worst, found.attained, found.tolerance, note=found.note
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Verdict:
        """The probability of a bad pair against γ."""
        tight = self.solve(mechanism, structure, {k: parameters[k] for k in ("epsilon", "delta")}, "gamma")
        return judge(tight, parameters["gamma"], stronger=False, parameters=parameters)


@dataclass(frozen=True)
class Smoothed(Executable):
    """The least δ of each dataset against its neighbours, averaged over independent records from any choice of the laws."""

    notion: str = "smoothed-dp"
    quantitative: tuple[str, ...] = _BOTH
    structure: Mapping[str, Structure] = field(default_factory=lambda: {"Theta": RECORD_LAWS})
    usual: Values = field(default_factory=dict)

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """δ at a loss by its definition; the loss at a δ by halving intervals, numerically."""
        exact = mechanism.exact and not any(isinstance(w, float) for law in structure["Theta"] for w in law.values())
        if free == "delta":
            found = self._mean(mechanism, structure["Theta"], fixed["epsilon"], exact=exact)
            certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
            return Tightest(self.notion, free, found, certainty, fixed, tolerance=0.0 if exact else 1e-9)
        target = float(fixed["delta"])
        loss = standards.least(lambda e: self._mean(mechanism, structure["Theta"], e, exact=False) <= target + 1e-12)
        return Tightest(self.notion, free, loss, Certainty.NUMERIC, fixed, tolerance=1e-9)

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Verdict:
        """δ at the given loss against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Five losses."""
        return [real(Fraction(k, 2)) for k in range(5)]

    @staticmethod
    def _mean(mechanism: FiniteMechanism, laws: Sequence[Mapping[Record, Any]], epsilon: Any, *, exact: bool) -> Any:
        zero: Any = ZERO if exact else 0.0
        factor = epsilon.exp() if exact else math.exp(min(float(epsilon), 700.0))
        rows = mechanism.matrix if exact else mechanism.floats
        slack = [zero for _ in mechanism.datasets]
        for p in units.bounded(mechanism):
            here = hockey_stick(rows[p.left], rows[p.right], factor)
            slack[p.left], slack[p.right] = (_most(slack[k], here) for k in (p.left, p.right))
        best = zero
        support = list(dict.fromkeys(t for law in laws for t, w in law.items() if w))
        for n in sizes_of(mechanism, support):
            for chosen in itertools.product(laws, repeat=n):
                mean = zero
                for d, w in Prior.independent(chosen).datasets.items():
                    mean = mean + slack[mechanism.index(d)] * (w if exact else float(w))
                best = _most(best, mean)
        return best


def _most(a: Any, b: Any) -> Any:
    return greatest([a, b]) if isinstance(a, Real) else max(a, float(b))


# linear invariants ----------------------------------------------------------------------------------------------------


def _vector(output: Any) -> tuple[Any, ...]:
    return output if isinstance(output, tuple) else (output,)


def _times_vector(matrix: Sequence[Sequence[Fraction]], vector: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(sum((c * _number(x) for c, x in zip(row, vector, strict=True)), Fraction(0)) for row in matrix)


def null_space(matrix: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, ...]]:
    """A basis of the vectors that the matrix sends to 0, by elimination."""
    rows = [list(r) for r in matrix]
    width = len(rows[0])
    pivots: list[int] = []
    for column in range(width):
        here = next((r for r in range(len(pivots), len(rows)) if rows[r][column]), None)
        if here is None:
            continue
        at = len(pivots)
        rows[at], rows[here] = rows[here], rows[at]
        rows[at] = [x / rows[at][column] for x in rows[at]]
        for r in range(len(rows)):
            if r != at and rows[r][column]:
                rows[r] = [x - rows[r][column] * y for x, y in zip(rows[r], rows[at], strict=True)]
        pivots.append(column)
    basis = []
    for free in (c for c in range(width) if c not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for r, p in enumerate(pivots):
            vector[p] = -rows[r][free]
        basis.append(tuple(vector))
    return basis


def _answer(query: Mapping[Dataset, Any], d: Dataset) -> tuple[Any, ...]:
    return _vector(query[d])


def _protected_part(unit: Callable[[Values], units.Unit]) -> Callable[[FiniteMechanism, Values, Values], Comparisons]:
    """Outputs projected onto the null space: two outputs have the same projection iff a basis has the same products with them."""

    def pairs(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
        basis = null_space(structure["C"])
        seen = mechanism.post_process(lambda o: _times_vector(basis, _vector(o)))
        return of_datasets(seen, unit(structure)(seen))

    return pairs


def _broken_invariant(mechanism: FiniteMechanism, structure: Values) -> str | None:
    for d in mechanism.datasets:
        wanted = _times_vector(structure["C"], _answer(structure["A"], d))
        for o in mechanism.outputs:
            if mechanism.probability(d, o) > 0 and _times_vector(structure["C"], _vector(o)) != wanted:
                return f"the output {o!r} on {show_dataset(d)} does not keep the invariants"
    return None


def _keeping_the_table(structure: Values) -> units.Unit:
    return units.universes(units.bounded, lambda d: _times_vector(structure["C"], _answer(structure["A"], d)))


_INVARIANT = {"A": QUERY, "C": LINEAR}

NOTIONS: tuple[Executable, ...] = (
    # attributes, people and single contributions
    Compared("attribute-dp", datasets_from(_one_attribute), _PURE, ("epsilon",), {"schema": SCHEMA}),
    Compared("bit-dp", datasets_from(_one_bit), _PURE, ("epsilon",), {"schema": SCHEMA}),
    Compared(
        "approximate-user-level-dp", datasets_from(lambda s, _: units.owned(s["owner"])), _APPROXIMATE, _BOTH, {"owner": OWNER}
    ),
    pure("single-contribution-dp", units.unbounded),
    Compared("zero-out-dp", datasets_from(lambda s, _: data_units.blanked(s["blank"])), _APPROXIMATE, _BOTH, {"blank": BLANK}),
    Compared("stratified-dp", datasets_from(_stratified), _PURE, ("epsilon",), {"s": STRATA}),
    Compared("dp-under-invariants", _same_invariants, _PURE, ("epsilon",), {"c": INVARIANTS}, per_distance=("epsilon",)),
    Compared("anomaly-restricted-dp", datasets_from(_one_anomaly), _PURE, ("epsilon",), {"A": ANOMALIES}),
    Compared("bootstrap-dp", datasets_from(_resampled), _PURE, ("epsilon",), {"D": DATASET}),
    Compared("empirical-dp-asv13", datasets_from(_one_fewer), _PURE, ("epsilon",), {"D": DATASET}),
    Compared(
        "epsilon-indistinguishability",
        datasets_from(lambda s, _: units.relation([s["pair"]], symmetric=True)),
        _PURE,
        ("epsilon",),
        {"pair": PAIR},
    ),
    Compared(
        "adjacency-relation-divergence-dp",
        datasets_from(lambda s, _: units.relation(s["R"])),
        lambda s: standards.FDivergence(s["f"]),
        ("epsilon",),
        {"R": RELATION, "f": GENERATOR},
    ),
    Compared("average-leave-one-out-kl-stability", _without_each, standards.KullbackLeibler(), ("epsilon",)),
    Compared("one-epsilon-privacy", datasets(units.one_record), RelativeIncrease(), ("epsilon",)),
    # one record, one dataset, one output
    Compared(
        "approximate-per-instance-dp",
        datasets_from(lambda s, _: units.instance(s["D"], s["t"])),
        _APPROXIMATE,
        _BOTH,
        {"D": DATASET, "t": RECORD},
    ),
    Levelled(
        "ex-post-per-instance-dp",
        lambda m, s, _: _single_outputs(m, units.instance(s["D"], s["t"])(m)),
        _PURE,
        "epsilon",
        "the output",
        {"D": DATASET, "t": RECORD},
    ),
    Levelled("ex-post-dp", lambda m, _s, _c: _single_outputs(m, units.one_record(m)), _PURE, "epsilon", "the output"),
    Compared("machine-learning-dp-lbg17", _answers, _PURE, ("epsilon",), {"D": DATASET, "t": RECORD}),
    Compared(
        "individual-renyi-dp",
        datasets_from(lambda s, _: data_units.with_record(s["t"])),
        standards.Renyi(),
        ("alpha", "rho"),
        {"t": RECORD},
        names={"epsilon": "rho"},
        at_least={"alpha": 1},
    ),
    Levelled("per-record-zcdp", _by_record, Concentrated(), "P", "the record"),
    Levelled("minid-dp", _by_smaller_level, _PURE, "epsilonbar", "the dataset"),
    Levelled("personalized-location-dp", _places_visited, _PURE, "Psi", "the location"),
    Compared(
        "simple-outlier-privacy",
        _outliers,
        _PURE,
        ("k", "epsilon"),
        {"outlierness": OUTLIERNESS},
        choosing=("k",),
        candidates=_degrees,
        at_least={"k": 1},
    ),
    Compared("refinement-dp", _refined, _PURE, ("rho",), {"g": REFINEMENT}, names={"epsilon": "rho"}),
    Conditional(
        "induced-subspace-dp",
        _protected_part(lambda _: units.one_record),
        _APPROXIMATE,
        _BOTH,
        _INVARIANT,
        fault=_broken_invariant,
    ),
    Conditional(
        "integer-subspace-dp", _protected_part(_keeping_the_table), _APPROXIMATE, _BOTH, _INVARIANT, fault=_broken_invariant
    ),
    # data drawn at random
    Compared("approximate-causal-dp", lambda m, s, _: record_changed(m, s["Theta"]), _APPROXIMATE, _BOTH, _THETA),
    Compared("inference-based-causal-dp", _two_conclusions, _PURE, ("epsilon",), _THETA),
    Compared("inherit-dp", lambda m, s, _: record_dropped(m, s["Theta"]), _APPROXIMATE, _BOTH, _THETA),
    Compared("empirical-dp-bd19", _observed, _APPROXIMATE, _BOTH, {"sample": SAMPLE}),
    Compared(
        "information-privacy-wxh17",
        lambda m, s, _: prior_against_posterior(m, s["Theta"], membership(m), away=False),
        _PURE,
        ("epsilon",),
        _THETA,
    ),
    Compared(
        "partially-private-pufferfish",
        lambda m, s, _: secrets(m, s["Theta"], s["Phi"]),
        _PURE,
        ("epsilon",),
        {"Theta": PUBLIC_PRIORS, "Phi": SECRET_PAIRS},
    ),
    Compared(
        "divergence-distribution-privacy-aux",
        lambda m, s, _: prior_pairs(m, s["Theta"]),
        lambda s: standards.FDivergence(s["f"]),
        ("epsilon",),
        {"f": GENERATOR, "Theta": INFORMED_PAIRS},
    ),
    Compared(
        "privacy-at-risk",
        lambda m, s, _: average_replacement(m, [s["prior"]]),
        standards.ProbabilisticLoss(),
        _BOTH,
        {"prior": RECORD_LAW},
    ),
    Compared(
        "predictive-dp",
        _redrawn,
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    Tallied("generalized-dp", ("gamma", "epsilon"), _typical_set, _neighbour_losses, {"theta": DATASET_LAW}),
    TwoOutputs(),
    Smoothed(),
    Easing("sketch-privacy", _sketches, _PURE, ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}),
    Easing(
        "approximate-sketch-privacy",
        _sketches,
        _APPROXIMATE,
        ("N", "epsilon", "delta"),
        choosing=("N",),
        candidates=_sizes,
        at_least={"N": 1},
    ),
    Easing("sketch-kl-privacy", _sketches, MeanGain(), ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}),
    OnAverage(
        "average-sketch-privacy", _sketches, _PURE, ("N", "epsilon"), choosing=("N",), candidates=_sizes, at_least={"N": 1}
    ),
    # outside
    Compared("weak-dp", lambda m, s, _: unknown_records(m, s["prior"], 0), _PURE, ("epsilon",), {"prior": RECORD_LAW}),
    Compared("posteriori-dp", _scaled_by_prior, _PURE, ("epsilon",), {"theta": DATASET_LAW}),
    Compared(
        "mutual-information-privacy-wyz16", _data_with_output, standards.KullbackLeibler(), ("epsilon",), {"theta": DATASET_LAW}
    ),
    Compared(
        "individual-privacy",
        _inputs_with_view,
        standards.KullbackLeibler(),
        ("epsilon",),
        {"theta": DATASET_LAW, "C": CORRUPTED},
    ),
    Compared("membership-privacy-sds19", _used_or_not, standards.ProbabilisticLoss(), _BOTH, {"prior": TRAINING}),
    Measured("mutual-information-dp", "epsilon", _capacity),
    Measured("measure-of-privacy", "epsilon", _classes),
    Measured("noiseless-privacy-far21", "epsilon", _reach),
    Measured("error-preserving-privacy", "epsilon", _squared_error, {"theta": DATASET_LAW}),
    Measured("differential-identifiability", "rho", _posterior_of_the_missing, {"U": UNIVERSE}, most=1, strict=(0, 1)),
    Measured("integral-privacy", "k", _generators, {"P": POPULATION}, stronger=True, at_least=1),
    Estimated("data-privacy", jointly=False),
    Estimated("multi-dimensional-data-privacy", jointly=True),
    Tallied(
        "relaxed-indistinguishability",
        ("l", "epsilon"),
        _alternatives,
        _replacement_losses,
        stronger=True,
        at_least={"l": 1},
    ),
    Tallied("crowd-blending-privacy", ("k", "epsilon"), _crowd, _crowd_losses, stronger=True, at_least={"k": 1}),
)
