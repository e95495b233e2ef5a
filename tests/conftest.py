"""What the tests share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dpzoo
from dpzoo.zoo.zoo import Zoo

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "tests" / "zoos" / "sound"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def zoo() -> Zoo:
    """The real knowledge base."""
    return dpzoo.load()


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A copy of the sound miniature zoo, to be spoilt."""
    return Path(shutil.copytree(SOUND, tmp_path / "zoo"))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the dpzoo command with arguments, in an empty folder unless ``cwd`` says otherwise."""

    def call(*arguments: str | Path, cwd: Path = tmp_path, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "dpzoo", *map(str, arguments)]
        return subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False)

    return call
