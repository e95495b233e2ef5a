r"""LaTeX as Unicode text, wherever nothing can be typeset: what a fraction, an exponent or an index spans stays visible.

>>> formula(r"e^{-\varepsilon}\sqrt{2\rho}"), formula(r"\frac{1}{\alpha-1}"), formula("x_{12}^2"), formula(r"\ln\frac{1}{\delta}")
('e^(-ε)√(2ρ)', '1/(α-1)', 'x₁₂²', 'ln (1/δ)')
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)
_SIZES = re.compile(r"\\(?:[bB]igg?[lrm]?|left|right|displaystyle|textstyle)(?![A-Za-z])\.?")
_SCRIPT = re.compile(r"([\^_])(\(([^()\s]{1,8})\)|[0-9])")
_COMMA = re.compile(r",(?=[^\s\d])")
_WORDS = {
    r"\|": "‖",
    r"\triangle": " △",
    r"\bot": "⊥",
    r"\ne": " ≠",
    r"\implies": " ⟹",
    r"\bmod": " mod",
    r"\,": " ",
    r"\;": " ",
    r"\!": "",
    r"\;,": " ",
    r"\quad": "  ",
    r"\colon": ": ",
}
_NAMES = re.compile(r"\\(ln|log|exp|min|max|sup|inf|lim|coth|Pr)(?![A-Za-z])")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)")
_ABOVE = str.maketrans("0123456789+-=n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼ⁿ")
_BELOW = str.maketrans("0123456789+-=aeijoruvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌ₐₑᵢⱼₒᵣᵤᵥₓ")


def prose(text: str) -> str:
    """Markdown prose with its formulas as Unicode."""
    return _MATH.sub(lambda m: f"\n    {formula(m[1])}\n" if m[1] else formula(m[2]), text).strip()


def formula(latex: str) -> str:
    """One formula as Unicode; left as it is where it cannot be converted."""
    try:
        converter = _converter()
        named = _NAMES.sub(r"{} \1 ", _SIZES.sub("", latex))
        plain = _COMMAND.sub(lambda m: f"{_WORDS[m[0]]} " if m[0] in _WORDS else m[0], named)
        text = _COMMA.sub(", ", " ".join(converter.latex_to_text(_spanned(plain), tolerant_parsing=True).split()))
    except Exception:  # noqa: BLE001  the converter is a convenience; any failure of it must not hide the formula
        return latex
    return _SCRIPT.sub(_raised, text)


@cache
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", keep_comments=True)


def _spanned(latex: str) -> str:
    """Braces that carry meaning as parentheses: of fractions, exponents and indices."""
    out: list[str] = []
    i = 0
    while i < len(latex):
        fraction = re.compile(r"\\[dt]?frac(?![A-Za-z])\s*").match(latex, i)
        if fraction is not None:
            above, i = _argument(latex, fraction.end())
            below, i = _argument(latex, i)
            text = f"{_parted(_spanned(above))}/{_parted(_spanned(below))}"
            before, behind = "".join(out).rstrip()[-1:], latex[i:].lstrip()[:1]
            beside = before.isalnum() or before in {"}", ")", "]"} or behind.isalnum() or behind in {"\\", "(", "[", "{"}
            out.append(f"({text})" if beside else text)
        elif latex.startswith(r"\binom", i):
            above, i = _argument(latex, i + len(r"\binom"))
            below, i = _argument(latex, i)
            out.append(f"C({_spanned(above)}, {_spanned(below)})")
        elif latex[i] in "^_" and latex[i + 1 : i + 2] == "{":
            inner, j = _argument(latex, i + 1)
            body = _spanned(inner).strip()
            out.append(latex[i] + (f"{{{body}}}" if _is_one(body) else f"({body})"))
            i = j
        elif latex[i] == "\\":
            out.append(latex[i : i + 2])
            i += 2
        else:
            out.append(latex[i])
            i += 1
    return "".join(out)


def _argument(latex: str, start: int) -> tuple[str, int]:
    """The argument that begins at ``start``, without its braces, and where it ends."""
    while latex[start : start + 1] == " ":
        start += 1
    if latex[start : start + 1] != "{":
        command = _COMMAND.match(latex, start)
        end = command.end() if command is not None else start + 1
        return latex[start:end], end
    depth, i = 0, start
    while i < len(latex):
        if latex[i] == "\\":
            i += 2
            continue
        depth += {"{": 1, "}": -1}.get(latex[i], 0)
        i += 1
        if depth == 0:
            return latex[start + 1 : i - 1], i
    raise ValueError("a brace is not closed")


def _is_one(latex: str) -> bool:
    """Whether a piece is a single symbol, so that it needs no parentheses."""
    return re.fullmatch(r"\\[A-Za-z]+|.", latex) is not None


def _parted(latex: str) -> str:
    body = latex.strip()
    return f"{{{body}}}" if _is_one(body) or re.fullmatch(r"\d+|\w", body) else f"({body})"


def _raised(match: re.Match[str]) -> str:
    body = match[3] or match[2]
    table = _ABOVE if match[1] == "^" else _BELOW
    return body.translate(table) if all(ord(c) in table for c in body) else match[0]


_MARKUP = re.compile(r"([\\`*_\[\]<>|$])")


def plain(text: str) -> str:
    """Text without Markdown's markup, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
