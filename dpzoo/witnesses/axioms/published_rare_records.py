"""Published rare records: typical stability is not convex.

Verdict  false: M₁ and M₂ have ε = δ = 0, and their mixture fails at every ε and δ < 1/2 once there are enough record
         values.

One record, uniform on n values. M₁ publishes it if it lies in the first third of the values, M₂ if it lies in the
second third; otherwise they say nothing. A third of the datasets may be exempt (γ = 1/3; with two outputs γ = 5/9 and
1 - γ = (2/3)²), so both look like saying nothing. In the mixture each record of both thirds is published with
probability ½. At least n/3 of them are not exempt; their published forms are different outputs, and a common law Q
gives some of them at most 3/n: ½ ≤ 3e^ε/n + δ. Of two different datasets of which one is published with probability
½, the other one never leads to that output; all but 1/9 + 2/(3n) of the pairs are such. With n unbounded no ε and δ <
1/2 is left. The n values stand for [0, 1) of the recorded proofs.
"""

from dpzoo.witnesses.prelude import *


@decides("typical-stability typical-stability-two-outputs/convexity")
def published_rare_records(check: Check) -> None:
    def publishing(n: int, part: range) -> FiniteMechanism:
        return deterministic([(t,) for t in range(n)], lambda d: d[0] if d[0] in part else "nothing")

    # typical stability
    notion = notions["typical-stability"]
    M1, M2 = publishing(6, range(2)), publishing(6, range(2, 4))
    mixture = M1.mix(M2)
    check.show("M₁, n = 6", M1)
    check.show("M₂, n = 6", M2)
    theta = [Prior.of({(t,): F(1, 6) for t in range(6)})]
    for name, m in (("M₁", M1), ("M₂", M2)):
        check.true(
            f"n = 6: {name} is (1/3, 0, 0)-typically stable", notion.holds(m, Theta=theta, gamma=F(1, 3), epsilon=0, delta=0)
        )
    claim = notion.holds(mixture, Theta=theta, gamma=F(1, 3), epsilon=0, delta=0)
    check.true("… the mixture is not", not claim)
    for n, factor, delta in ((9, 1, F(0)), (60, 6, F(1, 10)), (6000, 100, F(4, 10)), (3 * 10**9, 10**5, F(499, 1000))):
        check.greater(f"n = {n}, e^ε = {factor}, δ = {delta}: ½ against e^ε · 3/n + δ", F(1, 2), factor * F(3, n) + delta)

    # two outputs
    for n in (6, 9, 60):
        parts = publishing(n, range(n // 3)), publishing(n, range(n // 3, 2 * n // 3))
        silent = [sum((F(1, n) for D in m.datasets if m.probability(D, "nothing") == 1), F(0)) for m in parts]
        for name, share in zip(("M₁", "M₂"), silent, strict=True):
            check.equal(
                f"n = {n}: two runs of {name} say nothing on independent datasets with probability 4/9", share**2, F(4, 9)
            )
        both = parts[0].mix(parts[1])
        laws = [both.row(D) for D in both.datasets]
        apart = {(i, j) for i, p in enumerate(laws) for j, q in enumerate(laws) if hockey_stick(p, q, INFINITY) >= F(1, 2)}
        close = 1 - F(len(apart | {(j, i) for i, j in apart}), n * n)
        check.equal("… Pr[the mixture's outputs are close at some ε and δ < ½]", close, F(1, 9) + F(2, 3 * n))
        check.less("… less than 1 - γ", close, F(4, 9))
    check.refutes("the mixture is (1/3, 0, 0)-typically stable, as M₁ and M₂ are", claim)
