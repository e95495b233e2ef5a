"""How well each landmark notion converts into each other one: the best possible conversion at one typical value.

The answers are computed once (``python -m dpzoo.site.optima``) and kept in ``optima.json``, which a build only reads.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from dpzoo.checks.optimality import TIGHT, Loss, read_losses
from dpzoo.numbers.decimals import outward
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Status
from dpzoo.relations.guarantees import Conjunction
from dpzoo.site.in_symbols import assigned, name
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

FILE: Final = Path(__file__).parent / "optima.json"
SOURCES: Final[Mapping[str, Mapping[str, Any]]] = {
    "epsilon-dp": {"epsilon": 1},
    "range-bounded-privacy": {"epsilon": 1},
    "approximate-dp": {"epsilon": 1, "delta": 0.01},
    "probabilistic-dp": {"epsilon": 1, "delta": 0.01},
    "relaxed-dp": {"epsilon": 1, "delta_a": 0.01, "delta_p": 0.01},
    "total-variation-privacy": {"epsilon": 0.1},
    "f-dp": {"f": [(0, 0.9), (0.3, 0.3), (0.9, 0)]},
    "gaussian-dp": {"mu": 1},
    "zero-concentrated-dp": {"xi": 0, "rho": 0.1},
    "truncated-codp-bdrs18": {"rho": 0.1, "omega": 8},
    "bounded-concentrated-dp": {"xi": 0.1, "rho": 0.1, "omega": 8},
    "truncated-codp-col16": {"xi": 1, "tau": 0.1},
    "approximate-zero-concentrated-dp": {"xi": 0, "rho": 0.1, "delta": 0.01},
    "mean-concentrated-dp": {"mu": 0.5, "tau": 1},
    "renyi-dp": {"alpha": 8, "epsilon": 1},
    "kl-privacy": {"epsilon": 0.1},
    "fk-divergence-dp": {"k": 3, "epsilon": 0.3},
    "divergence-dp": {"f": "hellinger", "epsilon": 0.1},
}
TARGETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "epsilon-dp": {},
    "range-bounded-privacy": {},
    "approximate-dp": {"delta": 0.05},
    "probabilistic-dp": {"delta": 0.05},
    "relaxed-dp": {"delta_a": 0.02, "delta_p": 0.05},
    "total-variation-privacy": {},
    "f-dp": {"x": 0.1},
    "gaussian-dp": {},
    "zero-concentrated-dp": {"xi": 0},
    "truncated-codp-bdrs18": {"omega": 4},
    "bounded-concentrated-dp": {"xi": 0.05, "omega": 4},
    "truncated-codp-col16": {"xi": 1},
    "approximate-zero-concentrated-dp": {"xi": 0, "delta": 0.05},
    "mean-concentrated-dp": {"mu": 2},
    "renyi-dp": {"alpha": 2},
    "kl-privacy": {},
    "fk-divergence-dp": {"k": 2},
    "divergence-dp": {"f": "hellinger"},
}
_HELLINGER: Final = " for the squared Hellinger distance"
_EXACT: Final = 1e-12
_CLOSED: Final = frozenset({"T7", "T8", "T9", "T11", "T12", "T13", "T14", "T15", "T17", "T18", "T20"})


class ConversionKind(StrEnum):
    """How well a conversion is known."""

    FORMULA = "optimal formula"
    """A recorded formula is the optimum here and wherever it was measured."""
    CLOSED = "closed form"
    """The optimum is known in closed form, with at most one equation to solve."""
    NUMERICAL = "numerical"
    """The optimum is computed, with a proof or by a scan."""
    IMPOSSIBLE = "impossible"
    """No finite value exists."""
    OPEN = "open"
    """No reduction is known; bounds are."""

    @property
    def sign(self) -> str:
        """One letter for a cell."""
        return {"optimal formula": "=", "closed form": "c", "numerical": "n", "impossible": "–", "open": "?"}[self.value]


@dataclass(frozen=True, slots=True)
class Cell:
    """One ordered pair."""

    source: Notion
    target: Notion
    kind: ConversionKind
    parameter: str
    lower: float | None
    upper: float | None
    certainty: str
    theorem: str
    note: str
    loss: Loss | None

    @property
    def said(self) -> str:
        """The answer in a phrase, rounded outwards."""
        fixed = TARGETS[self.target.id]
        if self.parameter == "power":
            return f"tests with a false-alarm probability of {fixed['x']:g} have power {self._least} at most, {self.certainty}"
        wanted, where = name(self.parameter), _HELLINGER if "f" in fixed else f" at {_words(fixed)}" if fixed else ""
        if self.kind is ConversionKind.IMPOSSIBLE:
            return f"no finite {wanted}{where}"
        if self.kind is ConversionKind.OPEN:
            top = f" and at most {outward(self.upper, 1, 6)}" if self.upper is not None else ""
            return f"{wanted}{where} is at least {outward(self.lower or 0.0, -1, 6)}{top}"
        return f"{wanted} = {self._least}{where}, {self.certainty}"

    @property
    def _least(self) -> str:
        """The upper end, rounded up; a number of six digits that both ends meet to twelve as that number."""
        low, high = self.lower or 0.0, self.upper or 0.0
        near = float(f"{high:.6g}")
        return outward(near if low <= near and max(near - low, high - near) <= _EXACT * high else high, 1, 6)


def given(source: str) -> str:
    """The typical guarantee of a row."""
    return _words(SOURCES[source])


def address(source: str) -> str | None:
    """The calculator with that guarantee; None where it takes more than numbers."""
    values = SOURCES[source]
    if "f" in values:
        return None
    return f"convert.html?from={source}" + "".join(f"&{n}={v}" for n, v in values.items())


def _words(values: Mapping[str, Any]) -> str:
    """Values of parameters; a curve by its corners."""
    if values.get("f") == "hellinger":
        return assigned({n: v for n, v in values.items() if n != "f"}) + _HELLINGER
    return ", ".join(_curve(v) if isinstance(v, list) else assigned({n: v}) for n, v in values.items())


def _curve(corners: Sequence[tuple[float, float]]) -> str:
    return f"f the curve through {', '.join(f'({x:g}, {y:g})' for x, y in corners)}"


def cells(zoo: Zoo) -> dict[str, list[Cell]]:
    """Rows by source, for the notions that the zoo has."""
    data: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    claims = {c.id: c for c in zoo.claims}
    losses = read_losses(zoo.base, claims)
    direct: dict[tuple[str, str], Loss] = {}
    for claim, loss in losses.items():
        ends = claims[claim].subject, claims[claim].object
        if ends not in direct or loss.worst < direct[ends].worst:
            direct[ends] = loss
    found: dict[str, list[Cell]] = {}
    for source in SOURCES:
        for target in TARGETS:
            key = f"{source} {target}"
            if key in data and source in zoo and target in zoo:
                found.setdefault(source, []).append(_cell(zoo, zoo[source], zoo[target], data[key], direct.get((source, target))))
    return found


def _cell(zoo: Zoo, source: Notion, target: Notion, entry: Mapping[str, Any], loss: Loss | None) -> Cell:
    kind = ConversionKind(entry["kind"])
    if (
        kind in (ConversionKind.CLOSED, ConversionKind.NUMERICAL)
        and loss is not None
        and loss.tight
        and _reached(zoo, source, target, entry)
    ):
        kind = ConversionKind.FORMULA
    keys = ("parameter", "lower", "upper", "certainty", "theorem", "note")
    return Cell(source, target, kind, **{k: entry[k] for k in keys}, loss=loss)


def _reached(zoo: Zoo, source: Notion, target: Notion, entry: Mapping[str, Any]) -> bool:
    """Whether a recorded formula gives the optimum at this value: it may be tight at other values of what is fixed only."""
    try:
        recorded = zoo.convert(entry["given"], target.id, **TARGETS[target.id]).recorded
    except ValueError:
        return False
    return any(c.loss is not None and c.loss <= 1 + TIGHT for c in recorded)


def computed() -> dict[str, dict[str, Any]]:
    """Every pair at its typical value."""
    return {f"{s} {t}": entry(s, values, t, fixed) for s, values in SOURCES.items() for t, fixed in TARGETS.items()}


def entry(source: str, values: Mapping[str, Any], target: str, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """One pair as data."""
    best = optimal([(source, values)], target, fixed)
    return {
        "kind": _kind(best).value,
        "given": str(Conjunction(((source, values),))),
        "parameter": best.parameter,
        "at": ", ".join(f"{n} = {v}" for n, v in fixed.items()),
        "lower": best.lower if math.isfinite(best.lower) else None,
        "upper": best.upper if math.isfinite(best.upper) else None,
        "certainty": "proved" if best.certified else "numeric",
        "theorem": best.theorem,
        "note": best.note,
    }


def _kind(best: Optimum) -> ConversionKind:
    if best.status is Status.INFINITE:
        return ConversionKind.IMPOSSIBLE
    if best.status is Status.UNKNOWN:
        return ConversionKind.OPEN
    exact = best.upper - best.lower <= _EXACT * best.upper  # what a search proves ends farther apart
    return ConversionKind.CLOSED if best.certified and best.theorem in _CLOSED and exact else ConversionKind.NUMERICAL


if __name__ == "__main__":
    LINES = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in computed().items())
    FILE.write_text(f"{{\n{LINES}\n}}\n", encoding="utf-8")
