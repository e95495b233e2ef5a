"""Sensitivity-induced DP of an unstable query allows everything.

Claim    (f, ε)-sensitivity-induced DP, f twice the unit vector of the dataset, implies some other notion at some
         proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of sensitivity-induced-dp, and their proofs.

f(D) is twice the unit vector of D. It moves by 4 in the sum norm, and by 2 in the maximum norm, between any two
datasets, so nothing is compared, and M may publish the dataset. A function class with all measurable functions has
one with the value c on one output and 0 elsewhere: E_P h - E_Q exp(h - 1) = c - 1/e there. The notions below are
violated with certainty, at each of their proper values.
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
    "one-sided-dp": {"P": ["t", "u", "v"]},
    "blowfish-privacy": {"G": [("t", "u"), ("t", "v"), ("u", "v")]},
    "causal-dp": {"Theta": [EITHER]},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [COIN]},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}


@decides(
    "sensitivity-induced-dp/does_not_imply/one-sided-dp",
    "sensitivity-induced-dp/does_not_imply/blowfish-privacy",
    "sensitivity-induced-dp/does_not_imply/causal-dp",
    "sensitivity-induced-dp/does_not_imply/bayesian-dp-ll12",
    "sensitivity-induced-dp/does_not_imply/bayesian-dp-ysn15",
    "sensitivity-induced-dp/does_not_imply/correlated-dp",
    "sensitivity-induced-dp/does_not_imply/on-average-kl-privacy",
    "sensitivity-induced-dp/does_not_imply/weak-bayesian-dp",
    "sensitivity-induced-dp/does_not_imply/profile-based-dp",
    "sensitivity-induced-dp/does_not_imply/pseudo-metric-dp",
    "sensitivity-induced-dp/does_not_imply/extended-divergence-dp",
    "sensitivity-induced-dp/does_not_imply/subspace-dp",
    "sensitivity-induced-dp/does_not_imply/weak-federated-f-dp",
    "sensitivity-induced-dp/does_not_imply/capacity-bounded-dp",
    "sensitivity-induced-dp/does_not_imply/abstract-dp",
    "sensitivity-induced-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    source="record of sensitivity-induced-dp",
)
def sensitivity_of_unit_vectors(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tuv", 2), lambda d: d)
    check.show("M", M)
    unit = {D: [2 * (D == E) for E in M.datasets] for D in M.datasets}
    check.equal("sensitivity-induced-dp: the least ε", notions["sensitivity-induced-dp"].tightest(M, f=unit), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}).value for pair in permutations(M.datasets, 2)]
    check.true("extended-divergence-dp: the divergence is infinite on every ordered pair", all(v.infinite for v in asked))
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    shares = FiniteMechanism.deterministic([(D, ()) for D in M.datasets], lambda d: (None, d[0]))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0)
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        test = {o: c if o == ("t", "v") else 0 for o in M.outputs}
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[test])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    D_1, D_2 = ("t", "v"), ("u", "v")
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.restrict([D_1, D_2]).post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == D_1 else b]})
        found = notions["abstract-dp"].holds(yes, R=[(D_1, D_2)], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 3):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x, "v") for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "a mechanism that satisfies sensitivity-induced-dp as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
