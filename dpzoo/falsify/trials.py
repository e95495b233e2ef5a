"""The targets of attacks: relations with a map, composition rules and axioms, each as one trial on one random mechanism.

A trial draws a mechanism, finds parameters at which the premise holds (the tightest ones, where a false conclusion shows first),
and evaluates the conclusion exactly. A counterexample is certified if exact or ball arithmetic settled both sides; where either
is numeric it must lie beyond a tolerance, and says so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.expressions import Constraint, Expression
from dpzoo.falsify.amounts import changed, loosened, pointwise, weaker
from dpzoo.falsify.choice import Choice
from dpzoo.falsify.choices import CHOICES
from dpzoo.falsify.mechanisms import channel
from dpzoo.falsify.objects import objects, second
from dpzoo.falsify.premises import ClaimSide, NotAttackableError, Premise, premise, sample, strengthens
from dpzoo.falsify.random_structures import afterwards, mixed, together
from dpzoo.falsify.settings import Random
from dpzoo.falsify.worst_pairs import known, worst_pair
from dpzoo.notions.curves import CurveNotion
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Judgement, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import ZERO, Real, UndecidedError, real

_WORST: Final = 0.4
"""The share of trials with the pair that attains the best possible conversion."""
_UNUSABLE: Final = (BlockError, UndecidedError, ArithmeticError, ValueError)
_FREE: Final[Mapping[str, tuple[Any, ...]]] = {
    "delta": (Fraction(1, 10), Fraction(1, 4), Fraction(1, 100), Fraction(1, 2)),
    "gamma": (Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)),
    "alpha": (2, Fraction(3, 2), 3, 8),
    "omega": (2, 4, Fraction(3, 2)),
    "k": (1, 2, 3),
    "l": (1, 2, 3),
}


class Spared(StrEnum):
    """Why a trial gave no counterexample."""

    HELD = "the conclusion held"
    VOID = "the premise did not hold, or the objects did not fit"


@dataclass(frozen=True)
class Counterexample:
    """Finite objects on which the premise holds and the conclusion fails.

    ``structure`` holds the structural parameters by sort, ``judged_structure`` those of the notion that fails by its own names.
    """

    target: str
    claim: str
    mechanisms: tuple[tuple[str, FiniteMechanism], ...]
    structure: Mapping[str, Any]
    premise: Mapping[str, Any]
    conclusion: Mapping[str, Any]
    verdict: Judgement
    subject: str = ""
    object: str = ""
    judged: str = "m"
    """How the mechanism that fails is made of the mechanisms, in the code of a witness."""
    premise_certified: bool = True
    judged_structure: Mapping[str, Any] = field(default_factory=dict)

    @property
    def certified(self) -> bool:
        """Whether exact or ball arithmetic settled the premise and the conclusion."""
        return self.premise_certified and self.verdict.certainty is Certainty.CERTIFIED


Result = Counterexample | Spared


@dataclass(frozen=True)
class TrialObjects:
    """The objects of one trial: mechanisms, their structural parameters by sort, a channel, chances, sampled parameters."""

    mechanisms: tuple[FiniteMechanism, ...]
    structures: tuple[Mapping[str, Any], ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    free: Mapping[str, Any] = field(default_factory=dict)
    channel: Mapping[Any, Any] | None = None
    chance: Fraction = Fraction(1, 2)

    @property
    def structure(self) -> Mapping[str, Any]:
        """The first mechanism's structural parameters."""
        return self.structures[0]


class Target(ABC):
    """One claim that can be attacked. ``cost`` divides its number of trials, since some notions take long to evaluate."""

    id: str
    claim: str
    cost: int

    @abstractmethod
    def draw(self, rng: Random) -> TrialObjects | None:
        """Random objects for one trial."""

    @abstractmethod
    def trial(self, case: TrialObjects, *, loose: bool = False) -> Result:
        """The outcome for these objects; with ``loose``, a slightly weaker conclusion than the claim's is tested."""

    def attack(self, case: TrialObjects) -> Result:
        """The counterexample that these objects give: floats look first, because they are much faster.

        One that is not certified counts only if it also lies beyond the tolerance.
        """
        rough = replace(case, mechanisms=tuple(m.as_floats() for m in case.mechanisms))
        first = self.trial(rough)
        if isinstance(first, Spared):
            return first
        found = self.trial(case)
        if isinstance(found, Counterexample) and not found.certified and isinstance(self.trial(case, loose=True), Spared):
            return Spared.HELD
        return found


def named(run: Executable, by_sort: Mapping[str, Any]) -> dict[str, Any]:
    """Structural parameters by the notion's own names."""
    return {name: by_sort[kind.sort] for name, kind in run.structure.items() if kind.sort in by_sort}


def _asked(
    run: Executable, side: ClaimSide, m: FiniteMechanism, given: Mapping[str, Any], wanted: Mapping[str, Any], loose: bool
) -> dict[str, Any]:
    """The parameters as the notion reads them: levels for every key that it has, and a little less where that is wanted."""
    found = dict(wanted)
    if loose:
        found = {n: loosened(v, stronger_when_larger=strengthens(side.record, n)) for n, v in found.items()}
    if isinstance(run, CurveNotion):
        for name, value in found.items():
            if isinstance(value, Mapping):
                least = run.tightest(m, **given)
                assert isinstance(least, Tightest)
                found[name] = {**dict.fromkeys(least.value, ZERO), **value}
    return found


def _verdict(
    run: Executable, side: ClaimSide, m: FiniteMechanism, given: Mapping[str, Any], wanted: Mapping[str, Any], *, loose: bool
) -> Judgement | None:
    """Whether the notion holds; None where it refuses the objects or cannot decide."""
    try:
        found = run.holds(m, **given, **_asked(run, side, m, given, wanted, loose))
    except _UNUSABLE:
        return None
    if found.holds is None and getattr(run, "refutes_only", False) and found.certainty is Certainty.UNDECIDED:
        return replace(found, holds=True, certainty=Certainty.NUMERIC)  # nothing that was tried refutes it
    return None if found.holds is None else found


def check_runs(notion: str) -> None:
    """Refuse notions that do not run."""
    if notion not in executables():
        raise NotAttackableError(f"{notion} does not run")


@dataclass(frozen=True)
class Implication(Target):
    """X at its tightest parameters must give Y at the parameters of the map; for ⊂ also conversely."""

    id: str
    claim: str
    subject: ClaimSide
    object: ClaimSide
    map: Mapping[str, Expression]
    free: Mapping[str, Constraint] = field(default_factory=dict)
    given: tuple[Constraint, ...] = ()
    conditions: frozenset[str] = frozenset()
    identical: bool = False
    cost: int = 1

    @property
    def choice(self) -> Choice | None:
        """What the claim says about structural parameters, as code."""
        return CHOICES.get(self.id)

    def draw(self, rng: Random) -> TrialObjects | None:
        """A mechanism on a domain that the claim speaks of, structures for both notions, parameter values."""
        one, two = executables()[self.subject.id], executables()[self.object.id]
        m, by_sort = objects(rng, (one, two), conditions=self.conditions, choice=self.choice)
        values = sample(rng, self.subject, self.given, legal=self.identical)
        free = {}
        for name in self.free:
            options = _FREE.get(name, (Fraction(1, 4), Fraction(1), Fraction(3)))
            free[name] = real(options[rng.integers(len(options))])
        if self._numbers_alone and rng.random() < _WORST:
            worst = worst_pair(rng, self.subject, self.object.id, self.map, values, self.free, self.given)
            if worst is not None:
                m = worst.mechanism
                values, free = ({n: real(x) for n, x in part.items()} for part in (worst.values, worst.free))
        return TrialObjects((m,), (by_sort,), values, free)

    @property
    def _numbers_alone(self) -> bool:
        """Whether the best possible conversion between the two notions is known."""
        plain = not self.conditions and self.choice is None and not executables()[self.subject.id].structure
        return plain and known(self.subject.id, self.object.id)

    def trial(self, case: TrialObjects, *, loose: bool = False) -> Result:
        """Whether Y fails where X holds (or, for ⊂, holds where X fails)."""
        one = executables()[self.subject.id]
        (m,) = case.mechanisms
        have = premise(self.subject, m, named(one, case.structure), case.values, legal=self.identical)
        if have is None:
            return Spared.VOID
        found = self._conclusion(m, case, have.values, loose=loose)
        if found is None:
            return Spared.VOID
        if found.verdict.holds is False:
            return replace(found, premise_certified=have.certified and "all-priors" not in self.conditions)
        return self._converse(m, case, have, loose=loose) if self.identical else Spared.HELD

    def _converse(self, m: FiniteMechanism, case: TrialObjects, have: Premise, *, loose: bool) -> Result:
        """For ⊂: where the subject fails, at a slightly tighter parameter, the object must fail too."""
        one = executables()[self.subject.id]
        if getattr(executables()[self.object.id], "refutes_only", False):
            return Spared.HELD  # that it holds is never certain
        for name in have.values.keys() - case.values.keys():
            factor = Fraction(10, 9) if strengthens(self.subject.record, name) else Fraction(9, 10)
            tighter = changed(have.values[name], factor)
            asked = {**have.values, name: tighter}
            first = _verdict(one, self.subject, m, named(one, case.structure), asked, loose=loose)
            found = self._conclusion(m, case, asked, loose=False) if first is not None and first.holds is False else None
            if first is not None and found is not None and found.verdict.holds:
                note = "the object holds where the subject fails, so they are not identical"
                both = found.verdict.certainty if first.certainty is Certainty.CERTIFIED else first.certainty
                return replace(found, verdict=replace(found.verdict, holds=False, note=note, certainty=both))
        return Spared.HELD

    def _conclusion(
        self, m: FiniteMechanism, case: TrialObjects, have: Mapping[str, Any], *, loose: bool
    ) -> Counterexample | None:
        """What the map asks of the object and the verdict on it, in the shape of a counterexample."""
        two = executables()[self.object.id]
        choice = self.choice
        try:
            values = {**self._structural_amounts(m, case), **have, **case.free}
            wanted = {name: pointwise(e, values) for name, e in self.map.items() if name in two.quantitative}
            if self._numbers_alone:  # below nothing is nothing
                wanted = {n: x if not isinstance(x, Real) or float(x) >= 0 else ZERO for n, x in wanted.items()}
            floats = {k: float(v) for k, v in {**wanted, **values}.items() if isinstance(v, Real)}
            if not all(c.holds(floats) for c in (*self.given, *self.free.values()) if c.names <= set(floats)):
                return None
            seen = m if choice is None or choice.view is None else choice.view(m)
            given = named(two, case.structure)
            if choice is not None:
                subjects = named(executables()[self.subject.id], case.structure)
                given |= choice.build(m, subjects, {**wanted, **values})
        except _UNUSABLE:
            return None
        verdict = _verdict(two, self.object, seen, given, wanted, loose=loose)
        if verdict is None:
            return None
        return Counterexample(
            self.id,
            self.claim,
            (("M", m),) if seen is m else (("M", m), ("M as the second notion reads it", seen)),
            case.structure,
            have,
            wanted,
            verdict,
            self.subject.id,
            self.object.id,
            "m" if seen is m else "m2",
            judged_structure=given,
        )

    def _structural_amounts(self, m: FiniteMechanism, case: TrialObjects) -> dict[str, Any]:
        """Distances that the map uses, as levels for every ordered pair of datasets."""
        one = executables()[self.subject.id]
        found = {}
        for name in {n for e in self.map.values() for n in e.names} & set(one.structure):
            distance: Any = one.structure[name].read(case.structure[one.structure[name].sort], m, (name,))
            found[name] = {(a, b): distance(a, b) for a in m.datasets for b in m.datasets if a != b}
        return found


@dataclass(frozen=True)
class OfNotion(Target):
    """A claim about one notion: two mechanisms on the same data, or one and what is done to it."""

    id: str
    claim: str
    notion: ClaimSide

    def _premises(self, case: TrialObjects) -> list[Premise] | None:
        run = executables()[self.notion.id]
        found = [
            premise(self.notion, m, named(run, s), case.values) for m, s in zip(case.mechanisms, case.structures, strict=True)
        ]
        return None if any(f is None for f in found) else [f for f in found if f is not None]

    def _judge(
        self,
        case: TrialObjects,
        have: Sequence[Premise],
        shown: Mapping[str, Any],
        judged: tuple[str, str, FiniteMechanism],
        by_sort: Mapping[str, Any],
        wanted: Mapping[str, Any],
        *,
        loose: bool,
    ) -> Result:
        run = executables()[self.notion.id]
        code, name, m = judged
        given = named(run, by_sort)
        verdict = _verdict(run, self.notion, m, given, wanted, loose=loose)
        if verdict is None:
            return Spared.VOID
        if verdict.holds:
            return Spared.HELD
        names = ("M₁", "M₂")[: len(case.mechanisms)]
        shown_mechanisms = (*zip(names, case.mechanisms, strict=True), *(((name, m),) if name else ()))
        return Counterexample(
            self.id,
            self.claim,
            shown_mechanisms,
            case.structure,
            shown,
            wanted,
            verdict,
            self.notion.id,
            self.notion.id,
            code,
            all(h.certified for h in have),
            given,
        )


@dataclass(frozen=True)
class CompositionTarget(OfNotion):
    """Two runs with independent coins satisfy the notion at the parameters of the rule."""

    rule: Mapping[str, Expression]
    cost: int = 1

    def draw(self, rng: Random) -> TrialObjects | None:
        """Two mechanisms on the same domain."""
        run = executables()[self.notion.id]
        first, by_sort = objects(rng, (run,))
        other, others = second(rng, (run,), first, by_sort)
        return TrialObjects((first, other), (by_sort, others), sample(rng, self.notion))

    def trial(self, case: TrialObjects, *, loose: bool = False) -> Result:
        """Whether the pair exceeds what the rule says."""
        have = self._premises(case)
        if have is None:
            return Spared.VOID
        values = {f"{n}{k}": v for k, h in enumerate(have, start=1) for n, v in h.values.items()} | dict(case.values)
        try:
            (first, other), (one, two) = case.mechanisms, case.structures
            both, by_sort = together(first, other, self.notion.id, one, two)
            wanted = {
                n: pointwise(e, self._by_pair(values, case)) for n, e in self.rule.items() if n in self.notion.run.quantitative
            }
        except _UNUSABLE:
            return Spared.VOID
        plain = both.outputs == case.mechanisms[0].compose(case.mechanisms[1]).outputs
        judged = ("m1.compose(m2)", "", both) if plain else ("m3", "M₁ and M₂", both)
        return self._judge(case, have, values, judged, by_sort, wanted, loose=loose)

    def _by_pair(self, values: Mapping[str, Any], case: TrialObjects) -> Mapping[str, Any]:
        """Levels for outputs, as levels for pairs of outputs: each part has its own."""
        if self.notion.id not in _LEVEL_FOR_EACH_OUTPUT:
            return values
        pairs = [(a, b) for a in case.mechanisms[0].outputs for b in case.mechanisms[1].outputs]
        return {
            n: {pair: v.get(pair[int(n[-1]) - 1], ZERO) for pair in pairs} if isinstance(v, Mapping) else v
            for n, v in values.items()
        }


_LEVEL_FOR_EACH_OUTPUT: Final = frozenset({"ex-post-dp", "ex-post-per-instance-dp"})


@dataclass(frozen=True)
class PostProcessing(OfNotion):
    """A channel after the mechanism keeps the guarantee."""

    cost: int = 1

    def draw(self, rng: Random) -> TrialObjects | None:
        """A mechanism and a channel."""
        m, by_sort = objects(rng, (executables()[self.notion.id],))
        return TrialObjects((m,), (by_sort,), sample(rng, self.notion), channel=self._channel(rng, m))

    def _channel(self, rng: Random, m: FiniteMechanism) -> Mapping[Any, Mapping[Any, Fraction]]:
        """Any channel; where an output is a result for each of several people, one for each of them."""
        if self.notion.id not in _ONE_CHANNEL_EACH:
            return channel(rng, m.outputs)
        width = len(m.outputs[0])  # type: ignore[arg-type]
        each = [channel(rng, list(dict.fromkeys(o[k] for o in m.outputs))) for k in range(width)]  # type: ignore[index]
        found: dict[Any, dict[Any, Fraction]] = {}
        for o in m.outputs:
            law: dict[Any, Fraction] = {(): Fraction(1)}
            for k in range(width):
                law = {(*a, b): p * q for a, p in law.items() for b, q in each[k][o[k]].items()}  # type: ignore[index]
            found[o] = law
        return found

    def trial(self, case: TrialObjects, *, loose: bool = False) -> Result:
        """Whether the post-processed mechanism loses the guarantee."""
        have = self._premises(case)
        if have is None or case.channel is None:
            return Spared.VOID
        after = case.mechanisms[0].post_process(case.channel)
        by_sort = afterwards(case.structure, case.channel)
        wanted = have[0].values
        return self._judge(case, have, wanted, ("m2", "f∘M₁", after), by_sort, wanted, loose=loose)


_ONE_CHANNEL_EACH: Final = frozenset({
    "adaptive-continual-release-dp", "evolving-data-dp", "gradual-privacy-expiration", "inter-silo-record-level-dp",
    "interactive-dp",
    "strong-federated-f-dp", "weak-federated-f-dp",
})  # fmt: skip


@dataclass(frozen=True)
class Convexity(OfNotion):
    """A random choice between two mechanisms with the guarantee keeps it."""

    cost: int = 1

    def draw(self, rng: Random) -> TrialObjects | None:
        """Two mechanisms on the same domain, with the same outputs, and the chance of the first."""
        run = executables()[self.notion.id]
        first, by_sort = objects(rng, (run,))
        other, others = second(rng, (run,), first, by_sort, same_outputs=True)
        chance = Fraction(int(rng.integers(1, 8)), 8)
        return TrialObjects((first, other), (by_sort, others), sample(rng, self.notion), chance=chance)

    def trial(self, case: TrialObjects, *, loose: bool = False) -> Result:
        """Whether the mixture loses what both have."""
        have = self._premises(case)
        if have is None:
            return Spared.VOID
        wanted = {
            n: weaker(v, have[1].values[n], stronger_when_larger=strengthens(self.notion.record, n))
            for n, v in have[0].values.items()
        }
        mixture = case.mechanisms[0].mix(case.mechanisms[1], case.chance)
        by_sort = mixed(case.structures[0], case.structures[1], case.chance)
        return self._judge(case, have, wanted, ("m3", "mixture", mixture), by_sort, wanted, loose=loose)
