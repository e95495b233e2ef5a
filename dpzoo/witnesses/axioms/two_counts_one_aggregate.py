"""Two counts and one aggregate: zero-knowledge privacy is neither convex nor composable.

Claim    Zero-knowledge privacy is convex (printed) and composes (left open).
Verdict  false for the family of two counts: two mechanisms with ε = ln 2 have a mixture, and a pair, with ε at least n ln 2
         / 2 on n records, for every n.
Source   DP22, Table 3; Des20, Table 2.20, Proposition 11 (7) and footnote 23; the record's proofs.

Records are pairs of bits (x, y). The simulator gets, without the last record, the number of records with x = 1, or the
number with y = 1. M_x publishes the first number with two-sided geometric noise of ratio 1/2 (cut off at 0 and n, which is
post-processing), M_y the second. Simulated from the first number, M_y must look the same on n records (0,1) and on n
records (0,0), within 2ε'; but the output n is 2^n times as likely on the one as on the other. By symmetry the second number
is no better. The definition runs for n = 3, on the datasets of three records that are all (0,0) or (0,1), or all (0,0) or
(1,0).
"""

from dpzoo.witnesses.prelude import *

Data = tuple[tuple[int, int], ...]


@decides("zero-knowledge-privacy/convexity composition", errata=["sok-table3-zkpr-convexity"])
def two_counts_one_aggregate(check: Check) -> None:
    def noisy(count: int, n: int) -> list[F]:
        """count + Z, Pr[Z = z] = 2^-|z| / 3, cut off at 0 and n."""
        inside = [F(1, 3 * 2 ** abs(k - count)) for k in range(n + 1)]
        return [F(2, 3 * 2**count), *inside[1:n], F(2, 3 * 2 ** (n - count))]

    zero_knowledge = notions["zero-knowledge-privacy"]
    kept: list[bool] = []
    Agg = [lambda d: sum(x for x, _ in d), lambda d: sum(y for _, y in d)]
    for n in (3, 4, 10, 30):
        some = [((0, 1),) * k + ((0, 0),) * (n - k) for k in range(n + 1)]
        datasets: list[Data] = [*some, *(tuple((y, x) for x, y in D) for D in some[1:])]
        M_x = from_rows({D: noisy(sum(x for x, _ in D), n) for D in datasets}, [("x", k) for k in range(n + 1)])
        M_y = from_rows({D: noisy(sum(y for _, y in D), n) for D in datasets}, [("y", k) for k in range(n + 1)])
        ones, zeros = ((0, 1),) * n, ((0, 0),) * n
        ratio = M_y.probability(ones, ("y", n)) / M_y.probability(zeros, ("y", n))
        check.equal(f"n = {n}: the output n of M_y, on n records (0,1) against n records (0,0): ratio", ratio, 2**n)
        seen = [Agg[0](D[:-1]) for D in (ones, zeros)]
        check.true("… the first number without the last record is 0 on both", seen == [0, 0])
        if n > 3:
            continue
        check.show("M_x, n = 3", M_x)
        check.show("M_y, n = 3", M_y)
        for symbol, m in (("M_x", M_x), ("M_y", M_y)):
            check.true(f"n = 3: {symbol} holds at ε = ln 2", zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(2)))
        for symbol, m in (("the mixture", M_x.mix(M_y)), ("the pair", M_x.compose(M_y))):
            beyond = zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(F(28, 10)))
            check.true(f"… {symbol} does not even hold at ε = ln 2.8 (n ln 2 / 2 = ln 2.83)", not beyond)
            kept.append(bool(zero_knowledge.holds(m, Agg=Agg, epsilon=log_of(2))))
    check.refutes("on three records the mixture or the pair of M_x and M_y is (Agg, ln 2)-zero-knowledge private", any(kept))
