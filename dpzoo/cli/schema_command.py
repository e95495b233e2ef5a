"""``dpzoo schema``."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dpzoo.cli.exit_codes import fail
from dpzoo.cli.files import folder


def schema(
    kind: Annotated[str, typer.Argument(help="The kind of record or export, such as notion, erratum, zoo.")] = "notion",
    write: Annotated[
        Path | None,
        typer.Option(help="Write all schemas into this folder instead (site/schema/v1).", show_default=False, parser=folder),
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of record, which editors complete and explain its keys with.

    Example: dpzoo schema notion
    """
    from dpzoo.exports.schemas import all_schemas
    from dpzoo.records.schema import file_name

    known = all_schemas()
    if write is not None:
        if write.exists() and not write.is_dir():
            fail(f"{write} is not a folder; name one to write the schemas into")
        write.mkdir(parents=True, exist_ok=True)
        for name, found in known.items():
            (write / file_name(name)).write_text(printed(found), encoding="utf-8")
        typer.echo(f"wrote {len(known)} schemas into {write}")
        return
    if kind not in known:
        near = difflib.get_close_matches(kind, known, n=1)
        fail(f"there is no schema {kind!r}; {f'did you mean {near[0]}?' if near else 'the schemas are ' + ', '.join(known)}")
    typer.echo(printed(known[kind]), nl=False)


def printed(schema: dict[str, Any]) -> str:
    """A schema as its file has it."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
