"""KaTeX inside Python: formulas to HTML with MathML, without node and without scripts in the page."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dpzoo.site.formula_placeholders import LatexFormula
from dpzoo.site.lean_formulas import lean

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

# with trust off, KaTeX sets a command such as \\href in this colour instead of refusing it
_REFUSED = "#d2f00d"
# the LaTeX source, a third copy of each formula, which no reader is shown
_ANNOTATION = re.compile(r"<annotation encoding=\"application/x-tex\">.*?</annotation>", re.DOTALL)

# how KaTeX's script spells a command, and much else
_NAME = re.compile(r"\\\\([A-Za-z]+|[^A-Za-z\s])")

LONGEST: Final = 5000
"""Characters of a formula: what is longer is a mistake, or an attempt to stop the build."""

_AT_ONCE: Final = 200
_HERE: Final = (Path(__file__), Path(__file__).with_name("lean_formulas.py"))
_OPTIONS: Final = {
    "throwOnError": True,
    "strict": "error",
    "trust": False,
    "output": "htmlAndMathml",
    "maxExpand": 100,
    "errorColor": _REFUSED,
}
_TYPESET: Final = """
    const typeset = (items, options) => JSON.stringify(items.map(([latex, displayMode]) => {
        try { return [katex.renderToString(latex, { ...options, displayMode }), null]; }
        catch (error) { return [null, String(error.message)]; }
    }));
"""


class FormulaError(ValueError):
    """KaTeX does not understand a formula; the message says where in it."""


class Katex:
    """A KaTeX engine; each formula is typeset once, and not again while ``kept``, a file that may be deleted, holds it."""

    def __init__(self, script: Path, kept: Path | None = None) -> None:
        self._script = script
        self._kept = kept
        self._done: dict[LatexFormula, str] = {}
        self._before = self._read()

    @cached_property
    def _engine(self) -> MiniRacer:
        from py_mini_racer import MiniRacer

        engine = MiniRacer()
        engine.eval(self._script.read_text(encoding="utf-8"))
        engine.eval(_TYPESET)
        return engine

    @cached_property
    def _version(self) -> str:
        """What a formula's HTML depends on: KaTeX, and how it is called here."""
        return hashlib.sha256(self._script.read_bytes() + b"\0" + b"\0".join(p.read_bytes() for p in _HERE)).hexdigest()

    def _read(self) -> dict[LatexFormula, str]:
        if self._kept is None or not self._kept.is_file():
            return {}
        try:
            data = json.loads(self._kept.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(data, dict) or data.get("version") != self._version:
            return {}
        return {LatexFormula(latex, display): html for latex, display, html in data["formulas"]}

    def keep(self) -> None:
        """Write the formulas typeset so far to ``kept``, for the next build."""
        if self._kept is None or self._done.keys() == self._before.keys():
            return
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        formulas = [(f.latex, f.display, html) for f, html in self._done.items()]
        # builds may run side by side: a reader sees a whole file or none
        fresh = self._kept.with_suffix(f".{os.getpid()}.part")
        fresh.write_text(json.dumps({"version": self._version, "formulas": formulas}, ensure_ascii=False), encoding="utf-8")
        fresh.replace(self._kept)

    def typeset(self, formula: LatexFormula) -> str:
        """HTML and MathML of ``formula``; raises FormulaError."""
        html = self._done.get(formula)
        if html is None:
            html = self._done[formula] = self._before.get(formula) or self._render(formula)
        return html

    def prepare(self, formulas: Iterable[LatexFormula]) -> None:
        """Typeset many at once, which takes a third of the time; what KaTeX refuses is left to :meth:`typeset`."""
        missing = [f for f in dict.fromkeys(formulas) if not (f in self._done or f in self._before or len(f.latex) > LONGEST)]
        for start in range(0, len(missing), _AT_ONCE):
            batch = missing[start : start + _AT_ONCE]
            for formula, (html, _) in zip(batch, self._ask(batch), strict=True):
                if html is not None and _REFUSED not in html:
                    self._done[formula] = _finished(formula, html)

    def _render(self, formula: LatexFormula) -> str:
        if len(formula.latex) > LONGEST:
            raise FormulaError(f"it has {len(formula.latex)} characters, more than the {LONGEST} that a formula may have")
        ((html, error),) = self._ask([formula])
        if html is None:
            raise FormulaError(str(error).removeprefix("KaTeX parse error: "))
        if _REFUSED in html:
            raise FormulaError("it uses a command that could reach outside the page, which is not allowed")
        return _finished(formula, html)

    def commands(self) -> list[str]:
        """Every command that KaTeX knows, in formulas or in the text inside of them, without the backslash."""
        names = sorted(set(_NAME.findall(self._script.read_text(encoding="utf-8"))))
        asked = [[LatexFormula(latex, display=False) for latex in (rf"\{n} ", rf"\text{{\{n} }}")] for n in names]
        said = iter(self._ask([f for both in asked for f in both]))
        unknown = [
            [error is not None and "Undefined control sequence" in error for _, error in (next(said), next(said))] for _ in asked
        ]
        return [name for name, both in zip(names, unknown, strict=True) if not all(both)]

    def _ask(self, formulas: Sequence[LatexFormula]) -> list[tuple[str | None, str | None]]:
        """For each formula KaTeX's HTML, or its complaint."""
        items, options = json.dumps([(f.latex, f.display) for f in formulas]), json.dumps(_OPTIONS)
        return [(html, error) for html, error in json.loads(str(self._engine.eval(f"typeset({items}, {options})")))]


def _finished(formula: LatexFormula, html: str) -> str:
    html = lean(_ANNOTATION.sub("", html))
    # a sighted reader sees the HTML, a screen reader the MathML; a long display scrolls in its own frame
    return f'<div class="dz-display" tabindex="0">{html}</div>' if formula.display else html
