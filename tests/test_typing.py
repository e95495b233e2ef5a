"""What a user's type checker sees of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from conftest import ROOT

USAGE = """
from __future__ import annotations

from typing import assert_type

import dpzoo
from dpzoo.records.claim_records import PropertyClaim
from dpzoo.records.enums import Dimension
from dpzoo.zoo.best_conversion import Conversions
from dpzoo.zoo.comparison import Comparison, Ordering

zoo = dpzoo.load()
assert_type(zoo, dpzoo.Zoo)
assert_type(zoo["epsilon-dp"], dpzoo.Notion)
assert_type(zoo.find("zCDP").dimensions, tuple[Dimension, ...])
assert_type(zoo["epsilon-dp"].convexity, PropertyClaim)
assert_type(zoo.compare("zCDP", "RDP"), Comparison)
assert_type(zoo.compare("zCDP", "RDP").standing, Ordering)
assert_type(zoo.convert("zCDP(xi=0, rho=0.5)", "approximate-dp", delta=1e-6), Conversions)
assert_type([n for n in zoo], list[str])
assert_type(dpzoo.__version__, str)
if (zoo["epsilon-dp"] >= zoo["renyi-dp"]) is dpzoo.Open:
    print("open")
"""

WRONG = """
import dpzoo

dpzoo.load().find(7)
dpzoo.load()["epsilon-dp"].nonsense
"""


def test_mypy_knows_the_types(tmp_path: Path) -> None:
    """With the strictest settings the usage is accepted and the wrong calls are not."""
    (tmp_path / "usage.py").write_text(USAGE, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    cache = ROOT / ".mypy_cache"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache)]
    done = subprocess.run(
        [*command, "usage.py", "wrong.py"], cwd=tmp_path, env=_environment(), capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [line.split(":")[0] for line in lines] == ["wrong.py", "wrong.py"], done.stdout
    assert (ROOT / "dpzoo" / "py.typed").is_file()


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "MYPYPATH": str(ROOT)}
