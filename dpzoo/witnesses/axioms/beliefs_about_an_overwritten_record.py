"""Beliefs about an overwritten record: inference-based causal DP survives neither post-processing nor mixing.

Verdict  false: merging two outputs raises e^ε from 15.04 to 29.2, mixing two mechanisms raises it from 4 to 5.51.

Two equal records. Overwriting one of them with the value b makes the datasets mixed pairs, on which the mechanism may do
anything; the belief about the drawn value is compared before and after. Beliefs of a merged output, or of a mixture, are
averages whose weights before and after have nothing to do with each other.
"""

from dpzoo.witnesses.prelude import *


@decides("inference-based-causal-dp/post_processing convexity")
def beliefs_about_an_overwritten_record(check: Check) -> None:
    def with_laws(zeros: list[F], ones: list[F], different: list[F]) -> FiniteMechanism:
        return from_rows({(0, 0): zeros, (1, 1): ones, (0, 1): different, (1, 0): different})

    def factor(m: FiniteMechanism, theta: Mapping[tuple[int, int], F]) -> F:
        """e^ε: the largest ratio of beliefs about D(i) after one output, with D(i) kept and with D(i) overwritten by b."""
        ratios: list[F] = []
        for i in (0, 1):
            for b in (0, 1):
                for o in m.outputs:
                    kept = {D[i]: w * m.probability(D, o) for D, w in theta.items()}
                    written = {D[i]: w * m.probability((*D[:i], b, *D[i + 1 :]), o) for D, w in theta.items()}
                    for t in (0, 1):
                        before, after = kept[t] / sum(kept.values()), written[t] / sum(written.values())
                        ratios += [before / after, after / before]
        return max(ratios)

    theta = {(0, 0): F(1, 10), (1, 1): F(9, 10)}
    laws = [(60, 16, 24), (1, 26, 73), (1, 1, 98)]
    M = with_laws(*([F(p, 100) for p in law] for law in laws))
    merged = M.post_process({0: "0 or 1", 1: "0 or 1", 2: "2"})
    check.show("θ", theta)
    check.show("M", M)
    check.show("f∘M", merged)
    check.less("e^ε of M", factor(M, theta), F(1505, 100))
    check.greater("e^ε of f∘M", factor(merged, theta), 29)

    fair = {(0, 0): F(1, 2), (1, 1): F(1, 2)}
    M1 = with_laws([F(5, 100), F(95, 100)], [F(75, 100), F(25, 100)], [F(25, 100), F(75, 100)])
    M2 = with_laws([F(5, 100), F(95, 100)], [F(20, 100), F(80, 100)], [F(80, 100), F(20, 100)])
    mixture = M1.mix(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)
    check.at_most("uniform prior: e^ε of M₁", factor(M1, fair), 4)
    check.at_most("… of M₂", factor(M2, fair), 4)
    check.greater("… of the even mixture", factor(mixture, fair), F(55, 10))
    kept = factor(merged, theta) <= F(1505, 100) or factor(mixture, fair) <= 4
    check.refutes("f∘M keeps e^ε = 15.05, or the mixture of M₁ and M₂ keeps e^ε = 4", kept)
