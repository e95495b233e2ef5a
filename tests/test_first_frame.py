"""What a page shows before its scripts have run stays where it is when they run."""

from __future__ import annotations

import pytest
from conftest import WIDTHS
from playwright.sync_api import Browser, Route

PAGES = (
    "index.html",
    "notions.html",
    "choose.html",
    "map.html",
    "compare.html",
    "convert.html",
    "budget.html",
    "meaning.html",
    "pictures.html",
    "notions/zero-concentrated-dp.html",
    "mechanisms/apple-cms.html",
)
A_WORD = 0.005  # less is a word of a formula whose font comes late; a page is good below 0.1
OBSERVE = """window.shifts = [];
const told = ({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : String(node));
new PerformanceObserver((list) => {
  const script = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"));
  for (const { value, startTime, sources } of list.getEntries())
    if (script && startTime > script.responseEnd) shifts.push([value, ...sources.map(told)]);
}).observe({ type: "layout-shift", buffered: true });
const rest = () => document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(firstFrame)));  // text in its own font
new PerformanceObserver(() => setTimeout(rest)).observe({ type: "paint", buffered: true });"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_scripts_that_come_late_move_nothing(browser: Browser, address: str, path: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    held: list[Route] | None = []

    def late(route: Route) -> None:
        if held is None:
            route.continue_()
        else:
            held.append(route)

    def first_frame() -> None:
        nonlocal held
        waiting, held = held or [], None
        for route in waiting:
            route.continue_()

    page.expose_function("firstFrame", first_frame)
    page.add_init_script(OBSERVE)
    page.route("**/*.js", late)
    page.goto(address + path)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    moved = [shift for shift in page.evaluate("shifts") if shift[0] > A_WORD]
    assert moved == []
    page.close()
