"""Which datasets are neighbours: sizes, groups, persons, graphs of values."""

from dpzoo.blocks.finite_mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION)
def blowfish_line_graph(check: Check) -> None:
    """On a line graph, blowfish privacy protects neighbouring values only.

    Claim    Noise that hides steps of 1 gives ε-blowfish privacy for the line graph on {0, 1, 2, 3}, while the complete
             graph (bounded DP) needs 3ε.
    Verdict  true.
    Source   Des20, Definition 26.

    One person's value is published with geometric noise of p = e^-ε = 1/2, clamped to 0…3. Values that are d apart have the
    loss dε; the graph has only edges with d = 1.
    """
    p = F(1, 2)

    def noisy(value: int) -> list[F]:
        inside = [(1 - p) / (1 + p) * p ** abs(k - value) for k in (1, 2)]
        return [p**value / (1 + p), *inside, p ** (3 - value) / (1 + p)]

    m = check.show("M", from_rows({(x,): noisy(x) for x in range(4)}))
    line = check.show("G", [(0, 1), (1, 2), (2, 3)])
    blowfish = notions["blowfish-privacy"]
    check.equal("ε for the line graph", blowfish.tightest(m, G=line), log_of(2))
    check.equal("ε for the complete graph", blowfish.tightest(m, G=[(a, b) for a in range(4) for b in range(a)]), log_of(8))
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), log_of(8))
    check.refutes(
        "ln 2-blowfish privacy for the line graph implies ln 2-bounded DP", notions["bounded-dp"].holds(m, epsilon=log_of(2))
    )


@decides("d-privacy/composition", sampled="M₁, M₂")
def distances_add_up(check: Check) -> None:
    """d-privacy composes by adding the distances.

    Claim    If M₁ is d₁-private and M₂ is d₂-private, then (M₁, M₂) is (d₁ + d₂)-private.
    Verdict  true; for the noisy value run twice it is exact on every pair.
    Source   Des20, Proposition 19.

    The coins are independent, so the ratio of joint probabilities is the product of the ratios. M publishes one value of
    {0, 1, 2, 3} with geometric noise of p = 1/2 (clamped), and d(x, y) = |x − y| ln 2.
    """
    p = F(1, 2)

    def noisy(value: int) -> list[F]:
        inside = [(1 - p) / (1 + p) * p ** abs(k - value) for k in (1, 2)]
        return [p**value / (1 + p), *inside, p ** (3 - value) / (1 + p)]

    m1 = check.show("M₁", from_rows({(x,): noisy(x) for x in range(4)}))
    m2 = check.show("M₂", from_rows({(x,): [F(2 + x, 10), F(8 - x, 10)] for x in range(4)}))
    pairs = [((x,), (y,)) for x in range(4) for y in range(4) if x != y]

    twice = m1.compose(m1)
    exact = sum(max_divergence(twice.row(a), twice.row(b)) == log_of(4 ** abs(a[0] - b[0])) for a, b in pairs)
    check.equal("M₁ twice: pairs whose loss is 2|x − y| ln 2, out of all", exact, len(pairs))
    both = m1.compose(m2)
    d1 = {(a, b): max_divergence(m1.row(a), m1.row(b)) for a, b in pairs}
    d2 = {(a, b): max_divergence(m2.row(a), m2.row(b)) for a, b in pairs}
    within = sum(max_divergence(both.row(a), both.row(b)) <= d1[a, b] + d2[a, b] for a, b in pairs)
    check.equal("M₁ with M₂: pairs whose loss is at most d₁ + d₂, out of all", within, len(pairs))
    check.confirms("(M₁, M₁) is 2d-private", notions["d-privacy"].holds(twice, d=lambda k: log_of(4 ** abs(k[0][0] - k[1][0]))))


@decides(
    "epsilon-dp/does_not_imply/free-lunch-privacy",
    "free-lunch-privacy/stronger_than/epsilon-dp",
    kind=Kind.SEPARATION,
    sampled="n",
)
def free_lunch_and_dp(check: Check) -> None:
    """DP does not give free lunch privacy.

    Claim    Free lunch privacy is stronger than ε-DP: it bounds the loss of any two datasets, and no ε' follows from ε.
    Verdict  true: a noisy count of n people has the loss ε on neighbours and nε between nobody and everybody.
    Source   Des20, Definition 23; DP22, Table 3.

    The family is indexed by n. For every n the count with geometric noise of p = e^-ε is ε-DP, since it moves by 1; between
    the empty dataset and n records the output 0 is p^-n times as likely, so free lunch privacy needs nε, which exceeds
    every bound. The noisy count is clamped to 0…n.
    """
    p = F(9, 10)  # ε = ln(10/9), about 0.105

    def noisy_count(n: int) -> FiniteMechanism:
        def law(d: Dataset) -> dict[Output, F]:
            found: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - len(d)) for k in range(1, n)}
            return {**found, 0: p ** len(d) / (1 + p), n: p ** (n - len(d)) / (1 + p)}

        return from_function(complete_domain(("record",), n), law)

    for n in (1, 5, 15):
        m = noisy_count(n)
        check.equal(f"n = {n}: ε of ε-DP", notions["epsilon-dp"].tightest(m), log_of(1 / p))
        check.equal(f"n = {n}: ε' of free lunch privacy, nε", notions["free-lunch-privacy"].tightest(m), log_of(1 / p**n))
    check.show("M for n = 15", m)
    hundred = noisy_count(100)
    nobody, everybody = hundred.row(()), hundred.row(("record",) * 100)
    check.equal("n = 100: the output 0 for nobody against everybody, e^(100 ε)", nobody[-2] / everybody[-2], 1 / p**100)
    own = notions["epsilon-dp"].holds(noisy_count(5), epsilon=log_of(1 / p**5))
    check.true("n = 5: free lunch privacy gives ε-DP with its own ε'", own)
    check.refutes("ln(10/9)-DP implies 1-free lunch privacy", notions["free-lunch-privacy"].holds(m, epsilon=1))


@decides("epsilon-dp/stronger_than/group-privacy", kind=Kind.IMPLICATION, sampled="c, M")
def group_loss_grows_linearly(check: Check) -> None:
    """ε-DP protects a group of c records at cε.

    Claim    ε-DP implies (c, cε)-group privacy.
    Verdict  true; a noisy count attains cε for every c.
    Source   Des20, Section 2.2.3.1 and Table 2.20.

    c changes are c steps, each within a factor e^ε. Adding c records moves a count by c. The noise is geometric with p =
    e^-ε = 1/2, clamped to 0…4 (an end keeps the tail).
    """
    p = F(1, 2)

    def noisy_count(d: Dataset) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - len(d)) for k in range(5)}
        law[0], law[4] = p ** len(d) / (1 + p), p ** (4 - len(d)) / (1 + p)
        return law

    m = check.show("M", from_function(complete_domain(("record",), 4), noisy_count))
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), log_of(2))
    for c in (1, 2, 3, 4):
        check.equal(f"ε of group privacy for c = {c}", notions["group-privacy"].tightest(m, c=c), log_of(2**c))
    check.confirms("the noisy count is (3, 3 ln 2)-group private", notions["group-privacy"].holds(m, c=3, epsilon=log_of(8)))


@decides("bounded-dp/special_case_of/one-sided-dp blowfish-privacy dependent-dp", kind=Kind.EQUIVALENCE, sampled="M")
def names_of_bounded_dp(check: Check) -> None:
    """Three notions that become bounded DP.

    Claim    One-sided DP with every record sensitive, blowfish privacy with the complete graph, and dependent DP with c = 1
             or an empty relation are bounded DP.
    Verdict  true: on all mechanisms tried here they have the same tightest ε.
    Source   Des20, Sections 2.2.3.1 (after Definitions 21 and 22) and 2.2.3.4 (after Definition 26).

    All of them compare the datasets of equal size that differ in one position. Ten random mechanisms on the complete domain
    of up to two ternary records.
    """
    random = np.random.default_rng(8)
    records = ("a", "b", "c")
    complete = [("a", "b"), ("a", "c"), ("b", "c")]
    same = {"one-sided": 0, "blowfish": 0, "c = 1": 0, "R empty": 0}
    for _ in range(10):
        rows = {}
        for d in complete_domain(records, 2):
            weights = [int(k) for k in random.integers(1, 9, 3)]
            rows[d] = [F(k, sum(weights)) for k in weights]
        m = from_rows(rows)
        found: dict[str, Any] = {
            "one-sided": notions["one-sided-dp"].tightest(m, P=records),
            "blowfish": notions["blowfish-privacy"].tightest(m, G=complete),
            "c = 1": notions["dependent-dp"].tightest(m, R={0: [1], 1: [0]}, c=1),
            "R empty": notions["dependent-dp"].tightest(m, R={}, c=2),
        }
        bounded: Any = notions["bounded-dp"].tightest(m)
        for name, tight in found.items():
            same[name] += tight.value == bounded.value
    check.show("the last M", m)
    for name, times in same.items():
        check.equal(f"{name}: mechanisms with the ε of bounded DP, of 10", times, 10)
    check.confirms("all three have bounded DP's ε", set(same.values()) == {10})


@decides(kind=Kind.SEPARATION)
def one_sided_truthful_release(check: Check) -> None:
    """One-sided DP lets harmless records be published as they are.

    Claim    A mechanism that publishes each non-sensitive record with probability 1 − e^-ε, and never a sensitive one, is
             (P, ε)-one-sided DP; its loss in the other direction is infinite, so it is not bounded DP.
    Verdict  true.
    Source   Des20, Definition 21.

    If a sensitive record is replaced by a harmless one, "nothing published" becomes less likely, by the factor e^-ε at
    least. The other way round, the published record cannot come from the dataset in which it is sensitive. Here e^ε = 2.
    """
    published = F(1, 2)  # 1 − e^-ε

    def law(d: Dataset) -> dict[Output, F]:
        found: dict[Output, F] = {}
        for shown in product((True, False), repeat=len(d)):
            chance = F(1)
            for record, s in zip(d, shown, strict=True):
                chance *= F(not s) if record == "sensitive" else published if s else 1 - published
            found[tuple(r if s else "–" for r, s in zip(d, shown, strict=True))] = chance
        return found

    m = check.show("M", from_function(complete_domain(("sensitive", "harmless"), 2, 1), law))
    check.equal("ε of one-sided DP", notions["one-sided-dp"].tightest(m, P=["sensitive"]), log_of(2))
    sensitive, harmless = m.row(("sensitive",)), m.row(("harmless",))
    check.equal("loss of (sensitive) against (harmless)", max_divergence(sensitive, harmless), log_of(2))
    check.equal("loss of (harmless) against (sensitive)", max_divergence(harmless, sensitive), INFINITY)
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), INFINITY)
    check.refutes("(P, ln 2)-one-sided DP implies ε-bounded DP, here for ε = 1000", notions["bounded-dp"].holds(m, epsilon=1000))


@decides(
    "epsilon-dp/special_case_of/personalized-dp",
    "epsilon-dp/stronger_than/personalized-dp",
    "personalized-dp/stronger_than/unbounded-dp epsilon-dp",
    kind=Kind.SEPARATION,
    errata=["sok-table3-epsilon-dp-in-personalized"],
    sampled={
        "epsilon-dp/stronger_than/personalized-dp personalized-dp/stronger_than/unbounded-dp": "M",
        "personalized-dp/stronger_than/epsilon-dp": "M",
    },
)
def personalized_and_replaced_records(check: Check) -> None:
    """Personalized DP extends unbounded DP, not ε-DP.

    Claim    ε-DP is Ψ-personalized DP with Ψ = ε; and Ψ-personalized DP implies ε-DP with ε = max Ψ.
    Verdict  the implication from ε-DP to Ψ = ε is true; the identity and the constant max Ψ are false where ε-DP covers a
             replaced record.

    Personalized DP compares a dataset with the same one without a record. The noisy sum of records ±1 (noise p = 1/2,
    clamped to −2…2) moves by 1 when a record goes, by 2 when it is replaced. Two people, Ann and Bob, own one record each.
    """
    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        total = sum(value for _, value in d)
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - total) for k in range(-2, 3)}
        law[-2], law[2] = p ** (total + 2) / (1 + p), p ** (2 - total) / (1 + p)
        return law

    ann, bob = ([(who, -1), (who, 1)] for who in ("Ann", "Bob"))
    datasets = [(), *[(r,) for r in ann + bob], *[(a, b) for a in ann for b in bob]]
    m = check.show("M", from_function(datasets, noisy_sum))
    personalized, dp = notions["personalized-dp"], notions["epsilon-dp"]
    check.true("M is Ψ-personalized DP with Ψ = ln 2 for both", personalized.holds(m, Psi=log_of(2)))
    check.equal("ε of unbounded DP: max Ψ", notions["unbounded-dp"].tightest(m), log_of(2))
    check.equal("ε of ε-DP: 2 max Ψ", dp.tightest(m), log_of(4))
    check.true("as M is 2 ln 2-DP, it is Ψ-personalized DP with Ψ = 2 ln 2", personalized.holds(m, Psi=log_of(4)))

    # Ψ below ε fails for randomised response on whether Ann is there, so a Ψ identical to ln 2-DP must be ln 2 or more
    there = from_function(
        datasets, lambda d: {"yes": F(2, 3) if set(d) & set(ann) else F(1, 3), "no": F(1, 3) if set(d) & set(ann) else F(2, 3)}
    )
    check.equal("randomised response on Ann's presence: ε of ε-DP", dp.tightest(there), log_of(2))
    check.true("… it is not Ψ-personalized DP for Ψ = ln(19/10)", not personalized.holds(there, Psi=log_of(F(19, 10))))
    check.refutes("ln 2-personalized DP implies ln 2-DP", dp.holds(m, epsilon=log_of(2)))


@decides(kind=Kind.SEPARATION, errata=["sok-def21-personalized-one-sided"])
def personalized_one_direction(check: Check) -> None:
    """Personalized DP as printed asks for one direction only.

    Verdict  false as printed: the inequality in this order allows a mechanism that is ε-DP for no ε.

    M says yes with probability 2^-|D|. Taking a record away doubles this probability and lowers that of no. But on the
    empty dataset no is impossible, and it is not on a dataset of one record. (For sizes up to 6 here; the two inequalities
    hold for all n, since 2^-(n−1) = 2 · 2^-n and 1 − 2^-(n−1) ≤ 1 − 2^-n.)
    """
    m = from_function(complete_domain(("record",), 6), lambda d: {"yes": F(1, 2 ** len(d)), "no": 1 - F(1, 2 ** len(d))})
    check.show("M", m)
    sizes = range(1, 7)
    without = [max_divergence(m.row(("record",) * (n - 1)), m.row(("record",) * n)) for n in sizes]
    check.equal(
        "largest loss of D_-i against D, so that Ψ = ln 2 satisfies the definition as printed", greatest(without), log_of(2)
    )
    check.equal("loss of one record against none", max_divergence(m.row(("record",)), m.row(())), INFINITY)
    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), INFINITY)
    check.true(
        "personalized DP in both orders does not accept Ψ = ln 2",
        not notions["personalized-dp"].holds(m, owner=lambda t: t, Psi=log_of(2)),
    )
    check.refutes(
        "the printed condition with Ψ = ln 2 implies ε-DP, here for ε = 1000", notions["epsilon-dp"].holds(m, epsilon=1000)
    )


@decides(
    "epsilon-dp/special_case_of/random-dp",
    "induced-neighbors-dp/special_case_of/blowfish-privacy",
    "group-privacy/special_case_of/dependent-dp",
    kind=Kind.SEPARATION,
    errata=[
        "sok-table3-epsilon-dp-in-random-dp",
        "sok-hamiltonian-distance",
        "sok-table3-group-in-dependent",
        "thesis-table-blowfish-extends-indp",
    ],
)
def published_size(check: Check) -> None:
    """Publishing the number of records: what protects sizes and what does not.

    Claim    Bounded DP does not imply unbounded DP.
    Verdict  true. The same mechanism refutes three extensions that the tables print: random DP does not extend ε-DP,
             blowfish privacy does not extend induced-neighbors DP, and the distance that turns d-privacy into ε-DP is not
             the Hamming distance on datasets of equal size.
    Source   DP22, Definition 14 (Des20, Definition 20); Table 3 for the others.

    M(D) = |D| is constant on datasets of equal size, so every notion that only replaces records accepts it with loss 0. A
    record added or removed changes the output with certainty.
    """
    m = check.show("M", deterministic(complete_domain((0, 1), 2), len))
    fair = {0: F(1, 2), 1: F(1, 2)}
    same_size = {
        (a, b): sum(x != y for x, y in zip(a, b, strict=True)) for a in m.datasets for b in m.datasets if len(a) == len(b)
    }
    complete = [(0, 1)]

    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), 0)
    check.equal("ε of random DP, π a fair coin, γ = 0", notions["random-dp"].tightest(m, prior=fair, gamma=0), 0)
    check.equal("ε of blowfish privacy, complete graph, no constraints", notions["blowfish-privacy"].tightest(m, G=complete), 0)
    check.equal(
        "ε of dependent DP, all records dependent, c = 2", notions["dependent-dp"].tightest(m, R={0: [1], 1: [0]}, c=2), 0
    )
    check.true(
        "d-privacy holds for the Hamming distance on equal sizes",
        notions["d-privacy"].holds(m, d=lambda p: same_size.get(p, "inf")),
    )

    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), INFINITY)
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), INFINITY)
    check.equal("ε of group privacy, c = 1", notions["group-privacy"].tightest(m, c=1), INFINITY)
    check.equal(
        "ε of induced-neighbors DP, no constraints", notions["induced-neighbors-dp"].tightest(m, I_Q=m.datasets), INFINITY
    )
    check.refutes(
        "every 0-bounded DP mechanism is unbounded DP for some ε, here for ε = 1000",
        notions["unbounded-dp"].holds(m, epsilon=1000),
    )


@decides("unbounded-dp/special_case_of/group-privacy", kind=Kind.SEPARATION, errata=["sok-table3-unbounded-in-group"])
def unbounded_dp_in_group_privacy(check: Check) -> None:
    """Unbounded DP is not a special case of group privacy.

    Verdict  false, if a group's records may also be replaced (group privacy is printed as an extension of ε-DP): the two
             mechanisms below need ε' ≤ ε and ε' ≥ 2cε.

    First, randomised response on whether the dataset is empty, with odds e^ε': all pairs of datasets are within ε', so it
    is (c, ε')-group private for all c, and its unbounded loss is ε'. Second, the noisy sum of records ±1 (noise p = e^-ε =
    1/2, clamped to −2…2): unbounded loss ε, and c replaced records cost 2cε.
    """
    datasets = complete_domain((-1, 1), 2)
    odds = F(3)  # e^ε'
    empty = from_function(datasets, lambda d: {"empty": (1 if d else odds) / (1 + odds), "not": (odds if d else 1) / (1 + odds)})
    check.show("randomised response on emptiness", empty)
    for c in (1, 2):
        check.equal(
            f"randomised response, group privacy with c = {c}: ε'", notions["group-privacy"].tightest(empty, c=c), log_of(odds)
        )
    check.equal(
        "randomised response, unbounded DP: ε', so ε' ≤ ε is needed", notions["unbounded-dp"].tightest(empty), log_of(odds)
    )

    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - sum(d)) for k in range(-2, 3)}
        law[-2], law[2] = p ** (sum(d) + 2) / (1 + p), p ** (2 - sum(d)) / (1 + p)
        return law

    m = check.show("noisy sum", from_function(datasets, noisy_sum))
    check.equal("noisy sum, unbounded DP: ε", notions["unbounded-dp"].tightest(m), log_of(2))
    for c in (1, 2):
        check.equal(
            f"noisy sum, group privacy with c = {c}: 2cε is needed",
            notions["group-privacy"].tightest(m, c=c),
            log_of(2 ** (2 * c)),
        )
    check.refutes("some ε' ≤ ε satisfies ε' ≥ 2cε, here for c = 1", log_of(4) <= log_of(2))


@decides("unbounded-dp/stronger_than/bounded-dp", kind=Kind.IMPLICATION, sampled="M")
def unbounded_implies_bounded(check: Check) -> None:
    """Unbounded DP gives bounded DP at twice the ε.

    Claim    ε-unbounded DP implies 2ε-bounded DP.
    Verdict  true, and 2ε is tight: a noisy sum of records ±1 attains it.
    Source   Des20, Section 2.2.3.1, after Definition 20.

    A replaced record is one removed and one added. Adding or removing a record moves the sum by 1, replacing −1 by +1 moves
    it by 2. The noise is geometric, Pr[Z = z] ∝ p^|z| with p = e^-ε = 1/2, and the noisy sum is clamped to −2…2; an end
    keeps the tail, whose ratios are the same.
    """
    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - sum(d)) for k in range(-2, 3)}
        law[-2], law[2] = p ** (sum(d) + 2) / (1 + p), p ** (2 - sum(d)) / (1 + p)
        return law

    m = check.show("M", from_function(complete_domain((-1, 1), 2), noisy_sum))
    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), log_of(2))
    check.equal("ε of bounded DP: twice that", notions["bounded-dp"].tightest(m), log_of(4))
    check.confirms(
        "the noisy sum is ln 2-unbounded DP, and 2 ln 2-bounded DP and no less", notions["bounded-dp"].holds(m, epsilon=log_of(4))
    )


@decides("individual-dp/does_not_imply/one-sided-dp")
def individual_dp_exact_median(check: Check) -> None:
    """An exact median can be private at one dataset and at no other.

    Claim    Individual DP at D does not imply DP.
    Verdict  true: the exact median of bits has loss 0 at D = (0, 0, 0, 0, 1) and infinite loss elsewhere.
    Source   Des20, Definition 24.

    Individual DP compares the actual dataset with its neighbours. One change leaves at least three zeros among at most six
    bits, and the (lower) median 0. At (0, 0, 1) one change moves the median from 0 to 1. So individual DP holds at every ε,
    and one-sided DP (every bit sensitive) and blowfish privacy (complete graph) at none.
    """

    def median(d: Dataset) -> Output:
        return sorted(map(str, d))[(len(d) - 1) // 2] if d else "0"

    m = deterministic(complete_domain((0, 1), 6), median)
    d = check.show("D", (0, 0, 0, 0, 1))
    check.equal("ε of individual DP at D", notions["individual-dp"].tightest(m, D=d), 0)
    check.equal("ε of ε-DP", notions["epsilon-dp"].tightest(m), INFINITY)
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), INFINITY)
    check.equal("ε of one-sided DP, every bit sensitive", notions["one-sided-dp"].tightest(m, P=[0, 1]), INFINITY)
    check.equal("ε of blowfish privacy, complete graph", notions["blowfish-privacy"].tightest(m, G=[(0, 1)]), INFINITY)
    check.refutes("(D, 0)-individual DP implies ε-DP, here for ε = 1000", notions["epsilon-dp"].holds(m, epsilon=1000))
