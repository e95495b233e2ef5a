"""The constraints of a moment problem, those of a family of orders one order at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import flint

from dpzoo.numbers.late import Floats
from dpzoo.numbers.real import ONE, ZERO, Ball
from dpzoo.optimal.certify import arb
from dpzoo.optimal.primitives import Line, Orders, Power, Primitive
from dpzoo.optimal.shapes import Deviation, Exponentials, Hinge, Shape

_SAME: Final = 1.7
_NOTHING: Final = 1e-14


@dataclass(frozen=True, slots=True)
class Bound:
    """E ``shape`` is at most ``limit`` by a part of the source."""

    shape: Shape
    limit: Ball
    part: Primitive


@dataclass(frozen=True, slots=True)
class Row:
    """One constraint of the programme: of a family at one order; of a single order and a power the order is not used."""

    part: Primitive
    order: float
    reverse: bool


def joined(rows: list[Row], weights: Floats, same: float = _SAME) -> list[Row]:
    """The binding constraints; neighbouring orders of one family, between which the true one lies, as one.

    Neighbours differ by less than the factor ``same`` in α - 1.
    """
    kept: list[tuple[Row, float]] = []
    for row, weight in sorted(zip(rows, weights, strict=True), key=lambda x: x[0].order):
        if weight <= _NOTHING * weights.max():
            continue
        last = next(
            (j for j in reversed(range(len(kept))) if kept[j][0].part is row.part and kept[j][0].reverse is row.reverse), None
        )
        if last is not None and (row.order - 1) < same * (kept[last][0].order - 1 + 0.02):
            other, mass = kept[last]
            order = (other.order * mass + row.order * weight) / (mass + weight)
            kept[last] = (Row(row.part, order, row.reverse), mass + weight)
        else:
            kept.append((row, weight))
    return [row for row, _ in kept]


def mirrored(rows: list[Row], weights: Floats) -> list[Row]:
    """Of each part that binds its heaviest constraint, in both orders: one multiplier may be too small to be seen, or noise."""
    heaviest: dict[Primitive, Row] = {}
    for _, row in sorted(zip(weights.tolist(), rows, strict=True), key=lambda x: x[0]):
        heaviest[row.part] = row
    bound = {row.part for row in joined(rows, weights)}
    both = [(row, r) for part, row in heaviest.items() if part in bound for r in (False, True)]
    return [replace(row, reverse=r) for row, r in both if not (r and symmetric(row.part))]


def symmetric(part: Primitive) -> bool:
    """Whether a constraint says the same of both orders: total variation and Hellinger's distance."""
    return part.epsilon == ZERO if isinstance(part, Line) else isinstance(part, Orders) and part.low * 2 == ONE


def bound_of(row: Row, order: Ball | None = None) -> Bound:
    """The constraint of a row; ``order`` replaces its order."""
    part = row.part
    if isinstance(part, Line):
        return Bound(Hinge(part.epsilon, row.reverse), arb(part.delta), part)
    if isinstance(part, Power):
        return Bound(Deviation(part.k, row.reverse), (arb(part.k) * arb(part.epsilon).log()).exp(), part)
    assert isinstance(part, Orders)
    last = part.single or row.order >= float(part.high)
    alpha = arb(part.high) if last else order if order is not None else flint.arb(row.order)
    one, zero, s = flint.arb(1), flint.arb(0), alpha - 1
    bound = arb(part.xi) + arb(part.rho) * alpha
    if s == 0:
        return Bound(Exponentials(((-one, zero, 1),) if row.reverse else ((one, one, 1),)), bound, part)
    there = Exponentials(((1 / s, part.high if last else alpha, 0), (-1 / s, one, 0)))  # exactly, beside a goal of the same order
    back = Exponentials(((1 / s, 1 - alpha, 0), (-1 / s, zero, 0)))
    return Bound(back if row.reverse else there, (s * bound).expm1() / s, part)
