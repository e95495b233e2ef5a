"""What a random choice between two mechanisms may undo: notions that are not convex."""

from collections.abc import Collection

from dpzoo.witnesses.prelude import *


@decides("distributional-privacy-rot10 generalized-dp model-specific-dp predictive-dp/convexity")
def exceptions_add_up(check: Check) -> None:
    """Exceptions add up: notions that exempt a probability γ of pairs are not convex.

    Verdict  false: at γ = 1/2 (generalized DP: 1/3) and ε = 0 two mechanisms satisfy them, and their even mixture does at
             no ε.

    M₁ and M₂ tell different facts about a single record; each separates at most half of the pairs. In the mixture, whose
    outputs show which of the two was run, a pair is separated if one of them separates it: an output has the probability ½
    for the one and 0 for the other. On other datasets the mechanisms are constant.
    """

    def telling(records: Collection[str], yes: Collection[str], name: str) -> FiniteMechanism:
        return deterministic([(t,) for t in records], lambda d: f"{name}: {'yes' if d[0] in yes else 'no'}")

    def loss(m: FiniteMechanism, t: str, u: str) -> Real:
        p, q = m.row((t,)), m.row((u,))
        return greatest([max_divergence(p, q), max_divergence(q, p)])

    # distributional privacy [Rot10]: two records drawn from π; "is it a?", "is it b?"
    A, B = telling("abc", "a", "a?"), telling("abc", "b", "b?")
    mixture = A.mix(B)
    check.show("M₁: is the record a?", A)
    check.show("M₂: is the record b?", B)
    check.show("the mixture", mixture)
    notion = notions["distributional-privacy-rot10"]
    for p in (F(1, 10), F(1, 3), F(1, 2), F(9, 10)):
        for name, m, t in (("M₁", A, "a"), ("M₂", B, "b")):
            pi = {u: p if u == t else (1 - p) / 2 for u in "abc"}
            bad = notion.tightest(m, laws=[pi], epsilon=0)
            check.equal(f"Pr[{t}] = {p}: γ of {name} at ε = 0 is 2p(1 - p), at most 1/2", bad, 2 * p * (1 - p))
    uniform = {t: F(1, 3) for t in "abc"}
    check.equal("π uniform: ε of the mixture at γ = 1/2", notion.tightest(mixture, laws=[uniform], gamma=F(1, 2)), INFINITY)

    # generalized DP: θ uniform on (a), (b), (c); the largest set G without a separated pair
    def largest(m: FiniteMechanism) -> F:
        subsets = [G for n in range(4) for G in combinations("abc", n)]
        sets = [G for G in subsets if not any(loss(m, x, y).infinite for x, y in combinations(G, 2))]
        return max(F(len(G), 3) for G in sets)

    check.equal("generalized DP: the loss of M₁ on {(b), (c)}", loss(A, "b", "c"), 0)
    check.equal("… of M₂ on {(a), (c)}, a set of probability 2/3 too", loss(B, "a", "c"), 0)
    check.equal("… the largest θ(G) on which the mixture has a finite loss, below 1 - γ = 2/3", largest(mixture), F(1, 3))

    # predictive and model-specific DP: π uniform on a, b, c, d; D₁ is given, D₂ has a random record
    C, D = telling("abcd", "ab", "a or b?"), telling("abcd", "ac", "a or c?")
    for name, m, expected in (("M₁: a or b?", C, F(1, 2)), ("M₂: a or c?", D, F(1, 2)), ("the mixture", C.mix(D), F(3, 4))):
        worst = max(sum((F(1, 4) for u in "abcd" if loss(m, t, u).infinite), F(0)) for t in "abcd")
        check.equal(f"predictive and model-specific DP: γ of {name}, at any finite ε", worst, expected)
    losses = [loss(m, t, u) for m in (C, D) for t in "abcd" for u in "abcd"]
    check.true("… where M₁ and M₂ have a finite loss, it is 0", all(x.infinite or x == 0 for x in losses))


@decides("mean-concentrated-dp/convexity")
def loss_or_no_loss(check: Check) -> None:
    """A large loss or none: mean-concentrated DP is not convex.

    Verdict  false: at μ = 11.2 and τ² = 22.3 a constant and randomised response with loss ±16 ln 2 satisfy it, and the loss
             of their mixture has a variance above 30.

    Randomised response with loss ±L has E exp(λZ) = cosh(L(λ + ½))/cosh(L/2) and the mean EZ = L tanh(L/2). As x ↦ ln cosh
    √x is concave (tanh x/x falls), its tangent at (L/2)² gives ln E exp(λ(Z - EZ)) ≤ λ²EZ, so that τ² = 2EZ will do, in
    both orders. In the mixture with a constant one sees which of the two was run, so the loss is 0 with probability ½. Its
    variance is L²/2 - (EZ)²/4, that is about L²/4; a τ-subgaussian variable has variance at most τ², which grows like 2L
    only. The recorded proof has infinitely many outputs; here they are finitely many.
    """
    odds = 2**16
    yes, no, L = F(odds, odds + 1), F(1, odds + 1), log_of(odds)
    M1 = check.show("M₁", from_rows({(0,): [F(1)], (1,): [F(1)]}, outputs=["star"]))
    M2 = check.show("M₂", from_rows({(0,): [yes, no], (1,): [no, yes]}, outputs=[0, 1]))
    mixture = M1.mix(M2)

    def moments(m: FiniteMechanism) -> tuple[Real, Real]:
        """Mean and variance of the loss between (0) and (1)."""
        weighted = [(real(p), real(p / q).log()) for p, q in zip(m.row((0,)), m.row((1,)), strict=True) if p]
        mean = sum((p * z for p, z in weighted), real(0))
        return mean, sum((p * z * z for p, z in weighted), real(0)) - mean * mean

    mu, tau_squared = F(112, 10), F(223, 10)
    check.equal("M₁: mean and variance of the loss", sum(moments(M1), real(0)), 0)
    check.less("M₂: the mean loss, against μ", kl_divergence(M2.row((0,)), M2.row((1,))), mu)
    check.less("M₂: twice its mean L tanh(L/2), against τ²", 2 * L * F(odds - 1, odds + 1), tau_squared)
    for power in (-3, -2, 1, 2, 3):
        moment = sum((p * (p / q) ** power for p, q in zip(M2.row((0,)), M2.row((1,)), strict=True)), F(0))
        bound = L * F(odds - 1, odds + 1) * power + tau_squared * F(power**2, 2)
        check.less(f"M₂: ln E exp(λZ) at λ = {power}, against λEZ + λ²τ²/2 (the proof covers every λ)", log_of(moment), bound)
    mean, variance = moments(mixture)
    check.less("the mixture's mean loss, against μ", mean, mu)
    check.greater("the variance of the mixture's loss", variance, 30)
    claim = "the mixture is (μ, τ)-mean-concentrated DP, as M₁ and M₂ are: its loss has a variance of at most τ²"
    check.refutes(claim, bool(variance <= tau_squared))


@decides("bayesian-dp-tf20 probabilistic-distribution-privacy relaxed-dp membership-privacy-sds19 privacy-at-risk/convexity")
def mixing_in_a_sure_output(check: Check) -> None:
    """Mixing a rare output into a sure one: convexity of notions that tolerate rare outputs.

    Verdict  false: two mechanisms with bad outputs of mass at most 1/10 have a mixture with bad outputs of mass 28/100
             (privacy at risk: 1/40 and 7/100).

    M₁ outputs 1 with probability 1/10 if a fact about the data is true, and 0 otherwise; M₂ always outputs 1. In the
    mixture with weights 8/10 and 2/10 the output 1 has the probabilities 28/100 and 20/100: the ratio 1.4 exceeds e^ε =
    1.2, and the output is not rare.
    """
    ratio, domain = F(12, 10), complete_domain((0, 1), 2)
    epsilon = log_of(ratio)
    LAWS = Mixture("8/10", ({"0": "9/10", "1": "1/10"}, {"0": "1", "1": "0"}), ({"0": "0", "1": "1"}, {"0": "0", "1": "1"}))
    weight, first, second = LAWS.at()
    M1, M2 = (
        from_rows({D: list(odd.values()) if len(D) % 2 else list(even.values()) for D in domain}) for odd, even in (first, second)
    )
    mixture = M1.mix(M2, weight)
    for name, m in (("M₁", M1), ("M₂", M2), ("the mixture", mixture)):
        check.show(name, m)

    theta1, theta2 = Prior.of({(0,): F(1)}, "θ₁"), Prior.of({(): F(1)}, "θ₂")
    values: dict[str, dict[str, Any]] = {
        "bayesian-dp-tf20": {"prior": {0: F(1, 2), 1: F(1, 2)}},
        "probabilistic-distribution-privacy": {"Theta": [(theta1, theta2), (theta2, theta1)]},
    }
    for name, given in values.items():
        delta = [notions[name].tightest(m, epsilon=epsilon, **given) for m in (M1, M2, mixture)]
        check.equal(f"{name}: δ of M₁ at e^ε = 1.2", delta[0], F(1, 10))
        check.equal("… of M₂", delta[1], 0)
        check.equal("… of the mixture", delta[2], F(28, 100))

    relaxed, at = notions["relaxed-dp"], {"epsilon": log_of(F(10, 9)), "delta_p": F(1, 10)}
    check.equal("relaxed-dp: δₐ of M₁ at e^ε = 10/9, δₚ = 1/10", relaxed.tightest(M1, **at), 0)
    check.equal("… of M₂", relaxed.tightest(M2, **at), 0)
    check.equal("… of the mixture, beyond 1/20", relaxed.tightest(mixture, **at), F(28, 100) - F(20, 100) * F(10, 9))

    def delta_of(m: FiniteMechanism, first: tuple[int, ...], second: tuple[int, ...]) -> F:
        found: F = probabilistic_delta(m.row(first), m.row(second), ratio).rational
        return found

    # membership-privacy-sds19 with one candidate: P_z is the law on (z), Q the one on ()
    for name, m, expected in (("M₁", M1, F(1, 10)), ("M₂", M2, F(0)), ("the mixture", mixture, F(28, 100))):
        check.equal(f"membership-privacy-sds19: δ of {name}", delta_of(m, (0,), ()), expected)

    # privacy-at-risk: π uniform on {0, 1}; the fact is that the first record is 1, and the pair is drawn
    A = from_rows({(1,): [F(9, 10), F(1, 10)], (0,): [F(1), F(0)]})
    B = from_rows({(1,): [F(0), F(1)], (0,): [F(0), F(1)]})
    for name, m, expected in (("M₁", A, F(1, 40)), ("M₂", B, F(0)), ("the mixture", A.mix(B, F(8, 10)), F(7, 100))):
        risk = sum((F(1, 4) * delta_of(m, (t,), (u,)) for t in (0, 1) for u in (0, 1)), F(0))
        check.equal(f"privacy-at-risk: δ of {name}", risk, expected)


@decides("range-bounded-privacy/convexity")
def opposite_losses(check: Check) -> None:
    """Opposite losses side by side: range-bounded privacy is not convex.

    Verdict  false: two mechanisms whose losses have the range ln 2 have a mixture with the range 2 ln 9/5 = ln 3.24.

    The losses of M₁ are ln 9/5 and ln 9/10; those of M₂, on other outputs, are the same with the opposite sign. The range
    of each is ln 2; together the losses reach from -ln 9/5 to ln 9/5. What matters is not how long the range is but where
    it lies.
    """
    LAWS = Mixture(
        "1/2",
        ({"1": "1/5", "2": "4/5", "3": "0", "4": "0"}, {"1": "1/9", "2": "8/9", "3": "0", "4": "0"}),
        ({"1": "0", "2": "0", "3": "1/9", "4": "8/9"}, {"1": "0", "2": "0", "3": "1/5", "4": "4/5"}),
    )
    weight, *pairs = LAWS.at()
    M1, M2 = (from_rows({("t",): list(P.values()), (): list(Q.values())}, outputs=[1, 2, 3, 4]) for P, Q in pairs)
    mixture = M1.mix(M2, weight)
    for name, m in (("M₁", M1), ("M₂", M2), ("the even mixture", mixture)):
        check.show(name, m)
    notion = notions["range-bounded-privacy"]
    check.equal("ε of M₁", notion.tightest(M1), log_of(2))
    check.equal("ε of M₂", notion.tightest(M2), log_of(2))
    check.equal("ε of the mixture", notion.tightest(mixture), log_of(F(324, 100)))
    check.refutes("the mixture is (ln 2)-range-bounded private", notion.holds(mixture, epsilon=log_of(2)))


@decides("typical-stability typical-stability-two-outputs/convexity")
def published_rare_records(check: Check) -> None:
    """Published rare records: typical stability is not convex.

    Verdict  false: M₁ and M₂ have ε = δ = 0, and their mixture fails at every ε and δ < 1/2 once there are enough record
             values.

    One record, uniform on n values. M₁ publishes it if it lies in the first third of the values, M₂ if it lies in the
    second third; otherwise they say nothing. A third of the datasets may be exempt (γ = 1/3; with two outputs γ = 5/9 and 1
    - γ = (2/3)²), so both look like saying nothing. In the mixture each record of both thirds is published with probability
    ½. At least n/3 of them are not exempt; their published forms are different outputs, and a common law Q gives some of
    them at most 3/n: ½ ≤ 3e^ε/n + δ. Of two different datasets of which one is published with probability ½, the other one
    never leads to that output; all but 1/9 + 2/(3n) of the pairs are such. With n unbounded no ε and δ < 1/2 is left. The n
    values stand for [0, 1) of the recorded proofs.
    """

    def publishing(n: int, part: range) -> FiniteMechanism:
        return deterministic([(t,) for t in range(n)], lambda d: d[0] if d[0] in part else "nothing")

    # typical stability
    notion = notions["typical-stability"]
    M1, M2 = publishing(6, range(2)), publishing(6, range(2, 4))
    mixture = M1.mix(M2)
    check.show("M₁, n = 6", M1)
    check.show("M₂, n = 6", M2)
    theta = [Prior.of({(t,): F(1, 6) for t in range(6)})]
    for name, m in (("M₁", M1), ("M₂", M2)):
        check.true(
            f"n = 6: {name} is (1/3, 0, 0)-typically stable", notion.holds(m, Theta=theta, gamma=F(1, 3), epsilon=0, delta=0)
        )
    claim = notion.holds(mixture, Theta=theta, gamma=F(1, 3), epsilon=0, delta=0)
    check.true("… the mixture is not", not claim)
    for n, factor, delta in ((9, 1, F(0)), (60, 6, F(1, 10)), (6000, 100, F(4, 10)), (3 * 10**9, 10**5, F(499, 1000))):
        check.greater(f"n = {n}, e^ε = {factor}, δ = {delta}: ½ against e^ε · 3/n + δ", F(1, 2), factor * F(3, n) + delta)

    # two outputs
    for n in (6, 9, 60):
        parts = publishing(n, range(n // 3)), publishing(n, range(n // 3, 2 * n // 3))
        silent = [sum((F(1, n) for D in m.datasets if m.probability(D, "nothing") == 1), F(0)) for m in parts]
        for name, share in zip(("M₁", "M₂"), silent, strict=True):
            check.equal(
                f"n = {n}: two runs of {name} say nothing on independent datasets with probability 4/9", share**2, F(4, 9)
            )
        both = parts[0].mix(parts[1])
        laws = [both.row(D) for D in both.datasets]
        apart = {(i, j) for i, p in enumerate(laws) for j, q in enumerate(laws) if hockey_stick(p, q, INFINITY) >= F(1, 2)}
        close = 1 - F(len(apart | {(j, i) for i, j in apart}), n * n)
        check.equal("… Pr[the mixture's outputs are close at some ε and δ < ½]", close, F(1, 9) + F(2, 3 * n))
        check.less("… less than 1 - γ", close, F(4, 9))
    check.refutes("the mixture is (1/3, 0, 0)-typically stable, as M₁ and M₂ are", claim)


@decides("average-sketch-privacy sketch-privacy-for-most-records/convexity")
def sketches_in_turn(check: Check) -> None:
    """One record at a time: sketch privacy on average and for most records is not convex.

    Verdict  false: each of two mechanisms exposes one of two records, and their mixture exposes both.

    With two records a, b and N = 1 the sets that count are {a} and {b}. A bound on the mean over records, or on all but
    half of them, lets a mechanism be bad for one record. If chance decides which of two mechanisms is run, and the output
    shows it, both records have their largest losses at once.
    """

    def losses(m: FiniteMechanism) -> list[Real]:
        """The largest losses of a and of b: the sketch of {a} against that of {b}, and the reverse."""
        return [max_divergence(m.row((t,)), m.row((u,))) for t, u in ("ab", "ba")]

    # on average
    M1 = check.show("M₁", from_rows({("a",): [F(2, 100), F(98, 100)], ("b",): [F(1, 100), F(99, 100)]}, outputs=[0, 1]))
    M2 = check.show("M₂", from_rows({("b",): [F(2, 100), F(98, 100)], ("a",): [F(1, 100), F(99, 100)]}, outputs=[2, 3]))
    for name, m in (("M₁", M1), ("M₂", M2)):
        check.less(f"on average: ε of {name}", sum(losses(m), real(0)) / 2, F(36, 100))
    average = sum(losses(M1.mix(M2)), real(0)) / 2
    check.greater("… ε of the mixture, ln 2", average, F(69, 100))

    # for most records, γ = 1/2: one of the two may be exposed
    E1 = check.show("N₁", from_rows({("a",): [F(1, 2), F(1, 2)], ("b",): [F(0), F(1)]}, outputs=[0, 1]))
    E2 = check.show("N₂", from_rows({("b",): [F(1, 2), F(1, 2)], ("a",): [F(0), F(1)]}, outputs=[2, 3]))
    check.true("for most records: N₁ exposes a, and costs b ln 2", bool(losses(E1)[0].infinite) and losses(E1)[1] == log_of(2))
    check.true("… N₂ exposes b, and costs a ln 2", bool(losses(E2)[1].infinite) and losses(E2)[0] == log_of(2))
    exposed = sum(bool(x.infinite) for x in losses(E1.mix(E2)))
    check.equal("… records that the mixture exposes, of two", exposed, 2)
    claim = "the mixture of M₁ and M₂ keeps ε = 0.36 on average, or that of N₁ and N₂ exposes at most one record"
    check.refutes(claim, bool(average <= F(36, 100)) or exposed <= 1)
