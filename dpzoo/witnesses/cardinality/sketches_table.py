"""Sketches that are private must ignore records, and so estimate badly."""

from dpzoo.witnesses.cardinality._estimators_on_three_records import estimators, probabilities
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK)
def adding_the_target(check: Check) -> None:
    """Adding the target to an exact sketch is a membership test.

    Claim    If the sketch is the list of all records seen, an attacker who adds t and sees no change knows that t was
             there: it is ε-sketch private for no ε.
    Verdict  true.
    Source   Des20, Section 3.3.2.1.

    The sketch of E is E. A set that contains t never comes from a draw without t, and adding t to a set without it always
    changes the sketch.
    """
    universe, n, t = range(5), 2, 0
    sets = list(combinations(universe, n))
    with_t, without_t = [e for e in sets if t in e], [e for e in sets if t not in e]
    rows = {(f"t {sign} E",): [F(e in part, len(part)) for e in sets] for sign, part in (("∈", with_t), ("∉", without_t))}
    m = check.show("the sketch S_E for a random E of two records out of five", from_rows(rows, outputs=sets))
    check.equal("least ε of sketch privacy at n = 2", max_divergence(*m.matrix), INFINITY)
    ignored = F(sum(set(e) | {t} == set(e) for e in without_t), len(without_t))
    check.equal("Pr[add(S_E, t) = S_E | t ∉ E]", ignored, 0)
    check.equal("Pr[add(S_E, t) = S_E | t ∈ E]", F(sum(set(e) | {t} == set(e) for e in with_t), len(with_t)), 1)
    check.refutes("not seeing a change leaves the attacker uncertain", ignored > 0)


@decides(kind=Kind.BOUND, sampled="n, |𝒯|")
def private_sketch_ignores_records(check: Check) -> None:
    """A private sketch must ignore many records.

    Claim    Under ε-sketch privacy, Pr[add(S_E, t) = S_E | t ∉ E] ≥ e^-ε.
    Verdict  true; here .7 against .25.
    Source   Des20, Lemma 4.

    If t ∈ E, adding it changes nothing. So the event "adding t changes nothing" has probability 1 given t ∈ E, and at least
    e^-ε given t ∉ E. The sketch is a bitmap of two bits over six records, three for each bit; n = 2.
    """
    bit = {t: t % 2 for t in range(6)}  # the hash function

    def sketch(e: tuple[int, ...]) -> tuple[int, ...]:
        """The bits that are set."""
        return tuple(sorted({bit[t] for t in e}))

    t, sets = 0, list(combinations(range(6), 2))
    with_t, without_t = [e for e in sets if t in e], [e for e in sets if t not in e]
    sketches = [(0,), (1,), (0, 1)]
    rows = {
        (f"t {sign} E",): [F(sum(sketch(e) == s for e in part), len(part)) for s in sketches]
        for sign, part in (("∈", with_t), ("∉", without_t))
    }
    m = check.show("S_E", from_rows(rows, outputs=sketches))
    epsilon = max_divergence(*m.matrix)
    check.equal("least ε of sketch privacy at n = 2", epsilon, log_of(4))
    ignored = F(sum(sketch((*e, t)) == sketch(e) for e in without_t), len(without_t))
    check.equal("Pr[add(S_E, t) = S_E | t ∉ E]", ignored, F(7, 10))
    check.at_least("the same, against e^-ε", ignored, (-epsilon).exp())
    check.confirms("the bitmap ignores a new record with probability at least e^-ε", (-epsilon).exp() <= ignored)


@decides(kind=Kind.BOUND, sampled="n, |𝒯|")
def every_estimator_ignores_records(check: Check) -> None:
    """Lemma 4 for every deterministic estimator on three records.

    Claim    Under ε-sketch privacy at cardinality n, Pr[add(S_E, t) = S_E | t ∉ E] ≥ e^-ε, for every deterministic
             cardinality estimator.
    Verdict  true of all 61 estimators on three records, at n = 1 and 2.
    Source   Des20, Definition 64 and Lemmas 2 to 4.

    Only the sketches matter, not the estimates. Idempotence and commutativity make the sketch a function of the set E with:
    equal sketches stay equal when a record is added. There are 61 such functions on three records. For all of them merging
    is well defined (Lemma 3).
    """
    sketches = estimators()
    check.equal("estimators on three records", len(sketches), 61)
    kept = sum(
        all(s[e | 1 << t] == s[f | 1 << t] for e in range(8) for f in range(8) if s[e] == s[f] for t in range(3))
        for s in sketches
    )
    check.equal("… in which equal sketches stay equal when a record is added", kept, 61)
    merged = sum(all(s[e | f] == s[s[e] | s[f]] for e in range(8) for f in range(8)) for s in sketches)
    check.equal("… in which merge(S_E, S_F) = S_(E ∪ F) depends on the sketches only", merged, 61)

    cases = holds = private = 0
    for s in sketches:
        for n in (1, 2):
            for t in range(3):
                p, q = probabilities(s, n, t, 1), probabilities(s, n, t, 0)
                odds = min(q.get(sketch, F(0)) / p[sketch] for sketch in p)  # e^-ε
                ignored = sum((w for sketch, w in q.items() if s[sketch | 1 << t] == sketch), F(0))
                cases, holds, private = cases + 1, holds + (ignored >= odds), private + (odds > 0)
    check.equal("estimators, n and t looked at", cases, 61 * 2 * 3)
    check.greater("of these with a finite ε", private, 0)
    check.confirms("every estimator ignores a new record with probability at least e^-ε", holds == cases)


@decides(kind=Kind.BOUND, sampled="n, ε")
def approximate_privacy_ignores_more(check: Check) -> None:
    """Under (ε, δ)-sketch privacy more records are ignored than printed.

    Claim    Under (ε, δ)-sketch privacy, Pr[add(S_E, t) = S_E | t ∉ E] ≥ (1/2 − δ)e^-ε; so an estimator is not precise if δ
             < 1/2.
    Verdict  true, but a better bound follows at once from the definition: (1 − δ)e^-ε. So δ < 1 suffices.
    Source   Des20, Definition 70, Lemma 10 and Theorem 9.

    Let I be the set of sketches that t does not change. It has probability 1 given t ∈ E, so 1 ≤ e^ε Pr[S_E ∈ I | t ∉ E] +
    δ. The printed proof loses a factor by passing to single sketches. Checked on all 61 estimators on three records, for
    the least δ at four values of e^ε; the better bound is attained.
    """
    sketches = estimators()
    check.equal("estimators on three records", len(sketches), 61)

    cases = printed = better = attained = 0
    for s, n, t, factor in ((s, n, t, F(e)) for s in sketches for n in (1, 2) for t in range(3) for e in (1, 2, 3, 10)):
        p, q = probabilities(s, n, t, 1), probabilities(s, n, t, 0)
        delta = sum((max(F(0), w - factor * q.get(sketch, F(0))) for sketch, w in p.items()), F(0))
        ignored = sum((w for sketch, w in q.items() if s[sketch | 1 << t] == sketch), F(0))
        cases += 1
        printed += ignored >= (F(1, 2) - delta) / factor
        better += ignored >= (1 - delta) / factor
        attained += delta < 1 and ignored == (1 - delta) / factor
    check.equal("cases in which (1/2 − δ)e^-ε bounds it from below, out of all", printed, cases)
    check.equal("cases in which (1 − δ)e^-ε does", better, cases)
    check.greater("… with equality and δ < 1", attained, 0)
    check.confirms("a new record is ignored with probability at least (1 − δ)e^-ε", better == cases)


@decides(kind=Kind.BOUND, sampled="p, k, N")
def ignoring_grows_with_the_set(check: Check) -> None:
    """A sketch of more records ignores more.

    Claim    If Pr_n[add(S_E, t) = S_E | t ∉ E] ≥ p for every n ≥ N, then it is at least 1 − (1 − p)^k for n ≥ kN.
    Verdict  true of all bitmaps on nine records.
    Source   Des20, Lemma 5.

    A random set of kN records contains k random sets of N records, each of which has its own chance to make t ignored. In a
    bitmap t is ignored if one of its m mates, the records with the same bit, is in E; given t ∉ E all n-subsets of the
    other eight records are equally likely.
    """

    def ignored(n: int, m: int) -> F:
        """Pr[t ignored | t ∉ E] for a random E of n records; t has m mates among the eight others."""
        return 1 - F(comb(8 - m, n), comb(8, n))

    cases = holds = tight = 0
    for m in range(9):
        for N in range(1, 9):
            p = min(ignored(n, m) for n in range(N, 9))
            for k in range(1, 8 // N + 1):
                for n in range(k * N, 9):
                    cases += 1
                    holds += ignored(n, m) >= 1 - (1 - p) ** k
                    tight += ignored(n, m) == 1 - (1 - p) ** k
    check.equal("m = 2 mates: ignored at n = 2", ignored(2, 2), F(13, 28))
    check.equal("m = 2 mates: ignored at n = 4, at least 1 − (15/28)² = 559/784", ignored(4, 2), F(11, 14))
    check.equal("(m, N, k, n) for which the bound holds, out of all", holds, cases)
    check.greater("of these with equality", tight, 0)
    check.confirms("ignoring with probability p above N gives 1 − (1 − p)^k above kN, for bitmaps", holds == cases)


@decides(kind=Kind.BOUND, sampled="n, k")
def target_has_little_influence(check: Check) -> None:
    """The target's influence on a private sketch shrinks exponentially.

    Claim    Under ε-sketch privacy at cardinality n, the laws of the sketch of kn random records without t, and of the same
             with t added, are within (1 − e^-ε)^k in total variation.
    Verdict  true of all bitmaps tried here, with nine records.
    Source   Des20, Lemma 8.

    The law without t contains the law with t to the part e^-ε, and kn random records contain k draws of n. Records are
    hashed to 2, 3, 4 or 5 bits; all n and k with kn ≤ 8.
    """
    Sketch = frozenset[int]
    others, t = range(1, 9), 0

    def law(bits: int, size: int, *, added: bool) -> dict[Sketch, F]:
        """The law of the set bits of ``size`` random records other than t, with t added or not (r sets the bit r mod bits)."""
        seen = Counter(frozenset(r % bits for r in (*e, *[t] * added)) for e in combinations(others, size))
        return {s: F(k, seen.total()) for s, k in seen.items()}

    cases = holds = private = 0
    for bits in (2, 3, 4, 5):
        for n in range(1, 9):
            inside, outside = law(bits, n - 1, added=True), law(bits, n, added=False)
            odds = min(outside.get(s, F(0)) / w for s, w in inside.items())  # e^-ε
            for k in range(1, 8 // n + 1):
                before, after = law(bits, k * n, added=False), law(bits, k * n, added=True)
                distance = sum((max(F(0), w - after.get(s, F(0))) for s, w in before.items()), F(0))
                cases, holds, private = cases + 1, holds + (distance <= (1 - odds) ** k), private + (odds > 0)
            if (bits, n) == (2, 2):
                check.show("2 bits, n = 2, t ∈ E", {str(sorted(s)): w for s, w in inside.items()})
                check.show("2 bits, n = 2, t ∉ E", {str(sorted(s)): w for s, w in outside.items()})
                check.equal("2 bits, n = 2: e^-ε", odds, F(3, 7))
    check.greater("(bits, n, k) with a finite ε", private, 0)
    check.equal("(bits, n, k) for which the bound holds, out of all", holds, cases)
    check.confirms("the total variation is at most (1 − e^-ε)^k", holds == cases)


@decides(kind=Kind.IMPLICATION, sampled="P, Q")
def average_loss_gives_approximate(check: Check) -> None:
    """A bound on the average loss gives (ε/δ, δ)-sketch privacy.

    Claim    ε-sketch KL privacy implies (ε/δ, δ)-sketch privacy for any δ > 0.
    Verdict  true of the 2000 random pairs of laws tried here.
    Source   Des20, Lemma 12.

    The average over sketches of the positive part of the loss is at most ε. So the loss exceeds ε/δ with probability at
    most δ (Markov), and the excess of probability beyond e^(ε/δ) is smaller still. Pairs are (law given t ∈ E, law given t
    ∉ E), with two to six sketches; floats.
    """
    random = np.random.default_rng(12)
    deltas = (0.01, 0.05, 0.1, 0.25, 0.5, 0.9)
    holds, largest = 0, 0.0
    for _ in range(2000):
        size = int(random.integers(2, 7))
        p, q = random.dirichlet(np.full(size, 0.3)) + 1e-9, random.dirichlet(np.full(size, 0.3)) + 1e-9
        p, q = p / p.sum(), q / q.sum()
        epsilon = float(np.sum(p * np.maximum(np.log(p / q), 0)))  # the average positive loss
        excess = [float(hockey_stick(p, q, np.exp(min(epsilon / d, 700.0)))) for d in deltas]
        holds += all(e <= d + 1e-12 for e, d in zip(excess, deltas, strict=True))
        largest = max(largest, *(e / d for e, d in zip(excess, deltas, strict=True)))
    check.equal("pairs of laws that are (ε/δ, δ)-private for all six δ", float(holds), 2000.0)
    check.less("largest measured δ over the allowed one", largest, 1.0)
    check.confirms("a bound on the average loss gives (ε/δ, δ)-sketch privacy", holds == 2000, numeric=True)


@decides(kind=Kind.BOUND, sampled="ε")
def constant_of_average_theorem(check: Check) -> None:
    """The constant of the theorem on average loss.

    Claim    Theorem 9's constant c = 1 − (1/2 − δ)e^-ε becomes c = 1 − e^(-4ε)/4 for an average loss ε, by Lemma 12 with δ
             = 1/4.
    Verdict  true.
    Source   Des20, Theorems 9 and 10.

    Lemma 12 turns an average loss ε into (4ε, 1/4)-sketch privacy, and these go into Theorem 9. With q = e^-ε both sides
    are polynomials in q of degree 4, equal at more than four points.
    """
    delta = F(1, 4)

    def theorem_9(power: F, delta: F) -> F:
        """c from e^-ε and δ."""
        return 1 - (F(1, 2) - delta) * power

    points = [F(k, 10) for k in range(1, 11)]  # q = e^-ε
    equal = sum(theorem_9(q ** int(1 / delta), delta) == 1 - q**4 / 4 for q in points)
    check.equal("values of e^-ε at which the constants are equal, of 10", equal, len(points))
    check.equal("for example at ε = ln 2", theorem_9(F(1, 2) ** 4, delta), F(63, 64))
    check.confirms("c = 1 − e^(-4ε)/4", equal == len(points))


@decides(kind=Kind.BOUND, errata=["thesis-theorem7-range"])
def imprecision_theorem_range(check: Check) -> None:
    """The imprecision theorem, and for which n it says something.

    Verdict  false as printed: for n ≤ N and k ≥ 1 the bound is never positive, so it says nothing about precision.

    With n ≤ N the only whole k ≤ n/N is k = 1, at n = N, and n − kN = 0. For n ≥ N we test bitmaps with b bits and m
    records for each bit. Up to n = b there is one unbiased estimate that depends on the number of set bits, and no unbiased
    estimate has a smaller variance. The ε is the largest over N…b.
    """
    Sketch = frozenset[int]

    def bound(c: F, n: int, k: int, above: int) -> F:
        return (1 - c**k) / c**k * (n - k * above)

    c = F(1, 2)
    printed = [bound(c, n, k, N) for N in range(1, 30) for n in range(1, N + 1) for k in range(1, n // N + 1)]
    check.equal("largest printed bound over n ≤ N < 30 and whole k from 1 to n/N", max(printed), 0)
    best = {n: max(bound(c, n, k, 1) for k in range(1, n + 1)) / n**2 for n in (4, 16, 64)}
    check.greater("n ≥ N = 1, e^-ε = 1/2: the best bound on the squared relative error at n = 16", best[16], 50)
    check.greater("… and at n = 64", best[64], 10**15)

    def laws(b: int, m: int, n: int) -> tuple[dict[Sketch, F], dict[Sketch, F]]:
        """The law of the set bits of n random records with and without record 0; record r of b·m sets the bit r mod b."""
        drawn: tuple[Counter[Sketch], Counter[Sketch]] = (Counter(), Counter())
        for e in combinations(range(b * m), n):
            drawn[0 not in e][frozenset(r % b for r in e)] += 1
        inside, outside = ({s: F(k, part.total()) for s, k in part.items()} for part in drawn)
        return inside, outside

    cases = holds = 0
    for b, m in ((2, 3), (2, 20), (3, 4), (4, 5)):
        loss, variance, estimate = {}, {}, {0: F(0)}
        for n in range(1, b + 1):
            inside, outside = laws(b, m, n)
            loss[n] = max(w / outside[s] for s, w in inside.items())
            bits = {
                j: F(n, b * m) * sum(w for s, w in inside.items() if len(s) == j)
                + (1 - F(n, b * m)) * sum(w for s, w in outside.items() if len(s) == j)
                for j in range(1, n + 1)
            }
            estimate[n] = (n - sum(bits[j] * estimate[j] for j in range(1, n))) / bits[n]
            variance[n] = sum((w * (estimate[j] - n) ** 2 for j, w in bits.items()), F(0))
        for N in range(1, b + 1):
            c = 1 - 1 / max(loss[n] for n in range(N, b + 1))
            for n in range(N, b + 1):
                for k in range(1, n // N + 1):
                    cases += 1
                    holds += variance[n] >= bound(c, n, k, N)
        if b == 2:
            c = 1 - 1 / max(loss.values())
            check.equal(
                f"two bits, m = {m}: the largest e^ε at n = 1 and 2, (2m − 2)/(m − 2)", max(loss.values()), F(2 * m - 2, m - 2)
            )
            check.equal(f"two bits, m = {m}: the variance of the unbiased estimate at n = 2", variance[2], F(m - 1, m))
            check.equal(f"two bits, m = {m}: the bound there, with N = k = 1", bound(c, 2, 1, 1), F(m - 2, m))
    check.equal("bitmaps, N, n and k for which the corrected bound holds, out of all", holds, cases)
    check.refutes("for n ≤ N the theorem gives a positive variance somewhere", max(printed) > 0)


@decides(kind=Kind.BOUND, errata=["thesis-theorem7-range"])
def no_unbiased_private_estimator(check: Check) -> None:
    """On a finite universe no estimator is both unbiased and private.

    Verdict  false as the definitions stand: "for every n ≥ N" includes n = |𝒯| − 1, where a finite ε forces one and the
             same sketch for all sets of |𝒯| − 1 records and for 𝒯. So Theorem 7 speaks about no estimator.

    Given t ∉ E and n = |𝒯| − 1 the set E is 𝒯 without t. Given t ∈ E it lacks any other record u. So a finite ε needs equal
    sketches for all these sets. Adding u to 𝒯 ∖ {t}, which contains u, changes nothing; hence adding u to 𝒯 ∖ {u}, with the
    same sketch, changes nothing: it is the sketch of 𝒯. One estimate cannot be |𝒯| − 1 and |𝒯|. We look at all estimators
    on three records.
    """
    sketches = estimators()
    check.equal("estimators on three records", len(sketches), 61)

    def private(s: list[int], n: int) -> bool:
        """Whether some finite ε bounds the gain at cardinality n: no sketch is impossible without t that is possible with it."""
        return all(set(probabilities(s, n, t, 1)) <= set(probabilities(s, n, t, 0)) for t in range(3))

    at_2 = [s for s in sketches if private(s, 2)]
    check.greater("estimators that are private at n = 2", len(at_2), 0)
    same = sum(len({s[e] for e in range(8) if e.bit_count() >= 2}) == 1 for s in at_2)
    check.equal("of these, with a single sketch for all sets of two and three records", same, len(at_2))
    check.refutes("some estimator on three records is ε-sketch private above 2, and unbiased at 2 and 3", same < len(at_2))


@decides(kind=Kind.ATTACK, errata=["thesis-hll-posterior-numbers"])
def posterior_from_unchanged_sketch(check: Check) -> None:
    """What an unchanged sketch tells an attacker.

    Claim    If a new record is ignored with probability 0.05 at most, e^ε = 1/0.055 ≈ 18, and seeing no change raises a
             belief of 1% to 15%, of 10% to 66%, of 25% to 86%.
    Verdict  true but for two slips: the percentiles of the simulation allow 0.055, not 0.05, and 10% becomes 67%.

    If t ∈ E the sketch never changes, else it stays the same with probability x. By Bayes the odds grow by 1/x.
    """

    def posterior(prior: F, x: F) -> F:
        return prior / (prior + (1 - prior) * x)

    def percent(value: F) -> int:
        return int(100 * value + F(1, 2))

    x = F(1, 18)
    check.equal("1/0.055, rounded", int(1 / F(55, 1000) + F(1, 2)), 18)
    check.equal("1/0.05", 1 / F(5, 100), 20)
    check.equal("prior 1%", posterior(F(1, 100), x), F(2, 13))
    check.equal("prior 10%", posterior(F(10, 100), x), F(2, 3))
    check.equal("prior 25%", posterior(F(25, 100), x), F(6, 7))
    check.equal("prior 1%, in percent", percent(posterior(F(1, 100), x)), 15)
    check.equal("prior 25%, in percent", percent(posterior(F(25, 100), x)), 86)
    check.equal("prior 10%, in percent, with e^ε = 1/0.055 in place of 18", percent(posterior(F(10, 100), F(55, 1000))), 67)
    check.equal(
        "0.055 is the largest of the text's percentiles (5.5%, 3.8%, 4.6%, 4.5%)",
        max(F(55), F(38), F(46), F(45)) / 1000,
        F(55, 1000),
    )
    check.refutes("a belief of 10% becomes 66%", percent(posterior(F(10, 100), x)) == 66)


@decides(kind=Kind.BOUND)
def memory_and_error_constants(check: Check) -> None:
    """Memory and error of four cardinality estimators.

    Claim    With m bits of memory the relative standard errors are 5.66/√m (K-minimum values), 4.41/√m (PCSA), 2.91/√m
             (LogLog) and 2.55/√m (HyperLogLog). For p = 9 HyperLogLog's is about 5%.
    Verdict  true.
    Source   Des20, Section 3.3.1.2; Section 3.3.3.2 for p = 9.

    From the error a/√k and the memory m = b·k follows a√b/√m. That a√b rounds to x means (x − 0.005)² ≤ a²b < (x + 0.005)².
    """
    table = {
        "K-minimum values": (F(1), 32, F(566, 100)),
        "PCSA": (F(78, 100), 32, F(441, 100)),
        "LogLog": (F(130, 100), 5, F(291, 100)),
        "HyperLogLog": (F(104, 100), 6, F(255, 100)),
    }
    check.show("a, b and the printed a√b", table)
    half = F(5, 1000)
    for name, (a, b, printed) in table.items():
        check.at_least(f"{name}: a²b, against ({float(printed)} − 0.005)²", a**2 * b, (printed - half) ** 2)
        check.less(f"{name}: a²b, against ({float(printed)} + 0.005)²", a**2 * b, (printed + half) ** 2)
    squared = F(104, 100) ** 2 / 2**9
    check.less("p = 9: the squared error of HyperLogLog, against (5.5%)²", squared, F(55, 1000) ** 2)
    check.greater("… and against (4.5%)²", squared, F(45, 1000) ** 2)
    rounded = all((x - half) ** 2 <= a**2 * b < (x + half) ** 2 for a, b, x in table.values())
    check.confirms("the four printed constants are correctly rounded", rounded)
