"""Formulas in records: every dollar has its partner, every brace is closed, every command exists, LaTeX fields need no dollars.

Whether KaTeX can typeset a formula is seen when the site is built; these are the slips that can be told without it. The commands
that it knows are listed in ``commands.txt``, as :meth:`dpzoo.site.katex.Katex.commands` finds them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from dpzoo.checks.walk import texts
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep

_LATEX_KEYS = frozenset(("notation", "latex"))
_CODE = re.compile(r"`[^`\n]*`")
_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_COMMAND = re.compile(r"\\([A-Za-z]+|\S)")


@cache
def commands() -> frozenset[str]:
    """The commands that formulas may use, without the backslash."""
    return frozenset(Path(__file__).with_name("commands.txt").read_text(encoding="utf-8").split())


def formulas(base: KnowledgeBase) -> Iterator[Finding]:
    """Every single dollar, every LaTeX field with dollars, every formula whose braces do not match, and unknown commands."""
    for entry, path, text in texts(base):
        in_latex = path[-1] in _LATEX_KEYS
        if not in_latex and "$" not in text:
            continue
        where = ".".join(map(str, path))
        if in_latex:
            parts = [text]
            if _DOLLAR.search(text):
                yield Finding(entry.locate(*path), "stray-dollar", f"{where} is LaTeX already; leave the dollar signs out")
                continue
        else:
            pieces = _DOLLAR.split(_CODE.sub("", text))
            if len(pieces) % 2 == 0:
                message = rf"{where} has a $ without its partner; close the formula, or write \$ for the sign itself"
                yield Finding(entry.locate(*path), "stray-dollar", message)
                continue
            parts = pieces[1::2]
        odd = next((p for p in parts if not _balanced(p)), None)
        if odd is not None:
            short = " ".join(odd.split())[:60]
            yield Finding(entry.locate(*path), "unbalanced-braces", f"{where}: the braces of the formula {short} do not match")
        for name in dict.fromkeys(n for p in parts for n in _COMMAND.findall(p) if n not in commands()):
            near = difflib.get_close_matches(name, commands(), n=1)
            mend = rf"did you mean \{near[0]}?" if near else "KaTeX, which typesets the site, has no such command"
            place = _written(entry, path, rf"\{name}")
            yield Finding(place, "unknown-command", rf"{where}: there is no LaTeX command \{name}; {mend}")


def _written(entry: Entry[Any], path: tuple[PathStep, ...], command: str) -> Location:
    """The location of a command in a text of a record, or of the whole text where the file spells the command differently."""
    start = entry.locate(*path)
    first = max(start.line, 1)
    wanted = re.compile(re.escape(command) + "(?![A-Za-z])")
    try:
        lines = start.path.read_text(encoding="utf-8").splitlines()
    except OSError:  # the base was read from elsewhere, such as a commit
        return start
    for number, line in enumerate(lines[first - 1 :], first):
        if found := wanted.search(line, start.column - 1 if number == start.line else 0):
            return Location(start.path, number, found.start() + 1)
    return start


def _balanced(latex: str) -> bool:
    depth = 0
    for character in _ESCAPED.sub("", latex):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0
