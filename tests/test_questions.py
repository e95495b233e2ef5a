"""The hand-written open questions: their commands run, and what they name exists."""

from __future__ import annotations

import re
import shlex

import pytest
from conftest import Run

from dpzoo.site.asking import by_hand
from dpzoo.site.counting import counts
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


def test_the_counts_of_answers_add_up(zoo: Zoo) -> None:
    """Every ordered pair is decided, open, or about different data."""
    counted = counts(zoo)
    assert counted["pairs"] == len(zoo) * (len(zoo) - 1)
    assert counted["decided_pairs"] + counted["open_pairs"] + counted["different_data"] == counted["pairs"]
