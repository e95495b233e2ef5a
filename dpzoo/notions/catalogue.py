"""Which module runs which notion: ids only, so that checking records needs no numerics.

:func:`dpzoo.notions.registry.executables` refuses to start where this list and the modules differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_CATALOGUE: Final = {
    "quantification": """
        approximate-dp approximate-zero-concentrated-dp bounded-concentrated-dp capacity-bounded-dp divergence-dp epsilon-dp
        fk-divergence-dp gaussian-dp indistinguishable-privacy kl-privacy mean-concentrated-dp probabilistic-dp
        range-bounded-privacy relaxed-dp renyi-dp total-variation-privacy truncated-codp-bdrs18 truncated-codp-col16
        zero-concentrated-dp
    """,
    "neighborhood": """
        asymmetric-dp bayesian-dp-ll12 bayesian-dp-ysn15 blowfish-privacy bounded-dp client-dp constrained-dp correlated-dp
        dependent-dp distributional-privacy-zlw09 element-level-dp free-lunch-privacy generic-dp-km11 group-privacy
        individual-dp induced-neighbors-dp one-sided-dp per-instance-dp prior-dp sensitivity-induced-dp unbounded-dp
    """,
    "variation": """
        bayesian-dp-tf20 d-privacy input-discriminative-dp on-average-kl-privacy outlier-privacy personalized-dp
        pseudo-metric-dp random-dp smooth-dp tailored-dp weak-bayesian-dp
    """,
    "background": """
        active-partial-knowledge-dp adversarial-privacy aposteriori-noiseless-privacy causal-dp distribution-privacy
        distributional-privacy-rot10 divergence-distribution-privacy dp-under-sampling extended-distribution-privacy
        extended-divergence-distribution-privacy information-privacy-dpcf12 membership-privacy-lqs13
        negative-membership-privacy noiseless-privacy passive-partial-knowledge-dp positive-membership-privacy
        probabilistic-distribution-privacy profile-based-dp pufferfish-privacy
    """,
    "formalism": """
        f-dp semantic-privacy strong-federated-f-dp weak-federated-f-dp
    """,
    "relativization": """
        bounded-leakage-dp coupled-worlds-privacy distributional-dp inference-based-coupled-worlds-privacy
        inference-based-distributional-dp subspace-dp typical-stability zero-knowledge-privacy
    """,
    "combined": """
        abstract-dp extended-divergence-dp generic-dp-kl10
    """,
    "datatypes": """
        bandit-algorithms-dp communication-graph-personalized-dp decentralized-dp differential-obliviousness dp-image
        dp-on-delta-location-set dp-oram dp-pir-wcm18 earth-movers-privacy edge-dp epsilon-dpir epsilon-private-pir
        event-level-dp event-level-pan-privacy feasible-node-dp genomic-data-dp geo-graph-indistinguishability
        geo-indistinguishability gossip-protocol-dp instantaneous-dp k-edge-dp l1-weighted-dp label-dp location-privacy-eg16
        multi-user-untrackability node-dp node-renyi-dp oblivious-dp out-link-privacy outsourced-database-dp pixel-dp
        protected-dp ql-edge-labeled-dp recommendation-systems-dp seamless-privacy set-operations-dp substitution-word-dp
        text-indistinguishability undetectability untrackability user-level-pan-privacy w-event-privacy weighted-dp word-dp
    """,
    "local": """
        d-local-dp dp-location-obfuscation joint-dp local-dp local-dp-for-bandits localized-information-privacy multiparty-dp
        personalized-local-dp task-global-dp task-local-dp utility-optimized-local-dp
    """,
    "later": """
        adjacency-relation-divergence-dp anomaly-restricted-dp approximate-per-instance-dp approximate-user-level-dp
        attribute-dp average-leave-one-out-kl-stability bit-dp bootstrap-dp dp-under-invariants empirical-dp-asv13
        epsilon-indistinguishability ex-post-dp ex-post-per-instance-dp individual-renyi-dp machine-learning-dp-lbg17
        minid-dp one-epsilon-privacy per-record-zcdp personalized-location-dp refinement-dp simple-outlier-privacy
        single-contribution-dp stratified-dp zero-out-dp
    """,
    "drawn_data": """
        approximate-causal-dp divergence-distribution-privacy-aux empirical-dp-bd19 individual-privacy
        inference-based-causal-dp information-privacy-wxh17 inherit-dp membership-privacy-sds19
        mutual-information-privacy-wyz16 partially-private-pufferfish posteriori-dp predictive-dp privacy-at-risk
        smoothed-dp typical-stability-two-outputs weak-dp
    """,
    "linear_invariants": """
        induced-subspace-dp integer-subspace-dp
    """,
    "parts_and_secrets": """
        approximate-pufferfish-privacy context-aware-local-dp edge-local-dp item-level-dp private-prediction relationship-dp
        renyi-pufferfish-privacy semi-sensitive-dp
    """,
    "parties": """
        inter-silo-record-level-dp network-dp pairwise-network-dp secret-based-local-dp trust-graph-dp
    """,
    "one_number": """
        crowd-blending-privacy data-privacy differential-identifiability error-preserving-privacy generalized-dp
        integral-privacy measure-of-privacy multi-dimensional-data-privacy mutual-information-dp noiseless-privacy-far21
        relaxed-indistinguishability
    """,
    "sketches": """
        approximate-sketch-privacy average-sketch-privacy sketch-kl-privacy sketch-privacy
    """,
    "syntactic": """
        delta-presence entropy-l-diversity k-anonymity k-map l-diversity t-closeness
    """,
    "attacks": """
        narcissus-resiliency near-access-freeness pac-privacy reconstruction-robustness
    """,
    "leakage": """
        approximate-local-dp asymmetric-local-information-privacy bayes-security maximal-alpha-leakage maximal-leakage
        pointwise-maximal-leakage strong-chi-squared-privacy strong-l1-privacy
    """,
    "unlearning": """
        approximate-unlearning certified-removal renyi-unlearning unlearning-of-published-models
    """,
    "same": """
        adjacent-dp condensed-local-dp conditioned-dp dp-on-r-location-set dp-under-a-neighborhood dp-under-correlation
        extended-dp heterogeneous-dp identifiability-wyz16 identity-dp induced-dp inferential-privacy l-privacy
        max-kl-stability model-specific-dp
    """,
}

CATALOGUE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({m: tuple(ids.split()) for m, ids in _CATALOGUE.items()})
"""Names of modules of :mod:`dpzoo.notions`, each with the ids of its notions in alphabetical order."""


def executable_ids() -> frozenset[str]:
    """The ids of all notions that run on finite mechanisms, without importing what runs them."""
    return frozenset(i for ids in CATALOGUE.values() for i in ids)
