"""What pure DP means for beliefs, with independent and with dependent records."""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-prop1-posterior-bound"])
def posterior_bounds(check: Check) -> None:
    """Pure DP bounds the posterior by a function of the prior.

    Claim    For D drawn from {D₁, D₂} and π = Pr[D = D₁], the posterior of D₁ is at least π/(e^ε + (1 − e^ε)π) and at most
             e^ε π/(e^ε + (e^ε − 1)π).
    Verdict  the lower bound is true, the upper one false as printed: randomised response exceeds it.

    An output changes the odds π/(1 − π) by its likelihood ratio, which lies between e^-ε and e^ε. Randomised response has
    both extremes. 50% becomes at most 75% for ε = ln 3, and 10% at most 94.3% for ε = 5, which
    the text gives as 94%.
    """
    E = F(3)  # e^ε
    m = check.show("M", from_rows({(1,): [F(3, 4), F(1, 4)], (0,): [F(1, 4), F(3, 4)]}, outputs=["yes", "no"]))

    def posterior(prior: F, output: str) -> F:
        for_1, for_2 = prior * m.probability((1,), output), (1 - prior) * m.probability((0,), output)
        found: F = for_1 / (for_1 + for_2)
        return found

    def printed(prior: F) -> F:
        return E * prior / (E + (E - 1) * prior)

    def upper(prior: F) -> F:
        return E * prior / (1 + (E - 1) * prior)

    def lower(prior: F) -> F:
        return prior / (E + (1 - E) * prior)

    half = F(1, 2)
    check.equal("prior 1/2: posterior after yes", posterior(half, "yes"), F(3, 4))
    check.equal("prior 1/2: the printed upper bound", printed(half), F(3, 8))
    check.equal("prior 1/2: the corrected upper bound", upper(half), F(3, 4))
    priors = [F(k, 20) for k in range(1, 20)]
    attained = sum(posterior(p, "yes") == upper(p) and posterior(p, "no") == lower(p) for p in priors)
    check.equal("priors k/20 at which both corrected bounds are attained", attained, len(priors))
    odds = real(5).exp()
    at_5 = odds * F(1, 10) / (1 + (odds - 1) * F(1, 10))
    check.greater("ε = 5 and prior 10%: the corrected bound, which the text gives as 94%", at_5, F(935, 1000))
    check.less("… and", at_5, F(945, 1000))
    check.refutes("under ε-DP the posterior is at most e^ε π/(e^ε + (e^ε − 1)π)", posterior(half, "yes") <= printed(half))


@decides(kind=Kind.BOUND, errata=["thesis-uncertainty-ln4"])
def uncertainty_reduction(check: Check) -> None:
    """How much of the uncertainty an ε takes away.

    Claim    At most, ε = ln 3 halves the attacker's uncertainty, ε = ln 2 reduces it by one third, and ε = ln 4 by two
             thirds.
    Verdict  true of ln 3 and ln 2, false of ln 4, which reduces it by three fifths.

    From the prior 1/2 the posterior rises at most to e^ε/(1 + e^ε). The uncertainty, what is missing to certainty, falls
    from 1/2 to 1/(1 + e^ε).
    """

    def reduction(odds: int) -> F:
        """The part of the uncertainty that randomised response with these odds (e^ε) takes away."""
        prior = F(1, 2)
        posterior = odds * prior / (odds * prior + 1 - prior)
        return (posterior - prior) / (1 - prior)

    check.equal("ε = ln 2", reduction(2), F(1, 3))
    check.equal("ε = ln 3", reduction(3), F(1, 2))
    check.equal("ε = ln 4", reduction(4), F(3, 5))
    check.equal("ε = ln 5", reduction(5), F(2, 3))
    check.true("(e^ε − 1)/(e^ε + 1) for e^ε up to 20", all(reduction(e) == F(e - 1, e + 1) for e in range(1, 21)))
    check.refutes("ε = ln 4 reduces the uncertainty by two thirds", reduction(4) == F(2, 3))


@decides(kind=Kind.EQUIVALENCE, sampled="θ, LR")
def relative_risk_and_likelihood_ratio(check: Check) -> None:
    """Posterior over prior is bounded exactly if the likelihood ratio is.

    Claim    Let C_θ(t) = π(X₁ = 1 | T₁ = t)/π(X₁ = 1) at the prior θ = π(X₁ = 1). Then C_θ(t) = LR(t)/(LR(t)θ + 1 − θ); it
             lies between 1 and LR(t); and e^-ε ≤ C_θ(t) ≤ e^ε for all θ if and only if e^-ε ≤ LR(t) ≤ e^ε.
    Verdict  true.
    Source   BGM25, slides on the prior-to-posterior semantics.

    C_θ is monotone in θ, from LR(t) in the limit θ → 0 to 1 at θ = 1. So if LR(t) exceeds e^ε, a small enough prior shows
    it; we use θ below (LR − e^ε)/(e^ε (LR − 1)).
    """

    def risk(theta: F, given_1: F, given_0: F) -> F:
        """π(X₁ = 1 | T₁ = t)/π(X₁ = 1) by Bayes, from Pr[T₁ = t | X₁ = 1] and Pr[T₁ = t | X₁ = 0]."""
        return theta * given_1 / (theta * given_1 + (1 - theta) * given_0) / theta

    chances = [F(k, 6) for k in range(1, 6)]
    thetas = [F(k, 10) for k in range(1, 11)]
    cases = [(t, a, b) for t in thetas for a in chances for b in chances]
    formula = sum(risk(t, a, b) == (a / b) / (a / b * t + 1 - t) for t, a, b in cases)
    check.equal("cases in which the formula holds", formula, len(cases))
    between = sum(min(F(1), a / b) <= risk(t, a, b) <= max(F(1), a / b) for t, a, b in cases)
    check.equal("cases in which C_θ lies between 1 and LR", between, len(cases))

    E = F(2)  # e^ε
    beyond = [(a, b) for a in chances for b in chances if a / b > E]
    small = [(a / b - E) / (E * (a / b - 1)) / 2 for a, b in beyond]
    found = sum(risk(t, a, b) > E for t, (a, b) in zip(small, beyond, strict=True))
    check.equal("pairs with LR > e^ε = 2 for which a small prior gives C_θ > e^ε, out of all", found, len(beyond))
    check.confirms("the relative risk is within e^±ε for all priors exactly if the likelihood ratio is", found == len(beyond))


@decides(kind=Kind.BOUND, errata=["slides-likelihood-ratio-exponent"])
def dependence_breaks_relative_risk(check: Check) -> None:
    """Dependent records leak through one another.

    Claim    Two people answer by randomised response, e^ε = p/(1 − p), and θ_ab = π(X₁ = a, X₂ = b). Then LR(1,1) = (e^(ε
             θ₁₁/θ₁·) + θ₁₀/θ₁·)/(θ₀₁/θ₀· + e^-ε θ₀₀/θ₀·); it is e^(2ε) if X₁ = X₂, and exceeds e^ε exactly if Cov(X₁, X₂) >
             0.
    Verdict  the two statements about LR(1,1) are true (p > 1/2); the formula, with θ₁₁/θ₁· in the exponent, is false:
             independent records do not give e^ε.

    Each answer alone is ε-DP. The second answer tells about X₂, and by dependence about X₁. With e^ε = 9 all numbers are
    rational.
    """
    E, root = F(9), F(3)  # e^ε and e^(ε/2)
    p = E / (1 + E)
    Prior = dict[tuple[int, int], F]

    def answers_1(x: int) -> F:
        return p if x == 1 else 1 - p

    def likelihood_ratio(theta: Prior) -> F:
        """Pr[T₁ = T₂ = 1 | X₁ = 1] / Pr[T₁ = T₂ = 1 | X₁ = 0]."""
        given = []
        for a in (1, 0):
            joint = sum((theta[a, b] * answers_1(a) * answers_1(b) for b in (0, 1)), F(0))
            given.append(joint / (theta[a, 0] + theta[a, 1]))
        return given[0] / given[1]

    def corrected(theta: Prior) -> F:
        one, zero = theta[1, 0] + theta[1, 1], theta[0, 0] + theta[0, 1]
        return (E * theta[1, 1] / one + theta[1, 0] / one) / (theta[0, 1] / zero + theta[0, 0] / zero / E)

    independent = {(a, b): F(1, 4) for a in (0, 1) for b in (0, 1)}
    equal = {(1, 1): F(1, 3), (0, 0): F(2, 3), (0, 1): F(0), (1, 0): F(0)}
    check.show("θ, independent", independent)
    check.show("θ, X₁ = X₂", equal)
    check.equal("independent records: LR(1,1) = e^ε", likelihood_ratio(independent), E)
    printed = (root + F(1, 2)) / (F(1, 2) + F(1, 2) / E)  # θ₁₁/θ₁· = 1/2
    check.equal("independent records: the formula as printed", printed, F(63, 10))
    check.equal("X₁ = X₂: LR(1,1) = e^(2ε)", likelihood_ratio(equal), E**2)

    parts = [(i, j, k, 8 - i - j - k) for i in range(9) for j in range(9 - i) for k in range(9 - i - j)]
    priors = [dict(zip(((0, 0), (0, 1), (1, 0), (1, 1)), [F(n, 8) for n in part], strict=True)) for part in parts]
    priors = [t for t in priors if t[0, 0] + t[0, 1] and t[1, 0] + t[1, 1]]
    check.equal(
        "priors in eighths on which the corrected formula holds",
        sum(corrected(t) == likelihood_ratio(t) for t in priors),
        len(priors),
    )
    covariance = [t[1, 1] - (t[1, 0] + t[1, 1]) * (t[0, 1] + t[1, 1]) for t in priors]
    agree = sum((likelihood_ratio(t) > E) == (c > 0) for t, c in zip(priors, covariance, strict=True))
    check.equal("… and on which LR(1,1) > e^ε exactly if Cov > 0", agree, len(priors))
    quarter = {(1, 1): F(3, 8), (1, 0): F(1, 8), (0, 1): F(1, 8), (0, 0): F(3, 8)}
    check.equal("one correlated prior (3/8, 1/8, 1/8, 3/8)", likelihood_ratio(quarter), 21)
    check.refutes("ε-DP bounds LR(1,1) by e^ε for every prior", all(likelihood_ratio(t) <= E for t in priors))


Weights = dict[tuple[int, ...], F]


@decides(kind=Kind.BOUND, errata=["slides-equality-total-dependence"])
def conditional_risk_is_bounded(check: Check) -> None:
    """What DP bounds is the risk given all others.

    Claim    ε-DP does not bound π(X_i = x | T)/π(X_i = x) by e^ε in general; it does bound π(X_i = x | T, X_-i)/π(X_i = x |
             X_-i); and the former is at most e^(nε), with equality as the records become totally dependent.
    Verdict  true but for the equality: total dependence alone gives less; e^(nε) is the limit as the prior of x tends to 0.

    Two or three people answer by randomised response with e^ε = 3. Given the other records only the own answer matters;
    without them all answers tell about X₁.
    """
    E = F(3)

    def chance(x: tuple[int, ...], t: tuple[int, ...]) -> F:
        """Pr[T = t | X = x]: each answer is right with probability 3/4."""
        return prod((F(3, 4) if a == b else F(1, 4) for a, b in zip(x, t, strict=True)), start=F(1))

    def risk(prior: Weights, t: tuple[int, ...]) -> F:
        """π(X₁ = 1 | T = t)/π(X₁ = 1)."""
        joint = {x: w * chance(x, t) for x, w in prior.items()}
        posterior = sum((w for x, w in joint.items() if x[0] == 1), F(0)) / sum(joint.values())
        return posterior / sum((w for x, w in prior.items() if x[0] == 1), F(0))

    correlated: Weights = {(1, 1): F(3, 32), (1, 0): F(1, 32), (0, 1): F(1, 32), (0, 0): F(27, 32)}
    check.show("π", correlated)
    check.greater("marginal: the ratio after the answers (1, 1), against e^ε = 3", risk(correlated, (1, 1)), E)
    conditional = []
    for other, t in product((0, 1), product((0, 1), repeat=2)):
        part = {x: w for x, w in correlated.items() if x[1] == other}
        given = {x: w / sum(part.values()) for x, w in part.items()}
        conditional.append(risk(given, t))
    check.at_most("given X₂: the largest ratio", max(conditional), E)
    check.at_least("given X₂: the smallest ratio", min(conditional), 1 / E)

    def identical(n: int, theta: F) -> F:
        return risk({(1,) * n: theta, (0,) * n: 1 - theta}, (1,) * n)

    for n in (1, 2, 3):
        bound = E**n
        for theta in (F(1, 2), F(1, 100), F(1, 10**6)):
            check.equal(f"X₁ = … = X_{n}, prior {theta}: the formula", identical(n, theta), bound / (bound * theta + 1 - theta))
    check.equal("X₁ = X₂, prior 1/2: the ratio, far below e^(2ε) = 9", identical(2, F(1, 2)), F(9, 5))
    check.greater("X₁ = X₂, prior 10⁻⁶: the ratio comes close to 9", identical(2, F(1, 10**6)), F(8999, 1000))
    check.refutes("total dependence makes the ratio e^(nε), here for n = 2 and prior 1/2", identical(2, F(1, 2)) == E**2)


@decides(kind=Kind.BOUND, errata=["slides-minimal-information-chamber"])
def minimal_information_chamber(check: Check) -> None:
    """The Markov boundary of a record does not bound what leaks about it.

    Verdict  false as printed: three equal records, or a chain X₁ – X₂ – X₃, have c₁ = 2, and the ratio exceeds e^(2ε).

    The boundary makes the other records superfluous once it is known exactly. But the attacker sees noisy answers only, and
    a record beyond the boundary has an answer of its own, which tells about the boundary. Three people answer by randomised
    response with e^ε = 3.
    """
    E = F(3)

    def risk(prior: Weights, t: tuple[int, ...]) -> F:
        """π(X₁ = 1 | T = t)/π(X₁ = 1); each answer is right with probability 3/4."""
        joint = {
            x: w
            * F(3, 4) ** sum(a == b for a, b in zip(x, t, strict=True))
            * F(1, 4) ** sum(a != b for a, b in zip(x, t, strict=True))
            for x, w in prior.items()
        }
        posterior = sum((w for x, w in joint.items() if x[0] == 1), F(0)) / sum(joint.values())
        return posterior / sum((w for x, w in prior.items() if x[0] == 1), F(0))

    def explains(prior: Weights, boundary: tuple[int, ...]) -> bool:
        """Whether π(X₁ | X_-1) = π(X₁ | the records in ``boundary``)."""

        def belief(known: tuple[int, ...], x: tuple[int, ...]) -> F:
            same = {y: w for y, w in prior.items() if all(y[i] == x[i] for i in known)}
            return sum((w for y, w in same.items() if y[0] == 1), F(0)) / sum(same.values())

        return all(belief((1, 2), x) == belief(boundary, x) for x, w in prior.items() if w)

    def chamber(prior: Weights) -> int:
        """1 + the size of the smallest set that explains X₁."""
        sets = [s for n in range(3) for s in combinations((1, 2), n)]
        return 1 + min(len(s) for s in sets if explains(prior, s))

    theta = F(1, 100)
    equal: Weights = {(1, 1, 1): theta, (0, 0, 0): 1 - theta}
    flip = F(1, 10000)  # a Markov chain: X₂ copies X₁, X₃ copies X₂, each with a small chance of an error
    chain: Weights = {
        (a, b, c): (theta if a else 1 - theta) * (flip if a != b else 1 - flip) * (flip if b != c else 1 - flip)
        for a, b, c in product((0, 1), repeat=3)
    }
    check.show("π, X₁ = X₂ = X₃", equal)
    check.show("π, a chain", chain)
    for name, prior in (("X₁ = X₂ = X₃", equal), ("a chain", chain)):
        check.equal(f"{name}: c₁, the size of the minimal information chamber", chamber(prior), 2)
        check.greater(f"{name}: the ratio after three answers 1, against e^(2ε) = 9", risk(prior, (1, 1, 1)), E**2)
        check.at_most(f"{name}: the same, against e^(3ε) = 27", risk(prior, (1, 1, 1)), E**3)
    # an independent third record adds nothing: the component {X₁, X₂} has size 2, and e^(2ε) holds
    pair: Weights = {(a, a, c): (theta if a else 1 - theta) * F(1, 2) for a in (0, 1) for c in (0, 1)}
    risks = [risk(pair, t) for t in product((0, 1), repeat=3)]
    check.at_most("X₁ = X₂ and X₃ independent: the largest ratio, against e^(2ε)", max(risks), E**2)
    check.refutes("the ratio of posterior to prior stays within e^(c₁ε) for c₁ = 2", risk(chain, (1, 1, 1)) <= E**2)
