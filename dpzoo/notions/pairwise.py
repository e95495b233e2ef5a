"""Notions that bound a standard over ordered pairs of output laws, which are nearly all of them.

In :class:`RadiusNotion` a parameter is the distance up to which pairs count, in :class:`RelaxedPairs` it leaves pairs out as it
grows, and :class:`ConditionalNotion` asks something of the mechanism besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Final

import numpy as np

from dpzoo.blocks.compared_pairs import Comparisons, of_datasets
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.standards import Standard
from dpzoo.blocks.structures import Structural, Structure
from dpzoo.blocks.units import Unit
from dpzoo.notions.executable import FLOAT_TOLERANCE, PROBABILITIES, PROBABILITY_TOLERANCE, TOO_SMALL, Executable, Values, judge
from dpzoo.notions.results import NOTHING, Certainty, Frontier, Judgement, LateWorst, Shown, Tightest, Worst
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.logarithms import in_logs
from dpzoo.numbers.real import INFINITY, ZERO, Real, compare, greatest, real

EXACT_LIMIT: Final = 60_000
"""Up to how many probabilities (pairs times outputs) are compared exactly; beyond that only standards with a faster way are."""


_CHUNK: Final = 4_000_000
_LONG: Final = 100_000


_FRONTIER_POINTS: Final = 9


_HALVINGS: Final = 30


Compare = Callable[[FiniteMechanism, Structural, Values], Comparisons]


def datasets(unit: Unit) -> Compare:
    """Comparisons of single datasets on a fixed unit."""
    return lambda mechanism, _structure, _chosen: of_datasets(mechanism, unit(mechanism))


def datasets_from(unit_of: Callable[[Structural, Values], Unit]) -> Compare:
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
    standard: Standard | Callable[[Structural], Standard]
    parameters: tuple[str, ...]
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Values = field(default_factory=dict)
    choosing: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    per_distance: tuple[str, ...] = ()
    exempting: str | None = None
    refutes_only: bool = False
    candidates: Callable[[FiniteMechanism, Structural], Sequence[Real]] | None = None
    judging: tuple[str, ...] = ()
    continuous: bool = False
    at_least: Mapping[str, int] = field(default_factory=dict)
    above: Mapping[str, int] = field(default_factory=dict)
    in_logarithms: ClassVar[bool] = True

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

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """As in :class:`Executable`; for a parameter that chooses the pairs, by trying its values in turn."""
        if free in self.choosing:
            return self._solve_choosing(mechanism, structure, fixed, free)
        pairs = self.compare(mechanism, structure, {n: fixed[n] for n in self.choosing})
        if mechanism.underflows and not (in_logs(pairs.laws) and self._standard(structure).from_logarithms):
            raise BlockError(TOO_SMALL.format(self.notion))
        if self.exempting is not None:
            return self._solve_exempting(pairs, structure, fixed, free)
        return self._solve_worst(pairs, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """Whether the notion holds: the tightest value of one parameter against the one that is given."""
        return self._verdict(mechanism, structure, parameters, self.judged(structure))

    def _verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values, judged: Sequence[str]) -> Judgement:
        verdicts = []
        for free in judged:
            tight = self.solve(mechanism, structure, {k: v for k, v in parameters.items() if k != free}, free)
            verdicts.append(judge(tight, parameters[free], stronger=self._stronger(structure, free), parameters=parameters))
        return min(verdicts, key=lambda v: {False: 0, None: 1, True: 2}[v.holds])

    def within(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """As in :class:`Executable`: parameters that do not depend on each other are judged by themselves."""
        found = self.solve(mechanism, structure, fixed, free)
        apart = self._standard(structure).independent and self.exempting is None
        others = [n for n in self.judged(structure) if n in fixed] if apart else []
        if not others or found.nothing:
            return found
        verdict = self._verdict(mechanism, structure, fixed, others)
        if verdict.holds is False:
            note = f"no value holds: {' and '.join(others)} would have to be larger"
            return replace(found, value=INFINITY, certainty=verdict.certainty, worst=verdict.worst, attained=False, note=note)
        decided = verdict.certainty is Certainty.CERTIFIED or found.refutes_only
        return found if decided else replace(found, certainty=Certainty.NUMERIC)

    def judged(self, structure: Structural) -> list[str]:
        """The parameters whose tightest values decide a verdict: one with an exact solution, or all if they are independent."""
        if self.exempting is not None:
            return [self.exempting]
        standard = self._standard(structure)
        numeric = {self.names.get(n, n) for n in standard.numeric_only}
        if self.judging:
            return list(self.judging)
        plain = [n for n in self.parameters if n not in self.choosing and n not in numeric]
        return plain if standard.independent else plain[-1:]

    def larger_is_stronger(self, structure: Structural, name: str) -> bool:
        """Whether larger values of a parameter promise more: those that choose pairs, orders, exponents."""
        return self._stronger(structure, name)

    def _stronger(self, structure: Structural, name: str) -> bool:
        standard = self._standard(structure)
        return name in self.choosing or name in {self.names.get(n, n) for n in standard.stronger_when_larger}

    def _standard(self, structure: Structural) -> Standard:
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

    def each(self, pairs: Comparisons, structure: Structural, fixed: Values, free: str) -> list[Any]:
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
        kept = own in standard.from_exact and len(pairs) * len(pairs.outputs) <= EXACT_LIMIT
        laws = pairs.laws.astype(float) if pairs.exact and not kept else pairs.laws
        numbers = {n: v if callable(v) else float(v) for n, v in fixed.items()}
        # to gather rows is to copy them: only where many short ones are looked at together
        rows = max(1, _CHUNK // max(1, laws.shape[1])) if laws.shape[1] <= _LONG else 1
        found = []
        for start in range(0, len(pairs), rows):
            part = slice(start, start + rows)
            # one pair at a time is looked at where it lies; several are gathered
            p, q = (laws[side[part]] if rows > 1 else laws[side[start]][None] for side in (pairs.left, pairs.right))
            if pairs.distances is None:
                found += np.asarray(standard.solve(p, q, own, self._values(standard, numbers)), dtype=float).tolist()
            else:
                for a, b, d in zip(p, q, pairs.distances[part], strict=True):
                    tight = float(standard.solve(a, b, own, self._values(standard, numbers, float(d))))
                    found.append(float(per_unit(tight, float(d))) if scaled else tight)
        return found

    def _exactly(self, pairs: Comparisons, standard: Standard, own: str) -> bool:
        return pairs.exact and own not in standard.numeric_only and len(pairs) * len(pairs.outputs) <= EXACT_LIMIT

    def _solve_worst(self, pairs: Comparisons, structure: Structural, fixed: Values, free: str) -> Tightest:
        standard = self._standard(structure)
        strong = self._stronger(structure, free)
        if not len(pairs):
            best: Any = INFINITY if strong else ZERO
            return Tightest(self.notion, free, best, Certainty.CERTIFIED, fixed, note=NOTHING, refutes_only=self.refutes_only)
        many = pairs.exact and pairs.distances is None and len(pairs) * len(pairs.outputs) > EXACT_LIMIT
        found = standard.greatest(pairs.laws, pairs.left, pairs.right) if many else None
        if found is not None:
            (best, worst), exact = found, True
        else:
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

        def shown() -> Shown:
            p, q = pairs.laws[i], pairs.laws[j]
            chosen = np.flatnonzero(standard.event(p.astype(float), q.astype(float), at))
            left, right = (sum(law[chosen], Fraction(0)) if pairs.exact else float(law[chosen].sum()) for law in (p, q))
            return tuple(map(pairs.outputs.__getitem__, chosen.tolist())), left, right

        return LateWorst(pairs.labels[i], pairs.labels[j], shown)

    # all but a small probability of the pairs ---------------------------------------------------------------------

    def _solve_exempting(self, pairs: Comparisons, structure: Structural, fixed: Values, free: str) -> Tightest:
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

    def _solve_choosing(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
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
        self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str, between: tuple[Real, Real]
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

    def _candidates(self, mechanism: FiniteMechanism, structure: Structural) -> Sequence[Real]:
        if self.candidates is not None:
            return self.candidates(mechanism, structure)
        steps = max(len(d) for d in mechanism.datasets) if mechanism.neighbours is None else len(mechanism.datasets)
        return [real(n) for n in range(1, 1 + max(1, steps))]

    # frontiers ----------------------------------------------------------------------------------------------------

    def frontier(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> Frontier:
        """As in :class:`Executable`; a single point where the two parameters do not depend on each other."""
        standard = self._standard(structure)
        if not standard.independent:
            numeric = {self.names.get(n, n) for n in standard.numeric_only} | set(self.choosing)
            return super().frontier(mechanism, structure, fixed, free if free[1] not in numeric else (free[1], free[0]))
        first, second = (self.solve(mechanism, structure, fixed, n) for n in free)
        both = Certainty.CERTIFIED if first.certainty is second.certainty is Certainty.CERTIFIED else Certainty.NUMERIC
        note = NOTHING if first.nothing and second.nothing else ""

        def at(x: Any) -> Tightest:
            return self.within(mechanism, structure, {**fixed, free[0]: self.read_value(free[0], x)}, free[1])

        return Frontier(self.notion, free, ((first.value, second.value),), both, fixed, at, second.worst, note=note)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Nine values of the first parameter between 0 and its tightest value where the second one is at its best."""
        x, y = free
        if x in self.choosing:
            return list(self._candidates(mechanism, structure))[-_FRONTIER_POINTS:]
        if x in _SAMPLES:
            return [real(v) for v in _SAMPLES[x]]
        known = y in _SAMPLES or x in PROBABILITIES
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


@dataclass(frozen=True)
class RadiusNotion(PairwiseNotion):
    """A notion whose parameter is a radius: pairs at a distance of at most the radius are compared.

    ``candidates`` are the distances that occur, in rising order from 0. A guarantee that ends at one of them holds at every
    smaller radius: the largest radius is then approached and not attained.
    """

    def _solve_choosing(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        last: Judgement | None = None
        for candidate in self._candidates(mechanism, structure):
            verdict = self.verdict(mechanism, structure, {**fixed, free: candidate})
            if not verdict.holds:
                note = "it holds at every smaller value" if last else "no value holds"
                return Tightest(self.notion, free, candidate, verdict.certainty, fixed, verdict.worst, attained=False, note=note)
            last = verdict
        certainty = last.certainty if last else Certainty.CERTIFIED
        return Tightest(self.notion, free, INFINITY, certainty, fixed, last.worst if last else None, note="holds at every value")


@dataclass(frozen=True)
class RelaxedPairs(PairwiseNotion):
    """A notion with a parameter that leaves out more pairs as it grows: the least value that holds is the tightest.

    ``candidates`` are the values at which pairs drop out, in rising order; at the last one none is left.
    """

    def _solve_choosing(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        worst, found = None, None
        for candidate in self._candidates(mechanism, structure):
            found = self.verdict(mechanism, structure, {**fixed, free: candidate})
            if found.holds:
                return Tightest(self.notion, free, candidate, found.certainty, fixed, worst)
            worst = found.worst
        raise AssertionError("at the last candidate no pair is left")

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """As in :class:`PairwiseNotion`; numeric where a distribution that chooses the pairs is in floating-point numbers."""
        found = super().solve(mechanism, structure, fixed, free)
        laws = [s for s in structure.values() if isinstance(s, Mapping)]
        if any(isinstance(w, float) for law in laws for w in law.values()):
            return replace(found, value=float(found.value), certainty=Certainty.NUMERIC, tolerance=FLOAT_TOLERANCE)
        return found

    def _stronger(self, structure: Structural, name: str) -> bool:
        return name not in self.choosing and super()._stronger(structure, name)


@dataclass(frozen=True)
class ConditionalNotion(PairwiseNotion):
    """A notion that asks something of the mechanism besides the comparison; where that fails, no parameter will do.

    ``fault`` says what is wrong, in words, or returns None.
    """

    fault: Callable[[FiniteMechanism, Structural], str | None] = lambda _m, _s: None

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """As in :class:`PairwiseNotion`; infinite where the condition fails."""
        fault = self.fault(mechanism, structure)
        if fault is not None:
            certainty = Certainty.CERTIFIED if mechanism.exact else Certainty.NUMERIC
            return Tightest(self.notion, free, INFINITY, certainty, fixed, attained=False, note=f"no value holds: {fault}")
        return super().solve(mechanism, structure, fixed, free)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """As in :class:`PairwiseNotion`; false where the condition fails."""
        fault = self.fault(mechanism, structure)
        if fault is not None:
            certainty = Certainty.CERTIFIED if mechanism.exact else Certainty.NUMERIC
            return Judgement(self.notion, False, certainty, parameters, measured=INFINITY, note=fault)
        return super().verdict(mechanism, structure, parameters)
