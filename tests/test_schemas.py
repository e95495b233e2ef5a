"""The schemas that editors use agree with the models that the check uses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SOUND
from jsonschema import Draft202012Validator

from dpzoo.cli.schema_command import printed
from dpzoo.cli.schema_lines import MARK, kind_of, stale
from dpzoo.exports.schemas import all_schemas
from dpzoo.loading.yaml_document import read_document
from dpzoo.records.schema import FOLDER, file_name, record_models, record_schema


@pytest.fixture(scope="module")
def validators() -> dict[str, Draft202012Validator]:
    found = {}
    for kind in record_models():
        schema = record_schema(kind)
        Draft202012Validator.check_schema(schema)
        found[kind] = Draft202012Validator(schema)
    return found


def read(path: Path) -> Any:
    data, _, findings = read_document(path.read_text(encoding="utf-8"), path)
    assert not findings
    return data


@pytest.mark.parametrize("records", [ROOT / "definitions", SOUND], ids=["real", "sound"])
def test_every_record_is_what_its_schema_says(records: Path, validators: dict[str, Draft202012Validator]) -> None:
    wrong = [
        f"{path.name}: {list(error.absolute_path)} {error.message[:120]}"
        for path in sorted(records.rglob("*.yaml"))
        if (kind := kind_of(path, records)) in validators
        for error in validators[kind].iter_errors(read(path))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "edit",
    [
        {"colour": "blue"},
        {"standing": "surveyed"},
        {"executable": False},
        {"gist": "x" * 201},
        {"relations": [{"evidence": [{"proof": "x"}]}]},
        {"relations": [{"implies": "renyi-dp", "stronger_than": "renyi-dp", "evidence": [{"proof": "x"}]}]},
        {"relations": [{"implies": "renyi-dp", "evidence": []}]},
        {"relations": [{"implies": "renyi-dp", "given": ["independent-rows"], "evidence": [{"proof": "x"}]}]},
        {"relations": [{"implies": "renyi-dp", "tight": False, "evidence": [{"proof": "x"}]}]},
        {"introduced": {"by": ["DMNS06"], "year": "2006"}},
    ],
    ids=str,
)
def test_what_the_check_refuses_the_editor_underlines(edit: dict[str, Any], validators: dict[str, Draft202012Validator]) -> None:
    record = read(SOUND / "baseline" / "pure.yaml")
    assert validators["notion"].is_valid(record)
    assert not validators["notion"].is_valid(record | edit)


def test_every_key_is_explained() -> None:
    for kind in record_models():
        schema = record_schema(kind)
        for name, part in [(kind, schema), *schema.get("$defs", {}).items()]:
            bare = [k for k, v in part.get("properties", {}).items() if not v.get("description")]
            assert not bare, f"{name}: no text under {bare} in the model's source"


def test_the_published_schemas_are_fresh() -> None:
    """They are made by: dpzoo schema --write site/schema/v1."""
    folder = ROOT / "site" / FOLDER
    assert {p.name: p.read_text(encoding="utf-8") for p in folder.iterdir()} == {
        file_name(name): printed(schema) for name, schema in all_schemas().items()
    }


def test_records_name_the_schema_that_is_there() -> None:
    """A record's first line, where it has one, leads from its folder to the schema of its kind."""
    for path in (ROOT / "definitions").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        if first.startswith(MARK):
            target = (path.parent / first.removeprefix(MARK)).resolve()
            assert (
                json.loads(target.read_text(encoding="utf-8"))["title"] == f"dpzoo {kind_of(path, ROOT / 'definitions')} record"
            )


def test_the_line_is_put_in_once(sound: Path) -> None:
    schemas = sound.parent / "site" / FOLDER
    schemas.mkdir(parents=True)
    (schemas / file_name("notion")).write_text("{}")
    found = list(stale(sound))
    assert len(found) == 4, "errata and blocks have no schema here"
    for path, text in found:
        assert text.startswith(MARK)
        path.write_text(text, encoding="utf-8")
    assert list(stale(sound)) == []
