"""Questions about the graph of notions, in Python and in the shell; the page's filter is tested with the page."""

from __future__ import annotations

import pytest

from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import Answer
from dpzoo.zoo.errors import UnknownNotionError
from dpzoo.zoo.where import QuestionError
from dpzoo.zoo.zoo import Zoo


def ids(zoo: Zoo, question: str) -> set[str]:
    return {n.id for n in zoo.where(question)}


def test_rdp_gives_approximate_dp_and_not_pure_dp(zoo: Zoo) -> None:
    """Mironov 2017, Proposition 3, and Gaussian noise, which has Rényi DP and no finite ε at δ = 0."""
    assert "approximate-dp" in ids(zoo, "weaker than RDP")
    assert "epsilon-dp" not in ids(zoo, "weaker than RDP")
    assert "epsilon-dp" in ids(zoo, "not implied by RDP")
    assert "renyi-dp" not in ids(zoo, "weaker than RDP") | ids(zoo, "not implied by RDP")


def test_a_condition_is_what_inference_says(zoo: Zoo) -> None:
    implied = {
        n
        for n in zoo
        if n != "zero-concentrated-dp" and zoo.inference.answer(RelationKind.IMPLIES, "zero-concentrated-dp", n) is Answer.YES
    }
    assert ids(zoo, "implied by zCDP") == implied
    assert ids(zoo, "implied by zCDP but not by (ε, δ)-DP") == implied & ids(zoo, "not implied by (ε, δ)-DP")
    assert ids(zoo, "implied by zCDP; convexity fails") == implied & {n.id for n in zoo.notions(convexity="fails")}


def test_blocks_years_and_letters_are_conditions(zoo: Zoo) -> None:
    assert {"edge-dp", "node-dp"} <= ids(zoo, "graph data and post-processing holds")
    assert "epsilon-dp" not in ids(zoo, "graphs")
    assert ids(zoo, "dimension Q and since 2006 and before 2007") == {n.id for n in zoo.notions(dimension="Q", year=2006)}
    assert ids(zoo, "not runs") | ids(zoo, "runs") == set(zoo)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("", "empty"),
        ("weaker then RDP", "did you mean 'weaker than'"),
        ("composition perhaps", "none of these"),
        ("standard reny", "did you mean 'renyi'"),
        ("by RDP", "not a condition"),
        ("graphs and stronger than", "does not say which notion"),
        ("not", "does not say which notion"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(zoo: Zoo, question: str, says: str) -> None:
    with pytest.raises(QuestionError, match=says):
        zoo.where(question)


def test_an_unknown_notion_is_named(zoo: Zoo) -> None:
    with pytest.raises(UnknownNotionError, match="zCDPX"):
        zoo.where("implied by zCDPX")
