"""The calculator gives what `dpzoo convert` gives, says what a number means, and survives wrong input."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Watched, bare_engine, calculated
from playwright.sync_api import Page, expect
from py_mini_racer import MiniRacer

from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee
from dpzoo.site.relation_data import maps_data, script, symbol
from dpzoo.zoo.zoo import Zoo

Values = dict[str, float]

# (source, its values, target, what is fixed of it)
GRID: list[tuple[str, Values, str, Values]] = [
    *(
        ("zero-concentrated-dp", {"xi": 0.0, "rho": rho}, "approximate-dp", {"delta": delta})
        for rho, delta in ((0.5, 1e-6), (0.02, 1e-9), (3.0, 1e-5))
    ),
    ("zero-concentrated-dp", {"xi": 0.1, "rho": 0.5}, "renyi-dp", {"alpha": 4.0}),
    ("zero-concentrated-dp", {"xi": 0.0, "rho": 0.25}, "total-variation-privacy", {}),
    *(("renyi-dp", {"alpha": a, "epsilon": e}, "approximate-dp", {"delta": 1e-6}) for a, e in ((2.0, 0.1), (32.0, 1.5))),
    ("renyi-dp", {"alpha": 8.0, "epsilon": 0.5}, "kl-privacy", {}),
    *(("gaussian-dp", {"mu": mu}, "approximate-dp", {"delta": 1e-5}) for mu in (0.3, 1.0, 4.0)),
    ("gaussian-dp", {"mu": 1.0}, "total-variation-privacy", {}),
    *(("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, t, {"delta": d}) for t, d in (("probabilistic-dp", 1e-4),)),
    ("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, "total-variation-privacy", {}),
    *(("epsilon-dp", {"epsilon": e}, "zero-concentrated-dp", {"xi": 0.0}) for e in (0.1, 1.0, 3.0)),
    *(("epsilon-dp", {"epsilon": e}, "renyi-dp", {"alpha": a}) for e, a in ((1.0, 2.0), (0.5, 8.0))),
    ("epsilon-dp", {"epsilon": 1.0}, "approximate-dp", {"delta": 0.0}),
    ("epsilon-dp", {"epsilon": 0.2}, "group-privacy", {"c": 5.0}),
    ("epsilon-dp", {"epsilon": 1.0}, "noiseless-privacy", {}),
    ("unbounded-dp", {"epsilon": 0.7}, "bounded-dp", {}),
    *(("zero-concentrated-dp", {"xi": 0.0, "rho": r}, "approximate-dp", {"epsilon": e}) for r, e in ((0.1, 1.0), (0.5, 8.0))),
    ("approximate-dp", {"epsilon": 1.0, "delta": 1e-3}, "approximate-dp", {"epsilon": 0.5}),
    ("truncated-codp-bdrs18", {"rho": 0.5, "omega": 8.0}, "approximate-dp", {"epsilon": 4.0}),
    ("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, "probabilistic-dp", {"delta": 2e-6}),
]


@pytest.fixture(scope="module")
def engine(zoo: Zoo) -> Iterator[MiniRacer]:
    racer = bare_engine("expressions", "conversion")
    racer.eval(script("maps", maps_data(zoo)))
    racer.eval("""
        const ask = (notion, values, target, fix) => {
          try { return dpzoo.convert({ notion, values }, target, fix); } catch (error) { return { error: error.message }; }
        };
    """)
    yield racer
    racer.close()


def converted(engine: MiniRacer, *question: Any) -> Any:
    return json.loads(str(engine.eval(f"JSON.stringify(ask(...{json.dumps(question)}))")))


@pytest.mark.parametrize(("source", "values", "target", "fix"), GRID)
def test_the_calculator_agrees_with_the_command(
    zoo: Zoo, engine: MiniRacer, source: str, values: Values, target: str, fix: Values
) -> None:
    """The same bounds, conditions and paths, in the same order."""
    ours = zoo.converter.convert(NumericGuarantee(source, values), target, fix)
    found = converted(engine, source, values, target, fix)
    assert [sorted(c.conditions) for c in ours] == [c["conditions"] for c in found]
    for one, other in zip(ours, found, strict=True):
        assert [c.id for c in one.path] == other["path"]
        for name, value in one.target.values.items():
            assert other["values"][name] == pytest.approx(value, rel=1e-8, abs=1e-12)


def test_gaussian_privacy_to_approximate_is_the_published_number(engine: MiniRacer) -> None:
    """μ = 1 at δ = 10⁻⁵ is ε = 4.377 (Dong, Roth & Su 2022, section 2; the root of the exact dual)."""
    best = converted(engine, "gaussian-dp", {"mu": 1.0}, "approximate-dp", {"delta": 1e-5})[0]
    assert best["values"]["epsilon"] == pytest.approx(4.377, abs=5e-4)


@pytest.mark.parametrize(
    ("source", "values", "target", "fix", "said"),
    [
        ("zero-concentrated-dp", {"xi": 0.0, "rho": -1.0}, "approximate-dp", {"delta": 1e-6}, "outside the values"),
        ("zero-concentrated-dp", {"rho": 1.0}, "approximate-dp", {"delta": 1e-6}, "needs a number for ξ"),
        ("approximate-dp", {"epsilon": 1.0, "delta": 2.0}, "kl-privacy", {}, "0 ≤ δ ≤ 1"),
        ("epsilon-dp", {"epsilon": 1.0}, "approximate-dp", {}, "fix all but one"),
    ],
)
def test_wrong_numbers_get_one_sentence(
    zoo: Zoo, engine: MiniRacer, source: str, values: Values, target: str, fix: Values, said: str
) -> None:
    assert said in converted(engine, source, values, target, fix)["error"]
    with pytest.raises(GuaranteeError):
        zoo.converter.convert(NumericGuarantee(source, values), target, fix)


@pytest.mark.parametrize(
    ("latex", "shown"), [(r"\varepsilon", ("ε", "")), (r"\delta_a", ("δ", "a")), ("k", ("k", "")), (r"\varrho", ("ϱ", ""))]
)
def test_symbols(latex: str, shown: tuple[str, str]) -> None:
    assert symbol(latex) == shown


@pytest.mark.parametrize("width", [390, 1280])
def test_a_reader_with_a_number(watched: Watched, site: Path, zoo: Zoo, width: int) -> None:
    """From disk: ρ = 0.5 at δ = 10⁻⁶ gives the ε that the command gives, with its formula and its source."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{(site / 'convert.html').as_uri()}?from=zero-concentrated-dp&xi=0&rho=0.5&at-delta=1e-6")
    calculated(page)
    card = page.locator("article[data-notion=approximate-dp]")
    epsilon = zoo.convert("zCDP(xi=0, rho=0.5)", "approximate-dp", delta=1e-6)[0].target.values["epsilon"]
    shown = float(card.locator("strong").inner_text().removeprefix("ε = "))
    assert epsilon <= shown <= epsilon + 1e-3  # rounded so that it stays true
    expect(card).to_contain_text("No bound is better by more than a millionth of it.")  # 2·10⁻⁸ is left to be gained
    card.locator("summary", has_text="formula").click()
    expect(card.locator("math")).not_to_have_count(0)
    expect(card.get_by_role("link", name="zCDP is stronger than")).to_be_visible()
    expect(page.locator("[data-sentences]")).to_contain_text("false alarm in 5 %")
    expect(page.locator("#dz-convert")).to_have_attribute("data-more", "done")
    expect(page.locator("[data-curves] svg[role=img]")).to_have_count(3)
    # exactly μ = 1/σ gives (1, 1e-6)-DP for σ = 4.22467889 (the root of the closed form of Balle and Wang, 2018)
    expect(page.locator("tr[data-target='gaussian(sigma=?)'] td").first).to_have_text("≥ 4.22468")
    watched.is_quiet_and_fits("file:")


def test_a_user_level_guarantee_keeps_its_neighbours(watched: Watched, site: Path) -> None:
    """Client DP with ε = ln 3: even odds about all records of one client become at most three to one, not eighty-one to one."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=client-dp&epsilon=log(3)")
    calculated(page)
    said = page.locator("[data-sentences]")
    expect(said).to_contain_text(re.compile(r"between 2[45][.\d]* % and 75[.\d]* % likely"))
    expect(page.locator("[data-neighbours]")).to_contain_text("all records of one owner added or removed")
    page.get_by_label("What you have").select_option("one-sided-dp")
    expect(said).to_contain_text("at most")
    expect(page.locator("[data-alarm]")).to_have_count(0)
    assert watched.complaints == []


def test_many_releases_are_added_up_first(watched: Watched, site: Path) -> None:
    """Fifty releases with ρ = 0.01 are one with ρ = 0.5; of notions whose rule the page does not know it asks for no number."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=zero-concentrated-dp&xi=0&rho=0.01&at-times=50")
    calculated(page)
    expect(page.locator("[data-added]")).to_contain_text("50 releases add up to ξ = 0, ρ = 0.5.")
    expect(page.locator("article[data-notion=approximate-dp] strong")).to_have_text("ε = 5.222")
    page.get_by_label("What you have").select_option("local-dp")
    expect(page.get_by_label("releases")).to_be_hidden()
    assert watched.complaints == []


def test_the_state_is_in_the_address(watched: Watched, site: Path) -> None:
    page = watched.page
    page.goto((site / "convert.html").as_uri())
    calculated(page)
    page.get_by_label("What you have").select_option("gaussian-dp")
    page.get_by_label("μ", exact=True).fill("2")
    page.wait_for_url("**from=gaussian-dp&mu=2**")
    calculated(page)
    page.reload()
    expect(page.get_by_label("μ", exact=True)).to_have_value("2")
    page.go_back()
    expect(page.get_by_label("ρ", exact=True)).to_have_value("0.5")


@pytest.mark.parametrize(
    ("typed", "said"), [("-1", "outside the values"), ("much", "is not a number"), ("", "A number is missing")]
)
def test_wrong_input_is_answered(watched: Watched, site: Path, typed: str, said: str) -> None:
    page = watched.page
    page.goto((site / "convert.html").as_uri())
    calculated(page)
    page.get_by_label("ρ", exact=True).fill(typed)
    expect(page.locator("[data-problem]")).to_contain_text(said)
    expect(page.locator("[data-results]")).to_be_hidden()
    page.get_by_label("ρ", exact=True).fill("1/2")
    expect(page.locator("[data-problem]")).to_have_text("")
    assert watched.complaints == []


def test_several_guarantees_of_one_mechanism(watched: Watched, site: Path, zoo: Zoo) -> None:
    """zCDP with ρ = 0.5 and ε ≤ 1.8: the least ε at δ = 10⁻⁶, the best test and the largest order are those of both together."""
    page, both = watched.page, "zCDP(rho=0.5) and epsilon-dp(epsilon=1.8)"
    page.goto(f"{(site / 'convert.html').as_uri()}?from=zero-concentrated-dp&xi=0&rho=0.5&also=epsilon-dp(epsilon=1.8)")
    calculated(page)
    card = page.locator("article[data-notion=approximate-dp]")
    best = zoo.optimal(both, "approximate-dp", delta=1e-6)
    assert float(card.locator("[data-best]").get_attribute("data-best") or 0) == pytest.approx(best.upper, rel=1e-9)
    expect(card).to_contain_text("attained by this 2 × 2 table")
    power, alone = (zoo.optimal(g, "f-dp", x=0.05).upper for g in (both, "zCDP(rho=0.5)"))
    assert power < alone - 0.03
    expect(page.locator("[data-sentences]")).to_contain_text(f"in at least {math.floor(1000 * (1 - power)) / 10:g} % of the")
    order = zoo.optimal(both, "renyi-dp", epsilon=1).lower
    expect(page.locator("[data-order]")).to_contain_text(
        f"Your guarantees together give Rényi DP with ε = 1 up to the largest order α = {math.floor(1e4 * order) / 1e4:g};"
    )
    page.get_by_label("and also").fill("zCDP(rho=x)")
    expect(page.locator("[data-problem]")).to_have_text(
        "“rho=x” is not a parameter of zero-concentrated-dp with a number; its parameters are xi, rho."
    )
    for also in ("(ε,δ)-DP(epsilon=1, delta=0.001)", ""):
        page.get_by_label("and also").fill(also)
        expect(page.locator("[data-problem]")).to_have_text("")
    assert watched.complaints == []


def test_what_discloses_has_a_meaning_and_a_divergence_without_its_function_ends(watched: Watched, site: Path) -> None:
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=probabilistic-dp&epsilon=1&delta=0.01")
    calculated(page)
    expect(page.locator("[data-meaning]")).to_contain_text("ε = 1 and δ = 0.01")
    expect(page.locator("[data-impossible]")).to_contain_text("(ε, δ)-DP (ε at δ = 10⁻⁶)")
    page.goto(f"{(site / 'convert.html').as_uri()}?from=divergence-dp&epsilon=0.1")
    calculated(page)
    expect(page.locator("#dz-convert")).to_have_attribute("data-more", "done")


def test_a_short_decimal_is_shown_as_it_is(watched: Watched, site: Path) -> None:
    """μ = τ²/2: ρ is exactly 0.5, by the recorded formula too; the total variation of (800, 0)-DP is no more than 1."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=mean-concentrated-dp&mu=0.5&tau=1")
    calculated(page)
    card = page.locator("article[data-notion=zero-concentrated-dp]")
    expect(card).to_contain_text("ρ = 0.5")
    expect(card).not_to_contain_text("0.5001")
    expect(card).to_contain_text("No better bound exists.")
    page.goto(f"{(site / 'convert.html').as_uri()}?from=epsilon-dp&epsilon=800")
    calculated(page)
    expect(page.locator("article[data-notion=total-variation-privacy] strong")).to_have_text("ε = 1")


def test_what_has_no_finite_value_is_said(watched: Watched, site: Path) -> None:
    """One Rényi order bounds no loss and no higher order; Gaussian DP of mean-concentrated DP takes the command."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=renyi-dp&alpha=2&epsilon=0.1")
    calculated(page)
    expect(page.locator("[data-impossible]")).to_contain_text(re.compile(r"ε-DP \(ε\), zCDP \(ρ at ξ = 0\)"))
    page.goto(f"{(site / 'convert.html').as_uri()}?from=mean-concentrated-dp&mu=0.02&tau=0.4")
    calculated(page)
    expect(page.locator("[data-longer] code")).to_have_text("dpzoo convert 'mean-concentrated-dp(mu=0.02, tau=0.4)' gaussian-dp")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("from=gaussian-dp&mu=0.5&at-renyi=1.5", "up to the largest order α = 12; at higher orders some mechanisms need more."),
        ("from=epsilon-dp&epsilon=1&at-renyi=1", "Your guarantee gives Rényi DP with ε = 1 at every order α."),
        ("from=epsilon-dp&epsilon=1&at-renyi=0.4", "with ε = 0.4 at no order: already at order 1 some mechanisms need more."),
        (
            "from=truncated-codp-bdrs18&rho=0.5&omega=6&at-truncated=0.8",
            "truncated concentrated DP with ρ = 0.8 up to the largest order ω = 6; at higher",
        ),
        (
            "from=mean-concentrated-dp&mu=0.02&tau=0.4",
            "Your guarantee gives truncated concentrated DP with ρ = 1 at every order ω.",
        ),
        (
            "from=total-variation-privacy&epsilon=0.2",
            "fₖ-divergence DP with ε = 1 up to the largest order k = 1; at higher orders",
        ),
        ("from=fk-divergence-dp&k=3&epsilon=0.2", "ω: found by a scan in floating-point numbers, which proves nothing;"),
    ],
)
def test_the_largest_order_that_keeps_to_an_epsilon(watched: Watched, site: Path, query: str, said: str) -> None:
    """D_α of the Gaussian pair is αμ²/2; randomised response has D_1 = ε tanh(ε/2) = 0.462 and no D_α above ε; τ²/2 = 0.08."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?{query}")
    calculated(page)
    expect(page.locator("[data-order]")).to_contain_text(said)


def test_each_bound_has_a_field_of_its_own(watched: Watched, site: Path) -> None:
    """D_α of the Gaussian pair is αμ²/2 = α/8; a notion between neighbours of its own bounds no order here."""
    page = watched.page
    page.goto(f"{(site / 'convert.html').as_uri()}?from=gaussian-dp&mu=0.5&at-renyi=2&at-epsilon=0.5")
    calculated(page)
    said = page.locator("[data-order]")
    expect(said).to_contain_text("Rényi DP with ε = 2 up to the largest order α = 16;")
    expect(said).to_contain_text("truncated concentrated DP with ρ = 1 at every order ω.")
    expect(page.locator("tr[data-target='pure(?)'] td").first).to_have_text("≤ 0.500001")  # ln(e^½ + δ(1 + e^½))
    page.get_by_label("ρ of truncated concentrated DP").fill("0.1")
    expect(said).to_contain_text("truncated concentrated DP with ρ = 0.1 at no order:")
    page.wait_for_url("**at-truncated=0.1**")
    page.get_by_label("ε of fₖ-divergence DP").fill("0")
    expect(page.locator("[data-below]")).to_have_text("0 cannot be used here: a bound to be kept is positive.")
    expect(said).to_contain_text("with ρ = 0.1 at no order:")
    expect(said).not_to_contain_text("fₖ-divergence DP")
    page.get_by_label("ε of fₖ-divergence DP").fill("1")
    expect(page.locator("[data-below]")).to_have_text("")
    page.get_by_label("What you have").select_option("client-dp")
    expect(page.locator("[data-orders]")).to_be_hidden()
    assert watched.complaints == []


def test_common_conversions_stand_there_without_scripts(still: Page, address: str) -> None:
    still.goto(address + "convert.html")
    rows = still.locator(".dz-common tbody tr")
    assert rows.count() > 10
    expect(rows.filter(has_text="zCDP").filter(has_text="RDP").first).to_be_visible()
    expect(still.locator("#dz-convert")).to_be_hidden()
