"""Keep finished HTML away from the Markdown parser: placeholders take its place and are replaced afterwards.

Generated pages are HTML between Markdown headings. Parsing that HTML as Markdown, and again for anchors and for the search, took
half of a build; nothing in it is for those parsers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

# a comment in code is not a heading
_HEADING = re.compile(r"<pre\b.*?</pre>|^(?P<mark>#{1,6} )", re.MULTILINE | re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_ID = re.compile(r'\sid="([^"]+)"')
_PLACE = re.compile(r'<div class="dz-aside" data-part="(\d+)"></div>')
_EXCLUDED = "data-search-exclude"


@dataclass(slots=True)
class Aside:
    """The parts of one page that were set aside."""

    parts: list[str] = field(default_factory=list)
    searched: list[bool] = field(default_factory=list)
    """Which of them the search is to read."""

    @property
    def anchors(self) -> set[str]:
        """The ids in the parts."""
        return {i for part in self.parts for i in _ID.findall(part)}

    def restore(self, html: str, *, searched_only: bool) -> str:
        """``html`` with its parts back, all of them or those that the search reads."""

        def back(match: re.Match[str]) -> str:
            number = int(match[1])
            return self.parts[number] if self.searched[number] or not searched_only else match[0]

        return _PLACE.sub(back, html)


def set_aside(text: str) -> tuple[str, Aside]:
    """A page with everything from the first block of HTML to the next heading, or the end, set aside."""
    aside = Aside()
    front = _FRONT_MATTER.match(text)
    start = front.end() if front else 0
    starts = [start, *(m.start() for m in _HEADING.finditer(text, start) if m["mark"]), len(text)]
    made = [text[:start]]
    for begin, end in pairwise(starts):
        made.append(_section(text[begin:end], aside))
    return "".join(made), aside


def _section(text: str, aside: Aside) -> str:
    """A heading with what follows it."""
    heading, newline, body = text.partition("\n") if text.startswith("#") else ("", "", text)
    block = re.search(r"(?:\A|\n\n)\s*(?=<)", body)
    if block is None:
        return text
    html = body[block.end() :].strip()
    begins = html[: html.index(">") + 1] if ">" in html else html
    aside.parts.append(html)
    aside.searched.append(_EXCLUDED not in heading and _EXCLUDED not in begins)
    place = f'<div class="dz-aside" data-part="{len(aside.parts) - 1}"></div>'
    return f"{heading}{newline}{body[: block.end()].rstrip()}\n\n{place}\n\n"
