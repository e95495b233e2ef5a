"""What a user gives for a structural parameter: every way to write it means the same, and what means nothing is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpzoo.blocks import FiniteMechanism, prior_structures, simulator_structures, structures
from dpzoo.blocks.priors import Prior
from dpzoo.notions.registry import executables
from dpzoo.numbers.errors import BlockError

HALF = Fraction(1, 2)
ONE = FiniteMechanism([(0,), (1,)], ["a", "b"], [[HALF, HALF], [Fraction(3, 4), Fraction(1, 4)]])
NOTIONS = executables()


def read(reader: Callable[..., Any], given: Any, mechanism: FiniteMechanism = ONE) -> Any:
    return reader(given, mechanism, ("given",))


def test_a_test_function_is_a_callable_a_mapping_or_its_values() -> None:
    ways = [lambda o: 2 if o == "a" else 3], [{"a": 2, "b": 3}], [[2, 3]]
    found = [[[x.rational for x in h] for h in read(structures.functions_of_outputs, w)] for w in ways]
    assert found == [[[2, 3]]] * 3


def test_positions_are_listed_in_order_or_by_number() -> None:
    assert read(structures.positions, [[1], []]) == read(structures.positions, {0: [1], "1": []}) == {0: (1,), 1: ()}


def test_a_profile_is_a_law_of_records_or_of_datasets_of_one() -> None:
    """Two datasets of one record each, at 1/4 and 3/4."""
    weights = {(0,): Fraction(1, 4), (1,): Fraction(3, 4)}
    profiles = prior_structures._profiles
    by_records = read(profiles, {0: Fraction(1, 4), 1: Fraction(3, 4)})
    listed = [{"dataset": [0], "probability": "1/4"}, {"dataset": [1], "probability": "3/4"}]
    for given in (Prior.of(weights), {"weights": listed}):
        assert dict(read(profiles, given).weights) == dict(by_records.weights)


PAIR = FiniteMechanism([(0, 1), (1, 1)], ["a"], [[1], [1]])
NONE_ALONE = "a profile needs datasets of one record, and the mechanism has none with 0 alone"


@pytest.mark.parametrize(
    ("reader", "given", "mechanism", "says"),
    [
        (structures.functions_of_outputs, [], ONE, "the function class is empty; give at least one test function"),
        (structures.functions_of_outputs, [[1]], ONE, "a test function has 1 values for 2 outputs"),
        (structures.positions, [[-1]], ONE, "positions are whole numbers from 0"),
        (structures.positions, "01", ONE, "lists of positions"),
        (structures.record, 7, ONE, "no dataset of the mechanism has the record 7"),
        (simulator_structures.worlds_of, "agg", ONE, "a list of pairs of functions, agg and priv is needed, and 'agg' is given"),
        (simulator_structures.worlds_of, 3, ONE, "a list of pairs of functions, agg and priv is needed, and 3 is given"),
        (prior_structures._profiles, Prior.of({(0, 1): 1}), PAIR, "a profile is a distribution of one record"),
        (prior_structures._profiles, {0: 1}, PAIR, NONE_ALONE),
    ],
)
def test_what_means_nothing_is_refused_with_a_sentence(
    reader: Callable[..., Any], given: Any, mechanism: FiniteMechanism, says: str
) -> None:
    with pytest.raises(BlockError) as refused:
        read(reader, given, mechanism)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("datasets", "universe"),
    [([(0,), (1, 2)], [0, 1, 2]), ([(0,), (7,)], [0, 1]), ([(0, 1), (0, 2)], [0, 1])],
    ids=["two-sizes", "a-stranger", "a-stranger-in-a-pair"],
)
def test_the_missing_participant_is_one_of_the_universe_and_all_datasets_have_one_size(
    datasets: list[tuple[int, ...]], universe: list[int]
) -> None:
    mechanism = FiniteMechanism(datasets, ["a"], [[1]] * len(datasets))
    with pytest.raises(BlockError, match="sets of individuals, all of one size"):
        NOTIONS["differential-identifiability"].tightest(mechanism, U=universe)


def test_a_result_names_what_was_fixed_and_nothing_else() -> None:
    """From 1/2 to 1/4 the second output falls by a factor of two; in total 1/4 moves."""
    assert str(NOTIONS["epsilon-dp"].tightest(ONE)) == "epsilon = ln(2) (certified)"
    assert str(NOTIONS["approximate-dp"].tightest(ONE, epsilon=0)) == "delta = 1/4 at epsilon = 0 (certified)"


def test_a_negative_chance_in_floats_is_named() -> None:
    """A zero before it is a chance like any other."""
    with pytest.raises(BlockError) as refused:
        FiniteMechanism([(0,), (1,)], ["a", "b", "c"], np.array([[0.0, 0.5, 0.5], [0.6, 0.5, -0.1]]))
    assert "-0.1" in str(refused.value)
