"""Attackers who know the law of the data, where records depend on one another."""

from dpzoo.blocks.finite_mechanism import Dataset
from dpzoo.witnesses.prelude import *


@decides(
    "causal-dp/equivalent_to/noiseless-privacy/acceptable-priors", kind=Kind.ERRATUM, errata=["thesis-prop24-acceptable-priors"]
)
def acceptable_priors_not_enough(check: Check) -> None:
    """Acceptable priors do not make noiseless privacy and causal DP equal.

    Verdict  false as printed, in both directions and for every ε and δ < 1.

    Definition 54 separates the record from the knowledge, not from the other records. With φ₀ = x a fair bit and D = (x, x)
    = θ̂(φ₀), which is injective, and no knowledge at all, the prior is acceptable at both indices, and the records are
    copies.
    """
    npr, caus, active = (notions[k] for k in ("noiseless-privacy", "causal-dp", "active-partial-knowledge-dp"))
    infinite = real(float("inf"))
    generator: dict[int, dict[int, tuple[int, ...]]] = {2: {0: (0, 0), 1: (1, 1)}, 3: {0: (0, 0, 0), 1: (1, 1, 1)}}
    check.show("θ̂: φ₀ ↦ D, for two and three records", {n: {str(k): str(D) for k, D in g.items()} for n, g in generator.items()})
    for n, g in generator.items():
        check.true(f"n = {n}: θ̂ is injective, and φ₀ determines every record", len(set(g.values())) == len(g))

    pair = Prior.of({D: F(1, 2) for D in generator[2].values()})
    xor = deterministic(product((0, 1), repeat=2), lambda d: d.count(1) % 2)
    check.equal("D(1)⊕D(2) under NPr", npr.tightest(xor, Theta=[pair]), 0)
    check.equal("… under CausDP", caus.tightest(xor, Theta=[pair]), infinite)
    untouched, changed = xor.row((0, 0)), xor.row((1, 0))
    check.true("… and with any δ < 1: 0 for certain before the change, 1 for certain after it", untouched[0] == changed[1] == 1)

    triple = Prior.of({D: F(1, 2) for D in generator[3].values()})
    majority = deterministic(product((0, 1), repeat=3), lambda d: int(d.count(1) > 1))
    check.equal("the majority of three copies under CausDP", caus.tightest(majority, Theta=[triple]), 0)
    check.equal("… under NPr", npr.tightest(majority, Theta=[triple]), infinite)
    check.equal("… and NPr's least δ at ε = 100", active.tightest(majority, Theta=[triple], epsilon=100), 1)

    # The thesis's own Example 6, first option: a pair of voters who agree with probability 9/10, one parameter for both.
    voters = Prior.of({(a, b): F(9, 20) if a == b else F(1, 20) for a in (0, 1) for b in (0, 1)})
    noisy = from_rows({(a, b): [F(3 - a - b, 4), F(1 + a + b, 4)] for a in (0, 1) for b in (0, 1)})
    npr_pair, caus_pair = npr.tightest(noisy, Theta=[voters]), caus.tightest(noisy, Theta=[voters])
    check.equal("Example 6, a noisy count: NPr", npr_pair, real(F(29, 11)).log())
    check.equal("… CausDP", caus_pair, real(F(21, 11)).log())
    both = npr.holds(xor, Theta=[pair], epsilon=0).holds == caus.holds(xor, Theta=[pair], epsilon=0).holds
    check.refutes(
        "under the acceptable prior θ̂(φ₀) = (φ₀, φ₀) the mechanism D(1)⊕D(2) is 0-NPr if and only if it is 0-CausDP", both
    )


@decides("causal-dp/does_not_imply/noiseless-privacy", kind=Kind.ATTACK, errata=["thesis-example5-atoms"])
def causal_repairs_and_publishes(check: Check) -> None:
    """A mechanism that repairs a changed record and publishes everything.

    Claim    Values from a distribution R are each written three times. A mechanism that changes a value that occurs once
             into one that occurs twice, and then outputs the database, is (θ, 0)-CausDP.
    Verdict  false as printed if two groups can share a value: with two groups of fair bits it is CausDP for no ε.
    Source   Desfontaines 2020, Example 5 (due to Adam Smith).

    With one group (x, x, x) a changed record is outvoted and put back. With two groups the data may be (0,0,0,1,1,1); one
    record changed to 1 gives two zeros and four ones, nothing occurs once, nothing is repaired, and an output appears that
    was impossible before.
    """

    def repaired(d: tuple[object, ...]) -> tuple[object, ...]:
        """The one value that occurs once becomes the one that occurs twice, if there are such values."""
        once = [x for x in set(d) if d.count(x) == 1]
        twice = [y for y in set(d) if d.count(y) == 2]
        return tuple(twice[0] if once and twice and r == once[0] else r for r in d)

    infinite = real(float("inf"))
    two = deterministic(product((0, 1), repeat=6), repaired)
    theta_two = Prior.of({(x, x, x, y, y, y): F(1, 4) for x in (0, 1) for y in (0, 1)}, "two groups")
    check.show("θ, two groups", {str(D): w for D, w in theta_two.datasets.items()})
    after = repaired((1, 0, 0, 1, 1, 1))
    check.true("(0,0,0,1,1,1) with its first record changed is published as it is: (1,0,0,1,1,1)", after == (1, 0, 0, 1, 1, 1))
    check.equal("ε under CausDP", notions["causal-dp"].tightest(two, Theta=[theta_two]), infinite)

    for values in ((0, 1), (0, 1, 2)):
        one = deterministic(product(values, repeat=3), repaired)
        theta = Prior.of({(x, x, x): F(1, len(values)) for x in values}, "one group")
        check.equal(f"one group, {len(values)} values: ε under CausDP", notions["causal-dp"].tightest(one, Theta=[theta]), 0)
        npr = notions["noiseless-privacy"].tightest(one, Theta=[theta])
        check.equal("… and under NPr: the output is the database", npr, infinite)
    claim = notions["causal-dp"].holds(two, Theta=[theta_two], epsilon=0)
    check.refutes("with two groups of fair bits the repairing mechanism is (θ, 0)-CausDP", claim)


@decides(
    "causal-dp/stronger_than/distributional-dp",
    "causal-dp noiseless-privacy/does_not_imply/distributional-dp",
    kind=Kind.SEPARATION,
    errata=["thesis-causal-implies-distributional"],
)
def causal_without_distributional(check: Check) -> None:
    """Causal DP without distributional DP.

    Verdict  false as printed: the definition of CausDP speaks only of values that are possible under the prior, and the
             simulator does not see the prior.

    One record; θ₁ is uniform on {0, 1}, θ₂ on {2, 3}; the output says whether the record is at least 2. Between possible
    values nothing changes. A simulator without any record gives one distribution, which would have to be close to "no" and
    to "yes".
    """
    # The dataset without its record is what the simulator sees.
    M = check.show("M", deterministic([(), (0,), (1,), (2,), (3,)], lambda d: "yes" if d and d[0] in {2, 3} else "no"))
    theta_1, theta_2 = (Prior.of({(a,): F(1, 2), (a + 1,): F(1, 2)}, f"uniform on {a}, {a + 1}") for a in (0, 2))
    caus, npr, dist = (notions[k] for k in ("causal-dp", "noiseless-privacy", "distributional-dp"))
    check.equal("ε under CausDP, both priors", caus.tightest(M, Theta=[theta_1, theta_2]), 0)
    check.equal("ε under NPr, both priors", npr.tightest(M, Theta=[theta_1, theta_2]), 0)
    check.equal("ε under DistDP, both priors", dist.tightest(M, Theta=[theta_1, theta_2]), real(float("inf")))
    check.equal("… with θ₁ alone", dist.tightest(M, Theta=[theta_1]), 0)
    coin = Prior({((r,), r >= 2): F(1, 4) for r in range(4)}, "one prior, B = [D(1) ≥ 2]")
    check.equal("one prior with the half as knowledge: CausDP", caus.tightest(M, Theta=[coin]), 0)
    check.equal("… DistDP", dist.tightest(M, Theta=[coin]), real(float("inf")))
    noisy = M.post_process({"yes": {"yes": F(3, 4), "no": F(1, 4)}, "no": {"yes": F(1, 4), "no": F(3, 4)}})
    common = Prior.of({(0,): F(1, 2), (2,): F(1, 4), (3,): F(1, 4)}, "θ with 0, 2, 3 possible")
    e_caus = caus.tightest(noisy, Theta=[common, theta_1])
    check.equal("corrected, a noisy M and priors that all allow 0: CausDP", e_caus, real(3).log())
    check.true("… DistDP holds with the same ε", dist.holds(noisy, Theta=[common, theta_1], epsilon="log(3)"))
    claim = dist.holds(M, Theta=[theta_1, theta_2], epsilon="log(1000)")
    check.refutes("the (Θ, 0)-CausDP mechanism is (Θ, ε)-DistDP for some ε (here ln 1000)", claim)


@decides("distributional-dp/does_not_imply/noiseless-privacy causal-dp", kind=Kind.ATTACK)
def distributional_accepts_identity(check: Check) -> None:
    """Distributional DP calls the identity private.

    Claim    If every record is written twice, publishing the whole database is (θ, 0)-DistDP.
    Verdict  true. The same mechanism satisfies noiseless privacy and causal DP for no ε.
    Source   Desfontaines 2020, Example 2.

    The simulator sees all records but the target, and the target's copy is among them: it puts the copy in the empty place
    and returns the true database. The definition takes the simulator's cheating for privacy.
    """
    identity = deterministic(product((0, 1), repeat=4), lambda d: d)
    theta = Prior.of({(x, x, y, y): F(1, 4) for x in (0, 1) for y in (0, 1)})
    check.show("θ", {str(D): w for D, w in theta.datasets.items()})
    dist, npr, caus = (
        notions[k].tightest(identity, Theta=[theta]) for k in ("distributional-dp", "noiseless-privacy", "causal-dp")
    )
    check.equal("ε of the identity under DistDP", dist, 0)
    check.equal("ε of the identity under NPr: the output shows the target", npr, real(float("inf")))
    check.equal("ε of the identity under CausDP: a changed copy is published too", caus, real(float("inf")))
    zero = notions["distributional-dp"].holds(identity, Theta=[theta], epsilon=0)
    check.confirms("the identity on duplicated fair bits is (θ, 0)-DistDP, and satisfies NPr and CausDP for no ε", zero)


@decides("causal-dp/equivalent_to/noiseless-privacy", kind=Kind.EQUIVALENCE, sampled="M, θ")
def independence_makes_noiseless_causal(check: Check) -> None:
    """With independent records noiseless privacy and causal DP are one.

    Claim    If the records are independent given the attacker's knowledge, a mechanism is (Θ, ε)-NPr iff it is (Θ,
             ε)-CausDP.
    Verdict  true: on random mechanisms the two tightest ε agree exactly. Without independence they differ.
    Source   Desfontaines 2020, Proposition 22.

    Given B̂ the other records have the same distribution whatever D(i) is, so drawing D given D(i) = t and then writing t′
    into it is the same as drawing D given D(i) = t′. Both definitions then compare the same two distributions.
    """
    choose = random.Random(22)
    domain = list(product((0, 1), repeat=3))
    npr, caus = notions["noiseless-privacy"], notions["causal-dp"]
    biases = [F(1, 2), F(1, 5), F(2, 3)]
    weight = {D: F(1) for D in domain}
    for D in domain:
        for r, p in zip(D, biases, strict=True):
            weight[D] *= p if r else 1 - p
    alone = Prior.of(weight, "independent bits")
    informed = Prior.known(weight, lambda d: d[2], "independent bits, B = D(3)")
    correlated = Prior.of({D: F(2 if sum(map(bool, D)) in {0, 3} else 1, 10) for D in domain}, "bits that tend to be equal")
    check.show("Pr[D(i) = 1]", [str(p) for p in biases])
    agree = {alone.name: 0, informed.name: 0, correlated.name: 0}
    trials = 40
    for _ in range(trials):
        rows = [[choose.randint(1, 20) for _ in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        for prior in (alone, informed, correlated):
            agree[prior.name] += npr.tightest(M, Theta=[prior]).value == caus.tightest(M, Theta=[prior]).value
    check.equal(
        f"{trials} random mechanisms, independent bits: how often the tightest ε agree exactly", agree[alone.name], trials
    )
    check.equal("… the same with B = D(3), given which the others are independent", agree[informed.name], trials)
    check.equal("… and with correlated bits", agree[correlated.name], 0)
    check.confirms(
        "with independent bits the tightest ε of NPr and of CausDP are equal, on every random mechanism tried",
        agree[alone.name] == agree[informed.name] == trials,
    )


@decides(
    kind=Kind.SEPARATION, source="Des20, Example 1; Sections 3.1.2.1 and 3.1.2.2", errata=["thesis-example1-gaussian-average"]
)
def noiseless_average_correlated(check: Check) -> None:
    """The exact average of correlated normal records.

    Claim    Records are normal around a common mean μ, a fair ±1. The exact average is not NPr, although it satisfies
             DistDP, and CausDP if the new value is bounded; an attacker who knows μ learns little from it.
    Verdict  the failure of NPr is true; the rest is false as printed: the loss is unbounded under every one of these
             notions.

    Given μ and D(i) = t the average is normal with mean (t + (n−1)μ)/n and variance v = (n−1)σ²/n². Replacing t by t′ > t
    shifts it by s = (t′−t)/n, so at the output o the densities differ by exp(s(o−m)/v − s²/(2v)), which exceeds every bound
    as o grows. If μ is not known, both sides are mixtures over μ = ±1; their ratio is at least the smallest ratio of
    components, which is that of μ = +1.
    """
    n, sigma = 100, F(1, 10)
    t, t_new = -1, 1
    v = (n - 1) * sigma**2 / n**2
    s = F(t_new - t, n)
    m = F(t + n - 1, n)  # the mean of the average given D(i) = t and μ = +1, the larger of the two
    # Given D(i) = t, μ = ±1 has a weight proportional to e^(±t/σ²): between t = −1 and t′ = 1 weights change by at most e^(2/σ²).
    weights = 2 / sigma**2
    holds = []
    for epsilon in (1, 100, 10_000):
        o = m + v * (2 * epsilon + 2 * weights) / s + s / 2  # an output far to the right
        loss = s * (o - m) / v - s**2 / (2 * v)
        holds.append(loss <= epsilon)
        check.at_least(f"known μ, ε = {epsilon}: loss at an output (CausDP, and NPr by independence)", loss, epsilon)
        check.at_least("… unknown μ, CausDP: the same bound holds for the mixture", loss, epsilon)
        check.at_least("… unknown μ, NPr: the weights of the mixture change too", loss - weights, epsilon)
        check.at_least("… DistDP: two simulated mixtures differ by the weights only", (loss - 2 * weights) / 2, epsilon)

    # The corrected example: four bits around μ, and the count of +1 with two-sided geometric noise (ratio 1/2), clamped to 0…4.
    N = 4

    def noisy_count(d: tuple[object, ...]) -> dict[object, F]:
        count = sum(r == 1 for r in d)
        law: dict[object, F] = {o: F(1, 3) * F(1, 2) ** abs(o - count) for o in range(1, N)}
        return law | {0: F(2, 3) * F(1, 2) ** count, N: F(2, 3) * F(1, 2) ** (N - count)}

    domain = list(product((-1, 1), repeat=N))
    M = check.show("M", from_function(domain, noisy_count))
    joint: dict[tuple[Dataset, Hashable], F] = {
        (D, mu): F(1, 2) * F(9, 10) ** D.count(mu) * F(1, 10) ** D.count(-mu) for D in domain for mu in (-1, 1)
    }
    knows_mu = Prior(joint, "θ with B = μ")
    unaware = Prior.of({D: joint[D, 1] + joint[D, -1] for D in domain}, "θ")
    tightest = {k: notions[k] for k in ("noiseless-privacy", "causal-dp", "distributional-dp")}
    npr = tightest["noiseless-privacy"].tightest(M, Theta=[unaware])
    npr_knowing = tightest["noiseless-privacy"].tightest(M, Theta=[knows_mu])
    caus = tightest["causal-dp"].tightest(M, Theta=[unaware])
    check.equal("noisy count of bits, NPr against who does not know μ", npr, real(F(63062, 9419)).log())
    check.equal("NPr against who knows μ: what the noise gives", npr_knowing, real(2).log())
    check.equal("CausDP: what the noise gives", caus, real(2).log())
    check.equal("DistDP: simulated exactly from the other records", tightest["distributional-dp"].tightest(M, Theta=[unaware]), 0)
    check.less("who knows less counts as stronger under NPr", real(2).log(), real(F(63062, 9419)).log())
    check.refutes("the exact average of Example 1 satisfies CausDP, or NPr with μ known, for ε = 1, 100 or 10,000", any(holds))


@decides("noiseless-privacy/does_not_imply/causal-dp", kind=Kind.ERRATUM, errata=["thesis-examples-3-and-4"])
def noiseless_outlier_count(check: Check) -> None:
    """Counting outliers among correlated normal records.

    Claim    Records are normal around a common mean μ, a fair ±1, with a small σ. The number of records farther than 5σ
             from the average is NPr but not CausDP.
    Verdict  false as printed: it is not NPr for any ε (it is indeed not CausDP).
    Source   Desfontaines 2020, Example 3.

    An outlying value t is possible too, and NPr (with δ = 0) compares it with D(i) = 1. Record i is at distance
    (n−1)/n·|t−m| from the average, m the mean of the others; so a count of 0 needs m ≥ t − 5nσ/(n−1), and m is normal with
    variance σ²/(n−1) around ±1. Given D(i) = 1 the count is 0 if μ = 1 (which then has at least half of the weight) and the
    others lie within 2.5σ of it: by Chebyshev each does with probability ≥ 21/25.
    """
    n, sigma = 20, F(1, 10)
    log_common = check.show("a lower bound of ln Pr[M = 0 | D(i) = 1]", (n - 1) * real(F(21, 25)).log() + real(F(1, 2)).log())
    holds = []
    for epsilon, t in ((10, 3), (1_000, 4), (100_000, 13)):
        above = t - 1 - 5 * n * sigma / (n - 1)  # how far above its mean m must be for the count to be 0
        log_rare = -(above**2) * (n - 1) / (2 * sigma**2)  # Pr[Z ≥ z] ≤ e^(−z²/2) for normal Z
        holds.append(bool(log_common - log_rare <= epsilon))
        check.at_least(
            f"NPr, ε = {epsilon}: the loss of 'no outlier' between D(i) = 1 and D(i) = {t}", log_common - log_rare, epsilon
        )

    def unlike_the_majority(d: tuple[object, ...]) -> int:
        ones = d.count(1)
        return min(ones, len(d) - ones)

    M = deterministic(product((0, 1), repeat=3), unlike_the_majority)
    theta = Prior.of({(0, 0, 0): F(1, 2), (1, 1, 1): F(1, 2)})
    check.show("M: records unlike the majority", M)
    npr = notions["noiseless-privacy"].tightest(M, Theta=[theta])
    caus = notions["causal-dp"].tightest(M, Theta=[theta])
    check.equal("three equal bits, NPr: there never is an outlier", npr, 0)
    check.equal("CausDP: after a change there always is one", caus, real(float("inf")))
    check.refutes("the count of outliers of Example 3 satisfies NPr for ε = 10, 1,000 or 100,000", any(holds))


@decides("noiseless-privacy/does_not_imply/causal-dp", errata=["thesis-examples-3-and-4"])
def noiseless_sum_of_duplicates(check: Check) -> None:
    """The sum of duplicated records.

    Claim    Values from some distribution on ℕ are each written twice. The sum of all records might be NPr, but cannot be
             CausDP.
    Verdict  false as printed: as soon as a value can vary, the sum is NPr for no ε either.
    Source   Desfontaines 2020, Example 4.

    A distribution on ℕ has a smallest possible value y. With n pairs the sum 2t′ + 2(n−1)y is the smallest one given D(0) =
    t′; given a larger D(0) = t it is impossible. The parity is always even under the prior, and odd once a single record
    has been changed from 0 to 1.
    """
    infinite = real(float("inf"))
    values, n = (0, 1, 2), 2
    laws = {"uniform": [F(1, 3)] * 3, "falling": [F(4, 7), F(2, 7), F(1, 7)], "two values": [F(0), F(1, 2), F(1, 2)]}
    check.show("distributions of a value on {0, 1, 2}", {k: [str(w) for w in law] for k, law in laws.items()})
    total = deterministic(product(values, repeat=2 * n), lambda d: sum(k * d.count(k) for k in values))
    for name, law in laws.items():
        theta = Prior.of({(a, a, b, b): law[a] * law[b] for a in values for b in values if law[a] * law[b]})
        npr = notions["noiseless-privacy"].tightest(total, Theta=[theta])
        caus = notions["causal-dp"].tightest(total, Theta=[theta])
        check.equal(f"{name}: ε of the sum under NPr", npr, infinite)
        check.equal(f"{name}: ε of the sum under CausDP", caus, infinite)

    parity = deterministic(product((0, 1), repeat=2), lambda d: d.count(1) % 2)
    theta = Prior.of({(0, 0): F(1, 2), (1, 1): F(1, 2)})
    check.show("M: the parity of two records", parity)
    check.equal("ε of the parity under NPr", notions["noiseless-privacy"].tightest(parity, Theta=[theta]), 0)
    check.equal("ε of the parity under CausDP", notions["causal-dp"].tightest(parity, Theta=[theta]), infinite)
    uniform = Prior.of({(a, a, b, b): F(1, 9) for a in values for b in values})
    claim = notions["noiseless-privacy"].holds(total, Theta=[uniform], epsilon=10**6)
    check.refutes("the sum of duplicated values, uniform on {0, 1, 2}, is NPr for some ε (here one million)", claim)


@decides(kind=Kind.IMPLICATION, sampled="M, θ")
def more_knowledge_is_stronger(check: Check) -> None:
    """An attacker who knows more is stronger, if knowledge and record are independent.

    Claim    If Θ₁ has more background knowledge than Θ₂, with common acceptable normalisations, then (Θ₁, ε)-NPr implies
             (Θ₂, ε)-NPr.
    Verdict  true: on random mechanisms the knowing attacker's ε is never the smaller one. Without acceptability it may be.
    Source   Desfontaines 2020, Proposition 23 (with Definition 55).

    Without the knowledge the output distributions are averages of those with it, and by independence with the same weights
    for D(i) = t and t′. An average of pairs within e^ε of each other is within e^ε.
    """
    choose = random.Random(23)
    domain = list(product((0, 1), repeat=3))
    uniform = {D: F(1, 8) for D in domain}
    # B = D(1)⊕D(2) is acceptable at every index: at 1, D(1), D(1)⊕D(2) and D(3) are independent and determine D; at 2, D(2),
    # D(1)⊕D(2) and D(3); at 3, D(3), D(1)⊕D(2) and D(2).
    knowing = Prior.known(uniform, lambda d: d[0] != d[1], "B = [D(1) ≠ D(2)]")
    unaware = Prior.of(uniform, "no knowledge")
    npr = notions["noiseless-privacy"]
    stronger = 0
    for _ in range(50):
        rows = [[choose.randint(1, 20) for _ in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        stronger += npr.tightest(M, Theta=[knowing]).value >= npr.tightest(M, Theta=[unaware]).value
    check.equal("50 random mechanisms, uniform bits, B = [D(1) ≠ D(2)]: how often ε(known) ≥ ε", stronger, 50)

    # One target, biased independent bits, B = D(3): 200 random mechanisms, by hand.
    biases = (F(1, 2), F(1, 5), F(2, 3))
    monotone = 0
    for _ in range(200):
        table = {D: F(choose.randint(1, 99), 100) for D in domain}  # the probability of the first of two outputs
        p, q = biases[1], biases[2]
        given = {(x, z): (1 - p) * table[x, 0, z] + p * table[x, 1, z] for x in (0, 1) for z in (0, 1)}  # D(1) = x, D(3) = z
        alone = [(1 - q) * given[x, 0] + q * given[x, 1] for x in (0, 1)]
        pairs = [(given[0, z], given[1, z]) for z in (0, 1)]
        ratio = [max(a / b, b / a, (1 - a) / (1 - b), (1 - b) / (1 - a)) for a, b in [*pairs, (alone[0], alone[1])]]
        monotone += max(ratio[:2]) >= ratio[2]
    check.equal("200 random mechanisms, target D(1), B = D(3): how often e^ε(known) ≥ e^ε", monotone, 200)

    # Without acceptability: B = D(3) determines the target D(3), and who knows it has nothing to learn.
    third = deterministic(domain, lambda d: d[2])
    knows_third = Prior.known(uniform, lambda d: d[2], "B = D(3)")
    check.equal(
        "B = D(3) is not acceptable at index 3: publishing D(3) against who knows it", npr.tightest(third, Theta=[knows_third]), 0
    )
    check.equal("… and against who does not", npr.tightest(third, Theta=[unaware]), real(float("inf")))
    check.confirms(
        "with knowledge independent of every record, the attacker who knows more needs the larger ε, on every mechanism tried",
        stronger == 50 and monotone == 200,
    )


Law = Mapping[tuple[int, int], F]


@decides(kind=Kind.EQUIVALENCE, errata=["thesis-prop21-impossible-outputs"])
def causal_and_inference_based(check: Check) -> None:
    """Causal DP and its inference-based form.

    Claim    CausDP with ε implies IBCDP with 2ε, and IBCDP with ε implies CausDP with 2ε.
    Verdict  the first is true; the second is false as printed: an output that the inserted value excludes escapes IBCDP.

    Let a_t, c_t be the probabilities of an output O under M(D) and M(D_{i→t′}), given D(i) = t; a_{t′} = c_{t′}. CausDP
    bounds r_t = a_t/c_t, and IBCDP bounds r_t/r̄ with r̄ = Pr[M(D) = O]/Pr[M(D_{i→t′}) = O], a mean of the r_t. So the
    first implication is clear; the second takes r_{t′} = 1 to bound r̄, which is 0/0 if a_{t′} = 0: then r̄ may be
    anything, and if it is 0/x nothing is compared at all.
    """

    def losses(m: FiniteMechanism, theta: Law) -> tuple[F | None, F | None]:
        """e^ε of CausDP and of IBCDP for the first record; None if infinite. IBCDP skips outputs that one side excludes."""
        caus: list[F | None] = []
        inference: list[F | None] = []
        values = sorted({D[0] for D in theta})
        for b in values:
            for o in m.outputs:
                a = {t: sum((w * m.probability(D, o) for D, w in theta.items() if D[0] == t), F(0)) for t in values}
                c = {t: sum((w * m.probability((b, D[1]), o) for D, w in theta.items() if D[0] == t), F(0)) for t in values}
                sides = [(a[t], c[t], caus) for t in values]
                if sum(a.values()) and sum(c.values()):
                    sides += [(a[t] / sum(a.values()), c[t] / sum(c.values()), inference) for t in values]
                for x, y, compared in sides:
                    if x or y:
                        compared.append(max(x / y, y / x) if x and y else None)
        largest = [None if None in found else max(f for f in found if f) for found in (caus, inference)]
        return largest[0], largest[1]

    # As printed: two copies of a fair bit, published. Every output that either side excludes is skipped; the others say nothing.
    theta = {(0, 0): F(1, 2), (1, 1): F(1, 2)}
    identity = deterministic([(0, 0), (0, 1), (1, 0), (1, 1)], lambda d: d)
    check.show("θ", {str(D): w for D, w in theta.items()})
    e_caus, e_inference = losses(identity, theta)
    check.true("identity on duplicated bits: e^ε of IBCDP as printed is 1", e_inference == 1)
    check.true("… and CausDP holds for no ε", e_caus is None)
    executed = notions["causal-dp"].tightest(identity, Theta=[Prior.of(theta)])
    check.equal("… as the executable definition says", executed, real(float("inf")))
    rows: dict[tuple[int, int], list[F | int]] = {
        (0, 0): [1, 0, 0],
        (1, 1): [0, F(1, 100), F(99, 100)],
        (0, 1): [0, F(99, 100), F(1, 100)],
        (1, 0): [1, 0, 0],
    }
    overlapping = check.show("M: on (1,1) and (0,1) mostly different outputs, never that of (0,0)", from_rows(rows))
    e_caus_overlapping, e_inference_overlapping = losses(overlapping, theta)
    check.true("M, every output possible on both sides: e^ε of IBCDP is 1 …", e_inference_overlapping == 1)
    check.equal("… and of CausDP 99, or any other number by choice of M", e_caus_overlapping, 99)

    # With full supports: random mechanisms on two correlated bits; e^ε of either is at most the square of the other.
    choose = random.Random(21)
    pairs = []
    domain = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for _ in range(400):
        weights = [choose.randint(1, 1000) for _ in domain]
        prior = {D: F(w, sum(weights)) for D, w in zip(domain, weights, strict=True)}
        table = [[choose.randint(1, 1000) for _ in range(2)] for _ in domain]
        caus, inference = losses(FiniteMechanism(domain, range(2), [[F(x, sum(row)) for x in row] for row in table]), prior)
        assert caus is not None
        assert inference is not None
        pairs.append((caus, inference))
    beyond = sum(inference > caus**2 or caus > inference**2 for caus, inference in pairs)
    check.equal("400 random mechanisms on correlated bits: how many exceed a factor of 2, either way", beyond, 0)
    ratios = [real(inference).log() / real(caus).log() for caus, inference in pairs]
    check.less("… the largest ratio of IBCDP's ε to CausDP's", max(ratios, key=float), 1)
    check.greater("… and of CausDP's to IBCDP's: 2 is the best factor", 1 / min(ratios, key=float), F(199, 100))
    implied = e_caus is not None or e_caus_overlapping == 1
    check.refutes("what is (θ, 0)-IBCDP, the identity on duplicated bits or M, is (θ, 0)-CausDP", implied)
