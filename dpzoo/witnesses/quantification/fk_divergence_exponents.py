"""The exponent of the fₖ-divergence is at least 1.

Verdict    false as printed: for k < 1, f_k(t) = |t - 1|^k is not convex, so it is no instance, and post-processing fails.

The inequality itself, |u - 1|^k ≤ (e^ε - 1)^k for ratios u in [e^(-ε), e^ε], holds for every k > 0. What fails for k < 1 is
that f_k is the function of a divergence: it lies above its chord between 1 and 2, and merging two outputs raises the mean
(here over M(D₂), the form in which divergences are right).
"""

from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/stronger_than/fk-divergence-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-section34-fk-exponent"],
    sampled={"epsilon-dp/stronger_than/fk-divergence-dp": "k, M"},
)
def fk_divergence_exponents(check: Check) -> None:
    half = F(1, 2)
    check.greater("f_k(3/2) at k = 1/2 against the chord's (f_k(1) + f_k(2))/2 = 1/2", real(half) ** half, half)

    m = from_rows({(0,): [F(2, 4), F(1, 4), F(1, 4)], (1,): [F(1, 4), F(1, 4), F(2, 4)]}, outputs=["a", "b", "c"])
    merged = m.post_process({"a": "ab", "b": "ab", "c": "c"})
    check.show("M", m)
    check.show("f∘M", merged)

    def mean(mechanism: FiniteMechanism, k: F) -> Real:
        """The larger of the two orders' means of |u - 1|^k, u the ratio."""
        P, Q = mechanism.row((0,)), mechanism.row((1,))
        sums = [sum((real(abs(a / b - 1)) ** k * b for a, b in zip(p, q, strict=True)), ZERO) for p, q in ((P, Q), (Q, P))]
        return greatest(sums)

    before, after = mean(m, half), mean(merged, half)
    check.less("k = 1/2: the mean for M against that for f∘M", before, after)
    epsilon = max(max_divergence(m.row((0,)), m.row((1,))), max_divergence(m.row((1,)), m.row((0,))))
    check.equal("M is ε-DP with e^ε", epsilon.exp(), 2)
    for k in (F(1, 2), F(1), F(2), F(5)):
        check.at_most(f"the mean for M at k = {k} against (e^ε - 1)^k", mean(m, k), 1)
    for k in (F(1), F(2), F(5)):
        check.at_most(f"corrected, k = {k}: the mean for f∘M against that for M", mean(merged, k), mean(m, k))
    check.refutes("at k = 1/2 post-processing does not raise the mean of |e^L - 1|^k", after <= before)
    check.confirms(
        "M and f∘M satisfy (f_k, e^ε - 1)-divergence DP for k = 1, 2, 5; for k = 1/2 f_k gives no divergence",
        all(max(mean(m, k), mean(merged, k)) <= 1 for k in (F(1), F(2), F(5))) and before < after,
    )
