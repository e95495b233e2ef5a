"""The table of all notions as a person uses it: filter, search, sort, share, download, with and without scripts."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import ROOT, WIDTHS, Watched
from playwright.sync_api import Page, expect

from dpzoo.records.enums import Dimension, Verdict
from dpzoo.site.building import render
from dpzoo.site.explore import COLUMNS, alike, best_evidence, differing, facets, view
from dpzoo.site.links import Project
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import fold
from dpzoo.zoo.zoo import Zoo

PAGE = "notions.html"
Keep = Callable[[Notion], bool]


def shown(page: Page) -> list[str]:
    """The ids of the rows that a reader sees, in their order, once as many stand as the page says: they come in parts."""
    page.wait_for_function("""() => {
        const rows = document.querySelectorAll(".dz-explore-table tbody tr:not([hidden])");
        return rows.length === parseInt(document.querySelector("#dz-result").textContent, 10);
    }""")
    addresses = page.locator(".dz-explore-table tbody tr:not([hidden]) th a").evaluate_all("all => all.map((a) => a.href)")
    return [Path(urlsplit(a).path).stem for a in addresses]


def expected(zoo: Zoo, keep: Keep) -> set[str]:
    return {n.id for n in zoo.values() if keep(n)}


def count(page: Page, facet: str, value: str) -> int:
    label = page.locator(f'[data-facet="{facet}"] label:has(input[type=checkbox][value="{value}"])')
    return int(label.locator(".dz-value-count").inner_text())


Q, N, B = Dimension.Q, Dimension.N, Dimension.B


VIEWS: list[tuple[str, Keep]] = [
    ("dims=Q&post=fails", lambda n: Q in n.dimensions and n.post_processing.verdict is Verdict.FAILS),
    ("dims=NB", lambda n: {N, B} & set(n.dimensions)),
    ("dims=NB&match=all", lambda n: {N, B} <= set(n.dimensions)),
    ("dims=NB&match=exactly", lambda n: {N, B} == set(n.dimensions)),
    ("dims=none", lambda n: not n.dimensions),
    ("composition=fails,open", lambda n: n.composition.verdict is not Verdict.HOLDS),
    ("from=2010&to=2012", lambda n: 2010 <= n.year <= 2012),
    ("scope=syntactic", lambda n: n.standing.value == "syntactic"),
    ("runs=no&dims=C", lambda n: not n.executable and Dimension.C in n.dimensions),
    ("blocks=domain,standard&blocks-match=all", lambda n: {"domain", "standard"} <= set(differing(n))),
    ("params=rho", lambda n: "rho" in n.record.quantitative),
    ("needs=family-of-priors", lambda n: any(p.sort == "family of priors" for p in n.record.parameters.values())),
    ("evidence=witness", lambda n: best_evidence(n) == "witness"),
    ("dims=X&post=maybe&from=last&sort=colour&match=none", lambda n: True),
]


def follow(page: Page, query: str) -> None:
    """The view at an address, as going back to it shows it; the page stays."""
    page.evaluate("query => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }", f"?{query}")


def test_an_address_is_a_view(watched: Watched, address: str, zoo: Zoo) -> None:
    """The rows are those of the records; what an address should not say is passed over."""
    page = watched.page
    for k, (query, keep) in enumerate(VIEWS):
        if k == 0:
            page.goto(f"{address}{PAGE}?{query}")
        else:
            follow(page, query)
        found = shown(page)
        assert set(found) == expected(zoo, keep), query
        assert found, query
        expect(page.get_by_role("status")).to_contain_text(re.compile(rf"^{len(found)}( of {len(zoo)})? notions$"))
    last = shown(page)
    page.reload()
    assert shown(page) == last
    assert watched.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
def test_a_person_filters_and_goes_back(watched: Watched, address: str, zoo: Zoo, width: int) -> None:
    """Notions of quantification that fail post-processing, two clicks; back undoes one after the other."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address + PAGE)
    filters = page.get_by_role("button", name="Filters")
    if filters.is_visible():
        filters.click()
    page.get_by_label("Quantification of privacy loss").check()
    quantified = expected(zoo, lambda n: Q in n.dimensions)
    assert set(shown(page)) == quantified
    failing = expected(zoo, lambda n: Q in n.dimensions and n.post_processing.verdict is Verdict.FAILS)
    assert count(page, "post", "fails") == len(failing)
    page.locator("[data-facet=post]").get_by_label("fails").check()
    assert set(shown(page)) == failing
    assert {"probabilistic-dp", "mean-concentrated-dp"} <= failing  # survey, Table 3
    assert parse_qs(urlsplit(page.url).query) == {"dims": ["Q"], "post": ["fails"]}
    expect(page.get_by_role("status")).to_have_text(f"{len(failing)} of {len(zoo)} notions")
    page.go_back()
    assert set(shown(page)) == quantified
    assert not page.locator("[data-facet=post]").get_by_label("fails").is_checked()
    page.go_back()
    assert len(shown(page)) == len(zoo)
    page.go_forward()
    page.get_by_role("button", name="Take away: Q").click()
    assert len(shown(page)) == len(zoo)


def test_numbers_say_what_remains(watched: Watched, address: str, zoo: Zoo) -> None:
    """Of every facet: choosing a value leaves as many rows as its number said; with 'all', beside what is chosen."""
    page = watched.page
    page.goto(f"{address}{PAGE}?composition=fails")
    for facet, value in (("dims", "B"), ("convexity", "fails"), ("scope", "outside"), ("params", "delta"), ("blocks", "unit")):
        said = count(page, facet, value)
        follow(page, f"composition=fails&{facet}={value}")
        assert len(shown(page)) == said, facet
        follow(page, "composition=fails")
    follow(page, "dims=N&match=all")
    assert count(page, "dims", "B") == len(expected(zoo, lambda n: {N, B} <= set(n.dimensions)))
    follow(page, "post=holds")
    # a second verdict widens the choice, so that its number is that of the notions it would add
    assert count(page, "post", "fails") == len(expected(zoo, lambda n: n.post_processing.verdict is Verdict.FAILS))


FOUND_FIRST = {
    "renyi": "renyi-dp",
    "Rényi-DP": "renyi-dp",
    "eps delta": "approximate-dp",
    "(ε, δ)-DP": "approximate-dp",
    "ε-DP": "epsilon-dp",
    "zcdp": "zero-concentrated-dp",
    "zCoDP": "zero-concentrated-dp",
    "PUFFERFISH": "pufferfish-privacy",
    "l-diversity": "l-diversity",
}


def test_text_finds(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + PAGE)
    found = {}
    for typed in FOUND_FIRST:
        page.get_by_label("Find").fill(typed)
        found[typed] = shown(page)[0]
    assert found == FOUND_FIRST


def test_typing_is_one_step_back(watched: Watched, address: str, zoo: Zoo) -> None:
    page = watched.page
    page.goto(address + PAGE)
    page.get_by_label("Find").press_sequentially("pufferfish")
    assert "find=pufferfish" in page.url
    assert "pufferfish-privacy" in shown(page)
    page.go_back()
    assert len(shown(page)) == len(zoo)
    assert page.get_by_label("Find").input_value() == ""


def test_nothing_found_is_said(watched: Watched, address: str, zoo: Zoo) -> None:
    page = watched.page
    page.goto(address + PAGE)
    page.get_by_label("Find").fill("<script>alert(1)</script> '\"")
    expect(page.get_by_role("status")).to_have_text(f"0 of {len(zoo)} notions")
    expect(page.get_by_text("No notion meets all of this.")).to_be_visible()
    page.get_by_role("button", name="Reset").click()
    assert len(shown(page)) == len(zoo)
    assert urlsplit(page.url).query == ""
    assert watched.complaints == []


def test_the_browser_folds_as_python_does(watched: Watched, address: str, zoo: Zoo) -> None:
    texts = [t for n in zoo.values() for t in (*n.names, n.record.gist)]
    watched.page.goto(address + PAGE)
    folded = watched.page.evaluate("texts => texts.map(window.dpzoo.explore.fold)", texts)
    assert folded == [fold(t) for t in texts]


def download(page: Page, folder: Path) -> tuple[bytes, list[dict[str, str]]]:
    with page.expect_download() as started:
        page.get_by_role("button", name="Download this selection as CSV").click()
    started.value.save_as(folder / "selection.csv")
    raw = (folder / "selection.csv").read_bytes()
    return raw, list(csv.DictReader(raw.decode("utf-8-sig").splitlines()))


def test_the_selection_is_downloaded(watched: Watched, address: str, zoo: Zoo, tmp_path: Path) -> None:
    """The rows that are shown, in their order, with what the records say; columns as the page explains them."""
    page = watched.page
    page.goto(f"{address}{PAGE}?dims=Q&match=exactly&sort=-year")
    raw, rows = download(page, tmp_path)
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\r\n") == raw.count(b"\n") == len(rows) + 1
    assert [r["id"] for r in rows] == shown(page)
    assert list(rows[0]) == list(COLUMNS)
    documented = page.locator("dl.dz-columns dt").evaluate_all("all => all.map((d) => d.textContent)")
    assert documented == list(COLUMNS)
    for row in rows:
        notion = zoo[row["id"]]
        best = best_evidence(notion)
        assert row == {
            "id": notion.id,
            "name": notion.name,
            "abbreviation": notion.abbreviation or "",
            "dimensions": "".join(notion.dimensions),
            "standing": notion.standing.value,
            "year": str(notion.year),
            "introduced_by": " ".join(notion.record.introduced.by),
            "post_processing": notion.post_processing.verdict.value,
            "convexity": notion.convexity.verdict.value,
            "composition": notion.composition.verdict.value,
            "best_evidence": best.value if best else "",
            "executable": "yes" if notion.executable else "no",
            "blocks_that_differ": " ".join(differing(notion)),
            "quantitative_parameters": " ".join(notion.record.quantitative),
            "structural_parameters": "; ".join(dict.fromkeys(p.sort for p in notion.record.parameters.values() if p.sort)),
            "gist": notion.record.gist,
        }


CELLS = {
    '=HYPERLINK("x")': '"\'=HYPERLINK(""x"")"',
    "+1": "'+1",
    "-DP": "'-DP",
    "@x": "'@x",
    "a, b": '"a, b"',
    "two\nlines": '"two\nlines"',
    "l-diversity": "l-diversity",
}


def test_a_cell_is_no_formula(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + PAGE)
    for text, written in CELLS.items():
        page.evaluate("text => { document.querySelector('.dz-explore-table tbody th a').textContent = text; }", text)
        line = page.evaluate("() => window.dpzoo.explore.csv([0])").partition("\r\n")[2]
        assert line.split(",", 1)[1].startswith(written + ","), text


def test_headings_sort_and_the_address_keeps_it(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + PAGE)
    page.get_by_role("button", name="Short").click()
    assert "sort=short" in page.url
    shorts = page.locator(".dz-explore-table tbody td:nth-child(2)").all_text_contents()
    filled = [s for s in shorts if s]
    assert shorts == filled + [""] * (len(shorts) - len(filled))
    page.get_by_role("button", name="Short").click()
    order = shown(page)
    page.goto(page.url)
    assert shown(page) == order
    expect(page.get_by_role("columnheader", name="Short")).to_have_attribute("aria-sort", "descending")


def test_without_scripts_it_is_a_table(still: Page, address: str, zoo: Zoo) -> None:
    still.goto(address + PAGE)
    rows = still.locator(".dz-explore-table tbody tr")
    assert rows.count() == len(zoo)
    expect(rows.first.get_by_role("rowheader")).to_be_visible()
    expect(still.locator(".dz-finder")).to_be_hidden()
    expect(still.get_by_role("button", name="Reset")).to_be_hidden()


def test_from_disk(watched: Watched, site: Path, zoo: Zoo) -> None:
    page = watched.page
    page.goto((site / PAGE).as_uri() + "?dims=C")
    assert set(shown(page)) == expected(zoo, lambda n: Dimension.C in n.dimensions)
    page.locator("[data-facet=runs]").get_by_label("yes").check()
    assert "runs=yes" in page.url
    page.go_back()
    assert set(shown(page)) == expected(zoo, lambda n: Dimension.C in n.dimensions)
    assert watched.complaints == []


def test_on_a_phone_filters_unfold(watched: Watched, address: str) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address + PAGE)
    expect(page.locator("#dz-filters")).to_be_hidden()
    page.get_by_role("button", name="Filters").press("Enter")
    expect(page.locator("#dz-filters")).to_be_visible()
    page.get_by_label("Relativization of knowledge gain").check()
    expect(page.get_by_role("button", name="Filters")).to_have_text("Filters (1)")
    page.get_by_label("Sort by").select_option("-year")
    assert "sort=-year" in page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_other_pages_lead_to_views(still: Page, address: str, zoo: Zoo) -> None:
    still.goto(address + "dimensions/computation.html")
    expect(still.get_by_role("link", name="Filter these further")).to_have_attribute("href", "../notions.html?dims=C")
    still.goto(address + "notions/renyi-dp.html")
    link = still.get_by_role("link", name="with the same dimensions")
    expect(link).to_have_attribute("href", "../" + alike(zoo["renyi-dp"])["with the same dimensions"])


def test_record_text_stays_text(sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    text = path.read_text(encoding="utf-8")
    name = "</script><script>alert(1)</script> {{ 7*7 }}"
    path.write_text(re.sub(r"^name: .*$", f"name: '{name}'", text, count=1, flags=re.MULTILINE), encoding="utf-8")
    site, _ = render(sound, ROOT / "site", Project())
    (page,) = [p for p in site.pages if p.path == "notions.md"]
    assert "alert(1)" in page.text
    assert "<script>alert" not in page.text
    assert page.text.count("</script>") == 1  # the end of the page's own data
    assert "49" not in page.text.partition("dz-explore-data")[2]


def test_facets_count_the_records(zoo: Zoo) -> None:
    notions = list(zoo.values())
    by_key = {f.key: {v.key: v.count for v in f.values} for f in facets(notions)}
    for letter in Dimension:
        assert by_key["dims"][letter.value] == len(zoo.notions(dimension=letter))
    for verdict in Verdict:
        assert by_key["convexity"][verdict.value] == len(zoo.notions(convexity=verdict))
    assert sum(by_key["scope"].values()) == sum(by_key["runs"].values()) == len(zoo)
    assert all(len(f.values) < 32 for f in facets(notions))  # one bit each in the browser
    assert view(dims="Q", post=["fails", "open"]) == "notions.html?dims=Q&post=fails,open"


def test_the_page_relates_notions_as_python_does(watched: Watched, address: str, zoo: Zoo) -> None:
    """A condition is kept in the address, combines with facets, and gives the rows that the same question gives in Python."""
    page = watched.page
    shown = "rows => rows.filter((row) => !row.hidden).map((row) => row.querySelector('a').getAttribute('href').split('/').pop())"
    for question, said in (
        (
            "implied by zCDP and not implied by (ε, δ)-DP",
            "relation=implied-by:zero-concentrated-dp,not-implied-by:approximate-dp",
        ),
        ("weaker than RDP and composition holds", "relation=weaker-than:renyi-dp&composition=holds"),
        ("equivalent to zCDP", "relation=equivalent-to:zero-concentrated-dp"),
    ):
        wanted = zoo.where(question)
        page.goto(f"{address}notions.html?{said}")
        expect(page.locator("#dz-result")).to_have_text(f"{len(wanted)} of {len(zoo)} notions")
        page.wait_for_function(
            "(n) => [...document.querySelectorAll('.dz-explore-table tbody tr')].filter(r => !r.hidden).length === n",
            arg=len(wanted),
        )
        assert set(page.locator(".dz-explore-table tbody tr").evaluate_all(shown)) == {f"{n.id}.html" for n in wanted}, question
    page.goto(f"{address}notions.html")
    page.locator(".dz-asks select").first.select_option("weaker than")
    page.locator(".dz-asks input").first.fill("RDP")
    expect(page.locator("#dz-result")).to_have_text(f"{len(zoo.where('weaker than RDP'))} of {len(zoo)} notions")
    assert "relation=weaker-than:renyi-dp" in page.url
    expect(page.locator("#dz-shell")).to_have_text('dpzoo list --where "weaker than RDP"')
    assert watched.complaints == []
