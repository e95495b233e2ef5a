"""Attackers who choose the records that they know, and attackers who happen to know some."""

from dpzoo.numbers.real import compare
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="n, T, p")
def active_knowledge_lowers_threshold(check: Check) -> None:
    """An active attacker lowers the threshold by the number of records they control.

    Claim    With background knowledge of |B| ≤ T records, the T-thresholded count of n records is (ε, δ)-APKDP iff the
             (T−|B|)-thresholded count of n − |B| records, without background knowledge, is (ε, δ)-PPKDP.
    Verdict  true: the two δ agree exactly, and the worst knowledge is all ones.
    Source   Desfontaines 2020, Proposition 28.

    Given b known ones the output is that of the other records with threshold T − b, shifted by b. A higher threshold is a
    post-processing of a lower one (it hides more), so δ grows with b, and b = |B| is the worst. (The printed proof leaves
    out this last step.)
    """
    n, p, T = 20, F(1, 5), 8

    def delta(n: int, threshold: int, b: int, known: int, exp_epsilon: F) -> F:
        """The larger of the two orders' δ, of the thresholded count of n records, given b ones among the known ones."""
        laws = {t: [F(0)] * (n + 1) for t in (0, 1)}
        rest = n - known - 1
        for t in (0, 1):
            for s in range(rest + 1):
                count = b + t + s
                laws[t][count if count > threshold else 0] += (
                    comb(rest, s) * p**s * (1 - p) ** (rest - s)
                )  # 0 stands for ⊥ (threshold ≥ 0)
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        return max(F(d.rational) for d in (hockey_stick(no, yes, exp_epsilon), hockey_stick(yes, no, exp_epsilon)))

    equal = []
    for known in (1, 4, 8):
        for exp_epsilon in (F(1), F(5, 4), F(2), F(10)):
            by_b = [delta(n, T, b, known, exp_epsilon) for b in range(known + 1)]
            lowered = delta(n - known, T - known, 0, 0, exp_epsilon)
            equal.append(max(by_b) == lowered)
            check.equal(
                f"|B| = {known}, e^ε = {exp_epsilon}: active δ, against threshold {T - known} and {n - known} records",
                max(by_b),
                lowered,
            )
            check.true("… δ does not fall as b grows", by_b == sorted(by_b))
        check.show(f"|B| = {known}, e^ε = 10: δ by b", [f"{float(d):.3g}" for d in by_b])
    check.confirms(
        "the active δ of the thresholded count is that of the threshold lowered by |B|, in every case tried", all(equal)
    )


@decides("active-partial-knowledge-dp/does_not_imply/noiseless-privacy")
def active_without_noiseless(check: Check) -> None:
    """Active partial knowledge DP with δ does not imply noiseless privacy.

    Claim    (Θ, ε, δ)-APKDP is strictly weaker than noiseless privacy.
    Verdict  true: publish a fair bit with probability δ, and nothing otherwise.
    Source   Desfontaines & Pejó 2022, Table 3; Desfontaines 2020, Definition 57.

    With probability δ everything is revealed, whatever ε is; a published 1 excludes a 0, so the loss is unbounded.
    """
    delta = F(1, 100)
    M = from_rows({(0,): [delta, 0, 1 - delta], (1,): [0, delta, 1 - delta]}, outputs=["0", "1", "nothing"])
    theta = Prior.of({(0,): F(1, 2), (1,): F(1, 2)})
    check.show("M", M)
    for epsilon in (0, 1, 100):
        found = notions["active-partial-knowledge-dp"].tightest(M, Theta=[theta], epsilon=epsilon)
        check.equal(f"APKDP: the least δ at ε = {epsilon}", found, delta)
    check.equal("NPr: the least ε", notions["noiseless-privacy"].tightest(M, Theta=[theta]), real(float("inf")))
    claim = notions["noiseless-privacy"].holds(M, Theta=[theta], epsilon=1000)
    check.refutes("the (1, 1/100)-APKDP mechanism is (θ, ε)-NPr for some ε (here 1000)", claim)


@decides(kind=Kind.EQUIVALENCE, sampled="n, p, ε")
def count_is_reducible(check: Check) -> None:
    """A count is as private against active attackers as against passive ones.

    Claim    Counting queries are Θ-reducible, so that they have the same ε and δ as APKDP and as PPKDP.
    Verdict  true: with 20 unknown voters, p = 3/10 and ε = 3/10 the least δ is .09577, whatever the attacker knows.
    Source   Desfontaines 2020, Theorem 2, Proposition 26 and Section 3.1.3.5.

    Knowing b Yes votes shifts the count by b. The map O ↦ O − b₁ + b₂ carries the output distribution given B₁ to that
    given B₂, for D(i) = 0 and for D(i) = 1; sums over all outputs do not notice.
    """
    unknown, known, p = 20, 5, F(3, 10)
    outputs = range(unknown + known + 2)
    f = [comb(unknown, s) * p**s * (1 - p) ** (unknown - s) for s in range(unknown + 1)]
    law = {
        (t, b): np.array([f[o - b - t] if 0 <= o - b - t <= unknown else F(0) for o in outputs], dtype=object)
        for t in (0, 1)
        for b in range(known + 1)
    }
    e = real(F(3, 10)).exp()
    delta = {(t, b): hockey_stick(law[t, b], law[1 - t, b], e) for t in (0, 1) for b in range(known + 1)}
    check.show("δ by D(i) and b", {str(k): f"{float(d):.5f}" for k, d in delta.items()})
    for b in range(1, known + 1):
        shifted = all((law[t, b][b:] == law[t, 0][: len(outputs) - b]).all() for t in (0, 1))
        check.true(f"O ↦ O + {b} carries the outputs given b = 0 to those given b = {b}, for both values of D(i)", shifted)
    worst = delta[0, 0]
    check.less("the other order is the smaller one", delta[1, 0], worst)
    check.greater("ε = 3/10: δ for every b, from below", worst, F(957685, 10**7))
    check.less("… from above", worst, F(957695, 10**7))
    same = all((law[t, b][b:] == law[t, 0][: len(outputs) - b]).all() for t in (0, 1) for b in range(1, known + 1))
    check.confirms("the count has the same losses for every possible knowledge, so that its active and passive δ are equal", same)


@decides(kind=Kind.ERRATUM, errata=["thesis-prop26-quadratic-mean"])
def means_are_reducible(check: Check) -> None:
    """How known records move the means.

    Claim    The geometric, harmonic and quadratic mean are Θ-reducible by three printed maps from the output given B₁ to
             that given B₂; the quadratic one is √(n·M² + Σ((B₂)ⱼ² − (B₁)ⱼ²)/n).
    Verdict  true of the geometric and the harmonic mean; the printed map of the quadratic mean is false.

    Take the records (1, 2, 3, 4) and replace the known ones, (1, 2), by (5, 2). A map that is to carry M(1,2,3,4) to
    M(5,2,3,4) can be tried on these numbers.
    """
    before, after, n = (1, 2, 3, 4), (5, 2, 3, 4), 4
    B1, B2 = before[:2], after[:2]
    check.show("records, before and after", {"before": before, "after": after})

    def quadratic_squared(d: tuple[int, ...]) -> F:
        return F(sum(x * x for x in d), n)

    def harmonic(d: tuple[int, ...]) -> F:
        return n / sum((F(1, x) for x in d), F(0))

    # The geometric mean's n-th power, by the printed map: M^n · ΠB₂/ΠB₁.
    mapped = F(prod(before)) * F(prod(B2), prod(B1))
    check.equal("geometric: the printed map's n-th power", mapped, prod(after))
    # The harmonic mean: n·((M/n)⁻¹ + Σ(1/B₂ - 1/B₁))⁻¹.
    inverse = n / harmonic(before) + sum((F(1, y) - F(1, x) for x, y in zip(B1, B2, strict=True)), F(0))
    check.equal("harmonic: the printed map", n / inverse, harmonic(after))
    # The quadratic mean's square: n·M² + Σ(B₂² - B₁²)/n as printed, M² + Σ(B₂² - B₁²)/n.
    shift = F(sum(y * y - x * x for x, y in zip(B1, B2, strict=True)), n)
    printed = n * quadratic_squared(before) + shift
    check.equal("quadratic: the square, by the printed map", printed, 36)
    check.equal("… the square of the mean of (5, 2, 3, 4)", quadratic_squared(after), F(27, 2))
    check.equal("… by the corrected map", quadratic_squared(before) + shift, quadratic_squared(after))
    means = {"quadratic": real(quadratic_squared(after)).sqrt(), "harmonic": real(harmonic(after))}
    means["geometric"] = real(prod(after)).sqrt().sqrt()
    for name, digits in (("quadratic", F(3674, 1000)), ("harmonic", F(3117, 1000)), ("geometric", F(3310, 1000))):
        check.at_most(f"the {name} mean of (5, 2, 3, 4)", means[name], digits + F(1, 2000))
        check.at_least("… from below", means[name], digits - F(1, 2000))
    check.refutes(
        "the printed map carries the quadratic mean of (1,2,3,4) to that of (5,2,3,4)", printed == quadratic_squared(after)
    )


@decides(
    "noiseless-privacy/special_case_of/passive-partial-knowledge-dp active-partial-knowledge-dp",
    kind=Kind.EQUIVALENCE,
    sampled="M, θ",
)
def no_delta_active_is_passive(check: Check) -> None:
    """Without δ an active attacker is no stronger than a passive one.

    Claim    (Θ, ε)-PPKDP and (Θ, ε)-APKDP, that is both with δ = 0, are equivalent.
    Verdict  true: the two tightest ε are equal, on every random mechanism and prior tried. With δ > 0 they are not.
    Source   Desfontaines 2020, Theorem 1, last part.

    Given D(i) = t and what the attacker knows, b, let δ(b) be the mean of max(0, 1 − e^(ε − L)) over the outputs, where L is
    the loss. APKDP asks that δ(b) ≤ δ for every possible b, PPKDP that the mean of δ(b) over b is at most δ. The numbers
    δ(b) are not negative, and every possible b has a positive weight: if their mean is 0, all of them are 0. So with δ = 0
    both ask that the loss never exceeds ε, however rare b is, and so does noiseless privacy.
    """
    choose = random.Random(13)
    apkdp, ppkdp, npr = (notions[k] for k in ("active-partial-knowledge-dp", "passive-partial-knowledge-dp", "noiseless-privacy"))
    domain = [(x, y) for x in (0, 1) for y in (0, 1, 2)]
    same, same_as_noiseless, smaller_with_delta = 0, 0, 0
    for _ in range(60):
        rows = [[choose.randint(0, 20) + (o == 0) for o in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        bias, weights = F(choose.randint(1, 9), 10), [choose.randint(1, 100) for _ in range(3)]
        theta = Prior.known({(x, y): (bias if x else 1 - bias) * F(weights[y], sum(weights)) for x, y in domain}, lambda d: d[1])
        active, passive = (k.tightest(M, Theta=[theta], delta=0).value for k in (apkdp, ppkdp))
        same += active == passive
        same_as_noiseless += active == npr.tightest(M, Theta=[theta]).value
        with_delta = [k.tightest(M, Theta=[theta], delta=F(1, 20)).value for k in (apkdp, ppkdp)]
        smaller_with_delta += with_delta[1] < with_delta[0]
    check.show("one of the mechanisms", M)
    drawn = "60 random mechanisms, the attacker knows the second record"
    check.equal(f"{drawn}: how often the least active and passive ε at δ = 0 are equal", same, 60)
    check.equal(f"{drawn}: how often the least active ε at δ = 0 is that of noiseless privacy", same_as_noiseless, 60)
    check.greater(f"{drawn}: how often the least passive ε at δ = 1/20 is below the active one", smaller_with_delta, 30)
    check.confirms("at δ = 0 active and passive partial knowledge have the same tightest ε, on every mechanism tried", same == 60)


@decides(kind=Kind.EQUIVALENCE, errata=["thesis-ppkdp-one-delta"])
def passive_as_one_indistinguishability(check: Check) -> None:
    """The passive notion as an indistinguishability with a single δ.

    Claim    PPKDP cannot easily be written with (ε, δ)-indistinguishability: δ would have to be used twice, by asking for
             (ε, δ)-indistinguishability with probability 1 − δ over the knowledge.
    Verdict  true of the output alone: with δ used twice one gets another notion, neither stronger nor weaker with the same
             δ. But one δ is enough.

    Given independence the knowledge has the same distribution for D(i) = t and D(i) = t′, so the hockey-stick divergence of
    the pair (O, B) is the mean over B of the divergences of O given B: the left-hand side of PPKDP.
    """
    # D = (x, y), x a fair bit, B = y; M shows x with probability q_y and nothing otherwise: E_ε(B̂ = y) = q_y for every ε.
    delta = F(1, 4)

    def setting(q: dict[int, F], bias: F) -> tuple[FiniteMechanism, Prior]:
        domain = [(x, y) for x in (0, 1) for y in (0, 1)]
        M = from_function(domain, lambda d: {d[0]: q[int(d[1] == 1)], "nothing": 1 - q[int(d[1] == 1)]})
        return M, Prior.known({(x, y): F(1, 2) * (bias if y else 1 - bias) for x, y in domain}, lambda d: d[1])

    ppkdp = notions["passive-partial-knowledge-dp"]
    e = real(1).exp()
    settings = {
        "half of the time 1/2": setting({0: F(0), 1: F(1, 2)}, F(1, 2)),
        "rarely 1, else 1/4": setting({0: F(1, 4), 1: F(1)}, F(1, 4)),
    }
    results = {}
    for name, (M, theta) in settings.items():
        bias = theta.probability(lambda d, _: d[1] == 1)
        laws = {(x, y): M.row((x, y)) for x in (0, 1) for y in (0, 1)}
        excess: dict[int, Real] = {y: hockey_stick(laws[0, y], laws[1, y], e) for y in (0, 1)}
        too_much = sum((w for y, w in ((0, 1 - bias), (1, bias)) if excess[y] > delta), F(0))
        pair = [np.concatenate([(1 - bias) * laws[x, 0], bias * laws[x, 1]]) for x in (0, 1)]
        ppk = ppkdp.tightest(M, Theta=[theta], epsilon=1)
        check.show(f"M, {name}", M)
        check.equal(f"{name}: the δ of the pair (O, B) is that of PPKDP", hockey_stick(pair[0], pair[1], e), ppk)
        check.show(f"{name}: PPKDP's δ, and how often (1, 1/4)-indistinguishability fails", (str(ppk), str(too_much)))
        results[name] = (bool(ppkdp.holds(M, Theta=[theta], epsilon=1, delta=delta)), too_much <= delta)
    check.true(
        "PPKDP with 1/4, but 1/4-indistinguishable only half of the time", results["half of the time 1/2"] == (True, False)
    )
    check.true("1/4 used twice, but not PPKDP with 1/4 (7/16 is needed)", results["rarely 1, else 1/4"] == (False, True))
    M, theta = settings["rarely 1, else 1/4"]
    check.equal("… it has δ + (1-δ)δ", ppkdp.tightest(M, Theta=[theta], epsilon=1), F(7, 16))
    check.refutes(
        "PPKDP with δ = 1/4 and the form that uses δ twice are the same", len({a == b for a, b in results.values()} & {True}) > 0
    )


@decides(
    "active-partial-knowledge-dp/stronger_than/passive-partial-knowledge-dp",
    kind=Kind.IMPLICATION,
    errata=["thesis-theorem1-epsilon-lost"],
    sampled="n, p, T, ε",
)
def passive_averages_active(check: Check) -> None:
    """The passive bound is the average of the active ones.

    Claim    With m(O, B̂) = max(0, 1 − e^(−L)), the quantity bounded by PPKDP is the mean, over the knowledge B given D(i)
             = t, of the quantity bounded by APKDP. So active is stronger than passive, with the same ε and δ.
    Verdict  the mean is right; the m as printed has no ε in it and is not what the definitions bound, except at ε = 0.

    The count of 14 voters is shown if it is above 3; the attacker knows 4 votes, b of them Yes; the target is one of the
    other ten, p = 3/10. Directly: draw the knowledge and the output given D(i) = 1 and average m. As a mean: compute the
    hockey-stick divergence for every b, and weigh.
    """
    n, T, known, p = 14, 3, 4, F(3, 10)
    bottom = -1  # stands for ⊥
    pr_b = [comb(known, b) * p**b * (1 - p) ** (known - b) for b in range(known + 1)]
    law: dict[tuple[int, int], dict[int, F]] = {}  # (t, b) -> the distribution of the output
    for t in (0, 1):
        for b in range(known + 1):
            row = dict.fromkeys([bottom, *range(n + 1)], F(0))
            for s in range(n - known):
                count = b + t + s
                row[count if count > T else bottom] += comb(n - known - 1, s) * p**s * (1 - p) ** (n - known - 1 - s)
            law[t, b] = row
    check.show("Pr[b]", pr_b)

    def directly(t: int, exp_epsilon: Real) -> Real:
        """E[max(0, 1 - e^(ε-L(O, B)))] with (B, O) drawn together, given D(i) = t."""
        total = real(0)
        for b in range(known + 1):
            for o, chance in law[t, b].items():
                other = law[1 - t, b][o]
                if chance and compare(real(chance), exp_epsilon * other) == 1:
                    total += real(pr_b[b]) * (real(chance) - exp_epsilon * other)
        return total

    laws = {key: np.array(list(row.values()), dtype=object) for key, row in law.items()}

    def apk(t: int, exp_epsilon: Real) -> list[Real]:
        return [hockey_stick(laws[t, b], laws[1 - t, b], exp_epsilon) for b in range(known + 1)]

    def mean(quantities: list[Real]) -> Real:
        return sum((real(w) * a for w, a in zip(pr_b, quantities, strict=True)), real(0))

    e_fifth = real(F(1, 5)).exp()
    yes, no = mean(apk(1, e_fifth)), mean(apk(0, e_fifth))
    for t, quantity, digits in ((1, yes, F(20697, 10**5)), (0, no, F(20924, 10**5))):
        check.show(f"APK by b, D(i) = {t}, ε = 1/5", [f"{float(a):.5f}" for a in apk(t, e_fifth)])
        check.at_least(f"ε = 1/5, D(i) = {t}: the mean of APK over b, from below", quantity, digits)
        check.at_most("… from above", quantity, digits + F(1, 10**5))
        check.at_most("… PPK directly minus that mean", directly(t, e_fifth) - quantity, F(1, 10**12))
        check.at_least("… from below", directly(t, e_fifth) - quantity, F(-1, 10**12))
        fraction = real(F(5, 4))
        check.equal("… at e^ε = 5/4 the two ways agree exactly", directly(t, fraction), mean(apk(t, fraction)))
    below = no < apk(0, e_fifth)[3]
    check.less("D(i) = 0: PPK is below the worst APK, here that of b = 3", no, apk(0, e_fifth)[3])

    # As printed, without ε, m bounds the statistical distance given B̂, whatever ε is.
    for t, with_epsilon in ((1, yes), (0, no)):
        printed = mean(apk(t, real(1)))
        check.equal(f"m as printed, D(i) = {t}: the two ways agree exactly", directly(t, real(1)), printed)
        check.greater("… on a number larger than the one that (1/5, δ)-PPKDP bounds", printed, with_epsilon)
    check.confirms("at ε = 1/5 the passive δ is the mean of the active ones, and below their maximum", below)


@decides(
    "passive-partial-knowledge-dp/special_case_of/active-partial-knowledge-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-table-ppkdp-extension"],
)
def passive_is_no_case_of_active(check: Check) -> None:
    """Passive partial knowledge is not a special case of the active one.

    Verdict  false: for one PPKDP, no APKDP accepts exactly the same mechanisms.

    D = (x, y) uniform on two bits, B = y, e^ε = 2, δ = ¼. M′ tells something if x = y, M″ if x ≠ y, M in both cases. PPKDP
    accepts M′ and M″ (½ on one of two values of y) and not M. A condition of an APKDP compares mixtures of rows by two
    distributions μ, ν on the data and a factor c ≥ 1: in it M has the larger of what M′ and M″ have at most, so an APKDP
    that accepts these accepts M.
    """
    domain = list(product((0, 1), repeat=2))
    half = F(1, 2)
    equal, unequal, silent = [half, half, F(0)], [half, F(0), half], [F(1), F(0), F(0)]
    M = from_rows({(x, y): equal if x == y else unequal for x, y in domain}, name="M")
    M_1 = from_rows({(x, y): equal if x == y else silent for x, y in domain}, name="M′")
    M_2 = from_rows({(x, y): silent if x == y else unequal for x, y in domain}, name="M″")
    theta = Prior.known({D: F(1, 4) for D in domain}, lambda d: d[1])
    passive = notions["passive-partial-knowledge-dp"]
    found = {}
    for m in (M, M_1, M_2):
        check.show(m.name, m)
        found[m.name] = passive.holds(m, Theta=[theta], epsilon="log(2)", delta=F(1, 4))
    check.true("PPKDP accepts M′", found["M′"])
    check.true("PPKDP accepts M″", found["M″"])
    check.equal("M needs δ = ½", passive.tightest(M, Theta=[theta], epsilon="log(2)"), half)

    choose = random.Random(31)
    inherited, trials = 0, 300
    for _ in range(trials):
        draws = [[choose.randint(0, 9) + (k == 0) for k in range(4)] for _ in range(2)]
        mu, nu = ({D: F(w, sum(draw)) for D, w in zip(domain, draw, strict=True)} for draw in draws)
        c = 1 + F(choose.randint(0, 20), 10)
        excess = {}
        for m in (M, M_1, M_2):
            P, Q = (sum(w * m.row(D) for D, w in law.items()) for law in (mu, nu))
            excess[m.name] = sum((max(F(0), a - c * b) for a, b in zip(P, Q, strict=True)), F(0))
        inherited += excess["M"] <= max(excess["M′"], excess["M″"])
    check.equal(f"{trials} random conditions of an APKDP: how often M is no worse than M′ or M″", inherited, trials)
    check.refutes("the PPKDP that accepts M′ and M″ also accepts M, as every APKDP that accepts them does", found["M"])


@decides("passive-partial-knowledge-dp/does_not_imply/active-partial-knowledge-dp")
def threshold_against_active_and_passive(check: Check) -> None:
    """Thresholding a count protects from passive attackers and not from active ones.

    Claim    1000 people vote Yes with probability 10⁻⁷ each; the count is shown only if it is above 100; the attacker knows
             100 votes. An active attacker finds out a person's vote, a passive one does not.
    Verdict  true: at ε = 1 the active attacker succeeds with probability .9999, the passive one with less than 10⁻⁵⁶⁰.
    Source   Desfontaines 2020, Example 7 and Section 3.1.3.4.

    An active attacker casts 100 fake Yes votes: the count is shown as soon as one more person, the target, votes Yes. For
    the passive one a shown count needs 100 Yes votes by accident. In small: the output is x if y = 1 and nothing otherwise,
    the attacker knows y, and Pr[y = 1] = δ: the active attacker always sees x, the passive one with probability δ; so the
    passive bound implies the active one with no ε and δ < 1.
    """

    def binomial(s: int, n: int, p: F) -> F:
        """f(s, n, p)."""
        return comb(n, s) * p**s * (1 - p) ** (n - s)

    # n = 1000, T = |B| = 100, p = 10⁻⁷, ε = 1. Other unknown votes: S ~ Bin(899, p).
    p, e = F(1, 10**7), real(1).exp()
    nobody = (1 - p) ** 899
    # B̂ all Yes: given a No from the target the output is ⊥ if nobody else votes Yes, given a Yes it never is.
    check.greater("active, 100 fake votes: δ ≥ Pr[⊥ | No] - e·Pr[⊥ | Yes], where the second is 0", nobody, F(9999, 10000))
    # f(s) > e·f(s+1) for all s, so that given a Yes every shown count lies above ε, and sums telescope:
    # PPK(Yes/No) = Σ_b Pr[b](Pr[S ≥ T-b] - e·Pr[S ≥ T-b+1]) = Pr[X ≥ 100] - e·Pr[X ≥ 101], X = b + S ~ Bin(999, p).
    check.greater("f(s)/f(s+1) is at least f(0)/f(1)", (1 - p) / (899 * p), e)
    shown = sum(comb(999, k) * (10**7 - 1) ** (999 - k) for k in range(100, 1000))
    leading = comb(999, 100) * (10**7 - 1) ** 899
    more = shown - leading
    ppk = real(F(shown, 10 ** (7 * 999))) - e * real(F(more, 10 ** (7 * 999)))
    log10 = real(10).log()
    check.less("passive, Yes against No: log₁₀ δ", ppk.log() / log10, -560)
    check.greater("… it is about -560.24", ppk.log() / log10, F(-56025, 100))
    # PPK(No/Yes): only ⊥ can lie above ε, and for b ≤ 99 it does not, as Pr[⊥ | No] ≤ 1 < e·Pr[S = 0] ≤ e·Pr[⊥ | Yes].
    check.greater("⊥ is harmless for b ≤ 99: e·Pr[S = 0] against 1", e * nobody, 1)
    check.less("passive, No against Yes: δ ≤ Pr[b = 100], log₁₀ of it", real(p**100).log() / log10, -560)

    # A laptop's scale: n = 40, T = |B| = 10, p = 1/20, ε = 1/2. All 29 other votes, every b, both orders.
    n, T, known, p = 40, 10, 10, F(1, 20)
    half = real(F(1, 2)).exp()
    apk: dict[tuple[int, str], Real] = {}
    for b in range(known + 1):
        laws = {t: [F(0)] * (n + 1) for t in (0, 1)}
        for t in (0, 1):
            for s in range(n - known):
                laws[t][b + t + s if b + t + s > T else 0] += binomial(s, n - known - 1, p)  # 0 stands for ⊥
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        apk[b, "Yes/No"], apk[b, "No/Yes"] = hockey_stick(yes, no, half), hockey_stick(no, yes, half)
    passive = {
        order: sum((real(binomial(b, known, p)) * apk[b, order] for b in range(known + 1)), real(0))
        for order in ("Yes/No", "No/Yes")
    }
    check.show("APK by b, No/Yes", {b: f"{float(apk[b, 'No/Yes']):.4g}" for b in range(known + 1)})
    check.greater("n = 40: active, No against Yes, about .2259", apk[known, "No/Yes"], F(2259, 10**4))
    check.less("… passive, Yes against No, about 1.3·10⁻⁵", passive["Yes/No"], F(13, 10**6))
    check.less("… passive, No against Yes, is smaller still", passive["No/Yes"], passive["Yes/No"])

    # In small, exactly: D = (x, y), B = y, Pr[y = 1] = 1/100.
    M = deterministic([(x, y) for x in (0, 1) for y in (0, 1)], lambda d: d[0] if d[1] else "nothing")
    theta = Prior.known({(x, y): F(1, 2) * (F(1, 100) if y else F(99, 100)) for x in (0, 1) for y in (0, 1)}, lambda d: d[1])
    check.show("M: x if y = 1, else nothing", M)
    ppkdp, apkdp = notions["passive-partial-knowledge-dp"], notions["active-partial-knowledge-dp"]
    check.equal("passive δ at ε = 1", ppkdp.tightest(M, Theta=[theta], epsilon=1), F(1, 100))
    check.equal("active δ for any ε", apkdp.tightest(M, Theta=[theta], epsilon="inf"), 1)
    implied = apkdp.holds(M, Theta=[theta], epsilon=100, delta=F(999, 1000))
    check.refutes("since M is (1, 1/100)-PPKDP, it is (100, 999/1000)-APKDP", implied)


@decides(kind=Kind.SEPARATION)
def thresholded_count_is_not_reducible(check: Check) -> None:
    """A thresholded count is not reducible.

    Claim    It does not hold in general that knowing k of n records is like knowing none of n − k: for counts with
             thresholding it fails.
    Verdict  true: with 20 unknown voters, p = 3/10, ε = 3/10 and T = 12 the δ given b known Yes votes runs from .0034 to
             .0846.
    Source   Desfontaines 2020, Remark 2 and Example 7.

    Every known Yes vote lowers the threshold for the unknown ones by one; a threshold near the likely counts hides less of
    them. An active attacker has the δ of the worst b, a passive one a mean.
    """
    unknown, known, p, T = 20, 5, F(3, 10), 12
    e = real(F(3, 10)).exp()
    delta: list[Real] = []
    for b in range(known + 1):
        laws = {t: [F(0)] * (unknown + known + 2) for t in (0, 1)}
        for t in (0, 1):
            for s in range(unknown + 1):
                count = b + t + s
                laws[t][count if count > T else 0] += comb(unknown, s) * p**s * (1 - p) ** (unknown - s)  # 0 stands for ⊥
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        delta.append(greatest([hockey_stick(no, yes, e), hockey_stick(yes, no, e)]))
    check.show("δ by b", [f"{float(d):.4f}" for d in delta])
    check.greater("b = 0: δ, from below", delta[0], F(335, 10**5))
    check.less("… from above", delta[0], F(345, 10**5))
    check.greater("b = 5: δ, from below", delta[5], F(8455, 10**5))
    check.less("… from above", delta[5], F(8465, 10**5))
    for b in range(known):
        check.less(f"a fake vote more is worse: b = {b} against {b + 1}", delta[b], delta[b + 1])
    passive = sum((real(comb(known, b) * p**b * (1 - p) ** (known - b)) * d for b, d in enumerate(delta)), real(0))
    check.less("even the passive attacker's δ is at most a mean, below the active one's", passive, delta[known])
    check.refutes("for the thresholded count all values of the knowledge are equivalent", bool(delta[0] >= delta[known]))
