"""Named functions that expressions may call, each with its LaTeX and its value on floats.

A function that a parameter map needs and arithmetic cannot say is added here, with the source of its formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
)

FUNCTIONS: Mapping[str, NamedFunction] = MappingProxyType({f.name: f for f in _FUNCTIONS})

CONSTANTS: Mapping[str, tuple[str, float]] = MappingProxyType({"pi": (r"\pi", math.pi), "inf": (r"\infty", math.inf)})

RESERVED = frozenset(FUNCTIONS) | frozenset(CONSTANTS)
