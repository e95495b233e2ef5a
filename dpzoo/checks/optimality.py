"""Recorded maps against the best possible conversion: how much each one loses, and whether any promises too much.

A map below the optimum is refuted, and the attaining pair of output laws is the mechanism that shows it. What every other map
loses is measured at fixed and at random points, and kept beside the records (``losses.json``), to be shown with them.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from dpzoo.expressions import Constraint, EvaluationError
from dpzoo.expressions.tree import Name
from dpzoo.notions.registry import executables
from dpzoo.numbers.decimals import outward, rounded
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import UndecidedError, real
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Optimum, Pair, Status
from dpzoo.optimal.question import TARGETS
from dpzoo.optimal.sources import SOURCES
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter, said
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee, check_values
from dpzoo.relations.ways import ClaimReading, badness

FILE: Final = "losses.json"
TIGHT: Final = 1e-7
"""By how much, relatively, a map marked tight may miss the optimum: numerical optimisation has its errors."""
_DIGITS: Final = 16
_SHOWN: Final = 4
_TOLD_DIGITS: Final = 4
_POINTS: Final = 16
"""Points with usual values, at which a loss is measured, and twice as many beyond, at which a map is only held to be true."""
_SLOW_POINTS: Final = 6
"""The same where optima take long, and half as many beyond."""
SLOW: Final = ("mean-concentrated-dp", "approximate-zero-concentrated-dp")
"""Notions whose optima take long, the second one as a target only."""
_TRIES: Final = 80
_ROUNDED: Final = 1e-9
"""By how much, relatively, rounding may change a value of a map; what is fixed with it is weakened by a little less."""
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
    "eta": (1e-6, 0.01),
}
"""Usual values; between the least and the largest of them, all are usual."""
_BEYOND: Final = 10.0
"""By how much others lie beyond them."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A map's value as a multiple of the optimum, at most: the worst and the median over the points tried."""

    worst: float
    typical: float
    points: int
    at: str
    curve: tuple[float, ...] = ()
    """The ratios at the points tried, from the least."""
    over: str = ""
    """The range of each parameter that the points have, rounded inwards."""
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
    source: NumericGuarantee
    target: NumericGuarantee
    """What the map promises."""
    optimum: Optimum
    usual: bool
    """Whether the values are such as practice has: others say whether the map is true, not what it loses."""
    back: bool
    """Whether the claim is read against its direction."""

    @property
    def value(self) -> float:
        """What the map asks for."""
        return self.target.values[self.optimum.parameter]

    @property
    def ratio(self) -> float:
        """The value in units of the optimum's lower end, which makes no loss look smaller than it is."""
        best = self.optimum.lower
        return 1.0 if self.value == best else self.value / best if best > 0 else math.inf

    @property
    def below(self) -> bool:
        """Whether the optimum is certainly larger than the value."""
        best = self.optimum
        least = math.inf if best.status is Status.INFINITE else best.lower
        return self.value < least * (1 - _ROUNDED)


def measured(converter: Converter, base: KnowledgeBase) -> Iterator[Measured]:
    """Every unconditional direct map between notions that the engine knows, at points drawn for it."""
    for reading in converter.readings:
        if reading.start in SOURCES and reading.end in TARGETS and _numeric_conditions(reading.claim):
            for point, usual in _points(base.notions[reading.start].record, reading):
                yield from _at(converter, base, reading, point, usual=usual)


def _numeric_conditions(claim: Claim) -> bool:
    """Whether the claim needs nothing beyond parameter values, such as one order."""
    return all(isinstance(c, Constraint) for c in claim.relation.given)


def _points(record: NotionRecord, reading: ClaimReading) -> Iterator[tuple[dict[str, float], bool]]:
    """Values of the source's and of the free parameters, usual ones and others, within all conditions."""
    rng = np.random.default_rng(list(f"{reading.claim.id} {reading.start}".encode()))
    names = [*record.quantitative, *reading.free]
    meant = {e.name: n for n, e in reading.map.items() if isinstance(e, Name) and e.name in reading.free}
    like = [meant.get(n, n) for n in names]
    given = [c for c in reading.claim.relation.given if isinstance(c, Constraint)]
    proper = [c for n in record.quantitative if (c := record.parameters[n].proper_constraint) is not None]
    wanted = [*proper, *reading.free.values(), *given]
    many = _SLOW_POINTS if reading.end in SLOW or reading.start == SLOW[0] else _POINTS
    corners = list(itertools.product(*(_values(n)[:: len(_values(n)) - 1] for n in like)))
    order = rng.permutation(len(corners))
    far = list(itertools.product(*(_far(n) for n in like)))
    for usual, most in ((True, many), (False, 2 * many if many == _POINTS else many // 2)):
        found = 0
        drawn = ({n: _drawn(rng, m, usual=usual) for n, m in zip(names, like, strict=True)} for _ in range(_TRIES * most))
        extreme = (dict(zip(names, (corners if usual else far)[i], strict=True)) for i in order[: (most + 1) // 2])
        for point in itertools.chain(extreme, drawn):
            with contextlib.suppress(EvaluationError):
                if all(c.holds(point) for c in wanted):
                    yield point, usual
                    found += 1
            if found == most:
                break


def _values(name: str) -> tuple[float, ...]:
    return _VALUES.get(name, (0.5, 1.0, 2.0))


def _drawn(rng: np.random.Generator, name: str, *, usual: bool) -> float:
    """One of the usual values, or one between them; beyond them where that is meant."""
    values = _values(name)
    if rng.random() < 0.4:
        return float(rng.choice(values))
    least = 1.0 if name in _ORDERS else 0.0
    low, high = (math.log(x - least) for x in (next(x for x in values if x > least), values[-1]))
    if not usual:
        far = math.log(_BEYOND)
        low, high = low - far, high + far if name not in _SMALL else min(high + 4 * far, math.log(0.9))
    return float(f"{least + math.exp(rng.uniform(low, high)):.4g}")


def _far(name: str) -> tuple[float, float]:
    """Two values that nobody uses: a map that is wrong only where a parameter is tiny is wrong there."""
    values, least = _values(name), 1.0 if name in _ORDERS else 0.0
    return least + (values[0] - least) / _BEYOND**3, 0.9 if name in _SMALL else max(1.0, values[-1]) * _BEYOND


_ORDERS: Final = ("alpha", "omega", "k")
_SMALL: Final = ("delta", "delta_a", "delta_p", "eta")


def _at(
    converter: Converter, base: KnowledgeBase, reading: ClaimReading, point: Mapping[str, float], *, usual: bool
) -> Iterator[Measured]:
    """What the map says at one point, for each of the target's parameters with the others fixed as it says.

    Where that leaves a free parameter to be chosen, the loss is that of its best value.
    """
    record = base.notions[reading.end].record
    source = NumericGuarantee(reading.start, {n: point[n] for n in base.notions[reading.start].record.quantitative})
    try:
        images = {n: e.evaluate(point) for n, e in reading.map.items()}
        there = {n: max(0.0, x) if badness(record, n, 1.0) > 0 else x for n, x in images.items()}  # below nothing is nothing
        check_values(reading.end, record, there, complete=True)
    except (EvaluationError, GuaranteeError):
        return
    for wanted in there:
        if badness(record, wanted, 1.0) < 0 or (usual and not reading.map[wanted].names):
            continue  # a constant loses nothing that could be shown; it may promise too much
        others = frozenset().union(*(e.names for n, e in reading.map.items() if n != wanted))
        left = [n for n in reading.free if Name(n) not in [e for m, e in reading.map.items() if m != wanted]]
        if any(reading.map[wanted] == Name(n) and n not in others for n in left):
            continue  # the caller's choice, whatever the others are
        if any(images[n] == 0 and reading.map[n].names for n in _SMALL if n in there and n != wanted):
            continue  # perhaps positive and below all floats; asked for itself, it is still held to be true
        target: NumericGuarantee | None = NumericGuarantee(reading.end, there)
        if usual and left:
            fixed = {n: float(f"{x:.{_TOLD_DIGITS}g}") for n, x in there.items() if n != wanted}  # as it is printed
            target = _best_choice(converter, reading, source, fixed)
        if target is not None:
            yield from _beside_optimum(reading, source, target, wanted, usual=usual)


def _best_choice(
    converter: Converter, reading: ClaimReading, source: NumericGuarantee, fixed: Mapping[str, float]
) -> NumericGuarantee | None:
    """What the map gives with its free parameters at their best; None where it does not reach what is fixed."""
    with contextlib.suppress(GuaranteeError):
        for found in converter.recorded(source, reading.end, fixed):
            point = {**source.values, **found.chosen}
            own = [c.id for c in found.path] == [reading.claim.id] and found.back == (reading.start != reading.claim.subject,)
            # a smaller δ that also works says nothing about the map
            if own and all(math.isclose(found.formulas[n].evaluate(point), x, rel_tol=1e-12) for n, x in fixed.items()):
                return NumericGuarantee(reading.end, {**found.target.values, **fixed})
    return None


def _beside_optimum(
    reading: ClaimReading, source: NumericGuarantee, target: NumericGuarantee, wanted: str, *, usual: bool
) -> Iterator[Measured]:
    fixed = {n: x for n, x in target.values.items() if n != wanted}
    with contextlib.suppress(GuaranteeError):
        best = optimal([(source.notion, source.values)], target.notion, fixed)
        if best.status is not Status.UNKNOWN or best.lower > 0:
            yield Measured(reading.claim, source, target, best, usual, reading.start != reading.claim.subject)


def refuted(found: Measured, record: NotionRecord) -> str | None:
    """In words, where a map's value is certainly below what some mechanism needs: not only for the rounding of what is fixed."""
    if not found.below:
        return None
    weaker = {n: _weakened(record, n, x) for n, x in found.optimum.fixed.items()}
    best = optimal([(found.source.notion, found.source.values)], found.target.notion, weaker)
    if not replace(found, optimum=best).below:
        return None
    if best.status is Status.INFINITE:
        why, pair, link = (
            f"no {best.missing} exists ({best.note})",
            _breaking(found, weaker),
            "; more is needed by that with",
        )
    else:
        why, pair, link = f"some mechanism needs {best.parameter} = {outward(best.lower, -1)}", best.pair, ", such as that with"
    if pair is not None and len(pair.p) <= _SHOWN:
        rows = (", ".join(f"{float(x):.6g}" for x in row) for row in (pair.p, pair.q))
        why += f"{link} {_TABLE} {' against '.join(rows)}"
    return f"{found.claim.id} promises {said(record, found.target)} for {found.source}, but {why}"


def _breaking(found: Measured, fixed: Mapping[str, float]) -> Pair | None:
    """Where no finite value exists, a pair of the source that breaks what is promised."""
    run = executables()[found.target.notion]
    promised = {n: real(x) for n, x in {**found.target.values, **fixed}.items()}
    for pair in far_pairs([(found.source.notion, found.source.values)]):
        with contextlib.suppress(BlockError, UndecidedError, ArithmeticError, ValueError):
            if run.holds(pair.mechanism(), **promised).holds is False:
                return pair
    return None


def far_pairs(source: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[Pair]:
    """Pairs that meet a source and have rare outputs whose loss is as large as it allows, the rarest first.

    Where no finite value exists, they need more than any value as their outputs grow rarer.
    """
    asked = [("delta", x) for x in _RARE] + [("epsilon", e) for e in _LARGE]
    for name, value in asked[_RARE.index(_RARE[-1]) :] if source[0][0] == SLOW[0] else asked:
        pair = optimal(source, "approximate-dp", {name: value}).pair
        if pair is not None and not pair.one_output and min(x for x in pair.p + pair.q if x) > _TOLD:
            yield pair


_RARE: Final = (1e-200, 1e-100, 1e-50, 1e-25, 1e-12, 1e-6, 1e-3)
_LARGE: Final = (64.0, 8.0)
_TOLD: Final = 1e-290
"""What floats tell from nothing."""
_TABLE: Final = "output probabilities"


def _weakened(record: NotionRecord, name: str, value: float) -> float:
    """A little weaker where larger is weaker, and no more than certainty."""
    if badness(record, name, 1.0) < 0:
        return value
    return value * (1 + _ROUNDED / 2) if name not in _SMALL else min(1.0, value * (1 + _ROUNDED / 2))


def losses(found: list[Measured]) -> dict[str, Loss]:
    """Per claim, over the points with a finite optimum."""
    by: dict[str, list[Measured]] = defaultdict(list)
    for m in found:
        if m.usual and m.optimum.status not in (Status.INFINITE, Status.UNKNOWN):
            by[m.claim.id].append(m)
    kept = {}
    for claim, points in sorted(by.items()):
        worst = max(points, key=lambda m: m.ratio)
        fixed = ", ".join(f"{n}={v:.{_TOLD_DIGITS}g}" for n, v in worst.optimum.fixed.items())
        at = f"{worst.source}{' at ' + fixed if fixed else ''}"
        ratios = sorted(max(1.0, m.ratio) for m in points)
        kept[claim] = Loss(
            ratios[-1], statistics.median(ratios), len(points), at, tuple(ratios), _ranges(points), _table(worst.optimum)
        )
    return kept


def _ranges(points: list[Measured]) -> str:
    """From where to where each parameter of the source and each fixed one of the target goes."""
    values: dict[str, list[float]] = defaultdict(list)
    for m in points:
        for n, x in (*m.source.values.items(), *m.optimum.fixed.items()):
            values[n].append(x)
    return ", ".join(f"{n} from {inside[0]} to {inside[1]}" for n, x in values.items() if (inside := _inside(min(x), max(x))))


def _inside(low: float, high: float) -> tuple[str, str] | None:
    """Both ends rounded inwards, to two digits or to as many as keep them apart: no value is named that was not reached."""
    for digits in range(2, 16):
        if rounded(low, 1, digits) < rounded(high, -1, digits):
            return outward(low, 1, digits), outward(high, -1, digits)
    return None


def _table(best: Optimum) -> tuple[tuple[str, ...], ...]:
    if best.pair is None or len(best.pair.p) > _SHOWN:
        return ()
    return tuple(tuple(f"{float(x):.6g}" for x in row) for row in (best.pair.p, best.pair.q))


def findings(found: list[Measured], base: KnowledgeBase) -> Iterator[Finding]:
    """Refuted maps, and maps marked tight that are not."""
    refuted_ids: set[str] = set()
    for below, points in _by_claim(found).items():
        said: list[str] = []
        for m in points:
            why = refuted(m, base.notions[m.target.notion].record)
            said += [why] if why is not None else []
            if why is not None and _TABLE in why:
                break
        if said:
            refuted_ids.add(below)
            yield Finding(points[0].claim.location, "map-below-optimum", said[-1] if _TABLE in said[-1] else said[0])
    loose = [m for m in found if m.claim.id not in refuted_ids and not m.back and _held_to(m) and m.ratio > 1 + TIGHT]
    for claim in dict.fromkeys(m.claim for m in loose):
        worst = max((m for m in loose if m.claim is claim), key=lambda m: m.ratio)
        message = f"{claim.id} is marked tight, but at {worst.source} its value is {worst.ratio:.6g} times the optimum"
        yield Finding(claim.location, "tight-map-loses", message)


def _by_claim(found: list[Measured]) -> Mapping[str, list[Measured]]:
    """The points of each claim at which its value is below the optimum, those first that show most."""
    by: dict[str, list[Measured]] = defaultdict(list)
    for m in sorted(found, key=lambda m: (not m.usual, m.optimum.pair is None or len(m.optimum.pair.p) > _SHOWN)):
        if m.below:
            by[m.claim.id].append(m)
    return by


def _held_to(m: Measured) -> bool:
    """Whether the map says that this value of it is the optimum: one that the caller chooses is not a value of the map."""
    tight, image = m.claim.relation.tight, (m.claim.relation.map or {})[m.optimum.parameter]
    chosen = isinstance(image, Name) and image.name in (m.claim.relation.free or {})
    values = m.source.values
    there = tight is not None and (tight.when is None or (tight.when.names <= values.keys() and tight.when.holds(values)))
    return there and not chosen and m.optimum.status in (Status.ATTAINED, Status.LIMIT)


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
            "over": x.over,
            "pair": x.pair,
        }
        for c, x in found.items()
    }
    lines = ",\n".join(f"  {json.dumps(c)}: {json.dumps(e)}" for c, e in sorted(entries.items()))
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return path


def _short(ratio: float) -> float | None:
    """Six digits, upwards, so that no map looks better than it is; 1 where it is the optimum as far as TIGHT decides.

    Nothing stands for what is infinite, which JSON cannot say.
    """
    return None if math.isinf(ratio) else 1.0 if ratio <= 1 + TIGHT else float(rounded(ratio, 1, 6))


def _long(ratio: float | None) -> float:
    return math.inf if ratio is None else ratio


def read_losses(base: KnowledgeBase, all_claims: Mapping[str, Claim]) -> Mapping[str, Loss]:
    """The measurements of claims that have not changed since."""
    path = base.root / FILE
    if not path.exists():
        return {}
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        c: Loss(
            _long(e["worst"]),
            _long(e["typical"]),
            int(e["points"]),
            str(e["at"]),
            tuple(map(_long, e["curve"])),
            str(e["over"]),
            tuple(tuple(row) for row in e["pair"]),
        )
        for c, e in data.items()
        if c in all_claims and e["digest"] == digest(all_claims[c])
    }
