"""Information privacy under a prior that is certain allows everything.

Claim    (Θ, ε)-information privacy, Θ one distribution that gives a single dataset, implies some other notion at
         some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of information-privacy-dpcf12, and their proofs.

Posterior and prior agree, so every mechanism satisfies the notion; M may publish the dataset. The notions below are
violated with certainty, at each of their proper values. Coupled-worlds privacy is violated under two such priors.
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

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
COIN = {"t": F(1, 2), "u": F(1, 2)}
AT_T, AT_U = Prior.of({("t",): F(1)}, "t for sure"), Prior.of({("u",): F(1)}, "u for sure")
SATISFIED = "information-privacy-dpcf12, two priors that are certain: the least ε"
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "one-sided-dp": {"P": ["t", "u"]},
    "blowfish-privacy": {"G": [("t", "u")]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "on-average-kl-privacy": {"Theta": [COIN]},
    "prior-dp": {"A": [(EITHER, 0, ())]},
    "distributional-privacy-zlw09": {"d": lambda a, b: 0, "Delta": F(1, 100)},
}
NO_DELTA: dict[str, dict[str, Any]] = {  # even with ε = ∞ the least δ is 1
    "weak-bayesian-dp": {"prior": {"t": 1}},
    "profile-based-dp": {"Theta": [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]},
}
OTHERS = ["capacity-bounded-dp", "weak-federated-f-dp", "subspace-dp", "abstract-dp", "pseudo-metric-dp"]
MORE = ["extended-divergence-dp", "extended-distribution-privacy", "extended-divergence-distribution-privacy"]
LAST = ["coupled-worlds-privacy"]


@decides(
    *(f"information-privacy-dpcf12/does_not_imply/{y}" for y in (*NO_EPSILON, *NO_DELTA, *OTHERS, *MORE, *LAST)),
    kind=Kind.SEPARATION,
    source="record of information-privacy-dpcf12",
)
def information_privacy_of_one_dataset(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    subject = notions["information-privacy-dpcf12"]
    check.equal(SATISFIED, subject.tightest(M, Theta=[AT_T, AT_U]), 0)
    for y, values in NO_EPSILON.items():
        check.equal(f"{y}: the least ε", notions[y].tightest(M, **values), INFINITY)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    for y, f in (("extended-distribution-privacy", {}), ("extended-divergence-distribution-privacy", {"f": "kl"})):
        for pair in ((AT_T, AT_U), (AT_U, AT_T)):  # one of them is at a finite distance, here 1; no other would do
            found = notions[y].tightest(M, Theta=[pair], d=[1], **f)
            check.equal(f"{y}, {pair[0].name} or {pair[1].name}: the least ε", found, INFINITY)
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
        check.equal(SATISFIED, subject.tightest(yes, Theta=[AT_T, AT_U]), 0)
        found = notions["abstract-dp"].holds(yes, R=[(("t",), ("u",))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.true(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found.holds is False)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    ext = notions["extended-divergence-dp"]
    asked = [ext.tightest(M, f="kl", d={pair: 1}).value for pair in permutations(M.datasets, 2)]
    check.true("extended-divergence-dp: on every pair the divergence is infinite", all(v == INFINITY for v in asked))
    found = notions["coupled-worlds-privacy"].tightest(M, Theta=[AT_T, AT_U], Gamma=[(lambda d: 0, lambda d: 0)])
    check.equal("coupled-worlds-privacy, agg and priv constant: the least ε", found, INFINITY)
    check.refutes("M, or its like, satisfies one of these notions at proper values", not all(step.holds for step in check.steps))
