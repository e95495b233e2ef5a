"""Input-discriminative DP may protect two datasets and no others.

Claim    (Ψ, ε̄)-input-discriminative DP, ε̄ = 0 on D_a and D_b and 1 elsewhere, implies some other notion at some
         proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of input-discriminative-dp, and their proofs.

D_a and D_b have five records and differ in one; Ψ(0, 0) = ε and Ψ = ∞ otherwise. M returns one symbol on these two,
so there is no loss where the notion asks for a bound, and publishes the dataset elsewhere. A function class with
all measurable functions has one with the value c on one output and 0 elsewhere: E_P h - E_Q exp(h - 1) = c - 1/e
there.
"""

from fractions import Fraction as F
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
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "blowfish-privacy": {"G": [("t", "u"), ("t", "v"), ("u", "v")]},
    "causal-dp": {"Theta": [EITHER]},
    "one-sided-dp": {"P": ["t", "u", "v"]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    *(f"input-discriminative-dp/does_not_imply/{y}" for y in (*NO_EPSILON, *NO_DELTA)),
    "input-discriminative-dp/does_not_imply/inference-based-distributional-dp",
    "input-discriminative-dp/does_not_imply/capacity-bounded-dp",
    "input-discriminative-dp/does_not_imply/weak-federated-f-dp",
    "input-discriminative-dp/does_not_imply/abstract-dp",
    "input-discriminative-dp/does_not_imply/subspace-dp",
    "input-discriminative-dp/does_not_imply/dp-under-sampling",
    kind=Kind.SEPARATION,
    source="record of input-discriminative-dp",
)
def input_discriminative_protects_two_datasets(check: Check) -> None:
    notions: Any = executables()
    D_a, D_b = ("t", "v", "v", "v", "v"), ("u", "v", "v", "v", "v")

    def release(d: tuple[object, ...]) -> object:
        return "same" if d in {D_a, D_b} else d

    M = FiniteMechanism.deterministic([*complete_domain("tuv", 3), D_a, D_b], release)
    check.show("M", M)
    levels = {D: int(D not in {D_a, D_b}) for D in M.datasets}
    psi = {(0, 0): F(1, 100), (0, 1): "inf", (1, 0): "inf", (1, 1): "inf"}
    found = notions["input-discriminative-dp"].holds(M, epsilonbar=levels, Psi=psi)
    check.true("input-discriminative-dp with Ψ(0, 0) = 1/100", found)
    small = M.restrict(complete_domain("tuv", 3))
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
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        test = {o: c if o == ("t", "v") else 0 for o in small.outputs}
        found = notions["capacity-bounded-dp"].tightest(small, f="kl", H=[test])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    shares = FiniteMechanism.deterministic([(D, ()) for D in small.datasets], lambda d: (None, d[0]))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    D_1, D_2 = ("t", "v"), ("u", "v")
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = small.restrict([D_1, D_2]).post_process(
            {o: {"yes": w, "no": 1 - w} for o in small.outputs for w in [a if o == D_1 else b]}
        )
        found = notions["abstract-dp"].holds(yes, R=[(D_1, D_2)], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    numbers = small.post_process({o: k for k, o in enumerate(small.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    for beta in (F(1, 100), F(1, 2), F(1)):  # any β > 0 samples everything with positive probability
        check.equal(
            f"dp-under-sampling, β = {beta}: the least ε", notions["dp-under-sampling"].tightest(small, beta=beta), INFINITY
        )
    check.refutes(
        "a mechanism without loss between D_a and D_b satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
