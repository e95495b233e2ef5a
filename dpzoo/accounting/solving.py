"""The number for which a list meets a target (ε, δ): found by bisection, rounded to the safe side, and put back in.

>>> from dpzoo.accounting.composing import read
>>> found = solve(read(["gaussian(sigma=?)"]), epsilon=1, delta=1e-6)
>>> found.shown, found.check.epsilon <= 1
('4.224679048', True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any, Final

from dpzoo.accounting.composing import Composition, compose, target_number
from dpzoo.accounting.errors import AccountingError, NoAnswerError
from dpzoo.accounting.language import Item, asked_for, filled
from dpzoo.accounting.naming import KINDS, SAME, Lookup

_DIGITS: Final = 10
_MORE_PROTECTS: Final = frozenset({"sigma", "b", "n", "steps", "std", "sd", "scale", "stddev", "noise_multiplier"})
_WHOLE: Final = frozenset({"times", "k", "m", "n", "steps"})
_PROBABILITY: Final = frozenset({"q", "rate", "sampling_rate", "sampling_prob", "sampling_probability"})
_LARGEST: Final = 1e15


@dataclass(frozen=True)
class Solution:
    """``value`` meets the target, as ``check`` shows; ``next_value``, one step less careful, does not, as far as is known."""

    parameter: str
    value: float
    shown: str
    items: tuple[str, ...]
    target: dict[str, float]
    check: Composition
    beyond: str

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "parameter": self.parameter,
            self.parameter: self.value,
            "value": self.value,
            "shown": self.shown,
            "target": dict(self.target),
            "items": list(self.items),
            "certainty": self.check.certainty,
            "rule": self.check.rule,
            "check": self.check.data(),
            "neighbours": self.check.neighbours,
            "sensitivities": dict(self.check.sensitivities),
        }


def solve(items: Sequence[Item], *, delta: Any = None, epsilon: Any = None, lookup: Lookup | None = None) -> Solution:
    """The least careful value of the one ``?`` with which all items together are (ε, δ)-DP.

    Noise and populations are as small, losses and repetitions as large as the target lets them. AccountingError for unusable
    input, NoAnswerError where no value meets the target.
    """
    if delta is None or epsilon is None:
        raise AccountingError("give the target: --epsilon and --delta")
    most, slack = target_number(epsilon, "epsilon"), target_number(delta, "delta")
    name, parameter = asked_for(items)
    plain = _parameter(name, parameter)
    more_protects = plain in _MORE_PROTECTS
    whole = plain in _WHOLE
    checked: dict[str, Composition | None] = {}

    def meets(text: str) -> bool:
        if text not in checked:
            try:
                found = compose(filled(items, text), delta=slack, lookup=lookup)
            except NoAnswerError:
                checked[text] = None
            else:
                checked[text] = found
        found_ = checked[text]
        return found_ is not None and found_.upper <= float(most)

    most_ = 1.0 if plain in _PROBABILITY else _LARGEST
    value, beyond = _search(meets, more_protects=more_protects, whole=whole, most=most_)
    check = checked[value]
    assert check is not None
    return Solution(
        parameter=plain,
        value=float(value),
        shown=value,
        items=check.items,
        target={"epsilon": float(most), "delta": float(slack)},
        check=check,
        beyond=beyond,
    )


def _parameter(name: str, parameter: str) -> str:
    kind = KINDS.get(SAME.get(name, name))
    if kind is not None:
        return kind.same.get(parameter, parameter)
    return {"rate": "q", "epsilon0": "epsilon", "size": "k", "records": "m"}.get(parameter, parameter)


def _search(meets: Callable[[str], bool], *, more_protects: bool, whole: bool, most: float) -> tuple[str, str]:
    """The value as text, and what is known of the next one."""

    def text(x: float) -> str:
        if whole:
            return str(math.ceil(x) if more_protects else math.floor(x))
        return _rounded(x, ROUND_CEILING if more_protects else ROUND_FLOOR)

    if most == 1.0 and not more_protects and meets("1"):
        return "1", "every value up to 1 meets the target"
    start = 1.0 if whole or most > 1 else 0.5
    good, bad = _bracket(meets, text, start, more_protects=more_protects, whole=whole, most=most)
    if bad is None:
        return text(good), f"every value up to {text(good)} that was tried meets the target"
    while True:
        low, high = sorted((good, bad))
        if whole and high - low <= 1:
            break
        if not whole and high - low <= low * 2e-10:
            break
        middle = math.sqrt(low * high) if high > 4 * low and not whole else (low + high) / 2
        if whole:
            middle = float(math.floor(middle))
        if text(middle) in {text(good), text(bad)}:
            break
        if meets(text(middle)):
            good = middle
        else:
            bad = middle
    return text(good), f"{text(bad)} does not meet the target by the rules here"


def _bracket(
    meets: Callable[[str], bool], text: Callable[[float], str], start: float, *, more_protects: bool, whole: bool, most: float
) -> tuple[float, float | None]:
    """A value that meets the target and one that does not, if there is one."""
    x = start
    if meets(text(x)):
        good = x
        while True:
            x = good / 4 if more_protects else good * 4
            if (whole and x < 1) or x < 1e-12:
                return good, None if not (whole and good > 1) else 0.0
            if x >= most:
                if most <= 1:
                    return good, most
                raise NoAnswerError(f"the target is met by every value up to {most:g}")
            if not meets(text(x)):
                return good, x
            good = x
    bad = x
    while True:
        x = bad * 4 if more_protects else bad / 4
        if x > _LARGEST or x < 1e-12 or (whole and x < 1):
            raise NoAnswerError(
                "no value meets the target; the other items may exceed it by themselves, or delta may be too small"
            )
        if meets(text(x)):
            return x, bad
        bad = x


def _rounded(x: float, direction: str) -> str:
    found = Context(prec=_DIGITS, rounding=direction).create_decimal(Decimal(x))
    return f"{found.normalize():f}" if -8 < found.adjusted() < 12 else str(found.normalize())
