"""Entries of the public registry (tests/registry, MIT licence) and broken ones: each gives a report that says what it is.

The numbers expected here stand in the entries, or follow from the rule of composition of the notion by hand.
"""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Run

from dpzoo.zoo import registry_entries
from dpzoo.zoo.registry_entries import RegistryReport, registry_reports
from dpzoo.zoo.zoo import Zoo

ENTRIES = Path(__file__).with_name("registry")


@pytest.fixture(scope="module")
def reports(zoo: Zoo) -> dict[str, RegistryReport]:
    return {r.file.removesuffix(".yaml"): r for r in registry_reports(zoo, [ENTRIES])}


def test_a_pure_promise_with_a_delta_is_a_contradiction(reports: dict[str, RegistryReport]) -> None:
    found = reports["apple_iconic_scenes_photo_selections_2023"]
    assert found.notion == "approximate-dp"
    assert found.values == {"epsilon": 1.0, "delta": 1.5e-7}
    assert any("called Pure DP" in said for said in found.inconsistent)
    assert "the privacy unit" in found.missing


def test_a_daily_promise_adds_up(reports: dict[str, RegistryReport]) -> None:
    found = reports["google_mobility"]
    assert (found.unit_kind, found.period_days) == ("person in a period", 1.0)
    assert [(s.days, s.releases) for s in found.adds_up] == [(30, 30), (365, 365)]
    assert [s.values["epsilon"] for s in found.adds_up] == pytest.approx([30 * 2.64, 365 * 2.64])


def test_a_quarter_of_a_day_is_six_hours(reports: dict[str, RegistryReport]) -> None:
    found = reports["telemetry_collection_windows"]
    assert (found.notion, found.period_days) == ("local-dp", 0.25)
    assert found.adds_up[0].releases == 120


def test_an_epsilon_below_what_rho_gives_is_pointed_at(reports: dict[str, RegistryReport]) -> None:
    found = reports["user_url_privacy"]
    assert found.converted["epsilon"] > 1.453
    assert any("1.453" in said for said in found.inconsistent)


def test_what_cannot_be_placed_says_why(reports: dict[str, RegistryReport]) -> None:
    for name in ("employment_outcomes", "synth_data_public_use"):
        assert not reports[name].placed
        assert reports[name].why
        assert "the privacy parameters as numbers" in reports[name].missing


def test_whatever_stands_in_an_entry_a_report_comes_out(zoo: Zoo, tmp_path: Path) -> None:
    base = yaml.safe_load((ENTRIES / "google_mobility.yaml").read_text(encoding="utf-8"))
    odd: list[Any] = [
        None,
        "",
        [],
        {},
        "4",
        "ln 3",
        "ε = 4",
        -1,
        1e400,
        10**400,
        True,
        "x" * 5000,
        {"total": 1},
        float("nan"),
        [1, 2],
    ]
    rng = random.Random(3)
    for number in range(60):
        entry = json.loads(json.dumps(base))
        here: Any = entry
        while isinstance(here, dict) and here:
            key = rng.choice(list(here))
            if not isinstance(here[key], dict) or rng.random() < 0.25:
                here[key] = rng.choice(odd)
                break
            here = here[key]
        (tmp_path / f"{number:02}.yaml").write_text(yaml.safe_dump(entry, allow_unicode=True), encoding="utf-8")
    for name, text in {"a": "", "b": "- 1", "c": "a: [", "d": "x: &a [*a]", "e": "a: 1\na: 2"}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "f.yaml").write_bytes(b"\xff\xfe\x00")
    found = registry_reports(zoo, [tmp_path])
    assert len(found) == 66
    assert all(r.placed or r.why for r in found)
    assert all(json.dumps(r.data(), allow_nan=False) for r in found)


def test_the_command_reports_and_refuses(run: Run, tmp_path: Path) -> None:
    done = run("deployment", "--registry", ENTRIES / "google_mobility.yaml", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)[0]["guarantee"] == "epsilon-dp(epsilon=2.64)"
    (tmp_path / "x.yaml").write_text("a: [", encoding="utf-8")
    unread = run("deployment", "--registry", ENTRIES / "google_mobility.yaml", tmp_path / "x.yaml", "--format", "json")
    assert (unread.returncode, [r["read"] for r in json.loads(unread.stdout)]) == (1, [True, False])
    missing = tmp_path / "y.yaml"
    for wrong in (("--registry",), ("--registry", missing), ("one", "two"), ("--registry", ENTRIES, "--days", "3")):
        refused = run("deployment", *wrong)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("User-trip-level", "event"),
        ("Person-level; housing-unit-level", "person"),
        ("User-action-level", "event"),
        ("User account-month-level", "person in a period"),
        ("User-device-level", "person"),
        ("all records of one user", "person"),
    ],
)
def test_a_label_with_an_event_in_it_is_about_the_event(unit: str, kind: str) -> None:
    assert registry_entries._unit(unit)[0] == kind


def test_how_often_somebody_may_take_part_is_not_how_often_something_is_released() -> None:
    assert registry_entries._again("a model; devices participated in training at most once every 24 hours") is None
    assert registry_entries._again("The histogram is refreshed daily; devices send at most once a day") == 1.0


def test_one_release_that_is_made_daily_is_inconsistent(zoo: Zoo, tmp_path: Path) -> None:
    entry = {
        "url_slug": "x",
        "deployment": {
            "dp_variant": {"variant_name": "Pure DP"},
            "privacy_loss": {"privacy_unit": "Person-level; housing-unit-level", "privacy_parameters": {"epsilon": 1.0}},
            "deployment_model": {"release_type": "One release", "release_type_details": "Daily"},
        },
    }
    path = tmp_path / "x.yaml"
    path.write_text(yaml.safe_dump(entry), encoding="utf-8")
    (report,) = registry_entries.registry_reports(zoo, [path])
    assert "it is called one release, but its details speak of one every day" in report.inconsistent
    assert "it names several privacy units and one set of parameters" in report.inconsistent


def _entry(**said: Any) -> dict[str, Any]:
    """An entry with a variant, parameters, a unit and the rest of its deployment model."""
    return {
        "url_slug": "x",
        "deployment": {
            "basic": {"name": "X", "data_curators": "A company", "publication_date": said.get("date", "2024-01-31")},
            "dp_variant": {"variant_name": said.get("variant")},
            "privacy_loss": {"privacy_unit": said.get("unit", "User-level"), "privacy_parameters": said.get("values")},
            "deployment_model": {"release_type": said.get("type", "One release"), "release_type_details": said.get("often")},
        },
    }


@pytest.fixture
def report(zoo: Zoo, tmp_path: Path) -> Any:
    def read(**said: Any) -> RegistryReport:
        path = tmp_path / "x.yaml"
        path.write_text(yaml.safe_dump(_entry(**said), allow_unicode=True), encoding="utf-8")
        (found,) = registry_reports(zoo, [path])
        return found

    return read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(
            (text, 1e-6)
            for text in ("10^-6", "10^{-6}", "$10^{-6}$", "10⁻⁶", "1 × 10⁻⁶", "1 x 10^-6", "1e-6", "δ = 1e-6", "≤ 1E-6")
        ),
        ("1.5 \\times 10^{-7}", 1.5e-7),
        ("1/1000000", 1e-6),
        *((text, math.log(3)) for text in ("ln(3)", "ln 3", "log(3)")),
        ("at most 2", 2.0),
        *((text, None) for text in ("0.1 - 1.0", "1-2", "8+4", "about 1", "1,5", "less than 1/n", "e", "∞", "~1")),
    ],
)
def test_a_number_is_read_as_it_is_written_and_a_range_is_none(text: str, value: float | None) -> None:
    assert registry_entries._number(text) == (value if value is None else pytest.approx(value, rel=1e-14))


@pytest.mark.parametrize(
    ("unit", "kind", "days"),
    [
        ("Device-day-level", "person in a period", 1.0),
        ("User-week", "person in a period", 7.0),
        ("Respondent-level", "person", None),
        ("Client report, 15 minutes", "person in a period", 15 / 1440),
        ("Business establishment-quarter", "organisation in a period", 365 / 4),
        # the two hours are what somebody contributes, and the unit is the person
        ("User-level over their lifetime (at most 2 hours of video per day)", "person", None),
        ("All the videos that one user watched, of which two hours are kept", "person", None),
        ("Everything that one user did in a calendar month", "person in a period", 365 / 12),
        ("User-level (local); user-day-level (central)", "person", None),
    ],
)
def test_a_unit_has_the_period_that_bounds_it(unit: str, kind: str, days: float | None) -> None:
    assert registry_entries._unit(unit) == (kind, days if days is None else pytest.approx(days, rel=1e-12))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("every 6 months", 365 / 2),
        ("Results come out every two weeks.", 14.0),
        ("twice a day, or once a week", 7.0),
        ("every 0 days", None),
    ],
)
def test_how_often_has_a_number(text: str, days: float | None) -> None:
    assert registry_entries._again(text) == days


@pytest.mark.parametrize(
    ("variant", "notion"),
    [
        ("Epsilon-delta DP", "approximate-dp"),
        ("(ε, δ)-DP", "approximate-dp"),
        ("ρ-zCDP", "zero-concentrated-dp"),
        ("Concentrated DP", "zero-concentrated-dp"),
        ("Local DP", "local-dp"),
        ("ε-DP", "epsilon-dp"),
        ("not stated", "epsilon-dp"),
        ("Metric DP", None),
        ("Epsilon-lipschitz", None),
    ],
)
def test_a_variant_is_known_by_its_names(report: Any, variant: str, notion: str | None) -> None:
    delta = {"delta": "1e-6"} if notion == "approximate-dp" else {}
    found = report(variant=variant, values={"rho" if notion == "zero-concentrated-dp" else "epsilon": 1.0, **delta})
    assert found.notion == notion
    assert found.curators == ("A company",)


@pytest.mark.parametrize("variant", ["Renyi DP", "Zero-concentrated DP"])
def test_epsilon_and_delta_alone_are_approximate_dp(report: Any, variant: str) -> None:
    """The registry has no order, so that an entry of Rényi DP gives what the accounting ended in."""
    found = report(variant=variant, values={"epsilon": 2.0, "delta": 1e-5})
    assert found.guarantee == "approximate-dp(epsilon=2.0, delta=1e-05)"
    assert any(f"it is called {variant}" in said for said in found.inconsistent)


def test_a_sum_says_what_it_takes_for_granted(report: Any) -> None:
    monthly = report(variant="Pure DP", values={"epsilon": 12}, type="Many releases", often="monthly")
    assert [s.values["epsilon"] for s in monthly.adds_up] == [12, 144]
    assert all("if the parameters are those of one release" in s.of for s in monthly.adds_up)
    daily = report(variant="Pure DP", values={"epsilon": 1}, unit="user-day")
    assert all("if the" not in s.of for s in daily.adds_up)
    events = report(variant="Pure DP", values={"epsilon": 1}, unit="Event-level", type="Many releases", often="daily")
    assert all("one event in every release" in s.of for s in events.adds_up)
    both = report(
        variant="Pure DP", values={"epsilon": 1}, unit="user-level; user-day-level", type="Many releases", often="daily"
    )
    assert both.adds_up == ()
    # 0.01 a day adds up to more than 1 in a year, which promises nothing
    leaking = report(variant="Approximate DP", values={"epsilon": 1, "delta": 0.01}, unit="user-day")
    assert [dict(s.values) != {} for s in leaking.adds_up] == [True, False]


def test_numbers_that_cannot_be_of_one_thing_are_pointed_at(report: Any) -> None:
    """ρ + 2√(ρ ln(1/δ)) = 0.5 + 2√(0.5 ln 10¹⁰) = 7.29, the usual conversion."""
    found = report(variant="Zero-concentrated DP", values={"rho": 0.5, "epsilon": 20, "delta": 1e-10}, date="2024-13-45")
    assert any("ρ gives 7.287 even by" in said for said in found.inconsistent)
    assert any("'2024-13-45', which is not a date" in said for said in found.inconsistent)
    assert report(variant="Zero-concentrated DP", values={"rho": 0.5, "epsilon": 7.29, "delta": 1e-10}).inconsistent == ()
    wrong = report(variant="Zero-concentrated DP", values={"rho": 0.5, "delta": 34.9})
    assert wrong.placed
    assert "δ = 34.9 is not a probability below 1" in wrong.inconsistent
    assert any("chosen here" in note for note in wrong.notes)


def test_older_and_newer_forms_of_an_entry_are_read(zoo: Zoo, tmp_path: Path) -> None:
    """Parts had other names once; drafts give curators and sources as mappings, and keep the tier elsewhere."""
    loss = {"privacy_unit": "User-day-level", "privacy_parameters": {"epsilon": 1.0}}
    older = {
        "url_slug": "older",
        "deployment": {
            "product": {"name": "Older", "data_curators": ["A"], "publication_date": "2021-01-01"},
            "dp_flavor": {"name": "Pure DP"},
            "privacy_loss": loss,
            "model": {"model_name": "Local", "release_type": "One release", "release_type_description": "Daily"},
            "resources": {"sources": "a page"},
        },
    }
    newer = {
        "url_slug": "newer",
        "deployment": {
            "basic": {"name": "Newer", "data_curators": [{"data_curator_name": "B", "data_curator_type": "Industry"}]},
            "dp_variant": {"variant_name": "Pure DP"},
            "privacy_loss": loss,
            "deployment_model": {"model_name": "Central", "release_type": "Many releases"},
            "implementation": {"composition": "Basic composition"},
            "administrative": {"evidence_sources": {"paper": {"citation": {"title": "T"}}}, "tier": 3},
        },
    }
    for entry in (older, newer):
        (tmp_path / f"{entry['url_slug']}.yaml").write_text(yaml.safe_dump(entry), encoding="utf-8")
    new, old = registry_reports(zoo, [tmp_path])
    assert (old.name, old.notion, old.missing) == ("Older", "local-dp", ())
    assert any("every day" in said for said in old.inconsistent)
    assert new.curators == ("B",)
    assert new.missing == ("publication_date", "the mechanisms, which tier 3 asks for")


def test_a_stated_number_that_is_only_rounded_is_consistent(report: Any) -> None:
    """ρ = 1.782696 gives ε = 10.0000011 at δ = 10⁻⁵, which the entry of MHUsage rounds to 10."""
    assert report(variant="Zero-concentrated DP", values={"rho": 1.782696, "epsilon": 10, "delta": 1e-5}).inconsistent == ()
