"""Reports of single records, and what they show beyond the promise."""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates


@decides(
    """local-dp/does_not_imply/epsilon-dp one-sided-dp blowfish-privacy causal-dp distributional-dp bayesian-dp-ll12
    bayesian-dp-ysn15 event-level-dp bit-dp label-dp"""
)
def local_dp_asks_about_one_record(check: Check) -> None:
    """Local DP is about one record; datasets of two may be published.

    M publishes datasets of two records and says nothing about smaller ones. All datasets of one record have one output, so
    local DP holds without loss.

    The objects compare datasets of two records that differ in one, whose outputs are certain and different: no ε is enough,
    and for label DP no δ < 1. For distributional DP the simulator does not see the first record, so it is the same on both.
    For event-level DP the output is a sequence: nothing after the first event, and both events after the second.

    This uses a mechanism of which local DP asks nothing. If every user's randomiser is locally private, so are all
    independent reports together.
    """
    VALUES = ("t", "u", "v")
    COINS = Prior.of({(r, s): F(1, 4) for r in "tu" for s in "tu"})
    domain = complete_domain(VALUES, 2)
    M = deterministic(domain, lambda d: d if len(d) > 1 else "nothing")
    stream = deterministic(complete_domain("tu", 2), lambda d: ("nothing", *[d] * (len(d) > 1))[: len(d)])
    bits = deterministic(complete_domain([("0",), ("1",)], 2), lambda d: d if len(d) > 1 else "nothing")
    labelled = deterministic(complete_domain([("x", 0), ("x", 1)], 2), lambda d: d if len(d) > 1 else "nothing")
    for name, mechanism in {"M": M, "M on a stream": stream, "M on bits": bits, "M on labelled records": labelled}.items():
        check.show(name, mechanism)
        check.least("local-dp", mechanism, 0, f"{name}")
    told = TellsApart(M, ("t", "v"), ("u", "v"), at={"bayesian-dp-ysn15": {"A": COINS}})
    violates(check, told, [y for y in check.denied if y not in ("event-level-dp", "bit-dp", "label-dp")])
    check.least("event-level-dp", stream, INFINITY, "M on a stream")
    check.least("bit-dp", bits, INFINITY, "one bit", schema=[1])
    check.least("label-dp", labelled, 1, epsilon="inf")


@decides(
    "refinement-dp/does_not_imply/epsilon-dp",
    "utility-optimized-local-dp personalized-local-dp/does_not_imply/local-dp",
    "local-dp/does_not_imply/utility-optimized-local-dp",
    "simple-outlier-privacy/does_not_imply/unbounded-dp",
)
def published_where_nothing_is_asked(check: Check) -> None:
    """Refined outputs, values that are not sensitive, and records that are not outliers may be published.

    Refinement DP with a refinement g that forgets everything, and utility-optimized local DP with no sensitive value and no
    protected output, hold for every mechanism. M publishes the dataset, and ε-DP and local DP fail.

    With no protected output every output must show the value, which randomised response, a case of local DP, does not.
    Personalized local DP compares the records of one person only: M reports who that is.

    Simple outlier privacy protects records whose value occurs at most k times: M publishes the others. Of k + 1 records
    with one value all are published, and none after one of them has been removed, so unbounded DP fails.
    """
    data = check.show("the dataset", deterministic(complete_domain("tu", 2), lambda d: d))
    check.least("refinement-dp", data, 0, "g constant", g=lambda _d, _o: "the same")
    check.least("epsilon-dp", data, INFINITY)
    check.least("utility-optimized-local-dp", data, 0, "P and Y_P empty", P=[], Y_P=[])
    check.least("local-dp", data, INFINITY)
    response = from_function([("t",), ("u",)], lambda d: {o: F(3, 4) if o == d[0] else F(1, 4) for o in "tu"})
    check.show("randomised response", response)
    check.least("local-dp", response, real(3).log())
    check.least("utility-optimized-local-dp", response, INFINITY, "P and Y_P empty", P=[], Y_P=[])
    owner = check.show("the owner", deterministic([(("a", 0),), (("a", 1),), (("b", 0),)], lambda d: d[0][0]))
    check.true("personalized-local-dp at 1 for both", notions["personalized-local-dp"].holds(owner, Psi={"a": 1, "b": 1}))
    check.least("local-dp", owner, INFINITY, "of it")
    for k in (1, 2, 3):
        frequent = deterministic(complete_domain("tu", k + 1), lambda d: tuple(r for r in d if d.count(r) > k))
        check.least(
            "simple-outlier-privacy",
            frequent,
            0,
            f"of the values that occur more than {k} times, k = {k}",
            outlierness=lambda r, d: d.count(r),
            k=k,
        )
        check.least("unbounded-dp", frequent, INFINITY)


@decides(
    """pointwise-maximal-leakage asymmetric-local-information-privacy strong-l1-privacy
    strong-chi-squared-privacy/does_not_imply/local-dp""",
    "probabilistic-pointwise-maximal-leakage/does_not_imply/approximate-local-dp",
)
def reports_that_no_prior_foresees(check: Check) -> None:
    """A value that no prior allows may be told.

    The prior is uniform on a and b, and M says whether the record is c. Under the prior M always says no, so the notions
    with a prior hold with level 0. Local DP compares a with c: the outputs are certain and different, its loss is infinite,
    and δ = 1 is needed.
    """
    M = check.show("M", deterministic([("a",), ("b",), ("c",)], lambda d: d[0] == "c"))
    law = {"a": F(1, 2), "b": F(1, 2)}
    for name in ("pointwise-maximal-leakage", "strong-l1-privacy", "strong-chi-squared-privacy"):
        check.least(name, M, 0, Theta=[law])
    for bound in ("epsilon_l", "epsilon_u"):
        other = {"epsilon_l": "epsilon_u", "epsilon_u": "epsilon_l"}[bound]
        check.least("asymmetric-local-information-privacy", M, 0, "", Theta=[law], **{other: 0})
    check.least("probabilistic-pointwise-maximal-leakage", M, 0, Theta=[law], epsilon=0)
    check.least("local-dp", M, INFINITY)
    check.least("approximate-local-dp", M, 1, epsilon="inf")


@decides("pointwise-maximal-leakage strong-l1-privacy strong-chi-squared-privacy/does_not_imply/localized-information-privacy")
def reports_that_rule_a_value_out(check: Check) -> None:
    """A report that rules a value out makes no value much likelier.

    The record is uniform on three values, and M reports a uniform one of the two values that it does not have. The two
    others rise from 1/3 to 1/2 and the reported one falls to 0, so the three subjects hold. Localized information privacy
    also bounds how far a probability falls, and has an infinite loss.
    """
    LAW = {t: F(1, 3) for t in "abc"}
    M = check.show("M", from_function([(t,) for t in LAW], lambda d: {o: F(int(o != d[0]), 2) for o in LAW}))
    check.least("pointwise-maximal-leakage", M, real(F(3, 2)).log(), Theta=[LAW])
    check.least("strong-l1-privacy", M, F(2, 3), Theta=[LAW])
    squared = notions["strong-chi-squared-privacy"].holds(M, Theta=[LAW], epsilon=F(5, 7))
    check.true("strong-chi-squared-privacy at ε = 5/7, above √(1/2)", squared)
    check.least("localized-information-privacy", M, INFINITY, Theta=[LAW])


@decides("untrackability/does_not_imply/undetectability")
def reports_that_state_the_value(check: Check) -> None:
    """Reports that state the value cannot be linked, but show a change of the value.

    Every report is the private value of its sender. Untrackability compares one user with two users of the same value: they
    send the same reports, so γ = 0 for every k. Undetectability compares them with two users of different values v and v':
    if both of these send something, they never send k reports v, while one user always does.
    """
    for k in (2, 3, 4):
        senders = list(product((1, 2), repeat=k))
        same = deterministic([(v, *s) for v in "uv" for s in senders], lambda d: (d[0],) * (len(d) - 1))
        two = deterministic([(v, w, *s) for v in "uv" for w in "uv" for s in senders], lambda d: tuple(d[i - 1] for i in d[2:]))
        check.least("untrackability", same, 0, f"k = {k}", k=k)
        check.least("undetectability", two, INFINITY, f"k = {k}", k=k)
    check.every_level("undetectability", "a larger k asks for more than k = 2")


@decides("machine-learning-dp-lbg17/does_not_imply/per-instance-dp total-variation-privacy")
def answers_judged_one_at_a_time(check: Check) -> None:
    """Two answers may be correlated, and pairs of datasets may be left out.

    DTP judges the answer to each question by itself, on D and on D without t.

    M answers two questions, on D with the same fair bit twice and without t with opposite fair bits. Each answer is a fair
    bit, so DTP holds; only on D do the answers agree, and per-instance DP has an infinite loss.

    N answers every question in the same way on both datasets, and with the dataset elsewhere. DTP holds, and two other
    neighbours are told apart: total variation privacy needs ε = 1.
    """
    D = ("t",)
    M = from_function([(), D], lambda d: {(b, b if d == D else 1 - b): F(1, 2) for b in (0, 1)})
    check.show("M, one bit twice or opposite bits", M)
    check.least("machine-learning-dp-lbg17", M, 0, D=D, t="t")
    check.least("per-instance-dp", M, INFINITY, D=D, t="t")

    def answers(d: tuple[object, ...]) -> object:
        return ("same", "same") if d in {(), D} else (d, d)

    N = deterministic(complete_domain("tu", 2), answers)
    check.least("machine-learning-dp-lbg17", N, 0, D=D, t="t")
    check.least("total-variation-privacy", N, 1)
    check.every_level("total-variation-privacy", "ε = 1 asks nothing")


@decides(
    "integral-privacy measure-of-privacy/does_not_imply/approximate-dp",
    "mutual-information-dp/does_not_imply/approximate-dp kl-privacy",
    "noiseless-privacy-far21/does_not_imply/approximate-dp measure-of-privacy",
    sampled={"measure-of-privacy": "n"},
    without={"mutual-information-dp": "bounded by the divergence from one law of the outputs"},
)
def outputs_counted_not_weighed(check: Check) -> None:
    """Counts of outputs or datasets, and mutual information, allow certain disclosure.

    In three cases a deterministic answer changes with certainty between some neighbours, so that approximate DP needs δ =
    1. Integral privacy counts generators: each parity of the number of records has four of the eight sets of three records.
    The measure of privacy counts classes: whether the dataset is empty gives two. Noiseless privacy (non-stochastic) counts
    the outputs that one record can cause: a bit of the first record gives two.

    The measure of privacy is larger than the count for one record: the whole dataset of n bits has two outputs for each
    record and 2^n in all, so noiseless privacy holds at ln 2, while n ln 2 exceeds every bound.

    Mutual-information DP bounds the capacity of a channel, which is at most max_t KL(P_t ‖ Q) for every law Q of the
    outputs. With Q uniform it is at most ln 2 < 7/10 for a bit of the first record, and approximate DP needs δ = 1. If M
    tells this bit with probability p only, and otherwise ⊥, the capacity is at most p ln 2 < 7p/10, which is below any ε
    for small p, and KL privacy has an infinite divergence.
    """
    ln2 = real(2).log()

    parity = deterministic([(), *[tuple(s) for s in ("a", "b", "c", "ab", "ac", "bc", "abc")]], lambda d: len(d) % 2)
    check.least("integral-privacy", parity, 4, "of the parity of the number of records", P={"records": ["a", "b", "c"]})
    check.least("approximate-dp", parity, 1, epsilon="inf")

    empty = deterministic(complete_domain("tu", 2), lambda d: not d)
    check.least("measure-of-privacy", empty, ln2, "of “is it empty”")
    check.least("approximate-dp", empty, 1, epsilon="inf")

    first = deterministic([(a, b) for a in (0, 1) for b in (0, 1)], lambda d: d[0])
    check.least("noiseless-privacy-far21", first, ln2, "of a bit")
    check.least("approximate-dp", first, 1, epsilon="inf")
    for n in (1, 3, 6):
        bits = deterministic([d for d in complete_domain((0, 1), n) if len(d) == n], lambda d: d)
        check.equal(f"all of {n} bits: far21's least ε", notions["noiseless-privacy-far21"].tightest(bits), ln2)
        check.least("measure-of-privacy", bits, n * ln2)

    for p in (F(1), F(1, 10), F(1, 1000)):  # the other records do not matter
        M = from_function([(0,), (1,)], lambda d: {d[0]: p, "⊥": 1 - p})
        Q = (M.row((0,)) + M.row((1,))) / 2
        for t in (0, 1):
            check.at_most(f"p = {p}: KL(P_{t} ‖ Q), a bound of the capacity", kl_divergence(M.row((t,)), Q), p * F(7, 10))
        if p == 1:
            check.least("approximate-dp", M, 1, epsilon="inf")
        check.least("kl-privacy", M, INFINITY)


@decides(
    "wasserstein-dp event-duration-privacy/does_not_imply/approximate-dp",
    "sliced-renyi-pufferfish/does_not_imply/approximate-pufferfish-privacy",
    "wasserstein-dp/post_processing",
    "sliced-renyi-pufferfish/post_processing composition",
)
def places_that_outputs_have(check: Check) -> None:
    """Outputs that are close, or have the same shadow, may still tell everything.

    (1) Q publishes a fourth of the parity of the number of records. One record moves it by 1/4, so Wasserstein DP holds at
    ε = 1/4, while the parity is public and approximate DP fails. The map o ↦ 10·o, which changes nothing about what is
    known, moves the output by 5/2: Wasserstein DP does not survive post-processing.

    (2) N publishes the number of frames of a video. Event-duration privacy compares videos of equal length only, and holds;
    approximate DP fails.

    (3) V publishes the vector (0, s), where s is the secret bit, and the only direction that is drawn is the first axis.
    The shadow of V is 0: sliced Rényi Pufferfish privacy holds, and approximate Pufferfish privacy fails. With the
    coordinates exchanged the shadow is s: sliced privacy does not survive post-processing.

    (4) X publishes the parity of three fair bits, and Y that of the last two. Each is a fair coin whatever one bit is. The
    pair (X, Y) has the shadow X + 2Y along (1, 2), which shows both, and so the first bit: sliced Rényi Pufferfish privacy
    does not compose.
    """
    Q: Any = check.show("Q", deterministic([(), (0,)], lambda d: F(len(d) % 2, 4)))
    check.least("wasserstein-dp", Q, F(1, 4), "(1) of Q, μ = 1", mu=1)
    check.least("approximate-dp", Q, 1, "(1) of Q", epsilon="inf")
    tenfold = check.show("10·Q", Q.post_process(lambda o: 10 * o))
    check.least("wasserstein-dp", tenfold, F(5, 2), "(1) of 10·Q, μ = 1", mu=1)
    kept = notions["wasserstein-dp"].holds(tenfold, mu=1, epsilon=F(1, 4))
    check.false("(1) 10·Q does not satisfy wasserstein-dp at ε = 1/4, μ = 1", kept)

    N = check.show("N", deterministic([("a", "a"), ("a", "b"), ("a",)], len))
    check.least("event-duration-privacy", N, 0, "(2) of N, events in at most 2 segments of at most 2 frames", B=(2, 2))
    check.least("approximate-dp", N, 1, "(2) of N", epsilon="inf")

    sliced = notions["sliced-renyi-pufferfish"]
    axis = [((1, 0), 1)]
    bit: dict[str, Any] = {"Theta": [Prior.of({(0,): F(1, 2), (1,): F(1, 2)})], "Phi": [([(0,)], [(1,)])]}
    V: Any = check.show("V", deterministic([(0,), (1,)], lambda d: (0, d[0])))
    check.least("sliced-renyi-pufferfish", V, 0, "(3) of V, along the first axis", alpha=2, omega=axis, **bit)
    check.least("approximate-pufferfish-privacy", V, 1, "(3) of V", epsilon="inf", **bit)
    exchanged = check.show("V with the coordinates exchanged", V.post_process(lambda o: (o[1], o[0])))
    what = "(3) of V with the coordinates exchanged, along the first axis"
    check.least("sliced-renyi-pufferfish", exchanged, INFINITY, what, alpha=2, omega=axis, **bit)

    bits = list(product((0, 1), repeat=3))
    prior = {
        "Theta": [Prior.of({d: F(1, 8) for d in bits})],
        "Phi": [([d for d in bits if d[i] == 0], [d for d in bits if d[i] == 1]) for i in range(3)],
    }
    X: Any
    Y: Any
    X, Y = (check.show(n, deterministic(bits, lambda d: (sum(d[k:]) % 2,))) for k, n in enumerate("XY"))
    for name, part in (("X", X), ("Y", Y)):
        check.least("sliced-renyi-pufferfish", part, 0, f"(4) of {name}", alpha=2, omega=[((1,), 1)], **prior)
    both = X.compose(Y).post_process(lambda o: (*o[0], *o[1]))
    found = sliced.tightest(both, alpha=2, omega=[((1, 2), 1)], **prior)
    check.equal("sliced-renyi-pufferfish, (4) of (X, Y), along (1, 2): the least ε at α = 2", found, INFINITY)


@decides(
    "sketch-kl-privacy/does_not_imply/sketch-privacy",
    "sketch-privacy/does_not_imply/approximate-dp noiseless-privacy",
    sampled={"sketch-privacy": "κ"},
)
def sketches_of_half_of_the_records(check: Check) -> None:
    """Sketches protect presence in a random set, on average or in one direction.

    M says ⊥ on sets that do not have half of the records. Sketch KL privacy: of sets of n out of 2n records it says 0 with
    probability η = 1/κ if t ∈ E, and η 2^{-κ} otherwise. For t the mean loss is η·κ ln 2 = ln 2; for another record the
    output 0 speaks for absence, and the loss of 1 is at most -ln(1 - η) ≤ ln 2. The largest loss κ ln 2 at size n exceeds
    every bound, and n every N'. (The record has e^{-κ} in place of 2^{-κ}.)

    Sketch privacy: of sets of three out of six, tell whether the number of a and b in E is odd. This has probability 3/5
    whatever is known about one record, but replacing a may change it with certainty. Or say with probability 1/2 that t ∉
    E, if so: what is said excludes t ∈ E, which noiseless privacy forbids (the record of a user is the bit whether the user
    is in E), but gives no loss in favour of t ∈ E beyond ln 2.
    """

    def sets(records: str) -> list[tuple[str, ...]]:
        """All sets of the records."""
        return [E for n in range(len(records) + 1) for E in combinations(records, n)]

    log_2 = real(2).log()
    for n, kappa in ((2, 2), (2, 20), (3, 10)):
        rare = {True: F(1, kappa), False: F(1, kappa * 2**kappa)}
        M = from_function(
            sets("tabcde"[: 2 * n]),
            lambda d: {0: rare["t" in d], 1: 1 - rare["t" in d]} if len(d) == n else {"⊥": F(1)},
        )
        check.least("sketch-kl-privacy", M, log_2, f"n = {n}, κ = {kappa}, N = 1", N=1)
        check.least("sketch-privacy", M, kappa * log_2, f"N' = {n}", N=n)

    M = from_function(sets("tabcde"), lambda d: {("a" in d) != ("b" in d): F(1)} if len(d) == 3 else {"⊥": F(1)})
    check.show("the parity of a and b", M)
    check.least("sketch-privacy", M, 0, "parity of a and b, N = 1", N=1)
    check.least("approximate-dp", M, 1, epsilon="inf")

    def said(present: bool) -> dict[Any, F]:
        return {"nothing": F(1)} if present else {"t ∉ E": F(1, 2), "nothing": F(1, 2)}

    M = from_function(sets("tabcde"), lambda d: said("t" in d) if len(d) == 3 else {"⊥": F(1)})
    check.least("sketch-privacy", M, log_2, "t ∉ E is said sometimes, N = 1", N=1)
    bits = [b for b in product((0, 1), repeat=6) if sum(b) == 3]  # the first user is t
    M = from_function(bits, lambda b: said(b[0] == 1))
    check.least("noiseless-privacy", M, INFINITY, Theta=[Prior.of({b: F(1, len(bits)) for b in bits})])
    check.therefore_not("the other notions hold at proper values below 20 ln 2")


@decides("probabilistic-pointwise-maximal-leakage/does_not_imply/pointwise-maximal-leakage", sampled="k")
def a_rare_report_that_tells_all(check: Check) -> None:
    """A rare report may tell everything.

    Of k values M reports the true one with probability δ, and otherwise nothing. Under the uniform prior what it reports
    leaks ln k, which exceeds every bound as k grows, and is rare.
    """
    delta = F(1, 10)
    for k in (2, 10, 100):
        M = from_function([(t,) for t in range(k)], lambda d: {d[0]: delta, "nothing": 1 - delta})
        law = {t: F(1, k) for t in range(k)}
        found = notions["probabilistic-pointwise-maximal-leakage"].tightest(M, Theta=[law], epsilon=0)
        check.equal(f"{k} values: the least δ at ε = 0", found, delta)
        found = notions["pointwise-maximal-leakage"].tightest(M, Theta=[law])
        check.equal(f"{k} values: the least ε without δ is ln k", found, real(k).log())
    check.therefore_not("a bound on most reports bounds all of them")


@decides(
    "channel-capacity-limit/does_not_imply/local-dp maximal-leakage",
    sampled={"maximal-leakage": "k"},
    without={"channel-capacity-limit": "bounded by the divergence from one law of the outputs"},
)
def reports_that_carry_few_bits(check: Check) -> None:
    """A report that is the record, rarely, carries few bits and tells two records apart.

    Of k values M sends the true one with probability p, and otherwise nothing. Whatever the law of the record, the mutual
    information is at most the largest divergence of a report from one fixed law, here that of a uniform record's report: p
    ln k. With p = (ln 2)/(2 ln k) it is the same for all k, while the maximal leakage ln(1 + p(k - 1)) grows beyond every
    bound.
    """
    for bits in (1, 4, 8):
        k, p = 2**bits, F(1, 2 * bits)
        M = from_function([(t,) for t in range(k)], lambda d: {d[0]: p, "nothing": 1 - p})
        uniform = np.array([1 - p if o == "nothing" else p / k for o in M.outputs], dtype=object)
        check.equal(
            f"{k} values: the divergence of a report from the law of all", kl_divergence(M.row((0,)), uniform), real(2).log() / 2
        )
        found = notions["maximal-leakage"].tightest(M)
        check.equal(f"{k} values: ε of maximal-leakage is ln(1 + p(k - 1))", found, real(1 + p * (k - 1)).log())
        two = M.restrict([(0,), (1,)])
        check.equal(f"{k} values: ε of local-dp, of two of them", notions["local-dp"].tightest(two), INFINITY)
    check.therefore_not("few bits on average bound each report, or all values together")
