"""A noisy sum over the true count is not ε-DP, clamped or not.

Verdict  false for add-or-remove neighbours, the ones of the paper: with ε = 1/2, one event is more than e^ε times as likely.

The count is in the scale of the noise, and neighbours have different counts. D = {0} and D′ = {0, 1} on [0, 1]: around 1/2
the average of D′ has a noise twice as narrow.
"""

from dpzoo.witnesses.prelude import *


@decides("average-over-true-count/claims/unbounded-dp", kind=Kind.ATTACK, errata=["ashena-average-not-dp"])
def average_over_the_true_count(check: Check) -> None:
    epsilon = F(1, 2)
    check.show("D", (0,))
    check.show("D′", (0, 1))

    def between(low: F, high: F, total: F, n: int) -> Real:
        """Pr[low ≤ (total + ν)/n ≤ high], ν ~ Lap(1/ε), for an interval inside (0, 1), where nothing is clamped."""

        def below(x: F) -> Real:
            tail = real(-abs(x) * epsilon).exp() / 2
            return tail if x < 0 else 1 - tail

        return below(n * high - total) - below(n * low - total)

    of_one = between(F(2, 5), F(3, 5), F(0), 1)
    of_two = between(F(2, 5), F(3, 5), F(1), 2)
    check.less("Pr[average of D in [2/5, 3/5]]", of_one, F(39, 1000))
    check.greater("Pr[average of D′ in [2/5, 3/5]]", of_two, F(95, 1000))
    bound = real(epsilon).exp()
    check.greater("their ratio, against e^ε", of_two / of_one, bound)
    for n in (1, 10, 100):
        loss = real(F(n + 1, n)).log() + F(n, n + 1)
        check.greater(f"n = {n}, ε = 1: ln((n + 1)/n) + εn/(n + 1)", loss, 1)
    check.refutes("the clamped noisy sum over the true count is ε-DP", of_two <= bound * of_one)
