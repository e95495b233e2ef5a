"""A noisy sum divided by the true count is not ε-DP.

Claim    For values in [0, 1], (sum + Laplace noise of scale 1/ε) / number of records, clamped to [0, 1], is ε-DP.
Verdict  false for small ε: the count changes the spread of the noise, and the ratio tends to 2 for one record against two.
Source   Des20, footnote 2 of Section 4.2.6, on Algorithm 2.3 of Li et al.; ADB21, which uses it.

D1 = {0} and D2 = {0, 1}. The answer lies in (3/4, 1) if the noise lies in (3/4, 1) on D1 and in (1/2, 1) on D2. With
r = e^(−ε/4) these have probabilities ½(r³ − r⁴) and ½(r² − r⁴), whose ratio is 1 + 1/r.
"""

from dpzoo.witnesses.prelude import *


@decides("average-over-true-count/claims/unbounded-dp", kind=Kind.ATTACK)
def noisy_sum_over_true_count(check: Check) -> None:
    def answer(r: F) -> FiniteMechanism:
        """The answer cut at 3/4 and 1; r = e^(−ε/4), and Pr[noise > k/4] = ½ r^k."""

        def law(d: Any) -> dict[Any, F]:
            n, total = len(d), sum(d)
            above = [F(1, 2) * r ** (cut * n - 4 * total) for cut in (3, 4)]  # noise > cut·n/4 − total, at least 0 here
            return {"below 3/4": 1 - above[0], "between": above[0] - above[1], "1": above[1]}

        return from_function([(0,), (0, 1)], law, name="average")

    dp = notions["unbounded-dp"]
    r = F(9, 10)
    check.show("the answer, ε = 4 ln(10/9)", answer(r))
    claimed = log_of(F(10, 9) ** 4)
    check.equal("Pr[between] on D1", answer(r).probability((0,), "between"), (r**3 - r**4) / 2)
    check.equal("the loss on “between” for ε = 4 ln(10/9) = 0.421", dp.tightest(answer(r)), log_of(1 + 1 / r))
    check.greater("… is more than ε", dp.tightest(answer(r)), claimed)
    check.refutes("the average is ε-DP for ε = 4 ln(10/9)", dp.holds(answer(r), epsilon=claimed))
