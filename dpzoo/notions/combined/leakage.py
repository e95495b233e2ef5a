"""Executable notions of information leakage: what a report says of the one record it is made from.

A dataset is one record. Numbers are certified where they are sums and maxima of probabilities, or logarithms of these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import standards
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import profiles, value_against_profile
from dpzoo.blocks.priors import mixture
from dpzoo.blocks.structures import RECORD_LAWS, Structural, Structure
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.outside.scalars import channel_capacity
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.notions.scalar import BudgetedNotion, Measure, ScalarNotion, fraction_or_float, not_above
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, greatest, real

_PURE = standards.MaxDivergence()
_THETA: Final[Mapping[str, Structure[object]]] = {"Theta": RECORD_LAWS}


def _channel(mechanism: FiniteMechanism) -> Any:
    """The laws of the report, one row for each dataset of one record."""
    rows = [i for i, d in enumerate(mechanism.datasets) if len(d) == 1]
    if not rows:
        raise BlockError("the mechanism has no dataset of one record")
    return mechanism.matrix[rows]


def _log(number: Any) -> Any:
    return real(number).log() if isinstance(number, Fraction | int) else math.log(number)


# without a prior ----------------------------------------------------------------------------------------------------


def _envelope(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The logarithm of the total mass of the upper envelope of the laws."""
    total: Any = sum((max(column) for column in _channel(mechanism).T), Fraction(0))
    return Measure(_log(total))


def _farthest(mechanism: FiniteMechanism, _: Values) -> Measure:
    """One minus the largest total variation distance of two reports."""
    least, worst = Measure(real(1)), None
    names = [show_dataset(d) for d in mechanism.datasets if len(d) == 1]
    laws = _channel(mechanism)
    for i, p in enumerate(laws):
        for j, q in enumerate(laws[:i]):
            common: Any = sum((min(a, b) for a, b in zip(p, q, strict=True)), Fraction(0))
            if common < float(least.value):
                worst = Worst(names[j], names[i])
                least = Measure(fraction_or_float(common), worst)
    return least


def _one_reference(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The least ε for which some law of the report is within e^ε of that of every record, in both directions.

    Such a law lies between the upper envelope over e^ε and the lower envelope times e^ε: it exists if these are in this order at
    every report, and their masses lie on both sides of 1.
    """
    columns = list(_channel(mechanism).T)
    highest, lowest = ([choose(c) for c in columns] for choose in (max, min))
    if any(low == 0 < high for low, high in zip(lowest, highest, strict=True)):
        return Measure(INFINITY)
    above: Any = sum(highest, Fraction(0))
    below: Any = sum(lowest, Fraction(0))
    ratios = [high / low for low, high in zip(lowest, highest, strict=True) if low > 0]
    found = [_log(above), -_log(below), *(_log(r) / 2 for r in ratios)]
    return Measure(greatest(found) if all(isinstance(x, Real) for x in found) else max(map(float, found)))


def renyi_radius(laws: Any, alpha: float, *, gap: float = 1e-10, steps: int = 5_000) -> tuple[float, float]:
    """Bounds from below and above on inf over Q of the largest Rényi divergence of order α > 1 of a row from Q, numerically.

    Multiplicative steps on a prior π: Sibson's information of order α at π bounds the radius from below, the largest divergence
    from Sibson's centre, Q(y) ∝ (Σ π P(y)^α)^(1/α), from above. A step that lowers the information is halved.
    """
    powers = np.asarray(laws, dtype=float) ** alpha

    def at(prior: Any) -> tuple[float, Any]:
        centre = (prior @ powers) ** (1 / alpha)
        with np.errstate(divide="ignore", invalid="ignore"):
            weights = np.where(powers > 0, powers / (centre / centre.sum()) ** (alpha - 1), 0.0).sum(axis=1)
        return alpha / (alpha - 1) * math.log(centre.sum()), np.log(weights) / (alpha - 1)

    prior, step = np.full(len(powers), 1 / len(powers)), 1.0
    low, divergences = at(prior)
    high = float(divergences.max())
    for _ in range(steps):
        if high - low <= gap or step < _SMALLEST_STEP:
            break
        new = prior * np.exp(np.clip(step * (divergences - divergences.max()), -300, 0))
        new /= new.sum()
        there, others = at(new)
        if there >= low:
            prior, low, divergences, step = new, there, others, step * 1.5
            high = min(high, float(others.max()))
        else:
            step /= 2
    return low, high


_SMALLEST_STEP: Final = 1e-6


@dataclass(frozen=True)
class Radius(Executable):
    """A bound on the Rényi radius of the reports: certified at order ∞, where it is a sum of maxima."""

    notion: str
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The order and the bound."""
        return ("alpha", "epsilon")

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`Executable`, with orders above 1."""
        number = super().read_value(name, given)
        if name == "alpha" and number <= 1:
            raise BlockError(f"alpha is {given}; it must be larger than 1")
        return number

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """Whether larger values of a parameter promise more."""
        return name == "alpha"

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The radius at an order."""
        if free != "epsilon":
            raise BlockError(f"{self.notion} can leave epsilon open, not {free}")
        alpha = float(fixed["alpha"])
        if math.isinf(alpha):
            found = _envelope(mechanism, structure)
            certainty = Certainty.CERTIFIED if isinstance(found.value, Real) else Certainty.NUMERIC
            return Tightest(self.notion, free, found.value, certainty, fixed)
        low, high = renyi_radius(_channel(mechanism).astype(float), alpha)
        return Tightest(self.notion, free, low, Certainty.NUMERIC, fixed, tolerance=max(_SLACK, high - low))

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The radius against its bound."""
        tight = self.solve(mechanism, structure, {"alpha": parameters["alpha"]}, "epsilon")
        return judge(tight, parameters["epsilon"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Some orders."""
        return [Fraction(3, 2), 2, 4, 16, "inf"]


_SLACK: Final = 1e-9

# under a prior ------------------------------------------------------------------------------------------------------


def _gained(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    return value_against_profile(mechanism, RECORD_LAWS.of(structure, "Theta"), away=False)


def _lost(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    return value_against_profile(mechanism, RECORD_LAWS.of(structure, "Theta"), towards=False)


@dataclass(frozen=True)
class Lifts(Executable):
    """Two bounds that do not depend on each other: on the loss of one set of pairs, and on that of another one."""

    notion: str
    parts: Mapping[str, PairwiseNotion]
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: _THETA)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The two bounds."""
        return tuple(self.parts)

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The least value of one bound; infinite where the other one does not hold."""
        found = replace(self.parts[free].solve(mechanism, structure, {}, free), notion=self.notion, fixed=fixed)
        for name, bound in fixed.items():
            other = self.parts[name].solve(mechanism, structure, {}, name)
            if judge(other, bound, stronger=False, parameters=fixed).holds is False:
                note = f"no value holds: {name} is at least {other.value}"
                return replace(found, value=INFINITY, certainty=other.certainty, attained=False, note=note)
        return found

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Both bounds."""
        found = [
            judge(self.solve(mechanism, structure, {}, n), parameters[n], stronger=False, parameters=parameters)
            for n in self.parts
        ]
        return min(found, key=lambda v: {False: 0, None: 1, True: 2}[v.holds])

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """The least value of the first bound: the curve is a corner."""
        return [self.solve(mechanism, structure, fixed, free[0]).value]


def _moved(mechanism: FiniteMechanism, structure: Structural, distance: Any) -> Measure:
    """The largest distance, over priors and reports, of the posterior from the prior."""
    best = Measure(real(0) if mechanism.exact else 0.0)
    for prior in profiles(RECORD_LAWS.of(structure, "Theta")):
        law = {d: w for d, w in prior.datasets.items() if w}
        mixed: Any = mixture(mechanism, law)
        for k, total in enumerate(mixed):
            if total:
                moves = [(w, mechanism.row(d)[k] / total - 1) for d, w in law.items()]
                found = distance(moves)
                if float(found) > float(best.value):
                    best = Measure(found, Worst(f"{prior.name} given {mechanism.outputs[k]}", prior.name))
    return best


def _absolute(moves: list[tuple[Any, Any]]) -> Any:
    return fraction_or_float(sum((w * abs(m) for w, m in moves), Fraction(0)))


def _squared(moves: list[tuple[Any, Any]]) -> Any:
    total = fraction_or_float(sum((w * m**2 for w, m in moves), Fraction(0)))
    return total.sqrt() if isinstance(total, Real) else math.sqrt(total)


def _reports_under(mechanism: FiniteMechanism, structure: Structural) -> list[list[tuple[Any, Any]]]:
    """For each prior the probability of every possible report and the largest factor by which it raises a record's."""
    found = []
    for prior in profiles(RECORD_LAWS.of(structure, "Theta")):
        law = {d: w for d, w in prior.datasets.items() if w}
        mixed: Any = mixture(mechanism, law)
        raised = [max(mechanism.row(d)[k] for d in law) for k in range(len(mixed))]
        found.append([(total, top / total) for total, top in zip(mixed, raised, strict=True) if total])
    return found


def _leaking_more(mechanism: FiniteMechanism, structure: Structural, loss: Any) -> Measure:
    """The largest probability, over the priors, of a report that leaks more than the loss."""
    shares = [
        sum((p for p, factor in reports if not not_above(_log(factor), loss)), Fraction(0))
        for reports in _reports_under(mechanism, structure)
    ]
    return Measure(fraction_or_float(max(shares)))


def _leaks(mechanism: FiniteMechanism, structure: Structural) -> list[Any]:
    return [_log(factor) for reports in _reports_under(mechanism, structure) for _, factor in reports]


NOTIONS: tuple[Executable, ...] = (
    ScalarNotion("maximal-leakage", "epsilon", _envelope),
    ScalarNotion("channel-capacity-limit", "epsilon", lambda m, _: Measure(channel_capacity(_channel(m).astype(float)))),
    ScalarNotion("deletion-local-dp", "epsilon", _one_reference),
    BudgetedNotion("probabilistic-pointwise-maximal-leakage", ("epsilon", "delta"), _leaking_more, _leaks, _THETA),
    ScalarNotion("bayes-security", "beta", _farthest, stronger=True, most=1),
    Radius("maximal-alpha-leakage"),
    Lifts(
        "asymmetric-local-information-privacy",
        {
            "epsilon_l": PairwiseNotion("", _lost, _PURE, ("epsilon_l",), _THETA, names={"epsilon": "epsilon_l"}),
            "epsilon_u": PairwiseNotion("", _gained, _PURE, ("epsilon_u",), _THETA, names={"epsilon": "epsilon_u"}),
        },
    ),
    ScalarNotion("strong-l1-privacy", "epsilon", lambda m, s: _moved(m, s, _absolute), _THETA, most=2),
    ScalarNotion("strong-chi-squared-privacy", "epsilon", lambda m, s: _moved(m, s, _squared), _THETA),
)
