"""A simulator that sees nothing cannot follow a noisy number.

M publishes the number of records (or of clients: the same law) plus Z. The noise Z has Pr[Z = z] ∝ e^{-ε|z|}, below
with e^ε = 16; clamping count + Z to 0, …, m makes the output finite and keeps the loss at its ends. The law depends
on the count alone, and neighbours have counts that differ by at most 1, so the datasets of all counts 0, …, n show
the loss of the whole mechanism.

A constant view gives one law Q. If it is within ε' of the outputs for 0 (or 1) and n, these are within 2ε', so ε' ≥
n ln(16)/2 (or (n - 1) ln(16)/2). Typical stability: with η = (1 - δ)/2 and Pr[Z = 0] ≥ 1 - η (e^ε = 256 below) each
of the (1 - γ)N kept counts needs Q-mass e^{-ε'}η, so e^ε' ≥ η(1 - γ)N. Beliefs: round to the nearest of L, 2L, …,
KL, which are K equally likely counts. A false answer keeps a belief of at most 4·16^{-L/2}, while after the
simulator's output all K counts are equally likely: (K - 1)/K ≤ e^ε'·4·16^{-L/2} + δ. For any δ < 1 take K with δ <
1 - 1/K: then e^ε' ≥ (1 - 1/K - δ)·16^{L/2}/4 grows with L. For δ = 1 - 1/K - 1/10 this is 16^{L/2}/40.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "epsilon-dp/does_not_imply/zero-knowledge-privacy coupled-worlds-privacy typical-stability",
    "client-dp/does_not_imply/zero-knowledge-privacy typical-stability inference-based-coupled-worlds-privacy",
    sampled={
        "zero-knowledge-privacy coupled-worlds-privacy typical-stability": "n",
        "inference-based-coupled-worlds-privacy": "K, L",
    },
)
def noisy_number_against_simulators(check: Check) -> None:
    zero, typical, coupled, belief = (
        notions[y]
        for y in (
            "zero-knowledge-privacy",
            "typical-stability",
            "coupled-worlds-privacy",
            "inference-based-coupled-worlds-privacy",
        )
    )
    for subject, who in (("epsilon-dp", lambda i: "t"), ("client-dp", lambda i: (i, "r"))):
        for n in (2, 4):
            chain = [tuple(who(i) for i in range(k)) for k in range(n + 1)]
            M: Any = from_function(chain, lambda d, n=n: noisy(len(d), n, 16))
            check.least(subject, M, real(16).log(), f"counts up to {n}")
            found = zero.tightest(M, Agg=[lambda d: 0])
            check.at_least("zero-knowledge-privacy: the least ε", found, F(n - 1, 2) * real(16).log())
            if subject == "epsilon-dp":
                points = [Prior.of({D: F(1)}) for D in chain]
                found = coupled.tightest(M, Theta=points, Gamma=[(lambda d: 0, lambda d: 0)])
                check.at_least("coupled-worlds-privacy: the least ε", found, F(n, 2) * real(16).log())
            M = from_function(chain, lambda d, n=n: noisy(len(d), n, 256))
            check.least(subject, M, real(256).log(), "e^ε = 256")
            theta = Prior.of({D: F(1, n) for D in chain[1:]})
            if n > 3:  # for smaller n the bound says nothing
                found = typical.tightest(M, Theta=[theta], gamma=F(1, 4), delta=F(1, 4))
                check.at_least("typical-stability, γ = δ = 1/4: the least ε", found, real(F(9 * n, 32)).log())
    for K, L in ((2, 3), (2, 4), (3, 3)):
        chain = [tuple((i, "r") for i in range(k)) for k in range(K * L + L + 1)]
        M = from_function(chain, lambda d, m=K * L + L: noisy(len(d), m, 16))
        M = M.post_process({o: min((abs(o - j * L), j) for j in range(1, K + 1))[1] for o in M.outputs})
        check.least("client-dp", M, at=f"K = {K}, L = {L}", at_most=real(16).log())
        theta = Prior.of({chain[j * L]: F(1, K) for j in range(1, K + 1)})
        found = belief.tightest(M, Theta=[theta], Gamma=[(lambda d: 0, len)], delta=1 - F(1, K) - F(1, 10))
        check.at_least(f"{belief.notion}, δ = 1 - 1/K - 1/10: the least ε", found, real(F(4**L, 40)).log())
    check.therefore_not("the simulators come close at one level for all counts")
