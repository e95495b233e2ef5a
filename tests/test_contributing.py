"""A new contributor: a record from a fresh clone to a clean check, and the mistakes on the way."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, SOUND, Run

from dpzoo.blocks import FiniteMechanism
from dpzoo.checks import check
from dpzoo.cli.templates import Made, NewNotion
from dpzoo.loading.folder import load_folder, load_notion
from dpzoo.notions.registry import executable
from dpzoo.numbers.real import INFINITY
from dpzoo.records.enums import Dimension
from dpzoo.records.findings import Finding
from dpzoo.zoo.zoo import Zoo

NEW = "definitions/quantification/bernoulli-privacy.yaml"


def repository(folder: Path, records: Path) -> Path:
    """A git repository with these records and the schemas."""
    shutil.copytree(records, folder / "definitions")
    shutil.copytree(ROOT / "site" / "schema", folder / "site" / "schema")
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *arguments], cwd=folder, check=True)
    return folder


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A clone with the real records."""
    return repository(tmp_path / "clone", ROOT / "definitions")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A clone of the sound miniature zoo, which is quick to check."""
    return repository(tmp_path / "clone", SOUND)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A finished record, as a contributor leaves it."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "definitions" / "quantification").mkdir(parents=True)
    text = NewNotion("Bernoulli privacy", (Dimension.Q,), ["DMNS06"], 2006).text
    (folder / NEW).write_text(text, encoding="utf-8")
    return finished(folder, "approximate").read_text(encoding="utf-8")


def begin(run: Run, clone: Path, *more: str) -> subprocess.CompletedProcess[str]:
    given = ("Bernoulli privacy", "--dimension", "Q", "--cite", "DMNS06", "--records", "definitions")
    return run("new", *given, *more, cwd=clone)


def finished(clone: Path, target: str) -> Path:
    """The record that dpzoo new began: comments deleted, every TODO written, and a relation with a citation."""
    path = clone / NEW
    lines = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if number and line.startswith("#"):
            continue
        head, todo, _ = line.partition(" #")[0].partition("TODO")
        lines.append(f"{head}a text that somebody wrote" if todo else head)
    text = "\n".join(lines) + "\n"
    text = text.replace("notation: 'a text that somebody wrote", r"notation: '\varepsilon\text{-BP}'")
    text += "axioms:\n  post_processing: {verdict: open}\n  convexity: {verdict: open}\ncomposition: {verdict: open}\n"
    text += f'relations:\n  - implies: {target}\n    map: {{epsilon: "2*epsilon", delta: delta}}\n'
    text += '    free: {delta: "0 < delta < 1"}\n'
    text += '    evidence: [{cite: DMNS06, at: "Proposition 3"}]\n'
    path.write_text(text, encoding="utf-8")
    return path


def test_from_nothing_to_a_checked_record(run: Run, fresh: Path) -> None:
    done = begin(run, fresh)
    assert done.returncode == 0, done.stderr
    text = (fresh / NEW).read_text(encoding="utf-8")
    first = text.partition("\n")[0]
    assert ((fresh / NEW).parent / first.split("$schema=")[1]).is_file(), "editors find the schema"
    todo = [number for number, line in enumerate(text.splitlines(), start=1) if "TODO" in line and not line.startswith("#")]
    assert f"{len(todo)} to do" in done.stdout, "what is still to write is counted"
    checked = run("check", "definitions", "--changed", cwd=fresh)
    assert checked.returncode == 1
    assert {line.split(": ")[1] for line in checked.stdout.splitlines()} == {"unfinished"}, "nothing else is wrong"
    finished(fresh, "approximate")
    clean = run("check", "definitions", "--changed", cwd=fresh)
    assert clean.returncode == 0, clean.stdout
    assert "no faults in what changed" in clean.stdout
    follows = run("diff", "HEAD", "--records", "definitions", cwd=fresh).stdout
    assert "Notions added:\n  bernoulli-privacy: Bernoulli privacy" in follows
    assert "bernoulli-privacy/implies/approximate" in follows
    assert "What follows now (derived)" in follows


def test_nothing_is_overwritten(run: Run, fresh: Path) -> None:
    begin(run, fresh)
    before = finished(fresh, "approximate").read_text(encoding="utf-8")
    again = begin(run, fresh)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "exists; name another id with --id" in again.stderr
    assert (fresh / NEW).read_text(encoding="utf-8") == before
    other = run("new", "x", "--id", "approximate", "--dimension", "N", "--cite", "DMNS06", "--records", "definitions", cwd=fresh)
    assert (other.returncode, "approximate.yaml exists" in other.stderr) == (2, True), "an id is taken whatever its folder"


def test_an_erratum_is_begun(run: Run, fresh: Path) -> None:
    done = run(
        *(
            "new",
            "A claim: it's wrong",
            "--kind",
            "erratum",
            "--cite",
            "DMNS06",
            "--at",
            "Theorem 9, (i): b",
            "--records",
            "definitions",
        ),
        cwd=fresh,
    )
    assert done.returncode == 0, done.stderr
    assert {line.split(": ")[1] for line in done.stdout.splitlines() if ".yaml:" in line} == {"unfinished"}
    assert load_folder(fresh / "definitions").base.errata["a-claim-it-s-wrong"].record.title == "A claim: it's wrong"
    assert load_folder(fresh / "definitions").base.errata["a-claim-it-s-wrong"].record.source.at == "Theorem 9, (i): b"


def test_a_record_begun_from_blocks_has_them_and_runs(zoo: Zoo, tmp_path: Path) -> None:
    """Client-level zCDP: which people's data differ, and by how much, is in the blocks; a person's records count as one."""
    made = zoo.combine(unit="one-owner", standard="zCDP")
    record = made.notion.record
    draft = NewNotion(
        "Client zCDP", (Dimension.Q, Dimension.N), ["BS16"], 2024, made=Made(record.parameters, record.statement, made.written)
    )
    path = tmp_path / "combined" / "client-zcdp.yaml"
    path.parent.mkdir()
    path.write_text(draft.text, encoding="utf-8")
    found = load_notion(path)
    assert (found.blocks, found.parameters) == (made.written, record.parameters)
    told = FiniteMechanism.deterministic([(), (("ann", 1),), (("ann", 1), ("ann", 2))], len)
    run = executable("client-zcdp", found)
    assert run is not None
    assert run.tightest(told, xi=0).value == INFINITY  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "name", ["yes", "1e3", "a: b", "# c", "'", '"', "{x}", "[y]", "- z", "ε-δ privacy", "null", "& a", "a #b", "@x"]
)
def test_any_name_stays_that_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "quantification" / "odd.yaml"
    path.parent.mkdir()
    path.write_text(NewNotion(name, (Dimension.Q,), ["Mir17"], 2017).text, encoding="utf-8")
    loaded = load_folder(tmp_path, bibliography=False)
    assert loaded.findings == ()
    assert loaded.base.notions["odd"].record.name == name


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "a name is missing"),
        (["Bernoulli privacy"], "--cite KEY is missing"),
        (["Bernoulli privacy", "--cite", "DMNS06"], "--dimension LETTER (or --no-dimension) is missing"),
        (["Bernoulli privacy", "--cite", "Nob99", "--dimension", "Q"], "not in references.bib yet"),
        (["Bernoulli privacy", "--cite", "DMNS06", "--dimension", "X"], "is not one of"),
        (["Bernoulli privacy", "--cite", "DMNS06", "--dimension", "Q", "--id", "../x"], "is not an id"),
        (["Bernoulli privacy", "--records", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_unattended_it_says_what_is_missing(run: Run, fresh: Path, arguments: list[str], says: str) -> None:
    more = [] if "--records" in arguments else ["--records", "definitions"]
    done = run("new", *arguments, *more, cwd=fresh)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


@dataclass(frozen=True)
class Mistake:
    """What people write instead of something, and the sentence that mends it."""

    what: str
    instead: str
    written: str
    code: str
    sentence: str

    def make(self, text: str) -> str:
        assert self.instead in text, self.instead
        return text.replace(self.instead, self.written, 1)


MISTAKES = [
    Mistake("a key is misspelt", "intuition: |", "intution: |", "unknown-key", "did you mean 'intuition'?"),
    Mistake("a key is left out", "standing: later\n", "", "missing-key", "the key 'standing' is missing"),
    Mistake("the work is not in the bibliography", "[DMNS06]", "[DMSN06]", "unknown-citation", "did you mean 'DMNS06'?"),
    Mistake(
        "the related notion is called by its abbreviation",
        "implies: approximate",
        "implies: adp",
        "unknown-notion",
        "there is no notion 'adp'",
    ),
    Mistake(
        "the relation's kind is misspelt",
        "implies:",
        "imply:",
        "bad-value",
        "must have exactly one of the keys stronger_than, implies",
    ),
    Mistake(
        "a citation has no place", ', at: "Proposition 3"', "", "bad-value", "a citation names its place: give both cite and at"
    ),
    Mistake(
        "a verdict has no evidence",
        "convexity: {verdict: open}",
        "convexity: {verdict: holds}",
        "bad-value",
        "a verdict 'holds' needs evidence; say 'open' where nothing is known",
    ),
    Mistake("a power is written with a hat", '"2*epsilon"', '"epsilon^2"', "bad-expression", "write '**'"),
    Mistake(
        "the map speaks of the wrong parameter",
        '{epsilon: "2*epsilon"',
        '{eps: "2*epsilon"',
        "unknown-parameter",
        "eps is not a parameter of approximate; its quantitative parameters are delta, epsilon",
    ),
    Mistake(
        "the folder does not fit the dimensions",
        "dimensions: [Q]",
        "dimensions: [N]",
        "wrong-folder",
        "belongs in the folder 'neighborhood', not 'quantification'",
    ),
    Mistake("a tab indents", "  - implies", "\t- implies", "yaml-syntax", "YAML takes only spaces"),
    Mistake("a key is there twice", "standing: later\n", "standing: later\nstanding: later\n", "duplicate-key", "keep one"),
    Mistake(
        "LaTeX in double quotes",
        r"latex: \varepsilon",
        r'latex: "\varepsilon"',
        "latex-in-double-quotes",
        "put the text in single quotes",
    ),
    Mistake(
        "dollars around LaTeX",
        r"notation: '\varepsilon",
        r"notation: '$\varepsilon",
        "stray-dollar",
        "leave the dollar signs out",
    ),
    Mistake("a formula that never ends", "intuition: |\n  a", "intuition: |\n  $a", "stray-dollar", "close the formula"),
    Mistake(
        "a brace that is never closed",
        "use: |\n  a text",
        "use: |\n  $e^{x$ a text",
        "unbalanced-braces",
        "braces of the formula",
    ),
    Mistake("a dimension that is none", "dimensions: [Q]", "dimensions: [X]", "unknown-value", "is not one of 'Q', 'N'"),
    Mistake("a list without brackets", "by: [DMNS06]", "by: DMNS06", "wrong-type", "write [DMNS06]"),
    Mistake("a date as year", "year: 2006", "year: 2006-01-01", "wrong-type", "must be a whole number without quotes"),
    Mistake(
        "a verdict without its key",
        "convexity: {verdict: open}",
        "convexity: open",
        "wrong-type",
        "with some of the keys verdict",
    ),
    Mistake(
        "a verdict that is none",
        "convexity: {verdict: open}",
        "convexity: {verdict: yes}",
        "unknown-value",
        "'holds', 'fails' or 'open'",
    ),
    Mistake("yes for true", "introduced:", "name_is_ours: yes\nintroduced:", "wrong-type", "must be true or false"),
    Mistake("a colon in a text", "gist: a text", "gist: a text: more", "yaml-syntax", "put the whole text in quotes"),
    Mistake(
        "a line too far right",
        "    kind: quant",
        "      kind: quant",
        "yaml-syntax",
        "keys of one mapping begin in the same column",
    ),
    Mistake("a line too far left", "    map:", "   map:", "yaml-syntax", "not aligned with its list"),
    Mistake(
        "a text that is not indented", "intuition: |\n  a", "intuition: |\na", "yaml-syntax", "a text that goes on is indented"
    ),
    Mistake("no space after the colon", "standing: later", "standing:later", "yaml-syntax", "a colon and a space after it"),
    Mistake("a quote that is never closed", 'at: "Proposition 3"', 'at: "Proposition 3', "yaml-syntax", "never closed"),
    Mistake("a text that begins with a star", "gist: a text", "gist: *a* text", "yaml-syntax", "is put in quotes"),
    Mistake("a text that begins with a backtick", "gist: a text", "gist: `a` text", "yaml-syntax", "put it in quotes"),
    Mistake("no evidence", '    evidence: [{cite: DMNS06, at: "Proposition 3"}]\n', "", "missing-key", "'evidence' is missing"),
    Mistake("empty evidence", '[{cite: DMNS06, at: "Proposition 3"}]', "[]", "bad-value", "give at least one item"),
    Mistake("a product without its sign", '"2*epsilon"', '"2epsilon"', "bad-expression", "write 2*epsilon"),
    Mistake("LaTeX in a map", '"2*epsilon"', r"'\sqrt{epsilon}'", "bad-expression", "write sqrt(rho)"),
    Mistake("the natural logarithm by another name", '"2*epsilon"', '"ln(epsilon)"', "bad-expression", "logarithm is log"),
    Mistake(
        "two relations in one",
        "  - implies: approximate\n",
        "  - implies: approximate\n    same_as: pure\n",
        "bad-value",
        "exactly one of the keys",
    ),
    Mistake(
        "the other notion is misspelt",
        "implies: approximate",
        "implies: aproximate",
        "unknown-notion",
        "did you mean 'approximate'?",
    ),
    Mistake("a text is left to do", "gist: a text", "gist: TODO a text", "unfinished", "gist is still to be written"),
]
"""Typical mistakes in a new record: each is answered by one sentence, at its line, that mends it."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.what)
def test_a_typical_mistake_gets_one_sentence(sound: Path, written: str, mistake: Mistake) -> None:
    path = sound / "quantification" / "bernoulli-privacy.yaml"
    path.write_text(written, encoding="utf-8")
    assert faults(sound) == []
    path.write_text(mistake.make(written), encoding="utf-8")
    found = [f for f in faults(sound) if f.code == mistake.code]
    assert found, faults(sound)
    assert mistake.sentence in found[0].message
    assert "\n" not in found[0].message
    assert (found[0].location.path, found[0].location.line > 0) == (path, True)


BIBLIOGRAPHY = {
    "no brace closes it": (
        "@book{N99,\n author = {A},\n title = {T},\n year = {1999},\n",
        "bibtex-syntax",
        "N99 has no closing brace",
    ),
    "a brace within stays open": (
        "@book{N99,\n author = {A{},\n title = {T},\n year = {1999}\n}\n@book{M99, author={A}, title={T}, year={1999}}\n",
        "bibtex-syntax",
        "N99 has no closing brace",
    ),
    "a comma is missing": (
        "@book{N99,\n author = {A}\n title = {T},\n year = {1999}\n}\n",
        "bibtex-syntax",
        "comma after author",
    ),
    "the key is taken": ("@book{DMNS06, author={A}, title={T}, year={1999}}\n", "duplicate-reference", "keep one entry"),
    "no year": ("@book{N99, author={A}, title={T}}\n", "missing-key", "N99 lacks year"),
    "no key": ("@book{\n author={A}, title={T}, year={1999}}\n", "bibtex-syntax", "needs its key first"),
    "no @": ("book{N99, author={A}, title={T}, year={1999}}\n", "bibtex-syntax", "begins with @"),
    "a type that is none": ("@artcle{N99, author={A}, title={T}, year={1999}}\n", "unknown-value", "did you mean 'article'?"),
}
"""Slips in references.bib: the text, the code and the sentence that mends it."""


@pytest.mark.parametrize("slip", BIBLIOGRAPHY)
def test_a_slip_in_the_bibliography_gets_one_sentence(sound: Path, slip: str) -> None:
    text, code, sentence = BIBLIOGRAPHY[slip]
    path = sound / "references.bib"
    before = path.read_text(encoding="utf-8").rstrip("\n") + "\n\n"
    path.write_text(before + text, encoding="utf-8")
    found = faults(sound)
    assert [f.code for f in found] == [code], found
    assert sentence in found[0].message
    assert (found[0].location.path, found[0].location.line) in {(path, before.count("\n") + n) for n in (1, 2)}


def test_a_work_that_no_record_and_no_page_cites_is_a_finding(sound: Path) -> None:
    """Where pages stand beside the records, as in this project; a page may be the only one that cites a work."""
    with (sound / "references.bib").open("a", encoding="utf-8") as file:
        file.write("\n@misc{N98, title={T}, author={A}, year={1998}}\n\n@misc{N99, title={T}, author={A}, year={1999}}\n")
    assert faults(sound) == []
    (sound.parent / "site").mkdir()
    (sound.parent / "site" / "reading.md").write_text("Begin with [N98].\n", encoding="utf-8")
    (found,) = faults(sound)
    assert (found.code, found.location.path.name) == ("unused-reference", "references.bib")
    assert "N99" in found.message


def test_a_record_in_another_kinds_folder_gets_one_sentence(sound: Path, written: str) -> None:
    (sound / "errata").mkdir(exist_ok=True)
    (sound / "errata" / "bernoulli-privacy.yaml").write_text(written, encoding="utf-8")
    found = faults(sound)
    assert [f.code for f in found] == ["wrong-folder"], found
    assert "looks like a notion" in found[0].message


def faults(root: Path) -> list[Finding]:
    loaded = load_folder(root)
    return [*loaded.findings, *check(loaded.base)]


def test_annotations_stand_on_the_changed_lines(run: Run, fresh: Path) -> None:
    begin(run, fresh)
    done = run("check", "definitions", "--changed", "--format", "github", cwd=fresh)
    lines = done.stdout.splitlines()
    assert lines
    assert all(line.startswith(f"::error file={NEW},line=") for line in lines)


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "README.md", "site/architecture.md", "site/decisions.md", "site/prove.md"])
def test_the_files_that_a_guide_names_exist(page: str) -> None:
    """A place that a guide sends people to is there; patterns, placeholders and what a command makes are left out."""
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:definitions|dpzoo|proofs|site|tests|tools)/[\w./-]*[\w/])`", text)
    made = {"definitions/quantification/bernoulli-privacy.yaml", "definitions/errata/a-proposition-that-needs-more.yaml"}
    missing = [n for n in named if n not in made and not (ROOT / n).exists()]
    assert named or page in {"site/decisions.md", "site/architecture.md"}
    assert not missing
