"""What the page of libraries says: each formula against the library that is installed, each number against today's answer."""

from __future__ import annotations

import json
import math
import warnings
from importlib.metadata import version
from pathlib import Path

import mpmath
import opendp.prelude as dp
import pytest
from conftest import Run
from dp_accounting import GaussianDpEvent, NeighboringRelation, rdp

from dpzoo.site.libraries import NUMBERS, libraries
from dpzoo.site.library_formulas import (
    FORMULAS,
    GOOGLE_ORDERS,
    OPACUS_ORDERS,
    advanced,
    by_order,
    limit_of_sampling,
    mixed_by_renyi,
    normal_epsilon,
    over_all_orders,
    pure_to_renyi,
    sampled_gaussian,
    users,
)
from dpzoo.site.tracked import Tracked, tracked
from dpzoo.zoo.zoo import Zoo

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from autodp import converter, mechanism_zoo, transformer_zoo

DELTA = 1e-6


def test_formulas_are_the_installed_librarys_own() -> None:
    dp.enable_features("contrib")
    count = (dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()) >> dp.t.then_count()
    profile = dp.c.make_zCDP_to_approxDP(count >> dp.m.then_gaussian(scale=1.0)).map(1)
    assert over_all_orders(0.5, DELTA) == pytest.approx(profile.epsilon(DELTA), rel=1e-9)
    pure = count >> dp.m.then_laplace(scale=1.0)
    assert dp.c.make_pureDP_to_zCDP(pure).map(1) == pytest.approx(FORMULAS["opendp-pure-zcdp"].theirs(), rel=1e-12)
    accountant = rdp.RdpAccountant(neighboring_relation=NeighboringRelation.REPLACE_ONE).compose(GaussianDpEvent(1.0))
    assert FORMULAS["accounting-replace"].theirs() == pytest.approx(accountant.get_epsilon(DELTA), rel=1e-12)
    assert tuple(rdp.RdpAccountant().orders) == tuple(map(float, GOOGLE_ORDERS))
    theirs = rdp.rdp_privacy_accountant.compute_epsilon([8], [1.0], DELTA)[0]
    assert FORMULAS["accounting-one-order"].theirs() == pytest.approx(theirs, rel=1e-12)
    theirs = rdp.rdp_privacy_accountant.compute_delta([2], [0.01], 0.0)[0]
    assert FORMULAS["accounting-delta-at-zero"].theirs() == pytest.approx(theirs, rel=1e-12)
    sampled = rdp.rdp_privacy_accountant._compute_rdp_poisson_subsampled_gaussian(0.01, 1.0, [8, 40, 2.5])
    assert [sampled_gaussian(a, 1.0, 0.01) for a in (8, 40)] == pytest.approx(list(sampled[:2]), rel=1e-9)
    # at orders between whole ones the library adds up terms of both signs as if all were positive
    between = mpmath.quad(lambda x: mpmath.npdf(x) * (0.99 + 0.01 * mpmath.exp(x - 0.5)) ** 2.5, [-15, -5, 0, 2, 5, 10, 20])
    assert sampled_gaussian(2.5, 1.0, 0.01) == pytest.approx(float(mpmath.log(between) / 1.5), rel=1e-9)
    assert sampled[2] > sampled_gaussian(2.5, 1.0, 0.01)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # autodp's own
def test_formulas_of_autodp_are_its_own() -> None:
    assert FORMULAS["autodp-pure-approximate"].theirs() == pytest.approx(
        float(converter.puredp_to_approxdp(1.0)(0.01)), rel=1e-12
    )
    assert pure_to_renyi(1.0, 4.0) == pytest.approx(float(converter.puredp_to_rdp(1.0)(4.0)), rel=1e-12)
    assert over_all_orders(0.5, DELTA) == pytest.approx(float(mechanism_zoo.zCDP_Mechanism(0.5).get_approxDP(DELTA)), rel=1e-6)
    both = [mechanism_zoo.GaussianMechanism(sigma=10, name="G"), mechanism_zoo.LaplaceMechanism(b=10, name="L")]
    composed = transformer_zoo.Composition()(both, [100, 3])
    assert mixed_by_renyi() == pytest.approx(float(composed.get_approxDP(DELTA)), rel=1e-6)


def test_group_privacy_of_a_pair_is_solved_for_the_delta_that_is_asked_for() -> None:
    total = users(10.0, 10, 3, DELTA)
    one = total / 3
    # at the δ of one example that group privacy turns into 10⁻⁶, one example has a third of it
    small = DELTA * math.expm1(one) / math.expm1(3 * one)
    assert by_order(GOOGLE_ORDERS, lambda a: 10 * a / 200, small) == pytest.approx(one, rel=1e-6)


def test_the_numbers_of_the_page_are_those_of_today(zoo: Zoo) -> None:
    kept = json.loads(NUMBERS.read_text(encoding="utf-8"))
    assert kept.keys() == FORMULAS.keys()
    slow = {"opacus-rdp", "opacus-gdp"}  # one question: its answer is asked for once, below
    from dpzoo.site.libraries import found

    for name in FORMULAS.keys() - slow:
        now = found(zoo, FORMULAS[name])
        for key in ("theirs", "lower", "upper"):
            assert now[key] == pytest.approx(kept[name][key], rel=1e-6), name
    assert kept["opacus-gdp"]["theirs"] == pytest.approx(limit_of_sampling(1.0, 0.01, 1000, 1e-5), rel=1e-9)
    answer = zoo.compose("poisson(q=0.01, gaussian(sigma=1))*1000", delta="1e-5")
    assert all(kept[name]["upper"] == pytest.approx(answer.upper, rel=1e-6) for name in slow)
    assert all(kept[name]["lower"] == pytest.approx(answer.lower, rel=1e-6) for name in slow)


def test_amplification_at_a_distance_is_too_small_for_a_level_that_stops_growing() -> None:
    """One record out of two is sampled: (0, 0) against (1, 1) is randomised response itself, at ε = 1."""
    dp.enable_features("contrib", "honest-but-curious")
    space = dp.vector_domain(dp.atom_domain(bounds=(0, 1)), size=1), dp.change_one_distance()
    told = dp.m.make_user_measurement(*space, dp.max_divergence(), lambda x: x[0], lambda d: 1.0 if d else 0.0, TO=int)
    amplified = dp.c.make_population_amplification(told, population_size=2)
    assert amplified.map(2) == pytest.approx(math.log1p(math.expm1(1) / 2))
    assert amplified.map(2) < 1
    # convex and 0 at 0, the formula for one record at k times the level is at least k times what it gives for one
    assert all(math.log1p(math.expm1(k * e) / 2) >= k * math.log1p(math.expm1(e) / 2) for k in (2, 5) for e in (0.1, 1, 4))


def test_what_is_said_of_each_conversion_follows_from_its_numbers(zoo: Zoo) -> None:
    pages = libraries(zoo)
    by_id = {name: f for page in pages for name, f in zip(_ids(page.id), page.findings, strict=True)}
    assert by_id.keys() == FORMULAS.keys()
    wrong = {name for name, f in by_id.items() if not f.sound}
    assert wrong == {"accounting-replace", "opacus-gdp"}
    assert all("promises what does not hold" in by_id[n].verdict for n in wrong)
    assert {n for n, f in by_id.items() if f.tight} >= {"opendp-zcdp-approximate", "accounting-one-order", "autodp-pure-renyi"}
    # Laplace noise with ε - ln(1 - δ) for ε has δ′ = 1 - √(1 - δ), about half of what is promised
    assert by_id["diffprivlib-laplace-delta"].upper == pytest.approx(1 - math.sqrt(0.99), rel=1e-6)
    # ε tanh(ε/2) beside ε²/2
    assert by_id["tumult-pure-zcdp"].upper == pytest.approx(math.tanh(0.5), rel=1e-12)


@pytest.mark.parametrize("question", [t for t in tracked() if t.gives], ids=lambda t: t.issue)
def test_a_question_from_an_issue_tracker_is_answered_by_its_command(run: Run, question: Tracked) -> None:
    """The page's number is the command's, rounded up in its last digit, and no worse than the number beside it."""
    done = run(*question.command, "--format", "json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    values = data[0]["target"]["values"] if isinstance(data, list) else data
    for name, shown in question.gives.items():
        assert values[name] <= shown * (1 + 1e-12)
        assert values[name] == pytest.approx(shown, rel=3e-5)
        if question.beside:
            assert shown <= question.beside["value"]


def test_numbers_beside_the_answers_are_what_they_say() -> None:
    beside = {t.issue: t.beside["value"] for t in tracked() if t.beside}
    log_delta = min(
        (a - 1) * (a / 2 - 3) + a * math.log1p(-1 / a) - math.log(a - 1) for a in (1.5 + i / 1000 for i in range(9000))
    )
    expected = {
        "opendp/opendp#2045": by_order([8], lambda a: 1.0, DELTA),
        "opendp/opendp#2022": math.exp(log_delta),
        "opendp/opendp#575": 0.125 + 0.1,
        "yuxiangw/autodp#46": math.exp(7 * (1 - 2 + math.log1p(-1 / 8)) - math.log(8)),
        "google/differential-privacy#378": normal_epsilon(2.0, DELTA),
        "pytorch/opacus#643": by_order(OPACUS_ORDERS, lambda a: 1000 * sampled_gaussian(a, 1.0, 0.01), 1e-5),
        "OpenMined/PipelineDP#259": advanced([0.1] * 100, DELTA),
    }
    assert beside.keys() == expected.keys()
    for issue, value in expected.items():
        assert beside[issue] == pytest.approx(value, rel=3e-5), issue


def test_the_limit_of_many_steps_is_below_the_truth(run: Run) -> None:
    """The χ² divergence of N(1, 1) from N(0, 1) is e - 1; the numbers stand in the answer's words."""
    (question,) = (t for t in tracked() if t.issue == "pytorch/opacus#715")
    mu = 0.01 * math.sqrt(1000 * math.expm1(1))
    limit = float(mpmath.ncdf(mu / 2 - 1 / mu) - math.e * mpmath.ncdf(-mu / 2 - 1 / mu))
    assert (f"{mu:.3f}", f"{limit:.5f}") == ("0.415", "0.00176")
    lower, _ = json.loads(run(*question.command, "--format", "json").stdout)["enclosure"]
    assert limit < 0.0026 < lower
    assert all(number in question.says for number in ("0.415", "0.00176", "0.0026"))


NOISY = "def mechanism(values, rng):\n    return sum(values) + rng.laplace(scale={scale})\n"


def test_questions_without_a_number_are_answered_too(run: Run, tmp_path: Path) -> None:
    """What ε = 8 lets one believe, by Bayes; noise of the right scale whose last digits tell; and noise of half the scale."""
    for question in (t for t in tracked() if not t.gives):
        kind, *options = question.command
        if kind == "meaning":
            # a prior of 1/2 becomes at most 1/(1 + e^-8) = 99.9665 %, and whoever guesses is right as often
            assert "99.967 %" in run(*question.command).stdout
            continue
        assert kind == "falsify-code"
        path = tmp_path / options[0]
        path.write_text(NOISY.format(scale=1 if "--digits" in options else 0.5), encoding="utf-8")
        found = run(kind, path, *options[1:], "--low", "0", "--high", "1")
        assert found.returncode == 1, found.stdout + found.stderr


def _ids(library: str) -> list[str]:
    import yaml

    from dpzoo.site.libraries import TEXT

    return next(e["conversions"] for e in yaml.safe_load(TEXT.read_text(encoding="utf-8")) if e["id"] == library)


def test_versions_that_the_page_names_are_those_that_the_tests_run(zoo: Zoo) -> None:
    run = {page.id: page.version for page in libraries(zoo) if page.run}
    assert run == {name: version(name) for name in ("opendp", "dp-accounting", "autodp")}
