"""What witnesses showed, kept between builds for as long as no code changes that could change it."""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

import dpzoo
from dpzoo.site.rooms import rooms

_NUMERICS: Final = ("numpy", "scipy", "python-flint")


class WitnessCache:
    """Texts by witness, in a folder that may be deleted at any time; without a folder nothing is kept.

    A text is valid for the witness's own code and that of everything below it: the package without the rooms that stand above,
    the numerical libraries, Python.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._common = _common() if folder is not None else b""

    def get(self, id: str, code: str) -> str | None:
        """What was kept for a witness with this code."""
        path = self._path(id, code)
        try:
            return path.read_text(encoding="utf-8") if path is not None else None
        except OSError:
            return None

    def keep(self, id: str, code: str, text: str) -> None:
        """Keep a text, in place of what older code showed."""
        path = self._path(id, code)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{id}.*.json"):
            old.unlink(missing_ok=True)
        # builds may run side by side: a reader sees a whole file or none
        fresh = path.with_suffix(f".{os.getpid()}.part")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)

    def _path(self, id: str, code: str) -> Path | None:
        if self._folder is None:
            return None
        key = hashlib.sha256(self._common + code.encode()).hexdigest()[:16]
        return self._folder / f"{id}.{key}.json"


def _common() -> bytes:
    """A digest of what every witness may run."""
    root = Path(dpzoo.__file__).parent
    digest = hashlib.sha256(repr((sys.version_info[:3], [version(n) for n in _NUMERICS])).encode())
    below = {room.name: room.uses for room in rooms()}
    running = {"witnesses"}
    for name in reversed(below):  # top to bottom
        running.update(below[name] if name in running else ())
    without = below.keys() - running
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        a_witness = place.parts[0] == "witnesses" and len(place.parts) > 2 and not place.name.startswith("_")
        if place.parts[0] in without or a_witness:
            continue
        digest.update(place.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.digest()
