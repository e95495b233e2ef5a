"""Privacy as a bound on beliefs, and against simulators."""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(
    "approximate-dp/special_case_of/adversarial-privacy",
    "approximate-dp/does_not_imply/adversarial-privacy",
    kind=Kind.SEPARATION,
    errata=["sok-table3-advpr-extends-approximate-dp"],
    sampled={"adversarial-privacy": "ε', δ'"},
    without={"approximate-dp": "its δ is read off the two laws of M, which differ in one record"},
)
def adversarial_privacy_approximate_dp(check: Check) -> None:
    """Approximate DP is not adversarial privacy, and does not imply it.

    Verdict  false as printed for δ > 0: publishing the record with probability δ satisfies (0, δ)-DP, and the posterior
             becomes 1.

    The δ of DP is the probability of a bad event; that of adversarial privacy is added to the posterior after every event,
    however rare. If for some θ with 0 < θ[t ∈ D] the bound e^ε' θ[t ∈ D] + δ' were below 1, the mechanism M would violate
    it; if it is never below 1, then publishing the data satisfies it too. So no Θ, ε', δ' separate M from "publish", as (0,
    δ)-DP does.
    """
    delta = F(1, 10)
    m = from_rows({("t",): [delta, F(0), 1 - delta], ("u",): [F(0), delta, 1 - delta]}, outputs=["it is t", "it is u", "nothing"])
    publish = from_rows({("t",): [F(1), F(0)], ("u",): [F(0), F(1)]}, outputs=["it is t", "it is u"])
    check.show("M", m)
    P, Q = m.row(("t",)), m.row(("u",))
    check.equal("M: the δ of approximate DP at ε = 0", hockey_stick(P, Q, 1), delta)
    check.equal("publish: the δ of approximate DP, for every ε", hockey_stick(publish.row(("t",)), publish.row(("u",)), 10**9), 1)

    def posterior(mechanism: FiniteMechanism, prior: F, output: str) -> F:
        t, u = mechanism.probability(("t",), output), mechanism.probability(("u",), output)
        return F(prior * t / (prior * t + (1 - prior) * u))

    for prior in (F(1, 2), F(1, 100), F(1, 10**6)):
        check.equal(f"prior {prior} of t: the posterior after “it is t”, M", posterior(m, prior, "it is t"), 1)
        check.equal(f"prior {prior} of t: the same for publish", posterior(publish, prior, "it is t"), 1)
    # for given e^ε' and δ' < 1 the prior p = (1 - δ')/(2e^ε') has the bound (1 + δ')/2 < 1
    violated = True
    for exp_epsilon, slack in ((F(1), F(0)), (F(2), F(1, 10)), (F(1000), F(99, 100))):
        prior = (1 - slack) / (2 * exp_epsilon)
        violated &= posterior(m, prior, "it is t") > exp_epsilon * prior + slack
    check.true(
        "M violates adversarial privacy with e^ε', δ' = (1, 0), (2, 1/10), (1000, 99/100), at a small enough prior", violated
    )
    theta = Prior.of({("t",): F(1, 100), ("u",): F(99, 100)})
    found = notions["adversarial-privacy"].holds(m, Theta=[theta], epsilon="log(2)", delta=F(1, 2))
    check.false("also by this package: ε' = ln 2, δ' = 1/2 fails", found)

    rr = from_rows({("t",): [F(3, 4), F(1, 4)], ("u",): [F(1, 4), F(3, 4)]}, outputs=["t", "u"])
    grid = [F(1, 10**k) for k in range(1, 7)]
    growth = [posterior(rr, p, "t") / p for p in grid]
    check.less("corrected, δ = 0: randomised response with e^ε = 3, largest posterior over prior", max(growth), 3)
    check.greater("which tends to e^ε as the prior of t goes to 0", max(growth), F(2999, 1000))
    check.refutes(
        "M is (0, 1/10)-DP and therefore adversarially private for all priors on {t}, {u}, at one of the ε', δ' tried",
        not violated,
    )


@decides("adversarial-privacy/convexity", kind=Kind.AXIOM, errata=["sok-prop5-delta-outside-bracket"], sampled="M₁, M₂")
def adversarial_privacy_convexity(check: Check) -> None:
    """The proof that adversarial privacy is convex misplaces a bracket.

    Claim    Pr[t ∈ D | M(D) ∈ S] ≤ (X₁(e^ε p) + δ)/(X₁ + X₂) + (X₂(e^ε p) + δ)/(X₁ + X₂) ≤ e^ε p + δ, with p = Pr[t ∈ D]
             and X_j = Pr[M(D) ∈ S and M = M_j].
    Verdict  false as printed for δ > 0: the middle is at least e^ε p + 2δ. The proposition, convexity, is true.
    Source   Desfontaines 2020, Proposition 16, proof; Desfontaines & Pejó 2022, Proposition 5, proof.

    The posterior after the mixture's output is the mean of the two posteriors with the weights X_j/(X₁ + X₂), so that it
    does not exceed the larger one.
    """
    exp_epsilon, delta, p, x1, x2 = F(2), F(1, 10), F(1, 4), F(1, 2), F(1, 4)
    bound = exp_epsilon * p + delta
    printed = (x1 * (exp_epsilon * p) + delta) / (x1 + x2) + (x2 * (exp_epsilon * p) + delta) / (x1 + x2)
    corrected = x1 * (exp_epsilon * p + delta) / (x1 + x2) + x2 * (exp_epsilon * p + delta) / (x1 + x2)
    check.equal("corrected: e^ε = 2, δ = 1/10, p = 1/4, X = (1/2, 1/4): the middle term", corrected, bound)
    check.greater("as printed the middle term is", printed, bound)
    check.refutes("the printed last inequality holds at these numbers", printed <= bound)

    rng, holds = np.random.default_rng(16), True
    for _ in range(300):  # two datasets, with and without t; three events of disjoint outputs
        prior, chance = F(int(rng.integers(1, 10)), 10), F(int(rng.integers(1, 10)), 10)
        rows = [[F(int(x), int(r.sum())) for x in r] for r in rng.integers((0, 0, 1), 7, (4, 3))]
        for s in range(3):
            (a1, b1), (a2, b2) = ((rows[k][s] * prior, rows[k + 1][s] * (1 - prior)) for k in (0, 2))
            posteriors = [a / (a + b) for a, b in ((a1, b1), (a2, b2)) if a + b]
            a, b = chance * a1 + (1 - chance) * a2, chance * b1 + (1 - chance) * b2
            holds &= not a + b or a / (a + b) <= max(posteriors)
    check.confirms("on 300 random mixtures no posterior exceeds the larger one of the two mechanisms'", holds)


@decides(
    "noiseless-privacy/stronger_than/aposteriori-noiseless-privacy",
    "aposteriori-noiseless-privacy/equivalent_to/noiseless-privacy",
    kind=Kind.EQUIVALENCE,
    sampled="M",
)
def aposteriori_noiseless_two_epsilon(check: Check) -> None:
    """Noiseless and aposteriori noiseless privacy imply each other up to a factor 2.

    Claim    (Θ, ε)-ANPr is equivalent to (Θ, ε)-NPr: NPr implies ANPr with the same ε, and ANPr implies NPr with 2ε.
    Verdict  true on 1000 random binary and 500 random ternary records; the factor 2 is attained.
    Source   Desfontaines 2020, Definition 39 and Table 2.20; Desfontaines & Pejó 2022, Table 3 (citing BBG+11).

    NPr compares the output laws P_t given the record's value t, ANPr the posterior of t with its prior; by Bayes' rule that
    is P_t against the output law P = Σ θ(t) P_t. An average lies between the values that it averages, which gives the first
    half; two values within e^ε of it are within e^(2ε) of each other. Two values at the opposite ends, e^ε P and e^(-ε) P,
    attain the factor.
    """

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

    m = check.show("M", from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(1, 8), F(7, 8)]}))
    theta = Prior.of({(0,): F(1, 3), (1,): F(2, 3)})
    check.show("θ", dict(theta.datasets))
    check.equal("M, θ: e^ε of NPr", factors([F(1, 3), F(2, 3)], [m.row((0,)), m.row((1,))])[0], 4)
    check.equal(
        "M, θ: e^ε of ANPr, so that the factor 2 is attained", factors([F(1, 3), F(2, 3)], [m.row((0,)), m.row((1,))])[1], 2
    )
    for notion, exp_epsilon in (("noiseless-privacy", 4), ("aposteriori-noiseless-privacy", 2)):
        check.equal(f"by this package's {notion}: the ε", notions[notion].tightest(m, Theta=[theta]), log_of(exp_epsilon))
    check.confirms("1500 random records satisfy ε(ANPr) ≤ ε(NPr) ≤ 2 ε(ANPr), and M has ε(NPr) = 2 ε(ANPr)", within)


@decides(
    "information-privacy-dpcf12/stronger_than/epsilon-dp",
    kind=Kind.IMPLICATION,
    source="Des20, Section 2.2.6.4, after Definition 41; DP22, Section 7.4",
    sampled="M, θ",
)
def information_privacy_two_epsilon(check: Check) -> None:
    """Information privacy with full support bounds pure DP.

    Claim    If Θ contains a distribution whose support is all of 𝒟, (Θ, ε)-information privacy implies 2ε-DP.
    Verdict  true on 500 random mechanisms and priors; the factor 2 is attained, and without the condition nothing follows.
    Source   Desfontaines 2020, Section 2.2.6.4, after Definition 41 (the tables print the relation without the condition).

    By Bayes' rule the posterior of a dataset D over its prior is Pr[M(D) = O]/Pr[M = O]. If this is within e^(±ε) for all
    D, any two datasets are within e^(2ε) of each other, whether neighbours or not.
    """

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


@decides(
    "epsilon-dp/stronger_than/semantic-privacy",
    kind=Kind.IMPLICATION,
    source="Des20, Definition 40; Table 2.20; DP22, Section 7.3",
    sampled="ε, θ",
)
def semantic_privacy_bound(check: Check) -> None:
    """Pure DP bounds the difference of two conclusions.

    Claim    ε-DP implies (e^ε - 1)-semantic privacy; semantic privacy is equivalent to ε-DP.
    Verdict  true; the best bound is tanh(ε/2), below e^ε - 1 for every ε > 0, and attained.
    Source   Desfontaines 2020, Definition 40 and Table 2.20 (citing GKS08, KS14; the bound is theirs).

    Write q(D) = Pr[M(D) ∈ S]. The odds of two datasets D, D' after the output are multiplied by q(D)/q(D') if the record
    was used and by q(D₋ᵢ)/q(D'₋ᵢ) if not: under ε-DP these differ by the factor e^(2ε) at most. Two distributions whose
    odds differ by the factor r differ by (√r - 1)/(√r + 1) at most.
    """
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


@decides(
    "zero-knowledge-privacy/stronger_than/bounded-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-section8-zkpr-implies-dp"],
    sampled={"zero-knowledge-privacy/stronger_than/bounded-dp": "M'"},
)
def zero_knowledge_neighbours(check: Check) -> None:
    """Zero-knowledge privacy and pure DP: for which neighbours.

    Verdict  false as printed, where DP also protects the presence of a record: publishing the number of records is (Agg,
             0)-ZKPr for Agg = {number of records} and no ε-DP.

    The definition ties M(D) to Sim(agg(D₋ᵢ)) for every index i of D. Two datasets that differ in the i-th record have the
    same D₋ᵢ, hence the same simulated output. Datasets of different sizes are never tied to the same simulated output by
    this: the simulator may add 1.
    """
    domain = [(), ("t",), ("u",), *product("tu", repeat=2)]
    count = check.show("M: the number of records", deterministic(domain, len))
    simulated = all(len(d) == 1 + len(d[:i] + d[i + 1 :]) for d in domain for i in range(len(d)))
    check.true("M(D) is Sim(agg(D₋ᵢ)) with agg the number of records and Sim adding 1, for every D and i", simulated)
    check.equal(
        "by this package: the least ε of zero-knowledge privacy", notions["zero-knowledge-privacy"].tightest(count, Agg=[len]), 0
    )
    pure = notions["epsilon-dp"]
    check.equal(
        "the empty dataset and (t) are neighbours with different outputs: the ε of pure DP", pure.tightest(count), INFINITY
    )
    check.equal("corrected: for replaced records M has the ε", notions["bounded-dp"].tightest(count), 0)

    # the chance of 1 is doubled by t without u, and halved by u without t
    chance = {d: F(1, 100) * F(2) ** (("t" in d) - ("u" in d)) for d in domain}
    tight = check.show("M'", from_rows({d: [p, 1 - p] for d, p in chance.items()}, outputs=[1, 0]))
    removed = [(tight.row(d), tight.row(d[:i] + d[i + 1 :])) for d in domain for i in range(len(d))]
    factor = max(max(*(a / b), *(b / a)) for a, b in removed)
    check.equal("M' with agg the identity and Sim = M': e^ε of ZKPr is at most", factor, 2)
    bounded = notions["bounded-dp"]
    check.equal("M': the ε of bounded DP is twice that", bounded.tightest(tight), 2 * log_of(factor))
    check.refutes(
        "M is ({number of records}, 0)-ZKPr and therefore 0-DP, for added and removed records too", pure.holds(count, epsilon=0)
    )
    check.confirms(
        "the ({identity}, ln 2)-ZKPr mechanism M' is (2 ln 2)-DP for replaced records; for added ones, M is ε-DP for no ε",
        bounded.holds(tight, epsilon="2*log(2)"),
    )
