"""The search for an event: which set of outputs is too likely on one of two datasets.

An event is found on a first sample and judged elsewhere on a fresh one, so nothing here needs to be right, only good. An
output is read in several ways (aspects): the output itself; of a list its entries, its beginnings, how many entries
there are of each kind and where the first and the last of them stand, the largest and the smallest; and a score, the sum of the
entries' log-likelihood ratios, learnt on one half of the sample and tried on the other. A text is read as a list of characters.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dpzoo.falsify.outputs import Raised, Several, shown

BINS: Final = 24
"""Bins of the histogram, equally full in the two first samples together."""
_TAILS: Final = (0.002, 0.005, 0.01, 0.02)
"""Shares of the numbers in further bins at either end: a ratio is often largest where both probabilities are small."""
_ENTRIES: Final = 8
"""How many entries are read singly from the beginning, and as many from the end."""
_KINDS: Final = 4
"""Categories that are counted among the entries."""
_LONGEST: Final = 64
"""Characters of a text that is read as a list."""
_COARSE: Final = 6
"""Bins of a number among the entries, where several entries are looked at together."""


@dataclass(frozen=True)
class Event:
    """A set of outputs: those of which an aspect (the output itself, if it is empty) is in categories or half-open intervals."""

    categories: frozenset[Hashable]
    intervals: tuple[tuple[float, float], ...]
    aspect: str = ""

    def __contains__(self, value: Hashable) -> bool:
        if isinstance(value, float):
            return any(low <= value < high for low, high in self.intervals)
        return value in self.categories

    def __str__(self) -> str:
        parts = [_interval(low, high) for low, high in self.intervals]
        named = sorted(shown(c) for c in self.categories)
        parts += named if len(named) <= _SHOWN else [*named[:_SHOWN], f"{len(named) - _SHOWN} more"]
        return f"with {self.aspect} {' or '.join(parts)}" if self.aspect else " or ".join(parts)


_SHOWN: Final = 8


def _interval(low: float, high: float) -> str:
    """A half-open interval in words, with as many digits as tell its ends apart."""
    if high == math.nextafter(low, math.inf):
        return f"exactly {low:.17g}"
    if low == -math.inf:
        return "any number" if high == math.inf else f"below {high:.6g}"
    if high == math.inf:
        return f"at least {low:.6g}"
    digits = next(d for d in range(6, 18) if d == 17 or f"{low:.{d}g}" != f"{high:.{d}g}")
    return f"[{low:.{digits}g}, {high:.{digits}g})"


class OutputRow:
    """An output with its entries at hand; of a whole one there are none."""

    __slots__ = ("entries", "kinds", "named", "numbers", "output")

    def __init__(self, output: Hashable) -> None:
        self.output = output
        self.entries: Sequence[tuple[str, Hashable]] = ()
        if isinstance(output, Several):
            self.entries = output
        elif isinstance(output, str) and not isinstance(output, Raised) and 1 < len(output) <= _LONGEST:
            self.entries = [(str(k), c) for k, c in enumerate(output, start=1)]
        self.named = dict(self.entries)
        self.numbers = [v for _, v in self.entries if isinstance(v, float)]
        self.kinds = [_kind(v) for _, v in self.entries]


Aspect = Callable[[OutputRow], Hashable]
"""One reading of an output: a number or a category."""

Cell = Hashable
"""The number of a bin, or a category in a tuple of its own."""


@dataclass(frozen=True)
class Suspect:
    """An event, the aspect that it reads, and its excess P − e^ε Q − δ in standard errors."""

    score: float
    event: Event
    look: Aspect

    def holds(self, output: Hashable) -> bool:
        """Whether an output is in the event."""
        return self.look(OutputRow(output)) in self.event


def last_digit(row: OutputRow) -> Hashable:
    """The exponent of the last binary digit of a number that is not zero."""
    if not isinstance(row.output, float) or row.output == 0:
        return str(row.output)
    numerator, denominator = row.output.as_integer_ratio()
    return float((numerator & -numerator).bit_length() - denominator.bit_length())


class Reader:
    """The aspects worth a look, and their bins, chosen from outputs of several datasets together."""

    def __init__(self, outputs: Iterable[Hashable], *, digits: bool = False, bins: int = BINS) -> None:
        pooled = list(outputs)
        rows = [OutputRow(o) for o in pooled]
        self.names: list[str] = []
        """The entries that the score looks at."""
        self._bins: dict[str, list[float]] = {}
        self.aspects = self._chosen(pooled, rows, digits=digits)
        self.edges = {
            name: _edges([v for row in rows if isinstance(v := look(row), float)], bins) for name, look in self.aspects.items()
        }

    def _chosen(self, pooled: Sequence[Hashable], rows: Sequence[OutputRow], *, digits: bool) -> dict[str, Aspect]:
        aspects: dict[str, Aspect] = {}
        if any(not isinstance(o, Several) for o in pooled) or len(set(pooled)) < len(pooled) / 2:
            aspects[""] = _whole
        if digits and any(isinstance(o, float) for o in pooled):
            aspects["a last binary digit of exponent"] = last_digit
        names = list(dict.fromkeys(n for row in rows for n in row.named))
        if not names:
            return aspects
        self.names = list(dict.fromkeys([*names[:_ENTRIES], *names[-_ENTRIES:]]))
        for name in self.names:
            numbers = [v for row in rows if isinstance(v := row.named.get(name), float)]
            self._bins[name] = _edges(numbers, _COARSE)
            aspects[f"entry {name}"] = _entry(name)
        if len({len(row.entries) for row in rows}) > 1:
            aspects["a number of entries"] = lambda row: float(len(row.entries))
            aspects["the last entry"] = lambda row: row.entries[-1][1] if row.entries else "none"
        kinds = Counter(kind for row in rows for kind in row.kinds)
        for kind, _ in kinds.most_common(_KINDS):
            aspects[f"a number of entries {kind}"] = _count(kind)
            aspects[f"the first entry {kind} at place"] = _place(kind, 0)
            aspects[f"the last entry {kind} at place"] = _place(kind, -1)
        for length in range(2, min(len(names), _ENTRIES) + 1):
            aspects[f"the first {length} entries"] = self._beginning(length)
        if any(row.numbers for row in rows):
            aspects["a largest entry"] = lambda row: max(row.numbers, default="none")
            aspects["a smallest entry"] = lambda row: min(row.numbers, default="none")
            aspects["a sum of the entries"] = _sum
            aspects["the largest entry at place"] = _at_largest
        return aspects

    def _beginning(self, length: int) -> Aspect:
        return lambda row: " ".join(str(self.coarse(n, v)) for n, v in row.entries[:length])

    def coarse(self, name: str, value: Hashable) -> Hashable:
        """An entry's cell where several are looked at together: a category, or the number of a wide bin."""
        return bisect_right(self._bins.get(name, ()), value) if isinstance(value, float) else value

    def cell(self, name: str, row: OutputRow) -> Cell:
        """The cell of an aspect in which an output lies."""
        value = self.aspects[name](row)
        return bisect_right(self.edges[name], value) if isinstance(value, float) else (value,)

    def together(self, row: OutputRow) -> tuple[Hashable, ...]:
        """The cells of all entries that the score looks at."""
        return tuple(self.coarse(n, row.named.get(n, "absent")) for n in self.names)

    def sample(self, outputs: Sequence[Hashable]) -> Sample:
        """How often each cell of each aspect occurs among some outputs: among all, the even ones and the odd ones."""
        known: dict[Hashable, tuple[Cell, ...]] = {}
        read: list[tuple[Cell, ...]] = []
        for o in outputs:
            cells = known.get(o)
            if cells is None:
                row = OutputRow(o)
                cells = (*(self.cell(name, row) for name in self.aspects), self.together(row))
                if len(known) < _REMEMBERED:
                    known[o] = cells
            read.append(cells)
        *columns, rows = zip(*read, strict=True)
        counted = {n: (Counter(c), Counter(c[::2]), Counter(c[1::2])) for n, c in zip(self.aspects, columns, strict=True)}
        return Sample(len(outputs), counted, (Counter(rows[::2]), Counter(rows[1::2])))


_REMEMBERED: Final = 10_000


@dataclass(frozen=True)
class Sample:
    """What was counted on one dataset: every aspect's cells, and the rows of entries in both halves."""

    size: int
    counted: Mapping[str, tuple[Counter[Cell], Counter[Cell], Counter[Cell]]]
    rows: tuple[Counter[tuple[Hashable, ...]], Counter[tuple[Hashable, ...]]]


def _kind(value: Hashable) -> str:
    """What an entry is, roughly: a category or a whole number by its name, any other number as a number."""
    if isinstance(value, float):
        return f"equal to {value:g}" if value.is_integer() else "that is a number"
    return f"equal to {shown(value)}"


def _whole(row: OutputRow) -> Hashable:
    return str(row.output) if isinstance(row.output, Several) else row.output


def _entry(name: str) -> Aspect:
    return lambda row: row.named.get(name, "absent")


def _count(kind: str) -> Aspect:
    return lambda row: float(row.kinds.count(kind))


def _place(kind: str, which: int) -> Aspect:
    def look(row: OutputRow) -> Hashable:
        places = [k for k, found in enumerate(row.kinds, start=1) if found == kind]
        return float(places[which]) if places else "nowhere"

    return look


def _sum(row: OutputRow) -> Hashable:
    total = sum(row.numbers)
    return total if math.isfinite(total) else str(total)


def _at_largest(row: OutputRow) -> Hashable:
    return float(row.numbers.index(max(row.numbers)) + 1) if row.numbers else "none"


def worst(reader: Reader, first: Sample, second: Sample, epsilon: float, delta: float) -> Suspect:
    """The event of a pair whose excess P − e^ε Q − δ is largest in standard errors."""
    found: list[Suspect] = []
    for name, look in reader.aspects.items():
        score, cells = _worst(first.counted[name], second.counted[name], (first.size, second.size), epsilon, delta)
        found.append(Suspect(score, _event(cells, reader.edges[name], name), look))
    if len(reader.names) > 1:
        found.append(_by_likelihood(reader, first, second, epsilon, delta))
    return max(found, key=lambda s: s.score)


def _by_likelihood(reader: Reader, first: Sample, second: Sample, epsilon: float, delta: float) -> Suspect:
    """The event that the sum of the entries' log-likelihood ratios is large: learnt on one half, tried on the other."""
    table: list[dict[Hashable, float]] = []
    for k in range(len(reader.names)):
        p, q = (_marginal(s.rows[0], k) for s in (first, second))
        table.append({c: math.log((p[c] + 1) / (q[c] + 1)) for c in p | q})

    def score(row: tuple[Hashable, ...]) -> float:
        return sum(ratios.get(c, 0.0) for ratios, c in zip(table, row, strict=True))

    sides: list[Counter[float]] = []
    for s in (first, second):
        counted: Counter[float] = Counter()
        for row, times in s.rows[1].items():
            counted[score(row)] += times
        sides.append(counted)
    edges = _edges([x for side in sides for x, times in side.items() for _ in range(times)], BINS)
    p, q = (_binned(side, edges) for side in sides)
    best, cells = _worst((p, p, p), (q, q, q), (sum(p.values()), sum(q.values())), epsilon, delta)
    event = _event(cells, edges, "a likelihood score")
    return Suspect(best, event, lambda row: score(reader.together(row)))


def _marginal(rows: Counter[tuple[Hashable, ...]], k: int) -> Counter[Hashable]:
    found: Counter[Hashable] = Counter()
    for row, times in rows.items():
        found[row[k]] += times
    return found


def _binned(scores: Counter[float], edges: list[float]) -> Counter[Cell]:
    found: Counter[Cell] = Counter()
    for x, times in scores.items():
        found[bisect_right(edges, x)] += times
    return found


Counted = tuple[Counter[Cell], Counter[Cell], Counter[Cell]]


def _worst(first: Counted, second: Counted, sizes: tuple[int, int], epsilon: float, delta: float) -> tuple[float, list[Cell]]:
    """The cells of one aspect whose excess is largest in standard errors, and that number."""
    (p, *learnt_p), (q, *learnt_q) = first, second
    factor = math.exp(epsilon)
    cells = list(p | q)
    best: tuple[float, list[Cell]] = (-math.inf, cells)

    def consider(event: list[Cell], hits: float, others: float, part: float = 1.0) -> None:
        nonlocal best
        n, m = sizes[0] * part, sizes[1] * part
        # one hit more on each side keeps rare events from having no error at all
        error = math.sqrt((hits + 1) / n**2 + factor**2 * (others + 1) / m**2)
        found = (hits / n - factor * others / m - delta) / error
        if found > best[0]:
            best = (found, event)

    for c in cells:
        consider([c], p[c], q[c])
    bins = sorted(c for c in cells if isinstance(c, int))
    for ordered in (bins, bins[::-1]):
        hits = others = 0
        for k, c in enumerate(ordered[:-1], start=1):
            hits, others = hits + p[c], others + q[c]
            consider(list(ordered[:k]), hits, others)
    # by likelihood: the order is learnt on one half, and every beginning of it tried on the other
    ranked = sorted(cells, key=lambda c: -(learnt_p[0][c] + 0.5) / (learnt_q[0][c] + 0.5))
    hits = others = 0
    for k, c in enumerate(ranked[:-1], start=1):
        hits, others = hits + learnt_p[1][c], others + learnt_q[1][c]
        consider(ranked[:k], hits, others, 0.5)
    return best


def _edges(numbers: Sequence[float], bins: int) -> list[float]:
    """The ends of bins that are about equally full, with common numbers in bins of their own."""
    import numpy as np

    if not numbers:
        return []
    common = [x for x, times in Counter(numbers).items() if times > len(numbers) / (4 * bins)]
    atoms = [e for x in common for e in (x, math.nextafter(x, math.inf))]
    shares = [*np.linspace(0, 1, bins + 1)[1:-1], *((t for low in _TAILS for t in (low, 1 - low)) if bins >= BINS else ())]
    found: list[float] = np.unique([*np.quantile(numbers, shares), *atoms]).tolist()
    return found


def _event(cells: Sequence[Cell], edges: Sequence[float], aspect: str) -> Event:
    ends = [-math.inf, *edges, math.inf]
    intervals: list[tuple[float, float]] = []
    for i in sorted(c for c in cells if isinstance(c, int)):
        if intervals and intervals[-1][1] == ends[i]:
            intervals[-1] = (intervals[-1][0], ends[i + 1])
        else:
            intervals.append((ends[i], ends[i + 1]))
    return Event(frozenset(c[0] for c in cells if isinstance(c, tuple)), tuple(intervals), aspect)
