"""``dpzoo audit``."""

from __future__ import annotations

from typing import Annotated

import typer

from dpzoo.cli.assignments import assignments
from dpzoo.cli.exit_codes import fail, refuse, unknown
from dpzoo.cli.files import readable
from dpzoo.cli.output import Format, FormatOption, print_json, print_table


def audit(
    mechanism: Annotated[
        str,
        typer.Argument(help="A mechanism as JSON (datasets, outputs, matrix of probabilities); - for standard input."),
    ],
    fix: Annotated[
        list[str] | None,
        typer.Option(help="A parameter and its value, such as delta=1e-6 or epsilon=log(3).", show_default=False),
    ] = None,
    notion: Annotated[list[str] | None, typer.Option(help="Only this notion (any of its names).", show_default=False)] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List the definitions that need more than the file gives, and what is missing.")
    ] = False,
    format: FormatOption = Format.TEXT,
) -> None:
    """Audit a mechanism: its tightest parameters under every executable notion, with the pair and event that decide.

    Example: dpzoo audit mechanism.json --fix delta=1e-6
    """
    from dpzoo.mechanisms.mechanism_file import locate, read_mechanism
    from dpzoo.notions.registry import executables
    from dpzoo.numbers.errors import BlockError
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.tightest_parameters import audit as audit_mechanism
    from dpzoo.zoo.zoo import load

    zoo = load()
    try:
        only = [zoo.find(name).id for name in notion] if notion else None
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    for chosen in only or ():
        if chosen not in executables():
            fail(f"{zoo[chosen].name} does not run on finite mechanisms: {zoo[chosen].record.executable}")
    fixed = assignments(fix or [])
    read, findings = read_mechanism(readable(mechanism))
    if read is None:
        refuse(findings)
    try:
        found = audit_mechanism(read.mechanism, zoo, given=read.given, fixed=fixed, only=only)
    except BlockError as error:
        if not error.path:
            fail(str(error))
        refuse([locate(read, error)])
    if format is Format.JSON:
        print_json({line.notion.id: line.missing for line in found.not_evaluated} if missing else found.data())
        return
    if missing:
        print_table(("Notion", "What is missing"), [(line.notion.short, line.missing) for line in found.not_evaluated])
        return
    print_table(
        ("Notion", "Tightest parameters", "Certainty", "Worst pair and event"),
        [(line.notion.short, line.summary, line.certainty, line.worst) for line in found.evaluated],
    )
    left = found.not_evaluated
    if only is not None:
        for line in left:
            typer.echo(f"{line.notion.short}: {line.missing}", err=True)
    elif left:
        typer.echo(f"{len(left)} more definitions need what the file does not give; --missing lists them", err=True)
