"""``dpzoo audit``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dpzoo.cli.assignments import assignments
from dpzoo.cli.browse import FormatOption
from dpzoo.cli.errors import FINDINGS, fail
from dpzoo.cli.output import Format, print_json, print_table


def audit(
    mechanism: Annotated[Path, typer.Argument(help="A mechanism as JSON: datasets, outputs and the matrix of probabilities.")],
    fix: Annotated[
        list[str] | None,
        typer.Option(help="A parameter and its value, such as delta=1e-6 or epsilon=log(3).", show_default=False),
    ] = None,
    notion: Annotated[list[str] | None, typer.Option(help="Only this notion (any of its names).", show_default=False)] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Audit a mechanism: its tightest parameters under every executable notion, with the pair and event that decide.

    Exit code 0: audited; 1: the file is not a mechanism.

    Example: dpzoo audit mechanism.json --fix delta=1e-6
    """
    from dpzoo.audit.auditing import audit as audit_mechanism
    from dpzoo.audit.mechanism_file import locate, read_mechanism
    from dpzoo.blocks.errors import BlockError
    from dpzoo.semantics.registry import executables
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    zoo = load()
    try:
        only = [zoo.find(name).id for name in notion] if notion else None
    except (UnknownNotionError, AmbiguousNameError) as error:
        fail(str(error))
    for chosen in only or ():
        if chosen not in executables():
            fail(f"{zoo[chosen].name} does not run on finite mechanisms: {zoo[chosen].record.executable}")
    read, findings = read_mechanism(mechanism)
    if read is None:
        for finding in findings:
            typer.echo(str(finding), err=True)
        raise typer.Exit(FINDINGS)
    try:
        found = audit_mechanism(read.mechanism, zoo, given=read.given, fixed=assignments(fix or []), only=only)
    except BlockError as error:
        if not error.path:
            fail(str(error))
        typer.echo(str(locate(read, error)), err=True)
        raise typer.Exit(FINDINGS) from None
    if format is Format.JSON:
        print_json(found.data())
        return
    print_table(
        ("Notion", "Tightest parameters", "Certainty", "Worst pair and event"),
        [(line.notion.short, line.summary, line.certainty, line.worst) for line in found.evaluated],
    )
    missing = found.not_evaluated
    if missing:
        typer.echo(f"\n{len(missing)} more need objects that the file does not give:", err=True)
        for line in missing:
            typer.echo(f"  {line.notion.short}: {line.missing}", err=True)
