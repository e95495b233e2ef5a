"""The rooms of the package as they are: what each is for and which others it uses, read from the code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r"\s*(?:from|import) dpzoo\.(\w+)")
_PACKAGE: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Room:
    """A package directly below ``dpzoo``: its purpose is the first paragraph of its docstring."""

    name: str
    purpose: str
    uses: tuple[str, ...]
    """The rooms that its code imports when it runs, nearest first."""


@cache
def rooms() -> tuple[Room, ...]:
    """All rooms, bottom to top: each uses only those before it.

    Raises graphlib.CycleError where two rooms use each other.
    """
    folders = {path.parent.name: path.parent for path in _PACKAGE.glob("*/__init__.py")}
    used = {name: set(_used(folder)) & folders.keys() - {name} for name, folder in folders.items()}
    order = list(TopologicalSorter({name: sorted(used[name]) for name in sorted(used)}).static_order())
    return tuple(_room(folders[name], used, order) for name in order)


def _room(folder: Path, used: Mapping[str, set[str]], order: list[str]) -> Room:
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    purpose = " ".join(text.partition("\n\n")[0].split())
    return Room(folder.name, purpose, tuple(sorted(used[folder.name], key=order.index, reverse=True)))


def _used(folder: Path) -> Iterator[str]:
    """The rooms that the folder's modules import, but for type checkers; read line by line, since a build waits for it."""
    for path in folder.rglob("*.py"):
        inside = None  # the indentation of the block for type checkers that a line may stand in
        for line in path.read_text(encoding="utf-8").splitlines():
            depth = len(line) - len(line.lstrip())
            if inside is not None and line and depth <= inside:
                inside = None
            found = _IMPORT.match(line)
            if found is not None and inside is None:
                yield found[1]
            elif "if TYPE_CHECKING:" in line:
                inside = depth
