"""What mechanisms promise and do not keep."""

from dpzoo.witnesses.prelude import *


@decides("exponential-mechanism-without-two/claims/epsilon-dp/without-two", kind=Kind.BOUND)
def exponential_weights_without_two(check: Check) -> None:
    """Exponential weights without the factor 2 lose more than ε.

    Claim    Choosing an output with probability proportional to e^(εu) is ε-DP if scores u change by at most 1 between
             neighbours.
    Verdict  false: the loss comes as close to 2ε as one likes; with e^(εu/2) it stays below ε.
    Source   Boe19, Section 3.2.4 (before Definition 3.16, on why the 2 is there).

    One record moves the score of one output from 1 to 0 and that of m others from 0 to 1. The weight of the one falls by
    the factor x = e^ε, and the sum of all weights rises from x + m to 1 + mx: the ratio of its two probabilities is x(1 +
    mx)/(x + m).
    """

    def choice(x: F, m: int) -> FiniteMechanism:
        """Weights x^u: on dataset a the first output scores 1 and the m others 0, on b the other way round."""
        a, b = [x] + [F(1)] * m, [F(1)] + [x] * m
        of_a, of_b = sum(a), sum(b)
        return from_rows({("a",): [w / of_a for w in a], ("b",): [w / of_b for w in b]})

    dp = notions["epsilon-dp"]
    check.show("weights 2^u, m = 3", choice(F(2), 3))
    for m in (1, 3, 100):
        check.equal(f"e^ε = 2, {m} others: the loss", dp.tightest(choice(F(2), m)), log_of(F(2 * (1 + 2 * m), 2 + m)))
    check.greater("e^ε = 2, 1000 others: the loss is almost 2 ln 2", dp.tightest(choice(F(2), 1000)), log_of(F(39, 10)))
    check.at_most("with the 2 (e^ε = 4, weights 2^u), 1000 others", dp.tightest(choice(F(2), 1000)), log_of(4))
    check.refutes("weights 2^u with 3 others are ln 2-DP", dp.holds(choice(F(2), 3), epsilon=log_of(2)))


@decides("prediction-noise-by-empirical-change/claims/unbounded-dp", kind=Kind.ATTACK)
def noise_by_an_empirical_change(check: Check) -> None:
    """The change that one looked up in the data is not the sensitivity.

    Claim    Laplace noise of scale s/ε on a regression's predictions is ε-DP if s is the largest change of the mean squared
             error when one record of the data at hand is left out.
    Verdict  false: s measures neither the predictions nor other datasets.
    Source   Boe19, Section 4.3.1.

    Regression through the origin, y = wx, w = Σxy/Σx². D = {(1, 1), (1, −1)} has w = 0 and mean squared error 1; without
    the second record w = 1 and the error 0, so s = 1. The prediction at x = 10 moves from 0 to 10: the loss there is 10ε.
    """

    def slope(data: list[tuple[int, int]]) -> F:
        return F(sum(x * y for x, y in data), sum(x * x for x, _ in data))

    def error(data: list[tuple[int, int]]) -> F:
        return sum(((y - slope(data) * x) ** 2 for x, y in data), F(0)) / len(data)

    whole = [(1, 1), (1, -1)]
    parts = [[record for record in whole if record != left_out] for left_out in whole]
    s = max(abs(error(whole) - error(part)) for part in parts)
    check.equal("s, the largest change of the mean squared error", s, 1)
    centres = {tuple(data): 10 * slope(data) for data in (whole, *parts)}  # the prediction at x = 10

    r = F(1, 2)  # e^(−ε) = 1/2, s = 1: Pr[noise > k] = ½ r^k

    def beyond(centre: F, cut: int) -> F:
        gap = int(cut - centre)
        return F(1, 2) * r**gap if gap >= 0 else 1 - F(1, 2) * r**-gap

    def law(d: Any) -> dict[Any, F]:
        high, low = beyond(centres[d], 10), 1 - beyond(centres[d], 0)
        return {"below 0": low, "between": 1 - low - high, "above 10": high}

    m = from_function([tuple(whole), *map(tuple, parts)], law, name="noisy prediction at x = 10")
    check.show("the noisy prediction at x = 10, ε = ln 2", m)
    dp = notions["unbounded-dp"]
    check.equal("the loss of one prediction, ε = ln 2: 10 ln 2", dp.tightest(m), log_of(2**10))
    check.refutes("one prediction is ln 2-DP", dp.holds(m, epsilon=log_of(2)))


@decides("average-over-true-count/claims/unbounded-dp", kind=Kind.ATTACK)
def noisy_sum_over_true_count(check: Check) -> None:
    """A noisy sum divided by the true count is not ε-DP.

    Claim    For values in [0, 1], (sum + Laplace noise of scale 1/ε) / number of records, clamped to [0, 1], is ε-DP.
    Verdict  false for small ε: the count changes the spread of the noise, and the ratio tends to 2 for one record against
             two.
    Source   Des20, footnote 2 of Section 4.2.6, on Algorithm 2.3 of Li et al.; ADB21, which uses it.

    D1 = {0} and D2 = {0, 1}. The answer lies in (3/4, 1) if the noise lies in (3/4, 1) on D1 and in (1/2, 1) on D2. With r
    = e^(−ε/4) these have probabilities ½(r³ − r⁴) and ½(r² − r⁴), whose ratio is 1 + 1/r.
    """

    def answer(r: F) -> FiniteMechanism:
        """The answer cut at 3/4 and 1; r = e^(−ε/4), and Pr[noise > k/4] = ½ r^k."""

        def law(d: Any) -> dict[Any, F]:
            n, total = len(d), sum(d)
            above = [F(1, 2) * r ** (cut * n - 4 * total) for cut in (3, 4)]  # noise > cut·n/4 − total, at least 0 here
            return {"below 3/4": 1 - above[0], "between": above[0] - above[1], "1": above[1]}

        return from_function([(0,), (0, 1)], law, name="average")

    dp = notions["unbounded-dp"]
    r = F(9, 10)
    check.show("the answer, ε = 4 ln(10/9)", answer(r))
    claimed = log_of(F(10, 9) ** 4)
    check.equal("Pr[between] on D1", answer(r).probability((0,), "between"), (r**3 - r**4) / 2)
    check.equal("the loss on “between” for ε = 4 ln(10/9) = 0.421", dp.tightest(answer(r)), log_of(1 + 1 / r))
    check.greater("… is more than ε", dp.tightest(answer(r)), claimed)
    check.refutes("the average is ε-DP for ε = 4 ln(10/9)", dp.holds(answer(r), epsilon=claimed))


@decides(
    "optimal-partition-selection/satisfies/approximate-user-level-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-theorem13-floor"],
    sampled={"optimal-partition-selection/satisfies/approximate-user-level-dp": "ε, δ"},
)
def partition_selection_floor(check: Check) -> None:
    """Partition selection rounds its crossover points down, not up.

    Verdict  false: with ceilings the function leaves the recursion and is not (ε, δ)-DP; with floors the two agree.

    e^ε = 2 and δ = 1/130, so that every value is rational. ⌊log2 x⌋ of a rational x is found by counting. Only up to n1 = 7
    are the ceilings' values probabilities at all, so the mechanism is shown for up to 7 users.
    """
    e, delta = F(2), F(1, 130)

    def floor(x: F) -> int:
        n = 0
        while e ** (n + 1) <= x:
            n += 1
        return n

    def ceiling(x: F) -> int:
        return floor(x) + (e ** floor(x) != x)

    def closed_form(rounded: Callable[[F], int]) -> Callable[[int], F]:
        n1 = 1 + rounded((e + 2 * delta - 1) / ((e + 1) * delta))
        first = (e**n1 - 1) / (e - 1) * delta
        n2 = n1 + rounded(1 + (e - 1) / delta * (1 - first))

        def pi(n: int) -> F:
            if n <= n1:
                return (e**n - 1) / (e - 1) * delta
            return (1 - e ** (n1 - n)) * (1 + delta / (e - 1)) + e ** (n1 - n) * first if n <= n2 else F(1)

        return pi

    recursion = [F(0)]
    while recursion[-1] < 1:
        last = recursion[-1]
        recursion.append(min(e * last + delta, 1 - (1 - last - delta) / e, F(1)))
    down, up = closed_form(floor), closed_form(ceiling)
    check.show("π(n) by the recursion", dict(enumerate(recursion)))
    check.true("with floors: equal to the recursion for every n", all(down(n) == p for n, p in enumerate(recursion)))

    def select(pi: Callable[[int], F], most: int) -> FiniteMechanism:
        users = [("u",) * n for n in range(most + 1)]
        return from_function(users, lambda d: {"keep": pi(len(d)), "drop": 1 - pi(len(d))})

    dp = notions["approximate-dp"]
    least = dp.tightest(select(down, len(recursion)), epsilon=log_of(2))
    check.equal("with floors: the least δ at ε = ln 2", least, delta)
    check.equal("with floors: π(7)", down(7), F(97, 130))
    check.equal("with ceilings: π(7)", up(7), F(127, 130))
    check.greater("with ceilings: the least δ at ε = ln 2", dp.tightest(select(up, 7), epsilon=log_of(2)), F(2, 5))
    check.refutes("with ceilings it is (ln 2, 1/130)-DP", dp.holds(select(up, 7), epsilon=log_of(2), delta=delta))


@decides(
    "rappor-levels-added/satisfies/local-dp",
    "rappor/satisfies/local-dp",
    kind=Kind.ERRATUM,
    errata=["boenisch-rappor-sum"],
    sampled={"rappor/satisfies/local-dp": "f, p, q, n"},
)
def rappor_reports(check: Check) -> None:
    """RAPPOR's reports lose what the stored bits lose, not the sum of two levels.

    Verdict  false: one report loses ε2, all reports and the stored bits together lose ε1, and n reports something between.

    A value sets h = 1 bit here, so that two values differ in two bits: each is stored with probability 1 − f/2 of being
    right, and each report shows a stored 1 as 1 with probability q, a stored 0 with probability p. Reports look at the
    stored bits only.
    """
    f, p, q = F(1, 2), F(1, 4), F(3, 4)  # Chrome's "normal noise"
    bits = list(product((0, 1), repeat=2))

    def stored(b: tuple[int, ...]) -> dict[Any, F]:
        return {s: F(1) * prod((1 - f / 2 if x == y else f / 2) for x, y in zip(s, b, strict=True)) for s in bits}

    def report(s: tuple[int, ...]) -> dict[Any, F]:
        chance = {0: p, 1: q}
        return {r: F(1) * prod((chance[y] if x else 1 - chance[y]) for x, y in zip(r, s, strict=True)) for r in bits}

    values: dict[Any, tuple[int, int]] = {"u": (1, 0), "v": (0, 1)}
    permanent = from_function([("u",), ("v",)], lambda d: stored(values[d[0]]), name="stored bits")

    def reports(n: int, *, with_stored: bool = False) -> FiniteMechanism:
        def law(d: Any) -> dict[Any, F]:
            found: dict[Any, F] = {}
            for s, chance in stored(values[d[0]]).items():
                for seen in product(bits, repeat=n):
                    key = (*seen, s) if with_stored else seen
                    found[key] = found.get(key, F(0)) + chance * prod(report(s)[r] for r in seen)
            return found

        return from_function([("u",), ("v",)], law, name=f"{n} reports")

    ldp = notions["local-dp"]
    check.show("the stored bits", permanent)
    check.equal("ε1, the stored bits (h = 1: 2 ln 3)", ldp.tightest(permanent), log_of(9))
    check.equal("ε2, one report", ldp.tightest(reports(1)), log_of(F(25, 9)))
    check.equal("two reports", ldp.tightest(reports(2)), log_of(F(49, 9)))
    check.less("three reports lose more, but less than ε1", ldp.tightest(reports(3)), log_of(9))
    together = reports(1, with_stored=True)
    check.equal("the stored bits and a report together", ldp.tightest(together), log_of(9))
    check.refutes("together they lose more than ε1, let alone ε1 + ε2 = ln 25", not ldp.holds(together, epsilon=log_of(9)).holds)


@decides(
    "tau-thresholding/satisfies/approximate-user-level-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-theorem12-exponent"],
    sampled={"tau-thresholding/satisfies/approximate-user-level-dp": "ε, δ, κ"},
)
def thresholding_with_several_partitions(check: Check) -> None:
    """A lone user in κ partitions is seen if any of them passes.

    Verdict  false for κ > 1: it is 1 − (1 − ρ_τ)^κ. The threshold that the theorem states is the right one for this.

    A user alone in κ = 2 partitions: each appears with probability ρ, independently. What appears is compared with the
    empty dataset, on which nothing does.
    """
    kappa = 2

    def shown(rho: F) -> FiniteMechanism:
        def law(d: Any) -> dict[Any, F]:
            chance = rho if d else F(0)
            return {o: F(1) * prod(chance if x else 1 - chance for x in o) for o in product((False, True), repeat=kappa)}

        return from_function([(), ("user",)], law, name=f"ρ = {rho}")

    dp = notions["approximate-dp"]
    rho = F(1, 2)
    check.show("which partitions appear, ρ = 1/2", shown(rho))
    check.equal("ρ = 1/2: (ρ)^κ, the printed requirement, allows δ =", real(rho**kappa), F(1, 4))
    for epsilon in (1, 5):
        check.equal(f"ρ = 1/2: δ at ε = {epsilon}", dp.tightest(shown(rho), epsilon=epsilon), F(3, 4))
    stated = 1 - F(9, 10)  # 1 − (1 − δ)^(1/κ) at δ = 19/100, which is ½ e^(−(τ−1)ε/κ) at the stated τ
    check.equal("δ = 19/100 and the stated τ: δ at ε = 1", dp.tightest(shown(stated), epsilon=1), F(19, 100))
    check.refutes("with (ρ_τ)^κ ≤ 1/4 the rows that appear are (1, 1/4)-DP", dp.holds(shown(rho), epsilon=1, delta=F(1, 4)))


@decides(kind=Kind.BOUND, errata=["thesis-anon-var"])
def variance_from_two_sums(check: Check) -> None:
    """A sum of squares minus a squared sum is not a variance.

    Verdict  false: the values 1, 2, 3 have the variance 2/3.

    The formula without noise.
    """
    column = [F(1), F(2), F(3)]
    squares, total, n = sum(x * x for x in column), sum(column), len(column)
    check.equal("the variance, by its definition", F(2, 3), sum((x - total / n) ** 2 for x in column) / n)
    check.equal("as printed, with a square", squares - total**2, -22)
    check.equal("as printed, if the superscript is a footnote", squares - total, 8)
    check.equal("with means", squares / n - (total / n) ** 2, F(2, 3))
    check.therefore_not("the printed formula gives the variance")
