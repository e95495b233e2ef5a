"""What the short answers of ``site/ask`` are written with: best possible values, bars, counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from dpzoo.meaning import value
from dpzoo.meaning.words import at_most, number
from dpzoo.records.enums import Property, Verdict
from dpzoo.zoo.zoo import Zoo


@dataclass(frozen=True, slots=True)
class AnswerBar:
    """One bar: what it is, its length as a share of the longest, and its value in words."""

    label: str
    share: float
    text: str


def best(zoo: Zoo, guarantee: str, target: str, **fix: Any) -> float:
    """The best possible value of the target's parameter that is left open, at its upper end; else the best recorded one."""
    found = zoo.convert(guarantee, target, **fix)
    if found.optimum is not None:
        return float(found.optimum.upper)
    free = [v for name, v in found[0].target.values.items() if name not in fix]
    return float(free[0])


def whole(x: float) -> str:
    """A count, rounded up.

    >>> whole(141.42), whole(30000)
    ('142', '30,000')
    """
    return f"{math.ceil(x - 1e-9):,}"


def most(p: float) -> str:
    """An upper bound on a probability as a percentage, with as many decimals as tell it from certainty, up to four.

    >>> most(0.7310585), most(0.99966465), most(0.999999999), most(1.0)
    ('74 %', '99.97 %', '100 %', '100 %')
    """
    digits = next((d for d in (0, 1, 2, 3, 4) if p < 0.98 or 1 - p > 2 * 10 ** -(d + 2)), 0) if p < 1 else 0
    scale = 10**digits
    return f"{math.ceil(100 * p * scale - 1e-9) / scale:.{digits}f} %"


def bars(
    fragment: Callable[..., Markup],
    title: str,
    rows: Sequence[tuple[str, float]],
    show: Callable[[float], str],
    *,
    log: bool = False,
) -> Markup:
    """A chart of labelled bars from zero (or by logarithm from the least tenth), with every value in words."""
    lengths = [math.log10(v / min(x for _, x in rows)) + 1 if log else v for _, v in rows]
    longest = max(lengths)
    made = [AnswerBar(label, length / longest, show(v)) for (label, v), length in zip(rows, lengths, strict=True)]
    return fragment(title=title, bars=made, logarithmic=log)


def helpers(zoo: Zoo, fragment: Callable[..., Markup]) -> dict[str, Any]:
    """The names that a page of ``site/ask`` may use."""
    verdicts = {v: sum(n.property_claim(Property.POST_PROCESSING).verdict is v for n in zoo.values()) for v in Verdict}
    words = {Verdict.HOLDS: "holds", Verdict.FAILS: "fails", Verdict.OPEN: "not known"}
    return {
        "best": partial(best, zoo),
        "bars": partial(bars, fragment),
        "value": value,
        "most": most,
        "up": at_most,
        "about": number,
        "whole": whole,
        "failing_post_processing": verdicts[Verdict.FAILS],
        "by_post_processing": [(words[v], float(n)) for v, n in verdicts.items()],
    }
