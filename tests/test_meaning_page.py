"""The pages on meaning and of pictures, as people use them."""

from __future__ import annotations

import json
import math
import re
from itertools import product
from typing import Any

import pytest
from conftest import Watched
from playwright.sync_api import Locator, Page, expect

from dpzoo.expressions import parse
from dpzoo.meaning.differencing import Attack, Known, Query
from dpzoo.meaning.named_formulas import FORMULAS, value
from dpzoo.meaning.words import percent
from dpzoo.zoo.zoo import Zoo

PAGES = ["meaning.html", "pictures.html"]


@pytest.mark.parametrize("path", PAGES)
def test_dials_are_there_at_every_width(watched: Watched, address: str, path: str) -> None:
    watched.page.goto(address + path)
    for width in (390, 1280):
        watched.page.set_viewport_size({"width": width, "height": 800})
        expect(watched.page.locator("[data-dial]").first).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_page_reads_without_scripts(still: Page, address: str, path: str) -> None:
    still.goto(address + path)
    expect(still.locator("form.dz-dials").first).to_be_hidden()
    for figure in still.locator(".dz-plot").all():
        assert len(figure.locator("svg[role=img] title").text_content() or "") > 10
        assert len(figure.locator("svg[role=img] desc").text_content() or "") > 60
        assert figure.locator("table tbody tr").count() >= 4
    assert "{{" not in (still.locator("main").text_content() or "")


def test_what_is_said_without_scripts_is_what_the_package_says(still: Page, address: str, zoo: Zoo) -> None:
    still.goto(address + "meaning.html")
    said = zoo.meaning("epsilon-dp", epsilon=1, prior=0.1).sentences
    for place, sentence in zip(("belief", "ceiling", "test"), said, strict=False):
        assert plain(still.locator(f"[data-say={place}]")) == sentence
    table = still.get_by_role("table", name="Success of an undecided attacker")
    assert table.locator("tr", has=still.locator("th", has_text=re.compile("^1$"))).locator("td").first.inner_text() == "0.6967"


def plain(place: Locator) -> str:
    return (place.text_content() or "").replace("\u00a0", " ").strip()


def fill(page: Page, **values: Any) -> None:
    for name, given in values.items():
        page.locator(f"#dz-{name}").fill(str(given))


def test_a_person_with_a_number_reads_what_it_means(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "meaning.html")
    fill(page, epsilon=1, prior=0.01)
    expect(page.locator("[data-say=belief]")).to_contain_text("1\u00a0% beforehand gives it at most 2.7\u00a0%")
    assert "prior=0.01" in page.url
    page.reload()
    expect(page.locator("#dz-prior")).to_have_value("0.01")
    expect(page.locator("[data-say=belief]")).to_contain_text("at most 2.7\u00a0%")


GUARANTEES: list[tuple[str, dict[str, float], str, dict[str, float]]] = [
    *(("pure", {"epsilon": e}, "epsilon-dp", {"epsilon": e}) for e in (0.05, 1.0, 4.0, 18.0)),
    ("approximate", {"epsilon": 2.0, "delta": 1e-6}, "approximate-dp", {"epsilon": 2.0, "delta": 1e-6}),
    ("approximate", {"epsilon": 0.1, "delta": 0.05}, "approximate-dp", {"epsilon": 0.1, "delta": 0.05}),
    *(("gaussian", {"mu": m, "delta": 1e-6}, "gaussian-dp", {"mu": m}) for m in (0.05, 1.0, 5.0)),
]


def test_the_page_says_what_the_package_says(watched: Watched, address: str, zoo: Zoo) -> None:
    page = watched.page
    page.goto(address + "meaning.html")
    for (kind, shown, notion, values), prior in product(GUARANTEES, (0.001, 0.5, 0.97)):
        page.locator("#dz-kind").select_option(kind)
        fill(page, **shown, prior=prior)
        expected = zoo.meaning(notion, prior=prior, **values).sentences
        found = [plain(page.locator(f"[data-say={place}]")) for place in ("belief", "ceiling", "test")]
        assert found == list(expected[:3])
    assert watched.complaints == []


def test_concentrated_dp_on_the_page_is_at_least_as_good(watched: Watched, address: str, zoo: Zoo) -> None:
    """The page takes more pairs (ε, δ) into account than the package, and none that do not hold: Gaussian noise stays below."""
    page = watched.page
    page.goto(address + "meaning.html#kind=concentrated&rho=0.5&prior=0.5")
    found = zoo.meaning("zCDP", xi=0, rho=0.5)
    assert plain(page.locator("[data-say=belief]")) == found.sentences[0]
    said = re.search(r"at most (\d+)", plain(page.locator("[data-say=test]")))
    assert said
    assert found.power is not None
    assert 100 * value("power-gaussian", mu=1, level=0.05) <= int(said[1]) <= math.ceil(100 * found.power)


def test_markers_stand_on_the_curves(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "meaning.html#epsilon=2&prior=0.3&correlation=0.25")
    figure = page.locator("#beliefs")
    frame = json.loads(figure.get_attribute("data-frame") or "")
    circle = figure.locator("[data-mark=upper]")
    x, y = (float(circle.get_attribute(a) or "nan") for a in ("cx", "cy"))
    share = (y - frame["y"]["from"]) / (frame["y"]["to"] - frame["y"]["from"])
    assert share == pytest.approx(value("belief-upper", prior=0.3, epsilon=2), abs=2e-3)
    assert (x - frame["x"]["from"]) / (frame["x"]["to"] - frame["x"]["from"]) == pytest.approx(0.3, abs=1e-3)
    said = plain(page.locator("[data-say=dependence]"))
    seen = value("belief-correlated", prior=0.3, epsilon=2, correlation=0.25)
    assert f"becomes {100 * seen:.0f} %" in said


def test_attacks_follow_their_formulas(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "meaning.html")
    cases = [
        ("count", "whole", Attack(Query.COUNT)),
        ("count", "nothing", Attack(Query.COUNT, Known.NOTHING)),
        ("sum", "rest", Attack(Query.SUM, Known.REST, 0.3)),
        ("sum", "nothing", Attack(Query.SUM, Known.NOTHING, 0.3)),
        ("average", "whole", Attack(Query.AVERAGE, Known.WHOLE, 0.3, 13)),
        ("average", "rest", Attack(Query.AVERAGE, Known.REST, 0.3, 13)),
    ]
    for query, known, attack in cases:
        page.locator("#dz-query").select_option(query)
        page.locator("#dz-known").select_option(known)
        fill(page, epsilon=5, prior=0.3)
        if query != "count":
            fill(page, share=0.3)
        if query == "average":
            fill(page, people=13)
        said = plain(page.locator("[data-say=attack]"))
        assert f"is right {percent(attack.success(5))} of the time" in said
        if query != "average":
            assert f"it is {percent(attack.success(5, 0.3))}" in said
        largest = re.search(r"ε at most ([\d.]+) against this", plain(page.locator("[data-say=largest]")))
        assert largest
        assert float(largest[1]) == pytest.approx(attack.largest_epsilon(0.6), rel=1e-3)


def test_impossible_values_get_a_sentence(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "meaning.html#query=average&share=0.95&people=4")
    expect(page.locator("[data-say=attack]")).to_contain_text("at most 0.75")
    page.locator("#dz-known").select_option("rest")
    expect(page.locator("[data-say=attack]")).to_contain_text("is right")
    page.locator("#dz-prior").fill("2")
    expect(page.locator("[data-say=belief]")).to_contain_text("takes a number from 0.0001 to 0.9999")
    expect(page.locator("#dz-prior")).to_have_attribute("aria-invalid", "true")
    page.goto(address + "meaning.html#epsilon=<b>&prior=nonsense&kind=magic")
    expect(page.locator("[data-say=belief]")).to_contain_text("10 % beforehand".replace(" %", "\u00a0%"))
    assert watched.complaints == []


def test_sliders_work_by_keyboard(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "meaning.html")
    slider = page.get_by_role("slider", name="ε, slider")
    slider.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert float(page.locator("#dz-epsilon").input_value()) > 1
    assert slider.get_attribute("aria-valuetext") == page.locator("#dz-epsilon").input_value()


def test_the_surveys_figure_can_be_moved(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address + "pictures.html#epsilon=2&delta=0.2")
    for id_, formula in (
        ("dp", "belief-upper"),
        ("adversarial", "belief-upper-adversarial"),
        ("aposteriori", "belief-upper-aposteriori"),
    ):
        figure = page.locator(f"#{id_}")
        frame = json.loads(figure.get_attribute("data-frame") or "")
        path = figure.locator("[data-band=beliefs]").last.get_attribute("d") or ""
        points = [tuple(map(float, p.split())) for p in path.strip("MZ").split("L")][1:160]
        for x, y in points[::20]:
            prior = (x - frame["x"]["from"]) / (frame["x"]["to"] - frame["x"]["from"])
            share = (y - frame["y"]["from"]) / (frame["y"]["to"] - frame["y"]["from"])
            assert share == pytest.approx(value(formula, prior=prior, epsilon=2, delta=0.2), abs=4e-3)


def test_the_browser_evaluates_every_formula_as_the_package_does(watched: Watched, address: str) -> None:
    watched.page.goto(address + "meaning.html")
    points = [
        {
            "epsilon": e,
            "delta": 0.01,
            "prior": p,
            "level": 0.07,
            "mu": 1.3,
            "r": 0.4,
            "n": 13,
            "target": 0.7,
            "k": 3,
            "share": 0.3,
        }
        | {"correlation": 0.2, "weight": 0.1, "threshold": -0.6, "spread": 0.5, "success": 0.6, "strength": 1.5}
        for e, p in product((0.1, 1.0, 8.0), (0.02, 0.5, 0.8))
    ]
    script = """points => { const f = window.dpzoo.formulas("dz-trees");
      return Object.fromEntries(Object.keys(f).map(n => [n, points.map(p => f[n](p))])); }"""
    found = watched.page.evaluate(script, points)
    assert set(found) == set(FORMULAS)
    for name, numbers in found.items():
        assert numbers == pytest.approx([FORMULAS[name](**p) for p in points], rel=1e-11, abs=1e-14), name


def test_special_functions_in_the_browser(watched: Watched, address: str) -> None:
    watched.page.goto(address + "meaning.html")
    arguments = {
        "normal_quantile": [0.0, 1e-300, 1e-12, 0.02, 0.4999, 0.5, 0.7, 1 - 1e-12, 1.0],
        "lambert_w_minus": [-0.3678, -0.27, -0.1, -1e-9, -1e-300, 0.0],
        "log_sinhc": [0.0, 1e-160, 1e-8, -0.05, 0.0999, 0.1, 2.0, -30.0, 1e6],
        "log_cosh": [0.0, 1e-160, 1e-8, -0.05, 0.999, 1.0, 2.0, -30.0, 1e6],
        "probit_logistic": [0.0, 1e-160, 1e-8, -0.05, 0.999, 1.0, 2.0, -30.0, 699.0, 701.0, 1e6],
        "langevin": [0.0, 1e-160, 1e-8, -0.05, 0.0999, 0.1, 2.0, -30.0, 1e6],
    }
    for name, xs in arguments.items():
        script = "([name, xs]) => xs.map(x => window.dpzoo.evaluate({ call: name, arguments: [{ name: 'x' }] }, { x }))"
        found = watched.page.evaluate(script, [name, xs])
        assert found == pytest.approx([parse(f"{name}(x)").evaluate({"x": x}) for x in xs], rel=1e-10, abs=1e-15)
