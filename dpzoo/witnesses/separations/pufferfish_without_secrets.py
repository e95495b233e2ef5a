"""Pufferfish privacy without secrets allows everything.

Claim    (Θ, Φ, ε)-Pufferfish privacy without pairs of secrets implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of pufferfish-privacy, and their proofs.

Without pairs of secrets nothing is compared, and M may publish the dataset. The notions below are violated with
certainty, at each of their proper values.
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY, real
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "negative-membership-privacy": {"Theta": [Prior.of({(): F(1, 2), ("t",): F(1, 2)})]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "passive-partial-knowledge-dp": {"Theta": [EITHER]},
}


@decides(
    "pufferfish-privacy/does_not_imply/negative-membership-privacy",
    "pufferfish-privacy/does_not_imply/passive-partial-knowledge-dp",
    "pufferfish-privacy/does_not_imply/adversarial-privacy",
    "pufferfish-privacy/does_not_imply/typical-stability",
    "pufferfish-privacy/does_not_imply/inference-based-distributional-dp",
    "pufferfish-privacy/does_not_imply/inference-based-coupled-worlds-privacy",
    "pufferfish-privacy/does_not_imply/distributional-privacy-rot10",
    kind=Kind.SEPARATION,
    source="record of pufferfish-privacy",
)
def pufferfish_without_secrets(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    found = notions["pufferfish-privacy"].tightest(M, Theta=[EITHER], Phi=[])
    check.equal("pufferfish-privacy, no pairs of secrets: the least ε", found, 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for N, gamma, delta in ((3, F(1, 4), F(1, 2)), (6, F(1, 2), F(6, 10))):  # for any γ, δ < 1 take N with (1 - γ)N > 1/(1 - δ)
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        found = notions["typical-stability"].tightest(many, Theta=[theta], gamma=gamma, delta=delta)
        check.equal(f"typical-stability, {N} values, γ = {gamma}, δ = {delta}: the least ε", found, INFINITY)
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    worlds = notions["inference-based-coupled-worlds-privacy"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        found = worlds.tightest(many, Theta=[theta], Gamma=[(lambda d: (), lambda d: d[0])], delta=1 - F(1, N) - F(1, 100))
        check.equal(f"inference-based-coupled-worlds-privacy, {N} values, δ = 1 - 1/{N} - 1/100: the least ε", found, INFINITY)
    for N in (2, 10, 30):  # for any γ < 1 take N with γ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        found = notions["distributional-privacy-rot10"].tightest(many, laws=[{x: F(1, N) for x in range(N)}], epsilon=1000)
        check.equal(f"distributional-privacy-rot10, π uniform on {N} records, n = 1, any ε: the least γ", found, 1 - F(1, N))
    check.refutes(
        "a mechanism that satisfies pufferfish-privacy as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
