"""Formulas in records: every dollar has its partner, every brace is closed, and LaTeX fields need no dollars.

Whether KaTeX can typeset a formula is seen when the site is built; these are the slips that can be told without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dpzoo.checks.walk import texts
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

_LATEX_KEYS = frozenset(("notation", "latex"))
_CODE = re.compile(r"`[^`\n]*`")
_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_ESCAPED = re.compile(r"\\.", re.DOTALL)


def formulas(base: KnowledgeBase) -> Iterator[Finding]:
    """Every text with a single dollar, every LaTeX field with dollars, and every formula whose braces do not match."""
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


def _balanced(latex: str) -> bool:
    depth = 0
    for character in _ESCAPED.sub("", latex):
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0
