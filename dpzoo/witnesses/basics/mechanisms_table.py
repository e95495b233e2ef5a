"""The first mechanisms: randomised response, noise for a sensitivity, and what two or many of them cost."""

from dpzoo.blocks.divergences import epsilon_at
from dpzoo.blocks.finite_mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides(
    "two-coin-randomized-response/satisfies/local-dp",
    kind=Kind.BOUND,
    errata=["boenisch-randomised-response-three-dp"],
    sampled={"two-coin-randomized-response/satisfies/local-dp": "α, β"},
)
def randomised_response_two_coins(check: Check) -> None:
    """Randomised response with two coins is ln 3-DP.

    Claim    Answer truthfully on heads; on tails let a second coin answer. This is ε-DP with e^ε = 3, and of 400 YES among
             1000 answers it follows that about 30% are YES in truth. Answering at random more often means a smaller ε.
    Verdict  true, and ln 3 is exact. (Boenisch 2019 prints "3-DP" over a proof of the same; the ε is ln 3.)

    The truth is told in two of the four outcomes of the coins, and by luck in one more.
    """

    def answer(truth: str, first: str, second: str) -> str:
        return truth if first == "heads" else "YES" if second == "heads" else "NO"

    coins = list(product(("heads", "tails"), repeat=2))
    rows = {(t,): [F(sum(answer(t, *c) == a for c in coins), len(coins)) for a in ("YES", "NO")] for t in ("YES", "NO")}
    m = check.show("M", from_rows(rows, outputs=["YES", "NO"]))
    check.equal("Pr[M(YES) = YES]", m.probability(("YES",), "YES"), F(3, 4))
    check.equal("Pr[M(NO) = YES]", m.probability(("NO",), "YES"), F(1, 4))
    bounded_dp = notions["bounded-dp"]
    check.equal("the least ε", bounded_dp.tightest(m), log_of(3))

    at_random = F(1000, 2)
    check.equal("YES among the truthful half, if 400 of 1000 say YES", (400 - at_random / 2) / (1000 - at_random), F(3, 10))

    for chance, odds in ((F(3, 4), F(5, 3)), (F(1, 4), F(7))):
        stay = 1 - chance / 2
        other = from_rows({("YES",): [stay, 1 - stay], ("NO",): [1 - stay, stay]})
        check.equal(f"the least ε if the answer is random with probability {chance}", bounded_dp.tightest(other), log_of(odds))
    check.confirms(
        "randomised response with two fair coins is ε-DP for e^ε = 3 and no less", bounded_dp.holds(m, epsilon=log_of(3))
    )


@decides(kind=Kind.BOUND, errata=["slides-randomised-response-sign"])
def slides_randomised_response(check: Check) -> None:
    """Randomised response with one biased coin, its loss and its estimate.

    Claim    Report T = 1 if X = U, where Pr[U = 1] = p ≠ 1/2. Then Pr[T = 1 | X = 1]/Pr[T = 1 | X = 0] = p/(1 − p) = e^ε
             with ε = logit(p), both answers have ratios within e^±ε, and from a mean answer of 0.45 with p = 0.6 the
             estimate of the share of cheaters is 0.25.
    Verdict  true for p > 1/2. For p < 1/2 logit(p) is negative, and the ratio of the answer 0 exceeds e^ε.

    The answer T = 0 has the ratio (1 − p)/p. Of p and 1 − p the larger one decides the loss, whichever it is. The slides'
    bound on the variance of the estimate is checked as well: p_T(1 − p_T) is at most 1/4.
    """

    def report(p: F) -> FiniteMechanism:
        """X ↦ T; T = 1 if X = U."""
        return from_rows({(1,): [1 - p, p], (0,): [p, 1 - p]}, outputs=[0, 1])

    dp = notions["bounded-dp"]
    m = check.show("T for p = 3/5", report(F(3, 5)))
    check.equal("p = 3/5: ratio of T = 1", m.probability((1,), 1) / m.probability((0,), 1), F(3, 2))
    check.equal("p = 3/5: least ε, logit(p)", dp.tightest(m), log_of(F(3, 2)))
    p, mean = F(3, 5), F(45, 100)
    estimate = (mean + p - 1) / (2 * p - 1)
    check.equal("estimate from the mean answer 0.45", estimate, F(1, 4))
    check.equal("and back: the mean answer if a quarter cheats", p * estimate + (1 - p) * (1 - estimate), mean)
    shares = [F(k, 10) for k in range(11)]
    means = [p * c + (1 - p) * (1 - c) for c in shares]
    worst = max(t * (1 - t) / (2 * p - 1) ** 2 for t in means)
    check.at_most("largest n·Var over shares k/10, against 1/(16 (p − 1/2)²)", worst, 1 / (16 * (p - F(1, 2)) ** 2))

    low = report(F(2, 5))
    odds = F(2, 5) / F(3, 5)
    check.equal("p = 2/5: e^logit(p)", odds, F(2, 3))
    check.equal("p = 2/5: ratio of T = 0", low.probability((1,), 0) / low.probability((0,), 0), F(3, 2))
    check.equal("p = 2/5: least ε, −logit(p)", dp.tightest(low), -log_of(odds))
    check.refutes("for p = 2/5 the report is ε-DP with e^ε = p/(1 − p)", F(3, 2) <= odds)


@decides(kind=Kind.BOUND, errata=["thesis-laplace-ratio-range"])
def laplace_noise_and_sensitivity(check: Check) -> None:
    """Laplace noise of scale s/ε makes a query of sensitivity s ε-DP.

    Claim    f(D) + X with Laplace noise of scale s/ε is ε-DP. For counts 1000 and 1001 and the scale 1/ln 3 the ratio of
             densities is "always between −3 and 3"; if one person may change the total by 5, noise of scale 1/ε gives 5ε
             only.
    Verdict  true, but for the misprint: the ratio lies between 1/3 and 3.

    The log-ratio of two Laplace densities of scale b with centres c and c' is (|x − c'| − |x − c|)/b: constant outside the
    centres, linear between them. So its extremes are ±|c − c'|/b, and it is enough to look at a few x on either side.
    """

    def log_ratios(c: int, other: int, b: int) -> list[F]:
        """ln of the density with centre c over that with the other centre, in units of ε, for the scale b/ε, at x around both."""
        return [F(abs(x - other) - abs(x - c), b) for x in range(min(c, other) - 2, max(c, other) + 3)]

    e = 3  # e^ε
    count = log_ratios(1001, 1000, 1)
    check.equal("counts 1001 and 1000, scale 1/ε: largest log-ratio over ε", max(count), 1)
    check.equal("… and smallest", min(count), -1)
    check.equal("the ratios for ε = ln 3: largest", real(e) ** max(count), 3)
    smallest = real(e) ** min(count)
    check.equal("… and smallest", smallest, F(1, 3))
    check.equal("the text's PDF(2)/PDF(3): log-ratio over ε", F(3 - 2), 1)
    check.equal("totals 1005 and 1000, scale 1/ε: largest log-ratio over ε", max(log_ratios(1005, 1000, 1)), 5)
    check.equal("totals 1005 and 1000, scale 5/ε: largest log-ratio over ε", max(log_ratios(1005, 1000, 5)), 1)
    check.refutes("the ratio of densities comes as low as −3", smallest <= -3)


@decides(
    "discrete-laplace-mechanism/satisfies/epsilon-dp",
    kind=Kind.BOUND,
    errata=["thesis-prop7-geometric-sensitivity"],
    sampled={"discrete-laplace-mechanism/satisfies/epsilon-dp": "Δ, ε"},
)
def geometric_noise_and_sensitivity(check: Check) -> None:
    """Geometric noise must grow with the sensitivity.

    Verdict  false as printed for s > 1: the loss is s ln(1/p).

    Pr[X = k] ∝ p^|k|, so moving the centre by s changes a probability by the factor p^-s at most, and by exactly this
    factor at the centre. As in the thesis's example, one customer may send up to 5 suggestions. The noisy sum is clamped to
    0…10; an end keeps the tail, and its ratio is p^-s too.
    """

    def noisy(d: Any, p: F) -> dict[Output, F]:
        """The law of f(D) + X for the total f(D), Pr[X = k] = (1 − p)/(1 + p) · p^|k|, clamped to 0…10."""
        total = sum(d)
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - total) for k in range(11)}
        return {**law, 0: p**total / (1 + p), 10: p ** (10 - total) / (1 + p)}

    dp = notions["epsilon-dp"]
    check.show("law of f(D) + X for f(D) = 3 and p = 1/2", noisy((3,), F(1, 2)))

    counts = from_function(complete_domain((0, 1), 2), lambda d: noisy(d, F(1, 2)))
    check.equal("p = 1/2, at most one suggestion each (s = 1): ln 2", dp.tightest(counts), log_of(2))
    suggestions = from_function(complete_domain((0, 1, 5), 2), lambda d: noisy(d, F(1, 2)))
    check.equal("p = 1/2, up to five each (s = 5): 5 ln 2", dp.tightest(suggestions), log_of(2**5))
    scaled = from_function(complete_domain((0, 1, 5), 2), lambda d: noisy(d, F(9, 10)))
    check.equal("p = 9/10, up to five each: 5 ln(10/9)", dp.tightest(scaled), log_of(F(10, 9) ** 5))
    check.refutes("for s = 5 and p = 1/2 the geometric mechanism is ln 2-DP", dp.holds(suggestions, epsilon=log_of(2)))


@decides("epsilon-dp/composition", "basic-composition/satisfies/epsilon-dp", kind=Kind.COMPOSITION, sampled="M₁, M₂")
def sequential_composition(check: Check) -> None:
    """Two mechanisms on the same data cost the sum.

    Claim    If M₁ is ε₁-DP and M₂ is ε₂-DP, then D ↦ (M₁(D), M₂(D)) is (ε₁ + ε₂)-DP.
    Verdict  true; randomised response attains the sum.
    Source   Des20, Proposition 5.

    The coins are independent, so probabilities multiply, and so do their ratios. The worst output is the pair of the two
    worst ones if they are bad for the same dataset, as for randomised response.
    """

    def randomised_response(odds: int) -> FiniteMechanism:
        true, false = F(odds, odds + 1), F(1, odds + 1)
        return from_rows({(0,): [true, false], (1,): [false, true]})

    dp = notions["epsilon-dp"]
    m = check.show("M₁ = M₂", randomised_response(3))
    check.equal("ε₁ = ε₂", dp.tightest(m), log_of(3))
    twice = m.compose(m)
    check.equal("(M₁, M₂): 2 ln 3 = ln 9", dp.tightest(twice), log_of(9))
    check.equal("ε₁ = ln 2 and ε₂ = ln 5: ln 10", dp.tightest(randomised_response(2).compose(randomised_response(5))), log_of(10))

    # Two mechanisms whose worst outputs belong to different datasets stay below the sum.
    a = from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(1, 4), F(3, 4)]})
    b = from_rows({(0,): [F(1, 4), F(3, 4)], (1,): [F(1, 2), F(1, 2)]})
    check.equal("two mechanisms with ε = ln 2 that do not reach the sum", dp.tightest(a.compose(b)), log_of(3))
    check.confirms("the composition is (ε₁ + ε₂)-DP, and no less for randomised response", dp.holds(twice, epsilon=log_of(9)))


@decides(
    "parallel-composition/satisfies/unbounded-dp",
    "parallel-composition/satisfies/bounded-dp",
    "parallel-composition/claims/bounded-dp/one-part",
    kind=Kind.COMPOSITION,
    errata=["sok-section2-parallel-composition", "boenisch-parallel-composition"],
    sampled={"parallel-composition/satisfies/unbounded-dp parallel-composition/satisfies/bounded-dp": "M"},
)
def parallel_composition_conventions(check: Check) -> None:
    """Parallel composition costs the maximum only if one part changes.

    Claim      If M₁ is ε₁-DP and M₂ is ε₂-DP, and an operation separates the records of D into disjoint datasets D₁ and D₂,
               then (M₁(D₁), M₂(D₂)) is max(ε₁, ε₂)-DP.
    Verdict    false as printed, where differing in one record includes a replaced record: then the loss is ε₁ + ε₂. An
               operation that looks at the whole dataset breaks it for added records too.
    Corrected  It holds for added and removed records if the part of a record depends on that record alone, and for replaced
               records if the replacement stays in the part.
    Source     Des20, Proposition 4; DP22, Section 2.3; Boe19, Theorem 3.8.

    Each mechanism publishes the size of its part with geometric noise, Pr[Z = z] ∝ e^(-ε|z|), clamped to 0…2: e^ε₁ = 2 and
    e^ε₂ = 3. Replacing the record 0 by 1 takes it from the part of the zeros to the part of the ones, and both sizes
    change.
    """

    def noisy(size: int, p: F) -> dict[Output, F]:
        """The law of size + Z, Pr[Z = z] = (1 − p)/(1 + p) · p^|z|, clamped to 0…2."""
        low, high = p**size / (1 + p), p ** (2 - size) / (1 + p)
        return {0: low, 1: 1 - low - high, 2: high}

    def composed(datasets: list[Dataset], part: Callable[[Dataset, int], int]) -> FiniteMechanism:
        """(M₁(D₁), M₂(D₂)), where the record at position i goes to the part ``part(D, i)``."""

        def law(d: Dataset) -> dict[Output, F]:
            size = [sum(part(d, i) == k for i in range(len(d))) for k in (1, 2)]
            first, second = noisy(size[0], F(1, 2)), noisy(size[1], F(1, 3))
            return {(a, b): first[a] * second[b] for a in first for b in second}

        return from_function(datasets, law)

    datasets = complete_domain((0, 1), 2)
    alone = from_function(datasets, lambda d: noisy(len(d), F(1, 3)))
    unbounded, bounded, dp = (notions[n] for n in ("unbounded-dp", "bounded-dp", "epsilon-dp"))
    check.equal("M₂ alone: ε₂ = ln 3, and likewise ε₁ = ln 2", dp.tightest(alone), log_of(3))

    by_value = check.show("M: zeros to part 1, ones to part 2", composed(datasets, lambda d, i: 1 if d[i] == 0 else 2))
    check.equal("zeros and ones apart, a record added or removed: max(ε₁, ε₂)", unbounded.tightest(by_value), log_of(3))
    check.equal("zeros and ones apart, a record replaced: ε₁ + ε₂", bounded.tightest(by_value), log_of(6))

    def bit(d: Dataset) -> dict[Output, F]:  # position 1 to M₁, position 2 to M₂: randomised response on the value
        chance = (F(2, 3), F(3, 4))
        return {(a, b): abs(F(a != d[0]) - chance[0]) * abs(F(b != d[1]) - chance[1]) for a in (0, 1) for b in (0, 1)}

    fixed = from_function(complete_domain((0, 1), 2, 2), bit)
    check.equal("fixed positions, a record replaced: max(ε₁, ε₂)", bounded.tightest(fixed), log_of(3))

    by_parity = composed(datasets, lambda d, _: 1 if len(d) % 2 == 0 else 2)
    check.equal(
        "all records to the part that |D| mod 2 names, a record added: 2ε₁ + ε₂", unbounded.tightest(by_parity), log_of(12)
    )
    check.refutes("parallel composition costs max(ε₁, ε₂) under DP", dp.holds(by_value, epsilon=log_of(3)))


@decides(kind=Kind.BOUND, errata=["thesis-basic-composition-not-tight"])
def basic_composition_is_loose(check: Check) -> None:
    """Ten answers cost less than ten times ε, if a small δ is allowed.

    Claim    The formula ε₁ + ε₂ of sequential composition is not tight, especially when many mechanisms are composed.
    Verdict  true if a δ is allowed for; false of pure ε, where randomised response attains the sum.

    Ten runs of randomised response with ε = ln 3: only ten equal answers have the loss 10 ln 3, and they are rare. The
    number of answers YES decides, a binomial variable with chance 3/4 or 1/4.
    """

    def binomial(chance: F) -> list[F]:
        return [comb(10, k) * chance**k * (1 - chance) ** (10 - k) for k in range(11)]

    m = check.show("M: the number of YES in ten answers", from_rows({("YES",): binomial(F(3, 4)), ("NO",): binomial(F(1, 4))}))
    bounded_dp = notions["bounded-dp"]
    check.equal("pure ε: 10 ln 3", bounded_dp.tightest(m), log_of(3**10))

    def delta(times: int) -> Real:
        return real(hockey_stick(m.row(("YES",)), m.row(("NO",)), F(3) ** times))

    check.equal("δ at half of it, 5 ln 3 (0.4246)", delta(5), F(445176, 2**20))
    check.equal("δ at 8 ln 3", delta(8), F(3**10 - 3**8, 4**10))
    check.less("so (8 ln 3, 0.0501) is reached, with the factor e^ε nine times smaller", delta(8), F(501, 10_000))
    check.equal("δ at 10 ln 3", delta(10), 0)
    check.refutes(
        "the sum ε₁ + … + ε₁₀ is not tight as a pure ε for ten randomised responses",
        bounded_dp.holds(m, epsilon=log_of(3**10 - 1)),
    )


@decides("epsilon-dp approximate-dp/convexity", kind=Kind.AXIOM, sampled="M₁, M₂, p")
def mixing_keeps_privacy(check: Check) -> None:
    """Choosing between two private mechanisms at random is private.

    Claim    If M₁ and M₂ are (ε, δ)-DP, so is M = M₁ with probability p and M₂ otherwise; in particular for δ = 0.
    Verdict  true of all the mechanisms tried here.
    Source   Des20, Proposition 3; Proposition 12 for δ > 0.

    The inequality of (ε, δ)-DP for an event is linear in the two output distributions, so it survives a mixture whose
    weights do not depend on the data. Exact fractions: 100 random pairs of mechanisms with four outputs, at four values of
    e^ε.
    """
    random = np.random.default_rng(5)

    def law() -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, 4)]
        return [F(k, sum(weights)) for k in weights]

    pure = approximate = 0
    for _ in range(100):
        m1 = from_rows({(0,): law(), (1,): law()})
        m2 = from_rows({(0,): law(), (1,): law()})
        m = m1.mix(m2, F(int(random.integers(1, 10)), 10))
        pure += max_divergence(*m.matrix) > max(max_divergence(*m1.matrix), max_divergence(*m2.matrix))
        for factor in (F(1), F(5, 4), F(3, 2), F(2)):
            before = [hockey_stick(a.row((0,)), a.row((1,)), factor) for a in (m1, m2)]
            approximate += hockey_stick(m.row((0,)), m.row((1,)), factor) > max(before)
    check.show("the last M", m)
    check.equal("mixtures whose ε exceeds both", pure, 0)
    check.equal("mixtures and values of ε for which δ exceeds both", approximate, 0)
    check.confirms("a mixture is as private as its worse part", pure + approximate == 0)


@decides("epsilon-dp approximate-dp kl-privacy renyi-dp/post_processing", kind=Kind.AXIOM, sampled="M, f")
def post_processing_lowers_loss(check: Check) -> None:
    """Post-processing never raises the privacy loss.

    Claim    If M is ε-DP, so is f∘M. The same holds of δ(ε), of the Kullback-Leibler divergence and of the Rényi
             divergences.
    Verdict  true of all the mechanisms and channels tried here.
    Source   Des20, Proposition 2 (and Proposition 12 for the others).

    A channel f sends each output to a mixture of new ones. Each new probability is a weighted sum of old ones with the same
    weights for both datasets, so a ratio of sums lies between the ratios of their terms. Exact fractions: 40 random pairs
    of rows with four outputs and random channels to three.
    """
    random = np.random.default_rng(4)

    def law(size: int) -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, size)]
        return [F(k, sum(weights)) for k in weights]

    rose = {"D∞ (the ε of pure DP)": 0, "δ at e^ε = 3/2": 0, "KL": 0, "D₃": 0}
    for _ in range(40):
        m = from_rows({(0,): law(4), (1,): law(4)})
        f = {o: dict(enumerate(law(3))) for o in m.outputs}
        after = m.post_process(f)
        (p, q), (p1, q1) = m.matrix, after.matrix
        rose["D∞ (the ε of pure DP)"] += max_divergence(p1, q1) > max_divergence(p, q)
        rose["δ at e^ε = 3/2"] += hockey_stick(p1, q1, F(3, 2)) > hockey_stick(p, q, F(3, 2))
        rose["KL"] += kl_divergence(p1, q1) > kl_divergence(p, q)
        rose["D₃"] += renyi_divergence(p1, q1, 3) > renyi_divergence(p, q, 3)
    check.show("the last M", m)
    check.show("the last f∘M", after)
    for name, times in rose.items():
        check.equal(f"pairs on which {name} rose", times, 0)
    check.confirms("none of the four losses rises under post-processing", not any(rose.values()))


@decides(kind=Kind.BOUND, errata=["boenisch-group-privacy-delta"])
def group_privacy_of_a_slack(check: Check) -> None:
    """What a slack δ grows to over k records.

    Verdict  false: a mechanism attains δ (e^(kε) - 1)/(e^ε - 1), which is more for ε < 1.

    M answers YES with probability p_n on n records, where p_0 = 0 and p_(n+1) = e^ε p_n + δ. Take e^ε = 11/10, δ = 1/100.
    For ε < 1 and k = 3 the printed factor k ε^((k-1)ε) is below k = 3.
    """
    factor, delta = F(11, 10), F(1, 100)
    chance = [F(0)]
    for _ in range(3):
        chance.append(factor * chance[-1] + delta)
    M = check.show("M: YES or NO on 0 to 3 records", from_rows({("x",) * n: [p, 1 - p] for n, p in enumerate(chance)}))
    approximate: object = notions["approximate-dp"]
    check.equal("the least δ at e^ε = 11/10", approximate.tightest(M, epsilon="log(11/10)"), delta)  # type: ignore[attr-defined]
    attained = hockey_stick(M.row(("x",) * 3), M.row(()), factor**3)
    check.equal("δ between 3 records and none, at 3ε: (1 + 11/10 + 121/100) δ", attained, F(331, 100) * delta)
    check.less("the printed bound is below 3δ, and that is below what is attained", 3 * delta, attained)
    check.therefore_not("the printed factor bounds δ for groups of three")


@decides(kind=Kind.BOUND, errata=["boenisch-neighbouring-distance"])
def halved_distance_of_databases(check: Check) -> None:
    """Half a sum of differences counts a removed record as half a change.

    Verdict  false: two deleted records have distance 1.

    Databases are vectors of counts. M publishes a blurred number of records and loses ln 2 per record.
    """

    def printed_distance(first: tuple[str, ...], second: tuple[str, ...]) -> F:
        """Half of the sum of the absolute differences of the counts."""
        a, b = Counter(first), Counter(second)
        return F(sum(abs(a[x] - b[x]) for x in {*a, *b}), 2)

    check.equal("distance of (a, b) and the empty database", printed_distance(("a", "b"), ()), 1)
    check.equal("distance of (a) and (b), one record replaced", printed_distance(("a",), ("b",)), 1)
    check.equal("distance of (a) and the empty database, one record removed", printed_distance(("a",), ()), F(1, 2))
    none, one, both = [F(4, 7), F(2, 7), F(1, 7)], [F(2, 7), F(3, 7), F(2, 7)], [F(1, 7), F(2, 7), F(4, 7)]
    M = check.show("M: a blurred number of records, 0, 1 or 2", from_rows({(): none, ("a",): one, ("a", "b"): both}))
    unbounded: object = notions["unbounded-dp"]
    check.equal("one record added or removed loses ln 2", unbounded.tightest(M), log_of(2))  # type: ignore[attr-defined]
    check.equal("the pair that the printed distance adds loses ln 4", max(p / q for p, q in zip(none, both, strict=True)), 4)
    check.therefore_not("databases at the printed distance 1 differ in one element at most")


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def multiplicative_distances(check: Check) -> None:
    """Events or outputs, neighbours or all pairs: four ways to say pure DP.

    Claim    d_MULT(P, Q) = sup over events |ln P(S)/Q(S)| equals the supremum over single outputs; d^δ_MULT is the least ε
             for which both orders satisfy (ε, δ)-DP; and d_MULT ≤ ε on neighbours is the same as d_MULT ≤ ε d_Ham on all
             pairs.
    Verdict  true of everything tried here.
    Source   BGM25, slides on the definition of pure DP and "Examples of 𝒟, d_𝒳 and d_Pr".

    A ratio of sums lies between the ratios of the terms, so no event is worse than its worst output. Along a path of
    neighbours the losses add up. Exact fractions; for d^δ_MULT all events of four outputs are tried.
    """
    random = np.random.default_rng(7)
    events = [s for n in range(1, 5) for s in combinations(range(4), n)]

    def law() -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, 4)]
        return [F(k, sum(weights)) for k in weights]

    by_events = by_delta = 0
    delta = F(1, 10)
    for _ in range(100):
        m = from_rows({(0,): law(), (1,): law()})
        p, q = m.matrix
        masses = [(sum(p[list(s)]), sum(q[list(s)])) for s in events]
        worst = max(max(a / b, b / a) for a, b in masses)
        by_events += max(max_divergence(p, q), max_divergence(q, p)) == log_of(worst)
        excess = max(max(F(1), (a - delta) / b, (b - delta) / a) for a, b in masses)
        by_delta += max(epsilon_at(p, q, delta), epsilon_at(q, p, delta)) == log_of(excess)
    check.equal("pairs on which events and outputs give the same d_MULT", by_events, 100)
    check.equal("pairs on which d^δ_MULT, δ = 1/10, is the least ε of (ε, δ)-DP", by_delta, 100)

    # three records, each answered by randomised response with its own odds
    cube = list(product((0, 1), repeat=3))
    right = (F(2, 3), F(3, 4), F(1, 2))
    rows = {x: [prod(r if a == b else 1 - r for a, b, r in zip(x, t, right, strict=True)) for t in cube] for x in cube}
    m = check.show("three randomised responses", from_rows(rows, outputs=cube))

    def d_mult(x: tuple[int, ...], y: tuple[int, ...]) -> Real:
        found: Real = max_divergence(m.row(x), m.row(y))
        return found

    apart = {(x, y): sum(a != b for a, b in zip(x, y, strict=True)) for x in cube for y in cube if x != y}
    epsilon = max(d_mult(x, y) for (x, y), d in apart.items() if d == 1)
    check.equal("largest d_MULT on neighbours", epsilon, log_of(3))
    lipschitz = sum(d_mult(x, y) <= epsilon * d for (x, y), d in apart.items())
    check.equal("ordered pairs with d_MULT ≤ ε d_Ham, out of all", lipschitz, len(apart))
    check.confirms("the four forms agree", by_events == by_delta == 100 and lipschitz == len(apart))
