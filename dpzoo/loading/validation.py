"""Plain data to a typed record: every fault as a finding at its place, with the remedy."""

from __future__ import annotations

import difflib
import re
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import PathStep, Source

M = TypeVar("M", bound=BaseModel)

_SHOWN = 60


def validate(model: type[M], data: Any, source: Source) -> tuple[M | None, list[Finding]]:
    """The record, or None and what is wrong with it."""
    if not isinstance(data, dict):
        return None, [Finding(source.locate(), "not-a-mapping", "a record is a mapping of keys to values")]
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        items = error.errors(include_url=False)
        paths = [_clean(i["loc"], source) for i in items]
        # an element that is wrong does not count, and the list seems too short: one sentence is enough
        wanted = [
            item
            for item, path in zip(items, paths, strict=True)
            if item["type"] != "too_short" or not any(len(p) > len(path) and p[: len(path)] == path for p in paths)
        ]
        return None, [_finding(model, item, source) for item in wanted]


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
            return Finding(place, _code(str(item["ctx"]["error"]), path), f"{where}: {_one_line(str(item['ctx']['error']))}")
        case "string_pattern_mismatch":
            return Finding(place, "bad-spelling", _unspelled(where, str(item["input"])))
        case "string_type":
            given = (
                "empty"
                if item["input"] is None
                else f"{_shown(item['input'])}, which YAML does not read as text; put it in quotes"
            )
            return Finding(place, "wrong-type", f"{where} must be text, not {given}")
        case "tuple_type" | "list_type":
            given = _shown(item["input"])
            short = isinstance(item["input"], str) and len(given) < _SHOWN and "\n" not in item["input"]
            mend = f"write [{item['input']}]" if short else "begin each item with '- '"
            return Finding(place, "wrong-type", f"{where} must be a list, not {given}; {mend}")
        case "model_type" | "dict_type":
            keys = ", ".join(_known_keys(model, path)[:8])
            known = f" with some of the keys {keys}" if keys else ""
            return Finding(place, "wrong-type", f"{where} must be a mapping{known}, not {_shown(item['input'])}")
        case "int_type" | "int_parsing" | "int_from_float":
            return Finding(place, "wrong-type", f"{where} must be a whole number without quotes, not {_shown(item['input'])}")
        case "bool_type" | "bool_parsing":
            return Finding(place, "wrong-type", f"{where} must be true or false, not {_shown(item['input'])}")
        case "too_short":
            return Finding(place, "bad-value", f"{where} is empty; give at least one item")
        case "too_long" | "string_too_long":
            most, length = item["ctx"]["max_length"], item["ctx"].get("actual_length") or len(item["input"])
            counted = "characters" if isinstance(item["input"], str) else "items"
            return Finding(place, "bad-value", f"{where} has {length} {counted}; at most {most} are allowed")
        case _:
            message = item["msg"][0].lower() + item["msg"][1:]
            return Finding(place, "bad-value", f"{where}: {message} (given: {_shown(item['input'])})")


def _clean(loc: tuple[PathStep, ...], source: Source) -> tuple[PathStep, ...]:
    """The error's path in terms of the file's own keys."""
    path: tuple[PathStep, ...] = ()
    for part in loc:
        step = part
        ours = step in ("[key]", "in-words", "normal-form") or (
            isinstance(step, str) and step.startswith(("function-", "constrained-", "is-instance", "union", "str"))
        )
        if ours and (*path, step) not in source.keys:  # a key that somebody wrote may begin like that
            continue
        if step in ("object", "kind") and path[:1] == ("relations",):
            kinds = [k.value for k in RelationKind if (*path, k.value) in source.keys]
            step = kinds[0] if kinds else step
        path = (*path, "is" if step == "is_" else step)
    return path


def _code(message: str, path: tuple[PathStep, ...]) -> str:
    if "map" in path or "rule" in path or "characters; at most" in message:
        return "bad-expression"
    if "unknown condition" in message:
        return "unknown-condition"
    return "bad-value"


def _unspelled(where: str, text: str) -> str:
    rule = "lower-case letters and digits with single hyphens between them; a citation key as DMNS06"
    known = f"; 'dpzoo show {text}' gives the id of what is called so" if re.fullmatch(r"[\w -]{1,60}", text) else ""
    return f"{where}: {_shown(text)} is not spelled as an id or key must be: {rule}{known}"


def _one_line(text: str) -> str:
    """A reason that quotes a value: on one line, the value cut where it is long."""
    short = " ".join(text.split())
    return short if len(short) <= _LONGEST else f"{short[: _LONGEST // 2]} … {short[-_LONGEST // 2 :]}"


_LONGEST = 400


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, dict | list) else ("a mapping" if isinstance(value, dict) else "a list")
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _known_keys(model: type[BaseModel], path: tuple[PathStep, ...]) -> list[str]:
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
