"""Executable notions about an attacker who knows less than everything: datasets are drawn from priors."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import standards
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.divergences import Law
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.prior_units import averaged_over_knowledge, membership, prior_against_posterior, prior_pairs
from dpzoo.blocks.structures import PRIOR_PAIRS, PRIORS, RECORD_LAWS, Structure
from dpzoo.notions.executable import Executable, PairwiseNotion, Values
from dpzoo.numbers.real import greatest, real

_PURE = standards.MaxDivergence()
_THETA = {"Theta": PRIORS}
_PAIRS = {"Theta": PRIOR_PAIRS}


@dataclass(frozen=True)
class Adversarial(standards.Standard):
    """Pr[t ∈ D | output] ≤ e^ε Pr[t ∈ D] + δ: by Bayes (w·P(o))/Q(o) ≤ e^ε w + δ with w the prior belief.

    The weight w stands as an additional last entry in both laws, so that pairs stay pairs of arrays.
    """

    parameters = ("epsilon", "delta")

    def solve(self, p: Law, q: Law, free: str, fixed: Mapping[str, Any]) -> Any:  # noqa: D102
        if p.ndim > 1:
            return np.array([self.solve(a, b, free, fixed) for a, b in zip(p, q, strict=True)])
        weight, p, q = p[-1], p[:-1], q[:-1]
        posteriors = [weight * a / b for a, b in zip(p, q, strict=True) if b]
        top = max(posteriors)
        if isinstance(top, Fraction):
            if free == "delta":
                return greatest([real(0), real(top) - fixed["epsilon"].exp() * real(weight)])
            excess = (real(top) - fixed["delta"]) / real(weight)
            return excess.log() if excess > 1 else real(0)
        if free == "delta":
            return max(0.0, top - float(np.exp(fixed["epsilon"])) * weight)
        return float(np.log(max(1.0, (top - fixed["delta"]) / weight)))

    def event(self, p: Any, q: Any, values: Mapping[str, float]) -> Any:  # noqa: D102
        return np.concatenate([_PURE.event(p[:-1], q[:-1], values), [False]])


def _weighted_membership(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    found = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism), away=False)
    assert found.weights is not None
    exact = found.exact and not any(isinstance(w, float) for w in found.weights)
    laws = found.laws if exact else found.laws.astype(float)
    rows = [
        np.append(laws[row], w if exact else float(w))
        for i, j, w in zip(found.left, found.right, found.weights, strict=True)
        for row in (i, j)
    ]
    labels = [found.labels[row] for i, j in zip(found.left, found.right, strict=True) for row in (i, j)]
    count = len(found)
    return Comparisons(
        outputs=(*mechanism.outputs, "prior belief"),
        laws=np.array(rows) if rows else np.zeros((0, len(mechanism.outputs) + 1)),
        labels=tuple(labels),
        left=2 * np.arange(count),
        right=2 * np.arange(count) + 1,
    )


def _divergence(structure: Values) -> standards.Standard:
    return standards.FDivergence(structure["f"])


def _pairs(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    return prior_pairs(mechanism, structure["Theta"])


def _drawn_apart(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Two datasets of the same size drawn independently without replacement: the pairs with their probabilities."""
    pairs: dict[tuple[Any, int, int], Any] = {}
    for number_, law in enumerate(structure["laws"], start=1):
        support = {t: w for t, w in law.items() if w}
        sizes = [n for n in sorted({len(d) for d in mechanism.datasets if d}) if n <= len(support)]
        for n in sizes:
            draws = _without_replacement(support, n)
            for (a, v), (b, w) in itertools.product(draws.items(), repeat=2):
                key = ((number_, n), mechanism.index(a), mechanism.index(b))
                pairs[key] = pairs.get(key, Fraction(0)) + v * w
    return of_datasets(
        mechanism, [Pair(i, j) for _, i, j in pairs], weights=tuple(pairs.values()), groups=tuple(g for g, _, _ in pairs)
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


_RATES = tuple(real(Fraction(k, 8)) for k in range(1, 9))

NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion(
        "passive-partial-knowledge-dp",
        lambda m, s, _: averaged_over_knowledge(m, s["Theta"]),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        _THETA,
    ),
    PairwiseNotion("adversarial-privacy", _weighted_membership, Adversarial(), ("epsilon", "delta"), _THETA),
    PairwiseNotion(
        "distributional-privacy-rot10",
        _drawn_apart,
        standards.Indistinguishability(),
        ("epsilon", "gamma"),
        {
            "laws": Structure(
                "family of record distributions", "distributions of records that are tried", RECORD_LAWS.read, _uniform
            )
        },
        exempting="gamma",
        refutes_only=True,
    ),
)
