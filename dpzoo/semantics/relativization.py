"""Executable notions about how much knowledge is gained relative to something else: a simulator, a leak, a subspace.

A notion with a simulator says that one exists, so it is no bound over pairs: each is a family of linear systems
(:mod:`dpzoo.blocks.simulators`) whose level is e^ε. Bounded leakage and subspace DP compare pairs of conditioned or projected
laws.
"""

from __future__ import annotations

import itertools
import math
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final

import flint
import numpy as np

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.errors import BlockError
from dpzoo.blocks.mechanism import ROW_TOLERANCE, Dataset, FiniteMechanism, Matrix, show_dataset
from dpzoo.blocks.priors import NOTHING, Prior, has_record, mixture, show_knowledge
from dpzoo.blocks.real import INFINITY, Real, enclosed, log_of, real
from dpzoo.blocks.simulators import (
    RELATIVE_WIDTH,
    Enclosure,
    Family,
    Feasibility,
    Row,
    bounded,
    feasible,
    refuted_below,
    simplest_between,
    tightest,
)
from dpzoo.semantics.executable import Compared, Executable, Values
from dpzoo.semantics.lifts import Laws
from dpzoo.semantics.results import Certainty, Tightest, Verdict, Worst
from dpzoo.semantics.structures import PRIORS, Path, Structure, freeze, number, probability, table

MOST_ATOMS: Final = 12
"""Up to how many datasets (or outputs with knowledge) sets of exceptions are enumerated."""
_WIDTH: Final = Fraction(1, 10**6)
_MOST_STEPS: Final = 60

Signal = Hashable
"""What a simulator sees."""
Levels = Mapping[str, Fraction | None]
"""Quantitative parameters as fractions; epsilon stands as e^ε, and None there is infinite."""
Alternatives = list[Family]
"""Families of which one must be solvable."""


class Sign(Enum):
    """Marks in the data that simulators see; an enumeration, so that they differ from every record."""

    BLANK = "·"
    ABSENT = "absent"

    def __str__(self) -> str:
        return self.value


def blanked(dataset: Dataset, position: int) -> Dataset:
    """The dataset with one record blanked out (its position stays visible)."""
    return (*dataset[:position], Sign.BLANK, *dataset[position + 1 :])


# comparisons with a simulator -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """A law of the mechanism's output, and the law of what the simulator sees at the same time."""

    label: str
    law: Matrix
    signals: Mapping[Signal, Any]


@dataclass(frozen=True)
class Origin:
    """The world that a row is about, with the mechanism's law there, and the output (none where the row is about a belief)."""

    world: str
    output: Hashable = None
    law: Mapping[Hashable, Any] = field(default_factory=dict, compare=False)


class _Variables:
    """Numbers for named variables."""

    def __init__(self) -> None:
        self.places: dict[Hashable, int] = {}

    def __call__(self, *name: Hashable) -> int:
        return self.places.setdefault(name, len(self.places))


def simulation(worlds: Iterable[World], outputs: Sequence[Hashable], *, factor: Any = None, slack: Any = Fraction(0)) -> Family:
    """One simulator within (ε, δ) of every world: a family in e^ε with δ = ``slack``, or in δ with e^ε = ``factor``.

    The variables are the simulator's probabilities of each output on each signal, and for δ > 0 the excess of each output.
    """
    listed = list(worlds)
    variables = _Variables()
    rows = [
        Row({variables("simulator", signal, k): Fraction(1) for k in range(len(outputs))}, Fraction(1), equal=True)
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
                rows.append(_one_side(mixed, p, spare, factor, Origin(world.label, output, law), above=above))
            if excess and factor is None:
                rows.append(Row(excess, slack))
            elif excess:
                rows.append(Row(excess, bound_gain=Fraction(1)))
    return Family(len(variables.places), tuple(rows), Fraction(1) if factor is None else Fraction(0))


def _one_side(mixed: Mapping[int, Any], p: Any, spare: Mapping[int, Any], factor: Any, origin: Origin, *, above: bool) -> Row:
    """P(o) ≤ e^ε S(o) + excess, or S(o) ≤ e^ε P(o) + excess."""
    if above:
        if factor is None:
            return Row(spare, -p, gain=mixed, label=origin)
        return Row({**spare, **{j: -factor * w for j, w in mixed.items()}}, -p, label=origin)
    if factor is None:
        return Row({**spare, **mixed}, bound_gain=p, label=origin)
    return Row({**spare, **mixed}, factor * p, label=origin)


class Existence(Executable):
    """A notion that asks for a simulator: for all groups one of several families must be solvable at level e^ε."""

    @abstractmethod
    def groups(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[Alternatives]:
        """The families at these values of the parameters other than epsilon."""

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """As in :class:`Executable`. The least e^ε is enclosed to a millionth of itself; exact where it is a short fraction."""
        if free != "epsilon":
            return self.solve_other(mechanism, structure, fixed, free)
        return self._enclosed(fixed, free, lambda at: _worst_of(_best_of(g) for g in self.groups(mechanism, structure, at)))

    def solve_other(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """The tightest value of a parameter other than epsilon; refused unless a notion says how."""
        raise BlockError(f"{self.notion} can leave epsilon open, not {free}")

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Verdict:
        """Whether a simulator exists: true with an exact solution, false with a Farkas vector."""
        low, high = _brackets(parameters)
        found = self.decide(mechanism, structure, low)
        if found.answer is not True and low != high:
            upper = self.decide(mechanism, structure, high)
            found = upper if upper.answer is False else replace(found, answer=None)
        if found.answer is None:
            note = "neither a simulator nor a proof that there is none was found at the precision limit"
            return Verdict(self.notion, None, Certainty.UNDECIDED, parameters, note=note)
        certainty = Certainty.CERTIFIED if found.certified else Certainty.NUMERIC
        return Verdict(
            self.notion,
            found.answer,
            certainty,
            parameters,
            found.worst,
            tolerance=0.0 if found.certified else LEVEL_TOLERANCE,
            note=found.note,
        )

    def decide(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> _Decision:
        """Whether every group has a solvable family at this level."""
        certified, unsure = True, False
        for group in self.groups(mechanism, structure, at):
            answers = []
            for family in group:
                found, rows = _at(family, at["epsilon"])
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
        low, high = _brackets(fixed)
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
        note = f"between {float(scale(found.low)):.6g} and {float(scale(found.high)):.6g}, undecided inside" if wide else ""
        return Tightest(self.notion, free, value, _certainty(found), fixed, worst, attained, note=note)

    @property
    def closed(self) -> bool:
        """Whether a limit of simulators is one, so that finite tightest values are attained."""
        return True

    def sample(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> list[Any]:
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


def _at(family: Family, level: Fraction | None) -> tuple[Feasibility, tuple[Row, ...]]:
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


def _brackets(values: Values) -> tuple[dict[str, Fraction | None], dict[str, Fraction | None]]:
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


def _best_of(families: Iterable[Family]) -> Enclosure:
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


def _worst_of(found: Iterable[Enclosure]) -> Enclosure:
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


def _shown(rows: Sequence[Row], farkas: Sequence[Any] | None) -> Worst | None:
    """The two worlds with the largest multipliers, which no simulator can serve together, and the outputs that show it."""
    if farkas is None:
        return None
    used = [(r.label, float(abs(y))) for r, y in zip(rows, farkas, strict=True) if y and isinstance(r.label, Origin)]
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
class Simulated(Existence):
    """A notion at pure DP's loss: one simulator within ε of every world.

    ``worlds`` gives the worlds once for each choice of what the simulator sees.
    """

    notion: str
    worlds: Callable[[FiniteMechanism, Values], list[list[World]]]
    structure: Mapping[str, Structure]
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """Epsilon alone."""
        return ("epsilon",)

    def groups(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[Alternatives]:
        """One group: the choices of the simulator's view."""
        return [[simulation(_different(w), mechanism.outputs) for w in self.worlds(mechanism, structure)]]

    def decide(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> _Decision:
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


def _where(prior: Prior, known: Hashable) -> str:
    return prior.name if known == NOTHING else f"{prior.name}, B = {show_knowledge(known)}"


def _pushed(law: Mapping[Dataset, Any], view: Callable[[Dataset], Mapping[Signal, Any]]) -> dict[Signal, Any]:
    """The law of what the simulator sees, when datasets are drawn from ``law``."""
    total: dict[Signal, Any] = {}
    for d, w in law.items():
        for signal, v in view(d).items():
            if w and v:
                total[signal] = total.get(signal, Fraction(0)) + w * v
    return total


def without_record(mechanism: FiniteMechanism, structure: Values) -> list[list[World]]:
    """Distributional DP: D given B and D(i) = t, against the same D with its i-th record blanked out."""
    found = []
    for prior in structure["Theta"]:
        for known in prior.knowledge:
            for i in range(prior.length):
                for t in mechanism.records:
                    is_record = has_record(i, t)
                    law = prior.given(lambda d, b, known=known, is_record=is_record: b == known and is_record(d, b))
                    if law is not None:
                        seen = _pushed(law, lambda d, i=i: {blanked(d, i): Fraction(1)})  # type: ignore[misc, arg-type]
                        found.append(World(f"{_where(prior, known)}, D({i + 1}) = {t}", mixture(mechanism, law), seen))
    return [found]


def _priv_values(prior: Prior, priv: Mapping[Dataset, Hashable]) -> tuple[Hashable, ...]:
    return tuple(dict.fromkeys(priv[d] for (d, _), w in prior.weights.items() if w))


def alternative_worlds(mechanism: FiniteMechanism, structure: Values) -> list[list[World]]:
    """Coupled worlds: D given B and priv(D) = p, against agg(D)."""
    found = []
    for prior in structure["Theta"]:
        for place, (agg, priv) in enumerate(structure["Gamma"], start=1):
            for known in prior.knowledge:
                for p in _priv_values(prior, priv):
                    law = prior.given(lambda d, b, known=known, p=p, priv=priv: b == known and priv[d] == p)
                    if law is not None:
                        label = f"{_where(prior, known)}, priv{place} = {_text(p)}"
                        found.append(World(label, mixture(mechanism, law), _pushed(law, agg.__getitem__)))
    return [found]


def aggregates_of_others(mechanism: FiniteMechanism, structure: Values) -> list[list[World]]:
    """Zero-knowledge privacy: for each aggregate, every dataset against the aggregate of it without one record."""
    return [
        [
            World(f"{show_dataset(d)} without record {i + 1}", mechanism.row(d), agg[d[:i] + d[i + 1 :]])
            for d in mechanism.datasets
            for i in range(len(d))
        ]
        for agg in structure["Agg"]
    ]


def _text(value: Hashable) -> str:
    return show_dataset(value) if isinstance(value, tuple) else str(value)


# exceptions -----------------------------------------------------------------------------------------------------------------


def exemptions(masses: Sequence[Any], bound: Any, *, what: str, notion: str) -> list[frozenset[int]]:
    """The largest sets of atoms with total mass at most ``bound``; :class:`BlockError` if there are too many atoms to try."""
    slack = 1e-12 if any(isinstance(m, float) for m in masses) else 0
    small = [k for k, m in enumerate(masses) if m <= bound + slack]
    if sum((masses[k] for k in small), Fraction(0)) <= bound + slack:
        return [frozenset(small)]
    _check_count(len(small), what=what, notion=notion)
    found = []
    for chosen in itertools.chain.from_iterable(itertools.combinations(small, n) for n in range(len(small) + 1)):
        mass = sum((masses[k] for k in chosen), Fraction(0))
        if mass <= bound + slack and all(mass + masses[k] > bound + slack for k in small if k not in chosen):
            found.append(frozenset(chosen))
    return found


def _check_count(count: int, *, what: str, notion: str) -> None:
    if count > MOST_ATOMS:
        raise BlockError(f"{notion} would try every set of {count} {what}; at most {MOST_ATOMS} can be tried")


@dataclass(frozen=True)
class TypicalStability(Existence):
    """For each prior one law within (ε, δ) of the mechanism's output on datasets of mass 1 - γ."""

    notion: str = "typical-stability"
    quantitative: tuple[str, ...] = ("gamma", "epsilon", "delta")
    structure: Mapping[str, Structure] = field(default_factory=lambda: {"Theta": PRIORS})
    usual: Values = field(default_factory=dict)

    def groups(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[Alternatives]:
        """One group for each prior, with one family for each largest set of exempt datasets."""
        slack = at["delta"]
        assert slack is not None
        return [[simulation(w, mechanism.outputs, slack=slack) for w in sets] for sets in self._kept(mechanism, structure, at)]

    def solve_other(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """Delta is the level of a family of its own; gamma is found by trying the sets of exempt datasets in order of mass."""
        if free == "gamma":
            return self._solve_gamma(mechanism, structure, fixed)

        def solve(at: Levels) -> Enclosure:
            factor = at["epsilon"]
            if factor is None:
                raise BlockError("typical-stability finds delta for epsilon up to 700 only; give a smaller epsilon", ("epsilon",))
            outputs = mechanism.outputs
            return _worst_of(
                _best_of(simulation(w, outputs, factor=factor) for w in sets) for sets in self._kept(mechanism, structure, at)
            )

        return self._enclosed(fixed, free, solve)

    def _kept(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[list[list[World]]]:
        gamma = at["gamma"]
        assert gamma is not None
        found = []
        for prior in structure["Theta"]:
            worlds, masses = _rows_of(mechanism, prior)
            sets = exemptions(masses, gamma, what="datasets", notion=self.notion)
            found.append([[w for k, w in enumerate(worlds) if k not in exempt] for exempt in sets])
        return found

    def _solve_gamma(self, mechanism: FiniteMechanism, structure: Values, fixed: Values) -> Tightest:
        low, high = _brackets(fixed)
        ends = [[self._least_mass(mechanism, prior, at) for prior in structure["Theta"]] for at in (high, low)]
        certified = all(c for end in ends for _, c in end)
        masses = [max(m for m, _ in end) for end in ends]
        if not certified:
            return Tightest(self.notion, "gamma", float(masses[1]), Certainty.NUMERIC, fixed, tolerance=LEVEL_TOLERANCE)
        value = real(masses[0]) if masses[0] == masses[1] else enclosed(real(masses[0]), real(masses[1]))
        return Tightest(self.notion, "gamma", value, Certainty.CERTIFIED, fixed)

    def _least_mass(self, mechanism: FiniteMechanism, prior: Prior, at: Levels) -> tuple[Any, bool]:
        """The least mass of datasets without which a simulator exists, and whether that is certified."""
        worlds, masses = _rows_of(mechanism, prior)
        _check_count(len(worlds), what="datasets", notion=self.notion)
        slack = at["delta"]
        assert slack is not None
        certified = True

        def solvable(kept: Sequence[int]) -> bool:
            nonlocal certified
            found, _ = _at(simulation([worlds[k] for k in kept], mechanism.outputs, slack=slack), at["epsilon"])
            if found.answer is None:
                raise BlockError("gamma is not decided at the precision limit for these values of epsilon and delta")
            certified &= found.certified
            return found.answer

        apart = {pair for pair in itertools.combinations(range(len(worlds)), 2) if not solvable(pair)}
        every = range(len(worlds))
        sets = [c for n in range(len(worlds) + 1) for c in itertools.combinations(every, n)]
        for exempt in sorted(sets, key=lambda c: sum((masses[k] for k in c), Fraction(0))):
            kept = [k for k in every if k not in exempt]
            if not any(pair in apart for pair in itertools.combinations(kept, 2)) and solvable(kept):
                return sum((masses[k] for k in exempt), Fraction(0)), certified and not any(isinstance(m, float) for m in masses)
        raise AssertionError("without datasets everything is solvable")


def _rows_of(mechanism: FiniteMechanism, prior: Prior) -> tuple[list[World], list[Any]]:
    """The output laws of the datasets of a prior, equal ones together, with their probabilities."""
    masses: dict[Hashable, Any] = {}
    worlds: dict[Hashable, World] = {}
    for d, w in prior.datasets.items():
        if w:
            key = tuple(mechanism.row(d))
            worlds.setdefault(key, World(f"{prior.name}, D = {show_dataset(d)}", mechanism.row(d), {prior.name: Fraction(1)}))
            masses[key] = masses.get(key, Fraction(0)) + w
    return list(worlds.values()), list(masses.values())


# beliefs ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Belief:
    """An output with knowledge: its mass, the posterior of the secret, and per secret the (unnormalised) law of the signals."""

    label: str
    output: int
    mass: Any
    posterior: Mapping[Hashable, Any]
    signals: Mapping[Hashable, Mapping[Signal, Any]]


View = Callable[[Dataset], Mapping[Signal, Any]]
Secret = Callable[[Dataset], Hashable]
Pairs = Callable[[FiniteMechanism, Values, Prior], list[tuple[str, View, Secret]]]


@dataclass(frozen=True)
class InferenceBased(Existence):
    """Beliefs about a secret, after an output of the mechanism and after the same of a simulator, are (ε, δ)-close up to mass δ.

    ``pairs`` gives for a prior what the simulator may see and the secret, with a label. For fixed ε, δ and exceptions the
    conditions are linear once multiplied by the simulator's probability of the output; a common factor of the simulator's
    probabilities is left open, so that "positive" can be said as "at least 1".
    """

    notion: str
    pairs: Pairs
    structure: Mapping[str, Structure]
    quantitative: tuple[str, ...] = ("epsilon", "delta")
    usual: Values = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        """A limit of simulators may no longer produce an output."""
        return False

    def groups(self, mechanism: FiniteMechanism, structure: Values, at: Levels) -> list[Alternatives]:
        """One group, with one family for each largest choice of exceptions (one set per prior and secret)."""
        delta = at["delta"]
        assert delta is not None
        listed, choices = [], []
        for prior in structure["Theta"]:
            for label, view, secret in self.pairs(mechanism, structure, prior):
                beliefs = _beliefs(mechanism, prior, label, view, secret)
                listed.append(beliefs)
                choices.append(exemptions([b.mass for b in beliefs], delta, what="outputs with knowledge", notion=self.notion))
        small = [b for beliefs, sets in zip(listed, choices, strict=True) if len(sets) > 1 for b in beliefs if b.mass <= delta]
        _check_count(len(small), what="outputs with knowledge", notion=self.notion)
        return [
            [
                believed(
                    [b for beliefs, exempt in zip(listed, chosen, strict=True) for k, b in enumerate(beliefs) if k not in exempt],
                    len(mechanism.outputs),
                    delta,
                )
                for chosen in itertools.product(*choices)
            ]
        ]

    def solve_other(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """Delta, by bisection: it is the slack of the beliefs and the mass of the exceptions at once."""
        low, high = _brackets(fixed)
        certified = True

        def answer(delta: Fraction, at: Levels) -> bool | None:
            nonlocal certified
            found = self.decide(mechanism, structure, {**at, free: delta})
            certified &= found.certified
            return found.answer

        def result(value: Any, *, attained: bool | None) -> Tightest:
            certainty = Certainty.CERTIFIED if certified else Certainty.NUMERIC
            value = value if certified else float(value)
            return Tightest(
                self.notion, free, value, certainty, fixed, attained=attained, tolerance=0.0 if certified else float(_WIDTH)
            )

        if answer(Fraction(0), low):
            return result(real(0), attained=True)
        below, above, guess = Fraction(0), Fraction(1), None
        for _ in range(_MOST_STEPS):
            simplest = simplest_between(below, above)
            if above - below < Fraction(1, 1000) and simplest != guess:
                guess = simplest
                middle = guess if guess < above else guess - _WIDTH / 10
            else:
                middle = (below + above) / 2
            if above - below <= _WIDTH or not below < middle < above:
                break
            if answer(middle, low):
                above = middle
            elif answer(middle, high) is False:
                below = middle
            else:
                break
        return result(enclosed(real(below), real(above)), attained=None)


def _beliefs(mechanism: FiniteMechanism, prior: Prior, label: str, view: View, secret: Secret) -> list[Belief]:
    """The outputs with knowledge that can occur, and what each tells about the secret."""
    found = []
    exact = mechanism.exact and not any(isinstance(w, float) for w in prior.weights.values())
    matrix = mechanism.matrix if exact else mechanism.floats
    for known in prior.knowledge:
        here = {d: w if exact else float(w) for (d, b), w in prior.weights.items() if b == known and w}
        secrets = tuple(dict.fromkeys(secret(d) for d in here))
        seen = {p: _pushed({d: w for d, w in here.items() if secret(d) == p}, view) for p in secrets}
        for k, output in enumerate(mechanism.outputs):
            joint = {
                p: sum((w * matrix[mechanism.index(d), k] for d, w in here.items() if secret(d) == p), Fraction(0))
                for p in secrets
            }
            mass = sum(joint.values(), Fraction(0))
            if mass:
                where = f"{_where(prior, known)}, {label}, output {_text(output)}"
                found.append(Belief(where, k, mass, {p: v / mass for p, v in joint.items()}, seen))
    return found


def believed(beliefs: Sequence[Belief], outputs: int, delta: Any) -> Family:
    """A simulator after whose outputs the beliefs are within (ε, δ) of the mechanism's: a family in e^ε."""
    variables = _Variables()
    rows = []
    signals = dict.fromkeys(s for b in beliefs for law in b.signals.values() for s, w in law.items() if w)
    for signal in signals:
        total = {variables("simulator", signal, k): Fraction(1) for k in range(outputs)}
        rows.append(Row({**total, variables("scale"): Fraction(-1)}, equal=True))
    for place, belief in enumerate(beliefs):
        parts = {
            p: {variables("simulator", s, belief.output): w for s, w in law.items() if w} for p, law in belief.signals.items()
        }
        whole: dict[int, Any] = {}
        for part in parts.values():
            for j, w in part.items():
                whole[j] = whole.get(j, Fraction(0)) + w
        rows.append(Row({j: -w for j, w in whole.items()}, Fraction(-1), label=Origin(belief.label)))
        for above in (True, False):
            excess = {}
            for p, part in parts.items():
                mu = belief.posterior[p]
                real_side = {j: mu * w for j, w in whole.items()} if mu else {}
                spare = {variables("excess", place, above, p): Fraction(-1)} if delta else {}
                excess.update({j: Fraction(1) for j in spare})
                more, less = (real_side, part) if above else (part, real_side)
                rows.append(Row({**more, **spare}, gain=less, label=Origin(belief.label)))
            if delta:
                rows.append(Row({**excess, **{j: -delta * w for j, w in whole.items()}}))
    return Family(len(variables.places), tuple(rows))


def _records_as_secrets(mechanism: FiniteMechanism, structure: Values, prior: Prior) -> list[tuple[str, View, Secret]]:
    """For each position the data without its record, and the record ("absent" where there is none)."""

    def view(i: int) -> View:
        return lambda d: {(i, blanked(d, i) if i < len(d) else d): Fraction(1)}

    def secret(i: int) -> Secret:
        return lambda d: d[i] if i < len(d) else Sign.ABSENT

    return [(f"record {i + 1}", view(i), secret(i)) for i in range(prior.length)]


def _given_pairs(mechanism: FiniteMechanism, structure: Values, prior: Prior) -> list[tuple[str, View, Secret]]:
    return [(f"priv{place}", agg.__getitem__, priv.__getitem__) for place, (agg, priv) in enumerate(structure["Gamma"], start=1)]


# structural parameters ----------------------------------------------------------------------------------------------------------


def signal_law(given: Any, path: Path) -> dict[Signal, Any]:
    """What an aggregate returns on one dataset: a value, or a distribution of values.

    A distribution is a mapping of values to probabilities, or a list of ``{"value": …, "probability": …}``.
    """
    if isinstance(given, list | tuple) and given and all(isinstance(e, Mapping) for e in given):
        law: dict[Signal, Any] = {}
        for k, entry in enumerate(given):
            if set(entry) != {"value", "probability"}:
                raise BlockError("each entry of a randomised aggregate has the keys value and probability", (*path, k))
            key = freeze(entry["value"])
            law[key] = law.get(key, Fraction(0)) + probability(entry["probability"], (*path, k, "probability"))
    elif isinstance(given, Mapping):
        law = {freeze(v): probability(w, path) for v, w in given.items()}
    else:
        return {freeze(given): Fraction(1)}
    total = sum(law.values(), Fraction(0))
    if any(w < 0 for w in law.values()) or abs(total - 1) > (ROW_TOLERANCE if isinstance(total, float) else 0):
        raise BlockError(f"the probabilities of a randomised aggregate are not negative and sum to 1, not to {total}", path)
    return law


def aggregate(given: Any, mechanism: FiniteMechanism, path: Path) -> dict[Dataset, dict[Signal, Any]]:
    """An aggregate on every dataset without one record, of any size.

    A callable, a mapping of datasets, entries ``{"dataset": …, "value": …}``, or the values in the order of the datasets.
    """
    needed = tuple(dict.fromkeys(d[:i] + d[i + 1 :] for d in mechanism.datasets for i in range(len(d))))
    if callable(given):
        return {d: signal_law(given(d), path) for d in needed}
    if isinstance(given, Mapping):
        entries = {freeze(d): v for d, v in given.items()}
    else:
        entries = _by_dataset(_items(given, path, "values, one per dataset"), mechanism, path)
    missing = [d for d in needed if d not in entries]
    if missing:
        raise BlockError(
            f"the aggregate has no value for the dataset {show_dataset(missing[0])}, which is left when a record is removed; "
            'name datasets in entries with "dataset" and "value"',
            path,
        )
    return {d: signal_law(entries[d], path) for d in needed}


def _by_dataset(items: Sequence[Any], mechanism: FiniteMechanism, path: Path) -> dict[Any, Any]:
    if items and all(isinstance(e, Mapping) and set(e) == {"dataset", "value"} for e in items):
        return {freeze(e["dataset"]): e["value"] for e in items}
    if len(items) != len(mechanism.datasets):
        raise BlockError(f"the aggregate has {len(items)} values for {len(mechanism.datasets)} datasets", path)
    return dict(zip(mechanism.datasets, items, strict=True))


def aggregates(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[dict[Dataset, dict[Signal, Any]], ...]:
    """A family of aggregates."""
    found = tuple(aggregate(a, mechanism, (*path, k)) for k, a in enumerate(_items(given, path, "aggregates")))
    if not found:
        raise BlockError("the family of aggregates is empty; give at least one", path)
    return found


def _items(given: Any, path: Path, of: str) -> list[Any]:
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        raise BlockError(f"a list of {of} is needed, and {given!r} is given", path)
    return list(given)


def worlds_of(
    given: Any, mechanism: FiniteMechanism, path: Path
) -> tuple[tuple[dict[Dataset, dict[Signal, Any]], dict[Dataset, Hashable]], ...]:
    """Alternative worlds: pairs (agg, priv), or ``{"agg": …, "priv": …}``, each a function of the mechanism's datasets."""
    read_agg, read_priv = table(signal_law), table(lambda v, _: freeze(v))
    found = []
    for k, item in enumerate(_items(given, path, "pairs of functions, agg and priv")):
        here = (*path, k)
        if isinstance(item, Mapping):
            if set(item) != {"agg", "priv"}:
                raise BlockError("each entry has the keys agg and priv", here)
            item = (item["agg"], item["priv"])  # noqa: PLW2901
        parts = _items(item, here, "two functions, agg and priv")
        if len(parts) != len(("agg", "priv")):
            raise BlockError(f"a pair of functions, agg and priv, is needed, and {len(parts)} are given", here)
        found.append((read_agg(parts[0], mechanism, (*here, "agg")), read_priv(parts[1], mechanism, (*here, "priv"))))
    if not found:
        raise BlockError("the family of alternative worlds is empty; give at least one pair", path)
    return tuple(found)


Leaks = dict[Dataset, dict[Hashable, Matrix]]
"""For each dataset and leak the probabilities of each output together with that leak."""


def leakage(given: Any, mechanism: FiniteMechanism, path: Path) -> Leaks:
    """The joint law of output and leak on each dataset; its outputs must be distributed as the mechanism's.

    A function of (dataset, output), where those determine the leak; or per dataset (in order, or by a mapping) the leaks in the
    order of the outputs, a mapping of (output, leak) to probabilities, or a list of entries with output, leak and probability.
    """
    if callable(given):
        return {
            d: _joined(mechanism, d, [(o, given(d, o), mechanism.probability(d, o)) for o in mechanism.outputs], path)
            for d in mechanism.datasets
        }
    per_dataset = table(lambda item, _: item)(given, mechanism, path)
    found = {}
    for k, (d, item) in enumerate(per_dataset.items()):
        here = (*path, k)
        found[d] = _joined(mechanism, d, _entries(item, mechanism, d, here), here)
    return found


def _entries(item: Any, mechanism: FiniteMechanism, d: Dataset, path: Path) -> list[tuple[Hashable, Any, Any]]:
    if isinstance(item, Mapping):
        if not all(isinstance(k, tuple) and len(k) == 2 for k in item):
            raise BlockError("the law of a dataset is a mapping of pairs (output, leak) to probabilities", path)
        return [(o, leak, probability(w, path)) for (o, leak), w in item.items()]
    items = _items(item, path, "outputs with leaks")
    if all(isinstance(e, Mapping) for e in items):
        for k, e in enumerate(items):
            if set(e) != {"output", "leak", "probability"}:
                raise BlockError("each entry has the keys output, leak and probability", (*path, k))
        return [
            (freeze(e["output"]), e["leak"], probability(e["probability"], (*path, k, "probability")))
            for k, e in enumerate(items)
        ]
    if len(items) != len(mechanism.outputs):
        raise BlockError(f"{len(items)} leaks are given for {len(mechanism.outputs)} outputs", path)
    return [(o, leak, mechanism.probability(d, o)) for o, leak in zip(mechanism.outputs, items, strict=True)]


def _joined(
    mechanism: FiniteMechanism, d: Dataset, entries: Iterable[tuple[Hashable, Any, Any]], path: Path
) -> dict[Hashable, Matrix]:
    places = {o: k for k, o in enumerate(mechanism.outputs)}
    listed = [(o, freeze(leak), w) for o, leak, w in entries]
    exact = mechanism.exact and not any(isinstance(w, float) for _, _, w in listed)
    joint: dict[Hashable, Matrix] = {}
    for o, leak, w in listed:
        if o not in places:
            raise BlockError(f"the mechanism has no output {o!r}", path)
        if w < 0:
            raise BlockError(f"the output {o!r} and the leak {leak!r} have the negative probability {w}", path)
        if leak not in joint:
            joint[leak] = np.array([Fraction(0)] * len(places), dtype=object) if exact else np.zeros(len(places))
        joint[leak][places[o]] += w if exact else float(w)
    for o, k in places.items():
        total, expected = sum((law[k] for law in joint.values()), Fraction(0)), mechanism.probability(d, o)
        if total != expected if exact else abs(float(total) - float(expected)) > ROW_TOLERANCE:
            raise BlockError(
                f"with its leaks the output {_text(o)} has the probability {total} on {show_dataset(d)}, "
                f"and {expected} in the mechanism; they must agree",
                path,
            )
    return joint


def subspace(given: Any, mechanism: FiniteMechanism, path: Path) -> dict[Hashable, str]:
    """The projection of every output onto the span of the given vectors, as a text; outputs are numbers or tuples of numbers."""
    vectors = {o: _vector(o, ("outputs", k)) for k, o in enumerate(mechanism.outputs)}
    width = len(next(iter(vectors.values())))
    basis = [_vector(freeze(v), (*path, k)) for k, v in enumerate(_items(given, path, "vectors"))]
    for o, vector in vectors.items():
        if len(vector) != width:
            raise BlockError(
                f"the outputs are vectors of different lengths: {_text(o)} has {len(vector)} entries, not {width}", ("outputs",)
            )
    for k, v in enumerate(basis):
        if len(v) != width:
            raise BlockError(f"a vector of the basis has {len(v)} entries, and the outputs have {width}", (*path, k))
    return {o: show_dataset(projection(v, basis)) for o, v in vectors.items()}


def _vector(given: Any, path: Path) -> tuple[Fraction, ...]:
    entries = []
    for x in given if isinstance(given, tuple) else (given,):
        read = None if isinstance(x, bool) else number(x, path)
        if read is None or read.rational is None:
            raise BlockError(f"{x!r} is not a rational number; outputs and basis are numbers or lists of numbers", path)
        entries.append(read.rational)
    return tuple(entries)


def projection(vector: Sequence[Fraction], basis: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """The orthogonal projection of a vector onto the span of others, exactly."""
    if not basis:
        return (Fraction(0),) * len(vector)
    entries = [flint.fmpq(x.numerator, x.denominator) for v in basis for x in v]
    reduced, rank = flint.fmpq_mat(len(basis), len(vector), entries).rref()
    if not rank:
        return (Fraction(0),) * len(vector)
    rows = flint.fmpq_mat(rank, len(vector), [reduced[i, j] for i in range(rank) for j in range(len(vector))])
    column = flint.fmpq_mat(len(vector), 1, [flint.fmpq(x.numerator, x.denominator) for x in vector])
    found = rows.transpose() * (rows * rows.transpose()).solve(rows * column)
    return tuple(Fraction(int(found[j, 0].p), int(found[j, 0].q)) for j in range(len(vector)))


# pairs that need no simulator ---------------------------------------------------------------------------------------------------


def given_the_leak(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Neighbours given each leak that both can cause."""
    laws = Laws(mechanism.outputs)
    leaks: Leaks = structure["P"]
    rows: dict[tuple[Dataset, Hashable], int] = {}

    def row(d: Dataset, leak: Hashable) -> int | None:
        if (d, leak) not in rows:
            total = sum(leaks[d].get(leak, ()), Fraction(0))
            if not total:
                return None
            rows[d, leak] = laws.add(leaks[d][leak] / total, f"{show_dataset(d)}, leak {_text(leak)}")
        return rows[d, leak]

    for p in units.one_record(mechanism):
        a, b = mechanism.datasets[p.left], mechanism.datasets[p.right]
        for leak in leaks[a]:
            i, j = row(a, leak), row(b, leak)
            if i is not None and j is not None:
                laws.pairs.append((i, j))
    return laws.comparisons()


def projected(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    """Neighbours, with outputs projected onto the subspace."""
    seen = mechanism.post_process(structure["V"])
    return of_datasets(seen, units.one_record(seen))


AGGREGATES = Structure(
    "family of aggregates",
    "a list of aggregates, each a value or a distribution of values for every dataset without one record",
    aggregates,
)
ALTERNATIVE_WORLDS = Structure(
    "alternative worlds", "a list of pairs agg and priv, each with one value per dataset (agg: or a distribution)", worlds_of
)
LEAKAGE = Structure(
    "leakage function",
    "for each dataset the joint law of output and leak, as entries with output, leak and probability",
    leakage,
)
SUBSPACE = Structure("subspace", "a list of vectors that span the protected subspace", subspace)

NOTIONS: tuple[Executable, ...] = (
    Simulated("distributional-dp", without_record, {"Theta": PRIORS}),
    Simulated("coupled-worlds-privacy", alternative_worlds, {"Theta": PRIORS, "Gamma": ALTERNATIVE_WORLDS}),
    Simulated("zero-knowledge-privacy", aggregates_of_others, {"Agg": AGGREGATES}),
    TypicalStability(),
    InferenceBased("inference-based-coupled-worlds-privacy", _given_pairs, {"Theta": PRIORS, "Gamma": ALTERNATIVE_WORLDS}),
    InferenceBased("inference-based-distributional-dp", _records_as_secrets, {"Theta": PRIORS}),
    Compared("bounded-leakage-dp", given_the_leak, standards.HockeyStick(), ("epsilon", "delta"), {"P": LEAKAGE}),
    Compared("subspace-dp", projected, standards.HockeyStick(), ("epsilon", "delta"), {"V": SUBSPACE}),
)
