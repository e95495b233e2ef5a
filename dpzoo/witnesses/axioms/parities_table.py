"""Two answers that say nothing of a record tell it together: notions that rely on uncertainty do not compose.

Of random bits the parity of all and the parity of all but one are fair coins, and their sum is the one left out; numbers modulo m
do the same.
"""

from dpzoo.blocks.finite_mechanism import Matrix
from dpzoo.blocks.priors import has_record, mixture
from dpzoo.witnesses.axioms._lost_together import every_slack_lost_together, lost_together
from dpzoo.witnesses.prelude import *


@decides(
    """aposteriori-noiseless-privacy approximate-pufferfish-privacy renyi-pufferfish-privacy active-partial-knowledge-dp
    bayesian-dp-ll12 dataset-attribute-privacy distributional-dp passive-partial-knowledge-dp prior-dp
    pufferfish-privacy/composition"""
)
def parities_of_bits(check: Check) -> None:
    """Two parities tell a bit: composition of notions with a prior on sequences.

    Verdict  false: two mechanisms with ε = 0 (and δ = 0) together have ε = ∞ (and δ = 1 at every ε).

    Under the uniform prior on three bits D(1)⊕D(2)⊕D(3) is a fair coin whatever any one record is, and so is D(2)⊕D(3).
    Their sum is D(1). The three bits may also be the attributes of one record, the first of them sensitive. With k known
    records, take k + 3 bits: the parity of all of them and of all but the first.
    """
    bits = list(product((0, 1), repeat=3))
    Theta = [Prior.of({D: F(1, 8) for D in bits})]
    M1 = check.show("M₁", deterministic(bits, lambda d: d.count(1) % 2))
    M2 = check.show("M₂", deterministic(bits, lambda d: d[1:].count(1) % 2))
    secrets = [([D for D in bits if D[i] == 0], [D for D in bits if D[i] == 1]) for i in range(3)]
    lost_together(check, ["aposteriori-noiseless-privacy", "distributional-dp"], M1, M2, Theta=Theta)
    lost_together(check, ["pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets)
    lost_together(check, ["renyi-pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets, alpha=2)
    lost_together(check, ["prior-dp"], M1, M2, A=[(Theta[0], i, ()) for i in range(3)])
    every_slack_lost_together(check, ["active-partial-knowledge-dp", "passive-partial-knowledge-dp"], M1, M2, Theta=Theta)
    every_slack_lost_together(check, ["approximate-pufferfish-privacy"], M1, M2, Theta=Theta, Phi=secrets)

    for k in range(3):
        longer = list(product((0, 1), repeat=k + 3))
        all_of = deterministic(longer, lambda d: d.count(1) % 2)
        but_one = deterministic(longer, lambda d: d[1:].count(1) % 2)
        for symbol, m in (("the parity of all", all_of), ("the parity of all but the first", but_one)):
            check.least("bayesian-dp-ll12", m, 0, f"{k + 3} records, k = {k}, {symbol}", prior={0: F(1, 2), 1: F(1, 2)}, k=k)
        check.least("bayesian-dp-ll12", all_of.compose(but_one), INFINITY, "both, k = 0", prior={0: F(1, 2), 1: F(1, 2)}, k=0)


@decides(
    """adversarial-privacy membership-privacy-lqs13 negative-membership-privacy positive-membership-privacy
    information-privacy-wxh17/composition"""
)
def parities_of_presence(check: Check) -> None:
    """Two parities tell who is present: composition of notions about membership.

    Verdict  false: two mechanisms with ε = δ = 0 together have ε = ∞; where only the belief in presence is bounded, every
             (ε, δ) with δ < 1 fails at one of the priors.

    Three records t, v, w are present independently, t with probability p, the others with 1/2. Whether the number of
    present records is odd, and the same for v and w alone, is independent of the presence of any one record. Both together
    tell whether t is there: a belief of p becomes 1, and 1 ≤ e^ε p + δ fails for p < (1 - δ)e^-ε. Θ has the priors for all
    0 < p < 1; we take p = 1/2, 1/16, 1/256 and 1/65536. Information privacy [WXH17] is the condition of adversarial privacy
    at δ = 0.
    """
    datasets = [tuple(itertools.compress("tvw", present)) for present in product((1, 0), repeat=3)]

    def theta(p: F) -> Prior:
        return Prior.of({D: (p if "t" in D else 1 - p) / 4 for D in datasets}, f"p = {p}")

    chances = [F(1, 2), F(1, 16), F(1, 2**8), F(1, 2**16)]
    Theta = [theta(p) for p in chances]
    M1 = check.show("M₁", deterministic(datasets, lambda d: len(d) % 2))
    M2 = check.show("M₂", deterministic(datasets, lambda d: len(set(d) - {"t"}) % 2))
    names = ("membership-privacy-lqs13", "negative-membership-privacy", "positive-membership-privacy")
    lost_together(check, names, M1, M2, Theta=Theta)
    for symbol, m in (("M₁", M1), ("M₂", M2)):
        check.least("adversarial-privacy", m, 0, symbol, Theta=Theta, delta=0)
    for p, prior in zip(chances, Theta, strict=True):
        for delta in (F(0), F(1, 4)):  # below every ε and δ < 1 for p small enough
            both = M1.compose(M2)
            check.least("adversarial-privacy", both, log_of((1 - delta) / p), f"both, p = {p}", Theta=[prior], delta=delta)


@decides(
    """distribution-privacy divergence-distribution-privacy extended-distribution-privacy
    extended-divergence-distribution-privacy probabilistic-distribution-privacy profile-based-dp/composition"""
)
def parities_under_two_beliefs(check: Check) -> None:
    """Two parities tell which of two beliefs is right: composition of notions about pairs of priors.

    Verdict  false: two mechanisms with ε = δ = 0 (or divergence 0) together have ε = ∞ (and δ = 1 at every ε).

    The two priors are uniform on the x in {0,1}³ with x₁ = 0 and on those with x₁ = 1. The parity of all three bits and
    that of the last two are fair coins under both priors. Their sum is x₁. The divergence is Kullback and Leibler's, the
    distance of the two priors 1 (any finite one will do); x is the one record of a dataset.
    """

    def parity(x: Any, start: int = 0) -> int:
        return int(sum(x[start:])) % 2

    triples = list(product((0, 1), repeat=3))
    theta = [Prior.of({(x,): F(1, 4) for x in triples if x[0] == first}, f"θ{first + 1}") for first in (0, 1)]
    pairs = [(theta[0], theta[1]), (theta[1], theta[0])]
    M1 = check.show("M₁", deterministic([(x,) for x in triples], lambda d: parity(d[0])))
    M2 = check.show("M₂", deterministic([(x,) for x in triples], lambda d: parity(d[0], 1)))
    lost_together(check, ["divergence-distribution-privacy"], M1, M2, Theta=pairs, f="kl")
    lost_together(check, ["extended-distribution-privacy"], M1, M2, Theta=pairs, d=[1, 1])
    lost_together(check, ["extended-divergence-distribution-privacy"], M1, M2, Theta=pairs, d=[1, 1], f="kl")
    every_slack_lost_together(check, ["distribution-privacy", "profile-based-dp"], M1, M2, Theta=pairs)
    for symbol, m, epsilon, delta in (("M₁", M1, 0, 0), ("M₂", M2, 0, 0), ("both", M1.compose(M2), 1000, 1)):
        check.least("probabilistic-distribution-privacy", m, delta, symbol, Theta=pairs, epsilon=epsilon)
    check.every_level("probabilistic-distribution-privacy", "every output of both is impossible under one of the two priors")


@decides(
    """approximate-sketch-privacy average-sketch-privacy sketch-kl-privacy sketch-privacy-for-most-records
    sketch-privacy/composition"""
)
def parities_of_sketches(check: Check) -> None:
    """Two parities of a sketched set: the sketch privacies do not compose.

    Verdict  false: two mechanisms with ε = ln 1.5 together have an infinite loss for one record of six (δ = 1, and an
             infinite mean).

    Six records, one of them t; a, b are two others. On sets E of three records M₁ tells whether |E ∩ {t, a, b}| is odd and
    M₂ whether |E ∩ {a, b}| is odd; on other sets both say ⊥. Given whether a record is in E, each answer has the
    probabilities 0.4 and 0.6 in some order. The two answers differ exactly if t ∈ E. Sizes other than three cost nothing,
    so N = 1. For most records: with γ = 1/10 no record of six may be exempt.
    """
    T, sets = "tabuvw", list(combinations("tabuvw", 3))
    sketches: dict[str, Callable[[tuple[str, ...]], Hashable]] = {
        "M₁": lambda e: len(set(e) & set("tab")) % 2,
        "M₂": lambda e: len(set(e) & set("ab")) % 2,
        "both": lambda e: (len(set(e) & set("tab")) % 2, len(set(e) & set("ab")) % 2),
    }

    def laws(name: str, record: str) -> tuple[Matrix, Matrix]:
        """The law of the sketch of three random records, given that the record is, or is not, among them."""
        counts = [Counter(sketches[name](E) for E in sets if (record in E) is inside) for inside in (True, False)]
        outputs = list(counts[0] | counts[1])
        inside, outside = (np.array([F(c[o], c.total()) for o in outputs], dtype=object) for c in counts)
        return inside, outside

    def mean_loss(name: str, record: str) -> Real:
        p, q = laws(name, record)
        return sum(
            (real(a) * greatest([real(0), real(a / b).log() if b else INFINITY]) for a, b in zip(p, q, strict=True) if a), real(0)
        )

    worst, mean = {}, {}
    for name in sketches:
        losses = {r: max_divergence(*laws(name, r)) for r in T}
        worst[name], mean[name] = greatest(list(losses.values())), greatest([mean_loss(name, r) for r in T])
        if name == "both":
            continue
        check.show(f"{name}, given t ∈ E and t ∉ E", [[str(x) for x in law] for law in laws(name, "t")])
        check.at_most(
            f"{name}: sketch privacy's ε, the largest loss of a record (γ = 1/10, and δ = 0 too)", worst[name], log_of(F(3, 2))
        )
        check.at_most("… the average of the records' largest losses", sum(losses.values(), real(0)) / 6, log_of(F(3, 2)))
        check.at_most("… the largest mean loss", mean[name], log_of(F(3, 2)))
    check.equal("both: the largest loss, of the record t, and so the average", worst["both"], INFINITY)
    check.equal("… δ at ε = ∞", hockey_stick(*laws("both", "t"), INFINITY), 1)
    check.equal("… the largest mean loss", mean["both"], INFINITY)
    check.less("records that γ = 1/10 exempts", F(6, 10), 1)


@decides("dp-under-sampling/composition")
def sampled_parities(check: Check) -> None:
    """Two parities of a sample: DP under sampling does not compose.

    Verdict  false: two mechanisms with ε = ln((1 + η)/(1 - η)), η = C(K, K/2)/2^K, have together at least the loss
             ln(1/Pr[m < K]), which grows without bound with the size N of the dataset.

    In the sample m counts the records other than x and c those equal to x. If m < K both mechanisms toss a coin; if not, M₁
    tells whether m + c is odd, M₂ whether m is. An alternating sum of binomial probabilities is at most their largest one,
    so each bit is within η/2 of fair. Run both on one sample: for m ≥ K they differ exactly if c is odd. With N other
    records they differ with probability Pr[m < K]/2; with one x more, with probability 1/2, whatever m is. We take K = 4: η
    = 3/8. The rate of sampling is β = 1/2.
    """
    K, eta = 4, F(3, 8)
    coin: dict[Any, F] = {0: F(1, 2), 1: F(1, 2)}
    check.equal("the largest probability of Bin(4, 1/2)", F(comb(4, 2), 16), eta)
    notion, half = notions["dp-under-sampling"], F(1, 2)
    bound = log_of((1 + eta) / (1 - eta))

    def parity(sample: tuple[Any, ...], counted: str) -> dict[Any, F]:
        """The law of the answer: whether the number of these records is odd, or a coin if there are fewer than K y."""
        return {sum(t in counted for t in sample) % 2: F(1)} if sample.count("y") >= K else coin

    for N in (4, 6, 8, 10):
        datasets = [("y",) * m + ("x",) * c for m in range(N + 1) for c in range(2)]
        M1 = from_function(datasets, lambda r: parity(r, "xy"))
        M2 = from_function(datasets, lambda r: parity(r, "y"))
        if N == K:
            check.show("M₁, N = 4", M1)
            check.show("M₂, N = 4", M2)
        for symbol, m in (("M₁", M1), ("M₂", M2)):
            check.at_most(f"N = {N}: ε of {symbol}, against ln((1 + η)/(1 - η))", notion.tightest(m, beta=half), bound)
        few = F(sum(comb(N, m) for m in range(K)), 2**N)
        epsilon = notion.tightest(M1.compose(M2), beta=half)
        check.at_least("… ε of both, against ln(1/Pr[m < K])", epsilon, log_of(1 / few))
    for N in (20, 50, 100, 200):
        few = F(sum(comb(N, m) for m in range(K)), 2**N)
        with_x = few / 2 + (1 - few) / 2  # x is in the sample with probability 1/2; for m < K the coins differ half of the time
        check.greater(f"N = {N}: Pr[outputs differ] with x over that without x", with_x / (few / 2), 2 ** (N // 2 - 1))
    claim = notion.holds(M1.compose(M2), beta=half, epsilon=2 * bound)
    check.refutes("on datasets with up to ten y and one x, both together are (1/2, 2ε)-DP under sampling", claim)


@decides("divergence-distribution-privacy-aux partially-private-pufferfish robust-privacy/composition")
def halves_of_a_pair(check: Check) -> None:
    """Two halves of a bit: composition of three notions about pairs of distributions.

    Verdict  false: two mechanisms with ε = 0 together have ε = ∞.

    Under θ_a the data is (a, y) with a uniform bit y. Publishing a⊕y and publishing y are both fair coins under θ₀ and
    under θ₁. Together they tell a. Auxiliary inputs and public information are trivial, the divergence is Kullback and
    Leibler's, the secrets are a = 0 and a = 1, and robust privacy has Hamming's distance and r = 1: moving a costs 1.
    """
    data = [(a, y) for a in (0, 1) for y in (0, 1)]
    M1 = check.show("M₁(a, y) = a⊕y", deterministic(data, lambda d: d.count(1) % 2))
    M2 = check.show("M₂(a, y) = y", deterministic(data, lambda d: d[1]))
    theta: list[dict[Any, F]] = [{(a, y): F(1, 2) for y in (0, 1)} for a in (0, 1)]
    joint = Prior.of({D: F(1, 4) for D in data})
    secrets = [joint.given(has_record(0, a)) for a in (0, 1)]
    check.true("given the secret a = 0 or a = 1, the uniform law of two bits is θ₀ or θ₁", secrets == theta)
    coupling = [((0, y), (1, y)) for y in (0, 1)]
    farthest = max(sum(x != z for x, z in zip(D, E, strict=True)) for D, E in coupling)
    check.at_most("θ₀ and θ₁ have a coupling that changes this many records, r = 1", farthest, 1)
    for name, m, expected in (("M₁", M1, 0), ("M₂", M2, 0), ("both", M1.compose(M2), INFINITY)):
        laws = [mixture(m, t) for t in theta]
        for what, divergence in (("loss", max_divergence), ("Kullback-Leibler divergence", kl_divergence)):
            worst = greatest([divergence(laws[0], laws[1]), divergence(laws[1], laws[0])])
            check.equal(f"{name}: {what} between θ₀ and θ₁", worst, expected)


@decides("coupled-worlds-privacy inference-based-coupled-worlds-privacy inference-based-distributional-dp/composition")
def sums_modulo_m(check: Check) -> None:
    """Two sums tell both records: composition of coupled worlds and of the inference-based notions.

    Verdict  false: two mechanisms with ε = δ = 0 together have ε = ∞, and in the inference-based forms, with more and more
             record values, no ε and δ < 1 is left.

    Two independent records, uniform on the numbers modulo an odd m; M₁ = D(1) + D(2), M₂ = D(1) + 2D(2). Given either
    record each sum is uniform. Both together give both records. Whoever saw D(2) alone has the uniform belief about D(1),
    whatever they output: it is independent of D(2). A point mass x and the uniform law u have x ≤ e^ε u + δ for large ε,
    but u ≤ e^ε x + δ only for δ ≥ 1 - 1/m, and this holds at every output. So (ε, δ) fails for every ε and δ < 1 - 1/m, and
    m is free.
    """

    def add(d: Any, times: int) -> int:
        return int(d[0]) + times * int(d[1])

    def sums(m: int) -> tuple[FiniteMechanism, FiniteMechanism, Prior]:
        data = list(product(range(m), repeat=2))
        first = deterministic(data, lambda d: add(d, 1) % m)
        second = deterministic(data, lambda d: add(d, 2) % m)
        return first, second, Prior.of({D: F(1, m * m) for D in data})

    M1, M2, theta = sums(3)
    check.show("M₁, m = 3", M1)
    check.show("M₂, m = 3", M2)
    Gamma = [(lambda d: d[1], lambda d: d[0]), (lambda d: d[0], lambda d: d[1])]  # what the simulator sees, the secret
    coupled, inferred = "inference-based-coupled-worlds-privacy", "inference-based-distributional-dp"
    lost_together(check, ["coupled-worlds-privacy"], M1, M2, Theta=[theta], Gamma=Gamma)
    lost_together(check, [coupled], M1, M2, Theta=[theta], Gamma=Gamma, delta=0)
    lost_together(check, [inferred], M1, M2, Theta=[theta], delta=0)
    check.least(coupled, M1.compose(M2), INFINITY, "both", Theta=[theta], Gamma=Gamma, delta=F(1, 10))
    check.least(inferred, M1.compose(M2), INFINITY, "both", Theta=[theta], delta=F(1, 10))
    for m in (3, 5, 7, 9, 101):
        pairs = {((a + b) % m, (a + 2 * b) % m): (a, b) for a in range(m) for b in range(m)}
        check.equal(f"m = {m}: the pair of sums has as many values as the dataset", len(pairs), m * m)
        point, uniform = [F(1)] + [F(0)] * (m - 1), [F(1, m)] * m
        unseen = sum((u for u, x in zip(uniform, point, strict=True) if not x), F(0))
        check.equal("… and the δ that closeness of the two beliefs takes at ε = ∞ is 1 - 1/m", unseen, 1 - F(1, m))


Pairs = list[tuple[Matrix, Matrix]]


@decides("approximate-causal-dp empirical-dp-bd19 identity-dp inferential-privacy inherit-dp weak-dp/composition")
def parities_with_a_record_changed(check: Check) -> None:
    """Two parities tell a record: composition where a record is compared with another value, or with its absence.

    Verdict  false: two mechanisms with ε = δ = 0 together have δ = 1 at ε = ∞, and so ε = ∞ where there is no δ.

    θ is uniform on {0,1}³; for empirical DP these are the eight observed datasets. The parity of all records and that of
    the last two are fair coins given D(1) = t, given D(1) = t', with D(1) replaced, and with D(1) removed; likewise for the
    other records. The two together tell D(1); without a first record they are equal. By Bayes' rule posterior odds over
    prior odds are the ratio of the output's probabilities given the two values, which is also what weak DP bounds.
    """
    triples, couples = (list(product((0, 1), repeat=n)) for n in (3, 2))
    M1 = check.show("M₁", deterministic([*triples, *couples], lambda d: d.count(1) % 2))
    M2 = check.show("M₂", deterministic([*triples, *couples], lambda d: d[-2:].count(1) % 2))
    both = M1.compose(M2)
    theta = Prior.of({D: F(1, 8) for D in triples})

    def given(m: FiniteMechanism, i: int, t: int, instead: tuple[int, ...]) -> Matrix:
        """The law of the output on D with its i-th record replaced by the records ``instead``, where D ~ θ given D(i) = t."""
        law = theta.given(has_record(i, t)) or {}
        return mixture(m, {(*D[:i], *instead, *D[i + 1 :]): w for D, w in law.items()})

    def other_value(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, 1 - t, (1 - t,))

    def replaced(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, t, (1 - t,))

    def removed(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, t, ())

    names = {
        "identity DP, inferential privacy, weak DP (two values)": other_value,
        "causal DP with δ (the record replaced)": replaced,
        "inherit DP, empirical DP (the record removed)": removed,
    }
    for name, pair in names.items():
        for symbol, m in (("M₁", M1), ("M₂", M2)):
            laws = [pair(m, i, t) for i in range(3) for t in (0, 1)]
            loss = greatest([max_divergence(a, b) for p, q in laws for a, b in ((p, q), (q, p))])
            check.equal(f"{name}: ε of {symbol} at δ = 0", loss, 0)
        first = [pair(both, 0, t) for t in (0, 1)]
        for (p, q), t in zip(first, (0, 1), strict=True):
            if (name, t) == ("inherit DP, empirical DP (the record removed)", 0):
                continue  # D(1) = 0: the two parities are equal with the record, too
            check.equal(f"… both together, D(1) = {t}: δ at ε = ∞", hockey_stick(p, q, INFINITY), 1)


Bits = tuple[int, ...]


@decides("epsilon-privacy-mgg09/composition")
def parities_under_an_urn(check: Check) -> None:
    """Two parities under an urn: ε-privacy [MGG09] does not compose.

    Verdict  false: two procedures with a finite ε together make a belief certain, so that no ε is left.

    Records are bits, drawn independently with an unknown chance, on which the attacker has the prior. On three records M₁
    publishes the sum, M₂ the sum of the last two, both modulo 2; on other datasets nothing. After one answer every record
    can have either value: all beliefs lie between 0 and 1, and there are finitely many. The two answers together show D(1).
    The Dirichlet prior has the weights 1 and 1, and then 1 and 3.
    """
    procedures: dict[str, Callable[[Bits], object]] = {
        "M₁": lambda d: sum(d) % 2 if len(d) == 3 else None,
        "M₂": lambda d: sum(d[1:]) % 2 if len(d) == 3 else None,
        "both": lambda d: (sum(d) % 2, sum(d[1:]) % 2) if len(d) == 3 else None,
    }

    def chance(d: Bits, ones: int, zeros: int) -> F:
        """Pólya's urn: the probability of the bits under the Dirichlet prior with these weights."""
        found = F(1)
        for t in d:
            found *= F(ones if t else zeros, ones + zeros)
            ones, zeros = ones + t, zeros + 1 - t
        return found

    def factor(name: str, ones: int, zeros: int) -> F | None:
        """e^ε over all datasets of up to four records, all people and values; None if a belief is certain that was not."""
        publish, largest = procedures[name], F(1)
        for n in range(1, 5):
            data = list(product((0, 1), repeat=n))
            for D, u, value in product(data, range(n), (0, 1)):
                seen_in, seen_out = publish(D), publish((*D[:u], *D[u + 1 :]))

                def belief(alike: list[Bits], u: int = u, value: int = value) -> F:
                    total = sum((chance(E, ones, zeros) for E in alike), F(0))
                    return sum((chance(E, ones, zeros) for E in alike if E[u] == value), F(0)) / total

                p_in = belief([E for E in data if publish(E) == seen_in])
                p_out = belief([E for E in data if publish((*E[:u], *E[u + 1 :])) == seen_out])
                if (p_out == 0 and p_in) or (p_in == 1 and p_out < 1):
                    return None
                largest = max(largest, p_in / p_out, (1 - p_out) / (1 - p_in))
        return largest

    for weights in ((1, 1), (1, 3)):
        for name in ("M₁", "M₂"):
            found = factor(name, *weights)
            check.true(f"weights {weights}: {name} has a finite ε", found is not None)
            check.at_most("… e^ε", found or F(10**9), 10)
        check.true("… both together make D(1) certain: no ε will do", factor("both", *weights) is None)


Data = tuple[int, ...]


@decides("error-preserving-privacy individual-privacy inference-based-causal-dp/composition")
def beliefs_after_two_sums(check: Check) -> None:
    """Two sums leave no error: composition of notions that measure what an attacker concludes.

    Verdict  false: two mechanisms with ε = 0 leave together an error of 0, an information of ln m for every m, and a belief
             in the true value that is certain in one world and at most 1/2 in the other.

    θ is uniform on the triples of numbers modulo m (bits, but for individual privacy). D(1) + D(2) + D(3) and D(2) + D(3)
    are each independent of every single record, and of what was drawn for a record that is overwritten. Their difference is
    D(1), or the value that overwrites it.
    """
    Query = Callable[[Data, int], object]
    queries: dict[str, Query] = {
        "the sum of all": lambda d, m: sum(d) % m,
        "the sum of the last two": lambda d, m: sum(d[1:]) % m,
        "both": lambda d, m: (sum(d) % m, sum(d[1:]) % m),
    }

    def beliefs(query: Query, m: int, i: int, overwritten: int | None = None) -> dict[object, list[F]]:
        """For each output the belief about what was drawn for D(i); the mechanism sees D(i) overwritten, if so."""
        counts: dict[object, list[int]] = {}
        for D in product(range(m), repeat=3):
            seen = D if overwritten is None else (*D[:i], overwritten, *D[i + 1 :])
            counts.setdefault(query(seen, m), [0] * m)[D[i]] += 1
        return {o: [F(c, sum(each)) for c in each] for o, each in counts.items()}

    def error(query: Query, i: int) -> F:
        """The mean square error of the best guess of the bit D(i); outputs are equally likely here."""
        after = beliefs(query, 2, i).values()
        return sum((p[0] * p[1] for p in after), F(0)) / len(after)

    def information(query: Query, m: int, i: int) -> Real:
        """I(D(i); output): the mean divergence of the beliefs from the uniform prior; outputs are equally likely here."""
        uniform = np.array([F(1, m)] * m, dtype=object)
        after = beliefs(query, m, i).values()
        return sum((kl_divergence(np.array(p, dtype=object), uniform) for p in after), real(0)) / len(after)

    def change(query: Query, i: int) -> Real:
        """The largest log-ratio of beliefs about D(i) after the same output, with D(i) kept and overwritten by b."""
        ratios = [real(0)]
        for b in (0, 1):
            kept, overwritten = beliefs(query, 2, i), beliefs(query, 2, i, b)
            for o in kept.keys() & overwritten.keys():
                for x, y in zip(kept[o], overwritten[o], strict=True):
                    ratios += [INFINITY] if (x == 0) != (y == 0) else [abs(log_of(x / y))] if x else []
        return greatest(ratios)

    for name, query in queries.items():
        alone = name != "both"
        errors = [error(query, i) for i in range(3)]
        check.equal(f"{name}: the least mean square error of a guess (the variance is 1/4)", min(errors), F(1, 4) if alone else 0)
        for m in (2, 3, 5):
            most = greatest([information(query, m, i) for i in range(3)])
            if alone:
                check.equal(f"… the largest information about a record, m = {m}", most, 0)
            else:
                check.greater(
                    f"… the largest information about a record, m = {m}, is ln m: beyond ln(m - 1)", most, log_of(m - 1)
                )
                check.true("… every output leaves one value", all(max(p) == 1 for p in beliefs(query, m, 0).values()))
        worst = greatest([change(query, i) for i in range(3)])
        check.equal("… the largest change of a belief when the record is overwritten", worst, 0 if alone else INFINITY)


Record = tuple[int, int]
Law = dict[Hashable, F]
Output = Callable[[list[Record]], Hashable]


@decides("membership-privacy-sds19/composition")
def masked_lists_of_values(check: Check) -> None:
    """A mask and a masked list: membership privacy [SDS19] does not compose.

    Verdict  false: two mechanisms with ε = 0 and δ ≤ 1/2 together have δ = 1 at e^ε = mK/3 - 1, for every number m of
             values.

    A record is (v, r) with v one of m values and r a number modulo K, both uniform; there are n = 2 candidates, each used
    with probability λ = 3/4. M₁ publishes the sum of all r in D modulo K, M₂ the same sum plus a code e(D) for the list of
    all v in D (there are K lists). If the other candidate is used, its r masks either output. Together they show e(D). If z
    = (v, r) is in D, the list has v; if not, it does so only if the other candidate happens to have it, and for D = {z}
    also r must agree. We take the worst and, for both together, the best record z. The m values stand for [0, 1] of the
    recorded proof, and numbers modulo K for its sequences of bits.
    """
    chance = F(3, 4)
    least = F(1)
    for m in (2, 4, 6):
        lists = [c for n in range(3) for c in combinations_with_replacement(range(m), n)]
        K = len(lists)
        code = {c: k for k, c in enumerate(lists)}
        records = list(product(range(m), range(K)))

        def mask(d: list[Record], size: int = K) -> int:
            return sum(r for _, r in d) % size

        def masked(d: list[Record], size: int = K, code: dict[tuple[int, ...], int] = code) -> int:
            return (mask(d, size) + code[tuple(sorted(v for v, _ in d))]) % size

        def law(d: list[Record], output: Output, records: list[Record] = records) -> Law:
            """The output's law if the first candidate gives D = {z} (P_z) or D = ∅ (Q); the other one is random."""
            found: Law = {output(d): 1 - chance}
            for other in records:
                o = output([*d, other])
                found[o] = found.get(o, F(0)) + chance / len(records)
            return found

        def deltas(output: Output, factor: F, records: list[Record] = records) -> list[F]:
            Q = law([], output)
            return [sum((p for o, p in law([z], output).items() if p > factor * Q.get(o, F(0))), F(0)) for z in records]

        check.at_most(f"m = {m}, K = {K}: δ of M₁ at ε = 0", max(deltas(mask, F(1))), F(1, 2))
        check.at_most("… of M₂", max(deltas(masked, F(1))), F(1, 2))
        factor = F(m * K, 3) - 1
        least = min(deltas(lambda d: (mask(d), masked(d)), factor))
        check.equal(f"… of both at e^ε = {factor}, for every z", least, 1)
    check.refutes(f"at m = 6 both together satisfy it with e^ε = {factor} and some δ < 1", least < 1)
