"""What a function of the output may undo: notions that do not survive post-processing."""

import operator

from dpzoo.witnesses.prelude import *


@decides("series-indistinguishability/post_processing")
def added_white_noise(check: Check) -> None:
    """Added white noise: series-indistinguishability does not survive post-processing.

    Verdict  false: noise with the data's autocorrelation 2^-|τ| plus white noise of the same variance has 1/4 at lag 1, not
             1/2.

    Let the noise Z_t keep its value with probability 1/2 at each step and be drawn anew otherwise, from the two-sided
    geometric law Pr[Z = z] = 2^-|z|/3: then E[Z_t Z_(t+τ)] = 2^-τ E[Z²], as no draw was new with probability 2^-τ and new
    draws have mean 0. With data in {0, 1} the loss at one time is ln 2. Adding independent noise to the published series is
    a function of it and of coins.
    """
    # E[Z²] = (2/3) Σ z² x^z at x = 1/2, and Σ z² x^z = x(1 + x)/(1 - x)³; the total mass is (1 + 2x/(1 - x))/3
    x = F(1, 2)
    check.equal("the mass of Z's law", (1 + 2 * x / (1 - x)) / 3, 1)
    variance = F(2, 3) * x * (1 + x) / (1 - x) ** 3
    check.equal("E[Z²]", variance, 4)
    ratios = [F(2 ** abs(z - 1), 2 ** abs(z)) for z in range(-20, 21)]  # Pr[Z = z] / Pr[1 + Z = z]
    check.equal("the largest ratio of the laws of Z and 1 + Z, e^ε (all z are like these)", max(*ratios, 1 / min(ratios)), 2)

    def autocorrelation(white: F, lag: int) -> F:
        """Of the noise with white noise of this variance added."""
        covariance = variance * F(1, 2**lag) + (white if lag == 0 else 0)
        return covariance / (variance + white)

    for lag in range(5):
        check.equal(f"autocorrelation of the noise at lag {lag}", autocorrelation(F(0), lag), F(1, 2**lag))
    after = autocorrelation(variance, 1)
    check.equal("… with white noise of the same variance added, at lag 1", after, F(1, 4))
    check.refutes("the noise of the post-processed series has the autocorrelation of the data, 1/2 at lag 1", after == F(1, 2))


@decides("ex-post-dp ex-post-per-instance-dp/post_processing")
def bounds_of_single_outputs(check: Check) -> None:
    """Names with prices: ex-post DP does not survive post-processing.

    Verdict  false: the bound belongs to the names of outputs, and post-processing may change the names.

    The outputs a₀ and a₁ have the bound ln 3, b₀ and b₁ the bound ln 1.1. Randomised response with odds 3 on a₀, a₁ is
    allowed. Exchanging a with b keeps the laws and changes their price. The odds are 3 where the recorded proofs have e.
    """
    factor = {"a₀": F(3), "a₁": F(3), "b₀": F(11, 10), "b₁": F(11, 10)}  # e^ε(o)
    with_t, without = ("t",), ()
    M = from_rows({with_t: [F(1, 4), F(3, 4), 0, 0], without: [F(3, 4), F(1, 4), 0, 0]}, outputs=list(factor))
    exchanged = M.post_process({"a₀": "b₀", "a₁": "b₁", "b₀": "a₀", "b₁": "a₁"})
    check.show("e^ε(o)", factor)
    check.show("M, on the dataset (t) and without t", M)

    def holds(m: FiniteMechanism) -> bool:
        """Pr[m(D) = o] ≤ e^ε(o) Pr[m(E) = o] for both orders of the two datasets and every output."""
        pairs = ((with_t, without), (without, with_t))
        return all(m.probability(D, o) <= factor[o] * m.probability(E, o) for D, E in pairs for o in factor)

    check.true("M satisfies ε(·)-ex-post DP, and the same at the dataset (t) and the record t", holds(M))
    check.equal(
        "M with the names exchanged: ratio of the probabilities of b₁",
        exchanged.probability(with_t, "b₁") / exchanged.probability(without, "b₁"),
        3,
    )
    check.refutes("M with the names exchanged satisfies ε(·)-ex-post DP", holds(exchanged))


@decides(
    """subspace-dp induced-subspace-dp refinement-dp joint-dp joint-renyi-dp multiparty-dp network-dp pairwise-network-dp
    pairwise-network-f-dp/post_processing"""
)
def exchanged_coordinates(check: Check) -> None:
    """Exchanging coordinates: notions that protect a part of the output do not survive post-processing.

    Verdict  false: an output that is harmless in its protected part (ε = δ = 0) has, with the coordinates exchanged, δ = 1
             at every ε.

    M(D) = (0, |D|). Subspace DP looks at the first axis, induced subspace DP at what is left once the second coordinate is
    projected away as an invariant, and refinement DP at the output with the second coordinate, which the user knows, set to
    0. All three see a constant. With the coordinates exchanged they see |D|, which one record changes with certainty.

    For joint, multiparty and network DP, in all their forms, let two players each be given their own record. What the other
    one is given does not depend on it. With the two outputs exchanged it is this record.
    """

    def exchange(output: Any) -> Any:
        return output[1], output[0]

    sizes = complete_domain((0, 1), 2)
    A = check.show("M(D) = (0, |D|)", deterministic(sizes, lambda d: (0, len(d))))
    subspace, V = notions["subspace-dp"], [(1, 0)]
    check.equal("subspace DP, V the first axis: δ of M at ε = 0", subspace.tightest(A, V=V, epsilon=0), 0)
    check.equal(
        "… with the coordinates exchanged, at ε = ∞", subspace.tightest(A.post_process(exchange), V=V, epsilon=INFINITY), 1
    )

    def largest(m: FiniteMechanism, near: Callable[[Any, Any], bool], view: Callable[[Any], Any]) -> tuple[Real, Real]:
        """ε at δ = 0, and δ at ε = ∞, of what the view shows, over the pairs of datasets that are near."""
        seen = m.post_process(view)
        laws = [(seen.row(D), seen.row(E)) for D, E in permutations(m.datasets, 2) if near(D, E)]
        return greatest([max_divergence(p, q) for p, q in laws]), greatest([hockey_stick(p, q, INFINITY) for p, q in laws])

    def one_more(d: Any, e: Any) -> bool:
        return abs(len(d) - len(e)) == 1

    # induced: the query A(D) = (0, |D|) and C = (0 1), so that the second coordinate is invariant and the null space is V
    kept = all(o == (0, len(D)) for D in sizes for o in A.outputs if A.probability(D, o))
    check.true("induced subspace DP with C = (0 1): M keeps the invariant |D|", kept)
    # refinement: the user knows the second coordinate to be 0
    for name in ("induced subspace DP: the projection onto the null space of C", "refinement DP with g(x, y) = (x, 0)"):
        check.equal(f"{name}: ε of M", largest(A, one_more, lambda o: (o[0], 0))[0], 0)
        check.equal("… δ of the exchanged M at ε = ∞", largest(A.post_process(exchange), one_more, lambda o: (o[0], 0))[1], 1)

    # two players (or parties), each of whom is given their own record
    players = deterministic(list(product((0, 1), repeat=2)), lambda d: (d[0], d[1]))
    check.show("two players, each with their own record", players)
    worst = []
    for i in (0, 1):

        def others(d: Any, e: Any, i: int = i) -> bool:
            return bool(d[1 - i] == e[1 - i])

        before = largest(players, others, operator.itemgetter(1 - i))
        after = largest(players.post_process(exchange), others, operator.itemgetter(1 - i))
        check.equal(f"joint, multiparty and network DP, player {i + 1} changes: ε of what the other is given", before[0], 0)
        check.equal("… after the exchange: δ at ε = ∞", after[1], 1)
        worst.append(after[1])
    claim = subspace.holds(A.post_process(exchange), V=V, epsilon=1000, delta=F(999, 1000))
    check.refutes(
        "(|D|, 0) satisfies subspace DP on the first axis for ε = 1000, δ = 999/1000, since (0, |D|) does for ε = δ = 0", claim
    )


@decides("induced-subspace-dp integer-subspace-dp/post_processing")
def lost_invariants(check: Check) -> None:
    """Lost invariants: the two subspace notions of queries with invariants do not survive post-processing.

    Verdict  false: publishing the query itself satisfies both with ε = δ = 0, and a fixed table, or one more than the
             query, neither.

    Both notions ask that the output keep the invariants C A(D) exactly. With C the identity everything is invariant and
    nothing is left to protect. A function of the output need not keep the invariants.
    """
    datasets = complete_domain((0, 1), 2)
    M = check.show("M(D) = A(D) = |D|, with C = (1)", deterministic(datasets, len))

    def keeps(m: FiniteMechanism) -> bool:
        """C m(D) = C A(D) with probability 1 for every dataset D."""
        return all(o == len(D) for D in datasets for o in m.outputs if m.probability(D, o))

    projections = M.post_process(lambda _: 0)
    alike = all(projections.probability(D, 0) == 1 for D in datasets)
    check.true("M keeps the invariant", keeps(M))
    check.true("… and its projection onto the null space {0} is constant, so ε = δ = 0", alike)
    fixed, more = M.post_process(lambda _: 5), M.post_process({n: n + 1 for n in range(3)})
    check.true("replaced by the table 5 it does not keep the invariant", not keeps(fixed))
    check.true("with 1 added it does not either", not keeps(more))
    check.refutes("one of the two post-processed mechanisms keeps the invariants", keeps(fixed) or keeps(more))


@decides(
    "bayesian-dp-tf20 probabilistic-distribution-privacy relaxed-dp membership-privacy-sds19 privacy-at-risk/post_processing"
)
def merging_a_rare_output(check: Check) -> None:
    """Merging a rare output with a common one: post-processing of notions that tolerate rare outputs.

    Verdict  false: with e^ε = 3/2 the mass of bad outputs rises from 1/10 to 4/10 (for privacy at risk from 1/40 to 1/10).

    Let P = (0.1, 0.3, 0.6) and Q = (0.02, 0.2, 0.78). Only the first output has a ratio above 3/2, and it is rare. Merged
    with the second it becomes a common output of ratio 0.4/0.22 > 3/2. M follows P or Q according to one fact about the
    data: which prior it was drawn from, the parity of its size, the presence of one record, or the value of a record.
    """
    LAWS = Merging(
        {"a": "10/100", "b": "30/100", "c": "60/100"},
        {"a": "2/100", "b": "20/100", "c": "78/100"},
        {"a": "ab", "b": "ab", "c": "c"},
    )
    P, Q = (list(law.values()) for law in LAWS.at())
    epsilon = log_of(F(3, 2))
    M = check.show("M", from_rows({D: P if len(D) % 2 else Q for D in complete_domain((0, 1), 3)}, outputs="abc"))
    merged = check.show("f∘M", M.post_process(LAWS.to))

    bayesian = notions["bayesian-dp-tf20"]
    for pi in ({0: F(1, 2), 1: F(1, 2)}, {0: F(1)}):
        check.equal("bayesian-dp-tf20: δ of M at e^ε = 3/2", bayesian.tightest(M, prior=pi, epsilon=epsilon), F(1, 10))
        check.equal("… of f∘M", bayesian.tightest(merged, prior=pi, epsilon=epsilon), F(4, 10))

    pairs = [
        (Prior.of({(0,): F(1)}, "θ₁"), Prior.of({(): F(1)}, "θ₂")),
        (Prior.of({(): F(1)}, "θ₂"), Prior.of({(0,): F(1)}, "θ₁")),
    ]
    distributions = notions["probabilistic-distribution-privacy"]
    check.equal("probabilistic-distribution-privacy: δ of M", distributions.tightest(M, Theta=pairs, epsilon=epsilon), F(1, 10))
    check.equal("… of f∘M", distributions.tightest(merged, Theta=pairs, epsilon=epsilon), F(4, 10))

    relaxed, given = notions["relaxed-dp"], {"epsilon": epsilon, "delta_p": F(1, 10)}
    check.equal("relaxed-dp: δₐ of M at δₚ = 1/10", relaxed.tightest(M, **given), 0)
    check.equal("… of f∘M, beyond 1/20", relaxed.tightest(merged, **given), F(4, 10) - F(3, 2) * F(22, 100))
    check.true("so M satisfies it at δₐ = 1/20", relaxed.holds(M, delta_a=F(1, 20), **given))

    def delta(mechanism: FiniteMechanism, first: tuple[int, ...], second: tuple[int, ...]) -> F:
        found: F = probabilistic_delta(mechanism.row(first), mechanism.row(second), F(3, 2)).rational
        return found

    # membership-privacy-sds19 with one candidate: P_z is the law of M on (z), Q the one on ()
    check.equal("membership-privacy-sds19: δ of M", delta(M, (0,), ()), F(1, 10))
    check.equal("… of f∘M", delta(merged, (0,), ()), F(4, 10))

    # privacy-at-risk: π uniform on {0, 1}; the law is P if the first record is 1. The pair is drawn, then O from M(D₁).
    R = from_rows({(1,): P, (0,): Q}, outputs="abc")
    risks = []
    for name, m in (("M", R), ("f∘M", R.post_process(LAWS.to))):
        risks.append(sum((F(1, 4) * delta(m, (t,), (u,)) for t in (0, 1) for u in (0, 1)), F(0)))
        check.equal(f"privacy-at-risk: δ of {name}", risks[-1], [F(1, 40), F(1, 10)][len(risks) - 1])


@decides("private-prediction secret-based-local-dp secret-f-ldp trust-graph-dp/post_processing")
def mixed_after_the_fact(check: Check) -> None:
    """Mixing parts that were looked at apart: notions of one answer, one circle of trust or one transcript.

    Claim    Private prediction, trust graph DP and secret-based local DP, with ε and δ or a curve, survive post-processing
             of the whole output.
    Verdict  false: an output with ε = δ = 0 has, after a map of the whole of it, δ = 1 at every ε, or the curve 0.

    Private prediction looks at one answer at a time. A predictor gives two questions the answers r and r ⊕ b, each a fair
    coin; the map lets both answers be b.

    Trust graph DP looks at the messages that leave a circle of trust. A bit is sent to a trusted person; the map sends it
    on to somebody else.

    Secret-based local DP and secret f-LDP do not look at a hidden mask. The transcript is b ⊕ r with the mask r; the map
    puts r into the transcript.
    """
    cases: dict[str, tuple[FiniteMechanism, Any, dict[str, Any]]] = {
        "private-prediction": (
            from_function([(0,), (1,)], lambda d: {(r, r ^ d[0]): F(1, 2) for r in (0, 1)}),
            lambda o: (o[0] ^ o[1], o[0] ^ o[1]),
            {},
        ),
        "trust-graph-dp": (
            from_function([(b, "-", "-") for b in (0, 1)], lambda d: {((0, 1, d[0]),): F(1)}),
            lambda o: (*o, (1, 2, o[0][2])),
            {"G": [(0, 1)]},
        ),
        "secret-based-local-dp": (
            from_function([(b, "-") for b in (0, 1)], lambda d: {((r,), r ^ d[0]): F(1, 2) for r in (0, 1)}),
            lambda o: (o[0], (o[0], o[1])),
            {"S": [0]},
        ),
    }
    for name, (M, mix, given) in cases.items():
        notion: Any = notions[name]
        mixed = M.post_process(mix)
        check.show(f"M for {name}", M)
        check.equal(f"{name}: the least δ of M at ε = 0", notion.tightest(M, epsilon=0, **given), 0)
        check.equal("… of the mixed M, for any ε", notion.tightest(mixed, epsilon="inf", **given), 1)
    M, mix, given = cases["secret-based-local-dp"]
    curve: Any = notions["secret-f-ldp"]
    before, after = (curve.tightest(m, **given) for m in (M, M.post_process(mix)))
    check.equal("secret-f-ldp: the curve of M at 1/2", before.value(F(1, 2)), F(1, 2), of=before)
    check.equal("… of the mixed M at 0, so that only f = 0 is left", after.value(F(0)), 0, of=after)
    check.therefore_not("a map of the whole output keeps any proper level of one of these notions")


@decides("machine-learning-dp-lbg17/post_processing")
def two_answers_compared(check: Check) -> None:
    """Two answers compared: a classifier that is private answer by answer.

    Claim    Differential training privacy [LBG17] survives post-processing of the classifier.
    Verdict  false: ε = 0 becomes ε = ∞ when a new classifier compares the answers to two questions.

    On D the classifier gives two questions the same fair bit, without t it gives them opposite fair bits. Each answer alone
    is fair in both cases, and the notion looks at one answer at a time. The classifier that answers each question with the
    exclusive or of both old answers tells whether t was used.
    """
    with_t, without, half = ("s", "t"), ("s",), F(1, 2)
    classifiers = [(0, 0), (1, 1), (0, 1), (1, 0)]  # the answers to questions 1 and 2
    M = check.show("M", from_rows({with_t: [half, half, 0, 0], without: [0, 0, half, half]}, outputs=classifiers))
    compared = check.show("f∘M", M.post_process({(x, y): (x ^ y, x ^ y) for x, y in classifiers}))

    def epsilon(m: FiniteMechanism) -> Real:
        """The largest loss of the answer to one question, between D and D without t."""
        answers = [m.post_process({c: c[x] for c in classifiers}) for x in (0, 1)]
        pairs = [(a.row(D), a.row(E)) for a in answers for D, E in ((with_t, without), (without, with_t))]
        return greatest([max_divergence(p, q) for p, q in pairs])

    check.equal("ε of M", epsilon(M), 0)
    check.equal("ε of f∘M", epsilon(compared), INFINITY)
    check.refutes("f∘M is (D, t, ε)-DTP for some ε, as M is for ε = 0", not epsilon(compared).infinite)


@decides("utility-optimized-local-dp/post_processing convexity")
def reports_with_an_owner(check: Check) -> None:
    """Reports with an owner: utility-optimized local DP survives neither post-processing nor mixing.

    Verdict  false: renaming a report, and mixing two ways to name reports, lets an unprotected report come from two values.

    The value s is sensitive, a and b are not; the report p is protected. An unprotected report must belong to one value
    only. M reports a or b truthfully with probability 1/2, and p otherwise, so the notion holds with e^ε = 2.
    """
    half, values = F(1, 2), "sab"
    M = from_rows({("s",): [1, 0, 0], ("a",): [half, half, 0], ("b",): [half, 0, half]}, outputs=list("pab"))
    renamed = M.post_process({"p": "p", "a": "b", "b": "a"})
    merged = M.post_process({"p": "p", "a": "b", "b": "b"})
    mixture = M.mix(renamed)
    check.show("M", M)
    check.show("M with a and b exchanged", renamed)

    def one_owner(m: FiniteMechanism) -> bool:
        """Every unprotected report comes from one value, which is not sensitive."""
        owners = [[t for t in values if m.probability((t,), o)] for o in m.outputs if o != "p"]
        return all(len(each) == 1 and each != ["s"] for each in owners if each)

    def protected(m: FiniteMechanism) -> F:
        """e^ε of the protected report."""
        chances = [m.probability((t,), "p") for t in values]
        found: F = max(chances) / min(chances)
        return found

    for name, m in (("M", M), ("M with a and b exchanged", renamed)):
        check.true(f"{name}: unprotected reports have one owner each", one_owner(m))
        check.equal("… e^ε of the protected report", protected(m), 2)
    check.true("a turned into b: the report b comes from the values a and b", not one_owner(merged))
    check.true("the even mixture: the report a comes from the values a and b", not one_owner(mixture))
    check.refutes(
        "M with a turned into b, or the even mixture, gives unprotected reports one owner",
        one_owner(merged) or one_owner(mixture),
    )


@decides("noiseless-privacy-far21/post_processing convexity")
def one_output_or_two(check: Check) -> None:
    """One output or two: counting possible outputs survives neither a coin nor a mixture.

    Claim    Noiseless privacy [Far21] survives randomised post-processing and mixing.
    Verdict  false for ε < ln 2: one possible output becomes two.

    Noiseless privacy counts how many outputs are possible as one record varies, whatever their probabilities are. A
    constant has one. A coin has two, and so has the mixture of two different constants, though neither depends on the data.
    """
    datasets, records = complete_domain((0, 1), 2, 1), (0, 1)
    zero = check.show("M₁ (always 0)", deterministic(datasets, lambda _: 0))
    one = check.show("M₂ (always 1)", deterministic(datasets, lambda _: 1))
    coin = zero.post_process({0: {0: F(1, 2), 1: F(1, 2)}})

    def epsilon(m: FiniteMechanism) -> Real:
        """ln of the largest number of outputs that are possible when one record varies."""
        groups = [[(*D[:i], t, *D[i + 1 :]) for t in records] for D in datasets for i in range(len(D))]
        return log_of(max(sum(any(m.probability(D, o) for D in g) for o in m.outputs) for g in groups))

    for name, m, expected in (
        ("M₁", zero, 1),
        ("M₂", one, 1),
        ("M₁ replaced by a coin", coin, 2),
        ("the even mixture", zero.mix(one), 2),
    ):
        check.equal(f"ε of {name}", epsilon(m), log_of(expected))
    kept = epsilon(coin) < log_of(2) or epsilon(zero.mix(one)) < log_of(2)
    check.refutes(
        "a coin in place of a constant, or the mixture of two constants, satisfies the notion for an ε < ln 2", bool(kept)
    )


@decides("inference-based-coupled-worlds-privacy inference-based-distributional-dp/post_processing convexity")
def one_simulator_two_worlds(check: Check) -> None:
    """One simulator for two worlds: the inference-based notions with simulators.

    Verdict  false: ε = δ = 0 becomes ε = ∞ for every δ < 1/2 (post-processing) and every δ < 1/4 (mixing).

    A bit a is uniform and secret; in the world θ_w a second bit is w. The simulator sees a. Publishing (a, w) shows a in
    both worlds, as does (a, u) with a coin u. Publishing only a⊕w makes the output 0 a proof of a = 0 in θ₀ and of a = 1 in
    θ₁, while a simulator's output leads to one belief in both. In the mixture of "a if w = 0, else !" and "1 - a if w = 1,
    else !" the output 1 does the same, with probability 1/4. A belief that is certain and its opposite are not both within
    (ε, δ) of one belief for δ < 1/2; outputs of probability above δ cannot be left out. For distributional DP the records
    are (a, w) and a.
    """
    bits = list(product((0, 1), repeat=2))
    coupled, inferred = "inference-based-coupled-worlds-privacy", "inference-based-distributional-dp"
    for name in (coupled, inferred):
        data: list[Any] = bits if name == coupled else [((a, w), a) for a, w in bits]
        seen = dict(zip(data, bits, strict=True))  # a and w
        Theta = [Prior.of({D: F(1, 2) for D in data if seen[D][1] == world}, f"θ{world}") for world in (0, 1)]
        given: dict[str, Any] = {"Theta": Theta}
        if name == coupled:
            given["Gamma"] = [(lambda d: d[0], lambda d: d[0])]
        M = from_rows({D: [F(seen[D] == o) for o in bits] for D in data}, outputs=bits)
        xor = M.post_process({(a, w): a ^ w for a, w in bits})
        M0 = M.post_process({(a, w): a if w == 0 else "!" for a, w in bits})
        M1 = M.post_process({(a, w): 1 - a if w == 1 else "!" for a, w in bits})
        for symbol, m in (("M", M), ("M₀", M0), ("M₁", M1)):
            check.least(name, check.show(f"{symbol}, {name}", m), 0, symbol, delta=0, **given)
        for delta in (F(0), F(1, 4), F(49, 100)):
            check.least(name, xor, INFINITY, "a⊕w", delta=delta, **given)
        for delta in (F(0), F(1, 8), F(24, 100)):
            check.least(name, M0.mix(M1), INFINITY, "the mixture of M₀ and M₁", delta=delta, **given)


@decides("inference-based-causal-dp/post_processing convexity")
def beliefs_about_an_overwritten_record(check: Check) -> None:
    """Beliefs about an overwritten record: inference-based causal DP survives neither post-processing nor mixing.

    Verdict  false: merging two outputs raises e^ε from 15.04 to 29.2, mixing two mechanisms raises it from 4 to 5.51.

    Two equal records. Overwriting one of them with the value b makes the datasets mixed pairs, on which the mechanism may
    do anything; the belief about the drawn value is compared before and after. Beliefs of a merged output, or of a mixture,
    are averages whose weights before and after have nothing to do with each other.
    """

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
    M1 = check.show("M₁", with_laws([F(5, 100), F(95, 100)], [F(75, 100), F(25, 100)], [F(25, 100), F(75, 100)]))
    M2 = check.show("M₂", with_laws([F(5, 100), F(95, 100)], [F(20, 100), F(80, 100)], [F(80, 100), F(20, 100)]))
    mixture = M1.mix(M2)
    check.at_most("uniform prior: e^ε of M₁", factor(M1, fair), 4)
    check.at_most("… of M₂", factor(M2, fair), 4)
    check.greater("… of the even mixture", factor(mixture, fair), F(55, 10))
    kept = factor(merged, theta) <= F(1505, 100) or factor(mixture, fair) <= 4
    check.refutes("f∘M keeps e^ε = 15.05, or the mixture of M₁ and M₂ keeps e^ε = 4", kept)


@decides("semantic-privacy approximate-semantic-privacy/post_processing convexity")
def conclusions_in_product(check: Check) -> None:
    """Conclusions multiply: semantic privacy survives neither randomised post-processing nor mixing.

    Verdict  false: a bound of 0.374 grows to 3/7 by post-processing, and one of 1/3 to 3/7 by mixing; approximate semantic
             privacy at (1/3, 0) is lost by merging two outputs, and by mixing.

    The effect of a record on an event is Pr[M(D) ∈ S]/Pr[M(D without it) ∈ S]. If all effects lie within a factor r of each
    other, conclusions differ by at most (√r - 1)/(√r + 1), and priors on two datasets attain it. One output depends on
    whether t is in D, another on whether u is not; merged or mixed, the effects of both multiply. Semantic privacy speaks
    of events, so a function of the output is harmless; the approximate form speaks of single outputs.
    """
    domain = complete_domain("tu", 2)
    semantic = notions["semantic-privacy"]

    def by_output(m: FiniteMechanism) -> Real:
        """The largest distance of conclusions from one output: (√r - 1)/(√r + 1), r the largest ratio of two effects."""
        found = []
        for o in m.outputs:
            for i in range(2):
                effects = [m.probability(D, o) / m.probability(D[:i] + D[i + 1 :] if len(D) > i else D, o) for D in domain]
                root = real(max(effects) / min(effects)).sqrt()
                found.append((root - 1) / (root + 1))
        return greatest(found)

    def seen(m: FiniteMechanism, output: str | int) -> F:
        """One half each on (t, u) and (u): how far the output's conclusions with and without the first record are apart."""
        first, second = ("t", "u"), ("u",)
        here, there = ([m.probability(D[skip:], output) for D in (first, second)] for skip in (0, 1))
        found: F = abs(here[0] / sum(here) - there[0] / sum(there))
        return found

    def law(d: tuple[Any, ...]) -> dict[Any, F]:
        a, b = F(4 if "t" in d else 1, 100), F(9 if "u" in d else 36, 100)
        return {"a": a, "b": b, "c": 1 - a - b}

    M = check.show("M", from_function(domain, law))
    processed = M.post_process({"a": "a", "b": {"a": F(1, 9), "c": F(8, 9)}, "c": "c"})
    check.show("a kept, b turned into a with probability 1/9", processed)
    before, after = semantic.tightest(M), semantic.tightest(processed)
    check.less("semantic privacy: ε of M (r = 4.81, at the event {a, b})", before, F(374, 1000))
    check.equal("… of the processed M", after, F(3, 7))
    check.equal("… which a prior of one half each on (t, u) and (u) shows at the output a", seen(processed, "a"), F(3, 7))
    check.equal("approximate semantic privacy, δ = 0: ε of M (r = 4, at a and at b)", by_output(M), F(1, 3))
    check.greater("… of M with a and b merged", by_output(M.post_process({"a": "ab", "b": "ab", "c": "c"})), F(373, 1000))

    M1 = from_function(domain, lambda d: {1: F(4 if "t" in d else 1, 10), 0: F(6 if "t" in d else 9, 10)})
    M2 = from_function(domain, lambda d: {1: F(1 if "u" in d else 4, 10), 0: F(9 if "u" in d else 6, 10)})
    mixed = M1.mix(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)
    for name, m, epsilon in (("M₁", M1, F(1, 3)), ("M₂", M2, F(1, 3)), ("the even mixture", mixed, F(3, 7))):
        check.equal(f"semantic privacy: ε of {name}", semantic.tightest(m), epsilon)
        check.equal(f"approximate semantic privacy, δ = 0: ε of {name}", by_output(m), epsilon)
    check.equal("… which a prior of one half each on (t, u) and (u) shows at the output 1", seen(mixed, 1), F(3, 7))


Table = list[tuple[str, str]]  # rows: the quasi-identifier, the sensitive value


@decides(
    """delta-presence entropy-l-diversity k-anonymity k-epsilon-anonymity k-map l-diversity n-t-closeness recursive-l-diversity
    t-closeness/post_processing"""
)
def replaced_tables(check: Check) -> None:
    """A fixed table instead: conditions on the form of a table do not survive post-processing.

    Verdict  false: a function may throw the table away and return one that violates the condition, or delete a row.

    M returns a table of two classes with two rows, both sensitive values in each class, which satisfies every condition,
    whatever the data is. A function replaces it by a table of one row, with a combination of values that fits nobody of the
    reidentification dataset, and all conditions fail but two. For t-closeness the function returns a table of m classes
    with a sensitive value each, which are at distance 1 - 1/m from the whole. For (k, ε)-anonymity it deletes the last row,
    which leaves a class of one.
    """
    U = ["30", "30", "40", "40"]
    before: Table = [("30", "a"), ("30", "b"), ("40", "a"), ("40", "b")]
    after: Table = [("99", "a")]
    check.show("before", [": ".join(row) for row in before])
    check.show("after", [": ".join(row) for row in after])

    def classes(table: Table) -> list[Counter[str]]:
        return [Counter(s for q, s in table if q == key) for key in dict.fromkeys(q for q, _ in table)]

    def distance(table: Table) -> F:
        """t-closeness's t, with the distance 1 between different values."""
        whole = Counter(s for _, s in table)
        return max(sum((abs(F(c[s], c.total()) - F(whole[s], whole.total())) for s in whole), F(0)) / 2 for c in classes(table))

    def properties(table: Table) -> dict[str, bool]:
        groups, rows = classes(table), Counter(q for q, _ in table)
        equal = all(len(set(c.values())) == 1 for c in groups)  # then the entropy of a class is the logarithm of its values
        ranks = [sorted(c.values(), reverse=True) for c in groups]
        return {
            "2-anonymity": min(rows.values()) >= 2,
            "2-map": all(U.count(q) >= 2 for q in rows),
            "1-presence": all(n <= U.count(q) for q, n in rows.items()),
            "2-diversity": min(len(c) for c in groups) >= 2,
            "entropy 2-diversity": equal and bool(log_of(min(len(c) for c in groups)) >= log_of(2)),
            "recursive (2, 2)-diversity": all(r[0] < 2 * sum(r[1:]) for r in ranks),
            "(2, 0)-closeness": len(table) >= 2 and distance(table) == 0,  # the whole table is the largest superset
        }

    for name in properties(before):
        check.true(f"{name}: the first table has it", properties(before)[name])
        check.true("… the second one does not", not properties(after)[name])
    check.true(
        "(2, ε)-anonymity: without its last row the first table has a class of one", not properties(before[:-1])["2-anonymity"]
    )
    far = F(0)
    check.equal("t-closeness: t of the first table", distance(before), 0)
    for m in (2, 3, 10, 100):
        far = distance([(str(k), str(k)) for k in range(m)])
        check.equal(f"… of {m} classes with a value each, 1 - 1/m", far, 1 - F(1, m))


Law = dict[tuple[object, object], F]


@decides("discounted-dp/post_processing convexity")
def losses_at_the_wrong_time(check: Check) -> None:
    """Losses at the wrong time: discounted DP survives neither post-processing nor mixing.

    Verdict  false: with η(1) = 1/2 and answers of loss ln 3 a bound of 3/2 ln 3 becomes 2 ln 3.

    An answer that has aged counts for less. If the first answer is held back and published with the second one, nothing has
    aged. In the mixture of two mechanisms, one of which turns its first answer around, the first report is a fair coin
    whatever the data; the second report tells which of the two was run, and so gives both answers at once. Nothing is
    published after time 2. Losses are shown as ratios: e^(2 loss) at time 2 is (ratio at 1)^(2η(1)) (ratio at 2)².
    """

    def answers(truth: int, reports: Callable[[int, int], tuple[object, object]]) -> Law:
        """The law of (report at 1, report at 2) from two independent answers, each true with probability 3/4."""
        law: Law = {}
        for a in product((0, 1), repeat=2):
            chance = F(3 ** sum(x == truth for x in a), 16)
            law[reports(*a)] = law.get(reports(*a), F(0)) + chance
        return law

    def first(law: Law, y: object) -> F:
        return sum((p for (y1, _), p in law.items() if y1 == y), F(0))

    def squared(one: Law, other: Law) -> F:
        """e^(2ε), η(1) = 1/2: the largest (P(y₁)/Q(y₁))² at time 1 and P(y₁)/Q(y₁) · (P(y₂|y₁)/Q(y₂|y₁))² at time 2."""
        found = []
        for p, q in ((one, other), (other, one)):
            for (y1, y2), joint in p.items():
                early = first(p, y1) / first(q, y1)
                late = joint / q[y1, y2] / early
                found += [early**2, early * late**2]
        return max(found)

    def both(reports: Callable[[int, int], tuple[object, object]]) -> tuple[Law, Law]:
        return answers(1, reports), answers(0, reports)

    bound = F(27)  # e^(2 · 3/2 ln 3)
    M = both(lambda a, b: (a, b))
    held = both(lambda a, b: ("nothing", (a, b)))
    check.show("M if the truth is 1 (report at time 1, report at time 2)", {str(k): v for k, v in M[0].items()})
    check.equal("M: e^(2ε), ε = 3/2 ln 3", squared(*M), bound)
    check.equal("the first answer held back until time 2: e^(2ε), ε = 2 ln 3", squared(*held), 81)

    straight, turned = both(lambda a, b: (a, (b, 0))), both(lambda a, b: (1 - a, (b, 1)))
    mixture = tuple({y: (p.get(y, F(0)) + q.get(y, F(0))) / 2 for y in {**p, **q}} for p, q in zip(straight, turned, strict=True))
    check.equal("M₁, which adds the mark 0: e^(2ε)", squared(*straight), bound)
    check.equal("M₂, which turns the first answer around and adds the mark 1", squared(*turned), bound)
    check.equal("the even mixture: the first report is a fair coin", first(mixture[0], 1), F(1, 2))
    check.equal("… e^(2ε)", squared(*mixture), 81)
    check.refutes(
        "M with a report held back, or the mixture of M₁ and M₂, keeps ε = 3/2 ln 3",
        squared(*held) <= bound or squared(*mixture) <= bound,
    )
