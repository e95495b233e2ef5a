"""Nobody is kept out: axe-core on every kind of page, at phone and desk width, in light and dark."""

from __future__ import annotations

import pytest
from conftest import Watched, violations, violations_everywhere
from playwright.sync_api import expect

# one of each kind; the densest where kinds differ
PAGES = [
    "index.html",
    "about.html",
    "architecture.html",
    "audit.html",
    "bibliography.html",
    "blocks.html",
    "dimensions/index.html",
    "dimensions/quantification.html",
    "errata.html",
    "errata/slides-equality-total-dependence.html",
    "open.html",
    "further-reading.html",
    "history.html",
    "names.html",
    "names/bayesian-dp.html",
    "notation.html",
    "notions.html",
    "notions/epsilon-dp.html",
    "notions/zero-concentrated-dp.html",
    "reading.html",
    "witnesses.html",
    "witnesses/prodp-post-processing.html",
    "404.html",
]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(watched: Watched, address: str, path: str) -> None:
    assert violations_everywhere(watched.page, address + path) == []


def test_axe_finds_nothing_in_the_open_search(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "index.html", wait_until="networkidle")
    page.keyboard.press("/")
    page.keyboard.type("Rényi")
    expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=10_000)
    assert violations(page) == []


def test_axe_finds_nothing_in_what_unfolds(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "notions/renyi-dp.html", wait_until="networkidle")
    page.evaluate("document.querySelectorAll('.md-content details').forEach(d => d.open = true)")
    assert violations(page) == []
