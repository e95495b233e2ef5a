"""A witness is evidence of what fails; for what holds it is an instance."""

from __future__ import annotations

import shutil
from pathlib import Path

from dpzoo.consistency.witnessing import witnesses_of_what_holds
from dpzoo.loading.folder import load_folder
from dpzoo.zoo.zoo import Zoo

POSITIVE = """
relations:
  - stronger_than: approximate-dp
    map: {epsilon: epsilon, delta: delta}
    free: {delta: "0 < delta < 1"}
    evidence:
      - witness: prodp-post-processing
"""


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
