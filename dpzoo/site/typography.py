"""Powers, indices and minus signs that records and programs write on the line, ``e^-ε`` and ``D_a``, as they are printed."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

_RAISED = re.compile(
    r"(?<=[\w)\]|])\^(?:\{([^{}]+)\}|\(((?:[^()]|\([^()]*\))+)\)"  # e^{…}, e^(…)
    r"|([-−±]?(?:\w+(?:\.\d+)?|\|[^|\s]+\||\([^()\s]+\))))"  # e^ε, e^-ε, 2^-|z|, 2^-(n-1)
)
_LOWERED = re.compile(r"(?<![^\W_])([^\W\d_])_(?:\{([^{}]+)\}|\(([^()]+)\)|(\w{1,4})(?!\w))")
_MINUS = re.compile(
    r"(?<=[\w)²³|] )-(?= (?:\d|\w\b|[(√|]))"  # k - 1
    r"|(?<=[)²³₀-₉Α-ω|\d] )-(?= \w)|(?<=\()-(?=[\dΑ-ω])|(?<=[=≤≥] )-(?=\w)"  # 1 - ln 2, (-ε, = -1
)


def set_out(text: str) -> str:
    """A line of HTML text with its powers raised, its indices lowered and its minus signs as such.

    >>> set_out("e^ε, e^{ε/2}, e^(-s²/4ρ), P_FA and D_f^H, not person_default.ini")
    'e<sup>ε</sup>, e<sup>ε/2</sup>, e<sup>−s²/4ρ</sup>, P<sub>FA</sub> and D<sub>f</sub><sup>H</sup>, not person_default.ini'
    >>> set_out("Φ(-μ/2 - ε/μ) of a trade-off")
    'Φ(−μ/2 − ε/μ) of a trade-off'
    >>> set_out("e^±ε, 2^-|z|/3 and 2^-(n-1)")
    'e<sup>±ε</sup>, 2<sup>−|z|</sup>/3 and 2<sup>−(n−1)</sup>'
    >>> set_out("T = k - 1 = -ln(1 - δ_c).")
    'T = k − 1 = −ln(1 − δ<sub>c</sub>).'
    """
    if "-" in text:
        text = _MINUS.sub("−", text)
    if "^" in text:
        text = _RAISED.sub(lambda m: f"<sup>{(m[1] or m[2] or m[3]).replace('-', '−')}</sup>", text)
    if "_" in text:
        text = _LOWERED.sub(lambda m: f"{m[1]}<sub>{m[2] or m[3] or m[4]}</sub>", text)
    return text


_HEADING: Final = re.compile(r"<h1>[^<]*</h1>")
_SYMBOL: Final = re.compile(r"\([^()<]*\)-[\w-]+")


def whole_symbols(html: str) -> str:
    """A page whose title never breaks inside a symbol.

    >>> whole_symbols("<h1>Approximate differential privacy, (ε, δ)-DP</h1>")
    '<h1>Approximate differential privacy, <span class="dz-nowrap">(ε, δ)-DP</span></h1>'
    """
    return _HEADING.sub(lambda h: _SYMBOL.sub(lambda m: f'<span class="dz-nowrap">{m[0]}</span>', h[0]), html, count=1)


def as_printed(text: str) -> Markup:
    """Plain text with its powers and indices as they are printed, for where no word is to become a link."""
    return Markup(set_out(str(Markup.escape(text))))  # noqa: S704  escaped before
