"""Links in record prose: citation keys, short references and ids of records and claims, wherever they stand as words.

What is written in a line as a ^ b or a_b is raised or lowered, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from dpzoo.site.prose import Prose

_TAG = re.compile(r"(<[^>]+>)")
_WORD = re.compile(
    r"(?<![\w./+-])(?:[a-z0-9-]+/[a-z_]+(?:/[a-z0-9-]+){0,2}"  # a claim, or a property of a notion
    r"|[a-z]?[A-Z][A-Za-z+]*\d\d[a-z]?"  # a citation
    r"|[A-Z][\w'’-]+(?:(?:, [A-Z][\w'’-]+)* &amp; [A-Z][\w'’-]+| et al\.)? (?:19|20)\d\d"  # the same as it is read
    r"|[a-z0-9]+(?:-[a-z0-9]+)+)(?![\w+-])"  # a notion or an erratum
)

_RAISED = re.compile(
    r"(?<=[\w)\]|])\^(?:\{([^{}]+)\}|\(((?:[^()]|\([^()]*\))+)\)"  # e^{…}, e^(…)
    r"|([-−±]?(?:\w+(?:\.\d+)?|\|[^|\s]+\||\([^()\s]+\))))"  # e^ε, e^-ε, 2^-|z|, 2^-(n-1)
)
_LOWERED = re.compile(r"(?<![^\W_])([^\W\d_])_(?:\{([^{}]+)\}|\(([^()]+)\)|(\w{1,4})(?!\w))")
_MINUS = re.compile(
    r"(?<=[\w)²³|] )-(?= (?:\d|\w\b|[(√|]))"  # k - 1
    r"|(?<=[)²³₀-₉Α-ω|\d] )-(?= \w)|(?<=\()-(?=[\dΑ-ω])|(?<=[=≤≥] )-(?=\w)"  # 1 - ln 2, (-ε, = -1
)

Resolve = Callable[[str], Markup | None]


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


@dataclass(frozen=True, slots=True)
class LinkedProse:
    """Prose whose words are looked up with ``resolve``, which returns a link or None."""

    prose: Prose
    resolve: Resolve

    def block(self, text: str) -> Markup:
        """As :meth:`Prose.block`, with links."""
        return self._linked(self.prose.block(text))

    def inline(self, text: str) -> Markup:
        """As :meth:`Prose.inline`, with links."""
        return self._linked(self.prose.inline(text))

    def plain(self, text: str) -> Markup:
        """A line that is no Markdown, such as what a program says, with links."""
        return self._linked(Markup.escape(text))

    def _linked(self, html: Markup) -> Markup:
        parts = _TAG.split(str(html))
        inside = 0  # links and code keep their text
        for position, part in enumerate(parts):
            if position % 2:
                if part.startswith(("<a ", "<code")):
                    inside += 1
                elif part in {"</a>", "</code>"}:
                    inside -= 1
            elif not inside:
                parts[position] = _WORD.sub(lambda m: str(self.resolve(m[0]) or m[0]), set_out(part))
        return Markup("".join(parts))  # noqa: S704  the text was escaped, and links come from us
