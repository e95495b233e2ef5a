"""Writes the version that a wheel or sdist is built as into it: elsewhere there is no git to ask."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FrozenVersion(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``dpzoo/_built.py``; an editable installation reads the checkout and gets none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the build: have the file included."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        frozen = Path(self._folder.name) / "_built.py"
        text = f'"""The version that this copy was built as."""\n\nBUILT = "{self.metadata.version}"\n'
        frozen.write_text(text, encoding="utf-8")
        build_data["force_include"][str(frozen)] = "dpzoo/_built.py"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """After the build: clean up."""
        if version != "editable":
            self._folder.cleanup()
