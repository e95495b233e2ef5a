"""What blocks say of post-processing, convexity and composition: as the literature says where it says it, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpzoo.loading.folder import load_folder
from dpzoo.records.completing import by_blocks
from dpzoo.records.enums import Property, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.zoo.zoo import Zoo


@pytest.fixture(scope="module")
def base(zoo: Zoo) -> KnowledgeBase:
    return zoo.base


@pytest.mark.parametrize("which", Property)
def test_blocks_agree_with_every_source(base: KnowledgeBase, which: Property) -> None:
    """A verdict that a cited work gives is the one that the notion's blocks give, wherever they give one."""
    compared = 0
    for entry in base.notions.values():
        own, lifted = entry.record.property_claim(which), by_blocks(base, entry.record, which)
        if lifted is not None and own.verdict is not Verdict.OPEN and any(e.cite for e in own.evidence):
            assert lifted.verdict is own.verdict, entry.id
            compared += 1
    assert compared >= 10


def test_composition_adds_up_in_the_notion_s_own_parameters(base: KnowledgeBase) -> None:
    """Individual Rényi DP writes ρ for ε: its rule is ρ₁ + ρ₂ at the smaller order."""
    rule = by_blocks(base, base.notions["individual-renyi-dp"].record, Property.COMPOSITION)
    assert rule is not None
    assert {n: str(e) for n, e in rule.rule.items()} == {  # type: ignore[attr-defined]
        "alpha": "min(alpha1, alpha2)",
        "rho": "rho1 + rho2",
    }


def without_properties(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    start, end = text.index("axioms:"), text.index("executable:")
    path.write_text(text[:start] + text[text.index("\n", end) + 1 :], encoding="utf-8")


def test_what_blocks_in_words_do_not_give_is_open(sound: Path) -> None:
    """A notion with a unit in one sentence: nothing is lifted, nothing runs, and nothing is missing."""
    path = sound / "quantification" / "probabilistic.yaml"
    without_properties(path)
    path.write_text(path.read_text(encoding="utf-8").replace("unit: any-two", 'unit: {is: "any two"}'), encoding="utf-8")
    loaded = load_folder(sound)
    record = loaded.base.notions["probabilistic"].record
    assert [f.code for f in loaded.findings] == []
    assert {record.property_claim(which).verdict for which in Property} == {Verdict.OPEN}
    assert record.executable == "nobody has written it as a program yet"


def test_what_blocks_with_ids_do_not_give_must_be_said(sound: Path) -> None:
    """What is known of a standard is known of the notion that bounds it on one record: there it cannot be left out."""
    without_properties(sound / "quantification" / "approximate.yaml")
    found = load_folder(sound).findings
    assert {f.code for f in found} == {"missing-key"}
    assert "do not give it" in found[0].message
