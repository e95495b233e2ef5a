"""What is printed of an equivalence in a direction holds in that direction: each map is attacked, forward and back."""

from __future__ import annotations

from typing import Any

import pytest

import dpzoo
from dpzoo.expressions.tree import Name
from dpzoo.falsify.attackable import implication
from dpzoo.falsify.campaign import attack
from dpzoo.falsify.choices import CHOICES
from dpzoo.falsify.premises import NotAttackableError
from dpzoo.records.enums import RelationKind
from dpzoo.relations.directions import Half

ZOO = dpzoo.load()
TRIALS = range(25)
CLAIMS = [c for c in ZOO.claims if c.kind is RelationKind.EQUIVALENT_TO and not c.disputed]
HALVES = [
    half
    for c in CLAIMS
    if not c.relation.given and c.relation.at is None and c.id not in CHOICES
    for half in ZOO.halves(c)
    if half.map is not None
]


def target(half: Half, map: Any) -> Any:
    try:
        return implication(ZOO, half.start, half.end, map, id=f"{half.start} to {half.end}", free=half.free)
    except NotAttackableError:
        return None


ATTACKED = [(half, made) for half in HALVES if (made := target(half, half.map)) is not None]


@pytest.mark.parametrize(("half", "made"), ATTACKED, ids=[made.id for _, made in ATTACKED])
def test_a_direction_of_an_equivalence_survives(half: Half, made: Any) -> None:
    found = attack(made, TRIALS, seed=11)
    assert found.survived, found.counterexample


def test_most_directions_are_attacked() -> None:
    assert len(ATTACKED) >= 20


@pytest.mark.parametrize("pair", [("approximate-dp", "probabilistic-dp"), ("epsilon-dp", "range-bounded-privacy")], ids=str)
def test_the_same_parameters_back_are_refuted(pair: tuple[str, str]) -> None:
    """The sentences that were printed: the same ε and δ in the direction that the map does not have."""
    start, end = pair
    same = {n: Name(n) for n in ZOO[end].record.quantitative}
    made = implication(ZOO, start, end, same, id=f"{start} to {end}")
    assert not attack(made, range(200), seed=11).survived
