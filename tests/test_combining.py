"""Blocks put together: what is known is found, what is new is placed where mathematics puts it."""

from __future__ import annotations

import pytest
from conftest import Run

import dpzoo
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.facts import Answer
from dpzoo.zoo.combination import COMBINED, CombinationError
from dpzoo.zoo.zoo import Zoo


@pytest.fixture(scope="module")
def zoo() -> Zoo:
    return dpzoo.load()


def test_a_known_combination_is_the_notion(zoo: Zoo) -> None:
    made = zoo.combine(unit="node-dp", standard="renyi-dp")
    assert not made.new
    assert made.notion.id == "node-renyi-dp"
    assert {n.id for n in zoo.combine(standard="hockey-stick").known} >= {"approximate-dp"}


def test_a_new_one_lies_between_what_it_should(zoo: Zoo) -> None:
    """zCDP for nodes: implied by pure DP for nodes, implies Rényi DP for nodes, and neither way back."""
    made = zoo.combine(unit="node-dp", standard="zCDP")
    assert made.new
    ask = made.zoo.inference.answer
    for kind in (RelationKind.IMPLIES, RelationKind.STRONGER_THAN):
        assert ask(kind, "node-dp", COMBINED) is Answer.YES
        assert ask(kind, COMBINED, "node-renyi-dp") is Answer.YES
        assert ask(kind, COMBINED, "node-dp") is Answer.NO
        assert ask(kind, "node-renyi-dp", COMBINED) is Answer.NO
    assert [d.subject for d in made.stronger] == ["node-dp"]
    assert {which: made.verdict(which) for which in Property} == dict.fromkeys(Property, Verdict.HOLDS)


def test_post_processing_fails_where_the_standard_fails(zoo: Zoo) -> None:
    made = zoo.combine(unit="node-dp", standard="probabilistic-dp")
    assert made.verdict(Property.POST_PROCESSING) is Verdict.FAILS


def test_a_new_one_converts(zoo: Zoo) -> None:
    """(ξ, ρ)-zCDP for nodes at order α is Rényi DP with ε = ξ + ρα, as for records."""
    made = zoo.combine(unit="node-dp", standard="zCDP")
    best = made.zoo.convert(f"{COMBINED}(xi=0, rho=0.1)", "node-renyi-dp", alpha=4)[0]
    assert best.target.values["epsilon"] == pytest.approx(0.4, rel=1e-9)


@pytest.mark.parametrize(
    ("blocks", "says"),
    [
        ({"unit": "no-such-thing"}, "neither a unit nor a notion"),
        ({"unit": "node-dp", "universe": "tables"}, "choose a unit of tables"),
        ({"colour": "red"}, "choose among universe, unit"),
    ],
)
def test_what_makes_no_sense_says_why(zoo: Zoo, blocks: dict[str, str], says: str) -> None:
    with pytest.raises(CombinationError, match=says):
        zoo.combine(**blocks)


def test_the_command(run: Run) -> None:
    done = run("combine", "--unit", "node-dp", "--standard", "zCDP")
    assert done.returncode == 0
    assert "nobody has named this combination" in done.stdout
    assert "implied by: node-dp" in done.stdout
    refused = run("combine")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
