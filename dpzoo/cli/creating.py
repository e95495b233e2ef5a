"""``dpzoo new``."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dpzoo.cli.errors import fail
from dpzoo.records.enums import Dimension, Standing

if TYPE_CHECKING:
    from dpzoo.records.findings import Finding


class Kind(StrEnum):
    """What can be begun."""

    NOTION = "notion"
    ERRATUM = "erratum"


def new(
    name: Annotated[str | None, typer.Argument(help="The notion's name, or the erratum's title.", show_default=False)] = None,
    kind: Annotated[Kind, typer.Option(help="notion or erratum.")] = Kind.NOTION,
    id: Annotated[str | None, typer.Option(help="The id; by default made from the name.", show_default=False)] = None,
    dimension: Annotated[
        list[Dimension] | None, typer.Option(help="A dimension letter; repeat it for several.", show_default=False)
    ] = None,
    no_dimension: Annotated[bool, typer.Option("--no-dimension", help="The same promise as pure DP.")] = False,
    cite: Annotated[
        list[str] | None,
        typer.Option(help="A key of references.bib: who introduced it, or printed the error.", show_default=False),
    ] = None,
    year: Annotated[int | None, typer.Option(help="The year; by default that of the cited work.", show_default=False)] = None,
    at: Annotated[str | None, typer.Option(help="For an erratum: the place in the source.", show_default=False)] = None,
    standing: Annotated[Standing, typer.Option(help="Where it stands with respect to the survey.")] = Standing.LATER,
    abbreviation: Annotated[str, typer.Option(help="The usual abbreviation.", show_default=False)] = "",
    notation: Annotated[str, typer.Option(help="The notation, as LaTeX without dollar signs.", show_default=False)] = "",
    records: Annotated[
        Path | None, typer.Option(help="Folder of records; by default the one of this installation.", show_default=False)
    ] = None,
) -> None:
    """Begin a record: asks on a terminal for what is not given, writes a valid file with comments that teach.

    Afterwards it lists what is still to be written, as 'dpzoo check' does. It never overwrites a file.

    Example: dpzoo new "Rényi differential privacy" --dimension Q --cite Mir17 --year 2017
    """
    from dpzoo.contributing.lines import schema_folder
    from dpzoo.contributing.templates import NewNotion, new_erratum, schema_line, slug
    from dpzoo.loading.bibliography import read_bibliography
    from dpzoo.loading.folder import BIBLIOGRAPHY
    from dpzoo.records.fields import is_slug
    from dpzoo.records.schema import file_name
    from dpzoo.zoo.definitions import default_folder

    root = records if records is not None else default_folder()
    if not root.is_dir():
        fail(f"there is no folder {root}; name the folder that holds the records with --records")
    references, _ = read_bibliography(root / BIBLIOGRAPHY, root / BIBLIOGRAPHY)
    title = name or _ask("Name", "a name")
    keys = cite or _ask("Key of the work in references.bib, such as DMNS06", "--cite KEY").replace(",", " ").split()
    if kind is Kind.NOTION:
        letters = _dimensions(dimension, no_dimension or standing is not Standing.LATER)
        when = year or _year(references[keys[0]].record.year if keys[0] in references else None)
        notion = NewNotion(title, letters, keys, when, standing, abbreviation, notation)
        folder, text = notion.folder, notion.text
    else:
        folder, text = "errata", new_erratum(title, keys[0], at or _ask("Place in the source, such as Theorem 2", "--at PLACE"))
    stem = id or slug(title)
    if not is_slug(stem):
        fail(f"{stem!r} is no id: use lower-case letters and digits with single hyphens between them (--id)")
    taken = next(root.rglob(f"{stem}.yaml"), None)
    if taken is not None:
        fail(f"{taken} exists; name another id with --id, or edit that record")
    path = root / folder / f"{stem}.yaml"
    schemas = schema_folder(root)
    if (schemas / file_name(kind)).is_file():
        text = schema_line(path, schemas, kind) + text
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    typer.echo(f"wrote {_shown(path)}")
    left = _left(root, path)
    for finding in left:
        typer.echo(str(finding))
    if left:
        typer.echo(f"{len(left)} to do; 'dpzoo check' repeats this list")


def _ask(question: str, option: str) -> str:
    if not sys.stdin.isatty():
        fail(f"{option} is missing; give it, or run this on a terminal to be asked")
    answer = ""
    while not answer:
        answer = str(typer.prompt(question)).strip()
    return answer


def _dimensions(given: list[Dimension] | None, none: bool) -> tuple[Dimension, ...]:
    if given or none:
        return tuple(dict.fromkeys(given or ()))
    if sys.stdin.isatty():
        for d in Dimension:
            typer.echo(f"  {d}  {d.label}: {d.question}")
    while True:
        letters = _ask("Dimensions, such as Q or QN; - for none", "--dimension LETTER (or --no-dimension)").upper()
        if letters.strip() == "-":
            return ()
        chosen = [c for c in letters if c.isalpha()]
        if chosen and all(c in Dimension.__members__ for c in chosen):
            return tuple(dict.fromkeys(Dimension(c) for c in chosen))
        typer.echo(f"  the letters are {' '.join(Dimension)}")


def _year(known: str | None) -> int:
    if known is not None and known.isdigit():
        return int(known)
    while True:
        answer = _ask("Year", "--year (the work is not in references.bib yet)")
        if answer.isdigit():
            return int(answer)


def _left(root: Path, path: Path) -> list[Finding]:
    """What the check says about the new file."""
    from dpzoo.consistency import check
    from dpzoo.loading.folder import load_folder
    from dpzoo.mechanisms.catalogue import instance_ids
    from dpzoo.semantics.catalogue import executable_ids
    from dpzoo.witnesses.registry import witness_ids

    loaded = load_folder(root, _shown(root))
    found = [*loaded.findings, *check(loaded.base, witness_ids(), executable_ids(), instance_ids())]
    return sorted((f for f in found if f.location.path == _shown(path)), key=lambda f: (f.location, f.code))


def _shown(path: Path) -> Path:
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path
