"""Which notions run: a mapping from ids to executables, made on first use (numpy and scipy load only then)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from dpzoo.notions.catalogue import CATALOGUE

if TYPE_CHECKING:
    from dpzoo.notions.executable import Executable


@cache
def executables() -> Mapping[str, Executable]:
    """Every executable notion by its id; ValueError where a module and the catalogue of ids differ."""
    found: dict[str, Executable] = {}
    for name, listed in CATALOGUE.items():
        here = {notion.notion: notion for notion in import_module(f"dpzoo.notions.{name}").NOTIONS}
        if different := here.keys() ^ set(listed):
            raise ValueError(f"dpzoo/notions/{name}.py and dpzoo/notions/catalogue.py differ in {', '.join(sorted(different))}")
        if again := here.keys() & found.keys():
            raise ValueError(f"two executables for {', '.join(sorted(again))}")
        found.update(here)
    return MappingProxyType(found)
