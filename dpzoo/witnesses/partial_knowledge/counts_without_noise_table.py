"""Counts and votes that are published without noise, or above a threshold."""

from scipy.special import gammaln

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="n, p, ε")
def data_noise_and_added_noise(check: Check) -> None:
    """The attacker's uncertainty and added noise combine.

    Claim    Uncertainty about the data and noise added to the count protect together better than either alone.
    Verdict  true: Bin(1000, .05) with two-sided geometric noise of parameter ½ has δ = 2.8·10⁻⁵ at ε = ½, Bin(1000, .05)
             alone 9.1·10⁻⁵.
    Source   Desfontaines 2020, Section 3.2.4.2 (nested composition).

    The two sources add up, so their distribution is a convolution. That noise does not harm is post-processing; that it
    helps here is seen by computing.
    """
    n, p, factor = 1000, 0.05, float(np.exp(0.5))
    s = np.arange(n + 1)
    others = np.exp(gammaln(n + 1) - gammaln(s + 1) - gammaln(n - s + 1) + s * np.log(p) + (n - s) * np.log(1 - p))
    noise = 0.5 ** np.abs(np.arange(-200, 201)) / 3  # Geo(ln 2): (1-q)/(1+q)·q^|k| with q = ½; what is cut off is below 10⁻⁶⁰

    def delta(law: np.ndarray) -> float:
        no, yes = np.append(law, 0.0), np.insert(law, 0, 0.0)
        return max(float(hockey_stick(no, yes, factor)), float(hockey_stick(yes, no, factor)))

    data, added, both = delta(others), delta(noise), delta(np.convolve(others, noise))
    check.equal("the count alone: δ at ε = ½, in units of 10⁻⁵", data * 1e5, 9.1, tolerance=0.05)
    check.equal("the noise alone, if everything is known", added, 0.117, tolerance=5e-4)
    check.equal("both, in units of 10⁻⁵", both * 1e5, 2.8, tolerance=0.05)
    check.confirms("data and noise together have a smaller δ at ε = ½ than either alone", both < min(data, added), numeric=True)


@decides(kind=Kind.BOUND, errata=["thesis-theorem3-ratio"], sampled="n, λ, δ")
def noiseless_count_closed_form(check: Check) -> None:
    """The closed form for noiseless counts.

    Claim    n independent bits with λ < pᵢ < 1 − λ: the count is (ε, δ)-APKDP for ε = max(√(14 ln(1/δ)/(λ(n−1))),
             27/(λ(n−1))), if this is at most 1.
    Verdict  true in every case tried, and far from tight: the exact δ is smaller by a factor of a million or more.

    The least randomness that is allowed is pᵢ = λ for all others. The count of the n − 1 others is then binomial, and the
    target shifts it by one.
    """
    largest = 0.0
    for n in (2000, 10_000):
        for lam in (0.05, 0.2):
            s = np.arange(n)
            log_f = gammaln(n) - gammaln(s + 1) - gammaln(n - s) + s * math.log(lam) + (n - 1 - s) * math.log(1 - lam)
            no = np.append(np.exp(log_f), 0.0)
            yes = np.roll(no, 1)
            for delta in (1e-1, 1e-2, 1e-3):
                epsilon = max(math.sqrt(14 * math.log(1 / delta) / (lam * (n - 1))), 27 / (lam * (n - 1)))
                exact = max(float(hockey_stick(a, b, math.exp(epsilon))) for a, b in ((no, yes), (yes, no)))
                largest = max(largest, exact / delta)
                check.at_most(f"n = {n}, λ = {lam}, δ = {delta}: the closed form's ε is at most 1", epsilon, 1.0)
                check.at_most(f"… at ε = {epsilon:.3f} the exact δ", exact, delta)
    check.at_most("the largest ratio of exact to allowed δ", largest, 1e-6)
    check.confirms("the closed form bounds the exact δ of the count in all twelve cases", largest <= 1, numeric=True)


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem3-ratio"])
def noiseless_count_condition(check: Check) -> None:
    """The condition of the theorem on noiseless counts.

    Verdict  both sentences are false as printed: the condition does not suffice for large ε, and for ε ≤ 1 it asks for δ ≥
             ½.

    Each other record is a fair coin with probability 2λ and something else otherwise. Let the something else be known: the
    coins show X ones and Y zeros. With the target's 1 there are X + 1 ones, and the loss is ln of their number over that of
    the zeros; so δ is at most the probability that it exceeds ε.
    """

    def count(probabilities: list[F]) -> list[F]:
        """The distribution of the number of ones among independent bits."""
        law = [F(1)]
        for p in probabilities:
            law = [(law[k] if k < len(law) else 0) * (1 - p) + (law[k - 1] * p if k else 0) for k in range(len(law) + 1)]
        return law

    # The first sentence. n = 10, λ = 1/20, ε = 10: X ≤ 9, so that X/Y ≥ 10 only if Y = 0 (0/0 counted as well).
    n, lam, p = 10, F(1, 20), F(51, 1000)
    printed = (1 - 2 * lam) ** (n - 1)
    given_no = (1 - p) ** (n - 1)  # Pr[count = 0 | D(i) = 0]; given D(i) = 1 a count of 0 is impossible
    check.equal("n = 10, λ = 1/20, ε = 10: Pr[X/Y ≥ ε] as printed", printed, F(9, 10) ** 9)
    check.greater("… all pᵢ = .051: δ is at least Pr[count = 0 | D(i) = 0]", given_no, F(62, 100))
    check.greater("… which is more than the printed condition asks", given_no, printed)

    # The second sentence. n = 200, λ = 2/5, δ = 1/10.
    n, lam, delta = 200, F(2, 5), F(1, 10)
    square = 14 * real(1 / delta).log() / (lam * (n - 1))
    check.greater("n = 200, λ = 2/5, δ = 1/10: the closed form's first term, squared", square, F(27, 80) ** 2)
    check.less("… so that ε < 1", square, 1)
    f = [comb(n - 1, k) * (2 * lam) ** k * (1 - 2 * lam) ** (n - 1 - k) for k in range(n)]
    at_least_as_many = sum((f[y] * sum(f[y:], F(0)) for y in range(n)), F(0))
    check.greater("… Pr[X/Y ≥ ε] ≥ Pr[X ≥ Y], more than half", at_least_as_many, F(1, 2))
    ones = np.array([*count([F(1, 2)] * (n - 1)), F(0)], dtype=object)
    needed = hockey_stick(ones, np.roll(ones, 1), square.sqrt().exp())
    check.at_most("… the closed form is right all the same: the count's δ, all pᵢ = ½", needed, delta)

    # The corrected condition, with unequal pᵢ.
    for n, lam, others in ((8, F(1, 10), [F(k, 10) for k in (2, 3, 5, 7, 8, 2, 3)]), (11, F(1, 5), [F(1, 4), F(3, 4)] * 5)):
        law = np.array([*count(others), F(0)], dtype=object)
        for exp_epsilon in (F(3, 2), F(2), F(5), F(100)):
            bound = sum(
                (
                    comb(n - 1, x) * comb(n - 1 - x, y) * lam ** (x + y) * (1 - 2 * lam) ** (n - 1 - x - y)
                    for x in range(n)
                    for y in range(n - x)
                    if x + 1 >= exp_epsilon * y
                ),
                F(0),
            )
            shifted = np.roll(law, 1)
            for a, b, order in ((law, shifted, "0/1"), (shifted, law, "1/0")):
                check.at_most(
                    f"corrected, n = {n}, λ = {lam}, e^ε = {exp_epsilon}, {order}: δ", hockey_stick(a, b, exp_epsilon), bound
                )
    claim = (1 - F(51, 1000)) ** 9 <= F(9, 10) ** 9
    check.refutes(
        "with n = 10, λ = 1/20 and all pᵢ = .051 the count satisfies (10, δ)-APKDP for δ = Pr[X/Y ≥ 10] as printed", claim
    )


@decides(kind=Kind.ERRATUM, errata=["thesis-prop27-third-moment"])
def normal_approximation_of_a_count(check: Check) -> None:
    """The normal approximation of a noiseless count.

    Verdict  false as printed: for pᵢ = ½ the printed μ₃ is 0, and δ₂ alone is too small.

    With 1000 fair bits and δ₂ = 1.25e^(−125) the claim is ε = 1 and δ = δ₂. A normal variable would do; but the binomial
    tail at that distance is larger: δ is Pr[S ≤ 268] − e·Pr[S ≤ 267], for S ~ Bin(999, ½), since the loss of a count k is
    ln((1000−k)/k).
    """
    n, e = 1000, real(1).exp()
    check.equal("pᵢ = ½: the printed μ₃", F(1, 2) * F(1, 2) * abs(1 - 2 * F(1, 2)), 0)
    delta_2 = F(5, 4) * real(-125).exp()
    check.greater("the loss of the count 268 is above ε = 1", F(n - 268, 268), e)
    check.less("… that of 269 is below", F(n - 269, 269), e)
    f = [F(math.comb(n - 1, s), 2 ** (n - 1)) for s in range(269)]
    delta = real(sum(f)) - e * real(sum(f[:268]))
    log10 = real(10).log()
    check.at_most("log₁₀ of δ₂, which is all of the printed δ", delta_2.log() / log10, -54)
    check.greater("log₁₀ of the exact δ at ε = 1", delta.log() / log10, -52)

    largest = 0.0
    for size, p, smaller in ((100, 0.5, 1.0), (1000, 0.5, 1.0), (1000, 0.3, 0.1), (1000, 0.1, 0.5), (10_000, 0.02, 0.1)):
        mu_2, mu_3 = p * (1 - p), p * (1 - p) * (p**2 + (1 - p) ** 2)
        second = max(1.25 * math.exp(-size * mu_2 / 2), smaller * 0.8 / math.sqrt(size))
        epsilon = math.sqrt(2 * math.log(1.25 / second) / (size * mu_2))
        bound = 1.12 * mu_3 / (math.sqrt(size) * mu_2**1.5) * (1 + math.exp(epsilon)) + second
        s = np.arange(size)
        log_f = gammaln(size) - gammaln(s + 1) - gammaln(size - s) + s * math.log(p) + (size - 1 - s) * math.log(1 - p)
        no = np.append(np.exp(log_f), 0.0)
        exact = max(float(hockey_stick(a, b, math.exp(epsilon))) for a, b in ((no, np.roll(no, 1)), (np.roll(no, 1), no)))
        largest = max(largest, exact / bound)
        check.at_most(f"corrected, n = {size}, p = {p}, ε = {epsilon:.3f}: exact δ", exact, bound)
    check.refutes("1000 fair bits: the exact δ at ε = 1 is at most the printed one, 1.25e^(-125)", bool(delta <= delta_2))


@decides(kind=Kind.BOUND)
def votes_without_noise(check: Check) -> None:
    """Publishing the result of a vote.

    Claim    The exact result of a vote protects each voter, if enough other votes are uncertain, although no noise is
             added.
    Verdict  true: with 1000 unknown voters and ε = 1 the least δ is below 1.3·10⁻⁵² for p = ½, and below 8.5·10⁻⁹
             for p = .05.
    Source   Desfontaines 2020, Section 3.2.1 (voting).

    The count of the others is binomial, and the target's vote shifts it by one. Pr[k | No]/Pr[k | Yes] = (1001 −
    k)p/(k(1−p)) falls with k; so the outputs whose loss exceeds ε are the smallest counts for one order, the largest for
    the other, and the sums that make up δ telescope to two tails.
    """
    n, e = 1000, real(1).exp()
    found = []
    for p, (low, high) in ((F(1, 2), (F(12, 10**53), F(13, 10**53))), (F(1, 20), (F(84, 10**10), F(85, 10**10)))):
        odds = p / (1 - p)
        smallest = max(k for k in range(n + 1) if k == 0 or (n + 1 - k) * odds / k > e)  # No/Yes: loss above 1 up to here
        largest = min(k for k in range(1, n + 2) if k > (n + 1 - k) * odds * e)  # Yes/No: loss above 1 from here
        f = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        no_yes = real(sum(f[: smallest + 1])) - e * real(sum(f[:smallest]))
        yes_no = real(sum(f[largest - 1 :])) - e * real(sum(f[largest:]))
        delta = greatest([no_yes, yes_no])
        check.show(f"p = {p}: counts with a loss above 1", f"up to {smallest} (No/Yes), from {largest} (Yes/No)")
        log10 = real(10).log()
        check.greater(f"p = {p}: log₁₀ of δ at ε = 1, from below", delta.log() / log10, real(low).log() / log10)
        check.less("… from above", delta.log() / log10, real(high).log() / log10)
        found.append(delta)
    check.confirms("with 1000 unknown fair voters the exact result is (1, 1.3·10⁻⁵²)-APKDP", bool(found[0] <= F(13, 10**53)))


@decides(kind=Kind.BOUND, sampled="n, p, T")
def thresholding_passive_knowledge(check: Check) -> None:
    """Thresholding against an attacker who passively knows some records.

    Claim    The attacker knows |B| of n independent bits with pᵢ < p; choose b_max with r_b = p|B|/((1−p)b_max) < 1 and r′
             = p(n−|B|−1)/((1−p)(T−b_max)) < 1. The count, hidden if it is at most T, satisfies PPKDP with ε = −ln(1 − g)
             and δ = f(b_max, |B|, p)/(1−r_b) + g, where g = f(T−b_max, n−|B|−1, p)/(1−r′).
    Verdict  true in the cases tried, e.g. 2.5·10⁻⁵ ≤ .0061.
    Source   Desfontaines 2020, Theorem 4, second part.

    Many known ones are rare, and cost the first term; if there are fewer than b_max, the threshold that is left is T −
    b_max, and the first part of the theorem applies.
    """

    def f(s: int, n: int, p: float) -> float:
        """The binomial probability."""
        return math.comb(n, s) * p**s * (1 - p) ** (n - s)

    ratios = []
    for n, p, T, known, b_max in ((60, 0.05, 12, 20, 5), (100, 0.01, 6, 30, 3), (200, 0.02, 20, 50, 8)):
        rest = n - known - 1
        r_b, r = p * known / ((1 - p) * b_max), p * rest / ((1 - p) * (T - b_max))
        check.less(f"{(n, p, T, known, b_max)}: r_b and r′ are below 1", max(r_b, r), 1.0)
        g = f(T - b_max, rest, p) / (1 - r)
        printed = f(b_max, known, p) / (1 - r_b) + g
        exact = {0: 0.0, 1: 0.0}
        for b in range(known + 1):
            counts = np.zeros((2, n + 1))
            for s in range(rest + 1):
                for t in (0, 1):
                    counts[t, b + t + s] += f(s, rest, p)
            laws = [np.insert(law[T + 1 :], 0, law[: T + 1].sum()) for law in counts]
            for t in (0, 1):
                exact[t] += f(b, known, p) * float(hockey_stick(laws[t], laws[1 - t], 1 / (1 - g)))
        check.at_most(f"… exact δ at ε = {-math.log(1 - g):.3g}", max(exact.values()), printed)
        ratios.append(max(exact.values()) / printed)
        if n == 60:
            check.equal("… the exact δ, in units of 10⁻⁵", max(exact.values()) * 1e5, 2.5, tolerance=0.05)
            check.equal("… the printed δ", printed, 0.0061, tolerance=5e-5)
    check.confirms("Theorem 4 with passive knowledge bounds the exact δ in the three settings", max(ratios) <= 1, numeric=True)


@decides(kind=Kind.BOUND, errata=["thesis-theorem4-proof-symbol"], sampled="n, p, T")
def thresholding_rare_property(check: Check) -> None:
    """Thresholding the count of a rare property.

    Claim    n independent bits with pᵢ < p, no background knowledge, r = p(n−1)/((1−p)T) < 1, and f the binomial
             probability. The count, hidden if it is at most T, satisfies APKDP with δ = f(T, n−1, p)/(1−r) and ε = −ln(1 −
             δ).
    Verdict  true in every case tried. In the proof, the line that prints 1 − p in place of 1 − r is false.

    If the count is hidden the loss is at most ln of Pr[S ≤ T]/Pr[S ≤ T−1] < −ln(1 − Pr[S ≥ T]), and it is shown with
    probability at most Pr[S ≥ T], which a geometric series bounds (Lemma 1). Smaller pᵢ make S smaller.
    """

    def hidden(others: np.ndarray, threshold: int) -> list[np.ndarray]:
        """The distributions of the output given D(i) = 0 and 1, from that of the others' count; the first entry is ⊥."""
        counts = [np.append(others, 0.0), np.insert(others, 0, 0.0)]
        return [np.insert(law[threshold + 1 :], 0, law[: threshold + 1].sum()) for law in counts]

    def printed(n: int, p: float, threshold: int) -> float:
        """δ = f(T, n-1, p)/(1-r)."""
        r = p * (n - 1) / ((1 - p) * threshold)
        log_f = (
            gammaln(n)
            - gammaln(threshold + 1)
            - gammaln(n - threshold)
            + threshold * math.log(p)
            + (n - 1 - threshold) * math.log(1 - p)
        )
        return math.exp(log_f) / (1 - r)

    generator = np.random.default_rng(4)
    cases, worst = 0, 0.0
    for n in (50, 200, 1000):
        for p in (0.001, 0.005, 0.02):
            equal = np.array([1.0])
            unequal = np.array([1.0])
            for bias in p * generator.random(n - 1):
                equal, unequal = np.convolve(equal, [1 - p, p]), np.convolve(unequal, [1 - bias, bias])
            for T in (1, 2, 5, 10, 21, 25, 30):
                if p * (n - 1) >= (1 - p) * T or not 1e-9 < (delta := printed(n, p, T)) < 1:  # floats end there
                    continue
                for others in (equal, unequal):
                    no, yes = hidden(others, T)
                    exact = max(float(hockey_stick(a, b, 1 / (1 - delta))) for a, b in ((no, yes), (yes, no)))
                    cases, worst = cases + 1, max(worst, exact / delta)
    check.show("cases with r < 1 and 10⁻⁹ < δ < 1", cases)
    check.at_most(f"{cases} cases, equal and unequal pᵢ: exact δ at the printed ε, over the printed δ", worst, 1.0)
    n, p, T = 1000, 0.02, 25
    f = printed(n, p, T) * (1 - p * (n - 1) / ((1 - p) * T))
    log_f = [gammaln(n) - gammaln(s + 1) - gammaln(n - s) + s * math.log(p) + (n - 1 - s) * math.log(1 - p) for s in range(T + 1)]
    loss = math.log(sum(map(math.exp, log_f)) / sum(map(math.exp, log_f[:T])))
    check.greater(
        "n = 1000, p = .02, T = 25: the loss of ⊥, against -ln(1 - f/(1-p)) of the proof", loss, -math.log(1 - f / (1 - p))
    )
    check.less("… and against -ln(1 - f/(1-r)), as the theorem prints it", loss, -math.log(1 - printed(n, p, T)))
    check.confirms("Theorem 4 without background knowledge bounds the exact δ in every case tried", worst <= 1, numeric=True)


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem5-threshold"])
def k_anonymity_as_thresholding(check: Check) -> None:
    """k-anonymity as thresholding.

    Verdict  false as printed: the analysis is that of counts above T. With k = T = 1 the theorem fails, and its proof's
             bound on the chance of being shown fails for larger k too.

    With the target in the group a count of k needs only k − 1 others. The proof further goes from a value t to t′ by way of
    ⊥ with 2ε and 2δ; two steps of (ε, δ) give 2ε and (1 + e^ε)δ.
    """

    def f(s: int, n: int, p: F) -> F:
        """The binomial probability."""
        return comb(n, s) * p**s * (1 - p) ** (n - s)

    def anonymous(count: int, k: int) -> int | str:
        return count if count >= k else "⊥"

    def above(count: int, threshold: int) -> int | str:
        return count if count > threshold else "⊥"

    check.true("counts that are at least 3: the threshold T = 2", all(anonymous(c, 3) == above(c, 2) for c in range(20)))
    check.true("… and not T = 3", not all(anonymous(c, 3) == above(c, 3) for c in range(20)))

    # Theorem 5 as printed, k = T = 1: n = 11, λ = 1/50, values a (probability 10⁻³⁰), b (1/2) and ⊥ (the rest).
    n, lam, T, q = 11, F(1, 50), 1, F(1, 10**30)
    r = lam * (n - 1) / ((1 - lam) * T)
    delta_0 = 2 * f(T, n - 1, lam) / (1 - r)
    delta, epsilon_c = (1 - lam) ** (n - 1), 20  # X ≤ 10, so that X/Y ≥ 20 only if Y = 0
    check.less("n = 11, λ = 1/50, k = T = 1: r", r, 1)
    check.less("… δ₀ is below δ = Pr[X/Y ≥ 20]", delta_0, delta)
    check.less("… and ε = 40, as the other term is smaller", -real(1 - delta_0 / 2).log(), epsilon_c)
    shown = 1 - (1 - q) ** (n - 1)  # given D(i) = b the count of a is shown if somebody else has a; given D(i) = a always
    needed = 1 - real(2 * epsilon_c).exp() * real(shown)
    check.greater("… between D(i) = a and D(i) = b the event 'the count of a is shown' needs a δ of", needed, F(999, 1000))
    check.less("… more than the theorem's", real(delta), needed)

    # The bound of the proof on the chance of being shown, for larger k; and the corrected one with T = k - 1.
    n, lam = 100, F(1, 50)
    for k in (5, 10, 20):
        chance = sum((f(s, n - 1, lam) for s in range(k - 1, n)), F(0))
        for T in (k, k - 1):
            bound = f(T, n - 1, lam) / (1 - lam * (n - 1) / ((1 - lam) * T))
            compare = check.greater if k == T else check.less
            compare(
                f"k = {k}: Pr[count shown | D(i) = t], against the bound with T = {'k' if k == T else 'k - 1'}", chance, bound
            )

    # Corrected, in the whole output: n = 12, k = 3, a and ⊥ of probability λ and 1/3, b the rest; D(i) = a against D(i) = ⊥.
    n, k, lam, bottom = 12, 3, F(1, 50), F(1, 3)
    laws: dict[str, dict[tuple[int | str, int | str], F]] = {"a": {}, "⊥": {}}
    for x in range(n):
        for y in range(n - x):
            chance = comb(n - 1, x) * comb(n - 1 - x, y) * lam**x * (1 - lam - bottom) ** y * bottom ** (n - 1 - x - y)
            for value, law in laws.items():
                output = anonymous(x + (value == "a"), k), anonymous(y, k)
                law[output] = law.get(output, F(0)) + chance
    outputs = sorted(laws["a"].keys() | laws["⊥"].keys(), key=str)
    a, absent = (np.array([laws[v].get(o, F(0)) for o in outputs], dtype=object) for v in ("a", "⊥"))
    T = k - 1
    bound = f(T, n - 1, lam) / (1 - lam * (n - 1) / ((1 - lam) * T))
    for first, second, order in ((a, absent, "a/⊥"), (absent, a, "⊥/a")):
        check.at_most(
            f"T = k - 1 = 2, both counts together, {order}: δ at ε = -ln(1 - δ₁)",
            hockey_stick(first, second, 1 / (1 - bound)),
            bound,
        )

    # Two steps of (ln 2, 1/10).
    P, R, Q = (np.array([x, 1 - x], dtype=object) for x in (F(3, 10), F(1, 10), F(0)))
    steps = [hockey_stick(x, y, 2) for x, y in ((P, R), (R, P), (R, Q), (Q, R))]
    check.true("P, R and R, Q are (ln 2, 1/10)-indistinguishable", all(d <= F(1, 10) for d in steps))
    check.equal("… P and Q at 2 ln 2 need (1 + 2)/10, more than 2/10", hockey_stick(P, Q, 4), F(3, 10))
    check.refutes(
        "with n = 11, λ = 1/50 and k = T = 1 the k-anonymity mechanism satisfies Theorem 5's (40, δ)-APKDP", bool(needed <= delta)
    )


Output = tuple[int | str, ...]


@decides(kind=Kind.ATTACK)
def known_total_undoes_thresholding(check: Check) -> None:
    """A known total undoes thresholding.

    Claim    If the number of records is known, hiding the only small count of a histogram is pointless: it is the total
             minus the counts that are shown.
    Verdict  true: the counts (1, 6, 5) with k = 3 and n = 12 are published as (⊥, 6, 5), and the hidden one is 12 − 6 − 5 =
             1.
    Source   Desfontaines 2020, Section 3.2.3, the third remark after Theorem 5.

    If a is rare and b, c are common, almost every output in which b and c add up to n − 1 comes from a dataset with one a.
    A value whose count is never published and which nobody can predict hides the total.
    """
    n, k = 12, 3

    def published(counts: tuple[int, ...]) -> Output:
        return tuple(c if c >= k else "⊥" for c in counts)

    output = published((1, 6, 5))
    check.show("counts of a, b, c, and what is published", {"counts": (1, 6, 5), "published": output})
    possible = [(a, b, c) for a in range(n + 1) for b in range(n + 1) for c in range(n + 1) if published((a, b, c)) == output]
    check.equal("the total known: possible counts of a", sum(sum(counts) == n for counts in possible), 1)
    check.equal("… it is", next(counts[0] for counts in possible if sum(counts) == n), 1)
    check.equal("the total hidden: possible counts of a", len(possible), k)

    def delta(p: dict[str, F], target: str, other: str) -> Real:
        """δ at ε = 5 between D(i) = target and D(i) = other; all values but ⊥ are counted."""
        laws: dict[str, dict[Output, F]] = {target: {}, other: {}}
        rest = n - 1
        for a in range(rest + 1):
            for b in range(rest - a + 1):
                for c in range(rest - a - b + 1) if p["⊥"] else [rest - a - b]:
                    ways = comb(rest, a) * comb(rest - a, b) * comb(rest - a - b, c)
                    chance = ways * p["a"] ** a * p["b"] ** b * p["c"] ** c * p["⊥"] ** (rest - a - b - c)
                    for value, law in laws.items():
                        shown = published((a + (value == "a"), b + (value == "b"), c + (value == "c")))
                        law[shown] = law.get(shown, F(0)) + chance
        outputs = sorted(laws[target].keys() | laws[other].keys(), key=str)
        x, y = (np.array([laws[v].get(o, F(0)) for o in outputs], dtype=object) for v in (target, other))
        return hockey_stick(x, y, real(5).exp())  # type: ignore[no-any-return]

    rare = F(1, 10**6)
    fixed = {"a": rare, "b": (1 - rare) / 2, "c": (1 - rare) / 2, "⊥": F(0)}
    open_total = {"a": rare, "b": F(1, 4), "c": F(1, 4), "⊥": F(1, 2) - rare}
    leak, hidden = delta(fixed, "a", "b"), delta(open_total, "a", "⊥")
    check.greater("a of probability 10⁻⁶, n known: δ at ε = 5 between D(i) = a and D(i) = b", leak, F(9, 10))
    check.less("with records ⊥ that are not counted: δ at ε = 5 between D(i) = a and D(i) = ⊥", hidden, F(1, 10**9))
    check.refutes(
        "a hidden count protects a record with a rare value, ε = 5 and δ = 9/10, even if the total is known",
        bool(leak <= F(9, 10)),
    )
