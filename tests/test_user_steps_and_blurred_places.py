"""What witnesses of user-level DP and of geo-indistinguishability are built from, against independent computations."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import inf, log
from typing import Any

import networkx as nx
import pytest
from scipy.stats import laplace

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.finite_mechanism import complete_domain
from dpzoo.notions.registry import executables
from dpzoo.witnesses.separations.noisy_numbers_table import cells
from dpzoo.witnesses.separations.rare_outputs_table import ROWS_OF_USERS, steps_between_users


def test_the_steps_between_users_are_shortest_ways() -> None:
    domain = complete_domain(ROWS_OF_USERS, 3)
    steps: Any = nx.Graph()
    for d in domain:
        for user in {user for user, _ in d}:
            steps.add_edge(d, tuple(row for row in d if row[0] != user))
    shortest = nx.single_source_shortest_path_length(steps, (ROWS_OF_USERS[0],))
    assert {d: steps_between_users(d) for d in domain} == dict(shortest)


@pytest.mark.parametrize("a", [Fraction(0), Fraction(1, 2), Fraction(3), Fraction(7, 2), Fraction(4)])
def test_the_cells_have_the_probabilities_of_the_laplace_distribution(a: Fraction) -> None:
    edges = [-inf, *range(5), inf]
    noise = laplace(loc=float(a), scale=1 / log(4))
    expected = [noise.cdf(right) - noise.cdf(left) for left, right in pairwise(edges)]
    assert [float(p) for p in cells(a, 4).values()] == pytest.approx(expected)
    assert sum(cells(a, 4).values()) == 1


@pytest.mark.parametrize(
    "law", [{"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"a": Fraction(1, 7), "b": Fraction(2, 7), "c": Fraction(4, 7)}]
)
def test_under_a_law_with_atoms_random_dp_allows_everything_at_some_gamma_below_one(law: dict[str, Fraction]) -> None:
    publish = FiniteMechanism.deterministic(complete_domain(sorted(law), 2), lambda d: d)
    random_dp: Any = executables()["random-dp"]
    found = random_dp.tightest(publish, prior=law, epsilon=1)
    assert found.value == 1 - sum(p**2 for p in law.values())
