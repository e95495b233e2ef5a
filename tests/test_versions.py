"""dpzoo diff: what it says about a change that one can follow by hand, in the sound miniature zoo."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from conftest import SOUND, Run

from dpzoo.checks.diff.changes import changes
from dpzoo.checks.diff.differences import Differences
from dpzoo.loading.folder import load_folder
from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import Answer


def edit(root: Path, file: str, old: str, new: str) -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def differences(before: Path, after: Path) -> Differences:
    return Differences(load_folder(before).base, load_folder(after).base)


SEPARATION = "relations:\n  - not_stronger_than: pure\n    evidence: [{proof: A mechanism with failures.}]\n"


@pytest.fixture
def with_relation(sound: Path) -> Path:
    """The sound zoo, in which approximate is now said not to be stronger than pure."""
    path = sound / "quantification" / "approximate.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("relations:\n", SEPARATION) if "relations:" in text else text + SEPARATION, encoding="utf-8")
    return sound


def test_nothing_changed(sound: Path) -> None:
    assert not differences(SOUND, sound).any


def test_a_new_relation_and_what_follows(with_relation: Path) -> None:
    found = differences(SOUND, with_relation)
    assert [(r.id, r.change, r.keys) for r in found.records] == [("approximate", "changed", ("relations",))]
    assert [(c.id, c.change) for c in found.claims] == [("approximate/not_stronger_than/pure", "added")]
    now = {(a.subject, a.object): a for a in found.answers if a.kind is RelationKind.STRONGER_THAN}
    assert now["approximate", "pure"].asserted
    assert (now["approximate", "pure"].before, now["approximate", "pure"].after) == (Answer.OPEN, Answer.NO)
    before, after = found.open_pairs[RelationKind.STRONGER_THAN]
    assert before - after == len(found.settled) == len(now)
    assert all(not a.asserted for a in found.derived)
    back = differences(with_relation, SOUND)
    assert {(a.subject, a.object) for a in back.reopened} == {(a.subject, a.object) for a in found.settled}


def test_a_contradiction_is_named(run: Run, sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    text = path.read_text(encoding="utf-8")
    added = "relations:\n  - does_not_imply: approximate\n    evidence: [{proof: It is wrong.}]\n"
    path.write_text(text.replace("relations:\n", added, 1), encoding="utf-8")
    done = run("diff", SOUND, sound)
    assert done.returncode == 1
    assert "Contradictions" in done.stdout
    assert "pure/does_not_imply/approximate" in done.stdout


def test_a_redundant_claim_is_named(sound: Path) -> None:
    """What is said of an equivalent notion need not be said again."""
    base = load_folder(sound).base
    pairs = Differences(base, base)._inference[1].pairs(RelationKind.STRONGER_THAN)
    asserted = {(e.id, r.object) for e in base.notions.values() for r in e.record.relations}
    subject, target = next((a, b) for a, b in sorted(pairs) if (a, b) not in asserted)
    path = next(sound.rglob(f"{subject}.yaml"))
    text = path.read_text(encoding="utf-8")
    claim = f"  - stronger_than: {target}\n    evidence: [{{proof: By the others.}}]\n"
    path.write_text(
        text.replace("relations:\n", "relations:\n" + claim, 1) if "relations:\n" in text else f"{text}relations:\n{claim}"
    )
    found = differences(SOUND, sound)
    assert any(f"{subject}/stronger_than/{target} already follows" in f.message for f in found.redundant)


def test_a_renamed_record_is_no_new_one(sound: Path) -> None:
    old = sound / "combined" / "noiseless.yaml"
    text = old.read_text(encoding="utf-8").replace("introduced:", "former_ids: [noiseless]\nintroduced:", 1)
    (sound / "combined" / "quiet.yaml").write_text(text, encoding="utf-8")
    old.unlink()
    for path in sound.rglob("*.yaml"):
        here = path.read_text(encoding="utf-8")
        for key in ("stronger_than", "implies", "special_case_of", "not_stronger_than", "does_not_imply", "notion"):
            here = here.replace(f"{key}: noiseless\n", f"{key}: quiet\n").replace(f"{key}: noiseless,", f"{key}: quiet,")
        path.write_text(here, encoding="utf-8")
    found = differences(SOUND, sound)
    assert [(r.id, r.change, r.renamed) for r in found.records if r.collection == "notions" and r.change != "changed"] == [
        ("quiet", "renamed", "noiseless")
    ]
    assert [c for c in found.claims if c.change != "changed"] == []
    assert found.answers == ()


def test_a_new_bibliography_entry_and_a_removed_record(sound: Path) -> None:
    with (sound / "references.bib").open("a", encoding="utf-8") as bib:
        bib.write("\n@misc{New26,\n  author = {A. Person},\n  title = {A Work},\n  year = {2026}\n}\n")
    next((sound / "errata").glob("*.yaml")).unlink()
    found = {(r.collection, r.change) for r in differences(SOUND, sound).records}
    assert ("references", "added") in found
    assert ("errata", "removed") in found


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(sound: Path) -> Path:
    """A git repository with the sound zoo in its folder zoo."""
    git(sound.parent, "init", "-q")
    git(sound.parent, "add", "zoo")
    git(sound.parent, "commit", "-qm", "sound")
    return sound.parent


def test_revisions_and_formats(run: Run, repository: Path) -> None:
    edit(repository / "zoo", "baseline/pure.yaml", "name: Pure privacy", "name: Purest privacy")
    text = run("diff", "HEAD", "--records", "zoo", cwd=repository)
    assert text.returncode == 0
    assert "pure: Purest privacy (name)" in text.stdout
    data = json.loads(run("diff", "HEAD", "--records", "zoo", "--format", "json", cwd=repository).stdout)
    assert data["records"] == [{"collection": "notions", "id": "pure", "change": "changed", "keys": ["name"]}]
    assert data["summary"]["records_changed"] == 1
    markdown = run("diff", "HEAD", "zoo", "--records", "zoo", "--format", "markdown", cwd=repository).stdout
    assert markdown.startswith("### Notions changed\n\n- `pure`")
    git(repository, "commit", "-qam", "renamed")
    assert "Purest" in run("diff", "HEAD~1", "HEAD", "--records", "zoo", cwd=repository).stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], "neither a folder nor a revision"),
        (["HEAD", "--records", "tests"], "neither a folder nor a revision"),
        (["--upload-pack=x"], "No such option"),
    ],
)
def test_a_version_that_is_none(run: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    (tmp_path / "tests").mkdir()
    done = run("diff", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


# dpzoo check --changed


def test_only_what_changed_is_checked(run: Run, repository: Path) -> None:
    edit(repository / "zoo", "baseline/pure.yaml", "standing: survey", "standing: surveyed")
    git(repository, "commit", "-qam", "an old fault")
    clean = run("check", "zoo", "--changed", "--base", "HEAD", cwd=repository)
    assert clean.returncode == 0, clean.stdout
    edit(repository / "zoo", "quantification/approximate.yaml", "standing: survey", "standing: survey\ncolour: blue")
    done = run("check", "zoo", "--changed", "--base", "HEAD", cwd=repository)
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.startswith("zoo/quantification/approximate.yaml:")


def test_where_only_words_changed_unrelated_notions_are_not_read(repository: Path) -> None:
    """What notions assert of one another stands as it was; a changed verdict or name is compared with all of them."""
    root = repository / "zoo"
    edit(root, "quantification/probabilistic.yaml", "gist: ", "gist: In short, ")
    words = changes(root, root, "HEAD")
    assert words is not None
    assert words.in_words
    assert words.claims == ()
    assert words.after.base.notions.keys() < load_folder(root).base.notions.keys()
    edit(root, "quantification/probabilistic.yaml", "name: ", "name: Somewhat ")
    named = changes(root, root, "HEAD")
    assert named is not None
    assert not named.in_words
    assert named.after.base.notions.keys() == load_folder(root).base.notions.keys()


def test_a_contradiction_that_a_change_causes_is_shown_at_the_change(run: Run, repository: Path) -> None:
    """The weaker evidence lies in a file that nobody touched; the finding stands where something was written."""
    claim = "relations:\n  - {kind}: noiseless\n    note: For all $\\Theta$.\n    evidence: [{{{evidence}}}]\n"
    cited = claim.format(kind="not_stronger_than", evidence='cite: DP22, at: "Table 3"')
    edit(repository / "zoo", "quantification/approximate.yaml", "relations:\n", cited)
    git(repository, "commit", "-qam", "a separation")
    path = repository / "zoo" / "quantification" / "probabilistic.yaml"
    text = path.read_text(encoding="utf-8").replace("relations: []\n", "")
    added = claim.format(kind="stronger_than", evidence="proof: It is so.")
    path.write_text(text.replace("relations:\n", added) if "relations:\n" in text else text + added, encoding="utf-8")
    done = run("check", "zoo", "--changed", "--base", "HEAD", cwd=repository)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    (line,) = [text for text in lines if "contradiction: these cannot all be true" in text]
    assert line.startswith("zoo/quantification/probabilistic.yaml:")


def test_a_new_file_counts_as_changed(run: Run, repository: Path) -> None:
    (repository / "zoo" / "baseline" / "other.yaml").write_text("name: x\n", encoding="utf-8")
    done = run("check", "zoo", "--changed", cwd=repository)
    assert done.returncode == 1
    assert all("other.yaml" in line for line in done.stdout.splitlines())


def test_a_removed_file_is_missed_where_it_was_named(run: Run, repository: Path) -> None:
    (repository / "zoo" / "quantification" / "probabilistic.yaml").unlink()
    done = run("check", "zoo", "--changed", cwd=repository)
    assert done.returncode == 1
    assert "unknown-notion" in done.stdout


def test_without_git_a_sentence(run: Run, sound: Path) -> None:
    done = run("check", sound, "--changed", GIT_CEILING_DIRECTORIES=str(sound.parent.parent))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--changed needs git" in done.stderr


def test_git_gives_its_own_reason(run: Run, repository: Path) -> None:
    """A folder of another owner, as in a container: git says what to do."""
    done = run("check", "zoo", "--changed", "--base", "HEAD", cwd=repository, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "detected dubious ownership" in done.stderr
    assert "git config --global --add safe.directory" in done.stderr
