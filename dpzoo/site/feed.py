"""The feed of changes (Atom, RFC 4287)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dpzoo.site.change_log import LogEntry
from dpzoo.site.release import SiteRelease

_ATOM = "http://www.w3.org/2005/Atom"
ENTRIES = 50
"""How many of the newest changes a feed holds."""


def atom(changes: Sequence[LogEntry], release: SiteRelease, address_of: Callable[[LogEntry], str | None]) -> str:
    """The newest ``changes`` as a feed. Its ids are tags (RFC 4151), which remain valid wherever the site is hosted."""
    feed = Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(feed, "id", "tag:dpzoo,2026:changes")
    _add(feed, "title", "dpzoo: changes to the definitions of differential privacy")
    newest = max((c.moment for c in changes), default=None)
    _add(feed, "updated", newest.isoformat() if newest else "1970-01-01T00:00:00+00:00")
    _add(SubElement(feed, "author"), "name", release.authors)
    if release.site is not None:
        SubElement(feed, "link", rel="alternate", href=release.site)
        SubElement(feed, "link", rel="self", href=f"{release.site}feed.xml")
    for change in changes[:ENTRIES]:
        entry = SubElement(feed, "entry")
        _add(entry, "id", f"tag:dpzoo,2026:change/{change.id}")
        _add(entry, "title", change.subject)
        _add(entry, "updated", change.moment.isoformat())
        records = ", ".join(dict.fromkeys(p.stem for p in change.paths))
        _add(entry, "content", change.text or f"Records: {records}").set("type", "text")
        address = address_of(change)
        if address is not None:
            SubElement(entry, "link", rel="alternate", href=address)
    indent(feed)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(feed, encoding="unicode") + "\n"


def _add(parent: Element, tag: str, text: str) -> Element:
    child = SubElement(parent, tag)
    # characters that XML has no place for
    child.text = "".join(
        c for c in text if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
    )
    return child
