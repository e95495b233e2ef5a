"""The wheel: complete, and at work outside the checkout."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

VENDOR = ROOT / "site" / "assets" / "vendor"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs, and what its metadata require, and nothing else that is at hand here."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    (metadata,) = (folder / "site").glob("dpzoo-*.dist-info")
    waiting = [Requirement(r) for r in distribution_at(metadata).requires or ()]
    done: set[str] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in done or (wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})):
            continue
        done.add(name)
        found = importlib.metadata.distribution(wanted.name)
        assert wanted.specifier.contains(found.version, prereleases=True), wanted
        waiting += map(Requirement, found.requires or ())
        for top in {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}:
            if not (folder / "site" / top).exists():
                (folder / "site" / top).symlink_to(found.locate_file(top))
    return folder / "site"


def distribution_at(metadata: Path) -> importlib.metadata.Distribution:
    return importlib.metadata.Distribution.at(metadata)


def test_the_wheel_works_with_nothing_but_what_it_requires(installed: Path, tmp_path: Path) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))} | {"DPZOO_CACHE": ""}

    def call(code: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(installed)!r})\n{code}"]
        return subprocess.run(command, cwd=tmp_path, env=clean, check=False, capture_output=True, text=True)

    code = "import dpzoo, yaml; yaml.parse = None\nzoo = dpzoo.load(); print(zoo.base.root, len(zoo), zoo.find('zCDP').id)"
    done = call(code)  # without the parser, so that the base which the wheel carries is read
    assert done.returncode == 0, done.stderr
    root, count, found = done.stdout.split()
    assert Path(root) == installed / "dpzoo" / "definitions"
    other = {"errata", "mechanisms", "systems", "deployments", "lemmas"}
    assert int(count) == sum(path.parent.name not in other for path in (ROOT / "definitions").glob("*/*.yaml"))
    assert found == "zero-concentrated-dp"
    (metadata,) = installed.glob("dpzoo-*.dist-info")
    (script,) = distribution_at(metadata).entry_points.select(group="console_scripts")
    assert script.name == "dpzoo"
    command = f"sys.argv = ['dpzoo', {{}}]; from {script.module} import {script.attr} as main; main()"
    assert call(command.format("'show', 'renyi-dp'")).stdout.startswith("Rényi differential privacy")
    converted = call(command.format("'convert', 'RDP(alpha=2, epsilon=1)', 'approximate-dp', '--fix', 'delta=1e-6'"))
    assert "12.97" in converted.stdout, converted.stderr
    refused = call(command.format("'site', 'build'"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    edited = installed / "dpzoo" / "definitions" / "quantification" / "renyi-dp.yaml"
    text = edited.read_text(encoding="utf-8")
    edited.write_text(text.replace("name: Rényi", "name: Renewed"), encoding="utf-8")
    assert call("import dpzoo; print(dpzoo.load()['renyi-dp'].name)").stdout.startswith("Renewed")
    edited.write_text(text, encoding="utf-8")


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
    assert all((VENDOR / package.rpartition("/")[2] / "LICENSE").is_file() for package in lock)


def test_the_rooms_of_the_architecture_page_are_the_layers_that_imports_keep() -> None:
    """The page's order is one that import-linter's contract allows, and names every room of it."""
    from dpzoo.site.rooms import rooms

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (c for c in project["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    layers = contract["layers"][::-1]
    assert {r.name for r in rooms()} == set(layers)
    assert all(layers.index(used) < layers.index(room.name) for room in rooms() for used in room.uses)
    assert len(layers) <= 17
