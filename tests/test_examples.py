"""Every example of README, CONTRIBUTING and the website's own pages runs, with what it says as its result."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, SOUND, Run

from dpzoo.notions.results import Certainty
from dpzoo.records.claim_records import Relation
from dpzoo.zoo.zoo import Zoo

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "site").rglob("*.md"))]
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(dpzoo [a-z][^`\n]*)`")
# these start servers, change the checkout or take minutes; what they do has tests of its own
_ELSEWHERE = re.compile(
    r"dpzoo (site|new|diff HEAD$|witness --all|check --changed|check( definitions)?( --advice)?$|falsify|schema --write)"
    r"|dpzoo (export|witness) <id>|--install-completion|show \"its name\""
)


def blocks(path: Path, language: str) -> Iterator[str]:
    for indent, found, text in _FENCE.findall(path.read_text(encoding="utf-8")):
        if found == language:
            yield re.sub(f"^{indent}", "", text, flags=re.MULTILINE)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [p for p in PAGES if list(blocks(p, "python"))], ids=shown)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks with prompts must print what they show; blocks without must run. A page is read from top to bottom."""
    shutil.copy(ROOT / "dpzoo" / "site" / "examples" / "mechanism.json", tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    parser = doctest.DocTestParser()
    for text in blocks(page, "python"):
        if ">>>" in text:
            example = parser.get_doctest(text, names, shown(page), str(page), 0)
            runner.run(example, clear_globs=False)
            names = example.globs
        else:
            exec(compile(text, shown(page), "exec"), names)
    assert runner.failures == 0


def commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for text in blocks(page, "console"):
            for line in text.splitlines():
                if line.startswith("$ dpzoo"):
                    yield shown(page), line.removeprefix("$ ").partition("  #")[0].partition(" > ")[0].strip()
        for found in _INLINE.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)):
            yield shown(page), found


COMMANDS = sorted({command for _, command in commands()})


@pytest.mark.parametrize("command", [c for c in COMMANDS if not _ELSEWHERE.search(c)])
def test_shell_examples(zoo: Zoo, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process and with the zoo that is there already: what the command itself costs is paid elsewhere."""
    from typer.testing import CliRunner

    from dpzoo.cli.main import app

    shutil.copy(ROOT / "dpzoo" / "site" / "examples" / "mechanism.json", tmp_path)
    (tmp_path / "definitions").symlink_to(ROOT / "definitions")
    (tmp_path / "entries").symlink_to(ROOT / "tests" / "registry")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dpzoo.zoo.zoo.load", lambda folder=None: zoo)
    arguments = shlex.split(command)[1:]
    bare = len(arguments) == 1 and arguments[0] not in {"open", "check", "witness", "export"}  # a name, not a call
    done = CliRunner().invoke(app, [*arguments, *(["--help"] if bare else [])])
    assert done.exit_code == 0, done.output
    assert done.output


@pytest.mark.parametrize("command", [c for c in COMMANDS if _ELSEWHERE.search(c) and "<" not in c])
def test_the_other_shell_examples_name_options_that_exist(command: str) -> None:
    from typer.testing import CliRunner

    from dpzoo.cli.main import app

    words = [w for w in shlex.split(command)[1:] if not w.startswith("-")]
    name = words[:2] if words[:1] == ["site"] else words[:1]
    help_text = CliRunner().invoke(app, [*name, "--help"]).output
    assert help_text
    for option in re.findall(r"--[a-z-]+", command):
        assert option in help_text


def test_the_record_examples_are_records() -> None:
    for text in blocks(ROOT / "CONTRIBUTING.md", "yaml"):
        for relation in yaml.safe_load(text)["relations"]:
            assert Relation.model_validate(relation)


def test_contributing_names_what_new_writes(run: Run, tmp_path: Path) -> None:
    """The two commands of the guide write the files that it says."""
    shutil.copytree(SOUND, tmp_path / "definitions")
    shutil.copy(ROOT / "definitions" / "references.bib", tmp_path / "definitions")
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for command in re.findall(r"^ *\$ (dpzoo new .*)$", text, re.MULTILINE):
        done = run(*shlex.split(command)[1:], "--records", "definitions")
        assert done.returncode == 0, done.stderr
        written = done.stdout.splitlines()[0].removeprefix("wrote ")
        folder, _, name = written.rpartition("/")
        assert f"`{written}`" in text or (f"`{folder}/`" in text and f"`{name}`" in text)


def test_the_witness_to_begin_from_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deterministic publication of a bit has infinite loss (DMNS06): the example of CONTRIBUTING certifies it."""
    (code,) = (b for b in blocks(ROOT / "CONTRIBUTING.md", "text") if b.startswith('"""'))
    (tmp_path / "a_coin_that_always_tells.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    witness = importlib.import_module("a_coin_that_always_tells").a_coin_that_always_tells
    outcome = witness.outcome()
    assert outcome.passed
    assert outcome.certainty is Certainty.CERTIFIED
    assert witness.id == "a-coin-that-always-tells"
    assert witness.title == "A mechanism that publishes its input is not private"


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=shown)
def test_links_between_files_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    anchors = {re.sub(r"[^\w -]", "", h).strip().lower().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif not target.startswith("http"):
            assert (ROOT / target.partition("#")[0]).exists(), target


def test_files_that_the_documents_name_exist() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "site" / "architecture.md"):
        for name in re.findall(r"`((?:dpzoo|definitions|site|tests)/[\w./-]*)`", page.read_text(encoding="utf-8")):
            if "bernoulli" not in name and "a-proposition" not in name:
                assert (ROOT / name).exists(), f"{page.name}: {name}"


def test_make_targets_that_the_documents_name_exist() -> None:
    known = subprocess.run(["make", "-pqrR"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"(?:`|\$ )make (\w+)", page.read_text(encoding="utf-8")):
            assert re.search(rf"^{target}:", known, re.MULTILINE), target
