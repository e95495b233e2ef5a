"""The theorems that ``Optimum.theorem`` names, as ``theory.md`` beside this file states and proves them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

_HEADING: Final = re.compile(r"^## (T\d+)\. (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TheoryTheorem:
    """A theorem with its proof, as Markdown."""

    id: str
    title: str
    text: str


@cache
def theory() -> tuple[str, Mapping[str, TheoryTheorem]]:
    """What stands before the theorems, and the theorems by id."""
    whole = resources.files("dpzoo.optimal").joinpath("theory.md").read_text(encoding="utf-8")
    first, *parts = _HEADING.split(whole)
    found = (TheoryTheorem(i, t, x.strip()) for i, t, x in zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    return first.partition("\n")[2].strip(), {t.id: t for t in found}
