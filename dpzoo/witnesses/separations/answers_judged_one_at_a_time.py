"""Two answers that are correlated, and pairs that are not looked at.

DTP judges the answer to each question by itself, on D and on D without t. Two questions answered with one fair bit on D and
with opposite fair bits without t: each answer is a fair bit, but only on D they agree. And a constant classifier on
both datasets that answers every question with the dataset elsewhere: two other neighbours are told apart.
"""

from dpzoo.witnesses.prelude import *


@decides("machine-learning-dp-lbg17/does_not_imply/per-instance-dp total-variation-privacy")
def answers_judged_one_at_a_time(check: Check) -> None:
    D = ("t",)
    M = from_function([(), D], lambda d: {(b, b if d == D else 1 - b): F(1, 2) for b in (0, 1)})
    check.show("M, one bit twice or opposite bits", M)
    check.least("machine-learning-dp-lbg17", M, 0, D=D, t="t")
    check.least("per-instance-dp", M, INFINITY, D=D, t="t")

    def answers(d: tuple[object, ...]) -> object:
        return ("same", "same") if d in {(), D} else (d, d)

    N = deterministic(complete_domain("tu", 2), answers)
    check.least("machine-learning-dp-lbg17", N, 0, D=D, t="t")
    check.least("total-variation-privacy", N, 1)
    check.every_level("total-variation-privacy", "ε = 1 asks nothing")
