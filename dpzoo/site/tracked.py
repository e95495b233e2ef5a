"""Questions from libraries' issue trackers, each with the command that answers it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from dpzoo.numbers.decimals import plainly

FILE: Final = Path(__file__).parent / "tracked.yaml"
_SIGNS: Final = {"epsilon": "ε", "delta": "δ", "rho": "ρ", "power": "the power of a test"}


@dataclass(frozen=True, slots=True)
class Tracked:
    """One question. ``gives`` is a sound number, rounded up; ``beside`` another one for the same question."""

    issue: str
    asks: str
    command: tuple[str, ...]
    sources: tuple[str, ...]
    gives: Mapping[str, float] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)
    says: str = ""

    @property
    def address(self) -> str:
        """The place where the question was asked."""
        repository, _, number = self.issue.partition("#")
        return f"https://github.com/{repository}/issues/{number}"

    @property
    def shown(self) -> str:
        """The command as a shell takes it."""
        return f"dpzoo {shlex.join(self.command)}"

    @property
    def answer(self) -> str:
        """What it gives."""
        return ", ".join(f"{_SIGNS[k]} ≤ {_plain(v)}" for k, v in self.gives.items())

    @property
    def other(self) -> str:
        """The number beside it."""
        return f"{_plain(self.beside['value'])}: {self.beside['is']}" if self.beside else ""


def _plain(value: float) -> str:
    return plainly(value, 1, 6)


def tracked() -> list[Tracked]:
    """All of them, in the order of the file."""
    entries: list[dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert all(e.get("beside", {"value": 0, "is": ""}).keys() == {"value", "is"} for e in entries)
    return [Tracked(**{**e, "command": tuple(e["command"]), "sources": tuple(e["sources"])}) for e in entries]
