"""The first lines of records, which tell editors where the schema lies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dpzoo.cli.templates import schema_line
from dpzoo.records.schema import FOLDER, file_name, record_models

MARK = "# yaml-language-server: $schema="
_ROOMS = {
    "errata": "erratum",
    "mechanisms": "mechanism",
    "systems": "system",
    "deployments": "deployment",
    "lemmas": "lemma",
}
_BLOCKS = {
    "universes": "universe",
    "units": "unit",
    "scopes": "scope",
    "views": "view",
    "aggregations": "aggregation",
    "standards": "standard",
}


def schema_folder(records: Path) -> Path:
    """Where a checkout keeps the schemas that its records name."""
    return records.resolve().parent / "site" / FOLDER


def kind_of(record: Path, records: Path) -> str:
    """The kind of record that a file holds, by its folder; the guide lies in none of the folders."""
    room, *below = record.relative_to(records).parts
    if not below:
        return "guide"
    return _BLOCKS.get(below[0], "notion") if room == "blocks" else _ROOMS.get(room, "notion")


def stale(records: Path) -> Iterator[tuple[Path, str]]:
    """Every record whose first line does not name its schema, with the text that it should have."""
    schemas = schema_folder(records)
    for path in sorted(records.rglob("*.yaml")):
        kind = kind_of(path, records)
        if kind not in record_models() or not (schemas / file_name(kind)).is_file():
            continue
        text = path.read_text(encoding="utf-8")
        first, end, rest = text.partition("\n")
        body = rest if first.startswith(MARK) else first + end + rest
        wanted = schema_line(path, schemas, kind) + body
        if wanted != text:
            yield path, wanted
