"""Bayesian DP (Triastcyn & Faltings) protects only the records that can be drawn.

Claim    (π, ε, δ)-BDP with π certain of one record x₀ implies some other notion at some proper values.

M publishes the dataset without its records x₀ (x below). Adding x₀ changes nothing, so the notion holds with ε = δ
= 0. Datasets of other records are told apart with certainty.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = ("subspace-dp", "weak-federated-f-dp", "inference-based-distributional-dp", "profile-based-dp")


@decides(
    "bayesian-dp-tf20/does_not_imply/subspace-dp weak-federated-f-dp inference-based-distributional-dp profile-based-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def bayesian_tf20_knows_its_record(check: Check) -> None:
    M = deterministic(complete_domain("xtu", 2), lambda d: tuple(r for r in d if r != "x"))
    check.show("M", M)
    found = notions["bayesian-dp-tf20"].tightest(M, prior={"x": 1}, epsilon=0)
    check.equal("bayesian-dp-tf20 with x drawn, ε = 0: the least δ", found, 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not("a mechanism that hides the one record that can be drawn satisfies one of these notions at proper values")
