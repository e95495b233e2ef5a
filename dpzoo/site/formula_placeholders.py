"""Formulas on their way through Markdown: an empty element that carries its LaTeX, replaced when the page is done.

The LaTeX travels in Base64, so that neither Markdown nor HTML can read anything into it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markupsafe import Markup

_PLACEHOLDER = re.compile(r'<(span|div) class="dz-tex" data-tex="([A-Za-z0-9_=-]+)"></\1>')
# the same with what no line may part from it: a bracket before it, behind it a hyphen with its word, or punctuation
_IN_TEXT = re.compile(r'(\(?)<(span|div) class="dz-tex" data-tex="([A-Za-z0-9_=-]+)"></\2>((?:-[\w-]+)?[.,;:)”]*)')
_SHORT = 36
"""Characters of LaTeX up to which a formula stands on one line with what touches it."""
# the same as it stands in a string of JSON
_IN_SCRIPT = re.compile(r'<(span|div) class=\\"dz-tex\\" data-tex=\\"([A-Za-z0-9_=-]+)\\"><\\/\1>')


@dataclass(frozen=True, slots=True)
class LatexFormula:
    """LaTeX without dollar signs, in a line or displayed."""

    latex: str
    display: bool = False


def placeholder(formula: LatexFormula) -> Markup:
    """The element that stands for a formula until the page is finished."""
    tag = "div" if formula.display else "span"
    coded = base64.urlsafe_b64encode(formula.latex.encode()).decode()
    return Markup(f'<{tag} class="dz-tex" data-tex="{coded}"></{tag}>')  # noqa: S704  only Base64 is inserted


def formulas(html: str) -> Iterable[LatexFormula]:
    """The formulas that ``html`` carries."""
    return (_formula(m) for m in _PLACEHOLDER.finditer(html))


def replace(html: str, typeset: Callable[[LatexFormula], str]) -> str:
    """``html`` with every placeholder replaced by what ``typeset`` makes of its formula; short ones are kept on one line."""

    def together(match: re.Match[str]) -> str:
        before, tag, coded, behind = match.groups()
        formula = _decoded(tag, coded)
        made = typeset(formula)
        if formula.display or len(formula.latex) > _SHORT:
            return f"{before}{made}{behind}"
        text = f"{before}{made.replace('<wbr>', '')}{behind}"
        # no line ends between letters and what follows them; it may before a hyphen's word, and beside a fraction
        apart = behind.startswith("-") or ((before or behind) and "<span class" in made[len('<span class="katex">') :])
        return f'<span class="dz-nowrap">{text}</span>' if apart else text

    return _IN_TEXT.sub(together, html)


def replace_in_script(script: str, typeset: Callable[[LatexFormula], str]) -> str:
    """The same for a script whose placeholders are inside JSON strings."""
    return _IN_SCRIPT.sub(lambda m: json.dumps(typeset(_formula(m)), ensure_ascii=False)[1:-1].replace("</", "<\\/"), script)


def _formula(match: re.Match[str]) -> LatexFormula:
    return _decoded(match[1], match[2])


def _decoded(tag: str, coded: str) -> LatexFormula:
    return LatexFormula(base64.urlsafe_b64decode(coded).decode(), tag == "div")
