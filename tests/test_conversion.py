"""Conversions agree with published formulas, with opendp and with dp-accounting, and with high-precision mpmath."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np
import pytest
from conftest import Run
from scipy import stats

from dpzoo.checks.tightness import beaten_maps
from dpzoo.loading.folder import load_folder
from dpzoo.records.enums import Direction, RelationKind
from dpzoo.relations.facts import Answer
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee, parse_conjunction, parse_guarantee, spread
from dpzoo.relations.optimizing import SearchAxis, begin, first_admissible, line
from dpzoo.zoo.zoo import Zoo


def epsilon(zoo: Zoo, guarantee: str, target: str = "approximate-dp", **fix: float) -> float:
    best = zoo.convert(guarantee, target, **fix)[0]
    assert not best.conditions
    return best.target.values["epsilon"]


@pytest.mark.parametrize(("order", "loss", "delta"), [(2.0, 0.1, 1e-3), (8.0, 0.5, 1e-5), (32.0, 1.5, 1e-9), (4.0, 3.0, 1e-6)])
def test_renyi_to_approximate_is_that_of_dp_accounting(zoo: Zoo, order: float, loss: float, delta: float) -> None:
    from dp_accounting.rdp import compute_epsilon

    theirs, _ = compute_epsilon([order], [loss], delta)
    assert epsilon(zoo, f"renyi-dp(alpha={order}, epsilon={loss})", delta=delta) <= theirs * (1 + 1e-6)
    (direct,) = [c for c in zoo["renyi-dp"].outgoing if c.object == "approximate-dp" and c.relation.suffix is None]
    assert direct.relation.map is not None
    value = direct.relation.map["epsilon"].evaluate({"alpha": order, "epsilon": loss, "delta": delta})
    assert value == pytest.approx(theirs, rel=1e-6)


@pytest.mark.parametrize(("rho", "delta"), [(0.5, 1e-6), (0.02, 1e-9), (3.0, 1e-5)])
def test_zcdp_to_approximate_beats_the_textbook_and_meets_the_optimum_over_orders(zoo: Zoo, rho: float, delta: float) -> None:
    """The improved Rényi conversion at the best order, computed independently with mpmath."""
    ours = epsilon(zoo, f"zCDP(xi=0, rho={rho})", delta=delta)

    def at(order: mpmath.mpf) -> mpmath.mpf:
        a = mpmath.mpf(order)
        return rho * a + mpmath.log(1 - 1 / a) - mpmath.log(delta * a) / (a - 1)

    with mpmath.workdps(40):
        start = 1 + math.sqrt(math.log(1 / delta) / rho)
        best = mpmath.findroot(lambda a: mpmath.diff(at, a), start)
        expected = float(at(best))
    assert ours == pytest.approx(expected, rel=1e-7)
    assert ours < rho + 2 * math.sqrt(rho * math.log(1 / delta))


@pytest.mark.parametrize(("rho", "delta"), [(0.5, 1e-6), (0.125, 1e-8)])
def test_zcdp_to_approximate_is_that_of_opendp(zoo: Zoo, rho: float, delta: float) -> None:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    scale = 1 / math.sqrt(2 * rho)
    gaussian = dp.m.make_gaussian(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale=scale)
    theirs = dp.c.make_zCDP_to_approxDP(gaussian).map(1.0).epsilon(delta)
    assert epsilon(zoo, f"zCDP(xi=0, rho={rho})", delta=delta) == pytest.approx(theirs, rel=1e-6)


@pytest.mark.parametrize(("mu", "delta"), [(1.0, 1e-5), (0.3, 1e-7), (4.0, 1e-3)])
def test_gaussian_to_approximate_is_the_exact_dual(zoo: Zoo, mu: float, delta: float) -> None:
    """The root of the exact δ(ε) of a Gaussian, by mpmath; at μ = 1, δ = 10⁻⁵ it is 4.377."""
    with mpmath.workdps(40):

        def excess(e: mpmath.mpf) -> mpmath.mpf:
            return mpmath.ncdf(-e / mu + mu / 2) - mpmath.exp(e) * mpmath.ncdf(-e / mu - mu / 2) - delta

        expected = float(mpmath.findroot(excess, (0, 40), solver="bisect", tol=1e-25, maxsteps=300))
    assert epsilon(zoo, f"gaussian-dp(mu={mu})", delta=delta) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("loss", [0.1, 1.0, 3.0])
def test_pure_to_zero_concentrated_is_the_sharp_form(zoo: Zoo, loss: float) -> None:
    """ρ = ε·tanh(ε/2), attained by randomised response as α → 1; at most ε²/2 (Bun & Steinke 2016)."""
    best = zoo.convert(f"epsilon-dp(epsilon={loss})", "zero-concentrated-dp", xi=0)[0]
    assert best.target.values["rho"] == pytest.approx(loss * math.tanh(loss / 2), rel=1e-12)
    assert best.target.values["rho"] <= loss**2 / 2


@pytest.mark.parametrize(("loss", "order"), [(1.0, 2.0), (0.5, 8.0), (3.0, 1.5)])
def test_pure_to_renyi_is_randomised_response(zoo: Zoo, loss: float, order: float) -> None:
    """The worst ε-DP pair is randomised response, whose Rényi divergence is a sum of two terms."""
    p = mpmath.exp(loss) / (1 + mpmath.exp(loss))
    divergence = mpmath.log(p**order * (1 - p) ** (1 - order) + (1 - p) ** order * p ** (1 - order)) / (order - 1)
    best = zoo.convert(f"epsilon-dp(epsilon={loss})", "renyi-dp", alpha=order)[0]
    assert best.target.values["epsilon"] == pytest.approx(float(divergence), rel=1e-9)


def test_a_chain_never_hides_the_direct_guarantee(zoo: Zoo) -> None:
    """Pure DP at ε = 1 is (1, 0)-DP, not what a detour through zCDP gives."""
    best = zoo.convert("epsilon-dp(epsilon=1)", "approximate-dp", delta=0)[0]
    assert best.target.values == {"epsilon": 1.0, "delta": 0.0}
    assert len(best.path) == 1
    assert epsilon(zoo, "epsilon-dp(epsilon=1)", delta=1e-6) <= 1


def test_unbounded_to_bounded_doubles(zoo: Zoo) -> None:
    assert epsilon(zoo, "unbounded-dp(epsilon=0.7)", "bounded-dp") == pytest.approx(1.4)


def test_groups(zoo: Zoo) -> None:
    assert epsilon(zoo, "epsilon-dp(epsilon=0.2)", "group-privacy", c=5) == pytest.approx(1.0)


def test_conditions_are_kept(zoo: Zoo) -> None:
    """Pure DP gives noiseless privacy with the same ε where records are independent, and not otherwise."""
    found = zoo.convert("epsilon-dp(epsilon=1)", "noiseless-privacy")
    assert all(c.conditions for c in found)
    assert any(c.conditions == {"independent-records"} and c.target.values == {"epsilon": 1.0} for c in found)


def test_the_formula_gives_the_value(zoo: Zoo) -> None:
    from dpzoo.relations.conversion import written

    best = zoo.convert("zCDP(xi=0, rho=0.5)", "approximate-dp", delta=1e-6)[0]
    assert written(best, "epsilon").evaluate(dict(best.source.values)) == pytest.approx(best.target.values["epsilon"], rel=1e-9)


def test_no_tight_map_is_beaten_by_another_path(zoo: Zoo) -> None:
    """A claim marked tight that another path beats would be a contradiction."""
    assert [str(f) for f in beaten_maps(zoo.base)] == []


def test_a_false_claim_of_tightness_is_found(sound: Path) -> None:
    """Pure to approximate privacy with twice the ε is not tight where the claim with the same ε stands."""
    path = sound / "baseline" / "pure.yaml"
    text = path.read_text(encoding="utf-8").replace(
        "relations:\n",
        "relations:\n  - {implies: approximate, suffix: loose, tight: true, map: {epsilon: 2*epsilon, delta: delta}, "
        "free: {delta: 0 < delta < 1}, evidence: [{proof: no}]}\n",
    )
    path.write_text(text, encoding="utf-8")
    (finding,) = beaten_maps(load_folder(sound).base)
    assert (finding.code, finding.location.path) == ("tight-map-beaten", path)


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("renyi-dp(alpha=2, epsilon=1/4)", "renyi-dp", {"alpha": 2.0, "epsilon": 0.25}),
        ("(ε,δ)-DP(epsilon=1, delta=1e-6)", "(ε,δ)-DP", {"epsilon": 1.0, "delta": 1e-6}),
        ("(ε,δ)-DP", "(ε,δ)-DP", {}),
        ("epsilon-dp(epsilon=max(1, log(3)))", "epsilon-dp", {"epsilon": math.log(3)}),
    ],
)
def test_guarantees_as_people_write_them(text: str, name: str, values: dict[str, float]) -> None:
    found, given = parse_guarantee(text)
    assert found == name
    assert given == pytest.approx(values)


@pytest.mark.parametrize(
    ("guarantee", "target", "fix", "says"),
    [
        ("RDP(alpha=2)", "approximate-dp", {"delta": 1e-6}, "needs a value for epsilon"),
        ("zCDP(xi=0, rho=-1)", "approximate-dp", {"delta": 1e-6}, "outside the domain"),
        ("zCDP(xi=0, rho=1)", "approximate-dp", {}, "fix all but one"),
        ("zCDP(xi=0, rho=1)", "approximate-dp", {"delta": 2}, "outside the domain"),
        ("zCDP(xi=0, rho=1)", "approximate-dp", {"beta": 2}, "has no parameter beta"),
        ("zCDP(xi=0, xi=1, rho=1)", "approximate-dp", {"delta": 1e-6}, "given twice"),
        ("zCDP(xi=0, rho=one)", "approximate-dp", {"delta": 1e-6}, "one is not a number"),
        ("epsilon-dp(epsilon=1)", "f-dp", {}, "is a function"),
        ("distributional-privacy-rot10(epsilon=1, gamma=0.9)", "bounded-dp", {}, "need gamma < 1/2, which does not hold"),
    ],
)
def test_unusable_guarantees_are_refused_in_a_sentence(
    zoo: Zoo, guarantee: str, target: str, fix: dict[str, float], says: str
) -> None:
    with pytest.raises(GuaranteeError, match=r"^[^\n]+$") as error:
        zoo.convert(guarantee, target, **fix)
    assert says in str(error.value)


def test_the_command(run: Run) -> None:
    done = run("convert", "zero-concentrated-dp(xi=0, rho=0.5)", "approximate-dp", "--fix", "delta=1e-6")
    assert done.returncode == 0
    assert done.stdout.startswith("zero-concentrated-dp(xi=0, rho=0.5) gives approximate-dp(epsilon=5.2215")
    refused = run("convert", "RDP(alpha=2)", "approximate-dp", "--fix", "delta=1e-6")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


ROUND_TRIPS = [
    ("epsilon-dp", {"epsilon": 1.0}),
    ("gaussian-dp", {"mu": 1.0}),
    ("renyi-dp", {"alpha": 8.0, "epsilon": 0.5}),
    *(("zero-concentrated-dp", {"xi": xi, "rho": rho}) for xi, rho in ((0.0, 0.1), (0.0, 2.0), (0.1, 0.01))),
    ("truncated-codp-bdrs18", {"rho": 0.5, "omega": 8.0}),
    ("bounded-concentrated-dp", {"xi": 0.0, "rho": 0.5, "omega": 8.0}),
    ("mean-concentrated-dp", {"mu": 0.5, "tau": 0.5}),
    ("approximate-zero-concentrated-dp", {"xi": 0.0, "rho": 0.5, "delta": 1e-7}),
    ("kl-privacy", {"epsilon": 0.05}),
    ("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}),
    ("range-bounded-privacy", {"epsilon": 1.0}),
]


@pytest.mark.parametrize(("notion", "values"), ROUND_TRIPS, ids=str)
def test_a_round_trip_through_epsilon_and_delta(zoo: Zoo, notion: str, values: dict[str, float]) -> None:
    """The least ε at δ, then the least δ at that ε: the second undoes the first, whichever parameter is fixed."""
    source = f"{notion}({', '.join(f'{n}={v!r}' for n, v in values.items())})"
    delta = 1e-3 if notion != "kl-privacy" else 0.1
    there = zoo.convert(source, "approximate-dp", delta=delta)[0].target.values["epsilon"]
    back = zoo.convert(source, "approximate-dp", epsilon=there)[0].target.values["delta"]
    assert back == pytest.approx(delta, rel=1e-6)


OTHER_ROUND_TRIPS = [
    ("zero-concentrated-dp(xi=0, rho=0.1)", "probabilistic-dp", "delta", {"delta": 1e-3}),
    ("renyi-dp(alpha=6, epsilon=0.4)", "probabilistic-dp", "delta", {"delta": 1e-6}),
    ("epsilon-dp(epsilon=1)", "probabilistic-dp", "delta", {"delta": 1e-3}),
    ("gaussian-dp(mu=0.7)", "max-kl-stability", "delta", {"delta": 1e-4}),
    ("zero-concentrated-dp(xi=0, rho=0.1)", "relaxed-dp", "delta_a", {"delta_a": 1e-4, "delta_p": 1e-3}),
    ("approximate-dp(epsilon=0.5, delta=1e-6)", "relaxed-dp", "delta_a", {"delta_a": 1e-5, "delta_p": 1e-2}),
    ("epsilon-dp(epsilon=1)", "renyi-dp", "alpha", {"alpha": 3.0}),
    ("epsilon-dp(epsilon=1)", "zero-concentrated-dp", "xi", {"xi": 0.1}),
    ("gaussian-dp(mu=0.7)", "zero-concentrated-dp", "xi", {"xi": 0.01}),
    ("renyi-dp(alpha=6, epsilon=0.4)", "truncated-codp-bdrs18", "omega", {"omega": 4.0}),
    ("zero-concentrated-dp(xi=0.1, rho=0.1)", "approximate-zero-concentrated-dp", "delta", {"delta": 1e-3, "xi": 0.01}),
    ("renyi-dp(alpha=6, epsilon=0.4)", "bounded-concentrated-dp", "omega", {"xi": 0.0, "omega": 4.0}),
]


@pytest.mark.parametrize(("source", "target", "moved", "fixed"), OTHER_ROUND_TRIPS, ids=str)
def test_round_trips_into_every_target_of_several_parameters(
    zoo: Zoo, source: str, target: str, moved: str, fixed: dict[str, float]
) -> None:
    """The best of one parameter at another, then the best of that other: not worse than it was, and worth exactly the same.

    Where the first does not depend on the other (pure DP has the same ε at every δ), the way back ends at a better value.
    """
    record = zoo[target].record
    (free,) = [n for n in record.quantitative if n not in fixed]
    there = zoo.convert(source, target, **fixed)[0].target.values[free]
    rest = {n: v for n, v in fixed.items() if n != moved}
    back = zoo.convert(source, target, **rest, **{free: there})[0].target.values[moved]
    sign = 1 if record.parameters[moved].direction is Direction.WEAKER else -1
    assert sign * back <= sign * fixed[moved] * (1 + sign * 1e-6)
    if back == pytest.approx(fixed[moved], rel=1e-6) or math.isinf(back):
        return
    again = zoo.convert(source, target, **rest, **{moved: back})[0].target.values[free]
    assert again == pytest.approx(there, rel=1e-6)


@pytest.mark.parametrize(("rho", "loss", "expected"), [(0.1, 1.0, 0.008933), (0.5, 4.0, 1.9580e-4), (0.5, 8.0, 2.7862e-14)])
def test_zcdp_at_a_fixed_loss(zoo: Zoo, rho: float, loss: float, expected: float) -> None:
    """The improved conversion at the best order, by mpmath; in closed form δ = e^((α-1)(ρα-ε))(1-1/α)^α/(α-1)."""
    source = NumericGuarantee("zero-concentrated-dp", {"xi": 0, "rho": rho})
    ours = zoo.converter.convert(source, "approximate-dp", {"epsilon": loss})[0].target.values["delta"]
    with mpmath.workdps(40):

        def log_delta(a: mpmath.mpf) -> mpmath.mpf:
            return (a - 1) * (rho * a - loss) + a * mpmath.log(1 - 1 / a) - mpmath.log(a - 1)

        best = mpmath.findroot(lambda a: mpmath.diff(log_delta, a), 1 + loss / (2 * rho))
        least = mpmath.exp(log_delta(best))
    assert least <= ours <= least * (1 + mpmath.mpf(10) ** -9)
    assert ours == pytest.approx(expected, rel=1e-4)


def test_approximate_dp_at_a_smaller_loss_is_the_region_of_kairouz_oh_and_viswanath(zoo: Zoo) -> None:
    """The excess at t of the worst pair: reveal with probability δ, else randomised response with odds e^ε."""
    ours = zoo.convert("approximate-dp(epsilon=1, delta=1e-3)", "approximate-dp", epsilon=0.5)[0].target.values["delta"]
    with mpmath.workdps(40):
        exact = mpmath.mpf(1e-3) + (1 - mpmath.mpf(1e-3)) * (mpmath.e - mpmath.exp(0.5)) / (1 + mpmath.e)
    assert exact <= ours <= exact * (1 + mpmath.mpf(10) ** -15)
    assert ours == pytest.approx(0.28836, abs=5e-6)


@pytest.mark.parametrize(
    ("source", "target", "fix", "says"),
    [
        ("approximate-dp(epsilon=1, delta=1e-6)", "probabilistic-dp", {"delta": 1e-6}, "no finite epsilon"),
        ("approximate-dp(epsilon=1, delta=1e-6)", "renyi-dp", {"alpha": 2}, "does not imply"),
        ("RDP(alpha=10, epsilon=1)", "approximate-dp", {"delta": 0}, "with delta = 0 Approximate differential privacy is"),
    ],
)
def test_a_refusal_names_what_is_recorded(zoo: Zoo, source: str, target: str, fix: dict[str, float], says: str) -> None:
    """e^(ε-t) rounds to 0 in floats at t = 38; no finite t gives the same δ, and twice the δ needs ln 2 more."""
    with pytest.raises(GuaranteeError, match=says):
        zoo.convert(source, target, **fix)


def test_a_printed_bound_is_rounded_so_that_it_stays_true(zoo: Zoo) -> None:
    for loss in (0.1, 1.0, 1 / 3):
        best = zoo.convert(f"epsilon-dp(epsilon={loss!r})", "zCDP", xi=0)[0]
        printed = mpmath.mpf(best.said.partition("rho=")[2].rstrip(")"))
        with mpmath.workdps(40):
            exact = mpmath.mpf(loss) * mpmath.tanh(mpmath.mpf(loss) / 2)
        assert exact <= best.target.values["rho"]
        assert exact <= printed <= exact * (1 + mpmath.mpf(10) ** -8)


def test_an_equivalence_says_the_same_only_where_that_direction_is_recorded(zoo: Zoo) -> None:
    """The nine whose map was once printed as if it held both ways: the way back costs more, or has no formula."""
    one_way = {
        "probabilistic-dp/equivalent_to/approximate-dp",
        "group-privacy/equivalent_to/epsilon-dp",
        "range-bounded-privacy/equivalent_to/epsilon-dp",
        "correlated-indistinguishability/equivalent_to/bounded-dp",
        "correlated-tuple-dp/equivalent_to/bounded-dp",
        "dependent-dp/equivalent_to/bounded-dp",
        "k-edge-dp/equivalent_to/edge-dp",
        "multi-user-untrackability/equivalent_to/untrackability",
        "probabilistic-distribution-privacy/equivalent_to/distribution-privacy",
    }
    found = {c.id: zoo.halves(c) for c in zoo.claims if c.kind is RelationKind.EQUIVALENT_TO}
    assert one_way <= set(found)
    for claim in one_way:
        there, back = found[claim]
        assert there.map is not None
        assert all(n == str(e) for n, e in there.map.items())
        assert back.map is None or any(n != str(e) for n, e in back.map.items() if n not in back.free)
    for halves in found.values():
        assert (halves[0].start, halves[0].end) == (halves[1].end, halves[1].start)


def test_minimisation_finds_known_minima() -> None:
    value, point = begin(lambda p: (p["x"] - 3.7) ** 2 + 1, {"x": (0.0, math.inf)}).refined()
    assert value == pytest.approx(1, abs=1e-12)
    assert point["x"] == pytest.approx(3.7, rel=1e-5)
    value, _ = begin(lambda p: p["x"] + 1 / p["x"] + (p["y"] - 0.25) ** 2, {"x": (0.0, math.inf), "y": (0.0, 1.0)}).refined()
    assert value == pytest.approx(2, rel=1e-9)


def test_minimisation_at_the_edge_of_what_is_admissible() -> None:
    """The least t with 1/t ≤ 0.2 is 5."""
    value, _ = begin(lambda p: p["t"] if 1 / p["t"] <= 0.2 else math.inf, {"t": (0.0, math.inf)}).refined()
    assert value == pytest.approx(5, rel=1e-8)
    assert value >= 5


def test_minimisation_in_two_variables_with_an_edge_between_the_points_of_the_grid() -> None:
    """The sum of two costs, one of which falls up to the edge s ≤ 9.9e-7."""
    costs = begin(
        lambda p: (p["a"] - 12) ** 2 - math.log(p["s"]) if p["s"] <= 9.9e-7 else math.inf, {"a": (1.0, math.inf), "s": (0.0, 1.0)}
    )
    value, point = costs.refined()
    assert point == pytest.approx({"a": 12, "s": 9.9e-7}, rel=1e-4)
    assert value == pytest.approx(-math.log(9.9e-7), rel=1e-6)


@pytest.mark.parametrize(("low", "high"), [(0, math.inf), (1, math.inf), (0, 1), (2, 5), (-3, 0)])
def test_positions_of_an_axis_reach_what_lies_between_its_bounds(low: float, high: float) -> None:
    axis, width = SearchAxis(low, high), min(high - low, 8.0)
    values = [low + width * k / 12 for k in range(1, 12)]
    assert [axis.at(math.asinh(axis.place(v))) for v in values] == pytest.approx(values, rel=1e-9)
    first, *_, last = map(axis.at, axis.grid(9))
    assert low <= first < values[0] < values[-1] < last <= high


def test_the_first_admissible_value_of_an_axis() -> None:
    """Whole numbers: 4² ≥ 10 and 5² ≤ 30. A step next to 0 shows its place to no line through two points, only to halving."""
    whole = SearchAxis(1.5, 9, integer=True)
    assert first_admissible(lambda v: 10 - v * v, whole, falling=False) == 4
    assert first_admissible(lambda v: v * v - 30, whole, falling=True) == 5
    assert first_admissible(lambda _: 1, whole, falling=True) is None
    for falling, admissible in ((False, (0.3).__le__), (True, (0.3).__ge__)):
        calls: list[float] = []

        def gap(v: float, admissible: Callable[[float], bool] = admissible, calls: list[float] = calls) -> float:
            calls.append(v)
            return -1e-300 if admissible(v) else 1.0

        found = first_admissible(gap, SearchAxis(0, 1), falling)
        assert found == pytest.approx(0.3, rel=1e-12)
        assert admissible(found)
        far = len(calls)
        assert first_admissible(gap, SearchAxis(0, 1), falling, near=0.3001) == pytest.approx(0.3, rel=1e-12)
        assert len(calls) < 2 * far  # to begin nearby saves something


@pytest.mark.parametrize("place", [-2.5, -0.9, -0.05, 0.0, 0.3, 0.99, 7.0])
def test_a_line_search_finds_the_least_value_on_either_side(place: float) -> None:
    """Where it is smooth, at a kink, and at a wall."""
    for f in (
        lambda x: (x - place) ** 2,
        lambda x: math.exp(x - place) - x,
        lambda x: abs(x - place) + (x - place) ** 2,
        lambda x: abs(x - place) if x == place or (x < place) == (place > 0) else math.inf,
    ):
        value, found = line(f, f(0.0), 1.0, 1e-8)
        assert found == pytest.approx(place, abs=1e-6)
        assert value == f(found)
    calls: list[float] = []
    line(lambda x: (calls.append(x), (x - place) ** 2)[1], place**2, 1.0, 1e-8)  # type: ignore[func-returns-value]
    assert len(calls) <= 9 + abs(place)  # of a parabola the vertex is met at once, and a step to either side shows it


@pytest.mark.parametrize("size", [0.1, 1.0, 6.0])
def test_a_bounded_range_costs_what_its_worst_pair_costs(zoo: Zoo, size: float) -> None:
    """The worst pairs have two losses, ε apart; in zero-concentrated DP at most ε²/8 (Cesar & Rogers 2021)."""
    b = np.linspace(0, size, 20_001)[1:-1]
    q = np.expm1(b) / np.expm1(size)
    p = q * np.exp(size - b)
    source = f"range-bounded-privacy(epsilon={size})"
    kl = float((p * size - b).max())
    assert epsilon(zoo, source, "kl-privacy") == pytest.approx(kl, rel=1e-6)
    rho = zoo.convert(source, "zCDP", xi=0)[0].target.values["rho"]
    assert rho == pytest.approx(kl, rel=1e-6)
    assert rho < size**2 / 8
    assert epsilon(zoo, source, "total-variation-privacy") == pytest.approx(float((p - q).max()), rel=1e-6)
    for alpha in (1.5, 4.0):
        mean = (1 - q) * np.exp(-alpha * b) + q * np.exp(alpha * (size - b))
        assert epsilon(zoo, source, "renyi-dp", alpha=alpha) == pytest.approx(np.log(mean.max()) / (alpha - 1), rel=1e-6)
    delta = float((p - np.exp(size / 3) * q).max())
    assert epsilon(zoo, source, delta=delta) == pytest.approx(size / 3, rel=1e-5)


def test_pure_dp_as_gaussian_dp(zoo: Zoo) -> None:
    """The trade-off curve of pure DP touches that of N(0,1) against N(μ,1) at its kink: Φ(-μ/2) = 1/(1 + e^ε)."""
    mu = zoo.convert("epsilon-dp(epsilon=1)", "gaussian-dp")[0].target.values["mu"]
    assert stats.norm.cdf(-mu / 2) == pytest.approx(1 / (1 + math.e))


def test_no_implication_under_a_condition_that_no_proper_value_meets(zoo: Zoo) -> None:
    """Approximate DP gives pure DP under no condition on the data: publishing everything with probability δ is allowed."""
    assert zoo.compare("approximate-dp", "epsilon-dp").forward[RelationKind.IMPLIES].answer is Answer.NO


def test_the_optimum_is_the_answer_and_every_formula_says_what_it_loses(zoo: Zoo) -> None:
    """(4, 0.01)-Rényi DP at δ = 10⁻³: dp-accounting says ε = 1.5628049, a linear programme 0.49488."""
    found = zoo.convert("RDP(alpha=4, epsilon=0.01)", "approximate-dp", delta=1e-3)
    assert found[0].target.values["epsilon"] == pytest.approx(0.49488, rel=1e-5)
    assert found[0].path == ()
    assert found.optimum is not None
    assert found.optimum.pair is not None
    assert found[1].loss == pytest.approx(1.5628049 / found.optimum.upper, rel=1e-6)
    assert all(c.loss is not None and c.loss >= 1 for c in found.recorded)


def test_the_best_formula_is_found_where_a_coarse_search_prefers_another(zoo: Zoo) -> None:
    """Over orders of zCDP the usual formula is best near α = 97, and on a coarse grid a closed form beats it."""
    rho, delta = 0.001, 1e-6
    best = min(
        a * rho + math.log1p(-1 / a) - (math.log(delta) + math.log(a)) / (a - 1) for a in (96 + k / 1000 for k in range(2000))
    )
    _, formula = zoo.convert(f"zCDP({rho})", "approximate-dp", delta=delta)
    assert formula.target.values["epsilon"] == pytest.approx(best, rel=1e-8)


def test_where_every_order_is_allowed_the_answer_is_every_order(zoo: Zoo) -> None:
    # losses in an interval of length η that contains 0 are at most η, so the divergence of order ∞ is; randomised response too
    for guarantee, loss in (
        ("range-bounded-privacy(epsilon=1)", 1),
        ("range-bounded-privacy(epsilon=0.1)", 0.2),
        ("epsilon-dp(epsilon=0.5)", 0.5),
    ):
        found = zoo.convert(guarantee, "renyi-dp", epsilon=loss)
        assert found[0].target.values["alpha"] == math.inf, guarantee


def test_a_recorded_formula_that_is_the_optimum_is_the_answer(zoo: Zoo) -> None:
    """At order 2 the least ε is ln(1-δ+(e^ε-1)/(4δ))."""
    found = zoo.convert("RDP(alpha=2, epsilon=0.1)", "approximate-dp", delta=1e-6)
    exact = math.log(1 - 1e-6 + math.expm1(0.1) / 4e-6)
    assert exact * (1 - 1e-15) <= found[0].target.values["epsilon"] <= exact * (1 + 1e-12)
    assert [c.id for c in found[0].path] == ["renyi-dp/stronger_than/approximate-dp/order-two"]


def test_a_guarantee_is_written_with_all_its_digits(zoo: Zoo) -> None:
    """Rounded to ten, the ε of 0.5-zCDP at δ = 10⁻⁶ would be below the best possible one."""
    target = zoo.convert("zCDP(0.5)", "approximate-dp", delta=1e-6)[0].target
    assert parse_guarantee(str(target)) == (target.notion, target.values)


def test_guarantees_that_hold_together_convert_together(zoo: Zoo) -> None:
    both = zoo.convert("zCDP(xi=0, rho=0.1) and epsilon-dp(epsilon=1)", "approximate-dp", epsilon=0.9)[0].target.values["delta"]
    for one in ("zCDP(xi=0, rho=0.1)", "epsilon-dp(epsilon=1)"):
        assert both < zoo.convert(one, "approximate-dp", epsilon=0.9)[0].target.values["delta"]
    profile = zoo.convert("approximate-dp(profile=[(1, 0.01), (2, 0.001)])", "approximate-dp", epsilon=1)
    assert profile[0].target.values["delta"] == pytest.approx(0.01)
    curve = zoo.convert("f-dp(f=[(0, 0.9), (0.45, 0.45), (0.9, 0)])", "total-variation-privacy")
    assert curve[0].target.values["epsilon"] == pytest.approx(0.1)
    hellinger = zoo.convert("divergence-dp(f=hellinger, epsilon=0.1)", "total-variation-privacy")[0].target.values["epsilon"]
    assert hellinger == pytest.approx(math.sqrt(1 - 0.95**2))  # two unit vectors with inner product 1 - 0.1/2


def test_a_conversion_without_a_finite_value_names_the_family_that_shows_it(run: Run) -> None:
    done = run("convert", "KLPr(epsilon=1)", "RDP", "--fix", "alpha=1.5", "--format", "json")
    assert done.returncode == 1
    (answer,) = json.loads(done.stdout)
    assert answer["optimum"]["status"] == "infinite"
    assert "q → 0" in done.stderr
    assert f"dpzoo: {answer['refused']}\n" == done.stderr


@pytest.mark.parametrize(
    ("printed", "called"),
    [
        ("(1, 1e-6)-DP", "approximate-dp(epsilon=1, delta=1e-6)"),
        ("0.5-zCDP", "zCDP(rho=0.5)"),
        ("log(3)-DP", "epsilon-dp(epsilon=log(3))"),
        ("(8, 1)-RDP and 3-DP", "RDP(alpha=8, epsilon=1) and epsilon-dp(epsilon=3)"),
        ("(1, 1e-6)-LDP", "approximate-local-dp(epsilon=1, delta=1e-6)"),
    ],
)
def test_a_guarantee_may_stand_as_papers_print_it(zoo: Zoo, printed: str, called: str) -> None:
    one, other = ([(zoo.find(n).id, spread(zoo.find(n).record, v)) for n, v in parse_conjunction(t)] for t in (printed, called))
    assert one == other


def test_a_refusal_names_a_condition_on_the_parameters(zoo: Zoo) -> None:
    """Not one between two numbers, which says nothing to whoever asked."""
    with pytest.raises(GuaranteeError, match=r"need [^,]*[a-z][^,]*, which does not hold here"):
        zoo.convert("zCDP(rho=inf)", "approximate-dp", delta=1e-6)


def test_a_guarantee_converted_into_its_own_notion_is_itself(run: Run) -> None:
    done = run("convert", "bounded-dp(epsilon=1)", "bounded-dp")
    assert done.stdout.splitlines() == ["bounded-dp(epsilon=1) gives bounded-dp(epsilon=1)", "  the guarantee itself"]


@pytest.mark.parametrize("text", ["log(0)", "1/0", "2**2000"])
def test_what_has_no_finite_value_is_not_called_too_large_alone(zoo: Zoo, text: str) -> None:
    with pytest.raises(GuaranteeError, match=r"is infinite, or too large|is too large for a floating-point number here"):
        zoo.convert(f"epsilon-dp(epsilon={text})", "approximate-dp", delta=1e-6)
