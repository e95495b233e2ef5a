"""Executable notions that speak of tests or of conclusions instead of probability ratios."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks.comparison import Comparisons
from dpzoo.blocks.mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.structures import Structure
from dpzoo.blocks.tradeoff import TradeoffCurve, above, gaussian_tradeoff, lowest, tradeoff
from dpzoo.blocks.views import FEDERATION, Observer, edited_once, one_part, seen_by
from dpzoo.notions.executable import FLOAT_TOLERANCE, Compare, Executable, Values, judge
from dpzoo.notions.results import NOTHING, Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, real
from dpzoo.numbers.values import value

MOST_OUTPUTS: Final = 12
"""Up to how many outputs every event is tried for semantic privacy."""
MOST_EVENTS: Final = 20_000
"""Up to how many pairs of outputs are tried beyond that."""


@dataclass(frozen=True)
class TradeoffNotion(Executable):
    """A notion that bounds every test between two output distributions from below by a trade-off function f.

    ``tightest`` gives the largest trade-off function that the mechanism satisfies, as a :class:`TradeoffCurve`; ``holds`` takes a
    curve, a list of its corners, a callable, or ``"gaussian:μ"``.
    """

    notion: str
    compare: Compare
    structure: Mapping[str, Structure] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The trade-off function alone."""
        return ("f",)

    def read_value(self, name: str, given: Any) -> Any:
        """A trade-off function as given."""
        if isinstance(given, str) and given.startswith("gaussian:"):
            return gaussian_tradeoff(value(given.removeprefix("gaussian:"), "μ"))
        if callable(given):
            return given
        if not isinstance(given, list | tuple) or not all(isinstance(c, list | tuple) and len(c) == 2 for c in given):
            raise BlockError('f is a trade-off function: a list of corners (x, y), or "gaussian:μ"', (name,))
        corners = sorted((_rational(x, name), _rational(y, name)) for x, y in given)
        if not corners or corners[0][0] != 0 or corners[-1][0] != 1:
            raise BlockError("the corners of f run from x = 0 to x = 1", (name,))
        curve = TradeoffCurve(tuple(corners))
        if corners[-1][1] != 0 or any(lowest([curve])(x) != y for x, y in corners):
            raise BlockError("f is no trade-off function: it is convex, does not rise and lies below 1 - x", (name,))
        return curve

    def larger_is_stronger(self, structure: Values, name: str) -> bool:
        """A trade-off function promises more where it is larger."""
        return True

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """The lower convex hull of all pairs' trade-off curves."""
        pairs = self.compare(mechanism, structure, {})
        curves = [tradeoff(pairs.laws[i], pairs.laws[j]) for i, j in zip(pairs.left, pairs.right, strict=True)]
        if not curves:
            perfect = TradeoffCurve(((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))))
            return Tightest(self.notion, free, perfect, Certainty.CERTIFIED, note=NOTHING)
        worst = int(np.argmin([min(float(x + y) for x, y in c.corners) for c in curves]))
        certainty = Certainty.CERTIFIED if pairs.exact else Certainty.NUMERIC
        shown = Worst(pairs.labels[pairs.left[worst]], pairs.labels[pairs.right[worst]])
        return Tightest(
            self.notion, free, lowest(curves), certainty, {}, shown, tolerance=0.0 if pairs.exact else FLOAT_TOLERANCE
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """Every pair's curve against f, at the curve's corners (f is convex)."""
        pairs = self.compare(mechanism, structure, {})
        exact = pairs.exact
        if not len(pairs):
            return Judgement(self.notion, True, Certainty.CERTIFIED, parameters, note=NOTHING)
        unsure: Judgement | None = None
        for i, j in zip(pairs.left, pairs.right, strict=True):
            answer, corner = above(tradeoff(pairs.laws[i], pairs.laws[j]), parameters["f"])
            if answer:
                continue
            assert corner is not None
            certainty = Certainty.UNDECIDED if answer is None else Certainty.CERTIFIED if exact else Certainty.NUMERIC
            note = f"a test with false-alarm probability {corner[0]} misses with probability {corner[1]}"
            found = Judgement(self.notion, answer, certainty, parameters, Worst(pairs.labels[i], pairs.labels[j]), note=note)
            if answer is False:
                return found
            unsure = unsure or found
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        return unsure or Judgement(self.notion, True, certainty, parameters)


def _rational(given: Any, name: str) -> Fraction:
    number = value(given, name)
    if number.rational is None or not 0 <= number.rational <= 1:
        raise BlockError(f"the corners of {name} are rational numbers between 0 and 1, and {given!r} is given", (name,))
    return number.rational


def _views(observers: Callable[[int, int], Sequence[tuple[int, ...]]]) -> Compare:
    """Comparisons of what some clients receive when another client's record changes."""

    def compare(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
        watching = (
            Observer(f"seen by {', '.join(str(k + 1) for k in seen)}", lambda o, seen=seen: tuple(o[k] for k in seen), client)  # type: ignore[misc]
            for client in range(structure["C"])
            for seen in observers(client, structure["C"])
        )
        return seen_by(mechanism, one_part(edited_once)(mechanism), watching)

    return compare


@dataclass(frozen=True)
class Semantic(Executable):
    """Semantic privacy: what an attacker concludes from the output with and without one record, for every prior.

    For one event and one position, let r(D) be the probability of the event without the record over that with it. Conclusions are
    probabilities weighted by r; the largest total variation between a law and its r-weighted version is (√ρ - 1)/(√ρ + 1) with ρ
    the largest ratio between two values of r, attained by a prior on two datasets. So ε is the largest such value over events,
    and infinite where an event is possible in only one of the two cases.
    """

    notion: str = "semantic-privacy"
    structure: Mapping[str, Structure] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """ε alone."""
        return ("epsilon",)

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """Every event if there are at most :data:`MOST_OUTPUTS` outputs; else single outputs, for a lower bound.

        Pairs of outputs are tried too if there are at most :data:`MOST_EVENTS` of them.
        """
        count = len(mechanism.outputs)
        small = count <= MOST_OUTPUTS
        columns = range(count)
        sizes = columns if small else range(2 if math.comb(count, 2) <= MOST_EVENTS else 1)
        events = [s for n in sizes for s in itertools.combinations(columns, n + 1)]
        note = "" if small else f"{len(events)} events were tried, of at most {len(sizes)} of the {count} outputs each"
        best: Any = Fraction(1) if mechanism.exact else 1.0
        worst: Worst | None = None
        compared = False
        for place in range(max(len(d) for d in mechanism.datasets)):
            pairs = _without(mechanism, place)
            compared |= any(i != j for i, j in pairs)
            for event in events:
                found = _spread(mechanism, pairs, event)
                if found is not None and found[0] > best:
                    best, worst = found
        answer = _conclusion(best)
        certainty = Certainty.CERTIFIED if mechanism.exact else Certainty.NUMERIC
        if not compared:
            return Tightest(self.notion, free, answer, Certainty.CERTIFIED, {}, note=NOTHING)
        return Tightest(
            self.notion,
            free,
            answer,
            certainty,
            {},
            worst,
            refutes_only=not small,
            note=note,
            tolerance=0.0 if mechanism.exact else FLOAT_TOLERANCE,
        )

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """The tightest ε against the one asked for."""
        return judge(
            self.solve(mechanism, structure, {}, "epsilon"), parameters["epsilon"], stronger=False, parameters=parameters
        )


def _without(mechanism: FiniteMechanism, place: int) -> list[tuple[int, int]]:
    """Each dataset with the dataset that lacks its record at a place, where the mechanism has that."""
    data = mechanism.datasets
    return [
        (i, mechanism.index(rest))
        for i, d in enumerate(data)
        if (rest := (d[:place] + d[place + 1 :] if len(d) > place else d)) in mechanism
    ]


def _spread(mechanism: FiniteMechanism, pairs: Sequence[tuple[int, int]], event: tuple[int, ...]) -> tuple[Any, Worst] | None:
    """The largest r(D)/r(D') for one event, with the two datasets; infinite where exactly one of the probabilities is zero."""
    matrix = mechanism.matrix
    found = []
    for i, j in pairs:
        there, here = sum(matrix[j][c] for c in event), sum(matrix[i][c] for c in event)
        if here or there:
            found.append((there / here if here else math.inf, i))
    if not found:
        return None
    (low, i), (high, j) = min(found), max(found)
    names = tuple(mechanism.outputs[c] for c in event)
    show = [show_dataset(mechanism.datasets[k]) for k in (i, j)]
    return (math.inf if low == 0 or high == math.inf else high / low), Worst(show[0], show[1], names)


def _conclusion(ratio: Any) -> Any:
    if ratio == math.inf:
        return INFINITY  # possible with the record and impossible without it, or the reverse
    if isinstance(ratio, Fraction):
        root = real(ratio).sqrt()
        return (root - 1) / (root + 1)
    return (math.sqrt(ratio) - 1) / (math.sqrt(ratio) + 1)


NOTIONS: tuple[Executable, ...] = (
    TradeoffNotion(
        "strong-federated-f-dp",
        _views(lambda client, count: [tuple(k for k in range(count) if k != client)]),
        {"C": FEDERATION},
    ),
    TradeoffNotion(
        "weak-federated-f-dp", _views(lambda client, count: [(k,) for k in range(count) if k != client]), {"C": FEDERATION}
    ),
    Semantic(),
)
