"""Pure DP bounds the difference of two conclusions.

Claim    ε-DP implies (e^ε - 1)-semantic privacy; semantic privacy is equivalent to ε-DP.
Verdict  true; the best bound is tanh(ε/2), below e^ε - 1 for every ε > 0, and attained.
Source   Desfontaines 2020, Definition 40 and Table 2.20 (citing GKS08, KS14; the bound is theirs).

Write q(D) = Pr[M(D) ∈ S]. The odds of two datasets D, D' after the output are multiplied by q(D)/q(D') if the record was used
and by q(D₋ᵢ)/q(D'₋ᵢ) if not: under ε-DP these differ by the factor e^(2ε) at most. Two distributions whose odds differ by the
factor r differ by (√r - 1)/(√r + 1) at most.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/stronger_than/semantic-privacy",
    kind=Kind.IMPLICATION,
    source="Des20, Definition 40; Table 2.20; DP22, Section 7.3",
    sampled="ε, θ",
)
def semantic_privacy_bound(check: Check) -> None:
    domain = [(), ("t",), ("u",), *product("tu", repeat=2)]
    rng, worst, holds = np.random.default_rng(38), F(0), True

    def conclusions(m: FiniteMechanism, theta: list[F], place: int, output: int) -> F:
        """Total variation between the beliefs about D after the output, with and without the record at the place."""
        beliefs = []
        for without in (False, True):
            used = [d[:place] + d[place + 1 :] if without else d for d in domain]
            joint = [w * m.row(d)[output] for w, d in zip(theta, used, strict=True)]
            beliefs.append([j / sum(joint, F(0)) for j in joint])
        return sum((max(F(0), a - b) for a, b in zip(*beliefs, strict=True)), F(0))

    for odds in (F(3, 2), F(2), F(3), F(9)):
        x, tanh = odds / (1 + odds), (odds - 1) / (odds + 1)
        m = from_rows({d: [x, 1 - x] if "t" in d else [1 - x, x] for d in domain}, outputs=["yes", "no"])
        found = notions["semantic-privacy"].tightest(m)
        check.at_most(
            f"randomised response on “t ∈ D”, e^ε = {odds}: the least ε of semantic privacy, against tanh(ε/2)", found, tanh
        )
        check.less(f"e^ε = {odds}: tanh(ε/2) against e^ε - 1", tanh, odds - 1)
        for _ in range(60):
            weights = rng.integers(0, 10, len(domain)).tolist()
            theta = [F(w, sum(weights)) for w in weights]
            difference = max(conclusions(m, theta, place, output) for place in (0, 1) for output in (0, 1))
            worst = max(worst, difference / tanh)
            holds &= difference <= tanh
    check.at_most("240 random priors: largest difference of conclusions, over tanh(ε/2)", worst, 1)

    # attained: removing t from (t, u) divides q by 3, removing u from (u) multiplies it by 3
    q = {d: F(1, 100) if "u" in d and "t" not in d else F(3, 100) for d in domain}
    m = check.show("M", from_rows({d: [q[d], 1 - q[d]] for d in domain}, outputs=["yes", "no"]))
    check.equal("M: the ε of pure DP", notions["epsilon-dp"].tightest(m), log_of(3))
    check.equal(
        "M: the least ε of semantic privacy is tanh(ε/2) = (3 - 1)/(3 + 1)", notions["semantic-privacy"].tightest(m), F(1, 2)
    )
    check.confirms("randomised response, for 240 random priors, changes conclusions by at most tanh(ε/2) ≤ e^ε - 1", holds)
