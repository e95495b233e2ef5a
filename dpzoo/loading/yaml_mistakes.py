"""What the YAML parser stumbles over, in words that mend it.

The parser's own words ("mapping values are not allowed in this context") name the grammar; people need to know what to type.
"""

from __future__ import annotations

import re
from typing import Any

_LATEX = re.compile(r"(?<!\\)(?:\\\\)*\\([A-Za-z]{2,})")


def explained(error: Any, text: str) -> tuple[str, Any]:
    """One sentence for a parser's error, and the mark where it belongs."""
    problem, context = error.problem or "", error.context or ""
    mark = error.problem_mark or error.context_mark
    begun = error.context_mark or mark
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
    return f"this is not valid YAML: {problem or context or 'unreadable'}", mark


def latex_in_double_quotes(text: str, event: Any) -> str | None:
    r"""A sentence, if a double-quoted scalar has LaTeX whose backslash YAML takes for an escape (``"\text"``: a tab)."""
    found = _LATEX.search(text, event.start_mark.index, event.end_mark.index)
    if found is None:
        return None
    return f"in double quotes \\{found[1]} is an escape and no LaTeX; put the text in single quotes"


def _at(text: str, mark: Any) -> str:
    if mark is None:
        return ""
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    return line[mark.column] if mark.column < len(line) else ""


def _continues(text: str, mark: Any) -> bool:
    """Whether the colon belongs to the line's first key, so that the indentation is wrong and not a text."""
    line = text.splitlines()[mark.line]
    return re.fullmatch(r"\s+[A-Za-z_]\w*", line[: mark.column]) is not None
