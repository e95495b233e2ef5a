"""How every command ends: 0 done, 1 something to act on or no answer, 2 a call that cannot be used; never a traceback."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from conftest import ROOT, Run

import dpzoo.zoo.zoo
from dpzoo.cli import main
from dpzoo.cli.output import paragraphs
from dpzoo.zoo.errors import KnowledgeBaseError
from dpzoo.zoo.zoo import Zoo

Ended = tuple[int, str, str]
Command = Callable[..., Ended]

MECHANISM = ROOT / "dpzoo" / "site" / "examples" / "mechanism.json"


@pytest.fixture
def command(zoo: Zoo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """The command in this process, over the knowledge base that the tests share, in a folder with odd files."""
    monkeypatch.setattr(dpzoo.zoo.zoo, "load", lambda *_: zoo)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\x00\x01\xff\xfe")
    (tmp_path / "broken.json").write_text('{"datasets":', encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "nothing.json").write_text("", encoding="utf-8")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    shutil.copy(MECHANISM, tmp_path / "mechanism.json")

    def call(*arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["dpzoo", *arguments])
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main.main()
        out, err = capfd.readouterr()
        return int(stop.value.code or 0), out, err

    return call


DONE = [
    ["--version"],
    ["list", "--dimension", "R"],
    ["search", "renyi"],
    ["show", "zCDP"],
    ["compare", "zCDP", "RDP"],
    ["explain", "KLPr", "epsilon-dp"],
    ["explain", "zCDP", "--property", "convexity"],
    ["convert", "zCDP(xi=0, rho=0.5)", "approximate-dp", "--fix", "delta=1e-6"],
    ["compose", "gaussian(sigma=10)*100", "--delta", "1e-6"],
    ["compose", "zcdp(rho=0.1)*4", "--to", "zcdp"],
    ["solve", "gaussian(sigma=?)*100", "--epsilon", "1", "--delta", "1e-6"],
    ["meaning", "epsilon-dp(epsilon=1)"],
    ["meaning", "epsilon-dp(epsilon=1e5)"],
    ["open", "--limit", "2"],
    ["open", "--cells", "--limit", "2"],
    ["audit", "mechanism.json", "--notion", "epsilon-dp"],
    ["combine", "--unit", "node-dp", "--standard", "zCDP"],
    ["formal", "epsilon-dp/post_processing"],
    ["theorem", "t11"],
    ["audit", "mechanism.json", "--missing", "--notion", "k-anonymity"],
    ["mechanism"],
    ["mechanism", "laplace mech"],
    ["mechanism", "gaussian-mechanism", "--set", "sigma=1e400"],
    ["deployment"],
    ["deployment", "apple", "--days", "1e300"],
    ["system"],
    ["system", "flex"],
    ["witness"],
    ["witness", "prodp-post-processing"],
    ["witness", "--missing"],
    ["falsify", "zCDP/convexity", "--trials", "1", "--jobs", "1"],
    ["falsify", "--missing"],
    ["export", "zCDP"],
    ["schema", "zoo"],
    ["diff", "--help"],
    ["check", "--help"],
    ["new", "--help"],
    ["falsify-code", "--help"],
    ["site", "--help"],
]
NOTICE = [
    (["search", "qwertyuiop"], "nothing matches 'qwertyuiop'"),
    (["convert", "epsilon-dp(epsilon=1)", "k-anonymity"], "does not imply k-anonymity"),
    (["convert", "epsilon-dp(epsilon=inf)", "approximate-dp", "--fix", "delta=0"], "no finite epsilon"),
    (["list", "--year", "3000"], "no notion meets these filters"),
    (["compose", "gaussian(sigma=1)", "--delta", "0"], "no finite epsilon"),
    (["compose", "gaussian(sigma=1)", "--to", "pure"], "have no bound"),
    (["meaning", "k-anonymity(k=3)"], "is not known here"),
    (
        ["meaning", "adversarial-privacy(epsilon=1, delta=0.1)", "--per-day", "--days", "2"],
        "a daily promise says nothing",
    ),
    (["open", "zCDP", "RDP"], "this is decided"),
]
UNUSABLE = [
    (["frobnicate"], "No such command"),
    (["shwo"], "Did you mean 'show'?"),
    (["show"], "Missing argument"),
    (["show", ""], "the name of a notion is missing"),
    (["show", "zCPD"], "did you mean zero-concentrated-dp"),
    (["show", "gausian"], "did you mean gaussian-dp"),
    (["mechanism", "gausian"], "did you mean gaussian-mechanism"),
    (["convert", "zCDP(rho=0.5", "approximate-dp"], "the parentheses of 'zCDP(rho=0.5' do not match"),
    (["convert", "DP(nan)", "zCDP"], "nan is not a number"),
    (["show", "\u202e\u00e9"], "no notion is called"),
    (["show", "zCDP", "--frmat", "json"], "--format"),
    (["show", "zCDP", "--format", "xml"], "'text', 'json'"),
    (["list", "--year", "1.5"], "it must be a whole number"),
    (["list", "--dimension", "Z"], "'Q', 'N', 'V'"),
    (["search", " "], "nothing to look for"),
    (["compare", "zCDP", "xyzzy"], "'dpzoo list' lists all"),
    (["explain", "zCDP"], "either a second notion or a --property"),
    (["convert", "zCDP(xi=0, rho=nan)", "approximate-dp", "--fix", "delta=1e-6"], "nan is not a number"),
    (["convert", "epsilon-dp(epsilon=1e400)", "approximate-dp", "--fix", "delta=0"], "too large"),
    (["convert", "zCDP(rho=1e-400)", "approximate-dp", "--fix", "delta=1e-6"], "too small"),
    (["convert", "zCDP(rho=1e-200*1e-200)", "approximate-dp", "--fix", "delta=1e-6"], "too small"),
    (["compose", "gaussian(sigma=1e400)*3", "--delta", "1e-6"], "too large"),
    (["compose", "zcdp(rho=1e-400)*3", "--delta", "1e-6"], "too small"),
    (["convert", "epsilon-dp(epsilon=1)", "approximate-dp", "--fix", "delta=1e-6", "--fix", "delta=1e-5"], "fixed twice"),
    (["convert", "epsilon-dp(epsilon=-1)", "approximate-dp", "--fix", "delta=0"], "outside the domain"),
    (["convert", "zCDP()", "approximate-dp"], "needs a value for rho"),
    (["compose", "gausian(sigma=1)", "--delta", "1e-6"], "did you mean gaussian"),
    (["compose", "adp(1, 1e-6)", "--delta", "1e-5"], "may be any of"),
    (["compose", "local-dp(1)", "--delta", "1e-6"], "needs a value of epsilon, written as parameter=value"),
    (["compose", "gaussian(sigma=1)"], "fix one of delta and epsilon"),
    (["compose", "gaussian(sigma=1)", "--delta", "2"], "below 1"),
    (["solve", "gaussian(sigma=1)", "--epsilon", "1", "--delta", "1e-6"], "mark the one number"),
    (["solve", "gaussian(sigma=?)", "--epsilon", "1"], "give the target"),
    (["meaning", ""], "the name of a notion is missing"),
    (["meaning", "epsilon-dp(epsilon=1)", "--prior", "nan"], "strictly between 0 and 1"),
    (["meaning", "group-privacy(epsilon=1, c=2.5)"], "c of group-privacy is a whole number"),
    (["open", "--limit", "0"], "greater than or equal to 1"),
    (["open", "zCDP"], "name two notions"),
    (["open", "--cells", "zCDP", "RDP"], "leave the notions"),
    (["combine"], "choose at least one block"),
    (["combine", "--unit", "nope"], "neither a unit nor a notion"),
    (["formal", "nope"], "nope"),
    (["theorem", "T99"], "'dpzoo theorem' lists them"),
    (["audit", "missing.json"], "there is no file missing.json"),
    (["audit", ""], "the name of the file is empty"),
    (["audit", "folder"], "folder is a folder"),
    (["audit", "binary"], "is not UTF-8"),
    (["audit", "broken.json"], "a value is missing here"),
    (["audit", "deep.json"], "deeper than"),
    (["audit", "nothing.json"], "holds no record"),
    (["audit", "list.json"], "is a mapping"),
    (["audit", "mechanism.json", "--fix", "epsilon"], "not of the form parameter=value"),
    (["audit", "mechanism.json", "--fix", "epsilon=1", "--fix", "epsilon=2"], "epsilon is given twice"),
    (["audit", "mechanism.json", "--notion", "nope"], "no notion is called"),
    (["mechanism", "laplce"], "or laplace-mechanism or"),
    (["mechanism", "lap"], "several mechanisms have a name that begins with 'lap'"),
    (["mechanism", "rappor", "--set", "f=1/2", "--set", "f=1/3"], "f is given twice"),
    (["mechanism", "--set", "f=1"], "--set needs a mechanism"),
    (["deployment", "nope"], "'dpzoo deployment' lists all"),
    (["deployment", "apple", "--days", "inf"], "must be finite"),
    (["deployment", "--days", "3"], "need a deployment"),
    (["system", "nope"], "'dpzoo system' lists all"),
    (["witness", ""], "'dpzoo witness' lists them"),
    (["witness", "--all", "--missing"], "but only one of the three"),
    (["falsify", ""], "is empty"),
    (["falsify", "zCPD"], "did you mean zero-concentrated-dp"),
    (["falsify", "--jobs", "0"], "must be a positive number of processes"),
    (["falsify-code", "", "--epsilon", "1"], "the name of the file is empty"),
    (["falsify-code", "missing.py:f", "--epsilon", "1"], "there is no file missing.py"),
    (["falsify-code", "binary", "--epsilon", "1"], "is not a Python file"),
    (["new", "Ab\x07c"], "hidden character"),
    (["new", "\u65e5\u672c", "--dimension", "Q", "--cite", "Mir17"], "no id can be made"),
    (["new", "X", "--dimension", "Q", "--cite", "Mir17", "--combine", "node-dp"], "write it as unit=node-dp"),
    (["new", "X", "--dimension", "Q", "--cite", "Mir17", "--year", "2017", "--combine", "unit=node-dp"], "has these blocks"),
    (["new", "X", "--kind", "erratum", "--cite", "Mir17", "--at", "p", "--combine", "unit=node-dp"], "belongs to a notion"),
    (["new", "X", "--dimension", "Q", "--no-dimension", "--cite", "Mir17"], "contradict each other"),
    (["new", "X", "--kind", "system", "--notation", "x", "--cite", "Mir17"], "--notation belongs to a notion"),
    (["new", "X", "--records", ""], "the path is empty"),
    (["export", "zCDP", "--format", "dot"], "describes the whole knowledge base"),
    (["schema", "notio"], "did you mean notion?"),
    (["schema", "--write", "binary"], "binary is not a folder"),
    (["diff", ""], "the name of a version is empty"),
    (["check", ""], "the path is empty"),
    (["check", "folder"], "holds no records"),
    (["check", "binary"], "is not a folder"),
    (["site", "finish", ""], "the path is empty"),
    (["site", "finish", "folder"], "holds no HTML pages"),
    (["show", "a" * 1000], f"{'a' * 80}…"),
    (["site", "serve", "--address", "here"], "is not an address"),
]


@pytest.mark.parametrize("arguments", DONE, ids=" ".join)
def test_what_is_done_ends_with_0(command: Command, arguments: list[str]) -> None:
    code, out, err = command(*arguments)
    assert (code, bool(out.strip())) == (0, True), err
    assert "Traceback" not in err


@pytest.mark.parametrize(("arguments", "says"), NOTICE, ids=lambda x: " ".join(x) if isinstance(x, list) else "")
def test_what_has_no_answer_ends_with_1(command: Command, arguments: list[str], says: str) -> None:
    code, out, err = command(*arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert says in err


@pytest.mark.parametrize(("arguments", "says"), UNUSABLE, ids=lambda x: " ".join(x) if isinstance(x, list) else "")
def test_a_call_that_cannot_be_used_ends_with_2(command: Command, arguments: list[str], says: str) -> None:
    code, out, err = command(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert says in err
    assert "internal error" not in err


def test_every_command_is_among_them() -> None:
    names = set(main.COMMANDS)
    assert names == {a[0] for a in DONE} - {"--version"}
    assert names <= {a[0] for a, _ in UNUSABLE}


def test_the_rule_is_said_once(command: Command) -> None:
    said = " ".join(command("--help")[1].split())
    assert "Exit code 0: done. 1: done, with something to act on" in said
    for name in main.COMMANDS.keys() - {"site"}:
        assert "Exit code" not in main.command(name).__doc__


def test_every_command_gives_an_example_in_its_help() -> None:
    for name in main.COMMANDS.keys() - {"site"}:
        assert re.search(rf"^ *Example: dpzoo {name}\b", main.command(name).__doc__, re.MULTILINE), name


JSON = [a for a in DONE if a[0] not in {"schema", "formal", "--version"} and "--help" not in a] + [
    ["search", "qwertyuiop"],
    ["convert", "epsilon-dp(epsilon=1)", "k-anonymity"],
    ["open", "zCDP", "RDP"],
    ["meaning", "untrackability(k=2, gamma=1)"],
    ["meaning", "k-anonymity(k=3)"],
    ["convert", "epsilon-dp(epsilon=inf)", "approximate-dp", "--fix", "delta=0"],
]


@pytest.mark.parametrize("arguments", JSON, ids=" ".join)
def test_json_is_json_and_ends_as_text_does(command: Command, arguments: list[str]) -> None:
    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is not JSON")

    code, out, _ = command(*arguments, "--format", "json")
    json.loads(out, parse_constant=refuse)
    assert code == command(*arguments)[0]


def test_a_broken_knowledge_base_cannot_be_used(command: Command, sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds faults (1); what needs the records cannot answer (2)."""
    path = sound / "baseline" / "pure.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name:", "nmae:"), encoding="utf-8")
    assert command("check", str(sound))[0] == 1

    def broken(*_: object) -> Zoo:
        raise KnowledgeBaseError([])

    monkeypatch.setattr(dpzoo.zoo.zoo, "load", broken)
    assert command("list")[0] == 2


def test_causes_come_before_what_follows_from_them(command: Command, sound: Path) -> None:
    (sound / "quantification" / "approximate.yaml").write_text("a: [", encoding="utf-8")
    found = json.loads(command("check", str(sound), "--format", "json")[1])
    assert found[0]["code"] == "yaml-syntax"
    (sound / "references.bib").unlink()
    found = json.loads(command("check", str(sound), "--format", "json")[1])
    assert {f["code"] for f in found} & {"missing-bibliography", "unknown-citation"} == {"missing-bibliography"}


def test_standard_input(run: Run, tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "dpzoo", "audit", "-", "--notion", "epsilon-dp", "--format", "json"]
    with MECHANISM.open(encoding="utf-8") as stream:
        done = subprocess.run(asked, stdin=stream, capture_output=True, text=True, check=True)
    assert done.stdout == run("audit", MECHANISM, "--notion", "epsilon-dp", "--format", "json", cwd=tmp_path).stdout


@pytest.mark.parametrize("arguments", [["list"], ["show", "zCDP"], ["export", "--format", "csv"]], ids=" ".join)
def test_a_reader_who_goes_away_is_no_fault(arguments: list[str]) -> None:
    """As in dpzoo list | head -1."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dpzoo", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as stream:
        assert stream.read() == ""
    assert process.wait() == 0


def on_a_terminal(columns: int, *arguments: str) -> list[str]:
    """The lines that a person sees."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color", "NO_COLOR": "1"}
    with subprocess.Popen([sys.executable, "-m", "dpzoo", *arguments], stdout=theirs, env=environment) as process:
        os.close(theirs)
        text = StringIO()
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            text.write(piece.decode())
        assert process.wait() == 0
    os.close(ours)
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text.getvalue()).replace("\r", "").split("\n")]


def test_a_narrow_terminal_leaves_ids_whole() -> None:
    lines = on_a_terminal(40, "list", "--dimension", "R")
    assert "inference-based-distributional-dp" in lines
    assert max(map(len, lines)) <= 40
    assert any("year 2013" in line for line in lines)
    wide = on_a_terminal(100, "list", "--dimension", "R")
    assert any(line.startswith("inference-based-distributional-dp ") for line in wide)


def test_prose_is_broken_by_the_terminal_alone() -> None:
    written = "One line\nand its rest.\n\n- an item\n- another\n\n    x = 1\n    y = 2\n\nwhere x\nis one."
    assert paragraphs(written) == "One line and its rest.\n\n- an item\n- another\n\n    x = 1\n    y = 2\n\nwhere x is one."


def test_new_refuses_before_it_writes(command: Command, sound: Path) -> None:
    before = sorted(sound.rglob("*"))
    assert command("new", "A\u202eB", "--dimension", "Q", "--cite", "DP22", "--records", str(sound))[0] == 2
    assert sorted(sound.rglob("*")) == before
    assert command("new", "A\nB", "--dimension", "Q", "--cite", "DP22", "--year", "2020", "--records", str(sound))[0] == 0
    assert "name: A B\n" in (sound / "quantification" / "a-b.yaml").read_text(encoding="utf-8")
