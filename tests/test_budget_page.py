"""The page that adds up a budget says what `dpzoo compose` says: as tight, never below the truth, and in the same words."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Watched, bare_engine
from playwright.sync_api import Page, expect
from py_mini_racer import MiniRacer
from scipy.stats import norm

from dpzoo.mechanisms.accounting.composing import compose, read
from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.mechanisms.accounting.solving import solve
from dpzoo.site.budget_page import names
from dpzoo.zoo.zoo import Zoo

# lists, and how far the page's numbers may be above the command's: what both list outcome by outcome, or on the same grid
SAME, GRID = 3e-8, 1e-3
LISTS: list[tuple[str, dict[str, float], float]] = [
    ("gaussian(sigma=10)*100", {"delta": 1e-6}, SAME),
    ("gaussian(sigma=10)*100", {"epsilon": 2.0}, SAME),
    ("gaussian(sigma=10)*100; laplace(b=10)*3", {"delta": 1e-6}, GRID),
    ("(1, 1e-6)-DP*3", {"delta": 1e-5}, SAME),
    ("(1, 1e-6)-DP; log(3)-DP", {"delta": 1e-6}, SAME),
    ("(1, 1e-6)-DP; laplace(b=2)*2", {"delta": 1e-6}, SAME),
    ("approximate(0.1, 1e-8)*10; 0.5-DP*3", {"delta": 1e-6}, SAME),
    ("approximate(0.1, 1e-3)*2; pure(0.5); approximate(0.7, 0.01)", {"epsilon": 0.3}, SAME),
    ("laplace(b=2)*5", {"epsilon": 1.0}, GRID),
    ("poisson(q=0.01, gaussian(sigma=1))*1000", {"delta": 1e-5}, GRID),
    ("poisson(q=0.01, laplace(b=1))*1000", {"delta": 1e-5}, GRID),
    ("poisson(q=0.02, pure(1))*100", {"delta": 1e-7}, SAME),
    ("subsample(q=0.1, laplace(b=1))*10", {"delta": 1e-6}, GRID),
    ("discrete_gaussian(sigma=3)*20", {"delta": 1e-6}, GRID),
    ("geometric(b=2, sensitivity=3)*20", {"delta": 1e-6}, SAME),
    ("rr(epsilon=1, k=5)*7; pure(0.1)*7", {"delta": 1e-6}, SAME),
    ("rdp(8, 0.1); 0.02-zCDP", {"delta": 1e-6}, SAME),
    ("exponential(0.5)*30", {"delta": 1e-6}, SAME),
    ("group(3, laplace(b=10))*4", {"delta": 1e-4}, GRID),
    ("parallel(laplace(b=1), compose(laplace(b=2), laplace(b=4)))", {"delta": 1e-6}, GRID),
    ("replace(gaussian(sigma=5))*3", {"delta": 1e-6}, SAME),
    ("replace(poisson(q=0.1, gaussian(sigma=2)))*10", {"delta": 1e-5}, GRID),
    ("replace(poisson(q=0.5, gaussian(sigma=1)))", {"epsilon": 1.0}, SAME),
    ("dp-sgd(sigma=1, q=0.01, T=100)", {"delta": 1e-5}, GRID),
    ("permute-and-flip(epsilon=1/2)*10; laplace(b=10)", {"delta": 1e-6}, GRID),
    ("report-noisy-max(epsilon=1)*3", {"epsilon": 2.0}, SAME),
    ("PATE(sigma=40)*100; gaussian(sigma=10)*10", {"delta": 1e-6}, SAME),
    ("pate(b=20)*4", {"delta": 1e-6}, SAME),
    ("tree-aggregation(sigma=4, h=10)", {"delta": 1e-6}, SAME),
    ("snapping-mechanism(epsilon=1/2)*2", {"delta": 1e-6}, SAME),
    ("rappor(f=1/2, p=1/4, q=3/4, h=2, n=1)", {"delta": 1e-6}, SAME),
    ("pure(0.01)*20000", {"delta": 1e-6}, SAME),
    ("randomized_response(epsilon=40)*2", {"delta": 1e-6}, SAME),
    ("randomized_response(k=3, epsilon=40)", {"epsilon": 39}, SAME),
    ("randomized_response(epsilon=1e-9)", {"epsilon": 0}, GRID),
    ("approximate(0.01,1e-9)*50000", {"delta": 1e-3}, SAME),
]
# how many people, the loss of one report, and what is asked; the page cuts the binomial law into fewer blocks
SHUFFLED = [
    ("shuffle(n=1000, epsilon=1)", {"delta": 1e-6}, 1e-6),
    ("shuffle(n=400, epsilon=1/2)", {"epsilon": 0.1}, 1e-6),
    ("shuffle(n=10000, randomized_response(epsilon=2))", {"delta": 1e-8}, 0.01),
    ("shuffled-randomized-response(epsilon=3, n=100000)", {"delta": 1e-6}, 0.02),
    ("shuffle(n=2, epsilon=1)", {"delta": 0.1}, 1e-6),
    ("shuffle(n=10, epsilon=34)", {"epsilon": 33.5}, 1e-6),
    ("shuffle(n=4, epsilon=45)", {"epsilon": 40}, 1e-6),
]


@pytest.fixture(scope="module")
def kernel(zoo: Zoo) -> Iterator[MiniRacer]:
    racer = bare_engine("expressions", "optimal", "language", "parts", "shuffling", "losses", "composing")
    racer.eval(f"const names = {json.dumps(names(zoo))};")
    racer.eval("""const ask = (name, ...given) => {
      try { return dpzoo[name](...given, names); } catch (error) { return { error: error.message, is: error.name }; }
    };""")
    yield racer
    racer.close()


def asked(kernel: MiniRacer, *question: Any) -> Any:
    found = f"JSON.stringify(ask(...{json.dumps(question)}), (k, x) => x === Infinity ? 1e999 : x)"
    return json.loads(str(kernel.eval(found)))


@pytest.mark.parametrize(("items", "target", "slack"), LISTS, ids=[items for items, _, _ in LISTS])
def test_the_page_adds_up_as_the_command_does(
    zoo: Zoo, kernel: MiniRacer, items: str, target: dict[str, float], slack: float
) -> None:
    """The tightest rule, every rule's number within its bound, and none below what the command proves."""
    ours = zoo.compose(*items.split("; "), **target)
    found = asked(kernel, "composed", items, target)
    rules = {a["rule"]: a["value"] for a in found["answers"]}
    assert ours.lower <= found["answers"][0]["value"] <= ours.upper * (1 + slack)
    for answer in (ours.best, *ours.others):
        if answer.rule in rules:
            assert answer.lower <= rules[answer.rule] <= answer.upper * (1 + slack), answer.rule
    assert {a.rule for a in (ours.best, *ours.others)} - {"losses"} <= rules.keys()
    assert found["neighbours"] == ours.neighbours
    assert {text for text, _ in found["sensitivities"]} == ours.sensitivities.keys()
    assert tuple(found["assumed"]) == ours.assumed


@pytest.mark.parametrize("delta", [1e-3, 1e-40])
def test_numerical_composition_finds_small_deltas(kernel: MiniRacer, delta: float) -> None:
    """Normal noise cut into an unsampled and a nearly whole sample: at least, and hardly more than, the closed form."""
    found = asked(kernel, "composed", "gaussian(sigma=1); poisson(q=0.999999, gaussian(sigma=1))", {"delta": delta})
    rules = {a["rule"]: a["value"] for a in found["answers"]}
    low, high = 0.0, 100.0
    mu = math.sqrt(2)
    for _ in range(100):
        middle = (low + high) / 2
        first, second = norm.logsf(middle / mu - mu / 2), middle + norm.logsf(middle / mu + mu / 2)
        low, high = (middle, high) if math.exp(first) * -math.expm1(second - first) > delta else (low, middle)
    assert rules["losses"] == pytest.approx(high, rel=2e-4)


@pytest.mark.parametrize(
    ("items", "epsilon", "delta"),
    [
        ("gaussian(sigma=?)", 1.0, 1e-6),
        ("laplace(b=?)*5", 1.0, 1e-6),
        ("zcdp(rho=?)", 1.0, 1e-6),
        ("(0.1, 1e-8)-DP*?", 1.0, 1e-6),
        ("rr(p=?)*3", 1.0, 1e-9),
        ("poisson(q=?, laplace(b=1))*10", 1.0, 1e-5),
    ],
)
def test_what_is_found_meets_the_target_and_is_close(kernel: MiniRacer, items: str, epsilon: float, delta: float) -> None:
    found = asked(kernel, "solvedFor", items, {"delta": delta, "epsilon": epsilon})
    assert compose([items.replace("?", found["shown"])], delta=delta).upper <= epsilon
    best = solve(read([items]), epsilon=epsilon, delta=delta)
    assert found["parameter"] == best.parameter
    assert found["value"] == pytest.approx(best.value, rel=2e-3)


WRONG = """
gaussian; gaussian(sigma=0); gaussian(sgima=1); laplace(b=1, epsilon=1); laplace(b=1)*2*3; laplace(b=1)*0; laplace(b=1; 2*3
pure(1)*1.5
pure(-1); approximate(1, 1); rr(p=1); rdp(1, 1); <b>x</b>; discrete_laplace(b=1, sensitivity=0.5); group(k=0, pure(1))
poisson(gaussian(sigma=1)); poisson(q=2, gaussian(sigma=1)); poisson(q=0.1, rr(p=0.6)); (1, 2, 3)-DP; k-DP
"""


@pytest.mark.parametrize("items", ["", *(item.strip() for item in re.split("[;\n]", WRONG) if item.strip())])
def test_what_the_command_refuses_the_page_refuses(kernel: MiniRacer, items: str) -> None:
    with pytest.raises(AccountingError):
        compose(read([items]) if items else [], delta=1e-6)
    found = asked(kernel, "composed", items, {"delta": 1e-6})
    assert found["is"] == "AccountingError"
    assert found["error"]
    assert not found["error"].endswith(".")


def test_a_budget_from_disk(watched: Watched, site: Path) -> None:
    """100 Gaussian and 3 Laplace counts; then what is typed is data, and one number is found."""
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / "budget.html").as_uri())
    budget = page.locator("#dz-budget")
    answer = page.locator("[data-answer]")
    expect(budget).to_have_attribute("data-state", "done")
    assert 4.96411 <= float(answer.inner_text().removeprefix("ε = ")) <= 4.966  # between the ends of dp-accounting, rounded up
    expect(page.get_by_role("table").first).to_contain_text("Rényi DP")
    watched.is_quiet_and_fits("file:")
    page.get_by_label("What is released").fill("<img src=x onerror=alert(1)>")
    expect(page.locator("[data-problem]")).to_contain_text("<img")
    assert page.locator(".md-content img").count() == 0
    expect(budget).to_have_attribute("data-state", "done")
    page.get_by_label("What is released").fill("gaussian(sigma=?)")
    expect(answer).to_have_text("σ = 4.22468")
    page.reload()
    expect(answer).to_have_text("σ = 4.22468")
    expect(page.locator("[data-command]")).to_have_text("dpzoo solve 'gaussian(sigma=?)' --epsilon 1 --delta 1e-6")
    # the search's worker still answers from disk
    page.get_by_role("button", name="Search", exact=True).or_(page.locator("label[for=__search]").first).first.click()
    page.locator(".md-search__input").fill("Rényi")
    expect(page.locator(".md-search-result__item").first).to_be_attached()
    assert watched.complaints == []


def test_without_scripts_the_command_stands_there(still: Page, address: str) -> None:
    still.goto(address + "budget.html")
    expect(still.locator("pre", has_text="dpzoo solve")).to_be_visible()
    expect(still.locator("#dz-budget")).to_be_hidden()


@pytest.mark.parametrize(("items", "target", "slack"), SHUFFLED, ids=[items for items, _, _ in SHUFFLED])
def test_the_page_shuffles_as_the_command_does(
    zoo: Zoo, kernel: MiniRacer, items: str, target: dict[str, float], slack: float
) -> None:
    ours = zoo.compose(items, **target).best
    found = asked(kernel, "composed", items, target)["answers"][0]
    assert ours.upper * (1 - 1e-6) - 1e-14 <= found["value"] <= ours.upper * (1 + slack) + 1e-14


@pytest.mark.parametrize(
    "name", ["permute-and-flip()", "dp-sgd(sigma=1)", "pate(b=20, sigma=40)", "tree-aggregation(sigma=-1, h=2)"]
)
def test_the_page_asks_for_what_was_not_said_of_a_mechanism(zoo: Zoo, kernel: MiniRacer, name: str) -> None:
    with pytest.raises(AccountingError) as refused:
        zoo.compose(name, delta=1e-6)
    theirs = asked(kernel, "composed", name, {"delta": 1e-6})
    assert theirs["is"] == "AccountingError"
    assert theirs["error"].replace("−", "-") == str(refused.value)
