"""No ε > 0 keeps the attack at one half; what the search returns is its own tolerance.

Verdict  false: P_SDA > 1/2 for every ε > 0 (and d ≠ 0), so that ε = 0 is the only solution; and since every step tests a
         fresh estimate, the search usually stops too early, at an ε whose true success is beyond the tolerance.

Count, two queries, steps of 0.01 down from 20. An estimate from 16,684 runs (what a Clopper-Pearson interval of width 0.02
at level 0.01 takes at one half) is accepted if it lies in [0.49, 0.51]. Its normal approximation, with the exact variance,
gives the distribution of the ε at which the search stops.
"""

from dpzoo.expressions.functions import normal_cdf
from dpzoo.witnesses.prelude import *

RUNS = 16_684


@decides(kind=Kind.ATTACK, errata=["ashena-largest-epsilon-at-half"])
def half_is_reached_at_zero_only(check: Check) -> None:
    def exact(epsilon: F) -> Real:
        return 1 - (1 + epsilon / 8) * real(-epsilon / 4).exp() / 2

    for epsilon in (F(1, 100), F(1, 10), F(16, 100)):
        check.greater(f"P_SDA of two counts at ε = {float(epsilon)}", exact(epsilon), F(1, 2))
    check.less("P_SDA at ε = 0.159, within the tolerance", exact(F(159, 1000)), F(51, 100))
    check.greater("P_SDA at ε = 0.161, beyond it", exact(F(161, 1000)), F(51, 100))

    going, mean, beyond = 1.0, 0.0, 0.0
    for step in range(2000, 0, -1):
        lowered = step / 100
        p = 1 - (1 + lowered / 8) * math.exp(-lowered / 4) / 2
        spread = math.sqrt(p * (1 - p) / RUNS)
        stops = going * (normal_cdf((0.51 - p) / spread) - normal_cdf((0.49 - p) / spread))
        mean += stops * lowered
        beyond += stops if p > 0.51 else 0.0
        going -= stops
    check.less("probability that the search has not stopped above 0", going, 1e-6)
    check.greater("mean of the ε returned", mean, 0.20)
    check.less("mean of the ε returned", mean, 0.23)
    check.greater("probability that its true success is beyond 0.51", beyond, 0.9)
    least = bool(exact(F(1, 100)) <= F(1, 2))
    check.refutes("P_SDA, which grows with ε, is 1/2 somewhere on the paper's grid from ε = 0.01", least)
