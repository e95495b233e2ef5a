"""Small exact mechanisms that break false claims: random ones, and the corner cases that theorems forget.

Domains are complete (:mod:`dpzoo.falsify.settings`): on a truncated one true claims seem to fail, because neighbours are missing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism
from dpzoo.falsify.settings import Random

Rows = list[list[Fraction]]


def mechanism(rng: Random, datasets: Sequence[Dataset], outputs: Sequence[Any] | None = None) -> FiniteMechanism:
    """A mechanism on these datasets, of a random kind; with these outputs, if they are given."""
    width = int(rng.integers(2, 5)) if outputs is None else len(outputs)
    kind = _KINDS[rng.integers(len(_KINDS))]
    if outputs is not None and kind is _identity:
        kind = _deterministic
    rows = kind(rng, datasets, width)
    return FiniteMechanism(datasets, list(range(len(rows[0]))) if outputs is None else list(outputs), rows)


def law(rng: Random, width: int, *, zeros: bool = True, top: int = 6) -> list[Fraction]:
    """A distribution with small numerators."""
    while True:
        weights = rng.integers(0 if zeros else 1, top + 1, size=width)
        if weights.sum():
            return [Fraction(int(w), int(weights.sum())) for w in weights]


def channel(rng: Random, outputs: Sequence[Any]) -> dict[Any, dict[Any, Fraction]]:
    """A post-processing: half of the time it merges outputs, else it is random."""
    width = max(1, int(rng.integers(1, len(outputs) + 1)))
    if rng.random() < 0.5:
        return {o: {int(rng.integers(width)): Fraction(1)} for o in outputs}
    return {o: dict(enumerate(law(rng, width))) for o in outputs}


def _independent(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    return [law(rng, width) for _ in datasets]


def _positive(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    return [law(rng, width, zeros=False) for _ in datasets]


def _close(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """One law, with a little mass moved on each dataset: near ties and small losses."""
    base = law(rng, width, zeros=False, top=4)
    rows = []
    for _ in datasets:
        i, j = rng.integers(width, size=2)
        row = list(base)
        move = min(row[i], Fraction(int(rng.integers(1, 4)), 100))
        row[i] -= move
        row[j] += move
        rows.append(row)
    return rows


def _constant(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    row = law(rng, width)
    return [row for _ in datasets]


def _identity(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    return [[Fraction(int(i == j)) for j in range(len(datasets))] for i in range(len(datasets))]


def _deterministic(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    picks = rng.integers(width, size=len(datasets))
    return [[Fraction(int(p == j)) for j in range(width)] for p in picks]


def _size(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """Depends on the size alone, sometimes with noise."""
    by_size = {n: law(rng, width, zeros=bool(rng.integers(2))) for n in {len(d) for d in datasets}}
    return [by_size[len(d)] for d in datasets]


def _one_record(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """Depends on one position, or on whether one record occurs."""
    place = int(rng.integers(2))
    by_value: dict[Any, list[Fraction]] = {}
    return [by_value.setdefault(d[place] if len(d) > place else None, law(rng, width)) for d in datasets]


def _rare(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """With small probability something drastic, otherwise nothing: the failures that approximate notions allow."""
    chance = Fraction(1, int(rng.choice([4, 10, 100])))
    common = law(rng, width, zeros=False)
    rows = []
    for _ in datasets:
        drastic = [Fraction(0)] * width
        drastic[rng.integers(width)] = Fraction(1)
        rows.append([(1 - chance) * c + chance * d for c, d in zip(common, drastic, strict=True)])
    return rows


def _outlier(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """One dataset is treated differently from all others."""
    row, other = law(rng, width), law(rng, width)
    odd = int(rng.integers(len(datasets)))
    return [other if i == odd else row for i in range(len(datasets))]


def _parity(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """Depends on the parity of the number of first records: correlations show, single records do not."""
    first, second = law(rng, width), law(rng, width)
    marked = datasets[-1][0] if datasets[-1] else None
    return [first if sum(r == marked for r in d) % 2 else second for d in datasets]


def _extremal(rng: Random, datasets: Sequence[Dataset], width: int) -> Rows:
    """Two laws on two outputs, the worst case of all that a hypothesis test can tell under bounded divergences, or on three.

    For two notions that bound divergences of neighbours, pairs of laws on two outputs attain the best bound on (ε, δ), total
    variation and trade-off functions, and mixtures of few of them that on other divergences. The odds run over a wide range:
    randomised response (where both orders of a divergence bind), rare outputs, and outputs that are nearly or quite impossible on
    one side.
    """
    first, second = _pair(rng)
    if width > 2:
        first, second = _three(rng, first, second)
    first, second = ([*law, *[Fraction(0)] * (width - len(law))] for law in (first, second))
    chosen = _split(rng, datasets)
    return [first if c else second for c in chosen]


def _pair(rng: Random) -> tuple[list[Fraction], list[Fraction]]:
    """The laws (p, 1 − p) and (q, 1 − q)."""
    if rng.random() < _RESPONSES:
        p = _round(1 / (1 + math.exp(10 ** rng.uniform(-1.5, 0.8))))
        q = 1 - p
    else:
        p = _round(1 / (1 + math.exp(rng.uniform(-2.5, 6))))
        q = Fraction(0) if rng.random() < _IMPOSSIBLE else _round(float(p) * math.exp(-(10 ** rng.uniform(-1.5, 1))))
    if rng.random() < 0.5:
        p, q = 1 - q, 1 - p
    return [p, 1 - p], [q, 1 - q]


def _three(rng: Random, first: list[Fraction], second: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """A mixture of a pair with another one, or with an uninformative one whose single output comes last."""
    if rng.random() < 0.5:
        kept = _round(10 ** rng.uniform(-2, 0))
        return [*(kept * p for p in first), 1 - kept], [*(kept * q for q in second), 1 - kept]
    other, another = _pair(rng)
    kept = _round(10 ** rng.uniform(-2, 0))
    mixed = [
        [kept * one[0], (1 - kept) * two[0], kept * one[1] + (1 - kept) * two[1]]
        for one, two in ((first, other), (second, another))
    ]
    return mixed[0], mixed[1]


def _round(x: float) -> Fraction:
    """A chance with two digits that count."""
    return min(Fraction(f"{x:.1e}"), Fraction(1))


def _split(rng: Random, datasets: Sequence[Dataset]) -> list[bool]:
    """Which datasets get the first of two laws: by size, by one record, one alone, or at random; neighbours differ somewhere."""
    match int(rng.integers(4)):
        case 0:
            size = len(datasets[int(rng.integers(len(datasets)))])
            return [len(d) == size for d in datasets]
        case 1:
            record = next((r for d in datasets[::-1] for r in d), None)
            return [record in d for d in datasets]
        case 2:
            odd = int(rng.integers(len(datasets)))
            return [i == odd for i in range(len(datasets))]
        case _:
            return [bool(b) for b in rng.integers(2, size=len(datasets))]


_RESPONSES: Final = 0.3
_IMPOSSIBLE: Final = 0.15

_KINDS: Final[tuple[Callable[[Random, Sequence[Dataset], int], Rows], ...]] = (
    _independent,
    _positive,
    _positive,
    _close,
    _constant,
    _identity,
    _deterministic,
    _size,
    _one_record,
    _rare,
    _rare,
    _outlier,
    _parity,
    *([_extremal] * 7),
)
