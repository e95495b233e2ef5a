"""Coupled-worlds privacy whose simulator sees the data allows everything.

Claim    (Θ, Γ, ε)-coupled-worlds privacy, Γ the one pair (agg the identity, priv constant), implies some other
         notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of coupled-worlds-privacy, and their proofs.

The simulator gets the dataset and can run any mechanism, so every mechanism satisfies the notion with every ε,
under every prior; M may publish the dataset. The notions below are violated with certainty, at each of their proper
values. Below the notion is also checked under each prior that the others use, as they share the letter Θ.
"""

from fractions import Fraction as F
from itertools import combinations, permutations
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
SATISFIED = "coupled-worlds-privacy, the simulator sees the dataset: the least ε"
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
    "typical-stability": {"gamma": F(1, 2)},
}
OTHERS = ["adversarial-privacy", "capacity-bounded-dp", "weak-federated-f-dp", "subspace-dp", "abstract-dp"]
MORE = ["pseudo-metric-dp", "extended-divergence-dp", "distributional-privacy-rot10", "extended-distribution-privacy"]
LAST = ["extended-divergence-distribution-privacy"]


@decides(
    *(f"coupled-worlds-privacy/does_not_imply/{y}" for y in (*NO_EPSILON, *NO_DELTA, *NO_SIMULATOR, *OTHERS, *MORE, *LAST)),
    kind=Kind.SEPARATION,
    source="record of coupled-worlds-privacy",
)
def coupled_worlds_simulator_sees_the_data(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject, views = notions["coupled-worlds-privacy"], [(lambda d: d, lambda d: 0)]
    rare = [Prior.of({(): 1 - p, ("t",): p}) for p in (F(1, 2), F(1, 4), F(1, 100), F(1, 10**6))]
    check.equal(SATISFIED, subject.tightest(M, Theta=[EITHER, AT_T, AT_U, *rare], Gamma=views), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    for y, f in (("extended-distribution-privacy", {}), ("extended-divergence-distribution-privacy", {"f": "kl"})):
        for pair in ((AT_T, AT_U), (AT_U, AT_T)):  # one of them is at a finite distance, here 1; no other would do
            found = notions[y].tightest(M, Theta=[pair], d=[1], **f)
            check.equal(f"{y}, {pair[0].name} or {pair[1].name}: the least ε", found, INFINITY)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == ("t",) else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    shares = FiniteMechanism.deterministic([(D, ()) for D in M.datasets], lambda d: (None, d[0]))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == ("t",) else b]})
        check.equal(SATISFIED, subject.tightest(yes, Theta=[AT_T, AT_U], Gamma=views), 0)
        found = notions["abstract-dp"].holds(yes, R=[(("t",), ("u",))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}).value for pair in permutations(M.datasets, 2)]
    check.true("extended-divergence-dp: on every pair the divergence is infinite", all(v == INFINITY for v in asked))
    for N in (3, 4):  # for any δ, γ < 1 take N with (1 - γ)(1 - δ)N > 1
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta, delta = Prior.of({D: F(1, N) for D in many.datasets}), 1 - F(2, N) - F(1, 100)
        check.equal(f"{N} values: " + SATISFIED, subject.tightest(many, Theta=[theta], Gamma=views), 0)
        for y, values in NO_SIMULATOR.items():
            found = notions[y].tightest(many, Theta=[theta], delta=delta, **values)
            check.equal(f"{y}, {N} values, δ = {delta}: the least ε", found, INFINITY)
        found = notions["distributional-privacy-rot10"].tightest(many, gamma=1 - F(1, N) - F(1, 100))
        check.equal(f"distributional-privacy-rot10, π uniform on {N}, γ < 1 - 1/{N}: the least ε", found, INFINITY)
    check.refutes("M, or its like, satisfies one of these notions at proper values", not all(step.holds for step in check.steps))
