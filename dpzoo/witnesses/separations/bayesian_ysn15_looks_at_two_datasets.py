"""Bayesian DP (Yang, Sato & Nakagawa) looks only at the datasets that the adversary believes in.

Claim    Bayesian DP (Yang, Sato & Nakagawa) with the uniform distribution on D_a and D_b implies some other notion
         at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of bayesian-dp-ysn15, and their proofs.

D_a and D_b are two datasets of five records that differ in the value of one. M returns one symbol on these two, so
there is no loss where the notion compares, and publishes the dataset elsewhere. An adversary who is certain of one
dataset compares nothing, and there M may publish everything. The other notions look at datasets (t), (u) or (t, v),
(u, v).
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

EITHER = Prior.of({("t", "v"): F(1, 2), ("u", "v"): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "on-average-kl-privacy": {"Theta": [COIN]},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "blowfish-privacy": {"G": [("t", "u"), ("t", "v"), ("u", "v")]},
    "causal-dp": {"Theta": [EITHER]},
    "one-sided-dp": {"P": ["t", "u", "v"]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "bayesian-dp-ysn15/does_not_imply/inference-based-distributional-dp",
    "bayesian-dp-ysn15/does_not_imply/on-average-kl-privacy",
    "bayesian-dp-ysn15/does_not_imply/bayesian-dp-ll12",
    "bayesian-dp-ysn15/does_not_imply/correlated-dp",
    "bayesian-dp-ysn15/does_not_imply/blowfish-privacy",
    "bayesian-dp-ysn15/does_not_imply/causal-dp",
    "bayesian-dp-ysn15/does_not_imply/one-sided-dp",
    "bayesian-dp-ysn15/does_not_imply/profile-based-dp",
    "bayesian-dp-ysn15/does_not_imply/pseudo-metric-dp",
    "bayesian-dp-ysn15/does_not_imply/extended-divergence-dp",
    kind=Kind.SEPARATION,
    source="record of bayesian-dp-ysn15",
)
def bayesian_ysn15_looks_at_two_datasets(check: Check) -> None:
    notions: Any = executables()
    D_a, D_b = ("t", "v", "v", "v", "v"), ("u", "v", "v", "v", "v")

    def release(d: tuple[object, ...]) -> object:
        return "same" if d in {D_a, D_b} else d

    M = FiniteMechanism.deterministic([*complete_domain("tuv", 2), D_a, D_b], release)
    check.show("M", M)
    belief = Prior.of({D_a: F(1, 2), D_b: F(1, 2)})
    check.equal("bayesian-dp-ysn15: the least ε of M", notions["bayesian-dp-ysn15"].tightest(M, A=belief), 0)
    publish = FiniteMechanism.deterministic(complete_domain("tuv", 2), lambda d: d)
    belief = Prior.of({("t", "v"): F(1)})
    found = notions["bayesian-dp-ysn15"].tightest(publish, A=belief)
    check.equal("bayesian-dp-ysn15, certain of one dataset: the least ε of publishing", found, 0)
    small = M.restrict(complete_domain("tuv", 2))
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(small, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(small, epsilon="inf", **values), 1)
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 3):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x, "v") for x in range(N)], release)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(small, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(small.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(small, f="kl", d={pair: 1}).value for pair in permutations(small.datasets, 2)]
    check.true("extended-divergence-dp: the divergence is infinite on every ordered pair", all(v.infinite for v in asked))
    check.refutes(
        "a mechanism without loss on the two datasets satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
