"""The largest order up to which D_α ≤ ξ + ρα holds, by the optima at single orders alone (theory, T16).

With s = α - 1, s D*_α is convex: it lies below its chords and above its tangents, which are those of the pairs that attain it.
So tangents from an order at which the target fails lead down to the last order before it at which it holds, and chords prove it
for all orders below that one.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from typing import Final

import flint

from dpzoo.numbers.real import ZERO, Ball, Real, UndecidedError, real
from dpzoo.optimal.certify import arb
from dpzoo.optimal.chords import TOWARDS_ONE, Chord, Place, everywhere
from dpzoo.optimal.looks import slopes
from dpzoo.optimal.moments import pure_bound, renyi_target
from dpzoo.optimal.optimum import NOT_SOLVED, Found, NoReductionError, at_least
from dpzoo.optimal.primitives import (
    Gaussian,
    Line,
    OddsRange,
    Orders,
    Power,
    RatioConstraint,
    last_order,
    order_near,
    promises,
    statements,
)
from dpzoo.optimal.programme import order_of_binary
from dpzoo.optimal.shapes import shape_of_order
from dpzoo.optimal.sources import INFINITE

_LARGEST_ORDER: Final = 1e6
_MOVES: Final = 40
_SETTLED: Final = 2.0**-42
_BESIDE: Final = (0.0, *(2.0**-k for k in (42, 38, 35, 32, 29, 26, 23, 20, 16)))
_SPLITS: Final = 60
_APART: Final = 2.0**-12
_INSIDE: Final = 0.1
_SHARES: Final = (0.5, 0.8)
_RARER: Final = "pairs whose large losses are ever rarer, in the limit"
_NOT_AT_FIRST: Final = "already at order 1 a pair of the source needs {}, as the conversion at order 1 shows"
_OPEN: Final = "at which order the target first fails is not decided"


def crosses(given: RatioConstraint) -> bool:
    """Whether :func:`largest_order` is the search to use: of powers, and of conjunctions whose orders are solved one by one."""
    if given.cut != ZERO or not all(isinstance(c, Orders | Power | Line | OddsRange | Gaussian) for c in given.parts):
        return False
    if any(isinstance(c, Gaussian) for c in given.parts):
        return len(given.parts) > 1 and all(isinstance(c, Orders | Power | Gaussian) for c in given.parts)
    if len(given.parts) == 1:
        return isinstance(given.parts[0], Power)
    return bool(given.parts) and not all(isinstance(c, Line) for c in given.parts) and pure_bound(given) is None


def largest_order(given: RatioConstraint, xi: Real, rho: Real) -> Found | str:
    """The largest ω with D_α ≤ ξ + ρα for all α ≤ ω. Raises NoReductionError."""
    return Crossing(given, xi, rho).found()


class Crossing:
    """The orders of one source at which one target was asked."""

    def __init__(self, given: RatioConstraint, xi: Real, rho: Real) -> None:
        self.given, self.xi, self.rho = given, xi, rho
        self.end = last_order(given.parts)
        self.known: dict[float, Found] = {}
        self.unsolved: set[float] = set()
        self.last, self.endless = self._last()
        """The last order that has to be asked, and whether the target holds at all orders if it holds up to that one."""

    def _last(self) -> tuple[float, bool]:
        """The source's last order, or one from which one bound on all orders keeps the target."""
        last, endless = float(self.end), False
        for xi, rho in statements(self.given.parts, INFINITE):
            if not rho <= self.rho or (rho == self.rho and not xi <= self.xi):
                continue
            order = 1.0
            if xi + rho > self.xi + self.rho:
                order = float((xi - self.xi) / (self.rho - rho)) * (1 + 2.0**-40) if rho < self.rho else math.inf
            if order < last:
                last, endless = order, True
        return last, endless

    def meant(self, order: float) -> Real:
        """The order that a float stands for."""
        return order_near(order, self.end)

    def promised(self, order: float) -> bool:
        """Whether one constraint says it of all orders up to this one."""
        return promises(self.given, self.xi, self.rho, self.meant(order))

    def at(self, order: float) -> Found:
        """The optimum at an order, or ends of it."""
        if order in self.unsolved:
            raise NoReductionError(_OPEN)
        if order not in self.known:
            self.unsolved.add(order)
            try:
                found: Found | str | None = renyi_target(self.given, self.meant(order))
            except NoReductionError as error:
                found = error.best
            if not isinstance(found, Found) or not (found.upper.is_finite() or found.lower > self.limit(order)):
                raise NoReductionError(found if isinstance(found, str) else _OPEN)
            self.unsolved.discard(order)
            self.known[order] = found
        return self.known[order]

    def said(self, order: float) -> Ball | None:
        """What one constraint says of an order outright, if that is as much as is allowed."""
        at = self.meant(order)
        bounds = statements(self.given.parts, at)
        with contextlib.suppress(UndecidedError):
            return next((arb(a + b * at) for a, b in bounds if a + b * at <= self.xi + self.rho * at), None)
        return None

    def limit(self, order: float) -> Ball:
        """What the target allows."""
        return arb(self.xi) + arb(self.rho) * arb(self.meant(order))

    def upper(self, order: float) -> Ball:
        """A bound of D*, which is not looked for where one constraint is enough."""
        enough = self.said(order) if order not in self.known else None
        return enough if enough is not None else self.at(order).upper

    def holds(self, order: float) -> bool:
        """Whether the target certainly holds at this order."""
        return self.said(order) is not None or bool(self.at(order).upper <= self.limit(order))

    def fails(self, order: float) -> bool:
        """Whether some pair certainly breaks it there."""
        return self.said(order) is None and bool(self.at(order).lower > self.limit(order))

    def found(self) -> Found | str:
        """The ends of the largest order."""
        try:
            return self._found() if self._holds_at_first() else _NOT_AT_FIRST.format(at_least(self.at(1.0).lower))
        except NoReductionError as error:
            raise NoReductionError(str(error), error.best or self._ends()) from None
        except NOT_SOLVED as error:
            raise NoReductionError(_OPEN, self._ends()) from error

    def _holds_at_first(self) -> bool:
        if self.holds(1.0) or self.fails(1.0):
            return self.holds(1.0)
        raise NoReductionError("whether the target holds at order 1 is not decided")

    def _found(self) -> Found:
        high = self._failing()
        while True:
            if high is None:
                low, top, attained = self.last, self.last, False
            else:
                low, top = self._about(high)
                attained = True
            high = self._unproved(low)
            if high is None:
                break
            if not self.fails(high):
                raise NoReductionError(_OPEN)
        certified = all(x.certified for x in self.known.values())
        if attained:
            return Found(arb(self.meant(low)), arb(self.meant(top)), "T16", self.at(top).pair, certified=certified)
        if self.endless:
            return Found(flint.arb("inf"), flint.arb("inf"), "T16", certified=certified)
        own = arb(self.end)
        return Found(own, own, "T16", attained=False, note=_RARER, certified=certified)

    def _failing(self) -> float | None:
        """Some order at which the target fails; None where it holds at the last one, and at the first that binary pairs break."""
        top = min(self.last, _LARGEST_ORDER)
        with contextlib.suppress(*NOT_SOLVED):
            guess = order_of_binary(
                self.given.parts,
                lambda a: shape_of_order(real(a)),
                lambda a: (a - 1) * (float(self.xi) + float(self.rho) * a),
                top,
            )
            if guess is not None:
                for aside in (2.0**-40, 2.0**-12):
                    order = min(guess * (1 + aside), top)
                    if self.fails(order):
                        return order
        if not math.isinf(self.last):
            if self.holds(self.last):
                return None
            if self.fails(self.last):
                return self.last
            raise NoReductionError(_OPEN)
        order = 2.0
        while not self.fails(order):
            order *= 2
            if order > _LARGEST_ORDER:
                raise NoReductionError(_OPEN)
        return order

    def _about(self, failing: float) -> tuple[float, float]:
        """An order at which the target holds and, just above it, one at which it fails, below one at which it fails."""
        holding = max((x for x in self.known if 1 < x < failing and self.holds(x)), default=1.0)
        low, high = holding, failing
        for _ in range(_MOVES):
            near = self._nearer(low, high)
            if near is None or high - near <= _SETTLED * high:
                return self._beside(near or high, holding, failing)
            if self._reached(near, high) or not (self.holds(near) or self.fails(near)):
                return self._beside(near, holding, failing)
            low, high = (near, high) if self.holds(near) else (low, near)
        raise NoReductionError(_OPEN)

    def _reached(self, order: float, beyond: float) -> bool:
        """Whether the chord to one beyond meets what is allowed as close to this order as orders are told apart."""
        above, there = ((x - 1) * (self._middle(x) - float(self.limit(x))) for x in (order, beyond))
        return abs(above) * (beyond - order) <= _SETTLED * order * abs(there - above)

    def _nearer(self, low: float, high: float) -> float | None:
        """An order in between that is solved, by the tangent or the chord; None where there is none."""
        if high - low <= _SETTLED * high:
            return None
        lines = (self._tangent, self._chord, *(lambda a, b, x=x: a + (b - a) * x for x in _SHARES))
        for order in (line(low, high) for line in lines):
            if order is not None and low < order <= high:
                with contextlib.suppress(*NOT_SOLVED):
                    self.at(order)
                    return order
        raise NoReductionError(_OPEN)

    def _beside(self, near: float, low: float, high: float) -> tuple[float, float]:
        """Orders as close as possible on both sides of one, at which it certainly holds and certainly fails."""
        below = next((x for x in (near * (1 - e) for e in _BESIDE) if x <= low or self.holds(x)), low)
        above = next((x for x in (near * (1 + e) for e in _BESIDE) if x >= high or self.fails(x)), high)
        return max(below, low), min(above, high)

    def _tangent(self, low: float, high: float) -> float | None:
        """The order at which the tangent at one at which the target fails meets what is allowed; None if it is of no use."""
        there, s = self.at(high), high - 1
        found = slopes(there.pair, s) if there.pair is not None else None
        return self._meeting(high, found[0] + s * found[1], low) if found is not None else None

    def _chord(self, low: float, high: float) -> float:
        """The same of the chord between two orders, or an order between them."""
        a, b = low - 1, high - 1
        start, end = a * self._middle(low) if a > 0 else 0.0, b * self._middle(high)
        place = self._meeting(high, (end - start) / (b - a), low)
        share = (place - low) / (high - low) if place is not None else 0.0
        if place is not None and _INSIDE < share < 1 - _INSIDE:
            return place
        return _halfway(low, high)

    def _middle(self, order: float) -> float:
        found = self.at(order)
        return float((found.lower + found.upper) / 2)

    def _meeting(self, high: float, slope: float, low: float) -> float | None:
        """Where a line of this slope from s D* at ``high``, above what is allowed there, meets s(ξ + ρ + ρs) first below it."""
        s, xi, rho = high - 1, float(self.xi), float(self.rho)
        above, fall = s * (self._middle(high) - xi - rho * high), slope - (xi + rho + 2 * rho * s)
        if above <= 0:
            return high
        down = math.sqrt(fall * fall + 4 * rho * above) + fall  # ρt² + fall·t = above, t below s
        order = high - 2 * above / down if down > 0 else 1.0
        return order if low < order else None

    def _unproved(self, last: float) -> float | None:
        """An order up to ``last`` at which the target is not known to hold; None where chords prove it for all of them."""
        clear = 1 + (last - 1) * (1 - _APART)  # beside the last order chords between two others would be a matter of rounding
        places = sorted({1.0, *(x for x in self.known if 1 < x < clear and self.holds(x)), last})
        unknown = list[float]()

        def between(a: float, b: float) -> float | None:
            middle = _halfway(a, b)
            unknown.extend(() if a < middle < b and self.holds(middle) else (middle,))
            return None if unknown else middle

        proved = everywhere(itertools.pairwise(places), lambda a, b: self.promised(b) or self._kept(a, b), between, _SPLITS)
        if not (proved or unknown):
            raise NoReductionError("between some orders it is not decided whether the target holds")
        return unknown[0] if unknown else None

    def _kept(self, a: float, b: float) -> bool:
        """Whether a chord proves it between two orders at which it holds."""
        return b == 1 or Chord(self._bounded(a), self._bounded(b)).keeps(arb(self.xi), arb(self.rho))

    def _bounded(self, order: float) -> Place:
        """α - 1 at an order, and a bound of (α - 1)D* there."""
        s = arb(self.meant(order)) - 1
        return s, s * self.upper(order) if order > 1 else s

    def _ends(self) -> Found | None:
        """The largest order up to which it certainly holds, and the least at which it fails: nothing that only a search says."""
        if 1.0 in self.unsolved or not self.holds(1.0):
            return None
        first = 1.0
        for x in sorted({x for x, found in self.known.items() if x > 1 and found.certified and self.holds(x)}):
            if not (self.promised(x) or self._kept(first, x)):
                break
            first = x
        alone = [float(c.high) for c in self.given.parts if isinstance(c, Orders) and math.isfinite(float(c.high))]
        first = max([first, *(x for x in alone if x > 1 and self.promised(x))])
        failing = min((x for x in self.known if self.fails(x)), default=math.inf if self.endless else self.last)
        sure = first > 1 or self.said(1.0) is not None or self.known[1.0].certified
        low = arb(self.meant(first)) if sure else flint.arb(0)
        return Found(low, arb(self.meant(failing)) if math.isfinite(failing) else flint.arb("inf"), "T16")


def _halfway(low: float, high: float) -> float:
    """An order between two, by the logarithm of α - 1."""
    return 1 + (math.sqrt((low - 1) * (high - 1)) if low > 1 else (high - 1) / TOWARDS_ONE)
