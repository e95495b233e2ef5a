"""A target that asks for just what its source says has an exact answer: no search, and no doubt between equal numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import flint
import mpmath
import pytest
from sources_and_pairs import ZOO

from dpzoo.numbers.real import Real, real
from dpzoo.optimal import moments
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Found, NoReductionError, Pair, Status
from dpzoo.optimal.primitives import Line, RatioConstraint, single
from dpzoo.relations.guarantees import GuaranteeError

SIZES = (0.12, 0.415, 1, 2.7)  # most decimals are no floats
Case = tuple[str, dict[str, Any], str, dict[str, Any], float]


def _with_a_loss_of(e: float) -> list[Case]:
    """Where no loss exceeds ε, D_α ≤ ε for all α, and ξ = ε needs no ρ."""
    cases: list[Case] = []
    for source, values in (
        ("epsilon-dp", {"epsilon": e}),
        ("range-bounded-privacy", {"epsilon": e}),
        ("truncated-codp-col16", {"xi": e, "tau": e / 10}),
    ):
        cases += [
            (source, values, "zero-concentrated-dp", {"xi": e}, 0),
            (source, values, "bounded-concentrated-dp", {"xi": e, "omega": 5}, 0),
            (source, values, "bounded-concentrated-dp", {"xi": e, "rho": 0}, math.inf),
            (source, values, "bounded-concentrated-dp", {"xi": 0, "rho": e}, math.inf),
            (source, values, "approximate-zero-concentrated-dp", {"xi": e, "delta": 0.01}, 0),
            (source, values, "approximate-zero-concentrated-dp", {"xi": e, "rho": 0}, 0),
            (source, values, "renyi-dp", {"epsilon": e}, math.inf),
        ]
    return [*cases, ("truncated-codp-col16", {"xi": 9, "tau": e}, "bounded-concentrated-dp", {"xi": 0, "rho": e}, math.inf)]


def _with_an_order(e: float) -> list[Case]:
    """A bound of order 3 says nothing beyond, and below it D_α ≤ D_3."""
    bound = ("renyi-dp", {"alpha": 3, "epsilon": e})
    family = ("bounded-concentrated-dp", {"xi": e, "rho": e, "omega": 4})
    return [
        (*bound, "bounded-concentrated-dp", {"xi": e, "omega": 3}, 0),
        (*bound, "bounded-concentrated-dp", {"xi": e, "rho": 0}, 3),
        (*bound, "renyi-dp", {"epsilon": e}, 3),
        (*family, "renyi-dp", {"epsilon": 5 * e}, 4),
        (*family, "renyi-dp", {"epsilon": 5 * e * (1 - 2**-50)}, 4 * (1 - 5 * 2**-50 / 4)),
        (*family, "bounded-concentrated-dp", {"xi": e, "rho": e}, 4),
        ("renyi-dp", {"alpha": Fraction(4, 3), "epsilon": e}, "bounded-concentrated-dp", {"xi": e, "rho": 0}, 4 / 3),
        ("renyi-dp", {"alpha": Fraction(4, 3), "epsilon": e}, "truncated-codp-bdrs18", {"rho": e}, 4 / 3),
    ]


def _with_a_width(e: float) -> list[Case]:
    """The Gaussian pair has D_α = αμ²/2; the loss of bounded range keeps to η/2 around its mean (Hoeffding)."""
    half = (e * 1000) ** 2 / 2e6
    return [
        ("gaussian-dp", {"mu": e}, "bounded-concentrated-dp", {"xi": 0, "rho": half}, math.inf),
        ("gaussian-dp", {"mu": e}, "zero-concentrated-dp", {"rho": half}, 0),
        ("mean-concentrated-dp", {"mu": half, "tau": e}, "bounded-concentrated-dp", {"xi": 0, "rho": half}, math.inf),
    ]


def _with_a_test(t: float) -> list[Case]:
    """Total variation t is (0, t)-DP, and half of E|X - 1|."""
    bound = ("total-variation-privacy", {"epsilon": t})
    disclosing = ("approximate-dp", {"epsilon": 0.7, "delta": t})
    return [
        (*bound, "fk-divergence-dp", {"epsilon": 2 * t}, 1),
        (*bound, "relaxed-dp", {"delta_a": t, "delta_p": t}, 0),
        (*bound, "approximate-dp", {"delta": t}, 0),
        (*disclosing, "approximate-zero-concentrated-dp", {"xi": 0.7, "delta": t}, 0),
        (*disclosing, "approximate-zero-concentrated-dp", {"rho": 0.7, "delta": t}, 0),
    ]


CASES = [case for e in SIZES for made in (_with_a_loss_of, _with_an_order, _with_a_width) for case in made(e)]
CASES.append(("divergence-dp", {"f": "chi-square", "epsilon": 0.36}, "fk-divergence-dp", {"epsilon": 0.6}, 2))
CASES += [case for t in (0.04, 0.138, 1 / 3) for case in _with_a_test(t)]


@pytest.mark.parametrize(("source", "values", "target", "fixed", "truth"), CASES, ids=str)
def test_what_a_source_says_outright_is_exact(
    source: str, values: dict[str, Any], target: str, fixed: dict[str, Any], truth: float
) -> None:
    best = optimal({source: values}, target, fixed)
    assert best.status is not Status.UNKNOWN
    assert best.certified
    assert best.value == (truth if truth in (0, math.inf) else pytest.approx(truth, rel=1e-10))


@pytest.mark.parametrize(
    ("notion", "name", "target"),
    [
        ("renyi-dp", "alpha", "renyi-dp"),
        ("fk-divergence-dp", "k", "fk-divergence-dp"),
        ("fk-divergence-dp", "k", "renyi-dp"),
        ("truncated-codp-bdrs18", "omega", "truncated-codp-bdrs18"),
        ("truncated-codp-bdrs18", "omega", "renyi-dp"),
    ],
)
def test_an_order_is_the_number_that_it_is_and_not_the_float_next_to_it(notion: str, name: str, target: str) -> None:
    """The decimal of 7/3 in floats, 2.3333333333333335, is above 7/3, and beyond a source's last order nothing is finite."""
    last, size = Fraction(7, 3), "rho" if notion == "truncated-codp-bdrs18" else "epsilon"
    source = {notion: {name: last, size: 0.5}}
    asked = {"renyi-dp": "alpha", "fk-divergence-dp": "k"}.get(target, "omega")
    assert Fraction(str(float(last))) > last
    assert optimal(source, target, {asked: float(last)}).status is Status.INFINITE
    assert optimal(source, target, {asked: last}).status is not Status.INFINITE
    assert optimal(source, target, {asked: math.nextafter(float(last), 0)}).status is not Status.INFINITE
    largest = optimal(source, target, {"rho" if target == "truncated-codp-bdrs18" else "epsilon": 3})
    assert largest.certified
    assert Fraction(largest.lower) <= last <= Fraction(largest.upper)
    assert largest.upper == math.nextafter(largest.lower, 9)


@pytest.mark.parametrize("less", [1e-15, 1e-17, 1e-40, 0])
@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(37, 100)])
def test_a_bound_hardly_below_what_pure_dp_gives_is_not_taken_for_it(epsilon: Fraction, less: float) -> None:
    """Capped CDP with τ = (1 - 10⁻¹⁵) ξ tanh(ξ/2) is decided by the u with u tanh(u/2) = τ (theory, T11 and T12)."""
    with mpmath.workdps(80):
        xi = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        tau = xi * mpmath.tanh(xi / 2) * (1 - mpmath.mpf(less))
        u = mpmath.findroot(lambda u: u * mpmath.tanh(u / 2) - tau, xi)
        source = {"truncated-codp-col16": {"xi": epsilon, "tau": Fraction(mpmath.nstr(tau, 75))}}
        truths = [
            ("divergence-dp", {"f": "hellinger"}, 2 - 2 / mpmath.cosh(u / 2)),
            ("renyi-dp", {"alpha": 1.5}, 2 * mpmath.log(mpmath.cosh(u) / mpmath.cosh(u / 2))),
            ("zero-concentrated-dp", {"xi": 0}, tau),
            ("gaussian-dp", {}, None),
        ]
        for target, fixed, truth in truths:
            best = optimal(source, target, fixed)
            assert best.certified
            assert best.upper <= best.lower * (1 + 1e-13)
            assert truth is None or best.lower <= truth <= best.upper


@pytest.mark.parametrize("width", SIZES)
def test_a_loss_keeps_to_half_its_range_around_its_mean(width: float) -> None:
    """At τ = η/2 the mean is the largest of bounded range; D_1 ≤ ln y + 1/y - 1 with y = (1 - e^-η)/η (theory, T13)."""
    y = -math.expm1(-width) / width
    best = optimal({"range-bounded-privacy": {"epsilon": width}}, "mean-concentrated-dp", {"tau": width / 2})
    assert best.upper == pytest.approx(math.log(y) + 1 / y - 1, rel=1e-9)
    less = {"tau": width / 2 * (1 - 2**-40)}
    assert optimal({"range-bounded-privacy": {"epsilon": width}}, "mean-concentrated-dp", less).status is Status.INFINITE


@pytest.mark.parametrize("mu", SIZES)
def test_gaussian_dp_keeps_to_its_own_mean_loss(mu: float) -> None:
    """At μ²/2 the least τ exists, at least μ; below it the Gaussian pair itself breaks the target."""
    half = (mu * 1000) ** 2 / 2e6
    assert optimal({"gaussian-dp": {"mu": mu}}, "mean-concentrated-dp", {"mu": half}).lower >= mu * (1 - 1e-12)
    below = optimal({"gaussian-dp": {"mu": mu}}, "mean-concentrated-dp", {"mu": half * (1 - 2**-40)})
    assert below.status is Status.INFINITE


def test_what_a_search_leaves_open_is_bounded_by_what_is_proved() -> None:
    """E(X - 1)² ≤ e^{D_2} - 1 and D_2 ≤ min(μ + τ²/2, τ²): a pair with a mean loss of 1.4·10⁻¹¹ needs 5.98·10⁻⁶ already."""
    p, q = 6601 / 79355000006601, 1080207443 / 24746459976080207443
    needed = math.sqrt((p - q) ** 2 / q + (p - q) ** 2 / (1 - q))
    best = optimal(
        {"mean-concentrated-dp": {"mu": 1.4105912936403278e-11, "tau": 0.09464244352211265}}, "fk-divergence-dp", {"k": 2}
    )
    assert best.upper >= needed > 5.98e-6
    assert best.status is Status.UNKNOWN or best.upper == pytest.approx(needed, rel=0.01)


@pytest.mark.parametrize(
    "source",
    [
        {"epsilon-dp": {"epsilon": 0}},
        {"gaussian-dp": {"mu": 0}},
        {"renyi-dp": {"alpha": 2, "epsilon": 0}},
        {"mean-concentrated-dp": {"mu": 0, "tau": 1}},
        {"kl-privacy": {"epsilon": 0}, "epsilon-dp": {"epsilon": 1}},
    ],
)
@pytest.mark.parametrize("alarm", [0.0, 1e-12, 0.3, 1.0])
def test_a_test_of_equal_laws_has_the_power_of_a_coin(source: dict[str, Any], alarm: float) -> None:
    best = optimal(source, "f-dp", {"x": alarm})
    assert best.certified
    assert (best.lower, best.upper) == (pytest.approx(alarm, rel=1e-15), pytest.approx(alarm, rel=1e-15))
    assert best.upper >= alarm


@pytest.mark.parametrize(
    ("distance", "delta", "truth"),
    [
        (1e-6, 1e-6, 15.20180391908366472),
        (1e-9, 1e-9, 22.10956019706630177),
        (1e-6, 1.0001e-6, 9.20794248667742875),
        (0.01, 0.01, 5.98141421125448055),
    ],
)
def test_a_share_that_is_hardly_less_than_a_distance_may_have_leaves_a_finite_loss(
    distance: float, delta: float, truth: float
) -> None:
    """With √p = sin(x + θ), √q = sin x and cos θ = 1 - H²/2, the truths are the largest ln((p - δ)/q) over x (mpmath)."""
    found = optimal({"divergence-dp": {"f": "hellinger", "epsilon": distance}}, "approximate-dp", {"delta": delta})
    assert found.certified
    assert truth * (1 - 1e-9) <= found.lower <= truth * (1 + 1e-15)
    assert truth * (1 - 1e-15) <= found.upper <= truth * (1 + 1e-9)


@pytest.mark.parametrize("less", [1e-6, 1e-10, 1e-14])
def test_a_loss_next_to_nothing_is_enclosed_where_delta_is_nearly_the_total_variation(less: float) -> None:
    """There randomised response RR_u is the best test: ε = ln((p - δ)/q), p = 1/(1 + e^{-u})."""
    source = {"kl-privacy": {"epsilon": 0.3}}
    delta = optimal(source, "total-variation-privacy", {}).lower * (1 - less)
    found = optimal(source, "approximate-dp", {"delta": delta})
    with mpmath.workdps(40):
        root = mpmath.findroot(lambda x: x * mpmath.tanh(x / 2) - mpmath.mpf("0.3"), 0.8)
        p = 1 / (1 + mpmath.exp(-root))
        exact = mpmath.log((p - mpmath.mpf(repr(delta))) / (1 - p))
    assert found.lower <= exact <= found.upper <= 2e-6


@pytest.mark.parametrize("delta", [9.4e-56, 9.4e-36])
def test_a_tiny_delta_is_nothing_to_the_outputs_of_the_largest_loss(delta: float) -> None:
    """An output of 2⁻⁷⁰ with nearly the loss 0.361 meets capped CDP: its p - δ over q is as large."""
    source = {"xi": 0.361, "tau": 0.000813}
    p = Fraction(1, 2**70)
    q = p / Fraction(math.exp(0.361 * (1 - 1e-11)))
    pair = Pair((p, 1 - p), (q, 1 - q))
    assert ZOO["truncated-codp-col16"].holds(pair.mechanism(), **{k: str(x) for k, x in source.items()}).holds
    best = optimal({"truncated-codp-col16": source}, "approximate-dp", {"delta": delta})
    assert math.log((p - Fraction(delta)) / q) <= best.upper <= 0.361 * (1 + 1e-15)
    assert best.certified
    assert best.lower == pytest.approx(0.361, rel=1e-10)
    assert best.pair is not None
    assert ZOO["truncated-codp-col16"].holds(best.pair.mechanism(), **{k: str(x) for k, x in source.items()}).holds


def _rarest_below(epsilon: mpmath.mpf, order: int, bound: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
    """(p, q) of the likeliest test with the loss ε that D_order ≤ ``bound`` allows."""

    def excess(x: mpmath.mpf) -> mpmath.mpf:
        q = mpmath.exp(x)
        p = q * mpmath.exp(epsilon)
        return p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order) - mpmath.exp((order - 1) * bound)

    q = mpmath.exp(mpmath.findroot(excess, (-50, mpmath.log(mpmath.mpf(1) / 3)), solver="anderson"))
    return q * mpmath.exp(epsilon), q


@pytest.mark.parametrize("digits", [6, 10, 15, 17, 20, 24])
def test_a_loss_may_exceed_epsilon_by_less_than_floats_tell(digits: int) -> None:
    """Losses of ε + 10⁻²⁰ have a probability that D_8 bounds, and exceed ε; as floats both are equal."""
    epsilon, more, bound = Fraction(1, 10), Fraction(1, 10**digits), Fraction(8, 1000)
    source = [("epsilon-dp", {"epsilon": epsilon + more}), ("renyi-dp", {"alpha": 8, "epsilon": bound})]
    with mpmath.workdps(60):
        p, q = _rarest_below(mpmath.mpf(1) / 10 + mpmath.mpf(10) ** -digits, 8, mpmath.mpf(8) / 1000)
        delta = p - mpmath.exp(mpmath.mpf(1) / 10) * q
        above, _ = _rarest_below(mpmath.mpf(1) / 10, 8, mpmath.mpf(8) / 1000)  # with losses as close to 0.1 as one likes
    few = Fraction(1, 10**40)
    for target, fixed, truth in (
        ("approximate-dp", {"epsilon": epsilon}, delta),
        ("probabilistic-dp", {"epsilon": epsilon}, above),
        ("relaxed-dp", {"epsilon": epsilon, "delta_p": few}, delta),
        ("relaxed-dp", {"epsilon": epsilon, "delta_a": few}, above),
    ):
        best = optimal(source, target, fixed)
        assert best.certified
        assert best.lower <= truth <= best.upper
        assert best.upper - best.lower <= 1e-8 * truth


def test_a_range_may_exceed_epsilon_by_less_than_floats_tell() -> None:
    """With E = e^η P(L > ε) is (E - e^ε)/(E - 1), and δ is (√E - e^{ε/2})²/(E - 1)."""
    source = {"range-bounded-privacy": {"epsilon": Fraction(1, 10) + Fraction(1, 10**20)}}
    with mpmath.workdps(80):
        low = mpmath.exp(mpmath.mpf(1) / 10)
        ratio = mpmath.exp(mpmath.mpf(1) / 10 + mpmath.mpf(10) ** -20)
        above, delta = (ratio - low) / (ratio - 1), (mpmath.sqrt(ratio) - mpmath.sqrt(low)) ** 2 / (ratio - 1)
    for target, truth in (("probabilistic-dp", above), ("approximate-dp", delta)):
        best = optimal(source, target, {"epsilon": Fraction(1, 10)})
        assert 0 < best.lower <= truth <= best.upper <= truth * (1 + 1e-12)


def test_orders_hardly_above_the_last_one_are_not_bounded_and_those_hardly_above_one_are_like_it() -> None:
    """E X² says nothing of E|X - 1|^k for k = 2 + 10⁻²⁰; with all moments D_α grows by less than 10⁻¹⁹ up to α = 1 + 10⁻²⁰."""
    above, beside = 2 + Fraction(1, 10**20), 1 + Fraction(1, 10**20)
    for source in ({"renyi-dp": {"alpha": 2, "epsilon": 1}}, {"fk-divergence-dp": {"k": 2, "epsilon": 1}}):
        assert optimal(source, "fk-divergence-dp", {"k": above}).status is Status.INFINITE
    for curve in ({"gaussian-dp": {"mu": 1}}, {"zero-concentrated-dp": {"xi": 0, "rho": 1}}):
        both = curve | {"approximate-dp": {"epsilon": Fraction(1, 2), "delta": Fraction(1, 100)}}
        at_one, best = (optimal(both, "renyi-dp", {"alpha": x}) for x in (1, beside))
        assert at_one.lower * (1 - 1e-12) <= best.lower <= best.upper <= at_one.upper * (1 + 1e-12)


@pytest.mark.parametrize("digits", [11, 15])
def test_next_to_order_one_divergences_hardly_grow(digits: int) -> None:
    """Up to order 1 + s D_α grows by at most s/2 of the variance of a tilted loss, which losses of 0.9 keep below 0.81."""
    both = {"epsilon-dp": {"epsilon": 0.9}, "total-variation-privacy": {"epsilon": 0.2}, "kl-privacy": {"epsilon": 0.1}}
    at_one, more = optimal(both, "kl-privacy", {}), Fraction(1, 10**digits)
    best = optimal(both, "renyi-dp", {"alpha": 1 + more})
    assert best.certified
    assert at_one.lower <= best.upper
    assert best.lower <= at_one.upper + 0.405 * float(more)
    assert best.upper - best.lower <= 1e-8 * best.upper


def test_open_ends_next_to_order_one_bound_that_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where D_1 stays open, its upper end is none of D_α: (½, ½) and (¼, ¾), which meet the source, need more."""
    given, s, answer = RatioConstraint((Line(real(0), real(0.25)), *single(real(2), real(0.3)))), 2.0**-30, moments.renyi_target
    with mpmath.workdps(30), flint.ctx.workprec(128):
        first, there = mpmath.log(4 / mpmath.mpf(3)) / 2, mpmath.log((mpmath.mpf(2) ** s + (2 / mpmath.mpf(3)) ** s) / 2) / s
        open_ends = Found(flint.arb(0), flint.arb(str(first)), "T1")

        def target(given: RatioConstraint, order: Real) -> Found | str:
            if order == real(1):
                raise NoReductionError("open", open_ends)
            return answer(given, order)

        monkeypatch.setattr(moments, "renyi_target", target)
        with pytest.raises(NoReductionError) as error:
            target(given, real(1 + s))
        assert error.value.best is not None
        assert error.value.best.upper - open_ends.upper > float(there - first) > 1e-10


def test_shares_are_compared_as_the_numbers_that_they_are() -> None:
    """(1, 1 - 10⁻²⁰)-DP is no trivial guarantee, and relaxed DP may disclose with a probability hardly above δ."""
    most, few = 1 - Fraction(1, 10**20), Fraction(3, 10) - Fraction(1, 10**20)
    line = optimal({"approximate-dp": {"epsilon": 1, "delta": most}}, "approximate-dp", {"delta": most})
    assert line.certified
    assert line.lower <= 1 <= line.upper <= 1 + 1e-12
    relaxed = {"relaxed-dp": {"epsilon": 1, "delta_a": Fraction(1, 100), "delta_p": Fraction(3, 10)}}
    assert optimal(relaxed, "probabilistic-dp", {"delta": few}).status is Status.INFINITE
    with pytest.raises(GuaranteeError):
        optimal(relaxed, "approximate-dp", {"delta": 1 + Fraction(1, 10**20)})
