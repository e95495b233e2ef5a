"""Generators of f-divergences: convex functions f on the positive numbers with f(1) = 0, their ends and conjugates."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

from dpzoo.blocks.divergences import Law, Number, is_exact
from dpzoo.expressions import ExpressionError, parse
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, compare, greatest, real, total
from dpzoo.numbers.values import evaluate

Convex = Callable[[Any], Any]


@dataclass(frozen=True)
class Generator:
    """A convex f with f(1) = 0.

    ``value`` takes a positive :class:`~dpzoo.numbers.real.Real` or a float array; ``at_zero`` is lim f(t) for t → 0, ``slope`` is
    lim f(t)/t for t → ∞ (either may be ``math.inf``); ``conjugate`` is f*(x) = sup_{y ≥ 0} (xy - f(y)), needed for
    capacity-bounded divergences only.
    """

    name: str
    value: Convex
    at_zero: Any
    slope: Any
    conjugate: Convex | None = None


def f_divergence(p: Law, q: Law, generator: Generator) -> Number:
    """D_f(P‖Q) = Σ_{Q>0} Q f(P/Q) + f'_∞ P[Q=0], with 0·∞ = 0 (Csiszár; the mean is over Q)."""
    f = generator
    if is_exact(p, q):
        parts, missing = [], Fraction(0)
        for a, b in zip(p, q, strict=True):
            if not b:
                missing += a
            elif a:
                parts.append(real(b) * f.value(real(a / b)))
            else:
                parts.append(real(f.at_zero) * b)
        return total(parts) + real(f.slope) * missing if missing else total(parts)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        inner = np.where(p > 0, f.value(np.where((q > 0) & (p > 0), p / q, 1.0)), float(f.at_zero))
        terms = np.where(q > 0, q * inner, 0.0)
    missing_mass = np.where(q == 0, p, 0.0).sum(axis=-1)
    with np.errstate(invalid="ignore"):
        tail = np.where(missing_mass > 0, missing_mass * float(f.slope), 0.0)
    return terms.sum(axis=-1) + tail


def restricted_divergence(p: Law, q: Law, generator: Generator, tests: Sequence[Sequence[Any]]) -> Number:
    """sup over the test functions h of E_P[h] - E_Q[f*(h)]; each test is its values on the outputs (capacity-bounded DP).

    A test counts only if f*(h) is finite everywhere; without any the supremum is that of the constant 0.
    """
    if generator.conjugate is None:
        raise BlockError(f"the generator {generator.name} comes without a conjugate, which capacity-bounded DP needs")
    if not tests:
        raise BlockError("the function class H is empty; give at least one test function")
    found = []
    for h in tests:
        if len(h) != p.shape[-1]:
            raise BlockError(f"a test function has {len(h)} values for {p.shape[-1]} outputs")
        if any(generator.conjugate(real(x)).infinite for x in h):
            continue
        if is_exact(p, q):
            terms = [(a, b, real(x)) for a, b, x in zip(p, q, h, strict=True)]
            gain = total(x * a for a, _, x in terms if a)
            loss = total(generator.conjugate(x) * b for _, b, x in terms if b)
            found.append(gain - loss)
        else:
            values = np.array([float(x) for x in h])
            conjugate = np.array([float(generator.conjugate(real(x))) for x in h])
            found.append((p * values).sum(axis=-1) - (q * conjugate).sum(axis=-1))
    if not found:
        return ZERO if is_exact(p, q) else np.zeros(p.shape[:-1])
    return greatest(found) if is_exact(p, q) else np.max(np.array(found), axis=0)


def _either(exact: Callable[[Real], Real], numeric: Callable[[Any], Any]) -> Convex:
    return lambda t: exact(t) if isinstance(t, Real) else numeric(t)


def _chi_square_conjugate(x: Real) -> Real:
    # sup over y ≥ 0 of xy - (y-1)²: at y = 1 + x/2 where that is positive, else at y = 0
    return x + x * x / 4 if compare(x, real(-2)) != -1 else real(-1)


def _total_variation_conjugate(x: Real) -> Real:
    if compare(x, real(Fraction(1, 2))) == 1:
        return INFINITY
    return greatest([x, real(Fraction(-1, 2))])


KL = Generator("kl", _either(lambda t: t * t.log(), lambda t: t * np.log(t)), 0, math.inf, lambda x: (x - 1).exp())
REVERSE_KL = Generator("reverse-kl", _either(lambda t: -t.log(), lambda t: -np.log(t)), math.inf, 0)
TOTAL_VARIATION = Generator(
    "total-variation", lambda t: abs(t - 1) / 2, Fraction(1, 2), Fraction(1, 2), _total_variation_conjugate
)
CHI_SQUARE = Generator("chi-square", lambda t: (t - 1) * (t - 1), 1, math.inf, _chi_square_conjugate)
HELLINGER = Generator("hellinger", _either(lambda t: (t.sqrt() - 1) * (t.sqrt() - 1), lambda t: (np.sqrt(t) - 1) ** 2), 1, 1)

NAMED: Mapping[str, Generator] = MappingProxyType({g.name: g for g in (KL, REVERSE_KL, TOTAL_VARIATION, CHI_SQUARE, HELLINGER)})


def power(k: Any) -> Generator:
    """f_k(t) = |t - 1|^k for k ≥ 1."""
    exponent = real(k)
    if exponent < 1:
        raise BlockError(f"k must be at least 1, not {k}")
    return Generator(
        f"|t-1|^{exponent}",
        _either(lambda t: abs(t - 1) ** exponent, lambda t: np.abs(t - 1.0) ** float(exponent)),
        1,
        1 if exponent == 1 else math.inf,
    )


def generator(given: Generator | str | Mapping[str, Any]) -> Generator:
    """A generator by name, or from ``{"f": expression in t, "at_zero": …, "slope": …}``."""
    if isinstance(given, Generator):
        return given
    if isinstance(given, str):
        if given not in NAMED:
            raise BlockError(
                f"{given!r} is not a known generator; choose one of {', '.join(NAMED)}, or give f, at_zero and slope"
            )
        return NAMED[given]
    if not isinstance(given, Mapping) or not {"f", "at_zero", "slope"} <= set(given):
        raise BlockError("a generator is a name, or f (an expression in t) with at_zero and slope")
    try:
        expression = parse(str(given["f"]))
    except ExpressionError as error:
        raise BlockError(f"f: {error}", ("f",)) from None
    if expression.names - {"t"}:
        raise BlockError(f"f is an expression in t alone, and names {', '.join(sorted(expression.names - {'t'}))}", ("f",))
    if compare(evaluate(expression, {"t": real(1)}), ZERO) not in (0, None):
        raise BlockError("f(1) is not 0", ("f",))

    def value(t: Any) -> Any:
        if isinstance(t, Real):
            return evaluate(expression, {"t": t})
        return np.vectorize(lambda x: expression.evaluate({"t": float(x)}))(t)

    ends = {k: math.inf if given[k] in ("inf", math.inf) else given[k] for k in ("at_zero", "slope")}
    return Generator(str(given["f"]), value, ends["at_zero"], ends["slope"])
