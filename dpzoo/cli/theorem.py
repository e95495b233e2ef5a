"""``dpzoo theorem``."""

from __future__ import annotations

from typing import Annotated

import typer

from dpzoo.cli.exit_codes import fail
from dpzoo.cli.output import Format, FormatOption, print_json


def theorem(
    name: Annotated[str | None, typer.Argument(help="Its number, such as T11; without one, all are listed.")] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Print a theorem behind the best possible conversions, with its proof.

    Example: dpzoo theorem T11
    """
    from dpzoo.optimal.theory_text import theory

    known = theory()[1]
    if name is not None and name.upper() not in known:
        fail(f"there is no theorem {name[:80]!r}; they are T1 to T{len(known)}, and 'dpzoo theorem' lists them")
    chosen = list(known.values()) if name is None else [known[name.upper()]]
    if format is Format.JSON:
        print_json([{"id": t.id, "title": t.title, "text": t.text} for t in chosen])
        return
    for t in chosen:
        typer.echo(f"{t.id}  {t.title}")
        if name is not None:
            typer.echo(f"\n{t.text}")
