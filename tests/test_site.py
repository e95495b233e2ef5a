"""The website as its readers meet it, in a real browser, from a server and from disk."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import ROOT, Run, Watched, bytes_of_a_first_visit, click
from playwright.sync_api import Browser, Locator, Page, Route, expect

from dpzoo.blocks import FiniteMechanism
from dpzoo.numbers.errors import BlockError
from dpzoo.site.collisions import collisions, near_names
from dpzoo.site.formula_placeholders import LatexFormula
from dpzoo.site.history import combinations_used
from dpzoo.site.katex import FormulaError, Katex
from dpzoo.site.prose import Prose
from dpzoo.site.running import call
from dpzoo.site.top_errata import REASONS
from dpzoo.witnesses.registry import witnesses
from dpzoo.zoo.zoo import Zoo

NOTION = "notions/zero-concentrated-dp.html"


@pytest.mark.parametrize("path", ["index.html", NOTION])
def test_page_from_disk(watched: Watched, site: Path, path: str) -> None:
    watched.page.goto((site / path).as_uri(), wait_until="networkidle")
    assert [r.url for r in watched.requests if not r.url.startswith(("file:", "data:", "blob:", "about:"))] == []
    assert watched.complaints == []


def test_formulas_are_rendered_without_javascript(still: Page, address: str) -> None:
    page = still
    page.goto(address + NOTION)
    statement = page.locator(".dz-statement")
    expect(statement.locator(".katex").first).to_be_visible()
    assert statement.locator(".katex .mfrac").count() >= 1
    # what is more than letters on a line is said in MathML, too
    assert statement.locator("math").count() >= 1
    assert statement.locator(".katex:has(.mfrac, sup):not(:has(math))").count() == 0
    text = statement.inner_text()
    assert "$" not in text
    assert page.locator(".dz-tex").count() == 0
    assert page.get_by_text("Post-processing").first.is_visible()


def test_no_formula_is_left_as_latex(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert "dz-tex" not in html, path
        visible = re.sub(r"<(script|style|annotation|code|pre)\b.*?</\1>", "", html, flags=re.DOTALL)
        text = re.sub(r"<[^>]+>", "", visible)
        assert not re.search(r"\\(?:mathcal|varepsilon|frac|delta)\b", text), path


def search(page: Page, query: str) -> list[str]:
    """The pages that the search offers, best first, each once."""
    field = page.locator(".md-search__input").first
    field.click()
    field.fill("")
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")  # the last query's answer is gone
    field.fill(query)
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    addresses = [str(a.get_attribute("href")) for a in page.locator(".md-search-result__link").all()]
    return list(dict.fromkeys(Path(urlsplit(a).path).name for a in addresses))


FIRST = {
    "zCDP": "zero-concentrated-dp",
    "zcdp": "zero-concentrated-dp",
    "zCoDP": "zero-concentrated-dp",
    "Rényi": "renyi-dp",
    "Renyi": "renyi-dp",
    "RDP": "renyi-dp",
    "ProDP": "probabilistic-dp",
    "epsilon": "epsilon-dp",
    "ε": "epsilon-dp",
    "ε-DP": "epsilon-dp",
    "eps delta": "approximate-dp",
    "pufferfish": "pufferfish-privacy",
    "Names that clash": "names",
    "The field in numbers": "history",
}
NEAR_THE_TOP = {"(ε,δ)-DP": "approximate-dp", "epsilon-DP": "epsilon-dp"}


def test_search_finds(watched: Watched, address: str) -> None:
    """Common words bring what they name near the top; a shared name brings its page beside the notions themselves."""
    page = watched.page
    page.goto(address + "index.html")
    assert {query: search(page, query)[0] for query in FIRST} == {query: f"{name}.html" for query, name in FIRST.items()}
    for query, name in NEAR_THE_TOP.items():
        assert f"{name}.html" in search(page, query)[:3], query
    for query in ("Bayesian DP", "BayDP"):
        found = search(page, query)[:6]
        assert "bayesian-dp.html" in found, query
        assert any(name.startswith("bayesian-dp-") for name in found), query
    assert watched.complaints == []


def test_a_query_typed_before_the_index_has_come_is_answered(watched: Watched, address: str) -> None:
    """As on a slow phone."""
    page = watched.page
    held: list[Route] = []
    page.route("**/search_index.json", lambda route: held.append(route))  # noqa: PLW0108  playwright cannot hook a built-in
    with page.expect_request("**/search_index.json"):
        page.goto(address + "index.html")
        page.locator(".md-search__input").first.click()
    page.locator(".md-search__input").first.fill("The field in numbers")
    expect(page.locator(".md-search-result__meta")).to_have_text("Initializing search")
    for route in held:
        route.continue_()
    expect(page.locator(".md-search-result__link").first).to_have_attribute("href", re.compile("history"))


def test_search_from_disk(watched: Watched, site: Path) -> None:
    watched.page.goto((site / "index.html").as_uri())
    assert all(search(watched.page, query) for query in ("ε", "epsilon", "zCDP"))
    assert watched.complaints == []


def test_the_table_sorts(watched: Watched, address: str) -> None:
    watched.page.goto(address + "notions.html")
    table = watched.page.locator("table.dz-notions")
    heading = table.get_by_role("columnheader", name="Year")
    heading.get_by_role("button").click()
    years = [int(t) for t in table.locator("tbody tr td:nth-child(4)").all_text_contents()]
    assert years == sorted(years)
    assert heading.get_attribute("aria-sort") == "ascending"
    heading.get_by_role("button").click()
    assert [int(t) for t in table.locator("tbody tr td:nth-child(4)").all_text_contents()] == sorted(years, reverse=True)


def test_a_claims_address_opens_its_evidence(watched: Watched, address: str, zoo: Zoo) -> None:
    claim = next(c for c in zoo["zero-concentrated-dp"].outgoing if c.object == "renyi-dp")
    watched.page.goto(f"{address}{NOTION}#claim-{claim.kind.value.replace('_', '-')}-renyi-dp")
    expect(watched.page.locator(".dz-relation:target details")).to_have_attribute("open", "")


@pytest.fixture
def blocks(still: Page, address: str) -> Page:
    """The page of the five blocks, opened once."""
    if still.url != address + "blocks.html":
        still.goto(address + "blocks.html")
    return still


def run_of(page: Page, block: str, number: int) -> Locator:
    """The n-th experiment (from 1) of a block on the page of the five blocks."""
    return page.locator(f"h2#{block} ~ table.dz-runs").first.locator("tbody tr").nth(number - 1)


@pytest.mark.parametrize(
    ("block", "number", "notion", "formula", "decimal"),
    [
        ("domain", 1, "epsilon-dp", "ε=ln3", "≈ 1.0986"),
        ("domain", 2, "epsilon-dp", "ε=∞", None),
        ("domain", 4, "pufferfish-privacy", "ε=ln9", "≈ 2.1972"),
        ("domain", 6, "noiseless-privacy", "ε=0", None),
        ("scope", 3, "induced-neighbors-dp", "ε=ln9", "≈ 2.1972"),
        ("scope", 5, "individual-dp", "ε=0", None),
        ("unit", 1, "bounded-dp", "ε=ln3", "≈ 1.0986"),
        ("unit", 2, "group-privacy", "ε=ln9", "≈ 2.1972"),
        ("unit", 4, "unbounded-dp", "ε=ln2", "≈ 0.6931"),
        ("unit", 7, "one-sided-dp", "ε=ln4", "≈ 1.3863"),
        ("standard", 2, "approximate-dp", "δ=14", "= 0.25"),
        ("standard", 5, "renyi-dp", "ε=ln73", "≈ 0.8473"),
        ("standard", 7, "gaussian-dp", "μ≈1.349", None),
        ("intensity", 4, "personalized-dp", "Ψ(Ann)=ln2", "≈ 0.6931"),
        ("order", 2, "probabilistic-dp", "δ=34", "= 0.75"),
        ("order", 4, "active-partial-knowledge-dp", "δ=716", "= 0.4375"),
        ("order", 5, "passive-partial-knowledge-dp", "δ=1132", "≈ 0.3438"),
    ],
)
def test_the_five_blocks_are_run(blocks: Page, block: str, number: int, notion: str, formula: str, decimal: str | None) -> None:
    """Numbers checked by hand; the two digits of a fraction stand one above the other."""
    line = run_of(blocks, block, number)
    assert line.get_by_role("link").first.get_attribute("href") == f"notions/{notion}.html"
    shown = str(line.locator(".dz-run-number .katex").first.evaluate("e => (e.querySelector('[aria-hidden]') || e).textContent"))
    assert re.sub(r"[\s\u2061]", "", shown).replace("\U0001d700", "ε") == formula
    small = line.locator(".dz-run-number .dz-small").first
    assert decimal is None or small.text_content() == decimal
    assert line.locator(".dz-grade").count() == 0  # certified


def test_the_five_blocks_say_which_pair_decides(blocks: Page) -> None:
    assert (
        run_of(blocks, "unit", 1).locator(".dz-run-worst").text_content()
        == "(0, 0) against (1, 0); output 00 or 01: 3/4 against 1/4"
    )
    assert run_of(blocks, "scope", 2).locator(".dz-run-worst").text_content() == "no pair is compared"


def test_the_example_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "site" / "blocks.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "blocks.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == [
        "epsilon = ln(3) (certified)",
        "epsilon = ln(9) at c = 2 (certified)",
        "delta = 1/4 at epsilon = ln(2) (certified)",
    ]


def test_the_audit_page_shows_what_the_command_prints(run: Run, still: Page, address: str, site: Path) -> None:
    still.goto(address + "audit.html")
    line = still.locator("table.dz-runs tbody tr").filter(has=still.locator('a[href="notions/unbounded-dp.html"]'))
    assert line.get_by_role("cell").all_inner_texts()[1:] == [
        "ε = ln(2)",
        "certified",
        "() against (0), outputs {yes}: 1/2 against 1/4",
    ]
    file = site / "examples" / "mechanism.json"
    done = run("audit", file, "--notion", "unbounded-dp")
    assert "ε = ln(2)" in done.stdout, done.stderr
    shown = str(still.locator("h2#file ~ pre").first.text_content())
    assert json.loads(shown) == json.loads(file.read_text(encoding="utf-8"))
    text = (ROOT / "site" / "audit.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code.replace("mechanism.json", str(file)), "audit.md", "exec"), {})


def test_a_notion_shows_how_it_is_run(still: Page, address: str) -> None:
    still.goto(address + "notions/approximate-dp.html")
    codes = still.locator(".dz-call pre").all_inner_texts()
    assert [c.strip() for c in codes] == [
        'zoo["approximate-dp"].tightest(m, epsilon="log(2)")',
        "dpzoo audit mechanism.json --notion approximate-dp --fix 'epsilon=log(2)'",
    ]
    still.goto(address + "notions/one-sided-dp.html")
    expect(still.locator(".dz-call li")).to_have_text("P: the sensitive record values, as a list. In a file, record policy.")


def test_a_notion_says_why_it_does_not_run(still: Page, address: str, zoo: Zoo) -> None:
    still.goto(address + "notions/ind-cdp.html")
    reason = zoo["ind-cdp"].record.executable
    assert isinstance(reason, str)
    expect(still.locator("h2#run-it ~ p").first).to_contain_text(
        f"does not run on finite mechanisms. {reason[0].upper()}{reason[1:]}"
    )
    still.goto(address + "notions.html")
    row = still.locator("table.dz-notions tbody tr").filter(has=still.locator('a[href="notions/ind-cdp.html"]'))
    assert row.locator("td").last.text_content() == "no"  # rows off the screen have no inner text yet


def test_a_shared_name_has_a_page(still: Page, address: str, zoo: Zoo) -> None:
    """Each meaning with its gist, what its record says of the others, and how every two relate; linked both ways."""
    (collision,) = (c for c in collisions(zoo) if c.slug == "bayesian-dp")
    still.goto(address + "names/bayesian-dp.html")
    expect(still.locator("h1")).to_have_text("Bayesian differential privacy may mean")
    for notion in collision.notions:
        meaning = still.locator(f"section.dz-meaning#{notion}")
        expect(meaning).to_contain_text(zoo[notion].record.gist)
        told = [c for c in zoo[notion].record.confusable_with if c.notion in collision.notions]
        assert meaning.locator(".dz-differs").count() == len(told)
    assert still.locator(".dz-pairs > li").count() == len(collision.pairs)
    still.goto(f"{address}notions/{collision.notions[0]}.html")
    expect(still.locator('.dz-aliases a[href="../names/bayesian-dp.html"]')).to_have_text("Bayesian differential privacy")
    still.goto(address + "names.html")
    assert still.locator("dl.dz-clashes dt").count() == len(collisions(zoo))
    assert still.locator("ul.dz-near li").count() == len(near_names(zoo))


def test_the_field_in_numbers(still: Page, address: str, zoo: Zoo) -> None:
    """The chart, without scripts, has a name, a description and the table's numbers; the last row counts everything."""
    still.goto(address + "history.html")
    chart = still.get_by_role("img", name="New notions and introducing works per year")
    expect(chart.locator("desc")).to_contain_text("The most notions")
    rows = still.locator("table.dz-years tbody tr")
    shown = {int(r.locator("th").inner_text()): r.locator("td").all_inner_texts() for r in rows.all()}
    assert {y: int(cells[0]) for y, cells in shown.items() if cells[0] != "0"} == Counter(n.year for n in zoo.values())
    assert int(shown[max(shown)][3]) == len(zoo)
    assert chart.locator("rect").count() == sum(cells[0] != "0" for cells in shown.values())
    drawn = {str(t.text_content()).partition(",")[0] for t in chart.locator("rect title").all()}
    assert drawn == {f"{y}: {c[0]} notion{'s' * (c[0] != '1')}" for y, c in shown.items() if c[0] != "0"}
    used = combinations_used(zoo)
    expect(still.locator("h2#combinations-of-dimensions + p")).to_contain_text(f"{len(used)} occur and {127 - len(used)} do not")
    expect(still.locator("h2#the-surveys-own-counts + section")).to_contain_text("approximately 225 different notions")


def test_a_witness_has_a_page(still: Page, address: str) -> None:
    """The claim, the verdict, the finite objects, and a link to the cell that it decides."""
    still.goto(address + "witnesses/prodp-post-processing.html")
    witness = witnesses()["prodp-post-processing"]
    lines = still.locator("dl.dz-head-lines")
    assert lines.locator('dt:text-is("Claim") + dd').inner_text() == witness.paragraphs["Claim"]
    expect(lines.locator('dt:text-is("Result") + dd')).to_contain_text("It is not so that M is (ln 3/2, 1/10)-ProDP")
    assert still.locator(".dz-matrix-table caption").all_inner_texts() == ["M", "f∘M"]
    for number, (_, mechanism) in enumerate(witness.outcome().objects):
        table = still.locator(".dz-matrix-table").nth(number)
        assert isinstance(mechanism, FiniteMechanism)
        assert table.locator("tbody tr").count() == len(mechanism.datasets)
        assert table.locator("thead th").count() == 1 + len(mechanism.outputs)
    cell = still.locator('ul.dz-bears a[href="../notions/probabilistic-dp.html#post-processing"]')
    expect(cell).to_have_count(1)
    expect(still.locator(".dz-scroll pre code").first).to_contain_text("def ")
    cell.click()
    expect(still.locator("#post-processing")).to_be_in_viewport()


def test_every_erratum_names_its_witness(still: Page, address: str, site: Path, zoo: Zoo) -> None:
    by_erratum = {e: [w.id for w in witnesses().values() if e in w.errata] for e in zoo.errata}
    assert any(by_erratum.values())
    still.goto(address + "errata.html")
    for erratum, names in by_erratum.items():
        entry = still.locator(f'[id="{erratum}"]')
        expect(entry.locator(f'a[href="errata/{erratum}.html"]')).to_have_count(1)
        linked = [str(a.get_attribute("href")) for a in entry.locator('a[href^="witnesses/"]').all()]
        assert linked == [f"witnesses/{w}.html" for w in names]
        own = (site / "errata" / f"{erratum}.html").read_text(encoding="utf-8")
        assert all(f'href="../witnesses/{w}.html"' in own for w in names)


def test_a_long_list_of_relations_is_folded(watched: Watched, address: str) -> None:
    """… and the address of a relation within it unfolds it."""
    watched.page.goto(address + "notions/epsilon-dp.html")
    rest = watched.page.locator("details[data-rest]").first
    relation = rest.locator(".dz-named a").first
    expect(relation).not_to_be_visible()
    anchor = relation.get_attribute("id")
    watched.page.goto(f"{address}notions/epsilon-dp.html#{anchor}")
    expect(watched.page.locator(f'[id="{anchor}"]')).to_be_in_viewport()
    click(watched.page.locator(f'[id="{anchor}"]'))  # the claim in full stands with all relations of the notion
    expect(watched.page).to_have_url(f"{address}relations/epsilon-dp.html#{anchor}")
    expect(watched.page.locator(f'li.dz-relation[id="{anchor}"]')).to_be_in_viewport()
    # laid out late, the list would grow and push it away
    around = watched.page.locator("ul.dz-relations", has=watched.page.locator(f'[id="{anchor}"]'))
    expect(around).to_have_css("content-visibility", "visible")


def test_the_calls_shown_are_legal(zoo: Zoo) -> None:
    """Where nothing but the mechanism is needed, the call on the page gives a value of the parameter that it promises.

    Notions of graphs, places, pixels and the like refuse the records of this mechanism, and are not run here.
    """
    half, most, least = Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)
    m = FiniteMechanism([(), (("a", 0),), (("a", 1),)], ["no", "yes"], [[half, half], [most, least], [least, most]])
    shown, left_out = 0, []
    for notion in zoo.values():
        how = call(notion)
        assert (how is None) == (not notion.executable), notion.id
        if how is not None and all(g.optional for g in how.given):
            try:
                result = eval(how.python, {"zoo": zoo, "m": m})
            except BlockError as error:
                # refused for the form of its records (a graph, say), not for something that the call leaves out
                left_out += [str(error)] if str(error).startswith(f"{notion.id} needs") else []
                continue
            assert how.free == result.parameter, notion.id
            shown += 1
    assert shown >= 25
    assert left_out == []


def test_every_record_has_its_page_and_its_data(site: Path, zoo: Zoo) -> None:
    assert {p.stem for p in (site / "notions").glob("*.html")} == set(zoo)
    assert {p.stem for p in (site / "api" / "v1" / "notions").glob("*.json")} == set(zoo)
    by_chance = re.search(r"const ids = (\[.*?\]);", (site / "random.html").read_text(encoding="utf-8"))
    assert by_chance is not None
    assert json.loads(by_chance[1]) == list(zoo)


def test_pages_of_records_say_how_to_cite_them_and_ten_errata_stand_alone(site: Path, zoo: Zoo) -> None:
    pages = [
        f"mechanisms/{next(iter(zoo.mechanisms))}",
        f"deployments/{next(iter(zoo.deployments))}",
        "errata/thesis-prop9-orders",
    ]
    for page in pages:
        text = (site / f"{page}.html").read_text(encoding="utf-8")
        assert f"@misc{{dpzoo-{page.partition('/')[2]}-" in text, page
    top = (site / "errata" / "top-ten.html").read_text(encoding="utf-8")
    assert [name for name in re.findall(r'<li id="?([a-z0-9-]+)', top) if name in zoo.errata] == list(REASONS)
    assert 'class="dz-nowrap">(ε, δ)-DP</span></h1>' in (site / "notions" / "approximate-dp.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["", "notions", "names", "errata", "witnesses"])
def test_a_first_visit_is_light(browser: Browser, address: str, site: Path, folder: str) -> None:
    """The heaviest pages in at most 300 KB, and 55 KB for the fonts of the text, which all pages share and a browser keeps."""
    for heaviest in sorted((site / folder).glob("*.html"), key=lambda p: -p.stat().st_size)[:3]:
        page, fonts = bytes_of_a_first_visit(browser, address, heaviest.relative_to(site).as_posix(), site)
        assert page <= 300_000, heaviest.name
        assert fonts <= 55_000, heaviest.name


def test_record_text_is_data() -> None:
    prose = Prose()
    html = prose.block("<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) {{ 7*7 }}")
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert "49" not in html


@pytest.mark.parametrize(
    "latex", [r"\frac{1", r"\href{javascript:alert(1)}{x}", r"\includegraphics{x}", r"\nonsense", r"\def\x{\x}\x", "ε > 0 %"]
)
def test_bad_formulas_are_refused(latex: str) -> None:
    katex = Katex(ROOT / "site" / "assets" / "vendor" / "katex" / "katex.min.js")
    with pytest.raises(FormulaError):
        katex.typeset(LatexFormula(latex))


def test_a_bad_formula_is_reported_at_its_record(sound: Path) -> None:
    from dpzoo.site.building import render
    from dpzoo.site.links import Project

    path = sound / "baseline" / "pure.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("whether you took part.", r"whether you took part $\frac{1$."), encoding="utf-8"
    )
    rendered, _ = render(sound, ROOT / "site", Project())
    (finding,) = rendered.findings
    assert finding.code == "bad-formula"
    assert finding.location.path == path
    assert "took part" in path.read_text(encoding="utf-8").splitlines()[finding.location.line - 1]
