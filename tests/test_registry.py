"""Entries of the public registry (tests/registry, MIT licence) and broken ones: each gives a report that says what it is.

The numbers expected here stand in the entries, or follow from the rule of composition of the notion by hand.
"""

from __future__ import annotations

import json
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


def test_the_command_reports_and_refuses(run: Run) -> None:
    done = run("deployment", "--registry", ENTRIES / "google_mobility.yaml", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)[0]["guarantee"] == "epsilon-dp(epsilon=2.64)"
    for wrong in (("--registry",), ("one", "two"), ("--registry", ENTRIES, "--days", "3")):
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
