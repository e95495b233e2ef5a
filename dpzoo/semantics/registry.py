"""Which notions run: a mapping from ids to executables, made on first use (numpy and scipy load only then)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpzoo.semantics.executable import Executable

_MODULES = (
    *("quantification", "neighborhood", "variation", "background", "formalism", "relativization", "combined"),
    *("datatypes", "local", "later", "syntactic", "same"),
)


@cache
def executables() -> Mapping[str, Executable]:
    """Every executable notion by its id."""
    found: dict[str, Executable] = {}
    for name in _MODULES:
        for notion in import_module(f"dpzoo.semantics.{name}").NOTIONS:
            if notion.notion in found:
                raise ValueError(f"two executables for {notion.notion}")
            found[notion.notion] = notion
    return MappingProxyType(found)
