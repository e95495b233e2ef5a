"""Subspace DP with the zero space allows everything.

Claim    (V, ε, δ)-subspace DP with V = 0 implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of subspace-dp, and their proofs.

The projection on the zero space is constant, so every mechanism with numbers as outputs satisfies the notion, and M
may publish the dataset (as a number). The notions below are violated with certainty, at each of their proper
values.
"""

from fractions import Fraction as F
from itertools import combinations
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "subspace-dp/does_not_imply/weak-bayesian-dp",
    "subspace-dp/does_not_imply/profile-based-dp",
    "subspace-dp/does_not_imply/pseudo-metric-dp",
    "subspace-dp/does_not_imply/weak-federated-f-dp",
    "subspace-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    source="record of subspace-dp",
)
def subspace_that_is_zero(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[], epsilon=0)
    check.equal("subspace-dp, V = 0, outputs numbered, ε = 0: the least δ", found, 0)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    shares = FiniteMechanism.deterministic([(D, ()) for D in M.datasets], lambda d: (None, d[0]))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "a mechanism that satisfies subspace-dp as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
