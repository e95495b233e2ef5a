"""Privacy as a bound on the errors of a test."""

from dpzoo.blocks.divergences import Law, loss_range, total_variation
from dpzoo.blocks.tradeoff import tradeoff
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["sok-section7-error-region"])
def error_region_not_filled(check: Check) -> None:
    """Approximate DP confines the pairs of errors to a region, and does not fill it.

    Verdict  false as printed: the region contains (1, 1), and no event has both errors 1 unless another has both 0.

    If rejecting on S is always wrong, rejecting on the complement is always right: the errors (0, 0), which the region
    excludes for δ < 1. Membership for S is the definition of (ε, δ)-DP for the complement of S.
    """
    exp_epsilon, delta = F(3), F(1, 10)

    def in_region(alpha: F, beta: F) -> bool:
        return 1 - alpha <= exp_epsilon * beta + delta

    def errors(p: Law, q: Law) -> list[tuple[F, F]]:
        size = len(p)
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        return [(sum((p[o] for o in S), F(0)), 1 - sum((q[o] for o in S), F(0))) for S in events]

    check.true("(1, 1) is in the region of e^ε = 3, δ = 1/10", in_region(F(1), F(1)))
    check.true("(0, 0) is not", not in_region(F(0), F(0)))
    constant = errors(np.array([F(1)]), np.array([F(1)]))
    check.true(
        "the constant mechanism, which is (ε, δ)-DP, has only the errors (0, 1) and (1, 0)",
        set(constant) == {(F(0), F(1)), (F(1), F(0))},
    )

    rng, paired, member = np.random.default_rng(33), True, True
    for _ in range(300):
        P, Q = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers((1, 0, 0), 7, (2, 3)))
        both = set(errors(P, Q))
        paired &= all((1 - a, 1 - b) in both for a, b in both)  # the complement exchanges right and wrong
        is_dp = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon)) <= delta
        member &= bool(is_dp) == all(in_region(a, b) for a, b in [*errors(P, Q), *errors(Q, P)])
    check.true("with (α, β) also (1 - α, 1 - β) is a pair of errors: 300 random pairs, all events", paired)
    check.true("corrected: (ε, δ)-DP holds iff all pairs of errors lie in the region", member)
    check.refutes("the pairs of errors of the constant mechanism are the whole region", (F(1), F(1)) in constant)


@decides(kind=Kind.BOUND, sampled="ε")
def error_sum_randomised_response(check: Check) -> None:
    """Randomised response attains the least sum of errors.

    Claim    Under ε-DP P_FA + P_MD ≥ 2/(1 + e^ε), and no better bound holds.
    Verdict  true: randomised response has exactly this least sum, .5379 at ε = 1.
    Source   Desfontaines 2020, Section 2.2.6.1; Desfontaines & Pejó 2022, Section 7.1.

    Adding P_FA + e^ε P_MD ≥ 1 and e^ε P_FA + P_MD ≥ 1 gives the bound. For the rows (x, 1-x), (1-x, x) with x = e^ε/(1 +
    e^ε) the test that believes the answer errs with probability 1-x either way.
    """
    attained = True
    for exp_epsilon in (F(3, 2), F(2), F(3), F(100)):
        x = exp_epsilon / (1 + exp_epsilon)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        curve = tradeoff(m.row((0,)), m.row((1,)))  # its corners are the best tests
        least = min(false_alarm + missed for false_alarm, missed in curve.corners)
        check.equal(f"e^ε = {exp_epsilon}: the least P_FA + P_MD", least, 2 / (1 + exp_epsilon))
        attained &= least == 2 / (1 + exp_epsilon)

    y = real(1).exp() / (1 + real(1).exp())  # ε = 1: the tests reject never, on one answer, on the other, or always
    sums = [real(1), 2 * (1 - y), 2 * y, real(1)]
    check.at_least("ε = 1: the least sum", min(sums), F(53788, 100000))
    check.at_most("ε = 1: the least sum", min(sums), F(53789, 100000))
    check.confirms("randomised response with e^ε = 3/2, 2, 3, 100 has the least sum of errors 2/(1 + e^ε)", attained)


@decides(kind=Kind.ERRATUM, errata=["sok-section7-sum-of-errors"])
def error_sums_plain(check: Check) -> None:
    """A bound on the plain sum of the two errors is not pure DP.

    Verdict  false as printed: only "⇒" holds. The rows (.9, .1) and (1, 0) satisfy the right side with e^ε = 3.

    The sum is 1 - (Pr[M(D₂) ∈ S] - Pr[M(D₁) ∈ S]), so the right side bounds the total variation distance by 1 - 2/(1 + e^ε)
    = tanh(ε/2). An output of probability 1/10 that is impossible on the other dataset is no matter for total variation, and
    infinite for pure DP.
    """
    exp_epsilon = F(3)
    m = check.show("M", from_rows({(0,): [F(9, 10), F(1, 10)], (1,): [F(1), F(0)]}))

    def least_sum(p: Law, q: Law) -> F:
        """The least P_FA + P_MD over all S, in the worse of the two orders: reject where the other law is larger."""
        return 1 - sum((max(F(0), b - a) for a, b in zip(p, q, strict=True)), F(0))

    P, Q = m.row((0,)), m.row((1,))
    check.equal("least P_FA + P_MD", min(least_sum(P, Q), least_sum(Q, P)), F(9, 10))
    bound = 2 / (1 + exp_epsilon)
    check.at_least("against 2/(1 + e^ε) with e^ε = 3", F(9, 10), bound)
    infinite = bool(max_divergence(P, Q).infinite)
    check.true("the second output is possible on (0) and impossible on (1): the loss is infinite", infinite)

    rng, forward, corrected = np.random.default_rng(32), True, True
    for _ in range(500):
        A, B = (np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in rng.integers(1, 9, (2, 3)))
        c = F(int(rng.integers(4, 17)), 4)
        tanh = (c - 1) / (c + 1)
        enough = least_sum(A, B) >= 2 / (1 + c)
        if max(max_divergence(A, B), max_divergence(B, A)).exp() <= c:
            forward &= enough
        corrected &= enough == bool(hockey_stick(A, B, 1) <= tanh) == bool(total_variation(A, B) <= tanh)
    check.true("500 random pairs: ε-DP implies the bound", forward)
    check.true("corrected: the bound is the same as (0, tanh(ε/2))-DP", corrected)
    check.refutes("M has P_FA + P_MD ≥ 2/(1 + 3) for all S and is therefore (ln 3)-DP", not infinite)


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def error_sums_weighted(check: Check) -> None:
    """Pure DP as a bound on weighted error sums.

    Claim    M is ε-DP iff for all S ⊆ O the errors of the test that rejects on S satisfy P_FA + e^ε P_MD ≥ 1 and e^ε P_FA +
             P_MD ≥ 1.
    Verdict  true on 2000 random pairs of distributions, over all events.
    Source   Desfontaines 2020, Section 2.2.6.1; Desfontaines & Pejó 2022, Section 7.1 (citing WZ10 and KOV17).

    P_FA = Pr[M(D₁) ∈ S] and P_MD = Pr[M(D₂) ∉ S]. The first inequality says Pr[M(D₁) ∉ S] ≤ e^ε Pr[M(D₂) ∉ S], the second
    Pr[M(D₂) ∈ S] ≤ e^ε Pr[M(D₁) ∈ S]: both directions of ε-DP, for the complement and for the event.
    """
    rng = np.random.default_rng(31)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 5, size).tolist()
        weights[int(rng.integers(size))] += 2
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    agree, private = 0, 0
    for trial in range(2000):
        size, exp_epsilon = 2 + trial % 3, F(int(rng.integers(2, 13)), 2)
        P, Q = random_law(size), random_law(size)
        epsilon = log_of(exp_epsilon)
        is_dp = bool(max_divergence(P, Q) <= epsilon and max_divergence(Q, P) <= epsilon)
        sums = []
        for S in chain.from_iterable(combinations(range(size), k) for k in range(size + 1)):
            false_alarm, missed = sum((P[o] for o in S), F(0)), 1 - sum((Q[o] for o in S), F(0))
            sums += [false_alarm + exp_epsilon * missed, exp_epsilon * false_alarm + missed]
        agree += is_dp == (min(sums) >= 1)
        private += is_dp
    check.greater("pairs that are ε-DP, of 2000", private, 200)
    check.less("and not all are", private, 1800)
    check.equal("pairs on which ε-DP and the two weighted inequalities agree", agree, 2000)
    check.confirms("ε-DP and the two weighted sums of errors agree on 2000 random pairs, over all events", agree == 2000)


@decides("gaussian-dp/composition", sampled="μ₁, μ₂, ε")
def gaussian_dp_composition(check: Check) -> None:
    """Gaussian DP composes in quadrature.

    Claim    The composition of f-DP is lossless; for Gaussian DP, μ₁-GDP and μ₂-GDP compose to √(μ₁² + μ₂²)-GDP.
    Verdict  true for Gaussian noise: the pair μ₁ = .6, μ₂ = .8 has δ(.5) = .2384, as μ = 1 has.
    Source   Desfontaines 2020, Section 2.2.6.1, after Definition 36; Table 2.20 (citing DRS21).

    N(0, I) against N((μ₁, μ₂), I) in the plane, turned, is a shift by √(μ₁² + μ₂²) in one coordinate. Without turning:
    given the first output, the second one faces the loss that is left, so δ is the mean of δ₂(ε - L₁) over the first loss
    L₁, here integrated numerically.
    """

    def cdf(x: float) -> float:
        return 0.5 * math.erfc(-x / math.sqrt(2))

    def delta(mu: float, epsilon: float) -> float:
        """Σ max(0, P - e^ε Q) for P = N(μ, 1), Q = N(0, 1), at any real ε."""
        return cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * cdf(-mu / 2 - epsilon / mu)

    def pair(mu1: float, mu2: float, epsilon: float) -> float:
        steps, reach = 4000, 9.0  # the midpoint rule for the first output, N(μ₁, 1) under P, with loss μ₁ y - μ₁²/2
        width, total = 2 * reach / steps, 0.0
        for k in range(steps):
            z = -reach + (k + 0.5) * width
            loss = mu1 * (mu1 + z) - mu1 * mu1 / 2
            total += math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * delta(mu2, epsilon - loss) * width
        return total

    composed = pair(0.6, 0.8, 0.5)
    check.equal("δ(.5) of the pair μ₁ = .6, μ₂ = .8", composed, 0.2384, tolerance=5e-5)
    check.equal("δ(.5) at μ = 1", delta(1.0, 0.5), composed, tolerance=1e-9)
    for mu1, mu2, epsilon in ((0.6, 0.8, 2.0), (1.0, 2.0, 1.0), (0.1, 3.0, 0.0)):
        mu = math.hypot(mu1, mu2)
        check.equal(f"μ₁ = {mu1}, μ₂ = {mu2}: δ({epsilon})", pair(mu1, mu2, epsilon), delta(mu, epsilon), tolerance=1e-9)
    check.greater("adding μ₁ + μ₂ = 1.4 would overstate: δ(.5) at μ = 1.4", delta(1.4, 0.5), composed + 0.1)
    check.confirms(
        "Gaussian noise with μ₁, μ₂ composes to √(μ₁² + μ₂²), for the δ(ε) tried",
        abs(delta(1.0, 0.5) - composed) < 1e-9,
        numeric=True,
    )


@decides(
    "range-bounded-privacy/equivalent_to/epsilon-dp",
    "epsilon-dp/stronger_than/range-bounded-privacy",
    kind=Kind.EQUIVALENCE,
    sampled="P, Q",
)
def range_bounded_range(check: Check) -> None:
    """Range-bounded privacy and pure DP.

    Claim    Range-bounded privacy is equivalent to ε-DP up to a change in parameters.
    Verdict  true: ε-DP gives a range of 2ε, attained by randomised response, and a range of ε gives ε-DP.
    Source   Desfontaines 2020, Section 2.2.6.3 and Table 2.20 (citing DR19).

    The loss of an ε-DP mechanism lies in [-ε, ε], of length 2ε. Conversely the losses of a pair of distributions cannot all
    be positive, nor all negative: an interval of length ε that contains them contains 0, so none exceeds ε.
    """
    for odds in (F(2), F(3)):
        x = odds / (1 + odds)
        m = from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]})
        check.equal(
            f"randomised response, e^ε = {odds}: the range of the loss is 2ε",
            loss_range(m.row((0,)), m.row((1,))),
            2 * log_of(odds),
        )
    y = real(1).exp() / (1 + real(1).exp())  # ε = 1: the losses are ±ln y/(1-y)
    one = (y / (1 - y)).log() - ((1 - y) / y).log()
    check.at_least("randomised response at ε = 1: the range, from below", one, 2 - F(1, 10**12))
    check.at_most("randomised response at ε = 1: the range, from above", one, 2 + F(1, 10**12))

    rng, both = np.random.default_rng(39), True
    for _ in range(500):
        P, Q = (np.array([F(int(v), int(row.sum())) for v in row], dtype=object) for row in rng.integers(1, 12, (2, 4)))
        epsilon, length = greatest([max_divergence(P, Q), max_divergence(Q, P)]), loss_range(P, Q)
        both &= bool(epsilon <= length <= 2 * epsilon)
    check.true("500 random pairs: ε ≤ range ≤ 2ε", both)

    s = F(1, 10**6)  # a rare output of odds 3 : 1 has nearly all of the range on one side
    m = from_rows({(0,): [s, 1 - s], (1,): [3 * s, 1 - 3 * s]})
    ratio = max_divergence(m.row((1,)), m.row((0,))) / loss_range(m.row((1,)), m.row((0,)))
    check.greater("and the first bound cannot be improved: ε over the range", ratio, F(99999, 100000))
    check.confirms("500 random pairs have ε ≤ range ≤ 2ε; randomised response has the range 2ε", both)
