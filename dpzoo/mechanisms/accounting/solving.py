"""The number for which a list meets a target (ε, δ): found by bisection, rounded to the safe side, and put back in.

>>> from dpzoo.mechanisms.accounting.composing import read
>>> found = solve(read(["gaussian(sigma=?)"]), epsilon=1, delta=1e-6)
>>> found.shown, found.check.epsilon <= 1
('4.22467889', True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any, Final

from dpzoo.mechanisms.accounting.composing import Composition, compose, target_number
from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError, NoTargetError
from dpzoo.mechanisms.accounting.language import Item, asked_for, filled
from dpzoo.mechanisms.accounting.naming import KINDS, SAME, WRITTEN, WRITTEN_SAME, Lookup

_DIGITS: Final = 9  # a unit of the last one is more than _GAP, so that the value one unit beyond is known not to do
_MORE_PROTECTS: Final = frozenset({"sigma", "b", "n", "steps", "std", "sd", "scale", "stddev", "noise_multiplier"})
_WHOLE: Final = frozenset({"times", "k", "m", "n", "steps"})
_PROBABILITY: Final = frozenset({"p", "delta", "q", "rate", "sampling_rate", "sampling_prob", "sampling_probability"})
_LARGEST: Final = 1e15
_SMALLEST: Final = 1e-12


@dataclass(frozen=True)
class Solution:
    """``value`` meets the target, as ``check`` shows; ``beyond`` says what is known of a value one step less careful."""

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
    if epsilon is None:
        raise AccountingError("give the target: --epsilon and --delta, which is 0 only for pure DP")
    most, slack = target_number(epsilon, "epsilon"), None if delta is None else target_number(delta, "delta")
    name, parameter = asked_for(items)
    plain = _parameter(name, parameter)
    more_protects = plain in _MORE_PROTECTS
    whole = plain in _WHOLE
    checked: dict[str, Composition | None] = {}

    def excess(text: str) -> float:
        """ln(ε/target), at most 0 where the target is met."""
        if text not in checked:
            try:
                checked[text] = compose(filled(items, text), delta=slack, lookup=lookup, quick=True)
            except NoAnswerError:
                checked[text] = None
            except NoTargetError:
                raise AccountingError("give the target: --epsilon and --delta, which is 0 only for pure DP") from None
            except AccountingError:
                if not checked:  # it is not about the value that is tried
                    raise
                checked[text] = None
        answer = checked[text]
        if answer is None:
            return math.inf
        if answer.upper <= 0:
            return -math.inf
        return math.log(answer.upper / float(most)) if float(most) > 0 else math.inf

    least = 1.0 if plain in _PROBABILITY else _LARGEST
    value, beyond = _search(excess, more_protects=more_protects, whole=whole, most=least)
    check = compose(filled(items, value), delta=slack, lookup=lookup)
    return Solution(
        parameter=plain,
        value=float(value),
        shown=value,
        items=check.items,
        target={"epsilon": float(most), "delta": check.delta},
        check=check,
        beyond=beyond,
    )


def _parameter(name: str, parameter: str) -> str:
    if (written := WRITTEN.get(WRITTEN_SAME.get(name, name))) is not None:
        own = written.same.get(parameter, parameter)
        return "times" if own == "t" else own
    kind = KINDS.get(SAME.get(name, name))
    if kind is not None:
        return kind.same.get(parameter, parameter)
    return {"rate": "q", "epsilon0": "epsilon", "size": "k", "records": "m"}.get(parameter, parameter)


def _search(excess: Callable[[str], float], *, more_protects: bool, whole: bool, most: float) -> tuple[str, str]:
    """The value as text, and what is known of the next one."""

    def text(x: float) -> str:
        if whole:
            return str(math.ceil(x) if more_protects else math.floor(x))
        return _rounded(x, ROUND_CEILING if more_protects else ROUND_FLOOR)

    def meets(x: float) -> bool:
        return excess(text(x)) <= 0

    start = 1.0 if whole or most > 1 else 0.5
    started = meets(start)
    if most == 1.0 and not more_protects and started and meets(1.0):
        return "1", "every value up to 1 meets the target"
    good, bad = _bracket(meets, start, more_protects=more_protects, whole=whole, most=most)
    if bad is None:
        return text(good), f"every value up to {text(good)} that was tried meets the target"
    while not (abs(good - bad) <= 1 if whole else abs(good - bad) <= min(good, bad) * _GAP):
        x = _between(good, bad, excess(text(good)), excess(text(bad)) if bad > 0 else math.inf, whole=whole)
        if text(x) in {text(good), text(bad)}:
            x = (good + bad) / 2
            if text(x) in {text(good), text(bad)}:
                break
        if meets(x):
            good = x
        else:
            bad = x
    plain = float(f"{(good + bad) / 2:.{_DIGITS - 2}g}")
    if not whole and min(good, bad) < plain < max(good, bad):  # such as 6 between 5.999999999 and 6.000000001
        good, bad = (plain, bad) if meets(plain) else (good, plain)
    return text(good), f"{text(bad)} does not meet the target by the rules here"


_GAP: Final = 4e-10
_NEAR: Final = 1.5e-10


def _between(good: float, bad: float, below: float, above: float, *, whole: bool) -> float:
    """Where a straight line in logarithms meets the target, moved a little towards the farther end; otherwise the middle."""
    middle = (good + bad) / 2 if whole or max(good, bad) < 4 * min(good, bad) else math.sqrt(good * bad)
    if whole:
        return float(math.floor(middle))
    if not (math.isfinite(below) and math.isfinite(above) and above - below > 0):
        return middle
    share = -below / (above - below)  # of the way from good to bad
    ratio = math.log(bad / good)
    step = max(_NEAR, abs(share * ratio) * 1e-3)
    if share > 0.5:
        x = math.exp(math.log(good) + share * ratio - math.copysign(step, ratio))
    else:
        x = math.exp(math.log(good) + share * ratio + math.copysign(step, ratio))
    low, high = min(good, bad), max(good, bad)
    return x if low < x < high else middle


def _bracket(
    meets: Callable[[float], bool], start: float, *, more_protects: bool, whole: bool, most: float
) -> tuple[float, float | None]:
    """A value that meets the target and one that does not, if there is one."""
    if meets(start):
        good = start
        while True:
            x = good / 4 if more_protects else good * 4
            if (whole and x < 1) or x < _SMALLEST:
                return good, None if not (whole and good > 1) else 0.0
            if x >= most:
                if most <= 1:
                    return good, most
                raise NoAnswerError(f"the target is met by every value up to {most:g}")
            if not meets(x):
                return good, x
            good = x
    bad = start
    while True:
        x = bad * 4 if more_protects else bad / 4
        if x > _LARGEST or x < _SMALLEST or (whole and x < 1):
            raise NoAnswerError("no value meets the target; the other items may exceed it alone, or delta may be too small")
        if meets(x):
            return x, bad
        bad = x


def _rounded(x: float, direction: str) -> str:
    found = Context(prec=_DIGITS, rounding=direction).create_decimal(Decimal(x))
    return f"{found.normalize():f}" if -8 < found.adjusted() < 12 else str(found.normalize())
