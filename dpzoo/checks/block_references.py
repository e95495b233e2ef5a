"""Blocks: what a notion names exists and fits, and the blocks' records name each other rightly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dpzoo.checks.known import unknown
from dpzoo.records.block_records import NormalForm, UnitRecord, UniverseRecord, Use
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.notion import NotionRecord

FACTS = ("within", "coupled_into", "reaches", "never_joins", "far_from", "not_reached")
"""The keys of a unit's record that list facts about other units."""


def blocks_of_notions(base: KnowledgeBase) -> Iterator[Finding]:
    """Every block that a notion names has a record of its kind, in the notion's universe, and its parameters are the notion's."""
    for entry in base.notions.values():
        written = entry.record.normal_form
        if written is None:
            continue
        yield from _named(base, entry, written)
        yield from _levels(base, entry, written)
        yield from _own_shape(base, entry, written)


def _named(base: KnowledgeBase, entry: Entry[NotionRecord], written: NormalForm) -> Iterator[Finding]:
    library = base.blocks
    uses: tuple[tuple[str, str | None, Mapping[str, Any]], ...] = (
        ("universe", written.universe, library.universes),
        ("unit", written.unit.block, library.units),
        ("scope", written.scope.block, library.scopes),
        ("standard", written.standard.block, library.standards),
        ("view", written.view.block, library.views),
        ("aggregation", written.aggregation.block, library.aggregations),
    )
    for key, name, known in uses:
        if name is not None and name not in known:
            mend = "name one that has a record, or say what it is in one sentence: {is: …}"
            yield unknown(entry.locate("blocks", key), "unknown-block", key, name, known, mend)
    unit = library.units.get(written.unit.block or "")
    if unit is not None and unit.record.universe != written.universe:
        yield Finding(
            entry.locate("blocks", "universe"),
            "block-of-another-universe",
            f"the unit {unit.id!r} compares {unit.record.universe}, and the notion's universe is {written.universe}; correct one",
        )


def _levels(base: KnowledgeBase, entry: Entry[NotionRecord], written: NormalForm) -> Iterator[Finding]:
    record = entry.record
    place = entry.locate("blocks", "intensity")
    if isinstance(written.intensity, tuple):
        for name in written.intensity:
            if name not in record.quantitative:
                listed = ", ".join(record.quantitative)
                message = f"the intensity names {name!r}, which is not a quantitative parameter of the notion (it has {listed})"
                yield Finding(place, "unknown-parameter", message)
        standard = base.blocks.standards.get(written.standard.block or "")
        if standard is not None and len(standard.record.parameters) != len(written.intensity):
            wanted = ", ".join(standard.record.parameters)
            message = f"the standard {standard.id!r} has the parameters {wanted}; name the notion's for each of them, in order"
            yield Finding(place, "wrong-intensity", message)
    unit = base.blocks.units.get(written.unit.block or "")
    if unit is not None:
        yield from _bound(entry, "unit", written.unit, unit.record.arguments)
    measured = base.blocks.standards.get(written.standard.block or "")
    if measured is not None:
        yield from _bound(entry, "standard", written.standard, measured.record.arguments)


def _own_shape(base: KnowledgeBase, entry: Entry[NotionRecord], written: NormalForm) -> Iterator[Finding]:
    """What a notion discloses, and what it bounds, names blocks that exist and structural parameters of the notion."""
    mend = "name one that has a record"
    for place, fact in enumerate(written.discloses):
        if fact.of is not None and fact.of not in base.blocks.units:
            yield unknown(
                entry.locate("blocks", "discloses", place, "of"), "unknown-block", "unit", fact.of, base.blocks.units, mend
            )
        yield from _structure(entry, ("discloses", place), fact.at)
    if written.bounds is not None:
        known = base.blocks.standards
        if written.bounds.standard not in known:
            at = entry.locate("blocks", "bounds", "standard")
            yield unknown(at, "unknown-block", "standard", written.bounds.standard, known, mend)
        yield from _structure(entry, ("bounds",), written.bounds.at)


def _structure(entry: Entry[NotionRecord], key: tuple[str | int, ...], at: Mapping[str, str] | None) -> Iterator[Finding]:
    listed = ", ".join(entry.record.structural) or "none"
    for name in at or {}:
        if name not in entry.record.structural:
            message = f"'at' names {name!r}, which is not a structural parameter of the notion; it has {listed}"
            yield Finding(entry.locate("blocks", *key, "at"), "unknown-parameter", message)


def _bound(entry: Entry[NotionRecord], key: str, use: Use, arguments: Mapping[str, str]) -> Iterator[Finding]:
    """Each argument of the block is a parameter of the notion of that name, or the notion says what stands for it."""
    for name in use.at or {}:
        if name not in arguments:
            listed = ", ".join(arguments) or "none"
            message = f"the {key} {use.block!r} has no argument {name!r}; it has {listed}"
            yield Finding(entry.locate("blocks", key), "unknown-parameter", message)
    for name in arguments:
        if name not in entry.record.parameters and name not in (use.at or {}):
            message = (
                f"the {key} {use.block!r} needs its argument {name!r}; write {{block: {use.block}, at: {{{name}: …}}}} with the "
                "notion's parameter or a value"
            )
            yield Finding(entry.locate("blocks", key), "missing-argument", message)


def facts_about_blocks(base: KnowledgeBase) -> Iterator[Finding]:
    """What blocks' records say of each other names records that exist, over one universe."""
    library = base.blocks
    for unit in library.units.values():
        if unit.record.universe not in library.universes:
            mend = "add its record first"
            yield unknown(unit.locate("universe"), "unknown-block", "universe", unit.record.universe, library.universes, mend)
        if unit.record.scope not in library.scopes:
            yield unknown(
                unit.locate("scope"), "unknown-block", "scope", unit.record.scope, library.scopes, "add its record first"
            )
        yield from _facts(base, unit)
    for standard in library.standards.values():
        home = base.notions.get(standard.record.notion)
        if home is None:
            if standard.record.notion not in base.unread:
                mend = "name the notion that bounds this standard on one record"
                yield unknown(standard.locate("notion"), "unknown-notion", "notion", standard.record.notion, base.notions, mend)
        elif home.record.quantitative != standard.record.parameters:
            message = (
                f"the parameters of {home.id!r} are {', '.join(home.record.quantitative)}; name the standard's in the same order"
            )
            yield Finding(standard.locate("parameters"), "wrong-intensity", message)
        for index, boundary in enumerate(standard.record.boundary):
            if boundary.is_ not in library.standards:
                place = standard.locate("boundary", index, "is")
                yield unknown(place, "unknown-block", "standard", boundary.is_, library.standards, "add its record first")
    for universe in library.universes.values():
        yield from _undecided(base, universe)
    for view in library.views.values():
        if view.record.of is not None and view.record.of not in library.views:
            yield unknown(view.locate("of"), "unknown-block", "view", view.record.of, library.views, "add its record first")


def _undecided(base: KnowledgeBase, universe: Entry[UniverseRecord]) -> Iterator[Finding]:
    """Pairs that are called open are pairs of notions over the universe, in normal form."""
    for index, group in enumerate(universe.record.undecided):
        for key in ("subjects", "objects"):
            for position, name in enumerate(getattr(group, key)):
                place = universe.locate("undecided", index, key, position)
                if name in base.unread:
                    continue
                if name not in base.notions:
                    yield unknown(place, "unknown-notion", "notion", name, base.notions, "correct the id, or leave it out")
                    continue
                written = base.notions[name].record.normal_form
                if written is None or not written.complete or written.universe != universe.id:
                    message = f"{name!r} is no notion in normal form over {universe.record.name}; leave it out"
                    yield Finding(place, "block-of-another-universe", message)


def _facts(base: KnowledgeBase, unit: Entry[UnitRecord]) -> Iterator[Finding]:
    for key in FACTS:
        for index, fact in enumerate(getattr(unit.record, key)):
            other = base.blocks.units.get(fact.unit)
            place = unit.locate(key, index, "unit")
            if other is None:
                yield unknown(place, "unknown-block", "unit", fact.unit, base.blocks.units, "add its record first")
            elif other.record.universe != unit.record.universe:
                message = f"{fact.unit!r} compares {other.record.universe}, and this unit {unit.record.universe}"
                yield Finding(place, "block-of-another-universe", f"{message}; facts about units stay inside one universe")
