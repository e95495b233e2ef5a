"""What a person does on the pages of mechanisms, systems and deployments."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from conftest import Watched
from playwright.sync_api import Page, expect

from dpzoo.zoo.zoo import Zoo


def test_rappor_at_other_numbers(watched: Watched, address: str) -> None:
    """Chrome's presets: one report at normal noise 2.043, at sparse noise 3.154 (systems of Boenisch, section 5.1.4)."""
    page = watched.page
    page.goto(f"{address}mechanisms/rappor.html")
    one, ever = page.locator("[data-promise]").all()
    expect(one).to_contain_text("2.044")  # ln(625/81) and ln 81, rounded up
    expect(ever).to_contain_text("4.395")
    page.locator("input[name=f]").fill("1/4")
    expect(one).to_contain_text("3.154")
    page.locator("input[name=n]").fill("2")
    expect(one).to_contain_text("5.546")
    assert "n=2" in page.url
    page.locator("input[name=p]").fill("0.75")
    expect(page.locator("[data-message]")).to_contain_text("p = q")
    expect(one).to_be_hidden()
    page.goto(f"{address}mechanisms/rappor.html#p=0.5")
    page.reload()
    expect(one).to_contain_text("1.075")
    assert watched.complaints == []
    assert all(r.url.startswith(address) for r in watched.requests)


@pytest.mark.parametrize(
    "page",
    [
        "mechanisms",
        "mechanisms/rappor",
        "mechanisms/two-coin-randomized-response",
        "systems",
        "systems/dp-sql-engine",
        "deployments",
        "systems/khyperloglog",
        "deployments/apple-ios-macos",
        "deployments/us-census-2020",
        "notions/local-dp",
    ],
)
def test_no_page_scrolls_sideways_on_a_phone(still: Page, address: str, page: str) -> None:
    still.set_viewport_size({"width": 390, "height": 844})
    still.goto(f"{address}{page}.html")
    assert still.evaluate("document.documentElement.scrollWidth") == 390


def test_from_a_name_to_number_meaning_and_source(still: Page, address: str) -> None:
    """ε = 4 a day for a month: the deployments page leads to Apple, which says all three, and on to meaning and mechanism."""
    still.goto(f"{address}deployments.html")
    still.get_by_role("link", name="Apple's device statistics").first.click()
    adds_up, releases = still.get_by_role("region", name="What it adds up to"), still.get_by_role("region", name="Releases")
    emoji = adds_up.locator("tr", has=still.get_by_role("rowheader", name="Emoji suggestions (popular emojis)"))
    expect(emoji).to_contain_text("98.3 %")  # 98.201 %, rounded up
    expect(emoji).to_contain_text("35.6 %")  # 35.55 %
    month = adds_up.locator("tr", has_text="30 days").filter(has_text="120")
    expect(month).to_have_count(1)
    stated = releases.get_by_role("row", name="Emoji suggestions (popular emojis)")
    expect(stated).to_contain_text("1 per day")
    expect(stated.locator("+ tr")).to_contain_text("Table 5.2")
    expect(releases.get_by_role("row", name="Lookup hints")).to_contain_text("not published")
    releases.get_by_role("link", name="Count mean sketch (Apple)").first.click()
    expect(still.get_by_role("heading", level=1)).to_have_text("Count mean sketch (Apple)")
    still.go_back()
    emoji.get_by_role("link").press("Enter")
    expect(still).to_have_url(f"{address}meaning.html#epsilon=4")


def test_from_rappors_numbers_to_their_meaning(watched: Watched, address: str) -> None:
    """RAPPOR at f = 1/4: 3.1538 for one report, also on the page that says what it means."""
    page = watched.page
    page.goto(f"{address}mechanisms/rappor.html")
    page.locator("input[name=f]").fill("0.25")
    page.get_by_role("link", name="What that means").first.click()
    expect(page.locator("[data-dial=epsilon] input[type=number]")).to_have_value(re.compile(r"3\.153[78]"))
    assert watched.complaints == []


def test_what_was_not_read_is_not_called_unpublished(still: Page, address: str) -> None:
    still.goto(f"{address}deployments/us-census-pseo.html")
    expect(still.get_by_role("region", name="What it adds up to")).to_contain_text("not verified here")
    still.goto(f"{address}deployments/chrome-rappor.html")
    ever = still.get_by_role("region", name="What it adds up to").locator("tr", has_text="any number of reports")
    expect(ever.first).to_contain_text("4.395")
    expect(still.locator("main, article").first).not_to_contain_text("= 6.438")


def test_data_beside_the_pages(site: Path, zoo: Zoo) -> None:
    for kind, records in (("mechanisms", zoo.mechanisms), ("systems", zoo.systems), ("deployments", zoo.deployments)):
        for key in records:
            data = json.loads((site / "api" / "v1" / kind / f"{key}.json").read_text(encoding="utf-8"))
            assert data["id"] == key
    whole = json.loads(gzip.decompress((site / "api" / "v1" / "zoo.json.gz").read_bytes()))
    assert len(whole["mechanisms"]) == len(zoo.mechanisms)
