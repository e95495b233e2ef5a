"""What a person comes for, done as a person does it: on a phone and at a desk."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import WIDTHS, click
from playwright.sync_api import Browser, Page, expect
from replay import replay

from dpzoo.records.enums import RelationKind
from dpzoo.relations.questions import ranked
from dpzoo.site.change_log import by_record, change_log, history
from dpzoo.zoo.zoo import Zoo

ZCDP = "notions/zero-concentrated-dp.html"


@pytest.fixture(params=WIDTHS, ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": request.param, "height": 844}, permissions=["clipboard-read", "clipboard-write"]
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", ["zCDP", "zero-concentrated differential privacy", "zero concentrated dp"])
def test_find_a_notion_by_any_of_its_names(page: Page, address: str, name: str) -> None:
    page.goto(address + "index.html")
    page.get_by_role("button", name="Search the notions").click()
    field = page.get_by_role("textbox", name="Search")
    expect(field).to_be_focused()
    # a person types while the index still loads
    field.press_sequentially(name, delay=5)
    first = page.locator(".md-search-result__item a").first
    expect(first).to_be_visible()
    expect(first).to_contain_text("Zero-concentrated differential privacy")
    first.click()
    page.wait_for_url(re.compile("zero-concentrated-dp"))
    expect(page.locator("h1")).to_contain_text("Zero-concentrated differential privacy")


def test_a_first_reader_gets_the_idea_before_the_formula(page: Page, address: str) -> None:
    page.goto(address + ZCDP)
    headings = [h.removesuffix("¶").strip() for h in page.locator(".md-content h2").all_inner_texts()]
    order = ["Intuition", "Definition", "When to use it", "Properties", "Relations", "The five blocks"]
    assert [h for h in headings if h in order] == order
    later = ["Not to be confused with", "Witnesses", "Open questions", "Cite and improve"]
    assert [h for h in headings if h in later] == later
    assert headings.index("The five blocks") < headings.index("Not to be confused with")


def test_follow_a_witness_to_its_source_and_copy_its_command(page: Page, address: str) -> None:
    page.goto(address + "notions/kl-privacy.html#post-processing")
    expect(page.locator("#post-processing details")).to_have_attribute("open", "")  # the address unfolded the reason
    click(page.locator('h2#witnesses ~ ul a[href$="witnesses/post-processing-lowers-loss.html"]'))
    page.wait_for_url(re.compile("witnesses/post-processing-lowers-loss"))
    expect(page.locator("dl.dz-head-lines dt:text-is('Source') + dd")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "dpzoo witness post-processing-lowers-loss"
    click(page.locator("dl.dz-head-lines dt:text-is('Source') + dd a").first)
    page.wait_for_url(re.compile(r"bibliography\.html#ref-"))
    expect(page.locator(":target")).to_be_in_viewport()


def test_read_a_derivation(page: Page, address: str, zoo: Zoo) -> None:
    """Why zCDP gives joint DP, which no record says: the claims named are exactly those of a derivation that can be replayed."""
    page.goto(address + ZCDP)
    assert not any(c.object == "joint-dp" for c in zoo["zero-concentrated-dp"].outgoing)
    click(page.get_by_role("link", name=re.compile("^Weaker: all")))
    expect(page.locator("#follows-weaker")).to_be_in_viewport()
    weaker = page.locator("#follows-weaker ~ ul").first
    fact = weaker.locator("li", has=page.get_by_role("link", name="Joint differential privacy", exact=True))
    expect(fact).to_be_visible()
    hrefs = [str(a.get_attribute("href")) for a in fact.locator("span a").all()]
    derivation = zoo.inference.derive(RelationKind.STRONGER_THAN, "zero-concentrated-dp", "joint-dp")
    assert derivation is not None
    replay(derivation, zoo.inference.cells, lambda claim: True)
    assert len(hrefs) == len(derivation.claims)
    assert all(c.object in h for c, h in zip(derivation.claims, hrefs, strict=True))
    expect(fact).to_contain_text("zCDP ≻ (ε, δ)-DP ≻ JDP")
    expect(page.locator("#what-follows + p")).to_contain_text("transitivity")
    click(fact.locator("span a").last)
    expect(page.locator(":is(.dz-relation, .dz-named a):target")).to_be_in_viewport()


def test_copy_what_is_to_be_cited(page: Page, address: str) -> None:
    page.goto(address + ZCDP)
    click(page.get_by_text("BibTeX of the definition"))
    page.locator("#bibtex").get_by_role("button").click()
    expect(page.locator("#bibtex").get_by_role("button", name="Copied")).to_be_visible()
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("@")
    assert "Bun" in copied
    assert "Steinke" in copied
    page.locator("#cite-page summary").click()
    expect(page.locator("#cite-page code")).to_contain_text("@misc{dpzoo-zero-concentrated-dp-")


def test_the_most_wanted_answer_stands_first(page: Page, address: str, zoo: Zoo) -> None:
    """The first question is one that no other beats, and it is open."""
    page.goto(address + "open.html")
    row = page.locator("table.dz-questions tbody tr").first
    subject, target = str(row.get_attribute("id")).split("--")
    assert not zoo.inference.answer(RelationKind.STRONGER_THAN, subject, target).decided
    best = ranked(zoo.inference, RelationKind.STRONGER_THAN, 1)[0]
    yes, no = (int(t) for t in row.locator("td.dz-number").all_inner_texts()[1:])
    assert sorted((yes, no)) == sorted((best.if_yes, best.if_no))  # among equals either may stand first
    row.locator("th a").first.click()
    page.wait_for_url(re.compile(f"notions/{subject}.html"))


def test_home_leads_to_every_part(page: Page, address: str, site: Path) -> None:
    page.goto(address + "index.html")
    doors = [str(a.get_attribute("href")) for a in page.locator("a.dz-door").all()]
    assert {"notions.html", "open.html", "errata.html", "audit.html#table"} <= set(doors)
    parts = ("map", "choose", "compare", "convert", "meaning", "mechanisms")
    assert {f"{p}.html" for p in parts if (site / f"{p}.html").is_file()} <= set(doors)
    assert page.locator(".dz-aspect").count() == 7


def test_a_missing_page_leads_back(page: Page, address: str) -> None:
    page.goto(address + "404.html")
    page.locator(".md-content").get_by_role("link", name="All notions").click()
    page.wait_for_url(re.compile(r"notions\.html"))


def test_pages_say_what_they_are(site: Path, zoo: Zoo) -> None:
    """Each has a title and a description of its own; a notion is a term, an erratum corrects an article."""
    said: dict[str, list[Path]] = {}
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if path.name == "404.html" or "http-equiv" in text.partition("<body")[0].replace("x-ua", ""):
            continue
        (description,) = re.findall(r'<meta name="description" content="([^"]*)"', text)
        said.setdefault(description, []).append(path.relative_to(site))
        assert '<meta property="og:title"' in text, path
    doubled = {d: [str(p) for p in paths] for d, paths in said.items() if len(paths) > 1}
    assert doubled == {}
    for notion in zoo.values():
        text = (site / "notions" / f"{notion.id}.html").read_text(encoding="utf-8")
        (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
        term = json.loads(data)
        assert (term["@type"], term["name"], term["termCode"]) == ("DefinedTerm", notion.name, notion.id)
        assert term["inDefinedTermSet"]["@type"] == "DefinedTermSet"


def test_a_site_without_an_address_claims_none(site: Path) -> None:
    text = (site / ZCDP).read_text(encoding="utf-8")
    assert 'rel="canonical"' not in text
    assert "og:url" not in text
    assert not (site / "sitemap.xml").exists()


def test_the_feed_is_one(site: Path) -> None:
    """What RFC 4287 asks of a feed: ids, titles and moments everywhere, ids unique."""
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ET.fromstring((site / "feed.xml").read_text(encoding="utf-8"))
    assert feed.tag == f"{atom}feed"
    entries = feed.findall(f"{atom}entry")
    assert entries
    for element in (feed, *entries):
        assert all(str(element.findtext(f"{atom}{tag}")).strip() for tag in ("id", "title", "updated"))
    ids = [e.findtext(f"{atom}id") for e in entries]
    assert len(set(ids)) == len(ids)


def test_changes_without_git(tmp_path: Path) -> None:
    """A copy of the records that no repository knows has no history; its changes are those of the change log."""
    (tmp_path / "definitions").mkdir()
    assert history(tmp_path / "definitions") == ()
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 0.2.0\n\n- B.\n\n## 0.1.0 (old)\n\n- A.\n", encoding="utf-8")
    changes = change_log(tmp_path, "2026-11-21")
    assert [(c.id, c.subject, c.text, c.day) for c in changes] == [
        ("0.2.0", "0.2.0", "- B.", "2026-11-21"),
        ("0.1.0", "0.1.0 (old)", "- A.", "2026-11-21"),
    ]
    assert change_log(tmp_path / "nowhere", "") == ()


def test_changes_with_git(tmp_path: Path) -> None:
    """Two commits that touch records, in a repository of their own."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    folder = tmp_path / "definitions" / "baseline"
    folder.mkdir(parents=True)
    subprocess.run([*git, "init", "--quiet"], check=True)
    for subject in ("One is added", "One is changed"):
        (folder / "one.yaml").write_text(f"gist: {subject}\n", encoding="utf-8")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", subject], check=True)
    changes = history(tmp_path / "definitions")
    assert [c.subject for c in changes] == ["One is changed", "One is added"]
    assert len({c.id for c in changes}) == 2
    assert all(c.paths and not p.is_absolute() for c in changes for p in c.paths)
    assert [c.subject for c in by_record(changes)["one"]] == ["One is changed", "One is added"]
