"""One-sided DP without sensitive values allows everything.

Claim    (P, ε)-one-sided DP without sensitive values implies some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of one-sided-dp, and their proofs.

If no value is sensitive, nothing is compared, and M may publish the dataset. The notions below are violated with
certainty, at each of their proper values.
"""

from fractions import Fraction as F
from itertools import combinations
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
    "one-sided-dp/does_not_imply/profile-based-dp",
    "one-sided-dp/does_not_imply/pseudo-metric-dp",
    "one-sided-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    source="record of one-sided-dp",
)
def one_sided_without_sensitive_values(check: Check) -> None:
    notions: Any = executables()
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    check.equal("one-sided-dp, no sensitive value: the least ε", notions["one-sided-dp"].tightest(M, P=[]), 0)
    for y, values in NO_DELTA.items():
        check.equal(f"{y}: the least δ for any ε", notions[y].tightest(M, epsilon="inf", **values), 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 3):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x, "v") for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "a mechanism that satisfies one-sided-dp as above satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
