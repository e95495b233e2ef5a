"""Later notions that compare datasets: their attributes, people, records, or one dataset, record or output."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import Laws
from dpzoo.blocks.standards import Concentrated
from dpzoo.blocks.structures import DATASET, RECORD, Path, Structure, freeze
from dpzoo.notions.executable import Executable, PairwiseNotion, Values
from dpzoo.notions.levels import CurveNotion
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


def _one_attribute(_structure: Values, _: Values) -> units.Unit:
    return units.attribute()


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
    PairwiseNotion("average-leave-one-out-kl-stability", _without_each, standards.KullbackLeibler(), ("epsilon",)),
    # one record, one dataset, one output
    CurveNotion(
        "ex-post-per-instance-dp",
        lambda m, s, _: _single_outputs(m, units.instance(s["D"], s["t"])(m)),
        _PURE,
        "epsilon",
        "the output",
        {"D": DATASET, "t": RECORD},
    ),
    CurveNotion("ex-post-dp", lambda m, _s, _c: _single_outputs(m, units.one_record(m)), _PURE, "epsilon", "the output"),
    PairwiseNotion("machine-learning-dp-lbg17", _answers, _PURE, ("epsilon",), {"D": DATASET, "t": RECORD}),
    CurveNotion("per-record-zcdp", _by_record, Concentrated(), "P", "the record"),
    CurveNotion("minid-dp", _by_smaller_level, _PURE, "epsilonbar", "the dataset"),
    CurveNotion("personalized-location-dp", _places_visited, _PURE, "Psi", "the location"),
    PairwiseNotion("refinement-dp", _refined, _PURE, ("rho",), {"g": REFINEMENT}, names={"epsilon": "rho"}),
)
