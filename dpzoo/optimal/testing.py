"""Targets that tests decide, from a guarantee whose binary region has a curved boundary (theory, T3 to T6, T10).

(ε, δ), total variation, probabilistic and relaxed DP, one point of a trade-off curve: each is a linear programme over the
convex region {(p, q)}, so that its dual is one supporting line. ``cut`` is the part that approximate zCDP sets aside.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import flint

from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal.binary import Point, RegionBoundary, log_slope, masses, slope_after
from dpzoo.optimal.certify import BITS, Masses, UncertifiedError, arb, fails, holds, inner, normal_cdf, support
from dpzoo.optimal.certify import masses as ball_masses
from dpzoo.optimal.optimum import EQUAL, Found, Pair, close, disclosing
from dpzoo.optimal.primitives import Behind, Gaussian, Line, OddsRange, Orders, Power, Primitive
from dpzoo.optimal.rare_tests import largest_loss

_CLOSE: Final = tuple(2.0**-k for k in (46, 43, 40, 36, 32, 28, 24, 20))
_SAFE: Final = tuple(2.0**-k for k in (25, 23, 21, 19, 17))
_WRITTEN: Final = flint.arb(2.0**-27)
_UP: Final = tuple(2.0**-k for k in (48, 46, 43, 40, 36, 32, 28, 24))
_NEARBY: Final = tuple(2.0**-k for k in (25, 24, 23, 22, 21, 20))
_CLOSE_BY: Final = 2.0**-36
_OWN: Final = 2.0**-32
_BITS_MORE: Final = 80
_ROUNDED: Final = (2.0**-36, 2.0**-27, 2.0**-18, 2.0**-9)
_SHRUNK: Final = 0.8
_TRIED: Final = 30
_FAR_OFF: Final = 1e3
_MOST: Final = 0.5
_ABOVE: Final = Fraction(1, 2**21)
_DIGITS: Final = 160
_SMALL: Final = 1e-290
_OVERFLOW: Final = 700.0
_TABLED: Final = 9e3
_DISCLOSING: Final = 400.0
_LONG_LOSS: Final = 1e5


class Region:
    """The binary region of a conjunction with a curved boundary, after a part ``cut`` of either side has been set aside."""

    def __init__(self, parts: Sequence[Primitive], cut: Real = ZERO) -> None:
        self.parts = tuple(parts)
        self.boundary = RegionBoundary(parts)
        self.cut = cut
        self.c = float(cut)

    # each target -------------------------------------------------------------------------------------------------

    def delta(self, epsilon: Real) -> Found:
        """The least δ of (ε, δ)-DP; total variation at ε = 0. sup p - e^ε q."""
        log_price = float(epsilon)
        if self._bounds_losses(epsilon):
            return self._nothing_left()
        if (found := self._all_of_a_line(epsilon)) is not None:
            return found
        point = self.boundary.touching(log_price)
        if point.b < _SMALL:
            return self._beyond_floats(epsilon)
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            price = arb(epsilon).exp()
            if point.a > _LONG_LOSS and (behind := self._behind(epsilon)) is not None:
                return behind
            upper, dual = support(point, price)
            near = self.near(point)
            lower, c = near.p - price * near.q, arb(self.cut)
            return Found(
                c + (1 - c) * lower, c + (1 - c) * upper, "T5" if not self.c else "T9", self.table(point), dual, attained=True
            )

    def _all_of_a_line(self, epsilon: Real) -> Found | None:
        """The δ of a line of the source, where all of it may be disclosed; None otherwise."""
        most = min((c.delta for c in self.parts if isinstance(c, Line) and c.epsilon <= epsilon), default=ZERO)
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            p, loss = arb(most) * (1 - flint.arb(2.0**-60)), arb(epsilon) + _DISCLOSING
            q = p * (-loss).exp()
            other = (-q).log1p() - (-p).log1p()
            if most == ZERO or self.cut != ZERO or not all(holds(c, loss, other) for c in self.parts):
                return None
            note = "pairs whose large losses are ever larger, in the limit"
            a, b = fraction(p), fraction(q)
            return Found(p - arb(epsilon).exp() * q, arb(most), "T5", Pair((a, 1 - a), (b, 1 - b)), attained=False, note=note)

    def _behind(self, epsilon: Real) -> Found | None:
        """The same where most of the best test is disclosed: at most what approximate zCDP alone allows (T9)."""
        alone = [(arb(c.delta), Region((c.part,)).delta(epsilon).upper) for c in self.parts if isinstance(c, Behind)]
        if not alone or self.cut != ZERO:
            return None
        upper = min((c + (1 - c) * rest for c, rest in alone), key=float)
        point = self.boundary.point(_LONG_LOSS)
        near = self.near(point)
        return Found(near.p - arb(epsilon).exp() * near.q, upper, "T9", self.table(point))

    def epsilon(self, delta: Real) -> Found | None:
        """The least ε of (ε, δ)-DP: sup ln((p - δ)/q); None if it is infinite."""
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            rest = self._left(arb(delta))
            if rest is None:
                return None
            d = float(rest)
            u = self.boundary.kink
            p, _, _, _ = masses(u, u)
            if d == 0:
                return self._largest_loss()
            if d <= disclosed(self.parts) * (1 - 1e-15):
                return None
            if d >= math.tanh(u / 2) * (1 + 1e-13):
                return Found(flint.arb(0), flint.arb(0), "T5", None, None)
            own = self._own_line(delta) if self.cut == ZERO else None
            if own is not None:
                return own
            if d >= -p * math.expm1(self.boundary.kink_slope - u):
                point = self.boundary.kink_point()
            else:
                spare = float(1 - rest)
                point = self.boundary.where(lambda a, b: self._intercept(a, b, d, spare))
            guess = self._loss_after(point, d, float(1 - rest))
            near = self.near(point)
            if not near.p > rest:
                near = self.near(self._at_p(d * (1 + _CLOSE_BY))[0])
            lower = ((near.p - rest) / near.q).log()
            try:
                found = self._supported(point, rest, lower, guess)
            except UncertifiedError:
                return self._nearly_all(rest) or self._hardly_more(point, rest)
            with contextlib.suppress(ArithmeticError, ValueError, RuntimeError):  # what is found holds, if it is wide
                return found if close(found.lower, found.upper) else self._hardly_more(point, rest)
            return found

    def _nearly_all(self, rest: Ball) -> Found | None:
        """The largest loss that a pure bound allows, where δ is nothing to the outputs that have it; None otherwise."""
        bounds = [arb(c.epsilon) for c in self.parts if isinstance(c, Line) and c.delta == ZERO]
        if not bounds or self.cut != ZERO:
            return None
        corner, most = self.boundary.point(self.boundary.end), min(bounds, key=float)
        near = self.near(corner)
        low = ((near.p - rest) / near.q).log() if near.p > rest else flint.arb(0)
        return Found(low, most, "T5", self.table(corner)) if close(low, most) else None

    def _hardly_more(self, point: Point, rest: Ball) -> Found:
        """The same where p is hardly more than δ, so that floats do not tell by how much: where the tangent's height is δ."""

        def around(a: float) -> tuple[Masses, Point]:
            b = self._exactly(a)
            return ball_masses(arb(a), b), Point(a, float(b), (self.boundary.excess(a, float(b))[1],))

        def miss(a: float) -> float:
            pair, at = around(a)
            return float(((pair.p - rest) / pair.q).log()) - log_slope(at.active[0], a, at.b) if pair.p > rest else -_FAR_OFF

        u = self.boundary.kink
        if point.a <= u:
            raise UncertifiedError("no other test is near", u)
        before = (u + (point.a - u) * _SHRUNK**k for k in range(_TRIED))
        after = (min(u + (point.a - u) / _SHRUNK**k, self.boundary.last) for k in range(_TRIED))
        low, high = next((x for x in before if miss(x) >= 0), None), next((x for x in after if miss(x) <= 0), None)
        if low is None or high is None:
            raise UncertifiedError("no test near the optimum is known", point.a)
        pair, at = around(root(miss, low, high))
        lower = ((pair.p - rest) / pair.q).log()
        return self._supported(at, rest, lower, float(lower))

    def _supported(self, point: Point, rest: Ball, lower: Ball, guess: float) -> Found:
        """The least ε at δ = ``rest``, above a guess by little enough that a supporting line proves it."""
        for step in _UP:
            top = flint.arb(guess + step * max(guess, 1e-3 * step**0.5))
            try:
                bound, dual = support(point, top.exp())
            except UncertifiedError:
                continue
            if bound <= rest:
                return Found(lower, top, "T5" if not self.c else "T9", self.table(point), dual)
        raise UncertifiedError("no supporting line near the optimum could be proved", max(point.a, -math.log(point.b)))

    def _exactly(self, a: float) -> Ball:
        """The smaller loss at this larger one, to more digits than floats have: of a pair that certainly meets the source."""
        loss, b = arb(a), arb(self.boundary.small(a))

        def inside(x: Ball) -> bool:
            return all(holds(c, loss, x) for c in self.parts)

        around = ((b * (1 - flint.arb(w)), b * (1 + flint.arb(w))) for w in _ROUNDED)
        low, high = next((x for x in around if inside(x[0]) and not inside(x[1])), (None, b))
        if low is None:
            raise UncertifiedError("no pair near the optimum could be shown to meet the source", a)
        for _ in range(_BITS_MORE):
            middle = ((low + high) / 2).mid()
            low, high = (middle, high) if inside(middle) else (low, middle)
        return low

    def _own_line(self, delta: Real) -> Found | None:
        """The ε of a line of the source with at most this δ, where the line bounds the best tests; None if it does not."""
        lines = [c.epsilon for c in self.parts if isinstance(c, Line) and c.delta != ZERO and c.delta <= delta]
        if not lines or min(lines) == ZERO:
            return None
        least = min(lines)
        rest = arb(delta)
        with contextlib.suppress(ArithmeticError):
            point = self.boundary.touching(float(least) * (1 - _CLOSE_BY))
            near = self.near(point)
            lower = ((near.p - rest) / near.q).log() if near.p > rest else flint.arb(0)
            if arb(least) - lower <= arb(least) * flint.arb(_OWN):
                return Found(lower, arb(least), "T5", self.table(point))
        return None

    def total_variation(self) -> Found:
        """sup p - q: the largest randomised response decides."""
        return self.delta(ZERO)

    def mass_above(self, epsilon: Real, slack: Real = ZERO) -> Found:
        """The least δ of probabilistic DP: sup of p over q ≤ p e^{-ε}; that of the loss beyond ε under P.

        With ``slack``, at most what is set aside, that of relaxed DP at δ_a = ``slack``: over q ≤ (p - δ_a) e^{-ε}.
        """
        e = float(epsilon)
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            zero, one, c = flint.arb(0), flint.arb(1), arb(self.cut)
            if e == 0:
                return Found(one, one, "T10", None, None, attained=False, note="losses close to 0 almost everywhere")
            d = (c - arb(slack)) / (1 - c) if slack != self.cut else zero
            share = float(d)
            if not share and self._bounds_losses(epsilon):
                return Found(zero, zero, "T8")
            if self._discloses(-math.expm1(-e)):
                return self._certain(e, 0.0)
            if math.expm1(min(e, _OVERFLOW)) <= share:
                return self._certain(e, float(slack))
            point, flipped = self._on_price(e, share)
            if point.b < _SMALL and not flipped:
                return self._beyond_floats(epsilon)
            tangent = self._tangent(point)
            bound, dual = support(point, tangent)
            ray = (-arb(epsilon)).exp()
            if flipped:
                upper = (bound + tangent - 1 + ray * d) / (tangent - ray)
            else:
                upper = (bound + tangent * ray * d) / (1 - tangent * ray)
            for step in (2.0**-42, 2.0**-38, 2.0**-34, 2.0**-30):
                higher, flipped = self._on_price(e * (1 + step), share)
                near = self.near(higher, keep_b=flipped)
                p, q = (near.q_rest, near.p_rest) if flipped else (near.p, near.q)
                lower = c + (1 - c) * p
                if lower - arb(slack) > arb(epsilon).exp() * (1 - c) * q:
                    break
            else:
                raise UncertifiedError("the losses of the pair do not exceed ε", point.a)
            far, flipped = self._on_price(e * (1 + 16 * step), share)
            table = self.table(far, flipped=flipped, keep_b=flipped, merged=True)
            return Found(lower, c + (1 - c) * upper, "T10", table, dual, attained=False)

    def loss_at(self, delta: Real, slack: Real = ZERO) -> Found | None:
        """The least ε of probabilistic DP: ln(p/q) at p = δ; None if it is infinite.

        With ``slack``, at most what is set aside, that of relaxed DP at δ_a = ``slack``: ln((p - δ_a)/q).
        """
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            total = arb(delta)
            if total >= 1:
                return Found(flint.arb(0), flint.arb(0), "T10", None, None)
            rest = self._left(total)
            if rest is None:
                return None
            d = float(rest)
            if d == 0:
                return self._largest_loss()
            if d <= disclosed(self.parts) * (1 - 1e-15):
                return None
            share = (arb(self.cut) - arb(slack)) / (1 - arb(self.cut))
            point, flipped = self._at_p(d)
            least = self._least_q(point, rest, flipped=flipped)
            upper = ((rest + share) / least).log()
            near = self._just_above(d, rest)
            lower = ((near[0] + share) / near[1]).log() if near is not None else flint.arb(0)
            if upper < 0:
                return Found(flint.arb(0), flint.arb(0), "T10", None, None)
            return Found(lower, upper, "T10", self._of_more(d, total), attained=False)

    def _just_above(self, p: float, least: Ball) -> tuple[Ball, Ball] | None:
        """The first output of a pair inside, of hardly more than ``least``, which is p; None if rounding hides that."""
        for step in (2.0**-42, 2.0**-36, 2.0**-30, 2.0**-24):
            higher, flipped = self._at_p(p * (1 + step))
            near = self.near(higher)
            first = (near.q_rest, near.p_rest) if flipped else (near.p, near.q)
            if first[0] > least:
                return first
        return None

    def _of_more(self, p: float, least: Ball) -> Pair | None:
        """A table whose first output has slightly more than ``least``, p of what is not cut; by less where 1 - p is small."""
        table = None
        for share in (2.0**-7, 0.125, 1.0):
            far, flipped = self._at_p(p * (1 + float(_ABOVE) * max(1 - p, share)))
            table = self.table(far, flipped=flipped, merged=True)
            if table is None or arb(table.p[0]) > least:
                break
        return table

    def power_at(self, alarm: Real) -> Found:
        """The greatest p of a test with q = x: the trade-off curve guaranteed at x is one minus it."""
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            c = arb(self.cut)
            x = arb(alarm) / (1 - c)
            sure = disclosing(EQUAL, self.cut)
            if x >= 1:
                return Found(flint.arb(1), flint.arb(1), "T5", sure)
            target = float(x)
            if self._discloses(1 - target):
                told = Pair((Fraction(1), Fraction(0)), (Fraction(target), 1 - Fraction(target)))
                return Found(flint.arb(1), flint.arb(1), "T5", told)
            if target == 0:
                shown = disclosed(self.parts)
                if shown == 0 or self.cut != ZERO:
                    return Found(c, c, "T5", sure)
                p, mass = Fraction(shown) * (1 - Fraction(1, 2**40)), flint.arb(shown, shown * 2.0**-48)
                return Found(mass, mass, "T5", Pair((p, 1 - p), (Fraction(0), Fraction(1))))
            point, flipped = self._at_q(target)
            tangent = self._tangent(point)
            bound, dual = support(point, tangent)
            upper = 1 - (1 - x - bound) / tangent if flipped else bound + tangent * x  # 1 - q ≤ S + m(1 - p)
            certain, table = self._on_line(point, x, flipped=flipped)
            if certain is None:
                near = self.near(point)
                top, alarms = (near.q_rest, near.p_rest) if flipped else (near.p, near.q)
                certain = top * (x / alarms).min(flint.arb(1))  # the segment to (0, 0) lies in the region
            table = table or self.table(point, flipped=flipped)
            return Found(c + (1 - c) * certain, c + (1 - c) * upper, "T5", table, dual)

    def _on_line(self, point: Point, x: Ball, *, flipped: bool) -> tuple[Ball | None, Pair | None]:
        """The power at x where one line alone binds, and a pair: along one of tiny δ losses change by less than floats tell."""
        line = point.active[0].part
        if len(point.active) > 1 or not isinstance(line, Line) or line.delta == ZERO:
            return None, None
        found: list[Ball | None] = []
        for margin in (_CLOSE[0], _SAFE[0]):
            price, slack = arb(line.epsilon).exp(), arb(line.delta) * (1 - flint.arb(margin))
            p = 1 - (1 - x - slack) / price if flipped else price * x + slack
            found.append(p if self._allows(p, x) else None)
        near, safe = found
        if safe is None or self.cut != ZERO:
            return near, None
        power, alarm = fraction(safe), fraction(x)
        return near, Pair((power, 1 - power), (alarm, 1 - alarm))

    def _allows(self, p: Ball, q: Ball) -> bool:
        """Whether a test with p > q certainly lies in the region."""
        small, large = sorted((((1 - q) / (1 - p)).log(), (p / q).log()), key=float)
        return bool(small > 0 and large >= small) and all(holds(c, large, small) for c in self.parts)

    def excess_after(self, epsilon: Real, aside: Real) -> Found:
        """The least δ_a of relaxed DP at ε and δ_p: sup of p - e^ε q over p ≥ δ_p (theory, T10)."""
        plain = self.delta(epsilon)
        if plain.pair is not None and self.cut != ZERO:
            plain = replace(plain, pair=Pair(*(((x[0] + x[1]), (x[2] + x[3])) for x in (plain.pair.p, plain.pair.q))))
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            if aside == ZERO or float(plain.lower) >= float(aside) or (self.cut == ZERO and self._bounds_losses(epsilon)):
                return plain
            rest = self._left(arb(aside))
            price = arb(epsilon).exp()
            if rest is None or float(rest) == 0:
                return plain
            if float(epsilon) <= self.boundary.end:
                best = self.boundary.touching(float(epsilon))
                if best.p >= float(rest):
                    return plain
            if aside >= Real(rational=Fraction(1)):
                return Found(flint.arb(0), flint.arb(0), "T10", None, None)
            point, flipped = self._at_p(float(rest))
            tangent = self._tangent(point)
            bound, dual = support(point, tangent)
            least = 1 - bound - tangent * (1 - rest) if flipped else (rest - bound) / tangent
            c, zero = arb(self.cut), flint.arb(0)
            upper = (c + (1 - c) * rest - price * (1 - c) * least).max(zero)
            near = self._just_above(float(rest), rest)
            lower = (c + (1 - c) * near[0] - price * (1 - c) * near[1]).max(zero) if near is not None else zero
            return Found(lower, upper, "T10", self._of_more(float(rest), arb(aside)), dual, attained=False)

    def loss_after(self, slack: Real, aside: Real) -> Found | None:
        """The least ε of relaxed DP at δ_a and δ_p: sup of ln((p - δ_a)/q) over p > δ_p (theory, T10)."""
        plain = self.epsilon(slack)
        if aside == ZERO or float(aside) <= max(float(slack), disclosed(self.parts) if plain is None else 0.0):
            return plain
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            point, flipped = self._at_p(float(aside))
            tangent = self._tangent(point)
            bound, _ = support(point, tangent)
            height = 1 - (1 - bound) / tangent if flipped else bound  # where it meets q = 0: below δ_a larger p need more
            if plain is not None and not height >= arb(slack):
                return self._beside_corner(plain, point, slack, aside)
            gap, least = arb(aside) - arb(slack), self._least_q(point, arb(aside), flipped=flipped)
            zero = flint.arb(0)
            near = self._just_above(float(aside), arb(aside))
            if near is None:
                raise UncertifiedError("the pair's output is not larger than what is set aside", point.a)
            upper, lower = (gap / least).log().max(zero), ((near[0] - arb(slack)) / near[1]).log().max(zero)
            return Found(lower, upper, "T10", self._of_more(float(aside), arb(aside)), attained=False)

    def _beside_corner(self, plain: Found, point: Point, slack: Real, aside: Real) -> Found:
        """The least ε at δ_a alone, where larger p need more; next to a corner, from below by a test that is certainly beyond."""
        if len(point.active) == 1 or plain.pair is None or arb(plain.pair.p[0]) > arb(aside):
            return plain
        near = self._just_above(float(aside), arb(aside))
        lower = ((near[0] - arb(slack)) / near[1]).log().max(flint.arb(0)) if near is not None else flint.arb(0)
        return replace(plain, lower=lower.min(plain.lower), pair=self._of_more(float(aside), arb(aside)))

    def mass_beyond(self, epsilon: Real, slack: Real) -> Found:
        """The least δ_p of relaxed DP at ε and δ_a: the largest p with p - e^ε q ≥ δ_a, 0 if there is none (theory, T10)."""
        e, d, u = float(epsilon), float(slack), self.boundary.kink
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            if self._bounds_losses(epsilon):
                return self._nothing_left()
            if d == 0:
                return self.mass_above(epsilon)
            if self._discloses(1 - (1 - d) * math.exp(-e)):
                return self._certain(e, d)
            top = self.delta(epsilon)
            if top.upper <= arb(slack):
                return Found(flint.arb(0), flint.arb(0), "T10", None, None)

            def excess(a: float, b: float) -> float:
                return masses(a, b)[0] * -math.expm1(min(e - a, _OVERFLOW))

            best = self.boundary.touching(e)
            flipped = excess(u, u) >= d
            if flipped:  # 1 - q - e^ε (1 - p) falls with the mirrored loss
                behind = self._behind_corner(epsilon, arb(slack))
                if behind is not None:
                    return behind
                point = self.boundary.where(lambda a, b: masses(a, b)[3] * -math.expm1(min(e - b, _OVERFLOW)) - d)
            else:
                low, high = u, best.a
                for _ in range(200):
                    middle = 0.5 * (low + high)
                    if not low < middle < high:
                        break
                    inside = excess(middle, self.boundary.small(middle)) >= d
                    low, high = (low, middle) if inside else (middle, high)
                point = self.boundary.point(high)
            tangent, ray, s = self._tangent(point), (-arb(epsilon)).exp(), arb(slack)
            bound, dual = support(point, tangent)
            if flipped:
                upper = (bound + tangent - 1 - s * ray) / (tangent - ray)
            else:
                upper = (bound - tangent * s * ray) / (1 - tangent * ray).max(flint.arb(0))
            for step in (2.0**-44, 2.0**-40, 2.0**-34, 2.0**-28, 2.0**-22):
                moved = self.boundary.point(max(u, point.a * (1 - step if flipped else 1 + step)))
                near = self.near(moved)
                p, q = (near.q_rest, near.p_rest) if flipped else (near.p, near.q)
                if p - arb(epsilon).exp() * q > s:
                    pair = self._needing(point, epsilon, s, flipped=flipped)
                    return Found(p, upper, "T10", pair, dual, attained=False)
        raise UncertifiedError("no pair near the optimum needs as much", point.a)

    def _behind_corner(self, epsilon: Real, slack: Ball) -> Found | None:
        """The same where the best event lies on the ray 1 - q = e^η (1 - p) of a pure bound η, and never exceeds that."""
        pure = [c.epsilon for c in self.parts if isinstance(c, Line) and c.delta == ZERO]
        if not pure:
            return None
        price, most = arb(epsilon).exp(), arb(min(pure, key=float)).exp()
        top = (price * (most - 1) - slack) / (price * most - 1)
        lower, table = None, None
        for step in (2.0**-44, 2.0**-40, 2.0**-34, *_NEARBY):
            point, flipped = self._at_p(float(top) * (1 - step))
            if not flipped or point.a < self.boundary.end:
                return None
            near = self.near(point)
            if lower is None and near.q_rest - price * near.p_rest > slack:
                lower = near.q_rest
            if lower is not None and step >= _NEARBY[0]:
                table = self.table(point, flipped=True)
                if table is not None and arb(table.p[0]) - price * arb(table.q[0]) > slack:
                    break
        return Found(lower, top, "T10", table, attained=False) if lower is not None else None

    def _needing(self, point: Point, epsilon: Real, slack: Ball, *, flipped: bool) -> Pair | None:
        """A table near ``point`` whose first output exceeds the price e^ε by more than ``slack``."""
        line, price = point.active[0].part, arb(epsilon).exp()
        if len(point.active) == 1 and isinstance(line, Line) and line.delta != ZERO:  # along it losses hardly change
            most, rest, more = arb(line.epsilon).exp(), arb(line.delta) * (1 - _WRITTEN), slack * (1 + _WRITTEN)
            q = (most * (1 - more) + rest - 1) / (most * price - 1) if flipped else (rest - more) / (price - most)
            p = price * q + more
            power, alarm = (fraction(p), fraction(q)) if self._allows(p, q) else (Fraction(0), Fraction(0))
            if arb(power) - price * arb(alarm) > slack:
                return Pair((power, 1 - power), (alarm, 1 - alarm))
        for step in _NEARBY:
            moved = max(self.boundary.kink, point.a * (1 - step if flipped else 1 + step))
            pair = self.table(self.boundary.point(moved), flipped=flipped)
            if pair is not None and arb(pair.p[0]) - arb(epsilon).exp() * arb(pair.q[0]) > slack:
                return pair
        return None

    # parts -------------------------------------------------------------------------------------------------------

    def _left(self, delta: Ball) -> Ball | None:
        """δ of the rest once the part set aside has used up its share; None if that is too large."""
        c = arb(self.cut)
        left = (delta - c) / (1 - c)
        if self.cut == ZERO:
            return delta
        if left > 0:
            return left
        return flint.arb(0) if left.contains(0) and math.isfinite(self.boundary.end) else None

    def _discloses(self, mass: float) -> bool:
        """Whether one law may give ``mass`` to an output that the other never has, so that the rest has loss -ln(1 - mass)."""
        return self.cut == ZERO and mass <= disclosed(self.parts) * (1 - 1e-12)

    def _certain(self, e: float, slack: float) -> Found:
        """One output is certain under P and has an excess of just above ``slack`` at the price e^e."""
        most, least = Fraction((1 - slack) * math.exp(-e)), Fraction(1 - (self.c or disclosed(self.parts)))
        q = max(most * (1 - Fraction(1, 2**24)), (most + least) / 2)
        return Found(flint.arb(1), flint.arb(1), "T10", Pair((Fraction(1), Fraction(0)), (q, 1 - q)), attained=False)

    def _beyond_floats(self, epsilon: Real) -> Found:
        """Less than the smallest float: P[L > ε] ≤ E_P e^{s(L - ε)} at the best order of those tried, or one such bound else."""
        found = []
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            c, e = arb(self.cut), arb(epsilon)
            for part in self.parts:
                if isinstance(part, Orders):
                    best = 1.0 + (float(e) - float(part.xi) - float(part.rho)) / (2 * float(part.rho)) if not part.single else 1.0
                    tried = [float(part.low)] if part.single else [best, min(best, float(part.high))]
                    usable = [flint.arb(x) for x in tried if 1 < x <= float(part.high)]
                    found += [((x - 1) * (arb(part.xi) + arb(part.rho) * x - e)).exp() for x in usable]
                elif isinstance(part, Gaussian):
                    found.append(normal_cdf(arb(part.mu) / 2 - e / arb(part.mu)))
                elif isinstance(part, Power):  # X/(X - 1)^k falls
                    found.append((arb(part.k) * (arb(part.epsilon) / e.expm1()).log() + e).exp())
            if not found or not min(found, key=float) < flint.arb(_SMALL):
                raise UncertifiedError("the best test is beyond floating-point numbers")
            return Found(c, c + (1 - c) * min(found, key=lambda x: float(x.log())), "T8", note="less than the smallest float")

    def _largest_loss(self) -> Found | None:
        bounds = [c.epsilon for c in self.parts if isinstance(c, Line) and float(c.delta) == 0]
        bounds += [c.eta for c in self.parts if isinstance(c, OddsRange)]
        if not bounds:
            return None
        least = arb(min(bounds, key=float))
        return Found(
            least, least, "T8", self.steepest(), None, attained=False, note="outputs of vanishing probability take the bound"
        )

    def steepest(self) -> Pair | None:
        """A pair with nearly the largest loss that the source allows."""
        end = self._longest()
        if not math.isfinite(end):
            return None
        if end < self.boundary.end:  # an interval of losses: one end of it at nearly 0
            end *= 1 - float(_ABOVE) / 4
        with contextlib.suppress(UncertifiedError):  # where such a loss is too rare for floating-point numbers
            return self.table(self.boundary.point(end) if end >= self.boundary.kink else self.boundary.kink_point())
        return None

    def _bounds_losses(self, epsilon: Real) -> bool:
        """Whether no loss is larger, of what is left if something is set aside."""
        return any(x is not None and x <= epsilon for x in map(largest_loss, self.parts))

    def _longest(self) -> float:
        """The same in floats: no loss is larger."""
        return min([self.boundary.end, *(float(c.eta) for c in self.parts if isinstance(c, OddsRange))])

    def _nothing_left(self) -> Found:
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            c = arb(self.cut)
            return Found(c, c, "T8", None, None)

    def _intercept(self, a: float, b: float, delta: float, spare: float) -> float:
        """By how much the tangent at a boundary point meets q = 0 above δ; ``spare`` is 1 - δ."""
        p, p_rest, _, _ = masses(a, b)
        slope = slope_after(self.boundary.excess(a, b)[1], a, b)
        return spare - p_rest - p * math.exp(slope) if delta > _MOST else -p * math.expm1(slope) - delta

    def _loss_after(self, point: Point, delta: float, spare: float) -> float:
        if delta > _MOST:  # without the difference of two numbers near 1
            _, p_rest, q, _ = masses(point.a, point.b)
            if spare - p_rest > 0:
                return math.log((spare - p_rest) / q)
        if point.p > delta * (1 + _CLOSE_BY):
            return point.a + math.log1p(-delta / point.p)
        return log_slope(point.active[0], point.a, point.b)  # the tangent's, without the difference

    def _tangent(self, point: Point) -> Ball:
        """The price of a supporting line at a boundary point, strictly between those of two constraints that meet there."""
        if point.kink:
            return flint.arb(1)
        if len(point.active) == 1 and isinstance(point.active[0].part, Line):
            return arb(point.active[0].part.epsilon).exp()
        slopes = [log_slope(a, point.a, point.b) for a in point.active]
        if len(slopes) == 1:
            return flint.arb(slopes[0]).exp()
        return flint.arb(0.5 * (slopes[0] + slopes[1])).exp()

    def _on_price(self, e: float, share: float) -> tuple[Point, bool]:
        """Where e^e q - p = share on the boundary, and whether that is beyond the kink (then mirrored)."""
        u, end = self.boundary.kink, self.boundary.end
        p = masses(u, u)[0]

        def times_price(loss: float) -> float:
            """e^e over e^loss."""
            return math.exp(min(e - loss, _OVERFLOW))

        if p * times_price(u) <= p + share:
            if share:
                return self.boundary.where(lambda a, b: (times_price(b) - 1.0) * masses(a, b)[3] - share), True
            t = self.boundary.big(e)
            active = self.boundary.point(t).active
            return Point(t, e, active[:1] if t >= self.boundary.end else active), True
        if not share:
            return self.boundary.point(max(e, u)), False
        if e > end and masses(end, self.boundary.small(end))[0] * (times_price(end) - 1.0) >= share:
            return self._on_ray(share / (times_price(end) - 1.0)), False
        return self.boundary.where(lambda a, b: masses(a, b)[0] * math.expm1(min(e - a, _OVERFLOW)) - share), False

    def _at_p(self, p: float) -> tuple[Point, bool]:
        u = self.boundary.kink
        at_kink = masses(u, u)[0]
        if p <= at_kink:
            if math.isfinite(self.boundary.end):
                end = self.boundary.end
                corner = self.boundary.small(end)
                if masses(end, corner)[0] >= p:  # on the ray p = e^ε q of a pure constraint
                    return self._on_ray(p), False
            return self.boundary.where(lambda a, b: masses(a, b)[0] - p), False
        if math.isfinite(self.boundary.end):
            end = self.boundary.end
            if masses(end, self.boundary.small(end))[2] >= 1 - p:
                return self._on_ray((1 - p) * math.exp(end)), True
        return self.boundary.where(lambda a, b: masses(a, b)[3] - p), True

    def _at_q(self, q: float) -> tuple[Point, bool]:
        u = self.boundary.kink
        at_kink = masses(u, u)[2]
        if q <= at_kink:
            if math.isfinite(self.boundary.end):
                end = self.boundary.end
                corner = self.boundary.small(end)
                if masses(end, corner)[2] >= q:
                    return self._on_ray(q * math.exp(end)), False
            return self.boundary.where(lambda a, b: masses(a, b)[2] - q), False
        if math.isfinite(self.boundary.end):
            end = self.boundary.end
            if masses(end, self.boundary.small(end))[0] >= 1 - q:
                return self._on_ray(1 - q), True
        return self.boundary.where(lambda a, b: masses(a, b)[1] - q), True

    def _on_ray(self, p: float) -> Point:
        end = self.boundary.end
        b = -math.log1p(-p * -math.expm1(-end) / (1 - p * math.exp(-end)))
        line = self.boundary.point(end).active[0]
        return Point(end, b, (line,))

    def _least_q(self, point: Point, p: Ball, *, flipped: bool) -> Ball:
        """A lower bound of q at p: a pair a little outside that certainly breaks the binding constraint, for R is convex."""
        for active in point.active:
            for step in _UP:
                wider = 1 + flint.arb(step)
                if flipped:
                    b = arb(point.b) * wider
                    q = p * (-b).exp()
                    a = ((1 - q) / (1 - p)).log()
                else:
                    a = arb(point.a) * wider
                    q = p * (-a).exp()
                    b = ((1 - q) / (1 - p)).log()
                if fails(active, a, b):
                    return q
        raise UncertifiedError("no pair outside the region could be shown to be outside", point.a)

    def near(self, point: Point, *, keep_b: bool = False) -> Masses:
        """The binary pair a little inside a boundary point."""
        a, b = inner(self.parts, point, _CLOSE, floor=self.boundary.end, keep_b=keep_b)
        return ball_masses(a, b)

    def table(self, point: Point, *, flipped: bool = False, keep_b: bool = False, merged: bool = False) -> Pair | None:
        """A pair as a table near a boundary point that the definitions accept; None where it cannot be written."""
        with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
            a, b = inner(self.parts, point, _SAFE, floor=self.boundary.end, keep_b=keep_b)
            if a > _TABLED:
                return None
            pair = ball_masses(a, b)
            p, p_rest, q, q_rest = (fraction(x) for x in (pair.p, pair.p_rest, pair.q, pair.q_rest))
        p, q = (p if p <= p_rest else 1 - p_rest), (q if q <= q_rest else 1 - q_rest)
        if flipped:
            p, q = 1 - q, 1 - p
        first, second = [p, 1 - p], [q, 1 - q]
        if self.cut == ZERO:
            return Pair(tuple(first), tuple(second))
        c = self.cut.rational if self.cut.rational is not None else Fraction(self.c) * (1 - Fraction(1, 2**50))
        if merged:  # one output on which the loss is large
            p, q = c + (1 - c) * p, (1 - c) * q
            return Pair((p, 1 - p), (q, 1 - q))
        return Pair((c, *((1 - c) * x for x in first), Fraction(0)), (Fraction(0), *((1 - c) * x for x in second), c))


def disclosed(parts: Sequence[Primitive]) -> float:
    """The largest p with (p, 0) in the region: what may be disclosed."""
    found = [1.0]
    for part in parts:
        if isinstance(part, Line | Behind):
            found.append(float(part.delta))
        elif isinstance(part, Orders) and float(part.high) < 1:  # (1 - p)^α ≥ e^{(α-1)D}
            found.append(-math.expm1(-float(part.xi) * (1.0 - float(part.high)) / float(part.high)))
        else:
            found.append(0.0)
    return min(found)


def fraction(ball: Ball) -> Fraction:
    """The midpoint of a ball as a fraction of at most :data:`_DIGITS` bits."""
    with flint.ctx.workprec(_DIGITS):
        mantissa, exponent = (+ball.mid()).mid().man_exp()
    m, e = int(mantissa), int(exponent)
    return Fraction(m * 2**e) if e >= 0 else Fraction(m, 2**-e)
