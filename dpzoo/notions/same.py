"""Executable notions that another one already is: the same condition under another name, or a different letter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpzoo.notions import drawn_data, local, variation
from dpzoo.notions.executable import Executable

_BY_ID: Final[Mapping[str, Any]] = {n.notion: n for module in (variation, local, drawn_data) for n in module.NOTIONS}


def again(notion: str, original: str, **changes: Any) -> Executable:
    """An executable notion under another id, with other letters if ``changes`` says so."""
    copy: Executable = replace(_BY_ID[original], notion=notion, **changes)
    return copy


SAME: Final[Mapping[str, str]] = {
    "condensed-local-dp": "d-local-dp",
    "extended-dp": "d-privacy",
    "heterogeneous-dp": "personalized-dp",
    "identifiability-wyz16": "posteriori-dp",
    "l-privacy": "d-privacy",
    "model-specific-dp": "predictive-dp",
}
"""Each notion of this file and the one that it is."""

_LETTERS: Final[Mapping[str, Mapping[str, Any]]] = {"l-privacy": {"level": "l"}}

NOTIONS: tuple[Executable, ...] = tuple(again(new, old, **_LETTERS.get(new, {})) for new, old in SAME.items())
