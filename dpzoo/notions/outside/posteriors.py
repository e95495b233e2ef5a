"""Older notions of a joint law of data and output: posteriors and mutual information."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.priors import Prior, mixture
from dpzoo.blocks.structures import DATASET_LAW, Path, Structural, Structure, probability, record_law
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.numbers.errors import BlockError

_PURE = standards.MaxDivergence()
_BOTH = ("epsilon", "delta")


def _training(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[dict[Record, Any], int, Any]:
    if not isinstance(given, Mapping) or set(given) != {"records", "candidates", "chance"}:
        raise BlockError("a training-set distribution has the keys records, candidates and chance", path)
    count = given["candidates"]
    if not isinstance(count, int) or count < 1:
        raise BlockError(f"the number of candidates must be at least 1, not {count!r}", (*path, "candidates"))
    chance = probability(given["chance"], (*path, "chance"))
    if not 0 < chance < 1:
        raise BlockError(
            f"the chance of a candidate must lie strictly between 0 and 1, not at {given['chance']!r}", (*path, "chance")
        )
    return record_law(given["records"], mechanism, (*path, "records")), count, chance


def _corrupted(given: Any, mechanism: FiniteMechanism, path: Path) -> frozenset[int]:
    most = max(len(d) for d in mechanism.datasets)
    if not isinstance(given, list | tuple | set | frozenset) or any(
        not isinstance(k, int) or isinstance(k, bool) or not 0 <= k < most for k in given
    ):
        raise BlockError(f"the corrupted parties are a list of positions from 0 to {most - 1}", path)
    return frozenset(given)


TRAINING = Structure(
    "training-set distribution", "records with probabilities, candidates (a number) and the chance of each to be used", _training
)


def _scaled_by_prior(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """θ(D) times the law of the output on D, for datasets of the prior's size of which one record is replaced."""
    weights = DATASET_LAW.of(structure, "theta").datasets
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
    found: LabelledLaws | None = None
    exact = mechanism.exact and not any(isinstance(w, float) for w in belief.datasets.values())
    for name, of, beside in parts:
        joint: dict[tuple[Hashable, Hashable], Any] = {}
        for d, w in belief.datasets.items():
            for o, p in zip(mechanism.outputs, mechanism.row(d) if w else (), strict=False):
                if w and p:
                    key = (of(d), (beside(d), o))
                    joint[key] = joint.get(key, 0) + (w * p if exact else float(w) * float(p))
        rows, labels = _joint_and_product(name, joint, exact)
        laws = LabelledLaws([(name, k) for k in range(len(rows[0]))])
        laws.pairs.append((laws.add(rows[0], labels[0]), laws.add(rows[1], labels[1])))
        found = laws if found is None else found.joined(laws)
    return (found or LabelledLaws(mechanism.outputs)).comparisons()


def _data_with_output(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    return _information(mechanism, DATASET_LAW.of(structure, "theta"), [("the dataset", lambda d: d, lambda _d: None)])


def _inputs_with_view(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    size, corrupted = size_of(DATASET_LAW.of(structure, "theta")), sorted(CORRUPTED.of(structure, "C"))
    return _information(
        mechanism,
        DATASET_LAW.of(structure, "theta"),
        [
            (f"input {i + 1}", lambda d, i=i: d[i], lambda d: tuple(d[k] for k in corrupted))  # type: ignore[misc]
            for i in range(size)
            if i not in corrupted
        ],
    )


def size_of(belief: Prior) -> int:
    """The number of records of a distribution on datasets of one size."""
    sizes = {len(d) for d, w in belief.datasets.items() if w}
    if len(sizes) != 1:
        raise BlockError("the distribution gives probability to datasets of different sizes; give one size", ("theta",))
    return sizes.pop()


def _used_or_not(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """The parameters given that the first candidate is a particular record and used, against those given that it is not used."""
    law, candidates, chance = TRAINING.of(structure, "prior")
    laws = LabelledLaws(mechanism.outputs)

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


CORRUPTED = Structure("set of corrupted parties", "their positions, from 0, as a list", _corrupted)


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion("posteriori-dp", _scaled_by_prior, _PURE, ("epsilon",), {"theta": DATASET_LAW}),
    PairwiseNotion("identifiability-wyz16", _scaled_by_prior, _PURE, ("epsilon",), {"theta": DATASET_LAW}),
    PairwiseNotion(
        "mutual-information-privacy-wyz16", _data_with_output, standards.KullbackLeibler(), ("epsilon",), {"theta": DATASET_LAW}
    ),
    PairwiseNotion(
        "individual-privacy",
        _inputs_with_view,
        standards.KullbackLeibler(),
        ("epsilon",),
        {"theta": DATASET_LAW, "C": CORRUPTED},
    ),
    PairwiseNotion("membership-privacy-sds19", _used_or_not, standards.ProbabilisticLoss(), _BOTH, {"prior": TRAINING}),
)
