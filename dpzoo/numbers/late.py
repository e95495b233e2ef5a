"""Modules that take longer to import than most answers take, imported when something of them is first used: numpy, as ``np``."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["Floats", "Late", "np"]


class Late(ModuleType):
    """A stand-in for the module of this name."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self.__name__), name)
        self.__dict__[name] = found
        return found


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    np, Floats = Late("numpy"), Any
