"""The version of the package and of the knowledge base that it carries: from git in a checkout, written down elsewhere.

On the commit of a tag ``v1.2.3`` it is ``1.2.3``; 4 commits later it is ``1.2.4.dev4+g<commit>``. A wheel or sdist carries
the version that it was built as in ``_built.py`` (hatch_build.py writes it). The build runs this file.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

FIRST = "0.1.0"
"""The version that is being prepared while there is no tag."""


@cache
def version() -> str:
    """The version; git is asked once, and only in a checkout."""
    root = Path(__file__).resolve().parent.parent
    if (root / ".git").exists():
        described = _git(root, "describe", "--tags", "--match", "v[0-9]*", "--long", "--abbrev=9")
        if described is not None:
            return _from_tag(described)
        count = _git(root, "rev-list", "--count", "HEAD")
        commit = _git(root, "rev-parse", "--short=9", "HEAD")
        if count is not None and commit is not None:
            return f"{FIRST}.dev{count}+g{commit}"
    built = Path(__file__).with_name("_built.py")
    if built.is_file():
        found = re.search(r'BUILT = "([^"]+)"', built.read_text(encoding="utf-8"))
        if found is not None:
            return found[1]
    return f"{FIRST}.dev0"


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)  # noqa: S603, S607
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _from_tag(described: str) -> str:
    """The version for what ``git describe --long`` says.

    >>> _from_tag("v1.2.3-0-gabcdef012"), _from_tag("v1.2.3-4-gabcdef012")
    ('1.2.3', '1.2.4.dev4+gabcdef012')
    """
    tag, distance, commit = described.rsplit("-", 2)
    number = tag.removeprefix("v")
    if distance == "0":
        return number
    head, _, last = number.rpartition(".")
    return f"{head}.{int(last) + 1}.dev{distance}+{commit}"
