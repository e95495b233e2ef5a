"""What a reader met on a page and was right to wonder about."""

from __future__ import annotations

import re

from conftest import Watched, used
from playwright.sync_api import Page, expect


def test_the_map_shows_the_card_where_the_reader_is(watched: Watched, address: str) -> None:
    """The box is far below the top of the picture; its card must not be left there, nor another picture begin at its middle."""
    page = watched.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(address + "map.html")
    used(page)
    page.locator('.dz-map-wide [data-node="approximate-dp"]').click()
    card = page.get_by_role("region", name="About the notion")
    expect(card.get_by_role("link", name="Open its page")).to_be_in_viewport()
    card.get_by_role("link", name="Draw it and its neighbours").click()
    expect(page.get_by_role("button", name="Start again")).to_be_in_viewport()


def test_without_scripts_the_table_of_notions_has_the_width_of_the_page(still: Page, address: str) -> None:
    still.set_viewport_size({"width": 1280, "height": 800})
    still.goto(address + "notions.html")
    box = still.get_by_role("table").first.bounding_box()
    assert box is not None
    assert box["width"] > 1000


def test_a_page_that_is_not_there_has_a_title(still: Page, address: str) -> None:
    still.goto(address + "404.html")
    assert still.title() == "Page not found - dpzoo"


def test_a_witness_names_notions_works_and_datasets_as_people_do(still: Page, address: str) -> None:
    still.goto(address + "witnesses/few-pairs-are-compared.html")
    steps = still.locator(".dz-steps")
    expect(steps.get_by_role("link", name="Individual differential privacy", exact=True).first).to_be_visible()
    text = steps.inner_text()
    assert "individual-dp" not in text
    assert "('t'" not in text
    assert "= ∞ = ∞" not in text
    still.goto(address + "witnesses/zero-concentrated-to-approximate-dp.html")
    expect(still.get_by_role("link", name="Desfontaines & Pejó 2022")).to_have_attribute("href", re.compile(r"#ref-DP22$"))
    assert still.locator("sup", has_text="−s²/4ρ").count() >= 1


def test_an_erratum_names_its_claims(still: Page, address: str) -> None:
    still.goto(address + "errata/sok-table3-cbdp-post-processing.html")
    link = still.get_by_role("link", name="Capacity bounded differential privacy: post-processing")
    expect(link).to_have_attribute("href", "../notions/capacity-bounded-dp.html#post-processing")


def test_published_sizes_stand_in_full(still: Page, address: str) -> None:
    """Apple's sketches have 2¹⁶ and 2¹⁵ columns."""
    still.set_viewport_size({"width": 1280, "height": 800})
    still.goto(address + "deployments/apple-ios-macos.html")
    releases = still.get_by_role("region", name="Releases")
    expect(releases).to_contain_text("65,536")
    expect(releases).to_contain_text("32,768")
    for region in (releases, still.get_by_role("region", name="What it adds up to")):
        assert region.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_work_lists_the_mechanism_that_comes_from_it(still: Page, address: str) -> None:
    still.goto(address + "bibliography.html")
    cited = still.locator("#ref-War65 details")
    expect(cited.locator('a[href="mechanisms/randomized-response.html"]')).to_have_count(1)


def test_the_menu_of_a_phone_leads_to_the_first_page_of_a_part(watched: Watched, address: str) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address + "python/reference.html")
    page.locator("label.md-header__button[for=__drawer]").click()
    page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Python and the shell", exact=True).click()
    expect(page).to_have_url(re.compile(r"python/index\.html$"))
