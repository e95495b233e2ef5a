"""What is not hidden if all records are copies of one.

Under the prior below every record is t, so a record has one possible value. M publishes the dataset; what compares records of
different values is violated with certainty.
"""

from __future__ import annotations

from fractions import Fraction as F

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior

COMPARE_VALUES = (
    "one-sided-dp",
    "blowfish-privacy",
    "bayesian-dp-ll12",
    "bayesian-dp-ysn15",
    "correlated-dp",
    "on-average-kl-privacy",
    "profile-based-dp",
    "pseudo-metric-dp",
    "extended-divergence-dp",
)
"""Notions without a prior on whole datasets that M violates at every proper value."""


def publish_under_copies() -> tuple[FiniteMechanism, Prior]:
    """M and the prior: no, one or two copies of t."""
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    return M, Prior.of({(): F(1, 3), ("t",): F(1, 3), ("t", "t"): F(1, 3)})
