"""Every cell and every printed relation of the survey's Table 3 is in the records, as right or as disputed."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from conftest import ROOT

from dpzoo.records.enums import Property
from dpzoo.records.evidence import Evidence
from dpzoo.zoo.zoo import Zoo

ROWS: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests" / "data" / "table3.yaml").read_text(encoding="utf-8"))
VERDICT = {"yes": "holds", "no": "fails", "unknown": "open"}
FAMILIES = {"all def. in N", "most def. in N", "most def. in Q"}


def from_table(evidence: tuple[Evidence, ...]) -> bool:
    return any(e.cite == "DP22" and "Table 3" in (e.at or "") for e in evidence)


def test_there_are_88_rows() -> None:
    assert len(ROWS) == 88
    assert len({row["id"] for row in ROWS}) == 88


@pytest.mark.parametrize("row", ROWS, ids=lambda r: r["id"])
def test_row(zoo: Zoo, row: dict[str, Any]) -> None:
    notion = zoo[row["id"]]
    assert [d.value for d in notion.dimensions] == row["dimensions"]
    for which in Property:
        cell = notion.property_claim(which)
        printed = VERDICT[row[which.value]]
        claims = [(cell.verdict.value, cell.evidence), *((c.verdict.value, c.evidence) for c in cell.also)]
        claims += [(v.verdict.value, v.evidence) for v in cell.variant]
        found = [evidence for verdict, evidence in claims if verdict == printed and (from_table(evidence) or printed == "open")]
        assert found, f"{which.value}: the table prints {printed}, the record does not say so with the table as its source"
    for subject, kind, target in row["claims"]:
        if {subject, target} & FAMILIES:
            continue
        made = [c for c in zoo[subject].outgoing if c.kind.value == kind and c.object == target]
        if kind == "equivalent_to":
            made += [c for c in zoo[target].outgoing if c.kind.value == kind and c.object == subject]
        assert any(from_table(c.relation.evidence) for c in made), (
            f"{subject} {kind} {target} is printed in Table 3 and not recorded as such"
        )


def test_free_lunch_privacy_and_every_notion_of_its_dimension(zoo: Zoo) -> None:
    """The table prints 'stronger than all definitions in N'; written out edge by edge."""
    of_n = {row["id"] for row in ROWS if row["dimensions"] == ["N"]} - {"free-lunch-privacy"}
    made = {
        c.object
        for c in zoo["free-lunch-privacy"].outgoing
        if c.kind.value == "stronger_than" and from_table(c.relation.evidence)
    }
    assert of_n <= made


@pytest.mark.parametrize(("family", "extension"), [("N", "generic-dp-km11"), ("Q", "divergence-dp")])
def test_most_definitions_of_a_dimension(zoo: Zoo, family: str, extension: str) -> None:
    """'Extends most definitions in …' names none; those that are written out cite the table and belong to the dimension."""
    written = [c for c in zoo[extension].incoming if c.kind.value == "special_case_of" and from_table(c.relation.evidence)]
    assert written
    assert all(family in {d.value for d in zoo[c.subject].dimensions} or c.subject == "epsilon-dp" for c in written)


def test_the_base_is_the_table_and_what_it_speaks_of(zoo: Zoo) -> None:
    assert {row["id"] for row in ROWS} <= set(zoo)
    assert "epsilon-dp" in zoo
