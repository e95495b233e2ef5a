"""Half a membership guarantee does not give the other half.

Positive without negative: on the empty dataset a fair coin, on (t) always 0. After 1 the record is certainly
absent. Negative without adversarial: on (t) a fair coin, on the empty dataset always 0. After 1 the record is
certainly present, and e^ε p + δ < 1 for small p. With p the prior of t, the factors between prior and posterior
that count stay below 2 (after 0: (1 - p)/(1 - p/2) ≤ 2(1 - p) and (p/2)/(1 - p/2) ≥ p/2).
"""

from dpzoo.witnesses.prelude import *


@decides(
    "positive-membership-privacy/does_not_imply/negative-membership-privacy",
    "negative-membership-privacy/does_not_imply/adversarial-privacy",
    sampled={"adversarial-privacy": "p"},
)
def membership_notions_one_direction(check: Check) -> None:
    coin, zero = {0: F(1, 2), 1: F(1, 2)}, {0: F(1), 1: F(0)}
    M = check.show("M, positive without negative", from_function([(), ("t",)], lambda d: zero if d else coin))
    theta = Prior.of({(): F(1, 2), ("t",): F(1, 2)})
    found = notions["positive-membership-privacy"].holds(M, Theta=[theta], epsilon="log(2)")
    check.true("positive-membership-privacy at ε = ln 2", found)
    check.least("negative-membership-privacy", M, INFINITY, Theta=[theta])
    M = check.show("M, negative without adversarial", from_function([(), ("t",)], lambda d: coin if d else zero))
    for p in (F(99, 100), F(1, 4), F(1, 10**6)):
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["negative-membership-privacy"].holds(M, Theta=[theta], epsilon="log(2)")
        check.true(f"p = {p}: negative-membership-privacy at ε = ln 2", found)
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], epsilon="log(1000)")
        check.equal("adversarial-privacy at e^ε = 1000: the least δ = max(0, 1 - 1000p)", found, max(F(0), 1 - 1000 * p))
    check.therefore_not("one half implies the other, or e^ε = 1000 with δ < 99/100 is enough for all p")
