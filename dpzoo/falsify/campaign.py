"""Many trials on many claims, in parallel: through joblib, so that the same campaign runs on a dask or ray cluster.

Every trial's random numbers come from the seed, the claim's id and the trial's number, so that results do not depend on how work
is split or on which machine it runs.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from dpzoo.falsify.shrinking import shrink
from dpzoo.falsify.trials import Counterexample, Spared, Target

CHUNK: Final = 25
"""Trials in one task."""
DEFAULT_TRIALS: Final = 100
MANY_TRIALS: Final = 20_000
"""The most trials to which time is given: further ones would add little."""
PATIENCE: Final = 20.0
"""Seconds for one claim, where it is a matter of time."""
_AT_LEAST: Final = 10
_VOID: Final = 10
"""How many trials are run at most for each that is to count."""
_DRAWS: Final = 5
"""How many times a trial draws again if the premise does not hold, or the objects do not fit."""


@dataclass(frozen=True)
class Attacked:
    """The result of a claim's trials: a counterexample, or the number of trials that it survived.

    Only ``trials`` count: those in which the premise held and the conclusion was evaluated. The others, ``void``, say nothing.
    """

    target: str
    claim: str
    seed: int
    trials: int
    void: int = 0
    counterexample: Counterexample | None = None

    @property
    def survived(self) -> bool:
        """Whether no trial gave a counterexample."""
        return self.counterexample is None


@dataclass(frozen=True)
class Report:
    """A whole campaign: results by claim, claims that were not attacked with the reason, and how long it took."""

    results: tuple[Attacked, ...]
    skipped: tuple[tuple[str, str], ...]
    seconds: float
    seed: int
    interrupted: bool = False

    @property
    def trials(self) -> int:
        """All trials."""
        return sum(r.trials for r in self.results)

    @property
    def broken(self) -> tuple[Attacked, ...]:
        """Claims with a counterexample."""
        return tuple(r for r in self.results if not r.survived)


def generator(seed: int, target: str, trial: int) -> np.random.Generator:
    """The random numbers of one trial."""
    name = int.from_bytes(hashlib.sha256(target.encode()).digest()[:8], "big")
    return np.random.default_rng([seed, name, trial])


def attack(target: Target, trials: Iterable[int], seed: int, seconds: float = math.inf, enough: float = math.inf) -> Attacked:
    """Some trials on one claim, for so many seconds and so many that count at most; the first counterexample ends it, shrunk."""
    done = void = 0
    until = monotonic() + seconds
    for trial in trials:
        if done >= enough or (monotonic() > until and done + void):
            break
        rng = generator(seed, target.id, trial)
        for _ in range(_DRAWS):
            case = target.draw(rng)
            found = Spared.VOID if case is None else target.attack(case)
            if found is not Spared.VOID:
                break
        if found is Spared.VOID:
            void += 1
            continue
        done += 1
        if case is not None and isinstance(found, Counterexample):
            _, smallest = shrink(target, case, found)
            return Attacked(target.id, target.claim, seed, done, void, smallest)
    return Attacked(target.id, target.claim, seed, done, void)


def share(target: Target, trials: int) -> int:
    """How many of ``trials`` a target gets: fewer where a trial takes long, but some."""
    return min(trials, max(_AT_LEAST, -(-trials // target.cost)))


def campaign(
    targets: Sequence[Target],
    *,
    trials: int = DEFAULT_TRIALS,
    seed: int = 0,
    jobs: int | None = None,
    seconds: float | None = None,
    in_full: bool = False,
    skipped: Sequence[tuple[str, str]] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Attack every target with ``trials`` trials, or its :func:`share` of them.

    With ``seconds`` a target's trials end after that time if they are not done before, and none gets a smaller share. With
    ``in_full`` void trials are made up for, up to ten for one that counts, and none gets a smaller share either.
    ``jobs`` is joblib's ``n_jobs`` (None: whatever backend is active, one worker by default; -1: every core). ``progress`` is
    called with the number of finished tasks and their total. An interrupt (Ctrl-C) ends the campaign with what was found so far.
    """
    started = monotonic()
    limit = math.inf if seconds is None else seconds
    enough = math.inf
    if in_full:
        enough = trials
        tasks = [(t, range(_VOID * trials)) for t in targets]
    elif seconds is None:
        shares = [(t, share(t, trials)) for t in targets]
        tasks = [
            (t, range(first, min(first + CHUNK, own))) for first in range(0, trials, CHUNK) for t, own in shares if first < own
        ]
    else:
        strands = max(1, min(trials, -(-effective_n_jobs(jobs) // max(1, len(targets)))))
        tasks = [(t, range(first, trials, strands)) for t in targets for first in range(strands)]
    parts: list[Attacked] = []
    interrupted = False
    running = Parallel(n_jobs=jobs, return_as="generator_unordered")(
        delayed(attack)(t, chunk, seed, limit, enough) for t, chunk in tasks
    )
    try:
        for done, part in enumerate(running, start=1):
            parts.append(part)
            if progress is not None:
                progress(done, len(tasks))
    except KeyboardInterrupt:
        interrupted = True
    return Report(_merged(parts), tuple(skipped), monotonic() - started, seed, interrupted)


def _merged(parts: Iterable[Attacked]) -> tuple[Attacked, ...]:
    by_target: dict[str, Attacked] = {}
    for part in parts:
        before = by_target.get(part.target)
        if before is None:
            by_target[part.target] = part
            continue
        found = [c for c in (before.counterexample, part.counterexample) if c is not None]
        smallest = min(found, key=_size, default=None)
        by_target[part.target] = Attacked(
            part.target, part.claim, part.seed, before.trials + part.trials, before.void + part.void, smallest
        )
    return tuple(by_target[k] for k in sorted(by_target))


def _size(example: Counterexample) -> int:
    return sum(len(str(m.matrix.tolist())) for _, m in example.mechanisms)
