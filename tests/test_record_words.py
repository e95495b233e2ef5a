"""What records say in words: titles, and the sentence beside a comparison."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Run, Watched, calculated
from playwright.sync_api import expect

from dpzoo.checks.references import parts_of_works
from dpzoo.loading.folder import load_folder
from dpzoo.records.enums import Standing
from dpzoo.witnesses.registry import witnesses
from dpzoo.zoo.zoo import Zoo

LOCAL = "what each user's own report promises"


def test_an_erratum_is_called_otherwise_than_what_shows_it(zoo: Zoo) -> None:
    """A title names what the source prints; that it fails is the title of the witness."""
    shown = {w.title.rstrip(".").casefold(): w.id for w in witnesses().values()}
    same = {e.id: shown.get(e.record.title.rstrip(".").casefold()) for e in zoo.errata.values()}
    assert {e: w for e, w in same.items() if w is not None} == {}


def test_what_is_compared_is_said_of_settings_that_readers_take_for_another(zoo: Zoo) -> None:
    """A user's report, a shuffled pile, everybody's results: the sentence names what the record's statement speaks of."""
    local = zoo.compare("epsilon-dp", "local-dp")
    assert len(local.remarks) == 1
    assert LOCAL in local.remarks[0]
    assert "bounded DP" in local.remarks[0]  # the protocol as a whole, which its statement gives
    assert LOCAL in zoo["personalized-local-dp"].compared_as  # type: ignore[operator]
    assert zoo["epsilon-dp"].compared_as is None
    tables = [n for n in zoo.values() if n.standing is Standing.SYNTACTIC]
    assert {n.compared_as for n in tables} == {tables[0].compared_as}
    assert zoo.compare("k-anonymity", "l-diversity").remarks == (tables[0].compared_as,)  # once for both
    assert f"\n\n{local.remarks[0]}\n\n" in local._repr_markdown_()


def test_the_command_says_it_too(run: Run) -> None:
    lines = run("compare", "LDP", "pure DP").stdout.splitlines()
    assert lines[0] == "Local differential privacy is strictly weaker than ε-differential privacy."
    assert lines[1].startswith("  Local DP is compared as")
    assert "compared as" not in run("compare", "zCDP", "RDP").stdout
    assert "  Local DP is compared as" in run("explain", "LDP", "pure DP").stdout
    assert "  Local DP is compared as" in run("show", "LDP").stdout


def test_the_page_says_it_below_the_verdict(watched: Watched, site: Path) -> None:
    """For any pair, by a script, and where the notion's relations stand; not for pairs that need none."""
    page = watched.page
    page.goto(f"{(site / 'compare.html').as_uri()}?a=local-dp&b=epsilon-dp")
    calculated(page)
    expect(page.locator(".dz-compared-as")).to_contain_text(LOCAL)
    page.get_by_label("One notion").fill("k-anonymity")
    page.get_by_label("Another").fill("l-diversity")
    page.get_by_label("Another").press("Enter")
    expect(page.locator("[data-headline]")).to_contain_text("k-anonymity is strictly weaker")
    expect(page.locator(".dz-compared-as")).to_have_count(1)
    expect(page.locator(".dz-compared-as")).to_contain_text("every table that may come out")
    page.goto(f"{(site / 'compare.html').as_uri()}?a=renyi-dp&b=epsilon-dp")
    calculated(page)
    expect(page.locator(".dz-compared-as")).to_have_count(0)
    page.goto((site / "notions" / "local-dp.html").as_uri())
    expect(page.locator(".dz-compared-as")).to_contain_text(LOCAL)
    assert watched.complaints == []


def test_a_condition_is_typeset_as_other_formulas_are(watched: Watched, site: Path) -> None:
    """A chosen generator, and a bound on a parameter, on the page for any pair and on the page of a pair."""
    page = watched.page
    page.goto(f"{(site / 'compare.html').as_uri()}?a=zero-concentrated-dp&b=capacity-bounded-dp")
    calculated(page)
    step = page.locator("section[data-from=zero-concentrated-dp] .dz-derivation li").first
    expect(step.locator(".katex")).to_have_count(2)  # the class of queries, and the generator
    expect(step.locator("msup")).to_have_count(1)  # e to the t
    expect(step).not_to_contain_text("$")
    page.goto(f"{(site / 'compare.html').as_uri()}?a=bounded-dp&b=series-indistinguishability")
    calculated(page)
    expect(page.locator(".dz-derivation li .katex msup").first).to_be_attached()  # 2 to the -|τ|
    page.goto((site / "compare" / "approximate-dp--divergence-dp.html").as_uri())
    expect(page.locator(".dz-derivation li .katex", has_text="f(t)=t−1").first).to_be_attached()
    assert watched.complaints == []


def test_a_chosen_function_is_a_formula(zoo: Zoo) -> None:
    """What defines a function, or has exponents, is LaTeX in the records, so that every page typesets it."""
    for claim in zoo.claims:
        for name, value in (claim.relation.at or {}).items():
            words = "".join(value.split("$")[::2])
            assert not re.search(r"\w\^|exp\(|\b[fρ]\(\w+\) =|\bln [a-z]\b", words), (claim.id, name, value)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("as the survey says in section 7.1", "section 7.1"),
        ("see theorems 3 and 4", "theorems 3"),
        ("printed in section III", "section III"),
        ("see Section 7.1, Table 3 and “section 4 of the Act”", None),
        ("for example 1 on neighbours, in a section of 3 pages", None),
        (r"$\text{table 3}$ and `table 4`", None),
    ],
)
def test_parts_of_works_have_a_capital_before_their_number(sound: Path, words: str, named: str | None) -> None:
    """Quotations, formulas and code are left alone."""
    path = sound / "baseline" / "pure.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}compared_as: '{words}'\n", encoding="utf-8")
    found = list(parts_of_works(load_folder(sound).base))
    assert [re.findall("“(.*?)”", f.message)[0] for f in found] == ([] if named is None else [named])


def test_witnesses_name_their_sources_as_records_do() -> None:
    for witness in witnesses().values():
        assert not re.search(r"\b(?:sections?|chapter|theorem|table) \d", witness.source), witness.id
