"""The stochastic tester: violations known from theory are found, mechanisms known to be private are not reported."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Run, program
from scipy.stats import binom

from dpzoo.falsify.event_search import Event, OutputRow, Reader, Sample, worst
from dpzoo.falsify.outputs import MOST_TEXT, SamplerError, Several
from dpzoo.falsify.sampling import MOST_SAMPLES, attack_sampler, lower, output, removals, replacements, upper

Rng = np.random.Generator


def clamped(x: float) -> float:
    """Into [0, 1], as 'x > upper' and 'x < lower' do it: NaN survives (Desfontaines, section 4.2.6.1)."""
    if x > 1:
        return 1.0
    if x < 0:
        return 0.0
    return x


def clamped_for_good(x: float) -> float:
    return 0.0 if math.isnan(x) else clamped(x)


def noisy_sum(scale: float):  # noqa: ANN201
    return lambda records, rng: sum(map(clamped_for_good, records)) + rng.laplace(scale=scale)


LIGHT: dict[str, Any] = {"judged": 3, "screening": 400, "samples": 6000}


def test_half_the_noise_is_found() -> None:
    """Scale Δ/(2ε) has loss 2ε."""
    found = attack_sampler(noisy_sum(0.5), 1.0, low=0, high=1, size=2, seed=3, **LIGHT)
    assert found.broken
    assert 1.0 < found.violations[0].loss <= 2.0


@pytest.mark.parametrize("seed", range(4))
def test_the_right_noise_passes(seed: int) -> None:
    """ε = Δ/b exactly; at confidence 0.999 four runs give a false report with probability at most 0.004."""
    found = attack_sampler(noisy_sum(1.0), 1.0, low=0, high=1, size=2, roots=2, seed=seed, **LIGHT)
    assert not found.broken
    assert found.confidence == 0.999
    assert found.judged == LIGHT["judged"]


def test_a_discrete_mechanism_at_its_loss_passes_and_just_below_fails() -> None:
    """Randomised response on 'is there a record' with p = 3/4: ln 3."""

    def response(records: list[float], rng: Rng) -> bool:
        return (len(records) > 0) == (rng.random() < 0.75)

    assert not attack_sampler(response, math.log(3), size=1, roots=1, special=(), **LIGHT).broken
    found = attack_sampler(response, math.log(2.5), size=1, roots=1, special=(), **LIGHT)
    assert found.broken
    assert found.violations[0].loss <= math.log(3)


def test_nan_survives_a_careless_clamp() -> None:
    found = attack_sampler(lambda r, rng: sum(map(clamped, r)) + rng.laplace(), 1.0, low=0, high=1, size=1, roots=1, **LIGHT)
    worst = found.violations[0]
    assert worst.event.categories == {"nan"}
    assert any(math.isnan(x) for x in (*worst.first, *worst.second))
    assert not attack_sampler(noisy_sum(1.0), 1.0, low=0, high=1, size=1, roots=1, **LIGHT).broken


def test_an_overflow_is_found() -> None:
    """64-bit sums wrap around: one record more turns the largest number into the smallest."""

    def count(records: list[float], rng: Rng) -> float:
        return float(np.array(2**63 - 2 + len(records), dtype=np.uint64).view(np.int64)) + rng.laplace()

    assert attack_sampler(count, 1.0, size=2, roots=1, special=(), **LIGHT).broken


def test_an_exception_that_depends_on_a_record_is_found() -> None:
    def reciprocal(records: list[float], rng: Rng) -> float:
        if 1.0 in records:
            raise ZeroDivisionError
        return rng.laplace()

    found = attack_sampler(reciprocal, 1.0, low=0, high=1, size=1, roots=1, **LIGHT)
    assert found.violations[0].event.categories == {"raises ZeroDivisionError"}


EPSILON, DELTA = 0.5, 0.5 * math.exp(-5)
TAU = 1 - math.log(2 * DELTA) / EPSILON
"""11 for these (Theorem 12 at κ = 1)."""


def thresholded(records: list[float], rng: Rng, *, rounded: bool) -> float | None:
    count = len(records) + rng.laplace(scale=1 / EPSILON) if records else 0.0
    if rounded:
        count = 4 * round(count / 4)
    return count if count >= TAU else None


def test_rounding_before_the_threshold_is_found() -> None:
    """Multiples of 4: everything from 10 on passes for 12, so a lone user is shown with ½e^{-4.5} > δ = ½e^{-5}."""
    assert pytest.approx(11) == TAU
    options = {"size": 1, "roots": 1, "special": (), "screening": 2_000, "samples": 25_000, "judged": 2}
    found = attack_sampler(lambda r, rng: thresholded(r, rng, rounded=True), EPSILON, DELTA, **options)
    assert found.broken
    worst = found.violations[0]
    assert len(worst.first) == 1
    assert worst.at_least <= 0.5 * math.exp(-4.5)
    assert not attack_sampler(lambda r, rng: thresholded(r, rng, rounded=False), EPSILON, DELTA, **options).broken


def test_noisy_sum_over_the_true_count() -> None:
    """Footnote 2 of section 4.2.6: densities at the answer 1 differ by the factor 2 whatever ε."""

    def average(records: list[float], rng: Rng) -> float:
        total = sum(map(clamped_for_good, records)) + rng.laplace(scale=1 / 0.1)
        return clamped(total / len(records)) if records else clamped(float(rng.laplace(scale=10)))

    found = attack_sampler(
        average, 0.1, size=2, roots=0, special=(), datasets=[(0, 1)], samples=60_000, screening=5_000, judged=2
    )
    assert found.broken


def test_the_bounds_are_clopper_and_pearsons() -> None:
    """The defining property: at the lower bound, that many hits or more have probability 'level'."""
    for hits, samples, level in ((3, 50, 0.01), (49, 50, 0.001), (500, 1000, 1e-5)):
        assert binom.sf(hits - 1, samples, lower(hits, samples, level)) == pytest.approx(level)
        assert binom.cdf(hits, samples, upper(hits, samples, level)) == pytest.approx(level)
    assert lower(0, 10, 0.01) == 0
    assert upper(10, 10, 0.01) == 1


def test_the_search_reaches_every_subset_once() -> None:
    """A dataset of n different records has 2^n subsets and n 2^(n-1) removals."""
    pairs = list(removals((1.0, 2.0, 3.0, 4.0)))
    assert len(pairs) == len(set(pairs)) == 4 * 2**3
    assert len({d for pair in pairs for d in pair}) == 2**4


def test_the_same_seed_gives_the_same_run() -> None:
    runs = [attack_sampler(noisy_sum(0.6), 1.0, low=0, high=1, size=1, roots=1, seed=7, samples=5000) for _ in range(2)]
    assert runs[0] == runs[1] or str(runs[0]) == str(runs[1])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"epsilon": -1.0}, "epsilon is -1"),
        ({"epsilon": 1.0, "delta": 1.0}, "delta is 1"),
        ({"epsilon": 1.0, "low": 1, "high": 0}, "do not form a range"),
        ({"epsilon": 1.0, "size": 0}, "size is 0"),
        ({"epsilon": 1.0, "confidence": 1}, "confidence is 1"),
    ],
)
def test_bad_input_gets_one_sentence(options: dict[str, float], says: str) -> None:
    with pytest.raises(SamplerError, match=says):
        attack_sampler(noisy_sum(1.0), **options)  # type: ignore[arg-type]


NO_HURRY = ("--limit", "1000000", "--format", "json")
"""Whether a run is too slow shall not depend on what else the machine does."""

CODE = """
def mechanism(records, rng):
    return sum(min(max(x, 0.0), 1.0) for x in records if x == x) + rng.laplace(scale={scale})
"""


@pytest.mark.parametrize(("scale", "code"), [(1.0, 0), (0.5, 1)])
def test_the_command(run: Run, tmp_path: Path, scale: float, code: int) -> None:
    path = tmp_path / "noisy_sum.py"
    path.write_text(CODE.format(scale=scale), encoding="utf-8")
    done = run(
        "falsify-code", str(path), "--epsilon", "1", "--low", "0", "--high", "1", "--size", "1", "--samples", "6000", *NO_HURRY
    )
    assert done.returncode == code, done.stderr
    assert bool(json.loads(done.stdout)["violations"]) is bool(code)


def test_the_command_without_a_function(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("", encoding="utf-8")
    done = run("falsify-code", str(path), "--epsilon", "1")
    assert done.returncode == 2
    assert "has no function 'mechanism'" in done.stderr


UNRULY = {
    "raises": ("raise ValueError('boom')", "ValueError: boom"),
    "exits": ("raise SystemExit(3)", "SystemExit: 3"),
    "recurses": ("return mechanism(records, rng)", "RecursionError"),
    "hangs": ("import time; time.sleep(600)", "a run took longer than 5 seconds"),
    "answers with an object": ("return object()", "an output is of the type object, which cannot be compared"),
    "answers with an object among others": ("return [1, object()]", "an output is of the type object"),
    "answers with a complex number": ("return 1j", "an output is of the type complex"),
    "answers at length": ("return 'x' * 10_000_000", "an output is a text of 10000000 characters"),
    "answers with very many numbers": ("return [0.0] * 100_000", "an output has more than 1000 parts"),
    "ends its process": ("import os; os._exit(0)", "ended its process with exit code 0 before there was a result"),
    "crashes": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was ended by the signal SIGSEGV"),
    "is slow": ("import time; time.sleep(0.1)", "a run takes about "),
    "says what cannot be shown": ("raise ValueError(chr(0x202E))", "ValueError: \\u202e"),
}


@pytest.mark.parametrize("kind", UNRULY)
def test_a_program_that_cannot_be_judged_is_refused(run: Run, tmp_path: Path, kind: str) -> None:
    body, says = UNRULY[kind]
    path = tmp_path / "unruly.py"
    path.write_text(f"def mechanism(records, rng):\n    {body}\n", encoding="utf-8")
    patience = "5" if kind == "hangs" else "600"
    done = run("falsify-code", path, "--epsilon", "1", "--patience", patience)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert says in done.stderr


def test_an_output_that_cannot_be_judged_is_refused_before_a_time_that_is_too_long() -> None:
    with pytest.raises(SamplerError, match="type object, which cannot be compared"):
        attack_sampler(lambda _records, _rng: object(), 1.0, most_seconds=0)
    with pytest.raises(SamplerError, match=r"a run takes about .* and the limit is 0 seconds"):
        attack_sampler(noisy_sum(1.0), 1.0, most_seconds=0)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import time; time.sleep(600)", "loading the file took longer than 2 seconds"),
        ("import os; os._exit(7)", "ended its process with exit code 7"),
        ("def mechanism(records", "cannot be loaded: SyntaxError"),
        ("import sys; sys.exit(3)", "cannot be loaded: SystemExit"),
        ("def mechanism(records): return 1", "takes 1 positional argument but 2 were given"),
        ("mechanism = 3", "has no function 'mechanism'"),
    ],
)
def test_a_file_without_a_usable_function(run: Run, tmp_path: Path, code: str, says: str) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(code, encoding="utf-8")
    patience = "2" if "sleep" in code else "600"
    done = run("falsify-code", path, "--epsilon", "1", "--patience", patience)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert says in done.stderr


def test_threads_and_children_of_the_program_do_not_outlive_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "threads.py"
    path.write_text(
        "import subprocess, sys, threading, time\n"
        "threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        "def mechanism(records, rng):\n    return rng.laplace()\n",
        encoding="utf-8",
    )
    done = run("falsify-code", path, "--epsilon", "1", "--size", "1", "--samples", "10", *NO_HURRY)
    assert (done.returncode, done.stderr) == (0, "")
    state = Path("/proc", (tmp_path / "pid").read_text(encoding="utf-8"), "stat")
    assert not state.exists() or state.read_text(encoding="utf-8").split(")")[1].split()[0] == "Z"


def test_everything_has_a_limit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.py"
    path.write_text(
        "import signal, time\ndef mechanism(records, rng):\n"
        "    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    while True: time.sleep(1)\n",
        encoding="utf-8",
    )
    done = run("falsify-code", path, "--epsilon", "1", "--limit", "4")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "was stopped after 4 seconds" in done.stderr


def test_an_error_that_depends_on_the_data_is_an_answer() -> None:
    def mean(records: list[float], rng: np.random.Generator) -> float:
        return sum(records) / len(records) + rng.laplace()

    found = attack_sampler(mean, 1, special=(), size=1, roots=1, screening=200, samples=500)
    assert found.broken
    assert any("raises ZeroDivisionError" in str(v.event) for v in found.violations)


def test_what_the_function_prints_stays_out_of_the_answer(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text("def mechanism(records, rng):\n    print('hello')\n    return 1\n", encoding="utf-8")
    done = run("falsify-code", path, "--epsilon", "1", "--size", "1", "--samples", "10", *NO_HURRY)
    assert json.loads(done.stdout)["violations"] == []
    assert done.stderr == "dpzoo: the program's own output is discarded and not examined\n"


def test_records_outside_the_range_are_the_attackers_unless_they_are_excluded() -> None:
    """A sum that is not clamped keeps its promise for records in the range, and only there."""

    def plain(records: list[float], rng: np.random.Generator) -> float:
        return sum(records) + rng.laplace(scale=2)

    options: dict[str, Any] = {"low": -1, "high": 1, "size": 2, "roots": 1, "screening": 300, "samples": 2000}
    assert attack_sampler(plain, 1, **options).broken
    assert not attack_sampler(plain, 1, special=(-1, 1), **options).broken


def test_events_say_which_numbers_they_hold() -> None:
    last = math.nextafter(-1e18, math.inf)
    assert str(Event(frozenset(), ((-1e18, last),))) == "exactly -1e+18"
    assert str(Event(frozenset({"None"}), ((-math.inf, 0.5), (2.0, math.inf)))) == "below 0.5 or at least 2 or None"
    assert str(Event(frozenset(), ((-math.inf, math.inf),))) == "any number"
    low, high = re.fullmatch(r"\[(.+), (.+)\)", str(Event(frozenset(), ((1.0, 1.00000001),)))).groups()  # type: ignore[union-attr]
    assert float(low) < float(high)


def counted(outputs: list[Any], digits: bool = False) -> tuple[Reader, Sample]:
    read = [output(lambda _records, _rng, o=o: o, (), np.random.default_rng(0)) for o in outputs]  # type: ignore[misc]
    reader = Reader(read, digits=digits)
    return reader, reader.sample(read)


@pytest.mark.parametrize(
    "outputs",
    [
        [1.0, 2.5, math.nan, "x", None, 2.5],
        [{f"key {k}": k, "last": "x"} for k in range(40)],
        [[1, 2, "a"], [3], [], [2, 2, 2, 2]] * 3,
        ["left", "right", "l", "", "right " * 20],
        [[float(k % 3), {"deep": (k, None)}] for k in range(30)],
    ],
    ids=["numbers", "keys", "lists", "texts", "nested"],
)
def test_every_output_lies_in_one_cell_of_each_aspect(outputs: list[Any]) -> None:
    """However many keys and lengths there are: all are counted, in two halves."""
    reader, sample = counted(outputs, digits=True)
    assert sample.size == len(outputs)
    assert set(sample.counted) == set(reader.aspects)
    for all_, even, odd in sample.counted.values():
        assert all_.total() == len(outputs)
        assert even + odd == all_
        assert (even.total(), odd.total()) == ((len(outputs) + 1) // 2, len(outputs) // 2)


def test_aspects_say_what_stands_where() -> None:
    reader, _ = counted([["a", "b", "a"], ["b", 4.0, 9.0], ["c", "c"]])
    row = OutputRow(Several((("1", "b"), ("2", 4.0), ("3", 9.0))))
    said = {name: look(row) for name, look in reader.aspects.items()}
    assert said["entry 1"] == "b"
    assert reader.aspects["entry 3"](OutputRow(Several((("1", "b"),)))) == "absent"
    assert (said["a number of entries"], said["the last entry"]) == (3.0, 9.0)
    assert (said["a number of entries equal to b"], said["a number of entries equal to a"]) == (1.0, 0.0)
    assert (said["the first entry equal to b at place"], said["the last entry equal to a at place"]) == (1.0, "nowhere")
    assert (said["a largest entry"], said["a smallest entry"], said["a sum of the entries"]) == (9.0, 4.0, 13.0)
    assert said["the largest entry at place"] == 2.0
    text = OutputRow("aba")
    assert (text.entries, OutputRow("a").entries) == ([("1", "a"), ("2", "b"), ("3", "a")], ())


def test_the_last_binary_digit_of_a_number() -> None:
    """3/4 = 3·2⁻², 6 = 3·2, 1 = 2⁰."""
    reader, _ = counted([0.75, 6.0, 1.0, None], digits=True)
    look = reader.aspects["a last binary digit of exponent"]
    assert [look(OutputRow(x)) for x in (0.75, 6.0, 1.0, 0.0, "None")] == [-2.0, 1.0, 0.0, "0.0", "None"]


def test_many_small_hints_add_up_to_a_score() -> None:
    """Ten bits, each 1 with chance 3/5 or 2/5, every other one the other way round: their sum says nothing, their score most."""
    rng, chances = np.random.default_rng(5), np.where(np.arange(10) % 2, 0.6, 0.4)
    first, second = (
        [Several((str(k), float(bit)) for k, bit in enumerate(row, 1)) for row in rng.random((1500, 10)) < p]
        for p in (chances, 1 - chances)
    )
    reader = Reader(first + second)
    suspect = worst(reader, reader.sample(first), reader.sample(second), math.log(1.5), 0)
    assert suspect.event.aspect == "a likelihood score"
    hits, others = (sum(map(suspect.holds, outputs)) for outputs in (first, second))
    assert hits > 3 * others > 0


def test_a_value_that_only_one_side_shows_says_most() -> None:
    """Of eight entries each is "x" (on the other side "y") with chance 1/5, and every other one the other way round.

    Their number says nothing; any of them decides, and one is there with chance 1 - (4/5)⁸ > 4/5. What is new says nothing.
    """
    rng = np.random.default_rng(7)
    first, second = (
        [
            Several((str(k), "xy"[(k + side) % 2] if shown else "a") for k, shown in enumerate(row))
            for row in rng.random((800, 8)) < 0.2
        ]
        for side in (0, 1)
    )
    reader = Reader(first + second)
    suspect = worst(reader, reader.sample(first), reader.sample(second), 0.1, 0)
    assert suspect.event.aspect == "a likelihood score"
    assert sum(map(suspect.holds, first)) > 0.8 * 800
    assert not any(map(suspect.holds, second))
    assert not suspect.holds(Several((str(k), "z") for k in range(8)))


def test_neighbours_of_one_size_have_one_size() -> None:
    seen: set[int] = set()

    def look(records: list[float], rng: Rng) -> float:
        seen.add(len(records))
        return rng.random()

    attack_sampler(look, 1, size=3, roots=1, replace=True, screening=2, samples=4)
    assert seen == {3}


def test_what_takes_too_long_is_refused_before_it_begins() -> None:
    """As many samples as are allowed, and no time for them."""
    with pytest.raises(SamplerError, match=r"a run takes about .* allow more time, or take fewer samples"):
        attack_sampler(noisy_sum(1.0), 1, samples=MOST_SAMPLES, most_seconds=0)
    with pytest.raises(SamplerError, match="at most 10000000 are taken"):
        attack_sampler(noisy_sum(1.0), 1, samples=MOST_SAMPLES + 1, most_seconds=0)
    texts = ["x" * MOST_TEXT, "x" * (MOST_TEXT + 1)]
    assert output(lambda _records, _rng: texts[0], (), np.random.default_rng(0)) == texts[0]
    with pytest.raises(SamplerError, match="texts of at most"):
        output(lambda _records, _rng: texts[1], (), np.random.default_rng(0))


SPARSE_VECTOR = ROOT / "tests" / "programs" / "sparse_vector.py"
NOISY_MAX = ROOT / "tests" / "programs" / "noisy_max.py"
FAST: dict[str, Any] = {"low": 0, "high": 1, "roots": 0, "special": (), "datasets": [(1,)], "size": 1, "judged": 2}
FAST |= {"screening": 1000, "seed": 2}


@pytest.mark.parametrize(
    ("name", "samples"), [("third", 15_000), ("fourth", 10_000), ("fifth", 5_000), ("sixth", 8_000), ("sixth_as_list", 8_000)]
)
def test_wrong_sparse_vectors_are_found(name: str, samples: int) -> None:
    """Lyu, Su and Li 2017: Algorithms 3, 5 and 6 have no ε at all, and Algorithm 4 at c = 3 has 19/4."""
    found = attack_sampler(vars(program(SPARSE_VECTOR))[name], 1.0, **FAST, samples=samples)
    assert found.broken
    if name == "fourth":
        assert found.violations[0].loss <= 19 / 4


@pytest.mark.parametrize("name", ["first", "second"])
def test_right_sparse_vectors_pass(name: str) -> None:
    assert not attack_sampler(vars(program(SPARSE_VECTOR))[name], 1.0, **FAST).broken


@pytest.mark.parametrize(
    ("name", "samples"),
    [
        ("value", 80_000),
        ("place_and_value", 60_000),
        ("value_with_exponential_noise", 20_000),
        ("everything", 10_000),
        ("everything_as_an_array", 10_000),
    ],
)
def test_wrong_noisy_maxima_are_found(name: str, samples: int) -> None:
    """The largest of five answers under noise of scale 2 has a loss of 3/2 or more, at values that few runs give."""
    assert attack_sampler(vars(program(NOISY_MAX))[name], 1.0, **FAST, samples=samples).broken


@pytest.mark.parametrize("name", ["place", "place_with_exponential_noise"])
def test_right_noisy_maxima_pass(name: str) -> None:
    assert not attack_sampler(vars(program(NOISY_MAX))[name], 1.0, **FAST).broken


def test_laplace_noise_in_floats_tells_the_answer_in_its_last_digits() -> None:
    """Mironov 2012: 1 plus noise is a multiple of 2^-53 where noise alone is not. Whole noise has no such digits."""
    options: dict[str, Any] = {"low": 0, "high": 1, "size": 1, "roots": 1, "special": (), "judged": 2, "seed": 1}
    assert attack_sampler(noisy_sum(1.0), 1.0, digits=True, **{**options, "datasets": [(1.0,)]}).broken
    assert not attack_sampler(noisy_sum(1.0), 1.0, **options).broken

    def geometric(records: list[float], rng: Rng) -> float:
        p = 1 - math.exp(-1)
        return len(records) + int(rng.geometric(p)) - int(rng.geometric(p))

    assert not attack_sampler(geometric, 1.0, digits=True, **options).broken


def test_a_mean_over_a_public_count_is_judged_among_datasets_of_one_size() -> None:
    """With n public, the mean of n records in [0, 1] has sensitivity 1/n where one record is replaced."""

    def mean(records: list[float], rng: Rng) -> float:
        return sum(map(clamped_for_good, records)) / len(records) + rng.laplace(scale=1 / (len(records) * 1.0))

    options: dict[str, Any] = {"low": 0, "high": 1, "size": 2, "roots": 1, "replace": True, "judged": 2}
    assert not attack_sampler(mean, 1.0, **options).broken
    assert attack_sampler(mean, 0.5, **options).broken
    assert {len(d) for pair in replacements((0.0, 1.0), (0.0, 0.5)) for d in pair} == {2}


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        (np.float64(2), 2.0),
        (np.array(3), 3.0),
        (np.bool_(True), "True"),
        (math.nan, "nan"),
        (np.array([[1, 2], [3, 4]]), Several((("1.1", 1.0), ("1.2", 2.0), ("2.1", 3.0), ("2.2", 4.0)))),
        ({"b": 1, "a": [2.0, None]}, Several((("'a'.1", 2.0), ("'a'.2", "None"), ("'b'", 1.0)))),
        ({"x"}, Several((("'x'", "True"),))),
        ((), Several()),
    ],
)
def test_outputs_are_read_part_by_part(answer: object, read: object) -> None:
    assert output(lambda _records, _rng: answer, (), np.random.default_rng(0)) == read


def test_progress_reaches_its_end() -> None:
    seen: list[tuple[int, int]] = []
    found = attack_sampler(
        noisy_sum(1.0), 1, size=1, roots=1, special=(), screening=50, samples=100, progress=lambda *done: seen.append(done)
    )
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == found.calls <= seen[-1][1]
