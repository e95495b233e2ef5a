"""Systems and deployments: what they add up to, what that means, and that every number has its place."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest
from conftest import Run

from dpzoo.records.deployment import DeploymentRecord, NumbersBasis, Period, Release, Unpublished, Unverified
from dpzoo.site.practice_pages import compared
from dpzoo.zoo.practice import ADDITIVE, Deployment, belief, belief_in_words
from dpzoo.zoo.zoo import Zoo


def release(zoo: Zoo, deployment: str, name: str) -> tuple[Deployment, Release]:
    found = zoo.deployments[deployment]
    return found, next(r for r in found.record.releases if r.name == name)


# Boenisch, Table 5.2: algorithm, ε, m, k, reports a day; None where the cell is empty. The table lists new words and popular
# emojis under two names each, with half of the cells filled in either row, and gives no ε for crashing domains; Desfontaines'
# list says what belongs together (16 a day for new words, 4 for popular emojis, 8 for draining and crashing domains in common)
TABLE = {
    "QuickType suggestions (new words)": ("apple-sfp", 8, 1024, 2048, 2),
    "Emoji suggestions (popular emojis)": ("apple-cms", 4, 1024, 65536, 1),
    "Lookup hints": (None, 4, None, None, 2),
    "Safari domains that drain energy or crash": ("apple-hcms", 4, 32768, 1024, 2),
    "Safari auto-play intent": ("apple-cms", 8, 1024, 65536, 2),
    "Health type usage": ("apple-cms", 2, 256, 65536, 1),
}


def test_apples_features_are_those_of_the_table(zoo: Zoo) -> None:
    def number(value: object) -> float | None:
        return None if value is None or isinstance(value, Unpublished) else value.evaluate({})  # type: ignore[attr-defined]

    found = {
        r.name: (
            r.mechanism if isinstance(r.mechanism, str) else None,
            number(r.values["epsilon"]),
            number(r.settings.get("m")),
            number(r.settings.get("k")),
            number(r.times),
        )
        for r in zoo.deployments["apple-ios-macos"].record.releases
    }
    assert found == TABLE


def test_sizes_of_two_sketches(zoo: Zoo) -> None:
    """Boenisch, section 5.2.4: the auto-play matrix is the larger one, though its rows are shorter."""
    size = {name: (k * m, m) for name, (_, _, m, k, _) in TABLE.items() if m is not None and k is not None}
    play, energy = size["Safari auto-play intent"], size["Safari domains that drain energy or crash"]
    assert (play[0], energy[0]) == (67_108_864, 33_554_432)
    assert play[1] < energy[1]


@pytest.mark.parametrize(
    ("feature", "day"),
    [
        ("QuickType suggestions (new words)", 16),
        ("Safari auto-play intent", 16),
        ("Safari domains that drain energy or crash", 8),
        ("Lookup hints", 8),
        ("Emoji suggestions (popular emojis)", 4),
        ("Health type usage", 2),
    ],
)
def test_apple_by_day_month_and_year(zoo: Zoo, feature: str, day: float) -> None:
    """The text prints 'up to 16 (2·8)' a day; basic composition does the rest."""
    apple, found = release(zoo, "apple-ios-macos", feature)
    assert apple.per_period(found) == {"epsilon": day}
    assert apple.after(found, 30) == {"epsilon": 30 * day}
    assert apple.after(found, 365) == {"epsilon": 365 * day}
    readings = {r.over: r.values for r in apple.readings(found)}
    assert readings["a day"] == {"epsilon": day}
    assert readings["30 days"] == {"epsilon": 30 * day}


@pytest.mark.parametrize(("epsilon", "after"), [(2, 0.881), (4, 0.982), (8, 0.99966)])
def test_beliefs_from_one_half(epsilon: float, after: float) -> None:
    """Two hypotheses, likelihood ratio e^ε, even odds: e^ε/(1 + e^ε)."""
    assert belief(0.5, epsilon) == pytest.approx(after, abs=6e-4 if after < 0.99 else 6e-6)
    assert belief(0.5, epsilon) == pytest.approx(math.exp(epsilon) / (1 + math.exp(epsilon)))


def test_beliefs_by_bayes_theorem() -> None:
    """Randomised response that keeps its promise with equality: the posterior by enumeration."""
    for prior, epsilon in itertools.product((0.5, 0.01, 0.3), (0.1, 1.0, 4.0)):
        keep = math.exp(epsilon) / (1 + math.exp(epsilon))
        joint = {(x, y): (prior if x else 1 - prior) * (keep if x == y else 1 - keep) for x in (0, 1) for y in (0, 1)}
        assert belief(prior, epsilon) == pytest.approx(joint[1, 1] / (joint[1, 1] + joint[0, 1]))


def test_beliefs_in_words() -> None:
    assert belief_in_words(0.5, 16) == "99.999989 %"  # 1/(1 + e¹⁶) = 1.125·10⁻⁷
    assert belief_in_words(0.5, 8) == "99.967 %"  # 1/(1 + e⁸) = 3.35·10⁻⁴
    assert belief_in_words(0.01, 1) == "2.68 %"  # 2.6725 %: "at most" rounds up
    assert belief_in_words(0.5, 5840) == "practical certainty"
    assert belief_in_words(0.5, 0) == "50 %"
    for bad in ((0, 1), (1, 1), (0.5, -1), (0.5, math.nan)):
        with pytest.raises(ValueError, match="must"):
            belief(*bad)


# RAPPOR ----------------------------------------------------------------------------------------------------------------


def rappor_loss(f: float, p: float, q: float, h: int, reports: int | None) -> float:
    """The loss by enumerating what one bit's reports can be; ``None`` reports: the stored bit itself. h bits differ each way."""
    stored = {1: {1: 1 - f / 2, 0: f / 2}, 0: {1: f / 2, 0: 1 - f / 2}}

    def law(bit: int) -> dict[tuple[int, ...], float]:
        if reports is None:
            return {(b,): stored[bit][b] for b in (0, 1)}
        return {
            seen: sum(stored[bit][b] * math.prod((q if b else p) if s else (1 - q if b else 1 - p) for s in seen) for b in (0, 1))
            for seen in itertools.product((0, 1), repeat=reports)
        }

    one, zero = law(1), law(0)
    ratios = [math.log(one[s] / zero[s]) for s in one]
    return h * (max(ratios) - min(ratios))


@pytest.mark.parametrize(("noise", "f", "one", "ever"), [("Normal", 0.5, 2.0433, 4.3944), ("Sparse", 0.25, 3.1538, 7.7836)])
def test_chromes_presets(zoo: Zoo, noise: str, f: float, one: float, ever: float) -> None:
    """Boenisch, section 5.1.4, with h = 2; enumerated, and never the sum of the two levels."""
    chrome, single = release(zoo, "chrome-rappor", f"{noise} noise, one report")
    _, whole = release(zoo, "chrome-rappor", f"{noise} noise, any number of reports")
    assert rappor_loss(f, 0.25, 0.75, 2, 1) == pytest.approx(one, abs=5e-5)
    assert rappor_loss(f, 0.25, 0.75, 2, None) == pytest.approx(ever, abs=5e-5)
    found = {r.over: r.values for r in chrome.readings(single)}
    assert found["one report"] == pytest.approx({"epsilon": rappor_loss(f, 0.25, 0.75, 2, 1)})
    assert found["any number of reports"] == pytest.approx({"epsilon": rappor_loss(f, 0.25, 0.75, 2, None)})
    for days in (1, 30, 365, 10_000):
        for r in (single, whole):
            assert chrome.after(r, days) == pytest.approx({"epsilon": rappor_loss(f, 0.25, 0.75, 2, None)})


def test_reports_approach_the_stored_bits() -> None:
    losses = [rappor_loss(0.5, 0.25, 0.75, 2, n) for n in (1, 2, 5, 10)]
    assert losses == sorted(losses)
    assert losses[1] == pytest.approx(3.3892, abs=5e-5)
    assert losses[2] == pytest.approx(4.3509, abs=5e-5)
    assert losses[-1] < rappor_loss(0.5, 0.25, 0.75, 2, None)


# every record ----------------------------------------------------------------------------------------------------------


def test_the_sources_systems_and_deployments_are_there(zoo: Zoo) -> None:
    """Table 5.1 of Boenisch, chapter 4 of the thesis, and the survey's list of deployments."""
    assert set(zoo.systems) >= {
        "pinq", "airavat", "gupt", "rappor-pipeline", "telco-big-data-platform", "e-health-release", "apple-local-statistics",
        "flex", "dp-sql-engine", "privacy-on-beam", "khyperloglog",
    }  # fmt: skip
    cited = {
        s.cite for d in zoo.deployments.values() for s in (*d.record.sources, *(s for r in d.record.releases for s in r.sources))
    }
    survey = {"MDH+20", "HDS+20", "ABC+20", "BDD+20", "BBD+21", "RCM+20", "RSP+20", "DKY17", "MP20", "AAG+10", "FMM19"}
    assert cited >= survey


def test_an_estimator_promises_nothing(zoo: Zoo) -> None:
    sketch = zoo.systems["khyperloglog"].record
    assert sketch.kind.value == "estimator"
    assert sketch.promises == ()


def test_what_is_added_up_adds_up(zoo: Zoo) -> None:
    """Totals multiply parameters; each notion's own rule of composition must say so, for every parameter that is stated."""
    for deployment in zoo.deployments.values():
        for r in deployment.record.releases:
            rule = zoo[r.notion].composition.rule
            for name in (n for n, v in r.values.items() if not isinstance(v, Unpublished)):
                assert name in ADDITIVE
                if rule is not None and name in rule:
                    assert rule[name].evaluate({f"{name}1": 0.25, f"{name}2": 0.5}) == 0.75


def test_totals_of_other_periods(zoo: Zoo) -> None:
    linkedin, month = release(zoo, "linkedin-audience-engagements", "All queries of one analyst in a month")
    assert linkedin.after(month, 30) == {"epsilon": 34.9, "delta": 7e-9}
    assert linkedin.after(month, 365) == pytest.approx({"epsilon": 12 * 34.9, "delta": 12 * 7e-9})
    assert [r.over for r in linkedin.readings(month)] == ["a month", "a year"]
    vaccination, day = release(zoo, "google-vaccination-insights", "All searches of one day")
    assert vaccination.after(day, 365) == pytest.approx({"epsilon": 365 * 2.19, "delta": 365e-5})
    facebook, once = release(zoo, "facebook-urls", "One kind of action, for 99 % of users")
    assert facebook.after(once, 365) == {"epsilon": 0.45, "delta": 1e-5}


def test_the_census_conversion(zoo: Zoo) -> None:
    """ρ is the inverse square of the scale 339/542; the announced ε at δ = 10⁻¹⁰ are 17.14 and 2.47, together 19.61.

    The best order α of (α, ρα)-Rényi DP, converted to approximate DP, gives the announced 17.14 to its digits.
    """
    census, rho = release(zoo, "us-census-2020", "Persons, United States")
    _, persons = release(zoo, "us-census-2020", "Persons, read at δ = 10⁻¹⁰")
    _, units = release(zoo, "us-census-2020", "Housing units, read at δ = 10⁻¹⁰")
    r, delta = (542 / 339) ** 2, 1e-10
    assert census.per_period(rho) == pytest.approx({"xi": 0, "rho": r})
    assert r == pytest.approx(2.56, abs=0.005)
    orders = [1.5 + i / 1000 for i in range(10_000)]
    best = min(r * a + math.log1p(-1 / a) - (math.log(delta) + math.log(a)) / (a - 1) for a in orders)
    announced = census.per_period(persons)
    assert announced is not None
    assert announced["epsilon"] == pytest.approx(best, abs=0.005)
    total = announced["epsilon"] + (census.per_period(units) or {})["epsilon"]
    assert total == pytest.approx(19.61, abs=1e-9)


def test_what_was_computed_here_says_so(zoo: Zoo) -> None:
    """Chrome's levels follow from the presets: nobody published them; the Census's ε was announced."""
    assert all(r.computed for r in zoo.deployments["chrome-rappor"].record.releases)
    assert not any(r.computed for r in zoo.deployments["us-census-2020"].record.releases)


def test_a_value_in_an_unread_work_is_not_called_unpublished(zoo: Zoo) -> None:
    _, found = release(zoo, "us-census-pseo", "Earnings")
    value = found.values["epsilon"]
    assert isinstance(value, Unverified)
    assert value.words == "not verified here"
    assert found.model_dump(mode="json")["values"]["epsilon"] == {"unverified": "stands in the article"}
    assert DeploymentRecord.model_validate(zoo.deployments["us-census-pseo"].record.model_dump(by_alias=True)) is not None


def test_every_stage_and_release_has_its_place(zoo: Zoo) -> None:
    for s in zoo.systems.values():
        assert all(stage.at is not None for stage in s.record.stages), s.id
        assert s.record.promises or s.id in ("khyperloglog", "e-health-release")
    for d in zoo.deployments.values():
        assert all(r.sources for r in d.record.releases)
        assert d.record.unit.per in Period


# the command -----------------------------------------------------------------------------------------------------------


def test_four_a_day_for_a_month_from_one_command(run: Run) -> None:
    done = run("deployment", "apple")
    assert done.returncode == 0, done.stderr
    emoji = done.stdout[done.stdout.index("Emoji suggestions") : done.stdout.index("Lookup hints")]
    assert "Boe19, Table 5.2" in emoji
    assert (
        "a day: epsilon = 4; a belief of 50 % rises to at most 98.3 %, one of 1 % rises to at most 35.6 %" in emoji
    )  # 98.201 and 35.55, rounded up
    assert "30 days: epsilon = 120" in emoji


def test_other_days_and_beliefs_as_json(run: Run) -> None:
    data = json.loads(run("deployment", "google-symptom-trends", "--days", "7", "--prior", "0.1", "--format", "json").stdout)
    (shown,) = data["releases"]
    week = shown["readings"][-1]
    assert week["over"] == "7 days"
    assert week["values"]["epsilon"] == pytest.approx(7 * 1.68)
    odds = math.exp(7 * 1.68) / 9
    assert week["beliefs"] == [{"prior": 0.1, "at_most": pytest.approx(odds / (1 + odds))}]


def test_a_systems_stages(run: Run) -> None:
    done = run("system", "KHLL")
    assert "It promises no notion." in done.stdout
    assert "Joinability" in done.stdout
    assert "dp-sql-engine" in run("system").stdout
    assert len(run("deployment").stdout.splitlines()) >= 14
    # 17.790604 of the production settings, and ln(2401) of RAPPOR's noise: six digits are not below the number
    assert "in all: xi = 0, rho = 17.7907" in run("deployment", "us-census-2020-ddhcb").stdout
    assert "epsilon = 7.78365" in run("deployment", "chrome-rappor").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["deployment", "aple"], "there is no deployment 'aple'; did you mean apple-iconic-scenes or apple-ios-macos?"),
        (["deployment", "google"], "several deployments are called 'google'"),
        (["deployment", "apple", "--prior", "1"], "the prior is 1; it must lie between 0 and 1"),
        (["system", "pink"], "did you mean pinq?"),
    ],
)
def test_bad_calls_get_one_sentence(run: Run, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


# comparing deployments -------------------------------------------------------------------------------------------------


def test_the_registrys_epsilons_of_the_census_are_the_textbook_formulas(zoo: Zoo) -> None:
    """ρ + 2√(ρ ln(1/δ)) gives what the registry prints for the DHC; the best conversion is what the page compares by."""
    _, persons = release(zoo, "us-census-2020-dhc", "Persons")
    _, units = release(zoo, "us-census-2020-dhc", "Housing units")
    for r, rho, printed, best in ((persons, 4.9622, 26.34, 25.42), (units, 7.7005, 34.33, 33.29)):
        assert r.values["rho"].evaluate({}) == rho  # type: ignore[union-attr]
        assert rho + 2 * math.sqrt(rho * math.log(1e10)) == pytest.approx(printed, abs=0.005)
        assert f"{best}" in (r.note or "")
        assert zoo.optimal(f"zcdp(xi=0, rho={rho})", "approximate-dp", delta="1e-10").upper <= best


def test_the_first_launch_of_gboard_is_what_its_rho_gives(zoo: Zoo) -> None:
    """ρ = 0.81 in the registry and ε = 8.9 at δ = 10⁻¹⁰ in the later article are the same statement."""
    groups = dict(compared(zoo))
    once = {(c.deployment.id, c.release.name): c for c in groups["Released once"]}
    assert once["gboard-spanish", "The trained model"].period["epsilon"] == pytest.approx(8.9, abs=0.05)


def test_compared_releases_stand_with_their_period_and_add_up_in_their_own_notion(zoo: Zoo) -> None:
    groups = dict(compared(zoo))
    assert all([c.period["epsilon"] for c in rows] == sorted(c.period["epsilon"] for c in rows) for rows in groups.values())
    views = next(c for c in groups["For one day"] if c.deployment.id == "wikimedia-pageviews")
    year = zoo.optimal(f"zcdp(xi=0, rho={365 * 0.015})", "approximate-dp", delta="1e-10")
    assert views.converted
    assert views.year is not None
    assert views.year["epsilon"] == pytest.approx(year.upper)
    assert all(c.year is None for c in groups["Released once"])


def test_what_comes_from_the_registry_says_so(zoo: Zoo, run: Run) -> None:
    """A release whose numbers rest on the registry cites it; and every other release with a basis cites something else."""
    for d in zoo.deployments.values():
        for r in d.record.releases:
            if r.basis is not None:
                others = {s.cite for s in r.sources} - {"ODP25"}
                assert ("ODP25" in {s.cite for s in r.sources}) if r.basis is NumbersBasis.REGISTRY else others, (d.id, r.name)
    assert "from the public registry; the source was not read" in run("deployment", "spectus-hurricane").stdout
    assert "Ended: 2022" in run("deployment", "google-mobility-reports").stdout


def test_numbers_from_the_registry_are_the_registrys(zoo: Zoo) -> None:
    """The entries that are kept for the tests, by their slugs."""
    from dpzoo.zoo.registry_entries import registry_reports

    by_slug = {slug: d for d in zoo.deployments.values() for slug in d.record.registry}
    assert len(by_slug) == sum(len(d.record.registry) for d in zoo.deployments.values())
    checked = 0
    for report in registry_reports(zoo, [Path(__file__).parent / "registry"]):
        d = by_slug.get(report.slug or "")
        if d is None:
            continue
        values = [v for r in d.record.releases if r.basis is NumbersBasis.REGISTRY for v in r.values.values()]
        stated = {float(v.evaluate({})) for v in values if not isinstance(v, Unpublished)}
        if stated:
            checked += 1
            assert {v for k, v in report.values.items() if k != "xi"} & stated, report.slug
    assert checked >= 1
