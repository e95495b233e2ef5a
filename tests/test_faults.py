"""Every kind of fault in a knowledge base gives a finding of its code, at its line, in words that help."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, SOUND, Run

from dpzoo.checks import check
from dpzoo.checks.inferred import contradictions
from dpzoo.checks.letters import letters_and_blocks
from dpzoo.loading.folder import load_folder
from dpzoo.loading.text_file import MAX_BYTES
from dpzoo.loading.yaml_document import MAX_ALIASES, MAX_DEPTH
from dpzoo.records.findings import Finding

FAULTS: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests" / "zoos" / "faults.yaml").read_text(encoding="utf-8"))


def findings(root: Path) -> list[Finding]:
    loaded = load_folder(root)
    return [*loaded.findings, *check(loaded.base)]


def spoil(root: Path, fault: dict[str, Any]) -> Path:
    path = root / fault["file"]
    if "add" in fault or "copy" in fault:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fault["add"] if "add" in fault else (root / fault["copy"]).read_text(encoding="utf-8"), encoding="utf-8")
        return path
    text = path.read_text(encoding="utf-8")
    assert text.count(fault["replace"]) == 1, "the edit must be unambiguous"
    path.write_text(text.replace(fault["replace"], fault["with"]), encoding="utf-8")
    return path


def test_the_sound_zoo_is_clean() -> None:
    assert findings(SOUND) == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f['code']}-{f['says'][:24]}")
def test_fault(sound: Path, fault: dict[str, Any]) -> None:
    path = spoil(sound, fault)
    matching = [f for f in findings(sound) if f.code == fault["code"] and fault["says"] in f.message]
    assert matching, f"no such finding among {[str(f) for f in findings(sound)]}"
    lines = path.read_text(encoding="utf-8").splitlines()
    here = [place for f in matching for place in (f.location, *f.related) if place.path == path]
    assert here, f"the finding is elsewhere: {matching[0]}"
    if fault["at"]:
        assert any(fault["at"] in lines[place.line - 1] for place in here), f"the finding points to another line: {matching[0]}"
    assert all("\n" not in f.message for f in matching)


def test_every_code_of_a_check_has_a_fault() -> None:
    """A check without a miniature zoo that trips it may never fire."""
    import re

    sources = [*(ROOT / "dpzoo" / "checks").glob("*.py"), *(ROOT / "dpzoo" / "loading").glob("*.py")]
    pattern = re.compile(
        r'(?:Finding\([^"]*?|_RefusedError\(|complain\(|\bunknown\([^"]*?)"([a-z0-9]+(?:-[a-z0-9]+)+)"', re.DOTALL
    )
    codes = {code for source in sources for code in pattern.findall(source.read_text(encoding="utf-8"))}
    made_by_code = {
        "tight-map-beaten",
        "file-too-large",
        "not-utf8",
        "too-deep",
        "too-many-aliases",
        "too-many-values",
        "unreadable",
        "missing-bibliography",
        "unreadable-witness",
        "witness-not-named",
        # test_losses.py, test_choose.py, test_lemmas.py
        "map-below-optimum",
        "tight-map-loses",
        "unknown-answer",
        "unknown-question",
        "unknown-lemma",
        "unused-case",
        "unused-reference",
    }
    assert len(codes) > 50
    assert codes - {f["code"] for f in FAULTS} - made_by_code == set()


def test_a_faulty_record_does_not_make_others_faulty(sound: Path) -> None:
    spoil(sound, FAULTS[0])
    assert [f.code for f in findings(sound)] == ["missing-key"]


def replace_file(root: Path, data: bytes) -> list[Finding]:
    path = root / "baseline" / "pure.yaml"
    path.write_bytes(data)
    return [f for f in load_folder(root).findings if f.location.path == path]


def test_too_large(sound: Path) -> None:
    (finding,) = replace_file(sound, b"name: x\n" + b"#" * MAX_BYTES)
    assert finding.code == "file-too-large"


def test_not_utf8(sound: Path) -> None:
    (finding,) = replace_file(sound, b"name: x\nnotation: \xff\n")
    assert (finding.code, finding.location.line, finding.location.column) == ("not-utf8", 2, 11)


@pytest.mark.parametrize("brackets", [MAX_DEPTH + 1, 30_000])
def test_too_deep(sound: Path, brackets: int) -> None:
    (finding,) = replace_file(sound, b"name: " + b"[" * brackets)
    assert finding.code == "too-deep"


def test_too_many_aliases(sound: Path) -> None:
    aliases = ", ".join(["*a"] * (MAX_ALIASES + 1))
    (finding,) = replace_file(sound, f"name: &a x\nremarks: [{aliases}]\n".encode())
    assert finding.code == "too-many-aliases"


def test_aliases_that_multiply(sound: Path) -> None:
    """Nine anchors of nine aliases each would be 9⁹ values written out; the count of aliases stops it."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    (finding,) = replace_file(sound, "\n".join(lines).encode())
    assert finding.code in {"too-many-aliases", "too-many-values"}


def test_a_few_aliases_are_fine(sound: Path) -> None:
    text = (sound / "baseline" / "pure.yaml").read_text(encoding="utf-8")
    text = text.replace("domain: {same_as_pure: true}", "domain: &same {same_as_pure: true}").replace(
        "scope: {same_as_pure: true}", "scope: *same"
    )
    assert replace_file(sound, text.encode()) == []


def test_an_expression_that_is_too_long(sound: Path) -> None:
    text = (sound / "baseline" / "pure.yaml").read_text(encoding="utf-8").replace("delta: 0}", f"delta: {'0+' * 250}0}}")
    (finding,) = replace_file(sound, text.encode())
    assert (finding.code, "501 characters" in finding.message) == ("bad-expression", True)


def test_no_bibliography(sound: Path) -> None:
    (sound / "references.bib").unlink()
    assert "missing-bibliography" in {f.code for f in findings(sound)}


def test_all_faults_of_all_files_are_reported_at_once(sound: Path, run: Run) -> None:
    for fault in (FAULTS[0], next(f for f in FAULTS if f["file"].startswith("combined"))):
        spoil(sound, fault)
    done = run("check", sound)
    assert done.returncode == 1
    assert {"pure.yaml", "noiseless.yaml"} <= {Path(line.split(":")[0]).name for line in done.stdout.splitlines()}
    assert "Traceback" not in done.stdout + done.stderr


def planted(root: Path, file: str, relation: str) -> list[Finding]:
    """The findings after a relation was put before all others of a record."""
    path = root / file
    path.write_text(
        path.read_text(encoding="utf-8").replace("relations:\n", f"relations:\n  - {relation}\n", 1), encoding="utf-8"
    )
    return findings(root)


def test_a_key_too_many_in_a_map_is_one_finding_and_no_crash(sound: Path) -> None:
    found = planted(
        sound,
        "baseline/pure.yaml",
        '{special_case_of: probabilistic, map: {epsilon: epsilon, delta: "0", rho: "0"}, evidence: [{proof: x}]}',
    )
    assert [f.code for f in found] == ["unknown-parameter"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("real") / "definitions"
    shutil.copytree(ROOT / "definitions", root)
    return root


@pytest.mark.parametrize("kind", ["implies", "stronger_than"])
def test_a_wrong_direction_is_one_finding_at_its_own_line(real: Path, kind: str) -> None:
    """Rényi DP does not imply pure DP; some twenty separations rest on that."""
    path = real / "quantification" / "renyi-dp.yaml"
    before = path.read_text(encoding="utf-8")
    relation = f"  - {{{kind}: epsilon-dp, map: {{epsilon: epsilon}}, evidence: [{{proof: x}}]}}\n"
    path.write_text(before.replace("\nrelations:\n", f"\nrelations:\n{relation}", 1), encoding="utf-8")
    (finding,) = contradictions(load_folder(real).base)
    path.write_text(before, encoding="utf-8")
    assert finding.code == "contradiction"
    assert finding.location.path == path
    assert finding.location.line == before[: before.index("\nrelations:\n")].count("\n") + 3
    assert f"renyi-dp/{kind}/epsilon-dp" in finding.message


def test_what_somebody_changed_is_the_culprit(sound: Path) -> None:
    """Of a claim and the separation that it contradicts either may be wrong: the one that is new is asked about."""
    path = sound / "combined" / "noiseless.yaml"
    text = path.read_text(encoding="utf-8")
    added = "  - {stronger_than: pure, evidence: [{proof: no}]}\n  - not_stronger_than: pure"
    path.write_text(text.replace("  - not_stronger_than: pure", added), encoding="utf-8")
    base = load_folder(sound).base
    lines = path.read_text(encoding="utf-8").splitlines()
    for kind in ("stronger_than", "not_stronger_than"):
        (finding,) = check(base, suspects={f"noiseless/{kind}/pure"})
        assert lines[finding.location.line - 1].split(":")[0].strip(" -{") == kind


def test_letters_that_say_something_else_than_the_blocks_are_worth_a_look(sound: Path) -> None:
    """Any two datasets are another neighbourhood (N), a δ alone does not make a Q, and blocks in words decide nothing."""

    def said() -> dict[str, str]:
        return {f.location.path.stem: f.message for f in letters_and_blocks(load_folder(sound).base) if f.location.path}

    assert set(said()) == {"probabilistic"}
    assert said()["probabilistic"].startswith("the universe, unit or view departs from pure DP, and N is not among")
    notion = sound / "quantification" / "probabilistic.yaml"
    text = notion.read_text(encoding="utf-8").replace("dimensions: [Q]", "dimensions: [Q, N, V]")
    notion.write_text(text, encoding="utf-8")
    assert said()["probabilistic"] == "V is among the dimensions, and the level or aggregation is that of pure DP"
    text = text.replace("[Q, N, V]", "[Q, N]")
    notion.write_text(text, encoding="utf-8")
    assert not said()
    notion.write_text(
        text.replace("standard: hockey-stick, intensity: [epsilon, delta]", "standard: max-divergence, intensity: [epsilon]")
    )
    assert said()["probabilistic"] == "Q is among the dimensions, and the standard is that of pure DP"
    notion.write_text(text.replace("unit: any-two", 'unit: {is: "some pairs"}').replace("[Q, N]", "[Q, B]"))
    assert not said()
