"""The differencing attack on counts and averages, and a protocol of two rounds: what was said of them and what is so."""

from dpzoo.expressions.functions import normal_cdf
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["ashena-average-equal-to-target"])
def average_equal_to_the_target(check: Check) -> None:
    """Somebody who is exactly average is betrayed by the noise.

    Verdict  false for the paper's mechanism: the noise is Lap(a_max/ε)/n or Lap(a_max/ε)/(n − 1), and its width tells the
             secret.

    With d = 0 the answer minus Q₁ is x = −ν/n or −ν/(n − 1). The narrower law has the larger density where |x| < t = b
    ln(n/(n − 1)), so the best guess is "1" beyond t. The success does not fall as ε goes to 0. (Answers are not clamped
    here, as in the paper's simulation. Clamped to a range around Q₁ they still have different densities inside it.)
    """

    def success(n: int) -> F:
        """Pr[|ν|/n ≤ t] for the secret 0 and Pr[|ν|/(n − 1) > t] for the secret 1, halved; e^(−t/b) = (n − 1)/n."""
        q = F(n - 1, n)
        right_0, right_1 = 1 - q**n, q ** (n - 1)
        found: F = (right_0 + right_1) / 2
        return found

    check.equal("n = 2: success of the best guess, whatever ε", success(2), F(5, 8))
    check.equal("n = 3", success(3), F(31, 54))
    for n in (13, 1320):
        check.greater(f"n = {n}", success(n), F(1, 2))
    epsilon = F(1, 10)
    ceiling = 1 / (1 + real(-epsilon).exp())
    check.less("the most that any 1/10-DP mechanism lets a guess succeed", ceiling, success(2))
    check.refutes("with Q₁ = a nobody guesses better than half of the time", success(2) <= F(1, 2))


@decides("average-over-true-count/claims/unbounded-dp", kind=Kind.ATTACK, errata=["ashena-average-not-dp"])
def average_over_the_true_count(check: Check) -> None:
    """A noisy sum over the true count is not ε-DP, clamped or not.

    Verdict  false for add-or-remove neighbours, the ones of the paper: with ε = 1/2, one event is more than e^ε times as
             likely.

    The count is in the scale of the noise, and neighbours have different counts. D = {0} and D′ = {0, 1} on [0, 1]: around
    1/2 the average of D′ has a noise twice as narrow.
    """
    epsilon = F(1, 2)
    check.show("D", (0,))
    check.show("D′", (0, 1))

    def between(low: F, high: F, total: F, n: int) -> Real:
        """Pr[low ≤ (total + ν)/n ≤ high], ν ~ Lap(1/ε), for an interval inside (0, 1), where nothing is clamped."""

        def below(x: F) -> Real:
            tail = real(-abs(x) * epsilon).exp() / 2
            return tail if x < 0 else 1 - tail

        return below(n * high - total) - below(n * low - total)

    of_one = between(F(2, 5), F(3, 5), F(0), 1)
    of_two = between(F(2, 5), F(3, 5), F(1), 2)
    check.less("Pr[average of D in [2/5, 3/5]]", of_one, F(39, 1000))
    check.greater("Pr[average of D′ in [2/5, 3/5]]", of_two, F(95, 1000))
    bound = real(epsilon).exp()
    check.greater("their ratio, against e^ε", of_two / of_one, bound)
    for n in (1, 10, 100):
        loss = real(F(n + 1, n)).log() + F(n, n + 1)
        check.greater(f"n = {n}, ε = 1: ln((n + 1)/n) + εn/(n + 1)", loss, 1)
    check.refutes("the clamped noisy sum over the true count is ε-DP", of_two <= bound * of_one)


@decides(kind=Kind.ATTACK, errata=["ashena-clamped-average"])
def clamped_average_still_tells(check: Check) -> None:
    """An answer that was clamped still tells about the secret.

    Verdict  false: the probability of being clamped depends on the secret.

    Range [0, 121], Q₁ = 50 over n = 13 people, Alice is 43, ε = 1. Without her the 12 others have the mean Q₁ − d, d = (a −
    Q₁)/(n − 1).
    """
    a_max, a, q1, n, epsilon = F(121), F(43), F(50), 13, F(1)
    b = a_max / epsilon
    others = q1 - (a - q1) / (n - 1)
    check.show("Q₁", q1)
    check.show("Q₂ if the secret is 1", others)

    def exponent(distance: F, people: int) -> F:
        """The noise must carry the average that far: Pr[ν ≥ people · distance] = ½e^(−people · distance/b)."""
        return people * distance / b

    top = exponent(a_max - q1, n) - exponent(a_max - others, n - 1)
    low = exponent(q1, n) - exponent(others, n - 1)
    check.equal("answer 121: log-likelihood ratio of the secrets 1 and 0, (a_max − a)ε/a_max", top, (a_max - a) / b)
    check.equal("answer 0: the same, aε/a_max", low, a / b)
    check.refutes("a clamped answer is equally likely under both secrets", top == 0 and low == 0)


@decides(kind=Kind.ATTACK, errata=["ashena-largest-epsilon-at-half"])
def half_is_reached_at_zero_only(check: Check) -> None:
    """No ε > 0 keeps the attack at one half; what the search returns is its own tolerance.

    Verdict  false: P_SDA > 1/2 for every ε > 0 (and d ≠ 0), so that ε = 0 is the only solution; and since every step tests
             a fresh estimate, the search usually stops too early, at an ε whose true success is beyond the tolerance.

    Count, two queries, steps of 0.01 down from 20. An estimate from 16,684 runs (what a Clopper-Pearson interval of width
    0.02 at level 0.01 takes at one half) is accepted if it lies in [0.49, 0.51]. Its normal approximation, with the exact
    variance, gives the distribution of the ε at which the search stops.
    """
    RUNS = 16_684

    def exact(epsilon: F) -> Real:
        return 1 - (1 + epsilon / 8) * real(-epsilon / 4).exp() / 2

    for epsilon in (F(1, 100), F(1, 10), F(16, 100)):
        check.greater(f"P_SDA of two counts at ε = {float(epsilon)}", exact(epsilon), F(1, 2))
    check.less("P_SDA at ε = 0.159, within the tolerance", exact(F(159, 1000)), F(51, 100))
    check.greater("P_SDA at ε = 0.161, beyond it", exact(F(161, 1000)), F(51, 100))

    going, mean, beyond = 1.0, 0.0, 0.0
    for step in range(2000, 0, -1):
        lowered = step / 100
        p = 1 - (1 + lowered / 8) * math.exp(-lowered / 4) / 2
        spread = math.sqrt(p * (1 - p) / RUNS)
        stops = going * (normal_cdf((0.51 - p) / spread) - normal_cdf((0.49 - p) / spread))
        mean += stops * lowered
        beyond += stops if p > 0.51 else 0.0
        going -= stops
    check.less("probability that the search has not stopped above 0", going, 1e-6)
    check.greater("mean of the ε returned", mean, 0.20)
    check.less("mean of the ε returned", mean, 0.23)
    check.greater("probability that its true success is beyond 0.51", beyond, 0.9)
    least = bool(exact(F(1, 100)) <= F(1, 2))
    check.refutes("P_SDA, which grows with ε, is 1/2 somewhere on the paper's grid from ε = 0.01", least)


@decides(kind=Kind.ATTACK, errata=["ashena-recall-of-liu"])
def recall_of_the_two_tests(check: Check) -> None:
    """The likeliest guess and the test at level one half do not have the same recall.

    Verdict  false: at ε = 1 the recalls are 0.697, 0.816 and 0.9996. What is said of accuracy is true: the likeliest guess
             is the most accurate one.

    Noise Lap(1/ε), the secret shifts it by 1. At α = 0.5 the test's threshold is 0, that of the likeliest guess is 1/2.
    With ε = 2 ln 2 all numbers are rational.
    """
    z = F(1, 2)  # e^(−ε/2)

    def above(halves: int) -> F:
        """Pr[ν > halves/2]."""
        tail: F = z ** abs(halves) / 2
        return tail if halves >= 0 else 1 - tail

    check.equal("threshold 0: its false-alarm probability α", above(0), F(1, 2))
    check.equal("threshold 1/2, the likeliest guess: its false-alarm probability", above(1), z / 2)
    ours, theirs = above(1 - 2), above(0 - 2)
    check.equal("recall of the likeliest guess: 1 − ½e^(−ε/2)", ours, 1 - z / 2)
    check.equal("recall at α = 0.5: 1 − ½e^(−ε)", theirs, 1 - z**2 / 2)
    check.equal("precision of the likeliest guess", ours / (ours + above(1)), ours)
    our_accuracy, their_accuracy = (ours + 1 - above(1)) / 2, (theirs + 1 - above(0)) / 2
    check.equal("accuracy of the likeliest guess", our_accuracy, ours)
    check.equal("accuracy at α = 0.5: ¾ − ¼e^(−ε)", their_accuracy, F(3, 4) - z**2 / 4)
    check.greater("accuracy of the likeliest guess, against that", our_accuracy, their_accuracy)

    check.less("ε = 1: recall of the likeliest guess", 1 - real(F(-1, 2)).exp() / 2, F(697, 1000))
    check.greater("ε = 1: recall at α = 0.5", 1 - real(F(-1)).exp() / 2, F(816, 1000))
    # the threshold −τ has the false-alarm probability 1 − ½e^(−τε) = 0.999, so that e^(−τε) = 0.002
    check.greater("ε = 1: recall at α = 0.999", 1 - F(2, 1000) * real(F(-1)).exp() / 2, F(9996, 10_000))
    check.refutes("the likeliest guess has the recall of the test at α = 0.5", ours == theirs)


@decides(kind=Kind.ERRATUM, errata=["ashena-eq14-sign"])
def sign_of_the_guess(check: Check) -> None:
    """The variable that counts successes counts failures.

    Verdict  false: Equation 9 guesses 1 where pdf(ΔM) < pdf(ΔM − d), which is where g is 0. X is 1 iff the guess is wrong.

    Laplace noise of scale 1 with one true answer known, d = 1. Only the order of |ΔM| and |ΔM − d| counts.
    """
    d = F(1)

    def g(y: F) -> int:
        return 1 if y >= 0 else 0

    def order(x: F) -> F:
        """A number with the order of the density at x."""
        return -abs(x)

    def guess(m: F) -> int:
        return 1 if order(m) < order(m - d) else 0

    def printed(m: F, secret: int) -> int:
        return 1 - abs(g(order(m) - order(m - d)) - secret)

    def corrected(m: F, secret: int) -> int:
        return 1 - abs(g(order(m - d) - order(m)) - secret)

    cases = [(F(k, 10), secret) for k in range(-20, 31) if k != 5 for secret in (0, 1)]
    right = [int(guess(m) == secret) for m, secret in cases]
    agree = [sum(x(*case) == r for case, r in zip(cases, right, strict=True)) for x in (corrected, printed)]
    check.equal("cases in which the corrected X says whether the guess is right", agree[0], len(cases))
    check.equal("cases in which the printed X does", agree[1], 0)
    check.equal("ΔM = d and the secret is 1: the guess", guess(d), 1)
    check.refutes("the printed X is 1 when the secret is 1 and ΔM = d is observed", printed(d, 1) == 1)


@decides(kind=Kind.ERRATUM, errata=["ashena-algorithm1-sizes"])
def sizes_of_the_known_average(check: Check) -> None:
    """With the smaller group's average known, the attack uses the wrong number of people.

    Verdict  false where Q₂ is known: the noise is then ν/(n + 1) under secret 1 (Algorithm 2, line 25), not ν/(n − 1).

    A group of n = 1 besides the target, |a − Q₂| = a_max and e^(−ε/3) = 1/2. Then d is half the range and n − 1 = 0, so
    that the printed rule compares pdf(0) with pdf(ΔM): it always guesses 1.
    """
    n, z = 1, F(1, 2)  # e^(−ε/3)
    d = F(1, n + 1)  # a_max = |a − Q₂| = 1

    def above(x: F) -> F:
        """Pr[ν > x] for ν ~ Lap(1/ε) and x a multiple of 1/3."""
        assert (3 * x).denominator == 1
        tail: F = z ** int(abs(3 * x)) / 2
        return tail if x >= 0 else 1 - tail

    # the corrected rule, (n + 1)|m − d| ≤ n|m|, holds between these two
    low, high = (n + 1) * d / (2 * n + 1), (n + 1) * d
    for m in (low, high):
        check.equal(f"(n + 1)|m − d| at m = {m}", (n + 1) * abs(m - d), n * abs(m))
    right_0 = 1 - (above(n * low) - above(n * high))
    right_1 = above((n + 1) * (low - d)) - above((n + 1) * (high - d))
    corrected = (right_0 + right_1) / 2
    check.equal("success of the corrected rule: 1 − ½e^(−ε/3)", corrected, 1 - z / 2)
    differences = [F(k, 10) for k in range(-50, 51)]
    ones = sum(abs((n - 1) * (m - d)) <= abs(n * m) for m in differences)
    check.equal("differences at which the printed rule guesses 1", ones, len(differences))
    printed = F(1, 2)  # always the same guess about a fair coin
    check.refutes("Algorithm 1 guesses as well with Q₂ known as it could", printed >= corrected)


@decides(kind=Kind.ERRATUM, errata=["isrl-dp-in-several-rounds"])
def a_silo_that_answers_in_a_second_round(check: Check) -> None:
    """A silo whose messages are private for every fixed list of messages from outside, and whose protocol is not.

    Verdict  false for δ > 0 and two rounds: here ISRL-DP holds with ε = 0 and δ = 1/k, and the whole needs δ = 1.

    The first silo draws a number below k and sends it. In the second round it looks at the number that the second silo has
    sent: if that is its own, it sends its record, otherwise nothing. A number that is fixed beforehand is right with
    probability 1/k. The second silo repeats the number that it has received.
    """
    for k in (2, 10, 100):

        def law(record: int, answer: Callable[[int], int], k: int = k) -> Any:
            """The first silo's messages (number, record or nothing), where the second silo answers a number by ``answer``."""
            row: Any = np.array([F(0)] * (3 * k), dtype=object)
            for drawn in range(k):
                row[3 * drawn + (record if answer(drawn) == drawn else 2)] += F(1, k)
            return row

        fixed = greatest([hockey_stick(law(0, lambda _: z), law(1, lambda _: z), 1) for z in range(k)])
        check.equal(f"k = {k}: the least δ at ε = 0, the second silo's number fixed", fixed, F(1, k))
        played = hockey_stick(law(0, lambda drawn: drawn), law(1, lambda drawn: drawn), INFINITY)
        check.equal(f"k = {k}: the least δ for any ε, the second silo repeating what it got", played, 1)
    check.refutes("(0, 1/100)-ISRL-DP gives (ε, δ)-DP of the protocol for some δ < 1", played < 1)
