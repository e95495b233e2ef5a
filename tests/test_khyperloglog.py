"""The sketch under site/examples: the errors that Desfontaines 2020 (section 4.1) states, and what the estimates mean."""

from __future__ import annotations

import math
import subprocess
import sys
from types import ModuleType

import pytest
from conftest import ROOT, program

FILE = ROOT / "site" / "examples" / "khyperloglog.py"


@pytest.fixture(scope="module")
def sketch() -> ModuleType:
    return program(FILE)


def test_the_printed_example(sketch: ModuleType) -> None:
    """Section 4.1.2.3: range 10⁶, K = 100, the 100th smallest 1000: about 100,000 (99,000 with the bias removed)."""
    numbers = [sketch.RANGE * i // 100 // 1000 for i in range(1, 101)]
    assert sketch.smallest_values(numbers, 100) == pytest.approx(99_000)


def test_standard_errors(sketch: ModuleType) -> None:
    """1/√K for the first level, 1.04/√M for the second; mean squares over 60 sketches are within 40 %."""
    size, counters, truth = 64, 64, 5000
    first, second = [], []
    for run in range(60):
        sampled = sketch.KHyperLogLog(size)
        counted = sketch.HyperLogLog(counters)
        for i in range(truth):
            number = sketch.hashed((run, i))
            counted.add(number)
            sampled.values[number] = None
        sampled.values = dict.fromkeys(sorted(sampled.values)[:size])
        first.append(sampled.cardinality() / truth - 1)
        second.append(counted.estimate() / truth - 1)
    for errors, expected in ((first, 1 / math.sqrt(size)), (second, 1.04 / math.sqrt(counters))):
        assert math.sqrt(sum(e * e for e in errors) / len(errors)) == pytest.approx(expected, rel=0.4)


def test_small_columns_are_exact(sketch: ModuleType) -> None:
    rows = [(person, person % 10) for person in range(100)]
    found = sketch.KHyperLogLog.of(rows, 16)
    assert found.cardinality() == 10
    assert found.below(10) == 0
    assert found.below(11) == 1
    half = sketch.KHyperLogLog.of([(p, v) for p, v in rows if v < 5], 16)
    assert (half.contained(found), found.contained(half)) == (1, 0.5)


def test_the_order_of_rows_does_not_matter(sketch: ModuleType) -> None:
    log, _ = sketch.drawn(500, 1)
    forth, back = sketch.KHyperLogLog.of(log, 50, 16), sketch.KHyperLogLog.of(reversed(log), 50, 16)
    assert forth.values.keys() == back.values.keys()
    assert [forth.values[v].estimate() for v in forth.values] == [back.values[v].estimate() for v in forth.values]


def test_merging_is_sketching_both(sketch: ModuleType) -> None:
    log, letters = sketch.drawn(800, 2)
    one, two = sketch.KHyperLogLog.of(log, 64, 16), sketch.KHyperLogLog.of(letters, 64, 16)
    both = sketch.KHyperLogLog.of([*log, *letters], 64, 16)
    merged = one.merge(two)
    assert merged.values.keys() == both.values.keys()
    assert all(merged.values[v].estimate() == both.values[v].estimate() for v in both.values)


def test_estimates_beside_exact_counts(sketch: ModuleType) -> None:
    """Shares are those of a sample of K values (standard deviation √(p(1−p)/K)); containment within ten points."""
    log, letters = sketch.drawn(8000, 3)
    first, second = sketch.KHyperLogLog.of(log, 1024), sketch.KHyperLogLog.of(letters, 1024)
    truly, also = sketch.exact(log), sketch.exact(letters)
    share = sum(len(ids) < 2 for ids in truly.values()) / len(truly)
    assert first.below(2) == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 1024))
    contained = len(truly.keys() & also.keys()) / len(also)
    assert second.contained(first) == pytest.approx(contained, abs=0.1)


def test_a_person_changes_the_sketch(sketch: ModuleType) -> None:
    """Not private: whoever sees the sketch of a small column sees that somebody was added."""
    rows = [(person, "x") for person in range(5)]
    before, after = sketch.KHyperLogLog.of(rows), sketch.KHyperLogLog.of([*rows, (5, "x")])
    assert [s.estimate() for s in before.values.values()] == [5]
    assert [s.estimate() for s in after.values.values()] == [6]


def test_it_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, str(FILE), "--people", "400"], capture_output=True, text=True, check=True)
    assert "pseudonyms that a lone value links" in done.stdout
    refused = subprocess.run([sys.executable, str(FILE), "--size", "1"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "K of at least 2" in refused.stderr
