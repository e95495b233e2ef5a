"""The tightest parameters of one mechanism under every executable notion."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executable
from dpzoo.notions.results import OF_THE_TABLE, Frontier, Tightest, at_values, related, symbol
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real
from dpzoo.zoo.errors import NotExecutableError
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_POINTS: Final = 3
_WIDE: Final = 1e-6


@dataclass(frozen=True)
class AuditLine:
    """One notion's result: the tightest parameters, or the reason why there are none (``missing``)."""

    notion: Notion
    result: Tightest | Frontier | None
    missing: str = ""

    @property
    def fails(self) -> bool:
        """Whether the mechanism satisfies the notion at no finite (or no non-trivial) values of its parameters."""
        if isinstance(self.result, Tightest):
            found = self.result.value
            return isinstance(found, Real | float) and float(found) == math.inf
        if isinstance(self.result, Frontier):
            return all(float(y) == math.inf for _, y in self.result.points)
        return False

    @property
    def summary(self) -> str:
        """The tightest parameters in one line."""
        if self.result is None:
            return self.missing
        return self._numbers + (f" ({OF_THE_TABLE})" if self.result.note.startswith(OF_THE_TABLE) else "")

    @property
    def _numbers(self) -> str:
        assert self.result is not None
        if isinstance(self.result, Tightest):
            sign = symbol(self.result.parameter)
            if self.result.nothing:
                return self.result.note
            return f"{sign} {related(self.result.sign, self.result.value)}{at_values(self.result.fixed)}"
        if self.result.nothing:
            return self.result.note
        x, y = (symbol(p) for p in self.result.parameters)
        if len(self.result.points) == 1:
            ((a, b),) = self.result.points
            return f"{x} {related(self.result.sign, a)}, {y} {related(self.result.sign, b)}"
        chosen = _spread(self.result.points)
        sign = self.result.sign
        whole = "; ".join(f"{y} {related(sign, b)} at {x} {related('=', a)}" for a, b in chosen)
        others = at_values(self.result.fixed).removeprefix(" at ")
        return f"{whole} (with {others})" if others else whole

    @property
    def worst(self) -> str:
        """The pair and event that decide."""
        if self.result is None or self.result.worst is None:
            return ""
        return str(self.result.worst)

    @property
    def certainty(self) -> str:
        """What the numbers rest on."""
        return "" if self.result is None or self.result.nothing else self.result.certainty.value


@dataclass(frozen=True)
class Audit:
    """All lines, evaluated ones first in the order of the dimensions; shows as a table in Jupyter."""

    mechanism: FiniteMechanism
    lines: tuple[AuditLine, ...]

    @property
    def evaluated(self) -> tuple[AuditLine, ...]:
        """The notions that have a result."""
        return tuple(line for line in self.lines if line.result is not None)

    @property
    def not_evaluated(self) -> tuple[AuditLine, ...]:
        """Executable notions that need more than was given, each with what it needs."""
        return tuple(line for line in self.lines if line.result is None)

    def data(self) -> dict[str, Any]:
        """The audit as plain data for JSON."""
        return {
            "mechanism": {
                "name": self.mechanism.name,
                "datasets": len(self.mechanism.datasets),
                "outputs": len(self.mechanism.outputs),
                "exact": self.mechanism.exact,
            },
            "notions": [_line_data(line) for line in self.evaluated],
            "not_evaluated": {line.notion.id: line.missing for line in self.not_evaluated},
        }

    def _repr_html_(self) -> str:
        rows = "".join(
            "<tr>"
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in (x.notion.short, x.summary, x.certainty, x.worst))
            + "</tr>"
            for x in self.evaluated
        )
        head = "".join(f"<th>{c}</th>" for c in ("Notion", "Tightest parameters", "Certainty", "Worst pair and event"))
        name = html.escape(self.mechanism.name or "Mechanism")
        return f"<table><caption>{name}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def audit(
    mechanism: FiniteMechanism,
    zoo: Zoo,
    *,
    given: Mapping[str, Any] | None = None,
    fixed: Mapping[str, Any] | None = None,
    only: Iterable[str] | None = None,
) -> Audit:
    """The tightest parameters of ``mechanism`` under every executable notion of ``zoo``.

    ``given`` maps sorts of structural parameters ("family of priors", "record policy", …) to objects; ``fixed`` maps quantitative
    parameters to values that are used wherever a notion has a parameter of that name and another one stays open. ``only`` limits
    the notions, by any of their names. An object that is not what its sort says raises :class:`~dpzoo.numbers.errors.BlockError`.
    """
    if not isinstance(mechanism, FiniteMechanism):
        raise TypeError(f"a dpzoo.blocks.FiniteMechanism is needed, not an object of type {type(mechanism).__name__}")
    known = {n.id: run for n in zoo.values() if (run := executable(n.id, n.record)) is not None}
    chosen = set(known) if only is None else {zoo.find(name).id for name in only}
    idle = next((i for i in sorted(chosen) if i not in known), None)
    if idle is not None:
        raise NotExecutableError(idle, str(zoo[idle].record.executable))
    kinds = {kind.sort: kind for e in known.values() for kind in e.structure.values()}
    for sort in given or {}:
        if sort not in kinds:
            raise BlockError(
                f"no notion has a structural parameter of the sort {sort!r}; the sorts are {', '.join(sorted(kinds))}",
                ("given", sort),
                key=True,
            )
    for name, number in (fixed or {}).items():
        having = [e for e in known.values() if name in e.quantitative]
        if not having:
            raise BlockError(f"no executable notion has a parameter {name!r}")
        having[0].read_value(name, number)
    notions = sorted(
        (n for n in zoo.values() if n.id in chosen),
        key=lambda n: ([d.value for d in n.dimensions], n.name.lower()),
    )
    return Audit(mechanism, tuple(_line(n, known[n.id], mechanism, given or {}, fixed or {}) for n in notions))


def _line(
    notion: Notion, run: Executable, mechanism: FiniteMechanism, given: Mapping[str, Any], fixed: Mapping[str, Any]
) -> AuditLine:
    needs = [kind for kind in run.structure.values() if kind.sort not in given and kind.default is None]
    if needs:
        return AuditLine(notion, None, f"needs {needs[0].sort}: {needs[0].meaning}")
    arguments = {name: given[kind.sort] for name, kind in run.structure.items() if kind.sort in given}
    values = {n: v for n, v in fixed.items() if n in run.quantitative}
    if len(values) == len(run.quantitative):
        values.pop(run.quantitative[0])
    try:
        return AuditLine(notion, run.tightest(mechanism, **arguments, **values))
    except BlockError as error:
        if error.path and error.path[0] in arguments:
            sort = run.structure[str(error.path[0])].sort
            raise BlockError(str(error), ("given", sort, *error.path[1:])) from None
        return AuditLine(notion, None, str(error))


def _line_data(line: AuditLine) -> dict[str, Any]:
    result = line.result
    assert result is not None
    data: dict[str, Any] = {
        "id": line.notion.id,
        "name": line.notion.name,
        "certainty": line.certainty,
        "fails": line.fails,
    }
    data["fixed"] = {k: _number(v) for k, v in result.fixed.items()}
    if isinstance(result, Tightest):
        data |= {
            "parameter": result.parameter,
            "value": None if result.nothing else _number(result.value),
            "lower_bound_only": result.refutes_only and not result.at_most,
            "upper_bound_only": result.refutes_only and result.at_most,
            "note": result.note,
        }
        if result.tolerance:
            data["tolerance"] = result.tolerance
    else:
        data |= {
            "parameters": list(result.parameters),
            "frontier": [] if result.nothing else [[_number(a), _number(b)] for a, b in result.points],
            "lower_bound_only": result.refutes_only and not result.at_most,
            "upper_bound_only": result.refutes_only and result.at_most,
            "note": result.note,
        }
    if result.worst is not None:
        data["worst"] = {
            "left": result.worst.left,
            "right": result.worst.right,
            "event": [_plain(o) for o in result.worst.event],
            "probabilities": [_number(result.worst.probability_left), _number(result.worst.probability_right)],
        }
    return data


def _number(value: Any) -> Any:
    """A number for JSON: floats as they are, exact ones with their exact form, wide enclosures with ends, infinities as text."""
    if isinstance(value, Real):
        low, high = value.bounds
        if high - low > _WIDE * abs(high):
            return {"value": float(value), "low": low, "high": high}
        number = float(value)
        shown: Any = number if math.isfinite(number) else str(value)
        return {"value": shown, "exact": str(value)} if value.exact and math.isfinite(number) else shown
    if isinstance(value, Mapping):
        return [{"at": _plain(k), "value": _number(v)} for k, v in value.items()]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if hasattr(value, "floats"):
        return [list(corner) for corner in value.floats]
    if hasattr(value, "numerator"):
        return {"value": float(value), "exact": str(value)}
    return None if value is None else str(value)


def _plain(item: Any) -> Any:
    if isinstance(item, tuple):
        return [_plain(x) for x in item]
    return item if isinstance(item, str | int | float | bool) or item is None else str(item)


def _spread(points: tuple[tuple[Any, Any], ...]) -> list[tuple[Any, Any]]:
    if len(points) <= _POINTS:
        return list(points)
    return [points[0], points[len(points) // 2], points[-1]]
