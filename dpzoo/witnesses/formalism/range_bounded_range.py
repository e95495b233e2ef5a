"""Range-bounded privacy and pure DP.

Claim    Range-bounded privacy is equivalent to ε-DP up to a change in parameters.
Verdict  true: ε-DP gives a range of 2ε, attained by randomised response, and a range of ε gives ε-DP.
Source   Desfontaines 2020, Section 2.2.6.3 and Table 2.20 (citing DR19).

The loss of an ε-DP mechanism lies in [-ε, ε], of length 2ε. Conversely the losses of a pair of distributions cannot all be
positive, nor all negative: an interval of length ε that contains them contains 0, so none exceeds ε.
"""

from dpzoo.blocks.divergences import loss_range
from dpzoo.witnesses.prelude import *


@decides(
    "range-bounded-privacy/equivalent_to/epsilon-dp",
    "epsilon-dp/stronger_than/range-bounded-privacy",
    kind=Kind.EQUIVALENCE,
    sampled="P, Q",
)
def range_bounded_range(check: Check) -> None:
    for odds in (F(2), F(3)):
        x = odds / (1 + odds)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        check.equal(
            f"randomised response, e^ε = {odds}: the range of the loss is 2ε",
            loss_range(m.row((0,)), m.row((1,))),
            2 * log_of(odds),
        )
    y = real(1).exp() / (1 + real(1).exp())  # ε = 1: the losses are ±ln y/(1-y)
    one = (y / (1 - y)).log() - ((1 - y) / y).log()
    check.at_least("randomised response at ε = 1: the range, from below", one, 2 - F(1, 10**12))
    check.at_most("randomised response at ε = 1: the range, from above", one, 2 + F(1, 10**12))

    rng, both = np.random.default_rng(39), True
    for _ in range(500):
        P, Q = (np.array([F(int(v), int(row.sum())) for v in row], dtype=object) for row in rng.integers(1, 12, (2, 4)))
        epsilon, length = greatest([max_divergence(P, Q), max_divergence(Q, P)]), loss_range(P, Q)
        both &= bool(epsilon <= length <= 2 * epsilon)
    check.true("500 random pairs: ε ≤ range ≤ 2ε", both)

    s = F(1, 10**6)  # a rare output of odds 3 : 1 has nearly all of the range on one side
    m = from_rows({(0,): [s, 1 - s], (1,): [3 * s, 1 - 3 * s]})
    ratio = max_divergence(m.row((1,)), m.row((0,))) / loss_range(m.row((1,)), m.row((0,)))
    check.greater("and the first bound cannot be improved: ε over the range", ratio, F(99999, 100000))
    check.confirms("500 random pairs have ε ≤ range ≤ 2ε; randomised response has the range 2ε", both)
