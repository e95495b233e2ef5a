"""The pages of errata: each by itself, all by the works that print them, and the few that everybody should know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from dpzoo.records.erratum import ErratumRecord
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import Entry
from dpzoo.site.structured import corrected
from dpzoo.site.top_errata import top_errata
from dpzoo.zoo.zoo import Zoo


class Render(Protocol):
    """How a template becomes a page."""

    def __call__(self, path: str, template: str, **values: Any) -> str:
        """The template as it reads at a path."""


def pages(zoo: Zoo, render: Render) -> Iterator[tuple[str, str, Location | None]]:
    """Path, text and the record that is shown, if it is one."""
    errata = sorted(zoo.errata.values(), key=lambda e: (e.record.title.casefold(), e.id))
    top = top_errata(zoo)
    if top:
        yield "errata/top-ten.md", render("errata/top-ten.md", "errata_top.md.j2", top=top), None
    yield "errata.md", render("errata.md", "errata.md.j2", errata=errata, by_source=_by_source(errata), top=top), None
    for erratum in errata:
        path = f"errata/{erratum.id}.md"
        reference = zoo.references.get(erratum.record.source.cite)
        jsonld = None if reference is None else corrected(erratum, reference)
        yield path, render(path, "erratum.md.j2", e=erratum, jsonld=jsonld), Location(erratum.source.path, 1, 1)


def _by_source(errata: list[Entry[ErratumRecord]]) -> list[tuple[str, list[Entry[ErratumRecord]]]]:
    """The errata under the work that prints them: the work with the most first."""
    found: dict[str, list[Entry[ErratumRecord]]] = {}
    for e in errata:
        found.setdefault(e.record.source.cite, []).append(e)
    return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
