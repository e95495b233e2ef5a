"""Randomised response with one biased coin, its loss and its estimate.

Claim    Report T = 1 if X = U, where Pr[U = 1] = p ≠ 1/2. Then Pr[T = 1 | X = 1]/Pr[T = 1 | X = 0] = p/(1 − p) = e^ε with ε
         = logit(p), both answers have ratios within e^±ε, and from a mean answer of 0.45 with p = 0.6 the estimate of the
         share of cheaters is 0.25.
Verdict  true for p > 1/2. For p < 1/2 logit(p) is negative, and the ratio of the answer 0 exceeds e^ε.

The answer T = 0 has the ratio (1 − p)/p. Of p and 1 − p the larger one decides the loss, whichever it is. The slides' bound
on the variance of the estimate is checked as well: p_T(1 − p_T) is at most 1/4.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["slides-randomised-response-sign"])
def slides_randomised_response(check: Check) -> None:
    def report(p: F) -> FiniteMechanism:
        """X ↦ T; T = 1 if X = U."""
        return from_rows({(1,): [1 - p, p], (0,): [p, 1 - p]}, outputs=[0, 1])

    dp = notions["bounded-dp"]
    m = check.show("T for p = 3/5", report(F(3, 5)))
    check.equal("p = 3/5: ratio of T = 1", m.probability((1,), 1) / m.probability((0,), 1), F(3, 2))
    check.equal("p = 3/5: least ε, logit(p)", dp.tightest(m), log_of(F(3, 2)))
    p, mean = F(3, 5), F(45, 100)
    estimate = (mean + p - 1) / (2 * p - 1)
    check.equal("estimate from the mean answer 0.45", estimate, F(1, 4))
    check.equal("and back: the mean answer if a quarter cheats", p * estimate + (1 - p) * (1 - estimate), mean)
    shares = [F(k, 10) for k in range(11)]
    means = [p * c + (1 - p) * (1 - c) for c in shares]
    worst = max(t * (1 - t) / (2 * p - 1) ** 2 for t in means)
    check.at_most("largest n·Var over shares k/10, against 1/(16 (p − 1/2)²)", worst, 1 / (16 * (p - F(1, 2)) ** 2))

    low = report(F(2, 5))
    odds = F(2, 5) / F(3, 5)
    check.equal("p = 2/5: e^logit(p)", odds, F(2, 3))
    check.equal("p = 2/5: ratio of T = 0", low.probability((1,), 0) / low.probability((0,), 0), F(3, 2))
    check.equal("p = 2/5: least ε, −logit(p)", dp.tightest(low), -log_of(odds))
    check.refutes("for p = 2/5 the report is ε-DP with e^ε = p/(1 − p)", F(3, 2) <= odds)
