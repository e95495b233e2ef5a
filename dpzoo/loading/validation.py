"""Plain data to a typed record: every fault as a finding at its place, in words that say how to mend it."""

from __future__ import annotations

import difflib
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Source, Step

M = TypeVar("M", bound=BaseModel)

_SHOWN = 60


def validate(model: type[M], data: Any, source: Source) -> tuple[M | None, list[Finding]]:
    """The record, or None and what is wrong with it."""
    if not isinstance(data, dict):
        return None, [Finding(source.locate(), "not-a-mapping", "a record is a mapping of keys to values")]
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        return None, [_finding(model, item, source) for item in error.errors(include_url=False)]


def _finding(model: type[BaseModel], item: Any, source: Source) -> Finding:
    path = _clean(item["loc"], source)
    where = ".".join(map(str, path)) or "the record"
    place = source.locate(*path, key=item["type"] == "extra_forbidden")
    match item["type"]:
        case "missing":
            parent = source.locate(*path[:-1])
            inside = f" in {'.'.join(map(str, path[:-1]))}" if path[:-1] else ""
            return Finding(parent, "missing-key", f"the key {str(path[-1])!r} is missing{inside}")
        case "extra_forbidden":
            key = str(path[-1])
            near = difflib.get_close_matches(key, _known_keys(model, path[:-1]), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            inside = f" in {'.'.join(map(str, path[:-1]))}" if path[:-1] else ""
            return Finding(place, "unknown-key", f"the key {key!r} is not known{inside}{hint}")
        case "enum" | "literal_error":
            return Finding(place, "unknown-value", f"{where}: {_shown(item['input'])} is not one of {item['ctx']['expected']}")
        case "value_error":
            return Finding(place, _code(str(item["ctx"]["error"]), path), f"{where}: {item['ctx']['error']}")
        case "string_pattern_mismatch":
            return Finding(place, "bad-spelling", f"{where}: {_shown(item['input'])} is not spelled as an id or key must be")
        case "string_type":
            given = (
                "empty"
                if item["input"] is None
                else f"{_shown(item['input'])}, which YAML does not read as text; put it in quotes"
            )
            return Finding(place, "wrong-type", f"{where} must be text, and is {given}")
        case _:
            message = item["msg"][0].lower() + item["msg"][1:]
            return Finding(place, "bad-value", f"{where}: {message} (given: {_shown(item['input'])})")


def _clean(loc: tuple[Step, ...], source: Source) -> tuple[Step, ...]:
    """The error's path in terms of what stands in the file."""
    path: tuple[Step, ...] = ()
    for part in loc:
        step = part
        if step == "[key]" or (
            isinstance(step, str) and step.startswith(("function-", "constrained-", "is-instance", "union", "str"))
        ):
            continue
        if step in ("object", "kind") and path[:1] == ("relations",):
            kinds = [k.value for k in RelationKind if (*path, k.value) in source.keys]
            step = kinds[0] if kinds else step
        path = (*path, "is" if step == "is_" else step)
    return path


def _code(message: str, path: tuple[Step, ...]) -> str:
    if "map" in path or "rule" in path or "characters; at most" in message:
        return "bad-expression"
    if "unknown condition" in message:
        return "unknown-condition"
    return "bad-value"


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, dict | list) else ("a mapping" if isinstance(value, dict) else "a list")
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _known_keys(model: type[BaseModel], path: tuple[Step, ...]) -> list[str]:
    """The keys that the model at ``path`` has, for spelling suggestions."""
    current: Any = model
    for step in path:
        if isinstance(step, str) and isinstance(current, type) and issubclass(current, BaseModel):
            field = current.model_fields.get(step)
            current = _model_in(field.annotation) if field else None
    if isinstance(current, type) and issubclass(current, BaseModel):
        keys = [k.rstrip("_") for k in current.model_fields]
        return keys + ([k.value for k in RelationKind] if "kind" in keys else [])
    return []


def _model_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = _model_in(part)
        if found is not None:
            return found
    return None
