"""Later notions of data drawn at random: by an attacker's prior, by a training procedure, from a population."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.divergences import epsilon_at, hockey_stick
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.prior_units import Laws, average_replacement, prior_pairs, secrets, sizes_of
from dpzoo.blocks.priors import Prior, mixture
from dpzoo.blocks.structures import (
    DATASET_LAW,
    GENERATOR,
    PRIORS,
    RECORD_LAW,
    RECORD_LAWS,
    SECRET_PAIRS,
    Path,
    Structure,
    list_of,
    pair_of,
    prior,
    probability,
    record_law,
)
from dpzoo.notions.executable import Executable, PairwiseNotion, Values, judge
from dpzoo.notions.results import Certainty, Judgement, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import ZERO, Real, greatest, real

_PURE = standards.MaxDivergence()
_APPROXIMATE = standards.HockeyStick()
_THETA = {"Theta": PRIORS}
_BOTH = ("epsilon", "delta")


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


def _knowing_first(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    belief = prior(given, mechanism, path)
    firsts = {d[:1] for d, w in belief.datasets.items() if w}
    if len(firsts) != 1 or () in firsts:
        raise BlockError(f"the datasets of the prior {belief.name} do not begin with one and the same public entry", path)
    return belief


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


def _corrupted(given: Any, mechanism: FiniteMechanism, path: Path) -> frozenset[int]:
    most = max(len(d) for d in mechanism.datasets)
    if not isinstance(given, list | tuple | set | frozenset) or any(
        not isinstance(k, int) or isinstance(k, bool) or not 0 <= k < most for k in given
    ):
        raise BlockError(f"the corrupted parties are a list of positions from 0 to {most - 1}", path)
    return frozenset(given)


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


TRAINING = Structure(
    "training-set distribution", "records with probabilities, candidates (a number) and the chance of each to be used", _training
)


CORRUPTED = Structure("set of corrupted parties", "their positions, from 0, as a list", _corrupted)


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
    size, corrupted = size_of(structure["theta"]), sorted(structure["C"])
    return _information(
        mechanism,
        structure["theta"],
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
        inner = PairwiseNotion(self.notion, _independent_draws, standard, ("gamma", main), self.structure, exempting="gamma")
        found = inner.solve(mechanism, structure, {k: v for k, v in fixed.items() if k != held}, free)
        return Tightest(
            self.notion, free, found.value, found.certainty, fixed, found.worst, found.attained, found.tolerance, note=found.note
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """The probability of a bad pair against γ."""
        tight = self.solve(mechanism, structure, {k: parameters[k] for k in ("epsilon", "delta")}, "gamma")
        return judge(tight, parameters["gamma"], stronger=False, parameters=parameters)


@dataclass(frozen=True)
class SmoothedNotion(Executable):
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
        loss = standards.least(lambda e: self._mean(mechanism, structure["Theta"], e, exact=False) <= target * (1 + 1e-12))
        return Tightest(self.notion, free, loss, Certainty.NUMERIC, fixed, tolerance=1e-9)

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
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


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion("inference-based-causal-dp", _two_conclusions, _PURE, ("epsilon",), _THETA),
    PairwiseNotion(
        "partially-private-pufferfish",
        lambda m, s, _: secrets(m, s["Theta"], s["Phi"]),
        _PURE,
        ("epsilon",),
        {"Theta": PUBLIC_PRIORS, "Phi": SECRET_PAIRS},
    ),
    PairwiseNotion(
        "divergence-distribution-privacy-aux",
        lambda m, s, _: prior_pairs(m, s["Theta"]),
        lambda s: standards.FDivergence(s["f"]),
        ("epsilon",),
        {"f": GENERATOR, "Theta": INFORMED_PAIRS},
    ),
    PairwiseNotion(
        "privacy-at-risk",
        lambda m, s, _: average_replacement(m, [s["prior"]]),
        standards.ProbabilisticLoss(),
        _BOTH,
        {"prior": RECORD_LAW},
    ),
    PairwiseNotion(
        "predictive-dp",
        _redrawn,
        standards.Indistinguishability(),
        ("gamma", "epsilon"),
        {"prior": RECORD_LAW},
        exempting="gamma",
    ),
    TwoOutputs(),
    SmoothedNotion(),
    PairwiseNotion("posteriori-dp", _scaled_by_prior, _PURE, ("epsilon",), {"theta": DATASET_LAW}),
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
