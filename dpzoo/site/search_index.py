"""What the search knows of each page, beyond the text that Material's search reads from it, and the program that searches.

The theme's worker is replaced by ``assets/search-worker.js``, which leaves the finding to MiniSearch.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

import yaml

from dpzoo.site.links import notion_page
from dpzoo.zoo.zoo import Zoo

_TYPED: Final = Path(__file__).with_name("typed.yaml")
_LIBRARY: Final = Path("assets", "vendor", "minisearch", "minisearch.js")
_WORKER: Final = Path("assets", "search-worker.js")
_BOOST_OF_EVIDENCE: Final = 0.2
"""An erratum or a witness stands behind the notions that it is about."""


@cache
def typed() -> Mapping[str, list[str]]:
    """Search terms of pages, by address; those of notions are in their records."""
    return dict(yaml.safe_load(_TYPED.read_text(encoding="utf-8")))


def install(folder: Path, sources: Path, zoo: Zoo) -> None:
    """Complete the index of a built site, and put the program in the place of the theme's.

    ``folder`` is the built site, ``sources`` the folder of its hand-written pages.
    """
    index = folder / "search" / "search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    read = [_described(folder, doc) for doc in content["docs"]]
    content["docs"] = [*_documents(read, zoo), *_others(folder, {doc["location"] for doc in read})]
    index.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    program = "".join((sources / part).read_text(encoding="utf-8") + "\n" for part in (_LIBRARY, _WORKER))
    scripts = folder / "assets" / "javascripts"
    for worker in (scripts / "workers").glob("search.*.js"):
        worker.write_text(program, encoding="utf-8")
    # the theme's own search in other languages, and the maps to the sources of its scripts
    shutil.rmtree(scripts / "lunr", ignore_errors=True)
    for left in scripts.rglob("*.map"):
        left.unlink()


def _documents(docs: list[dict[str, Any]], zoo: Zoo) -> Iterator[dict[str, Any]]:
    words = _words(zoo)
    more = {notion_page(name): f"{notion.record.intuition} {notion.record.use}" for name, notion in zoo.items()}
    known = {doc["location"] for doc in docs}
    for doc in docs:
        told = words.get(doc["location"])
        yield {**doc, "words": told, "more": more.get(doc["location"], doc.get("more", ""))} if told else doc
    for name, entry in zoo.errata.items():
        page, source = f"errata/{name}.html", entry.record.source
        if page not in known:
            where = f"Erratum: {zoo.references[source.cite].short}, {source.at}"
            yield {"location": page, "title": escape(entry.record.title), "text": escape(where), "boost": _BOOST_OF_EVIDENCE}


def _described(folder: Path, doc: dict[str, Any]) -> dict[str, Any]:
    """An answer shows its one line: the index has its text without the formulas, full of gaps."""
    if not doc["location"].startswith("ask/") or "#" in doc["location"]:
        return doc
    found = _HEAD["text"].search((folder / doc["location"]).read_text(encoding="utf-8"))
    return {**doc, "text": found[1], "more": doc["text"]} if found else doc


def _others(folder: Path, known: set[str]) -> Iterator[dict[str, Any]]:
    """Pages whose text is not searched, and which people look for."""
    for page, words in typed().items():
        if page not in known and (folder / page).is_file():
            html = (folder / page).read_text(encoding="utf-8")
            told = {name: found[1] for name, pattern in _HEAD.items() if (found := pattern.search(html))}
            yield {"location": page, "title": told["title"], "text": told.get("text", ""), "words": words}


_HEAD: Final = {
    "title": re.compile(r"<title>(.*?)(?: - [^<]*)?</title>", re.DOTALL),
    "text": re.compile(r'<meta name="description" content="([^"]*)"'),
}


def _words(zoo: Zoo) -> dict[str, list[str]]:
    """Names, words people type, authors and years, by page."""
    words = {page: list(phrases) for page, phrases in typed().items()}
    for name, notion in zoo.items():
        record = notion.record
        names = [*(a.name for a in record.aliases), record.abbreviation or "", *record.typed]
        words.setdefault(notion_page(name), []).extend([*filter(None, names), *_works(zoo, record.introduced.by)])
    practice = (("mechanisms", zoo.mechanisms), ("systems", zoo.systems))
    for folder, records in practice:
        for name, entry in records.items():
            words.setdefault(f"{folder}/{name}.html", []).extend(_works(zoo, entry.record.introduced.by))
    return words


def _works(zoo: Zoo, keys: tuple[str, ...]) -> list[str]:
    """Authors and year of each work, as somebody types them."""
    return [" ".join([*zoo.references[key].surnames, zoo.references[key].year]) for key in keys if key in zoo.references]
