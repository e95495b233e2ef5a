"""Changes of the records with their dates: from git where a build has the whole history, otherwise from CHANGELOG.md."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

_MARK = "\x01"
_VERSION = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_PATIENCE = 30
"""Seconds that git may take."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change: its id (a commit, or a heading of the change log), its moment, its subject, the files it touched."""

    id: str
    moment: datetime
    subject: str
    paths: tuple[PurePosixPath, ...]
    text: str = ""

    @property
    def day(self) -> str:
        """The day, in the form of ISO 8601."""
        return self.moment.date().isoformat()


def history(records: Path) -> tuple[LogEntry, ...]:
    """The commits that touched ``records``, newest first, with paths from it; nothing without git and its whole history."""
    if _git(records, "rev-parse", "--is-shallow-repository") != "false\n":
        return ()
    log = _git(records, "log", "--no-merges", "--relative", "--name-only", f"--format={_MARK}%H %ct %s", "--", ".")
    found = []
    for entry in (log or "").split(_MARK)[1:]:
        head, *paths = entry.strip().splitlines()
        commit, seconds, subject = (*head.split(" ", 2), "")[:3]  # a commit may have no subject
        moment = datetime.fromtimestamp(int(seconds), UTC)
        found.append(LogEntry(commit, moment, subject, tuple(PurePosixPath(p) for p in paths if p)))
    return tuple(found)


def by_record(changes: Sequence[LogEntry]) -> Mapping[str, tuple[LogEntry, ...]]:
    """For each record (the stem of its file) the changes that touched it."""
    found: dict[str, list[LogEntry]] = {}
    for change in changes:
        for stem in dict.fromkeys(p.stem for p in change.paths if p.suffix == ".yaml"):
            found.setdefault(stem, []).append(change)
    return {stem: tuple(touched) for stem, touched in found.items()}


def change_log(project: Path, day: str) -> tuple[LogEntry, ...]:
    """The versions of CHANGELOG.md, which carry no date of their own: ``day`` is the newest one's (ISO 8601, or empty)."""
    try:
        text = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    except OSError:
        return ()
    moment = datetime.fromisoformat(day or "1970-01-01").replace(tzinfo=UTC)
    heads = list(_VERSION.finditer(text))
    ends = [*(h.start() for h in heads[1:]), len(text)]
    return tuple(
        LogEntry(h["title"].split()[0], moment, h["title"].strip(), (), text[h.end() : end].strip())
        for h, end in zip(heads, ends, strict=True)
    )


def _git(folder: Path, *arguments: str) -> str | None:
    """The output of git in ``folder``; None where git cannot run."""
    command = ["git", "-c", "core.quotepath=false", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_PATIENCE)  # noqa: S603  our own arguments
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
