"""Our docstrings as Markdown, for the reference of the Python package.

They are written to be read in an editor: cross-references are Sphinx roles, examples are bare doctests.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:class|func|meth|data|mod|attr|exc):`~?(?:[\w.]*\.)?(\w+)`")


def as_markdown(text: str) -> str:
    r"""A docstring as Markdown.

    >>> print(as_markdown("Raises :class:`~dpzoo.zoo.errors.KnowledgeBaseError`."))
    Raises `KnowledgeBaseError`.
    >>> as_markdown("Adds.\n\n>>> 1 + 1\n2").count("```")
    2
    """
    blocks = _ROLE.sub(r"`\1`", text).split("\n\n")
    return "\n\n".join(f"```python\n{b}\n```" if b.lstrip().startswith(">>>") else b for b in blocks)


class Docstrings(griffe.Extension):
    """Rewrites every docstring that mkdocstrings shows."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """After an object has been read."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
