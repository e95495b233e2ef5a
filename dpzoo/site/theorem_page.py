"""The page of the theorems behind best possible conversions, from the text that stands beside the engine."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any, Final

from dpzoo.optimal.theory_text import theory
from dpzoo.site import links

_CODE: Final = re.compile(r"(`[^`]*`)")
_STARRED: Final = re.compile(r"(?<!\w)(\w)\*")
_CITED: Final = re.compile(r"\\\[([A-Z][A-Za-z]*\+?\d{2})([^\]]*)\]")
_END: Final = re.compile(r" ∎\s*")
"""The sign at the end of a proof, which the site's fonts do not have: a paragraph ends there."""
_NAMED: Final = re.compile(r"(?<!\w)(T\d+)(?![\w.])")


def page(references: Container[str]) -> Mapping[str, Any]:
    """The introduction and the theorems, as Markdown that only emphasises, with links to works and other theorems."""
    first, theorems = theory()
    return {
        "first": _written(first, references, theorems),
        "theorems": [(t, _written(t.text, references, theorems)) for t in theorems.values()],
    }


def _written(text: str, references: Container[str], theorems: Container[str]) -> str:
    """Text with formulas in letters: D*_1 and [0, ∞) are no Markdown."""

    def cited(found: re.Match[str]) -> str:
        key, where = found[1], found[2]
        return f"[[{key}]({links.reference_page(key)}){where}]" if key in references else found[0]

    def named(found: re.Match[str]) -> str:
        return f"[{found[1]}](#{found[1].lower()})" if found[1] in theorems else found[1]

    parts = _CODE.split(_END.sub("\n\n", text))
    for i in range(0, len(parts), 2):
        plain = _STARRED.sub(r"\1\\*", parts[i]).replace("_", r"\_").replace("[", r"\[")
        parts[i] = _NAMED.sub(named, _CITED.sub(cited, plain))
    return "".join(parts)
