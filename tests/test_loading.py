"""Scalars, spellings and the folder of records as they are read."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from conftest import SOUND
from hypothesis import given
from hypothesis import strategies as st

import dpzoo
from dpzoo.loading.yaml_document import read_document
from dpzoo.zoo.errors import KnowledgeBaseError

HERE = Path("record.yaml")


def scalar(text: str) -> Any:
    data, _, findings = read_document(f"key: {text}\n", HERE)
    assert findings == []
    return data["key"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("-7", -7),
        ("1e-6", 1e-6),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2016-01-02", "2016-01-02"),
        (".5", 0.5),
        ("1.", 1.0),
        (".inf", math.inf),
        ("~", None),
        ("", None),
        ("'7'", "7"),
        ('"true"', "true"),
        ("=", "="),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(text: str, expected: Any) -> None:
    result = scalar(text)
    assert result == expected
    assert type(result) is type(expected)


def test_positions() -> None:
    text = "a: 1\nb:\n  - x\n  - {c: y}\n"
    _, source, _ = read_document(text, HERE)
    assert str(source.locate("b", 1, "c")) == "record.yaml:4:9"
    assert str(source.locate("b", 1, "c", key=True)) == "record.yaml:4:6"
    assert str(source.locate("b", 7, "nothing")) == "record.yaml:3:3"


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    _, _, findings = read_document(text, HERE)
    assert all("\n" not in f.message and f.location.path == HERE for f in findings)


def test_load_reports_every_fault(sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name:", "nmae:").replace("gist:", "gits:"), encoding="utf-8")
    with pytest.raises(KnowledgeBaseError) as error:
        dpzoo.load(sound)
    assert {f.code for f in error.value.findings} == {"missing-key", "unknown-key"}
    assert len(error.value.findings) == 4


def test_load_without_a_folder(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="no folder"):
        dpzoo.load(tmp_path / "none")


def test_a_zoo_knows_its_relations_both_ways() -> None:
    zoo = dpzoo.load(SOUND)
    assert [c.id for c in zoo["approximate"].incoming] == [
        "probabilistic/implies/approximate",
        "pure/stronger_than/approximate",
        "pure/special_case_of/approximate",
    ]
    edges = zoo.graph.edges(keys=True)
    assert ("probabilistic", "pure", "probabilistic/stronger_than/pure") in edges
    assert zoo.graph["probabilistic"]["pure"]["probabilistic/stronger_than/pure"]["disputed"]
    assert {c.id for c in zoo.claims if c.kind.negative}.isdisjoint(key for *_, key in edges)
