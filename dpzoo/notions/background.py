"""Executable notions about an attacker who knows less than everything: datasets are drawn from priors."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, Pair, of_datasets
from dpzoo.blocks.divergences import Law
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.notions.executable import Compared, Executable, Values
from dpzoo.notions.lifts import (
    Laws,
    averaged_over_knowledge,
    membership,
    prior_against_posterior,
    prior_pairs,
    record_changed,
    record_given_knowledge,
    secrets,
    whole_datasets,
)
from dpzoo.notions.structures import (
    GENERATOR,
    PRIOR_PAIRS,
    PRIORS,
    RECORD_LAWS,
    SECRET_PAIRS,
    Path,
    Structure,
    list_of,
    number,
    pair_of,
    prior,
    record_law,
)
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, greatest, real

_PURE = standards.MaxDivergence()
_THETA = {"Theta": PRIORS}
_PAIRS = {"Theta": PRIOR_PAIRS}


def _membership_growth(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Positive membership privacy: the belief in t ∈ D grows little, that in t ∉ D shrinks little."""
    grown = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism), away=False)
    shrunk = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism, inside=False), towards=False)
    return _both(grown, shrunk)


def _absence_growth(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Negative membership privacy: the same with presence and absence exchanged."""
    grown = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism, inside=False), away=False)
    shrunk = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism), towards=False)
    return _both(grown, shrunk)


def _membership_both(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    present = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism))
    absent = prior_against_posterior(mechanism, structure["Theta"], membership(mechanism, inside=False))
    return _both(present, absent)


def _both(a: Comparisons, b: Comparisons) -> Comparisons:
    if not len(a) or not len(b):
        return a if len(a) else b
    laws = (
        np.concatenate([a.laws, b.laws])
        if a.laws.dtype == b.laws.dtype
        else np.concatenate([a.laws.astype(float), b.laws.astype(float)])
    )
    shift = len(a.labels)
    return Comparisons(
        a.outputs, laws, a.labels + b.labels, np.concatenate([a.left, b.left + shift]), np.concatenate([a.right, b.right + shift])
    )


def _record_beliefs(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """A posteriori noiseless privacy; where sizes vary, beliefs are conditioned on the record's existence."""
    parts = []
    for joint in structure["Theta"]:
        for belief in joint.conditioned_on_knowledge():
            for i in range(belief.length):
                exists = belief.given(lambda d, _, i=i: len(d) > i)
                assert exists is not None
                here = Prior.of(exists, belief.name)
                values = [(f"D({i + 1}) = {t}", lambda d, i=i, t=t: d[i] == t) for t in mechanism.records]
                parts.append(prior_against_posterior(mechanism, [here], lambda _, values=values: values))  # type: ignore[misc]
    return reduce(_both, parts, Laws(mechanism.outputs).comparisons())


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


def _profiles(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    if isinstance(given, Prior) or (isinstance(given, Mapping) and "weights" in given):
        belief = prior(given, mechanism, path)
        if any(w and len(d) != 1 for (d, _), w in belief.weights.items()):
            raise BlockError("a profile is a distribution of one record; give datasets of one record each", path)
        return belief
    law = record_law(given, mechanism, path)
    for t in law:
        if (t,) not in mechanism:
            raise BlockError(f"a profile needs datasets of one record, and the mechanism has none with {t!r} alone", path)
    return Prior.of({(t,): w for t, w in law.items()}, "profile")


def _at_distances(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Pairs of priors with their distances; those at an infinite distance are left out."""
    distances = structure["d"]
    if len(distances) != len(structure["Theta"]):
        raise BlockError(f"d has {len(distances)} values for {len(structure['Theta'])} pairs of priors", ("d",))
    near = [(pair, d) for pair, d in zip(structure["Theta"], distances, strict=True) if not d.infinite]
    return prior_pairs(mechanism, [pair for pair, _ in near], distances=tuple(d for _, d in near))


def _sampled(mechanism: FiniteMechanism, _structure: Values, chosen: Values) -> Comparisons:
    rate = chosen["beta"]
    exact = rate.rational if isinstance(rate, Real) and rate.rational is not None else float(rate)
    thinned = mechanism.subsample(exact)
    return of_datasets(thinned, units.one_record(thinned))


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


DISTANCES = Structure(
    "distances of prior pairs",
    "the distance of each pair of priors, in the order of Theta",
    list_of(lambda x, _m, path: number(x, path), "numbers"),
)
PROFILE_PAIRS = Structure(
    "prior pairs", "a list of pairs of distributions of one record", list_of(pair_of(_profiles, "profiles"), "pairs of profiles")
)

_RATES = tuple(real(Fraction(k, 8)) for k in range(1, 9))

NOTIONS: tuple[Executable, ...] = (
    Compared("noiseless-privacy", lambda m, s, _: record_given_knowledge(m, s["Theta"]), _PURE, ("epsilon",), _THETA),
    Compared("causal-dp", lambda m, s, _: record_changed(m, s["Theta"]), _PURE, ("epsilon",), _THETA),
    Compared(
        "active-partial-knowledge-dp",
        lambda m, s, _: record_given_knowledge(m, s["Theta"]),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        _THETA,
    ),
    Compared(
        "passive-partial-knowledge-dp",
        lambda m, s, _: averaged_over_knowledge(m, s["Theta"]),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        _THETA,
    ),
    Compared(
        "pufferfish-privacy",
        lambda m, s, _: secrets(m, s["Theta"], s["Phi"]),
        _PURE,
        ("epsilon",),
        {"Theta": PRIORS, "Phi": SECRET_PAIRS},
    ),
    Compared("aposteriori-noiseless-privacy", _record_beliefs, _PURE, ("epsilon",), _THETA),
    Compared(
        "information-privacy-dpcf12",
        lambda m, s, _: prior_against_posterior(m, s["Theta"], whole_datasets),
        _PURE,
        ("epsilon",),
        _THETA,
    ),
    Compared("positive-membership-privacy", _membership_growth, _PURE, ("epsilon",), _THETA),
    Compared("negative-membership-privacy", _absence_growth, _PURE, ("epsilon",), _THETA),
    Compared("membership-privacy-lqs13", _membership_both, _PURE, ("epsilon",), _THETA),
    Compared("adversarial-privacy", _weighted_membership, Adversarial(), ("epsilon", "delta"), _THETA),
    Compared("distribution-privacy", _pairs, standards.HockeyStick(), ("epsilon", "delta"), _PAIRS),
    Compared("probabilistic-distribution-privacy", _pairs, standards.ProbabilisticLoss(), ("epsilon", "delta"), _PAIRS),
    Compared("divergence-distribution-privacy", _pairs, _divergence, ("epsilon",), {"f": GENERATOR, "Theta": PRIOR_PAIRS}),
    Compared("profile-based-dp", _pairs, standards.HockeyStick(), ("epsilon", "delta"), {"Theta": PROFILE_PAIRS}),
    Compared(
        "extended-distribution-privacy",
        _at_distances,
        _PURE,
        ("epsilon",),
        {"d": DISTANCES, "Theta": PRIOR_PAIRS},
        per_distance=("epsilon",),
    ),
    Compared(
        "extended-divergence-distribution-privacy",
        _at_distances,
        _divergence,
        ("epsilon",),
        {"d": DISTANCES, "f": GENERATOR, "Theta": PRIOR_PAIRS},
        per_distance=("epsilon",),
    ),
    Compared(
        "dp-under-sampling",
        _sampled,
        _PURE,
        ("beta", "epsilon"),
        choosing=("beta",),
        candidates=lambda _m, _s: _RATES,
        above={"beta": 0},
        continuous=True,
    ),
    Compared(
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
