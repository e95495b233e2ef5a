"""The search: what people type brings what they look for, with MiniSearch in place of the theme's worker."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from py_mini_racer import MiniRacer

SEARCHES = yaml.safe_load((Path(__file__).parent / "data" / "searches.yaml").read_text(encoding="utf-8"))
WORKER = "var answers = []; function addEventListener(_, f) { globalThis.hear = f; } function postMessage(m) { answers.push(m); }"


class Search:
    """The worker of a built site, spoken to as the theme does."""

    def __init__(self, site: Path) -> None:
        (worker,) = (site / "assets" / "javascripts" / "workers").glob("search.*.js")
        self.engine = MiniRacer()
        self.engine.eval("var self = globalThis;" + WORKER + worker.read_text(encoding="utf-8"))
        self.say(0, json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8")))

    def say(self, type: int, data: object) -> dict[str, object]:
        """The answer to one message."""
        message = json.dumps({"data": {"type": type, "data": data}})
        return dict(json.loads(str(self.engine.eval(f"answers = []; hear({message}); JSON.stringify(answers[0])"))))

    def items(self, query: str) -> list[list[dict[str, str]]]:
        """What is found for a query: parts of pages, by page, best first."""
        return list(self.say(2, query)["data"]["items"])  # type: ignore[index]

    def pages(self, query: str) -> list[str]:
        """The addresses of the pages found, best first."""
        return [parts[0]["location"].partition("#")[0] for parts in self.items(query)]


@pytest.fixture(scope="module")
def search(site: Path) -> Iterator[Search]:
    started = Search(site)
    yield started
    started.engine.close()


def test_plain_searches_find(search: Search) -> None:
    """At least 19 of 20 searches have a right page first or second."""
    missed = {
        q: search.pages(q)[:3] for q, right in SEARCHES.items() if not any(r in p for r in right for p in search.pages(q)[:2])
    }
    assert len(missed) <= len(SEARCHES) / 20, missed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("randomised response", "randomized response"),
        ("neighbouring datasets", "neighboring datasets"),
        ("anonymisation", "anonymization"),
        ("ε-DP", "epsilon-DP"),
        ("Rényi", "RENYI"),
        ("gausian mechanism", "gaussian mechanism"),
        ("pufferfsh", "pufferfish"),
    ],
)
def test_spellings_and_one_slip_find_the_same(search: Search, one: str, other: str) -> None:
    assert search.pages(one)[0] == search.pages(other)[0]


def test_errata_and_pages_without_searched_text_are_found(search: Search, site: Path) -> None:
    erratum = next(p.stem for p in sorted((site / "errata").glob("*.html")))
    title = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    mine = next(d["title"] for d in title if d["location"] == f"errata/{erratum}.html")
    assert f"errata/{erratum}.html" in search.pages(mine)[:2]
    assert search.pages("choose a definition")[0] == "choose.html"


@pytest.mark.parametrize("query", ["", "   ", "???", "<script>alert(1)</script>", "'\"`*~^+-:", "x" * 5000, "😀"])
def test_whatever_is_typed_is_answered(search: Search, query: str) -> None:
    assert isinstance(search.items(query), list)


def test_found_words_are_marked_and_markup_is_kept(search: Search) -> None:
    (part, *_) = search.items("zero-concentrated")[0]
    assert "<mark>" in part["title"] + part["text"]
    assert part["text"].count("<p>") == part["text"].count("</p>")


def test_the_index_may_be_rich_and_is_not_heavy(site: Path) -> None:
    """As a server compresses it; nobody loads it who does not search (tested with the weight of pages)."""
    assert len(gzip.compress((site / "search" / "search_index.json").read_bytes(), 6)) <= 200_000
