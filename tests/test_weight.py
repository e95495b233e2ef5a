"""What the site weighs, kind by kind: it is copied, mirrored and read from a disk, and a page is read on a phone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import Answer
from dpzoo.zoo.zoo import Zoo

_STRONGER = RelationKind.STRONGER_THAN
MEGABYTE = 1_000_000
WHOLE = 60
"""Megabytes of the whole site."""

# the first that a path begins with counts; the sum is more than the whole may be: no kind has to stand at its limit
LIMITS = {
    "notions/": 18,
    "relations/": 9.8,
    "witnesses/": 6,
    "compare/": 5,
    "blocks/": 3.2,
    "errata/": 2.8,
    "mechanisms/": 1.5,
    "deployments/": 0.7,
    "names/": 0.6,
    "systems/": 0.3,
    "ask/": 0.3,
    "dimensions/": 0.4,
    "python/": 0.4,
    "api/": 7,
    "assets/data/": 3.9,
    "assets/": 1.8,
    "search/": 1.3,
    "schema/": 0.4,
    "": 5,
}


def kind(path: str) -> str:
    """The first beginning in the table that a path from the site's root has."""
    return next(beginning for beginning in LIMITS if path.startswith(beginning))


def nodes(html: str) -> int:
    """The elements of a page."""
    return len(re.findall(r"<[a-z]", re.sub(r"<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL)))


def test_the_whole_site_is_light_kind_by_kind(site: Path) -> None:
    sizes: Counter[str] = Counter()
    for path in site.rglob("*"):
        if path.is_file():
            sizes[kind(path.relative_to(site).as_posix())] += path.stat().st_size
    heavy = {k: f"{sizes[k] / MEGABYTE:.1f} MB" for k, most in LIMITS.items() if sizes[k] > most * MEGABYTE}
    assert heavy == {}
    assert sizes.total() <= WHOLE * MEGABYTE


def test_the_page_of_pure_differential_privacy_is_short(site: Path) -> None:
    """It had 1.2 MB and 29,000 elements."""
    html = (site / "notions" / "epsilon-dp.html").read_text(encoding="utf-8")
    assert len(html.encode()) <= 300_000
    assert nodes(html) <= 5000


@pytest.mark.parametrize(("folder", "most"), [("notions", 6500), ("relations", 7500)])
def test_no_page_of_a_notion_is_long(site: Path, folder: str, most: int) -> None:
    for page in sorted((site / folder).glob("*.html"), key=lambda p: -p.stat().st_size)[:5]:
        html = page.read_text(encoding="utf-8")
        assert len(html.encode()) <= 300_000, page.name
        assert nodes(html) <= most, page.name


def test_every_relation_stands_on_one_of_the_two_pages(site: Path, zoo: Zoo) -> None:
    """Each claim in full on one of its subject's pages, and whatever it is stronger than on the second."""
    for notion in (zoo[i] for i in ("epsilon-dp", "approximate-dp", "renyi-dp", "gossip-protocol-dp")):
        own, rest = ((site / f / f"{notion.id}.html").read_text(encoding="utf-8") for f in ("notions", "relations"))
        in_full = set(re.findall(r'<li class="dz-relation" id="([^"]+)"', own + rest))
        for claim in notion.outgoing:
            anchor = f"claim-{claim.kind.value.replace('_', '-')}-{claim.object}"
            assert any(found.startswith(anchor) for found in in_full), claim.id
            assert f'id="{anchor}' in own, claim.id  # its address leads to it, or to the link to it
        follows = rest.partition('id="what-follows"')[2].partition('id="what-is-ruled-out"')[0]
        for other in zoo.values():
            said = any({c.subject, c.object} == {notion.id, other.id} for c in (*notion.outgoing, *notion.incoming))
            if other.id != notion.id and not said and zoo.inference.answer(_STRONGER, notion.id, other.id) is Answer.YES:
                assert f"/{other.id}.html" in follows, (notion.id, other.id)
