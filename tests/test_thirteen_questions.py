"""Thirteen questions of a new reader: each has its answer two clicks from the home page, on the first screen that they lead to.

The questions are those with which an outsider tried the site; the table below is where their answers stand now.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from conftest import Watched, click
from playwright.sync_api import expect

SCREENS = ((1440, 900), (390, 844))


@dataclass(frozen=True)
class Way:
    """From the home page: the links to follow, by their names, and where and what the answer is."""

    question: str
    links: tuple[str, ...]
    page: str
    place: str
    answer: str


ALL = "All questions"
WAYS = (
    Way("What does δ mean?", ("What does δ mean?",), "ask/what-delta-means", "p", "probability"),
    Way("0.5-zCDP at δ = 1e-6?", (ALL, "What (ε, δ) does ρ-zCDP give?"), "ask/zcdp-to-epsilon-delta", "p", "ε = 5.222"),
    Way(
        "(8, 1)-RDP at δ = 1e-6?", (ALL, "My accountant reports (α, ε): what is it in (ε, δ)?"), "ask/renyi-to", "p", "ε = 2.543"
    ),
    Way(
        "Is ProDP approximate DP?",
        ("Is probabilistic DP the same as approximate DP?",),
        "ask/probabilistic-or-approximate",
        "p",
        "No, although many papers say so",
    ),
    Way(
        "Bounded or unbounded?",
        ("Is bounded or unbounded DP a factor of two?",),
        "ask/bounded-or-unbounded",
        "p",
        "The other way there is no factor",
    ),
    Way("Is ε = 10 any good?", ("Is ε = 10 any good?",), "ask/is-epsilon-ten-good", "p", "99.6 %"),
    Way(
        "Correlated records?",
        ("Are correlated records safe?",),
        "ask/correlated-records",
        "p",
        "does not bound what others' records say about you",
    ),
    Way(
        "The best ρ for pure DP?",
        ("ε-DP is stronger than zCDP",),
        "notions/epsilon-dp.html#claim-stronger-than-zero-concentrated-dp-sharp",
        "#claim-stronger-than-zero-concentrated-dp-sharp .dz-relation-text > p",
        "tight",
    ),
    Way(
        "What do f-DP and GDP add?",
        (ALL, "What do f-DP and GDP say beyond (ε, δ)?"),
        "ask/beyond-epsilon-delta",
        "p",
        "states the curve itself",
    ),
    Way("How does RDP compose?", ("RDP",), "notions/renyi-dp", ".dz-card div:has(> dt > [href='#composition'])", "holds"),
    Way(
        "Which notion for a network?",
        ("Choose a notion", "A connection between two people"),
        "choose.html?",
        ".dz-so-far",
        "Edge",
    ),
    Way(
        "What is weaker than RDP and composes?",
        ("Explore all notions", "what is weaker than RDP and composes"),
        "notions.html?composition=holds&relation=weaker-than:renyi-dp",
        ".dz-explore-table tbody tr:not([hidden]) th, .dz-explore-table tbody tr:not([hidden]) td",
        "Approximate differential privacy",
    ),
    Way("My table of probabilities?", ("Audit your mechanism",), "audit.html#table", "[data-lines] td", "ln(3)"),
    Way("ε = 4 a day, after a month?", ("ε = 4 a day: what is it after a month?",), "ask/every-day", "p", "at most 120"),
)


@pytest.mark.parametrize("screen", SCREENS, ids=["desk", "phone"])
def test_each_answer_is_two_clicks_away(watched: Watched, address: str, screen: tuple[int, int]) -> None:
    page = watched.page
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    for way in WAYS:
        assert len(way.links) <= 2
        page.goto(address)
        for name in way.links:
            link = page.get_by_role("link", name=name, exact=True).or_(page.get_by_title(name, exact=True))
            click(link.or_(page.get_by_role("link").filter(has=page.get_by_text(name, exact=True))).first)
            page.wait_for_load_state()
        assert way.page in page.url, way.question
        answer = page.locator(way.place).filter(has_text=way.answer).first
        expect(answer, way.question).to_be_in_viewport()
