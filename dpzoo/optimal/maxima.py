"""The greatest of some balls, and of a smooth function of one variable, by branch and bound with mean-value bounds."""

from __future__ import annotations

import functools
import heapq
import itertools
from collections.abc import Callable, Iterable
from typing import Final

import flint

from dpzoo.numbers.real import Ball
from dpzoo.optimal.certify import UnclosedError

MAX_CELLS: Final = 6000


def maximum(bounds: Iterable[Ball], *more: Ball) -> Ball:
    """The largest of some balls, which keeps what is not a number."""
    return functools.reduce(flint.arb.max, [*bounds, *more])


def minimum(bounds: Iterable[Ball], *more: Ball) -> Ball:
    """The smallest."""
    return functools.reduce(flint.arb.min, [*bounds, *more])


def greatest(
    value: Callable[[Ball], Ball], slope: Callable[[Ball], Ball], low: Ball, high: Ball, relative: float = 2.0**-36
) -> tuple[Ball, Ball, Ball]:
    """A lower and an upper bound of max ``value`` on [low, high], and a point that reaches the lower one.

    ``value`` and ``slope`` (its derivative) must enclose their values on every ball they are given, or be not finite there.
    """
    order = itertools.count()
    best, where = value(low), low
    heap: list[tuple[float, int, Ball, Ball, Ball]] = []

    def push(a: Ball, b: Ball) -> None:
        nonlocal best, where
        middle = ((a + b) / 2).mid()
        here, cell = value(middle), a.union(b)
        if here.lower() > best.lower():
            best, where = here, middle
        bound = (here + abs(slope(cell)) * ((b - a) / 2)).upper()
        plain = value(cell).upper()
        if not bound.is_finite() or (plain.is_finite() and plain < bound):
            bound = plain
        heapq.heappush(heap, (-float(bound) if bound.is_finite() else float("-inf"), next(order), a, b, bound))

    push(low, high)
    at_end = value(high)
    if at_end.lower() > best.lower():
        best, where = at_end, high
    for _ in range(MAX_CELLS):
        _, _, a, b, bound = heap[0]
        if bound.is_finite() and bound <= best.lower() + abs(best).upper() * flint.arb(relative):
            return best, bound.max(best), where
        heapq.heappop(heap)
        middle = ((a + b) / 2).mid()
        push(a, middle)
        push(middle, b)
    raise UnclosedError("branch and bound did not close the maximum")
