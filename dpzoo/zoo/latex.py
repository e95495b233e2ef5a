"""LaTeX as Unicode text, for terminals and wherever else nothing can be typeset."""

from __future__ import annotations

import re

_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)


def prose(text: str) -> str:
    """Markdown prose with its formulas as Unicode."""
    return _MATH.sub(lambda m: f"\n    {formula(m[1])}\n" if m[1] else formula(m[2]), text).strip()


def formula(latex: str) -> str:
    """One formula as Unicode; left as it is where it cannot be converted."""
    from pylatexenc.latex2text import LatexNodes2Text

    try:
        converter = LatexNodes2Text(math_mode="text", keep_comments=True)
        return " ".join(converter.latex_to_text(latex, tolerant_parsing=True).split())
    except Exception:  # noqa: BLE001  the converter is a convenience; any failure of it must not hide the formula
        return latex
