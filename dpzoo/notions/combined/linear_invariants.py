"""Notions of outputs that keep linear invariants of the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpzoo.blocks import data_units, standards, units
from dpzoo.blocks.compared_pairs import Comparisons, of_datasets
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.blocks.structures import QUERY, Path, Structural, Structure, number
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import ConditionalNotion
from dpzoo.numbers.errors import BlockError

_APPROXIMATE = standards.HockeyStick()
_BOTH = ("epsilon", "delta")


def _matrix(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[tuple[Fraction, ...], ...]:
    rows = given if isinstance(given, list | tuple) else ()
    width = len(_vector(mechanism.outputs[0]))
    if not rows or any(not isinstance(r, list | tuple) or len(r) != width for r in rows):
        raise BlockError(f"linear invariants are a list of rows of {width} numbers, as many as an output has", path)
    found = []
    for i, row in enumerate(rows):
        exact = [number(x, (*path, i, j)).rational for j, x in enumerate(row)]
        if any(x is None for x in exact):
            raise BlockError("the entries of linear invariants are fractions", (*path, i))
        found.append(tuple(x for x in exact if x is not None))
    return tuple(found)


LINEAR = Structure("linear invariants", "a matrix, as a list of rows of fractions", _matrix)


def _vector(output: Any) -> tuple[Any, ...]:
    return output if isinstance(output, tuple) else (output,)


def _times_vector(matrix: Sequence[Sequence[Fraction]], vector: Sequence[Any]) -> tuple[Fraction, ...]:
    return tuple(sum((c * data_units.fraction(x) for c, x in zip(row, vector, strict=True)), Fraction(0)) for row in matrix)


def null_space(matrix: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, ...]]:
    """A basis of the vectors that the matrix sends to 0, by elimination."""
    rows = [list(r) for r in matrix]
    width = len(rows[0])
    pivots: list[int] = []
    for column in range(width):
        here = next((r for r in range(len(pivots), len(rows)) if rows[r][column]), None)
        if here is None:
            continue
        at = len(pivots)
        rows[at], rows[here] = rows[here], rows[at]
        rows[at] = [x / rows[at][column] for x in rows[at]]
        for r in range(len(rows)):
            if r != at and rows[r][column]:
                rows[r] = [x - rows[r][column] * y for x, y in zip(rows[r], rows[at], strict=True)]
        pivots.append(column)
    basis = []
    for free in (c for c in range(width) if c not in pivots):
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for r, p in enumerate(pivots):
            vector[p] = -rows[r][free]
        basis.append(tuple(vector))
    return basis


def _answer(query: Mapping[Dataset, Any], d: Dataset) -> tuple[Any, ...]:
    return _vector(query[d])


def _protected_part(unit: Callable[[Structural], units.Unit]) -> Callable[[FiniteMechanism, Structural, Values], Comparisons]:
    """Outputs projected onto the null space: two outputs have the same projection iff a basis has the same products with them."""

    def pairs(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
        basis = null_space(LINEAR.of(structure, "C"))
        seen = mechanism.post_process(lambda o: _times_vector(basis, _vector(o)))
        return of_datasets(seen, unit(structure)(seen))

    return pairs


def _broken_invariant(mechanism: FiniteMechanism, structure: Structural) -> str | None:
    for d in mechanism.datasets:
        wanted = _times_vector(LINEAR.of(structure, "C"), _answer(QUERY.of(structure, "A"), d))
        for o in mechanism.outputs:
            if mechanism.probability(d, o) > 0 and _times_vector(LINEAR.of(structure, "C"), _vector(o)) != wanted:
                return f"the output {o!r} on {show_dataset(d)} does not keep the invariants"
    return None


def _keeping_the_table(structure: Structural) -> units.Unit:
    return units.universes(
        units.bounded, lambda d: _times_vector(LINEAR.of(structure, "C"), _answer(QUERY.of(structure, "A"), d))
    )


_INVARIANT = {"A": QUERY, "C": LINEAR}


NOTIONS: tuple[Executable, ...] = (
    ConditionalNotion(
        "induced-subspace-dp",
        _protected_part(lambda _: units.one_record),
        _APPROXIMATE,
        _BOTH,
        _INVARIANT,
        fault=_broken_invariant,
    ),
    ConditionalNotion(
        "integer-subspace-dp", _protected_part(_keeping_the_table), _APPROXIMATE, _BOTH, _INVARIANT, fault=_broken_invariant
    ),
)
