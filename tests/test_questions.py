"""The hand-written open questions: their commands run, and what they name exists."""

from __future__ import annotations

import math
import re
import shlex
from itertools import permutations

import pytest
from conftest import Run

from dpzoo.records.enums import RelationKind
from dpzoo.relations.forms import forms
from dpzoo.site.counting import counts
from dpzoo.site.open_questions import by_hand
from dpzoo.zoo.zoo import Zoo


@pytest.mark.parametrize("question", by_hand(), ids=[q["id"] for q in by_hand()])
def test_where_things_stand_can_be_seen(run: Run, question: dict[str, str]) -> None:
    program, *words = shlex.split(question["try"])
    assert program == "dpzoo"
    assert run(*words).returncode == 0


@pytest.mark.parametrize("question", by_hand(), ids=[q["id"] for q in by_hand()])
def test_what_a_question_names_exists(zoo: Zoo, question: dict[str, str]) -> None:
    named = re.findall(r"(?<![\w$-])[a-z0-9]+(?:-[a-z0-9]+)*-(?:dp|privacy|ratio)\b", question["known"])
    assert all(name in zoo or name in zoo.errata for name in named), named
    assert all(key in zoo.references for key in re.findall(r"\b[A-Z][A-Za-z]*\d\d\b", question["known"]))
    assert question["asks"].endswith("?")


def test_outside_of_tables_a_pair_in_normal_form_is_decided_or_its_universe_says_why_not(zoo: Zoo) -> None:
    """One list in each universe's record, which names every open pair and no other."""
    shapes = [f for f in forms(zoo.base).values() if f.compared.universe != "tables"]
    same = [(a.notion, b.notion) for a, b in permutations(shapes, 2) if a.compared.universe == b.compared.universe]
    undecided = [pair for pair in same if not zoo.inference.answer(RelationKind.IMPLIES, *pair).decided]
    named = [p for u in zoo.base.blocks.universes.values() if u.id != "tables" for g in u.record.undecided for p in g.pairs]
    assert sorted(undecided) == sorted(named)


def test_the_counts_of_answers_add_up(zoo: Zoo) -> None:
    """Every ordered pair is decided, open, or about different data."""
    counted = counts(zoo)
    assert counted["pairs"] == len(zoo) * (len(zoo) - 1)
    assert counted["decided_pairs"] + counted["open_pairs"] + counted["different_data"] == counted["pairs"]


@pytest.mark.parametrize(("rho", "least", "most"), [(0.05, 1.5, 2), (0.5, 1.5, 2), (8, 4, 5)])
def test_how_far_the_recorded_spread_is_from_what_a_mechanism_needs(zoo: Zoo, rho: float, least: float, most: float) -> None:
    """What the question on zCDP and mean-concentrated DP says; the map is √(2(e - 1)·max(v, v²)) with v = 2ρ."""
    recorded = math.sqrt(2 * math.expm1(1) * max(2 * rho, 4 * rho * rho))
    found = zoo.optimal(f"zCDP({rho})", "mean-concentrated-dp", mu=10 * rho + 1)
    assert math.sqrt(2 * rho) < found.lower  # more than the Gaussian mechanism needs
    assert least < recorded / found.lower < most


@pytest.mark.parametrize(("rho", "above"), [(0.0001, 2e-5), (0.01, 1.5e-6), (0.1, 2e-7)])
def test_how_far_the_usual_formula_is_from_the_optimum(zoo: Zoo, rho: float, above: float) -> None:
    """What the question on a closed form says."""
    _, formula = zoo.convert(f"zCDP({rho})", "approximate-dp", delta=1e-6)
    assert formula.loss is not None
    assert above / 2 < formula.loss - 1 < above
