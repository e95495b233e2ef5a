"""The map as a reader uses it, in a browser: search, sets, sheets, address, keyboard, cards, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from conftest import Watched, bytes_of_a_first_visit, used
from playwright.sync_api import Browser, Locator, Page, expect

from dpzoo.records.enums import RelationKind
from dpzoo.zoo.zoo import Zoo

pytestmark = pytest.mark.xdist_group("map_page")  # one worker makes what these share
LIVE = ".dz-map-svg--live"


@pytest.fixture(scope="module", params=[390, 1280])
def opened(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """The map, at phone and desk width, opened once: nearly all of a test's time is the layout of this page."""
    page = browser.new_page(viewport={"width": request.param, "height": 800})
    yield Watched(page)
    page.close()


@pytest.fixture
def page(opened: Watched, address: str) -> Iterator[Page]:
    """The map's first sheet; whatever happens on it, nothing complains and nothing is wider than the screen."""
    page = opened.page
    if page.url.partition("#")[0] != address + "map.html":
        page.goto(address + "map.html")
        used(page)
    elif page.url.partition("#")[2]:
        page.evaluate("location.hash = ''")
    page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    expect(page.locator("[data-map][data-ready]")).to_be_visible()
    expect(page.locator(LIVE)).to_have_count(0)
    yield page
    opened.is_quiet_and_fits(address)


def turn(page: Page, state: str) -> None:
    """The map at another address, as by a link on the page."""
    page.evaluate("state => { location.hash = state; }", state)
    expect(page.locator(LIVE)).to_have_count(1)


def shown(page: Page) -> set[str]:
    return set(page.locator(f"{LIVE} [data-node]").evaluate_all("all => all.map(e => e.dataset.node)"))


def box(page: Page, id: str) -> Locator:
    return page.locator(f'{LIVE} [data-node="{id}"]')


def state(page: Page) -> str:
    return urlsplit(page.url).fragment


def roomy(page: Page) -> bool:
    return page.viewport_size is not None and page.viewport_size["width"] > 1000


def test_a_set_by_search(page: Page) -> None:
    """The first notion brings its neighbours; others come alone; each can be taken out; the address keeps the set."""
    field = page.get_by_role("combobox", name="Draw a notion")
    field.fill("Pufferf")
    expect(page.get_by_role("option", name="Pufferfish privacy").first).to_be_visible()
    field.press("Enter")
    assert state(page) == "focus=pufferfish-privacy"
    expect(box(page, "pufferfish-privacy")).to_be_focused()
    assert {"information-privacy-dpcf12", "noiseless-privacy"} <= shown(page)
    upper, own = box(page, "information-privacy-dpcf12").bounding_box(), box(page, "pufferfish-privacy").bounding_box()
    assert upper is not None
    assert own is not None
    assert upper["y"] + upper["height"] <= own["y"]
    page.get_by_role("button", name="Neighbours of Pufferfish privacy").click()
    assert state(page) == "draw=pufferfish-privacy"
    for query in ("zCDP", "renyi", "eps delta"):
        field.fill(query)
        field.press("ArrowDown")
        field.press("Enter")
    assert state(page) == "draw=pufferfish-privacy,zero-concentrated-dp,renyi-dp,approximate-dp"
    page.get_by_role("button", name="Take out Pufferfish privacy").click()
    assert state(page) == "draw=zero-concentrated-dp,renyi-dp,approximate-dp"
    assert shown(page) == {"zero-concentrated-dp", "renyi-dp", "approximate-dp"}
    lines = page.locator(f"{LIVE} .dz-rel-line").evaluate_all("all => all.map(e => `${e.dataset.from} ${e.dataset.to}`)")
    assert sorted(lines) == ["renyi-dp approximate-dp", "zero-concentrated-dp renyi-dp"]
    page.go_back()
    assert "pufferfish-privacy" in shown(page)
    field.fill("<script>alert(1)</script>")
    expect(page.get_by_role("listbox", name="Notions found").get_by_role("option")).to_have_text("No notion of that name")
    field.press("Escape")
    page.get_by_role("button", name="Start again").click()
    assert state(page) == ""
    expect(page.locator(LIVE)).to_have_count(0)


def test_sheets_colours_and_lines(page: Page, zoo: Zoo) -> None:
    page.get_by_label("Or a sheet").select_option("graphs")
    assert state(page) == "sheet=graphs"
    assert {"node-dp", "edge-dp"} <= shown(page)
    page.get_by_label("Colour by").select_option("composition")
    assert state(page) == "sheet=graphs&colour=composition"
    verdict = {"holds": "good", "fails": "bad", "open": "open"}
    for notion in sorted(shown(page))[:8]:
        expect(box(page, notion)).to_have_class(re.compile(f"dz-tint--{verdict[zoo[notion].composition.verdict.value]}( |$)"))
    expect(page.get_by_role("list", name="Colours")).to_contain_text("holds")
    page.get_by_label("Colour by").select_option("year")
    expect(box(page, "edge-dp")).to_contain_text(str(zoo["edge-dp"].year))
    turn(page, "draw=renyi-dp,approximate-dp,epsilon-dp,bounded-dp,zero-concentrated-dp&lines=none")
    assert page.locator(f"{LIVE} .dz-rel-line--separated").count() == 0
    page.get_by_role("checkbox", name="what does not follow").check()
    assert state(page).endswith("&lines=apart")
    titles = page.locator(f"{LIVE} .dz-rel-line--separated title").all_text_contents()
    assert titles
    assert all("does not imply" in t or "is not stronger than" in t for t in titles)


def test_a_class_has_the_name_of_its_best_known_member_whatever_is_asked(page: Page) -> None:
    turn(page, "draw=unbounded-dp,truncated-codp-col16,bounded-dp")
    assert shown(page) == {"epsilon-dp", "bounded-dp"}
    expect(box(page, "epsilon-dp")).to_contain_text("ε-DP")
    expect(box(page, "epsilon-dp")).to_contain_text("≡ Unbounded DP")


def test_a_wrong_address_shows_the_first_sheet_and_says_so(page: Page) -> None:
    page.evaluate("location.hash = 'focus=pufferfish'")
    status = page.get_by_role("status").filter(has_text="There is no notion “pufferfish” here.")
    expect(page.locator(LIVE)).to_have_count(0)
    expect(page.locator(".dz-map-frame svg:visible")).to_have_count(1)
    status.get_by_role("link", name="Pufferfish privacy", exact=True).click()
    expect(box(page, "pufferfish-privacy")).to_be_visible()
    page.evaluate("location.hash = 'depth=9&sheet=Z&colour=red&card=%22'")
    expect(page.locator(LIVE)).to_have_count(0)
    page.evaluate("location.hash = ''")


def test_walk_with_the_keyboard(page: Page, zoo: Zoo) -> None:
    """Up leads to something stronger, down to something weaker, Enter opens a card, Escape goes back step by step."""
    turn(page, "focus=zero-concentrated-dp")
    start = box(page, "zero-concentrated-dp")
    start.focus()
    page.keyboard.press("ArrowUp")
    above = page.locator(f"{LIVE} [data-node]:focus").get_attribute("data-node")
    assert above is not None
    assert zoo[above] >= zoo["zero-concentrated-dp"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    below = page.locator(f"{LIVE} [data-node]:focus").get_attribute("data-node")
    assert below is not None
    assert zoo["epsilon-dp"] >= zoo[below]
    page.keyboard.press("Enter")
    assert state(page) == f"focus=zero-concentrated-dp&card={below}"
    card = page.get_by_role("region", name="About the notion")
    expect(card.get_by_role("heading")).to_be_focused()
    expect(card.get_by_role("link", name="Open its page")).to_have_attribute("href", f"notions/{below}.html")
    for after in ("focus=zero-concentrated-dp", ""):  # going back in the history takes its time
        page.keyboard.press("Escape")
        page.wait_for_function("after => decodeURIComponent(location.hash.slice(1)) === after", arg=after)
        assert state(page) == after


def test_a_card_says_why_and_draws_on(page: Page, zoo: Zoo) -> None:
    turn(page, "draw=zero-concentrated-dp,approximate-dp&card=zero-concentrated-dp")
    card = page.get_by_role("region", name="About the notion")
    expect(card).to_contain_text(zoo["zero-concentrated-dp"].record.gist)
    expect(card).to_contain_text("Equivalent: Gaussian differential privacy")
    line = card.get_by_role("listitem").filter(has_text="is stronger than Approximate differential privacy")
    expect(line.get_by_role("link", name="why")).to_be_visible()
    card.get_by_role("link", name="Add its neighbours").click()
    assert state(page) == "draw=approximate-dp,zero-concentrated-dp*&card=zero-concentrated-dp"
    assert {"epsilon-dp", "renyi-dp", "approximate-dp"} <= shown(page)
    card.get_by_role("link", name="Take it out").click()
    assert shown(page) == {"approximate-dp"}
    turn(page, "draw=noiseless-privacy,pufferfish-privacy&card=noiseless-privacy")
    expect(card.get_by_role("link", name="Compare with")).to_have_attribute(
        "href", "compare.html?a=noiseless-privacy&b=pufferfish-privacy"
    )


def test_everything_stronger_and_weaker(page: Page, zoo: Zoo) -> None:
    """The highlight is the closure of ≻ as records assert it and blocks give it, as networkx computes it."""
    order: nx.DiGraph[str] = nx.DiGraph()
    for claim in zoo.inference.claims:
        if not claim.conditional and (claim.kind is RelationKind.STRONGER_THAN or claim.kind.symmetric):
            order.add_edge(claim.subject, claim.object)
            if claim.kind.symmetric:
                order.add_edge(claim.object, claim.subject)
    for notion in ("information-privacy-dpcf12", "local-dp"):
        turn(page, f"draw={notion}**&more=yes&card={notion}")
        stronger, weaker = nx.ancestors(order, notion), nx.descendants(order, notion)
        for side, expected in (("stronger", stronger - weaker), ("weaker", weaker - stronger)):
            marked = page.locator(f'{LIVE} [data-side="{side}"]').evaluate_all("all => all.map(e => e.dataset.node)")
            assert set(marked) <= expected
            equal = [nx.ancestors(order, m) & nx.descendants(order, m) | {m} for m in marked]
            assert set().union(*equal) == expected
        expect(page.locator('[data-count="stronger"]')).to_have_text(f"{len(stronger - weaker)} stronger")


def test_zoom_and_the_file(page: Page) -> None:
    turn(page, "focus=renyi-dp&card=renyi-dp")
    before = page.locator(LIVE).bounding_box()
    if not roomy(page):
        page.get_by_role("button", name="Close the card").click()
    page.get_by_role("button", name="Larger").click()
    larger = page.locator(LIVE).bounding_box()
    assert before is not None
    assert larger is not None
    assert larger["width"] > before["width"]
    box(page, "renyi-dp").focus()
    page.keyboard.press("-")
    page.keyboard.press("-")
    smaller = page.locator(LIVE).bounding_box()
    assert smaller is not None
    assert smaller["width"] < before["width"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    root = ET.parse(download.value.path()).getroot()
    assert root.tag.endswith("}svg")
    drawn = {e.attrib["data-node"] for e in root.iter() if "data-node" in e.attrib}
    assert drawn == shown(page)


def test_without_scripts(still: Page, address: str, zoo: Zoo) -> None:
    """Pictures with real links, and every notion in a list; the address of a notion leads to its entry there."""
    still.goto(address + "map.html#focus=pufferfish-privacy")
    assert still.locator(".dz-map-frame svg:visible").count() == 1
    expect(still.locator(".dz-map-tools")).to_be_hidden()
    links = still.locator(".dz-map-frame svg:visible a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert {"notions/approximate-dp.html", "notions/epsilon-dp.html"} <= set(links)
    assert still.locator(".dz-map-still svg").count() == 8
    drawn = still.locator(".dz-map-still a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert {"notions/edge-dp.html", "notions/local-dp.html", "notions/k-anonymity.html"} <= set(drawn)
    listed = still.locator(".dz-map-lists li a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert sorted(listed) == sorted(f"notions/{notion}.html" for notion in zoo)
    expect(still.locator('[id="focus=pufferfish-privacy"]')).to_be_in_viewport()
    still.goto(address + "notions/pufferfish-privacy.html")
    picture = still.locator(".dz-rel-figure")
    expect(picture.get_by_role("link", name="Information privacy")).to_have_attribute("href", "information-privacy-dpcf12.html")
    picture.get_by_role("link", name="See it in the map").click()
    assert still.url.endswith("map.html#focus=pufferfish-privacy")


def test_from_disk(watched: Watched, site: Path) -> None:
    watched.page.goto((site / "map.html").as_uri() + "#focus=pufferfish-privacy")
    expect(box(watched.page, "pufferfish-privacy")).to_be_visible()
    watched.page.get_by_role("button", name="Start again").click()
    expect(watched.page.locator(LIVE)).to_have_count(0)
    assert watched.complaints == []


def test_a_first_visit_is_light(browser: Browser, address: str, site: Path) -> None:
    """The map in at most 450 KB, and in less than half of it until somebody uses it."""
    assert sum(bytes_of_a_first_visit(browser, address, "map.html#colour=year", site)) <= 450_000
    assert sum(bytes_of_a_first_visit(browser, address, "map.html", site)) <= 225_000
