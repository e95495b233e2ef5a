"""Which notions run: those made of blocks as their records name them, and those of a shape of their own.

An executable is made when it is asked for; of the knowledge base only the record of that notion is read then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dpzoo.notions.catalogue import CATALOGUE, module_of

if TYPE_CHECKING:
    from dpzoo.notions.executable import Executable
    from dpzoo.records.knowledge_base import KnowledgeBase
    from dpzoo.records.notion import NotionRecord


class Executables(Mapping[str, "Executable"]):
    """The executable notions of the knowledge base that belongs to this package, by their ids."""

    def __init__(self) -> None:
        self._made: dict[str, Executable | None] = {}

    def _make(self, notion: str) -> Executable | None:
        if notion not in self._made:
            self._made[notion] = of_its_own(notion) or self._of_blocks(notion)
        return self._made[notion]

    @staticmethod
    def _of_blocks(notion: str) -> Executable | None:
        record = _record(notion)
        return None if record is None else executable(notion, record)

    def __getitem__(self, notion: str) -> Executable:
        found = self._make(notion)
        if found is None:
            raise KeyError(notion)
        return found

    def __contains__(self, notion: object) -> bool:
        return isinstance(notion, str) and self._make(notion) is not None

    def __iter__(self) -> Iterator[str]:
        return iter([n for n in sorted(_files()) if n in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def executables() -> Executables:
    """Every executable notion by its id."""
    return Executables()


def executable(notion: str, record: NotionRecord) -> Executable | None:
    """The executable of a notion with this record; None where the record says that it does not run, or its blocks do not."""
    own = of_its_own(notion)
    if own is not None or record.executable is not True:
        return own
    from dpzoo.notions.assembling import assembled

    return assembled(notion, record)


def running(base: KnowledgeBase) -> frozenset[str]:
    """The ids of the notions of a base that run: by their records, or as this package's notion of the same id."""
    return frozenset(
        i
        for i, e in base.notions.items()
        if executable(i, e.record) is not None or (e.record.executable is True and i in executables())
    )


@cache
def of_its_own(notion: str) -> Executable | None:
    """The executable that is written as a program of its own; ValueError where its module and the catalogue of ids differ."""
    name = module_of(notion)
    return None if name is None else _module(name)[notion]


@cache
def _module(name: str) -> Mapping[str, Executable]:
    here = {notion.notion: notion for notion in import_module(f"dpzoo.notions.{name}").NOTIONS}
    if different := here.keys() ^ set(CATALOGUE[name]):
        raise ValueError(f"dpzoo/notions/{name}.py and dpzoo/notions/catalogue.py differ in {', '.join(sorted(different))}")
    return here


@cache
def _files() -> Mapping[str, Path]:
    """The file of each notion's record in this package's knowledge base."""
    from dpzoo.loading.definitions import default_folder
    from dpzoo.loading.folder import notion_files

    return notion_files(default_folder())


def _record(notion: str) -> NotionRecord | None:
    from dpzoo.loading.folder import load_notion

    return load_notion(_files()[notion]) if notion in _files() else None
