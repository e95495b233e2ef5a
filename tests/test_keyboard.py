"""Everything that can be clicked can be reached and seen with the keyboard alone, on a phone and at a desk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import WIDTHS, Watched, calculated
from playwright.sync_api import Page, expect

# notes what has the focus whenever Tab is about to move it, and how that looks
LISTEN = """() => {
  const style = document.createElement("style");
  style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important; }";
  document.head.append(style);
  const parts = (e) => [e, e.closest("label"), e.nextElementSibling, e.querySelector("rect")].filter(Boolean);
  const looks = (e) => parts(e).map((part) => {
    const s = getComputedStyle(part);
    const outline = s.outlineStyle === "none" || s.outlineWidth === "0px" ? "" : s.outline;
    return [outline, s.boxShadow, s.borderColor, s.backgroundColor, s.stroke, s.strokeWidth].join();
  }).join("|");
  const header = document.querySelector(".md-header");
  const hidden = (e) => {
    const box = e.getBoundingClientRect();
    const top = header.contains(e) ? 0 : header.getBoundingClientRect().bottom;
    return box.bottom <= top || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth;
  };
  const visited = new Map();
  window.visited = visited;
  window.passed = new Set();
  window.looks = looks;
  addEventListener("keydown", (event) => {
    const e = document.activeElement;
    if (event.key !== "Tab" || e === document.body) return;
    passed.add(e);
    if (!visited.has(e)) visited.set(e, { looks: looks(e), hidden: hidden(e) });
  }, true);
}"""

REPORT = """() => {
  document.activeElement.blur();
  const name = (e) => `${e.tagName.toLowerCase()}.${e.getAttribute("class") || ""} ${(e.getAttribute("aria-label") || e.name
    || e.textContent).trim().slice(0, 40)}`;
  const content = document.querySelector(".md-content");
  const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const groups = new Set();
  const can = [...content.querySelectorAll(wanted)].filter((e) => {
    if (e.disabled || e.tabIndex < 0 || !e.checkVisibility({ visibilityProperty: true }) || e.closest("[inert]")) return false;
    if (e.type !== "radio") return true;
    const group = [...document.getElementsByName(e.name)];
    return e.checked || !group.some((other) => other.checked) && group[0] === e;
  });
  const own = [...visited].filter(([e]) => content.contains(e));
  return {
    missed: can.filter((e) => !visited.has(e)).map(name),
    unseen: own.filter(([e, was]) => was.looks === looks(e)).map(([e]) => name(e)),
    hidden: own.filter(([e, was]) => was.hidden).map(([e]) => name(e)),
    count: own.length,
  };
}"""


def tab_through(page: Page) -> dict[str, Any]:
    """Press Tab until it has gone round the page: what it missed, and where the focus could not be seen.

    Some results appear only when somebody comes to them; what Tab had passed by then, the next round has to reach.
    """
    page.evaluate(LISTEN)
    report: dict[str, Any] = {}
    for _ in range(3):
        page.evaluate("passed.clear()")
        stops = 0
        while stops < 1500:
            for _ in range(25):
                page.keyboard.press("Tab")
            stops += 25
            if page.evaluate("passed.size") < stops - 5:  # it has come round
                break
        report = dict(page.evaluate(REPORT))
        if not report["missed"]:
            break
    return report


PAGES = [
    ("notions.html?dims=C&runs=yes", 40),
    ("choose.html", 5),
    ("choose.html?protect=person&curator=none&attacker=anything&computing=no&releases=once&delta=no", 5),
    ("map.html", 12),
    ("map.html#focus=pufferfish-privacy&card=information-privacy-dpcf12", 12),
    ("compare.html?a=renyi-dp&b=approximate-dp", 20),
    ("convert.html", 20),
    ("budget.html", 15),
    ("meaning.html", 20),
]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("path", "least"), PAGES, ids=[re.sub(r"\.html.?", " ", path).strip() for path, _ in PAGES])
def test_tab_reaches_every_control_and_shows_where_it_is(
    watched: Watched, address: str, path: str, least: int, width: int
) -> None:
    page = watched.page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address + path, wait_until="networkidle")
    filters = page.get_by_role("button", name="Filters")
    if filters.is_visible():
        filters.press("Enter")
    calculated(page)
    for converter in page.locator("#dz-convert").all():  # its curves come last, and bring controls of their own
        expect(converter).to_have_attribute("data-more", "done")
    found = tab_through(page)
    assert found["missed"] == []
    assert found["unseen"] == []
    assert found["hidden"] == []
    assert found["count"] >= least


def test_the_first_stop_skips_to_the_content(watched: Watched, address: str) -> None:
    page = watched.page
    for path in ("index", "notions", "map", "choose", "compare", "convert", "meaning", "notions/renyi-dp"):
        page.goto(f"{address}{path}.html")
        page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to content")
        expect(skip).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('.md-content').contains(document.activeElement)"), path


def test_every_page_lets_one_skip_to_its_content(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if 'http-equiv="refresh"' in text:
            continue
        (target,) = re.findall(r'<a href="#([^"]+)" class="md-skip">', text)
        assert f'id="{target}"' in text, path
