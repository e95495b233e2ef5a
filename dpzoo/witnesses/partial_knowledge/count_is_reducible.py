"""A count is as private against active attackers as against passive ones.

Claim    Counting queries are Θ-reducible, so that they have the same ε and δ as APKDP and as PPKDP.
Verdict  true: with 20 unknown voters, p = 3/10 and ε = 3/10 the least δ is .09577, whatever the attacker knows.
Source   Desfontaines 2020, Theorem 2, Proposition 26 and Section 3.1.3.5.

Knowing b Yes votes shifts the count by b. The map O ↦ O − b₁ + b₂ carries the output distribution given B₁ to that
given B₂, for D(i) = 0 and for D(i) = 1; sums over all outputs do not notice.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="n, p, ε")
def count_is_reducible(check: Check) -> None:
    unknown, known, p = 20, 5, F(3, 10)
    outputs = range(unknown + known + 2)
    f = [comb(unknown, s) * p**s * (1 - p) ** (unknown - s) for s in range(unknown + 1)]
    law = {
        (t, b): np.array([f[o - b - t] if 0 <= o - b - t <= unknown else F(0) for o in outputs], dtype=object)
        for t in (0, 1)
        for b in range(known + 1)
    }
    e = real(F(3, 10)).exp()
    delta = {(t, b): hockey_stick(law[t, b], law[1 - t, b], e) for t in (0, 1) for b in range(known + 1)}
    check.show("δ by D(i) and b", {str(k): f"{float(d):.5f}" for k, d in delta.items()})
    for b in range(1, known + 1):
        shifted = all((law[t, b][b:] == law[t, 0][: len(outputs) - b]).all() for t in (0, 1))
        check.true(f"O ↦ O + {b} carries the outputs given b = 0 to those given b = {b}, for both values of D(i)", shifted)
    worst = delta[0, 0]
    check.less("the other order is the smaller one", delta[1, 0], worst)
    check.greater("ε = 3/10: δ for every b, from below", worst, F(957685, 10**7))
    check.less("… from above", worst, F(957695, 10**7))
    same = all((law[t, b][b:] == law[t, 0][: len(outputs) - b]).all() for t in (0, 1) for b in range(1, known + 1))
    check.confirms("the count has the same losses for every possible knowledge, so that its active and passive δ are equal", same)
