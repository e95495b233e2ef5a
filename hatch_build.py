"""Reads the knowledge base that a wheel carries beforehand, so that nobody waits for the first answer."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SHIPPED = "_definitions.base"


def _base(root: Path) -> bytes:
    """The knowledge base as :mod:`dpzoo.loading.stored` keeps it."""
    sys.path.insert(0, str(root))
    from dpzoo.loading import stored
    from dpzoo.loading.folder import load_folder
    from dpzoo.zoo.stored_results import worked_out

    loaded = load_folder(root / "definitions")
    if loaded.findings:
        raise ValueError(f"the records have faults: {loaded.findings[0]}")
    return stored.dumped(loaded.base, stored.content(root / "definitions"), worked_out(loaded.base))


class Read(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the base to a wheel; an editable installation reads the checkout and gets none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the build: have the file included."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        base = Path(self._folder.name) / "base"
        base.write_bytes(_base(Path(self.root)))
        build_data["force_include"][str(base)] = f"dpzoo/{_SHIPPED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the build: clean up."""
        if version != "editable":
            self._folder.cleanup()
