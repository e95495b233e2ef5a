"""Executable notions whose bound is an arbitrary function of two probabilities, and divergences per distance."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks import units
from dpzoo.blocks.compared_pairs import Comparisons, of_datasets
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.structures import RELATION, Structural, Structure, freeze
from dpzoo.blocks.tradeoff import TradeoffCurve, tradeoff
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.results import NOTHING, Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import compare, real

MOST_OUTPUTS: Final = 16
"""Up to how many outputs every event is tried."""


def _related(mechanism: FiniteMechanism, structure: Structural) -> Comparisons:
    return of_datasets(mechanism, units.relation(RELATION.of(structure, "R"))(mechanism))


def _names(pairs: Comparisons, mechanism: FiniteMechanism, k: int) -> tuple[Any, Any]:
    return mechanism.datasets[pairs.left[k]], mechanism.datasets[pairs.right[k]]


@dataclass(frozen=True)
class GenericKL10(Executable):
    """Kifer & Lin's generic DP: P₂(S) ≤ M(P₁(S)) for each pair of the relation and every event, M concave.

    ``tightest`` gives for each pair the least concave function, as the corners of x ↦ sup P₂(S) over events with P₁(S) ≤ x;
    ``holds`` takes one callable, or a mapping of pairs to callables. A concave M lies above the curve iff it does at its corners.
    """

    notion: str = "generic-dp-kl10"
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"R": RELATION})
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """M alone."""
        return ("M",)

    def read_value(self, name: str, given: Any) -> Any:
        """M: a callable of a probability, or a mapping of pairs of datasets to callables."""
        if isinstance(given, Mapping):
            return {freeze(k): v for k, v in given.items()}
        if not callable(given):
            raise BlockError(
                f"{name} is a function of a probability (from Python), or one for each pair of the relation", (name,)
            )
        return given

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """For each pair the corners of the least admissible M."""
        pairs = _related(mechanism, structure)
        curves = {_names(pairs, mechanism, k): self._power(pairs, k) for k in range(len(pairs))}
        return Tightest(self.notion, free, curves, Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC)

    @staticmethod
    def _power(pairs: Comparisons, k: int) -> TradeoffCurve:
        curve = tradeoff(pairs.laws[pairs.left[k]], pairs.laws[pairs.right[k]])
        return TradeoffCurve(tuple((x, 1 - y) for x, y in curve.corners))

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Each pair's corners against M."""
        pairs = _related(mechanism, structure)
        bound = parameters["M"]
        certainty = Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC
        for k in range(len(pairs)):
            here = bound[_names(pairs, mechanism, k)] if isinstance(bound, Mapping) else bound
            for x, y in self._power(pairs, k).corners:
                most = here(x)
                sign = (
                    compare(real(y), real(most)) if pairs.exact else (1 if float(y) > float(most) * (1 + 1e-12) + 1e-15 else -1)
                )
                if sign is None or sign > 0:
                    worst = Worst(pairs.labels[pairs.left[k]], pairs.labels[pairs.right[k]])
                    note = f"an event of probability {x} has probability {y} on the other dataset"
                    answer = None if sign is None else False
                    return Judgement(
                        self.notion, answer, Certainty.UNDECIDED if sign is None else certainty, parameters, worst, note=note
                    )
        return Judgement(self.notion, True, certainty, parameters, note="" if len(pairs) else NOTHING)


@dataclass(frozen=True)
class Abstract(Executable):
    """Abstract DP: a predicate of the two probabilities of every event, for each pair of a relation.

    ``tightest`` gives for each pair the set of probability pairs that a predicate must accept; ``holds`` takes a predicate, or a
    mapping of pairs to predicates. Every event is tried, so there may be at most :data:`MOST_OUTPUTS` outputs.
    """

    notion: str = "abstract-dp"
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"R": RELATION})
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """q alone."""
        return ("q",)

    def read_value(self, name: str, given: Any) -> Any:
        """The predicate, or one for each pair."""
        if isinstance(given, Mapping):
            return {freeze(k): v for k, v in given.items()}
        if not callable(given):
            raise BlockError(
                f"{name} is a predicate of two probabilities (from Python), or one for each pair of the relation", (name,)
            )
        return given

    def _events(self, pairs: Comparisons, k: int) -> list[tuple[tuple[int, ...], Any, Any]]:
        width = len(pairs.outputs)
        if width > MOST_OUTPUTS:
            raise BlockError(f"abstract DP tries every event, and {width} outputs are more than {MOST_OUTPUTS}")
        p, q = pairs.laws[pairs.left[k]], pairs.laws[pairs.right[k]]
        zero: Any = Fraction(0) if pairs.exact else 0.0
        events = itertools.chain.from_iterable(itertools.combinations(range(width), n) for n in range(width + 1))
        return [(s, sum((p[c] for c in s), zero), sum((q[c] for c in s), zero)) for s in events]

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """For each pair the probability pairs of all events."""
        pairs = _related(mechanism, structure)
        found = {_names(pairs, mechanism, k): frozenset((a, b) for _, a, b in self._events(pairs, k)) for k in range(len(pairs))}
        return Tightest(self.notion, free, found, Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Every event of every pair against the predicate."""
        pairs = _related(mechanism, structure)
        predicate: Any = parameters["q"]
        certainty = Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC
        for k in range(len(pairs)):
            accepts: Callable[[Any, Any], bool] = (
                predicate[_names(pairs, mechanism, k)] if isinstance(predicate, Mapping) else predicate
            )
            for s, a, b in self._events(pairs, k):
                if not accepts(a, b):
                    event = tuple(pairs.outputs[c] for c in s)
                    worst = Worst(pairs.labels[pairs.left[k]], pairs.labels[pairs.right[k]], event, a, b)
                    return Judgement(self.notion, False, certainty, parameters, worst)
        return Judgement(self.notion, True, certainty, parameters)


NOTIONS: tuple[Executable, ...] = (
    GenericKL10(),
    Abstract(),
)
