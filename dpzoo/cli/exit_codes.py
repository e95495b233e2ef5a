"""How a command ends: the one rule of exit codes, and one clear sentence on standard error where it ends badly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NoReturn

import typer

if TYPE_CHECKING:
    from dpzoo.records.findings import Finding

FINDINGS: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130

RULE: Final = (
    "Exit code 0: done. 1: done, with something to act on: faults, a violation, a refuted claim, a contradiction; "
    "or there is no answer: nothing matches, or no conversion is recorded. "
    "2: the call makes no sense: an unknown name, a value out of range, a file that is missing or of the wrong kind. "
    "130: interrupted."
)
"""The rule for every command, as 'dpzoo --help' prints it."""


def fail(message: str, code: int = UNUSABLE) -> NoReturn:
    """Print ``message`` on standard error and stop with ``code``."""
    typer.echo(f"dpzoo: {message}", err=True)
    raise typer.Exit(code)


def unknown(error: Exception, lists: str = "list") -> NoReturn:
    """Report an unknown name, with similar ones, or else with the command that lists all names."""
    helped = any(words in str(error) for words in ("did you mean", "use the id", "several", "is missing"))
    fail(str(error) if helped else f"{error}; 'dpzoo {lists}' lists all")


def refuse(findings: Sequence[Finding]) -> NoReturn:
    """What is wrong with a file that was given, each at its place, on standard error; the call cannot be used."""
    for finding in findings:
        typer.echo(str(finding), err=True)
    raise typer.Exit(UNUSABLE)
