"""``dpzoo combine``."""

from __future__ import annotations

from typing import Annotated

import typer

from dpzoo.cli.exit_codes import fail, unknown
from dpzoo.cli.output import Format, FormatOption, print_json
from dpzoo.records.enums import Property

Choice = Annotated[str | None, typer.Option(show_default=False, help="A block, or a notion that has it.")]


def combine(
    unit: Choice = None,
    standard: Choice = None,
    scope: Choice = None,
    view: Choice = None,
    aggregation: Choice = None,
    universe: Choice = None,
    base: Annotated[str, typer.Option(help="The notion that the other blocks are taken from.")] = "epsilon-dp",
    format: FormatOption = Format.TEXT,
) -> None:
    """Combine blocks: show the notion that has them, or else the unnamed one and what follows for it.

    Example: dpzoo combine --unit node-dp --standard zCDP
    """
    from dpzoo.exports.records import notion_data
    from dpzoo.expressions.plain_text import prose
    from dpzoo.zoo.combination import CombinationError
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    given = {"unit": unit, "standard": standard, "scope": scope, "view": view, "aggregation": aggregation, "universe": universe}
    chosen = {k: v for k, v in given.items() if v is not None}
    if not chosen:
        fail("choose at least one block, such as --unit edge-dp or --standard RDP")
    try:
        made = load().combine(base, **chosen)
    except CombinationError as error:
        fail(str(error))
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    above, below = [d.subject for d in made.stronger], [d.object for d in made.weaker]
    if format is Format.JSON:
        print_json(
            {
                "new": made.new,
                "notions": [n.id for n in made.known],
                "name": made.name,
                "blocks": made.written.model_dump(mode="json", exclude_none=True),
                "statement": made.statement,
                "parameters": list(made.notion.record.parameters),
                "properties": {p.value: made.verdict(p).value for p in Property},
                "implied_by": above,
                "implies": below,
                **({} if made.new else {"records": [notion_data(n) for n in made.known]}),
            }
        )
        return
    if made.new:
        typer.echo(f"{made.name}: nobody has named this combination.")
    else:
        listed = ", ".join(f"{n.name} ({n.id}, {n.year})" for n in made.known)
        typer.echo(f"{listed} {'has' if len(made.known) == 1 else 'have'} these blocks.")
    typer.echo(prose(made.statement))
    typer.echo(f"  parameters: {', '.join(made.notion.record.parameters)}")
    for which in Property:
        typer.echo(f"  {which.label}: {made.verdict(which)}")
    typer.echo(f"  implied by: {', '.join(above) or 'nothing that is recorded'}")
    typer.echo(f"  implies: {', '.join(below) or 'nothing that is recorded'}")
