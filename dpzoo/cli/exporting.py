"""``dpzoo export``."""

from __future__ import annotations

from typing import Annotated

import typer

from dpzoo.cli.output import print_json


def export(
    notion: Annotated[
        list[str] | None, typer.Argument(help="Only these notions; all of the knowledge base by default.", show_default=False)
    ] = None,
    format: Annotated[str, typer.Option("--format", help="json.")] = "json",
) -> None:
    """Write the knowledge base, or some notions of it, to standard output as JSON.

    Example: dpzoo export renyi-dp > renyi-dp.json
    """
    from dpzoo.cli.errors import fail
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.exporting import notion_data, zoo_data
    from dpzoo.zoo.zoo import load

    if format != "json":
        fail(f"the format {format!r} is not known; use json")
    zoo = load()
    if not notion:
        print_json(zoo_data(zoo))
        return
    try:
        print_json([notion_data(zoo.find(name)) for name in notion])
    except (UnknownNotionError, AmbiguousNameError) as error:
        fail(str(error))
