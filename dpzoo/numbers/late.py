"""A module that takes longer to import than most answers take, imported when something of it is first used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


class Late(ModuleType):
    """A stand-in for the module of this name."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self.__name__), name)
        self.__dict__[name] = found
        return found
