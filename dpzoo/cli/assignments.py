"""Options that give a parameter its value: ``--fix delta=1e-6``."""

from __future__ import annotations

from collections.abc import Iterable

from dpzoo.cli.exit_codes import fail


def assignments(texts: Iterable[str]) -> dict[str, str]:
    """The values by name, as they were typed; stops with a sentence where a text is not an assignment, or a name comes twice."""
    values: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            fail(f"{text!r} is not of the form parameter=value")
        if name.strip() in values:
            fail(f"{name.strip()} is given twice")
        values[name.strip()] = value.strip()
    return values
