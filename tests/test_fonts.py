"""The site brings the fonts of its text, so that it looks, and fits, the same whatever fonts a machine has."""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, Watched
from fontTools.ttLib import TTFont
from playwright.sync_api import Page

from dpzoo.site.labels import text_width

ASSETS = ROOT / "site" / "assets"
TEXT = ASSETS / "fonts" / "text"
_RULE = re.compile(r'@font-face \{ font-family: "([^"]+)";[^}]*?url\(([^)]+\.woff2)\)[^}]*unicode-range: ([^;]+);')
# one element for each letter in each font that is asked for: what a machine shows it with depends on nothing else
_MARK = """() => {
  const seen = new Set();
  for (const element of document.querySelectorAll("body *:not(.katex > math, .katex > math *, script, style, noscript)")) {
    const { fontFamily, fontStyle, fontWeight, fontVariant } = getComputedStyle(element);
    const letters = [...element.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join("");
    const pairs = [...new Set(letters)].map((letter) => [letter, fontFamily, fontStyle, fontWeight, fontVariant].join());
    if (!element.getClientRects().length || (pairs.every((pair) => seen.has(pair)) && element.localName !== "input")) continue;
    pairs.forEach((pair) => seen.add(pair));
    element.dataset.judged = "";
  }
}"""
_LABELS = """() => [...document.querySelectorAll("svg text:not(.dz-rel-letters)")].filter(
  (text) => text.getClientRects().length
).map((text) => {
  const { fontSize, fontWeight } = getComputedStyle(text);
  return [text.textContent, text.getComputedTextLength(), fontSize, fontWeight];
})"""
_OUTSIDE = """() => [...document.querySelectorAll("svg text:not(.dz-map-title)")].filter((text) => {
  const boxes = [...text.parentNode.children].filter(({ localName }) => localName === "rect");
  if (!boxes.length || !text.getClientRects().length) return false;
  const [box, words] = [boxes.pop(), text].map((element) => element.getBoundingClientRect());
  return words.left < box.left || words.right > box.right;
}).map((text) => text.textContent)"""


def points(ranges: str) -> set[int]:
    """The code points of a unicode-range."""
    found: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


def faces() -> list[tuple[str, Path, set[int]]]:
    """Family, file and letters of the text's fonts, as the style sheet declares them."""
    sheet = (ASSETS / "dpzoo.css").read_text(encoding="utf-8")
    return [(family, ASSETS / url, points(ranges)) for family, url, ranges in _RULE.findall(sheet) if "/text/" in url]


def letters(font: Path) -> set[int]:
    return set(TTFont(io.BytesIO(font.read_bytes())).getBestCmap())


def test_the_fonts_are_those_of_the_lock_and_free() -> None:
    lock = json.loads((TEXT / "lock.json").read_text(encoding="utf-8"))
    actual = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in TEXT.glob("*.woff2")}
    assert actual == lock["files"]
    assert {path.name for _, path, _ in faces()} == actual.keys()
    for package in lock["packages"]:
        licence = (TEXT / f"LICENSE.{package.rpartition('/')[2]}.txt").read_text(encoding="utf-8")
        assert "SIL Open Font License, Version 1.1" in licence or "Bitstream Vera" in licence


def test_a_font_is_asked_for_what_it_has_and_for_nothing_that_another_has() -> None:
    taken: dict[tuple[str, int], Path] = {}
    for family, path, declared in faces():
        assert declared == letters(path), path.name
        for point in declared:
            assert taken.setdefault((family, point), path) == path, f"U+{point:X} is in two files"


def test_every_letter_of_every_page_is_in_a_font_of_the_site(site: Path) -> None:
    ours = set().union(*(letters(path) for path in ASSETS.rglob("*.woff2"))) | {0xA, 0x200B, 0x2060, 0x2061}
    for path in site.rglob("*.html"):
        text = html.unescape(path.read_text(encoding="utf-8"))
        if {ord(letter) for letter in set(text)} <= ours:
            continue
        text = re.sub(r"<(math|script|style)\b.*?</\1>", "", text, flags=re.DOTALL)  # MathML is heard, not seen
        assert "".join(sorted({letter for letter in text if ord(letter) not in ours})) == "", path.name


def foreign(page: Page) -> dict[str, int]:
    """Fonts of this machine that show text, with how many letters they show."""
    session = page.context.new_cdp_session(page)
    page.evaluate(_MARK)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    found: dict[str, int] = {}
    for node in session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-judged]"})["nodeIds"]:
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            if not font["isCustomFont"]:
                found[font["familyName"]] = found.get(font["familyName"], 0) + font["glyphCount"]
    session.detach()
    return found


@pytest.mark.parametrize("path", ["notions.html", "map.html", "meaning.html", "names.html", "python/index.html"])
def test_no_font_of_the_machine_is_used(watched: Watched, address: str, path: str) -> None:
    watched.page.goto(address + path)
    watched.page.evaluate("document.fonts.ready")
    assert foreign(watched.page) == {}


@pytest.mark.parametrize("path", ["map.html", "notions/zero-concentrated-dp.html", "blocks.html"])
def test_labels_stay_in_their_boxes_and_are_as_wide_as_was_reckoned(watched: Watched, address: str, path: str) -> None:
    page = watched.page
    page.goto(address + path)
    page.evaluate("document.fonts.ready")
    assert page.evaluate(_OUTSIDE) == []
    for text, width, size, weight in page.evaluate(_LABELS):
        reckoned = text_width(text, bold=int(weight) >= 600) * float(size.removesuffix("px")) / 12
        assert 0.97 * width - 1 <= reckoned <= 1.08 * width + 1, text


def test_the_headings_of_a_wide_table_are_whole(watched: Watched, address: str) -> None:
    """A word that breaks has two boxes; one that leaves its cell is wider than it."""
    page = watched.page
    for width in (1280, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(address + "notions.html")
        page.evaluate("document.fonts.ready")
        broken = page.evaluate("""() => [...document.querySelectorAll(".dz-explore-table thead th")].filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          if (range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1) return true;
          const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          for (let text = walk.nextNode(); text; text = walk.nextNode())
            for (const word of text.data.matchAll(/[\\p{L}]+/gu)) {
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return true;
            }
          return false;
        }).map((cell) => cell.textContent.trim())""")
        assert broken == []
