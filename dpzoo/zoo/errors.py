"""Errors that loading or querying a zoo can raise."""

from __future__ import annotations

from collections.abc import Sequence

from dpzoo.records.findings import Finding

_LONG = 80
"""Characters of a wrong name that a message repeats."""


class KnowledgeBaseError(Exception):
    """The records cannot be used; ``findings`` say why, each with its place."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        count = len(self.findings)
        super().__init__(f"the knowledge base has {count} fault{'s' * (count != 1)}:\n" + "\n".join(map(str, self.findings)))


class UnknownNotionError(KeyError):
    """No notion goes by this name; the message names the nearest ones."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        self.name, self.near = name, tuple(near)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        shown = repr(name if len(str(name)) <= _LONG else f"{str(name)[:_LONG]}…")
        self.message = f"no notion is called {shown}{hint}" if str(name).strip() else "the name of a notion is missing"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class AmbiguousNameError(KeyError):
    """Several notions go by this name; the message lists their ids."""

    def __init__(self, name: str, ids: Sequence[str]) -> None:
        self.name, self.ids = name, tuple(ids)
        self.message = f"{name!r} may be any of {', '.join(ids)}; use the id"
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message


class NotExecutableError(Exception):
    """The definition does not run on finite mechanisms; the message says why."""

    def __init__(self, notion: str, reason: str) -> None:
        self.notion, self.reason = notion, reason
        super().__init__(f"{notion} does not run on finite mechanisms: {reason}")


class MechanismError(ValueError):
    """A mechanism cannot be run or evaluated at what was given; the message is one sentence."""


class PracticeNameError(LookupError):
    """No system or deployment has the name, or several have; the message is one sentence."""
