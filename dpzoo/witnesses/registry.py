"""All witnesses, found by walking the folders of this package: one to a module, or, in a table, one to a row.

A module whose name ends in ``_table`` is a table: its rows are functions with one idea in common, each a witness.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpzoo.witnesses.framework import Witness

_HERE = Path(__file__).parent


def witness_ids() -> tuple[str, ...]:
    """The ids of all witnesses, in order, without importing them."""
    return tuple(id_ for id_, _ in module_files())


def module_files() -> tuple[tuple[str, Path], ...]:
    """The ids of all witnesses with their files, in order, without importing them."""
    found = ((name, _HERE.joinpath(*name.split(".")[2:]).with_suffix(".py")) for name in _modules())
    return tuple((row.replace("_", "-"), path) for name, path in found for row in _rows(name, path))


def is_table(module: str) -> bool:
    """Whether a module of this name has several witnesses."""
    return module.endswith("_table")


def _rows(name: str, path: Path) -> list[str]:
    """The names of the witnesses in a module, without importing it."""
    own = name.rsplit(".", 1)[-1]
    return _ROW.findall(path.read_text(encoding="utf-8")) if is_table(own) else [own]


_ROW = re.compile(r"^@decides\(.*?^def (\w+)\(", re.DOTALL | re.MULTILINE)


@cache
def witnesses() -> Mapping[str, Witness]:
    """Every witness by its id, in the order of the folders and then of the names.

    Raises :class:`ValueError` if a module has no witness, several, or one whose name another folder already has.
    """
    from dpzoo.witnesses.framework import Witness

    found: dict[str, Witness] = {}
    for name in _modules():
        here = [w for w in vars(import_module(name)).values() if isinstance(w, Witness)]
        if len(here) != 1 and not is_table(name):
            raise ValueError(f"the module {name} has {len(here)} witnesses; it must have one")
        for witness in here:
            if witness.id in found:
                raise ValueError(f"two witnesses are called {witness.id}")
            found[witness.id] = witness
    return MappingProxyType(found)


def _modules() -> list[str]:
    names = []
    for folder in sorted(p for p in _HERE.iterdir() if p.is_dir() and (p / "__init__.py").exists()):
        package = f"{__package__}.{folder.name}"
        names += sorted(
            f"{package}.{m.name}" for m in pkgutil.iter_modules([str(folder)]) if not m.ispkg and not m.name.startswith("_")
        )
    return names
