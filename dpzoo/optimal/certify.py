"""Proofs in ball arithmetic: a bound on every test from an inequality in one variable, and a pair that comes as close to it.

Upper end (theory, T2): if λ ≥ 0 and h(x) = c + νx + Σ λ_i f_i(x) ≥ max(0, A x - B) for all x > 0, then every pair whose
f_i-divergences are at most E_i has A p - B q ≤ c + ν + Σ λ_i E_i for every test. The best c is the larger of two maxima of
concave functions, each enclosed by the signs of a derivative; nothing is searched. Lower end: a binary pair a little inside the
region, whose constraints are checked, those over a continuum of orders by the shape of the log-moment (theory, T6).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.numbers.real import ZERO, Ball, Real, real
from dpzoo.optimal.binary import Active, Point, log_slope, worst_order_of_odds
from dpzoo.optimal.primitives import Behind, Gaussian, Line, OddsRange, Orders, Power, Primitive, statements

BITS: Final = 256
_ACCURATE: Final = 60
_JUST_LESS: Final = 1 - flint.arb(2.0**-50)
_HARDLY_LESS: Final = 2.0**-120
_LARGEST_LOSS: Final = 1.3e5
"""For larger losses the dual inequality needs more digits than the engine spends."""
_BRACKETS: Final = tuple(2.0**-k for k in (34, 28, 22, 16, 11, 8, 5, 3))


class UncertifiedError(ArithmeticError):
    """A candidate, whose larger loss is ``loss``, does not pass its check, so the optimum remains numeric."""

    def __init__(self, message: str, loss: float = math.inf) -> None:
        super().__init__(message)
        self.loss = loss


class UnclosedError(ArithmeticError):
    """A search does not terminate; more digits would not help."""


@dataclass(frozen=True, slots=True)
class Term:
    """λ times one constraint of the dual inequality."""

    part: Primitive
    order: float
    reverse: bool
    weight: float


@dataclass(frozen=True, slots=True)
class Dual:
    """c + νx + Σ λ_i f_i(x) ≥ max(0, A x - B) for all x > 0, so that A p - B q ≤ c + ν + Σ λ_i E_i."""

    constant: float
    slope: float
    terms: tuple[Term, ...]
    price: float
    """B/A: the tests are bounded in p - price·q."""
    bound: float


def arb(x: Any) -> Ball:
    """A ball around a float (exactly it), a fraction or a :class:`~dpzoo.numbers.real.Real`."""
    if isinstance(x, Real):
        return x.ball(flint.ctx.prec)
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    return flint.arb(x)


def raised(base: Ball, exponent: Ball) -> Ball:
    """base^exponent of what is not negative, for a ball that may touch 0; not finite there if the exponent is negative."""
    if base > 0:
        return base**exponent
    if exponent > 0:
        return flint.arb(0).union(flint.arb(base.upper()).max(flint.arb(0)) ** exponent)
    return flint.arb(1) if exponent == 0 else flint.arb("nan")


def down(ball: Ball) -> float:
    """A float that is not above the ball."""
    return _rounded(ball.lower(), -math.inf)


def up(ball: Ball) -> float:
    """A float that is not below the ball."""
    return _rounded(ball.upper(), math.inf)


def number_below(ball: Ball) -> Real:
    """A number that is not above the ball: the float itself, whose shortest decimal may be."""
    return _itself(down(ball))


def number_above(ball: Ball) -> Real:
    """A number that is not below the ball."""
    return _itself(up(ball))


def _itself(x: float) -> Real:
    return real(Fraction(x) if math.isfinite(x) else x)


def _rounded(end: Ball, side: float) -> float:
    nearest = float(end)
    if abs(end) == flint.arb("inf"):
        return nearest
    if math.isinf(nearest) or math.isnan(nearest):
        return sys.float_info.max if side < 0 < nearest else side
    wrong = not (flint.arb(nearest) <= end) if side < 0 else not (flint.arb(nearest) >= end)
    return math.nextafter(nearest, side) if wrong else nearest


def stated(parts: Iterable[Primitive], order: Real) -> Ball:
    """The least that single constraints say outright of D_α at one order; infinite where none does."""
    return min((arb(a) + arb(b) * arb(order) for a, b in statements(parts, order)), key=float, default=flint.arb("inf"))


def order_of(active: Active) -> Ball:
    """The order at which a bound on Rényi divergences binds: a float may lie beyond the last order, of which nothing is known."""
    part = active.part
    assert isinstance(part, Orders)
    if part.single:
        return arb(part.low)
    return arb(active.order) if part.high.infinite else arb(active.order).min(arb(part.high))


class _Convex:
    """One constraint E f(X) ≤ E of a pair, in the direct or the reverse order, as a convex f of X = e^x in balls."""

    def __init__(self, active: Active, *, reverse: bool) -> None:
        self.active, self.reverse = active, reverse
        part = active.part
        if isinstance(part, Orders):
            self.order = order_of(active)
            self.s = self.order - 1
            bound = arb(part.xi) + arb(part.rho) * self.order
            self.flat = bool(self.s == 0)
            self.bound = bound if self.flat else (self.s * bound).expm1() / self.s
        else:
            assert isinstance(part, Power)
            self.k = arb(part.k)
            self.bound = (self.k * arb(part.epsilon).log()).exp()

    def __call__(self, x: Ball) -> tuple[Ball, Ball]:
        """f and f' at X = e^x."""
        if isinstance(self.active.part, Orders):
            if self.flat:
                return ((-x, -(-x).exp())) if self.reverse else (x * x.exp(), x + 1)
            s = self.s
            if self.reverse:
                return (-s * x).expm1() / s, -(-(1 + s) * x).exp()
            return (((1 + s) * x).exp() - x.exp()) / s, ((1 + s) * (s * x).exp() - 1) / s
        k, sign = self.k, 1 if x > 0 else -1
        gap = sign * x.expm1()
        f, slope = gap**k, sign * k * gap ** (k - 1)
        if not self.reverse:
            return f, slope
        weight = ((1 - k) * x).exp()
        return weight * f, weight * (slope + (1 - k) * f / x.exp())

    def normal(self, a: Ball, b: Ball) -> tuple[Ball, Ball]:
        """The derivatives of D_f of a binary pair in p and in -q."""
        f, df = self(a)
        g, dg = self(-b)
        return df - dg, (a.exp() * df - f) - ((-b).exp() * dg - g)


def _items(point: Point) -> list[tuple[Active, bool]]:
    if point.kink:
        return [(point.active[0], True), (point.active[0], False)]
    return [(a, False) for a in point.active]


_CURVES = (Line, OddsRange, Gaussian, Behind)


def _line(active: Active, a: Ball, b: Ball, price: Ball | None, *, reverse: bool) -> tuple[Ball, Ball]:
    """A price and the bound of p - price·q that a line gives, or the tangent of a curve at ``price``, else at (a, b)."""
    part = active.part
    if isinstance(part, Line):
        e, delta = arb(part.epsilon).exp(), arb(part.delta)
    elif isinstance(part, Behind):
        rest = left_of_masses(masses(a, b), arb(part.delta))
        if rest is None or not (rest[0] > 0 and rest[1] > 0):
            raise UncertifiedError("nothing is left")
        point = Point(float(rest[0]), float(rest[1]), (Active(part.part, active.order),))
        e = price if price is not None else flint.arb(log_slope(point.active[0], point.a, point.b)).exp()
        delta = arb(part.delta) + (1 - arb(part.delta)) * support(point, e)[0]
    elif isinstance(part, OddsRange):
        eta = arb(part.eta)
        e = price if price is not None else (a - b).exp()
        if e.log() >= eta:
            return e, flint.arb(0)
        delta = ((eta / 2).exp() - e.sqrt()) ** 2 / eta.expm1()
    else:
        assert isinstance(part, Gaussian)
        mu = arb(part.mu)
        pair = masses(a, b)
        e = price if price is not None else ((quantile(pair.q, pair.q_rest) ** 2 - quantile(pair.p, pair.p_rest) ** 2) / 2).exp()
        delta = gaussian_delta(mu, e.log())
    return (1 / e, 1 - (1 - delta) / e) if reverse else (e, delta)


def normal_cdf(x: Ball) -> Ball:
    """Φ."""
    return (-x / flint.arb(2).sqrt()).erfc() / 2


def gaussian_delta(mu: Ball, epsilon: Ball) -> Ball:
    """P(L > ε) - e^ε Q(L > ε) for N(μ, 1) against N(0, 1): the δ of (ε, δ)-DP."""
    return normal_cdf(mu / 2 - epsilon / mu) - epsilon.exp() * normal_cdf(-mu / 2 - epsilon / mu)


def quantile(x: Ball, rest: Ball | None = None) -> Ball:
    """Φ⁻¹; ``rest`` is 1 - x, where it is known more precisely."""
    if rest is not None and rest < x:
        return -quantile(rest)
    return -flint.arb(2).sqrt() * (2 * x).erfcinv()


def quantile_gap(pair: Masses) -> Ball:
    """Φ⁻¹(p) - Φ⁻¹(q)."""
    return quantile(pair.p, pair.p_rest) - quantile(pair.q, pair.q_rest)


def support(point: Point, price: Ball) -> tuple[Ball, Dual]:
    """A proved upper bound of p - price·q over the region, tight where ``point`` is the best test at that price."""
    with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
        if len(_items(point)) == 1 and isinstance(point.active[0].part, Orders):
            return _of_order(point, price)
        if point.a > _LARGEST_LOSS:
            raise ArithmeticError("the loss at the best test is too large to prove the optimum")
        a, b = arb(point.a), arb(point.b)
        items = _items(point)
        if len(items) == 1 and not isinstance(items[0][0].part, _CURVES):
            a = _refined(_Convex(items[0][0], reverse=False), a, b, price)
        convex, normals, prices = _sides(items, a, b, price)
        if len(items) == 1:
            weights = [flint.arb(1)]
        else:
            gap = prices[1] - prices[0]
            weights = [(prices[1] - price) / gap, (price - prices[0]) / gap]
            if not (weights[0] >= 0 and weights[1] >= 0):
                if point.kink:  # the boundary is smooth there
                    return support(Point(point.a, point.b, point.active), price)
                raise UncertifiedError("the price lies outside the normal cone of the corner")
        value, rest_p, rest_q = flint.arb(0), flint.arb(1), price
        terms: list[tuple[_Convex, Ball]] = []
        shown: list[Term] = []
        for (active, reverse), side, normal, m, weight in zip(items, convex, normals, prices, weights, strict=True):
            if side is None:
                value += weight * normal[1]
                rest_p, rest_q = rest_p - weight, rest_q - weight * m
                shown.append(Term(active.part, 1.0, reverse, float(weight)))
            else:
                factor = weight / normal[0]
                terms.append((side, factor))
                value += factor * side.bound
                shown.append(Term(active.part, active.order, reverse, float(factor)))
        if not terms:
            if not (rest_p.contains(0) and (len(items) > 1 or rest_q.contains(0))):
                raise UncertifiedError("the line has another price")
            return value, Dual(0.0, 0.0, tuple(shown), float(price), up(value))
        nu = -sum((factor * f(-b)[1] for f, factor in terms), flint.arb(0))
        below = _greatest(terms, nu, flint.arb(0), flint.arb(0), -b)
        above = _greatest(terms, nu, rest_p, rest_q, a)
        c = below.max(above)
        total = c + nu + value
        if not total.rel_accuracy_bits() > _ACCURATE:
            raise UncertifiedError("cancellation")
        return total, Dual(float(c), float(nu), tuple(shown), float(price), up(total))


def _of_order(point: Point, price: Ball) -> tuple[Ball, Dual]:
    """The same for one order α in closed form, for the contact points y and x = ye^w with w free (any w > 0 is sound).

    With f = (X^α - X)/s, s = α - 1, contact asks for λ = s/(α(x^s - y^s)) and λ(x^α - y^α) = price, hence
    y = price·α(e^{sw} - 1)/(s(e^{αw} - 1)); then c = λy^α and the bound is λ(y^α - αy^s/s + e^{sD}/s), at α = 1
    λ(y - 1 - ln y + D), D the bound on the divergence (theory, T5).
    """
    active, w = point.active[0], arb(point.a) + arb(point.b)
    part = active.part
    assert isinstance(part, Orders)
    order = order_of(active)
    s, limit = order - 1, arb(part.xi) + arb(part.rho) * order
    log_price, b = price.log(), arb(point.b)

    def contact(w: Ball) -> Ball:
        """ln y."""
        growth = w if s == 0 else (s * w).expm1() / s
        return log_price + (order * growth).log() - order * w - (-(-order * w).exp()).log1p()

    def fall(w: Ball) -> Ball:
        """By how much ln y falls with w."""
        return order / -(-order * w).expm1() - (1 / w if s == 0 else s / -(-s * w).expm1())

    for _ in range(4):  # keep y where the point has it
        w = (w + (contact(w) + b) / fall(w)).mid()
    log_y = contact(w)
    if not w > 0:
        raise UncertifiedError("no contact")
    if s == 0:
        y, weight = log_y.exp(), 1 / w
        total, nu, c = weight * (log_y.expm1() - log_y + limit), -weight * (log_y + 1), weight * y
    else:
        growth = (s * w).expm1() / s
        near, y = (s * log_y).exp(), (order * log_y).exp()
        weight = 1 / (order * near * growth)
        total = weight * (y + ((s * limit).expm1() - (s * log_y).expm1()) / s - near)
        nu, c = -weight * (order * near - 1) / s, weight * y
    if not total.rel_accuracy_bits() > _ACCURATE:
        raise UncertifiedError("cancellation")
    return total, Dual(float(c), float(nu), (Term(part, float(order), False, float(weight)),), float(price), up(total))


def _sides(
    items: Sequence[tuple[Active, bool]], a: Ball, b: Ball, price: Ball
) -> tuple[list[_Convex | None], list[tuple[Ball, Ball]], list[Ball]]:
    """Per binding constraint: its convex function (None for a line), its normal in p and -q (1 and the bound), its price."""
    convex: list[_Convex | None] = []
    normals: list[tuple[Ball, Ball]] = []
    prices: list[Ball] = []
    for active, reverse in items:
        if isinstance(active.part, _CURVES):
            m, bound = _line(active, a, b, price if len(items) == 1 else None, reverse=reverse)
            convex.append(None)
            normals.append((flint.arb(1), bound))
        else:
            f = _Convex(active, reverse=reverse)
            n, minus = f.normal(a, b)
            m = minus / n
            convex.append(f)
            normals.append((n, minus))
        prices.append(m)
    return convex, normals, prices


def _refined(f: _Convex, a: Ball, b: Ball, price: Ball) -> Ball:
    """The loss near ``a`` at which the boundary's slope is exactly the price, to working precision (any value is sound)."""

    def miss(x: Ball) -> Ball:
        n, minus = f.normal(x, b)
        return ((minus / n).log() - price.log()).mid()

    old, new = a, a * (1 + flint.arb(2.0**-40))
    at_old, at_new = miss(old), miss(new)
    enough = flint.arb(2) ** (64 - flint.ctx.prec)
    for _ in range(24):
        if at_new == at_old or abs(at_new) < enough:
            break
        old, new, at_old = new, (new - at_new * (new - old) / (at_new - at_old)).mid(), at_new
        at_new = miss(new)
    if not new > 0 or abs(float(new / a - 1)) > 1e-3:
        return a
    return new


def _greatest(terms: Sequence[tuple[_Convex, Ball]], nu: Ball, slope: Ball, price: Ball, near: Ball) -> Ball:
    """An upper bound of the maximum of slope·X - price - νX - Σ λ f(X), a concave function, that lies near X = e^near."""

    def derivative(x: Ball) -> Ball:
        return slope - nu - sum((w * f(x)[1] for f, w in terms), flint.arb(0))

    at = near.exp()
    value = slope * at - price - nu * at - sum((w * f(near)[0] for f, w in terms), flint.arb(0))
    steep = derivative(near)
    for width in _BRACKETS:
        left, right = near - abs(near) * width, near + abs(near) * width
        if derivative(left) > 0 and derivative(right) < 0:
            reach = (right.exp() - at).max(at - left.exp())
            return value + abs(steep) * reach
    raise UncertifiedError("the maximum of the concave side is not where it was expected")


# pairs ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Masses:
    """p, 1-p, q and 1-q of a binary pair, as balls."""

    p: Ball
    p_rest: Ball
    q: Ball
    q_rest: Ball


def masses(a: Ball, b: Ball) -> Masses:
    """The binary pair with losses a and -b."""
    scale = -1 / (-(a + b)).expm1()
    p, q_rest = -(-b).expm1() * scale, -(-a).expm1() * scale
    return Masses(p, (-b).exp() * q_rest, (-a).exp() * p, q_rest)


def _has_and_may(active: Active, a: Ball, b: Ball) -> tuple[Ball, Ball]:
    """What the binary pair with losses a and -b has of a constraint at the order that is active, and what it may have."""
    part, pair = active.part, masses(a, b)
    if isinstance(part, Line):
        return pair.p - arb(part.epsilon).exp() * pair.q, arb(part.delta)
    if isinstance(part, Orders):
        order = order_of(active)
        return renyi_of_masses(pair, a, b, order - 1), arb(part.xi) + arb(part.rho) * order
    if isinstance(part, OddsRange):
        return a + b, arb(part.eta)
    if isinstance(part, Gaussian):
        return quantile_gap(pair), arb(part.mu)
    assert isinstance(part, Power)
    k = arb(part.k)
    return pair.q * a.expm1() ** k + pair.q_rest * (-(-b).expm1()) ** k, (k * arb(part.epsilon).log()).exp()


def holds(part: Primitive, a: Ball, b: Ball) -> bool:
    """Whether the binary pair with losses a ≥ b > 0 certainly meets a constraint; its reverse order follows (theory, T4)."""
    if isinstance(part, Behind):
        rest = left_of_masses(masses(a, b), arb(part.delta))
        return rest is None or (bool(rest[0] > 0 and rest[1] > 0) and holds(part.part, *rest))
    if isinstance(part, Orders) and not part.single:
        return _holds_family(part, a, b)
    has, may = _has_and_may(Active(part), a, b)
    return bool(has <= may) or (isinstance(part, Line) and bool(a <= arb(part.epsilon)))


def fails(active: Active, a: Ball, b: Ball) -> bool:
    """Whether the binary pair with losses a and -b certainly breaks the active constraint, at its order."""
    part = active.part
    if isinstance(part, Behind):
        rest = left_of_masses(masses(a, b), arb(part.delta))
        return rest is not None and bool(rest[0] > 0 and rest[1] > 0) and fails(Active(part.part, active.order), *rest)
    has, may = _has_and_may(active, a, b)
    return bool(has > may)


def left_of_masses(pair: Masses, share: Ball) -> tuple[Ball, Ball] | None:
    """The losses a ≥ -b of what is left of a binary pair with p + q ≤ 1, if only a little; None if nothing but equal laws is."""
    gap = pair.p - pair.q - share  # the same in both orders, and no digits are lost where p and the share are tiny
    return None if gap <= 0 else ((gap / pair.q).log1p(), (gap / pair.p_rest).log1p())


def renyi_of_masses(pair: Masses, a: Ball, b: Ball, s: Ball) -> Ball:
    """D_{1+s} of a binary pair with losses a and -b."""
    if s == 0:
        return pair.p * a - pair.p_rest * b
    return (pair.p * (s * a).exp() + pair.p_rest * (-s * b).exp()).log() / s


def _family_excess(part: Orders, a: Ball, b: Ball) -> tuple[Callable[[Ball], Ball], Callable[[Ball], Ball], Ball | None]:
    """G(s) = s(D_{1+s} - ξ - ρ(1+s)) of a pair and its derivative; from where on G is concave, None if everywhere (T6)."""
    pair, xi, rho, width = masses(a, b), arb(part.xi), arb(part.rho), a + b
    odds, room = (pair.p / pair.p_rest).log(), 1 - 8 * rho / (width * width)
    half = room.max(flint.arb(0)).sqrt()

    def excess(s: Ball) -> Ball:
        return (pair.p * (s * a).exp() + pair.p_rest * (-s * b).exp()).log() - s * (xi + rho + rho * s)

    def rise(s: Ball) -> Ball:
        return width / (1 + (-(odds + s * width)).exp()) - b - xi - rho - 2 * rho * s

    return excess, rise, None if room <= 0 else (((1 + half) / (1 - half)).log() - odds) / width


def _holds_family(part: Orders, a: Ball, b: Ball) -> bool:
    """D_α ≤ ξ + ρα for all α in (1, ω], by the sign pattern -, +, - of G'' (T6)."""
    pair, xi, rho = masses(a, b), arb(part.xi), arb(part.rho)
    last = None if part.high.infinite else arb(part.high) - 1
    if not pair.p * a - pair.p_rest * b <= xi + rho:
        return False
    excess, rise, turn = _family_excess(part, a, b)
    if turn is None or turn <= 0:
        return True
    if last is not None and last <= turn:
        return bool(excess(last) <= 0)
    if rise(turn) <= 0:
        return True
    odds = float((pair.p / pair.p_rest).log())
    guess = worst_order_of_odds(odds, float(a), float(b), float(xi), float(rho), math.inf)
    if not guess > 0:
        return False
    peak = flint.arb(guess)
    for bracket in _BRACKETS:
        left, right = peak * (1 - flint.arb(bracket)), peak * (1 + flint.arb(bracket))
        if left >= turn and rise(left) > 0 and rise(right) < 0:
            if last is not None and last <= left:
                return bool(excess(last) <= 0)
            return bool(excess(peak) + abs(rise(peak)) * (right - left) <= 0)
    return False


def holds_from(part: Orders, a: Ball, b: Ball, first: Ball) -> bool:
    """Whether the pair with losses a ≥ b certainly has D_α ≤ ξ + ρα for all α from ``first`` > 1 on, where G is concave (T6)."""
    excess, rise, turn = _family_excess(part, a, b)
    s = first - 1
    return (turn is None or bool(s >= turn)) and bool(excess(s) <= 0) and bool(rise(s) <= 0)


def inner(
    parts: Sequence[Primitive], point: Point, margins: Sequence[float], *, floor: float = math.inf, keep_b: bool = False
) -> tuple[Ball, Ball]:
    """Losses of a binary pair that certainly meets all constraints, a little inside ``point``; ``floor`` is the largest loss.

    It may have all of that loss but for what rounding to fractions takes.
    """
    with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
        pure = [arb(c.epsilon) * (1 - flint.arb(_HARDLY_LESS)) for c in parts if isinstance(c, Line) and c.delta == ZERO]
        whole = pure if point.a >= floor and not point.kink else []
        for margin in margins:
            a, b, keep = arb(point.a), arb(point.b), 1 - flint.arb(margin)
            both = point.kink or point.a >= floor or keep_b
            b = b if keep_b else b * keep
            tried = (a * keep,) if both else (a, a * _JUST_LESS)  # floats do not tell a corner at a line of tiny δ
            for large in (*whole, *tried):
                if all(holds(part, large, b) for part in parts):
                    return large, b
    raise UncertifiedError("no pair near the optimum could be shown to meet the source", point.a)
