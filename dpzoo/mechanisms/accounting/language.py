"""Items as people type them: ``gaussian(sigma=10)*100``, ``poisson(q=0.01, gaussian(sigma=1))*1000``, ``zcdp(rho=0.1)*4``.

An expression is a name with parameters ``name=value`` (or values in their usual order), and expressions where the name is a
combinator. A value is a number or a constant expression such as ``log(3)``; ``?`` marks the one that is asked for. Guarantees may
also stand as papers print them: ``(1, 1e-6)-DP*3``, ``0.5-zCDP``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dpzoo.expressions import ExpressionError, parse
from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import ZERO, Real
from dpzoo.numbers.values import value
from dpzoo.relations.guarantees import SMALLEST, as_printed

UNKNOWN: Final = "?"
COMBINATORS: Final = frozenset(
    {"poisson", "subsample", "without_replacement", "shuffle", "group", "user", "replace", "parallel", "compose"}
)
_NOTIONS: Final[Mapping[tuple[str, int], str]] = {
    ("dp", 1): "pure",
    ("approximate-dp", 2): "approximate",
    ("adp", 2): "approximate",
    ("zcdp", 1): "zcdp",
    ("gdp", 1): "gdp",
    ("rdp", 2): "rdp",
}
_CALL: Final = re.compile(r"^(?P<name>[^\W\d][^()=,*]*?)\s*(?:\((?P<inside>.*)\))?$", re.DOTALL)


@dataclass(frozen=True)
class ItemCall:
    """A name, its parameters as they were typed, those without a name, and the expressions inside."""

    name: str
    given: tuple[tuple[str, str], ...] = ()
    positional: tuple[str, ...] = ()
    inner: tuple[tuple[ItemCall, str], ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Item:
    """An expression and how often it is run."""

    call: ItemCall
    times: str
    text: str


def read_item(text: str) -> Item:
    """One argument of ``dpzoo compose``. Raises AccountingError in one sentence."""
    if not isinstance(text, str):
        raise AccountingError(f"an item must be a text such as 'gaussian(sigma=10)*100', not {text!r}")
    call, times = _repeated(text)
    return Item(call, times, " ".join(text.split()))


def count(text: str) -> int:
    """How often: a whole number from 1. Raises AccountingError."""
    try:
        number = value(text.strip(), "the number of times").rational
    except BlockError as error:
        raise AccountingError(str(error)) from None
    if number is None or number.denominator != 1 or number < 1:
        raise AccountingError(
            f"{text.strip()!r} is not a number of times; write a whole number from 1, as in gaussian(sigma=10)*100"
        )
    if number > MOST_TIMES:
        raise AccountingError(f"{text.strip()} times is more than the {MOST_TIMES:,} that are added up")
    return int(number)


MOST_TIMES: Final = 10**9


def number(text: str, name: str) -> Real:
    """A parameter as an exact number that floating-point numbers can come close to. Raises AccountingError."""
    try:
        found = value(text, name)
        size = abs(float(found))
    except BlockError as error:
        raise AccountingError(str(error)) from None
    except OverflowError:
        size = math.inf
    if math.isinf(size) and not found.infinite:
        raise AccountingError(f"{name}: {text.strip()} is too large for a floating-point number")
    if size < SMALLEST and found != ZERO:
        raise AccountingError(f"{name}: {text.strip()} is too small for a floating-point number, which would take it for 0")
    return found


def _repeated(text: str) -> tuple[ItemCall, str]:
    parts = [_as_call(p.strip()) for p in split(text, "*")]
    if len(parts) > 1 and not all(parts):
        raise AccountingError(f"{text.strip()!r} cannot be read; write a mechanism and how often, as in gaussian(sigma=10)*100")
    calls = [p for p in parts if _is_call(p)]
    if len(calls) != 1 or len(parts) > 2:
        if len(parts) == 1 or not calls:
            raise AccountingError(
                f"{text.strip()!r} is not a mechanism or a guarantee; write one as in gaussian(sigma=10)*100 or zcdp(rho=0.1)"
            )
        raise AccountingError(
            f"{text.strip()!r} has more than one '*'; write one mechanism times one number, as in laplace(b=10)*3"
        )
    times = next((p for p in parts if p is not calls[0]), "1")
    return _call(calls[0]), times


def _as_call(text: str) -> str:
    """``(1, 1e-6)-DP`` as approximate(1, 1e-6); other texts as they are."""
    printed = as_printed(text)
    name = _NOTIONS.get((printed[0].casefold(), len(printed[1]))) if printed is not None else None
    return text if printed is None or name is None else f"{name}({', '.join(printed[1])})"


def _is_call(text: str) -> bool:
    if text == UNKNOWN or not _CALL.match(text):
        return False
    try:
        return bool(parse(text).names)  # a constant such as log(3) or 1e3 is a number
    except ExpressionError:
        return True


def _call(text: str) -> ItemCall:
    match = _CALL.match(text)
    assert match is not None
    name, inside = match["name"].strip(), match["inside"]
    given: list[tuple[str, str]] = []
    positional: list[str] = []
    inner: list[tuple[ItemCall, str]] = []
    arguments = [] if inside is None or not inside.strip() else [p.strip() for p in split(inside, ",")]
    for argument in arguments:
        sides = split(argument, "=")
        if not argument or len(sides) > 2 or not all(s.strip() for s in sides):
            raise AccountingError(f"{argument!r} in {text!r} cannot be read; write parameter=value, as in sigma=10")
        if len(sides) == 2:
            key = sides[0].strip()
            if key in dict(given):
                raise AccountingError(f"{key} is given twice in {text!r}")
            given.append((key, sides[1].strip()))
        elif (
            fold(name) in COMBINATORS and argument != UNKNOWN and any(_is_call(_as_call(p.strip())) for p in split(argument, "*"))
        ):
            inner.append(_repeated(argument))
        else:
            positional.append(argument)
    return ItemCall(name, tuple(given), tuple(positional), tuple(inner), " ".join(text.split()))


def fold(name: str) -> str:
    """A name without case, and with one spelling of its gaps."""
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def split(text: str, at: str) -> list[str]:
    """At a character outside parentheses. Raises AccountingError where parentheses do not match; ``**`` is no ``*``."""
    parts, depth, i = [""], 0, 0
    while i < len(text):
        c = text[i]
        depth += {"(": 1, ")": -1}.get(c, 0)
        if depth < 0:
            break
        if at == "*" and text[i : i + 2] == "**":
            parts[-1] += "**"
            i += 2
            continue
        if c == at and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
        i += 1
    if depth:
        raise AccountingError(f"the parentheses of {text.strip()!r} do not match")
    return parts


def unknowns(items: Sequence[Item]) -> int:
    """How many ``?`` there are."""
    return sum(_marks(i.call) + (i.times.strip() == UNKNOWN) for i in items)


def _marks(call: ItemCall) -> int:
    own = sum(v == UNKNOWN for _, v in call.given) + sum(v == UNKNOWN for v in call.positional)
    return own + sum(_marks(c) + (t == UNKNOWN) for c, t in call.inner)


def filled(items: Sequence[Item], answer: str) -> list[Item]:
    """The items with every ``?`` replaced."""

    def fill(text: str) -> str:
        return answer if text.strip() == UNKNOWN else text

    def inside(call: ItemCall) -> ItemCall:
        return ItemCall(
            call.name,
            tuple((k, fill(v)) for k, v in call.given),
            tuple(fill(v) for v in call.positional),
            tuple((inside(c), fill(t)) for c, t in call.inner),
            call.text.replace(UNKNOWN, answer),
        )

    return [Item(inside(i.call), fill(i.times), i.text.replace(UNKNOWN, answer)) for i in items]


def asked_for(items: Sequence[Item]) -> tuple[str, str]:
    """What the one ``?`` stands for: the name of the call and of its parameter ('times' for a number of repetitions)."""
    found: list[tuple[str, str]] = []

    def look(call: ItemCall, order: Callable[[str], Sequence[str]]) -> None:
        found.extend((fold(call.name), fold(k)) for k, v in call.given if v == UNKNOWN)
        for place, v in enumerate(call.positional):
            if v == UNKNOWN:
                names = order(fold(call.name))
                found.append((fold(call.name), names[place] if place < len(names) else ""))
        for inner, times in call.inner:
            look(inner, order)
            if times == UNKNOWN:
                found.append((fold(inner.name), "times"))

    from dpzoo.mechanisms.accounting.naming import usual_order

    for item in items:
        look(item.call, usual_order)
        if item.times.strip() == UNKNOWN:
            found.append((fold(item.call.name), "times"))
    if len(found) != 1:
        raise AccountingError(
            f"mark the one number that is asked for by '?', as in gaussian(sigma=?)*100; there are {len(found)}"
        )
    return found[0]
