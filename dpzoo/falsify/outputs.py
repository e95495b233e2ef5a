"""A program's output in a form that can be compared: a number, a category, or several of them with names."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from numbers import Real
from typing import Any, Final

MOST_PARTS: Final = 1000
"""Parts of one output."""
MOST_TEXT: Final = 1000
"""Characters of one text."""


class SamplerError(ValueError):
    """A call of the tester cannot be carried out, or an output cannot be judged; the message is one sentence."""


class Raised(str):
    """The category of a run that ended in an exception: ``raises`` and its type."""

    __slots__ = ()


class Several(tuple[tuple[str, Hashable], ...]):
    """The parts of a list, a tuple, an array, a set or a dictionary, each with its place or key; nested ones in one row."""

    __slots__ = ()

    def __str__(self) -> str:
        return "[" + ", ".join(f"{name}: {shown(part)}" for name, part in self) + "]"


def comparable(found: Any) -> Hashable:
    """An output as a float, a category (a text) or :class:`Several`; SamplerError for what cannot be compared.

    NaN and the infinities are categories. A boolean, ``None`` and bytes are categories by what Python shows of them.
    """
    simple = _simple(found)
    if simple is not None:
        return simple
    parts: list[tuple[str, Hashable]] = []
    _gather(found, "", parts)
    return Several(parts)


def _simple(found: Any) -> Hashable | None:
    match found:
        case None | bool():
            return str(found)
        case str() | bytes():
            if len(found) > MOST_TEXT:
                raise SamplerError(f"an output is a text of {len(found)} characters; texts of at most {MOST_TEXT} are compared")
            return found if isinstance(found, str) else str(found)
        case Real() | Decimal():
            return _number(found)
    if getattr(found, "shape", None) == () and hasattr(found, "item"):
        inner = found.item()
        return None if inner is found else _simple(inner)
    return None


def _number(found: Any) -> Hashable:
    try:
        number = float(found)
    except OverflowError:
        return "too large for a float"
    return number if math.isfinite(number) else str(number)


def _gather(found: Any, place: str, parts: list[tuple[str, Hashable]]) -> None:
    simple = _simple(found)
    if simple is not None:
        parts.append((place, simple))
        if len(parts) > MOST_PARTS:
            raise SamplerError(
                f"an output has more than {MOST_PARTS} parts; give the function some of them, or a function of them"
            )
        return
    if hasattr(found, "tolist") and hasattr(found, "shape"):
        if math.prod(found.shape) > MOST_PARTS:
            raise SamplerError(
                f"an output has more than {MOST_PARTS} parts; give the function some of them, or a function of them"
            )
        found = found.tolist()
    inner: list[tuple[str, Any]]
    if isinstance(found, Mapping):
        inner = sorted(((plain(repr(key)), value) for key, value in found.items()), key=lambda item: item[0])
    elif isinstance(found, AbstractSet):
        inner = [(plain(repr(key)), True) for key in sorted(found, key=repr)]
    elif isinstance(found, list | tuple):
        if len(found) > MOST_PARTS:
            raise SamplerError(
                f"an output has more than {MOST_PARTS} parts; give the function some of them, or a function of them"
            )
        inner = [(str(k), value) for k, value in enumerate(found, start=1)]
    else:
        raise SamplerError(
            f"an output is of the type {plain(type(found).__name__)}, which cannot be compared; answer with a number, a text, "
            "None, or a list, tuple, array, set or dictionary of these"
        )
    for name, value in inner:
        _gather(value, f"{place}.{name}" if place else name, parts)


def shown(part: Hashable) -> str:
    """A part in a few characters."""
    return f"{part:.6g}" if isinstance(part, float) else plain(str(part))


def plain(text: str, most: int = 200) -> str:
    """Foreign text on one line: control characters appear as codes, and long text is cut."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)
