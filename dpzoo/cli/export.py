"""``dpzoo export``."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import fail, unknown
from dpzoo.cli.files import folder
from dpzoo.cli.output import write_file, write_whole

if TYPE_CHECKING:
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.zoo import Zoo


class ExportFormat(StrEnum):
    """What the knowledge base can be written as."""

    JSON = "json"
    CSV = "csv"
    CLAIMS = "claims"
    CLOSURE = "closure"
    GRAPHML = "graphml"
    DOT = "dot"
    BIBTEX = "bibtex"
    JSONLD = "jsonld"
    MARKDOWN = "markdown"


_WHOLE = frozenset((ExportFormat.CLAIMS, ExportFormat.CLOSURE, ExportFormat.GRAPHML, ExportFormat.DOT, ExportFormat.JSONLD))


def export(
    notion: Annotated[
        list[str] | None, typer.Argument(help="Only these notions; all of the knowledge base by default.", show_default=False)
    ] = None,
    format: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="json: everything; csv: a row per notion; claims: a row per asserted relation; closure: a row per ordered pair "
            "with what is known; graphml and dot: the graph; bibtex: the works; jsonld: linked data (SKOS); markdown: citations.",
        ),
    ] = ExportFormat.JSON,
    output: Annotated[
        Path | None,
        typer.Option(help="Write into this file, atomically.", show_default=False, parser=folder),
    ] = None,
) -> None:
    """Write the knowledge base, or some notions of it, to standard output or a file for other programs.

    Example: dpzoo export --format closure > closure.csv
    """
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    if notion and format in _WHOLE:
        fail(f"{format} describes the whole knowledge base; leave the notions out, or use json, csv, bibtex or markdown")
    zoo = load()
    try:
        chosen = list({(found := zoo.find(name)).id: found for name in notion}.values()) if notion else None
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    if output is None:
        write_whole(_text(zoo, chosen, format))
    elif output.is_dir():
        fail(f"{output} is a folder; name a file")
    else:
        write_file(output, _text(zoo, chosen, format))


def _text(zoo: Zoo, notions: list[Notion] | None, format: ExportFormat) -> str:
    from dpzoo.exports import citations, graphs, linked
    from dpzoo.exports.records import notion_data, zoo_data
    from dpzoo.zoo import tables

    match format:
        case ExportFormat.JSON:
            return _json(zoo_data(zoo) if notions is None else [notion_data(n) for n in notions])
        case ExportFormat.CSV:
            return tables.notions_csv(zoo, notions)
        case ExportFormat.CLAIMS:
            return tables.claims_csv(zoo)
        case ExportFormat.CLOSURE:
            return tables.closure_csv(zoo)
        case ExportFormat.GRAPHML:
            return graphs.graphml(zoo)
        case ExportFormat.DOT:
            return graphs.dot(zoo)
        case ExportFormat.BIBTEX:
            return citations.bibliography(zoo, notions)
        case ExportFormat.JSONLD:
            return _json(linked(zoo))
        case ExportFormat.MARKDOWN:
            return "".join(citations.citation(zoo, n) for n in (zoo.values() if notions is None else notions))


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
