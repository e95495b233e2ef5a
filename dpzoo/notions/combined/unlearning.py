"""Unlearning that some algorithm or some part of the data certifies; notions that compare pairs are made of blocks."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks import standards
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.blocks.unlearning_units import DELETE, Bag, edited, history
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.notions.simulation import Alternatives, Existence, Levels, World, simulation
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real


@dataclass(frozen=True)
class Certified(Existence):
    """One algorithm on the remaining data lies within ε and δ of the system after each request, in both orders.

    Each remaining training set has a simulator of its own; it is the same for all histories that lead to it.
    """

    notion: str
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The factor's logarithm, and the slack."""
        return ("epsilon", "delta")

    def groups(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[Alternatives]:
        """One simulator for each remaining training set, at this slack."""
        by_rest: dict[Any, list[World]] = {}
        for d in mechanism.datasets:
            records, requests = history(d)
            if len(requests) == 1 and requests[0][0] == DELETE and len(requests[0]) > 1:
                rest = edited(records, requests)
                by_rest.setdefault(rest, []).append(World(show_dataset(d), mechanism.row(d), {rest: Fraction(1)}))
        return [[simulation(worlds, mechanism.outputs, slack=at["delta"])] for worlds in by_rest.values()]


@dataclass(frozen=True)
class SystemAware(Executable):
    """For each training set some part of it, chosen before the request, would leave the system in nearly the same state."""

    notion: str
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The factor's logarithm, and the slack."""
        return ("epsilon", "delta")

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The largest value over training sets of the least one over core sets of the largest one over requests."""
        idle, requests = _by_request(mechanism)
        zero: Any = real(0) if mechanism.exact else 0.0
        most, worst = zero, None
        for training, asked in requests.items():
            best: Any = None
            for core in _parts(training):
                pairs = [(i, idle.get(_without(core, named))) for named, i in asked]
                if all(j is not None for _, j in pairs):
                    found = max([zero, *(_apart(mechanism, i, j, free, fixed) for i, j in pairs)])
                    best = found if best is None or found < best else best
            if best is None:
                raise BlockError("the mechanism lacks the histories with an empty request that some core set would need")
            if best > most:
                most, worst = best, Worst(", ".join(str(r) for r, _ in training), "its best core set")
        certainty = Certainty.CERTIFIED if isinstance(most, Real) else Certainty.NUMERIC
        return Tightest(self.notion, free, most, certainty, fixed, worst, tolerance=0.0 if isinstance(most, Real) else 1e-9)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The slack against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Some factors."""
        return ["0", "log(3/2)", "log(2)", "log(3)", "log(4)", "log(8)"]


def _by_request(mechanism: FiniteMechanism) -> tuple[dict[Bag, int], dict[Bag, list[tuple[Counter[Hashable], int]]]]:
    """The rows after an empty request, and for each training set the rows after each single request to delete."""
    idle: dict[Bag, int] = {}
    requests: dict[Bag, list[tuple[Counter[Hashable], int]]] = {}
    for i, d in enumerate(mechanism.datasets):
        records, asked = history(d)
        if len(asked) == 1 and asked[0][0] == DELETE:
            training, named = edited(records, ()), Counter(asked[0][1:])
            requests.setdefault(training, []).append((named, i))
            if not named:
                idle[training] = i
    return idle, requests


def _parts(bag: Bag) -> Iterator[Counter[Hashable]]:
    things = sorted(bag, key=str)
    for counts in itertools.product(*(range(n + 1) for _, n in things)):
        yield Counter({r: c for (r, _), c in zip(things, counts, strict=True) if c})


def _without(core: Counter[Hashable], named: Counter[Hashable]) -> Bag:
    return frozenset((core - named).items())


def _apart(mechanism: FiniteMechanism, i: int, j: int | None, free: str, fixed: Values) -> Any:
    p, q = mechanism.matrix[i], mechanism.matrix[j]
    return max(_STICK.solve(a, b, free, fixed) for a, b in ((p, q), (q, p)))


_STICK: Final = standards.HockeyStick()

NOTIONS: tuple[Executable, ...] = (
    Certified("certified-approximate-unlearning"),
    SystemAware("system-aware-unlearning"),
)
