"""A version of the knowledge base: a folder, or a revision of the git repository that holds it."""

from __future__ import annotations

import io
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dpzoo.loading.folder import Loaded, load_folder


class RevisionError(Exception):
    """A version cannot be found or read; the message is one sentence."""


def git(folder: Path, *arguments: str) -> bytes:
    """What git prints about the repository around ``folder``; RevisionError with git's own last line if it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)  # noqa: S603, S607
    except OSError:
        raise RevisionError("git is not installed; name two folders instead of revisions") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise RevisionError(lines[-1].removeprefix("fatal: ") if lines else "git failed")
    return done.stdout


def commit(folder: Path, revision: str) -> str:
    """The commit that a revision names; RevisionError if there is none."""
    try:
        found = git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except RevisionError:
        raise RevisionError(f"{revision!r} is neither a folder nor a revision of this git repository") from None
    return found.decode().strip()


@contextmanager
def checked_out(folder: Path, revision: str) -> Iterator[Path]:
    """The folder as it was at a revision, in a temporary place."""
    name = commit(folder, revision)
    top = Path(git(folder, "rev-parse", "--show-toplevel").decode().strip())
    inside = folder.resolve().relative_to(top.resolve()).as_posix()
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


def changed_files(folder: Path, base: str) -> tuple[frozenset[Path], bool]:
    """The files below ``folder`` that differ from the revision ``base``, absolute; and whether any was removed.

    Files that git does not know yet count as changed, those that it ignores do not.
    """
    commit(folder, base)
    top = Path(git(folder, "rev-parse", "--show-toplevel").decode().strip())
    where = ("--", str(folder.resolve()))
    kept = _names(git(folder, "diff", "--name-only", "-z", "--no-relative", "--diff-filter=d", base, *where))
    removed = _names(git(folder, "diff", "--name-only", "-z", "--no-relative", "--diff-filter=D", base, *where))
    new = _names(git(folder, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", *where))
    return frozenset(top / name for name in (*kept, *new)), bool(removed)


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
