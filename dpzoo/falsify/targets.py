"""What is attacked: relations with a map, composition rules, axioms; each as one trial on one random mechanism.

A trial draws a mechanism, finds parameters at which the premise holds (the tightest ones, where a false conclusion shows first),
and evaluates the conclusion exactly. A counterexample is certified: exact or ball arithmetic refuted the conclusion.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.errors import BlockError
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.real import Real, UndecidedError, real
from dpzoo.blocks.values import evaluate
from dpzoo.expressions import Constraint, Expression
from dpzoo.falsify.mechanisms import Random, channel, domain, mechanism
from dpzoo.falsify.structures import SORTS, draw
from dpzoo.records.enums import RelationKind
from dpzoo.records.enums import Verdict as Answer
from dpzoo.records.notion import NotionRecord
from dpzoo.semantics.executable import Executable
from dpzoo.semantics.levels import Levelled
from dpzoo.semantics.registry import executables
from dpzoo.semantics.results import Certainty, Tightest, Verdict
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_SAMPLES: Final[Mapping[str, tuple[Any, ...]]] = {
    "delta": (Fraction(1, 10), Fraction(1, 4), Fraction(1, 100), Fraction(1, 2)),
    "delta_a": (Fraction(1, 10), Fraction(1, 4)),
    "delta_p": (Fraction(1, 10), Fraction(1, 4)),
    "gamma": (Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)),
    "beta": (Fraction(1, 2), Fraction(1, 4), 1),
    "alpha": (2, Fraction(3, 2), 3, 8),
    "omega": (2, 4, Fraction(3, 2)),
    "k": (1, 2, 3),
    "c": (1, 2),
    "xi": (0, Fraction(1, 4)),
    "Delta": (2, Fraction(3, 2)),
}
_MORE: Final = (Fraction(1, 8), Fraction(1), Fraction(3))


@dataclass(frozen=True)
class Counterexample:
    """Finite objects on which the premise holds and the conclusion fails, certified."""

    target: str
    claim: str
    mechanisms: tuple[tuple[str, FiniteMechanism], ...]
    structure: Mapping[str, Any]
    premise: Mapping[str, Any]
    conclusion: Mapping[str, Any]
    verdict: Verdict
    subject: str = ""
    object: str = ""
    judged: str = "m"
    """How the mechanism that fails is made of the mechanisms, in the code of a witness."""


@dataclass(frozen=True)
class Side:
    """A notion that a claim is about: its id and record, which travel between processes (a whole zoo would not)."""

    id: str
    record: NotionRecord

    @classmethod
    def of(cls, notion: Notion) -> Side:
        """The side of a notion."""
        return cls(notion.id, notion.record)

    @property
    def name(self) -> str:
        """The notion's name."""
        return self.record.name


class Target(ABC):
    """One claim that can be attacked."""

    id: str
    claim: str

    @abstractmethod
    def draw(self, rng: Random) -> Case | None:
        """Random objects for one trial."""

    @abstractmethod
    def trial(self, case: Case) -> Counterexample | None:
        """The counterexample that these objects give, if they do: certified if the mechanisms are exact."""

    def attack(self, case: Case) -> Counterexample | None:
        """The certified counterexample that these objects give: floats look first, because they are much faster."""
        rough = replace(case, mechanisms=tuple(m.as_floats() for m in case.mechanisms))
        if self.trial(rough) is None:
            return None
        found = self.trial(case)
        return found if found is not None and found.verdict.certainty is Certainty.CERTIFIED else None


@dataclass(frozen=True)
class Case:
    """The objects of one trial: mechanisms, structural parameters by name, a channel, chances, and the sampled parameters."""

    mechanisms: tuple[FiniteMechanism, ...]
    structure: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    free: Mapping[str, Any] = field(default_factory=dict)
    channel: Mapping[Any, Any] | None = None
    chance: Fraction = Fraction(1, 2)


class NotAttackableError(Exception):
    """The claim cannot be made to run; the message says why."""


def premise(
    run: Executable, record: NotionRecord, m: FiniteMechanism, structure: Mapping[str, Any], values: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """Proper parameters at which ``m`` satisfies the notion, as tight as can be found; None if there are none."""
    found = dict(values)
    for free in [n for n in run.quantitative if n not in values]:
        try:
            tight = run.tightest(m, **structure, **{k: v for k, v in found.items() if k != free}, **_others(run, found, free))
        except (BlockError, UndecidedError, ArithmeticError):
            return None
        if not isinstance(tight, Tightest) or tight.refutes_only or not math.isfinite(float(tight.value)):
            return None
        constraint = record.parameters[free].proper_constraint
        candidates = [_upper(tight.value), *(real(float(tight.value)) + more for more in _MORE)]
        proper = next((c for c in candidates if _allowed(constraint, {**found, free: c})), None)
        if proper is None:
            return None
        found[free] = proper
    return found


def _others(run: Executable, found: Mapping[str, Any], free: str) -> dict[str, Any]:
    """Any value for parameters that are solved later: they do not matter where the parameters are independent."""
    return {n: 1 for n in run.quantitative if n not in found and n != free}


def _allowed(constraint: Constraint | None, values: Mapping[str, Any]) -> bool:
    """Whether a constraint holds, as far as the values that are known decide it."""
    if constraint is None or constraint.names - set(values):
        return True
    return constraint.holds({k: float(v) for k, v in values.items()})


def _upper(value: Any) -> Real:
    """A value at which the premise certainly holds: the number itself if it is exact, else its upper bound."""
    if not isinstance(value, Real):
        return real(float(value))
    if value.exact:
        return value
    return real(Fraction(value.bounds[1]))


def sample(rng: Random, run: Executable, record: NotionRecord) -> dict[str, Any]:
    """Values for all quantitative parameters but the one that is solved for."""
    numeric = [n for n in run.quantitative if n in record.parameters]
    standard = getattr(run, "standard", None)
    solved = set(numeric) if getattr(standard, "independent", False) else {_to_solve(run, numeric)}
    found: dict[str, Any] = {}
    for name in numeric:
        if name in solved:
            continue
        constraint = record.parameters[name].proper_constraint
        options = [v for v in _SAMPLES.get(name, (Fraction(1, 4), Fraction(1))) if _allowed(constraint, {**found, name: v})]
        if not options:
            raise NotAttackableError(f"no proper value of {name} to try")
        found[name] = real(options[rng.integers(len(options))])
    return found


def _to_solve(run: Executable, names: Sequence[str]) -> str:
    for preferred in ("epsilon", "rho", "mu", "tau"):
        if preferred in names and not (preferred == "rho" and run.notion == "approximate-zero-concentrated-dp"):
            return preferred
    return names[-1]


def objects(rng: Random, runs: Sequence[Executable], *, fixed_size: bool) -> tuple[FiniteMechanism, dict[str, Any]]:
    """A mechanism and the structural parameters (by sort) that several notions need."""
    sorts = {kind.sort for run in runs for kind in run.structure.values()}
    owned = "owner" in sorts
    bits = bool(sorts & {"schema", "attributes"})
    m = mechanism(rng, domain(rng, fixed_size=fixed_size, owned=owned, bits=bits))
    return m, {sort: draw(sort, rng, m) for sort in sorted(sorts) if sort in SORTS}


def check_certified(run: Executable) -> None:
    """Refuse notions as conclusions whose verdicts are numeric: nothing could be certified."""
    standard = getattr(run, "standard", None)
    if standard is not None and set(getattr(standard, "parameters", ())) == set(getattr(standard, "numeric_only", ())):
        raise NotAttackableError("its verdicts are numeric, so that nothing would be certified")


def check_runs(notion: str) -> None:
    """Refuse notions that do not run, or whose structural parameters nobody draws."""
    run = executables().get(notion)
    if run is None:
        raise NotAttackableError(f"{notion} does not run")
    for kind in run.structure.values():
        if kind.sort not in SORTS and kind.default is None:
            raise NotAttackableError(f"nothing draws a {kind.sort}")
    if isinstance(run, Levelled) or not hasattr(run, "standard"):
        raise NotAttackableError("its amount is a function or a simulator's, and the attack works with numbers")


def named(run: Executable, by_sort: Mapping[str, Any]) -> dict[str, Any]:
    """Structural parameters by the notion's own names."""
    return {name: by_sort[kind.sort] for name, kind in run.structure.items() if kind.sort in by_sort}


@dataclass(frozen=True)
class Implication(Target):
    """X at its tightest parameters must give Y at the parameters of the map; for ⊂ also conversely."""

    id: str
    claim: str
    subject: Side
    object: Side
    map: Mapping[str, Expression]
    free: Mapping[str, Constraint] = field(default_factory=dict)
    given: tuple[Constraint, ...] = ()
    fixed_size: bool = False
    identical: bool = False

    def draw(self, rng: Random) -> Case | None:
        """A mechanism on a domain that the claim speaks of, structures for both notions, parameter values."""
        one, two = executables()[self.subject.id], executables()[self.object.id]
        m, by_sort = objects(rng, (one, two), fixed_size=self.fixed_size)
        values = sample(rng, one, self.subject.record)
        free = {}
        for name in self.free:
            options = _SAMPLES.get(name, (Fraction(1, 4), Fraction(1), Fraction(3)))
            free[name] = real(options[rng.integers(len(options))])
        return Case((m,), by_sort, values, free)

    def trial(self, case: Case) -> Counterexample | None:
        """Whether Y fails where X holds (or, for ⊂, holds where X fails)."""
        one, two = executables()[self.subject.id], executables()[self.object.id]
        (m,) = case.mechanisms
        have = premise(one, self.subject.record, m, named(one, case.structure), case.values)
        if have is None:
            return None
        found = self._conclusion(two, m, case, have)
        if found is not None and found[1].holds is False:
            return self._counterexample(case, have, *found)
        return self._converse(one, two, m, case, have) if self.identical else None

    def _converse(
        self, one: Executable, two: Executable, m: FiniteMechanism, case: Case, have: Mapping[str, Any]
    ) -> Counterexample | None:
        """For ⊂: where the subject fails, at a slightly tighter parameter, the object must fail too."""
        for name in have.keys() - case.values.keys():
            tighter = have[name] * Fraction(9, 10)
            asked = {**have, name: tighter}
            if float(tighter) <= 0:
                continue
            try:
                first = one.holds(m, **named(one, case.structure), **asked)
            except (BlockError, UndecidedError, ArithmeticError, ValueError):
                return None
            found = self._conclusion(two, m, case, asked) if first.holds is False else None
            if found is not None and found[1].holds:
                verdict = replace(
                    found[1], holds=False, note="the object holds where the subject fails, so they are not identical"
                )
                return self._counterexample(case, asked, found[0], verdict)
        return None

    def _conclusion(
        self, two: Executable, m: FiniteMechanism, case: Case, have: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], Verdict] | None:
        values = {**have, **case.free}
        try:
            wanted = {name: evaluate(e, values) for name, e in self.map.items() if name in two.quantitative}
            floats = {k: float(v) for k, v in {**wanted, **values}.items()}
            if not all(c.holds(floats) for c in (*self.given, *self.free.values()) if c.names <= set(floats)):
                return None
            return wanted, two.holds(m, **named(two, case.structure), **wanted)
        except (BlockError, UndecidedError, ArithmeticError, ValueError):
            return None

    def _counterexample(self, case: Case, have: Mapping[str, Any], wanted: Mapping[str, Any], verdict: Verdict) -> Counterexample:
        return Counterexample(
            self.id,
            self.claim,
            (("M", case.mechanisms[0]),),
            case.structure,
            have,
            wanted,
            verdict,
            self.subject.id,
            self.object.id,
        )


@dataclass(frozen=True)
class Composition(Target):
    """Two runs with independent coins satisfy the notion at the parameters of the rule."""

    id: str
    claim: str
    notion: Side
    rule: Mapping[str, Expression]
    fixed_size: bool = False

    def draw(self, rng: Random) -> Case | None:
        """Two mechanisms on the same domain."""
        run = executables()[self.notion.id]
        first, by_sort = objects(rng, (run,), fixed_size=self.fixed_size)
        second = mechanism(rng, first.datasets)
        return Case((first, second), by_sort, sample(rng, run, self.notion.record))

    def trial(self, case: Case) -> Counterexample | None:
        """Whether the pair exceeds what the rule says."""
        run = executables()[self.notion.id]
        structure = named(run, case.structure)
        have = [premise(run, self.notion.record, m, structure, case.values) for m in case.mechanisms]
        if have[0] is None or have[1] is None:
            return None
        values = {f"{n}{k}": v for k, h in enumerate(have, start=1) for n, v in h.items()} | dict(case.values)  # type: ignore[union-attr]
        try:
            wanted = {n: evaluate(e, values) for n, e in self.rule.items()}
            verdict = run.holds(case.mechanisms[0].compose(case.mechanisms[1]), **structure, **wanted)
        except (BlockError, UndecidedError, ArithmeticError, ValueError):
            return None
        if verdict.holds is False:
            both = tuple(zip(("M₁", "M₂"), case.mechanisms, strict=True))
            return Counterexample(
                self.id,
                self.claim,
                both,
                case.structure,
                values,
                wanted,
                verdict,
                self.notion.id,
                self.notion.id,
                "m1.compose(m2)",
            )
        return None


@dataclass(frozen=True)
class PostProcessing(Target):
    """A channel after the mechanism keeps the guarantee."""

    id: str
    claim: str
    notion: Side

    def draw(self, rng: Random) -> Case | None:
        """A mechanism and a channel."""
        run = executables()[self.notion.id]
        m, by_sort = objects(rng, (run,), fixed_size=False)
        return Case((m,), by_sort, sample(rng, run, self.notion.record), channel=channel(rng, m.outputs))

    def trial(self, case: Case) -> Counterexample | None:
        """Whether the post-processed mechanism loses the guarantee."""
        run = executables()[self.notion.id]
        structure = named(run, case.structure)
        have = premise(run, self.notion.record, case.mechanisms[0], structure, case.values)
        if have is None or case.channel is None:
            return None
        after = case.mechanisms[0].post_process(case.channel)
        try:
            verdict = run.holds(after, **structure, **have)
        except (BlockError, UndecidedError, ArithmeticError):
            return None
        if verdict.holds is False:
            both = (("M₁", case.mechanisms[0]), ("f∘M₁", after))
            return Counterexample(
                self.id, self.claim, both, case.structure, have, have, verdict, self.notion.id, self.notion.id, "m2"
            )
        return None


@dataclass(frozen=True)
class Convexity(Target):
    """A random choice between two mechanisms with the guarantee keeps it."""

    id: str
    claim: str
    notion: Side

    def draw(self, rng: Random) -> Case | None:
        """Two mechanisms on the same domain and the chance of the first."""
        run = executables()[self.notion.id]
        first, by_sort = objects(rng, (run,), fixed_size=False)
        chance = Fraction(int(rng.integers(1, 8)), 8)
        return Case((first, mechanism(rng, first.datasets)), by_sort, sample(rng, run, self.notion.record), chance=chance)

    def trial(self, case: Case) -> Counterexample | None:
        """Whether the mixture loses what both have."""
        run = executables()[self.notion.id]
        structure = named(run, case.structure)
        have = [premise(run, self.notion.record, m, structure, case.values) for m in case.mechanisms]
        if have[0] is None or have[1] is None:
            return None
        weaker = {n: max(have[0][n], have[1][n], key=float) for n in have[0]}
        mixed = case.mechanisms[0].mix(case.mechanisms[1], case.chance)
        try:
            verdict = run.holds(mixed, **structure, **weaker)
        except (BlockError, UndecidedError, ArithmeticError):
            return None
        if verdict.holds is False:
            three = (("M₁", case.mechanisms[0]), ("M₂", case.mechanisms[1]), ("mixture", mixed))
            return Counterexample(
                self.id, self.claim, three, case.structure, weaker, weaker, verdict, self.notion.id, self.notion.id, "m3"
            )
        return None


def implication(zoo: Zoo, subject: str, target: str, map: Mapping[str, Expression], **options: Any) -> Implication:
    """A target for "X at α gives Y at map(α)"; raises :class:`NotAttackableError` if it cannot run."""
    known = executables()
    for side in (subject, target):
        check_runs(side)
    check_certified(known[target])
    wanted = set(known[target].quantitative)
    if wanted - set(map):
        raise NotAttackableError(f"the map says nothing about {', '.join(sorted(wanted - set(map)))}")
    claim = f"every mechanism that satisfies {zoo[subject].name} satisfies {zoo[target].name} at the parameters of the map"
    options.setdefault("id", f"{subject}/implies/{target}")
    return Implication(claim=claim, subject=Side.of(zoo[subject]), object=Side.of(zoo[target]), map=map, **options)


def targets(zoo: Zoo) -> Iterator[Target | tuple[str, str]]:
    """Every claim of the base as a target, or its id with the reason why it is not attacked."""
    for claim in zoo.claims:
        relation = claim.relation
        if claim.disputed or relation.map is None or claim.kind in (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY):
            continue
        try:
            yield _from_relation(zoo, claim)
        except NotAttackableError as reason:
            yield claim.id, str(reason)
    for notion in zoo.values():
        yield from _from_notion(notion)


def _from_relation(zoo: Zoo, claim: Any) -> Implication:
    relation = claim.relation
    if relation.at:
        raise NotAttackableError("it chooses structural parameters in words")
    constraints, fixed_size = [], False
    for condition in relation.given:
        if isinstance(condition, Constraint):
            constraints.append(condition)
        elif str(condition) == "fixed-dataset-size":
            fixed_size = True
        else:
            raise NotAttackableError(f"the condition {condition} cannot be drawn")
    return implication(
        zoo,
        claim.subject,
        claim.object,
        relation.map,
        id=claim.id,
        free=relation.free or {},
        given=tuple(constraints),
        fixed_size=fixed_size,
        identical=claim.kind in (RelationKind.SPECIAL_CASE_OF, RelationKind.SAME_AS),
    )


def _from_notion(whole: Notion) -> Iterator[Target | tuple[str, str]]:
    notion = Side.of(whole)
    record = notion.record
    cells = (
        ("composition", record.composition),
        ("post_processing", record.axioms.post_processing),
        ("convexity", record.axioms.convexity),
    )
    for name, cell in cells:
        if cell.verdict is not Answer.HOLDS:
            continue
        id_ = f"{notion.id}/{name}"
        try:
            check_runs(notion.id)
            check_certified(executables()[notion.id])
            if name == "post_processing":
                yield PostProcessing(id_, f"{notion.name} survives every post-processing", notion)
            elif name == "convexity":
                yield Convexity(id_, f"{notion.name} survives a random choice between two mechanisms", notion)
            elif record.composition.rule is not None:
                claim = f"two mechanisms with {notion.name} compose by the recorded rule"
                yield Composition(id_, claim, notion, record.composition.rule)
        except NotAttackableError as reason:
            yield id_, str(reason)
