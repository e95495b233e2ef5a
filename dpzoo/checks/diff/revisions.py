"""A version of the knowledge base: a folder, or a revision of the git repository that holds it."""

from __future__ import annotations

import io
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dpzoo.loading.folder import Loaded, load_folder


class RevisionError(Exception):
    """A version cannot be found or read; the message is one sentence."""


_NO_REPOSITORY: Final = "not a git repository"


def git(folder: Path, *arguments: str) -> bytes:
    """What git prints about the repository around ``folder``; RevisionError with git's own reason if it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)  # noqa: S603, S607
    except OSError:
        raise RevisionError("git is not installed; name two folders instead of revisions") from None
    if done.returncode:
        raise RevisionError(_reason(done.stderr.decode(errors="replace")))
    return done.stdout


def _reason(said: str) -> str:
    """Git's reason, on one line: what it calls fatal with the command that it then advises, else its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    fatal = next((n for n, line in enumerate(lines) if line.startswith("fatal: ")), None)
    if fatal is None:
        return lines[-1] if lines else "git failed"
    advised = next((f"; git advises: {line}" for line in lines[fatal:] if line.startswith("git ")), "")
    return lines[fatal].removeprefix("fatal: ") + advised


def commit(folder: Path, revision: str) -> str:
    """The commit that a revision names; RevisionError if there is none, or if git refuses the repository."""
    try:
        git(folder, "rev-parse", "--git-dir")
    except RevisionError as error:
        if _NO_REPOSITORY not in str(error):
            raise
    try:
        found = git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except RevisionError:
        raise RevisionError(f"{revision!r} is neither a folder nor a revision of this git repository") from None
    return found.decode().strip()


@contextmanager
def checked_out(folder: Path, revision: str) -> Iterator[Path]:
    """The folder as it was at a revision, in a temporary place."""
    name = commit(folder, revision)
    top = _top(folder)
    inside = folder.resolve().relative_to(top).as_posix()
    try:
        packed = git(top, "archive", "--format=zip", "-0", name, "--", inside)
    except RevisionError:
        raise RevisionError(f"the revision {revision!r} has no folder {inside}") from None
    with tempfile.TemporaryDirectory() as place:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(place)
        yield Path(place) / inside


def read_version(name: str, folder: Path) -> Loaded:
    """The records of a version: those of the folder ``name``, else of ``folder`` at the revision ``name``.

    Raises RevisionError if it is neither.
    """
    if Path(name).is_dir():
        if not any(Path(name).rglob("*.yaml")):
            raise RevisionError(f"the folder {name} holds no records")
        return load_folder(Path(name))
    with checked_out(folder, name) as place:
        return load_folder(place, folder)


def changed_files(folder: Path, base: str) -> tuple[frozenset[Path], frozenset[Path]]:
    """The files below ``folder`` that differ from the revision ``base``, absolute; and those that are no longer there.

    Files that git does not know yet count as changed, those that it ignores do not.
    """
    commit(folder, base)
    top = _top(folder)
    where = ("--", str(folder.resolve()))
    kept = _names(git(folder, "diff", "--name-only", "-z", "--no-relative", "--no-renames", "--diff-filter=d", base, *where))
    new = _names(git(folder, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", *where))
    return frozenset(top / name for name in (*kept, *new)), frozenset(top / name for name in _gone(folder, base, "D"))


def _gone(folder: Path, base: str, letters: str) -> Sequence[str]:
    options = ("--name-only", "-z", "--no-relative", "--no-renames", f"--diff-filter={letters}")
    return _names(git(folder, "diff", *options, base, "--", str(folder.resolve())))


def _top(folder: Path) -> Path:
    return Path(git(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()


def unpacked(folder: Path, base: str, place: Path) -> None:
    """Put what the changed and the removed records below ``folder`` said at the revision ``base`` into the folder ``place``."""
    top, inside = _top(folder), folder.resolve()
    for name in _gone(folder, base, "MDT"):
        path = (top / name).relative_to(inside)
        if path.suffix == ".yaml":
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(git(folder, "show", f"{commit(folder, base)}:{name}"))


def _names(output: bytes) -> Sequence[str]:
    return [n for n in output.decode(errors="surrogateescape").split("\0") if n]


def fork_point(folder: Path) -> str:
    """Where the present work left the main branch: the merge base with it, else the last commit."""
    for main in ("origin/main", "main", "origin/master", "master"):
        try:
            return git(folder, "merge-base", "HEAD", main).decode().strip()
        except RevisionError:
            continue
    return "HEAD"
