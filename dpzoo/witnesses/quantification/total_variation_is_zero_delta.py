"""Total variation privacy is approximate DP without a multiplicative part.

Claim    ε-total variation privacy is (0, ε)-DP.
Verdict  true: the total variation distance is the worst event of approximate DP at ε = 0.
Source   Desfontaines 2020, Section 2.2.2.2 and Table 2.20, row of total variation privacy (citing BD14).

Half the sum of |P(O) - Q(O)| is the sum of the positive parts, since positive and negative ones cancel, and the positive part
is collected by the event of the outputs where P is larger.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides("total-variation-privacy/special_case_of/approximate-dp", kind=Kind.EQUIVALENCE, sampled="P, Q")
def total_variation_is_zero_delta(check: Check) -> None:
    rng = np.random.default_rng(19)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    widest = F(0)
    for trial in range(500):
        size = 2 + trial % 4
        P, Q = random_law(size), random_law(size)
        half_sum = sum((abs(p - q) for p, q in zip(P, Q, strict=True)), F(0)) / 2
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        worst_event = max(sum((P[o] - Q[o] for o in S), F(0)) for S in events)
        delta = hockey_stick(P, Q, 1).rational
        widest = max(widest, abs(half_sum - worst_event), abs(half_sum - delta))
    check.equal("largest difference between half the sum, the worst event and δ at ε = 0, 500 random pairs", widest, 0)
    check.confirms("on 500 random pairs total variation privacy and (0, ε)-DP have the same least ε", widest == 0)
