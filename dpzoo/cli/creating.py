"""``dpzoo new``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dpzoo.cli import prompts
from dpzoo.cli.exit_codes import fail
from dpzoo.cli.files import folder as named_folder
from dpzoo.cli.files import readable
from dpzoo.records.enums import Dimension, Standing
from dpzoo.records.notion import FIRST_YEAR, LAST_YEAR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpzoo.cli.arxiv import Work
    from dpzoo.cli.templates import Made
    from dpzoo.records.findings import Finding
    from dpzoo.records.knowledge_base import Entry
    from dpzoo.records.reference import Reference


class BegunKind(StrEnum):
    """What can be begun."""

    NOTION = "notion"
    ERRATUM = "erratum"
    MECHANISM = "mechanism"
    SYSTEM = "system"
    DEPLOYMENT = "deployment"

    @property
    def folder(self) -> str:
        """The folder of such records; a notion's depends on its dimensions."""
        return "errata" if self is BegunKind.ERRATUM else f"{self.value}s"


def new(
    name: Annotated[
        str | None, typer.Argument(help="The name of the new record, or the erratum's title.", show_default=False)
    ] = None,
    kind: Annotated[BegunKind | None, typer.Option(help="What to begin: a notion by default.", show_default=False)] = None,
    id: Annotated[str | None, typer.Option(help="The id; by default made from the name.", show_default=False)] = None,
    dimension: Annotated[
        list[Dimension] | None, typer.Option(help="A dimension letter; repeat it for several.", show_default=False)
    ] = None,
    no_dimension: Annotated[bool, typer.Option("--no-dimension", help="The same promise as pure DP.")] = False,
    cite: Annotated[
        list[str] | None,
        typer.Option(help="A key of references.bib: who introduced it, or printed the error.", show_default=False),
    ] = None,
    arxiv: Annotated[
        str | None,
        typer.Option(
            help="The number of an arXiv preprint, in place of --cite: its BibTeX entry, pasted, goes into references.bib.",
            show_default=False,
        ),
    ] = None,
    bibtex: Annotated[
        Path | None,
        typer.Option(help="With --arxiv: a file with the entry; by default standard input.", show_default=False, parser=readable),
    ] = None,
    year: Annotated[
        int | None,
        typer.Option(min=FIRST_YEAR, max=LAST_YEAR, help="The year; by default that of the cited work.", show_default=False),
    ] = None,
    at: Annotated[
        str | None, typer.Option(help="The place in the source; only for records that are not notions.", show_default=False)
    ] = None,
    standing: Annotated[Standing, typer.Option(help="How a notion relates to the survey.")] = Standing.LATER,
    abbreviation: Annotated[str, typer.Option(help="A notion's usual abbreviation.", show_default=False)] = "",
    notation: Annotated[str, typer.Option(help="A notion's notation, as LaTeX without dollar signs.", show_default=False)] = "",
    combine: Annotated[
        list[str] | None,
        typer.Option(
            help="A block that it is made of, as unit=node-dp or standard=zCDP: an id, or a notion that has it; repeat it.",
            show_default=False,
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Folder of records; by default the one of this installation.", show_default=False, parser=named_folder),
    ] = None,
) -> None:
    """Begin a record: asks on a terminal for what is not given, writes a valid file with comments that teach.

    Afterwards it lists what is still to be written, as 'dpzoo check' does. It never overwrites a file.

    With --arxiv the work's key, year and entry in references.bib are made from BibTeX that you paste. Nothing is fetched.

    With --combine its parameters, statement and blocks are those of the blocks that are named.

    Example: dpzoo new "Rényi differential privacy" --dimension Q --cite Mir17 --year 2017
    """
    from dpzoo.cli.schema_lines import schema_folder
    from dpzoo.cli.templates import schema_line, slug
    from dpzoo.loading.bibliography import read_bibliography
    from dpzoo.loading.definitions import BIBLIOGRAPHY, default_folder
    from dpzoo.records.schema import file_name

    root = records if records is not None else default_folder()
    if not root.is_dir():
        fail(f"there is no folder {root}; name the folder that holds the records with --records")
    references, _ = read_bibliography(root / BIBLIOGRAPHY, root / BIBLIOGRAPHY)
    asked = name is None and prompts.on_terminal()
    what = kind or (BegunKind(prompts.choice("Kind", [k.value for k in BegunKind])) if asked else BegunKind.NOTION)
    given = _clean(name or "")
    if asked:
        title = _clean(prompts.text("Title" if what is BegunKind.ERRATUM else "Name", "a name"))
    elif given:
        title = given
    else:
        fail("a name is missing; give it, or run this on a terminal to be asked")
    stem = id or (prompts.identifier(slug(title), root) if asked else slug(title))
    _refuse_unusable(stem, root)
    _refuse_strangers(what, dimension, abbreviation, notation, at, no_dimension=no_dimension)
    if combine and what is not BegunKind.NOTION:
        fail(f"--combine belongs to a notion, not to {'an' if what is BegunKind.ERRATUM else 'a'} {what.value}; leave it out")
    cited = _preprint(arxiv, bibtex, cite, root / BIBLIOGRAPHY, references)
    keys = [cited.key] if cited is not None else _checked(cite) if cite else prompts.citations(references)
    place = at or ""
    if what is BegunKind.ERRATUM and not place:
        place = prompts.text("Place in the source, such as Theorem 2", "--at PLACE")
    found = references[keys[0]].record.first_public if keys[0] in references else None
    known = cited.year if cited is not None else str(found) if found is not None else None
    draft = _Draft(what, title, keys, place, year, known)
    if what is BegunKind.NOTION:
        letters = prompts.dimensions(dimension, no_dimension or standing is not Standing.LATER)
        made = _made(root, combine) if combine else None
        folder, text = draft.notion(letters, standing, abbreviation, notation, made)
    else:
        folder, text = what.folder, draft.text
    path = root / folder / f"{stem}.yaml"
    schemas = schema_folder(root)
    if (schemas / file_name(what)).is_file():
        text = schema_line(path, schemas, what) + text
    _write(path, text, root / BIBLIOGRAPHY, cited)
    left = _left(root, path)
    for finding in left:
        typer.echo(str(finding))
    if left:
        typer.echo(f"{len(left)} to do; 'dpzoo check --changed' repeats this list")


def _preprint(
    arxiv: str | None, bibtex: Path | None, cite: list[str] | None, bibliography: Path, references: Mapping[str, Entry[Reference]]
) -> Work | None:
    """The work that --arxiv and pasted BibTeX name."""
    from dpzoo.cli.arxiv import work

    if arxiv is None and bibtex is not None:
        fail("--bibtex says what an --arxiv preprint is; give its number with --arxiv")
    if arxiv is not None and cite:
        fail("--arxiv and --cite both name the work; give one of them")
    return None if arxiv is None else work(arxiv, bibtex, bibliography, references)


def _write(path: Path, text: str, bibliography: Path, cited: Work | None) -> None:
    """The record, after the entry that it cites."""
    if cited is not None and cited.bibliography is not None:
        bibliography.write_text(cited.bibliography, encoding="utf-8")
        typer.echo(f"added {cited.key} to {_shown(bibliography)}")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    typer.echo(f"wrote {_shown(path)}")


def _made(root: Path, blocks: list[str]) -> Made:
    """What the named blocks give together; a notion that has them already is named instead."""
    from dpzoo.cli.exit_codes import unknown
    from dpzoo.cli.templates import Made
    from dpzoo.zoo.combination import CombinationError
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    odd = next((b for b in blocks if not all(b.partition("="))), None)
    if odd is not None:
        fail(f"{odd!r} is not a block to combine; write it as unit=node-dp")
    try:
        found = load(root).combine(**dict(b.split("=", 1) for b in blocks))
    except CombinationError as error:
        fail(str(error))
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    if not found.new:
        fail(f"{found.notion.name} ({found.notion.id}) has these blocks; edit its record, or choose others")
    record = found.notion.record
    return Made(record.parameters, record.statement, found.written)


def _clean(text: str) -> str:
    """A name on one line, without what a record may not hold."""
    from dpzoo.records.fields import hidden_character

    line = " ".join(text.split())
    hidden = hidden_character(line)
    if hidden is not None:
        fail(f"the name holds the hidden character {hidden[1]}; leave it out")
    return line


def _refuse_strangers(
    kind: BegunKind, dimension: list[Dimension] | None, abbreviation: str, notation: str, at: str | None, *, no_dimension: bool
) -> None:
    """Options that belong to another kind of record, or that contradict each other."""
    if dimension and no_dimension:
        fail("--dimension and --no-dimension contradict each other; give one of them")
    own = {"--dimension": dimension, "--no-dimension": no_dimension, "--abbreviation": abbreviation, "--notation": notation}
    if kind is not BegunKind.NOTION:
        strange = next((option for option, value in own.items() if value), None)
        if strange is not None:
            fail(f"{strange} belongs to a notion, not to {'an' if kind is BegunKind.ERRATUM else 'a'} {kind.value}; leave it out")
    elif at is not None:
        fail("--at belongs to records of another kind; a notion names the place with each claim")


def _refuse_unusable(stem: str, root: Path) -> None:
    from dpzoo.records.fields import is_slug

    if not stem:
        fail("no id can be made from this name; give one with --id")
    if not is_slug(stem):
        fail(f"{stem!r} is not an id: use lower-case letters and digits with single hyphens between them (--id)")
    taken = next(root.rglob(f"{stem}.yaml"), None)
    if taken is not None:
        fail(f"{_shown(taken)} exists; name another id with --id, or edit that record")


def _checked(keys: list[str]) -> list[str]:
    """Keys that a record may cite, whether or not references.bib has them yet."""
    found = [k for text in keys for k in text.replace(",", " ").split()]
    odd = next((k for k in found if not prompts.is_key(k)), None)
    if odd is not None or not found:
        fail(f"{odd or ' '.join(keys)!r} is not a citation key; a key is like DMNS06, as in references.bib")
    return found


@dataclass(frozen=True, slots=True)
class _Draft:
    """The values that were given or asked for."""

    kind: BegunKind
    title: str
    keys: list[str]
    at: str
    given_year: int | None
    known_year: str | None

    @property
    def year(self) -> int:
        """The year given, that of the cited work, or the one that the person says."""
        return self.given_year or prompts.year(self.known_year, FIRST_YEAR, LAST_YEAR)

    @property
    def text(self) -> str:
        """The record, if it is not a notion's."""
        from dpzoo.cli import templates

        match self.kind:
            case BegunKind.ERRATUM:
                return templates.new_erratum(self.title, self.keys[0], self.at)
            case BegunKind.MECHANISM:
                return templates.new_mechanism(self.title, self.keys, self.at, self.year)
            case BegunKind.SYSTEM:
                return templates.new_system(self.title, self.keys, self.at, self.year)
            case _:
                return templates.new_deployment(self.title, self.keys, self.at, self.year)

    def notion(
        self, dimensions: tuple[Dimension, ...], standing: Standing, abbreviation: str, notation: str, made: Made | None
    ) -> tuple[str, str]:
        """The folder and the text of a notion's record."""
        from dpzoo.cli.templates import NewNotion

        record = NewNotion(self.title, dimensions, self.keys, self.year, standing, abbreviation, notation, made)
        return record.folder, record.text


def _left(root: Path, path: Path) -> list[Finding]:
    """What the check says about the new file."""
    from dpzoo.checks import check
    from dpzoo.loading.folder import load_folder
    from dpzoo.mechanisms.catalogue import instance_ids
    from dpzoo.notions.registry import running
    from dpzoo.witnesses.registry import witness_ids

    loaded = load_folder(root, _shown(root))
    found = [*loaded.findings, *check(loaded.base, witness_ids(), running(loaded.base), instance_ids())]
    return sorted((f for f in found if f.location.path == _shown(path)), key=lambda f: (f.location, f.code))


def _shown(path: Path) -> Path:
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path
