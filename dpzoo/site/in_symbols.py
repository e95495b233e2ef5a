"""Measured values as readers write them: ε for epsilon, 10⁻⁶ for 1e-06, and what a map loses in a sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.checks.optimality import TIGHT, Loss
from dpzoo.meaning.words import Rounding, number
from dpzoo.site.relation_data import symbol
from dpzoo.site.templating import as_numbers
from dpzoo.zoo.zoo import Zoo

_SMALL: Final = re.compile(r"(?<![\w.])\d(?:\.\d+)?e\+?0*[0-3]\b")
"""A power of ten that is written out."""
_PARAMETER: Final = re.compile(r"([a-z]+(?:_[a-z])?)( from |=)")
_GUARANTEE: Final = re.compile(r"([a-z0-9-]+)\((.*)\)(?: at (.*))?")
_CLOSE: Final = 0.9999
"""A probability above it is told by what is missing."""


def in_symbols(text: str) -> str:
    """Text in which parameters have their symbols, and numbers their powers of ten.

    >>> in_symbols("epsilon from 0.1 to 4, delta_a from 2.5e-06 to 0.01"), in_symbols("xi=0, k=2")
    ('ε from 0.1 to 4, δ_a from 2.5·10⁻⁶ to 0.01', 'ξ = 0, k = 2')
    """
    named = _PARAMETER.sub(lambda m: name(m[1]) + (" = " if m[2] == "=" else m[2]), text)
    return as_numbers(_SMALL.sub(lambda m: f"{float(m[0]):g}", named))


def name(parameter: str) -> str:
    """The symbol of a parameter, an index after an underscore."""
    return "_".join(part for part in symbol(f"\\{parameter}") if part)


def assigned(values: Mapping[str, Any]) -> str:
    """Values of parameters: "δ_a = 0.02, δ_p = 0.05"."""
    return in_symbols(", ".join(f"{n}={v}" for n, v in values.items()))


def masses(probabilities: Sequence[str]) -> str:
    """Output probabilities, one close to 1 by what is missing.

    >>> masses(("3.8e-07", "1")), masses(("0.25", "0.75"))
    ('3.8·10⁻⁷, 1 − 3.8·10⁻⁷', '0.25, 0.75')
    """
    exact = [float(p) for p in probabilities]
    others = [[p for j, p in enumerate(probabilities) if j != i and exact[j] > 0] for i in range(len(exact))]
    rows = zip(probabilities, exact, others, strict=True)
    return in_symbols(", ".join(f"1 − {rest[0]}" if x > _CLOSE and len(rest) == 1 else p for p, x, rest in rows))


@dataclass(frozen=True, slots=True)
class LossWords:
    """What a map asks for, as parts of a sentence."""

    median: str
    worst: str
    where: str
    over: str
    pair: tuple[str, ...]
    """Output probabilities on either side; empty where none are known, or nothing is needed."""


def loss_words(zoo: Zoo, loss: Loss) -> LossWords:
    """The parts for a map that is not the best possible one everywhere."""
    given = _GUARANTEE.fullmatch(loss.at)
    where = loss.at
    if given:
        where = f"{zoo[given[1]].short} with {in_symbols(given[2])}" + (f", at {in_symbols(given[3])}" if given[3] else "")
    sides = tuple(masses(p) for p in loss.pair)
    return LossWords(times(loss.typical), times(loss.worst), where, in_symbols(loss.over), sides if len(set(sides)) > 1 else ())


def times(ratio: float) -> str:
    """What is asked for, in terms of what is needed."""
    if math.isinf(ratio):
        return "something where nothing is needed"
    if ratio <= 1 + TIGHT:
        return "what is needed"
    return f"{number(ratio, 3, Rounding.MOST)} times what is needed"
