"""How a command ends badly: one clear sentence on standard error, and an exit code that scripts can rely on."""

from __future__ import annotations

from typing import NoReturn

import typer

FINDINGS = 1
UNUSABLE = 2


def fail(message: str, code: int = UNUSABLE) -> NoReturn:
    """Print ``message`` on standard error and stop with ``code``."""
    typer.echo(f"dpzoo: {message}", err=True)
    raise typer.Exit(code)
