"""Which module runs which notion: ids only, so that checking records needs no numerics.

:func:`dpzoo.notions.registry.executables` refuses to start where this list and the modules differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_CATALOGUE: Final = {
    "variation": """
        bayesian-dp-tf20 d-privacy input-discriminative-dp on-average-kl-privacy outlier-privacy personalized-dp random-dp
        tailored-dp weak-bayesian-dp
    """,
    "background": """
        adversarial-privacy distributional-privacy-rot10 passive-partial-knowledge-dp
    """,
    "formalism": """
        semantic-privacy strong-federated-f-dp weak-federated-f-dp
    """,
    "relativization": """
        bounded-leakage-dp coupled-worlds-privacy distributional-dp inference-based-coupled-worlds-privacy
        inference-based-distributional-dp typical-stability zero-knowledge-privacy
    """,
    "combined": """
        abstract-dp generic-dp-kl10
    """,
    "datatypes": """
        communication-graph-personalized-dp dp-image geo-graph-indistinguishability geo-indistinguishability
        multi-user-untrackability outsourced-database-dp recommendation-systems-dp set-operations-dp text-indistinguishability
        undetectability untrackability weighted-dp
    """,
    "local": """
        d-local-dp dp-location-obfuscation localized-information-privacy personalized-local-dp task-global-dp
        utility-optimized-local-dp
    """,
    "later": """
        average-leave-one-out-kl-stability ex-post-dp ex-post-per-instance-dp machine-learning-dp-lbg17 minid-dp per-record-zcdp
        personalized-location-dp refinement-dp
    """,
    "drawn_data": """
        divergence-distribution-privacy-aux individual-privacy inference-based-causal-dp membership-privacy-sds19
        mutual-information-privacy-wyz16 partially-private-pufferfish posteriori-dp predictive-dp privacy-at-risk smoothed-dp
        typical-stability-two-outputs
    """,
    "linear_invariants": """
        induced-subspace-dp integer-subspace-dp
    """,
    "conversations": """
        adaptive-continual-release-dp gradual-privacy-expiration interactive-dp
    """,
    "parts_and_secrets": """
        context-aware-local-dp
    """,
    "parties": """
        pairwise-network-dp
    """,
    "one_number": """
        crowd-blending-privacy data-privacy differential-identifiability error-preserving-privacy generalized-dp
        integral-privacy measure-of-privacy multi-dimensional-data-privacy mutual-information-dp noiseless-privacy-far21
        relaxed-indistinguishability
    """,
    "sketches": """
        average-sketch-privacy sketch-kl-privacy
    """,
    "syntactic": """
        delta-presence entropy-l-diversity k-anonymity k-map l-diversity t-closeness
    """,
    "attacks": """
        narcissus-resiliency near-access-freeness pac-privacy reconstruction-robustness
    """,
    "leakage": """
        asymmetric-local-information-privacy bayes-security maximal-alpha-leakage maximal-leakage strong-chi-squared-privacy
        strong-l1-privacy
    """,
    "unlearning": """
        certified-approximate-unlearning
    """,
    "same": """
        condensed-local-dp extended-dp heterogeneous-dp identifiability-wyz16 l-privacy model-specific-dp
    """,
}

CATALOGUE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({m: tuple(ids.split()) for m, ids in _CATALOGUE.items()})
"""Names of modules of :mod:`dpzoo.notions`, each with the ids of its notions in alphabetical order."""


_MODULES: Final = MappingProxyType({i: m for m, ids in CATALOGUE.items() for i in ids})


def module_of(notion: str) -> str | None:
    """The module that runs a notion of a shape of its own; None for those made of blocks, and those that do not run."""
    return _MODULES.get(notion)
