"""Record text to HTML: Markdown without raw HTML, formulas as placeholders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from dpzoo.site.formula_placeholders import LatexFormula, placeholder

_DISPLAY = re.compile(r"^[ \t]*\$\$(.+?)\$\$([.,;:]?)[ \t]*$", re.MULTILINE | re.DOTALL)


class Prose:
    """Renders the Markdown of records; ``$…$`` and ``$$…$$`` are formulas, raw HTML is text."""

    def __init__(self) -> None:
        parser = MarkdownIt("commonmark", {"html": False})
        parser.enable(["table"])
        parser.disable(["image", "heading", "lheading", "html_block", "html_inline"])
        parser.use(dollarmath_plugin, allow_labels=False, double_inline=True, allow_digits=True, allow_blank_lines=False)
        for rule, render in (("math_inline", _inline), ("math_inline_double", _inline_display), ("math_block", _block)):
            parser.add_render_rule(rule, render)
        self._parser = parser

    def block(self, text: str) -> Markup:
        """Paragraphs, lists and displayed formulas."""
        apart = _DISPLAY.sub(lambda m: f"\n$$\n{m[1].strip()}{m[2]}\n$$\n", text)
        return Markup(self._parser.render(apart).strip())  # noqa: S704  the parser escapes HTML

    def inline(self, text: str) -> Markup:
        """One line: emphasis, code, links and formulas, no paragraphs."""
        return Markup(self._parser.renderInline(text.strip()))  # noqa: S704  the parser escapes HTML


def _inline(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return str(placeholder(LatexFormula(tokens[index].content.strip())))


def _inline_display(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # a div would end the paragraph, which browsers mend and validators refuse
    return str(placeholder(LatexFormula(r"\displaystyle " + tokens[index].content.strip())))


def _block(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return str(placeholder(LatexFormula(tokens[index].content.strip(), display=True)))
