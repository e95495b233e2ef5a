"""Bayesian DP (Leung & Lui) asks nothing if a record has one possible value.

Claim    (π, k, ε)-BayDP with π certain of one record implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of bayesian-dp-ll12, and their proofs.

If π is certain of the record t, there are no two values of a record to compare: every mechanism satisfies the
notion, and M may publish the dataset. The notions in the tables compare datasets with other records, whose outputs
differ with certainty.
"""

from fractions import Fraction as F
from itertools import combinations, permutations
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["t", "u"]},
    "blowfish-privacy": {"G": [("t", "u")]},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "causal-dp": {"Theta": [EITHER]},
    "on-average-kl-privacy": {"Theta": [COIN]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "bayesian-dp-ll12/does_not_imply/one-sided-dp",
    "bayesian-dp-ll12/does_not_imply/blowfish-privacy",
    "bayesian-dp-ll12/does_not_imply/bayesian-dp-ysn15",
    "bayesian-dp-ll12/does_not_imply/correlated-dp",
    "bayesian-dp-ll12/does_not_imply/causal-dp",
    "bayesian-dp-ll12/does_not_imply/on-average-kl-privacy",
    "bayesian-dp-ll12/does_not_imply/profile-based-dp",
    "bayesian-dp-ll12/does_not_imply/pseudo-metric-dp",
    "bayesian-dp-ll12/does_not_imply/extended-divergence-dp",
    "bayesian-dp-ll12/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    source="record of bayesian-dp-ll12",
)
def bayesian_ll12_knows_its_record(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    for k in (0, 1):
        check.equal(f"bayesian-dp-ll12, k = {k}: the least ε", notions["bayesian-dp-ll12"].tightest(M, prior={"t": 1}, k=k), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}).value for pair in permutations(M.datasets, 2)]
    check.true("extended-divergence-dp: the divergence is infinite on every ordered pair", all(v.infinite for v in asked))
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "a mechanism that satisfies Bayesian DP for a certain record satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
