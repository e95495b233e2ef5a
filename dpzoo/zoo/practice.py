"""Mechanisms and deployments as Python users meet them: a record with numbers filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpzoo.expressions import EvaluationError, Expression
from dpzoo.records.deployment import DeploymentRecord, Release, Unpublished
from dpzoo.records.fields import is_slug
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.mechanism import Guarantee, MechanismRecord, MechanismValues
from dpzoo.zoo.errors import MechanismError

if TYPE_CHECKING:
    from dpzoo.blocks.mechanism import FiniteMechanism
    from dpzoo.blocks.real import Real
    from dpzoo.mechanisms.registry import Instance


@dataclass(frozen=True)
class Promised:
    """A guarantee with numbers: the notion's id, and its parameters' values at the mechanism's."""

    claim: Guarantee
    notion: str
    values: Mapping[str, float]
    chosen: Mapping[str, float] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """False for a claim that somebody prints and that fails."""
        return not self.claim.fails

    def __str__(self) -> str:
        inner = ", ".join(f"{k} = {v:.6g}" for k, v in self.values.items())
        return f"{'' if self.holds else 'not '}{self.notion}({inner})"


@dataclass(frozen=True, eq=False)
class Mechanism:
    """One mechanism of a zoo. ``record`` is everything that its file says.

    >>> import dpzoo
    >>> rr = dpzoo.load().mechanisms["randomized-response"]
    >>> print(rr.guarantees(p="3/4")[0])
    local-dp(epsilon = 1.09861)
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

    @property
    def executable(self) -> bool:
        """Whether there is a finite instance to audit."""
        return is_slug(self.record.instance)

    def values(self, **given: Any) -> dict[str, Real]:
        """The parameters as exact numbers, those left out at their example values.

        ``given`` holds numbers, or expressions such as ``"log(3)"``. Raises :class:`~dpzoo.zoo.errors.MechanismError` in one
        sentence for an unknown name, a value outside its domain, or values that contradict each other.
        """
        from dpzoo.blocks.errors import BlockError
        from dpzoo.blocks.values import evaluate, value

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

        Parameters left out have their example values, as do a guarantee's free ones (``epsilon`` in (ε,δ), say) unless given.
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
        from dpzoo.blocks.errors import BlockError

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
        from dpzoo.blocks.errors import BlockError
        from dpzoo.blocks.values import value

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
        """ε (and δ) of all of one period's releases together by basic composition; None where something is not published."""
        return self._times(release, 1.0)

    def after(self, release: Release, days: float) -> dict[str, float] | None:
        """ε (and δ) accumulated over ``days``, by basic composition; None where something is not published or has no period."""
        length = self.record.unit_of(release).per.days
        return None if length is None else self._times(release, days / length)

    def _times(self, release: Release, periods: float) -> dict[str, float] | None:
        times = 1.0 if release.times is None else stated(release.times)
        if times is None:
            return None
        found = {}
        for name, number in release.values.items():
            one = stated(number)
            if one is None or name not in ("epsilon", "delta"):
                return None
            total = one * times * periods
            found[name] = min(1.0, total) if name == "delta" else total
        return found


def stated(number: Expression | Unpublished | None) -> float | None:
    """A published number as a float; None if it is not published."""
    return number.evaluate({}) if isinstance(number, Expression) else None
