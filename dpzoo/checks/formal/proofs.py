"""The folder ``proofs/``: its theorems by name, and which statement each of them was last checked to prove."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dpzoo.checks.formal.names_in_rocq import ProofTable, read_table

FOLDER = "proofs"
CHECKED = "checked.json"
_THEOREM = re.compile(r"^Theorem\s+(\w+)", re.MULTILINE)
_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A theorem as a source file states it."""

    name: str
    file: str
    line: int


@dataclass(frozen=True)
class Proofs:
    """A folder of proofs; where there is none, there are no theorems."""

    folder: Path

    @property
    def exists(self) -> bool:
        """Whether there is such a folder."""
        return (self.folder / "table.yaml").is_file()

    @cached_property
    def table(self) -> ProofTable:
        """What blocks are called in Rocq."""
        return read_table(self.folder)

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        """The source files, in the order in which they build on one another (``_CoqProject``)."""
        lines = (self.folder / "_CoqProject").read_text(encoding="utf-8").split()
        return tuple(self.folder / w for w in lines if w.endswith(".v"))

    @cached_property
    def theorems(self) -> Mapping[str, Theorem]:
        """Every ``Theorem`` by name; lemmas are steps and prove no claim."""
        if not self.exists:
            return {}
        found = {}
        for path in self.sources:
            text = path.read_text(encoding="utf-8")
            for match in _THEOREM.finditer(text):
                found[match[1]] = Theorem(match[1], path.name, text.count("\n", 0, match.start()) + 1)
        return found

    @cached_property
    def checked(self) -> Mapping[str, str]:
        """By theorem: the digest of the statement that Rocq last accepted it for."""
        path = self.folder / CHECKED
        if not path.is_file():
            return {}
        return dict(json.loads(path.read_text(encoding="utf-8"))["theorems"])


def beside(root: Path) -> Proofs:
    """The proofs beside the folder of a knowledge base."""
    return Proofs(root.resolve().parent / FOLDER)


def digest(statement: str) -> str:
    """A digest of a statement that does not depend on its layout or comments."""
    plain = " ".join(_COMMENT.sub(" ", statement).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:16]
