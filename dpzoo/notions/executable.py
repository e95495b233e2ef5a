"""A notion that runs: from a finite mechanism to its tightest parameters and to verdicts.

:class:`Executable` is what every notion looks like from outside; :class:`PairwiseNotion` covers those that bound a standard over
ordered pairs of output distributions, which is nearly all of them.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from dpzoo.blocks.comparison import Comparisons, of_datasets
from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.standards import Standard
from dpzoo.blocks.structures import Structure
from dpzoo.blocks.units import Unit
from dpzoo.notions.listening import heard
from dpzoo.notions.results import NOTHING, OF_THE_TABLE, Certainty, Frontier, Judgement, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.logarithms import in_logs
from dpzoo.numbers.real import INFINITY, ZERO, Real, UndecidedError, compare, greatest, real
from dpzoo.numbers.values import value

EXACT_LIMIT: Final = 60_000
"""Up to how many probabilities (pairs times outputs) are compared exactly; beyond that the answer is numeric."""
FLOAT_TOLERANCE: Final = 1e-9
"""How far a value found with floats may lie from the true one, relative to it."""
PROBABILITY_TOLERANCE: Final = 1e-12
"""The same for a probability: sums of non-negative terms keep nearly all their digits."""
_ROUNDING: Final = 1e-15
NOT_POST_PROCESSED: Final = frozenset({
    "abstract-dp", "bayesian-dp-tf20", "capacity-bounded-dp", "delta-presence", "entropy-l-diversity", "ex-post-dp",
    "ex-post-per-instance-dp", "induced-subspace-dp", "inference-based-causal-dp", "inference-based-coupled-worlds-privacy",
    "inference-based-distributional-dp", "integer-subspace-dp", "joint-dp", "k-anonymity", "k-map", "l-diversity",
    "machine-learning-dp-lbg17", "mean-concentrated-dp", "membership-privacy-sds19", "multiparty-dp", "network-dp",
    "noiseless-privacy-far21", "pairwise-network-dp", "privacy-at-risk", "private-prediction",
    "probabilistic-distribution-privacy", "probabilistic-dp", "refinement-dp", "relaxed-dp", "secret-based-local-dp",
    "semantic-privacy", "subspace-dp", "t-closeness", "trust-graph-dp", "utility-optimized-local-dp",
})  # fmt: skip
"""Executable notions that post-processing can break (as their records say): a table that cuts a mechanism says nothing of it."""
_CHUNK: Final = 4_000_000
_FRONTIER_POINTS: Final = 9
_HALVINGS: Final = 30

Values = Mapping[str, Any]
_NONE: Final[Values] = MappingProxyType({})


class Executable(ABC):
    """A notion whose definition can be evaluated on finite mechanisms.

    ``quantitative`` are the parameters that can be asked for, in the order of the notation; ``structure`` says for each
    structural parameter how it is given; ``usual`` are values that the literature means when it leaves a parameter out.
    """

    notion: str
    quantitative: tuple[str, ...]
    structure: Mapping[str, Structure]
    usual: Values

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
            found = self.solve(mechanism, structure, fixed, free[0])
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

    def _bounded(self, mechanism: FiniteMechanism, structure: Values, found: Tightest) -> Tightest:
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

    def larger_is_stronger(self, structure: Values, name: str) -> bool:
        """Whether larger values of a parameter promise more."""
        return False

    @abstractmethod
    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """The tightest value of ``free``; the other parameters are fixed and checked."""

    @abstractmethod
    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """Whether the notion holds at these checked parameters."""

    def frontier(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> Frontier:
        """The trade-off between two open parameters: the second one's tightest value along a range of the first."""
        x, y = free

        def at(x_value: Any) -> Tightest:
            return self.solve(mechanism, structure, {**fixed, x: value(x_value, x)}, y)

        solved = [(v, at(v)) for v in self.sample(mechanism, structure, fixed, free)]
        certainty = Certainty.CERTIFIED if all(t.certainty is Certainty.CERTIFIED for _, t in solved) else Certainty.NUMERIC
        points = tuple((v, t.value) for v, t in solved)
        note = NOTHING if all(t.nothing for _, t in solved) else ""
        return Frontier(self.notion, free, points, certainty, fixed, at, solved[0][1].worst, solved[0][1].refutes_only, note)

    def sample(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Values of the first open parameter at which the frontier is shown."""
        raise BlockError(f"{self.notion} needs a value of {' or '.join(free)}")

    def _read(self, mechanism: FiniteMechanism, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        if mechanism.underflows and not isinstance(self, PairwiseNotion):
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
            if number < 0 or (name in _PROBABILITIES and number > 1):
                raise BlockError(f"{name} is {given}; it must be {'between 0 and 1' if name in _PROBABILITIES else 'at least 0'}")
        except UndecidedError:
            pass
        return number


TOO_SMALL: Final = "some probabilities are below the smallest float, and {} is not computed from logarithms"
_PROBABILITIES = frozenset({"delta", "delta_a", "delta_p", "gamma", "beta"})
_TWO = 2

Compare = Callable[[FiniteMechanism, Values, Values], Comparisons]


def datasets(unit: Unit) -> Compare:
    """Comparisons of single datasets on a fixed unit."""
    return lambda mechanism, _structure, _chosen: of_datasets(mechanism, unit(mechanism))


def datasets_from(unit_of: Callable[[Values, Values], Unit]) -> Compare:
    """The same where structural or quantitative parameters choose the unit."""
    return lambda mechanism, structure, chosen: of_datasets(mechanism, unit_of(structure, chosen)(mechanism))


@dataclass(frozen=True)
class PairwiseNotion(Executable):
    """A notion that bounds a standard over ordered pairs of output distributions.

    ``compare`` makes the pairs from the mechanism, the structural parameters and the quantitative ones that choose the pairs
    (named in ``choosing``, such as a group size). ``standard`` is the measure, or a function of the structural parameters that
    gives it. Parameters in ``per_distance`` are multiplied by each pair's distance. ``exempting`` names the parameter that is
    the probability of pairs to which nothing applies. ``candidates`` lists the values that a parameter in ``choosing`` can
    usefully take, in rising order; of a ``continuous`` one they are a first grid, which ends at its largest legal value.
    ``judging`` names the parameters on which a verdict rests, if not the usual one. ``at_least`` and ``above`` say where the
    values of a parameter begin, if not at 0.
    """

    notion: str
    compare: Compare
    standard: Standard | Callable[[Values], Standard]
    parameters: tuple[str, ...]
    structure: Mapping[str, Structure] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)
    choosing: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    per_distance: tuple[str, ...] = ()
    exempting: str | None = None
    refutes_only: bool = False
    candidates: Callable[[FiniteMechanism, Values], Sequence[Real]] | None = None
    judging: tuple[str, ...] = ()
    continuous: bool = False
    at_least: Mapping[str, int] = field(default_factory=dict)
    above: Mapping[str, int] = field(default_factory=dict)

    def read_value(self, name: str, given: Any) -> Any:
        """As in :class:`Executable`, and within the range of this notion's parameter."""
        number = super().read_value(name, given)
        if name in self.at_least and number < self.at_least[name]:
            raise BlockError(f"{name} is {given}; it must be at least {self.at_least[name]}")
        if name in self.above and number <= self.above[name]:
            raise BlockError(f"{name} is {given}; it must be larger than {self.above[name]}")
        return number

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters in the order of the notation."""
        return self.parameters

    def solve(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        """As in :class:`Executable`; for a parameter that chooses the pairs, by trying its values in turn."""
        if free in self.choosing:
            return self._solve_choosing(mechanism, structure, fixed, free)
        pairs = self.compare(mechanism, structure, {n: fixed[n] for n in self.choosing})
        if mechanism.underflows and not (in_logs(pairs.laws) and self._standard(structure).from_logarithms):
            raise BlockError(TOO_SMALL.format(self.notion))
        if self.exempting is not None:
            return self._solve_exempting(pairs, structure, fixed, free)
        return self._solve_worst(pairs, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Values, parameters: Values) -> Judgement:
        """Whether the notion holds: the tightest value of one parameter against the one that is given."""
        verdicts = []
        for free in self.judged(structure):
            tight = self.solve(mechanism, structure, {k: v for k, v in parameters.items() if k != free}, free)
            verdicts.append(judge(tight, parameters[free], stronger=self._stronger(structure, free), parameters=parameters))
        return min(verdicts, key=lambda v: {False: 0, None: 1, True: 2}[v.holds])

    def judged(self, structure: Values) -> list[str]:
        """The parameters whose tightest values decide a verdict: one with an exact solution, or all if they are independent."""
        if self.exempting is not None:
            return [self.exempting]
        standard = self._standard(structure)
        numeric = {self.names.get(n, n) for n in standard.numeric_only}
        if self.judging:
            return list(self.judging)
        plain = [n for n in self.parameters if n not in self.choosing and n not in numeric]
        return plain if standard.independent else plain[-1:]

    def larger_is_stronger(self, structure: Values, name: str) -> bool:
        """Whether larger values of a parameter promise more: those that choose pairs, orders, exponents."""
        return self._stronger(structure, name)

    def _stronger(self, structure: Values, name: str) -> bool:
        standard = self._standard(structure)
        return name in self.choosing or name in {self.names.get(n, n) for n in standard.stronger_when_larger}

    def _standard(self, structure: Values) -> Standard:
        return self.standard if isinstance(self.standard, Standard) else self.standard(structure)

    def _values(self, standard: Standard, fixed: Values, distance: Any = None) -> dict[str, Any]:
        found = {}
        for own in standard.parameters:
            name = self.names.get(own, own)
            if name in fixed:
                scaled = distance is not None and name in self.per_distance
                found[own] = _times(fixed[name], distance) if scaled else fixed[name]
        return found

    # worst case over the pairs ----------------------------------------------------------------------------------

    def each(self, pairs: Comparisons, structure: Values, fixed: Values, free: str) -> list[Any]:
        """The tightest value of ``free`` for every pair: Reals if the laws are exact and few enough, floats otherwise."""
        standard = self._standard(structure)
        own = {self.names.get(n, n): n for n in standard.parameters}[free]
        scaled = free in self.per_distance
        if self._exactly(pairs, standard, own):
            found = []
            seen: dict[tuple[int, int, Any], Any] = {}
            for k, (i, j) in enumerate(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)):
                distance = None if pairs.distances is None else real(pairs.distances[k])
                key = (i, j, None if distance is None else pairs.distances[k])  # type: ignore[index]
                if key not in seen:
                    tight = standard.solve(pairs.laws[i], pairs.laws[j], own, self._values(standard, fixed, distance))
                    seen[key] = per_unit(tight, distance) if scaled and distance is not None else tight
                found.append(seen[key])
            return found
        laws = pairs.laws.astype(float) if pairs.exact else pairs.laws
        numbers = {n: v if callable(v) else float(v) for n, v in fixed.items()}
        rows = max(1, _CHUNK // max(1, laws.shape[1]))
        found = []
        for start in range(0, len(pairs), rows):
            part = slice(start, start + rows)
            p, q = laws[pairs.left[part]], laws[pairs.right[part]]
            if pairs.distances is None:
                found += np.asarray(standard.solve(p, q, own, self._values(standard, numbers)), dtype=float).tolist()
            else:
                for a, b, d in zip(p, q, pairs.distances[part], strict=True):
                    tight = float(standard.solve(a, b, own, self._values(standard, numbers, float(d))))
                    found.append(float(per_unit(tight, float(d))) if scaled else tight)
        return found

    def _exactly(self, pairs: Comparisons, standard: Standard, own: str) -> bool:
        return pairs.exact and own not in standard.numeric_only and len(pairs) * len(pairs.outputs) <= EXACT_LIMIT

    def _solve_worst(self, pairs: Comparisons, structure: Values, fixed: Values, free: str) -> Tightest:
        standard = self._standard(structure)
        strong = self._stronger(structure, free)
        if not len(pairs):
            best: Any = INFINITY if strong else ZERO
            return Tightest(self.notion, free, best, Certainty.CERTIFIED, fixed, note=NOTHING, refutes_only=self.refutes_only)
        values = self.each(pairs, structure, fixed, free)
        worst = int(np.argmin([float(v) for v in values]) if strong else np.argmax([float(v) for v in values]))
        exact = isinstance(values[0], Real)
        if exact:
            best = -greatest([-v for v in values]) if strong else greatest(values)
            worst = next((k for k, v in enumerate(values) if v is best), worst)
        else:
            best = float(values[worst])
        own = {self.names.get(n, n): n for n in standard.parameters}
        at = {own[n]: float(v) for n, v in {**fixed, free: best}.items() if n in own and not callable(v)}
        return Tightest(
            self.notion,
            free,
            best,
            Certainty.CERTIFIED if exact else Certainty.NUMERIC,
            fixed,
            self.witness(pairs, worst, standard, at),
            tolerance=0.0 if exact else FLOAT_TOLERANCE,
            refutes_only=self.refutes_only,
        )

    def witness(self, pairs: Comparisons, k: int, standard: Standard, at: Mapping[str, float]) -> Worst:
        """The k-th pair with the event that shows its loss."""
        i, j = int(pairs.left[k]), int(pairs.right[k])
        p, q = pairs.laws[i], pairs.laws[j]
        chosen = np.flatnonzero(standard.event(p.astype(float), q.astype(float), at))
        zero: Any = Fraction(0) if pairs.exact else 0.0
        return Worst(
            pairs.labels[i],
            pairs.labels[j],
            tuple(pairs.outputs[c] for c in chosen),
            sum((p[c] for c in chosen), zero),
            sum((q[c] for c in chosen), zero),
        )

    # all but a small probability of the pairs ---------------------------------------------------------------------

    def _solve_exempting(self, pairs: Comparisons, structure: Values, fixed: Values, free: str) -> Tightest:
        standard = self._standard(structure)
        (main,) = [self.names.get(n, n) for n in standard.parameters if self.names.get(n, n) not in self.choosing]
        values = self.each(pairs, structure, {}, main)
        assert pairs.weights is not None
        assert pairs.groups is not None
        exact = bool(values) and isinstance(values[0], Real) and not any(isinstance(w, float) for w in pairs.weights)
        members: dict[Any, list[int]] = {}
        for k, g in enumerate(pairs.groups):
            members.setdefault(g, []).append(k)
        found: list[tuple[Any, int]] = []
        for ks in members.values():
            if free == self.exempting:
                bound = fixed[main] if exact else float(fixed[main])
                bad = [k for k in ks if (values[k] > bound if exact else float(values[k]) > bound * (1 + 1e-12) + 1e-15)]
                found.append((sum((pairs.weights[k] for k in bad), Fraction(0)), max(bad or ks, key=lambda k: float(values[k]))))
            else:
                found.append(_quantile(values, pairs.weights, ks, fixed[str(self.exempting)], exact=exact))
        if not found:
            return Tightest(self.notion, free, ZERO, Certainty.CERTIFIED, fixed, note=NOTHING, refutes_only=self.refutes_only)
        best, k = max(found, key=lambda f: float(f[0]))
        result = real(best) if exact else float(best)
        return Tightest(
            self.notion,
            free,
            result,
            Certainty.CERTIFIED if exact else Certainty.NUMERIC,
            fixed,
            self.witness(pairs, k, standard, {}),
            tolerance=0.0 if exact else FLOAT_TOLERANCE,
            refutes_only=self.refutes_only,
        )

    # a parameter that chooses the pairs ---------------------------------------------------------------------------

    def _solve_choosing(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str) -> Tightest:
        last: Judgement | None = None
        best = ZERO
        for candidate in self._candidates(mechanism, structure):
            verdict = self.verdict(mechanism, structure, {**fixed, free: candidate})
            if not verdict.holds:
                if self.continuous:
                    return self._bisected(mechanism, structure, fixed, free, (best, candidate))
                note = "the largest value that was found to hold" if last else "no value holds"
                found = last is not None
                return Tightest(self.notion, free, best, verdict.certainty, fixed, verdict.worst, attained=found, note=note)
            best, last = candidate, verdict
        certainty = last.certainty if last else Certainty.CERTIFIED
        most = best if self.continuous else INFINITY
        return Tightest(self.notion, free, most, certainty, fixed, last.worst if last else None, note="holds at every value")

    def _bisected(
        self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: str, between: tuple[Real, Real]
    ) -> Tightest:
        """The largest value that holds, between one that does (or 0) and one that does not."""
        (low, high), worst = between, None
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            verdict = self.verdict(mechanism, structure, {**fixed, free: middle})
            if verdict.holds:
                low = middle
            else:
                high, worst = middle, verdict.worst
        width = float(high - low)
        return Tightest(self.notion, free, float(low), Certainty.NUMERIC, fixed, worst, attained=None, tolerance=width)

    def _candidates(self, mechanism: FiniteMechanism, structure: Values) -> Sequence[Real]:
        if self.candidates is not None:
            return self.candidates(mechanism, structure)
        steps = max(len(d) for d in mechanism.datasets) if mechanism.neighbours is None else len(mechanism.datasets)
        return [real(n) for n in range(1, 1 + max(1, steps))]

    # frontiers ----------------------------------------------------------------------------------------------------

    def frontier(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> Frontier:
        """As in :class:`Executable`; a single point where the two parameters do not depend on each other."""
        standard = self._standard(structure)
        if not standard.independent:
            numeric = {self.names.get(n, n) for n in standard.numeric_only} | set(self.choosing)
            return super().frontier(mechanism, structure, fixed, free if free[1] not in numeric else (free[1], free[0]))
        first, second = (self.solve(mechanism, structure, fixed, n) for n in free)
        both = Certainty.CERTIFIED if first.certainty is second.certainty is Certainty.CERTIFIED else Certainty.NUMERIC
        note = NOTHING if first.nothing and second.nothing else ""
        return Frontier(self.notion, free, ((first.value, second.value),), both, fixed, lambda _: second, second.worst, note=note)

    def sample(self, mechanism: FiniteMechanism, structure: Values, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Nine values of the first parameter between 0 and its tightest value where the second one is at its best."""
        x, y = free
        if x in self.choosing:
            return list(self._candidates(mechanism, structure))[-_FRONTIER_POINTS:]
        if x in _SAMPLES:
            return [real(v) for v in _SAMPLES[x]]
        known = y in _SAMPLES or x in _PROBABILITIES
        top = real(1) if known else self.solve(mechanism, structure, {**fixed, y: ZERO}, x).value
        if not math.isfinite(float(top)):
            top = real(4)
        steps = _FRONTIER_POINTS - 1 if {x, y} - self._standard(structure).numeric_only else _FRONTIER_POINTS // 2
        if isinstance(top, Real) and top.exact:
            return [top * Fraction(k, steps) for k in range(steps + 1)]
        return [real(float(top) * k / steps) for k in range(steps + 1)]


_SAMPLES: Final = MappingProxyType(
    {"alpha": (1, Fraction(3, 2), 2, 3, 4, 8, 16, 32, math.inf), "k": (1, 2, 3, 4), "omega": (2, 4, 8, 16, math.inf)}
)


def _times(amount: Any, distance: Any) -> Any:
    """A budget over a distance; an infinite budget stays infinite over the distance 0."""
    return amount if amount == math.inf else amount * distance


def per_unit(tight: Any, distance: Any) -> Any:
    """What a loss costs per unit of distance: 0/0 counts as 0, x/0 as infinite, anything over ∞ as 0."""
    if isinstance(distance, Real):
        if distance.infinite:
            return ZERO
        if distance.rational == 0:
            return ZERO if compare(tight, ZERO) == 0 else INFINITY
        return tight if tight.infinite else tight / distance
    if distance == math.inf:
        return 0.0
    if distance == 0:
        return 0.0 if tight == 0 else math.inf
    return tight / distance


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
    probability = parameter in _PROBABILITIES
    slack = PROBABILITY_TOLERANCE * abs(bound) if probability else FLOAT_TOLERANCE * abs(bound) + _ROUNDING
    return bool(measured >= bound - slack if stronger else measured <= bound + slack)


def _quantile(
    values: list[Any], weights: tuple[Any, ...], members: Iterable[int], exempt: Any, *, exact: bool
) -> tuple[Any, int]:
    """The least bound that the values exceed with probability at most ``exempt``, and the pair that attains it."""
    order = sorted(members, key=lambda k: float(values[k]), reverse=True)
    passed: Any = Fraction(0)
    for k in order:
        over = passed + weights[k]
        beyond = compare(real(over), exempt) == 1 if exact else float(over) > float(exempt) * (1 + PROBABILITY_TOLERANCE)
        if beyond:
            return values[k], k
        passed = over
    return (ZERO if exact else 0.0), order[-1]
