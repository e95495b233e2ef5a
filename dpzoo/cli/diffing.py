"""``dpzoo diff``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dpzoo.cli.exit_codes import fail
from dpzoo.cli.files import folder


class DiffFormat(StrEnum):
    """How differences are printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def diff(
    before: Annotated[str, typer.Argument(help="The earlier version: a folder of records or a git revision.")],
    after: Annotated[
        str | None, typer.Argument(help="The later one; the present records by default.", show_default=False)
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            help="The folder whose revisions are meant; by default that of this installation.",
            show_default=False,
            parser=folder,
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="The largest number of lines of one kind; 0 for all. JSON has all.")] = 20,
    format: Annotated[DiffFormat, typer.Option("--format", help="text, markdown (release notes) or json.")] = DiffFormat.TEXT,
) -> None:
    """Compare two versions of the knowledge base: records, relations, what follows, what contradicts, what is open.

    Example: dpzoo diff v0.1.0 HEAD --format markdown
    """
    from dpzoo.checks.diff import report
    from dpzoo.checks.diff.differences import Differences
    from dpzoo.checks.diff.revisions import RevisionError, read_version
    from dpzoo.cli.exit_codes import FINDINGS
    from dpzoo.cli.output import print_json
    from dpzoo.loading.definitions import default_folder

    for name in (before, after):
        if name is not None and not name.strip():
            fail("the name of a version is empty; give a folder or a git revision")
    root = records if records is not None else default_folder()
    try:
        old = read_version(before, root)
        new = read_version(after if after is not None else str(root), root)
    except RevisionError as error:
        fail(str(error))
    for name, loaded in ((before, old), (after or str(root), new)):
        if loaded.base.unread:
            typer.echo(f"dpzoo: left out of {name}, as they cannot be read: {', '.join(sorted(loaded.base.unread))}", err=True)
    found = Differences(old.base, new.base)
    match format:
        case DiffFormat.JSON:
            print_json(report.data(found))
        case DiffFormat.MARKDOWN:
            typer.echo(report.markdown(found, limit or None), nl=False)
        case DiffFormat.TEXT:
            typer.echo(report.text(found, limit or None), nl=False)
    if found.any and found.contradictions:
        raise typer.Exit(FINDINGS)
