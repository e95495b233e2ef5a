"""The binary region of a guarantee, in floats: which pairs (p, q) = (P(S), Q(S)) of a test it allows (theory, T3 to T5).

A binary pair is written by its two losses, a = ln p/q > 0 and -b = ln (1-p)/(1-q) < 0; p, 1-p, q and 1-q then have full
relative precision however small they are. The region is convex and symmetric under (p, q) → (1-q, 1-p), which swaps a and b;
where a ≥ b only the direct order of the pair binds. All float results are starting points for :mod:`dpzoo.optimal.certify`.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from statistics import NormalDist

from dpzoo.numbers.roots import root
from dpzoo.optimal.primitives import Behind, Gaussian, Line, OddsRange, Orders, Power, Primitive

_FAR = 1e100
_SHORT = 1e-4
_OVERFLOW = 700.0
_STRONGEST = 1e5
_TINY = -690.0
_STEPS = 200
_WARM = 0.02
_BESIDE_END = 2.0**-40
_NEXT = 2.0**-45
_TOUCHING = 1e-5
_NEAR = 1e-3
_ROUNDING = 2.0**-50
_TOLD = 1e-290
"""Less is not told from nothing with all digits."""


@dataclass(frozen=True, slots=True)
class Active:
    """One binding constraint at a boundary point: the primitive and, of a family of orders, the order."""

    part: Primitive
    order: float = 1.0


@dataclass(frozen=True, slots=True)
class Point:
    """A boundary point by its losses, with the one or two constraints that decide there."""

    a: float
    b: float
    active: tuple[Active, ...]
    kink: bool = False
    """Randomised response: a = b, where the direct and the reverse order both bind."""

    @property
    def p(self) -> float:
        """P(S)."""
        return masses(self.a, self.b)[0]

    @property
    def q(self) -> float:
        """Q(S)."""
        return masses(self.a, self.b)[2]


def masses(a: float, b: float) -> tuple[float, float, float, float]:
    """p, 1-p, q, 1-q of the binary pair with losses a and -b."""
    scale = -1.0 / math.expm1(-(a + b))
    p, q_rest = -math.expm1(-b) * scale, -math.expm1(-a) * scale
    return p, math.exp(-b) * q_rest, math.exp(-a) * p, q_rest


def _log_add(x: float, y: float) -> float:
    return max(x, y) + math.log1p(math.exp(-abs(x - y)))


def kullback_leibler(a: float, b: float) -> float:
    """D_1 of a binary pair; of small losses by its series, since both terms are of the first order and D_1 of the second."""
    if a + b < _SHORT:
        return a * b * (0.5 + (a - b) / 12.0 - a * b / 24.0)
    p, rest, _, _ = masses(a, b)
    return p * a - rest * b


def _bend(x: float) -> float:
    """e^x - 1 - x."""
    return x * x * (0.5 + x / 6.0 + x * x / 24.0) if abs(x) < _SHORT else math.expm1(x) - x


def renyi(a: float, b: float, s: float) -> float:
    """D_{1+s} of a binary pair, s > -1."""
    if s == 0:
        return kullback_leibler(a, b)
    if math.isinf(s):
        return a
    p, rest, _, q_rest = masses(a, b)
    if a + b < _SHORT and abs(s) * max(a, b) < 0.5:
        return math.log1p(s * kullback_leibler(a, b) + p * _bend(s * a) + rest * _bend(-s * b)) / s
    if abs(s) * max(a, b) < 0.5:
        return math.log1p(p * math.expm1(s * a) + rest * math.expm1(-s * b)) / s
    return _log_add(math.log(p) + s * a, math.log(q_rest) - b - s * b) / s


def worst_order(a: float, b: float, xi: float, rho: float, last: float) -> float:
    """The s = α - 1 in (0, last] at which sD_{1+s} - s(ξ + ρ(1+s)) is largest beyond 0; 0 if order 1 decides (theory, T6).

    Its derivative K' - ξ - ρ - 2ρs is concave from where it begins to fall, for K‴ < 0 where π > ½, and at most
    a - ξ - ρ - 2ρs. So Newton's method falls to the root from where the latter vanishes.
    """
    p, _, _, q_rest = masses(a, b)
    if not (p > 0 and q_rest > 0):  # or below all floats
        return 0.0
    return worst_order_of_odds(math.log(p) - math.log(q_rest) + b, a, b, xi, rho, last)


def worst_order_of_odds(odds: float, a: float, b: float, xi: float, rho: float, last: float) -> float:
    """The same of a pair that may be too rare for floats, with ln P(S)/P(not S)."""
    width = a + b
    if width * width <= 8.0 * rho:
        return 0.0
    room = 1.0 - 8.0 * rho / (width * width)
    below = 4.0 * rho / (width * width) / (1.0 + math.sqrt(room))  # 1 - π where K'' falls to 2ρ
    start = max((math.log1p(-below) - math.log(below) - odds) / width, 0.0) if below > 0 else math.inf

    def rise(s: float) -> tuple[float, float]:
        x = odds + s * width
        tilted = 1.0 / (1.0 + math.exp(-x)) if x > -_OVERFLOW else 0.0
        return tilted * width - b - xi - rho - 2.0 * rho * s, width * width * tilted * (1.0 - tilted) - 2.0 * rho

    if not math.isfinite(start) or rise(start)[0] <= 0:
        return 0.0 if last > start else last
    found = (a - xi - rho) / (2.0 * rho)
    for _ in range(_STEPS):
        height, slope = rise(found)
        if not (height < 0 and slope < 0):  # at the root, but for rounding
            break
        lower = found - height / slope
        if not start < lower < found:
            break
        found = lower
    return min(found, last)


def value(part: Primitive, a: float, b: float) -> tuple[float, float]:
    """How far the binary pair exceeds the constraint in its direct order (not positive where it holds), and the worst order."""
    if isinstance(part, Line):
        epsilon, delta = float(part.epsilon), float(part.delta)
        if delta == 0:
            return a - epsilon, 1.0
        # over δ, or a line of tiny δ would seem to bind wherever others do
        return -math.expm1(epsilon - a) * masses(a, b)[0] / delta - 1.0 if a > epsilon else -1.0, 1.0
    if isinstance(part, Orders):
        xi, rho = float(part.xi), float(part.rho)
        if part.single:
            s = float(part.low) - 1.0
            return renyi(a, b, s) - xi, 1.0 + s
        mean = kullback_leibler(a, b) - xi - rho
        s = worst_order(a, b, xi, rho, float(part.high) - 1.0)
        if s <= 1e-9:
            return mean, 1.0
        excess = renyi(a, b, s) - xi - rho * (1.0 + s)
        return (excess, 1.0 + s) if excess >= mean else (mean, 1.0)
    if isinstance(part, OddsRange):
        return a + b - float(part.eta), 1.0
    if isinstance(part, Gaussian):
        return _quantile_gap(a, b) - float(part.mu), 1.0
    if isinstance(part, Behind):
        rest = left(a, b, float(part.delta))
        return value(part.part, *rest) if rest is not None else (-float(part.part.xi) - float(part.part.rho), 1.0)
    assert isinstance(part, Power)
    k = float(part.k)
    p, _, _, _ = masses(a, b)
    gap = math.log(p) + math.log(-math.expm1(-a))
    far = (k - 1.0) * (a + math.log(-math.expm1(-a))) if a < _OVERFLOW else (k - 1.0) * a
    near = (k - 1.0) * math.log(-math.expm1(-b))
    return gap + _log_add(far, near) - k * math.log(float(part.epsilon)), 1.0


def left(a: float, b: float, delta: float) -> tuple[float, float] | None:
    """The losses of what is left of a binary pair once ``delta`` is set aside; None if nothing is (theory, T21)."""
    p, _, _, _ = masses(a, b)
    return left_of_gap(a, b, -p * math.expm1(-a) - delta)


def left_of_gap(a: float, b: float, gap: float) -> tuple[float, float] | None:
    """The same by what is left of p - q, which no difference of nearly equal numbers has to give."""
    p, p_rest, q, q_rest = masses(a, b)
    if not gap > 0:
        return None
    kept = math.log1p(gap / q) if a < 1 else a + math.log(math.exp(-a) + gap / p)
    other = math.log1p(gap / p_rest) if p_rest > _TOLD else b + math.log(math.exp(-b) + gap / q_rest)
    return kept, other


def quantiles(a: float, b: float) -> tuple[float, float]:
    """Φ⁻¹(p) and Φ⁻¹(q) of a binary pair."""
    p, p_rest, _, q_rest = masses(a, b)
    log_p, log_q_rest = math.log(p), math.log(q_rest)
    x = _quantile(log_p) if p < p_rest else -_quantile(log_q_rest - b)
    y = _quantile(log_p - a) if q_rest > 0.5 else -_quantile(log_q_rest)
    return x, y


def _quantile(log_p: float) -> float:
    """Φ⁻¹(e^y) for y = ``log_p`` ≤ -ln 2."""
    if log_p > _TINY:
        return NormalDist().inv_cdf(math.exp(log_p))
    from scipy.special import ndtri_exp  # slow to import, and few conversions need it

    return float(ndtri_exp(log_p))


def _quantile_gap(a: float, b: float) -> float:
    x, y = quantiles(a, b)
    return x - y


def log_slope(active: Active, a: float, b: float) -> float:
    """ln dp/dq along the boundary of one constraint, at a point of it."""
    return float(active.part.epsilon) if isinstance(active.part, Line) else a + slope_after(active, a, b)


def slope_after(active: Active, a: float, b: float) -> float:
    """ln dp/dq - a, with the digits that a large a would take."""
    part = active.part
    if isinstance(part, Line):
        return float(part.epsilon) - a
    w = a + b
    if isinstance(part, Orders):
        s = active.order - 1.0
        below = w if s == 0 else -math.expm1(-s * w) / s
        return math.log(-math.expm1(-(1.0 + s) * w)) - math.log(below) - math.log1p(s)
    if isinstance(part, OddsRange):
        return -b  # from p(1-q) = e^η q(1-p)
    if isinstance(part, Gaussian):
        x, y = quantiles(a, b)
        return 0.5 * (y * y - x * x) - a
    if isinstance(part, Behind):
        rest = left(a, b, float(part.delta))
        return slope_after(Active(part.part, active.order), *rest) + (rest[0] - a) if rest is not None else -a
    assert isinstance(part, Power)
    k = float(part.k)
    u, v = math.log(math.expm1(a)) if a < _OVERFLOW else a, math.log(-math.expm1(-b))
    r = math.exp((k - 1.0) * (v - u))
    x1, y = math.exp(-a), math.exp(-b)
    above = (k - 1.0 + x1) + r * (k * y + 1.0 - y) * x1
    return math.log(above) - math.log(k) - math.log1p(r)


class RegionBoundary:
    """The boundary of the binary region of a conjunction of lines, orders and powers, where p + q ≤ 1 (a ≥ b)."""

    def __init__(self, parts: Sequence[Primitive]) -> None:
        self.parts = tuple(parts)
        pure = [float(c.epsilon) for c in parts if isinstance(c, Line) and float(c.delta) == 0]
        self.end = min(pure, default=math.inf)
        """The largest loss that a pure constraint allows."""
        self._mixed = tuple(c for c in parts if not (isinstance(c, Line) and float(c.delta) == 0))
        self.bounded = math.isfinite(self.end) or any(isinstance(c, OddsRange) for c in parts)
        """Whether the losses are bounded."""
        self.small: Callable[[float], float] = cache(self._small)
        """The largest b with (t, b) in the region, for t ≥ u."""
        self._found: float | None = None
        self._gone = math.inf
        """The least loss seen at which the other one is below all floats; beyond it is smaller still."""
        self.last = min([_FAR, *(float(c.eta) * (1 - 1e-13) for c in parts if isinstance(c, OddsRange))])

    def excess(self, a: float, b: float) -> tuple[float, Active]:
        """The largest violation, and by which constraint."""
        return _worst(self.parts, a, b)

    def _excess(self, a: float, b: float) -> float:
        return _worst(self.parts, a, b)[0]

    def _rest(self, a: float, b: float) -> float:
        """The largest violation of a constraint that is not pure; those only say a ≤ :attr:`end`."""
        return _worst(self._mixed, a, b)[0] if self._mixed else -1.0

    @cached_property
    def kink(self) -> float:
        """The losses ±u of the largest randomised response in the region."""
        low = high = 0.0
        while self._excess(math.exp(low), math.exp(low)) > 0:
            low -= 2.0
        high = low
        while self._excess(math.exp(high), math.exp(high)) <= 0:
            high += 0.5
            if high > math.log(_STRONGEST):
                raise ArithmeticError("randomised response of any strength is allowed")
        return math.exp(_root(lambda v: self._excess(math.exp(v), math.exp(v)), low, high))

    def _small(self, t: float) -> float:
        u = self.kink
        if t >= self._gone:
            return math.exp(_TINY)
        if t <= u or self._rest(t, u) <= 0:
            return u
        low = high = math.log(u)
        step = 1.0
        if self._found is not None and self._found < high:  # the last answer: searches come in small steps
            step = _WARM
            if self._rest(t, math.exp(self._found)) > 0:
                low = high = self._found
            else:
                low, other = self._found, self._found + step
                while other < high and self._rest(t, math.exp(other)) <= 0:
                    low, step = other, 4.0 * step
                    other = low + step
                high = min(other, high)
        while self._rest(t, math.exp(low)) > 0:
            if low <= _TINY:
                self._gone = t
                return math.exp(_TINY)
            high = low
            low = max(low - step, _TINY)
            step *= 2.0
        self._found = _root(lambda v: self._rest(t, math.exp(v)), low, high)
        return math.exp(self._found)

    def big(self, z: float) -> float:
        """The largest t with (t, z) in the region, for z ≤ u."""
        u = self.kink
        low = high = u
        while self._rest(high, z) <= 0:
            low, high = high, 2.0 * high
            if high > _FAR:
                return min(self.end, _FAR)
        return min(self.end, _root(lambda t: self._rest(t, z), low, high)) if high > low else u

    def _slope(self, t: float) -> float:
        z = self.small(t)
        return log_slope(self.excess(t, z)[1], t, z)

    def point(self, t: float) -> Point:
        """The boundary point with larger loss t."""
        z = self.small(t)
        if t >= self.end:
            line = next(c for c in self.parts if isinstance(c, Line) and float(c.delta) == 0 and float(c.epsilon) == self.end)
            others = RegionBoundary([c for c in self.parts if c is not line])
            second = (others.excess(t, z)[1],) if others.parts else ()
            return Point(t, z, (Active(line), *second))
        return Point(t, z, (self.excess(t, z)[1],))

    def kink_point(self) -> Point:
        """The largest randomised response."""
        u = self.kink
        return Point(u, u, (self._at_kink,), kink=True)

    @cached_property
    def _at_kink(self) -> Active:
        """What binds there: of a tiny δ floats see nothing at one number, and much more than it at the next."""
        u, above = self.kink, self.kink * (1 + _NEXT)
        (over, active), (beyond, next_one) = self.excess(u, u), self.excess(above, above)
        return next_one if over < 0 < beyond else active

    @cached_property
    def kink_slope(self) -> float:
        """ln dp/dq to the side of small p at the kink: tests with a price below e^that are best at the kink."""
        u = self.kink
        return log_slope(self._at_kink, u, u)

    def touching(self, log_price: float) -> Point:
        """Where p - e^log_price q is largest, log_price ≥ 0."""
        if log_price <= self.kink_slope:
            return self.kink_point()
        return self._along(lambda t: log_price - self._slope(t), positive=True)

    def farther(self, t: float) -> float:
        """A larger loss, for searches along the boundary."""
        if t >= self.last:
            raise ArithmeticError("the loss at the best test is beyond floating-point numbers")
        return min(1.5 * t if t > 30.0 else min(1.5 * t, t + 4.0), self.end, self.last)

    def where(self, function: Callable[[float, float], float]) -> Point:
        """The point of the side a ≥ b where a function of the losses that changes sign once along it vanishes."""
        return self._along(lambda t: function(t, self.small(t)), positive=function(self.kink, self.kink) > 0)

    def _along(self, value: Callable[[float], float], *, positive: bool) -> Point:
        """Where a function of the larger loss vanishes that has this sign at the kink."""
        low = high = self.kink
        last = self.end * (1 - _BESIDE_END)  # at the end itself rounding tells which bound is active, and with it the slope
        while (value(high) > 0) == positive:
            if high >= last:
                return self.point(self.end)
            low, high = high, min(self.farther(high), last)
        return self._between(_root(value, low, high))

    def _between(self, t: float) -> Point:
        """The point at t, with both constraints where two of them meet."""
        if t >= self.end * (1 - 1e-12):
            return self.point(self.end)
        here = self.point(t)
        beside = max(t * (1 - 1e-7), self.kink), min(t * (1 + 1e-7), self.end)
        left, right = (self.excess(v, self.small(v))[1] for v in beside)
        same = left.part is right.part and abs(left.order - right.order) <= 1e-3 * (abs(right.order - 1.0) + 1e-9)
        if same or len(here.active) > 1:
            return here
        parts = left.part, right.part
        curves = [x for x in parts if not isinstance(x, Line)]
        small = _on_curve(curves[0], here.a, here.b) if len(curves) == 1 else here.b
        if not all(_touches(x, here.a, small) for x in (left, right)):
            return here  # along a line of tiny δ the larger loss hardly changes
        return Point(here.a, small if curves else _of_lines(*parts), (left, right))


def _of_lines(first: Primitive, second: Primitive) -> float:
    """The smaller loss where two lines meet, which the larger one does not tell where a δ is tiny."""
    assert isinstance(first, Line)
    assert isinstance(second, Line)
    steep, flat = sorted((first, second), key=lambda x: -float(x.epsilon))
    gap, ratio = float(flat.delta) - float(steep.delta), math.exp(float(flat.epsilon) - float(steep.epsilon))
    q, excess = (gap * x / (1.0 - ratio) for x in (math.exp(-float(steep.epsilon)), ratio))  # the latter is p - δ of the flat one
    return math.log1p(-q) - math.log1p(-excess - float(flat.delta))


def _on_curve(part: Primitive, a: float, b: float) -> float:
    """The smaller loss, near ``b``, at which one constraint binds: at a corner a line of tiny δ leaves it few digits."""
    near = math.log(b)
    with contextlib.suppress(ValueError, RuntimeError):
        return math.exp(_root(lambda v: value(part, a, math.exp(v))[0], near - _NEAR, near + _NEAR))
    return b


def _touches(active: Active, a: float, b: float) -> bool:
    """Whether a binary pair is about as far from both laws being equal as the constraint allows."""
    part = active.part.part if isinstance(active.part, Behind) else active.part
    size = 1.0  # of lines and powers the excess is a share already
    if isinstance(part, Line) and a > float(part.epsilon):  # of which the difference of two losses leaves few digits
        size += _ROUNDING * a / (a - float(part.epsilon)) / _TOUCHING
    if isinstance(part, Orders):
        size = float(part.xi) + float(part.rho) * active.order
    elif isinstance(part, Gaussian | OddsRange):
        size = float(part.mu if isinstance(part, Gaussian) else part.eta)
    return value(active.part, a, b)[0] >= -_TOUCHING * size


def _worst(parts: Sequence[Primitive], a: float, b: float) -> tuple[float, Active]:
    best, active = -math.inf, None
    for part in parts:
        found, order = value(part, a, b)
        if found > best:
            best, active = found, Active(part, order)
    assert active is not None
    return best, active


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    if low == high:
        return low
    return root(function, low, high, _STEPS)
