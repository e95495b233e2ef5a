"""JSON Schemas of the records, from the models: what editors complete and explain keys with.

Every kind of record that :class:`~dpzoo.records.knowledge_base.KnowledgeBase` holds has one. A key's description is the
string under the field in the model's source.

>>> list(record_models())[:2], record_schema("notion")["properties"]["gist"]["maxLength"]
(['notion', 'erratum'], 200)
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_args, get_type_hints

from pydantic import BaseModel

from dpzoo.records import block_records, deployment, erratum, guide, knowledge_base, lemma, mechanism, notion, reference, system
from dpzoo.records.claim_records import PropertyClaim, Relation
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import RelationKind
from dpzoo.records.fields import SLUG_PATTERN
from dpzoo.records.knowledge_base import KnowledgeBase, Library
from dpzoo.records.notion import LEFT_TO_BLOCKS, Axioms, NotionRecord

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
FORMAT: Final = 1
"""The version of the record format; it is part of the schemas' address."""
FOLDER: Final = f"schema/v{FORMAT}"
"""Where the schemas lie: below ``site/`` in a checkout, and below the website's root."""


def file_name(kind: str) -> str:
    """The schema's file in :data:`FOLDER`."""
    return f"{kind}.schema.json"


_MODULES = (block_records, deployment, erratum, guide, knowledge_base, lemma, mechanism, notion, reference, system)
"""Where the annotations of a knowledge base look their names up; it does not import them all itself."""


@cache
def collections() -> Mapping[str, type[BaseModel]]:
    """The model of the records in each collection of a knowledge base, by the collection's name."""
    found: dict[str, type[BaseModel]] = {}
    models = {n: m for module in _MODULES for n, m in vars(module).items() if isinstance(m, type)}
    for name, hint in {**get_type_hints(KnowledgeBase, models), **get_type_hints(Library, models)}.items():
        for entry in get_args(hint)[1:]:
            found.update((name, m) for m in get_args(entry) if isinstance(m, type) and issubclass(m, BaseModel))
    return MappingProxyType(found)


@cache
def record_models() -> Mapping[str, type[BaseModel]]:
    """The model of each kind of record, by the kind's name."""
    return MappingProxyType({m.__name__.removesuffix("Record").lower(): m for m in collections().values()})


def record_schema(kind: str) -> dict[str, Any]:
    """The schema of what a file of this kind says; KeyError for an unknown kind."""
    model = record_models()[kind]
    schema = model.model_json_schema(ref_template="#/$defs/{model}")
    definitions = schema.get("$defs", {})
    for name, part in [(model.__name__, schema), *definitions.items()]:
        found = _models_below(model).get(name)
        if found is not None:
            _describe(found, part)
    return {"$schema": DRAFT, **schema, "title": f"dpzoo {kind} record"}


def _describe(model: type[BaseModel], part: dict[str, Any]) -> None:
    properties = part["properties"]
    for name, text in field_descriptions(model).items():
        if name in properties:
            properties[name]["description"] = text
    for value in properties.values():
        value.pop("title", None)
    part["description"] = _plain(inspect.getdoc(model) or "")
    # "is" is a word of Python: the field is called is_
    part["properties"] = {k.removesuffix("_"): v for k, v in properties.items()}
    if "required" in part:
        part["required"] = [k.removesuffix("_") for k in part["required"]]
    for base, reshape in _RESHAPED.items():
        if issubclass(model, base):
            reshape(part)
    properties = part["properties"]
    if "tight" in properties:
        options = [o for o in properties["tight"]["anyOf"] if o != {"type": "null"}]
        properties["tight"] = {**properties["tight"], "anyOf": [{"const": True}, *options]}


def field_descriptions(model: type[BaseModel]) -> dict[str, str]:
    """What the strings under a model's fields say, those of its base classes first."""
    found: dict[str, str] = {}
    for cls in reversed(model.__mro__):
        if cls is BaseModel or not issubclass(cls, BaseModel):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
                found[field.target.id] = _plain(str(ast.literal_eval(below.value)))
    return found


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


@cache
def _models_below(model: type[BaseModel]) -> Mapping[str, type[BaseModel]]:
    return {m.__name__: m for m in _walk(model, set())}


def _walk(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    if model in seen:
        return
    seen.add(model)
    yield model
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            yield from _walk(inner, seen)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


# what files say differs from what models hold in some places: before-validators bring the one to the other


def _relation(part: dict[str, Any]) -> None:
    """In a file the kind is a key and the object its value."""
    properties = part["properties"]
    del properties["kind"], properties["object"]
    kinds = {
        k.value: {
            "type": "string",
            "pattern": SLUG_PATTERN,
            "description": f"{k.symbol} The notion of this record {k.words} the one named here.",
        }
        for k in RelationKind
    }
    part["properties"] = {**kinds, **properties}
    part["required"] = [r for r in part["required"] if r not in {"kind", "object"}]
    part["oneOf"] = [{"required": [k]} for k in kinds]
    names = [{"const": c.name, "description": c.meaning} for c in CONDITIONS.values()]
    constraint = {"type": "string", "pattern": "[<>=]", "description": "a constraint on parameters, such as alpha <= 2"}
    properties["given"]["items"] = {"anyOf": [*names, constraint]}


def _property(part: dict[str, Any]) -> None:
    """The loader's own mark is not a key."""
    part["properties"].pop("by_blocks", None)


def _axioms(part: dict[str, Any]) -> None:
    """What blocks give may be left out."""
    part.pop("required", None)


def _notion(part: dict[str, Any]) -> None:
    part["required"] = [k for k in part["required"] if k not in LEFT_TO_BLOCKS]
    executable = part["properties"]["executable"]
    part["properties"]["executable"] = {
        "anyOf": [{"const": True}, {"type": "string", "minLength": 1, "pattern": r"^[^\n]+\n?$"}],
        "description": executable["description"],
    }


_RESHAPED: Final[Mapping[type[BaseModel], Callable[[dict[str, Any]], None]]] = MappingProxyType(
    {Relation: _relation, NotionRecord: _notion, PropertyClaim: _property, Axioms: _axioms}
)
