"""What a guarantee implies for another notion: the best possible value, and how far each recorded formula is from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dpzoo.expressions.tree import Number
from dpzoo.numbers.decimals import outward
from dpzoo.records.enums import Direction
from dpzoo.relations.conversion import Conversion, said
from dpzoo.relations.entailment import NONE
from dpzoo.relations.guarantees import (
    Conjunction,
    GuaranteeError,
    NoWayError,
    NumericGuarantee,
    check_values,
    parse_conjunction,
    spread,
)
from dpzoo.zoo.refusing import refused

if TYPE_CHECKING:
    from dpzoo.optimal.optimum import Optimum
    from dpzoo.zoo.zoo import Zoo

REACHED = 1e-9
"""A recorded formula within this of the optimum, relatively, is called the best possible one."""
_ROUNDING = 1e-14


class Conversions(list[Conversion]):
    """The best possible value first, where it is known; then the best recorded chain, and conditional ones.

    ``optimum`` is the best possible value as an enclosure, with the pair of output laws that attains it and the theorem; None
    where the two notions do not speak of single pairs of output laws. A conversion without a path is the optimum itself.
    """

    def __init__(self, found: Iterable[Conversion], optimum: Optimum | None, ways: _Ways) -> None:
        super().__init__(found)
        self.optimum = optimum
        self._ways = ways

    def _repr_markdown_(self) -> str:
        from dpzoo.zoo.showing import conversions_markdown

        return conversions_markdown(self)

    @cached_property
    def recorded(self) -> tuple[Conversion, ...]:
        """Every recorded direct formula and the best chain, without side conditions, each with its ``loss``."""
        return tuple(self._ways.with_loss(c, self.optimum) for c in self._ways.every())


class _Ways:
    """The recorded ways from the parts of a guarantee to a target."""

    def __init__(self, zoo: Zoo, parts: Sequence[NumericGuarantee], target: str, fixed: Mapping[str, Any]) -> None:
        self.zoo, self.parts, self.target, self.fixed = zoo, parts, target, fixed

    @property
    def wanted(self) -> str | None:
        """The one parameter that is not fixed."""
        record = self.zoo[self.target].record
        free = [n for n in record.quantitative if n not in self.fixed]
        return free[0] if len(free) == 1 and record.parameters[free[0]].numeric else None

    def every(self) -> list[Conversion]:
        """Direct formulas and the best chain from each part, the best first."""
        found: list[Conversion] = []
        for part in self.parts:
            try:
                found += self.zoo.converter.recorded(part, self.target, self.fixed)
            except GuaranteeError:
                continue
        return sorted(found, key=self.badness)

    def badness(self, conversion: Conversion) -> float:
        """The value, signed so that less is a better guarantee."""
        if self.wanted is None:
            return 0.0
        value = conversion.target.values[self.wanted]
        return value if self.larger_is_weaker else -value

    @property
    def larger_is_weaker(self) -> bool:
        """Whether a larger value of the free parameter is a weaker guarantee."""
        assert self.wanted is not None
        return self.zoo[self.target].record.parameters[self.wanted].direction is Direction.WEAKER

    def floor(self, optimum: Optimum | None) -> float:
        """A bound that no chain from a single guarantee can beat, with the sign of :meth:`badness`."""
        if optimum is None or self.wanted is None or len(self.parts) > 1 or optimum.status == "unknown":
            return -math.inf
        if optimum.status == "infinite":
            return math.inf
        return optimum.lower if self.larger_is_weaker else -optimum.upper

    def with_loss(self, conversion: Conversion, optimum: Optimum | None) -> Conversion:
        """How far it is from the optimum, where there is a finite one."""
        return conversion if optimum is None or self.wanted is None else replace(conversion, loss=self._loss(conversion, optimum))

    def _loss(self, conversion: Conversion, optimum: Optimum) -> float | None:
        assert self.wanted is not None
        value, best = conversion.target.values[self.wanted], optimum.value
        if optimum.status not in ("attained", "limit") or math.isinf(best):
            return None
        larger, smaller = (value, best) if self.larger_is_weaker else (best, value)
        return 1.0 if larger == smaller else larger / smaller if smaller > 0 else math.inf


def convert(zoo: Zoo, guarantee: str, target: str, fixed: Mapping[str, Any]) -> Conversions:
    """See :meth:`dpzoo.zoo.zoo.Zoo.convert`."""
    parts = [(n.id, spread(n.record, values)) for n, values in ((zoo.find(name), v) for name, v in parse_conjunction(guarantee))]
    whole = Conjunction(tuple(parts))
    for notion, values in parts:
        if all(isinstance(x, int | float) for x in values.values()):
            check_values(notion, zoo[notion].record, values, complete=True)
    optimum, why = _optimum(zoo, parts, target, fixed)
    known = zoo[target].record.parameters
    for name, value in fixed.items():
        if isinstance(value, list | tuple) and name in known and known[name].numeric:
            raise GuaranteeError(f"{name} is {value!r}, which is not a number")
        if why is not None and (isinstance(value, str) or name not in known):
            raise why  # it knows generators by name, and the point of a curve
    numbers: dict[str, Any] = {n: v if isinstance(v, str | list | tuple) else float(v) for n, v in fixed.items()}
    ways = _Ways(zoo, whole.numeric, target, numbers)
    found: list[Conversion] = []
    errors: list[GuaranteeError] = []
    for part in whole.numeric:
        try:
            found += zoo.converter.convert(part, target, numbers, ways.floor(optimum))
        except GuaranteeError as error:
            errors.append(error)
    unusable = [e for e in errors if not isinstance(e, NoWayError)]
    if optimum is None and unusable:
        raise unusable[0]
    if optimum is None and not whole.numeric:
        raise why or GuaranteeError(f"nothing is recorded about {whole}")
    plain = min((c for c in found if not c.conditions), key=ways.badness, default=None)
    if optimum is not None:
        optimum = _narrowed(optimum, plain, ways)
    best = _answer(optimum, whole, plain, ways)
    if optimum is None and not found and (rest_of := _with_one_free(zoo, parts, whole, target, fixed)) is not None:
        return convert(zoo, guarantee, target, rest_of)
    if best is None and not found and (errors or (optimum is not None and optimum.status == "infinite")):
        raise NoWayError(_refusal(zoo, whole, target, numbers, optimum, errors), optimum)
    if best is None and not found and (recorded := _recorded(zoo, whole, target, numbers)) is not None:
        raise NoWayError(recorded, optimum)
    rest = [c for c in found if c.conditions and (best is None or ways.badness(c) < ways.badness(best))]
    if best is None:
        return Conversions([*([plain] if plain is not None else []), *rest], optimum, ways)
    others = [plain] if plain is not None and best.path != plain.path else []
    assert optimum is not None
    return Conversions([ways.with_loss(c, optimum) for c in (best, *others, *rest)], optimum, ways)


def _optimum(
    zoo: Zoo, parts: Sequence[tuple[str, Mapping[str, Any]]], target: str, fixed: Mapping[str, Any]
) -> tuple[Optimum | None, GuaranteeError | None]:
    from dpzoo.optimal.engine import optimal
    from dpzoo.optimal.question import TARGETS
    from dpzoo.optimal.sources import SOURCES

    if target not in TARGETS or any(n not in SOURCES for n, _ in parts):
        return None, None
    numbers = {n: v for n, v in fixed.items() if n in zoo[target].record.parameters and isinstance(v, int | float)}
    check_values(target, zoo[target].record, {n: v for n, v in numbers.items() if n != "f"}, complete=False)
    try:
        return optimal(parts, target, fixed), None
    except GuaranteeError as error:
        return None, error


def _with_one_free(
    zoo: Zoo, parts: Sequence[tuple[str, Mapping[str, Any]]], whole: Conjunction, target: str, fixed: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """A target of which all is fixed, without its last bound, where the best possible one is below it.

    Raises NoWayError if it is above.
    """
    record = zoo[target].record
    bounds = [n for n in record.quantitative if record.parameters[n].direction is Direction.WEAKER]
    if not bounds or any(n not in fixed for n in record.quantitative):
        return None
    name = bounds[-1]
    rest = {n: v for n, v in fixed.items() if n != name}
    optimum, _ = _optimum(zoo, parts, target, rest)
    if optimum is None or optimum.status not in ("attained", "limit"):
        return None
    if optimum.lower > float(fixed[name]):
        values = " and ".join(f"{n} = {v if isinstance(v, str) else format(float(v), '.10g')}" for n, v in rest.items())
        raise NoWayError(
            f"{whole} implies {target}{values and f' with {values}'} only from {name} = {outward(optimum.lower, -1)} on", optimum
        )
    return rest if optimum.upper <= float(fixed[name]) else None


def _narrowed(optimum: Optimum, plain: Conversion | None, ways: _Ways) -> Optimum:
    """Where no reduction is known, the best recorded bound, if it is better, is the end that holds."""
    if optimum.status != "unknown" or plain is None or ways.wanted is None or not ways.larger_is_weaker:
        return optimum
    value = plain.target.values[ways.wanted]
    return replace(optimum, upper=value) if optimum.lower <= value < optimum.upper else optimum


def _answer(optimum: Optimum | None, whole: Conjunction, plain: Conversion | None, ways: _Ways) -> Conversion | None:
    """The optimum as a conversion, by the recorded chain that reaches it, if one does; None if no value holds.

    Where no reduction is known the engine's own bound is the answer if it is below the recorded ones.
    """
    if optimum is None or optimum.status == "infinite" or (optimum.status == "unknown" and math.isinf(optimum.value)):
        return None
    value = optimum.value
    if optimum.status == "unknown" and plain is not None and (ways.wanted is None or plain.target.values[ways.wanted] <= value):
        return None
    if plain is not None and ways.wanted is not None:
        formula = plain.target.values[ways.wanted]
        if optimum.status != "unknown" and optimum.lower <= formula and formula - value <= _ROUNDING * abs(value):
            value = formula  # rounded to its safe side too, and of the floats as they are, where 0.1 is a tenth to the engine
    record = ways.zoo[ways.target].record
    target = NumericGuarantee(ways.target, {**{n: v for n, v in ways.fixed.items() if n != "f"}, optimum.parameter: value})
    ordered = {n: target.values[n] for n in record.parameters if n in target.values}
    target = NumericGuarantee(ways.target, {**ordered, **{n: v for n, v in target.values.items() if n not in ordered}})
    short = {**target.values, optimum.parameter: optimum.short(value)}
    if all(n in record.parameters for n in short):
        text = said(record, NumericGuarantee(ways.target, short))
    else:
        up = 1 if value == optimum.upper else -1
        shown = (f"{n}={outward(v, up if n == optimum.parameter else 0)}" for n, v in short.items())
        text = f"{ways.target}({', '.join(shown)})"
    if isinstance(ways.fixed.get("f"), str):  # a generator, which is no number
        text = text.replace("(", f"(f={ways.fixed['f']}, ", 1)
    if plain is not None and ways.wanted is not None:
        formula = plain.target.values[ways.wanted]
        reached = formula == value or abs(formula - value) <= REACHED * abs(value) < math.inf
        if reached:
            return replace(plain, target=target, said=text)
    numeric = whole.numeric
    source = numeric[0] if len(whole.parts) == len(numeric) == 1 else whole
    return Conversion(source, target, (), {optimum.parameter: Number(repr(value))}, {}, NONE, text)


def _refusal(
    zoo: Zoo,
    whole: Conjunction,
    target: str,
    fixed: Mapping[str, Any],
    optimum: Optimum | None,
    errors: Sequence[GuaranteeError],
) -> str:
    recorded = _recorded(zoo, whole, target, fixed)
    if optimum is not None and optimum.status == "infinite":
        impossible = f"no {optimum.missing} of {target} follows from {whole}: {optimum.note}"
        return f"{recorded}; {impossible}" if recorded is not None else impossible
    return recorded or str(errors[0])


def _recorded(zoo: Zoo, whole: Conjunction, target: str, fixed: Mapping[str, Any]) -> str | None:
    """Why a single guarantee implies nothing for the target, as far as the knowledge base records a reason."""
    parts = whole.numeric
    numbers = {n: v for n, v in fixed.items() if isinstance(v, int | float)}
    return refused(zoo, parts[0], target, numbers) if len(parts) == len(whole.parts) == 1 else None
