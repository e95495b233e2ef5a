"""How levels add up when mechanisms are composed, as printed and as it is."""

from dpzoo.blocks.divergences import Law, total_variation
from dpzoo.blocks.standards import RelaxedLoss
from dpzoo.blocks.tradeoff import tradeoff
from dpzoo.witnesses.prelude import *


@decides("approximate-dp probabilistic-dp relaxed-dp kl-privacy f-dp/composition", sampled="M₁, M₂")
def composition_rules_loss(check: Check) -> None:
    """Composition rules that hold as printed: notions of the privacy loss.

    Claim    Items 1, 2, 3, 5 and 12 of Proposition 18: the parameters of (ε, δ)-DP, ProDP, RelDP and KL privacy add up, and
             f₁-DP with f₂-DP gives f₁⊗f₂-DP.
    Verdict  true on 40 random exact pairs of mechanisms. (Items 6 to 11 and 14 fail as printed: see their own witnesses.)
    Source   Desfontaines 2020, Proposition 18.

    With independent coins the losses of the two outputs add. What is exceptional for one of them, an excess δ or a set of
    outputs, is exceptional for the pair, and the exceptional probabilities add. Mean losses add exactly: for whole 6·P the
    number exp(6·KL) is a fraction. For item 12, f_i is the curve of a pair (P_i, Q_i) whose outputs are then garbled at
    random.
    """
    rng, relaxed = np.random.default_rng(23), RelaxedLoss()

    def laws(count: int) -> list[Law]:
        table = rng.integers((0, 0, 1), 7, (count, 3))
        return [np.array([F(int(x), int(row.sum())) for x in row], dtype=object) for row in table]

    def both(p: Law, q: Law) -> Law:
        return np.multiply.outer(p, q).ravel()

    def exp_kl(p: Law, q: Law, n: int) -> F:
        """exp(n·KL), a fraction if n·p is whole."""
        product = F(1)
        for a, b in zip(p, q, strict=True):
            product *= (a / b) ** int(a * n)
        return product

    ok = dict.fromkeys(("1, (ε, δ)-DP", "2, ProDP", "3, RelDP", "5, KL privacy, with equality", "12, f-DP"), True)
    for _ in range(40):
        c1, c2 = (F(int(x), 4) for x in rng.integers(4, 9, 2))  # e^ε₁, e^ε₂
        (P1, Q1), (P2, Q2) = laws(2), laws(2)
        P, Q = both(P1, P2), both(Q1, Q2)
        ok["1, (ε, δ)-DP"] &= bool(hockey_stick(P, Q, c1 * c2) <= hockey_stick(P1, Q1, c1) + hockey_stick(P2, Q2, c2))
        losses = probabilistic_delta(P1, Q1, c1) + probabilistic_delta(P2, Q2, c2)
        ok["2, ProDP"] &= bool(probabilistic_delta(P, Q, c1 * c2) <= losses)

        aside1, aside2 = min(P1), min(P2)  # δ_p: the rarest output may be set aside
        first = relaxed.delta_a(P1, Q1, epsilon=log_of(c1), delta_p=aside1)
        second = relaxed.delta_a(P2, Q2, epsilon=log_of(c2), delta_p=aside2)
        composed = relaxed.delta_a(P, Q, epsilon=log_of(c1 * c2), delta_p=aside1 + aside2)
        ok["3, RelDP"] &= bool(composed <= first + second)

        whole = [np.array([F(int(x), 6) for x in rng.permutation(row)]) for row in ([1, 2, 3], [1, 1, 4], [3, 2, 1], [2, 2, 2])]
        A1, B1, A2, B2 = whole
        product = exp_kl(both(A1, A2), both(B1, B2), 36)
        ok["5, KL privacy, with equality"] &= product == (exp_kl(A1, B1, 6) * exp_kl(A2, B2, 6)) ** 6

        K1, K2 = np.array(laws(3)), np.array(laws(3))  # the garblings
        bound, curve = tradeoff(P, Q), tradeoff(both(P1 @ K1, P2 @ K2), both(Q1 @ K1, Q2 @ K2))
        ok["12, f-DP"] &= all(y >= bound(x) for x, y in curve.corners)

    for item, holds in ok.items():
        check.true(f"item {item}: 40 random pairs of mechanisms", holds)
    check.confirms("items 1, 2, 3, 5 and 12 of Proposition 18 hold on 40 random pairs of mechanisms", all(ok.values()))


@decides("random-dp typical-stability pseudo-metric-dp bounded-leakage-dp/composition", sampled="M₁, M₂")
def composition_rules_data(check: Check) -> None:
    """Composition rules that hold as printed: notions of priors, distances and leaks.

    Claim    Items 4, 13, 15, 16 and 17 of Proposition 18: the parameters of mutual-information DP, random DP, typical
             stability, pseudo-metric DP and bounded leakage DP add up.
    Verdict  true on 40 random exact pairs of mechanisms. (Items 6 to 11 and 14 fail as printed: see their own witnesses.)
    Source   Desfontaines 2020, Proposition 18.

    For each pair of datasets, or each leak, by itself the composition is that of (ε, δ)-indistinguishability; the masses of
    exempt datasets add, and δ is counted per unit of distance. Mutual information: given the record the two outputs are
    independent, so I(x; both) ≤ I(x; one) + I(x; other) under every prior. Datasets are three values of one record, with
    the prior π.
    """
    rng, pi = np.random.default_rng(24), [F(1, 2), F(1, 3), F(1, 6)]

    def rows(least: int) -> list[Law]:
        """Output laws of a mechanism on the three datasets."""
        return [np.array([F(int(x), int(r.sum())) for x in r], dtype=object) for r in rng.integers((least, least, 1), 7, (3, 3))]

    def both(p: Law, q: Law) -> Law:
        return np.multiply.outer(p, q).ravel()

    def apart(p: Law, q: Law, c: F) -> F:
        """The δ of (ln c, δ)-indistinguishability."""
        return F(max(hockey_stick(p, q, c).rational, hockey_stick(q, p, c).rational))

    def information(table: list[Law]) -> Real:
        mixture = np.array(sum(w * r for w, r in zip(pi, table, strict=True)))
        return sum((kl_divergence(r, mixture) * w for w, r in zip(pi, table, strict=True)), ZERO)

    def exempt_pairs(table: list[Law], c: F) -> F:
        """Random DP's γ: the probability of two independent records whose output laws are not within ln c."""
        return sum((pi[x] * pi[y] for x, y in product(range(3), repeat=2) if apart(table[x], table[y], c) > 0), F(0))

    def exempt(table: list[Law], simulated: Law, c: F, delta: F) -> F:
        """Typical stability's γ: the probability of a record whose output law is not within (ln c, δ) of the simulated one."""
        return sum((w for w, r in zip(pi, table, strict=True) if apart(r, simulated, c) > delta), F(0))

    ok = dict.fromkeys(("4, MIDP", "13, RanDP", "15, TypSt", "16, PsDP", "17, BLDP"), True)
    telling = {"13, RanDP": 0, "15, TypSt": 0}  # trials in which γ₁ + γ₂ excludes something
    for _ in range(40):
        c1, c2 = (F(int(x), 4) for x in rng.integers(4, 9, 2))  # e^ε₁, e^ε₂
        A, B = rows(4), rows(4)
        C = [both(a, b) for a, b in zip(A, B, strict=True)]
        ok["4, MIDP"] &= bool(information(C) <= information(A) + information(B))

        gamma = exempt_pairs(A, c1) + exempt_pairs(B, c2)
        telling["13, RanDP"] += gamma < 1 - sum(w * w for w in pi)
        ok["13, RanDP"] &= exempt_pairs(C, c1 * c2) <= gamma

        d1, d2, S1, S2 = F(1, 50), F(1, 30), A[0], B[1]  # δ₁, δ₂ and what the simulators return
        gamma = exempt(A, S1, c1, d1) + exempt(B, S2, c2, d2)
        telling["15, TypSt"] += gamma < 1
        ok["15, TypSt"] &= exempt(C, both(S1, S2), c1 * c2, d1 + d2) <= gamma

        d = {(0, 1): 1, (1, 2): 1, (0, 2): 2}  # a metric on the three datasets; δ_i is the least slack per unit of distance
        delta1 = max(apart(A[x], A[y], c1**n) / n for (x, y), n in d.items())
        delta2 = max(apart(B[x], B[y], c2**n) / n for (x, y), n in d.items())
        ok["16, PsDP"] &= all(apart(C[x], C[y], (c1 * c2) ** n) <= (delta1 + delta2) * n for (x, y), n in d.items())

        # here A, B are output laws given the leaks 0, 1, 2, on one dataset, and A', B' those on a neighbour
        A_, B_ = rows(0), rows(0)
        delta1 = max(apart(a, b, c1) for a, b in zip(A, A_, strict=True))
        delta2 = max(apart(a, b, c2) for a, b in zip(B, B_, strict=True))
        leaks = product(range(3), repeat=2)  # of the two mechanisms
        ok["17, BLDP"] &= all(apart(both(A[i], B[j]), both(A_[i], B_[j]), c1 * c2) <= delta1 + delta2 for i, j in leaks)

    for item, holds in ok.items():
        check.true(f"item {item}: 40 random pairs of mechanisms", holds)
    check.greater("items 13 and 15: trials in which γ₁ + γ₂ excludes something, the smaller number", min(telling.values()), 5)
    check.confirms("items 4, 13, 15, 16 and 17 of Proposition 18 hold on 40 random pairs of mechanisms", all(ok.values()))


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def approximate_concentrated_composition(check: Check) -> None:
    """Composition of approximate concentrated DP: the slopes add.

    Verdict  false as printed: with ξ₁ = ξ₂ = 0 the total variation distance could not exceed δ₁ + δ₂ - δ₁δ₂.

    Each mechanism publishes the bit with probability δ and else answers by randomised response. The two events "no
    publication" are independent, so both occur with probability (1-δ₁)(1-δ₂), and given them the outputs are two
    independent randomised responses. With ξ = ρ = 0 the laws given the events would be equal, so no event could differ by
    more than what is set aside.
    """
    delta = F(1, 20)
    response = from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]}, outputs=["says 0", "says 1"])
    publish = from_rows({(0,): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=["is 0", "is 1"])
    m = check.show("M₁ = M₂", publish.mix(response, delta))
    pair = m.compose(m)
    rho = log_of(3) * log_of(3) / 2
    given = response.compose(response)
    check.at_most(
        "given no publication M₁ has sup D_α/α, so that M₁ is (0, ρ₁, 1/20)-ACoDP with ρ₁",
        greatest_excess(response.row((0,)), response.row((1,)), offset=0, slope=None, last=inf),
        rho,
    )
    check.at_most(
        "corrected: given no publication the pair has sup D_α/α, against ρ₁ + ρ₂",
        greatest_excess(given.row((0,)), given.row((1,)), offset=0, slope=None, last=inf),
        2 * rho,
    )
    neither = sum((pair.probability((0,), o) for o in given.outputs), F(0))
    aside = 2 * delta - delta * delta
    check.equal("probability that nothing is published: 1 - (δ₁ + δ₂ - δ₁δ₂)", neither, 1 - aside)
    distance = total_variation(pair.row((0,)), pair.row((1,)))
    check.greater("the pair's total variation distance against δ₁ + δ₂ - δ₁δ₂", distance, aside)
    check.refutes(
        "the pair is (0, 0, δ₁ + δ₂ - δ₁δ₂)-ACoDP, hence within that total variation distance, as the printed rule says",
        distance <= aside,
    )


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-bayesian-composition"])
def bayesian_dp_composition(check: Check) -> None:
    """Composition of Bayesian DP [TF20]: two different pairs of parameters.

    Verdict  false as printed, where ε₂, δ₂ are free (a misprint): twice randomised response with ε₁ = ln 3 is no (π, ln 3,
             0)-BayDP.

    The random record x is the same for both mechanisms, and the loss of the pair is the sum of the two losses; it exceeds
    ε₁ + ε₂ only if one of them exceeds its bound.
    """
    pi = {"x": F(1, 2), "y": F(1, 2)}

    def least_delta(m: FiniteMechanism, exp_epsilon: F) -> F:
        """Pr over x ∼ π and the output that the loss between D = () and D with x exceeds ε; the larger of the two orders."""
        D = m.row(())
        there = sum((w * probabilistic_delta(m.row((x,)), D, exp_epsilon).rational for x, w in pi.items()), F(0))
        back = sum((w * probabilistic_delta(D, m.row((x,)), exp_epsilon).rational for x, w in pi.items()), F(0))
        return max(there, back)

    no, yes = [F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]
    m = from_rows({(): no, ("x",): yes, ("y",): no})  # is x in the data?
    pair = m.compose(m)
    check.show("M₁ = M₂", m)
    check.equal("M₁ and M₂ are (π, ln 3, 0)-BayDP: the least δ at ε₁ = ln 3", least_delta(m, F(3)), 0)
    found = least_delta(pair, F(3))
    check.equal("the pair's least δ at ε₁ + ε₂ with ε₂ = 0: two answers “yes” with x added, 1/2·9/16", found, F(9, 32))
    check.equal("corrected: at ε₁ + ε₂ = 2 ln 3", least_delta(pair, F(9)), 0)

    rng, holds = np.random.default_rng(14), True
    for _ in range(150):
        tables = rng.integers((1, 0, 0), 7, (2, 3, 3))
        m1, m2 = (
            from_rows({d: [F(int(v), int(r.sum())) for v in r] for d, r in zip(((), ("x",), ("y",)), t, strict=True)})
            for t in tables
        )
        for c1, c2 in ((F(1), F(2)), (F(3, 2), F(3, 2)), (F(3), F(5, 4))):
            holds &= least_delta(m1.compose(m2), c1 * c2) <= least_delta(m1, c1) + least_delta(m2, c2)
    check.true("corrected: 150 random pairs of mechanisms, three pairs (ε₁, ε₂): δ ≤ δ₁ + δ₂", holds)
    check.refutes("the pair of two (π, ln 3, 0)-BayDP mechanisms is (π, ln 3 + ε₂, δ₂)-BayDP for every ε₂, δ₂ ≥ 0", found <= 0)


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def bounded_concentrated_composition(check: Check) -> None:
    """Composition of bounded concentrated DP: the slopes add.

    Verdict  false as printed: with ξ₁ = ξ₂ = 0 all divergences of the pair up to the order min(ω₁, ω₂) would vanish.

    Rényi divergences of independent outputs add at every order, and both bounds hold up to the smaller ω. Here ω₁ = 3, ω₂ =
    2.
    """
    m1 = check.show("M₁", from_rows({(0,): [F(2, 3), F(1, 3)], (1,): [F(1, 3), F(2, 3)]}))
    m2 = from_rows({(0,): [F(1, 10), F(9, 10)], (1,): [F(1, 1000), F(999, 1000)]})  # a rare large loss
    pair = m1.compose(m2)
    check.show("M₂", m2)

    def least_rho(m: FiniteMechanism, omega: int) -> Real:
        """sup of D_α/α for 1 < α ≤ ω, both ways."""
        return greatest([greatest_excess(m.row((i,)), m.row((1 - i,)), offset=0, slope=None, last=omega) for i in (0, 1)])

    rho1, rho2 = F(24, 100), F(120, 100)
    check.at_most("M₁ is (0, .24, 3)-bCoDP: sup D_α/α up to 3", least_rho(m1, 3), rho1)
    check.at_most("M₂ is (0, 1.2, 2)-bCoDP: sup D_α/α up to 2", least_rho(m2, 2), rho2)
    order_two = renyi_divergence(pair.row((0,)), pair.row((1,)), 2)
    check.greater("D₂ of the pair", order_two, 2)
    check.at_most("corrected: sup D_α/α of the pair up to 2, against ρ₁ + ρ₂", least_rho(pair, 2), rho1 + rho2)
    check.refutes("the pair is (0, 0, 2)-bCoDP, as the printed rule says", order_two <= 0)


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-mean-concentrated-composition"])
def mean_concentrated_composition(check: Check) -> None:
    """Composition of mean-concentrated DP: the spreads add in squares.

    Verdict  false as printed: twice randomised response with odds 3/2 has a variance of the loss above μ₁² + μ₂².

    The losses of independent outputs are independent and add up: so do their means, and the logarithms of their centred
    moment generating functions. A subgaussian parameter is at least the standard deviation, which for small ε is far larger
    than the mean (ε against ε²/2).
    """
    x = F(3, 5)
    m = check.show("M₁ = M₂", from_rows({(0,): [x, 1 - x], (1,): [1 - x, x]}))
    pair = m.compose(m)
    P, Q = m.row((0,)), m.row((1,))  # the other order is the same
    mu, epsilon = kl_divergence(P, Q), log_of(F(3, 2))
    check.less("M₁ is (μ₁, τ₁)-mCoDP with μ₁ below", mu, F(82, 1000))
    check.at_most("and τ₁² at most ε²", subgaussian_variance(P, Q), epsilon * epsilon)

    variance = 2 * epsilon * epsilon * (1 - (2 * x - 1) ** 2)  # two independent losses ±ε, each of mean (2x - 1)ε
    printed = 2 * mu * mu
    check.greater("the variance of the pair's loss against the printed μ₁² + μ₂²", variance, printed)
    tau_squared = subgaussian_variance(pair.row((0,)), pair.row((1,)))
    check.at_least("the pair's τ² against 99.9 % of that variance", tau_squared, variance * F(999, 1000))
    check.at_most(
        "corrected: the pair's mean loss against μ₁ + μ₂ rounded up",
        kl_divergence(pair.row((0,)), pair.row((1,))),
        2 * F(82, 1000),
    )
    check.at_most("corrected: the pair's τ² against τ₁² + τ₂² with τ₁ = τ₂ = ε", tau_squared, 2 * epsilon * epsilon)
    check.refutes("the pair is √(μ₁² + μ₂²)-subgaussian around its mean", tau_squared <= printed)


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-renyi-order"])
def renyi_composition_order(check: Check) -> None:
    """Composition of Rényi DP keeps the smaller order.

    Verdict  false as printed: with a constant M₂ this would lift the bound of M₁ at order 2 to order 10.

    A constant mechanism is (10, 0)-Rényi DP. M₁ has a rare output with odds of 100 : 1, which hardly counts at order 2 and
    decides at order 10. At one order the divergences of independent outputs add, and D_α grows with α.
    """
    m1 = check.show("M₁", from_rows({(0,): [F(1, 10000), F(9999, 10000)], (1,): [F(1, 100), F(99, 100)]}))
    m2 = check.show("M₂", from_rows({(0,): [F(1)], (1,): [F(1)]}))
    pair = m1.compose(m2)

    def least_epsilon(m: FiniteMechanism, alpha: int) -> Real:
        found: Real = max(renyi_divergence(m.row((i,)), m.row((1 - i,)), alpha) for i in (0, 1))
        return found

    epsilon1, epsilon2 = F(684, 1000), F(0)
    check.at_most("M₁ is (2, .684)-Rényi DP", least_epsilon(m1, 2), epsilon1)
    check.equal("M₂ is (10, 0)-Rényi DP", least_epsilon(m2, 10), epsilon2)
    check.at_most("corrected: at order 2 the pair has", least_epsilon(pair, 2), epsilon1 + epsilon2)
    check.greater("at order 10 the pair has", least_epsilon(pair, 10), 4)

    rr = from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]})
    P, Q = (1,), (0,)
    both = renyi_divergence(m1.row(P), m1.row(Q), 2) + renyi_divergence(rr.row(P), rr.row(Q), 2)  # logarithms of fractions: exact
    check.equal(
        "corrected: the bound is attained, M₁ with randomised response at order 2", least_epsilon(m1.compose(rr), 2), both
    )
    check.refutes("M₁₊₂ is (10, .684)-Rényi DP", least_epsilon(pair, 10) <= epsilon1 + epsilon2)


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-truncated-composition"])
def truncated_concentrated_composition(check: Check) -> None:
    """Composition of Colisson's truncated concentrated DP.

    Verdict  false as printed: the mean loss of two randomised responses with odds 99 and 3 exceeds (η₁ + η₂²)/2.

    The notion asks D_α ≤ min(η, ατ) for all α ≥ 1, also at α = 1, where D_α is the mean loss. Divergences of independent
    outputs add. The pair is (η₁ + η₂)-DP, and ε-DP gives the second parameter ε²/2.
    """
    m1 = check.show("M₁", from_rows({(0,): [F(99, 100), F(1, 100)], (1,): [F(1, 100), F(99, 100)]}))
    m2 = check.show("M₂", from_rows({(0,): [F(3, 4), F(1, 4)], (1,): [F(1, 4), F(3, 4)]}))
    pair = m1.compose(m2)
    eta1, eta2 = log_of(99), log_of(3)
    for name, m, eta in (("M₁", m1, eta1), ("M₂", m2, eta2)):
        check.equal(f"{name}: the largest loss is η", max_divergence(m.row((0,)), m.row((1,))), eta)
        tau = greatest_excess(m.row((0,)), m.row((1,)), offset=0, slope=None, last=inf)
        check.at_most(f"{name}: sup D_α/α against τ = η²/2", tau, eta * eta / 2)

    P, Q = pair.row((0,)), pair.row((1,))
    mean, printed = kl_divergence(P, Q), (eta1 + eta2 * eta2) / 2
    check.greater("the pair's mean loss against the printed (η₁ + η₂²)/2", mean, printed)
    check.equal("corrected: the pair's largest loss is η₁ + η₂", max_divergence(P, Q), eta1 + eta2)
    tau = greatest_excess(P, Q, offset=0, slope=None, last=inf)
    check.at_most("corrected: sup D_α/α of the pair against τ₁ + τ₂", tau, (eta1 * eta1 + eta2 * eta2) / 2)
    check.at_most("and against (η₁ + η₂)²/2", tau, (eta1 + eta2) * (eta1 + eta2) / 2)
    check.refutes("the pair satisfies D₁ ≤ 1·(η₁ + η₂²)/2, as the printed rule says", mean <= printed)


@decides(kind=Kind.COMPOSITION, errata=["thesis-prop18-concentrated-composition"])
def zero_concentrated_composition(check: Check) -> None:
    """Composition of zero-concentrated DP: the slopes add.

    Verdict  false as printed: with ξ₁ = ξ₂ = 0 the pair would not depend on the data at all.

    Rényi divergences of independent outputs add at every order. Randomised response with odds e^ε is (0,
    ε²/2)-zero-concentrated DP.
    """
    m = check.show("M₁ = M₂", from_rows({(0,): [F(2, 3), F(1, 3)], (1,): [F(1, 3), F(2, 3)]}))
    pair = m.compose(m)
    P, Q = pair.row((0,)), pair.row((1,))  # the other order is the same
    rho = log_of(2) * log_of(2) / 2
    check.at_most(
        "M₁: sup D_α/α over α > 1, so that M₁ is (0, ρ₁)-zCoDP with ρ₁",
        greatest_excess(m.row((0,)), m.row((1,)), offset=0, slope=None, last=inf),
        rho,
    )
    check.equal("D₂ of the pair is twice that of M₁, 2 ln 3/2", renyi_divergence(P, Q, 2), 2 * log_of(F(3, 2)))
    check.at_most(
        "corrected: sup D_α/α of the pair against ρ₁ + ρ₂", greatest_excess(P, Q, offset=0, slope=None, last=inf), 2 * rho
    )
    check.refutes(
        "the pair of two (0, ρ)-zCoDP mechanisms is (0, 0)-zCoDP, as the printed rule says", renyi_divergence(P, Q, 2) <= 0
    )


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem5-triangle-inequality"])
def indistinguishability_triangle(check: Check) -> None:
    """The triangle inequality of (ε, δ)-indistinguishability.

    Verdict  false as printed, and still false with the 2δ that is probably meant: δ(1 + e^ε) is needed.

    The slack of the second comparison is multiplied by the factor of the first: P[A ∈ S] ≤ e^ε P[C ∈ S] + δ ≤ e^ε(e^ε P[B ∈
    S] + δ) + δ. Three coins attain it. At ε = 0 the printed conclusion would even say that A and B have the same law.
    """

    def coin(heads: F) -> Law:
        return np.array([heads, 1 - heads], dtype=object)

    def apart(p: Law, q: Law, exp_epsilon: F) -> Real:
        found: Real = max(hockey_stick(p, q, exp_epsilon), hockey_stick(q, p, exp_epsilon))
        return found

    exp_epsilon, delta = F(2), F(1, 10)
    A, C, B = coin(F(7, 10)), coin(F(3, 10)), coin(F(1, 10))
    check.show("laws of A, C, B", {"A": list(A), "C": list(C), "B": list(B)})
    check.equal("e^ε = 2: the δ between A and C", apart(A, C, exp_epsilon), delta)
    check.equal("e^ε = 2: the δ between C and B", apart(C, B, exp_epsilon), delta)
    needed = apart(A, B, exp_epsilon**2)
    check.equal("e^(2ε) = 4: the δ between A and B, which is (1 + e^ε)δ", needed, (1 + exp_epsilon) * delta)
    check.greater("more than 2δ", needed, 2 * delta)

    same = apart(coin(F(6, 10)), coin(F(5, 10)), F(1))  # C = B: ε = 0, δ = 1/10
    check.equal("as printed, at ε = 0 and δ = 1/10: coins of 6/10 and 5/10 differ by", same, delta)
    check.greater("and the printed slack is 2ε = 2 ln 1", same, 2 * log_of(1))

    rng, holds = np.random.default_rng(26), True
    for _ in range(300):
        laws = [
            np.array([F(int(x), int(row.sum())) for x in row], dtype=object)
            for row in rng.integers(0, 7, (3, 4)) + [[1, 0, 0, 0]] * 3
        ]
        c = F(int(rng.integers(4, 11)), 4)
        slack = max(apart(laws[0], laws[1], c), apart(laws[1], laws[2], c))
        holds &= bool(apart(laws[0], laws[2], c * c) <= (1 + c) * slack)
    check.true("corrected: 300 random triples satisfy the inequality with (1 + e^ε)δ", holds)
    check.refutes("A ≈_{ln 2, 1/10} C and C ≈_{ln 2, 1/10} B give A ≈_{2 ln 2, 2/10} B", needed <= 2 * delta)
