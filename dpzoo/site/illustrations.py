"""One small example with numbers beside a verdict: what a guarantee of the first notion gives of the second."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from dpzoo.meaning.words import Rounding, number, percent
from dpzoo.records.enums import Direction
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee
from dpzoo.relations.ways import all_numeric
from dpzoo.site.labels import familiar
from dpzoo.site.relation_data import symbol
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_ORDINARY: Final = {"xi": 0.0, "rho": 0.5, "mu": 1.0, "epsilon": 1.0, "delta": 1e-6, "alpha": 2.0, "omega": 8.0, "c": 2.0}
_OWN: Final[Mapping[str, Mapping[str, float]]] = {"total-variation-privacy": {"epsilon": 0.1}, "l-diversity": {"l": 3.0}}
"""Where an ordinary number would promise nothing."""
_ASKED: Final = ("epsilon", "rho", "mu", "tau", "gamma", "delta")
_ELSE: Final[tuple[Mapping[str, float], ...]] = ({}, {"delta": 1e-5}, {"omega": 2.0}, {"epsilon": 0.0})
"""What is fixed of the second notion, one after the other, until some way reaches it."""
_CURVE: Final = "f-dp"
_FALSE_ALARMS: Final = 0.05


def illustration(zoo: Zoo, first: Notion, second: Notion) -> str:
    """A sentence in plain text, its bound rounded to the safe side; nothing where no number is known.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> illustration(zoo, zoo["epsilon-dp"], zoo["gaussian-dp"])
    'For example, ε-DP with ε = 1 gives GDP with μ = 1.233.'
    """
    if not first.record.quantitative or not all_numeric(first.record):
        return ""
    values = {n: _OWN.get(first.id, _ORDINARY).get(n, 1.0) for n in first.record.quantitative}
    given = f"For example, {familiar(first)} with {_listed(first, {n: v for n, v in values.items() if n != 'xi' or v})} gives"
    if second.id == _CURVE:
        best = _best(zoo, first, values, second, {"x": _FALSE_ALARMS}, "power")
        if best is None:
            return ""
        misses = f"{percent(1 - best[0], Rounding.LEAST)}{best[1]}"
        return f"{given} {familiar(second)}: any test with {percent(_FALSE_ALARMS)} false alarms misses at least {misses}."
    if not second.record.quantitative or not all_numeric(second.record):
        return ""
    for wanted, fix in _questions(second):
        try:
            found = zoo.converter.convert(NumericGuarantee(first.id, values), second.id, fix)
        except GuaranteeError:
            continue
        reached = [c.target.values for c in found if not c.conditions and math.isfinite(c.target.values[wanted])]
        if reached and not (wanted == "delta" and reached[0][wanted] >= 1):
            return f"{given} {familiar(second)} with {_listed(second, {**fix, wanted: reached[0][wanted]}, wanted)}."
    for wanted, fix in _questions(second):
        best = _best(zoo, first, values, second, fix, wanted)
        if best is not None:
            return f"{given} {familiar(second)} with {_listed(second, {**fix, wanted: best[0]}, wanted)}{best[1]}."
    return ""


def _best(
    zoo: Zoo, first: Notion, values: Mapping[str, float], second: Notion, fix: Mapping[str, float], wanted: str
) -> tuple[float, str] | None:
    """The best possible value where no recorded formula gives one, and what to say of a value that is not proved."""
    text = f"{first.id}({', '.join(f'{n}={v!r}' for n, v in values.items())})"
    try:
        found = zoo.convert(text, second.id, **fix)
    except GuaranteeError:
        return None
    if not found or found[0].conditions or found.optimum is None:
        return None
    return found[0].target.values[wanted], "" if found.optimum.certified else ", found numerically"


def _questions(notion: Notion) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Which parameter is asked for, and what the others are."""
    names = notion.record.quantitative
    for wanted in [n for n in _ASKED if n in names] or names[-1:]:
        for other in _ELSE:
            if wanted not in other and set(other) <= set(names):
                yield wanted, {n: other.get(n, _ORDINARY.get(n, 1.0)) for n in names if n != wanted}


def _listed(notion: Notion, values: Mapping[str, float], bound: str = "") -> str:
    """Parameters with their values, in the record's order, the bound rounded to where it is weaker."""
    said = []
    for name in [n for n in notion.record.quantitative if n in values]:
        parameter = notion.record.parameters[name]
        weaker = Rounding.MOST if parameter.direction is Direction.WEAKER else Rounding.LEAST
        said.append(
            f"{''.join(symbol(parameter.latex))} = {number(values[name], 4, weaker if name == bound else Rounding.NEAREST)}"
        )
    return " and ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else said[0]
