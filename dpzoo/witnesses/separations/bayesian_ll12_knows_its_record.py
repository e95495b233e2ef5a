"""Bayesian DP (Leung & Lui) asks nothing if a record has one possible value.

Claim    (π, k, ε)-BayDP with π certain of one record implies some other notion at some proper values.

If π is certain of the record t, there are no two values of a record to compare: every mechanism satisfies the
notion, and M may publish the dataset. The notions in the tables compare datasets with other records, whose outputs
differ with certainty.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = (
    "one-sided-dp",
    "blowfish-privacy",
    "bayesian-dp-ysn15",
    "correlated-dp",
    "causal-dp",
    "on-average-kl-privacy",
    "profile-based-dp",
    "pseudo-metric-dp",
    "extended-divergence-dp",
    "inference-based-distributional-dp",
)


@decides(
    "bayesian-dp-ll12/does_not_imply/one-sided-dp blowfish-privacy bayesian-dp-ysn15 correlated-dp causal-dp",
    "bayesian-dp-ll12/does_not_imply/on-average-kl-privacy profile-based-dp pseudo-metric-dp extended-divergence-dp",
    "bayesian-dp-ll12/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def bayesian_ll12_knows_its_record(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    for k in (0, 1):
        check.equal(f"bayesian-dp-ll12, k = {k}: the least ε", notions["bayesian-dp-ll12"].tightest(M, prior={"t": 1}, k=k), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not(
        "a mechanism that satisfies Bayesian DP for a certain record satisfies one of these notions at proper values"
    )
