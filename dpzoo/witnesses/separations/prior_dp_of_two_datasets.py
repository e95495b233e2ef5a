"""Prior DP may have an attacker who hesitates between two datasets.

Claim    (A, ε)-prior DP, A one attacker who believes in two datasets, implies some other notion at some proper
         values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of prior-dp, and their proofs.

D_a and D_b have five records and differ in one. M returns one symbol on both, so there is no loss where the
attacker compares, and publishes the dataset elsewhere. The other notions compare smaller datasets and are violated
with certainty, at each of their proper values. A q that is false at (a, b) is violated by a yes with these
probabilities.
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY, real
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides

EITHER = Prior.of({("t", "v"): F(1, 2), ("u", "v"): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
AT_T, AT_U = Prior.of({("t", "v"): F(1)}, "(t, v) for sure"), Prior.of({("u", "v"): F(1)}, "(u, v) for sure")
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["t", "u", "v"]},
    "blowfish-privacy": {"G": [("t", "u"), ("t", "v"), ("u", "v")]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [COIN]},
    "causal-dp": {"Theta": [EITHER]},
    "negative-membership-privacy": {"Theta": [EITHER]},
    "pufferfish-privacy": {"Theta": [EITHER], "Phi": [([("t", "v")], [("u", "v")])]},
    "distributional-privacy-zlw09": {"d": lambda a, b: 0, "S_D": [("t", "v"), ("u", "v")], "Delta": F(1, 100)},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": F(1, 3), "u": F(1, 3), "v": F(1, 3)}},
    "passive-partial-knowledge-dp": {"Theta": [EITHER]},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}
NO_SIMULATOR: dict[str, dict[str, Any]] = {  # uniform on N datasets: for large N the least ε is infinite
    "inference-based-distributional-dp": {},
    "inference-based-coupled-worlds-privacy": {"Gamma": [(lambda d: (), lambda d: d[0])]},
    "typical-stability": {"gamma": F(1, 2)},
}
OTHERS = ["adversarial-privacy", "capacity-bounded-dp", "weak-federated-f-dp", "subspace-dp", "abstract-dp"]
MORE = ["distributional-privacy-rot10", "extended-distribution-privacy", "extended-divergence-distribution-privacy"]


@decides(
    *(f"prior-dp/does_not_imply/{y}" for y in (*NO_EPSILON, *NO_DELTA, *NO_SIMULATOR, *OTHERS, *MORE)),
    kind=Kind.SEPARATION,
    source="record of prior-dp",
)
def prior_dp_of_two_datasets(check: Check) -> None:
    notions: Any = executables()
    D_a, D_b = ("t", "v", "v", "v", "v"), ("u", "v", "v", "v", "v")

    def release(d: Any) -> Any:
        return "same" if d in {D_a, D_b} else d

    M = FiniteMechanism.deterministic([*complete_domain("tuv", 2), D_a, D_b], release)
    check.show("M", M)
    subject = notions["prior-dp"]
    believes = Prior.of({D_a: F(1, 2), D_b: F(1, 2)})
    check.equal("prior-dp, the attacker believes in D_a or D_b: the least ε", subject.tightest(M, A=[(believes, 0, ())]), 0)
    small = M.restrict(complete_domain("tuv", 2))
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(small, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(small, epsilon="inf", **values), 1)
    for y, f in (("extended-distribution-privacy", {}), ("extended-divergence-distribution-privacy", {"f": "kl"})):
        for pair in ((AT_T, AT_U), (AT_U, AT_T)):  # one of them is at a finite distance, here 1; no other would do
            found = notions[y].tightest(small, Theta=[pair], d=[1], **f)
            check.equal(f"{y}, {pair[0].name} or {pair[1].name}: the least ε", found, INFINITY)
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({("u", "v"): 1 - p, ("t", "v"): p})
        found = notions["adversarial-privacy"].tightest(small, Theta=[theta], delta=F(1, 2))
        check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(
            small, f="kl", H=[{o: c if o == ("t", "v") else 0 for o in small.outputs}]
        )
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    shares = FiniteMechanism.deterministic([(D, ()) for D in small.datasets], lambda d: (None, release(d[0])))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    numbers = small.post_process({o: k for k, o in enumerate(small.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == ("t", "v") else b]})
        check.equal("prior-dp for the yes or no: the least ε", subject.tightest(yes, A=[(believes, 0, ())]), 0)
        found = notions["abstract-dp"].holds(yes, R=[(("t", "v"), ("u", "v"))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    for N in (3, 4):  # for any δ, γ < 1 take N with (1 - γ)(1 - δ)N > 1
        many = FiniteMechanism.deterministic([(x, "v") for x in range(N)], release)
        theta, delta = Prior.of({D: F(1, N) for D in many.datasets}), 1 - F(2, N) - F(1, 100)
        for y, values in NO_SIMULATOR.items():
            found = notions[y].tightest(many, Theta=[theta], delta=delta, **values)
            check.equal(f"{y}, {N} values, δ = {delta}: the least ε", found, INFINITY)
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], release)
        found = notions["distributional-privacy-rot10"].tightest(many, gamma=1 - F(1, N) - F(1, 100))
        check.equal(f"distributional-privacy-rot10, π uniform on {N}, γ < 1 - 1/{N}: the least ε", found, INFINITY)
    check.refutes("M, or its like, satisfies one of these notions at proper values", not all(step.holds for step in check.steps))
