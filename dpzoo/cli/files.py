"""Files and folders that are named on the command line."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from dpzoo.cli.exit_codes import fail

STANDARD_INPUT = Path("/dev/stdin")


def folder(text: str) -> Path:
    """A path for an option; an empty text would mean the working directory, which nobody means."""
    if not text.strip():
        raise typer.BadParameter("the path is empty")
    if "\0" in text:
        raise typer.BadParameter("a path has no NUL character")
    return Path(text)


def readable(text: str) -> Path:
    """An existing file, or standard input for ``-``; fails in one sentence."""
    if text == "-":
        return STANDARD_INPUT
    if not text.strip():
        fail("the name of the file is empty")
    path = Path(text)
    if path.is_dir():
        fail(f"{path} is a folder; name a file")
    if not path.exists():
        fail(f"there is no file {path}")
    if not os.access(path, os.R_OK):
        fail(f"{path} cannot be read: permission denied")
    return path
