"""Guarantees by the ids and parameters of dpzoo's records, read as constraints on one pair."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from dpzoo.numbers.real import ONE, ZERO, Real, log_of, real
from dpzoo.optimal.implied import needed
from dpzoo.optimal.primitives import (
    Behind,
    Gaussian,
    Line,
    Mean,
    OddsRange,
    Orders,
    Primitive,
    RatioConstraint,
    Unprocessed,
    is_trivial,
    orders,
    power,
    single,
)
from dpzoo.relations.guarantees import SMALLEST, GuaranteeError

INFINITE: Final = real(math.inf)

Values = Mapping[str, Any]


def _number(notion: str, values: Values, name: str, default: Any = None) -> Real:
    given = values.get(name, default)
    if given is None:
        raise GuaranteeError(f"{notion} needs a value for {name}")
    return as_real(name, given)


def as_real(name: str, given: Any) -> Real:
    """A parameter as a number that is not negative."""
    try:
        found = given if isinstance(given, Real) else real(float(given) if not isinstance(given, int | Fraction) else given)
    except (TypeError, ValueError):
        raise GuaranteeError(f"{name} is {given!r}, which is not a number") from None
    try:
        size = float(found)
    except OverflowError:
        raise GuaranteeError(f"{name} is too large for a floating-point number") from None
    if size < 0:
        raise GuaranteeError(f"{name} = {size:.10g} is negative")
    if size < SMALLEST and found != ZERO:
        raise GuaranteeError(f"{name} is too small for a floating-point number, which would take it for 0")
    return found


def _pure(n: str, v: Values) -> Sequence[Primitive]:
    return [Line(_number(n, v, "epsilon"), ZERO)]


def _approximate(n: str, v: Values) -> Sequence[Primitive]:
    return [Line(_number(n, v, "epsilon"), _number(n, v, "delta"))]


def _relaxed(n: str, v: Values) -> Sequence[Primitive]:
    return [Line(_number(n, v, "epsilon"), _number(n, v, "delta_a") + _number(n, v, "delta_p", 0))]


def _renyi(n: str, v: Values) -> Sequence[Primitive]:
    return single(_number(n, v, "alpha"), _number(n, v, "epsilon"))


def _zero_concentrated(n: str, v: Values) -> Sequence[Primitive]:
    return orders(_number(n, v, "xi", 0), _number(n, v, "rho"), INFINITE)


def _bounded_concentrated(n: str, v: Values) -> Sequence[Primitive]:
    return orders(_number(n, v, "xi", 0), _number(n, v, "rho"), _number(n, v, "omega"))


def _capped(n: str, v: Values) -> Sequence[Primitive]:
    return [Line(_number(n, v, "xi"), ZERO), *orders(ZERO, _number(n, v, "tau"), INFINITE)]


def _generated(n: str, v: Values) -> Sequence[Primitive]:
    bound, name = _number(n, v, "epsilon"), v.get("f")
    if name in ("kl", "reverse-kl"):  # both orders of a pair are bounded
        return single(ONE, bound)
    if name == "total-variation":
        return [Line(ZERO, bound)]
    if name == "chi-square":
        return single(real(2), (bound + 1).log())
    if name == "hellinger":  # 2 - 2BC, and D_½ = -2 ln BC
        return () if bound >= 2 else [Orders((1 - bound / 2).log() * -2, ZERO, *(real(Fraction(1, 2)),) * 2)]
    raise GuaranteeError(f"f of {n} is the name of a generator: kl, reverse-kl, total-variation, chi-square or hellinger")


def _curve(n: str, v: Values) -> Sequence[Primitive]:
    """A piecewise linear trade-off curve: each segment y = h - s·x is the line p ≤ 1 - h + s·q, in both orders."""
    points = [(Fraction(str(x)), Fraction(str(y))) for x, y in v["f"]]
    found: list[Primitive] = []
    steps = list(itertools.pairwise(points))
    if any(x1 <= x0 for (x0, _), (x1, _) in steps):
        raise GuaranteeError(f"the points of f of {n} go from left to right")
    slopes = [(y0 - y1) / (x1 - x0) for (x0, y0), (x1, y1) in steps]
    proper = all(0 <= y <= 1 - x for x, y in points) and all(s >= 0 for s in slopes) and slopes == sorted(slopes, reverse=True)
    if slopes:  # a convex curve between 0 and 1 - x lies above its straight continuations, which keep to that, too
        (x0, y0), (x1, y1) = points[0], points[-1]
        proper = proper and y0 + slopes[0] * x0 <= 1 and y1 <= slopes[-1] * (1 - x1)
    if not proper:
        raise GuaranteeError(f"f of {n} is not a trade-off function: it is convex, does not rise and lies between 0 and 1 - x")
    for ((x0, y0), _), slope in zip(steps, slopes, strict=True):
        height = 1 - y0 - slope * x0
        if slope >= 1:
            found.append(Line(log_of(slope), real(height)))
        elif slope > 0:
            found.append(Line(log_of(1 / slope), real(1 - (1 - height) / slope)))
    return found


def _profile(n: str, v: Values) -> Sequence[Primitive]:
    return [Line(as_real("epsilon", e), as_real("delta", d)) for e, d in v["profile"]]


_READ: Final[Mapping[str, Callable[[str, Values], Sequence[Primitive]]]] = {
    "epsilon-dp": _pure,
    "indistinguishable-privacy": _pure,
    "one-epsilon-privacy": lambda n, v: [Line((_number(n, v, "epsilon") + 1).log(), ZERO)],
    "approximate-dp": lambda n, v: _profile(n, v) if "profile" in v else _approximate(n, v),
    "max-kl-stability": _approximate,
    "probabilistic-dp": _approximate,
    "relaxed-dp": _relaxed,
    "total-variation-privacy": lambda n, v: [Line(ZERO, _number(n, v, "epsilon"))],
    "kl-privacy": lambda n, v: single(ONE, _number(n, v, "epsilon")),
    "renyi-dp": _renyi,
    "zero-concentrated-dp": _zero_concentrated,
    "approximate-zero-concentrated-dp": _zero_concentrated,
    "bounded-concentrated-dp": _bounded_concentrated,
    "truncated-codp-bdrs18": _bounded_concentrated,
    "truncated-codp-col16": _capped,
    "mean-concentrated-dp": lambda n, v: [Mean(_number(n, v, "mu"), _number(n, v, "tau"))],
    "fk-divergence-dp": lambda n, v: power(_number(n, v, "k"), _number(n, v, "epsilon")),
    "binary-chi-alpha-dp": lambda n, v: [c for k, x in v["xi"] for c in power(as_real("alpha", k), as_real("xi", x))],
    "divergence-dp": _generated,
    "gaussian-dp": lambda n, v: [Gaussian(_number(n, v, "mu"))],
    "range-bounded-privacy": lambda n, v: [OddsRange(_number(n, v, "epsilon"))],
    "f-dp": _curve,
}
SOURCES: Final = tuple(_READ)
"""The ids of the notions that the engine takes as sources."""
_AT_MOST_ONE: Final = ("delta", "delta_a", "delta_p", "x")
_AT_LEAST_ONE: Final = ("alpha", "k")


def guarantee(parts: Sequence[tuple[str, Values]]) -> RatioConstraint:
    """A conjunction of guarantees as one. Raises GuaranteeError for what is not a guarantee of a known kind."""
    found: list[Primitive] = []
    cut, triple = ZERO, None
    for notion, values in parts:
        if notion not in _READ:
            raise GuaranteeError(
                f"{notion} is not a notion that bounds one pair by itself; the notions that do are {', '.join(_READ)}"
            )
        check(notion, values)
        read = _READ[notion](notion, values)
        if notion == "approximate-zero-concentrated-dp":
            delta = _number(notion, values, "delta")
            if len(parts) == 1:
                cut = delta
            elif delta != ZERO:
                read = [Behind(c, delta) if isinstance(c, Orders) else Line(_number(notion, values, "xi"), delta) for c in read]
        if notion in ("probabilistic-dp", "relaxed-dp"):
            a = _number(notion, values, "delta_a", 0) if notion == "relaxed-dp" else ZERO
            b = _number(notion, values, "delta_p" if notion == "relaxed-dp" else "delta", 0)
            triple = (_number(notion, values, "epsilon"), a, b)
            if len(parts) > 1 and b != ZERO:
                read, triple = [Unprocessed(*triple)], None
            elif len(parts) > 1:
                triple = None
        found += read
    kept = needed(list(dict.fromkeys(c for c in found if not is_trivial(c))))  # a symmetric curve gives each line twice
    if cut != ZERO and len(kept) == 1 and isinstance(kept[0], Line):  # what is set aside is what (ε, δ)-DP discloses
        return RatioConstraint((Line(kept[0].epsilon, cut),)) if cut < ONE else RatioConstraint(())
    alone = kept[0] if len(kept) == 1 else None
    if isinstance(alone, Unprocessed):
        slack = alone.absolute + alone.aside
        return RatioConstraint((Line(alone.epsilon, slack),), ZERO, (alone.epsilon, alone.absolute, alone.aside))
    return RatioConstraint((alone.part,), alone.delta) if isinstance(alone, Behind) else RatioConstraint(kept, cut, triple)


def check(notion: str, values: Values) -> None:
    """Whether values lie in their domains; total variation's and f-DP's own are among them. Raises GuaranteeError."""
    for name, value in values.items():
        if name in ("f", "xi", "profile") and not isinstance(value, int | float | Fraction | Real):
            continue
        number = as_real(name, value)
        x = float(number)
        whole = name in _AT_MOST_ONE or (notion == "total-variation-privacy" and name == "epsilon")
        if whole and number > ONE:
            raise GuaranteeError(f"{name} of {notion} must be at most 1, not {x:.10g}")
        if name in _AT_LEAST_ONE and number < ONE:
            raise GuaranteeError(f"{name} of {notion} must be at least 1, not {x:.10g}")
        if name == "omega" and number <= ONE:
            raise GuaranteeError(f"omega of {notion} must be above 1, not {x:.10g}")
        if math.isinf(x) and name not in ("alpha", "omega", "epsilon"):
            raise GuaranteeError(f"{name} of {notion} is finite")
