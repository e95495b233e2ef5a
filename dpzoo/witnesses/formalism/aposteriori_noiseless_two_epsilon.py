"""Noiseless and aposteriori noiseless privacy imply each other up to a factor 2.

Claim    (Θ, ε)-ANPr is equivalent to (Θ, ε)-NPr: NPr implies ANPr with the same ε, and ANPr implies NPr with 2ε.
Verdict  true on 1000 random binary and 500 random ternary records; the factor 2 is attained.
Source   Desfontaines 2020, Definition 39 and Table 2.20; Desfontaines & Pejó 2022, Table 3 (citing BBG+11).

NPr compares the output laws P_t given the record's value t, ANPr the posterior of t with its prior; by Bayes' rule that is P_t
against the output law P = Σ θ(t) P_t. An average lies between the values that it averages, which gives the first half; two
values within e^ε of it are within e^(2ε) of each other. Two values at the opposite ends, e^ε P and e^(-ε) P, attain the
factor.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(
    "noiseless-privacy/stronger_than/aposteriori-noiseless-privacy",
    "aposteriori-noiseless-privacy/equivalent_to/noiseless-privacy",
    kind=Kind.EQUIVALENCE,
    sampled="M",
)
def aposteriori_noiseless_two_epsilon(check: Check) -> None:
    def factors(theta: list[F], rows: list[Law]) -> tuple[F, F]:
        """e^ε of NPr and of ANPr (events S of several outputs give averages of these ratios, so single outputs decide)."""
        marginal = sum(w * row for w, row in zip(theta, rows, strict=True))
        noiseless = max(max(a / b) for a in rows for b in rows)
        posterior = [row / marginal for row in rows]  # posterior over prior of each value, for each output
        return noiseless, max(max(*r, 1 / min(r)) for r in posterior)

    rng, within = np.random.default_rng(35), True
    for trial in range(1500):
        values = 2 if trial < 1000 else 3
        rows = [np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers(1, 12, (values, 3))]
        weights = rng.integers(1, 10, values).tolist()
        noiseless, aposteriori = factors([F(w, sum(weights)) for w in weights], rows)
        within &= aposteriori <= noiseless <= aposteriori**2
    check.true("1500 random records: e^ε of ANPr ≤ e^ε of NPr ≤ its square", within)

    m = from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(1, 8), F(7, 8)]})
    theta = Prior.of({(0,): F(1, 3), (1,): F(2, 3)})
    check.show("M", m)
    check.show("θ", dict(theta.datasets))
    check.equal("M, θ: e^ε of NPr", factors([F(1, 3), F(2, 3)], [m.row((0,)), m.row((1,))])[0], 4)
    check.equal(
        "M, θ: e^ε of ANPr, so that the factor 2 is attained", factors([F(1, 3), F(2, 3)], [m.row((0,)), m.row((1,))])[1], 2
    )
    for notion, exp_epsilon in (("noiseless-privacy", 4), ("aposteriori-noiseless-privacy", 2)):
        check.equal(f"by this package's {notion}: the ε", notions[notion].tightest(m, Theta=[theta]), log_of(exp_epsilon))
    check.confirms("1500 random records satisfy ε(ANPr) ≤ ε(NPr) ≤ 2 ε(ANPr), and M has ε(NPr) = 2 ε(ANPr)", within)
