"""The tightest parameters that can be found at which a mechanism satisfies a notion."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.expressions import Constraint
from dpzoo.falsify.amounts import TOLERANCE, finite, loosened, lower, numeric, upper
from dpzoo.falsify.settings import Random
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, UndecidedError, real
from dpzoo.records.enums import Direction
from dpzoo.records.notion import NotionRecord
from dpzoo.zoo.notion import Notion

_SAMPLES: Final[Mapping[str, tuple[Any, ...]]] = {
    "delta": (Fraction(1, 10), Fraction(1, 4), Fraction(1, 100), Fraction(1, 2)),
    "delta_a": (Fraction(1, 10), Fraction(1, 4)),
    "delta_p": (Fraction(1, 10), Fraction(1, 4)),
    "gamma": (Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)),
    "beta": (Fraction(1, 2), Fraction(1, 4), 1),
    "alpha": (2, Fraction(3, 2), 3, 8),
    "omega": (2, 4, Fraction(3, 2)),
    "k": (1, 2, 3),
    "l": (1, 2),
    "m": (1, 2),
    "w": (1, 2),
    "N": (1, 2),
    "r": (1, 2, Fraction(1, 2)),
    "c": (1, 2),
    "xi": (0, Fraction(1, 4)),
    "Delta": (2, Fraction(3, 2)),
}
_MORE: Final = (Fraction(1, 8), Fraction(1), Fraction(3))
_ANY_STRONG: Final = (2, 3, Fraction(1, 2), Fraction(3, 2))
_EDGES: Final = (0, 1)
"""Values that only claims about special cases, or conditions, need."""
_SOLVED: Final[Mapping[str, str]] = {
    "smoothed-dp": "delta",
    "data-privacy": "delta",
    "multi-dimensional-data-privacy": "delta",
    "approximate-zero-concentrated-dp": "rho",
    "dp-under-sampling": "epsilon",
}
"""The parameter that is solved for, where it is not the loss: the others can be solved for only numerically."""


class NotAttackableError(Exception):
    """The claim cannot be made to run; the message says why."""


@dataclass(frozen=True)
class ClaimSide:
    """A notion of a claim: its id and record, which can be sent to other processes (a whole zoo cannot)."""

    id: str
    record: NotionRecord

    @classmethod
    def of(cls, notion: Notion) -> ClaimSide:
        """The side of a notion."""
        return cls(notion.id, notion.record)

    @property
    def name(self) -> str:
        """The notion's name."""
        return self.record.name

    @property
    def run(self) -> Executable:
        """The notion as it runs."""
        return executables()[self.id]


@dataclass(frozen=True)
class Premise:
    """Parameters at which a mechanism satisfies a notion, and whether that is certain beyond floating-point arithmetic."""

    values: Mapping[str, Any]
    certified: bool = True


def strengthens(record: NotionRecord, name: str) -> bool:
    """Whether a larger value of the parameter is a stronger guarantee."""
    return record.parameters[name].direction is Direction.STRONGER


def premise(
    side: ClaimSide, m: FiniteMechanism, structure: Mapping[str, Any], values: Mapping[str, Any], *, legal: bool = False
) -> Premise | None:
    """Proper parameters (legal ones, if that is asked for) at which ``m`` satisfies the notion; None if there are none."""
    run, found, certified = side.run, dict(values), True
    for free in [n for n in run.quantitative if n not in values]:
        try:
            tight = run.tightest(m, **structure, **{k: v for k, v in found.items() if k != free}, **_others(run, found, free))
            if not isinstance(tight, Tightest):
                return None
            certified &= not numeric(tight.value) and not tight.refutes_only
            candidates = _candidates(tight, stronger=strengthens(side.record, free))
        except (BlockError, UndecidedError, ArithmeticError, ValueError):
            return None
        constraint = _range(side.record, free, legal=legal)
        proper = next((c for c in candidates if allowed(constraint, {**found, free: c})), None)
        if proper is None:
            return None
        found[free] = proper
    return Premise(found, certified)


def _range(record: NotionRecord, name: str, *, legal: bool) -> Constraint | None:
    parameter = record.parameters[name]
    return parameter.domain_constraint if legal else parameter.proper_constraint


def _candidates(tight: Tightest, *, stronger: bool) -> list[Any]:
    """The tightest value, moved to where the notion certainly holds, and weaker ones."""
    value = tight.value
    if not isinstance(value, Real | float):
        safe = upper(value)
        return [loosened(safe, stronger_when_larger=stronger) if numeric(value) else safe] if finite(value) else []
    if stronger:
        if not finite(value):
            return [real(x) for x in _ANY_STRONG]
        safe = lower(value) if isinstance(value, Real) else real(float(value)) * (1 - TOLERANCE)
        usual = [real(x) for x in (2, 1) if float(x) <= float(safe)]
        return [*([] if tight.attained is not True else [safe]), safe * Fraction(9, 10), safe * Fraction(1, 2), *usual]
    if not finite(value):
        return []
    safe = upper(value) if isinstance(value, Real) else real(float(value)) * (1 + TOLERANCE)
    nearly = [] if tight.attained is True else [safe + TOLERANCE]
    return [*([safe] if tight.attained is True else nearly), *(real(float(value)) + more for more in _MORE)]


def _others(run: Executable, found: Mapping[str, Any], free: str) -> dict[str, Any]:
    """A value for parameters that are solved later: all that there are, where the parameters are independent."""
    any_value = math.inf if getattr(getattr(run, "standard", None), "independent", False) else 1
    return {n: any_value for n in run.quantitative if n not in found and n != free}


def allowed(constraint: Constraint | None, values: Mapping[str, Any]) -> bool:
    """Whether a constraint holds, as far as the values that are known decide it."""
    known = {k: v for k, v in values.items() if isinstance(v, Real | int | float | Fraction)}
    if constraint is None or constraint.names - set(known):
        return True
    return constraint.holds({k: float(v) for k, v in known.items()})


def sample(rng: Random, side: ClaimSide, given: Sequence[Constraint] = (), *, legal: bool = False) -> dict[str, Any]:
    """Values for all quantitative parameters but the one that is solved for; inside the conditions of the claim."""
    run, record = side.run, side.record
    names = [n for n in run.quantitative if n in record.parameters]
    standard = getattr(run, "standard", None)
    solved = set(names) if getattr(standard, "independent", False) else {_to_solve(run, names)}
    found: dict[str, Any] = {}
    for name in names:
        if name in solved:
            continue
        constraint = _range(record, name, legal=legal or bool(given))
        usual = _SAMPLES.get(name, (Fraction(1, 4), Fraction(1)))
        options = [v for v in (*usual, *_EDGES) if allowed(constraint, {**found, name: v})]
        proper = [v for v in options if allowed(_range(record, name, legal=False), {**found, name: v})]
        inside = [v for v in options if all(allowed(c, {**found, name: v}) for c in given)]
        asked = any(name in c.names for c in given)
        chosen = (inside if asked else [v for v in proper if v in usual]) or proper or options
        if legal and not asked and rng.random() < _AT_THE_EDGE:
            chosen = options
        if not chosen:
            raise NotAttackableError(f"no proper value of {name} to try")
        found[name] = real(chosen[rng.integers(len(chosen))])
    return found


_AT_THE_EDGE: Final = 0.2


def _to_solve(run: Executable, names: Sequence[str]) -> str:
    if run.notion in _SOLVED:
        return _SOLVED[run.notion]
    return next((n for n in ("epsilon", "rho", "mu", "tau") if n in names), names[-1])
