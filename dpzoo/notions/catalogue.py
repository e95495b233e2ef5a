"""Which module runs a notion of a shape of its own; modules are filed like the records' folders.

:func:`dpzoo.notions.registry.of_its_own` refuses a module that differs from this list.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_CATALOGUE: Final = {
    "background": """
        distributional-dp
    """,
    "combined.conversations": """
        adaptive-continual-release-dp evolving-data-dp gradual-privacy-expiration interactive-dp
    """,
    "combined.neighbouring_outputs": """
        neighbour-preserving-obliviousness
    """,
    "combined.transport": """
        sliced-renyi-pufferfish wasserstein-dp
    """,
    "combined.unlearning": """
        certified-approximate-unlearning system-aware-unlearning
    """,
    "combined.attacks": """
        narcissus-resiliency near-access-freeness pac-privacy reconstruction-robustness
    """,
    "combined.beliefs": """
        adversarial-privacy divergence-distribution-privacy-aux dp-location-obfuscation inference-based-causal-dp
        partially-private-pufferfish passive-partial-knowledge-dp
    """,
    "combined.distances": """
        geo-graph-indistinguishability geo-indistinguishability weighted-dp
    """,
    "combined.draws": """
        average-leave-one-out-kl-stability bayesian-dp-tf20 conditional-mutual-information distributional-privacy-rot10
        frame-level-dp global-stability list-replicability on-average-kl-privacy privacy-at-risk smoothed-dp
        typical-stability-two-outputs weak-bayesian-dp
    """,
    "combined.events": """
        abstract-dp generic-dp-kl10
    """,
    "combined.federated": """
        strong-federated-f-dp weak-federated-f-dp
    """,
    "combined.leakage": """
        asymmetric-local-information-privacy bayes-security channel-capacity-limit deletion-local-dp maximal-alpha-leakage
        maximal-leakage probabilistic-pointwise-maximal-leakage strong-chi-squared-privacy strong-l1-privacy
    """,
    "combined.levels": """
        communication-graph-personalized-dp d-privacy ex-post-per-instance-dp extended-dp l-privacy per-record-zcdp
        personalized-location-dp token-group-dp-inference zcdp-under-invariants
    """,
    "combined.linear_invariants": """
        induced-subspace-dp integer-subspace-dp
    """,
    "combined.scores": """
        persuasive-privacy
    """,
    "combined.simulators": """
        bounded-leakage-dp coupled-worlds-privacy inference-based-coupled-worlds-privacy inference-based-distributional-dp
        typical-stability
    """,
    "combined.sketches": """
        average-sketch-privacy sketch-kl-privacy
    """,
    "context": """
        condensed-local-dp context-aware-local-dp d-local-dp localized-information-privacy pairwise-network-dp
        personalized-local-dp task-global-dp utility-optimized-local-dp
    """,
    "formalism": """
        semantic-privacy
    """,
    "neighborhood": """
        dp-image frame-invariant-dp machine-learning-dp-lbg17 multi-user-untrackability outsourced-database-dp
        recommendation-systems-dp refinement-dp set-operations-dp text-indistinguishability undetectability untrackability
    """,
    "outside.posteriors": """
        identifiability-wyz16 individual-privacy membership-privacy-sds19 mutual-information-privacy-wyz16 posteriori-dp
    """,
    "outside.scalars": """
        crowd-blending-privacy data-privacy differential-identifiability error-preserving-privacy integral-privacy
        measure-of-privacy multi-dimensional-data-privacy mutual-information-dp noiseless-privacy-far21
        relaxed-indistinguishability
    """,
    "relativization": """
        zero-knowledge-privacy
    """,
    "syntactic": """
        delta-presence entropy-l-diversity k-anonymity k-map l-diversity t-closeness
    """,
    "variation": """
        ex-post-dp generalized-dp heterogeneous-dp input-discriminative-dp minid-dp model-specific-dp outlier-privacy
        personalized-dp predictive-dp random-dp tailored-dp
    """,
}

CATALOGUE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({m: tuple(ids.split()) for m, ids in _CATALOGUE.items()})
"""Names of modules of :mod:`dpzoo.notions`, each with the ids of its notions in alphabetical order."""


_MODULES: Final = MappingProxyType({i: m for m, ids in CATALOGUE.items() for i in ids})


def module_of(notion: str) -> str | None:
    """The module that runs a notion of a shape of its own; None for those made of blocks, and those that do not run."""
    return _MODULES.get(notion)
