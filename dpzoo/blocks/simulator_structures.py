"""What a simulator sees, and what else such notions are given: signals, aggregates, worlds, leaks, subspaces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from dpzoo.blocks.finite_mechanism import ROW_TOLERANCE, Dataset, FiniteMechanism, Matrix, show_dataset
from dpzoo.blocks.structures import Path, Structure, freeze, number, probability, table
from dpzoo.numbers.errors import BlockError

Signal = Hashable
"""What a simulator sees."""


class Sign(Enum):
    """Marks in the data that simulators see; an enumeration, so that they differ from every record."""

    BLANK = "·"
    ABSENT = "absent"

    def __str__(self) -> str:
        return self.value


def blanked(dataset: Dataset, position: int) -> Dataset:
    """The dataset with one record blanked out (its position stays visible)."""
    return (*dataset[:position], Sign.BLANK, *dataset[position + 1 :])


def show_signal(value: Hashable) -> str:
    """A signal, a dataset among them, in words."""
    return show_dataset(value) if isinstance(value, tuple) else str(value)


def signal_law(given: Any, path: Path) -> dict[Signal, Any]:
    """What an aggregate returns on one dataset: a value, or a distribution of values.

    A distribution is a mapping of values to probabilities, or a list of ``{"value": …, "probability": …}``.
    """
    if isinstance(given, list | tuple) and given and all(isinstance(e, Mapping) for e in given):
        law: dict[Signal, Any] = {}
        for k, entry in enumerate(given):
            if set(entry) != {"value", "probability"}:
                raise BlockError("each entry of a randomised aggregate has the keys value and probability", (*path, k))
            key = freeze(entry["value"])
            law[key] = law.get(key, Fraction(0)) + probability(entry["probability"], (*path, k, "probability"))
    elif isinstance(given, Mapping):
        law = {freeze(v): probability(w, path) for v, w in given.items()}
    else:
        return {freeze(given): Fraction(1)}
    total = sum(law.values(), Fraction(0))
    if any(w < 0 for w in law.values()) or abs(total - 1) > (ROW_TOLERANCE if isinstance(total, float) else 0):
        raise BlockError(f"the probabilities of a randomised aggregate are not negative and sum to 1, not to {total}", path)
    return law


def aggregate(given: Any, mechanism: FiniteMechanism, path: Path) -> dict[Dataset, dict[Signal, Any]]:
    """An aggregate on every dataset without one record, of any size.

    A callable, a mapping of datasets, entries ``{"dataset": …, "value": …}``, or the values in the order of the datasets.
    """
    needed = tuple(dict.fromkeys(d[:i] + d[i + 1 :] for d in mechanism.datasets for i in range(len(d))))
    if callable(given):
        return {d: signal_law(given(d), path) for d in needed}
    if isinstance(given, Mapping):
        entries = {freeze(d): v for d, v in given.items()}
    else:
        entries = _by_dataset(_items(given, path, "values, one per dataset"), mechanism, path)
    missing = [d for d in needed if d not in entries]
    if missing:
        raise BlockError(
            f"the aggregate has no value for the dataset {show_dataset(missing[0])}, which is left when a record is removed; "
            'name datasets in entries with "dataset" and "value"',
            path,
        )
    return {d: signal_law(entries[d], path) for d in needed}


def _by_dataset(items: Sequence[Any], mechanism: FiniteMechanism, path: Path) -> dict[Any, Any]:
    if items and all(isinstance(e, Mapping) and set(e) == {"dataset", "value"} for e in items):
        return {freeze(e["dataset"]): e["value"] for e in items}
    if len(items) != len(mechanism.datasets):
        raise BlockError(f"the aggregate has {len(items)} values for {len(mechanism.datasets)} datasets", path)
    return dict(zip(mechanism.datasets, items, strict=True))


def aggregates(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[dict[Dataset, dict[Signal, Any]], ...]:
    """A family of aggregates."""
    found = tuple(aggregate(a, mechanism, (*path, k)) for k, a in enumerate(_items(given, path, "aggregates")))
    if not found:
        raise BlockError("the family of aggregates is empty; give at least one", path)
    return found


def _items(given: Any, path: Path, of: str) -> list[Any]:
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise BlockError(f"a list of {of} is needed, and {given!r} is given", path)
    return list(given)


def worlds_of(
    given: Any, mechanism: FiniteMechanism, path: Path
) -> tuple[tuple[dict[Dataset, dict[Signal, Any]], dict[Dataset, Hashable]], ...]:
    """Alternative worlds: pairs (agg, priv), or ``{"agg": …, "priv": …}``, each a function of the mechanism's datasets."""
    read_agg, read_priv = table(signal_law), table(lambda v, _: freeze(v))
    found = []
    for k, item in enumerate(_items(given, path, "pairs of functions, agg and priv")):
        here = (*path, k)
        if isinstance(item, Mapping):
            if set(item) != {"agg", "priv"}:
                raise BlockError("each entry has the keys agg and priv", here)
            item = (item["agg"], item["priv"])  # noqa: PLW2901
        parts = _items(item, here, "two functions, agg and priv")
        if len(parts) != len(("agg", "priv")):
            raise BlockError(f"a pair of functions, agg and priv, is needed, and {len(parts)} are given", here)
        found.append((read_agg(parts[0], mechanism, (*here, "agg")), read_priv(parts[1], mechanism, (*here, "priv"))))
    if not found:
        raise BlockError("the family of alternative worlds is empty; give at least one pair", path)
    return tuple(found)


Leaks = dict[Dataset, dict[Hashable, Matrix]]
"""For each dataset and leak the probabilities of each output together with that leak."""


def leakage(given: Any, mechanism: FiniteMechanism, path: Path) -> Leaks:
    """The joint law of output and leak on each dataset; its outputs must be distributed as the mechanism's.

    A function of (dataset, output), where those determine the leak; or per dataset (in order, or by a mapping) the leaks in the
    order of the outputs, a mapping of (output, leak) to probabilities, or a list of entries with output, leak and probability.
    """
    if callable(given):
        return {
            d: _joined(mechanism, d, [(o, given(d, o), mechanism.probability(d, o)) for o in mechanism.outputs], path)
            for d in mechanism.datasets
        }
    per_dataset = table(lambda item, _: item)(given, mechanism, path)
    found = {}
    for k, (d, item) in enumerate(per_dataset.items()):
        here = (*path, k)
        found[d] = _joined(mechanism, d, _entries(item, mechanism, d, here), here)
    return found


def _entries(item: Any, mechanism: FiniteMechanism, d: Dataset, path: Path) -> list[tuple[Hashable, Any, Any]]:
    if isinstance(item, Mapping):
        if not all(isinstance(k, tuple) and len(k) == 2 for k in item):
            raise BlockError("the law of a dataset is a mapping of pairs (output, leak) to probabilities", path)
        return [(o, leak, probability(w, path)) for (o, leak), w in item.items()]
    items = _items(item, path, "outputs with leaks")
    if all(isinstance(e, Mapping) for e in items):
        for k, e in enumerate(items):
            if set(e) != {"output", "leak", "probability"}:
                raise BlockError("each entry has the keys output, leak and probability", (*path, k))
        return [
            (freeze(e["output"]), e["leak"], probability(e["probability"], (*path, k, "probability")))
            for k, e in enumerate(items)
        ]
    if len(items) != len(mechanism.outputs):
        raise BlockError(f"{len(items)} leaks are given for {len(mechanism.outputs)} outputs", path)
    return [(o, leak, mechanism.probability(d, o)) for o, leak in zip(mechanism.outputs, items, strict=True)]


def _joined(
    mechanism: FiniteMechanism, d: Dataset, entries: Iterable[tuple[Hashable, Any, Any]], path: Path
) -> dict[Hashable, Matrix]:
    places = {o: k for k, o in enumerate(mechanism.outputs)}
    listed = [(o, freeze(leak), w) for o, leak, w in entries]
    exact = mechanism.exact and not any(isinstance(w, float) for _, _, w in listed)
    joint: dict[Hashable, Matrix] = {}
    for o, leak, w in listed:
        if o not in places:
            raise BlockError(f"the mechanism has no output {o!r}", path)
        if w < 0:
            raise BlockError(f"the output {o!r} and the leak {leak!r} have the negative probability {w}", path)
        if leak not in joint:
            joint[leak] = np.array([Fraction(0)] * len(places), dtype=object) if exact else np.zeros(len(places))
        joint[leak][places[o]] += w if exact else float(w)
    for o, k in places.items():
        total, expected = sum((law[k] for law in joint.values()), Fraction(0)), mechanism.probability(d, o)
        if total != expected if exact else abs(float(total) - float(expected)) > ROW_TOLERANCE:
            raise BlockError(
                f"with its leaks the output {show_signal(o)} has the probability {total} on {show_dataset(d)}, "
                f"and {expected} in the mechanism; they must agree",
                path,
            )
    return joint


def subspace(given: Any, mechanism: FiniteMechanism, path: Path) -> dict[Hashable, str]:
    """The projection of every output onto the span of the given vectors, as a text; outputs are numbers or tuples of numbers."""
    vectors = {o: _vector(o, ("outputs", k)) for k, o in enumerate(mechanism.outputs)}
    width = len(next(iter(vectors.values())))
    basis = [_vector(freeze(v), (*path, k)) for k, v in enumerate(_items(given, path, "vectors"))]
    for o, vector in vectors.items():
        if len(vector) != width:
            raise BlockError(
                f"the outputs are vectors of different lengths: {show_signal(o)} has {len(vector)} entries, not {width}",
                ("outputs",),
            )
    for k, v in enumerate(basis):
        if len(v) != width:
            raise BlockError(f"a vector of the basis has {len(v)} entries, and the outputs have {width}", (*path, k))
    return {o: show_dataset(projection(v, basis)) for o, v in vectors.items()}


def _vector(given: Any, path: Path) -> tuple[Fraction, ...]:
    entries = []
    for x in given if isinstance(given, tuple) else (given,):
        read = None if isinstance(x, bool) else number(x, path)
        if read is None or read.rational is None:
            raise BlockError(f"{x!r} is not a rational number; outputs and basis are numbers or lists of numbers", path)
        entries.append(read.rational)
    return tuple(entries)


def projection(vector: Sequence[Fraction], basis: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """The orthogonal projection of a vector onto the span of others, exactly."""
    if not basis:
        return (Fraction(0),) * len(vector)
    entries = [flint.fmpq(x.numerator, x.denominator) for v in basis for x in v]
    reduced, rank = flint.fmpq_mat(len(basis), len(vector), entries).rref()
    if not rank:
        return (Fraction(0),) * len(vector)
    rows = flint.fmpq_mat(rank, len(vector), [reduced[i, j] for i in range(rank) for j in range(len(vector))])
    column = flint.fmpq_mat(len(vector), 1, [flint.fmpq(x.numerator, x.denominator) for x in vector])
    found = rows.transpose() * (rows * rows.transpose()).solve(rows * column)
    return tuple(Fraction(int(found[j, 0].p), int(found[j, 0].q)) for j in range(len(vector)))


AGGREGATES = Structure(
    "family of aggregates",
    "a list of aggregates, each a value or a distribution of values for every dataset without one record",
    aggregates,
)
ALTERNATIVE_WORLDS = Structure(
    "alternative worlds", "a list of pairs agg and priv, each with one value per dataset (agg: or a distribution)", worlds_of
)
LEAKAGE = Structure(
    "leakage function",
    "for each dataset the joint law of output and leak, as entries with output, leak and probability",
    leakage,
)
SUBSPACE = Structure("subspace", "a list of vectors that span the protected subspace", subspace)
