"""The command: what it prints, how it ends, and how it answers bad calls."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, SOUND, Run

from dpzoo.zoo.zoo import Zoo


def test_check_clean(run: Run) -> None:
    done = run("check", SOUND)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("no faults in 4 notions")


def test_check_of_the_real_base_is_clean(run: Run) -> None:
    done = run("check", "definitions", cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_check_prints_one_line_per_fault(run: Run, sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("standing: survey", "standing: survey\ncolour: blue"), encoding="utf-8"
    )
    done = run("check", "zoo", cwd=sound.parent)
    assert done.returncode == 1
    assert done.stdout == "zoo/baseline/pure.yaml:9:1: unknown-key: the key 'colour' is not known\n"


def test_check_as_json_and_for_github(run: Run, sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("standing: survey", "standing: 'a, b: 100%'"), encoding="utf-8")
    (found,) = json.loads(run("check", "zoo", "--format", "json", cwd=sound.parent).stdout)
    assert (found["file"], found["line"], found["code"]) == ("zoo/baseline/pure.yaml", 8, "unknown-value")
    annotation = run("check", "zoo", "--format", "github", cwd=sound.parent).stdout
    assert annotation.startswith("::error file=zoo/baseline/pure.yaml,line=8,col=11,title=unknown-value::")
    assert "100%25" in annotation
    assert annotation.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "no-such-folder"], "there is no folder no-such-folder"),
        (["check", "--colour"], "No such option"),
        (["check", "--format", "xml"], "is not one of"),
        (["list", "--dimension", "Z"], "is not one of"),
        (["list", "--year", "soon"], "whole number"),
        (["show"], "Missing argument"),
        (["show", "zcpd"], "did you mean"),
        (["show", "../../etc/passwd"], "no notion is called"),
        (["search", "--limit", "0", "x"], "greater than or equal to 1"),
        (["export", "nothing-like-it"], "no notion is called"),
        (["export", "--format", "xml"], "is not one of"),
        (["frobnicate"], "No such command"),
        (["site", "finish", "no-such-folder"], "there is no folder"),
    ],
)
def test_bad_calls_get_one_sentence(run: Run, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.startswith("dpzoo: ")
    assert done.stderr.count("\n") == 1


def test_check_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = run("check", "file")
    assert (done.returncode, "is not a folder" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    "command", [[], ["check"], ["list"], ["show"], ["search"], ["export"], ["site", "build"], ["site", "pages"]]
)
def test_help(run: Run, command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert command == [] or "Example: dpzoo" in done.stdout


def test_list_for_programs(run: Run) -> None:
    lines = run("list", "--dimension", "Q", "--post-processing", "fails").stdout.splitlines()
    ids = [line.split("\t")[0] for line in lines]
    assert "probabilistic-dp" in ids
    assert "renyi-dp" not in ids
    assert all(len(line.split("\t")) == 5 for line in lines)
    data = json.loads(run("list", "--format", "json").stdout)
    assert {"id", "name", "dimensions", "post_processing", "gist"} <= data[0].keys()


@pytest.mark.parametrize("name", ["zero-concentrated-dp", "zCDP", "ZCDP", "zCoDP", "Zero-concentrated differential privacy"])
def test_show_by_any_name(run: Run, name: str) -> None:
    done = run("show", name)
    assert done.returncode == 0
    assert done.stdout.startswith("Zero-concentrated differential privacy")
    assert "approximate-dp" in done.stdout


def test_show_by_id_shows_what_others_say(run: Run) -> None:
    """With what other records claim, whichever of its names is asked for."""
    by_id = json.loads(run("show", "zero-concentrated-dp", "--format", "json").stdout)
    by_name = json.loads(run("show", "zCDP", "--format", "json").stdout)
    assert by_id == by_name
    assert by_id["stated_by_others"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("zcdp", "zero-concentrated-dp"),
        ("Renyi", "renyi-dp"),
        ("Rényi", "renyi-dp"),
        ("rdp", "renyi-dp"),
        ("(ε,δ)-DP", "approximate-dp"),
        ("epsilon delta dp", "approximate-dp"),
        ("ε-DP", "epsilon-dp"),
        ("epsilon dp", "epsilon-dp"),
        ("pufferfish", "pufferfish-privacy"),
    ],
)
def test_search(run: Run, query: str, first: str) -> None:
    assert run("search", query).stdout.split("\t")[0] == first


def test_search_without_a_hit(run: Run) -> None:
    done = run("search", "qwertyuiop")
    assert (done.returncode, done.stdout) == (1, "")


def test_export_round_trip(run: Run) -> None:
    data = json.loads(run("export").stdout)
    assert data["format"] == 1
    assert {n["id"] for n in data["notions"]} >= {"epsilon-dp", "renyi-dp"}
    (one,) = json.loads(run("export", "renyi-dp").stdout)
    assert one == next(n for n in data["notions"] if n["id"] == "renyi-dp")


def test_compare(run: Run) -> None:
    """Pure DP is strictly stronger than Rényi DP; two notions with a proved separation each way are incomparable."""
    done = run("compare", "epsilon-dp", "RDP")
    assert done.stdout.splitlines()[0] == "ε-differential privacy is strictly stronger than Rényi differential privacy."
    assert run("compare", "RDP", "epsilon-dp").stdout.splitlines()[0].startswith("Rényi differential privacy is strictly weaker")
    assert "interchangeable up to parameters" in run("compare", "ProDP", "approximate-dp").stdout.splitlines()[0]
    data = json.loads(run("compare", "zCDP", "zCDP", "--format", "json").stdout)
    assert data["standing"] == "same"


@pytest.mark.parametrize("command", ["compare", "explain"])
def test_an_open_pair_comes_with_the_reason_that_its_universe_records(run: Run, zoo: Zoo, command: str) -> None:
    """Nothing is said where a pair is decided: joint DP does not imply the shuffled model."""
    (group,) = (g for g in zoo.base.blocks.universes["parties"].record.undecided if "joint-dp" in g.objects)
    assert " ".join(group.why.split()) in " ".join(run(command, "shuffled-model-dp", "joint-dp").stdout.split())
    assert "is open: " not in run(command, "renyi-dp", "epsilon-dp").stdout
    data = json.loads(run(command, "shuffled-model-dp", "joint-dp", "--format", "json").stdout)
    assert (data if command == "explain" else data["forward"]["implies"])["why_open"] == group.why.strip()
    if command == "compare":
        assert data["backward"]["implies"]["why_open"] is None


def test_explain(run: Run) -> None:
    done = run("explain", "renyi-dp", "epsilon-dp")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("renyi-dp is stronger than epsilon-dp: no")
    steps = [line.strip().split(". ", 1)[1] for line in lines if re.match(r"\s*\d+\. ", line)]
    assert steps[-1].startswith("renyi-dp is not stronger than epsilon-dp")
    assert lines[-1].startswith("Every claim used here is machine-checked")
    assert any("definitions/" in line for line in lines)
    assert "post-processing fails" in run("explain", "ProDP", "--property", "post_processing").stdout


def test_open(run: Run) -> None:
    rows = [line.split("\t") for line in run("open", "--limit", "7").stdout.splitlines()]
    assert len(rows) == 7
    settled = [min(int(r[3]), int(r[4])) for r in rows]
    assert settled == sorted(settled, reverse=True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "zCDP", "nothing-like-it"], "no notion is called"),
        (["explain", "zCDP"], "either a second notion or a --property"),
        (["open", "--relation", "special-case"], "no rule refutes"),
        (["convert", "zCDP(xi=0, rho)", "approximate-dp"], "is not an assignment"),
    ],
)
def test_bad_questions_get_one_sentence(run: Run, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
    assert says in done.stderr


def test_open_question_about_two_notions(run: Run) -> None:
    """What is decided is not an open question; what is open lists what each answer would give, itself among it."""
    decided = run("open", "epsilon-dp", "renyi-dp")
    assert (decided.returncode, "this is decided" in decided.stderr) == (1, True)
    first = json.loads(run("open", "--limit", "1", "--format", "json").stdout)[0]
    found = json.loads(run("open", first["subject"], first["object"], "--format", "json").stdout)
    assert [first["subject"], first["object"]] in found["if_yes"]
    assert [first["subject"], first["object"]] in found["if_no"]
    assert (len(found["if_yes"]), len(found["if_no"])) == (first["if_yes"], first["if_no"])
    assert "become yes" in run("open", first["subject"], first["object"]).stdout


def test_advice_is_no_fault(run: Run, sound: Path) -> None:
    done = run("check", sound, "--advice")
    assert done.returncode == 0
    assert "undecided-converse" in done.stdout


def test_explain_under_conditions(run: Run) -> None:
    """Pure DP gives noiseless privacy with the same parameters where records are independent (and in general it does not)."""
    done = run("explain", "epsilon-dp", "noiseless-privacy")
    assert "under conditions" in done.stdout.splitlines()[0]
    assert "the records are independent" in done.stdout


def test_convert_for_programs(run: Run) -> None:
    done = run("convert", "unbounded-dp(epsilon=1)", "bounded-dp", "--format", "json")
    assert json.loads(done.stdout)[0]["target"] == {"notion": "bounded-dp", "values": {"epsilon": 2.0}}


def test_a_closed_pipe_is_no_error() -> None:
    import subprocess
    import sys

    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m dpzoo export | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
