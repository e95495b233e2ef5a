"""A system: software with a pipeline, each stage tied to its notion, mechanism and caveats; ``definitions/systems/``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StrictBool

from dpzoo.records.erratum import Place
from dpzoo.records.fields import Line, Record, Slug, Text
from dpzoo.records.mechanism import EvidenceList, Model, Neighbours
from dpzoo.records.notion import Alias, Introduction


class SystemKind(StrEnum):
    """Whether a system promises differential privacy, or does something else that stands beside it."""

    PRIVATE = "private"
    ESTIMATOR = "estimator"
    ATTACK_TOOL = "attack tool"


class Promise(Record):
    """What a whole system promises, in words where the parameters are the user's."""

    notion: Slug
    neighbours: Neighbours
    unit: Line
    fails: StrictBool = False
    disputed: Slug | None = None
    evidence: EvidenceList
    note: Text | None = None


class Stage(Record):
    """One step of the pipeline: what it does, which mechanisms and notions it rests on, and what can go wrong."""

    name: Line
    what: Text
    mechanisms: tuple[Slug, ...] = ()
    notions: tuple[Slug, ...] = ()
    caveats: tuple[Text, ...] = ()
    at: Place | None = None


class SystemRecord(Record):
    """What a system's file says. The file's stem is the id."""

    name: Line
    kind: SystemKind = SystemKind.PRIVATE
    aliases: tuple[Alias, ...] = ()
    introduced: Introduction
    gist: Annotated[Line, Field(max_length=200)]
    model: Model
    description: Text
    promises: tuple[Promise, ...] = ()
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]
    pitfalls: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    sources: Annotated[tuple[Place, ...], Field(min_length=1)]
