"""Pairs of datasets that no recorded unit names: of sets, images, texts, ratings, senders and models."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.data_units import between_records
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.record_structures import FEATURES, ITEM_DISTANCE, QUERY_SEQUENCE
from dpzoo.blocks.structures import DATASET, MULTIVERSE, RECORD, Path, Structural, Structure, freeze, whole
from dpzoo.blocks.units import at_distances
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion, RadiusNotion, datasets, datasets_from
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, compare, real
from dpzoo.numbers.values import value

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


def _radii(mechanism: FiniteMechanism, structure: Structural) -> list[Real]:
    items = list(dict.fromkeys(r[1] for r in mechanism.records if isinstance(r, tuple) and len(r) == 3))
    found = [real(0)]
    for a in items:
        for b in items:
            d = ITEM_DISTANCE.of(structure, "d")(a, b)
            if not d.infinite and not any(compare(d, f) in (0, None) for f in found):
                found.append(d)
    return sorted(found)


def _reports(*, users: int | None = None, values: int = 1) -> Any:
    return datasets_from(lambda _, chosen: data_units.senders(whole(chosen["k"], "k"), users=users, values=values))


def _numbers_of_reports(values: int) -> Callable[[FiniteMechanism, Structural], list[Real]]:
    return lambda m, _: [real(k) for k in range(1, max(2, 1 + max(len(d) for d in m.datasets) - values))]


def pure(notion: str, unit: units.Unit) -> PairwiseNotion:
    """Pure DP on a fixed unit."""
    return PairwiseNotion(notion, datasets(unit), _PURE, ("epsilon",))


def approximate(notion: str, unit: units.Unit, structure: Mapping[str, Structure[object]] | None = None) -> PairwiseNotion:
    """Approximate DP on a fixed unit."""
    return PairwiseNotion(notion, datasets(unit), _APPROXIMATE, _BOTH, structure or {})


@dataclass(frozen=True)
class SenderNotion(PairwiseNotion):
    """A notion on the senders of reports: its γ is a loss and not a probability."""

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`PairwiseNotion`; γ may be any number that is not negative."""
        if name != "gamma":
            return super().read_value(name, given)
        found = value(given, name)
        if found < 0:
            raise BlockError(f"gamma is {given}; it must be at least 0")
        return found


def _refinement(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Hashable, ...], ...]:
    if callable(given):
        return tuple(tuple(freeze(given(d, o)) for o in mechanism.outputs) for d in mechanism.datasets)
    rows = given if isinstance(given, list | tuple) else ()
    if len(rows) != len(mechanism.datasets) or any(
        not isinstance(r, list | tuple) or len(r) != len(mechanism.outputs) for r in rows
    ):
        raise BlockError("a refinement map is a list with one list per dataset, of the refined output for each output", path)
    return tuple(tuple(freeze(o) for o in row) for row in rows)


def _refined(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    rows = []
    for i in range(len(mechanism.datasets)):
        law: dict[Hashable, Any] = {}
        for new, w in zip(REFINEMENT.of(structure, "g")[i], mechanism.matrix[i], strict=True):
            law[new] = law.get(new, 0) + w
        rows.append(law)
    outputs = list(dict.fromkeys(o for law in rows for o in law))
    seen = FiniteMechanism(
        mechanism.datasets, outputs, [[law.get(o, 0) for o in outputs] for law in rows], neighbours=mechanism.neighbours
    )
    return of_datasets(seen, units.one_record(seen))


def _answers(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """A classifier's answer to each question, with and without one example: outputs are tuples, an answer per question."""
    widths = {len(o) if isinstance(o, tuple) else 0 for o in mechanism.outputs}
    if len(widths) != 1 or widths == {0}:
        raise BlockError("the outputs are not classifiers: write each as a tuple with its answer to every question")
    example, training_set = RECORD.of(structure, "t"), DATASET.of(structure, "D")
    if example not in training_set:
        raise BlockError(f"the training set {show_dataset(training_set)} does not contain the example {example!r}", ("t",))
    here = mechanism.index(training_set)
    found: LabelledLaws | None = None
    for x in range(widths.pop()):
        seen = mechanism.post_process({o: o[x] for o in mechanism.outputs if isinstance(o, tuple)})
        laws = LabelledLaws([(f"answer to question {x + 1}", o) for o in seen.outputs])
        for p in units.removals_at_each_position(seen):
            if p.left == here and p.changed[1] == example:  # type: ignore[index]
                rows = [laws.add(seen.matrix[k], show_dataset(seen.datasets[k])) for k in (p.left, p.right)]
                laws.compare_both(rows[0], rows[1])
        found = laws if found is None else found.joined(laws)
    assert found is not None
    return found.comparisons()


REFINEMENT = Structure("refinement map", "for each dataset the list of refined outputs, in the order of the outputs", _refinement)


def _of_one_frame(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """Samples of equal size that one frame can give, at their Hamming distance."""
    together = {
        (mechanism.index(a), mechanism.index(b)) for f in MULTIVERSE.of(structure, "F") for a, b in itertools.permutations(f, 2)
    }
    near = [DatasetPair(i, j) for i, j in sorted(together) if len(mechanism.datasets[i]) == len(mechanism.datasets[j])]

    def apart(m: FiniteMechanism, p: DatasetPair) -> Real:
        return real(sum(x != y for x, y in zip(m.datasets[p.left], m.datasets[p.right], strict=True)))

    return at_distances(lambda _m: near, apart, mechanism)


NOTIONS: tuple[Executable, ...] = (
    pure("set-operations-dp", data_units.set_operands),
    PairwiseNotion("frame-invariant-dp", _of_one_frame, _PURE, ("epsilon",), {"F": MULTIVERSE}, per_distance=("epsilon",)),
    RadiusNotion(
        "recommendation-systems-dp",
        datasets_from(lambda s, chosen: data_units.ratings(ITEM_DISTANCE.of(s, "d"), chosen["r"])),
        _PURE,
        ("r", "epsilon"),
        {"d": ITEM_DISTANCE},
        choosing=("r",),
        candidates=_radii,
    ),
    PairwiseNotion(
        "dp-image",
        lambda m, s, _: at_distances(
            data_units.single,
            between_records(lambda a, b: data_units.euclidean(FEATURES.of(s, "F")(a), FEATURES.of(s, "F")(b))),
            m,
        ),
        _PURE,
        ("epsilon",),
        {"F": FEATURES},
        per_distance=("epsilon",),
    ),
    PairwiseNotion(
        "text-indistinguishability",
        lambda m, _s, _c: at_distances(data_units.single, between_records(data_units.euclidean), m),
        _PURE,
        ("epsilon",),
        per_distance=("epsilon",),
    ),
    approximate("outsourced-database-dp", units.bounded, {"q": QUERY_SEQUENCE}),
    SenderNotion(
        "untrackability",
        _reports(users=2),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    SenderNotion(
        "multi-user-untrackability",
        _reports(),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(1),
    ),
    SenderNotion(
        "undetectability",
        _reports(users=2, values=2),
        _PURE,
        ("k", "gamma"),
        names={"epsilon": "gamma"},
        choosing=("k",),
        at_least={"k": 1},
        candidates=_numbers_of_reports(2),
    ),
    PairwiseNotion("machine-learning-dp-lbg17", _answers, _PURE, ("epsilon",), {"D": DATASET, "t": RECORD}),
    PairwiseNotion("refinement-dp", _refined, _PURE, ("rho",), {"g": REFINEMENT}, names={"epsilon": "rho"}),
)
