"""The schemas of everything that comes out: records, the JSON of the base and of a notion, the tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from dpzoo.records.enums import Grade
from dpzoo.records.fields import SLUG_PATTERN
from dpzoo.records.notion import NotionRecord
from dpzoo.records.schema import DRAFT, collections, record_models, record_schema
from dpzoo.zoo.columns import CLAIMS, CLOSURE, NOTIONS, table_schema


def all_schemas() -> Mapping[str, dict[str, Any]]:
    """Every schema by its name.

    Returns:
        JSON schemas: those of the records by their kind, then those of the exports.

    >>> all_schemas()["notion-export"]["title"]
    'A notion in api/v1/notions'
    """
    return {
        **{kind: record_schema(kind) for kind in record_models()},
        "notion-export": {"$schema": DRAFT, **notion_export(), "title": "A notion in api/v1/notions"},
        "zoo": zoo_export(),
        "notions-csv": table_schema(NOTIONS, ["id"]),
        "claims-csv": table_schema(CLAIMS, ["id"]),
        "closure-csv": table_schema(CLOSURE, ["subject", "object"]),
    }


def notion_export() -> dict[str, Any]:
    """A notion as exported: its record, its id, and its relations with their ids and grades."""
    schema = NotionRecord.model_json_schema(mode="serialization")
    definitions, properties = schema["$defs"], schema["properties"]
    definitions["Evidence"]["properties"] |= _ADDED["Evidence"]
    relation = definitions["Relation"]
    relation["properties"] = {
        "id": {"type": "string", "description": "The claim's stable id: subject, kind, object."},
        "subject": {"type": "string", "pattern": SLUG_PATTERN},
        "grade": {"enum": [g.value for g in Grade], "description": "How well the claim is supported."},
        **relation["properties"],
    }
    relation["required"] = ["kind", "object", "evidence"]  # open questions have neither id nor grade
    block = definitions["Block"]
    block["properties"] = {("is" if k == "is_" else k): v for k, v in block["properties"].items()}
    for part in (schema, *definitions.values()):
        _required(part)
    schema["properties"] = {
        "id": {"type": "string", "pattern": SLUG_PATTERN, "description": "The stable id."},
        **properties,
        "stated_by_others": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Ids of the claims that other records make about this notion.",
        },
    }
    schema["required"] = ["id", *schema["required"], "stated_by_others"]
    return schema


def _required(part: dict[str, Any]) -> None:
    """Exports omit absent values, so only keys without a default are required."""
    for name, value in list(part.get("properties", {}).items()):
        if "default" in value and value["default"] is None and name in part.get("required", []):
            part["required"].remove(name)


def _plain_keys(part: dict[str, Any]) -> None:
    """``is_`` as the files and the exports write it: ``is``."""
    if "is_" in part.get("properties", {}):
        part["properties"] = {k.removesuffix("_"): v for k, v in part["properties"].items()}
        part["required"] = [k.removesuffix("_") for k in part.get("required", [])]


_ADDED: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "Evidence": {
            "sampled": {
                "type": "string",
                "description": "What the witness of a claim tries at some values only; for all others the proof is in words.",
            },
        },
        "Guarantee": {
            "id": {"type": "string", "description": "The claim's stable id: mechanism, verb, notion, suffix."},
            "at_example": {
                "anyOf": [{"type": "object", "additionalProperties": {"type": ["number", "null"]}}, {"type": "null"}],
                "description": "The notion's parameters at the mechanism's example values; null where they have no number.",
            },
        },
        "Release": {
            "per_period": {
                "anyOf": [{"type": "object"}, {"type": "number"}, {"type": "null"}],
                "description": "What the releases of one period add up to; null where that cannot be said.",
            },
            "readings": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "over": {"type": "string"},
                        "values": {"anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "null"}]},
                    },
                    "required": ["over", "values"],
                    "additionalProperties": False,
                },
                "description": "The loss over one release and over longer times; null where something is not published.",
            },
        },
    }
)
"""What an export says of the parts of a record beyond what the file says."""


def zoo_export() -> dict[str, Any]:
    """The whole base as exported."""
    notion = notion_export()
    definitions = dict(notion.pop("$defs"))
    others = {}
    for key, model in collections().items():
        if model is not NotionRecord:
            other = model.model_json_schema(mode="serialization")
            below = other.pop("$defs", {})
            for part in (other, *below.values()):
                _required(part)
                _plain_keys(part)
            definitions |= below
            other["properties"] = {"id": {"type": "string", "pattern": SLUG_PATTERN}, **other["properties"]}
            other.pop("additionalProperties", None)  # an export may add what follows from the record
            others[key] = other
    for name, added in _ADDED.items():
        definitions[name]["properties"] = {**added, **definitions[name]["properties"]}
    reference = {
        "type": "object",
        "properties": {"key": {"type": "string"}, "type": {"type": "string"}},
        "additionalProperties": {"type": "string"},
        "required": ["key", "type"],
    }
    parts = {"notions": notion, **others, "references": reference}
    return {
        "$schema": DRAFT,
        "title": "The knowledge base as exported (api/v1/zoo.json.gz)",
        "type": "object",
        "properties": {
            "format": {"const": 1},
            "version": {"type": "string"},
            **{key: {"type": "array", "items": item} for key, item in parts.items()},
            "tested": {
                "type": "object",
                "description": "Trials of the falsifier that claims survived, by the claim's id.",
                "additionalProperties": {
                    "type": "object",
                    "properties": {"trials": {"type": "integer"}, "seeds": {"type": "array", "items": {"type": "integer"}}},
                    "required": ["trials", "seeds"],
                },
            },
        },
        "required": ["format", "version", *parts, "tested"],
        "additionalProperties": False,
        "$defs": definitions,
    }
