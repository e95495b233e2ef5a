"""Links in record prose: citation keys, short references and ids of records and claims, wherever they stand as words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from dpzoo.site.prose import Prose
from dpzoo.site.typography import set_out

_TAG = re.compile(r"(<[^>]+>)")
_WORD = re.compile(
    r"(?<![\w./+-])(?:[a-z0-9-]+/[a-z_]+(?:/[a-z0-9-]+){0,2}"  # a claim, or a property of a notion
    r"|[a-z]?[A-Z][A-Za-z+]*\d\d[a-z]?"  # a citation
    r"|[A-Z][\w'’-]+(?:(?:, [A-Z][\w'’-]+)* &amp; [A-Z][\w'’-]+| et al\.)? (?:19|20)\d\d"  # the same as it is read
    r"|[a-z0-9]+(?:-[a-z0-9]+)+)(?![\w+-])"  # a notion or an erratum
)

Resolve = Callable[[str], Markup | None]


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
        """A line that is not Markdown, such as a program's output, with links."""
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
