"""Every place of a base that carries evidence, citations, a dispute or text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from pydantic import BaseModel

from dpzoo.records.enums import Property
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep, Source


@dataclass(frozen=True, slots=True)
class Supported:
    """Something with evidence: its claim id, its location, and the erratum that disputes it."""

    claim: str
    source: Source
    path: tuple[PathStep, ...]
    evidence: tuple[Evidence, ...]
    disputed: str | None


def property_path(which: Property) -> tuple[PathStep, ...]:
    """The location of a property's claim in a notion's record."""
    return ("composition",) if which is Property.COMPOSITION else ("axioms", which.value)


def supported(base: KnowledgeBase) -> Iterator[Supported]:
    """All claims of all notions and errata with their evidence, in the order of the files."""
    for entry in base.notions.values():
        for which in Property:
            cell, path, claim = entry.record.property_claim(which), property_path(which), f"{entry.id}/{which.value}"
            yield Supported(claim, entry.source, path, cell.evidence, None)
            for index, other in enumerate(cell.also):
                yield Supported(claim, entry.source, (*path, "also", index), other.evidence, other.disputed)
            for index, variant in enumerate(cell.variant):
                yield Supported(claim, entry.source, (*path, "variant", index), variant.evidence, None)
        for index, relation in enumerate(entry.record.relations):
            yield Supported(relation.id(entry.id), entry.source, ("relations", index), relation.evidence, relation.disputed)
        for index, question in enumerate(entry.record.open_questions):
            claim = f"{entry.id}/open_questions/{index}"
            yield Supported(claim, entry.source, ("open_questions", index), question.evidence, None)
        for index, many in enumerate(entry.record.composition.many):
            claim = f"{entry.id}/composition/{many.id}"
            yield Supported(claim, entry.source, ("composition", "many", index), many.evidence, None)
        for index, setting in enumerate(entry.record.composition.settings):
            path = ("composition", "settings", index)
            yield Supported(f"{entry.id}/composition", entry.source, path, setting.evidence, None)
    for mechanism in base.mechanisms.values():
        for index, guarantee in enumerate(mechanism.record.guarantees):
            path = ("guarantees", index)
            yield Supported(guarantee.id(mechanism.id), mechanism.source, path, guarantee.evidence, guarantee.disputed)
        for index, formula in enumerate(mechanism.record.utility):
            claim = f"{mechanism.id}/utility/{index}"
            yield Supported(claim, mechanism.source, ("utility", index), formula.evidence, None)
    for system in base.systems.values():
        for index, promise in enumerate(system.record.promises):
            claim = f"{system.id}/promises/{promise.notion}"
            yield Supported(claim, system.source, ("promises", index), promise.evidence, promise.disputed)
    yield from _blocks(base)
    for erratum in base.errata.values():
        yield Supported(erratum.id, erratum.source, (), erratum.record.evidence, None)


def _blocks(base: KnowledgeBase) -> Iterator[Supported]:
    """The facts of blocks' records."""
    for unit in base.blocks.units.values():
        for key in ("within", "coupled_into", "reaches", "never_joins", "far_from", "not_reached"):
            for index, fact in enumerate(getattr(unit.record, key)):
                yield Supported(f"blocks/{unit.id}/{key}/{fact.unit}", unit.source, (key, index), fact.evidence, None)
    for standard in base.blocks.standards.values():
        yield Supported(f"blocks/{standard.id}/disjoint", standard.source, ("disjoint",), standard.record.disjoint.evidence, None)
        if standard.record.steps is not None:
            yield Supported(f"blocks/{standard.id}/steps", standard.source, ("steps",), standard.record.steps.evidence, None)


def texts(base: KnowledgeBase) -> Iterator[tuple[Entry[Any], tuple[PathStep, ...], str]]:
    """Every text of every record, with its location."""
    collections = [getattr(base, f.name) for f in fields(base)] + [getattr(base.blocks, f.name) for f in fields(base.blocks)]
    for entries in collections:
        for entry in entries.values() if isinstance(entries, Mapping) else ():
            found: list[tuple[tuple[PathStep, ...], str]] = []
            _gather(entry.record, (), found)
            for path, text in found:
                yield entry, path, text


def _gather(value: Any, path: tuple[PathStep, ...], found: list[tuple[tuple[PathStep, ...], str]]) -> None:
    if isinstance(value, str):
        found.append((path, value))
    elif isinstance(value, BaseModel):
        for key, inner in vars(value).items():
            if inner is not None and inner != ():
                _gather(inner, (*path, key.rstrip("_")), found)
    elif isinstance(value, tuple | list):
        for index, inner in enumerate(value):
            _gather(inner, (*path, index), found)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _gather(inner, (*path, key), found)
