"""Approximate DP may publish the data with probability δ.

M publishes the dataset with probability δ and nothing otherwise: (0, δ)-DP, hence (ε, δ)-DP for every ε. Two datasets
have an infinite loss and an infinite Kullback–Leibler divergence. The event “the output is D₂” never happens on D₁ and
is missed on D₂ with probability 1 - δ, so f(0) ≤ 1 - δ is needed; the trade-off function G₁ of two normal distributions
has G₁(0) = 1, so no δ > 0 implies it.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("0 < p < 1", {"own": "p", "other": "0", "nothing": "1 - p"}, {"own": "0", "other": "p", "nothing": "1 - p"})


@decides(
    "approximate-dp/does_not_imply/epsilon-dp kl-privacy average-leave-one-out-kl-stability",
    "approximate-dp/not_stronger_than/f-dp",
    sampled={"f-dp": "δ"},
)
def approximate_dp_publishes_rarely(check: Check) -> None:
    for delta in (F(1, 2), F(1, 100), F(1, 10**6)):  # any δ > 0
        law, _ = LAWS.at(p=delta)
        M = from_function(complete_domain("t", 2), lambda d, law=law: {d: law["own"], "nothing": law["nothing"]})
        check.least("approximate-dp", M, delta, f"published with {delta}", epsilon=0)
        check.least("epsilon-dp", M, INFINITY)
        check.least("kl-privacy", M, INFINITY)
        check.least("average-leave-one-out-kl-stability", M, INFINITY)
        best = notions["f-dp"].tightest(M)
        check.equal("f-dp: the largest f at 0 (G₁ needs 1)", best.value(F(0)), 1 - delta, of=best)
    check.show("M, for the last δ", M)
    check.therefore_not("some δ among these keeps the loss or the divergence finite, or all tests at G₁")
