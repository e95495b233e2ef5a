"""Inside the website every link leads to a page, and every anchor to a place on it."""

from __future__ import annotations

import posixpath
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

pytestmark = pytest.mark.xdist_group("links")  # one worker reads what these share
_SCRIPT = re.compile(r"(<(script|style)\b[^>]*>).*?</\2>", re.DOTALL)
_TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)\s*/?>")
_ATTRIBUTE = re.compile(r"\s(id|name|data-dial|href|src)=(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))")


class _Page:
    """The links, places and fields of a page; the parser of the standard library takes ten times as long."""

    def __init__(self, text: str) -> None:
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.twice: set[str] = set()
        self.fields: set[str] = set()
        for tag, inside in _TAG.findall(_SCRIPT.sub(r"\1", text)):
            for name, *quoted in _ATTRIBUTE.findall(inside):
                value = unescape("".join(quoted))
                if name == "id" or (name == "name" and tag == "a"):
                    (self.twice if name == "id" and value in self.places else self.places).add(value)
                elif name == "data-dial" or (name == "name" and tag in {"input", "select"}):
                    self.fields.add(value)
                elif (name == "href" and tag in {"a", "link"}) or (name == "src" and tag in {"img", "script", "iframe"}):
                    self.links.add(value)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, _Page]:
    return {p.relative_to(site).as_posix(): _Page(p.read_text(encoding="utf-8")) for p in site.rglob("*.html")}


def test_every_link_and_anchor_inside_the_site_leads_somewhere(site: Path, pages: dict[str, _Page]) -> None:
    files = {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()}
    folders = {posixpath.dirname(f) for f in files} | {"."}
    assert sum(len(page.links) for page in pages.values()) > 50 * len(pages)
    assert sum(len(page.places) for page in pages.values()) > 10 * len(pages)
    broken = set()
    for path, page in pages.items():
        if path == "404.html":
            continue  # its addresses start at the root of the host
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert parts.scheme in {"http", "https", "javascript", "mailto"}, link
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
            target = posixpath.normpath(posixpath.join(target, "index.html")) if target in folders else target
            lost = parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places
            if lost and "=" in parts.fragment:  # the state of a page: its names are those of its fields
                lost = not parse_qs(parts.fragment).keys() <= pages[target].fields
            if lost or target not in files:
                broken.add((path, link))
    assert not [b for b in sorted(broken) if not b[1].startswith("#__")]


def test_anchors_are_unique_on_notion_pages(pages: dict[str, _Page]) -> None:
    notions = {path: page for path, page in pages.items() if path.startswith("notions/")}
    assert notions
    assert {path: page.twice for path, page in notions.items() if page.twice} == {}
