"""Notions that promise what a well-known one does, but for neighbours of their own.

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
    """What a notion promises about two datasets that it compares, in terms of a well-known notion.

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
"""The caveat for a notion that bounds only what certain attackers learn."""

_DISTANCE: Final = "The numbers are for two neighbours at distance 1; for two at distance r, ask with r times the ε."
_ONE_SENDER: Final = "The secret is that one user sent all reports; an output may rule it out."
_BOTH_ORDERS: Final = "This holds for pairs that are listed in both orders, as they usually are."
_RENYI: Final = "renyi-dp"

_ITSELF: Final = (
    "Only the effect of the record itself is bounded, for data drawn from a prior that the notion allows: "
    "what other records that depend on it give away is not."
)

_SEEN: Final[Mapping[str, str]] = {
    "bandit-algorithms-dp": "The output is the next action: this holds for one round, given the actions before.",
    "differential-obliviousness": "The output is the access pattern; what the program's result gives away is not counted.",
    "distributed-dp": (
        "The output is the published value, for attackers who know the random numbers of all but a fraction γ of the "
        "participants; what single messages give away is not counted."
    ),
    "dp-oram": "The output is what the server sees.",
    "dp-pir-wcm18": "The output is what the server sees.",
    "dp-under-sampling": "This holds where the mechanism gets a sample only, and nobody learns who is in it.",
    "epsilon-dpir": "The output is what the server sees.",
    "epsilon-private-pir": "The output is what the attacker's servers see.",
    "event-level-pan-privacy": "The output is the state at the one time of the break-in, with all outputs until then.",
    "gossip-protocol-dp": "The output is what the attacker observes of the run.",
    "instantaneous-dp": "The output is the next action: this holds for one round, given the actions before.",
    "joint-dp": "The output is what all other players receive; what your own result gives away is not counted.",
    "local-dp": "The output is one report.",
    "local-dp-for-bandits": "The output is one report.",
    "multiparty-dp": "The output is what any group of other parties sees together.",
    "oblivious-dp": "The output is the published result together with the access pattern.",
    "outsourced-database-dp": "The output is what the server sees; what the answers give away is not counted.",
    "shuffled-model-dp": "The output is the shuffled messages; what a message gives away with its sender is not counted.",
    "task-global-dp": "The output is one update: this holds for one exchange.",
    "task-local-dp": "The output is one report.",
    "user-level-pan-privacy": "The output is the state at the one time of the break-in, with all outputs until then.",
}
"""What the attacker sees, where that is not simply what the mechanism publishes."""

_SAME: Final[Mapping[str, tuple[str, ...]]] = {
    PURE: (
        "edge-local-dp",
        "event-duration-privacy",
        "landmark-privacy",
        "relationship-dp",
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
        "indistinguishable-privacy",
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
        "correlated-dp",
        "identity-dp",
        "inferential-privacy",
        "noiseless-privacy",
        "partially-private-pufferfish",
        "prior-dp",
        "pufferfish-privacy",
        "weak-dp",
    ),
    APPROXIMATE: ("active-partial-knowledge-dp",),
}

OWN: Final[Mapping[str, Own]] = {
    **{notion: Own(base, note=_SEEN.get(notion)) for base, notions in _SAME.items() for notion in notions},
    **{notion: Own(PURE, note=_DISTANCE) for notion in _BY_DISTANCE},
    **{notion: Own(base, note=ALLOWED) for base, notions in _FOR_PRIORS.items() for notion in notions},
    "causal-dp": Own(PURE, note=_ITSELF),
    **{notion: Own(APPROXIMATE, note=_ITSELF) for notion in ("approximate-causal-dp", "empirical-dp-bd19", "inherit-dp")},
    **{notion: Own(APPROXIMATE, note=_BOTH_ORDERS) for notion in ("distribution-privacy", "profile-based-dp")},
    "extended-distribution-privacy": Own(PURE, note=f"{_DISTANCE} {_BOTH_ORDERS}"),
    "asymmetric-dp": Own(PURE, note="This holds for sensitive records; that a harmless one is present may come out."),
    "individual-renyi-dp": Own(_RENYI, {"epsilon": "rho"}),
    "pseudo-metric-dp": Own(
        APPROXIMATE,
        note="The numbers are for two neighbours at distance 1; for two at distance r, ask with r times the ε and r times the δ.",
    ),
    "one-sided-dp": Own(
        PURE,
        note="The secret is that a record has a certain sensitive value; an output may rule it out.",
        one_sided=True,
    ),
    **{
        notion: Own(PURE, {"epsilon": "gamma"}, note=_ONE_SENDER, one_sided=True)
        for notion in ("multi-user-untrackability", "undetectability", "untrackability")
    },
}
"""Notions that are read between neighbours of their own, by id."""
