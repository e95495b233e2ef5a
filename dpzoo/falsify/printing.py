"""A counterexample as a ready-made witness module, and in a few lines for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import Real
from dpzoo.falsify.targets import Counterexample
from dpzoo.semantics.results import show


def in_words(example: Counterexample) -> list[str]:
    """The counterexample in short lines: the claim, the objects, premise and conclusion, the pair that decides."""
    lines = [f"{example.target}: refuted", f"  claim: {example.claim}"]
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
    """A witness module that shows the counterexample; its prose is to be finished by hand."""
    name = example.target.replace("/", "_").replace("-", "_")
    made = "\n".join(f"    {_variable(k, n)} = {_mechanism(m)}" for k, (n, m) in enumerate(example.mechanisms))
    shown = "\n".join(f'    check.show("{n}", {_variable(k, n)})' for k, (n, _) in enumerate(example.mechanisms))
    last = _variable(len(example.mechanisms) - 1, example.mechanisms[-1][0])
    subject, _, target = example.target.partition("/")
    judged = target.rpartition("/")[2] if target.count("/") else subject
    structure = ", ".join(f"{k}=…" for k in example.structure)
    values = ", ".join(f'{k}="{v}"' for k, v in example.conclusion.items())
    arguments = ", ".join(filter(None, (last, structure, values)))
    return f'''"""{example.claim[0].upper() + example.claim[1:]}: not so.

Claim    {example.claim}.
Verdict  false: see the numbers.
Source   found by dpzoo falsify.
"""

from fractions import Fraction as F

from dpzoo.blocks import FiniteMechanism
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides


@decides(kind=Kind.SEPARATION, source="found by dpzoo falsify; decides {example.target}")
def {name}(check: Check) -> None:
{made}
{shown}
    # the premise holds at {_values(example.premise)}
    check.refutes(
        "{example.claim}",
        executables()["{judged}"].holds({arguments}),
    )
'''


def _variable(k: int, name: str) -> str:
    return "m" if name == "M" else f"m{k + 1}"


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
