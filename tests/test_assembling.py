"""A definition in two readings: as the notion runs by itself, and as its unit and its standard run together."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from dpzoo.blocks import FiniteMechanism, complete_domain
from dpzoo.notions.assembling import assembled
from dpzoo.notions.executable import Compared
from dpzoo.notions.registry import executables
from dpzoo.relations.forms import forms
from dpzoo.zoo.zoo import Zoo

RECORDS = (("0", "0"), ("0", "1"), ("1", "0"))  # an owner and a value, of one bit each
FIXED: dict[str, Any] = {
    "alpha": 2,
    "delta": Fraction(1, 20),
    "xi": 0,
    "omega": 3,
    "k": 2,
    "c": 2,
    "delta_a": Fraction(1, 50),
    "delta_p": Fraction(1, 50),
    "tau": 1,
}


def some(seed: int) -> FiniteMechanism:
    rng = random.Random(seed)
    tables = complete_domain(RECORDS, 2)
    rows = [[rng.randint(1, 9) for _ in range(3)] for _ in tables]
    return FiniteMechanism(tables, [0, 1, 2], [[Fraction(w, sum(row)) for w in row] for row in rows])


def test_both_readings_of_every_notion_agree(zoo: Zoo) -> None:
    """On random mechanisms over tables with owners, for all notions that need nothing else and are made of blocks."""
    compared = set()
    for name, own in forms(zoo.base).items():
        alone = executables().get(name)
        if type(alone) is not Compared or any(s.default is None for s in alone.structure.values()) or "blank" in alone.structure:
            continue
        made = assembled(zoo.base, own, executables())
        if made is None or own.compared.universe != "tables":
            continue
        free = next((n for n in own.intensity if n not in FIXED), own.intensity[-1])
        if set(alone.quantitative) - {free} - FIXED.keys():
            continue
        given = {n: FIXED[n] for n in alone.quantitative if n != free}
        for seed in range(2):
            first, second = (e.tightest(some(seed), **given).value for e in (alone, made))  # type: ignore[union-attr]
            assert float(first) == pytest.approx(float(second), rel=1e-12), (name, seed)
        compared.add(name)
    assert {"bounded-dp", "client-dp", "renyi-dp", "group-privacy", "max-kl-stability"} <= compared


def test_a_new_combination_runs(zoo: Zoo) -> None:
    """Randomised response over one bit: ln 3 replaced, TV 1/2 replaced; adding a record is not among its datasets."""
    rr = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
    made = zoo.combine(unit="one-record-replaced", standard="total-variation")
    assert made.new
    assert made.tightest(rr).value == Fraction(1, 2)  # type: ignore[union-attr]
    assert made.holds(rr, epsilon=Fraction(1, 2)).holds is True
    assert made.holds(rr, epsilon=Fraction(49, 100)).holds is False
