"""The link that skips to a page's content."""

from __future__ import annotations

import re

_LINK = re.compile(r'(<div data-md-component="skip">).*?(</div>)', re.DOTALL)
_CONTENT = '<article class="md-content__inner md-typeset">'


def skipping(html: str) -> str:
    """A page whose first link skips to its content.

    The theme's own leads to the first heading of the table of contents, past what a page begins with (a map, a calculator), and
    is missing from pages without such a table.
    """
    html = _LINK.sub(r'\1<a href="#__content" class="md-skip">Skip to content</a>\2', html, count=1)
    return html.replace(_CONTENT, f'{_CONTENT[:-1]} id="__content" tabindex="-1">', 1)
