"""The wheel: complete, and at work outside the checkout."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = pytest.mark.xdist_group("package")  # one worker makes what these share
VENDOR = ROOT / "site" / "assets" / "vendor"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True
    )
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_works_in_a_clean_environment(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    subprocess.run(
        [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-compile",  # half of the time, for modules that are not imported
            "--constraint",
            ROOT / "constraints.txt",
            wheel,
        ],
        check=True,
        capture_output=True,
    )
    code = "import dpzoo; zoo = dpzoo.load(); print(zoo.base.root, len(zoo), zoo.find('zCDP').id)"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))}
    done = subprocess.run([python, "-c", code], cwd=tmp_path, env=clean, check=True, capture_output=True, text=True)
    root, count, found = done.stdout.split()
    assert environment.resolve() in Path(root).resolve().parents
    other = {"errata", "mechanisms", "systems", "deployments", "lemmas"}
    assert int(count) == sum(path.parent.name not in other for path in (ROOT / "definitions").glob("*/*.yaml"))
    assert found == "zero-concentrated-dp"
    command = environment / "bin" / "dpzoo"
    shown = subprocess.run([command, "show", "renyi-dp"], cwd=tmp_path, env=clean, check=True, capture_output=True, text=True)
    assert shown.stdout.startswith("Rényi differential privacy")
    refused = subprocess.run([command, "site", "build"], cwd=tmp_path, env=clean, check=False, capture_output=True, text=True)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_an_edited_record_is_seen_at_once(tmp_path: Path) -> None:
    """The checkout's records are read in place, not a copy made at installation."""
    for part in ("dpzoo", "definitions"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    record = tmp_path / "definitions" / "quantification" / "renyi-dp.yaml"
    record.write_text(record.read_text(encoding="utf-8").replace("name: Rényi", "name: Renewed"), encoding="utf-8")
    code = "import dpzoo; print(dpzoo.load()['renyi-dp'].name)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("Renewed")


def test_the_environment_reads_the_checkout() -> None:
    """An editable install must not carry a copy of the records."""
    import dpzoo

    assert dpzoo.load().base.root == ROOT / "definitions"


def test_vendored_files_are_those_of_the_lock() -> None:
    lock = json.loads((VENDOR / "lock.json").read_text(encoding="utf-8"))
    listed = {name: digest for package in lock.values() for name, digest in package["files"].items()}
    actual = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "lock.json"
    }
    assert actual == listed
    assert all((VENDOR / package / "LICENSE").is_file() for package in lock)
