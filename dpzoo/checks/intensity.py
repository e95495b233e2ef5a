"""One convention for the blocks *standard* and *intensity*: δ and the order of a divergence belong to the standard.

The intensity is that of pure DP, one number that bounds every pair, unless the structure of the level changes: it varies by
person, pair or output, it is a function, or there is a second kind of budget beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.blocks import Blocks
from dpzoo.records.enums import Dimension, Direction, RelationKind, Standing, Values
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.forms import BUDGET, described

_BLOCKS = ("domain", "scope", "unit", "standard", "intensity")


def levels(base: KnowledgeBase) -> Iterator[Finding]:
    """Notions whose intensity disagrees with the parameters that say how much.

    Left out are properties of the published data and notions outside the survey's scope, which compare no two output laws, and,
    for one number, notions of the dimension V, where the level may vary in ways that no parameter shows.
    """
    for entry in base.notions.values():
        record = entry.record
        if record.standing in (Standing.SYNTACTIC, Standing.OUTSIDE):
            continue
        numbers, functions = _budgets(record)
        place = entry.locate("blocks", "intensity")
        same = described(base.blocks, record).intensity.same_as_pure
        if same and (len(numbers) > 1 or (functions and not numbers)):
            what = f"{' and '.join(functions or numbers)} {'is a function' if functions else 'are two budgets'}"
            yield Finding(place, "block-convention", f"{what}, so the intensity is not that of pure DP")
        if not same and len(numbers) == 1 and not functions and Dimension.V not in record.dimensions:
            message = (
                f"{numbers[0]} alone says how much (δ and orders belong to the standard), so the intensity is that of pure DP"
            )
            yield Finding(place, "block-convention", message)


def _budgets(record: NotionRecord) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The quantitative parameters that say how much, and promise less as they grow: numbers, and functions."""
    weaker = {n: p for n, p in record.parameters.items() if p.quantitative and p.direction is Direction.WEAKER}
    functions = tuple(n for n, p in weaker.items() if p.values is Values.FUNCTION)
    return tuple(n for n, p in weaker.items() if p.values in (None, Values.NUMBER) and BUDGET.fullmatch(n)), functions


def identical_notions(base: KnowledgeBase) -> Iterator[Finding]:
    """Notions that are the same by an undisputed claim have the same dimensions, and the same blocks differ from pure DP.

    The dimension F may differ: it is about the terms in which a promise is written.
    """
    for entry in base.notions.values():
        for index, relation in enumerate(entry.record.relations):
            if relation.kind is not RelationKind.SAME_AS or relation.disputed or relation.object not in base.notions:
                continue
            other = base.notions[relation.object].record
            place = entry.locate("relations", index)
            if not set(entry.record.dimensions) ^ set(other.dimensions) <= {Dimension.F}:
                yield Finding(
                    place,
                    "block-convention",
                    f"it is the same as {relation.object}, which has other dimensions; correct one of the two",
                )
            first, second = described(base.blocks, entry.record), described(base.blocks, other)
            for name in _BLOCKS:
                if _same(first, name) != _same(second, name):
                    message = (
                        f"it is the same as {relation.object}, but only one of the two has the {name} of pure DP; "
                        "correct one of the two"
                    )
                    yield Finding(place, "block-convention", message)


def _same(blocks: Blocks, name: str) -> bool:
    same: bool = getattr(blocks, name).same_as_pure
    return same
