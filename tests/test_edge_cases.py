"""Blocks and notions at their edges: infinite ε, ties, outputs that one side never gives, numbers that nothing tells apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from by_hand import agrees, coin, powers

from dpzoo.blocks import divergences as d
from dpzoo.blocks import prior_structures, simulator_structures
from dpzoo.blocks.concentrated import subgaussian_variance
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.tradeoff import above, gaussian_mu, gaussian_tradeoff, tradeoff
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Frontier
from dpzoo.numbers.errors import BlockError

F = Fraction
NOTIONS = executables()
EVEN, SKEW = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))), ((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))
CERTAIN = ((F(1), F(0)), (F(1, 2), F(1, 2)))


def exactly(*probabilities: Fraction) -> np.ndarray:
    return np.array(probabilities, dtype=object)


def pair(laws: Sequence[Sequence[Fraction]], *, back: bool = False) -> FiniteMechanism:
    """Two neighbours with these laws, compared from the first to the second (or back)."""
    ends = ((1,), (0,)) if back else ((0,), (1,))
    return FiniteMechanism([(0,), (1,)], range(len(laws[0])), laws, neighbours=[ends])


# divergences and standards --------------------------------------------------------------------------------------------


def test_at_infinite_epsilon_delta_is_what_the_other_side_never_gives() -> None:
    """δ(∞) = P[Q = 0], in floats as in fractions."""
    p, q = np.array([0.5, 0.25, 0.25]), np.array([0.75, 0.25, 0.0])
    assert d.hockey_stick(p, q, math.inf) == 0.25
    both = d.hockey_stick(np.stack([p, p]), np.stack([q, q]), np.array([math.inf, 0.5]))
    assert both.tolist() == pytest.approx([0.25, 0.125 + 0.125 + 0.25])
    assert d.hockey_stick(exactly(F(1, 2), F(1, 4), F(1, 4)), exactly(F(3, 4), F(1, 4), F(0)), math.inf).rational == F(1, 4)


@pytest.mark.parametrize("digits", [10, 40, 60, 100])
def test_a_loss_that_hardly_varies_has_a_subgaussian_parameter_all_the_same(digits: int) -> None:
    """Two values of the loss, both of chance 1/2 and R apart, have τ = R/2 (Hoeffding): here R = ln((½ + x)/(½ - x))."""
    x = F(1, 10**digits)
    found = subgaussian_variance(exactly(F(1, 2), F(1, 2)), exactly(F(1, 2) + x, F(1, 2) - x))
    with mpmath.workdps(digits + 40):
        small = mpmath.mpf(10) ** -digits
        truth = (mpmath.log((1 + 2 * small) / (1 - 2 * small)) / 2) ** 2
        low, high = found.bounds
        assert 0 < low <= truth <= high
        assert high < low * (1 + 1e-8)


def test_beside_a_rare_loss_the_subgaussian_parameter_stays_enclosed() -> None:
    """Kearns & Saul for two values R apart, the first with chance x = 2^-1000: R²(1 - 2x)/(2 ln((1 - x)/x))."""
    rare = F(1, 2**1000)
    low, high = subgaussian_variance(exactly(rare, 1 - rare), exactly(rare / 2, 1 - rare / 2)).bounds
    truth = math.log(2) ** 2 / (2 * 1000 * math.log(2))
    assert low <= truth <= high < 1


def test_laws_that_are_equal_or_differ_by_a_factor_have_a_loss_without_variance() -> None:
    half = exactly(F(1, 2), F(1, 2))
    for p, q in ((half, half), (exactly(F(1), F(0)), half)):
        assert subgaussian_variance(p, q).rational == 0


@pytest.mark.parametrize(
    ("notion", "laws", "given", "free", "expected"),
    [
        ("fk-divergence-dp", CERTAIN, {"epsilon": 1}, "k", 1),  # back Σ|p - q| = 1 at k = 1, and infinite beyond
        ("bounded-concentrated-dp", ((F(1),), (F(1),)), {"xi": 0, "rho": 0}, "omega", "inf"),  # equal laws: D = 0
    ],
)
def test_an_order_at_the_end_of_its_range(notion: str, laws: Any, given: dict[str, Any], free: str, expected: Any) -> None:
    found = NOTIONS[notion].tightest(FiniteMechanism([(0,), (1,)], range(len(laws[0])), laws), **given)
    assert found.parameter == free
    assert agrees(found.value, expected)


def test_a_curve_that_touches_its_bound_is_left_undecided() -> None:
    """T of randomised response has the corner (¼, ¼), and with μ = 2Φ⁻¹(¾) so has G_μ: no enclosure tells the two apart."""
    p, q = (exactly(*law) for law in EVEN)
    curve = tradeoff(p, q)
    assert above(curve, gaussian_tradeoff(gaussian_mu(p, q))) == (None, (F(1, 4), F(1, 4)))


# what shows a loss ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notion", "given", "event", "left", "right"),
    [
        ("epsilon-dp", {}, (0,), "1/2", "1/4"),  # the largest ratio is 2, at the first output
        ("indistinguishable-privacy", {}, (0,), "1/2", "1/4"),
        ("range-bounded-privacy", {}, (0,), "1/2", "1/4"),
        ("approximate-dp", {"epsilon": "log(3/2)"}, (0,), "1/2", "1/4"),
        ("approximate-dp", {"epsilon": "log(4)"}, (0,), "1/2", "1/4"),  # no output exceeds e^ε: the largest ratio shows it
        ("total-variation-privacy", {}, (0,), "1/2", "1/4"),
    ],
)
def test_the_event_that_shows_a_loss(notion: str, given: dict[str, Any], event: Any, left: str, right: str) -> None:
    worst = NOTIONS[notion].tightest(pair(SKEW), **given).worst
    assert (worst.left, worst.right) == ("(0)", "(1)")
    assert (worst.event, worst.probability_left, worst.probability_right) == (event, F(left), F(right))
    assert str(worst) == f"(0) against (1), outputs {{0}}: {left} against {right}"


def test_a_frontier_of_independent_parameters_names_its_worst_pair() -> None:
    """The mean of the loss and its range do not depend on each other, and one pair shows both."""
    found = NOTIONS["mean-concentrated-dp"].tightest(pair(SKEW))
    assert isinstance(found, Frontier)
    assert (found.worst.left, found.worst.right) == ("(0)", "(1)")


# ties and empty things ------------------------------------------------------------------------------------------------


def test_places_of_equal_chance_are_taken_in_the_order_of_the_records() -> None:
    """Three places of chance 1/3: with δ = 1/3 two are kept, the first two; they differ by a factor of 2."""
    mechanism = powers({("a",): 1, ("b",): 2, ("c",): 9})
    found = NOTIONS["dp-on-delta-location-set"].tightest(mechanism, prior={"a": F(1, 3), "b": F(1, 3), "c": F(1, 3)}, delta="1/3")
    assert agrees(found.value, "log(2)")


def test_graphs_without_edges_have_a_first_number_of_edges() -> None:
    """One graph alone: nothing is compared, whatever the number of edges that change."""
    found = NOTIONS["k-edge-dp"].tightest(coin({(): F(1, 2)}), epsilon=1)
    assert found.nothing or found.value.infinite


# what is refused ------------------------------------------------------------------------------------------------------

HALF = F(1, 2)
ONE_RECORD = coin({("a",): F(3, 4), ("b",): F(1, 4)})
RATES = FiniteMechanism([(0,), (1,)], [0, 1], EVEN)
TWO_ROUNDS = {((0,), ("p", "q")): {(0, 0): 1}, ((1,), ("p", "q")): {(1, 0): 1}}


def asked(notion: str, mechanism: FiniteMechanism, **given: Any) -> Callable[[], Any]:
    return lambda: NOTIONS[notion].tightest(mechanism, **given)


def law(rows: Mapping[Any, Mapping[Any, Any]]) -> FiniteMechanism:
    return FiniteMechanism.from_function(list(rows), lambda d: {o: F(p) for o, p in rows[d].items()})


REFUSED: list[tuple[Callable[[], Any], str, tuple[Any, ...]]] = [
    (asked("epsilon-dp", RATES, rho=1), "epsilon-dp has no parameter 'rho'; it has epsilon", ()),
    (asked("approximate-dp", RATES, delta=2), "delta is 2; it must be between 0 and 1", ()),
    (asked("approximate-dp", RATES, epsilon=-1), "epsilon is -1; it must be at least 0", ()),
    (asked("maximal-alpha-leakage", ONE_RECORD, epsilon=1), "maximal-alpha-leakage can leave epsilon open, not alpha", ()),
    (
        asked("sliced-renyi-pufferfish", RATES, Theta=[], Phi=[], omega=[(1, 1)]),
        "an entry is a direction, a list of numbers, and its probability",
        ("omega", 0),
    ),
    (
        asked("capacity-bounded-dp", RATES, f="chi-square", H=[]),
        "the function class is empty; give at least one test function",
        ("H",),
    ),
    (
        asked("subspace-dp", RATES, V=[[True]], delta=0),
        "True is not a rational number; outputs and basis are numbers or lists of numbers",
        ("V", 0),
    ),
    (
        asked("subspace-dp", RATES, V=[["sqrt(2)"]], delta=0),
        "'sqrt(2)' is not a rational number; outputs and basis are numbers or lists of numbers",
        ("V", 0),
    ),
    (
        asked("participation-schema-dp", RATES, P=[[-1]], epsilon=0),
        "-1 is not a time; times are counted from 0",
        ("P", 0, 0),
    ),
    (
        lambda: FiniteMechanism([(0,), (1,)], [0, 1], np.array([[0.5, 0.5], [0.5, 0.75]])),
        "row 2 sums to 1.25 and not to 1",
        ("matrix", 1),
    ),
    (lambda: RATES.index((7,)), "the mechanism has no dataset (7)", ()),
    (
        asked("interactive-dp", law({(((0,), ("p",)), ((1,), ("p",))): {("x",): 1}}), delta=0),
        "is not a single record (data, questions), two lists",
        (),
    ),
    (
        asked("adaptive-continual-release-dp", law({(0, 0): {(0, 0): 1}, (0, 1): {(1, 0): 1}}), epsilon=0),
        "answer 1 of the stream depends on inputs that come after it, after (0,)",
        (),
    ),
    (
        lambda: simulator_structures.signal_law([{"value": 1, "probability": "half"}], ("A", 0)),
        "'half' is not a fraction or a decimal number",
        ("A", 0, 0, "probability"),
    ),
    (
        lambda: prior_structures._attacker([1, 2], RATES, ("A",)),
        "an attacker has a prior, a target position and a list of known positions (from 0)",
        ("A",),
    ),
]


@pytest.mark.parametrize(("call", "sentence", "place"), REFUSED, ids=[str(k) for k in range(len(REFUSED))])
def test_a_refusal_says_what_is_wrong_and_where(call: Callable[[], Any], sentence: str, place: tuple[Any, ...]) -> None:
    with pytest.raises(BlockError) as refused:
        call()
    assert str(refused.value).endswith(sentence)
    assert refused.value.path == place
