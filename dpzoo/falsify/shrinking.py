"""From a counterexample to the smallest readable one: fewer datasets' worth of detail, fewer outputs, rounder numbers.

Each step proposes a simpler case and keeps it if the claim still fails on it, certified. Domains stay complete.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import monotonic
from typing import Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.falsify.trials import Counterexample, Target, TrialObjects
from dpzoo.numbers.errors import BlockError

PATIENCE: Final = 5.0
"""Seconds that a counterexample may be shrunk for."""


def shrink(
    target: Target, case: TrialObjects, found: Counterexample, patience: float = PATIENCE
) -> tuple[TrialObjects, Counterexample]:
    """The simplest case that could be reached, with its counterexample."""
    until = monotonic() + patience
    ordered = not all(map(_order_free, case.mechanisms))
    improved = True
    while improved and monotonic() < until:
        improved = False
        for simpler in _simpler(case):
            if monotonic() > until:
                break
            if _size(simpler) >= _size(case) or not (ordered or all(map(_order_free, simpler.mechanisms))):
                continue
            try:
                smaller = target.attack(simpler)
            except (BlockError, ArithmeticError, ValueError):
                continue
            if isinstance(smaller, Counterexample) and smaller.certified >= found.certified:
                case, found, improved = simpler, smaller, True
                break
    return case, found


def _order_free(m: FiniteMechanism) -> bool:
    """Whether the order of records does not matter: then it must not matter after a simplification either."""
    seen: dict[frozenset[tuple[object, int]], list[object]] = {}
    for d, row in zip(m.datasets, m.matrix.tolist(), strict=True):
        if seen.setdefault(frozenset(Counter(d).items()), row) != row:
            return False
    return True


def _size(case: TrialObjects) -> tuple[int, int]:
    """What a reader has to take in: datasets, laws and outputs first, then the length of the numbers."""
    shape = sum(len(m.datasets) * 4 + len({tuple(r) for r in m.matrix.tolist()}) * 2 + len(m.outputs) for m in case.mechanisms)
    digits = sum(len(str(p)) for m in case.mechanisms for p in m.matrix.ravel())
    return shape, digits


def _simpler(case: TrialObjects) -> Iterator[TrialObjects]:
    if "schema" not in case.structure:  # a product of attributes would lose values that lie between others
        yield from _smaller_domains(case)
    for k, m in enumerate(case.mechanisms):
        for other in itertools.chain(_fewer_outputs(m), _equal_rows(m), _rounder(m)):
            changed = (*case.mechanisms[:k], other, *case.mechanisms[k + 1 :])
            if case.channel is not None:
                if any(o not in case.channel for o in other.outputs):
                    continue
                yield replace(case, mechanisms=changed)
            else:
                yield replace(case, mechanisms=changed)


def _smaller_domains(case: TrialObjects) -> Iterator[TrialObjects]:
    """Without one record value, or without the largest datasets: still complete."""
    first = case.mechanisms[0]
    most = max(len(d) for d in first.datasets)
    kept = [[d for d in first.datasets if r not in d] for r in first.records]
    kept.append([d for d in first.datasets if len(d) < most])
    for datasets in kept:
        if datasets:
            yield replace(case, mechanisms=tuple(m.restrict(datasets) for m in case.mechanisms))


def _fewer_outputs(m: FiniteMechanism) -> Iterator[FiniteMechanism]:
    """Two outputs merged into the first; outputs that never occur left out."""
    possible = [o for o, column in zip(m.outputs, m.matrix.T, strict=True) if any(column)]
    if len(possible) < len(m.outputs):
        keep = [i for i, o in enumerate(m.outputs) if o in possible]
        yield FiniteMechanism(m.datasets, possible, m.matrix[:, keep])
    for a, b in itertools.combinations(m.outputs, 2):
        yield m.post_process({o: (a if o == b else o) for o in m.outputs})


def _equal_rows(m: FiniteMechanism) -> Iterator[FiniteMechanism]:
    """One dataset's law replaced by another's."""
    rows = m.matrix.tolist()
    for i, j in itertools.permutations(range(len(rows)), 2):
        if rows[i] != rows[j]:
            yield _with(m, [*rows[:i], rows[j], *rows[i + 1 :]])


def _rounder(m: FiniteMechanism) -> Iterator[FiniteMechanism]:
    """One law with smaller denominators, in every row where it occurs."""
    rows = m.matrix.tolist()
    for law in {tuple(r) for r in rows}:
        worst = max(p.denominator for p in law)
        for denominator in (1, 2, 3, 4, 5, 10):
            if denominator >= worst:
                continue
            rounded = [Fraction(round(p * denominator), denominator) for p in law[:-1]]
            rest = 1 - sum(rounded, Fraction(0))
            if rest < 0:
                continue
            new = [*rounded, rest]
            if tuple(new) != law:
                yield _with(m, [new if tuple(r) == law else r for r in rows])


def _with(m: FiniteMechanism, rows: list[list[Fraction]]) -> FiniteMechanism:
    return FiniteMechanism(m.datasets, m.outputs, rows)
