"""Divergence distribution privacy with a linear generator allows everything.

Claim    (f, Θ, ε)-divergence distribution privacy with f(t) = t - 1 implies some other notion at some proper
         values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of divergence-distribution-privacy, and their proofs.

For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, for every Θ,
and M may publish the dataset. The notions below are violated with certainty, at each of their proper values.
"""

from fractions import Fraction as F
from itertools import combinations
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY, real
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
PRESENT = Prior.of({(): F(1, 2), ("t",): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
AT_T, AT_U = Prior.of({("t",): F(1)}, "t for sure"), Prior.of({("u",): F(1)}, "u for sure")
SATISFIED = "divergence-distribution-privacy at f(t) = t - 1: the least ε"
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["t", "u"]},
    "blowfish-privacy": {"G": [("t", "u")]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [COIN]},
    "causal-dp": {"Theta": [EITHER]},
    "negative-membership-privacy": {"Theta": [PRESENT]},
    "pufferfish-privacy": {"Theta": [EITHER], "Phi": [([("t",)], [("u",)])]},
    "prior-dp": {"A": [(EITHER, 0, ())]},
    "distributional-privacy-zlw09": {"d": lambda a, b: 0, "Delta": F(1, 100)},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "passive-partial-knowledge-dp": {"Theta": [EITHER]},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}
NO_SIMULATOR: dict[str, dict[str, Any]] = {  # uniform on N datasets: for large N the least ε is infinite
    "inference-based-distributional-dp": {},
    "inference-based-coupled-worlds-privacy": {"Gamma": [(lambda d: (), lambda d: d[0])]},
    "typical-stability": {"gamma": F(1, 2)},
}
OTHERS = ["adversarial-privacy", "weak-federated-f-dp", "subspace-dp", "abstract-dp", "pseudo-metric-dp"]
MORE = ["distributional-privacy-rot10", "extended-distribution-privacy"]


@decides(
    *(f"divergence-distribution-privacy/does_not_imply/{y}" for y in (*NO_EPSILON, *NO_DELTA, *NO_SIMULATOR, *OTHERS, *MORE)),
    kind=Kind.SEPARATION,
    source="record of divergence-distribution-privacy",
)
def divergence_distribution_of_a_linear_generator(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    linear = {"f": "t - 1", "at_zero": -1, "slope": 1}
    subject = notions["divergence-distribution-privacy"]
    every = [(a, b) for a in (EITHER, PRESENT, AT_T, AT_U) for b in (EITHER, PRESENT, AT_T, AT_U)]
    check.equal(SATISFIED, subject.tightest(M, Theta=every, f=linear), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    for pair in ((AT_T, AT_U), (AT_U, AT_T)):  # one of them is at a finite distance, here 1; no other would do
        found = notions["extended-distribution-privacy"].tightest(M, Theta=[pair], d=[1])
        check.equal(f"extended-distribution-privacy, {pair[0].name} or {pair[1].name}: the least ε", found, INFINITY)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    shares = FiniteMechanism.deterministic([(D, ()) for D in M.datasets], lambda d: (None, d[0]))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == ("t",) else b]})
        check.equal(SATISFIED, subject.tightest(yes, Theta=every, f=linear), 0)
        found = notions["abstract-dp"].holds(yes, R=[(("t",), ("u",))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    for N in (3, 4):  # for any δ, γ < 1 take N with (1 - γ)(1 - δ)N > 1
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta, delta = Prior.of({D: F(1, N) for D in many.datasets}), 1 - F(2, N) - F(1, 100)
        for y, values in NO_SIMULATOR.items():
            found = notions[y].tightest(many, Theta=[theta], delta=delta, **values)
            check.equal(f"{y}, {N} values, δ = {delta}: the least ε", found, INFINITY)
        found = notions["distributional-privacy-rot10"].tightest(many, gamma=1 - F(1, N) - F(1, 100))
        check.equal(f"distributional-privacy-rot10, π uniform on {N}, γ < 1 - 1/{N}: the least ε", found, INFINITY)
    check.refutes("M, or its like, satisfies one of these notions at proper values", not all(step.holds for step in check.steps))
