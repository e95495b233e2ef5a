"""Approximate and probabilistic DP, their axioms, and how they follow from each other."""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def approximate_dp_three_forms(check: Check) -> None:
    """Approximate DP by events, by positive parts, and by the privacy loss.

    Claim    (ε, δ)-DP holds iff E[max(0, 1 - e^(ε - L))] ≤ δ for the privacy loss L, ε-DP iff Pr[L > ε] = 0, and (ε,
             δ)-ProDP iff Pr[L > ε] ≤ δ, for all neighbouring D₁, D₂ and O ∼ M(D₁).
    Verdict  true on 400 random pairs of distributions with zeros in either place: the three numbers are equal, exactly.
    Source   Desfontaines 2020, Proposition 8; Desfontaines & Pejó 2022, theorem in Section 3.1.

    The worst event of approximate DP collects the outputs where P(O) exceeds e^ε Q(O). Dividing the excess P(O) - e^ε Q(O)
    by P(O) gives 1 - e^(ε - L(O)), so the same sum is a mean under P. An output that Q never returns has L = ∞ and counts
    in full; one that P never returns has weight zero.
    """
    rng = np.random.default_rng(1)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    widest = [F(0)] * 4
    for trial in range(400):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(2, 7)), 2)  # e^ε from 1 to 3
        P, Q = random_law(size), random_law(size)
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        by_events = max(sum((P[o] - exp_epsilon * Q[o] for o in S), F(0)) for S in events)
        by_parts = sum((max(F(0), p - exp_epsilon * q) for p, q in zip(P, Q, strict=True)), F(0))
        # e^(ε - L(O)) is e^ε Q(O)/P(O); it is 0 where L = ∞
        by_loss = sum((p * max(F(0), 1 - exp_epsilon * q / p) for p, q in zip(P, Q, strict=True) if p), F(0))
        by_block = hockey_stick(P, Q, exp_epsilon).rational
        # Definition 15: the least mass of a set S₁ outside which no event, hence no output, exceeds the factor e^ε
        removed = sum((p for p, q in zip(P, Q, strict=True) if p > exp_epsilon * q), F(0))
        loss_above = probabilistic_delta(P, Q, exp_epsilon).rational
        differences = [by_events - by_parts, by_events - by_loss, by_events - by_block, removed - loss_above]
        widest = [max(a, abs(b)) for a, b in zip(widest, differences, strict=True)]
        if (by_events == 0) != (loss_above == 0):  # ε-DP, which is both notions at δ = 0
            widest[0] = F(1)

    check.equal("largest difference between the worst event and the positive parts, 400 pairs", widest[0], 0)
    check.equal("largest difference between the worst event and the mean over the privacy loss", widest[1], 0)
    check.equal("largest difference between the worst event and this package's formula", widest[2], 0)
    check.equal("ProDP: largest difference between the least mass to remove and Pr[L > ε]", widest[3], 0)
    check.confirms("on 400 random pairs the three forms of approximate DP, and the two of ProDP, agree exactly", max(widest) == 0)


@decides("approximate-dp/implies/probabilistic-dp", kind=Kind.IMPLICATION, sampled="P, Q")
def approximate_dp_implies_probabilistic(check: Check) -> None:
    """Approximate DP implies probabilistic DP with ln 2 more loss and twice the δ.

    Claim    If P and Q satisfy the condition of (ε, δ)-DP, the outputs split into a part of P-probability at most 2δ and a
             part on which P(O) ≤ 2e^ε Q(O): (ε, δ)-DP implies (ε + ln 2, 2δ)-ProDP.
    Verdict  true; the factor 2 before δ cannot be lowered (a family reaches 2n/(n+1)).
    Source   Desfontaines 2020, Lemma 11 (stated there for sketches; its proof exchanges the names of the two parts).

    An output with P(O) > 2e^ε Q(O) has an excess P(O) - e^ε Q(O) of more than half its probability. The excesses sum to at
    most δ, so the probabilities sum to at most 2δ. In the family one output has just enough loss: Q(a) is a little below
    e^(-ε) P(a)/2.
    """
    rng = np.random.default_rng(4)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 9, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    largest = F(0)
    for trial in range(2000):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(4, 9)), 4)
        P, Q = random_law(size), random_law(size)
        bad = probabilistic_delta(P, Q, 2 * exp_epsilon).rational
        delta = hockey_stick(P, Q, exp_epsilon).rational
        if bad:  # then δ > 0 as well
            largest = max(largest, bad / delta)
    check.at_most("largest ratio of Pr[L > ε + ln 2] to δ, 2000 random pairs", largest, 2)

    for n in (10, 1000):
        exp_epsilon, a = F(3), F(1, 10)
        b = a * (1 - F(1, n)) / (2 * exp_epsilon)
        P, Q = np.array([a, 1 - a], dtype=object), np.array([b, 1 - b], dtype=object)
        delta = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon))
        ratio = probabilistic_delta(P, Q, 2 * exp_epsilon) / delta
        check.equal(f"family member {n}: Pr[L > ε + ln 2] / δ", ratio, 2 / (1 + F(1, n)))
    check.confirms("on 2000 random pairs (ε, δ)-DP implies (ε + ln 2, 2δ)-ProDP", largest <= 2)


@decides("approximate-dp/implies/probabilistic-dp/same-parameters", kind=Kind.SEPARATION, errata=["thesis-prodp-direction"])
def approximate_dp_not_probabilistic(check: Check) -> None:
    """Approximate DP is not stronger than probabilistic DP with the same parameters.

    Verdict  false as printed in the thesis: the two sides are exchanged.

    Approximate DP charges an output with the excess of its probability over e^ε times the other one, ProDP with its whole
    probability. A common output with a small excess is cheap for the first and expensive for the second.
    """
    m = check.show("M", from_rows({(0,): [F(1, 10), F(9, 10)], (1,): [F(3, 10), F(7, 10)]}, outputs=["a", "b"]))
    P, Q = m.row((1,)), m.row((0,))
    exp_epsilon, delta = 2, F(1, 10)

    check.equal("excess of a: 3/10 - 2·1/10", hockey_stick(P, Q, exp_epsilon), delta)
    check.equal("the other way no output exceeds the factor 2", hockey_stick(Q, P, exp_epsilon), 0)
    is_dp = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon)) <= delta
    check.true("M is (ln 2, 1/10)-DP", is_dp)

    check.equal("Pr[L > ln 2]: the output a, of loss ln 3, has probability", probabilistic_delta(P, Q, exp_epsilon), F(3, 10))
    is_prodp = max(probabilistic_delta(P, Q, exp_epsilon), probabilistic_delta(Q, P, exp_epsilon)) <= delta
    check.true("corrected: it is (ln 2, 3/10)-ProDP, and so it is (ln 2, 3/10)-DP", hockey_stick(P, Q, exp_epsilon) <= F(3, 10))
    check.refutes("M is (ln 2, 1/10)-DP and therefore (ln 2, 1/10)-ProDP", is_dp and is_prodp)


@decides("probabilistic-dp/equivalent_to/approximate-dp", kind=Kind.IMPLICATION, sampled="P, Q")
def probabilistic_dp_implies_approximate(check: Check) -> None:
    """Probabilistic DP implies approximate DP with the same parameters.

    Claim    (ε, δ)-ProDP is stronger than (ε, δ)-DP, with no change in parameters.
    Verdict  true: the excess over e^ε Q never exceeds the probability of the outputs whose loss is above ε.
    Source   Desfontaines & Pejó 2022, Section 3.1, after Definition 9.

    Each output with loss above ε adds P(O) to the δ of ProDP and P(O) - e^ε Q(O) to that of approximate DP. The two agree
    exactly where Q vanishes on all of those outputs.
    """
    rng = np.random.default_rng(2)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    least_room, equal = F(1), 0
    for trial in range(500):
        size, exp_epsilon = 2 + trial % 4, F(int(rng.integers(4, 13)), 4)
        P, Q = random_law(size), random_law(size)
        room = probabilistic_delta(P, Q, exp_epsilon) - hockey_stick(P, Q, exp_epsilon)
        least_room = min(least_room, room.rational)
        equal += room == 0
    check.at_least("least room between the δ of ProDP and that of approximate DP, 500 random pairs", least_room, 0)
    check.greater("pairs on which the two are equal: no smaller δ would do", equal, 0)
    check.confirms("on 500 random pairs (ε, δ)-ProDP implies (ε, δ)-DP", least_room >= 0)


@decides("total-variation-privacy/special_case_of/approximate-dp", kind=Kind.EQUIVALENCE, sampled="P, Q")
def total_variation_is_zero_delta(check: Check) -> None:
    """Total variation privacy is approximate DP without a multiplicative part.

    Claim    ε-total variation privacy is (0, ε)-DP.
    Verdict  true: the total variation distance is the worst event of approximate DP at ε = 0.
    Source   Desfontaines 2020, Section 2.2.2.2 and Table 2.20, row of total variation privacy (citing BD14).

    Half the sum of |P(O) - Q(O)| is the sum of the positive parts, since positive and negative ones cancel, and the
    positive part is collected by the event of the outputs where P is larger.
    """
    rng = np.random.default_rng(19)

    def random_law(size: int) -> Law:
        weights = rng.integers(0, 6, size).tolist()
        weights[int(rng.integers(size))] += 1
        return np.array([F(w, sum(weights)) for w in weights], dtype=object)

    widest = F(0)
    for trial in range(500):
        size = 2 + trial % 4
        P, Q = random_law(size), random_law(size)
        half_sum = sum((abs(p - q) for p, q in zip(P, Q, strict=True)), F(0)) / 2
        events = chain.from_iterable(combinations(range(size), k) for k in range(size + 1))
        worst_event = max(sum((P[o] - Q[o] for o in S), F(0)) for S in events)
        delta = hockey_stick(P, Q, 1).rational
        widest = max(widest, abs(half_sum - worst_event), abs(half_sum - delta))
    check.equal("largest difference between half the sum, the worst event and δ at ε = 0, 500 random pairs", widest, 0)
    check.confirms("on 500 random pairs total variation privacy and (0, ε)-DP have the same least ε", widest == 0)


@decides("probabilistic-dp/convexity", errata=["sok-prop2-missing-logarithm"])
def prodp_convexity(check: Check) -> None:
    """Probabilistic DP is not convex.

    Claim    M₁ (0 on input 0; on input 1 it returns 1 with probability δ, else 0) and M₂ (always 1) are (1/(1-δ), δ)-ProDP;
             their mixture with weights 1-2δ and 2δ is not.
    Verdict  false as printed: the mixture is (1/(1-δ), 0)-ProDP, so that the printed example shows nothing.
    Source   Desfontaines 2020, Proposition 13; Desfontaines & Pejó 2022, Proposition 2.

    M₂ adds to the rare output 1 of M₁ a common one of the same name. The merged output has a smaller loss, but still one
    above ln 1/(1-δ), and far more probability than δ.
    """
    LAWS = Mixture("8/10", ({"0": "9/10", "1": "1/10"}, {"0": "1", "1": "0"}), ({"0": "0", "1": "1"}, {"0": "0", "1": "1"}))
    delta, (weight, *pairs) = F(1, 10), LAWS.at()
    m1, m2 = (from_rows({(0,): list(zero.values()), (1,): list(one.values())}, outputs=[0, 1]) for one, zero in pairs)
    m = m1.mix(m2, weight)
    for name, mechanism in (("M₁", m1), ("M₂", m2), ("M", m)):
        check.show(name, mechanism)

    def least_delta(mechanism: FiniteMechanism, exp_epsilon: Real) -> Real:
        P, Q = mechanism.row((1,)), mechanism.row((0,))
        found: Real = max(probabilistic_delta(P, Q, exp_epsilon), probabilistic_delta(Q, P, exp_epsilon))
        return found

    printed = real(1 / (1 - delta))  # ε = 10/9, so e^ε = 3.04
    check.equal("printed ε = 10/9: the δ of M₁", least_delta(m1, printed.exp()), delta)
    check.equal("printed ε = 10/9: the δ of M₂", least_delta(m2, printed.exp()), 0)
    check.equal("printed ε = 10/9: the δ of the mixture", least_delta(m, printed.exp()), 0)
    check.true("the printed parameters do not separate M from M₁ and M₂", least_delta(m, printed.exp()) <= delta)

    corrected = log_of(1 / (1 - delta))  # ε = ln 10/9
    check.equal("ε = ln 10/9: the δ of M₁", least_delta(m1, corrected.exp()), delta)
    check.equal("ε = ln 10/9: the δ of M₂", least_delta(m2, corrected.exp()), 0)
    check.equal(
        "the mixture returns 1 with probability 28/100 against 20/100, a loss of ln 7/5",
        least_delta(m, corrected.exp()),
        F(28, 100),
    )
    check.refutes("M₁ and M₂ are (ln 10/9, 1/10)-ProDP and so is their mixture M", least_delta(m, corrected.exp()) <= delta)


@decides("probabilistic-dp/post_processing")
def prodp_post_processing(check: Check) -> None:
    """Probabilistic DP does not survive post-processing.

    Claim    If M is (ε, δ)-probabilistically DP, then so is f∘M for every f.
    Verdict  false: merging two outputs multiplies the mass of bad outputs by four.
    Source   Desfontaines 2020, Proposition 11.1.

    Outputs where the privacy loss exceeds ε are tolerated if they are rare. Merging such a rare output with a common one of
    small loss can lift the common one above ε, and now the bad output is not rare any more.
    """
    LAWS = Merging(
        {"a": "10/100", "b": "30/100", "c": "60/100"},
        {"a": "2/100", "b": "20/100", "c": "78/100"},
        {"a": "ab", "b": "ab", "c": "c"},
    )
    m = check.show("M", from_rows({(i,): list(law.values()) for i, law in enumerate(LAWS.at())}, outputs=["a", "b", "c"]))
    exp_epsilon = F(3, 2)
    there = probabilistic_delta(m.row((0,)), m.row((1,)), exp_epsilon)
    back = probabilistic_delta(m.row((1,)), m.row((0,)), exp_epsilon)
    check.equal("M: only output a (1/10 against 1/50) exceeds e^ε = 3/2, with mass", there, F(1, 10))
    check.equal("M, the other way: no output exceeds it", back, 0)

    merged = check.show("f∘M", m.post_process(LAWS.to))
    after = probabilistic_delta(merged.row((0,)), merged.row((1,)), exp_epsilon)
    check.equal("f∘M: the merged output (4/10 against 22/100) exceeds it, with mass", after, F(4, 10))
    check.refutes("M is (ln 3/2, 1/10)-ProDP and so is f∘M", after <= F(1, 10))
