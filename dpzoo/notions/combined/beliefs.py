"""Notions about the conclusions of an attacker with a prior, beyond the pairs of laws that blocks name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks import standards
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.divergences import Law, Number
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.prior_units import (
    LabelledLaws,
    averaged_over_knowledge,
    membership,
    prior_against_posterior,
    prior_pairs,
    secrets,
    value_against_profile,
)
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.structures import (
    GENERATOR,
    PRIORS,
    RECORD_LAWS,
    SECRET_PAIRS,
    Path,
    Structural,
    Structure,
    list_of,
    pair_of,
    prior,
)
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import greatest, real

_PURE = standards.MaxDivergence()
_THETA = {"Theta": PRIORS}


@dataclass(frozen=True)
class Adversarial(standards.Standard):
    """Pr[t ∈ D | output] ≤ e^ε Pr[t ∈ D] + δ: by Bayes (w·P(o))/Q(o) ≤ e^ε w + δ with w the prior belief.

    The weight w stands as an additional last entry in both laws, so that pairs stay pairs of arrays.
    """

    parameters = ("epsilon", "delta")

    def epsilon(self, p: Law, q: Law, *, delta: standards.Level) -> Number:
        """The least ε at a given δ."""
        if p.ndim > 1:
            return np.array([self.epsilon(a, b, delta=delta) for a, b in zip(p, q, strict=True)])
        weight, top = _largest_posterior(p, q)
        if isinstance(top, Fraction):
            excess = (real(top) - delta) / real(weight)
            return excess.log() if excess > 1 else real(0)
        return float(np.log(max(1.0, (top - delta) / weight)))

    def delta(self, p: Law, q: Law, *, epsilon: standards.Level) -> Number:
        """The least δ at a given ε."""
        if p.ndim > 1:
            return np.array([self.delta(a, b, epsilon=epsilon) for a, b in zip(p, q, strict=True)])
        weight, top = _largest_posterior(p, q)
        if isinstance(top, Fraction):
            return greatest([real(0), real(top) - real(epsilon).exp() * real(weight)])
        return max(0.0, top - float(np.exp(float(epsilon))) * weight)

    def event(self, p: Any, q: Any, values: Mapping[str, float]) -> Any:  # noqa: D102
        return np.concatenate([_PURE.event(p[:-1], q[:-1], values), [False]])


def _largest_posterior(p: Law, q: Law) -> tuple[Any, Any]:
    """The prior belief, and the largest posterior belief."""
    weight = p[-1]
    return weight, max(weight * a / b for a, b in zip(p[:-1], q[:-1], strict=True) if b)


def _weighted_membership(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    found = prior_against_posterior(mechanism, PRIORS.of(structure, "Theta"), membership(mechanism), away=False)
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


def _knowing_first(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    belief = prior(given, mechanism, path)
    firsts = {d[:1] for d, w in belief.datasets.items() if w}
    if len(firsts) != 1 or () in firsts:
        raise BlockError(f"the datasets of the prior {belief.name} do not begin with one and the same public entry", path)
    return belief


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


def _two_conclusions(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """The law of a record's value given an output, and the law had the record been replaced."""
    laws = LabelledLaws(mechanism.records)
    for joint in PRIORS.of(structure, "Theta"):
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


def _beliefs(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    return value_against_profile(mechanism, RECORD_LAWS.of(structure, "Theta"))


NOTIONS: tuple[Executable, ...] = (
    PairwiseNotion(
        "passive-partial-knowledge-dp",
        lambda m, s, _: averaged_over_knowledge(m, PRIORS.of(s, "Theta")),
        standards.HockeyStick(),
        ("epsilon", "delta"),
        _THETA,
    ),
    PairwiseNotion("adversarial-privacy", _weighted_membership, Adversarial(), ("epsilon", "delta"), _THETA),
    PairwiseNotion("inference-based-causal-dp", _two_conclusions, _PURE, ("epsilon",), _THETA),
    PairwiseNotion(
        "partially-private-pufferfish",
        lambda m, s, _: secrets(m, PUBLIC_PRIORS.of(s, "Theta"), SECRET_PAIRS.of(s, "Phi")),
        _PURE,
        ("epsilon",),
        {"Theta": PUBLIC_PRIORS, "Phi": SECRET_PAIRS},
    ),
    PairwiseNotion(
        "divergence-distribution-privacy-aux",
        lambda m, s, _: prior_pairs(m, INFORMED_PAIRS.of(s, "Theta")),
        lambda s: standards.FDivergence(GENERATOR.of(s, "f")),
        ("epsilon",),
        {"f": GENERATOR, "Theta": INFORMED_PAIRS},
    ),
    PairwiseNotion("dp-location-obfuscation", _beliefs, _PURE, ("epsilon",), {"Theta": RECORD_LAWS}),
)
