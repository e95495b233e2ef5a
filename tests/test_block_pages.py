"""The pages of blocks show what the records and the inference say: the table, the combinations, the rules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conftest import ROOT, Watched
from markupsafe import Markup
from playwright.sync_api import Page, expect

from dpzoo.records.enums import RelationKind
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.site import links
from dpzoo.site.block_pages import BlockIndex, Section
from dpzoo.site.combine_page import page_data
from dpzoo.site.lifted import grounds
from dpzoo.site.linking import LinkedProse
from dpzoo.site.prose import Prose
from dpzoo.zoo.combination import combine
from dpzoo.zoo.zoo import Zoo


@pytest.fixture(scope="module")
def sections(zoo: Zoo) -> list[Section]:
    return BlockIndex(zoo).sections()


def test_every_notion_stands_where_its_blocks_say_and_nowhere_else(zoo: Zoo, sections: list[Section]) -> None:
    placed = [(n.id, cell) for s in sections for cell, found in s.cells.items() for n in found]
    wanted = []
    for n in zoo.values():
        w = n.record.normal_form
        if w is not None and w.unit.block is not None and w.standard.block is not None:
            wanted.append((n.id, (w.unit.block, w.standard.block)))
    assert sorted(placed) == sorted(wanted)
    outside = {n.id for n in BlockIndex(zoo).unlisted()}
    assert outside.isdisjoint(i for i, _ in placed)
    assert len(outside) + len(placed) == len(zoo)


def test_a_combination_has_the_neighbours_that_the_zoo_finds_for_it(zoo: Zoo, sections: list[Section]) -> None:
    """The page computes all neighbours at once; ``combine`` places one combination in a zoo of its own."""
    data = page_data(BlockIndex(zoo), LinkedProse(Prose(), lambda _: None))
    ids = [n[0] for n in data["notions"]]
    empty = [(u.id, t.id) for s in sections for u in s.units for t in s.standards if (u.id, t.id) not in s.cells]
    for unit, standard in random.Random(17).sample(empty, 4):
        found = combine(zoo, unit=unit, standard=standard)
        above, below = ([ids[i] for i in side] for side in data["near"][f"{unit}|{standard}"])
        assert sorted(above) == sorted(d.subject for d in found.stronger), (unit, standard)
        assert sorted(below) == sorted(d.object for d in found.weaker), (unit, standard)


def test_node_level_pure_dp_gives_node_level_total_variation(zoo: Zoo) -> None:
    """The total variation distance is at most a function of the max divergence, whatever is compared."""
    data = page_data(BlockIndex(zoo), LinkedProse(Prose(), lambda _: None))
    ids = [n[0] for n in data["notions"]]
    above, _ = data["near"]["one-node|total-variation"]
    reached = zoo.inference.reach(RelationKind.IMPLIES).row(zoo.inference.index["node-dp"])
    assert any(reached >> i & 1 for i in above)
    assert [ids[k[5]] for k in data["known"] if k[0] == "one-node" and k[2] == "max-divergence"] == ["node-dp"]


def test_every_rule_is_stated_where_derivations_lead(zoo: Zoo) -> None:
    text = (ROOT / "site" / "block-rules.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r"\{ #([\w-]+) \}", text))
    for rule in LiftRule:
        assert links.rule_page(rule).partition("#")[2] in anchors
    for section in re.split(r"^## ", text, flags=re.MULTILINE):
        if re.match(r"R\d", section):
            assert "*Proof.*" in section


def test_what_a_notion_says_of_itself_stands_once_on_a_block_page(site: Path, zoo: Zoo) -> None:
    """Every disclosure on the page of its universe or unit, every bound on that of its standard, as sentences on the notion."""
    seen = {}
    for kind in ("universes", "units", "standards"):
        for block in BlockIndex(zoo).entries(kind):
            for fact in BlockIndex(zoo).own_facts(kind, block):
                text = (site / links.block_page(kind, block)).read_text(encoding="utf-8")
                assert f'id="{fact.anchor}"' in text
                seen[kind, block, fact.anchor] = fact
    forms = [n.record.normal_form for n in zoo.values() if n.record.normal_form is not None]
    assert len(seen) == sum(len(f.discloses) + (f.bounds is not None) for f in forms)
    told = seen["units", "one-record-replaced", "discloses-crowd-blending-privacy"]
    assert "never change" in told.words
    bound = seen["standards", "total-variation", "bounds-error-preserving-privacy"]
    assert any("one record, 0 or 1 with equal probability" in c for c in bound.chosen)


def test_what_a_lifted_relation_rests_on_has_a_place(site: Path, zoo: Zoo) -> None:
    seen = {g.address for c in zoo.inference.claims for g in grounds(zoo, c) if g.what != "order"}
    assert seen
    for address in seen:
        path, _, anchor = address.partition("#")
        assert f'id="{Markup.escape(anchor)}"' in (site / path).read_text(encoding="utf-8"), address


def test_the_table_works_without_scripts(still: Page, address: str, zoo: Zoo) -> None:
    still.goto(address + "table.html")
    cell = still.locator("td.dz-table-full").filter(has=still.get_by_role("link", name=re.compile("^RDP"))).first
    expect(cell).to_contain_text(str(zoo["renyi-dp"].year))
    cell.get_by_role("link", name=re.compile("^RDP")).click()
    expect(still).to_have_url(re.compile("notions/renyi-dp.html"))


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("path", ["table.html", "combine.html", "block-rules.html", "blocks/units/one-record.html"])
def test_pages_of_blocks_are_quiet_and_fit(watched: Watched, address: str, path: str, width: int) -> None:
    watched.page.set_viewport_size({"width": width, "height": 900})
    watched.page.goto(address + path, wait_until="networkidle")
    watched.is_quiet_and_fits(address)


def test_blocks_are_combined_on_the_page(watched: Watched, address: str, zoo: Zoo) -> None:
    """A known combination shows its notion; an unnamed one its name and where it stands; the address follows."""
    page = watched.page
    page.goto(address + "combine.html#unit=one-record&standard=renyi")
    found = page.locator("[data-combined]")
    expect(found.get_by_role("heading")).to_contain_text("Rényi differential privacy")
    page.locator("select[name=unit]").select_option("one-record-replaced")
    expect(page).to_have_url(re.compile("unit=one-record-replaced"))
    there = combine(zoo, unit="one-record-replaced", standard="renyi")
    if there.new:
        expect(found).to_contain_text("No record has these blocks")
        for decision in there.stronger:
            expect(found).to_contain_text(zoo[decision.subject].name)
    assert watched.complaints == []
