"""What a notion does not compare may be told.

A notion that compares few pairs of datasets, or none, allows a mechanism that treats these alike and tells the others apart.
"""

from dpzoo.blocks.units import edit_distance
from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._infinite_divergence import infinite_everywhere, infinite_on
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates
from dpzoo.witnesses.separations._two_datasets import blind_on_one_pair


@decides("per-instance-dp/does_not_imply/individual-dp")
def per_instance_is_about_one_record(check: Check) -> None:
    """Per-instance DP protects one record only.

    M publishes how many records differ from t. For the fixed dataset D, adding or removing t changes nothing, so ε = 0.
    Adding another record to the same D changes the output with certainty, which individual DP of D compares.
    """
    M = check.show("M", deterministic(complete_domain("tu", 3), lambda d: sum(r != "t" for r in d)))
    D = ("t", "u")
    check.least("per-instance-dp", M, 0, "D = (t, u) and t", D=D, t="t")
    check.least("individual-dp", M, INFINITY, "D", D=D)


@decides(
    "data-dependent-dp/does_not_imply/approximate-dp",
    """individual-dp/does_not_imply/blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy causal-dp weak-bayesian-dp profile-based-dp inference-based-distributional-dp capacity-bounded-dp
    weak-federated-f-dp subspace-dp abstract-dp input-discriminative-dp outlier-privacy dp-under-sampling""",
    sampled=SAMPLED,
)
def individual_dp_looks_near_one_dataset(check: Check) -> None:
    """Individual DP looks only at the neighbours of one dataset.

    Let D₀ have six records. M returns one symbol on D₀ and on all its neighbours, and publishes every other dataset.
    Individual and data-dependent DP compare D₀ with its neighbours only, where all outputs are equal: no loss, and δ = 0.

    The objects compare smaller datasets, too, and there M publishes everything. Neighbours among them have different
    outputs, so δ = 1 for approximate DP. Each of the others is asked about (t, v) and (u, v), which differ in one record
    and are told apart with certainty. (For capacity bounded DP, H may hold every function that is c on one output and 0
    elsewhere; there E_P h - E_Q exp(h - 1) = c - 1/e, which grows with c.)
    """
    D_0 = ("t", "u", "v", "t", "u", "v")
    near = [D for D in complete_domain("tuv", 7, 5) if edit_distance(D, D_0) <= 1]
    domain = complete_domain("tuv", 3) + near

    def release(d: tuple[object, ...]) -> object:
        return "same" if len(d) > 3 else d

    M = check.show("M", deterministic(domain, release))
    check.least("individual-dp", M, 0, "D₀", D=D_0)
    check.least("data-dependent-dp", M, 0, "D₀", D=D_0, epsilon=0)
    check.least("approximate-dp", M, 1, epsilon="inf")
    small = M.restrict(complete_domain("tuv", 3))
    violates(check, TellsApart(small, ("t", "v"), ("u", "v")), [y for y in check.denied if y != "approximate-dp"])


@decides("generalized-dp/does_not_imply/bounded-dp unbounded-dp random-dp", sampled={"random-dp": "N, ε"})
def generalized_dp_of_one_dataset(check: Check) -> None:
    """Generalized DP under a point mass compares nothing.

    Let θ be certain of one dataset. Then no two datasets that can be drawn differ, nothing is compared, and M may publish
    the dataset; for bounded and for unbounded DP its loss is infinite.

    Random DP draws its datasets, and a value of γ' < 1 is proper. Take records uniform in [0, 1], and let M publish in
    which of N cells of length 1/N each record lies; M sees the cells only, and these are uniform. Two values that are drawn
    lie in different cells with probability 1 - 1/N, and then the loss is infinite. So γ' ≥ 1 - 1/N is needed, which no γ' <
    1 satisfies for large N.
    """
    for N in (2, 4, 6):
        cells = range(N)
        M = deterministic(complete_domain(cells, 2), lambda d: d)
        if N == 2:
            check.show("M, for two cells", M)
        for D in (M.datasets[1], M.datasets[-1]):
            check.least(
                "generalized-dp", M, 0, f"{N} cells, θ certain of {show_dataset(D)}", theta=Prior.of({D: F(1)}), epsilon=0
            )
        check.least("bounded-dp", M, INFINITY, f"{N} cells")
        check.least("unbounded-dp", M, INFINITY, f"{N} cells")
        prior = {x: F(1, N) for x in cells}
        for epsilon in (1, 1000):  # the losses are 0 and ∞
            check.least("random-dp", M, 1 - F(1, N), f"{N} cells", prior=prior, epsilon=epsilon)


@decides("outlier-privacy/does_not_imply/profile-based-dp on-average-kl-privacy bayesian-dp-ll12")
def outlier_privacy_at_one_size(check: Check) -> None:
    """Outlier privacy may protect datasets of one size.

    Let the degree of a record be the number of records in its dataset, with ε(3) finite and ε(k) = ∞ for every other k. So
    only datasets of three records are compared with those of two, and M returns one symbol on all of these: ε(3) = 0. Every
    other dataset is published.

    The objects compare datasets of one record, whose outputs are certain and different. Their loss, or its mean, is
    infinite.
    """
    M = check.show("M", deterministic(complete_domain("tu", 4), lambda d: "same" if len(d) in {2, 3} else d))
    least = notions["outlier-privacy"].tightest(M, outlierness=lambda r, d: len(d))
    check.equal("outlier-privacy: the least ε(3)", least.value[3], 0, of=least)
    profiles = [({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})]
    check.least("profile-based-dp", M, 1, Theta=profiles, epsilon="inf")
    coin = {"t": F(1, 2), "u": F(1, 2)}
    small = M.restrict(complete_domain("tu", 1))
    check.least("on-average-kl-privacy", small, INFINITY, Theta=[coin])
    found = notions["bayesian-dp-ll12"].tightest(small, prior=coin, k=0)  # a larger k asks for more
    check.equal("bayesian-dp-ll12, k = 0: the least ε", found, INFINITY)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")


@decides(
    "empirical-dp-asv13/does_not_imply/individual-dp",
    "epsilon-indistinguishability/does_not_imply/epsilon-dp",
    "ex-post-per-instance-dp/does_not_imply/approximate-dp",
    "individual-renyi-dp/does_not_imply/renyi-dp",
)
def few_pairs_are_compared(check: Check) -> None:
    """Notions that compare few pairs of datasets allow disclosure between the others.

    Each notion on the left is satisfied without any loss by a deterministic mechanism that is constant on the pairs
    compared. The notion on the right compares a pair on which this mechanism has two outputs, and its loss is infinite.

    Empirical DP of Abowd et al. compares D with its sub-datasets. M says whether a dataset has more than |D| records: no
    for all of them, yes for the neighbours of D with one record more, which individual DP compares with D.

    ε-indistinguishability compares one pair. M returns one symbol on this pair and publishes every other dataset; ε-DP
    compares those as well.

    Ex-post per-instance DP and individual Rényi DP compare datasets with and without one record t. M counts the records
    other than t, which t does not change. Any other record changes the count, and approximate DP and Rényi DP compare
    datasets that differ in it.
    """
    domain = complete_domain("tu", 3)
    for D in complete_domain("tu", 2, 1):
        size = len(D)
        M = deterministic(domain, lambda d: len(d) > size)
        check.least("empirical-dp-asv13", M, 0, f"D = {show_dataset(D)}", D=D)
        check.least("individual-dp", M, INFINITY, f"D = {show_dataset(D)}", D=D)
    pair = ((), ("t",))
    M = check.show("M, one symbol on the pair", deterministic(domain, lambda d: "same" if d in pair else d))
    check.least("epsilon-indistinguishability", M, 0, "of the pair", pair=pair)
    check.least("epsilon-dp", M, INFINITY)
    M = check.show("M, the number of records other than t", deterministic(domain, lambda d: len(d) - d.count("t")))
    for D in complete_domain("tu", 2):
        check.true(
            f"D = {show_dataset(D)}: ex-post-per-instance-dp, ε(o) = 0",
            notions["ex-post-per-instance-dp"].holds(M, D=D, t="t", epsilon=0),
        )
    check.least("approximate-dp", M, 1, epsilon="inf")
    for alpha in (1, 2, "inf"):  # ρ and ε grow with the order: 1 and ∞ stand for all
        check.least("individual-renyi-dp", M, 0, f"order {alpha}", t="t", alpha=alpha)
        check.least("renyi-dp", M, INFINITY, f"order {alpha}", alpha=alpha)


@decides(
    "anomaly-restricted-dp dp-under-invariants/does_not_imply/bounded-dp", "bootstrap-dp/does_not_imply/bounded-dp individual-dp"
)
def replacements_that_are_not_compared(check: Check) -> None:
    """Some replacements are not compared, and may be told.

    Each of three notions allows a deterministic mechanism that no compared replacement changes, so its least ε is 0.
    Another replacement changes the output, and bounded DP, which allows it, has an infinite loss.

    Anomaly-restricted DP with the anomalies a and b: M_A publishes the anomaly if the dataset has exactly one record of
    this kind, and “other” if not. Datasets that are compared have the same anomaly.

    Bootstrap DP of D: M_B says whether some record does not occur in D. Every dataset drawn from D says no. A neighbour of
    D says yes, so that individual DP of D fails as well.

    DP under invariants: M_C publishes how often t occurs, and this number is the invariant, which compared datasets share.
    """
    data = complete_domain("abt", 3)
    A = ["a", "b"]

    def anomaly(d: Any) -> Any:
        odd = [r for r in d if r in A]
        return odd[0] if len(odd) == 1 else "other"

    M_A = deterministic(data, anomaly)
    D = ("a", "b")
    M_B = deterministic(data, lambda d: any(r not in D for r in d))
    M_C = deterministic(data, lambda d: d.count("t"))
    for name, M, subject, values in (
        ("M_A", M_A, "anomaly-restricted-dp", {"A": A}),
        ("M_B", M_B, "bootstrap-dp", {"D": D}),
        ("M_C", M_C, "dp-under-invariants", {"c": [d.count("t") for d in data]}),
    ):
        check.show(name, M)
        check.least(subject, M, 0, f"{name}", **values)
        check.least("bounded-dp", M, INFINITY, f"{name}")
    check.least("individual-dp", M_B, INFINITY, "M_B, D", D=D)


@decides(
    "outsourced-database-dp task-global-dp zero-out-dp/does_not_imply/approximate-dp",
    "stratified-dp/does_not_imply/bounded-dp",
    "substitution-word-dp/does_not_imply/word-dp",
)
def sizes_that_neighbours_share(check: Check) -> None:
    """What no two neighbours differ in may be published.

    Outsourced-database DP and zero-out DP compare data of one size, so M may publish the number of records. The same
    mechanism serves substitution-word DP, which compares words of one length. Task-global DP compares data with equally
    many examples after the public message; there M publishes this number. In each case the objects, approximate DP and word
    DP, also add a record or insert a symbol, and then the published number changes with certainty.

    Stratified DP replaces a record by one of its stratum. So M may publish how many records each stratum has; bounded DP
    also replaces a record by one of another stratum, which changes two of these numbers with certainty.
    """
    size = check.show("the size", deterministic(complete_domain("tu", 2), len))
    check.least("outsourced-database-dp", size, 0, epsilon=0)
    check.least("zero-out-dp", size, 0, "u is the blank", blank="u", epsilon=0)
    check.least("approximate-dp", size, 1, epsilon="inf")
    for k in (1, 2, 3):  # no two words of one length have different outputs, whatever k is
        check.least("substitution-word-dp", size, 0, f"k = {k}", k=k)
        check.least("word-dp", size, INFINITY, f"k = {k}", k=k)
    check.every_level("word-dp", "a larger k compares more words than k = 1")
    examples = deterministic([("m", *d) for d in complete_domain("tu", 2)], lambda d: len(d) - 1)
    check.show("the number of examples", examples)
    check.least("task-global-dp", examples, 0, epsilon=0)
    check.least("approximate-dp", examples, 1, epsilon="inf")
    records = [("s", 1), ("s", 2), ("s'", 1)]  # stratum and value
    strata = deterministic(complete_domain(records, 2), lambda d: tuple(sorted(Counter(r[0] for r in d).items())))
    check.show("the number of records in each stratum", strata)
    check.least("stratified-dp", strata, 0)
    check.least("bounded-dp", strata, INFINITY)


@decides(
    "individual-renyi-dp induced-subspace-dp integer-subspace-dp oblivious-dp/does_not_imply/approximate-dp",
    "joint-dp/does_not_imply/approximate-dp bounded-dp",
    "joint-renyi-dp/does_not_imply/renyi-dp",
    "label-dp/does_not_imply/approximate-dp event-level-dp",
    source="records of the seven notions",
)
def exact_outputs_where_no_pair_is_compared(check: Check) -> None:
    """An exact output that no compared pair can change.

    Each subject compares only some pairs of datasets, or only a part of the output. Its M publishes without noise what this
    leaves alone, so that the subject holds with level 0. For approximate DP δ = 1 is needed, as some other change of one
    record changes the output with certainty.

    Individual Rényi DP compares datasets with and without t: M publishes the number of the other records.

    Induced subspace DP, with C the identity, and oblivious DP compare datasets of one size: M publishes the size, the
    second time as the length of the access pattern.

    Integer subspace DP, where A counts the records of two kinds and C = (1, 1), compares datasets of one size n: M
    publishes (n + Z, -Z) for a fair bit Z. Its law depends on n only, and the sum of the two numbers is n. (In the recorded
    proof Z is unbounded.)

    Joint DP and joint Rényi DP hide a player's record from the other players only: M shows each player the own record. All
    records together are the dataset, so bounded DP and Rényi DP fail, too.

    Label DP changes labels only: M publishes all features. Read as a stream of events, the features of each event are
    published as it comes, and event-level DP fails.
    """
    domain = complete_domain("tu", 2)
    labelled = complete_domain([(x, y) for x in "ab" for y in (0, 1)], 2)

    def number_and_noise(d: tuple[object, ...]) -> dict[Any, F]:
        return {(len(d) + z, -z): F(1, 2) for z in (0, 1)}

    cases: dict[str, tuple[FiniteMechanism, dict[str, Any]]] = {  # the mechanism and the structural values
        "individual-renyi-dp": (deterministic(domain, lambda d: sum(r != "t" for r in d)), {"t": "t", "alpha": "inf"}),
        "induced-subspace-dp": (deterministic(domain, len), {"A": len, "C": [[1]], "epsilon": 0}),
        "integer-subspace-dp": (
            from_function(domain, number_and_noise),
            {"A": lambda d: (d.count("t"), d.count("u")), "C": [[1, 1]], "epsilon": 0},
        ),
        "joint-dp": (deterministic([d for d in domain if len(d) == 2], lambda d: d), {"epsilon": 0}),
        "label-dp": (deterministic(labelled, lambda d: tuple(x for x, _ in d)), {"epsilon": 0}),
        "oblivious-dp": (deterministic(domain, lambda d: ("nothing", tuple(range(len(d))))), {"epsilon": 0}),
    }
    for x, (M, values) in cases.items():
        check.show(f"M for {x}", M)
        check.equal(f"{x}: the least ρ at α = ∞, or δ at ε = 0", notions[x].tightest(M, **values), 0)
        check.least("approximate-dp", M, 1, epsilon="inf")
    check.least("bounded-dp", cases["joint-dp"][0], INFINITY, "of the M for joint-dp")
    own = cases["joint-dp"][0]
    check.equal("joint-renyi-dp of it: the least ε at order ∞", notions["joint-renyi-dp"].tightest(own, alpha="inf"), 0)
    check.equal("renyi-dp of it: the least ε at order 2", notions["renyi-dp"].tightest(own, alpha=2), INFINITY)
    check.every_level("renyi-dp", "two datasets have no output in common, so the divergence is infinite at every order")
    check.least("event-level-dp", cases["label-dp"][0], INFINITY, "of the M for label-dp")


@decides("protected-dp seamless-privacy/does_not_imply/edge-dp", "ql-edge-labeled-dp/does_not_imply/out-link-privacy")
def graphs_published_outside_the_unit(check: Check) -> None:
    """What a notion on graphs does not compare may be published.

    All graphs have nodes among a, b and c, and M has no noise.

    Protected DP with P = {a} compares graphs that differ at a. M publishes the edges that do not touch a, hence whether b
    and c are linked, which edge DP compares.

    Seamless privacy compares the answers to two queries on one graph. M ignores the query and publishes the graph; the same
    output, on graphs alone, has an infinite loss for edge DP.

    Q_L-edge-labeled DP without protected labels compares every graph with itself only. M publishes the graph, with its
    out-links, and out-link privacy has an infinite loss.
    """
    NODES = (("node", "a"), ("node", "b"), ("node", "c"))

    def graphs(links: list[tuple[str, ...]]) -> list[tuple[tuple[str, ...], ...]]:
        """All graphs on the three nodes with some of the links."""
        return [(*NODES, *chosen) for k in range(len(links) + 1) for chosen in combinations(links, k)]

    edges = graphs([("edge", "a", "b"), ("edge", "a", "c"), ("edge", "b", "c")])
    M = check.show("the edges that do not touch a", deterministic(edges, lambda g: ("edge", "b", "c") in g))
    check.least("protected-dp", M, 0, "P = {a}", P=["a"])
    check.least("edge-dp", M, INFINITY)
    asked = deterministic([((g, q),) for g in edges for q in ("q", "q'")], lambda d: d[0][0])
    check.least("seamless-privacy", asked, 0, "of the graph, for the queries q and q'", Q=[("q", "q'")])
    plain = deterministic(edges, lambda g: g)
    check.equal("the same without the query, edge-dp: the least ε", notions["edge-dp"].tightest(plain), INFINITY)
    labelled = deterministic(graphs([("arc", "a", "x", "b"), ("arc", "b", "x", "c")]), lambda g: g)
    check.least("ql-edge-labeled-dp", labelled, 0, "of the graph, Q_L empty, all labels x", Q_L=[])
    arcs = deterministic(graphs([("arc", "a", "b"), ("arc", "b", "c")]), lambda g: g)
    check.equal(
        "the same written without labels, out-link-privacy: the least ε", notions["out-link-privacy"].tightest(arcs), INFINITY
    )


@decides("constrained-dp generic-dp-km11 induced-neighbors-dp prior-dp/does_not_imply/pseudo-metric-dp extended-divergence-dp")
def notions_that_compare_no_datasets(check: Check) -> None:
    """If no two datasets are compared, the dataset may be published.

    M publishes the dataset. Four notions compare nothing at some structure, and then hold with ε = 0: constrained DP if the
    distance between different datasets is infinite; generic DP if R is the equality; induced-neighbours DP if the public
    facts leave one dataset; prior DP if the only attacker is certain of one dataset.

    Pseudo-metric DP needs δ·d ≥ 1 on every pair of different datasets, as these are told apart with certainty; a proper d
    has d < 1/δ on some pair. Extended divergence DP fails on every pair where d is finite, since the divergence is
    infinite; a proper d is finite on some pair.
    """
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    found = notions["constrained-dp"].tightest(M, d={}, Delta=1000)  # infinite between different datasets, whatever Δ is
    check.equal("constrained-dp, d infinite: the least ε", found, 0)
    check.least("generic-dp-km11", M, 0, "R the equality", R=[(D, D) for D in M.datasets])
    for D in M.datasets:
        check.least("induced-neighbors-dp", M, 0, f"I_Q = {show_dataset(D)} alone", I_Q=[D])
    for D in M.datasets[1:]:
        check.least("prior-dp", M, 0, f"the attacker is certain of {show_dataset(D)}", A=[(Prior.of({D: F(1)}), 0, ())])
    for D, E in combinations(M.datasets, 2):
        check.least(
            "pseudo-metric-dp",
            M,
            1,
            f"d = 1 between {show_dataset(D)} and {show_dataset(E)}",
            d={(D, E): 1, (E, D): 1},
            epsilon="inf",
        )
        infinite_on(check, M, ((D, E), (E, D)))


@decides(
    "causal-dp/does_not_imply/inherit-dp",
    "divergence-distribution-privacy-aux dp-on-delta-location-set/does_not_imply/bounded-dp",
    "dp-location-obfuscation/does_not_imply/local-dp",
)
def nothing_is_compared_under_a_point_mass(check: Check) -> None:
    """Notions that compare nothing, or a law with itself, allow everything.

    M publishes the dataset, so that any two datasets are told apart with certainty and every object fails.

    Under a prior that is a point mass, causal DP finds no record with two possible values, DP location obfuscation never
    updates the location, and DP on δ-location sets has a set with one element: none of them compares anything. Divergence
    distribution privacy with auxiliary inputs compares the laws of two priors; if these are equal, so are the laws, and
    every divergence between them is 0.
    """
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    point = [Prior.of({("t",): F(1)})]
    check.least("causal-dp", M, 0, "under a point mass", Theta=point)
    check.least("inherit-dp", M, 1, "under the same point mass", Theta=point, epsilon="inf")
    law = Prior.of({("t", "t"): F(1, 3), ("t", "u"): F(2, 3)})
    for f in ("kl", "reverse-kl", "total-variation", "chi-square", "hellinger"):
        check.least("divergence-distribution-privacy-aux", M, 0, f"two equal entries, f = {f}", f=f, Theta=[(law, law)])
    places = check.show("M on one location", M.restrict([("t",), ("u",)]))
    check.least("dp-location-obfuscation", places, 0, "a point mass", Theta=[{"t": 1}])
    for delta in (F(1, 100), F(1, 2), F(99, 100)):
        check.least("dp-on-delta-location-set", places, 0, "a point mass", prior={"t": 1}, delta=delta)
    check.least("local-dp", places, INFINITY)
    check.least("bounded-dp", places, INFINITY)


@decides(
    """sensitivity-induced-dp/does_not_imply/one-sided-dp blowfish-privacy causal-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy weak-bayesian-dp profile-based-dp pseudo-metric-dp extended-divergence-dp subspace-dp
    weak-federated-f-dp capacity-bounded-dp abstract-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def sensitivity_of_unit_vectors(check: Check) -> None:
    """Sensitivity-induced DP of an unstable query allows everything.

    Let f(D) be twice the unit vector of D. Between any two datasets it moves by 4 in the sum norm and by 2 in the maximum
    norm, so no two datasets are compared, and M may publish the dataset.

    Every object is then asked about (t, v) and (u, v), which differ in one record and are told apart with certainty, and
    fails at each of its proper values. (For capacity bounded DP, H may hold every function that is c on one output and 0
    elsewhere; there E_P h - E_Q exp(h - 1) = c - 1/e, which grows with c.)
    """
    M = check.show("M", deterministic(complete_domain("tuv", 2), lambda d: d))
    unit = {D: [2 * (D == E) for E in M.datasets] for D in M.datasets}
    check.least("sensitivity-induced-dp", M, 0, f=unit)
    violates(check, TellsApart(M, ("t", "v"), ("u", "v")), check.denied)


@decides(
    """strong-federated-f-dp/does_not_imply/weak-bayesian-dp profile-based-dp subspace-dp pseudo-metric-dp
    inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def federation_that_returns_own_data(check: Check) -> None:
    """A federation that sends every client its own data hides nothing from a reader of all messages.

    Each client receives its own data. What the other clients receive does not depend on this client, so strong federated
    f-DP holds for every f, the perfect one included.

    Read as one mechanism whose output is everything that is received, the federation publishes the dataset, and each object
    fails on (t) and (u).
    """
    parts = [(), ("t",), ("u",)]
    own = check.show("the federation of two clients", deterministic(list(product(parts, repeat=2)), lambda d: d))
    curve = notions["strong-federated-f-dp"].tightest(own, C=2)
    perfect = curve.value.corners == ((0, 1), (1, 0))
    check.true("strong-federated-f-dp: the largest f is the perfect one, 1 - x", perfect, of=curve)
    M = deterministic(complete_domain("tu", 2), lambda d: d)  # everything received
    violates(check, TellsApart(M, ("t",), ("u",)), check.denied)


@decides("f-dp/does_not_imply/abstract-dp", sampled="q")
def f_dp_in_two_steps(check: Check) -> None:
    """f-DP of neighbours allows anything at distance 2.

    A proper q is false at some (a, b). M returns 1 with probability a on the empty dataset, (a + b)/2 on datasets of one
    record, and b on larger ones. Neighbours are within 1/2 in total variation, so f-DP holds with f(x) = max(0, 1/2 - x),
    whatever q is. Datasets of sizes 0 and 2 return 1 with the probabilities a and b, so q is violated. The program runs
    some rational a and b; the argument is the same for all.
    """
    for a, b in ((F(0), F(1)), (F(1, 3), F(1, 2)), (F(1), F(1, 7))):
        one = {0: a, 1: (a + b) / 2, 2: b}
        M = from_function(complete_domain("t", 3), lambda d, p=one: {1: p[min(len(d), 2)], 0: 1 - p[min(len(d), 2)]})
        found = notions["f-dp"].holds(M, f=[(0, F(1, 2)), (F(1, 2), 0), (1, 0)])
        check.true(f"a = {a}, b = {b}: f-dp with f(x) = max(0, 1/2 - x)", found)
        found = notions["abstract-dp"].holds(M, R=[((), ("t", "t"))], q=lambda x, y: (x, y) != (a, b))
        check.false("abstract-dp fails for a q that is false at (a, b)", found)
    check.show("M, for the last a and b", M)
    check.therefore_not("f-DP with this f excludes one of these pairs of probabilities")


@decides("input-discriminative-dp/does_not_imply/extended-divergence-dp")
def input_discriminative_protects_one_order(check: Check) -> None:
    """Input-discriminative DP may bound one order of one pair.

    Let Ψ(0, 1) = ε (ln 2 in the program) and Ψ = ∞ otherwise: only D_a is compared with D_b, in this order. M returns one
    symbol on D_a; on D_b it returns this symbol with probability e^{-ε} and else D_b; every other dataset it publishes. The
    loss that is bounded is ε.

    For any two different datasets, in either order, some output is possible on one of them only. With f(0) = f'_∞ = ∞ the
    divergence is then infinite, so d = ∞ on all pairs is needed, which is not proper.
    """
    D_a, D_b = ("t",), ("t", "u")
    M = from_function(
        complete_domain("tu", 3), lambda d: {"same": 1} if d == D_a else {"same": F(1, 2), d: F(1, 2)} if d == D_b else {d: 1}
    )
    check.show("M", M)
    levels = {D: 0 if D_a == D else 1 if D_b == D else 2 for D in M.datasets}
    found = notions["input-discriminative-dp"].tightest(M, epsilonbar=levels)
    check.equal("input-discriminative-dp: the least Ψ(0, 1)", found.value[0.0, 1.0], real(2).log(), of=found)
    psi = {(a, b): "log(2)" if (a, b) == (0, 1) else "inf" for a in range(3) for b in range(3)}
    check.true("input-discriminative-dp for this Ψ", notions["input-discriminative-dp"].holds(M, epsilonbar=levels, Psi=psi))
    infinite_everywhere(check, M, {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"})


@decides(
    """input-discriminative-dp/does_not_imply/on-average-kl-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp blowfish-privacy causal-dp one-sided-dp weak-bayesian-dp profile-based-dp inference-based-distributional-dp
    capacity-bounded-dp weak-federated-f-dp abstract-dp subspace-dp dp-under-sampling""",
    sampled=SAMPLED,
)
def input_discriminative_protects_two_datasets(check: Check) -> None:
    """Input-discriminative DP may protect two datasets and no others.

    D_a and D_b have five records and differ in one; Ψ(0, 0) = ε and Ψ = ∞ otherwise. M returns one symbol on these two, so
    there is no loss where the notion asks for a bound, and publishes every other dataset.

    Each object is asked about the smaller datasets (t, v) and (u, v), which are told apart with certainty, and fails at
    each of its proper values. (For capacity bounded DP, H may hold every function that is c on one output and 0 elsewhere;
    there E_P h - E_Q exp(h - 1) = c - 1/e, which grows with c.)
    """
    M, D_a, D_b, small = blind_on_one_pair(3)
    check.show("M", M)
    levels = {D: int(D not in {D_a, D_b}) for D in M.datasets}
    psi = {(0, 0): F(1, 100), (0, 1): "inf", (1, 0): "inf", (1, 1): "inf"}
    found = notions["input-discriminative-dp"].holds(M, epsilonbar=levels, Psi=psi)
    check.true("input-discriminative-dp with Ψ(0, 0) = 1/100", found)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v")), check.denied)


@decides("coupled-worlds-privacy/does_not_imply/epsilon-dp")
def coupled_worlds_copies_of_one_record(check: Check) -> None:
    """In coupled worlds a copy may stand in for the missing record.

    Under the only prior records 1 and 2 are equal, and records 3 and 4. Γ has the pair (D without record i, record i) for
    each position i. The simulator replaces the missing record by its copy, so coupled-worlds privacy holds without loss for
    every mechanism, and M may publish the dataset. Its loss between neighbours is infinite, so ε-DP fails.
    """
    M = deterministic(complete_domain("tu", 4), lambda d: d)
    theta = check.show("θ", Prior.of({(a, a, b, b): F(1, 4) for a in "tu" for b in "tu"}))
    gamma = [(lambda d, i=i: (i, d[:i] + d[i + 1 :]), lambda d, i=i: (*d, *"····")[i]) for i in range(4)]
    check.least("coupled-worlds-privacy", M, 0, Theta=[theta], Gamma=gamma)
    found = notions["epsilon-dp"].tightest(M)
    check.equal("epsilon-dp: the least ε", found, INFINITY)
    check.refutes("coupled-worlds-privacy at these values implies epsilon-dp at some ε", found.value != INFINITY)


@decides("distributional-privacy-zlw09/does_not_imply/constrained-dp")
def distributional_zlw09_without_common_records(check: Check) -> None:
    """Datasets without a common record are not compared.

    M publishes the dataset. Distributional privacy (ZLW09) compares no two different datasets, as (t) and (u) have no
    record in common, so it holds without loss. Constrained DP compares these two for every Δ > 0, and their outputs are
    certain and different.
    """
    t, u = ("t",), ("u",)
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    d = {(t, u): 0, (u, t): 0}  # infinite between any other two datasets
    for Delta in (F(1, 100), F(1), F(1000)):  # d < Δ for the same pairs, whatever Δ > 0 is
        check.least("distributional-privacy-zlw09", M, 0, d=d, Delta=Delta)
        check.least("constrained-dp", M, INFINITY, d=d, Delta=Delta)
    check.every_level("constrained-dp", "d is 0 on the pair, so that every Δ compares it")


@decides("abstract-dp/does_not_imply/generic-dp-kl10")
def abstract_predicates_allow_certainty(check: Check) -> None:
    """A predicate may allow certainty and forbid noise.

    Let q(a, b) say that |a - b| is 0 or 1. For each dataset x let M_x tell whether the dataset is x. All its probabilities
    are 0 or 1, so abstract DP with q holds.

    The event “no” has probability 0 on x and 1 on every y ≠ x, so generic DP needs M_{x,y}(0) = 1. The function M_{x,y} is
    concave with values up to 1, so it is 1 everywhere and asks nothing. As x was any dataset, no proper value is left.
    """
    domain = complete_domain("tu", 2)
    pairs = list(permutations(domain, 2))
    for x in domain:
        M = deterministic(domain, lambda d: "yes" if d == x else "no")
        q = notions["abstract-dp"].holds(M, R=pairs, q=lambda a, b: abs(a - b) in {0, 1})
        check.true(f"abstract-dp holds for “is it {show_dataset(x)}?”", q)
        needed = notions["generic-dp-kl10"].tightest(M, R=[(x, y) for y in domain if y != x])
        highest = [max(b for a, b in curve.corners if a == 0) for curve in needed.value.values()]
        check.true(
            f"generic-dp-kl10: M(0) = 1 is needed on the pairs of {show_dataset(x)} and any other dataset",
            all(v == 1 for v in highest),
            of=needed,
        )
    check.every_level("generic-dp-kl10", "M(0) = 1 on a pair asks nothing of it")


@decides("capacity-bounded-dp/does_not_imply/extended-divergence-dp")
def capacity_of_the_first_coordinate(check: Check) -> None:
    """Capacity bounded DP may look away from the data.

    M returns (0, D). Functions of the first coordinate see a constant h, for which h - f*(h) = h - exp(h - 1) ≤ 0, so every
    difference is at most 0 and capacity bounded DP holds (the program tries some functions).

    The Kullback–Leibler divergence between any two datasets is infinite, so extended divergence DP fails at each of its
    proper values.
    """
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: (0, d)))
    outputs: Any = M.outputs
    first = [{o: c * (o[0] == a) for o in outputs} for a in (0, 1) for c in (-3, 1, 100)]
    check.least("capacity-bounded-dp", M, at="functions of the first coordinate", at_most=0, f="kl", H=first)
    infinite_everywhere(check, M, "kl")


@decides(
    """asymmetric-dp/does_not_imply/blowfish-privacy causal-dp distributional-dp bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy sensitivity-induced-dp capacity-bounded-dp dp-under-sampling input-discriminative-dp
    extended-divergence-dp""",
    sampled=SAMPLED,
)
def asymmetric_publishes_some_records(check: Check) -> None:
    """Asymmetric DP without sensitive values allows some records to be published.

    M publishes each record, in their order, with probability 1 - 1/e^ε (1/2 in the program). After a record is added every
    earlier output is at least 1/e^ε times as likely as before; removals are not compared where no value is sensitive. So
    asymmetric DP holds at ε.

    An output can come only from datasets that contain it, so two different datasets never have the same set of possible
    outputs, and each object fails on (t) and (u). For capacity bounded DP take the test function that is c on the output
    (t) and 0 elsewhere: E_P h - E_Q exp(h - 1) = c/2 - 1/e, which grows with c. For extended divergence DP every divergence
    is infinite.
    """

    def release(d: tuple[Any, ...]) -> dict[Any, F]:
        law: dict[Any, F] = {}
        for kept in product((True, False), repeat=len(d)):
            part = tuple(r for r, k in zip(d, kept, strict=True) if k)
            law[part] = law.get(part, F(0)) + F(1, 2) ** len(d)
        return law

    M = check.show("M", from_function(complete_domain("tu", 2), release))
    found = notions["asymmetric-dp"].tightest(M, P=[])
    check.equal("asymmetric-dp, no sensitive value: e^ε", found.value.exp(), 2, of=found)
    by_hand = ("capacity-bounded-dp", "extended-divergence-dp")
    violates(check, TellsApart(M, ("t",), ("u",)), [y for y in check.denied if y not in by_hand])
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        test = {o: c if o == ("t",) else 0 for o in M.outputs}
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[test])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, F(c, 2) - 1)
    infinite_everywhere(check, M, {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"})


@decides("asymmetric-dp/not_stronger_than/weak-federated-f-dp", sampled="ε")
def asymmetric_against_a_fixed_tradeoff(check: Check) -> None:
    """No level of asymmetric DP implies a fixed federated trade-off.

    No value is sensitive. Publish each record with probability 1 - e^{-ε}. The second client receives the output; “the
    output is (t)” has probability 0 on the empty dataset and is missed on (t) with probability e^{-ε}, so f(0) ≤ e^{-ε} <
    1. The target f(x) = max(0, 1 - ex, (1 - x)/e), which is 1-DP, has f(0) = 1. Below e^ε = 2, 11/10, 101/100; the numbers
    are the same for every ε.
    """
    for growth in (F(2), F(11, 10), F(101, 100)):  # e^ε
        keep = 1 - 1 / growth
        M = from_function([(), ("t",)], lambda d, p=keep: {d: p, (): 1 - p} if d else {(): 1})
        found = notions["asymmetric-dp"].tightest(M, P=[])
        check.equal(f"asymmetric-dp: e^ε at e^ε = {growth}", found.value.exp(), growth, of=found)
        shares = from_rows({((), ()): [F(1), F(0)], (("t",), ()): [1 - keep, keep]}, outputs=[(None, ()), (None, ("t",))])
        best = notions["weak-federated-f-dp"].tightest(shares, C=2)
        check.equal("weak-federated-f-dp: the largest f at 0 (the target needs 1)", best.value(F(0)), 1 / growth, of=best)
    check.show("M, for the last ε", M)
    check.therefore_not("one of these levels of asymmetric DP gives f(0) = 1")


@decides(
    """outlier-privacy/does_not_imply/per-instance-dp sensitivity-induced-dp bayesian-dp-ysn15 correlated-dp blowfish-privacy
    causal-dp one-sided-dp weak-bayesian-dp capacity-bounded-dp weak-federated-f-dp abstract-dp subspace-dp dp-under-sampling
    input-discriminative-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def outlier_privacy_publishes_common_values(check: Check) -> None:
    """Outlier privacy may leave common values unprotected.

    Let the degree of a record be the number of records with its value, with ε(1) finite and ε(k) = ∞ for k > 1. M publishes
    the records, with their owners, whose value occurs more than once. Removing a record whose value is its own changes
    nothing, so ε(1) = 0.

    The people t, u and v have the same value, so M publishes every dataset of two or more of them (w has another value).
    Each object is asked about (t, v) and (u, v), and fails at each of its proper values.
    """
    T, U, V, W = ("t", "x"), ("u", "x"), ("v", "x"), ("w", "y")

    def degree(r: Any, d: Any) -> int:
        """The number of records of d with the value of r."""
        return sum(s[1] == r[1] for s in d)

    def release(d: Any) -> tuple[Any, ...]:
        """The records whose value occurs more than once."""
        return tuple(r for r in d if degree(r, d) > 1)

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        own = notions["outlier-privacy"].tightest(mechanism, outlierness=degree)
        if 1 in own.value:  # else no record with a value of its own is removed
            check.equal("outlier-privacy: the least ε(1)", own.value[1], 0, of=own)

    M = check.show("M", deterministic([d for n in range(4) for d in permutations([T, U, V, W], n)], release))
    satisfied(M)
    told = TellsApart(
        M,
        (T, V),
        (U, V),
        satisfied,
        many=lambda n: deterministic([((k, "x"), V) for k in range(n)], release),
        at={"per-instance-dp": {"D": (T, U), "t": V}, "weak-bayesian-dp": {"prior": {U: F(1, 2), V: F(1, 2)}}},
    )
    violates(check, told, check.denied)
