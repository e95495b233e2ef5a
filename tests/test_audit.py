"""The auditor: what a mechanism satisfies, and one located sentence for everything that is not a mechanism."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

import dpzoo
from dpzoo.blocks import FiniteMechanism, Prior
from dpzoo.mechanisms.mechanism_file import read_mechanism
from dpzoo.numbers.errors import BlockError
from dpzoo.zoo.tightest_parameters import audit

ZOO = dpzoo.load()

GOOD = """{
  "name": "randomized response",
  "datasets": [[], [0], [1]],
  "outputs": ["no", "yes"],
  "matrix": [
    ["1/2", "1/2"],
    ["3/4", "1/4"],
    [0.25, 0.75]
  ],
  "neighbours": [[[0], [1]], [[1], [0]]],
  "given": {
    "record policy": [1],
    "family of priors": [
      {"name": "fair", "weights": [
        {"dataset": [0], "probability": "1/2"},
        {"dataset": [1], "probability": "1/2"}]}],
    "distance between datasets": "edit"
  }
}
"""

FAULTS = [
    ('["3/4", "1/4"]', '["3/4", "1/3"]', "7:5", "row 2 sums to 13/12 and not to 1"),
    ("[0.25, 0.75]", "[0.25, 0.7]", "8:5", "row 3 sums to"),
    ('"3/4", "1/4"', '"5/4", "-1/4"', "7:13", "is negative: -1/4"),
    ("0.25, 0.75", ".nan, 1.0", "8:6", "which is not a probability"),
    ("0.25, 0.75", '"a half", 0.5', "8:6", "'a half' is not a fraction or a decimal number"),
    ("[0.25, 0.75]", "[1]", "8:5", "row 3 has 1 entries for 2 outputs"),
    ("[[], [0], [1]]", "[[], [0], [0]]", "3:25", "the dataset (0) is listed twice"),
    ("[[], [0], [1]]", "[[], [0], 1]", "3:25", "a dataset is a list of records, such as [1]"),
    ('["no", "yes"]', '["no", "no"]', "4:21", "the output 'no' is listed twice"),
    ("[[1], [0]]]", "[[1], [7]]]", "10:36", "the mechanism has no dataset (7)"),
    ("[[1], [0]]]", "[[1]]]", "10:30", "each neighbour relation is a pair of datasets"),
    ('"record policy": [1]', '"record policy": [7]', "12:23", "no dataset of the mechanism has the record 7"),
    ('"record policy": [1]', '"record polcy": [1]', "12:5", "no notion has a structural parameter of the sort 'record polcy'"),
    ('{"dataset": [1], "probability": "1/2"}', '{"dataset": [1], "probability": "1/3"}', "14:7", "sum to 5/6 and not to 1"),
    ('{"dataset": [1], "probability": "1/2"}', '{"dataset": [5], "probability": "1/2"}', "14:7", "names (5)"),
    ('{"dataset": [1], "probability": "1/2"}', '{"dataset": [1]}', "16:9", "has the keys dataset, probability"),
    ('"edit"', "[[0, 1], [1, 0]]", "17:34", "needs 3 rows of 3 numbers"),
    ('"outputs"', '"output"', "4:3", "the key 'output' is not known"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mechanism.json"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.mark.parametrize(("old", "new", "place", "says"), FAULTS, ids=[f[3] for f in FAULTS])
def test_what_is_no_mechanism_gets_one_sentence_at_its_place(
    run: Run, file: Path, old: str, new: str, place: str, says: str
) -> None:
    assert GOOD.count(old) == 1
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    result = run("audit", str(file))
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{file}:{place}: ")
    assert says in line


def test_the_audit_of_randomized_response(run: Run, file: Path) -> None:
    data = json.loads(run("audit", str(file), "--format", "json").stdout)
    lines = {line["id"]: line for line in data["notions"]}
    # the file's own neighbours replace 'differ in one record', so the empty dataset plays no part there
    assert lines["epsilon-dp"]["value"]["exact"] == "ln(3)"
    assert lines["epsilon-dp"]["worst"]["probabilities"][0]["exact"] == "3/4"
    assert lines["unbounded-dp"]["value"]["exact"] == "ln(2)"
    assert lines["total-variation-privacy"]["value"]["exact"] == "1/2"
    assert lines["noiseless-privacy"]["value"]["exact"] == "ln(3)"
    assert lines["information-privacy-dpcf12"]["value"]["exact"] == "ln(2)"
    for line in data["notions"]:  # what compares nothing rests on nothing
        assert line["certainty"] in ({""} if line["note"].startswith("nothing to compare") else {"certified", "numeric"})
    assert "needs record distribution" in data["not_evaluated"]["random-dp"]
    assert data["mechanism"] == {"name": "randomized response", "datasets": 3, "outputs": 2, "exact": True}


def test_fixed_parameters_and_single_notions(run: Run, file: Path) -> None:
    text = run("audit", str(file), "--notion", "approximate-dp", "--fix", "epsilon=log(2)").stdout
    assert "δ = 1/4 at ε = ln(2)" in text
    assert "certified" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fix", "delta"], "is not of the form parameter=value"),
        (["--fix", "delta=2"], "must be between 0 and 1"),
        (["--fix", "sigma=1"], "no executable notion has a parameter 'sigma'"),
        (["--notion", "ind-cdp"], "does not run on finite mechanisms"),
        (["--notion", "nothing-like-it"], "no notion is called"),
    ],
)
def test_wrong_arguments_get_one_sentence(run: Run, file: Path, arguments: list[str], says: str) -> None:
    result = run("audit", str(file), *arguments)
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_decimals_are_exact_where_they_sum_to_one_and_floats_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('{"datasets": [[0], [1]], "outputs": [0, 1], "matrix": [[0.1, 0.9], [0.9, 0.1]]}', encoding="utf-8")
    read, _ = read_mechanism(path)
    assert read is not None
    assert read.mechanism.exact
    path.write_text(
        '{"datasets": [[0], [1]], "outputs": [0, 1], "matrix": [[0.3333333333, 0.6666666667], [0.5, 0.5]]}', encoding="utf-8"
    )
    read, _ = read_mechanism(path)
    assert read is not None
    assert read.mechanism.exact
    path.write_text(
        '{"datasets": [[0]], "outputs": [0, 1, 2], "matrix": [[0.3333333333, 0.3333333333, 0.3333333333]]}', encoding="utf-8"
    )
    read, _ = read_mechanism(path)
    assert read is not None
    assert not read.mechanism.exact


def test_from_python_and_in_a_notebook() -> None:
    rr = FiniteMechanism([(0,), (1,)], ["<no>", "yes"], [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
    prior: Any = Prior.of({(0,): Fraction(1, 2), (1,): Fraction(1, 2)})
    found = audit(rr, ZOO, given={"family of priors": [prior]}, only=["noiseless-privacy", "epsilon-dp", "random-dp"])
    assert [line.notion.id for line in found.evaluated] == ["epsilon-dp", "noiseless-privacy"]
    assert [line.notion.id for line in found.not_evaluated] == ["random-dp"]
    table = found._repr_html_()
    assert "&lt;no&gt;" in table
    assert "<no>" not in table


def test_a_notion_that_fails_says_so() -> None:
    publish = FiniteMechanism.deterministic([(0,), (1,)], lambda d: d[0])
    lines = {line.notion.id: line for line in audit(publish, ZOO, only=["epsilon-dp", "approximate-dp"]).lines}
    assert lines["epsilon-dp"].fails
    assert not lines["approximate-dp"].fails  # δ = 1 is a value, though one that says nothing


def test_an_object_of_the_wrong_kind_is_refused() -> None:
    rr = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[0.75, 0.25], [0.25, 0.75]])
    with pytest.raises(BlockError, match="no dataset of the mechanism has the record 9"):
        audit(rr, ZOO, given={"record policy": [9]})
