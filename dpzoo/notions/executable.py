"""A notion that runs: from a finite mechanism to its tightest parameters and to judgements.

:class:`Executable` is what every notion looks like from outside.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.notions.listening import heard
from dpzoo.notions.results import NOTHING, OF_THE_TABLE, Certainty, Frontier, Judgement, Tightest
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, UndecidedError, compare
from dpzoo.numbers.values import value

FLOAT_TOLERANCE: Final = 1e-9
"""How far a value found with floats may lie from the true one, relative to it."""
PROBABILITY_TOLERANCE: Final = 1e-12
"""The same for a probability: sums of non-negative terms keep nearly all their digits."""
_ROUNDING: Final = 1e-15
NOT_POST_PROCESSED: Final = frozenset({
    "abstract-dp", "bayesian-dp-tf20", "capacity-bounded-dp", "delta-presence", "entropy-l-diversity", "ex-post-dp",
    "ex-post-per-instance-dp", "global-stability", "induced-subspace-dp", "inference-based-causal-dp",
    "inference-based-coupled-worlds-privacy", "inference-based-distributional-dp", "integer-subspace-dp", "joint-dp",
    "joint-dp-for-bandits", "joint-renyi-dp", "k-anonymity", "k-map", "l-diversity", "list-replicability",
    "machine-learning-dp-lbg17", "mean-concentrated-dp", "membership-privacy-sds19", "multiparty-dp",
    "neighbour-preserving-obliviousness", "network-dp", "noiseless-privacy-far21", "pairwise-network-dp", "persuasive-privacy",
    "privacy-at-risk", "private-prediction", "probabilistic-distribution-privacy", "probabilistic-dp",
    "probabilistic-pointwise-maximal-leakage", "refinement-dp", "relaxed-dp", "secret-based-local-dp", "secret-f-ldp",
    "semantic-privacy", "sliced-renyi-pufferfish", "subspace-dp", "t-closeness", "trust-graph-dp", "utility-optimized-local-dp",
    "wasserstein-dp",
})  # fmt: skip
"""Executable notions that post-processing can break (as their records say): a table that cuts a mechanism says nothing of it."""

Values = Mapping[str, Any]
_NONE: Final[Values] = MappingProxyType({})


class Executable(ABC):
    """A notion whose definition can be evaluated on finite mechanisms.

    ``quantitative`` are the parameters that can be asked for, in the order of the notation; ``structure`` says for each
    structural parameter how it is given; ``usual`` are values that the literature means when it leaves a parameter out.
    ``in_logarithms`` says whether probabilities below the smallest float are left to the notion itself.
    """

    notion: str
    quantitative: tuple[str, ...]
    structure: Mapping[str, Structure[object]]
    usual: Values
    in_logarithms: ClassVar[bool] = False

    @heard
    def tightest(self, mechanism: FiniteMechanism, **given: Any) -> Tightest | Frontier:
        """The tightest value of the parameter that is left open; the frontier, if two are.

        ``given`` holds the structural parameters and the values of the other quantitative ones (numbers, or expressions such
        as ``"log(3)"``). Raises :class:`~dpzoo.numbers.errors.BlockError` if something is missing, unknown or not legal.
        """
        structure, fixed = self._read(mechanism, given)
        free = [n for n in self.quantitative if n not in fixed]
        for name in list(free):
            if len(free) > _TWO and name in self.usual:
                fixed[name] = value(self.usual[name], name)
                free.remove(name)
        if not free:
            raise BlockError(f"every parameter of {self.notion} is fixed; leave one open, or ask holds")
        if len(free) == 1:
            found = self.within(mechanism, structure, fixed, free[0])
            return found if not mechanism.cut else self._bounded(mechanism, structure, found)
        if len(free) > _TWO:
            raise BlockError(f"{self.notion} has {len(free)} open parameters ({', '.join(free)}); fix all but two of them")
        curve = self.frontier(mechanism, structure, fixed, (free[0], free[1]))
        if not mechanism.cut:
            return curve
        least = self._bounded(mechanism, structure, curve.at(curve.points[0][0]))
        return replace(curve, refutes_only=least.refutes_only, at_most=least.at_most, note=least.note)

    @heard
    def holds(self, mechanism: FiniteMechanism, **given: Any) -> Judgement:
        """Whether the mechanism satisfies the notion at the given parameters, with the worst pair and event."""
        structure, fixed = self._read(mechanism, given)
        for name in self.quantitative:
            if name not in fixed:
                if name not in self.usual:
                    raise BlockError(f"{self.notion} needs a value of {name}")
                fixed[name] = value(self.usual[name], name)
        found = self.verdict(mechanism, structure, fixed)
        if mechanism.cut and (found.holds or self.notion in NOT_POST_PROCESSED):
            return replace(found, holds=None, certainty=Certainty.UNDECIDED, note=self._about_the_cut(mechanism))
        return found

    def _bounded(self, mechanism: FiniteMechanism, structure: Structural, found: Tightest) -> Tightest:
        """A result about a post-processed mechanism as one about the mechanism itself: a bound on one side."""
        if found.nothing:
            return found
        at_most = self.larger_is_stronger(structure, found.parameter)
        one_sided = self.notion not in NOT_POST_PROCESSED
        return replace(found, refutes_only=one_sided, at_most=at_most, note=self._about_the_cut(mechanism))

    def _about_the_cut(self, mechanism: FiniteMechanism) -> str:
        if self.notion in NOT_POST_PROCESSED:
            return f"{OF_THE_TABLE}, since post-processing may raise what {self.notion} bounds ({mechanism.cut})"
        return f"a bound on one side: {mechanism.cut}"

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """Whether larger values of a parameter promise more."""
        return False

    @abstractmethod
    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The tightest value of ``free``; the other parameters are fixed and checked."""

    def within(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """The same, infinite where one of the others is too small whatever the value of ``free``."""
        return self.solve(mechanism, structure, fixed, free)

    @abstractmethod
    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Whether the notion holds at these checked parameters."""

    def frontier(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> Frontier:
        """The trade-off between two open parameters: the second one's tightest value along a range of the first."""
        x, y = free

        def at(x_value: Any) -> Tightest:
            return self.solve(mechanism, structure, {**fixed, x: value(x_value, x)}, y)

        solved = [(v, at(v)) for v in self.sample(mechanism, structure, fixed, free)]
        certainty = Certainty.CERTIFIED if all(t.certainty is Certainty.CERTIFIED for _, t in solved) else Certainty.NUMERIC
        points = tuple((v, t.value) for v, t in solved)
        note = NOTHING if all(t.nothing for _, t in solved) else ""
        return Frontier(self.notion, free, points, certainty, fixed, at, solved[0][1].worst, solved[0][1].refutes_only, note)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Values of the first open parameter at which the frontier is shown."""
        raise BlockError(f"{self.notion} needs a value of {' or '.join(free)}")

    def _read(self, mechanism: FiniteMechanism, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        if mechanism.underflows and not self.in_logarithms:
            raise BlockError(TOO_SMALL.format(self.notion))
        known = (*self.structure, *self.quantitative)
        for name in given:
            if name not in known:
                raise BlockError(f"{self.notion} has no parameter {name!r}; it has {', '.join(known)}")
        structure = {}
        for name, kind in self.structure.items():
            if name not in given and kind.default is None:
                raise BlockError(f"{self.notion} needs {name}: {kind.meaning}", (name,))
            if name in given:
                structure[name] = kind.read(given[name], mechanism, (name,))
            elif kind.default is not None:
                structure[name] = kind.default(mechanism)
        return structure, {n: self.read_value(n, given[n]) for n in self.quantitative if n in given}

    def read_value(self, name: str, given: Any) -> Any:
        """A quantitative parameter as given, checked: a number that is not negative (and at most 1 for a probability)."""
        number = value(given, name)
        try:
            if number < 0 or (name in PROBABILITIES and number > 1):
                raise BlockError(f"{name} is {given}; it must be {'between 0 and 1' if name in PROBABILITIES else 'at least 0'}")
        except UndecidedError:
            pass
        return number


TOO_SMALL: Final = "some probabilities are below the smallest float, and {} is not computed from logarithms"
PROBABILITIES = frozenset({"delta", "delta_a", "delta_p", "gamma", "beta"})
_TWO = 2


def judge(tight: Tightest, bound: Any, *, stronger: bool, parameters: Values) -> Judgement:
    """A verdict from a tightest value and the value that was asked for."""
    measured = tight.value
    if isinstance(measured, Real) and isinstance(bound, Real):
        sign = compare(measured, bound)
        if sign is None:
            answer, certainty = None, Certainty.UNDECIDED
        else:
            answer = sign >= 0 if stronger else sign <= 0
            certainty = tight.certainty
    else:
        answer = _about(float(measured), float(bound), tight.parameter, stronger=stronger)
        certainty = Certainty.NUMERIC
    note = tight.note
    if answer and tight.refutes_only:
        answer, certainty = None, Certainty.UNDECIDED
        note = "nothing that was tried refutes it, but the notion quantifies over more"
    tolerance = FLOAT_TOLERANCE if certainty is Certainty.NUMERIC else 0.0
    return Judgement(tight.notion, answer, certainty, parameters, tight.worst, measured, tolerance, note)


def _about(measured: float, bound: float, parameter: str, *, stronger: bool) -> bool:
    """Whether floats meet a bound, up to rounding relative to it: nothing but an exact 0 meets a probability of 0."""
    if math.isinf(bound):
        return bool(measured >= bound if stronger else measured <= bound)
    probability = parameter in PROBABILITIES
    slack = PROBABILITY_TOLERANCE * abs(bound) if probability else FLOAT_TOLERANCE * abs(bound) + _ROUNDING
    return bool(measured >= bound - slack if stronger else measured <= bound + slack)
