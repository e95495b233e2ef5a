"""The question about a target: a notion with all parameters but one fixed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.numbers.real import ZERO, Real
from dpzoo.optimal.sources import as_real, check
from dpzoo.relations.guarantees import GuaranteeError

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "epsilon-dp": ("epsilon",),
    "indistinguishable-privacy": ("epsilon",),
    "one-epsilon-privacy": ("epsilon",),
    "approximate-dp": ("epsilon", "delta"),
    "max-kl-stability": ("epsilon", "delta"),
    "probabilistic-dp": ("epsilon", "delta"),
    "relaxed-dp": ("epsilon", "delta_a", "delta_p"),
    "total-variation-privacy": ("epsilon",),
    "kl-privacy": ("epsilon",),
    "renyi-dp": ("alpha", "epsilon"),
    "zero-concentrated-dp": ("xi", "rho"),
    "approximate-zero-concentrated-dp": ("xi", "rho", "delta"),
    "bounded-concentrated-dp": ("xi", "rho", "omega"),
    "truncated-codp-bdrs18": ("rho", "omega"),
    "truncated-codp-col16": ("xi", "tau"),
    "mean-concentrated-dp": ("mu", "tau"),
    "fk-divergence-dp": ("k", "epsilon"),
    "divergence-dp": ("f", "epsilon"),
    "gaussian-dp": ("mu",),
    "range-bounded-privacy": ("epsilon",),
    "f-dp": ("x", "power"),
}
OF_TESTS: Final = (
    *("epsilon-dp", "indistinguishable-privacy", "one-epsilon-privacy", "approximate-dp", "max-kl-stability"),
    *("probabilistic-dp", "relaxed-dp", "total-variation-privacy", "f-dp", "gaussian-dp"),
)
TARGETS: Final = tuple(PARAMETERS)
"""The ids of the notions that the engine takes as targets."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A target with all parameters but one fixed."""

    notion: str
    parameter: str
    fixed: Mapping[str, Any]
    quick: bool = False
    """Whether it is asked within a search, which takes what is known at once."""

    def real(self, name: str, default: Real | None = None) -> Real:
        """A fixed parameter."""
        if name not in self.fixed:
            assert default is not None
            return default
        return as_real(name, self.fixed[name])


def asked(target: str, fixed: Mapping[str, Any]) -> Asked:
    """The question; ξ is 0 where it is not named. Raises GuaranteeError if more or less than one parameter is left free."""
    if target not in PARAMETERS:
        raise GuaranteeError(f"{target} is not a target that the engine solves for; it solves for {', '.join(PARAMETERS)}")
    for name in fixed:
        if name not in PARAMETERS[target]:
            raise GuaranteeError(f"{target} has no parameter {name}; its parameters are {', '.join(PARAMETERS[target])}")
    check(target, fixed)
    free = [n for n in PARAMETERS[target] if n not in fixed]
    if len(free) == 2 and "xi" in free and target != "truncated-codp-col16":
        free.remove("xi")
    if len(free) != 1:
        raise GuaranteeError(f"fix all but one of {', '.join(PARAMETERS[target])} of {target}")
    if free[0] in ("f", "x"):
        raise GuaranteeError(f"{free[0]} of {target} has to be fixed")
    return Asked(target, free[0], dict(fixed))


def plainer(question: Asked) -> Asked:
    """The same by tests or by the largest loss, where pair by pair it is that: order ∞, and ρ = 0 with a part set aside (T15)."""
    notion, parameter = question.notion, question.parameter
    if parameter not in ("epsilon", "xi", "delta"):
        return question
    endless = notion == "zero-concentrated-dp" or (notion == "bounded-concentrated-dp" and question.real("omega").infinite)
    aside = notion == "approximate-zero-concentrated-dp" and question.real("rho") == ZERO
    if aside and parameter == "delta":
        return Asked("approximate-dp", "delta", {"epsilon": question.real("xi", ZERO)}, question.quick)
    if aside and question.real("delta") != ZERO:
        return Asked("approximate-dp", "epsilon", {"delta": question.real("delta")}, question.quick)
    if aside or (endless and question.real("rho") == ZERO) or (notion == "renyi-dp" and question.real("alpha").infinite):
        return Asked("epsilon-dp", "epsilon", {}, question.quick)
    return question
