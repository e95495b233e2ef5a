"""The table that is audited in the page gets what `dpzoo audit` gives: the same fractions, and bounds that never flatter."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Watched, bare_engine
from playwright.sync_api import expect
from py_mini_racer import MiniRacer

from dpzoo.blocks import FiniteMechanism
from dpzoo.numbers.real import Real
from dpzoo.site.running import TABLES
from dpzoo.zoo.zoo import Zoo

ROUNDED = {"kl-privacy", "renyi-dp", "zero-concentrated-dp", "gaussian-dp"}


def drawn(seed: int) -> str:
    """Rows over a small denominator, sometimes with outputs that a row never gives."""
    draw = random.Random(seed)
    width = draw.randint(2, 5)
    rows = []
    for _ in range(draw.randint(2, 4)):
        weights = [draw.randint(0 if seed % 3 == 0 else 1, 9) for _ in range(width)]
        weights[0] += not any(weights)
        rows.append(" ".join(str(Fraction(w, sum(weights))) for w in weights))
    return "\n".join(rows)


@pytest.fixture(scope="module")
def kernel() -> Iterator[MiniRacer]:
    racer = bare_engine("expressions", "language", "tables")
    racer.eval("""const ask = (...given) => {
      try { return dpzoo.audited(...given); } catch (error) { return { error: error.message, is: error.name }; }
    };""")
    yield racer
    racer.close()


def asked(kernel: MiniRacer, text: str, **options: str) -> Any:
    return json.loads(
        str(kernel.eval(f"JSON.stringify(ask({json.dumps(text)}, {json.dumps(options)}), (k, x) => x === Infinity ? 1e999 : x)"))
    )


def as_mechanism(text: str, *, next_only: bool = False) -> FiniteMechanism:
    rows = [[Fraction(c) for c in line.partition(":")[2].split() or line.split()] for line in text.split("\n")]
    datasets = [(i,) for i in range(len(rows))]
    pairs = [(a, b) for a in datasets for b in datasets if a != b and (not next_only or abs(a[0] - b[0]) == 1)]
    return FiniteMechanism(datasets, [f"o{j}" for j in range(len(rows[0]))], rows, neighbours=pairs)


def exact(value: Real, said: str) -> bool:
    """Whether a text such as 3/8 or ln(9/5) is a number exactly."""
    number = Fraction(said.removeprefix("ln(").removesuffix(")"))
    return value.exp().rational == number if said.startswith("ln(") else value.rational == number


@pytest.mark.parametrize(
    ("text", "neighbours"),
    [(t, n) for _, n, t in TABLES]
    + [(drawn(seed), "any") for seed in range(8)]
    + [("1 0\n0 1", "any"), ("1/2 1/2\n1/2 1/2", "any")],
)
def test_the_page_audits_as_the_command_does(zoo: Zoo, kernel: MiniRacer, text: str, neighbours: str) -> None:
    mechanism = as_mechanism(text, next_only=neighbours == "next")
    found = asked(kernel, text, neighbours=neighbours, epsilon="log(3/2)", delta="1/20", alpha="3")
    assert len(found["lines"]) == 10
    for line in found["lines"]:
        fixed = {name: value for name, value in line["at"].items() if name != line["parameter"]}
        best = zoo[line["notion"]].tightest(mechanism, **fixed)
        value = best.value
        if line["value"] is None:  # JSON has no infinity
            assert float(value) == float("inf"), line
            continue
        low, high = value.bounds if isinstance(value, Real) else (float(value), float(value))
        assert low <= line["value"] <= high + abs(high) * 3e-9 + 1e-15, line
        if line["exact"] is not None and line["notion"] not in ROUNDED:
            assert exact(value, line["exact"].replace("ln(1)", "0")), line
        if line["notion"] not in ROUNDED:
            assert line["exact"] is not None, line


@pytest.mark.parametrize(
    "text",
    [
        "0.300000000001 0.699999999999\n0.3 0.7",
        "0.5000000001 0.4999999999\n0.4999999999 0.5000000001",
        "1e-12 0.999999999999\n4e-13 0.9999999999996",
        "0.2 0.30000000001 0.49999999999\n0.2 0.3 0.5",
    ],
)
@pytest.mark.parametrize("alpha", ["2", "1.5", "20"])
def test_rows_that_hardly_differ_are_not_flattered(zoo: Zoo, kernel: MiniRacer, text: str, alpha: str) -> None:
    """Where the terms of a divergence nearly cancel, what rounding may take away is added."""
    mechanism = as_mechanism(text)
    for line in asked(kernel, text, alpha=alpha, epsilon="0", delta="1e-6")["lines"]:
        if line["notion"] in ROUNDED:
            best = zoo[line["notion"]].tightest(mechanism, **line["at"]).value
            low, high = best.bounds if isinstance(best, Real) else (float(best), float(best))
            assert low <= line["value"] <= high * 1.03, line


def test_a_guess_about_randomised_response_is_known_by_hand(kernel: MiniRacer) -> None:
    """3/4 against 1/4: ε = ln 3, total variation 1/2, D₂ = ln(7/3), and δ at ε = ln 2 is 3/4 - 2/4 = 1/4."""
    found = asked(kernel, "3/4 25%\n0.25 .75", epsilon="ln 2", delta="0.25", alpha="2")
    said = {(x["notion"], x["parameter"]): x["exact"] for x in found["lines"]}
    assert said["epsilon-dp", "epsilon"] == "ln(3)"
    assert said["total-variation-privacy", "epsilon"] == "1/2"
    assert said["approximate-dp", "delta"] == "1/4"
    assert said["approximate-dp", "epsilon"] == "ln(2)"
    assert said["renyi-dp", "epsilon"] == "ln(7/3)"
    assert said["range-bounded-privacy", "epsilon"] == "ln(9)"
    assert said["probabilistic-dp", "delta"] == "3/4"


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("1 0", {}, "at least two"),
        ("1/2 1/2\n1/3 1/3", {}, "adds up to 2/3"),
        ("1/2 1/2\n1 0 0", {}, "as many"),
        ("1/2 x\n1 0", {}, "“x”"),
        ("2 -1\n1 0", {}, "between 0 and 1"),
        ("1/0 1\n1 0", {}, "not a probability"),
        ("1 0\n0 1", {"neighbours": "1-9"}, "“1-9”"),
        ("1 0\n0 1", {"epsilon": "-1"}, "ε is"),
        ("1 0\n0 1", {"delta": "2"}, "δ is"),
        ("1 0\n0 1", {"alpha": "1/2"}, "order"),
    ],
)
def test_what_is_no_table_gets_one_sentence(kernel: MiniRacer, text: str, options: dict[str, str], says: str) -> None:
    found = asked(kernel, text, **options)
    assert found["is"] == "TableError"
    assert says in found["error"]


def test_a_table_is_audited_from_disk(watched: Watched, site: Path) -> None:
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / "audit.html").as_uri())
    form = page.locator("#dz-audit")
    expect(form).to_have_attribute("data-state", "done")
    expect(page.locator("[data-line=epsilon-dp-epsilon]")).to_contain_text("ε = ln(3) ≤ 1.09862")
    expect(form.get_by_role("img")).to_have_count(2)
    page.get_by_label("One row per dataset").fill("<b>x</b>: 1/2 1/2\n<img src=x>: 2/3 1/3")
    expect(page.locator("[data-line=epsilon-dp-epsilon]")).to_contain_text("<img src=x>")
    assert form.locator("b, img").count() == 0
    page.get_by_label("One row per dataset").fill("1 0\n2 0")
    expect(page.locator("[data-problem]")).to_contain_text("does not lie between 0 and 1")
    watched.is_quiet_and_fits("file:")
