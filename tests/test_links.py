"""Inside the website every link leads to a page, and every anchor to a place on it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.fields: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.places.add(value)
            elif name == "data-dial" or (name == "name" and tag in {"input", "select"}):
                self.fields.add(value)
            elif (name == "href" and tag in {"a", "link"}) or (name == "src" and tag in {"img", "script", "iframe"}):
                self.links.add(value)


def test_every_link_and_anchor_inside_the_site_leads_somewhere(site: Path) -> None:
    pages: dict[Path, _Page] = {}
    for path in site.rglob("*.html"):
        page = pages[path.resolve()] = _Page()
        page.feed(path.read_text(encoding="utf-8"))
    broken = set()
    files = {p.resolve() for p in site.rglob("*") if p.is_file()}
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its addresses start at the root of the host
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            lost = parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places
            if lost and "=" in parts.fragment:  # the state of a page: its names are those of its fields
                lost = not parse_qs(parts.fragment).keys() <= pages[target].fields
            if lost or target not in files:
                broken.add((path.name, link))
    assert not [b for b in sorted(broken) if not b[1].startswith("#__")]
