"""Reading one file of the knowledge base: bounded, UTF-8, no hidden characters."""

from __future__ import annotations

from pathlib import Path

from dpzoo.records.fields import hidden_character
from dpzoo.records.findings import Finding, Location

MAX_BYTES = 256 * 1024
BIBLIOGRAPHY_MAX_BYTES = 4 * 1024 * 1024


def read_text(path: Path, shown: Path, max_bytes: int = MAX_BYTES) -> tuple[str, list[Finding]]:
    """The text of ``path`` (empty if it cannot be used) and what is wrong with it; ``shown`` is the path in findings."""
    try:
        with path.open("rb") as stream:
            data = stream.read(max_bytes + 1)
    except OSError as error:
        return "", [Finding(Location(shown), "unreadable", f"the file cannot be read ({error.strerror or error})")]
    if len(data) > max_bytes:
        message = f"the file is larger than {max_bytes // 1024} KiB; split it or move long material elsewhere"
        return "", [Finding(Location(shown), "file-too-large", message)]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8"
        return "", [Finding(Location(shown, line, column), "not-utf8", message)]
    text = text.removeprefix("\ufeff")
    hidden = hidden_character(text)
    if hidden is not None:
        index, name = hidden
        line = text.count("\n", 0, index) + 1
        column = index - (text.rfind("\n", 0, index) + 1) + 1
        message = f"the hidden character {name} is not allowed; delete it"
        return "", [Finding(Location(shown, line, column), "hidden-character", message)]
    return text, []
