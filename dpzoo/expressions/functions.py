"""Named functions that expressions may call, each with its LaTeX and its value on floats.

If a parameter map needs a function that arithmetic cannot express, add it here and cite the source of its formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class NamedFunction:
    """A function of real numbers.

    ``latex`` is a template in which ``#1``, ``#2``… stand for the typeset arguments and ``#*`` for all of them,
    separated by commas; ``arity`` is the number of arguments, ``None`` for one or more.
    """

    name: str
    arity: int | None
    latex: str
    value: Callable[..., float]


def normal_cdf(x: float) -> float:
    """Distribution function Φ of the standard normal distribution; Φ(-inf) = 0, Φ(inf) = 1."""
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def normal_quantile(p: float) -> float:
    """The inverse of Φ, from [0, 1] to the extended reals (Wichura 1988, algorithm AS 241, as in Python's library)."""
    if p in (0.0, 1.0):
        return -math.inf if p == 0.0 else math.inf
    return NormalDist().inv_cdf(p)


def lambert_w_minus(x: float) -> float:
    """The lower real branch W₋₁ of Lambert's function: the w ≤ -1 with w·e^w = x, for -1/e ≤ x < 0; -inf at 0.

    Newton's method on v - ln v = -ln(-x) for v = -w, from the upper bound v ≤ 1 + √(2u) + u with u = -ln(-x) - 1
    (Chatzigeorgiou 2013): the left side is convex, so that the steps only fall.
    """
    if x == 0.0:
        return -math.inf
    u = -math.log(-x) - 1.0
    if u <= 0.0:
        if u < -1e-12:
            raise ValueError("lambert_w_minus takes -1/e <= x <= 0")
        return -1.0
    v = 1.0 + math.sqrt(2.0 * u) + u
    while (smaller := v - (v - math.log(v) - u - 1.0) * v / (v - 1.0)) < v:
        v = smaller
    return -v


def log_sinhc(x: float) -> float:
    """ln(sinh(x)/x), an even function that is 0 at 0; without cancellation near 0 and without overflow."""
    x = abs(x)
    if x < 0.1:
        y = x * x
        return y * (1 / 6 - y * (1 / 180 - y * (1 / 2835 - y * (1 / 37800 - y / 467775))))
    return x if x == math.inf else x + math.log(-math.expm1(-2.0 * x) / (2.0 * x))


def langevin(x: float) -> float:
    """Langevin's function coth(x) - 1/x, the derivative of :func:`log_sinhc`; odd, 0 at 0, from -1 to 1."""
    if abs(x) < 0.1:
        y = x * x
        return x * (1 / 3 - y * (1 / 45 - y * (2 / 945 - y * (1 / 4725 - y * 2 / 93555))))
    return 1.0 / math.tanh(x) - 1.0 / x


def log_cosh(x: float) -> float:
    """ln(cosh(x)), even and 0 at 0; without cancellation near 0 and without overflow."""
    x = abs(x)
    return math.log1p(2.0 * math.sinh(x / 2.0) ** 2) if x < 1.0 else x + math.log1p(math.exp(-2.0 * x)) - math.log(2.0)


def probit_logistic(x: float) -> float:
    """The normal quantile of e^x/(1 + e^x), odd and close to x·√(π/8) near 0; it keeps its relative accuracy there.

    Where the smaller probability underflows, Newton's method on the asymptotic series of ln Φ(-z).
    """
    if x < 0.0:
        return -probit_logistic(-x)
    if x in (0.0, math.inf):
        return x
    if x > 700.0:
        z = math.sqrt(2.0 * x)
        for _ in range(6):
            y = 1.0 / (z * z)
            off = z * z / 2.0 + math.log(z * math.sqrt(2.0 * math.pi)) - math.log1p(-y * (1.0 - y * (3.0 - 15.0 * y))) - x
            z -= off / (z + 1.0 / z)
        return z
    z = -normal_quantile(math.exp(-x) / (1.0 + math.exp(-x)))
    if x < 1.0:  # one step of Newton's method on erf(z/√2) = tanh(x/2), both of which are small with x
        z -= (math.erf(z / math.sqrt(2.0)) - math.tanh(x / 2.0)) * math.sqrt(math.pi / 2.0) * math.exp(z * z / 2.0)
    return z


def kov_delta(epsilon: float, loss: float, times: float) -> float:
    """The least δ for which ``times`` mechanisms, each ``loss``-DP, are (``epsilon``, δ)-DP together, at worst.

    The excess mass of ``times`` randomised responses, which are the worst case (Kairouz, Oh & Viswanath 2017). ``epsilon``
    and ``loss`` are in nats and at least 0, ``times`` a whole number; the result is in [0, 1].
    """
    count = int(times)
    if count != times or count < 0 or epsilon < 0 or loss < 0:
        raise ValueError("kov_delta takes epsilon >= 0, loss >= 0 and a whole number of times")
    log_normaliser = count * math.log1p(math.exp(-loss))
    terms = []
    for lies in range(count + 1):
        gap = (count - 2 * lies) * loss - epsilon
        if gap > 0:
            log_weight = (
                math.lgamma(count + 1) - math.lgamma(lies + 1) - math.lgamma(count - lies + 1) - lies * loss - log_normaliser
            )
            terms.append(math.exp(log_weight) * -math.expm1(-gap))
    return min(1.0, math.fsum(terms))


def _exp(x: float) -> float:
    return math.inf if x == math.inf else math.exp(x)


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)


_FUNCTIONS = (
    NamedFunction("exp", 1, r"e^{#1}", _exp),
    NamedFunction("log", 1, r"\ln #1", _log),
    NamedFunction("sqrt", 1, r"\sqrt{#1}", math.sqrt),
    NamedFunction("min", None, r"\min\left( #* \right)", min),
    NamedFunction("max", None, r"\max\left( #* \right)", max),
    NamedFunction("tanh", 1, r"\tanh #1", math.tanh),
    NamedFunction("sinh", 1, r"\sinh #1", math.sinh),
    NamedFunction("cosh", 1, r"\cosh #1", math.cosh),
    NamedFunction("kov_delta", 3, r"\delta_{\mathrm{KOV}}\left( #* \right)", kov_delta),
    NamedFunction("normal_cdf", 1, r"\Phi\left( #1 \right)", normal_cdf),
    NamedFunction("normal_quantile", 1, r"\Phi^{-1}\left( #1 \right)", normal_quantile),
    NamedFunction("log_sinhc", 1, r"\ln\operatorname{sinhc}\left( #1 \right)", log_sinhc),
    NamedFunction("langevin", 1, r"L\left( #1 \right)", langevin),
    NamedFunction("log_cosh", 1, r"\ln\cosh\left( #1 \right)", log_cosh),
    NamedFunction("probit_logistic", 1, r"\Phi^{-1}\left( \frac{e^{#1}}{1 + e^{#1}} \right)", probit_logistic),
    NamedFunction("lambert_w_minus", 1, r"W_{-1}\left( #1 \right)", lambert_w_minus),
)

FUNCTIONS: Mapping[str, NamedFunction] = MappingProxyType({f.name: f for f in _FUNCTIONS})

CONSTANTS: Mapping[str, tuple[str, float]] = MappingProxyType({"pi": (r"\pi", math.pi), "inf": (r"\infty", math.inf)})
