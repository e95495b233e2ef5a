"""KaTeX inside Python: formulas to HTML with MathML, without node and without scripts in the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from dpzoo.site.formulas import Formula

# with trust off, KaTeX sets a command such as \\href in this colour instead of refusing it
_REFUSED = "#d2f00d"
# the LaTeX source, a third copy of each formula, which no reader is shown
_ANNOTATION = re.compile(r"<annotation encoding=\"application/x-tex\">.*?</annotation>", re.DOTALL)


LONGEST: Final = 5000
"""Characters of a formula: what is longer is a mistake, or an attempt to stop the build."""


class FormulaError(ValueError):
    """KaTeX does not understand a formula; the message says where in it."""


class Katex:
    """A KaTeX engine; each formula is typeset once."""

    def __init__(self, script: Path) -> None:
        from py_mini_racer import MiniRacer

        self._engine = MiniRacer()
        self._engine.eval(script.read_text(encoding="utf-8"))
        self._done: dict[Formula, str] = {}

    def typeset(self, formula: Formula) -> str:
        """HTML and MathML of ``formula``; raises FormulaError."""
        html = self._done.get(formula)
        if html is None:
            html = self._done[formula] = self._render(formula)
        return html

    def _render(self, formula: Formula) -> str:
        if len(formula.latex) > LONGEST:
            raise FormulaError(f"it has {len(formula.latex)} characters, more than the {LONGEST} that a formula may have")
        options = {
            "displayMode": formula.display,
            "throwOnError": True,
            "strict": "error",
            "trust": False,
            "output": "htmlAndMathml",
            "maxExpand": 100,
            "errorColor": _REFUSED,
        }
        call = f"""(() => {{
            try {{ return JSON.stringify([katex.renderToString({json.dumps(formula.latex)}, {json.dumps(options)}), null]); }}
            catch (error) {{ return JSON.stringify([null, String(error.message)]); }}
        }})()"""
        html, error = json.loads(str(self._engine.eval(call)))
        if error is not None:
            raise FormulaError(str(error).removeprefix("KaTeX parse error: "))
        if _REFUSED in html:
            raise FormulaError("it uses a command that could reach outside the page, which is not allowed")
        html = _ANNOTATION.sub("", html)
        # a sighted reader sees the HTML, a screen reader the MathML; a long display scrolls in its own frame
        return f'<div class="dz-display" tabindex="0">{html}</div>' if formula.display else str(html)
