"""Recorded maps against the best possible conversion: how much each one loses, and whether any promises too much.

A map below the optimum is refuted, and the attaining pair of output laws is the mechanism that shows it. What every other map
loses is measured at fixed and at random points, and kept beside the records (``losses.json``), to be shown with them.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from dpzoo.expressions import Constraint
from dpzoo.numbers.decimals import outward
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Status
from dpzoo.optimal.sources import SOURCES
from dpzoo.optimal.targets import TARGETS
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Conversion, Converter
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee
from dpzoo.relations.ways import badness

FILE: Final = "losses.json"
TIGHT: Final = 1e-7
"""By how much, relatively, a map marked tight may miss the optimum: numerical optimisation has its errors."""
_DIGITS: Final = 16
_RANDOM: Final = 2
_SHOWN: Final = 4
_POINTS: Final = 10
_VALUES: Final[Mapping[str, tuple[float, ...]]] = {
    "epsilon": (0.1, 1.0, 4.0),
    "delta": (1e-6, 0.01),
    "delta_a": (1e-6, 0.01),
    "delta_p": (1e-6, 0.01),
    "alpha": (2.0, 8.0),
    "omega": (4.0, 32.0),
    "rho": (0.02, 0.5),
    "xi": (0.0, 0.1),
    "mu": (0.5, 2.0),
    "tau": (0.3, 1.0),
    "k": (2.0, 3.0),
}


@dataclass(frozen=True, slots=True)
class Loss:
    """A map's value as a multiple of the optimum: the worst and the median over the points tried."""

    worst: float
    typical: float
    points: int
    at: str
    curve: tuple[float, ...] = ()
    """The ratios at the points tried, from the least."""
    pair: tuple[tuple[str, ...], ...] = ()
    """Output probabilities on two neighbouring datasets that need the optimum at the worst point, to six digits."""

    @property
    def tight(self) -> bool:
        """Whether the map was the optimum at every point."""
        return self.worst <= 1 + TIGHT


@dataclass(frozen=True, slots=True)
class Measured:
    """One map at one point beside the optimum there."""

    claim: Claim
    conversion: Conversion
    optimum: Optimum
    value: float

    @property
    def ratio(self) -> float:
        """The value in units of the optimum."""
        best = self.optimum.upper
        return 1.0 if self.value == best else self.value / best if best > 0 else math.inf


def measured(converter: Converter, base: KnowledgeBase) -> Iterator[Measured]:
    """Every unconditional direct map between notions that the engine knows, at the points tried."""
    pairs: dict[tuple[str, str], set[str]] = defaultdict(set)
    for reading in converter.readings:
        if reading.start in SOURCES and reading.end in TARGETS and _numeric_conditions(reading.claim):
            pairs[reading.start, reading.end].add(reading.claim.id)
    for (start, end), ids in sorted(pairs.items()):
        source, target = base.notions[start].record, base.notions[end].record
        if not _numeric(source) or not _numeric(target):
            continue
        for values, fixed in _questions(source, target, f"{start} {end}"):
            yield from _at(converter, NumericGuarantee(start, values), target, end, fixed, ids)


def _numeric_conditions(claim: Claim) -> bool:
    """Whether the claim needs nothing beyond parameter values, such as one order."""
    return all(isinstance(c, Constraint) for c in claim.relation.given)


def _numeric(record: NotionRecord) -> bool:
    return all(record.parameters[n].numeric for n in record.quantitative)


def _questions(source: NotionRecord, target: NotionRecord, seed: str) -> Iterator[tuple[dict[str, float], dict[str, float]]]:
    """Values of the source and of all but one of the target's parameters: a few from a grid, and a few at random."""
    rng = np.random.default_rng(list(seed.encode()))
    ends = list(target.quantitative)
    choices = []
    for wanted in ends:
        if target.parameters[wanted].direction != "larger is weaker":
            continue
        fixed = [n for n in ends if n != wanted]
        grid = itertools.product(*(_VALUES.get(n, (1.0,)) for n in (*source.quantitative, *fixed)))
        found = list(grid)
        found = [found[i] for i in rng.permutation(len(found))]
        drawn = [tuple(_drawn(rng, n) for n in (*source.quantitative, *fixed)) for _ in range(_RANDOM)]
        choices += [(fixed, x) for x in (*found[: _POINTS // len(ends)], *drawn)]
    for fixed, x in choices:
        values = dict(zip(source.quantitative, x, strict=False))
        yield values, dict(zip(fixed, x[len(values) :], strict=True))


def _drawn(rng: np.random.Generator, name: str) -> float:
    low, high = min(_VALUES.get(name, (0.5,))), max(_VALUES.get(name, (2.0,)))
    return 0.0 if name == "xi" else float(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.4g}")


def _at(
    converter: Converter, source: NumericGuarantee, target: NotionRecord, end: str, fixed: Mapping[str, float], ids: set[str]
) -> Iterator[Measured]:
    try:
        found = [c for c in converter.recorded(source, end, fixed) if len(c.path) == 1 and c.path[0].id in ids]
        best = optimal([(source.notion, source.values)], end, fixed) if found else None
    except GuaranteeError:
        return
    if best is None or best.status not in (Status.ATTAINED, Status.LIMIT, Status.INFINITE):
        return
    for conversion in found:
        value = conversion.target.values[best.parameter]
        if badness(target, best.parameter, 1.0) > 0 and _own(conversion, source, fixed):
            yield Measured(conversion.path[0], conversion, best, value)


def _own(conversion: Conversion, source: NumericGuarantee, fixed: Mapping[str, float]) -> bool:
    """Whether the map itself takes the fixed values: a smaller δ that also works says nothing about the map."""
    point = {**source.values, **conversion.chosen}
    return all(math.isclose(conversion.formulas[n].evaluate(point), x, rel_tol=1e-12) for n, x in fixed.items())


def refuted(found: Measured) -> str | None:
    """In words, where a map's value is certainly below what some mechanism needs."""
    best = found.optimum
    if best.status is Status.INFINITE:
        if math.isinf(found.value):
            return None
        why = f"no finite {best.parameter} exists ({best.note})"
    elif found.value < best.lower * (1 - 1e-12):
        why = f"some mechanism needs {best.parameter} = {outward(best.lower, -1)}"
        if best.pair is not None and len(best.pair.p) <= 4:
            rows = (", ".join(f"{float(x):.6g}" for x in row) for row in (best.pair.p, best.pair.q))
            why += f", such as that with output probabilities {' against '.join(rows)}"
    else:
        return None
    return f"{found.claim.id} promises {found.conversion.said} for {found.conversion.source}, but {why}"


def losses(found: list[Measured]) -> dict[str, Loss]:
    """Per claim, over the points with a finite optimum."""
    by: dict[str, list[Measured]] = defaultdict(list)
    for m in found:
        if m.optimum.status is not Status.INFINITE and math.isfinite(m.ratio):
            by[m.claim.id].append(m)
    kept = {}
    for claim, points in sorted(by.items()):
        worst = max(points, key=lambda m: m.ratio)
        fixed = ", ".join(f"{n}={v:.4g}" for n, v in worst.optimum.fixed.items())
        at = f"{worst.conversion.source}{' at ' + fixed if fixed else ''}"
        ratios = sorted(max(1.0, m.ratio) for m in points)
        kept[claim] = Loss(ratios[-1], statistics.median(ratios), len(points), at, tuple(ratios), _table(worst.optimum))
    return kept


def _table(best: Optimum) -> tuple[tuple[str, ...], ...]:
    if best.pair is None or len(best.pair.p) > _SHOWN:
        return ()
    return tuple(tuple(f"{float(x):.6g}" for x in row) for row in (best.pair.p, best.pair.q))


def findings(found: list[Measured]) -> Iterator[Finding]:
    """Refuted maps, and maps marked tight that are not."""
    said: set[tuple[str, str]] = set()
    for m in found:
        why = refuted(m)
        if why is not None and ("refuted", m.claim.id) not in said:
            said.add(("refuted", m.claim.id))
            yield Finding(m.claim.location, "map-below-optimum", why)
        tight = m.claim.relation.tight
        values = m.conversion.source.values if isinstance(m.conversion.source, NumericGuarantee) else {}
        there = tight is not None and (tight.when is None or (tight.when.names <= values.keys() and tight.when.holds(values)))
        if there and m.conversion.back == (False,) and 1 + TIGHT < m.ratio < math.inf and m.claim.id not in {c for _, c in said}:
            said.add(("loses", m.claim.id))
            message = f"{m.claim.id} is marked tight, but at {m.conversion.source} its value is {m.ratio:.6g} times the optimum"
            yield Finding(m.claim.location, "tight-map-loses", message)


def digest(claim: Claim) -> str:
    """The measurements of the map between the two notions."""
    relation = claim.relation
    parts = [claim.subject, claim.object, {n: str(e) for n, e in (relation.map or {}).items()}, str(relation.back)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def record(base: KnowledgeBase, found: Mapping[str, Loss], all_claims: Mapping[str, Claim]) -> Path:
    """Write what was measured beside the records."""
    path = base.root / FILE
    entries = {
        c: {
            "digest": digest(all_claims[c]),
            "worst": _short(x.worst),
            "typical": _short(x.typical),
            "points": x.points,
            "at": x.at,
            "curve": [_short(r) for r in x.curve],
            "pair": x.pair,
        }
        for c, x in found.items()
    }
    lines = ",\n".join(f"  {json.dumps(c)}: {json.dumps(e)}" for c, e in sorted(entries.items()))
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return path


def _short(ratio: float) -> float:
    return 1.0 if ratio <= 1 + TIGHT else float(f"{ratio:.6g}")


def read_losses(base: KnowledgeBase, all_claims: Mapping[str, Claim]) -> Mapping[str, Loss]:
    """The measurements of claims that have not changed since."""
    path = base.root / FILE
    if not path.exists():
        return {}
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        c: Loss(
            float(e["worst"]),
            float(e["typical"]),
            int(e["points"]),
            str(e["at"]),
            tuple(e["curve"]),
            tuple(tuple(row) for row in e["pair"]),
        )
        for c, e in data.items()
        if c in all_claims and e["digest"] == digest(all_claims[c])
    }
