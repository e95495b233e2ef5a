"""``dpzoo new --arxiv``: an entry of references.bib from BibTeX that was pasted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run

from dpzoo.loading.bibliography import read_bibliography

EXPORT = r"""@misc{redberg2022generalized,
      title={Generalized PTR: User-Friendly Recipes for Data-Adaptive Algorithms with Differential Privacy},
      author={Rachel Redberg and Yuqing Zhu and Yu-Xiang Wang},
      year={2022},
      eprint={2301.00301},
      archivePrefix={arXiv},
      primaryClass={cs.CR},
      url={https://arxiv.org/abs/2301.00301},
}"""
PUBLISHED = r"""@inproceedings{x, title = {On {A} B}, author = {Radi{\'c}, Luka and {\"O}z, B. and C, C. and D, D. and E, E.},
  booktitle = {Proceedings of X}, pages = {1--2}, year = 2024, abstract = {long}}"""
SCHOLAR = "@article{y, title={T}, author={Doe, Jane}, journal={arXiv preprint arXiv:2401.00001}, year={2024}}"


def begun(run: Run, sound: Path, bibtex: str, number: str, *more: str) -> subprocess.CompletedProcess[str]:
    source = sound.parent / "entry.bib"
    source.write_text(bibtex, encoding="utf-8")
    given = ("new", "A new one", "--dimension", "Q", "--arxiv", number, "--bibtex", str(source), "--records", str(sound))
    return run(*given, *more)


@pytest.mark.parametrize(
    ("bibtex", "number", "key", "kind", "fields"),
    [
        (EXPORT, "arXiv:2301.00301v2", "RZW22", "misc", {"author", "title", "year", "eprint", "archiveprefix"}),
        (
            PUBLISHED,
            "2401.12345",
            "ROC+24",
            "inproceedings",
            {"author", "title", "booktitle", "pages", "year", "eprint", "archiveprefix"},
        ),
        (SCHOLAR, "https://arxiv.org/abs/2401.00001", "Doe24", "misc", {"author", "title", "year", "eprint", "archiveprefix"}),
    ],
)
def test_the_entry_is_written_in_the_order_of_the_keys(
    run: Run, sound: Path, bibtex: str, number: str, key: str, kind: str, fields: set[str]
) -> None:
    file = sound / "references.bib"
    before = file.read_text(encoding="utf-8")
    assert begun(run, sound, bibtex, number).returncode == 0
    found, wrong = read_bibliography(file, file)
    assert not wrong
    entry = found[key].record
    assert (entry.type, set(entry.fields)) == (kind, fields)
    assert f"introduced: {{by: [{key}], year: {entry.year}}}" in (sound / "quantification" / "a-new-one.yaml").read_text("utf-8")
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("@")]
    assert lines == sorted(lines, key=lambda line: line.partition("{")[2].casefold())
    assert all(line in file.read_text(encoding="utf-8").splitlines() for line in before.splitlines())


def test_a_work_that_is_there_is_not_added_again_and_a_taken_key_gets_a_letter(run: Run, sound: Path) -> None:
    assert begun(run, sound, EXPORT, "2301.00301").returncode == 0
    file = sound / "references.bib"
    once = file.read_text(encoding="utf-8")
    assert begun(run, sound, "nothing", "2301.00301", "--id", "another").returncode == 0
    assert file.read_text(encoding="utf-8") == once
    assert begun(run, sound, EXPORT.replace("2301.00301", "2301.00302"), "2301.00302", "--id", "third").returncode == 0
    assert "@misc{RZW22a," in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("bibtex", "number", "says"),
    [
        (EXPORT, "23010.0301x", "is not an arXiv identifier"),
        (EXPORT, "2301.00302", "is that of arXiv:2301.00301, not of arXiv:2301.00302"),
        ("", "2301.00301", "has no entries"),
        (EXPORT + SCHOLAR, "2301.00301", "has 2 entries"),
        (EXPORT[:-1], "2301.00301", "closing brace"),
        (EXPORT.replace("2022}", "in press}"), "2301.00301", "write it as four digits"),
        (EXPORT.replace("Rachel Redberg and Yuqing Zhu and Yu-Xiang Wang", ""), "2301.00301", "lacks author"),
        (EXPORT.replace("PTR", "P\u202eTR"), "2301.00301", "hidden character"),
        (
            EXPORT.replace("Rachel Redberg and Yuqing Zhu and Yu-Xiang Wang", "\u674e \u660e"),
            "2301.00301",
            "no citation key can be made",
        ),
    ],
)
def test_wrong_input_gets_one_sentence_and_writes_nothing(run: Run, sound: Path, bibtex: str, number: str, says: str) -> None:
    before = {p: p.read_bytes() for p in sound.rglob("*") if p.is_file()}
    done = begun(run, sound, bibtex, number)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr
    assert {p: p.read_bytes() for p in sound.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("options", "says"),
    [(["--bibtex", "x"], "there is no file x"), (["--arxiv", "2301.00301", "--cite", "DMNS06"], "both name the work")],
)
def test_options_that_contradict_each_other(run: Run, sound: Path, options: list[str], says: str) -> None:
    done = run("new", "A", "--dimension", "Q", "--records", str(sound), *options)
    assert (done.returncode, says in done.stderr) == (2, True)


def test_an_entry_may_come_from_standard_input(sound: Path) -> None:
    given = ["new", "A", "--dimension", "Q", "--arxiv", "2301.00301", "--records", str(sound)]
    done = subprocess.run(
        [sys.executable, "-m", "dpzoo", *given], input=EXPORT, cwd=sound, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "added RZW22 to references.bib" in done.stdout) == (0, True), done.stderr
