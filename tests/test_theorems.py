"""The theorems behind best possible conversions are where an answer's reader finds them."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import Run

import dpzoo.optimal
from dpzoo.optimal.theory_text import theory
from dpzoo.site.theorem_page import page


def test_every_theorem_that_the_engine_names_is_there_with_a_proof() -> None:
    known = theory()[1]
    assert list(known) == [f"T{k}" for k in range(1, len(known) + 1)]
    code = "".join(p.read_text(encoding="utf-8") for p in Path(dpzoo.optimal.__path__[0]).glob("*.py"))
    named = set(re.findall(r'"(T\d+)"', code))
    assert len(named) > 15
    assert named <= set(known)
    assert all("∎" in known[t].text or "Proof" in known[t].text or t in ("T8", "T16") for t in named)


def test_the_command_prints_one_theorem(run: Run) -> None:
    found = run("theorem", "T11")
    assert found.stdout.startswith("T11  Randomised response is worst at all lower orders")
    assert "Descartes" in found.stdout


def test_stars_and_brackets_of_formulas_are_no_markdown() -> None:
    written = {t.id: text for t, text in page({"KOV15"})["theorems"]}
    assert "D\\*\\_1" in written["T12"]
    assert "*Proof.*" in written["T12"]
    assert "\\[0, ∞)" in written["T1"]
    assert "[KOV15](bibliography.html#ref-KOV15)" in written["T7"]
    assert "[T5](#t5)" in written["T14"]
