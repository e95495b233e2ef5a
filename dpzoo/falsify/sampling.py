"""Attacks on a mechanism that can only be run: the stochastic tester of Desfontaines 2020 (Section 4.2.6.3), with error bounds.

The mechanism is a Python function ``(records, rng) -> output``. Test datasets come from a Halton sequence, with special
records (bounds, values far outside, infinities, NaN) added; the search removes record after record, down to the empty
dataset,
and compares both sides of every removal.

The thesis compares histograms bucket by bucket, and a correct mechanism sometimes fails. Here events are *found* in a first,
small sample, and *judged* in a fresh, large one by exact binomial bounds (Clopper and Pearson 1934): a report says that
P[M(D) ∈ S] > e^ε P[M(D') ∈ S] + δ, and a mechanism that is (ε, δ)-DP for added and removed records is reported with probability
at most ``1 - confidence``, over all comparisons of a run together. It finds violations and proves nothing.

An output may be a number; ``None`` (a suppressed result) or a text as a category; NaN and the infinities as categories;
lists, tuples, arrays, sets and dictionaries of these, nested too; an exception, by its type (an error that depends on the data is
an answer; a function that raises whatever the data is refused). Any other output is refused. Events are sought as described in
:mod:`dpzoo.falsify.event_search`. By default the search does not see the last digits of floating-point numbers, in which textbook
Laplace noise tells the exact answer (Mironov 2012): ``digits`` looks at them. Never seen are time, memory and what is printed.

>>> def half_the_noise(records, rng):
...     return sum(min(max(x, 0), 1) for x in records if x == x) + rng.laplace(scale=0.5)
>>> found = attack_sampler(half_the_noise, epsilon=1, low=0, high=1, size=1, roots=1, seed=1)
>>> found.broken
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from dpzoo.falsify.event_search import Event, Reader, worst
from dpzoo.falsify.outputs import Raised, SamplerError, comparable, plain
from dpzoo.numbers.decimals import outward

if TYPE_CHECKING:
    import numpy as np

Dataset = tuple[float, ...]
Sampler = Callable[[list[float], "np.random.Generator"], Any]

FAR: Final = 1e18
MOST_SAMPLES: Final = 10_000_000
LARGEST: Final = 500.0
"""The largest ε; no sample shows such a ratio anyway."""


@dataclass(frozen=True)
class Violation:
    """One event that is too likely on one side of a removal, with the counts and the bounds that show it."""

    first: Dataset
    second: Dataset
    event: Event
    samples: int
    hits: tuple[int, int]
    at_least: float
    at_most: float
    epsilon: float
    delta: float

    @property
    def loss(self) -> float:
        """A lower bound, at the run's confidence, on the smallest ε that the mechanism could have with this δ."""
        excess = self.at_least - self.delta
        return math.log(excess / self.at_most) if excess > 0 else -math.inf

    def __str__(self) -> str:
        n = self.samples
        return (
            f"output {self.event}: {self.hits[0]} of {n} on {_shown(self.first)}, "
            f"{self.hits[1]} of {n} on {_shown(self.second)}; "
            f"probability at least {outward(self.at_least, -1, 5)} against at most {outward(self.at_most, 1, 5)}, "
            f"so ε is at least {outward(self.loss, -1, 4)} at δ = {self.delta:g}"
        )


@dataclass(frozen=True)
class SamplingReport:
    """The result of a run: confirmed violations, worst first, and what was tried."""

    violations: tuple[Violation, ...]
    epsilon: float
    delta: float
    confidence: float
    pairs: int
    judged: int
    calls: int
    seed: int

    @property
    def broken(self) -> bool:
        """Whether a violation is confirmed."""
        return bool(self.violations)


def attack_sampler(
    mechanism: Sampler,
    epsilon: float,
    delta: float = 0.0,
    *,
    low: float = -1.0,
    high: float = 1.0,
    size: int = 3,
    roots: int = 4,
    special: Sequence[float] | None = None,
    datasets: Sequence[Sequence[float]] = (),
    replace: bool = False,
    digits: bool = False,
    screening: int = 2000,
    samples: int = 20_000,
    judged: int = 8,
    confidence: float = 0.999,
    seed: int = 0,
    most_seconds: float = math.inf,
    progress: Callable[[int, int], None] | None = None,
) -> SamplingReport:
    """Search for an event whose probability a removed (or replaced) record changes by more than (ε, δ) allows.

    ``roots`` datasets of ``size`` records in [``low``, ``high``] are drawn from a Halton sequence; one more is made for each
    ``special`` record (by default the bounds, ±10¹⁸, ±∞ and NaN), which joins the first; two more have only the smallest and
    only the largest record; ``datasets`` are tried besides. With ``replace`` neighbours differ in the value of one record, and
    all datasets have one size; else every dataset that removals reach is tried. Each is sampled ``screening`` times; on the
    ``judged`` most suspicious pairs an event is looked for with half of ``samples`` runs a side, and judged with ``samples``
    fresh ones. With ``digits`` the last binary digits of numbers are looked at as well (Mironov 2012). The same seed gives the
    same run, if the mechanism uses no other source of chance. ``progress`` is told how many of the runs are done, and of how
    many at most.

    Raises :class:`SamplerError` for a call that makes no sense, a mechanism that raises on every dataset, an output that cannot
    be judged, or runs that would take longer than ``most_seconds``. It calls the mechanism about
    2^size · (roots + special) · screening times, and 3 · judged · samples times.
    """
    if not callable(mechanism):
        raise SamplerError(f"the mechanism is {mechanism!r}, which is not a function of records and a generator")
    _check(epsilon, delta, low, high, size, roots, screening, samples, judged, confidence)
    import numpy as np

    pairs = _pairs(low, high, size, roots, special, datasets, seed, replace=replace)
    number = {d: i for i, d in enumerate(dict.fromkeys(d for pair in pairs for d in pair))}

    closer = min(judged, 2 * len(pairs))
    most, done = screening * len(number) + 3 * (samples + 1) * closer, 0

    def run(dataset: Dataset, times: int, stage: int) -> list[Hashable]:
        nonlocal done
        rng = np.random.default_rng([seed, number[dataset], stage])
        found = [output(mechanism, dataset, rng) for _ in range(times)]
        done += times
        if progress is not None:
            progress(min(done, most), most)
        return found

    each = _probe(mechanism, number, seed)
    if each * most > most_seconds:
        raise SamplerError(
            f"a run takes about {each:.2g} seconds, so up to {most} of them take {_duration(each * most)}, and the limit is "
            f"{_duration(most_seconds)}; allow more time, or take fewer samples, smaller datasets or a faster function"
        )
    raw = {d: run(d, screening, 0) for d in number}
    reader = Reader((o for outputs in raw.values() for o in outputs[: max(20, _LOOK // len(raw))]), digits=digits, bins=_FINE)
    first = {d: reader.sample(outputs) for d, outputs in raw.items()}
    directed = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    suspicion = {(a, b): worst(reader, first[a], first[b], epsilon, delta).score for a, b in directed}
    chosen = sorted(directed, key=lambda pair: -suspicion[pair])[:closer]
    closer_look = -(-samples // 2)
    near = {d: run(d, closer_look, 1) for d in dict.fromkeys(d for pair in chosen for d in pair)}
    # one of the 2·judged bounds is wrong with probability at most 1 − confidence
    level = (1 - confidence) / (2 * len(chosen))
    again: dict[Dataset, list[Hashable]] = {}
    violations = []
    for a, b in chosen:
        reader = Reader((*near[a][:_LOOK], *near[b][:_LOOK]), digits=digits)
        suspect = worst(reader, reader.sample(near[a]), reader.sample(near[b]), epsilon, delta)
        for d in (a, b):
            if d not in again:
                again[d] = run(d, samples, 2)
        hits = (sum(map(suspect.holds, again[a])), sum(map(suspect.holds, again[b])))
        at_least, at_most = lower(hits[0], samples, level), upper(hits[1], samples, level)
        if at_least > math.exp(epsilon) * at_most + delta:
            violations.append(Violation(a, b, suspect.event, samples, hits, at_least, at_most, epsilon, delta))
    violations.sort(key=lambda v: -v.loss)
    calls = screening * len(first) + closer_look * len(near) + samples * len(again)
    return SamplingReport(tuple(violations), epsilon, delta, confidence, len(pairs), len(chosen), calls, seed)


def _pairs(
    low: float,
    high: float,
    size: int,
    roots: int,
    special: Sequence[float] | None,
    datasets: Sequence[Sequence[float]],
    seed: int,
    *,
    replace: bool,
) -> list[tuple[Dataset, Dataset]]:
    """The neighbours that are compared, each pair once."""
    starts = [tuple(float(x) for x in d) for d in datasets]
    starts += _halton(low, high, size, roots, seed)
    extra = (low, high, -FAR, FAR, -math.inf, math.inf, math.nan) if special is None else tuple(map(float, special))
    base = starts[-1][: size - 1] if roots else ()
    if roots:
        starts += [(low,) * size, (high,) * size]
    if replace:
        pairs = list(dict.fromkeys(pair for start in starts for pair in replacements(start, (low, high, *extra))))
    else:
        starts += [(*base, x) for x in extra]
        pairs = list(dict.fromkeys(pair for start in starts for pair in removals(start)))
    if not pairs:
        raise SamplerError("there is no dataset to test; give roots, special records or datasets")
    return pairs


_LOOK: Final = 20_000
"""How many outputs the search reads to choose its aspects."""
_FINE: Final = 60
"""Bins of a number where the datasets of all pairs share them."""


def _duration(seconds: float) -> str:
    return (
        f"{seconds:.3g} seconds"
        if seconds < 120
        else f"{seconds / 60:.3g} minutes"
        if seconds < 7200
        else f"{seconds / 3600:.3g} hours"
    )


def _probe(mechanism: Sampler, datasets: Iterable[Dataset], seed: int) -> float:
    """The seconds that a run takes; first refuse what more time would not help: an output of another kind, or only errors."""
    import numpy as np

    failure, times = None, []
    for dataset in datasets:
        rng = np.random.default_rng([seed, 3])
        started = perf_counter()
        try:
            found = mechanism(list(dataset), rng)
        except (Exception, SystemExit) as error:
            if isinstance(error, SamplerError):
                raise
            said = plain(str(error))
            failure = failure or f"on {_shown(dataset)} it was {plain(type(error).__name__)}{f': {said}' if said else ''}"
        else:
            times.append(perf_counter() - started)
            comparable(found)
        if len(times) >= _TIMED:
            break
    if not times and failure is not None:
        raise SamplerError(f"the function raises on every dataset; {failure}")
    return sorted(times)[len(times) // 2] if times else 0.0


_TIMED: Final = 5
"""Runs whose time is taken."""


def removals(start: Dataset) -> Iterator[tuple[Dataset, Dataset]]:
    """Depth first, every pair of a dataset that removals reach and the same with one more record removed; each once."""
    seen: set[Dataset] = set()
    stack = [start]
    while stack:
        at = stack.pop()
        if at in seen:
            continue
        seen.add(at)
        for i in range(len(at)):
            rest = at[:i] + at[i + 1 :]
            yield at, rest
            stack.append(rest)


def replacements(start: Dataset, values: Sequence[float]) -> Iterator[tuple[Dataset, Dataset]]:
    """Every pair of the dataset and the same with one record replaced by one of the values."""
    for i, old in enumerate(start):
        for new in values:
            if new != old:
                yield start, (*start[:i], new, *start[i + 1 :])


def output(mechanism: Sampler, dataset: Dataset, rng: np.random.Generator) -> Hashable:
    """One run as a float, a category or several of them."""
    try:
        found = mechanism(list(dataset), rng)
    except (Exception, SystemExit) as error:  # whatever the mechanism raises is what an attacker sees
        if isinstance(error, SamplerError):
            raise
        return Raised(f"raises {plain(type(error).__name__)}")
    return comparable(found)


def lower(hits: int, samples: int, level: float) -> float:
    """Clopper and Pearson's lower bound on a probability: too high with probability at most ``level``."""
    from scipy.stats import binomtest

    return float(binomtest(hits, samples, alternative="greater").proportion_ci(1 - level, "exact").low)


def upper(hits: int, samples: int, level: float) -> float:
    """Clopper and Pearson's upper bound on a probability: too low with probability at most ``level``."""
    from scipy.stats import binomtest

    return float(binomtest(hits, samples, alternative="less").proportion_ci(1 - level, "exact").high)


def _halton(low: float, high: float, size: int, roots: int, seed: int) -> list[Dataset]:
    from scipy.stats.qmc import Halton

    points = Halton(size, seed=seed).random(roots) if roots else []
    return [tuple(float(low + (high - low) * x) for x in point) for point in points]


def _check(
    epsilon: float,
    delta: float,
    low: float,
    high: float,
    size: int,
    roots: int,
    screening: int,
    samples: int,
    judged: int,
    confidence: float,
) -> None:
    numbers: dict[str, object] = {"epsilon": epsilon, "delta": delta, "low": low, "high": high, "confidence": confidence}
    counts: dict[str, object] = {"size": size, "roots": roots, "screening": screening, "samples": samples, "judged": judged}
    for name, given in (numbers | counts).items():
        if not isinstance(given, Integral if name in counts else Real):
            raise SamplerError(f"{name} is {given!r}, which is not a {'whole ' * (name in counts)}number")
    if not 0 <= epsilon <= LARGEST:
        raise SamplerError(f"epsilon is {epsilon:g}; it must lie between 0 and {LARGEST:g}")
    if not 0 <= delta < 1:
        raise SamplerError(f"delta is {delta:g}; it must be at least 0 and below 1")
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise SamplerError(f"records from {low:g} to {high:g} do not form a range")
    if not 0 < confidence < 1:
        raise SamplerError(f"confidence is {confidence:g}; it must lie between 0 and 1")
    for name, number, least in (
        ("size", size, 1),
        ("roots", roots, 0),
        ("screening", screening, 1),
        ("samples", samples, 1),
        ("judged", judged, 1),
    ):
        if number < least:
            raise SamplerError(f"{name} is {number}; it must be at least {least}")
    if samples > MOST_SAMPLES:
        raise SamplerError(f"samples is {samples}; at most {MOST_SAMPLES} are taken")
    if size > 10:
        raise SamplerError(f"size is {size}; every subset is tried, so at most 10 is sensible")


def _shown(dataset: Dataset) -> str:
    return "{" + ", ".join(f"{x:.4g}" for x in dataset) + "}"
