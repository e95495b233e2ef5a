"""Short answers and the landmark diagram: numbers against closed forms, and a picture without crossings."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import Answer
from dpzoo.site.asked import best
from dpzoo.site.landmarks import Arrow, diagram, tikz
from dpzoo.zoo.zoo import Zoo

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = sorted(p for p in (ROOT / "site/ask").glob("*.md") if p.stem != "index")


def gaussian_epsilon(mu: float, delta: float) -> float:
    """ε of the Gaussian trade-off at δ: Dong, Roth & Su's formula, solved."""
    return float(
        brentq(lambda e: norm.cdf(mu / 2 - e / mu) - math.exp(e) * norm.cdf(-mu / 2 - e / mu) - delta, 0, 60, xtol=1e-12)
    )


def test_numbers_of_the_answers_agree_with_closed_forms(zoo: Zoo) -> None:
    for mu in (1.0, 0.1, 10 / 43):
        delta = 1e-8 if mu == 0.1 else 1e-6
        assert best(zoo, f"gaussian-dp(mu={mu})", "approximate-dp", delta=delta) == pytest.approx(
            gaussian_epsilon(mu, delta), rel=1e-7
        )
    assert best(zoo, "unbounded-dp(epsilon=1)", "bounded-dp") == 2
    # δ' = δ/(1 - exp(ε - ε')), solved by hand at δ' = 2δ
    twice = best(zoo, "approximate-dp(epsilon=1, delta=1e-6)", "probabilistic-dp", delta=2e-6)
    assert twice == pytest.approx(1 + math.log(2), rel=1e-6)


@pytest.mark.parametrize("path", ANSWERS, ids=lambda p: p.stem)
def test_an_answer_is_short_and_has_one_number_one_picture_and_one_way_on(site: Path, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("{{ bars(") == 1
    assert len(re.findall(r"^Deeper: \[", text, flags=re.MULTILINE)) == 1
    assert re.search(r"\*\*.+?\*\*", text, flags=re.DOTALL)
    shown = (site / "ask" / f"{path.stem}.html").read_text(encoding="utf-8")
    assert 60 <= len(re.sub(r"\{\{.*?\}\}", "", text, flags=re.DOTALL).split()) <= 180
    article = re.search(r"<article.*?</article>", shown, flags=re.DOTALL)
    assert article is not None
    assert not re.search(r"\{\{|(best|value|most|up)\(", article[0])  # TeX takes braces in a formula for groups


def crosses(a: Arrow, b: Arrow) -> bool:
    """Whether two segments cross between their ends."""
    if {a.start, a.end} & {b.start, b.end}:
        return False

    def side(x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> float:
        return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)

    return (
        side(a.x1, a.y1, a.x2, a.y2, b.x1, b.y1) * side(a.x1, a.y1, a.x2, a.y2, b.x2, b.y2) < 0
        and side(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1) * side(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2) < 0
    )


def test_the_landmark_diagram_has_no_crossing_and_says_what_is_known(zoo: Zoo) -> None:
    made = diagram(zoo)
    assert made is not None
    assert 12 <= len(made.boxes) <= 15
    assert [(a.claim, b.claim) for a, b in combinations(made.arrows, 2) if crosses(a, b)] == []
    for arrow in made.arrows:
        assert zoo.inference.answer(RelationKind.IMPLIES, arrow.start, arrow.end) is Answer.YES
        for box in made.boxes:
            if box.id in (arrow.start, arrow.end):
                continue
            for step in range(41):  # no line passes behind a box that it does not join
                x, y = (arrow.x1 + (arrow.x2 - arrow.x1) * step / 40, arrow.y1 + (arrow.y2 - arrow.y1) * step / 40)
                assert abs(x - box.x) > box.half or abs(y - box.y) > 18, (arrow.claim, box.id)
    assert all(zoo[b.id].record.landmark for b in made.boxes)
    picture = tikz(made)
    assert picture.count(r"\draw") == len(made.arrows)
    assert picture.count("{") == picture.count("}")


def test_landmarks_are_few_and_come_first(zoo: Zoo) -> None:
    landmarks = [n for n in zoo.values() if n.record.landmark]
    assert 25 <= len(landmarks) <= 30
    assert zoo.search("rdp")[0].notion.id == "renyi-dp"
    assert zoo.search("local")[0].notion.id == "local-dp"
