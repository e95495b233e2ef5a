"""Notions whose promise is that of a well-known one between neighbours of their own: they mean what they say, for these.

A conversion into pure or approximate DP changes the neighbours, and pays for it: client DP at ε gives pure DP only at 4ε,
and approximate user-level DP at fixed (ε, δ) hardly anything. Between two datasets that the notion itself compares, nothing
needs to be paid. Every entry rests on the record's statement, which a test compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Own:
    """How a notion's promise reads between two datasets that it compares.

    ``reads`` is the notion whose inequality it is, ``takes`` which of the own parameters stands where (by default those of the
    same name), ``note`` what a reader of the numbers must know besides. Where only one order is promised (``one_sided``), the
    secret can be confirmed no further than ε allows, and may be ruled out.
    """

    reads: str
    takes: Mapping[str, str] = field(default_factory=dict)
    note: str | None = None
    one_sided: bool = False

    def values(self, given: Mapping[str, float], names: Iterable[str]) -> dict[str, float]:
        """The values of the parameters ``names`` of the notion that is read."""
        return {n: given[self.takes.get(n, n)] for n in names}


PURE: Final = "epsilon-dp"
APPROXIMATE: Final = "approximate-dp"

ALLOWED: Final = "This holds for the prior beliefs that the notion allows, and for no others."
"""What must be known of a notion that bounds only what certain attackers learn."""

_DISTANCE: Final = "The numbers are for two neighbours at distance 1; at distance r, ε is r times as large."
_ONE_WAY: Final = "The notion promises this in one direction only: an output may rule the secret out."
_BOTH_ORDERS: Final = "This holds for pairs that are listed in both orders, as they usually are."
_RENYI: Final = "renyi-dp"

_SAME: Final[Mapping[str, tuple[str, ...]]] = {
    PURE: (
        "adjacent-dp",
        "anomaly-restricted-dp",
        "attribute-dp",
        "bit-dp",
        "blowfish-privacy",
        "bootstrap-dp",
        "bounded-dp",
        "client-dp",
        "conditioned-dp",
        "constrained-dp",
        "correlated-indistinguishability",
        "correlated-tuple-dp",
        "dependent-dp",
        "distributional-privacy-zlw09",
        "dp-on-delta-location-set",
        "dp-on-r-location-set",
        "dp-under-a-neighborhood",
        "dp-under-correlation",
        "dp-under-sampling",
        "edge-dp",
        "element-level-dp",
        "empirical-dp-asv13",
        "epsilon-dpir",
        "epsilon-indistinguishability",
        "epsilon-private-pir",
        "event-level-dp",
        "event-level-pan-privacy",
        "everlasting-privacy",
        "feasible-node-dp",
        "free-lunch-privacy",
        "generic-dp-km11",
        "genomic-data-dp",
        "group-privacy",
        "individual-dp",
        "induced-dp",
        "induced-neighbors-dp",
        "instantaneous-dp",
        "k-edge-dp",
        "l1-weighted-dp",
        "local-dp",
        "local-dp-for-bandits",
        "location-privacy-eg16",
        "multiparty-dp",
        "node-dp",
        "out-link-privacy",
        "pareto-dp",
        "per-instance-dp",
        "pixel-dp",
        "power-spectral-density-dp",
        "protected-dp",
        "ql-edge-labeled-dp",
        "recommendation-systems-dp",
        "robust-privacy",
        "seamless-privacy",
        "sensitive-privacy",
        "sensitivity-induced-dp",
        "set-operations-dp",
        "simple-outlier-privacy",
        "single-contribution-dp",
        "stratified-dp",
        "substitution-word-dp",
        "unbounded-dp",
        "user-level-pan-privacy",
        "w-event-privacy",
        "word-dp",
    ),
    APPROXIMATE: (
        "approximate-per-instance-dp",
        "approximate-user-level-dp",
        "bandit-algorithms-dp",
        "decentralized-dp",
        "differential-obliviousness",
        "distributed-dp",
        "dp-oram",
        "dp-pir-wcm18",
        "gossip-protocol-dp",
        "joint-dp",
        "kalman-filter-dp",
        "label-dp",
        "max-kl-stability",
        "oblivious-dp",
        "outsourced-database-dp",
        "shuffled-model-dp",
        "task-global-dp",
        "task-local-dp",
        "zero-out-dp",
    ),
    _RENYI: ("node-renyi-dp",),
}

_BY_DISTANCE: Final = (
    "dp-image",
    "dp-under-invariants",
    "earth-movers-privacy",
    "functions-dp",
    "geo-graph-indistinguishability",
    "geo-indistinguishability",
    "smooth-dp",
    "text-indistinguishability",
    "weighted-dp",
)

_FOR_PRIORS: Final[Mapping[str, tuple[str, ...]]] = {
    PURE: (
        "bayesian-dp-ll12",
        "bayesian-dp-ysn15",
        "causal-dp",
        "correlated-dp",
        "identity-dp",
        "inferential-privacy",
        "noiseless-privacy",
        "partially-private-pufferfish",
        "prior-dp",
        "pufferfish-privacy",
        "weak-dp",
    ),
    APPROXIMATE: ("active-partial-knowledge-dp", "approximate-causal-dp", "empirical-dp-bd19", "inherit-dp"),
}

OWN: Final[Mapping[str, Own]] = {
    **{notion: Own(base) for base, notions in _SAME.items() for notion in notions},
    **{notion: Own(PURE, note=_DISTANCE) for notion in _BY_DISTANCE},
    **{notion: Own(base, note=ALLOWED) for base, notions in _FOR_PRIORS.items() for notion in notions},
    **{notion: Own(APPROXIMATE, note=_BOTH_ORDERS) for notion in ("distribution-privacy", "profile-based-dp")},
    "extended-distribution-privacy": Own(PURE, note=f"{_DISTANCE} {_BOTH_ORDERS}"),
    "asymmetric-dp": Own(PURE, note="This holds for sensitive records; that a harmless one is present may come out."),
    "individual-renyi-dp": Own(_RENYI, {"epsilon": "rho"}),
    "pseudo-metric-dp": Own(
        APPROXIMATE, note="The numbers are for two neighbours at distance 1; at distance r, ε and δ are r times as large."
    ),
    "one-sided-dp": Own(
        PURE,
        note="The secret is that a record has a certain sensitive value; an output may rule it out.",
        one_sided=True,
    ),
    **{
        notion: Own(PURE, {"epsilon": "gamma"}, note=_ONE_WAY, one_sided=True)
        for notion in ("multi-user-untrackability", "undetectability", "untrackability")
    },
}
"""Notions that are read between neighbours of their own, by id."""
