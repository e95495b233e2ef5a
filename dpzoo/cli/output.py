"""Printing for people on a terminal, plainly for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console


class Format(StrEnum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def print_json(data: Any) -> None:
    """JSON on standard output, indented, non-ASCII letters as they are."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def console() -> Console:
    """A rich console on standard output; honours NO_COLOR, and never reads markup in data."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, soft_wrap=False)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal; tab-separated lines without a header elsewhere."""
    if not on_terminal():
        for row in rows:
            typer.echo("\t".join(row))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)
