"""Probabilistic DP implies approximate DP with the same parameters.

Claim    (ε, δ)-ProDP is stronger than (ε, δ)-DP, with no change in parameters.
Verdict  true: the excess over e^ε Q never exceeds the probability of the outputs whose loss is above ε.
Source   Desfontaines & Pejó 2022, Section 3.1, after Definition 9.

Each output with loss above ε adds P(O) to the δ of ProDP and P(O) - e^ε Q(O) to that of approximate DP. The two agree exactly
where Q vanishes on all of those outputs.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides("probabilistic-dp/equivalent_to/approximate-dp", kind=Kind.IMPLICATION, sampled="P, Q")
def probabilistic_dp_implies_approximate(check: Check) -> None:
    rng = np.random.default_rng(2)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    least_room, equal = F(1), 0
    for trial in range(500):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(4, 13)), 4)
        P, Q = random_law(size), random_law(size)
        room = probabilistic_delta(P, Q, exp_epsilon) - hockey_stick(P, Q, exp_epsilon)
        least_room = min(least_room, room.rational)
        equal += room == 0
    check.at_least("least room between the δ of ProDP and that of approximate DP, 500 random pairs", least_room, 0)
    check.greater("pairs on which the two are equal: no smaller δ would do", equal, 0)
    check.confirms("on 500 random pairs (ε, δ)-ProDP implies (ε, δ)-DP", least_room >= 0)
