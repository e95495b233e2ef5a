"""Notions that assert a simulator: families of linear systems with the level e^ε, and what their solutions show.

The systems themselves are solved in :mod:`dpzoo.blocks.simulator_existence`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Matrix
from dpzoo.blocks.priors import NOTHING, Prior, show_knowledge
from dpzoo.blocks.simulator_existence import RELATIVE_WIDTH, Enclosure, Family, bounded, refuted_below, tightest
from dpzoo.blocks.simulator_structures import Signal
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.numbers.decimals import outward
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.linear_systems import Feasibility, LinearRow, feasible
from dpzoo.numbers.real import INFINITY, Real, enclosed, log_of, real

WIDTH: Final = Fraction(1, 10**6)
MOST_STEPS: Final = 60
Levels = Mapping[str, Fraction | None]
"""Quantitative parameters as fractions; epsilon stands as e^ε, and None there is infinite."""
Alternatives = list[Family]
"""Families of which one must be solvable."""


@dataclass(frozen=True)
class World:
    """A law of the mechanism's output, and the law of what the simulator sees at the same time."""

    label: str
    law: Matrix
    signals: Mapping[Signal, Any]


@dataclass(frozen=True)
class RowOrigin:
    """The world that a row is about, with the mechanism's law there, and the output (none where the row is about a belief)."""

    world: str
    output: Hashable = None
    law: Mapping[Hashable, Any] = field(default_factory=dict, compare=False)


class Variables:
    """Numbers for named variables."""

    def __init__(self) -> None:
        self.places: dict[Hashable, int] = {}

    def __call__(self, *name: Hashable) -> int:
        """The number of a variable; a new one for a new name."""
        return self.places.setdefault(name, len(self.places))


def simulation(worlds: Iterable[World], outputs: Sequence[Hashable], *, factor: Any = None, slack: Any = Fraction(0)) -> Family:
    """One simulator within (ε, δ) of every world: a family in e^ε with δ = ``slack``, or in δ with e^ε = ``factor``.

    The variables are the simulator's probabilities of each output on each signal, and for δ > 0 the excess of each output.
    """
    listed = list(worlds)
    variables = Variables()
    rows = [
        LinearRow({variables("simulator", signal, k): Fraction(1) for k in range(len(outputs))}, Fraction(1), equal=True)
        for signal in dict.fromkeys(s for w in listed for s, weight in w.signals.items() if weight)
    ]
    loose = factor is not None or slack != 0
    for number_, world in enumerate(listed):
        law = dict(zip(outputs, world.law, strict=True))
        for above in (True, False):
            excess = {}
            for k, (output, p) in enumerate(law.items()):
                mixed = {variables("simulator", s, k): w for s, w in world.signals.items() if w}
                if above and not p:
                    continue
                spare = {variables("excess", number_, above, k): Fraction(-1)} if loose else {}
                excess.update({j: Fraction(1) for j in spare})
                rows.append(_one_side(mixed, p, spare, factor, RowOrigin(world.label, output, law), above=above))
            if excess and factor is None:
                rows.append(LinearRow(excess, slack))
            elif excess:
                rows.append(LinearRow(excess, bound_gain=Fraction(1)))
    return Family(len(variables.places), tuple(rows), Fraction(1) if factor is None else Fraction(0))


def _one_side(
    mixed: Mapping[int, Any], p: Any, spare: Mapping[int, Any], factor: Any, origin: RowOrigin, *, above: bool
) -> LinearRow:
    """P(o) ≤ e^ε S(o) + excess, or S(o) ≤ e^ε P(o) + excess."""
    if above:
        if factor is None:
            return LinearRow(spare, -p, gain=mixed, label=origin)
        return LinearRow({**spare, **{j: -factor * w for j, w in mixed.items()}}, -p, label=origin)
    if factor is None:
        return LinearRow({**spare, **mixed}, bound_gain=p, label=origin)
    return LinearRow({**spare, **mixed}, factor * p, label=origin)


class Existence(Executable):
    """A notion that asks for a simulator: for all groups one of several families must be solvable at level e^ε."""

    @abstractmethod
    def groups(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[Alternatives]:
        """The families at these values of the parameters other than epsilon."""

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """As in :class:`Executable`. The least e^ε is enclosed to a millionth of itself; exact where it is a short fraction."""
        if free != "epsilon":
            return self.solve_other(mechanism, structure, fixed, free)
        return self._enclosed(fixed, free, lambda at: worst_of(best_of(g) for g in self.groups(mechanism, structure, at)))

    def solve_other(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The tightest value of a parameter other than epsilon; refused unless a notion says how."""
        raise BlockError(f"{self.notion} can leave epsilon open, not {free}")

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Whether a simulator exists: true with an exact solution, false with a Farkas vector."""
        low, high = brackets(parameters)
        found = self.decide(mechanism, structure, low)
        if found.answer is not True and low != high:
            upper = self.decide(mechanism, structure, high)
            found = upper if upper.answer is False else replace(found, answer=None)
        if found.answer is None:
            note = "neither a simulator nor a proof that there is none was found at the precision limit"
            return Judgement(self.notion, None, Certainty.UNDECIDED, parameters, note=note)
        certainty = Certainty.CERTIFIED if found.certified else Certainty.NUMERIC
        return Judgement(
            self.notion,
            found.answer,
            certainty,
            parameters,
            found.worst,
            tolerance=0.0 if found.certified else LEVEL_TOLERANCE,
            note=found.note,
        )

    def decide(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> _Decision:
        """Whether every group has a solvable family at this level."""
        certified, unsure = True, False
        for group in self.groups(mechanism, structure, at):
            answers = []
            for family in group:
                found, rows = at_level(family, at["epsilon"])
                certified &= found.certified
                answers.append((found, rows))
                if found.answer:
                    break
            if any(f.answer for f, _ in answers):
                continue
            unsure |= any(f.answer is None for f, _ in answers)
            if not unsure:
                decisive, rows = answers[0]
                note = "no simulator exists" + (
                    f": {sum(1 for y in decisive.farkas if y)} constraints contradict each other" if decisive.farkas else ""
                )
                if len(answers) > 1:
                    note = f"{note}, and so for each of {len(answers)} choices"
                return _Decision(False, certified, _shown(rows, decisive.farkas), note)
        return _Decision(None if unsure else True, certified, note="" if unsure else "a simulator exists")

    def _enclosed(self, fixed: Values, free: str, solve: Callable[[Levels], Enclosure]) -> Tightest:
        """The result at both ends of the fixed values, put together: a smaller parameter needs a larger level."""
        low, high = brackets(fixed)
        found = solve(low)
        if low != high:
            found = _spanned(solve(high), found)
        worst = _shown(found.rows, found.farkas)
        scale: Callable[[Fraction], Real] = log_of if free == "epsilon" else real
        attained: bool | None = True if self.closed or found.sharp else None
        if not found.decided:
            return Tightest(
                self.notion,
                free,
                scale(found.low),
                Certainty.UNDECIDED,
                fixed,
                worst,
                None,
                refutes_only=True,
                note="whether any finite value will do was not decided",
            )
        if found.high is None:
            value: Any = INFINITY if found.certified else math.inf
            return Tightest(self.notion, free, value, _certainty(found), fixed, worst, note="no simulator at any finite value")
        if not found.certified:
            middle = float(scale((found.low + found.high) / 2))
            return Tightest(self.notion, free, middle, Certainty.NUMERIC, fixed, worst, attained, RELATIVE_WIDTH)
        value = scale(found.low) if found.low == found.high else enclosed(scale(found.low), scale(found.high))
        wide = float(found.high - found.low) > 2 * RELATIVE_WIDTH * max(1.0, float(found.high))
        note = f"between {_end(scale(found.low), -1)} and {_end(scale(found.high), 1)}, undecided inside" if wide else ""
        return Tightest(self.notion, free, value, _certainty(found), fixed, worst, attained, note=note)

    @property
    def closed(self) -> bool:
        """Whether a limit of simulators is one, so that finite tightest values are attained."""
        return True

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Five values of epsilon up to its tightest one at 0 (at most 4), or five small probabilities."""
        x, y = free
        if x != "epsilon":
            return [real(Fraction(k, 20)) for k in range(5)]
        top = self.solve(mechanism, structure, {**fixed, y: real(0)}, x).value
        if not math.isfinite(float(top)):
            top = real(4)
        if isinstance(top, Real) and top.exact:
            return [top * Fraction(k, 4) for k in range(5)]
        return [real(round(float(top) * k / 4, 6)) for k in range(5)]


LEVEL_TOLERANCE: Final = 1e-9


@dataclass(frozen=True)
class _Decision:
    answer: bool | None
    certified: bool = True
    worst: Worst | None = None
    note: str = ""


def at_level(family: Family, level: Fraction | None) -> tuple[Feasibility, tuple[LinearRow, ...]]:
    """Whether the family is solvable at a level (None: at some finite one), and the rows that a Farkas vector multiplies."""
    if level is not None:
        found = feasible(family.at(level if family.exact else level * (1 + Fraction(LEVEL_TOLERANCE))))
        if found.answer is not None:
            return found, family.rows
    # at an infinite level, and at those too large for floating-point proposals
    limit = bounded(family)
    enough = None if limit.solution is None else family.needed(limit.solution)
    if limit.answer and level is not None and (enough is None or enough > level):
        return Feasibility(None), family.rows
    return Feasibility(limit.answer, limit.solution, limit.farkas, family.exact), limit.rows


def brackets(values: Values) -> tuple[dict[str, Fraction | None], dict[str, Fraction | None]]:
    """Fractions below and above each parameter (the same where it is rational); epsilon becomes e^ε."""
    low: dict[str, Fraction | None] = {}
    high: dict[str, Fraction | None] = {}
    for name, given in values.items():
        level = given.exp() if name == "epsilon" else given
        if level.infinite:
            low[name] = high[name] = None
        elif level.rational is not None:
            low[name] = high[name] = level.rational
        else:
            below, above = level.bounds
            low[name] = Fraction(max(below, 1.0 if name == "epsilon" else 0.0))
            high[name] = None if math.isinf(above) else Fraction(above)
    return low, high


def best_of(families: Iterable[Family]) -> Enclosure:
    """The least level at which one of the families is solvable."""
    best: Enclosure | None = None
    for family in families:
        if best is None:
            best = tightest(family)
        elif not _no_better(family, best):
            found = tightest(family)
            first, second = sorted((best, found), key=lambda e: (e.high is None, e.high or 0))
            low = min(first, second, key=lambda e: e.low)
            best = replace(first, low=low.low, farkas=low.farkas, rows=low.rows, decided=first.decided or second.decided)
        if best.sharp and best.high == family.least:
            break
    assert best is not None
    return best


def _no_better(family: Family, best: Enclosure) -> bool:
    """Whether the family is certainly solvable at no level below the best one's lower end."""
    if best.high is None or not family.exact:
        return False
    if best.sharp:
        return refuted_below(family, best.low) is not None
    return feasible(family.at(best.low)).answer is False


def worst_of(found: Iterable[Enclosure]) -> Enclosure:
    """The largest of several least levels."""
    listed = list(found)
    if not listed:
        return Enclosure(Fraction(1), Fraction(1))
    low = max(listed, key=lambda e: math.inf if e.high is None and e.decided else e.low)
    certified = all(e.certified for e in listed)
    if any(e.high is None for e in listed):
        return replace(low, high=None, certified=certified, decided=any(e.high is None and e.decided for e in listed))
    high = max(listed, key=lambda e: e.high or 0)
    return replace(low, high=high.high, solution=high.solution, certified=certified)


def _spanned(below: Enclosure, above: Enclosure) -> Enclosure:
    return replace(
        above,
        low=below.low,
        farkas=below.farkas,
        rows=below.rows,
        decided=above.decided and (above.high is not None or below.high is None),
    )


def _certainty(found: Enclosure) -> Certainty:
    return Certainty.CERTIFIED if found.certified else Certainty.NUMERIC


def _shown(rows: Sequence[LinearRow], farkas: Sequence[Any] | None) -> Worst | None:
    """The two worlds with the largest multipliers, which no simulator can serve together, and the outputs that show it."""
    if farkas is None:
        return None
    used = [(r.label, float(abs(y))) for r, y in zip(rows, farkas, strict=True) if y and isinstance(r.label, RowOrigin)]
    weight: dict[str, float] = {}
    for origin, y in used:
        weight[origin.world] = weight.get(origin.world, 0.0) + y
    if len(weight) < len(("left", "right")):
        return Worst(next(iter(weight)), "every simulator") if weight else None
    left, right = sorted(weight, key=lambda w: -weight[w])[:2]
    event = tuple(dict.fromkeys(o.output for o, _ in used if o.world == left and o.output is not None))
    if not event:
        return Worst(left, right)
    laws = {o.world: o.law for o, _ in used}
    sums = [sum((laws[world][o] for o in event), Fraction(0)) for world in (left, right)]
    return Worst(left, right, event, *sums)


@dataclass(frozen=True)
class SimulatorNotion(Existence):
    """A notion at pure DP's loss: one simulator within ε of every world.

    ``worlds`` gives the worlds once for each choice of what the simulator sees.
    """

    notion: str
    worlds: Callable[[FiniteMechanism, Structural], list[list[World]]]
    structure: Mapping[str, Structure[object]]
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """Epsilon alone."""
        return ("epsilon",)

    def groups(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[Alternatives]:
        """One group: the choices of the simulator's view."""
        return [[simulation(_different(w), mechanism.outputs) for w in self.worlds(mechanism, structure)]]

    def decide(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> _Decision:
        """As for every notion with a simulator; an infinite epsilon asks nothing, as in notions that compare pairs."""
        if at["epsilon"] is None:
            return _Decision(True, note="an infinite epsilon asks nothing")
        return super().decide(mechanism, structure, at)


def _different(worlds: Iterable[World]) -> list[World]:
    """The worlds without repetitions of the same law and signals."""
    found: dict[Hashable, World] = {}
    for w in worlds:
        found.setdefault((tuple(w.law), frozenset(w.signals.items())), w)
    return list(found.values())


def pushed(law: Mapping[Dataset, Any], view: Callable[[Dataset], Mapping[Signal, Any]]) -> dict[Signal, Any]:
    """The law of what the simulator sees, when datasets are drawn from ``law``."""
    total: dict[Signal, Any] = {}
    for d, w in law.items():
        for signal, v in view(d).items():
            if w and v:
                total[signal] = total.get(signal, Fraction(0)) + w * v
    return total


def prior_shown(prior: Prior, known: Hashable) -> str:
    """A prior by its name, with the knowledge that it is conditioned on."""
    return prior.name if known == NOTHING else f"{prior.name}, B = {show_knowledge(known)}"


def _end(value: Real, sign: int) -> str:
    return outward(value.bounds[sign > 0], sign, 6)
