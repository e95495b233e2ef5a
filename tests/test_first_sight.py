"""What a first reader meets: words instead of ids, formulas as they are printed, labels in boxes, wrong addresses explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Watched
from playwright.sync_api import Page, expect

from dpzoo.blocks.finite_mechanism import show_dataset
from dpzoo.site.formula_placeholders import LatexFormula, placeholder, replace
from dpzoo.site.templating import as_printed

_OUTSTANDING = """() => [...document.querySelectorAll(".dz-rel-figure svg text:not(.dz-rel-letters)")].filter((text) => {
  const box = [...text.parentNode.querySelectorAll("rect")].pop().getBBox();
  const words = text.getBBox();
  return words.x < box.x || words.x + words.width > box.x + box.width;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("at most e^ε", "at most e<sup>ε</sup>"),
        ("e^(ε/2) + e^((1−2α)ε)", "e<sup>ε/2</sup> + e<sup>(1−2α)ε</sup>"),
        ("Pr ∝ e^{-ε|z|}, 10^-6", "Pr ∝ e<sup>−ε|z|</sup>, 10<sup>−6</sup>"),
        ("D_a and D_b", "D<sub>a</sub> and D<sub>b</sub>"),
        ("a snake_case name, at_zero, a ^ b", "a snake_case name, at_zero, a ^ b"),
        ("x^<script>", "x^&lt;script&gt;"),
        ("a^&b", "a^&amp;b"),
    ],
)
def test_powers_and_indices_are_raised_and_lowered(written: str, shown: str) -> None:
    assert as_printed(written) == shown


def test_a_short_formula_and_what_touches_it_stay_on_one_line() -> None:
    domain, x, y = (placeholder(LatexFormula(latex)) for latex in ("0 < x < 1", "x", "y"))
    text = f"for every {domain}. Then {x}-DP, and ({y})"
    shown = replace(text, lambda f: f"<{f.latex}>")
    kept = '<span class="dz-nowrap">{}</span>'.format
    # what is not a hyphen's word keeps together by itself, as letters do
    assert shown == f"for every <0 < x < 1>. Then {kept('<x>-DP,')} and (<y>)"
    layers = '<span class="katex"><span class="mfrac">y</span></span>'
    assert replace(f"({placeholder(LatexFormula('y'))})", lambda f: layers) == kept(f"({layers})")
    breaks = '<span class="katex">x<b>=</b><wbr>y</span>'
    assert replace(placeholder(LatexFormula("x=y")), lambda f: breaks) == breaks.replace("<wbr>", "")
    long = placeholder(LatexFormula("x + " * 20 + "y"))
    assert "dz-nowrap" not in replace(f"{long}.", lambda f: f.latex)


def test_records_of_several_parts_are_shown_without_quotes() -> None:
    assert show_dataset((("node", "u"), frozenset({"b", "a"}))) == "((node, u), {a, b})"


@pytest.mark.parametrize("notion", ["zero-concentrated-dp", "mean-concentrated-dp", "probabilistic-dp", "pufferfish-privacy"])
def test_labels_of_the_small_picture_stay_in_their_boxes(watched: Watched, address: str, notion: str) -> None:
    watched.page.goto(f"{address}notions/{notion}.html")
    assert watched.page.evaluate(_OUTSTANDING) == []


def test_a_witness_is_named_by_its_title(still: Page, address: str) -> None:
    still.goto(address + "notions/zero-concentrated-dp.html")
    line = still.locator(".dz-relation", has_text="does not imply ε-differential privacy")
    assert "Concentrated DP bounds neither the loss nor an exponential divergence" in (line.text_content() or "")


def test_a_notion_that_only_does_not_follow_says_so(still: Page, address: str) -> None:
    still.goto(address + "notions/node-dp.html")
    expect(still.locator(".dz-named")).to_have_text(re.compile("^This notion does not follow from Edge differential privacy,"))


def test_a_notion_outside_the_survey_says_where_it_stands(still: Page, address: str) -> None:
    for notion, words in (
        ("k-anonymity", "a property of the published data"),
        ("local-dp", "another setting"),
        ("epsilon-privacy-mgg09", "outside the scope of the survey"),
    ):
        still.goto(f"{address}notions/{notion}.html")
        expect(still.locator(".dz-head .dz-names")).to_contain_text(words)


def test_no_page_shows_a_power_on_the_line(site: Path) -> None:
    for path in sorted(site.glob("notions/*.html")):
        article = re.search(r"<article.*</article>", path.read_text(encoding="utf-8"), re.DOTALL)
        if article is None:  # moved
            continue
        text = re.sub(r"<(script|pre|code|annotation)\b.*?</\1>|<p hidden.*?</p>|<[^>]+>", " ", article[0], flags=re.DOTALL)
        assert not re.search(r"[\w)|]\^[\w({]", text), path.name


def test_an_unknown_notion_to_convert_is_named(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "convert.html?from=nonsense&epsilon=1")
    expect(page.locator("[data-unknown]")).to_contain_text("“nonsense” is not a notion that numbers describe")
    page.get_by_label("What you have").select_option("epsilon-dp")
    expect(page.locator("[data-unknown]")).to_be_empty()
    expect(page).to_have_url(re.compile("from=epsilon-dp"))
    assert watched.complaints == []


def test_a_number_that_is_none_is_marked(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "convert.html?from=epsilon-dp&epsilon=abc")
    wrong, right = page.locator("[data-parameter=epsilon]"), page.locator("input[name=delta]")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    assert wrong.evaluate("e => getComputedStyle(e).borderColor") != right.evaluate("e => getComputedStyle(e).borderColor")


def test_the_title_of_a_comparison_names_the_pair(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "compare.html?a=renyi-dp&b=approximate-dp")
    expect(page).to_have_title("RDP and (ε, δ)-DP compared - dpzoo")
    page.goto(address + "compare.html?a=nonsense&b=approximate-dp")
    expect(page).to_have_title("Compare two notions - dpzoo")


def test_a_comparison_that_cannot_be_made_leaves_no_gap(watched: Watched, address: str) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address + "compare.html?a=epsilon-dp&b=epsilon-dp")
    problem = page.locator("[data-problem]")
    expect(problem).to_have_text("These are the same record; choose two different notions.")
    below, table = problem.bounding_box(), page.locator("#often").bounding_box()
    assert below is not None
    assert table is not None
    assert table["y"] - (below["y"] + below["height"]) < 200


def test_the_home_page_has_a_title_of_its_own(still: Page, address: str) -> None:
    still.goto(address + "index.html")
    expect(still).to_have_title("The definitions of differential privacy - dpzoo")


def test_incomparable_in_general_is_told_from_incomparable(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "compare.html?a=distributional-dp&b=distribution-privacy")  # one is stronger under conditions
    expect(page.locator("[data-headline]")).to_have_text(re.compile("^In general neither of the two is stronger"))
