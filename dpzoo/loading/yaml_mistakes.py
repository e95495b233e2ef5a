"""Explanations of the YAML parser's errors, each with the remedy.

The parser's own words ("mapping values are not allowed in this context") name the grammar; people need to know what to type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_LATEX = re.compile(r"(?<!\\)(?:\\\\)*\\([A-Za-z]{2,})")
_CONFLICT = re.compile(r"^(<<<<<<<|=======|>>>>>>>)(?= |$)", re.MULTILINE)
_HASH = re.compile(r"[ \t]*(?<=[ \t])#(?=\S)")
_NO_COLON = re.compile(r"\s*(- )?[a-z_]+ *[\[{'\"]")


def explained(error: Any, text: str) -> tuple[str, Any]:
    """One sentence for a parser's error, and the mark where it belongs."""
    problem, context = error.problem or "", error.context or ""
    mark = error.problem_mark or error.context_mark
    begun = error.context_mark or mark
    conflict = _conflict(text, mark)
    if conflict is not None:
        return "git left the mark of a merge conflict here; keep one side and delete the marks", conflict
    char = _at(text, mark)
    if "cannot start any token" in problem:
        if char == "\t":
            return "a tab indents this line; YAML takes only spaces", mark
        return f"a text cannot begin with {char!r}; put it in quotes", mark
    if "mapping values are not allowed" in problem:
        if _continues(text, mark):
            return "this line is indented more than the one before it; keys of one mapping begin in the same column", mark
        return "a colon and a space inside a text begin a key; put the whole text in quotes", mark
    if "unknown escape" in problem or "hexadecimal" in problem:
        since = "" if mark is None or begun.line == mark.line else f" (this text began on line {begun.line + 1})"
        return f"in double quotes a backslash begins an escape; put LaTeX in single quotes{since}", mark
    if "quoted scalar" in context:
        return "the quote that opens here is never closed", begun
    if "':'" in problem:
        line = text.splitlines()[begun.line : begun.line + 1] if begun is not None else []
        if line and "\u00a0" in line[0]:
            return "this line holds a no-break space; write an ordinary one", begun
        return "a key needs a colon and a space after it ('key: value'); a text that goes on is indented", begun
    if "',' or ']'" in problem or "',' or '}'" in problem:
        bracket = _at(text, begun)
        opened = f"what opens with {bracket!r} on line {begun.line + 1} is not closed before this"
        return f"{opened}; close it, or put the text in quotes as a whole", mark
    if "'-' indicator" in problem:
        return "this line is not aligned with its list; items begin with '-', and the keys of one stand in one column", mark
    if "alphabetic or numeric" in problem:
        return f"a text that begins with {_at(text, begun)!r} is put in quotes", begun
    if "node content" in problem:
        return "a value is missing here, or a bracket before it is not closed", mark
    if "block end" in problem or "<block end>" in problem:
        return "this line is not aligned with the keys before it, or a quote or bracket ended too early", mark
    if "expected key" in problem and mark is not None and _NO_COLON.match(text.splitlines()[mark.line]):
        line = text.splitlines()[mark.line]
        return "a key needs a colon and a space after it ('key: value')", Mark(mark.line, len(line) - len(line.lstrip(" -")))
    if "expected key" in problem and mark is not None:
        line = (text.splitlines() or [""])[min(mark.line, text.count("\n"))]
        if "\u00a0" in line:
            return "this line holds a no-break space; write an ordinary one", mark
        return "this line is not aligned with the keys before it; keys of one mapping begin in the same column", mark
    return f"this is not valid YAML: {problem or context or 'unreadable'}", mark


def latex_in_double_quotes(text: str, event: Any) -> str | None:
    r"""A sentence, if a double-quoted scalar has LaTeX whose backslash YAML takes for an escape (``"\text"``: a tab)."""
    found = _LATEX.search(text, event.start_mark.index, event.end_mark.index)
    if found is None:
        return None
    return f"in double quotes \\{found[1]} is an escape and no LaTeX; put the text in single quotes"


def cut_by_a_hash(lines: Sequence[str], event: Any) -> Mark | None:
    """Where an unquoted text is cut by `` #``, if what follows looks like its rest: no space after the sign."""
    line = lines[event.end_mark.line : event.end_mark.line + 1]
    found = _HASH.match(line[0], event.end_mark.column) if line else None
    return Mark(event.end_mark.line, found.end() - 1) if found is not None else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text, counted from 0 as the parser does."""

    line: int
    column: int


def _conflict(text: str, mark: Any) -> Mark | None:
    """The first merge-conflict marker at or before a parser's error, or on the line after it."""
    for found in _CONFLICT.finditer(text):
        line = text.count("\n", 0, found.start())
        if mark is None or line <= mark.line + 1:
            return Mark(line, 0)
    return None


def _at(text: str, mark: Any) -> str:
    if mark is None:
        return ""
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    return line[mark.column] if mark.column < len(line) else ""


def _continues(text: str, mark: Any) -> bool:
    """Whether the colon belongs to the line's first key, so that the indentation is at fault, and not a text."""
    line = text.splitlines()[mark.line]
    return re.fullmatch(r"\s+[A-Za-z_]\w*", line[: mark.column]) is not None
