"""Guarantees: a notion with values for its numeric parameters, as people write them.

>>> parse_guarantee("zero-concentrated-dp(xi=0, rho=1/2)")
('zero-concentrated-dp', {'xi': 0.0, 'rho': 0.5})
>>> parse_guarantee("zCDP")
('zCDP', {})
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpzoo.expressions import EvaluationError, ExpressionError, parse
from dpzoo.expressions.enclosing import enclosure
from dpzoo.numbers.real import Real
from dpzoo.records.enums import Values
from dpzoo.records.notion import NotionRecord

_JOINED = re.compile(r"(?:(?<=\))|(?<=[Dd][Pp]))\s+(?:and|∧|&)\s+")
_PRINTED = re.compile(
    r"(?:\((?P<several>.+)\)|(?P<one>[^=,*()]+?|[a-z]+\([^=,*()]+\)))\s*[-‑–]\s*(?P<notion>[a-z]*DP)", re.IGNORECASE
)
_LN = re.compile(r"\bln\s*\(")
_PLACE = "value "
UNSAID: Final[Mapping[str, float]] = {"xi": 0.0}
"""What a parameter is where a guarantee leaves it out: ρ-zCDP means (0, ρ)-zCDP (BS16, Definition 1.1)."""
SMALLEST: Final = sys.float_info.min
"""The smallest number with all digits: less than it is taken for 0 or rounded off, which may flatter."""
_SHORT: Final[Mapping[str, str]] = {"eps": "epsilon", "ε": "epsilon", "ϵ": "epsilon", "δ": "delta", "ρ": "rho", "μ": "mu"} | {
    "α": "alpha",
    "ξ": "xi",
}
_GENERATOR = re.compile(r"[a-z]+(?:-[a-z]+)*")
_WRITTEN = re.compile(
    r"^\s*(?P<name>.+?)\s*\((?P<values>[^()=]+=.*|(?:[-+.\d]|(?:log|ln|exp|sqrt|inf|infinity|nan)\b|∞).*|\s*)\)\s*$", re.DOTALL
)


def as_printed(text: str) -> tuple[str, list[str]] | None:
    """The notion and the values of a guarantee as papers print it; None for any other text. A value is a number, or ``?``.

    >>> as_printed("(1, 1e-6)-DP"), as_printed("0.5-zCDP"), as_printed("(k, ε)-DP")
    (('approximate-dp', ['1', '1e-6']), ('zCDP', ['0.5']), None)
    """
    match = _PRINTED.fullmatch(text.strip())
    if match is None:
        return None
    values = [v.strip() for v in (_split(match["several"]) if match["one"] is None else [match["one"]])]
    if not all(v == "?" or _constant(v) for v in values):
        return None
    return (_TWO.get(match["notion"].upper(), match["notion"]) if len(values) > 1 else match["notion"]), values


def _constant(text: str) -> bool:
    try:
        return not parse(_LN.sub("log(", text)).names
    except ExpressionError:
        return False


_TWO: Final[Mapping[str, str]] = {"DP": "approximate-dp", "LDP": "approximate-local-dp"}
"""What an abbreviation with two numbers before it means, ε and δ."""


class GuaranteeError(ValueError):
    """The text or the values make no guarantee; the message is one sentence."""


class NoWayError(GuaranteeError):
    """The guarantee and the target are fine, but no recorded way leads from one to the other at these values.

    ``optimum`` is the engine's answer (:class:`dpzoo.optimal.optimum.Optimum`), where it has one.
    """

    def __init__(self, message: str, optimum: Any = None) -> None:
        super().__init__(message)
        self.optimum = optimum


@dataclass(frozen=True, slots=True)
class NumericGuarantee:
    """A notion and the values of its numeric parameters; structural parameters stay whatever they are."""

    notion: str
    values: Mapping[str, float]

    def __str__(self) -> str:
        return f"{self.notion}({', '.join(f'{k}={_shown(v)}' for k, v in self.values.items())})"


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Several guarantees that hold together; a value may be a generator's name or the points of a profile or a curve."""

    parts: tuple[tuple[str, Mapping[str, Any]], ...]

    @property
    def numeric(self) -> tuple[NumericGuarantee, ...]:
        """The parts that numbers describe."""
        return tuple(NumericGuarantee(n, v) for n, v in self.parts if all(isinstance(x, int | float) for x in v.values()))

    def __str__(self) -> str:
        return " and ".join(f"{n}({', '.join(f'{k}={_shown(x)}' for k, x in v.items())})" for n, v in self.parts)


def _shown(value: Any) -> str:
    """The number itself: fewer digits could promise more, and which side is the safe one is the notion's to say."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(f'({_shown(x)}, {_shown(y)})' for x, y in value)}]"
    if isinstance(value, str):
        return value
    short = f"{value:.10g}"
    return short if float(short) == value else repr(float(value))


def parse_conjunction(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Names and values of one guarantee or several, joined by ``and`` after a closing parenthesis. Raises GuaranteeError.

    >>> parse_conjunction("zCDP(xi=0, rho=0.1) and epsilon-dp(epsilon=3)")
    [('zCDP', {'xi': 0.0, 'rho': 0.1}), ('epsilon-dp', {'epsilon': 3.0})]
    >>> parse_conjunction("f-dp(f=[(0, 0.9), (0.45, 0.45), (0.9, 0)])")
    [('f-dp', {'f': [(0.0, 0.9), (0.45, 0.45), (0.9, 0.0)]})]
    """
    if not isinstance(text, str):
        raise TypeError(f"a guarantee must be a text such as 'zCDP(xi=0, rho=0.5)', not {text!r}")
    return [_one(part) for part in _JOINED.split(text)]


def _one(text: str) -> tuple[str, dict[str, Any]]:
    if text.count("(") != text.count(")"):
        raise GuaranteeError(f"the parentheses of {text.strip()!r} do not match")
    match = _WRITTEN.match(text)
    if match is not None:
        return match["name"], parse_assignments(match["values"]) if match["values"].strip() else {}
    printed = as_printed(text)
    return (text.strip(), {}) if printed is None else (printed[0], parse_assignments(", ".join(printed[1])))


def spread(record: NotionRecord, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values by the notion's own names: given by place, under a symbol or short name, and ξ = 0 where it is left out.

    Raises GuaranteeError for more values than parameters and for values given twice.
    """
    numeric = [n for n, p in record.parameters.items() if p.numeric]
    placed = [n for n in values if n.startswith(_PLACE)]
    wanted = [n for n in numeric if n not in UNSAID] if len(placed) < len(numeric) else numeric
    if len(placed) > len(wanted):
        takes = f"takes {len(wanted)} number{'s' * (len(wanted) != 1)} ({', '.join(wanted)})" if wanted else "takes no numbers"
        raise GuaranteeError(f"{record.name} {takes}, and {len(placed)} are given")
    found: dict[str, Any] = {}
    for name, value in values.items():
        own = wanted[placed.index(name)] if name in placed else name
        if own not in record.parameters and (long := _SHORT.get(own)) in record.parameters:
            own = long
        if own in found:
            raise GuaranteeError(f"{own} is given twice")
        found[own] = value
    found |= {n: v for n, v in UNSAID.items() if n in numeric and n not in found}
    return {n: found[n] for n in sorted(found, key=lambda n: numeric.index(n) if n in numeric else len(numeric))}


def parse_assignments(text: str) -> dict[str, Any]:
    """As :func:`parse_values`, but a value may be a list of points ``[(x, y), …]``, and that of ``f`` a generator's name."""
    values: dict[str, Any] = {}
    for place, part in enumerate(_split(text), start=1):
        if "=" not in part and part.strip().isidentifier() and part.strip() not in {"inf", "infinity", "nan"}:
            raise GuaranteeError(f"{part.strip()!r} is not an assignment; write parameter=value, as in delta=1e-6")
        if "=" not in part:
            values |= parse_values(f"{_PLACE}{place}={part}")
            continue
        name, _, value = (x.strip() for x in part.partition("="))
        if name in values:
            raise GuaranteeError(f"{name} is given twice")
        if value.startswith("["):
            values[name] = _points(name, value)
        elif name == "f" and _GENERATOR.fullmatch(value):
            values[name] = value
        else:
            values |= parse_values(part)
    return values


def _points(name: str, text: str) -> list[tuple[float, float]]:
    if not text.endswith("]"):
        raise GuaranteeError(f"{name}: the list {text} has no end")
    found = []
    for point in _split(text[1:-1]):
        inner = _split(point.strip()[1:-1]) if point.strip()[:1] + point.strip()[-1:] in ("()", "[]") else []
        if len(inner) != 2:
            raise GuaranteeError(f"{name} is a list of points such as [(0, 0.9), (0.9, 0)], and {point.strip()!r} is not one")
        x, y = (parse_values(f"{name}={coordinate}")[name] for coordinate in inner)
        found.append((x, y))
    return found


def parse_guarantee(text: str) -> tuple[str, dict[str, float]]:
    """Name and values of ``name(parameter=value, …)`` or ``(1, 1e-6)-DP``; values may be constants. Raises GuaranteeError."""
    if not isinstance(text, str):
        raise TypeError(f"a guarantee must be a text such as 'zCDP(xi=0, rho=0.5)', not {text!r}")
    return _one(text)


def parse_values(text: str) -> dict[str, float]:
    """``delta=1e-6, epsilon=2`` as numbers. Raises GuaranteeError."""
    values: dict[str, float] = {}
    for part in _split(text):
        name, equals, value = part.partition("=")
        name, value = name.strip(), _LN.sub("log(", value).replace("∞", "inf")
        if not equals or not name:
            raise GuaranteeError(f"{part.strip()!r} is not an assignment; write parameter=value, as in delta=1e-6")
        if name in values:
            raise GuaranteeError(f"{name} is given twice")
        try:
            expression = parse(value.strip())
            if expression.names:
                unknown = ", ".join(sorted(expression.names))
                raise GuaranteeError(
                    f"{name} is {value.strip()!r}, and {unknown} is not a number; values are numbers, as in log(3)"
                )
            values[name] = expression.evaluate({})
            if math.isinf(values[name]) and "inf" not in value:
                raise GuaranteeError(f"{name}: {value.strip()} is infinite, or too large for a floating-point number")
            if abs(values[name]) < SMALLEST and enclosure(expression, {}) != (0.0, 0.0):
                raise GuaranteeError(
                    f"{name}: {value.strip()} is too small for a floating-point number, which would take it for 0"
                )
        except (ExpressionError, EvaluationError) as error:
            raise GuaranteeError(f"{name}: {error}") from None
    return values


def as_numbers(given: Mapping[str, Any]) -> dict[str, float]:
    """Values from Python as numbers: whatever Python calls a number, or a text such as ``log(3)``. Raises GuaranteeError."""
    values: dict[str, float] = {}
    for name, value in given.items():
        if isinstance(value, str):
            values |= parse_values(f"{name}={value}")
            continue
        try:
            values[name] = float(value)
        except (TypeError, ValueError):
            raise GuaranteeError(f"{name} is {value!r}, which is not a number") from None
        except OverflowError:
            raise GuaranteeError(f"{name} is too large for a floating-point number") from None
        if math.isnan(values[name]):
            raise GuaranteeError(f"{name} is nan, which is not a number")
        if abs(values[name]) < SMALLEST and value != 0:
            raise GuaranteeError(f"{name} is too small for a floating-point number, which would take it for 0")
    return values


def as_values(given: Mapping[str, Any]) -> dict[str, Any]:
    """As :func:`as_numbers`, but for exact numbers, lists of points and the name of a generator, which stay what they are."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, str):
            values |= parse_assignments(f"{name}={value}")
        elif isinstance(value, list | tuple | Fraction | Real):
            if isinstance(value, Fraction | Real):
                as_numbers({name: value})
            values[name] = value
        else:
            values |= as_numbers({name: value})
    return values


def _split(text: str) -> list[str]:
    """At commas outside parentheses and brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def check_values(notion: str, record: NotionRecord, values: Mapping[str, float], *, complete: bool) -> None:
    """Whether ``values`` are legal; with ``complete`` every numeric parameter must have one. Raises GuaranteeError."""
    numeric = [n for n, p in record.parameters.items() if p.numeric]
    for name in values:
        if name not in record.parameters:
            raise GuaranteeError(f"{notion} has no parameter {name}; its parameters are {', '.join(record.parameters) or 'none'}")
        if name not in numeric:
            raise GuaranteeError(f"{name} of {notion} is not a number, so that it cannot be given a value")
    missing = [n for n in numeric if n not in values]
    if complete and missing:
        raise GuaranteeError(f"{notion} needs a value for {', '.join(missing)}")
    for name in values:
        whole = record.parameters[name].values is Values.INTEGER
        if whole and math.isfinite(values[name]) and values[name] != int(values[name]):
            raise GuaranteeError(f"{name} of {notion} is a whole number, and not {values[name]:.10g}")
        constraint = record.parameters[name].domain_constraint
        assert constraint is not None  # numeric parameters have one
        if constraint.names <= set(values) and not constraint.holds(values):
            raise GuaranteeError(f"{name} = {values[name]:.10g} is outside the domain of {notion}: {constraint}")
