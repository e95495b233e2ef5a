"""A counterexample as a witness module, and as a few lines for the terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.tradeoff import TradeoffCurve
from dpzoo.falsify.trials import Counterexample
from dpzoo.notions.registry import executables
from dpzoo.notions.results import show
from dpzoo.numbers.real import Real


def in_words(example: Counterexample) -> list[str]:
    """The counterexample in short lines: the claim, the objects, premise and conclusion, the pair that decides."""
    how = "" if example.certified else " (numeric, not certified)"
    lines = [f"{example.target}: refuted{how}", f"  claim: {example.claim}"]
    for name, m in example.mechanisms:
        lines.append(f"  {name}:")
        for d, row in zip(m.datasets, m.matrix, strict=True):
            lines.append(f"    {show_dataset(d):14s} {'  '.join(str(p) for p in row)}")
    lines += [f"  {sort}: {_object(value)}" for sort, value in example.structure.items()]
    lines.append(f"  premise at {_values(example.premise)}; conclusion at {_values(example.conclusion)}")
    if example.verdict.worst is not None:
        lines.append(f"  {example.verdict.worst}")
    if example.verdict.measured is not None:
        lines.append(f"  measured {show(example.verdict.measured)}")
    return lines


def as_module(example: Counterexample) -> str:
    """A witness module that runs and shows the counterexample; its prose is to be finished by hand."""
    name = example.target.replace("/", "_").replace("-", "_")
    single = len(example.mechanisms) == 1
    variables = ["m"] if single else [f"m{k}" for k in range(1, len(example.mechanisms) + 1)]
    made = "\n".join(f"    {v} = {_mechanism(m)}" for v, (_, m) in zip(variables, example.mechanisms, strict=True))
    shown = "\n".join(f'    check.show("{n}", {v})' for v, (n, _) in zip(variables, example.mechanisms, strict=True))
    premises = _premises(example, variables)
    judged = "m1" if example.judged == "m" and not single else example.judged
    conclusion = _call(example.object, judged, example.judged_structure, example.conclusion)
    module = f'''"""{example.claim[0].upper() + example.claim[1:]}: not so.

Claim    {example.claim}.
Verdict  false: see the numbers.
Source   found by dpzoo falsify.
"""

from fractions import Fraction as F

from dpzoo.blocks import FiniteMechanism, Prior
from dpzoo.blocks.units import edit_distance
from dpzoo.notions.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides


@decides(kind=Kind.SEPARATION, source="found by dpzoo falsify; decides {example.target}")
def {name}(check: Check) -> None:
{made}
{shown}
{premises}
    check.refutes(
        "{example.claim}",
        {conclusion},
    )
'''
    return (
        module
        if "edit_distance" in made + premises + conclusion
        else module.replace("from dpzoo.blocks.units import edit_distance\n", "")
    )


def _premises(example: Counterexample, variables: list[str]) -> str:
    """The lines that check the premise: of the mechanism, or of each of two that are composed or mixed."""
    lines = []
    composed = any(n[-1:] in "12" and n[:-1] for n in example.premise) and "compose" in example.target
    for k, v in enumerate(variables[:2] if composed or example.judged == "m3" else variables[:1], start=1):
        values = example.premise
        if composed:
            values = {n[:-1]: x for n, x in example.premise.items() if n.endswith(str(k))}
        call = _call(example.subject, v, _named(example.subject, example.structure), values)
        lines.append(f'    check.true("the premise holds for {v}", {call})')
    return "\n".join(lines)


def _call(notion: str, mechanism: str, structure: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    run = executables()[notion]
    parts = [mechanism, *(f"{k}={_code(v)}" for k, v in structure.items())]
    parts += [f"{k}={_amount(v)}" for k, v in values.items() if k in run.quantitative]
    return f'executables()["{notion}"].holds({", ".join(parts)})'


def _named(notion: str, by_sort: Mapping[str, Any]) -> dict[str, Any]:
    return {name: by_sort[kind.sort] for name, kind in executables()[notion].structure.items() if kind.sort in by_sort}


def _amount(value: Any) -> str:
    """A number as text, levels as a mapping, a trade-off curve as its corners."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k!r}: {_amount(v)}" for k, v in value.items()) + "}"
    if isinstance(value, TradeoffCurve):
        return repr([(str(x), str(y)) for x, y in value.corners])
    return f'"{_value(value)}"'


def _value(value: Any) -> str:
    """A parameter as an expression that reads back to the same number (or, for an enclosure or a long number, to a float)."""
    if isinstance(value, Real):
        if value.infinite:
            return "inf"
        exact = value.rational if value.rational is not None else value.log_argument
        if exact is not None and max(abs(exact.numerator), exact.denominator) >= _LONGEST:
            return repr(math.nextafter(float(value), math.inf))  # the premise holds at slightly more, too
        if exact is not None:
            return str(exact) if value.rational is not None else f"log({exact})"
    return repr(float(value))


_LONGEST: Final = 10**40
"""Numbers of more digits are no expressions."""


def _code(value: Any) -> str:
    """A structural object as code."""
    if isinstance(value, Prior):
        weights = ", ".join(f"({d!r}, {b!r}): {_number(w)}" for (d, b), w in value.weights.items() if w)
        return f"Prior({{{weights}}})"
    if isinstance(value, list | tuple):
        inner = ", ".join(map(_code, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_code(k)}: {_code(v)}" for k, v in value.items()) + "}"
    if callable(value):
        return str(getattr(value, "__name__", "…"))
    return _number(value)


def _mechanism(m: FiniteMechanism) -> str:
    rows = ", ".join(f"{d!r}: [{', '.join(map(_number, row))}]" for d, row in zip(m.datasets, m.matrix, strict=True))
    return f"FiniteMechanism.from_rows({{{rows}}}, outputs={list(m.outputs)!r})"


def _number(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"
    return repr(value)


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{k} = {show(v) if isinstance(v, Real) else v}" for k, v in values.items()) or "no parameters"


def _object(value: Any) -> str:
    if isinstance(value, Prior):
        return "{" + ", ".join(f"{show_dataset(d)}: {w}" for (d, _), w in value.weights.items() if w) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_object, value)) + "]"
    return getattr(value, "__name__", str(value))
