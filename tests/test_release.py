"""A release: versions agree, wheel and sdist are reproducible and carry the base, workflows are pinned and ask for little."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT

from dpzoo._version import version

pytestmark = pytest.mark.xdist_group("release")  # one worker makes what these share
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def build(source: Path, target: Path) -> dict[str, Path]:
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "GIT_DIR"}}
    environment["SOURCE_DATE_EPOCH"] = "1700000000"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(source)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return {p.suffix: p for p in target.iterdir()}


@pytest.fixture(scope="module")
def tagged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows, as a repository with the tag v7.8.9."""
    folder = tmp_path_factory.mktemp("tagged")
    listed = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in listed:
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"], ["tag", "v7.8.9"]):
        git(folder, *arguments)
    return folder


@pytest.fixture(scope="module")
def built(tagged: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return build(tagged, tmp_path_factory.mktemp("first"))


def test_the_version_is_the_tag(built: dict[str, Path]) -> None:
    assert {p.name for p in built.values()} == {"dpzoo-7.8.9-py3-none-any.whl", "dpzoo-7.8.9.tar.gz"}


def test_wheel_and_sdist_are_reproducible(tagged: Path, built: dict[str, Path], tmp_path: Path) -> None:
    again = build(tagged, tmp_path / "again")
    for suffix, path in built.items():
        assert hashlib.sha256(path.read_bytes()).digest() == hashlib.sha256(again[suffix].read_bytes()).digest(), suffix


def test_the_sdist_builds_without_git(built: dict[str, Path], tmp_path: Path) -> None:
    with tarfile.open(built[".gz"]) as archive:
        archive.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    again = build(source, tmp_path / "out")
    assert again[".whl"].name == built[".whl"].name
    with zipfile.ZipFile(again[".whl"]) as ours, zipfile.ZipFile(built[".whl"]) as first:
        assert {i.filename: i.CRC for i in ours.infolist()} == {i.filename: i.CRC for i in first.infolist()}


def test_the_wheel_carries_the_base_of_the_checkout(built: dict[str, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(built[".whl"]) as wheel:
        inside = {n: wheel.read(n) for n in wheel.namelist() if n.startswith("dpzoo/definitions/")}
        wheel.extractall(tmp_path)
    outside = {
        f"dpzoo/definitions/{p.relative_to(ROOT / 'definitions').as_posix()}": p.read_bytes()
        for p in (ROOT / "definitions").rglob("*")
        if p.is_file()
    }
    assert inside == outside
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    code = "import dpzoo; print(dpzoo.__version__, dpzoo.__file__, len(dpzoo.load()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    found, place, _ = done.stdout.split()
    assert found == "7.8.9"
    assert Path(place).is_relative_to(tmp_path)


def test_a_package_index_would_take_them(built: dict[str, Path]) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "twine", "check", "--strict", *map(str, built.values())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_command_and_the_package_agree() -> None:
    import dpzoo

    assert dpzoo.__version__ == version()


def test_the_citation_file() -> None:
    """The keys that CFF 1.2.0 asks for, with values of their kinds; the version is the one that the changelog describes first."""
    data: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= data.keys()
    known = {"abstract", "contact", "doi", "identifiers", "keywords", "license", "references", "repository-code", "type", "url"}
    assert data.keys() <= known | {"cff-version", "message", "title", "authors", "version", "date-released"}
    assert (data["cff-version"], data["type"]) == ("1.2.0", "software")
    assert all(a.keys() & {"name", "family-names", "given-names"} for a in data["authors"])
    assert set(data["license"]) == {"Apache-2.0", "CC-BY-4.0"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(data["date-released"]))
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None
    assert str(data["version"]) == first[1]


# workflows


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_actions_are_pinned(path: Path) -> None:
    """By commit, with the version beside it for people."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if "uses:" in line:
            assert re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_workflows_may_only_read_unless_they_publish(path: Path) -> None:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert data["permissions"] == {"contents": "read"}
    for name, job in data["jobs"].items():
        assert "timeout-minutes" in job
        assert name in {"deploy", "publish"} or "permissions" not in job


def test_a_contribution_needs_no_secret() -> None:
    text = (ROOT / ".github" / "workflows" / "contribution.yml").read_text(encoding="utf-8")
    assert "pull_request:" in text
    assert "pull_request_target" not in text
    assert "secrets." not in text
    assert "persist-credentials: false" in text
    runs = [step["run"] for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"] if "run" in step]
    assert not [r for r in runs if "${{" in r], "text of strangers must not become shell"


def test_templates_are_forms() -> None:
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.stem != "config":
            assert {"name", "description", "body"} <= data.keys()
            assert len({item["id"] for item in data["body"]}) == len(data["body"])


def test_the_hooks_call_the_command() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    own = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]
    for hook in [*hooks, *(h for h in own if h["id"] == "dpzoo-check")]:
        assert "dpzoo check definitions --changed" in hook["entry"]
        assert re.match(hook["files"], "definitions/quantification/renyi-dp.yaml")
        assert not re.match(hook["files"], "tests/zoos/faults.yaml")
