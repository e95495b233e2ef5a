"""The map as a reader uses it, in a browser: search, address, filters, keyboard, cards, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import networkx as nx
import pytest
from conftest import Watched, bytes_of_a_first_visit
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
    """The map's overview; whatever happens on it, nothing complains and nothing is wider than the screen."""
    page = opened.page
    if page.url.partition("#")[0] != address + "map.html":
        page.goto(address + "map.html")
    elif page.url.partition("#")[2]:
        page.evaluate("location.hash = ''")
    page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    expect(page.locator("[data-map][data-ready]")).to_be_visible()
    expect(page.locator(LIVE)).to_have_count(0)
    yield page
    opened.is_quiet_and_fits(address)


def visit(page: Page, state: str) -> None:
    """The map at an address, as if it had been followed from elsewhere."""
    here = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(here + state)
    expect(page.locator("[data-map][data-ready]")).to_be_visible()


def shown(page: Page) -> set[str]:
    return set(page.locator(f"{LIVE} [data-node]").evaluate_all("all => all.map(e => e.dataset.shown)"))


def box(page: Page, id: str) -> Locator:
    return page.locator(f'{LIVE} [data-shown="{id}"]')


def state(page: Page) -> str:
    return urlsplit(page.url).fragment


@pytest.mark.parametrize("query", ["pufferfish", "Pufferf", "PFPr"])
def test_focus_by_search(page: Page, query: str) -> None:
    field = page.get_by_role("combobox", name="Find a notion")
    field.fill(query)
    expect(page.get_by_role("option", name="Pufferfish privacy").first).to_be_visible()
    field.press("Enter")
    assert state(page) == "focus=pufferfish-privacy"
    expect(box(page, "pufferfish-privacy")).to_be_focused()
    assert {"information-privacy-dpcf12", "noiseless-privacy"} <= shown(page)
    upper, own = box(page, "information-privacy-dpcf12").bounding_box(), box(page, "pufferfish-privacy").bounding_box()
    assert upper is not None
    assert own is not None
    assert upper["y"] + upper["height"] <= own["y"]


@pytest.mark.parametrize(
    ("query", "notion"),
    [("zCDP", "zero-concentrated-dp"), ("renyi", "renyi-dp"), ("eps delta", "approximate-dp"), ("ε-DP", "epsilon-dp")],
)
def test_search_hears_every_spelling(page: Page, query: str, notion: str) -> None:
    field = page.get_by_role("combobox", name="Find a notion")
    field.fill(query)
    field.press("ArrowDown")
    field.press("Enter")
    assert state(page) == f"focus={notion}"


def test_search_says_when_it_finds_nothing(page: Page) -> None:
    field = page.get_by_role("combobox", name="Find a notion")
    field.fill("<script>alert(1)</script>")
    expect(page.get_by_role("option")).to_have_text("No notion of that name")
    field.press("Enter")
    assert state(page) == ""


def test_focus_by_address(page: Page) -> None:
    visit(page, "#focus=pufferfish-privacy&depth=2&dims=N,Q")
    expect(box(page, "pufferfish-privacy")).to_be_in_viewport()
    assert box(page, "pufferfish-privacy").get_attribute("data-side") == "own"
    expect(page.get_by_label("Show", exact=True)).to_have_value("2")
    checked = page.locator(".dz-map-letters input[value]:checked").evaluate_all("all => all.map(e => e.value)")
    assert checked == ["Q", "N"]


@pytest.mark.parametrize("wrong", ["#focus=no-such-notion", "#depth=9&dims=XYZ", "#focus=%3Cscript%3E&card=%22", "#band=Z"])
def test_a_wrong_address_shows_the_overview(page: Page, wrong: str) -> None:
    visit(page, wrong)
    expect(page.locator(LIVE)).to_have_count(0)
    expect(page.locator(".dz-map-frame svg:visible")).to_have_count(1)


def test_filter_by_dimension(page: Page, zoo: Zoo) -> None:
    """What a notion needs to be shown: a letter asked for, its own or that of an equivalent one; all letters, if so asked."""
    page.get_by_role("checkbox", name="B, Background knowledge").check()
    assert state(page) == "dims=B"
    by_letter = {n.id for n in zoo.notions(dimension="B")}
    assert shown(page) <= by_letter
    expect(page.get_by_role("status").filter(has_text="any of B")).to_contain_text(f"{len(by_letter)} notions")
    page.get_by_role("checkbox", name="F, Formalism change").check()
    page.get_by_role("checkbox", name="all of them").check()
    assert state(page) == "dims=B,F&match=all"
    both = by_letter & {n.id for n in zoo.notions(dimension="F")}
    assert shown(page) <= both
    expect(page.get_by_role("status").filter(has_text="all of B, F")).to_contain_text(f"{len(both)} notions")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("checkbox", name="B, Background knowledge")).to_be_checked()
    expect(page.get_by_role("checkbox", name="F, Formalism change")).not_to_be_checked()


def test_the_rest_of_a_band_unfolds_and_folds(page: Page, zoo: Zoo) -> None:
    page.locator("a.dz-map-more:visible", has_text="more in V").last.click()
    assert state(page) == "band=V"
    first_v = {n.id for n in zoo.values() if n.dimensions and n.dimensions[0] == "V"}
    assert shown(page) <= first_v
    expect(page.get_by_role("status").filter(has_text="Variation")).to_contain_text(f"{len(first_v)} notions")
    page.get_by_role("button", name="Overview", exact=True).click()
    expect(page.locator(LIVE)).to_have_count(0)
    page.go_back()
    expect(page.locator(LIVE)).to_be_visible()


def test_walk_with_the_keyboard(page: Page, zoo: Zoo) -> None:
    """Up leads to something stronger, down to something weaker, Enter opens a card, Escape goes back step by step."""
    visit(page, "#focus=zero-concentrated-dp")
    start = box(page, "zero-concentrated-dp")
    start.focus()
    page.keyboard.press("ArrowUp")
    upper = page.evaluate("document.activeElement.dataset.shown")
    assert zoo[upper] > zoo["zero-concentrated-dp"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    lower = page.evaluate("document.activeElement.dataset.shown")
    assert zoo[upper] >= zoo[lower]
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.shown") not in {lower, None}
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert state(page) == f"focus=zero-concentrated-dp&card={lower}"
    card = page.get_by_role("region", name="About the notion")
    expect(card.get_by_role("heading")).to_be_focused()
    expect(card.get_by_role("heading")).to_have_text(zoo[lower].name)
    page.keyboard.press("Escape")
    assert state(page) == "focus=zero-concentrated-dp"
    expect(box(page, lower)).to_be_focused()
    page.keyboard.press("Escape")
    assert state(page) == ""
    expect(page.locator(LIVE)).to_have_count(0)


def test_one_stop_of_the_tabulator(page: Page) -> None:
    """The picture is one stop, whatever it holds."""
    assert page.locator('.dz-map-frame svg:visible a[tabindex="0"]').count() == 1
    visit(page, "#focus=approximate-dp")
    assert page.locator(f'{LIVE} a[tabindex="0"]').count() == 1


def test_card(page: Page, zoo: Zoo) -> None:
    page.locator('.dz-map-frame svg:visible [data-node="renyi-dp"]').click()
    card = page.get_by_role("region", name="About the notion")
    notion = zoo["renyi-dp"]
    expect(card.get_by_role("heading")).to_have_text(notion.name)
    expect(card).to_contain_text(notion.record.gist)
    expect(card.get_by_role("link", name="Open its page")).to_have_attribute("href", "notions/renyi-dp.html")
    assert state(page) == "card=renyi-dp"
    card.get_by_role("link", name="Show its neighbourhood").click()
    expect(box(page, "renyi-dp")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(card).to_be_hidden()
    assert state(page) == ""


def test_card_says_how_two_notions_relate(page: Page, zoo: Zoo) -> None:
    """… and leads to the claim."""
    visit(page, "#focus=pufferfish-privacy&card=information-privacy-dpcf12")
    card = page.get_by_role("region", name="About the notion")
    expect(card).to_contain_text("Information privacy is stronger than Pufferfish privacy (proved)")
    card.get_by_role("link", name="why").click()
    expect(page.locator('[id="claim-stronger-than-pufferfish-privacy"]')).to_be_in_viewport()
    page.go_back()
    heading = page.get_by_role("region", name="About the notion").get_by_role("heading")
    expect(heading).to_have_text(zoo["information-privacy-dpcf12"].name)


def test_a_card_leads_to_the_comparison_with_what_is_in_focus(page: Page) -> None:
    visit(page, "#focus=pufferfish-privacy&card=noiseless-privacy")
    page.locator("[data-act=compare]").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("ompar")
    address = urlsplit(page.url)
    assert address.path.endswith("compare.html")
    assert address.query == "a=noiseless-privacy&b=pufferfish-privacy"


def test_depth_and_separations(page: Page) -> None:
    visit(page, "#focus=renyi-dp")
    near = shown(page)
    page.get_by_label("Show", exact=True).select_option("2")
    assert near < shown(page)
    page.get_by_label("Show", exact=True).select_option("1")
    assert shown(page) == near
    assert page.locator(f"{LIVE} .dz-rel-line--separated").count() == 0
    page.get_by_role("checkbox", name="what does not follow").check()
    assert page.locator(f"{LIVE} .dz-rel-line--separated").count() >= 1
    titles = page.locator(f"{LIVE} .dz-rel-line--separated title").all_text_contents()
    assert all("does not imply" in t or "is not stronger than" in t for t in titles)


@pytest.fixture(scope="module")
def order(zoo: Zoo) -> nx.DiGraph[str]:
    found: nx.DiGraph[str] = nx.DiGraph()
    for claim in zoo.inference.claims:
        if claim.conditional:
            continue
        if claim.kind is RelationKind.STRONGER_THAN or claim.kind.symmetric:
            found.add_edge(claim.subject, claim.object)
        if claim.kind.symmetric:
            found.add_edge(claim.object, claim.subject)
    return found


@pytest.mark.parametrize("notion", ["renyi-dp", "information-privacy-dpcf12", "local-dp"])
def test_everything_stronger_and_weaker(page: Page, order: nx.DiGraph[str], notion: str) -> None:
    """The highlight is the closure of ≻ as records assert it and blocks give it, as networkx computes it."""
    visit(page, f"#focus={notion}&depth=all")
    stronger, weaker = nx.ancestors(order, notion), nx.descendants(order, notion)
    for side, expected in (("stronger", stronger - weaker), ("weaker", weaker - stronger)):
        boxes = page.locator(f'{LIVE} [data-side="{side}"]')
        marked = boxes.evaluate_all("all => all.map(e => e.dataset.node)")
        assert set(marked) <= expected
        counts = boxes.locator(".dz-map-small").all_text_contents()
        sizes = [int(found[1]) if (found := re.match(r"=(\d+)", text)) else 1 for text in counts]
        assert sum(sizes) == len(expected)
    if page.viewport_size == {"width": 1280, "height": 800}:
        expect(page.locator('[data-count="stronger"]')).to_have_text(f"{len(stronger - weaker)} stronger")


def test_zoom_by_button_and_key(page: Page) -> None:
    visit(page, "#focus=renyi-dp")
    before = page.locator(LIVE).bounding_box()
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


def test_the_same_picture_twice(page: Page) -> None:
    visit(page, "#focus=epsilon-dp&depth=2")
    first = page.locator(LIVE).inner_html()
    visit(page, "#focus=epsilon-dp&depth=2")
    assert page.locator(LIVE).inner_html() == first


def test_without_scripts(still: Page, address: str, zoo: Zoo) -> None:
    """A picture with real links, and every notion in a list; the address of a focus leads to its entry there."""
    still.goto(address + "map.html#focus=pufferfish-privacy")
    assert still.locator(".dz-map-frame svg:visible").count() == 1
    expect(still.locator(".dz-map-tools")).to_be_hidden()
    links = still.locator(".dz-map-frame svg:visible a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert "notions/approximate-dp.html" in links
    assert all(re.fullmatch(r"notions/[a-z0-9-]+\.html|#band-[A-Za-z]+", link) for link in links)
    listed = still.locator(".dz-map-lists li a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert sorted(listed) == sorted(f"notions/{notion}.html" for notion in zoo)
    expect(still.locator('[id="focus=pufferfish-privacy"]')).to_be_in_viewport()


def test_a_notion_page_shows_its_neighbours(still: Page, address: str) -> None:
    still.goto(address + "notions/pufferfish-privacy.html")
    picture = still.locator(".dz-rel-figure")
    expect(picture.get_by_role("link", name="Information privacy")).to_have_attribute("href", "information-privacy-dpcf12.html")
    picture.get_by_role("link", name="See it in the map").click()
    assert still.url.endswith("map.html#focus=pufferfish-privacy")


def test_from_disk(watched: Watched, site: Path) -> None:
    watched.page.goto((site / "map.html").as_uri() + "#focus=pufferfish-privacy")
    expect(box(watched.page, "pufferfish-privacy")).to_be_visible()
    watched.page.keyboard.press("Escape")
    watched.page.get_by_role("button", name="Overview", exact=True).click()
    expect(watched.page.locator(LIVE)).to_have_count(0)
    assert watched.complaints == []


def test_a_first_visit_is_light(browser: Browser, address: str, site: Path) -> None:
    """The map in at most 600 KB."""
    assert sum(bytes_of_a_first_visit(browser, address, "map.html", site)) <= 600_000
