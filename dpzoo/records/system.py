"""A system: software with a pipeline, each stage tied to its notion, mechanism and caveats; ``definitions/systems/``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StrictBool

from dpzoo.records.evidence import EvidenceList, Place, Sources
from dpzoo.records.fields import Gist, OneLine, Record, Slug, Text
from dpzoo.records.mechanism import Model, Neighbours
from dpzoo.records.notion import Alias, Introduction


class SystemKind(StrEnum):
    """Whether a system promises differential privacy, or something else that is compared with it."""

    PRIVATE = "private"
    ESTIMATOR = "estimator"
    ATTACK_TOOL = "attack tool"


class Promise(Record):
    """The promise of a whole system, in words where the user chooses the parameters."""

    notion: Slug
    """The id of the notion that is promised."""
    neighbours: Neighbours
    """Between which inputs."""
    unit: OneLine
    """Whose contribution that is, in words."""
    fails: StrictBool = False
    """``true`` for a printed promise that does not hold."""
    disputed: Slug | None = None
    """The erratum about it."""
    evidence: EvidenceList
    """What supports it, or shows that it fails."""
    note: Text | None = None
    """What a reader should know beside it."""


class Stage(Record):
    """One step of the pipeline: what it does, which mechanisms and notions it rests on, and what can go wrong."""

    name: OneLine
    """The step."""
    what: Text
    """What it does."""
    mechanisms: tuple[Slug, ...] = ()
    """Ids of the mechanisms that it rests on."""
    notions: tuple[Slug, ...] = ()
    """Ids of the notions that it rests on."""
    caveats: tuple[Text, ...] = ()
    """What can go wrong there."""
    at: Place | None = None
    """Where it is described."""


class SystemRecord(Record):
    """What a system's file says. The file's stem is the id."""

    name: OneLine
    """Its usual name."""
    kind: SystemKind = SystemKind.PRIVATE
    """private; estimator or attack tool for what promises no differential privacy."""
    aliases: tuple[Alias, ...] = ()
    """Other names, each with the works that use it."""
    introduced: Introduction
    """The works that introduced it, and the year."""
    gist: Gist
    """One sentence of at most 200 characters."""
    model: Model
    """Who adds the noise: central, local or shuffled."""
    description: Text
    """What it does and for whom."""
    promises: tuple[Promise, ...] = ()
    """What the whole promises."""
    stages: Annotated[tuple[Stage, ...], Field(min_length=1)]
    """The pipeline, step by step."""
    pitfalls: tuple[Text, ...] = ()
    """What goes wrong in practice."""
    remarks: tuple[Text, ...] = ()
    """What else is worth knowing."""
    sources: Sources
    """Works and places that it is described in."""
