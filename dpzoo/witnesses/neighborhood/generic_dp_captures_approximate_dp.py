"""Generic DP's function M that says (ε, δ)-DP.

Claim    With M(x) = min(1, xe^ε + δ, 1 − (1 − x − δ)e^-ε) for all pairs of neighbours, generic DP is (ε, δ)-DP.
Verdict  true.
Source   Des20, after Definition 32; DP22, after Definition 26.

The condition M(P(S)) ≥ Q(S) with the second term is Q(S) ≤ e^ε P(S) + δ; with the third it is P(S̄) ≤ e^ε Q(S̄) + δ for the
complement. M must be concave with M(1) = 1 and values in [0, 1]. First for numbers x = P(S), y = Q(S), then for all events
of random pairs of laws; e^ε is rational.
"""

from dpzoo.witnesses.prelude import *


@decides("approximate-dp/special_case_of/generic-dp-kl10", kind=Kind.EQUIVALENCE, sampled="x, y")
def generic_dp_captures_approximate_dp(check: Check) -> None:
    random = np.random.default_rng(9)

    def bound(x: F, factor: F, delta: F) -> F:
        return min(F(1), x * factor + delta, 1 - (1 - x - delta) / factor)

    agree = held = 0
    for _ in range(3000):
        x, y, delta = (F(int(k), 24) for k in random.integers(0, (25, 25, 13)))
        factor = F(int(random.integers(8, 25)), 8)
        generic = bound(x, factor, delta) >= y and bound(1 - x, factor, delta) >= 1 - y
        direct = (
            y <= factor * x + delta
            and 1 - y <= factor * (1 - x) + delta
            and x <= factor * y + delta
            and 1 - x <= factor * (1 - y) + delta
        )
        agree += generic == direct
        held += direct
    check.equal("numbers (x, y, ε, δ) on which the two conditions agree, of 3000", agree, 3000)
    check.less("… among which the conditions hold, and not always", held, 3000)
    check.greater("… and not never", held, 0)

    grid = [F(k, 20) for k in range(21)]
    factor, delta = F(3, 2), F(1, 10)
    values = [bound(x, factor, delta) for x in grid]
    check.equal("M(1)", values[-1], 1)
    check.true("M has values in [0, 1]", all(0 <= v <= 1 for v in values))
    check.true("M is concave on a grid", all(a + c <= 2 * b for a, b, c in zip(values, values[1:], values[2:], strict=False)))

    approximate = notions["approximate-dp"]
    events = [s for n in range(4) for s in itertools.combinations(range(3), n)]
    agree = 0
    for _ in range(100):
        laws = [[F(int(k), 1) for k in random.integers(1, 9, 3)] for _ in range(2)]
        m = from_rows({(i,): [w / sum(law) for w in law] for i, law in enumerate(laws)})
        p, q = m.matrix
        by_events = all(bound(sum(p[list(s)], F(0)), factor, delta) >= sum(q[list(s)], F(0)) for s in events)
        agree += by_events == bool(approximate.holds(m, epsilon="log(3/2)", delta=delta))
    check.show("the last mechanism", m)
    check.equal("pairs of laws on which generic DP and (ln 3/2, 1/10)-DP agree, of 100", agree, 100)
    check.confirms("generic DP with this M is (ε, δ)-DP", agree == 100)
