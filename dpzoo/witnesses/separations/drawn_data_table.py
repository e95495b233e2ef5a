"""What an attacker does not know of the data hides what is published of them.

A notion that relies on a law of the data asks nothing of data that this law does not give, and little of data that it gives
rarely.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._infinite_divergence import infinite_on
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides("random-dp/does_not_imply/predictive-dp", sampled="p, ε")
def random_dp_of_a_rare_set(check: Check) -> None:
    """Random DP bounds a probability over whole datasets, predictive DP over the new record only.

    Let N be a subset of [0, 1] of probability p. M tells whether all records are in N; only “in N” and “out” matter, so
    these two stand for the records. (In the recorded proof N has probability 0; here p is small.)

    A dataset that is drawn and the same with one record drawn anew give different outputs with probability 2p(1 - p)p^{n -
    1}, at most 2p, so random DP holds with γ = 2p and ε = 0.

    On D = (in) the new record is out with probability 1 - p, and then the output changes with certainty. For p < 1 - γ'
    predictive DP fails whatever ε' is.
    """
    M = check.show("M", deterministic(complete_domain(["in", "out"], 3, 1), lambda d: "out" not in d))
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):
        pi = {"in": p, "out": 1 - p}
        check.least("random-dp", M, 2 * p * (1 - p), f"p = {p}", prior=pi, epsilon=0)
        check.least("predictive-dp", M, 1 - p, f"p = {p}, any ε", prior=pi, epsilon=1000)
    check.therefore_not("predictive DP holds for some γ' < 1 and every p")


@decides("random-dp/does_not_imply/bayesian-dp-ysn15 correlated-dp")
def random_dp_of_two_records(check: Check) -> None:
    """Random DP says nothing about records that are not drawn.

    The records are a and b, the values of a coin, and t, u, v. M publishes the dataset if none of its records is a or b,
    and ⊥ otherwise. Drawn records are a or b, so random DP holds without loss. The objects compare (t, v) with (u, v),
    whose outputs are certain and different.
    """
    M = check.show("M", deterministic(complete_domain("abtuv", 2), lambda d: "⊥" if set(d) & {"a", "b"} else d))
    check.least("random-dp", M, 0, prior={"a": F(1, 2), "b": F(1, 2)}, epsilon=0)
    belief = Prior.of({("t", "v"): F(1, 2), ("u", "v"): F(1, 2)})
    check.least("bayesian-dp-ysn15", M, INFINITY, A=belief)
    check.least("correlated-dp", M, INFINITY, "nothing observed", A=(belief, "nothing"))


@decides("random-dp/does_not_imply/on-average-kl-privacy bounded-dp bayesian-dp-ll12")
def random_dp_tells_all_ones(check: Check) -> None:
    """Random DP leaves out pairs of small probability.

    Records are fair bits. M tells whether the dataset consists of n ones, with 2^{-n} ≤ γ. A pair of datasets of n records
    is bad only if its n - 1 common records are ones and the two others differ, which has the probability 2^{-n}. Other
    sizes give no loss, so random DP holds with γ = 2^{-n} and ε = 0.

    On bad pairs the loss is infinite, and so is its mean: bounded DP and on-average KL privacy fail. Given D(1) = 1 the
    answer yes is possible, given D(1) = 0 it is not: Bayesian DP of Leung and Lui fails.
    """
    bit = {0: F(1, 2), 1: F(1, 2)}
    for n in (1, 2, 3):
        M = deterministic(complete_domain((0, 1), 3), lambda d: "yes" if d == (1,) * n else "no")
        check.least("random-dp", M, F(1, 2**n), f"n = {n}", prior=bit, epsilon=0)
        check.least("on-average-kl-privacy", M, INFINITY, Theta=[bit])
        check.least("bounded-dp", M, INFINITY)
        check.least("bayesian-dp-ll12", M, INFINITY, "k = 0", prior=bit, k=0)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    check.show("M, for n = 3", M)


@decides(
    "privacy-at-risk/does_not_imply/bounded-dp approximate-dp",
    "typical-stability-two-outputs weak-dp/does_not_imply/approximate-dp",
    "smoothed-dp/does_not_imply/approximate-dp weak-bayesian-dp",
    "partially-private-pufferfish/does_not_imply/pufferfish-privacy",
    "predictive-dp/does_not_imply/bounded-dp",
)
def records_that_are_drawn_equal(check: Check) -> None:
    """If the drawn data are certain, notions on drawn data ask nothing of other data.

    Privacy at risk, and typical stability of two outputs, under a point mass: both datasets of a comparison are equal, so M
    may publish the dataset. Bounded DP has an infinite loss, and approximate DP needs δ = 1.

    Smoothed DP averages over data (t, …, t) and compares them with their neighbours: M publishes data in which at least two
    records differ from t. Approximate DP compares such data with each other, and weak Bayesian DP does under a prior on u
    and v: both need δ = 1.

    Partially private pufferfish, under a point mass for each public value: no prior allows both secrets. M publishes the
    dataset, and pufferfish privacy under the uniform prior has an infinite loss.

    Predictive DP with γ = 1/2, for a record uniform on four values: M tells whether a single record is 0 or 1. Two of four
    draws leave the output as it is, so ε = 0. Bounded DP has an infinite loss.

    Weak DP averages over the other records: M publishes the parity of at least two fair bits, which is a fair bit whatever
    one of them is. Approximate DP needs δ = 1.
    """
    data = check.show("the dataset", deterministic(complete_domain("tu", 2), lambda d: d))
    check.least("privacy-at-risk", data, 0, "prior on t", prior={"t": F(1)}, epsilon=0)
    for D in data.datasets:
        check.least(
            "typical-stability-two-outputs",
            data,
            0,
            f"prior on {show_dataset(D)}, γ = ε = 0",
            Theta=[Prior.of({D: F(1)})],
            gamma=0,
            epsilon=0,
        )
    check.least("bounded-dp", data, INFINITY)
    check.least("approximate-dp", data, 1, epsilon="inf")

    others = deterministic(complete_domain("tuv", 3), lambda d: d if len(d) - d.count("t") > 1 else ())
    check.least("smoothed-dp", others, 0, "of data with two records other than t, Θ on t", Theta=[{"t": F(1)}], epsilon=0)
    check.least("approximate-dp", others, 1, epsilon="inf")
    check.least("weak-bayesian-dp", others, 1, "prior on u and v", prior={"u": F(1, 2), "v": F(1, 2)}, epsilon="inf")

    D, E = (1, "t"), (2, "u")  # the first entry is the public value z
    public = deterministic([D, E], lambda d: d)
    check.least(
        "partially-private-pufferfish",
        public,
        0,
        "a point mass for each z",
        Theta=[Prior.of({x: F(1)}) for x in (D, E)],
        Phi=[([D], [E])],
    )
    check.least(
        "pufferfish-privacy", public, INFINITY, "the uniform prior", Theta=[Prior.of({D: F(1, 2), E: F(1, 2)})], Phi=[([D], [E])]
    )

    below = deterministic(complete_domain([0, 1, 2, 3], 2), lambda d: len(d) == 1 and d[0] < 2)
    four = {i: F(1, 4) for i in range(4)}
    check.least("predictive-dp", below, 0, "of whether the record is in {0, 1}", prior=four, gamma=F(1, 2))
    check.least("bounded-dp", below, INFINITY)

    parity = deterministic(complete_domain([0, 1], 3), lambda d: sum(d) % 2 if len(d) > 1 else 0)
    check.least("weak-dp", parity, 0, "of the parity, a fair bit", prior={0: F(1, 2), 1: F(1, 2)})
    check.least("approximate-dp", parity, 1, epsilon="inf")


@decides(
    "distributional-privacy-rot10/does_not_imply/pseudo-metric-dp extended-divergence-dp profile-based-dp abstract-dp",
    sampled={"abstract-dp": "q"},
)
def distributional_rot10_about_one_dataset(check: Check) -> None:
    """A sample is rarely one given dataset, or nearly always.

    M depends only on whether D is a given dataset X, which may be any. Let D₁ and D₂ be independent with the same law, and
    p the probability of X. Exactly one of them is X with probability 2p(1 - p) = 1/2 - 2(p - 1/2)² ≤ 1/2. So distributional
    privacy holds with γ = 1/2 and ε = 0, whatever π is.

    Pseudo-metric DP and extended divergence DP compare some pair at a small (finite) distance. Let X be in it: the two
    outputs are certain and different, so δ·d ≥ 1 is needed, and the divergence is infinite. Profile-based DP is asked about
    (a) and (b), with X = (a), and needs δ = 1. Abstract DP has a q that is false at some (a, b): M says yes with
    probability a on X and b elsewhere.
    """
    data = complete_domain("ab", 2)
    for p in (F(0), F(1, 2), F(1)):  # two polynomials of degree 2 that agree at three points are equal
        check.equal(f"2p(1 - p) at p = {p}", 2 * p * (1 - p), F(1, 2) - 2 * (p - F(1, 2)) ** 2)
    laws = [{"a": p, "b": 1 - p} for p in (F(1, 2), F(1, 3), F(1, 10))]
    for X in data:
        M = deterministic(data, lambda d, x=X: d == x)
        check.least("distributional-privacy-rot10", M, at=f"X = {X}", at_most=F(1, 2), laws=laws, epsilon=0)
        for D in data:
            if D == X:
                continue
            near = {(X, D): 1, (D, X): 1}
            check.least("pseudo-metric-dp", M, 1, f"d = 1 between X and {show_dataset(D)}", d=near, epsilon="inf")
            infinite_on(check, M, near)
    X, Y = ("a",), ("b",)
    M = check.show("M for X = (a)", deterministic(data, lambda d: d == X))
    check.least("profile-based-dp", M, 1, "X = (a)", Theta=[({"a": 1}, {"b": 1}), ({"b": 1}, {"a": 1})], epsilon="inf")
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({True: {"yes": a, "no": 1 - a}, False: {"yes": b, "no": 1 - b}})
        check.least("distributional-privacy-rot10", yes, at="yes or no", at_most=F(1, 2), laws=laws, epsilon=0)
        verdict = notions["abstract-dp"].holds(yes, R=[(X, Y)], q=lambda x, y: (x, y) != (a, b))
        check.false(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", verdict)


@decides(
    """distributional-privacy-rot10/does_not_imply/one-sided-dp blowfish-privacy negative-membership-privacy
    sensitivity-induced-dp on-average-kl-privacy bayesian-dp-ysn15 correlated-dp prior-dp causal-dp pufferfish-privacy
    bayesian-dp-ll12 distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp extended-distribution-privacy
    extended-divergence-distribution-privacy adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability""",
    sampled=SAMPLED,
    without={"distributional-privacy-rot10": "all samples of one size get the same output, whatever their law is"},
)
def distributional_rot10_without_repetition(check: Check) -> None:
    """Samples without repetition say nothing about repeated records.

    M publishes the number of records and, if some record occurs twice, the whole dataset. Rot10's distributional privacy
    compares samples of one size without repetition, which get the same output: it holds with ε = 0 and γ = 0, whatever π
    is.

    Each object is asked about (a) and the empty dataset, which differ in size, or about (a, a, v) and (a, a, w). These are
    told apart with certainty, and the object fails at each of its proper values.
    """

    def release(d: Any) -> Any:
        return len(d) if len(set(d)) == len(d) else d

    M = check.show("M", deterministic(complete_domain("avw", 3), release))
    for n in range(4):
        samples = {release(d) for d in M.datasets if len(d) == n and len(set(d)) == n}
        check.equal(f"distributional-privacy-rot10: outputs on all samples of {n} different records", len(samples), 1)
    by_size = TellsApart(M, ("a",), (), at={"weak-bayesian-dp": {"prior": {"a": 1}}})
    sizes = [
        "negative-membership-privacy",
        "weak-bayesian-dp",
        "adversarial-privacy",
        *(y for y in check.denied if "extended" in y),
    ]
    violates(check, by_size, sizes)
    repeated = TellsApart(
        M,
        ("a", "a", "v"),
        ("a", "a", "w"),
        many=lambda n: deterministic([("a", "a", x) for x in range(n)], release),
        views=(lambda d: d[:2], lambda d: d[2]),
    )
    violates(check, repeated, [y for y in check.denied if y not in sizes])


@decides(
    """membership-privacy-lqs13/does_not_imply/passive-partial-knowledge-dp pufferfish-privacy typical-stability
    inference-based-distributional-dp inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def membership_of_records_that_are_certain(check: Check) -> None:
    """Membership privacy does not hide records whose membership is certain.

    The dataset is (v₁, …, v_N, v) with v uniform on these N values. Each v_j is in it with certainty and nothing else can
    be, so beliefs about membership cannot change, and M may publish the dataset.

    Each object asks about the last record or the dataset, of which nothing is known until then, and fails at each of its
    proper values. (For inference-based distributional DP and δ < 1 take N with δ < 1 - 1/N.)
    """

    def certain_but_one(n: int) -> FiniteMechanism:
        return deterministic([(*range(n), x) for x in range(n)], lambda d: d)

    M = check.show("M", certain_but_one(3))
    theta = Prior.of({D: F(1, 3) for D in M.datasets})
    check.least("membership-privacy-lqs13", M, 0, "also for one certain dataset", Theta=[theta, Prior.of({M.datasets[0]: F(1)})])
    told = TellsApart(
        M,
        M.datasets[0],
        M.datasets[1],
        many=certain_but_one,
        views=(lambda d: d[:-1], lambda d: d[-1]),
        at={
            "passive-partial-knowledge-dp": {"Theta": [theta]},
            "pufferfish-privacy": {"Theta": [theta], "Phi": [([M.datasets[0]], [M.datasets[1]])]},
        },
    )
    simulated = "inference-based-distributional-dp"
    violates(check, told, [y for y in check.denied if y != simulated])
    for N in (2, 3, 4):  # for any δ < 1 take N with δ < 1 - 1/N
        many = certain_but_one(N)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        check.least(simulated, many, INFINITY, f"{N} values", Theta=[theta], delta=F(1, N) - F(1, 100))


@decides(
    "positive-membership-privacy/does_not_imply/negative-membership-privacy",
    "negative-membership-privacy/does_not_imply/adversarial-privacy",
    sampled={"adversarial-privacy": "p"},
)
def membership_notions_one_direction(check: Check) -> None:
    """Half a membership guarantee does not give the other half.

    Positive without negative membership privacy: M returns a fair coin on the empty dataset, and always 0 on (t). After 1
    the record is certainly absent, which negative membership privacy excludes at every ε. Under the prior 1/2 positive
    membership privacy holds at ε = ln 2.

    Negative membership privacy without adversarial privacy: M returns a fair coin on (t), and always 0 on the empty
    dataset. Let p be the prior of t. The factors between prior and posterior that count stay below 2 (after 0: (1 - p)/(1 -
    p/2) ≤ 2(1 - p) and (p/2)/(1 - p/2) ≥ p/2), so negative membership privacy holds at ε = ln 2. After 1 the record is
    certainly present, and e^ε p + δ < 1 for small p.
    """
    coin, zero = {0: F(1, 2), 1: F(1, 2)}, {0: F(1), 1: F(0)}
    M = check.show("M, positive without negative", from_function([(), ("t",)], lambda d: zero if d else coin))
    theta = Prior.of({(): F(1, 2), ("t",): F(1, 2)})
    found = notions["positive-membership-privacy"].holds(M, Theta=[theta], epsilon="log(2)")
    check.true("positive-membership-privacy at ε = ln 2", found)
    check.least("negative-membership-privacy", M, INFINITY, Theta=[theta])
    M = check.show("M, negative without adversarial", from_function([(), ("t",)], lambda d: coin if d else zero))
    for p in (F(99, 100), F(1, 4), F(1, 10**6)):
        theta = Prior.of({(): 1 - p, ("t",): p})
        found = notions["negative-membership-privacy"].holds(M, Theta=[theta], epsilon="log(2)")
        check.true(f"p = {p}: negative-membership-privacy at ε = ln 2", found)
        found = notions["adversarial-privacy"].tightest(M, Theta=[theta], epsilon="log(1000)")
        check.equal("adversarial-privacy at e^ε = 1000: the least δ = max(0, 1 - 1000p)", found, max(F(0), 1 - 1000 * p))
    check.therefore_not("one half implies the other, or e^ε = 1000 with δ < 99/100 is enough for all p")


@decides("differential-identifiability/does_not_imply/negative-membership-privacy")
def naming_an_absent_individual(check: Check) -> None:
    """Naming an absent individual identifies nobody.

    There are three individuals, one of whom participates. M names one of the two absent ones, each with probability 1/2.
    The two that are not named then have the posterior 1/2 = ρ, so differential identifiability holds. The posterior of the
    named one is 0, which is below e^{-ε}/3 for every ε: negative membership privacy fails.
    """
    U = [1, 2, 3]
    M = check.show("M", from_function([(i,) for i in U], lambda d: {j: F(1, 2) for j in U if j not in d}))
    theta = Prior.of({(i,): F(1, 3) for i in U})
    check.least("differential-identifiability", M, F(1, 2), U=U)
    check.least("negative-membership-privacy", M, INFINITY, "uniform prior", Theta=[theta])


@decides(
    """noiseless-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy adversarial-privacy typical-stability
    inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def noiseless_copies_of_one_record(check: Check) -> None:
    """Noiseless privacy of copies of one record allows everything.

    If all records are copies of t (or one dataset is certain), a record has one possible value. Nothing is compared, and M
    may publish the dataset.

    The objects hide the number of copies. Each is asked about (t) and the empty dataset, which are told apart with
    certainty, and fails at each of its proper values.
    """
    M = check.show("M", deterministic([(), ("t",), ("t", "t")], lambda d: d))
    same = [Prior.of({(): F(1, 2), ("t",): F(1, 2)}), Prior.of({("t",): F(1, 2), ("t", "t"): F(1, 2)}), Prior.of({("t",): F(1)})]
    check.least("noiseless-privacy", M, 0, Theta=same)
    told = TellsApart(
        M,
        ("t",),
        (),
        many=lambda n: deterministic([("t",) * (x + 1) for x in range(n)], lambda d: d),
        views=(lambda d: 0, len),
        at={"pufferfish-privacy": {"Theta": [same[0]], "Phi": [([()], [("t",), ("t", "t")])]}},
    )
    violates(check, told, check.denied)


@decides(
    """typical-stability/does_not_imply/negative-membership-privacy passive-partial-knowledge-dp pufferfish-privacy
    adversarial-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def typical_stability_of_one_dataset(check: Check) -> None:
    """Typical stability may leave one of two datasets out.

    Let γ = 1/2 and let D₁ have the probability p ≤ 1/2. Then D₁ may be left out, and the law M(D₀) serves for the other
    dataset, D₀; the same holds for a prior that is certain of one dataset. So every mechanism is typically stable, and M
    may publish the dataset.

    Each object is asked about (t) and the empty dataset, passive partial knowledge DP about (t) and (u), under these
    priors. They are told apart with certainty, and the object fails at each of its proper values.
    """
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    rarely = [Prior.of({(): 1 - p, ("t",): p}) for p in (F(1, 2), F(1, 100))]
    for p, theta in zip((F(1, 2), F(1, 100)), rarely, strict=True):
        check.least("typical-stability", M, 0, f"D₁ with probability {p}", Theta=[theta], gamma=F(1, 2), epsilon=0)
    replaced = TellsApart(M, ("t",), ("u",))
    certain = [replaced.either, Prior.of({("t",): F(1)})]
    check.least("typical-stability", M, 0, "D₀ = (t), D₁ = (u), or one certain", Theta=certain, gamma=F(1, 2), epsilon=0)
    present = TellsApart(M, ("t",), (), at={"negative-membership-privacy": {"Theta": rarely}})
    violates(check, present, [y for y in check.denied if y != "passive-partial-knowledge-dp"])
    violates(check, replaced, ["passive-partial-knowledge-dp"])


@decides("adversarial-privacy/does_not_imply/positive-membership-privacy")
def adversarial_privacy_with_a_large_slack(check: Check) -> None:
    """Adversarial privacy with a prior of one half leaves so much slack that it allows certainty.

    The only prior θ gives the empty dataset and (t) the probability one half each. Adversarial privacy bounds the belief in
    t ∈ D by e^ε/2 + δ. From ε = ln 2 on this is at least 1, however small δ is, so no belief is excluded, and M may publish
    the dataset. After one output t ∉ D is then impossible, which positive membership privacy excludes at every ε.
    """
    M = check.show("M", deterministic([(), ("t",)], lambda d: d))
    theta = check.show("θ", Prior.of({(): F(1, 2), ("t",): F(1, 2)}))
    found = notions["adversarial-privacy"].holds(M, Theta=[theta], epsilon="log(2)", delta=F(1, 100))
    check.true("adversarial-privacy of M at ε = ln 2, δ = 1/100", found)
    check.least("positive-membership-privacy", M, INFINITY, "of M", Theta=[theta])


@decides(
    "inherit-dp/does_not_imply/approximate-dp causal-dp",
    "membership-privacy-sds19/does_not_imply/approximate-dp",
    "mutual-information-privacy-wyz16/does_not_imply/total-variation-privacy",
    "multi-dimensional-data-privacy/does_not_imply/data-privacy",
)
def unknown_data_hide_one_record(check: Check) -> None:
    """The uncertainty about the data hides one record of an exact answer.

    Inherit DP and membership privacy (machine learning), not approximate DP: M publishes the parity of fair bits.
    With one record fixed or removed it is still a fair bit, if another one is unknown. For membership privacy let each of
    the n - 1 other records be used with probability λ. All are unused with probability η = (1 - λ)^{n-1}, so the answers
    have the probabilities (1 ± η)/2, and the loss is at most ln((1 + η)/(1 - η)), which tends to 0 as n grows. Replacing a
    bit changes the parity with certainty, so δ = 1 is needed.

    Inherit DP, not causal DP: M publishes the only record, a fair bit, and a coin if there is none. Removing the record is
    covered by (ln 2, 1/2). Replacing it changes the output with certainty.

    Mutual-information privacy, not total variation privacy: M tells whether the dataset is D₀. If D₀ has the probability p,
    the mutual information is -p ln p - (1-p) ln(1-p), which is below any ε for small p. Some neighbour of D₀ is told apart
    from it with certainty. (In the program k copies of a record have the probability 2^{-k-1}, D₀ is n copies, and all
    larger datasets, on which M is the same, are written as n + 1 copies.)

    Multi-dimensional data privacy, not data privacy: M publishes the first of two values, each uniform on four. Both
    together are guessed with probability 1/4, the first one with certainty.
    """
    half = F(1, 2)
    parity = deterministic(complete_domain((0, 1), 6), lambda d: sum(d) % 2)
    cube = Prior.of({d: F(1, 8) for d in parity.datasets if len(d) == 3})
    check.least("inherit-dp", parity, 0, "of the parity of 3 fair bits", Theta=[cube], epsilon=0)
    for n, chance in ((2, half), (6, half), (6, F(4, 5))):
        eta, drawn = (1 - chance) ** (n - 1), {"records": {0: half, 1: half}, "candidates": n, "chance": chance}
        found = notions["membership-privacy-sds19"].tightest(parity, prior=drawn, delta=0)
        bound = real((1 + eta) / (1 - eta)).log()
        check.at_most(f"membership-privacy-sds19, n = {n}, λ = {chance}, δ = 0: the least ε", found, bound)
    check.least("approximate-dp", parity.restrict(complete_domain((0, 1), 3)), 1, "of the parity", epsilon="inf")

    M: Any = from_function([(), (0,), (1,)], lambda d: {d[0]: F(1)} if d else {0: half, 1: half})
    bit = Prior.of({(0,): half, (1,): half})
    check.true(
        "inherit-dp of one fair bit at (ln 2, 1/2)",
        notions["inherit-dp"].holds(M, Theta=[bit], epsilon=real(2).log(), delta=half),
    )
    check.least("causal-dp", M, INFINITY, Theta=[bit])

    for n, epsilon in ((1, F(3, 5)), (4, F(3, 20)), (12, F(1, 800))):
        chain = [("t",) * k for k in range(n + 2)]
        theta = Prior.of({d: F(1, 2 ** min(k + 1, n + 1)) for k, d in enumerate(chain)})
        D_0, p = chain[n], F(1, 2 ** (n + 1))
        asked = deterministic(chain, lambda d, wanted=D_0: d == wanted)
        check.least("mutual-information-privacy-wyz16", asked, at=f"of “is it D₀”, p = {p}", at_most=epsilon, theta=theta)
        check.least("total-variation-privacy", asked, 1)
    check.every_level("total-variation-privacy", "ε = 1 asks nothing")

    first = deterministic([(a, b) for a in range(4) for b in range(4)], lambda d: d[0])
    uniform = Prior.of({d: F(1, 16) for d in first.datasets})
    check.least("multi-dimensional-data-privacy", first, F(1, 4), theta=uniform, epsilon=F(1, 4))
    for accuracy in (F(0), F(1, 100), F(1, 4), F(3)):  # a larger ε asks for more
        check.least("data-privacy", first, 1, theta=uniform, epsilon=accuracy)
    check.every_level("data-privacy", "a larger ε asks for more than ε = 0")


@decides(
    "inference-based-causal-dp/does_not_imply/causal-dp",
    "information-privacy-wxh17/does_not_imply/positive-membership-privacy",
    "on-average-kl-privacy/does_not_imply/average-leave-one-out-kl-stability",
    sampled={"causal-dp": "η"},
)
def posteriors_that_do_not_move(check: Check) -> None:
    """Beliefs may move little though the output laws differ.

    Inference-based causal DP, not causal DP: the prior is uniform on (0,0,0) and (1,1,1). If most records are 1, M says w.
    Otherwise it says u or v, each with probability 1/2, but u with probability η on (1, 0, 0). One replaced record leaves
    the majority, so w still speaks for 1 and u, v for 0, and beliefs do not change: ε = 0. Causal DP compares (0,0,0) with
    (1,0,0) and needs ε ≥ ln(1/(2η)), which exceeds every bound as η → 0.

    Information privacy (Wu, Xia & He), not positive membership privacy: M publishes the dataset, which is empty or (t), each
    with prior 1/2. Beliefs at most double, so ε = ln 2; but the belief that t is absent falls to 0.

    On-average KL privacy, not average leave-one-out KL stability: under a point mass no record is replaced by another
    value, so M may publish the dataset. Removing a record is then seen with certainty.
    """
    half = F(1, 2)
    cube = [d for d in complete_domain((0, 1), 3) if len(d) == 3]
    copies = Prior.of({(0, 0, 0): half, (1, 1, 1): half})
    for eta in (F(1, 4), F(1, 100), F(1, 10**6)):

        def law(d: tuple[Any, ...], eta: F = eta) -> dict[str, F]:
            u = eta if d == (1, 0, 0) else half
            return {"w": F(1)} if sum(d) >= 2 else {"u": u, "v": 1 - u}

        M = from_function(cube, law)
        check.least("inference-based-causal-dp", M, 0, f"η = {eta}", Theta=[copies])
        bound = real(1 / (2 * eta)).log()
        check.least("causal-dp", M, at_least=bound, Theta=[copies])
    check.show("M, for the last η", M)

    publish = deterministic([(), ("t",)], lambda d: d)
    either = Prior.of({(): half, ("t",): half})
    check.least("information-privacy-wxh17", publish, at_most=real(2).log(), Theta=[either])
    check.least("positive-membership-privacy", publish, INFINITY, Theta=[either])

    publish = deterministic(complete_domain("t", 2), lambda d: d)
    check.least("on-average-kl-privacy", publish, 0, "under a point mass", Theta=[{"t": F(1)}])
    check.least("average-leave-one-out-kl-stability", publish, INFINITY)


@decides("bayesian-dp-ll12 pufferfish-privacy/does_not_imply/bounded-dp")
def parities_of_fair_bits(check: Check) -> None:
    """The parity of fair bits hides each of them from those who do not know the rest.

    M publishes the parity of n ≥ 2 independent fair bits (for a single bit, whose parity is the record, it is constant).
    Given one of them the parity is still a fair bit, so Bayesian DP and pufferfish privacy hold without loss. On fixed
    datasets replacing one record changes the output with certainty, and bounded DP fails.
    """
    M = check.show("M", deterministic(complete_domain((0, 1), 3), lambda d: sum(d) % 2 if len(d) > 1 else 0))
    check.least("bayesian-dp-ll12", M, 0, "fair bits, k = 0", prior={0: F(1, 2), 1: F(1, 2)}, k=0)
    for n in (2, 3):
        bits = list(product((0, 1), repeat=n))
        theta = Prior.of({D: F(1, 2**n) for D in bits})
        phi = [([D for D in bits if D[i] == 0], [D for D in bits if D[i] == 1]) for i in range(n)]
        check.least("pufferfish-privacy", M, 0, f"{n} fair bits", Theta=[theta], Phi=phi)
    check.least("bounded-dp", M, INFINITY)


@decides(
    "error-preserving-privacy empirical-dp-bd19/does_not_imply/approximate-dp",
    "individual-privacy/does_not_imply/approximate-dp mutual-information-dp",
    sampled={"mutual-information-dp": "N"},
    without={"mutual-information-dp": "bounded from below by the mutual information under one law of the data"},
)
def sums_that_hide_each_summand(check: Check) -> None:
    """A sum of independent uniform numbers hides each of them, and shows each to those who know the rest.

    The three subjects, not approximate DP: M publishes the parity of fair bits, which is independent of each bit, so they
    hold without loss. Replacing one bit changes the parity with certainty.

    Individual privacy, not mutual-information DP: two numbers are uniform on [0, 1), and M publishes the sum, modulo N, of
    their cells, where x is in cell k if k ≤ N·x < k + 1. The sum depends on the cells only, which are uniform, and is
    independent of each number. Given D(2) it shows the cell of D(1): the conditional mutual information, computed as the
    leakage to a corrupted second party, is ln N (the program shows at least ln N - 10⁻⁹). Mutual-information DP bounds it
    for all distributions of the data, so no ε' is enough for all N.
    """
    M = check.show("M, the parity", deterministic(complete_domain([0, 1], 3), lambda d: sum(d) % 2))
    bits = Prior.of({D: F(1, 4) for D in product([0, 1], repeat=2)})
    check.least("error-preserving-privacy", M, 0, "two fair bits", theta=bits)
    check.least("individual-privacy", M, 0, "two fair bits, C empty", theta=bits, C=[])
    check.least("empirical-dp-bd19", M, 0, "the eight datasets of three bits", sample=list(product([0, 1], repeat=3)), epsilon=0)
    for size in (2, 3):
        pairs = M.restrict(complete_domain([0, 1], size, size))
        check.least("approximate-dp", pairs, 1, f"{size} bits", epsilon="inf")
    for N in (2, 4, 7):
        cells = list(product(range(N), repeat=2))
        total = deterministic(cells, lambda d, n=N: sum(d) % n)
        theta = Prior.of({D: F(1, N**2) for D in cells})
        check.least("individual-privacy", total, 0, f"{N} cells, C empty", theta=theta, C=[])
        found = notions["individual-privacy"].tightest(total, theta=theta, C=[1])
        check.at_least("the mutual information of D(1) and M(D), given D(2)", found, real(N).log() - F(1, 10**9))
    check.therefore_not("δ < 1, or one ε for all N, is enough for the others")


@decides("relaxed-indistinguishability/does_not_imply/approximate-dp adversarial-privacy", sampled={"adversarial-privacy": "p"})
def confused_within_one_of_two_sets(check: Check) -> None:
    """Confusion with a few other records does not hide from which set a record is.

    T consists of two disjoint sets of l + 1 values, and M publishes in which of them the first record is. Every record can
    be replaced by l others without any loss, so relaxed indistinguishability holds. A replacement across the sets changes
    the output with certainty, and approximate DP needs δ = 1. Adversarial privacy: if the dataset is (a) with probability
    p, and otherwise (c) from the other set, the output makes (a) certain, and 1 ≤ e^{ε'} p + δ fails for small p.
    """
    for l_, first, second in ((1, "ab", "cd"), (2, "abA", "cdC")):
        M = check.show(f"M for l = {l_}", deterministic(complete_domain(first + second, 2, 1), lambda d: d[0] in first))
        check.least("relaxed-indistinguishability", M, l_, epsilon=0)
        check.least("approximate-dp", M, 1, epsilon="inf")
        for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε' and δ < 1 take p below (1 - δ)/e^ε'
            theta = Prior.of({("a",): p, ("c",): 1 - p})
            found = notions["adversarial-privacy"].tightest(M, Theta=[theta], delta=F(1, 2))
            check.equal(f"adversarial-privacy, p = {p}, δ = 1/2: the least ε' = ln((1 - δ)/p)", found, real(F(1, 2) / p).log())
    check.therefore_not("approximate DP or adversarial privacy holds for some ε' and δ < 1")


@decides("bounded-dp user-level-pan-privacy/does_not_imply/identifiability-wyz16 posteriori-dp", sampled="K")
def constant_output_keeps_a_steep_prior(check: Check) -> None:
    """A constant output leaves a steep prior as it is.

    M is constant, so bounded DP and user-level pan-privacy hold without loss, and the posterior is the prior. Both objects
    compare the products θ(j) Pr[M(j) = o], so the loss of the values 0 and K is ln(θ(0)/θ(K)); the values 0, …, K alone
    show it, as a common factor of the prior cancels. For the geometric prior 2^{-j} this is K ln 2, which refutes
    posteriori DP. For the prior e^{-j²} it is K², which refutes identifiability; as fractions the program takes (3/8)^{j²},
    whose ratios are smaller, since ln(8/3) < 1, and K² ln(8/3) is already unbounded in K.
    """
    check.less("ln(8/3)", real(F(8, 3)).log(), 1)

    def prior(weights: list[F]) -> Prior:
        return Prior.of({(("u", j),): w / sum(weights) for j, w in enumerate(weights)})

    for K in (1, 4, 16):
        M = deterministic([(("u", j),) for j in range(K + 1)], lambda _: "nothing")
        check.least("bounded-dp", M, 0, f"K = {K}")
        check.least("user-level-pan-privacy", M, 0, f"K = {K}")
        steep = prior([F(3, 8) ** (j * j) for j in range(K + 1)])
        check.least("identifiability-wyz16", M, real(F(8, 3) ** (K * K)).log(), f"values 0 to {K}", theta=steep)
        geometric = prior([F(1, 2**j) for j in range(K + 1)])
        check.least("posteriori-dp", M, real(2**K).log(), f"values 0 to {K}", theta=geometric)
    check.show("M for K = 16", M)
    check.therefore_not("one of these losses is smaller than stated")


@decides("epsilon-dp free-lunch-privacy/does_not_imply/bounded-leakage-dp")
def leaked_coin_of_a_mask(check: Check) -> None:
    """A masked bit is private until its mask leaks.

    M publishes x(D) ⊕ r, where x(D) says whether the record t is present and r is a fair bit. The output is a fair bit on
    every dataset, so ε-DP and free-lunch privacy hold without loss. Given the leak r, which is possible on every dataset,
    the output is x(D) for certain, and bounded leakage DP needs δ = 1.
    """
    M = check.show("M", from_function(complete_domain("tu", 2), lambda d: {0: F(1, 2), 1: F(1, 2)}))
    check.least("epsilon-dp", M, 0)
    check.least("free-lunch-privacy", M, 0)
    check.least("bounded-leakage-dp", M, 1, "r leaks", P=lambda d, o: o ^ ("t" in d), epsilon="inf")


@decides(
    "dp-under-sampling/does_not_imply/abstract-dp inference-based-distributional-dp",
    without={
        "dp-under-sampling": "the sampled counts of all sizes are bounded by binomial probabilities",
        "inference-based-distributional-dp": (
            "run as inference-based coupled-worlds privacy, whose simulator sees the other records"
        ),
    },
    sampled={"abstract-dp": "q", "inference-based-distributional-dp": "N"},
)
def sampling_hides_large_counts(check: Check) -> None:
    """Sampling hides a residue among many records.

    Let β = 1/2, let records have whole weights, and let X be the number of records of weight 1 that are sampled.

    Abstract DP: a proper q is false at some (a, b). With at least K = 100 records of weight 1 M returns 1 with probability
    a or b, by the parity of their number minus K; otherwise with probability (a + b)/2. After sampling from n of them the
    two parities above K differ by C(n - 1, K - 1)/2^n in probability (an alternating sum of binomials), which is largest at
    n = 2K - 1 and below 1/20. So 1 has the probability (a + b)/2·(1 ± 1/20), 0 likewise, and DP under sampling holds at ε =
    1 for all a, b and datasets. The pair of K records of weight 1 and one of weight 0 or 1 has the probabilities a and b,
    which q excludes.

    Inference-based distributional DP: with at least K records of weight 1 M returns the sum of all weights modulo N,
    otherwise a uniform residue. The probabilities of X are unimodal and at most 1/√K where X ≥ K is possible, so residue
    classes differ by at most 1/√K. With K = 4N² each residue has the probability (1 ± 1/2)/N on every dataset (other
    weights only shift and mix), and DP under sampling holds at ε = ln 3 for all N. M shows the last record; its blanked
    dataset does not. For δ < 1 take N with δ < 1 - 1/N. (The program looks at the belief about the last record given the
    others, which are certain.)
    """
    K = 100
    gaps = [F(comb(n - 1, K - 1), 2**n) for n in range(K, 5 * K)]
    check.equal("the difference of the parities is largest at n = 2K - 1", max(gaps), F(comb(2 * K - 2, K - 1), 2 ** (2 * K - 1)))
    check.at_most("there it is at most 1/20", max(gaps), F(1, 20))
    check.at_most("so e^ε is at most", F(21, 20) / F(19, 20), real(1).exp())
    even, odd = (1,) * K + (0,), (1,) * (K + 1)
    for a, b in ((F(0), F(1)), (F(1, 3), F(1, 2))):
        M = from_function([even, odd], lambda d: {1: b, 0: 1 - b} if (sum(d) - K) % 2 else {1: a, 0: 1 - a})
        found = notions["abstract-dp"].holds(M, R=[(even, odd)], q=lambda x, y: (x, y) != (a, b))
        check.false(f"abstract-dp fails for a q that is false at ({a}, {b})", found)
    belief = notions["inference-based-coupled-worlds-privacy"]
    for N in (2, 4, 6):
        K = 4 * N**2
        for n in (K, 3 * K // 2, 2 * K, 3 * K):
            classes = [sum(comb(n, k) for k in range(K, n + 1) if k % N == r) for r in range(N)]
            uniform = F(sum(comb(n, k) for k in range(K)), N)
            worst = max(abs(N * (c + uniform) / 2**n - 1) for c in classes)
            check.at_most(f"N = {N}, n = {n}: the largest deviation of N times a residue's probability from 1", worst, F(1, 2))
        M = from_function([(1,) * K + (w,) for w in range(1, N + 1)], lambda d, m=N: {sum(d) % m: F(1)})
        theta = Prior.of({D: F(1, N) for D in M.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(M, Theta=[theta], Gamma=[(lambda d: d[:-1], lambda d: d[-1])], delta=delta)
        check.equal(f"inference-based-distributional-dp, last record, δ = {delta}: the least ε", found, INFINITY)
    check.therefore_not("sampling with ε = 1 and ln 3 gives abstract DP, or beliefs that stay within some ε and δ")


@decides("dp-under-sampling/does_not_imply/extended-divergence-dp input-discriminative-dp profile-based-dp")
def sampling_hides_one_dataset(check: Check) -> None:
    """Sampling hides whether the data are a given dataset.

    For a non-empty dataset x let M_x return 1 with probability 1/2 if D ≠ x, and never on x. With β = 1/2 a sample has a
    given size ≥ 1 with probability at most 1/2, so the sampled dataset is x with probability s ≤ 1/2, and M_x returns 1
    with probability (1 - s)/2, between 1/4 and 1/2: DP under sampling holds at ε = ln 2, on all datasets.

    Between x and any other dataset the loss is infinite in one order, and so is the sum of both Kullback–Leibler
    divergences. One of the two datasets of a pair on which d is finite is not empty; take it as x, and extended divergence
    DP fails. Input-discriminative DP fails if there is a single level.

    For profile-based DP and two records a, b let M return 0 on (a), 1 on (b), and a fair coin elsewhere. In the same way
    both outputs have probabilities between 1/4 and 3/4 after sampling, so ε = ln 3; between (a) and (b) δ = 1 is needed.
    """
    half, zero, one = {1: F(1, 2), 0: F(1, 2)}, {1: F(0), 0: F(1)}, {1: F(1), 0: F(0)}
    f = {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"}
    domain = complete_domain("ab", 3)
    for x in complete_domain("ab", 2, 1):
        M = from_function(domain, lambda d: zero if d == x else half)
        check.true(f"x = {x}: dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(2)"))
        pairs = [p for y in domain if y != x for p in ((x, y), (y, x))]
        ext = [notions["extended-divergence-dp"].tightest(M, f=f, d={p: 1}) for p in pairs]
        text = "extended-divergence-dp: infinite between x and every other dataset"
        check.true(text, all(t.value.infinite for t in ext), of=ext)
        levels = notions["input-discriminative-dp"].tightest(M, epsilonbar=lambda d: 0)
        check.equal("input-discriminative-dp, one level: the least Ψ", levels.value[0.0, 0.0], INFINITY, of=levels)
    check.every_level("extended-divergence-dp", "an infinite divergence is not a multiple of a finite d")
    check.every_level("input-discriminative-dp", "Ψ must be infinite at the only level that there is")
    M = check.show("M for profiles", from_function(domain, lambda d: {("a",): zero, ("b",): one}.get(d, half)))
    check.true("dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(3)"))
    check.least("profile-based-dp", M, 1, Theta=[({"a": 1}, {"b": 1}), ({"b": 1}, {"a": 1})], epsilon="inf")


@decides(
    """dp-under-sampling/does_not_imply/one-sided-dp blowfish-privacy causal-dp bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy sensitivity-induced-dp weak-bayesian-dp subspace-dp capacity-bounded-dp weak-federated-f-dp""",
    sampled=SAMPLED,
)
def sampling_hides_parity(check: Check) -> None:
    """Sampling hides a parity.

    Records have the weights 0 and 1. If there is a record of weight 1 (K = 1 in the recorded construction), M returns the
    parity of the sum, otherwise a fair bit.

    Sample with β = 1/2 from a dataset with n ≥ 1 records of weight 1. An odd number of them is sampled with probability
    1/2, and none with 2^{-n} (then M tosses a coin), so the answer is odd with probability 1/2 + 2^{-n-1}, which is between
    1/2 and 3/4. Hence DP under sampling holds at β = 1/2 and ε = ln 3, on all datasets.

    M itself shows the parity wherever there is a record of weight 1, so each object fails on (1, 0) and (1, 1). (For
    capacity bounded DP the test function that is c on the output 0 and 0 elsewhere gives E_P h - E_Q exp(h - 1) = c - 1/e,
    which grows with c.)
    """

    def law(d: Any) -> dict[Any, F]:
        return {sum(d) % 2: F(1)} if 1 in d else {0: F(1, 2), 1: F(1, 2)}

    M = check.show("M", from_function(complete_domain((0, 1), 3), law))
    for n in (1, 2, 3):
        sampled = M.subsample(F(1, 2))
        check.equal(f"{n} records of weight 1, sampled: odd", sampled.probability((1,) * n, 1), F(1, 2) + F(1, 2 ** (n + 1)))
    check.true("dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(3)"))
    violates(check, TellsApart(M, (1, 0), (1, 1), at={"weak-bayesian-dp": {"prior": {1: 1}}}), check.denied)


@decides("dp-under-sampling/does_not_imply/bounded-dp bayesian-dp-ll12 epsilon-dp")
def sampling_hides_what_a_mechanism_shows(check: Check) -> None:
    """Sampling hides what a mechanism shows of absent records.

    The first M returns 1 with probability 1/2 if the record t is absent, and never otherwise. On k copies of t the sampled
    mechanism returns 1 with probability p_k = (1 - β)^k/2. Then p_k/p_{k+1} = 1/(1 - β) and (1 - p_{k+1})/(1 - p_k) ≤ 1 +
    β, and one changed record changes k by at most 1. So DP under sampling with β = 1/2 holds at ε = ln 2, on all datasets.
    From (t) to (u) the probability of 1 rises from 0 to 1/2: bounded DP and Bayesian DP fail.

    The second M is a fair coin on the empty dataset and 0 elsewhere. DP under sampling holds by the same argument, with n
    records in place of k, and ε-DP fails.
    """
    coin, zero = {1: F(1, 2), 0: F(1, 2)}, {1: F(0), 0: F(1)}
    M = check.show("M, a coin without t", from_function(complete_domain("tu", 3), lambda d: zero if "t" in d else coin))
    check.least("dp-under-sampling", M, real(2).log(), beta=F(1, 2))
    check.least("bounded-dp", M, INFINITY)
    check.least("bayesian-dp-ll12", M, INFINITY, prior={"t": F(1, 2), "u": F(1, 2)}, k=0)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    M = check.show("M, a coin without records", from_function(complete_domain("tu", 3), lambda d: zero if d else coin))
    check.least("dp-under-sampling", M, real(2).log(), beta=F(1, 2))
    check.least("epsilon-dp", M, INFINITY)


@decides("persuasive-privacy/does_not_imply/approximate-dp")
def a_prior_that_is_certain(check: Check) -> None:
    """Whoever is certain of the data gains nothing by seeing them.

    M publishes the dataset, and the only prior is certain of one. Its posterior is the prior, so persuasive privacy holds
    whatever the scoring rule is. Approximate DP needs δ = 1.
    """
    M = check.show("M", deterministic(complete_domain("ab", 1), lambda d: d))
    certain = Prior.of({("a",): F(1)})
    for rule in ("logarithmic", "quadratic"):
        found = notions["persuasive-privacy"].tightest(M, S=rule, Theta=[certain], kappa=0)
        check.equal(f"persuasive-privacy, {rule} score, at κ = 0: the least δ", found, 0)
    check.equal("approximate-dp at ε = ∞: the least δ", notions["approximate-dp"].tightest(M, epsilon="inf"), 1)
    check.therefore_not("whoever gains no score learns nothing that somebody else would")


@decides("conditional-mutual-information/does_not_imply/approximate-dp on-average-kl-privacy", sampled="N")
def a_record_told_in_large_samples(check: Check) -> None:
    """If one record of many is told, there is little information for each record, and everything about that one.

    M publishes the first record of datasets of N records or more, and nothing of smaller ones; in the program N is the only
    size. The output has at most ln 2 nats about which of two drawn records were used, so at most (ln 2)/N for each record:
    conditional mutual information is small. The first record is told, so approximate DP needs δ = 1 and on-average KL
    privacy an infinite level.
    """
    BIT = {0: F(1, 2), 1: F(1, 2)}
    for size in (1, 2, 3):
        M = check.show(f"M, N = {size}", deterministic(product((0, 1), repeat=size), lambda d: d[0]))
        found = notions["conditional-mutual-information"].tightest(M, prior=BIT)
        check.equal("conditional-mutual-information: the least ε", found, real(2).log() / (2 * size))
        check.equal("approximate-dp: δ at ε = ∞", notions["approximate-dp"].tightest(M, epsilon=INFINITY), 1)
        check.equal("on-average-kl-privacy: the least ε", notions["on-average-kl-privacy"].tightest(M, Theta=[BIT]), INFINITY)
    check.therefore_not("little information on average hides every record")
