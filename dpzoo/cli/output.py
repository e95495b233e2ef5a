"""Printing for people on a terminal, plainly for programs."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from rich.console import Console


class Format(StrEnum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="text or json.")]


def any_encoding() -> None:
    """Let standard output and error show what their encoding lacks by a backslash and its code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def write_whole(text: str) -> None:
    """A long text on standard output, all of it or an OSError: without a buffer a stream may take a part and say nothing."""
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    rest = memoryview(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    while rest:
        rest = rest[stream.write(rest) or 0 :]
    stream.flush()


def write_file(path: Path, text: str) -> None:
    """A file that is whole or not there: it is written beside and renamed; a device is written to. Raises OSError."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def print_json(data: Any) -> None:
    """JSON on standard output, indented, non-ASCII letters as they are.

    Infinite numbers, which JSON lacks, are the texts "inf" and "-inf", as in the records; what is no number is null.
    """
    typer.echo(json.dumps(_finite(data), ensure_ascii=False, indent=2, allow_nan=False))


def _finite(data: Any) -> Any:
    match data:
        case float() if not math.isfinite(data):
            return None if math.isnan(data) else str(data)
        case dict():
            return {key: _finite(value) for key, value in data.items()}
        case list() | tuple():
            return [_finite(value) for value in data]
        case _:
            return data


class Printer(Protocol):
    """What prints text for people, line by line."""

    def print(self, *text: Any, style: str | None = None, soft_wrap: bool | None = None) -> None:
        """A text, broken over lines; with ``soft_wrap`` each line stays one."""


class _Plain:
    """Prints where nothing has a style: to import rich takes longer than the rest of the printing."""

    def __init__(self) -> None:
        self.width = shutil.get_terminal_size().columns

    def print(self, *text: Any, style: str | None = None, soft_wrap: bool | None = None) -> None:
        for line in " ".join(map(str, text)).split("\n"):
            lines = [line] if soft_wrap else textwrap.wrap(line, self.width, expand_tabs=False, break_on_hyphens=False)
            typer.echo("\n".join(lines))


def console() -> Printer:
    """What prints on standard output."""
    return _rich() if _styles() else _Plain()


def marked(*parts: str | tuple[str, str]) -> Any:
    """A line for :func:`console`, some parts of which have a style."""
    if not _styles():
        return "".join(part if isinstance(part, str) else part[0] for part in parts)
    from rich.text import Text

    return Text.assemble(*parts)


def _styles() -> bool:
    return on_terminal() or bool(os.environ.get("FORCE_COLOR"))


def _rich() -> Console:
    """A rich console on standard output; honours NO_COLOR, and never reads markup in data."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, soft_wrap=False)


@contextmanager
def progress_bar(word: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal; yields what to call with how many are done, and of how many."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = Console(stderr=True)
    columns = (TextColumn(word), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task("")
        yield lambda done, total: progress.update(task, completed=done, total=total)


_NARROW = 72
"""Columns of a terminal below which a table would break every word."""


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal, on a narrow one a paragraph for each row; tab-separated lines without a header elsewhere."""
    if not on_terminal():
        for row in rows:
            typer.echo("\t".join(row))
        return
    from rich.table import Table
    from rich.text import Text

    out = _rich()
    if out.width < _NARROW:
        from rich.padding import Padding

        for row in rows:
            out.print(row[0], style="bold", soft_wrap=True)
            # a number says nothing without its column's name
            others = [f"{c} {v}" if v.isdecimal() else v for c, v in zip(columns[1:], row[1:], strict=True) if v]
            out.print(Padding(" · ".join(others), (0, 0, 0, 2)))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    # an id that is broken over lines cannot be copied
    whole = max((len(row[0]) for row in rows), default=0) <= out.width // 2
    for number, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=whole and number == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    out.print(table)


def paragraphs(text: str) -> str:
    """Prose whose paragraphs are one line each, so that the terminal breaks them; lists and formulas keep their lines."""
    made: list[str] = []
    joins = False
    for line in text.splitlines():
        starts = not line.strip() or line[0] in " -*|#" or line.lstrip()[:2].rstrip(".").isdigit()
        if joins and not starts:
            made[-1] += f" {line.strip()}"
        else:
            made.append(line.rstrip())
        joins = bool(line.strip()) and not line.startswith("    ")
    return "\n".join(made)
