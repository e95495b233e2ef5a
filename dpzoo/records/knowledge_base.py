"""The records of one knowledge base, each with the place it came from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from dpzoo.records.findings import Location

if TYPE_CHECKING:  # to build the models of records that nobody asks for takes a tenth of an answer
    from dpzoo.records.block_records import (
        AggregationRecord,
        ScopeRecord,
        StandardRecord,
        UnitRecord,
        UniverseRecord,
        ViewRecord,
    )
    from dpzoo.records.deployment import DeploymentRecord
    from dpzoo.records.erratum import ErratumRecord
    from dpzoo.records.guide import Guide
    from dpzoo.records.lemma import LemmaRecord
    from dpzoo.records.mechanism import MechanismRecord
    from dpzoo.records.notion import NotionRecord
    from dpzoo.records.reference import Reference
    from dpzoo.records.system import SystemRecord

PathStep = str | int
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source:
    """A file and the positions of its contents.

    ``keys`` and ``values`` map a path of keys and indices to (line, column), counted from 1.
    """

    path: Path
    keys: Mapping[tuple[PathStep, ...], tuple[int, int]]
    values: Mapping[tuple[PathStep, ...], tuple[int, int]]

    def locate(self, *path: PathStep, key: bool = False) -> Location:
        """The location of ``path``, or of its nearest enclosing element: the value, or with ``key`` the key before it."""
        first, second = (self.keys, self.values) if key else (self.values, self.keys)
        for end in range(len(path), -1, -1):
            mark = first.get(path[:end]) or second.get(path[:end])
            if mark is not None:
                return Location(self.path, *mark)
        return Location(self.path)


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """A record under its id."""

    id: str
    record: T
    source: Source

    def locate(self, *path: PathStep, key: bool = False) -> Location:
        """The location of a part of the record in its file."""
        return self.source.locate(*path, key=key)


class Records(Mapping[str, T]):
    """The records of entries by id, each read when it is asked for."""

    def __init__(self, entries: Mapping[str, Entry[T]]) -> None:
        self._entries = entries

    def __getitem__(self, key: str) -> T:
        return self._entries[key].record

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries


@dataclass(frozen=True, slots=True)
class Library:
    """The records of blocks, by kind and id."""

    universes: Mapping[str, Entry[UniverseRecord]] = field(default_factory=dict)
    units: Mapping[str, Entry[UnitRecord]] = field(default_factory=dict)
    scopes: Mapping[str, Entry[ScopeRecord]] = field(default_factory=dict)
    views: Mapping[str, Entry[ViewRecord]] = field(default_factory=dict)
    aggregations: Mapping[str, Entry[AggregationRecord]] = field(default_factory=dict)
    standards: Mapping[str, Entry[StandardRecord]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """Everything read from one folder, ids in alphabetical order.

    ``unread`` are the ids of records that exist but have faults: a reference to them is not a second fault.
    """

    root: Path
    notions: Mapping[str, Entry[NotionRecord]]
    errata: Mapping[str, Entry[ErratumRecord]]
    references: Mapping[str, Entry[Reference]]
    unread: frozenset[str] = frozenset()
    mechanisms: Mapping[str, Entry[MechanismRecord]] = field(default_factory=dict)
    systems: Mapping[str, Entry[SystemRecord]] = field(default_factory=dict)
    deployments: Mapping[str, Entry[DeploymentRecord]] = field(default_factory=dict)
    blocks: Library = field(default_factory=Library)
    guide: Entry[Guide] | None = None
    lemmas: Mapping[str, Entry[LemmaRecord]] = field(default_factory=dict)
    recalled: Mapping[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out before of these very records, as plain data; a base made of another one recalls nothing."""

    def only(self, files: Collection[Path]) -> KnowledgeBase:
        """The records of some files, with the whole bibliography."""

        def among(entries: Mapping[str, Entry[T]]) -> Mapping[str, Entry[T]]:
            return {i: e for i, e in entries.items() if e.source.path in files}

        return replace(
            self,
            notions=among(self.notions),
            errata=among(self.errata),
            mechanisms=among(self.mechanisms),
            systems=among(self.systems),
            deployments=among(self.deployments),
            lemmas=among(self.lemmas),
            guide=self.guide if self.guide is not None and self.guide.source.path in files else None,
        )
