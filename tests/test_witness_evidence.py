"""A witness and what it is evidence of name each other; it is evidence of what fails, and an instance of what holds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dpzoo.checks.witness_evidence import bound, claims_of_witnesses, witnesses_of_other_claims, witnesses_of_what_holds
from dpzoo.loading.folder import load_folder
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.witnesses.declared import DeclarationError, Declarations, declarations, read
from dpzoo.zoo.zoo import Zoo

POSITIVE = """
relations:
  - stronger_than: approximate-dp
    map: {epsilon: epsilon, delta: delta}
    free: {delta: "0 < delta < 1"}
    evidence:
      - witness: prodp-post-processing
"""
WITNESS = '''"""A title."""

from dpzoo.witnesses.framework import Check, Kind, decides


@decides(
    "epsilon-dp/does_not_imply/group-privacy",
    "{claim}",
    kind=Kind.SEPARATION,
    source="nowhere",
    errata=["{erratum}"],
)
def {name}(check: Check) -> None:
    check.equal("1", 1, 1)
'''


def edited(zoo: Zoo, folder: Path, name: str, old: str, new: str) -> KnowledgeBase:
    """The knowledge base with one text of one record replaced."""
    records = folder / "definitions"
    shutil.copytree(zoo.base.root, records)
    source = next(records.rglob(name))
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), encoding="utf-8")
    return load_folder(records, bibliography=False).base


def module(folder: Path, name: str = "two_numbers", **said: str) -> Path:
    """A witness's module."""
    path = folder / f"{name}.py"
    path.write_text(
        WITNESS.format(name=name, **{"claim": "epsilon-dp/convexity", "erratum": "nothing", **said}), encoding="utf-8"
    )
    return path


def test_records_and_witnesses_of_the_base_name_each_other(zoo: Zoo) -> None:
    assert declarations().unreadable == ()
    assert bound(zoo.base, declarations()) == []


def test_no_claim_that_holds_rests_on_a_witness(zoo: Zoo) -> None:
    assert list(witnesses_of_what_holds(zoo.base)) == []


def test_a_witness_under_a_claim_that_holds_is_found_with_its_line(zoo: Zoo, tmp_path: Path) -> None:
    source = next(zoo.base.root.rglob("epsilon-dp.yaml"))
    (tmp_path / "baseline").mkdir()
    shutil.copy(next(zoo.base.root.rglob("approximate-dp.yaml")), tmp_path / "baseline")
    text = source.read_text(encoding="utf-8")
    head, _, _ = text.partition("\nrelations:\n")
    (tmp_path / "baseline" / "epsilon-dp.yaml").write_text(head + POSITIVE, encoding="utf-8")
    findings = list(witnesses_of_what_holds(load_folder(tmp_path, bibliography=False).base))
    (found,) = [f for f in findings if "prodp" in f.message]
    assert found.code == "witness-of-what-holds"
    lines = (head + POSITIVE).splitlines()
    assert lines[found.location.line - 1].strip() == "- witness: prodp-post-processing"


def test_a_guarantee_that_holds_rests_on_no_witness(zoo: Zoo, tmp_path: Path) -> None:
    old = '{cite: Boe19, at: "Corollary 3.6"}\n'
    base = edited(zoo, tmp_path, "basic-composition.yaml", old, old + "      - {witness: sequential-composition}\n")
    (found,) = witnesses_of_what_holds(base)
    assert "sequential-composition" in found.message
    assert list(witnesses_of_other_claims(base, declarations().witnesses)) == []  # it does decide the claim


def test_evidence_names_a_witness_of_this_very_claim(zoo: Zoo, tmp_path: Path) -> None:
    base = edited(zoo, tmp_path, "renyi-dp.yaml", "witness: renyi-dp-rare-output", "witness: causal-copies-of-one-record")
    wrong, unnamed = bound(base, declarations())
    assert unnamed.code == "witness-not-named"
    assert unnamed.location.path.name == "rare_outputs_table.py"
    assert wrong.code == "witness-of-another-claim"
    assert "renyi-dp/does_not_imply/zero-concentrated-dp" in wrong.message
    line = next(base.root.rglob("renyi-dp.yaml")).read_text(encoding="utf-8").splitlines()[wrong.location.line - 1]
    assert line[wrong.location.column - 1 :].startswith("causal-copies-of-one-record")


def test_a_decided_claim_or_erratum_that_is_not_there_is_found_in_the_module(zoo: Zoo, tmp_path: Path) -> None:
    path = module(tmp_path, claim="epsilon-dp/does_not_imply/group-privcy", erratum="sok-no-such")
    found = {f.code: f for f in claims_of_witnesses(zoo.base, {"two-numbers": read("two-numbers", path)})}
    lines = path.read_text(encoding="utf-8").splitlines()
    for code, text in (("unknown-claim", '"epsilon-dp/does_not_imply/group-privcy"'), ("unknown-erratum", '"sok-no-such"')):
        place = found[code].location
        assert place.path.name == "two_numbers.py"
        assert lines[place.line - 1][place.column - 1 :].startswith(text)


def test_the_template_s_placeholder_is_no_claim(zoo: Zoo, tmp_path: Path) -> None:
    declared = read("two-numbers", module(tmp_path, claim="<claim id>"))
    assert "unknown-claim" in {f.code for f in claims_of_witnesses(zoo.base, {"two-numbers": declared})}


@pytest.mark.parametrize("claim", ["epsilon-dp/post_processing", "epsilon-dp/stronger_than/approximate-dp"])
def test_a_claim_that_holds_need_not_name_its_instances(zoo: Zoo, tmp_path: Path, claim: str) -> None:
    declared = read("two-numbers", module(tmp_path, claim=claim))
    assert claim in {n.id for n in declared.claims}
    assert not [f for f in claims_of_witnesses(zoo.base, {"two-numbers": declared}) if f"'{claim}'" in f.message]


def test_ids_are_written_out_so_that_nothing_need_run(tmp_path: Path) -> None:
    path = module(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('"epsilon-dp/convexity"', 'f"{X}/convexity"'), encoding="utf-8")
    with pytest.raises(DeclarationError, match="write out the ids") as raised:
        read("two-numbers", path)
    assert (raised.value.line, raised.value.column) == (8, 5)
    (found,) = bound(KnowledgeBase(tmp_path, {}, {}, {}), Declarations({}, (raised.value,)))
    assert (found.code, found.location.path, found.location.line, found.location.column) == ("unreadable-witness", path, 8, 5)
    assert "write out the ids" in found.message


def test_several_objects_in_one_text_are_claims_of_their_own_each_at_its_place(zoo: Zoo, tmp_path: Path) -> None:
    path = module(tmp_path, claim="epsilon-dp/does_not_imply/group-privacy no-such-notion")
    declared = read("two-numbers", path)
    assert [n.id for n in declared.claims[1:]] == [f"epsilon-dp/does_not_imply/{y}" for y in ("group-privacy", "no-such-notion")]
    (found,) = [f for f in claims_of_witnesses(zoo.base, {"two-numbers": declared}) if "no-such-notion" in f.message]
    line = path.read_text(encoding="utf-8").splitlines()[found.location.line - 1]
    assert line[found.location.column - 1 :].startswith("no-such-notion")


def test_several_subjects_and_lines_in_one_text_are_claims_each_at_its_place(tmp_path: Path) -> None:
    path = module(tmp_path)
    several = '"""epsilon-dp  kl-privacy/convexity\n    composition"""'
    path.write_text(path.read_text(encoding="utf-8").replace('"epsilon-dp/convexity"', several), encoding="utf-8")
    names = read("two-numbers", path).claims[1:]
    assert [n.id for n in names] == [f"{x}/{cell}" for x in ("epsilon-dp", "kl-privacy") for cell in ("convexity", "composition")]
    lines = path.read_text(encoding="utf-8").splitlines()
    begins = [lines[n.line - 1][n.column - 1 :] for n in names]
    assert begins == [lines[7][4:], 'composition""",', "kl-privacy/convexity", 'composition""",']


def test_one_module_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def half(:\n", encoding="utf-8")
    with pytest.raises(DeclarationError) as raised:
        read("broken", path)
    assert raised.value.line == 1
    path.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(DeclarationError, match="not 0"):
        read("broken", path)
