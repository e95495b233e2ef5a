"""Bayesian DP (Triastcyn & Faltings) protects only the records that can be drawn.

Claim    (π, ε, δ)-BDP with π certain of one record x₀ implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of bayesian-dp-tf20, and their proofs.

M publishes the dataset without its records x₀ (x below). Adding x₀ changes nothing, so the notion holds with ε = δ
= 0. Datasets of other records are told apart with certainty.
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "bayesian-dp-tf20/does_not_imply/subspace-dp",
    "bayesian-dp-tf20/does_not_imply/weak-federated-f-dp",
    "bayesian-dp-tf20/does_not_imply/inference-based-distributional-dp",
    "bayesian-dp-tf20/does_not_imply/profile-based-dp",
    kind=Kind.SEPARATION,
    source="record of bayesian-dp-tf20",
)
def bayesian_tf20_knows_its_record(check: Check) -> None:
    notions: Any = executables()

    def hide(d: Any) -> tuple[str, ...]:
        return tuple(r for r in d if r != "x")

    M = FiniteMechanism.deterministic(complete_domain("xtu", 2), hide)
    check.show("M", M)
    found = notions["bayesian-dp-tf20"].tightest(M, prior={"x": 1}, epsilon=0)
    check.equal("bayesian-dp-tf20 with x drawn, ε = 0: the least δ", found, 0)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    shares = FiniteMechanism.deterministic([(D, ()) for D in M.datasets], lambda d: (None, hide(d[0])))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], hide)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "a mechanism that hides the one record that can be drawn satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
