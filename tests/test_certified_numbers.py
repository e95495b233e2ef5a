"""What is printed as certified is proved: closed forms, mpmath and exact fractions against enclosures, verdicts and texts."""

import itertools
import math
import random
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.truncation import truncated_excess
from dpzoo.meaning import words
from dpzoo.meaning.words import Rounding
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, related, show
from dpzoo.numbers.decimals import fixed, outward, plainly, settled
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import ZERO, Real, compare, enclosed, log_of, real, total
from dpzoo.numbers.values import value

NOTIONS = executables()


def response(p: Fraction | float) -> FiniteMechanism:
    """Randomised response that tells the truth with probability p."""
    return FiniteMechanism([(0,), (1,)], ["no", "yes"], [[p, 1 - p], [1 - p, p]])


# the ρ of randomised response is D_1 = (2p - 1)·ln(p/(1 - p)), since D_α/α falls (ρ = ε·tanh(ε/2) at ε = ln(p/(1 - p)))
AT_ORDER_ONE = [
    ("zero-concentrated-dp", "rho", {"xi": 0}),
    ("truncated-codp-bdrs18", "rho", {"omega": 4}),
    ("truncated-codp-col16", "tau", {"xi": "inf"}),
    ("bounded-concentrated-dp", "rho", {"xi": 0, "omega": 4}),
    ("kl-privacy", "epsilon", {}),
]


@pytest.mark.parametrize(("notion", "parameter", "given"), AT_ORDER_ONE, ids=[n for n, _, _ in AT_ORDER_ONE])
def test_randomised_response_holds_at_its_exact_value_and_not_below(notion: str, parameter: str, given: dict[str, Any]) -> None:
    run = NOTIONS[notion]
    for percent in range(51, 100):
        p = Fraction(percent, 100)
        exact = f"(2*{p} - 1)*log({p / (1 - p)})"
        there = run.holds(response(p), **given, **{parameter: exact})
        assert (there.holds, there.certainty) == (True, Certainty.CERTIFIED), p
        below = run.holds(response(p), **given, **{parameter: f"{exact} - 1/10**100"})
        assert (below.holds, below.certainty) == (False, Certainty.CERTIFIED), p


def test_an_enclosed_supremum_contains_the_truth() -> None:
    """The ρ of a pair whose worst order is inside: mpmath's maximum lies between the certified ends."""
    p, q = [Fraction(1, 100), Fraction(99, 100)], [Fraction(1, 10000), Fraction(9999, 10000)]
    with mpmath.workdps(60):

        def at(order: mpmath.mpf) -> mpmath.mpf:
            number = lambda x: mpmath.mpf(x.numerator) / x.denominator  # noqa: E731
            total = sum(number(a) * number(a / b) ** (order - 1) for a, b in zip(p, q, strict=True))
            return mpmath.log(total) / (order - 1) / order

        top = max((at(mpmath.mpf(k) / 1000), k) for k in range(1100, 4000, 10))[1]
        best = at(mpmath.findroot(lambda x: mpmath.diff(at, x), mpmath.mpf(top) / 1000))
        mechanism = FiniteMechanism([(0,), (1,)], [0, 1], [p, q], neighbours=[((0,), (1,))])
        found = NOTIONS["zero-concentrated-dp"].tightest(mechanism, xi=0).value
        low, high = found.bounds
        assert mpmath.mpf(low) <= best <= mpmath.mpf(high)
        assert high - low < 1e-8 * high


def test_two_values_have_the_subgaussian_parameter_of_kearns_and_saul() -> None:
    """Z on two values r apart, the first with chance x: τ² = r²(1 - 2x)/(2 ln((1 - x)/x)), and r²/4 at x = ½."""
    q = Fraction(470757, 470758)
    laws = [[Fraction(1, 2), Fraction(1, 2)], [q, 1 - q]]
    both = FiniteMechanism([(0,), (1,)], [0, 1], laws)
    tau = NOTIONS["mean-concentrated-dp"].tightest(both, mu=10)
    low, high = tau.value.bounds
    assert low <= math.log(470757) / 2 <= high
    assert "6.53105" in str(tau)
    back = FiniteMechanism([(0,), (1,)], [0, 1], laws, neighbours=[((1,), (0,))])
    low, high = NOTIONS["mean-concentrated-dp"].tightest(back, mu=20).value.bounds
    with mpmath.workdps(40):
        x = mpmath.mpf(1) / 470758
        truth = mpmath.log(470757) * mpmath.sqrt((1 - 2 * x) / (2 * mpmath.log((1 - x) / x)))
        assert mpmath.mpf(low) <= truth <= mpmath.mpf(high)


@pytest.mark.parametrize(
    ("notion", "fixed", "enough"),
    [
        ("truncated-codp-col16", {"xi": "1/2"}, {"xi": "log(3)"}),
        ("truncated-codp-col16", {"tau": "log(3)/2 - 1/1000"}, {"tau": "log(3)/2 + 1/1000"}),
        ("mean-concentrated-dp", {"mu": "1/100"}, {"mu": 1}),
        ("mean-concentrated-dp", {"tau": "1/100"}, {"tau": 2}),
    ],
)
def test_no_value_is_enough_beside_one_that_is_too_small(notion: str, fixed: dict[str, Any], enough: dict[str, Any]) -> None:
    """Randomised response at 3/4 has the losses ± ln 3, of which the mean is ln(3)/2."""
    run = NOTIONS[notion]
    found = run.tightest(response(Fraction(3, 4)), **fixed)
    assert math.isinf(float(found))
    assert found.certainty is Certainty.CERTIFIED
    assert "no value holds" in found.note
    (free,) = set(run.quantitative) - set(fixed)
    assert run.holds(response(Fraction(3, 4)), **fixed, **{free: 1000}).holds is False
    least = run.tightest(response(Fraction(3, 4)), **enough)
    assert math.isfinite(float(least))
    assert run.holds(response(Fraction(3, 4)), **enough, **{free: float(least) * 1.000001}).holds


@pytest.mark.parametrize("gap", ["1e-4", "1e-9", "1e-12", "1e-14", "1e-16", "1e-30"])
def test_renyi_orders_next_to_one(gap: str) -> None:
    with mpmath.workdps(90):
        t = mpmath.mpf(gap)
        truth = mpmath.log((3 * mpmath.mpf(3) ** t + mpmath.mpf(3) ** -t) / 4) / t
        found = NOTIONS["renyi-dp"].tightest(response(Fraction(3, 4)), alpha=f"1 + {gap}")
        assert abs(mpmath.mpf(float(found)) - truth) < 1e-15
        assert str(found).startswith(f"epsilon ≈ {float(truth):.6g} at alpha {'=' if gap == '1e-4' else '≈'} ")


# numbers as text ------------------------------------------------------------------------------------------------------


def test_a_bound_is_printed_on_its_own_side() -> None:
    draw = random.Random(3)
    for _ in range(500):
        x, digits = draw.uniform(0, 10) * 10 ** draw.randint(-9, 9), draw.randint(1, 12)
        exact, step = Fraction(repr(x)), Fraction(10) ** (math.floor(math.log10(x)) - digits + 1)
        for text in (outward, plainly):
            below, above = (Fraction(text(x, side, digits)) for side in (-1, 1))
            assert below <= exact <= above
            assert above - below <= step
    assert (outward(0.1, 1), outward(math.inf, 1), plainly(1e-7, 1, 3)) == ("0.1", "inf", "0.0000001")
    for bound, side in (("≥", -1), ("≤", 1), ("=", 0)):
        sign, text = related(bound, log_of(Fraction(10**20, 3))).split()
        assert sign == (bound if side else "≈")
        assert side * (Fraction(text) - Fraction(math.log(10**20 / 3))) >= 0


def test_decimals_after_the_point_lie_on_their_side_however_near_a_round_number_is() -> None:
    rng = random.Random(4)
    for number in [*(rng.uniform(0, 5) for _ in range(200)), 0.5 * (1 + 1e-15), 0.5 * (1 - 1e-13), 2 * (1 + 3e-13)]:
        exact, step = Fraction(repr(number)), Fraction(1, 10**4)
        low, near, high = (Fraction(fixed(number, sign, 4)) for sign in (-1, 0, 1))
        assert low <= exact <= high < low + 2 * step
        assert abs(near - exact) <= step / 2
        assert high - exact < step
        assert exact - low < step


def test_only_noise_is_taken_off_a_number() -> None:
    """What differs from a round number by more than a few units in the last place is another number."""
    assert (settled(0.1 + 0.2), settled(math.fsum([0.1] * 3)), settled(19 * 0.1)) == (0.3, 0.3, 1.9)
    for other in (0.3 * (1 + 3e-13), 0.3 * (1 - 4e-14)):
        assert settled(other) == other
    found = [
        words.percent(p, s) for p, s in ((0.73, Rounding.MOST), (0.7300000001, Rounding.MOST), (0.7299999999, Rounding.LEAST))
    ]
    assert found == ["73 %", "74 %", "72 %"]


def test_no_digit_is_printed_outside_the_enclosure() -> None:
    draw = random.Random(7)
    for _ in range(500):
        middle = draw.uniform(-10, 10) * 10 ** draw.randint(-6, 6)
        radius = abs(middle) * 10 ** draw.uniform(-14, 0.3)
        low, high = Fraction(middle) - Fraction(radius), Fraction(middle) + Fraction(radius)
        number = enclosed(real(low), real(high))
        assert low <= Fraction(float(number)) <= high
        for text in (str(number), show(number), f"{number:.4g}"):
            parts = [Fraction(x) for x in re.findall(r"[-+0-9.e]+", text)]
            if text.startswith("["):
                assert parts[0] <= low
                assert high <= parts[1]
                continue
            digit = Fraction(Decimal(1).scaleb(Decimal(text).as_tuple().exponent))  # type: ignore[arg-type]
            for end in (low, high):  # every number of the enclosure rounds to what is printed
                assert abs(parts[0] - end) <= digit * Fraction(51, 100), (text, low, high)


def test_a_wide_enclosure_is_printed_as_an_interval_around_it() -> None:
    wide = enclosed(real(Fraction(6531, 1000)), real(Fraction(65525, 10000)))
    low, high = (Fraction(Decimal(x)) for x in str(wide).strip("[]").split(", "))
    assert low <= Fraction(6531, 1000)
    assert high >= Fraction(65525, 10000)
    assert high - low < Fraction(3, 100)


def test_bounds_of_a_number_that_can_be_enclosed_are_neighbouring_floats() -> None:
    for number in (log_of(3) / 7, (log_of(2) + real(1)).sqrt(), log_of(1 + Fraction(1, 10**30)) * real(10**40) + real(1)):
        low, high = number.bounds
        assert low < high <= math.nextafter(math.nextafter(math.nextafter(low, math.inf), math.inf), math.inf)


# combinations of logarithms ------------------------------------------------------------------------------------------


def test_combinations_of_logarithms_are_compared_exactly() -> None:
    draw = random.Random(3)
    for _ in range(200):
        numbers = [Fraction(draw.randint(1, 60), draw.randint(1, 60)) for _ in range(4)]
        weights = [Fraction(draw.randint(-9, 9), draw.randint(1, 9)) for _ in range(4)]
        scale = math.lcm(*(w.denominator for w in weights))
        left = sum((real(w) * log_of(x) for w, x in zip(weights, numbers, strict=True)), real(0))
        product = math.prod((x ** int(w * scale) for w, x in zip(weights, numbers, strict=True)), start=Fraction(1))
        right = log_of(product) / scale
        assert compare(left, right) == 0
        assert compare(left, right + Fraction(1, 10**200)) == -1
        assert compare(left, log_of(product * (1 + Fraction(1, 10**90))) / scale) == -1


def test_a_logarithm_is_never_a_rational_number() -> None:
    assert compare(log_of(2) + real(1) / 3 - log_of(2), Real(rational=Fraction(1, 3))) == 0
    near = Fraction(math.log(2))
    assert compare(log_of(2) / 2 + log_of(2) / 2, real(near)) in (1, -1)


# what is not a number ----------------------------------------------------------------------------------------------------

NO_NUMBERS = [
    "sqrt(-1)", "sqrt(-1)**2", "normal_quantile(2)", "normal_quantile(1)", "1/0", "0/0", "log(-1)", "log(0)",
    "(-8)**(1/3)", "0*sqrt(-1)", "max(1, sqrt(-1))", "inf - inf", "0*inf", "sqrt(log(1/2))", "log(log(1/2))",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_undefined_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BlockError, match=r"epsilon is .* which is not a number"):
        value(text, "epsilon")
    m = response(Fraction(3, 4))
    for notion, parameter in (("approximate-dp", "epsilon"), ("approximate-dp", "delta"), ("renyi-dp", "alpha")):
        with pytest.raises(BlockError, match="which is not a number"):
            NOTIONS[notion].tightest(m, **{parameter: text})


@pytest.mark.parametrize("given", [float("nan"), np.float64("nan"), Decimal("NaN"), True, None, "", "abc", 1j, [1]])
def test_neither_is_nan_or_another_object_a_number(given: object) -> None:
    with pytest.raises(BlockError, match="which is not a number"):
        value(given, "epsilon")


def test_numbers_of_every_kind_are_read_alike() -> None:
    tenth = [0.1, "0.1", "1/10", Decimal("0.1"), Fraction(1, 10), np.float64(0.1), value("0.1")]
    assert {value(x).rational for x in tenth} == {Fraction(1, 10)}
    assert value(np.int64(3)).rational == 3
    assert value("inf").infinite == value(math.inf).infinite == value(Decimal("inf")).infinite == 1


# groups and distances -------------------------------------------------------------------------------------------------


def four_answers() -> FiniteMechanism:
    """Four people answer truthfully with probability 3/4 each; the datasets are those of four people."""
    data = list(itertools.product((0, 1), repeat=4))

    def law(d: tuple[Any, ...]) -> dict[Any, Fraction]:
        return {
            o: math.prod((Fraction(3 if a == b else 1, 4) for a, b in zip(d, o, strict=True)), start=Fraction(1)) for o in data
        }

    return FiniteMechanism.from_function(data, law)


def test_among_datasets_of_one_size_a_group_of_c_people_has_c_times_the_loss() -> None:
    m = four_answers()
    assert NOTIONS["epsilon-dp"].tightest(m).value == log_of(3)
    for c in (1, 2, 3, 4):
        assert NOTIONS["group-privacy"].tightest(m, c=c).value == log_of(3**c)


def test_hamming_counts_positions_and_edit_counts_edits() -> None:
    """(0, 1, 0, 1) and (1, 0, 1, 0) differ in four places, and in one removal and one addition."""
    m = four_answers()
    assert NOTIONS["smooth-dp"].tightest(m, d="hamming").value == log_of(3)
    assert NOTIONS["smooth-dp"].tightest(m, d="edit").value == log_of(9)
    matrix = [[sum(x != y for x, y in zip(a, b, strict=True)) for b in m.datasets] for a in m.datasets]
    by_pair = {(a, b): matrix[i][j] for i, a in enumerate(m.datasets) for j, b in enumerate(m.datasets)}
    for given in (matrix, by_pair, lambda a, b: sum(x != y for x, y in zip(a, b, strict=True))):
        assert NOTIONS["smooth-dp"].tightest(m, d=given).value == log_of(3)
    loss = log_of(3)
    scaled = [[loss * x for x in row] for row in matrix]
    for level in (
        scaled,
        {k: loss * v for k, v in by_pair.items()},
        lambda a, b: loss * by_pair[a, b],
        lambda ab: loss * by_pair[ab],
    ):
        assert NOTIONS["d-privacy"].holds(m, d=level).holds is True
    assert NOTIONS["d-privacy"].holds(m, d="hamming").holds is False  # ln 3 > 1
    with pytest.raises(BlockError, match="the known ones are edit, hamming"):
        NOTIONS["smooth-dp"].tightest(m, d="manhattan")


def test_probabilities_are_written_in_every_usual_way() -> None:
    rows: list[list[Any]] = [["3/4", "0.25"], [Decimal("0.25"), Fraction(3, 4)]]
    m = FiniteMechanism([(0,), (1,)], ["no", "yes"], rows, neighbours=[((0,), (1,))], symmetric=True)
    assert m.exact
    assert m.neighbours == (((0,), (1,)), ((1,), (0,)))
    assert NOTIONS["epsilon-dp"].tightest(m).value == log_of(3)
    for wrong in ("a", "1/0", "nan", Decimal("nan")):
        with pytest.raises(BlockError, match="not a fraction or a decimal number"):
            FiniteMechanism([(0,)], [0, 1], [[wrong, 1]])


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2)])
def test_events_set_aside_without_a_slope_are_approximate_dp(delta: Fraction) -> None:
    """At ρ = 0 the least ξ is the least ε of (ε, δ)-DP, whose δ is a sum over outputs; also where both are 0."""
    rows = itertools.product(itertools.product((0, 1, 3), repeat=3), repeat=2)
    laws = [[np.array([Fraction(x, sum(row)) for x in row]) for row in pair] for pair in rows if all(map(sum, pair))]
    for p, q in laws[::7]:
        xi = float(truncated_excess(p, q, offset=real(0), slope=real(0), delta=delta))

        def exceeds(epsilon: float, p: Any = p, q: Any = q) -> float:
            factor = math.exp(epsilon)
            return max(
                sum(max(0.0, float(a) - factor * float(b)) for a, b in pairs)
                for pairs in (list(zip(p, q, strict=True)), list(zip(q, p, strict=True)))
            )

        assert math.isinf(xi) or exceeds(xi + 1e-9) <= delta + 1e-9
        assert xi == 0 or exceeds(min(xi, 30) - 1e-6) > delta - 1e-9


def test_thousands_of_terms_are_added_without_deep_nesting() -> None:
    """Σ ½ ln((k+1)/k) for k from 1 to 3,000 telescopes to ½ ln 3,001."""
    terms = [log_of(Fraction(k + 1, k)) * Fraction(1, 2) for k in range(1, 3001)]
    assert float(total(terms)) == pytest.approx(math.log(3001) / 2, rel=1e-14)
    assert total([]) == ZERO
    assert total([real(Fraction(1, 3))] * 5).rational == Fraction(5, 3)


@pytest.mark.parametrize("notion", ["local-dp", "bounded-dp"])
def test_two_hundred_and_fifty_six_inputs_are_compared_exactly(notion: str) -> None:
    """The greatest ratio at one output is that of the greatest and the least fraction there; 10^-20 apart, floats cannot tell."""
    n, tiny = 256, Fraction(1, 10**20)
    rows = {(i,): [Fraction(1, 2) - Fraction(i, 1000) + (tiny if i == 7 else 0), Fraction(1, 4)] for i in range(n)}
    rows[(3,)] = rows[(0,)]
    rows[(0,)] = [rows[(0,)][0] + tiny, Fraction(1, 4)]
    laws = {k: [*row, 1 - sum(row)] for k, row in rows.items()}
    expected = max(max(law[o] for law in laws.values()) / min(law[o] for law in laws.values()) for o in range(3))
    found = NOTIONS[notion].tightest(FiniteMechanism.from_rows(laws))
    assert (compare(found.value, log_of(expected)), found.certainty) == (0, Certainty.CERTIFIED)
    laws[(5,)] = [Fraction(1, 2), Fraction(1, 2), Fraction(0)]
    found = NOTIONS[notion].tightest(FiniteMechanism.from_rows(laws))
    assert (found.value.infinite, found.certainty) == (True, Certainty.CERTIFIED)
