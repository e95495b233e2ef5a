"""A folder that is built next to the one that it replaces, so that it is never seen half-written."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def beside(folder: Path) -> Iterator[Path]:
    """A path for the new ``folder``, which takes the place of the former one if what is done within succeeds.

    Otherwise the former one stays as it was, and what was made is removed; what a killed process left is removed by the next.

    Raises OSError, before anything is done, where the place cannot be written to.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for place in (folder.parent, folder):
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(13, "cannot be written to; nothing was built", str(place))
    _sweep(folder)
    fresh, former = (folder.with_name(f"{folder.name}.{what}.{os.getpid()}") for what in ("new", "old"))
    fresh.mkdir()
    try:
        yield fresh
        if folder.exists():
            folder.rename(former)
        try:
            fresh.rename(folder)
        except OSError:
            if former.exists():
                former.rename(folder)
            raise
    finally:
        for left in (fresh, former):
            shutil.rmtree(left, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Remove what processes that are no more have left; the former folder, if one died between two renamings, comes back."""
    for left in folder.parent.glob(f"{folder.name}.*.*"):
        found = re.fullmatch(re.escape(folder.name) + r"\.(new|old)\.(\d+)", left.name)
        if found is None or _alive(int(found[2])):
            continue
        if found[1] == "old" and not folder.exists():
            left.rename(folder)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _alive(process: int) -> bool:
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
