"""Information privacy with full support bounds pure DP.

Claim    If Θ contains a distribution whose support is all of 𝒟, (Θ, ε)-information privacy implies 2ε-DP.
Verdict  true on 500 random mechanisms and priors; the factor 2 is attained, and without the condition nothing follows.
Source   Desfontaines 2020, Section 2.2.6.4, after Definition 41 (the tables print the relation without the condition).

By Bayes' rule the posterior of a dataset D over its prior is Pr[M(D) = O]/Pr[M = O]. If this is within e^(±ε) for all D, any
two datasets are within e^(2ε) of each other, whether neighbours or not.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "information-privacy-dpcf12/stronger_than/epsilon-dp",
    kind=Kind.IMPLICATION,
    source="Des20, Section 2.2.6.4, after Definition 41; DP22, Section 7.4",
    sampled="M, θ",
)
def information_privacy_two_epsilon(check: Check) -> None:
    def factors(m: FiniteMechanism, theta: dict[tuple[int, ...], F]) -> tuple[F, F]:
        """e^ε of information privacy for the prior θ, and e^ε of pure DP with all datasets neighbours."""
        average = sum(w * m.row(d) for d, w in theta.items())
        posterior = [m.row(d) / average for d, w in theta.items() if w]  # over the prior
        information = max(max(*r, 1 / min(r)) for r in posterior)
        return information, max(max(m.row(a) / m.row(b)) for a in m.datasets for b in m.datasets)

    rng, holds = np.random.default_rng(36), True
    for _ in range(500):
        rows = [[F(int(x), int(row.sum())) for x in row] for row in rng.integers(1, 12, (3, 3))]
        weights = rng.integers(1, 10, 3).tolist()
        m = from_rows({(k,): row for k, row in enumerate(rows)})
        information, pure = factors(m, {(k,): F(w, sum(weights)) for k, w in enumerate(weights)})
        holds &= pure <= information**2
    check.true("500 random 3×3 mechanisms with priors of full support: e^ε of pure DP ≤ the square of that of InfPr", holds)

    m = check.show("M", from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(1, 8), F(7, 8)]}))
    information, pure = factors(m, {(0,): F(1, 3), (1,): F(2, 3)})
    check.equal("M with the prior (1/3, 2/3): e^ε of InfPr", information, 2)
    check.equal("M: e^ε of pure DP, so that the factor 2 is attained", pure, 4)
    notion = notions["information-privacy-dpcf12"]
    check.equal("the same by this package", notion.tightest(m, Theta=[Prior.of({(0,): F(1, 3), (1,): F(2, 3)})]), log_of(2))

    publish = from_rows({(0,): [F(1), F(0)], (1,): [F(0), F(1)]})
    alone = notion.tightest(publish, Theta=[Prior.of({(0,): F(1)})])
    check.equal("without the condition: for a prior on one dataset, publishing the data has the ε", alone, 0)
    check.confirms("500 random mechanisms and priors with full support satisfy ε(DP) ≤ 2 ε(InfPr)", holds)
