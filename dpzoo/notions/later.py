"""Later notions that compare datasets: their attributes, people, records, or one dataset, record or output."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.concentrated import greatest_excess
from dpzoo.blocks.divergences import max_divergence
from dpzoo.blocks.mechanism import FiniteMechanism, Record, show_dataset
from dpzoo.notions.datatypes import pure
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.levels import Levelled
from dpzoo.notions.lifts import Laws, datasets, datasets_from
from dpzoo.notions.neighborhood import OWNER, record_function
from dpzoo.notions.structures import (
    DATASET,
    GENERATOR,
    RECORD,
    RELATION,
    Path,
    Structure,
    dataset,
    freeze,
    list_of,
    number,
    number_or_vector,
    pair_of,
    record,
    table,
)
from dpzoo.notions.variation import OUTLIERNESS
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, compare, real

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


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
ANOMALIES = Structure("set of anomalies", "the record values that are anomalies, as a list", list_of(record, "records"))


def _refinement(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Hashable, ...], ...]:
    if callable(given):
        return tuple(tuple(freeze(given(d, o)) for o in mechanism.outputs) for d in mechanism.datasets)
    rows = given if isinstance(given, list | tuple) else ()
    if len(rows) != len(mechanism.datasets) or any(
        not isinstance(r, list | tuple) or len(r) != len(mechanism.outputs) for r in rows
    ):
        raise BlockError("a refinement map is a list with one list per dataset, of the refined output for each output", path)
    return tuple(tuple(freeze(o) for o in row) for row in rows)


REFINEMENT = Structure("refinement map", "for each dataset the list of refined outputs, in the order of the outputs", _refinement)


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
)
