"""Two parities are private and together reveal a record.

Claim    Definitions that assume limited background knowledge do not compose; they do not imply differential privacy
         either.
Verdict  true of noiseless privacy and causal DP, with ε = 0 for both parts, and with ε = 0 beside no ε of bounded DP.
Source   Desfontaines 2020, Proposition 20; Desfontaines & Pejó 2022, Proposition 8.

Under the uniform prior on three bits, D(1)⊕D(2)⊕D(3) is a fair coin whatever one record is, and so is D(2)⊕D(3).
Their sum is D(1). Between two fixed databases each parity is deterministic, and one record changes it.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "noiseless-privacy causal-dp/composition",
    "noiseless-privacy/does_not_imply/bounded-dp epsilon-dp",
    "causal-dp/does_not_imply/bounded-dp",
    kind=Kind.COMPOSITION,
)
def parities_do_not_compose(check: Check) -> None:
    domain = list(itertools.product((0, 1), repeat=3))
    M1 = deterministic(domain, lambda d: d.count(1) % 2)
    M2 = deterministic(domain, lambda d: d[1:].count(1) % 2)
    both = M1.compose(M2)
    theta = Prior.of({D: F(1, 8) for D in domain})
    check.show("M₁", M1)
    check.show("M₂", M2)
    for name in ("noiseless-privacy", "causal-dp"):
        tightest = [notions[name].tightest(m, Theta=[theta]) for m in (M1, M2, both)]
        check.equal(f"{name}: ε of the parity of all records", tightest[0], 0)
        check.equal("… of the parity of the last two", tightest[1], 0)
        check.equal("… of both", tightest[2], real(float("inf")))
    check.equal("bounded DP: ε of the parity of all records", notions["bounded-dp"].tightest(M1), real(float("inf")))
    complete = deterministic([(), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)], lambda d: d.count(1) % 2)
    pair = Prior.of({D: F(1, 4) for D in itertools.product((0, 1), repeat=2)})
    check.equal("two records, NPr: ε of the parity", notions["noiseless-privacy"].tightest(complete, Theta=[pair]), 0)
    check.equal("… on all datasets of up to two records, pure DP", notions["epsilon-dp"].tightest(complete), real(float("inf")))
    claim = notions["noiseless-privacy"].holds(both, Theta=[theta], epsilon=1000)
    check.refutes("two (θ, 0)-NPr mechanisms together satisfy (θ, ε)-NPr for some ε (here 1000)", claim)
