"""Complaints as values: where, which code, what is wrong and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Severity(StrEnum):
    """An error fails the check; advice does not."""

    ERROR = "error"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file; line and column count from 1, 0 means the file as a whole."""

    path: Path
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.path.as_posix()}:{self.line or 1}:{self.column or 1}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One complaint. ``code`` is stable; ``message`` is one sentence; ``related`` are the other places involved."""

    location: Location
    code: str
    message: str
    severity: Severity = Severity.ERROR
    related: tuple[Location, ...] = ()

    def __str__(self) -> str:
        return f"{self.location}: {self.code}: {self.message}"
