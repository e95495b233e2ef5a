"""The files for other programs, and the pages that explain them and the keys of records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dpzoo.exports.citations import bibliography
from dpzoo.exports.graphs import dot, graphml
from dpzoo.exports.linked_data import PROPERTIES, linked
from dpzoo.exports.records import notion_data, zoo_data
from dpzoo.records.schema import record_models, record_schema
from dpzoo.zoo.columns import CLAIMS, CLOSURE, NOTIONS, STATUS, Column
from dpzoo.zoo.tables import claims_csv, closure_csv, notions_csv
from dpzoo.zoo.zoo import Zoo

FOLDER = "api/v1"


@dataclass(frozen=True, slots=True)
class Download:
    """A file for other programs: what it holds, its schema on the site, and how the command writes it."""

    path: str
    holds: str
    format: str
    schema: str = ""


DOWNLOADS = (
    Download(f"{FOLDER}/zoo.json.gz", "everything: notions, errata and references in full", "json", "zoo.schema.json"),
    Download(f"{FOLDER}/notions.csv", "a row for each notion", "csv", "notions-csv.schema.json"),
    Download(f"{FOLDER}/claims.csv", "a row for each asserted relation", "claims", "claims-csv.schema.json"),
    Download(f"{FOLDER}/closure.csv.gz", "a row for each ordered pair, with what is known", "closure", "closure-csv.schema.json"),
    Download(f"{FOLDER}/relations.graphml.gz", "the graph of asserted relations (networkx, Gephi, yEd)", "graphml"),
    Download(f"{FOLDER}/relations.dot.gz", "the same for graphviz", "dot"),
    Download(f"{FOLDER}/references.bib", "every cited work", "bibtex"),
    Download(f"{FOLDER}/dpzoo.jsonld", "linked data: a SKOS concept scheme", "jsonld"),
)

TABLES: Mapping[str, tuple[Column, ...]] = {"notions.csv": NOTIONS, "claims.csv": CLAIMS, "closure.csv": CLOSURE}


def files(zoo: Zoo) -> Iterator[tuple[str, str]]:
    """Every file below :data:`FOLDER` with its text; one whose name ends in ``.gz`` is to be packed."""
    yield f"{FOLDER}/zoo.json.gz", _json(zoo_data(zoo))
    for notion in zoo.values():
        yield f"{FOLDER}/notions/{notion.id}.json", _json(notion_data(notion))
    yield f"{FOLDER}/notions.csv", notions_csv(zoo)
    yield f"{FOLDER}/claims.csv", claims_csv(zoo)
    yield f"{FOLDER}/closure.csv.gz", closure_csv(zoo)
    yield f"{FOLDER}/relations.graphml.gz", graphml(zoo)
    yield f"{FOLDER}/relations.dot.gz", dot(zoo)
    yield f"{FOLDER}/references.bib", bibliography(zoo)
    yield f"{FOLDER}/dpzoo.jsonld", _json(linked(zoo))


def data_values() -> dict[str, Any]:
    """What the page about the files shows."""
    return {
        "downloads": DOWNLOADS,
        "tables": TABLES,
        "status": STATUS,
        "properties": {kind.value: name for kind, name in PROPERTIES.items()},
    }


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record: its path, whether it must be there, and what it holds."""

    path: str
    required: bool
    text: str


def keys(kind: str) -> list[tuple[str, str, list[Key]]]:
    """For a kind of record its parts: name, description and keys, the record itself first."""
    schema = record_schema(kind)
    parts = [(kind, schema), *schema.get("$defs", {}).items()]
    return [
        (name, part.get("description", ""), [_key(key, value, part) for key, value in part["properties"].items()])
        for name, part in parts
        if "properties" in part
    ]


def _key(name: str, value: Mapping[str, Any], part: Mapping[str, Any]) -> Key:
    return Key(name, name in part.get("required", ()), str(value.get("description", "")))


def kinds() -> list[str]:
    """The kinds of records."""
    return list(record_models())


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
