"""Notions of data drawn at random, or of pairs of datasets that a draw decides."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.divergences import Law, Number, epsilon_at, hockey_stick
from dpzoo.blocks.finite_mechanism import FiniteMechanism, Record, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws, average_replacement, sizes_of, with_random_record
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.structures import DESIGN, PRIORS, RECORD_LAW, RECORD_LAWS, Structural, Structure
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.notions.results import Certainty, Judgement, Tightest
from dpzoo.notions.scalar import BudgetedNotion, Measure, ScalarNotion
from dpzoo.numbers.real import ZERO, Real, greatest, real

_THETA = {"Theta": PRIORS}
_BOTH = ("epsilon", "delta")


def _drawn_apart(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """Two datasets of the same size drawn independently without replacement: the pairs with their probabilities."""
    pairs: dict[tuple[Any, int, int], Any] = {}
    for number_, law in enumerate(LAWS.of(structure, "laws"), start=1):
        support = {t: w for t, w in law.items() if w}
        sizes = [n for n in sorted({len(d) for d in mechanism.datasets if d}) if n <= len(support)]
        for n in sizes:
            draws = _without_replacement(support, n)
            for (a, v), (b, w) in itertools.product(draws.items(), repeat=2):
                key = ((number_, n), mechanism.index(a), mechanism.index(b))
                pairs[key] = pairs.get(key, Fraction(0)) + v * w
    return of_datasets(
        mechanism, [DatasetPair(i, j) for _, i, j in pairs], weights=tuple(pairs.values()), groups=tuple(g for g, _, _ in pairs)
    )


def _without_replacement(law: Mapping[Any, Any], size: int) -> dict[tuple[Any, ...], Any]:
    found = {}
    for drawn in itertools.permutations(law, size):
        weight: Any = Fraction(1)
        left: Any = sum(law.values(), Fraction(0))
        for t in drawn:
            weight, left = weight * law[t] / left, left - law[t]
        found[drawn] = weight
    return found


def _uniform(mechanism: FiniteMechanism) -> Sequence[Mapping[Any, Any]]:
    return [{t: Fraction(1, len(mechanism.records)) for t in mechanism.records}]


def _without_each(mechanism: FiniteMechanism, _structure: Structural, _: Values) -> Comparisons:
    """(i, output) for a uniform i: with all records, and without the i-th. Datasets whose parts are not there are left out."""
    parts: LabelledLaws | None = None
    for d in mechanism.datasets:
        shorter = [(*d[:i], *d[i + 1 :]) for i in range(len(d))]
        if not d or not all(e in mechanism for e in shorter):
            continue
        share: Any = Fraction(1, len(d)) if mechanism.exact else 1 / len(d)
        laws = LabelledLaws([(len(d), i, o) for i in range(len(d)) for o in mechanism.outputs])
        laws.pairs.append(
            (
                laws.add(np.concatenate([share * mechanism.row(d) for _ in d]), show_dataset(d)),
                laws.add(np.concatenate([share * mechanism.row(e) for e in shorter]), f"{show_dataset(d)} without one record"),
            )
        )
        parts = laws if parts is None else parts.joined(laws)
    return (parts or LabelledLaws(mechanism.outputs)).comparisons()


@dataclass(frozen=True)
class EpsilonAt(standards.Standard):
    """(ε, δ)-indistinguishability in both orders, at a fixed δ."""

    delta: Any
    parameters = ("epsilon",)

    def epsilon(self, p: Law, q: Law) -> Number:
        """The least ε."""
        return _larger(*(epsilon_at(a, b, self.delta if _exact(p) else float(self.delta)) for a, b in ((p, q), (q, p))))


@dataclass(frozen=True)
class DeltaAt(standards.Standard):
    """(ε, δ)-indistinguishability in both orders, at a fixed ε."""

    epsilon: Any
    parameters = ("delta",)

    def delta(self, p: Law, q: Law) -> Number:
        """The least δ."""
        factor = self.epsilon.exp() if _exact(p) else np.exp(min(float(self.epsilon), 700.0))
        return _larger(hockey_stick(p, q, factor), hockey_stick(q, p, factor))


def _exact(law: Any) -> bool:
    return bool(law.dtype == object)


def _larger(a: Any, b: Any) -> Any:
    return greatest([a, b]) if isinstance(a, Real) else np.maximum(a, b)


def _independent_draws(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    pairs, weights, groups = [], [], []
    for k, belief in enumerate(PRIORS.of(structure, "Theta")):
        law = {d: w for d, w in belief.datasets.items() if w}
        for (a, v), (b, w) in itertools.product(law.items(), repeat=2):
            pairs.append(DatasetPair(mechanism.index(a), mechanism.index(b)))
            weights.append(v * w)
            groups.append(k)
    return of_datasets(mechanism, pairs, weights=tuple(weights), groups=tuple(groups))


@dataclass(frozen=True)
class TwoOutputs(Executable):
    """Two independent draws of the data lead to (ε, δ)-indistinguishable outputs with probability at least 1 - γ."""

    notion: str = "typical-stability-two-outputs"
    quantitative: tuple[str, ...] = ("gamma", "epsilon", "delta")
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: _THETA)
    usual: Values = field(default_factory=dict)

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """With δ or ε fixed the other one is a loss that γ of the pairs may exceed."""
        held, main = ("epsilon", "delta") if free == "delta" else ("delta", "epsilon")
        standard = DeltaAt(fixed[held]) if held == "epsilon" else EpsilonAt(fixed[held])
        inner = PairwiseNotion(self.notion, _independent_draws, standard, ("gamma", main), self.structure, exempting="gamma")
        found = inner.solve(mechanism, structure, {k: v for k, v in fixed.items() if k != held}, free)
        return Tightest(
            self.notion, free, found.value, found.certainty, fixed, found.worst, found.attained, found.tolerance, note=found.note
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The probability of a bad pair against γ."""
        tight = self.solve(mechanism, structure, {k: parameters[k] for k in ("epsilon", "delta")}, "gamma")
        return judge(tight, parameters["gamma"], stronger=False, parameters=parameters)


@dataclass(frozen=True)
class SmoothedNotion(Executable):
    """The least δ of each dataset against its neighbours, averaged over independent records from any choice of the laws."""

    notion: str = "smoothed-dp"
    quantitative: tuple[str, ...] = _BOTH
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"Theta": RECORD_LAWS})
    usual: Values = field(default_factory=dict)

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """δ at a loss by its definition; the loss at a δ by halving intervals, numerically."""
        exact = mechanism.exact and not any(
            isinstance(w, float) for law in RECORD_LAWS.of(structure, "Theta") for w in law.values()
        )
        if free == "delta":
            found = self._mean(mechanism, RECORD_LAWS.of(structure, "Theta"), fixed["epsilon"], exact=exact)
            certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
            return Tightest(self.notion, free, found, certainty, fixed, tolerance=0.0 if exact else 1e-9)
        target = float(fixed["delta"])
        loss = standards.least(
            lambda e: self._mean(mechanism, RECORD_LAWS.of(structure, "Theta"), e, exact=False) <= target * (1 + 1e-12)
        )
        return Tightest(self.notion, free, loss, Certainty.NUMERIC, fixed, tolerance=1e-9)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """δ at the given loss against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
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


def _told_from_a_ghost(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The largest information, for each record, that the output has on which one of two drawn records was used at each place.

    Given the 2n drawn records, it is the mean divergence of the output on one choice from the mixture over all 2ⁿ choices.
    """
    law = {t: w for t, w in RECORD_LAW.of(structure, "prior").items() if w}
    exact = mechanism.exact and not any(isinstance(w, float) for w in law.values())
    rows = mechanism.matrix if exact else mechanism.floats
    best = Measure(ZERO if exact else 0.0)
    for n in sizes_of(mechanism, list(law)):
        mean: Any = ZERO if exact else 0.0
        for pairs in itertools.product(itertools.product(law, repeat=2), repeat=n):
            weight: Any = math.prod((law[t] * law[u] for t, u in pairs), start=Fraction(1))
            chosen = [mechanism.index(d) for d in itertools.product(*pairs)]
            part: Any = Fraction(1, len(chosen)) if exact else 1 / len(chosen)
            mixed = part * sum(rows[k] for k in chosen)
            for k, times in Counter(chosen).items():
                mean = mean + _KL.epsilon(rows[k], mixed) * (weight * times * part / n)
        best = Measure(_most(best.value, mean))
    return best


def _favourite(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The largest probability of an output, under the prior for which it is least."""
    least: Any = None
    for belief in PRIORS.of(structure, "Theta"):
        law = _mixed(mechanism, belief)
        top: Any = max(real(p) for p in law) if _exact(law) else float(max(law))
        if least is None or top < least:
            least = top
    return Measure(least)


def _masses(mechanism: FiniteMechanism, structure: Structural) -> list[list[Any]]:
    """For each prior, the probability of the likeliest outputs together: of one, of two, and so on."""
    found = []
    for belief in PRIORS.of(structure, "Theta"):
        law = _mixed(mechanism, belief)
        likeliest = sorted((real(p) for p in law) if _exact(law) else map(float, law), reverse=True)
        found.append(list(itertools.accumulate(likeliest)))
    return found


def _list_length(mechanism: FiniteMechanism, structure: Structural, gamma: Any) -> Measure:
    """How many outputs each prior needs for all but γ of the probability."""
    exact = mechanism.exact and isinstance(gamma, Real)
    slack = 0 if exact else 1e-12
    needed = [
        next(n for n, mass in enumerate(masses, start=1) if 1 - mass <= gamma + slack) for masses in _masses(mechanism, structure)
    ]
    return Measure(real(max(needed)) if exact else float(max(needed)))


def _tails(mechanism: FiniteMechanism, structure: Structural) -> list[Any]:
    return [1 - mass for masses in _masses(mechanism, structure) for mass in masses]


def _mixed(mechanism: FiniteMechanism, belief: Prior) -> Any:
    """The law of the output if the dataset is drawn: exact if the mechanism and the prior are."""
    drawn = {d: w for d, w in belief.datasets.items() if w}
    if mechanism.exact and not any(isinstance(w, float) for w in drawn.values()):
        return sum(w * mechanism.row(d) for d, w in drawn.items())
    return sum(float(w) * mechanism.floats[mechanism.index(d)] for d, w in drawn.items())


def _of_frames(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """What is published of samples from frames of one size that differ in one record."""
    laws = LabelledLaws(mechanism.outputs)
    rows = {f: laws.add(_mixed(mechanism, belief), f"a sample of {show_dataset(f)}") for f, belief in DESIGN.of(structure, "tau")}
    for f, g in itertools.permutations(rows, 2):
        if len(f) == len(g) and sum(x != y for x, y in zip(f, g, strict=True)) == 1:
            laws.pairs.append((rows[f], rows[g]))
    return laws.comparisons()


_KL = standards.KullbackLeibler()


LAWS: Final = Structure("family of record distributions", "distributions of records that are tried", RECORD_LAWS.read, _uniform)

NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion(
        "distributional-privacy-rot10",
        _drawn_apart,
        standards.Indistinguishability(),
        ("epsilon", "gamma"),
        {"laws": LAWS},
        exempting="gamma",
        refutes_only=True,
    ),
    PairwiseNotion(
        "bayesian-dp-tf20",
        lambda m, s, _: with_random_record(m, RECORD_LAW.of(s, "prior")),
        standards.ProbabilisticLoss(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    PairwiseNotion(
        "weak-bayesian-dp",
        lambda m, s, _: with_random_record(m, RECORD_LAW.of(s, "prior")),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        {"prior": RECORD_LAW},
    ),
    PairwiseNotion(
        "on-average-kl-privacy",
        lambda m, s, _: average_replacement(m, RECORD_LAWS.of(s, "Theta")),
        standards.KullbackLeibler(),
        ("epsilon",),
        {"Theta": RECORD_LAWS},
    ),
    PairwiseNotion("average-leave-one-out-kl-stability", _without_each, standards.KullbackLeibler(), ("epsilon",)),
    PairwiseNotion(
        "privacy-at-risk",
        lambda m, s, _: average_replacement(m, [RECORD_LAW.of(s, "prior")]),
        standards.ProbabilisticLoss(),
        _BOTH,
        {"prior": RECORD_LAW},
    ),
    TwoOutputs(),
    SmoothedNotion(),
    PairwiseNotion("frame-level-dp", _of_frames, standards.MaxDivergence(), ("epsilon",), {"tau": DESIGN}),
    BudgetedNotion("list-replicability", ("k", "gamma"), _list_length, _tails, _THETA, loss="gamma", at_least={"k": 1}),
    ScalarNotion("global-stability", "eta", _favourite, _THETA, stronger=True, most=1),
    ScalarNotion("conditional-mutual-information", "epsilon", _told_from_a_ghost, {"prior": RECORD_LAW}),
)
