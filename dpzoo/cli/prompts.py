"""Questions on a terminal, asked again until the answer can be used; elsewhere a sentence says which option is missing."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import typer

from dpzoo.cli.exit_codes import fail
from dpzoo.records.enums import Dimension

_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9+_.:-]{0,59}")


def on_terminal() -> bool:
    """Whether the command runs on a terminal and may ask questions."""
    return sys.stdin.isatty()


def is_key(text: str) -> bool:
    """Whether ``text`` may be a citation key."""
    return _KEY.fullmatch(text) is not None


def text(question: str, option: str, default: str | None = None) -> str:
    """A line of text; ``option`` names the option to give where the command cannot ask."""
    if not on_terminal():
        fail(f"{option} is missing; give it, or run this on a terminal to be asked")
    answer = ""
    while not answer:
        # typer would refuse an empty line without a word
        answer = str(typer.prompt(question, default=default if default is not None else "", show_default=bool(default))).strip()
        if not answer:
            _hint("please type something, or Ctrl-C to stop; nothing is written before the last question")
    return answer


def choice(question: str, options: Sequence[str]) -> str:
    """One of ``options``, the first by default; a beginning that only one has is enough."""
    while True:
        answer = text(f"{question} ({', '.join(options)})", question, options[0]).casefold()
        found = [o for o in options if o == answer] or [o for o in options if o.startswith(answer)]
        if len(found) == 1:
            return found[0]
        _hint(f"{answer!r} is not one of {', '.join(options)}")


def identifier(proposed: str, root: Path) -> str:
    """An id that no record below ``root`` has; ``proposed`` by default."""
    from dpzoo.records.fields import is_slug

    while True:
        answer = text("Id (never changes later)", "--id ID", proposed or None)
        if not is_slug(answer):
            _hint("an id has lower-case letters and digits with single hyphens between them")
        elif any(True for _ in root.rglob(f"{answer}.yaml")):
            _hint(f"there is a record {answer} already; choose another id")
        else:
            return answer


def citations(references: Collection[str]) -> list[str]:
    """Keys of the bibliography; one that it lacks only if the person says so."""
    while True:
        answer = text("Key of the work in references.bib, such as DMNS06", "--cite KEY")
        keys = answer.replace(",", " ").split()
        odd = [k for k in keys if not is_key(k)]
        if odd:
            _hint(f"{odd[0]!r} is not a citation key; a key is like DMNS06")
            continue
        new = [k for k in keys if k not in references]
        if not new:
            return keys
        near = difflib.get_close_matches(new[0], references, n=3)
        _hint(f"{new[0]} is not in references.bib" + (f"; did you mean {' or '.join(near)}?" if near else ""))
        if typer.confirm(f"Use {new[0]} all the same, and add its entry later?", default=False):
            return keys


def dimensions(given: list[Dimension] | None, none: bool) -> tuple[Dimension, ...]:
    """The dimensions given, or those that the person names."""
    if given or none:
        return tuple(dict.fromkeys(given or ()))
    if on_terminal():
        for d in Dimension:
            typer.echo(f"  {d}  {d.label}: {d.question}")
    while True:
        letters = text("Dimensions, such as Q or QN; - for none", "--dimension LETTER (or --no-dimension)").upper()
        if letters == "-":
            return ()
        chosen = re.sub(r"[\s,]", "", letters)
        if all(c in Dimension.__members__ for c in chosen):
            return tuple(dict.fromkeys(Dimension(c) for c in chosen))
        _hint(f"the letters are {' '.join(Dimension)}")


def year(known: str | None, first: int, last: int) -> int:
    """The year of the cited work, if it is ``known``, or the one that the person says."""
    if known is not None and known.isdigit() and first <= int(known) <= last:
        return int(known)
    while True:
        answer = text("Year", "--year (the work is not in references.bib yet)")
        if answer.isdecimal() and first <= int(answer) <= last:
            return int(answer)
        _hint(f"a year is a number from {first} to {last}")


def _hint(sentence: str) -> None:
    typer.echo(f"  {sentence}")
