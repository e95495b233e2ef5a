"""Nobody is kept out: axe-core on every kind of page, at phone and desk width, in light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Watched, violations, violations_everywhere
from playwright.sync_api import expect

# one of each kind; the densest where kinds differ
PAGES = [
    "index.html",
    "notions.html",
    "notions.html?dims=Q&post=fails",
    "choose.html",
    "choose.html?protect=person&curator=trusted&attacker=anything&correlation=no&releases=many&failure=rarely&tight=yes",
    "map.html",
    "map.html#focus=renyi-dp",
    "compare.html",
    "compare.html?a=renyi-dp&b=approximate-dp",
    "compare/epsilon-dp--approximate-dp.html",
    "convert.html",
    "theorems.html",
    "budget.html",
    "conversions.html",
    "ask/index.html",
    "ask/every-day.html",
    "meaning.html",
    "pictures.html",
    "regression-study.html",
    "mechanisms.html",
    "mechanisms/rappor.html",
    "systems.html",
    "systems/dp-sql-engine.html",
    "deployments.html",
    "deployments/apple-ios-macos.html",
    "names.html",
    "names/bayesian-dp.html",
    "errata.html",
    "errata/slides-equality-total-dependence.html",
    "lemmas.html",
    "libraries.html",
    "issue-trackers.html",
    "decisions.html",
    "errata/top-ten.html",
    "witnesses.html",
    "witnesses/prodp-post-processing.html",
    "open.html",
    "bibliography.html",
    "history.html",
    "since.html",
    "data.html",
    "keys.html",
    "python/index.html",
    "python/reference.html",
    "audit.html",
    "blocks.html",
    "blocks/units.html",
    "blocks/units/one-record.html",
    "blocks/standards/renyi.html",
    "blocks/scopes/priors.html",
    "blocks/universes/tables.html",
    "blocks/views/output.html",
    "blocks/aggregations/worst-pair.html",
    "block-rules.html",
    "table.html",
    "combine.html",
    "proofs.html",
    "prove.html",
    "finite-outputs.html",
    "dimensions/index.html",
    "dimensions/quantification.html",
    "notions/epsilon-dp.html",
    "notions/zero-concentrated-dp.html",
    "relations/approximate-dp.html",
    "about.html",
    "architecture.html",
    "further-reading.html",
    "notation.html",
    "reading.html",
    "404.html",
]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_the_page_is_quiet_and_fits(watched: Watched, address: str, path: str) -> None:
    assert violations_everywhere(watched, address, path) == []


def test_no_kind_of_page_is_left_out(site: Path) -> None:
    """Every page at the top is in the list, and every folder of pages has one there."""
    here = {path.partition("?")[0].partition("#")[0] for path in PAGES}
    assert {p.name for p in site.glob("*.html")} <= here | {"random.html"}  # which leads on at once to one of the notions
    folders = {p.parent.relative_to(site).as_posix() for p in site.rglob("*.html")} - {"."}
    assert folders == {Path(path).parent.as_posix() for path in here} - {"."}


def test_axe_finds_nothing_in_the_open_search(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "index.html", wait_until="networkidle")
    page.keyboard.press("/")
    page.keyboard.type("Rényi")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert violations(page) == []


def test_axe_finds_nothing_in_what_unfolds(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "notions/renyi-dp.html", wait_until="networkidle")
    page.evaluate("document.querySelectorAll('.md-content details').forEach(d => d.open = true)")
    assert violations(page) == []
