"""Mechanisms and deployments as Python users meet them: a record with numbers filled in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from dpzoo.expressions import EvaluationError, Expression
from dpzoo.meaning.words import Rounding, chance
from dpzoo.numbers.decimals import outward, settled
from dpzoo.records.deployment import DeploymentRecord, Period, Release, Unpublished
from dpzoo.records.fields import is_slug
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.mechanism import Guarantee, MechanismRecord, MechanismValues
from dpzoo.zoo.errors import MechanismError, PracticeNameError
from dpzoo.zoo.spelling import fold, near

if TYPE_CHECKING:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism
    from dpzoo.mechanisms.registry import Instance
    from dpzoo.numbers.real import Real


@dataclass(frozen=True)
class Promised:
    """A guarantee with numbers: the notion's id, and its parameters' values at the mechanism's."""

    claim: Guarantee
    notion: str
    values: Mapping[str, float]
    chosen: Mapping[str, float] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """False for a printed claim that fails."""
        return not self.claim.fails

    @property
    def shown(self) -> Mapping[str, str]:
        """The values for a reader: those chosen as they are, those that follow with six digits, rounded up."""
        return {k: f"{v:.10g}" if k in self.chosen else outward(settled(v), 1, 6) for k, v in self.values.items()}

    def __str__(self) -> str:
        inner = ", ".join(f"{k} = {v}" for k, v in self.shown.items())
        return f"{'' if self.holds else 'not '}{self.notion}({inner})"


@dataclass(frozen=True, eq=False)
class Mechanism:
    """One mechanism of a zoo. ``record`` is everything that its file says.

    >>> import dpzoo
    >>> rr = dpzoo.load().mechanisms["randomized-response"]
    >>> print(rr.guarantees(p="3/4")[0])
    local-dp(epsilon = 1.09862)
    >>> print(dpzoo.load()["local-dp"].tightest(rr.instance(p="3/4")))
    epsilon = ln(3) (certified)
    """

    entry: Entry[MechanismRecord] = field(repr=False)

    @property
    def id(self) -> str:
        """The stable id, the stem of the record's file."""
        return self.entry.id

    @property
    def record(self) -> MechanismRecord:
        """The record as read."""
        return self.entry.record

    @property
    def name(self) -> str:
        """The field's standard name."""
        return self.record.name

    def _repr_markdown_(self) -> str:
        from dpzoo.zoo.showing import mechanism_markdown

        return mechanism_markdown(self)

    @property
    def executable(self) -> bool:
        """Whether there is a finite instance to audit."""
        return is_slug(self.record.instance)

    def values(self, **given: Any) -> dict[str, Real]:
        """The parameters as exact numbers, those left out at their example values.

        ``given`` holds numbers, or expressions such as ``"log(3)"``. Raises :class:`~dpzoo.zoo.errors.MechanismError` in one
        sentence for an unknown name, a value outside its domain, or values that contradict each other.
        """
        from dpzoo.numbers.errors import BlockError
        from dpzoo.numbers.values import evaluate, value

        known = self.record.parameters
        for name in given:
            if name not in known:
                listed = ", ".join(known) or "none"
                raise MechanismError(f"{self.name} has no parameter {name!r}; its parameters are {listed}")
        found: dict[str, Real] = {}
        for name, parameter in known.items():
            try:
                found[name] = value(given[name], name) if name in given else evaluate(parameter.example, {})
            except BlockError as error:
                raise MechanismError(str(error)) from None
        numbers = {name: float(number) for name, number in found.items()}
        for name, parameter in known.items():
            shown = given.get(name, parameter.example)
            if found[name].infinite:
                raise MechanismError(f"{name} is {shown}; {self.name} needs a finite value")
            if parameter.values is MechanismValues.INTEGER and not numbers[name].is_integer():
                raise MechanismError(f"{name} is {shown}; it must be a whole number")
            if not _met(parameter.domain_constraint.holds, numbers):
                raise MechanismError(f"{name} is {shown}; {self.name} needs {parameter.domain}")
        for requirement in self.record.requires:
            if not _met(requirement.that.holds, numbers):
                raise MechanismError(f"{requirement.because.rstrip('.')} ({requirement.that} is asked for)")
        return found

    def guarantees(self, **given: Any) -> list[Promised]:
        """What the mechanism promises at these parameters, notion by notion; claims that fail come last, marked as such.

        Parameters left out have their example values, as do a guarantee's free ones (``epsilon`` in (ε, δ), say) unless given.
        Guarantees whose conditions are not met are left out. Raises :class:`~dpzoo.zoo.errors.MechanismError`.
        """
        free = {name for g in self.record.guarantees for name in g.free or {}}
        numbers = {k: float(v) for k, v in self.values(**{k: v for k, v in given.items() if k not in free}).items()}
        extra = self._free({k: v for k, v in given.items() if k in free})
        found = [p for g in self.record.guarantees if (p := self._promised(g, numbers, extra)) is not None]
        return sorted(found, key=lambda p: p.claim.fails)

    def instance(self, **given: Any) -> FiniteMechanism:
        """The finite instance at these parameters, to be audited; parameters left out have their example values.

        Sizes of the instance (see ``dpzoo.mechanisms``) may be given too. Raises
        :class:`~dpzoo.zoo.errors.MechanismError` if nothing runs or a value is not legal.
        """
        run = self.runner
        own = {k: v for k, v in given.items() if k in self.record.parameters}
        values = self.values(**own)
        from dpzoo.numbers.errors import BlockError

        try:
            rest = {k: v for k, v in given.items() if k not in own}
            return run(**{k: v for k, v in values.items() if k in run.parameters}, **rest)
        except BlockError as error:
            raise MechanismError(str(error)) from None

    @property
    def runner(self) -> Instance:
        """The function that builds finite instances; MechanismError if there is none."""
        from dpzoo.mechanisms.registry import instances

        if self.record.instance not in instances():
            raise MechanismError(f"{self.name} does not run: {self.record.instance}")
        return instances()[self.record.instance]

    def _free(self, given: Mapping[str, Any]) -> dict[str, float]:
        from dpzoo.numbers.errors import BlockError
        from dpzoo.numbers.values import value

        try:
            return {name: float(value(number, name)) for name, number in given.items()}
        except BlockError as error:
            raise MechanismError(str(error)) from None

    def _promised(self, claim: Guarantee, numbers: Mapping[str, float], extra: Mapping[str, float]) -> Promised | None:
        chosen = {
            name: extra[name] if name in extra else (claim.example or {})[name].evaluate(numbers) for name in claim.free or {}
        }
        at = {**numbers, **chosen}
        for name, constraint in (claim.free or {}).items():
            if not _met(constraint.holds, at):
                if name in extra:
                    raise MechanismError(f"{name} is {extra[name]:g}; {self.name} needs {constraint}")
                return None
        if not all(_met(c.holds, at) for c in claim.given):
            return None
        try:
            return Promised(claim, claim.notion, {name: e.evaluate(at) for name, e in claim.map.items()}, chosen)
        except EvaluationError as error:
            raise MechanismError(f"{self.name} has no guarantee at these values: {error}") from None


def _met(holds: Any, numbers: Mapping[str, float]) -> bool:
    try:
        return bool(holds(numbers))
    except EvaluationError:
        return False


@dataclass(frozen=True, eq=False)
class Deployment:
    """One deployment: what is published, and what it adds up to."""

    entry: Entry[DeploymentRecord] = field(repr=False)

    @property
    def id(self) -> str:
        """The stable id."""
        return self.entry.id

    @property
    def record(self) -> DeploymentRecord:
        """The record as read."""
        return self.entry.record

    @property
    def name(self) -> str:
        """The deployment's name."""
        return self.record.name

    def per_period(self, release: Release) -> dict[str, float] | None:
        """The parameters of all of one period's releases together by basic composition; None where one is not published."""
        return self._bounded(release, self._times(release, 1.0))

    def after(self, release: Release, days: float) -> dict[str, float] | None:
        """The parameters accumulated over ``days``, by basic composition of one release after another of the same person.

        What is released once, or covers all reports for ever, does not grow; what another release bounds (``at_most``) stops
        there. None where something is not published, or nobody says how often it is repeated.
        """
        if not 0 < days < math.inf:
            raise MechanismError(f"the number of days is {days:g}; it must be positive and finite")
        period = self.record.unit_of(release).per
        if period in (Period.ONCE, Period.LIFETIME):
            return self.per_period(release)
        # a period that has begun counts
        total = None if period.days is None else self._times(release, max(1, math.ceil(days / period.days)))
        return self._bounded(release, total)

    def readings(self, release: Release) -> tuple[AccumulatedRelease, ...]:
        """One release; what comes together for ever or with any number of reports, or in a period, 30 days and a year."""
        period = self.record.unit_of(release).per
        one = AccumulatedRelease("one release", self._times(release, 1.0, once=True))
        if period.days is None:
            if period is Period.REPORT:
                bound = self.record.bound_of(release)
                ever = () if bound is None else (AccumulatedRelease("any number of reports", self.per_period(bound)),)
                return (AccumulatedRelease("one report", one.values), *ever)
            return (AccumulatedRelease("in all" if period is Period.ONCE else "for ever", self.per_period(release)),)
        spans = {f"a {period.value}": period.days, "30 days": 30.0, "a year": 365.0}
        if period is Period.MONTH:
            del spans["30 days"]
        several = release.times is not None and stated(release.times) != 1
        return (
            *((one,) if several else ()),
            *(AccumulatedRelease(over, self.after(release, days)) for over, days in spans.items()),
        )

    def _bounded(self, release: Release, total: dict[str, float] | None) -> dict[str, float] | None:
        bound = self.record.bound_of(release)
        if bound is None:
            return total
        most = self.per_period(bound)
        if total is None or most is None:
            return most if total is None else total
        return {name: min(number, most[name]) for name, number in total.items()}

    def _times(self, release: Release, periods: float, *, once: bool = False) -> dict[str, float] | None:
        times = 1.0 if release.times is None or once else stated(release.times)
        if times is None:
            return None
        found = {}
        for name, number in release.values.items():
            one = stated(number)
            if one is None or name not in ADDITIVE:
                return None
            total = one * times * periods
            found[name] = min(1.0, total) if name == "delta" else total
        return found


ADDITIVE: Final = frozenset({"epsilon", "delta", "xi", "rho"})
"""Parameters that basic composition adds up, in every notion that a deployment states (a test holds the records to it)."""


@dataclass(frozen=True)
class AccumulatedRelease:
    """What a release amounts to over some time: the parameters (None if not known), and what they let an attacker believe."""

    over: str
    values: Mapping[str, float] | None

    def belief(self, prior: float) -> float | None:
        """The largest belief after seeing the output, from ``prior`` before: for a fact that one neighbour has and the other not.

        With a δ it leaves out an event of probability at most δ, in which everything may be given away: every (ε, δ) guarantee
        is no worse than that (Kairouz, Oh and Viswanath 2015). None without an ε.
        """
        if self.values is None or "epsilon" not in self.values:
            return None
        return belief(prior, self.values["epsilon"])


def belief(prior: float, epsilon: float) -> float:
    """The belief after an output whose likelihood ratio is e^ε: odds times e^ε. ValueError unless 0 < prior < 1 and ε >= 0."""
    if not 0 < prior < 1:
        raise ValueError(f"the prior is {prior:g}; it must lie between 0 and 1")
    if not epsilon >= 0:
        raise ValueError(f"epsilon is {epsilon:g}; it must not be negative")
    return prior / (prior + (1 - prior) * math.exp(-epsilon))


def belief_in_words(prior: float, epsilon: float) -> str:
    """The belief for a sentence with "at most": rounded up; near certainty with the digits of what it lacks.

    >>> belief_in_words(0.5, 2), belief_in_words(0.5, 8), belief_in_words(0.5, 480), belief_in_words(0.5, 0)
    ('88.1 %', '99.967 %', 'practical certainty', '50 %')
    """
    believed = belief(prior, epsilon)
    if believed > 0.99:
        # beyond what floating-point numbers tell from 1
        return chance(believed, Rounding.MOST) if 1 - believed > 1e-12 else "practical certainty"
    digits = 2 - math.floor(math.log10(100 * believed))
    up = math.ceil(round(100 * believed * 10**digits, 9)) / 10**digits
    return f"{up:.{max(0, digits)}f}".rstrip("0").rstrip(".") + " %"


def stated(number: Expression | Unpublished | None) -> float | None:
    """A published number as a float; None if it is not published."""
    return number.evaluate({}) if isinstance(number, Expression) else None


def named(kind: str, name: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """The id in ``names`` that ``name`` spells, as id or as one of the names; or else as the beginning of only one of them.

    Raises :class:`~dpzoo.zoo.errors.PracticeNameError` in one sentence.
    """
    if name in names:
        return name
    spelled: dict[str, dict[str, None]] = {}
    for key, others in names.items():
        for other in (key, *others):
            spelled.setdefault(fold(other), {})[key] = None
    found, said = list(spelled.get(fold(name), ())), "are called"
    if not found and fold(name):
        found = list(dict.fromkeys(key for other, keys in spelled.items() if other.startswith(fold(name)) for key in keys))
        said = "have a name that begins with"
    if len(found) == 1:
        return found[0]
    if found:
        raise PracticeNameError(f"several {kind}s {said} {name!r}: {', '.join(found)}")
    hint = " or ".join(near(name, spelled))
    raise PracticeNameError(f"there is no {kind} {name!r}" + (f"; did you mean {hint}?" if hint else ""))
