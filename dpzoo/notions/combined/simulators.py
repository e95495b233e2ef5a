"""Combined notions that set the mechanism beside a simulator, a world or a leak."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from dpzoo.blocks import standards, units
from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.blocks.prior_units import LabelledLaws
from dpzoo.blocks.priors import Prior, mixture
from dpzoo.blocks.simulator_existence import Enclosure, Family
from dpzoo.blocks.simulator_structures import ALTERNATIVE_WORLDS, LEAKAGE, Leaks, Sign, Signal, blanked, show_signal
from dpzoo.blocks.structures import PRIORS, Structural, Structure
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import PairwiseNotion
from dpzoo.notions.results import Certainty, Tightest
from dpzoo.notions.simulation import (
    LEVEL_TOLERANCE,
    MOST_STEPS,
    WIDTH,
    Alternatives,
    Existence,
    Levels,
    RowOrigin,
    SimulatorNotion,
    Variables,
    World,
    at_level,
    best_of,
    brackets,
    prior_shown,
    pushed,
    simulation,
    worst_of,
)
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.linear_systems import LinearRow, simplest_between
from dpzoo.numbers.real import enclosed, real

MOST_ATOMS: Final = 12
"""Up to how many datasets (or outputs with knowledge) sets of exceptions are enumerated."""


def _priv_values(prior: Prior, priv: Mapping[Dataset, Hashable]) -> tuple[Hashable, ...]:
    return tuple(dict.fromkeys(priv[d] for (d, _), w in prior.weights.items() if w))


def alternative_worlds(mechanism: FiniteMechanism, structure: Structural) -> list[list[World]]:
    """Coupled worlds: D given B and priv(D) = p, against agg(D)."""
    found = []
    for prior in PRIORS.of(structure, "Theta"):
        for place, (agg, priv) in enumerate(ALTERNATIVE_WORLDS.of(structure, "Gamma"), start=1):
            for known in prior.knowledge:
                for p in _priv_values(prior, priv):
                    law = prior.given(lambda d, b, known=known, p=p, priv=priv: b == known and priv[d] == p)  # type: ignore[misc]
                    if law is not None:
                        label = f"{prior_shown(prior, known)}, priv{place} = {show_signal(p)}"
                        found.append(World(label, mixture(mechanism, law), pushed(law, agg.__getitem__)))
    return [found]


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
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"Theta": PRIORS})
    usual: Values = field(default_factory=dict)

    def groups(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[Alternatives]:
        """One group for each prior, with one family for each largest set of exempt datasets."""
        slack = at["delta"]
        assert slack is not None
        return [[simulation(w, mechanism.outputs, slack=slack) for w in sets] for sets in self._kept(mechanism, structure, at)]

    def solve_other(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """Delta is the level of a family of its own; gamma is found by trying the sets of exempt datasets in order of mass."""
        if free == "gamma":
            return self._solve_gamma(mechanism, structure, fixed)

        def solve(at: Levels) -> Enclosure:
            factor = at["epsilon"]
            if factor is None:
                raise BlockError("typical-stability finds delta for epsilon up to 700 only; give a smaller epsilon", ("epsilon",))
            outputs = mechanism.outputs
            return worst_of(
                best_of(simulation(w, outputs, factor=factor) for w in sets) for sets in self._kept(mechanism, structure, at)
            )

        return self._enclosed(fixed, free, solve)

    def _kept(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[list[list[World]]]:
        gamma = at["gamma"]
        assert gamma is not None
        found = []
        for prior in PRIORS.of(structure, "Theta"):
            worlds, masses = _rows_of(mechanism, prior)
            sets = exemptions(masses, gamma, what="datasets", notion=self.notion)
            found.append([[w for k, w in enumerate(worlds) if k not in exempt] for exempt in sets])
        return found

    def _solve_gamma(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values) -> Tightest:
        low, high = brackets(fixed)
        ends = [[self._least_mass(mechanism, prior, at) for prior in PRIORS.of(structure, "Theta")] for at in (high, low)]
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
            found, _ = at_level(simulation([worlds[k] for k in kept], mechanism.outputs, slack=slack), at["epsilon"])
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


Pairs = Callable[[FiniteMechanism, Structural, Prior], list[tuple[str, View, Secret]]]


@dataclass(frozen=True)
class PosteriorNotion(Existence):
    """Beliefs about a secret, after an output of the mechanism and after the same of a simulator, are (ε, δ)-close up to mass δ.

    ``pairs`` gives for a prior what the simulator may see and the secret, with a label. For fixed ε, δ and exceptions the
    conditions are linear once multiplied by the simulator's probability of the output; a common factor of the simulator's
    probabilities is left open, so that "positive" can be said as "at least 1".
    """

    notion: str
    pairs: Pairs
    structure: Mapping[str, Structure[object]]
    quantitative: tuple[str, ...] = ("epsilon", "delta")
    usual: Values = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        """A limit of simulators may no longer produce an output."""
        return False

    def groups(self, mechanism: FiniteMechanism, structure: Structural, at: Levels) -> list[Alternatives]:
        """One group, with one family for each largest choice of exceptions (one set per prior and secret)."""
        delta = at["delta"]
        assert delta is not None
        listed, choices = [], []
        for prior in PRIORS.of(structure, "Theta"):
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

    def solve_other(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """Delta, by bisection: it is the slack of the beliefs and the mass of the exceptions at once."""
        low, high = brackets(fixed)
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
                self.notion, free, value, certainty, fixed, attained=attained, tolerance=0.0 if certified else float(WIDTH)
            )

        if answer(Fraction(0), low):
            return result(real(0), attained=True)
        below, above, guess = Fraction(0), Fraction(1), None
        for _ in range(MOST_STEPS):
            simplest = simplest_between(below, above)
            if above - below < Fraction(1, 1000) and simplest != guess:
                guess = simplest
                middle = guess if guess < above else guess - WIDTH / 10
            else:
                middle = (below + above) / 2
            if above - below <= WIDTH or not below < middle < above:
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
        seen = {p: pushed({d: w for d, w in here.items() if secret(d) == p}, view) for p in secrets}
        for k, output in enumerate(mechanism.outputs):
            joint = {
                p: sum((w * matrix[mechanism.index(d), k] for d, w in here.items() if secret(d) == p), Fraction(0))
                for p in secrets
            }
            mass = sum(joint.values(), Fraction(0))
            if mass:
                where = f"{prior_shown(prior, known)}, {label}, output {show_signal(output)}"
                found.append(Belief(where, k, mass, {p: v / mass for p, v in joint.items()}, seen))
    return found


def believed(beliefs: Sequence[Belief], outputs: int, delta: Any) -> Family:
    """A simulator after whose outputs the beliefs are within (ε, δ) of the mechanism's: a family in e^ε."""
    variables = Variables()
    rows = []
    signals = dict.fromkeys(s for b in beliefs for law in b.signals.values() for s, w in law.items() if w)
    for signal in signals:
        total = {variables("simulator", signal, k): Fraction(1) for k in range(outputs)}
        rows.append(LinearRow({**total, variables("scale"): Fraction(-1)}, equal=True))
    for place, belief in enumerate(beliefs):
        parts = {
            p: {variables("simulator", s, belief.output): w for s, w in law.items() if w} for p, law in belief.signals.items()
        }
        whole: dict[int, Any] = {}
        for part in parts.values():
            for j, w in part.items():
                whole[j] = whole.get(j, Fraction(0)) + w
        rows.append(LinearRow({j: -w for j, w in whole.items()}, Fraction(-1), label=RowOrigin(belief.label)))
        for above in (True, False):
            excess = {}
            for p, part in parts.items():
                mu = belief.posterior[p]
                real_side = {j: mu * w for j, w in whole.items()} if mu else {}
                spare = {variables("excess", place, above, p): Fraction(-1)} if delta else {}
                excess.update({j: Fraction(1) for j in spare})
                more, less = (real_side, part) if above else (part, real_side)
                rows.append(LinearRow({**more, **spare}, gain=less, label=RowOrigin(belief.label)))
            if delta:
                rows.append(LinearRow({**excess, **{j: -delta * w for j, w in whole.items()}}))
    return Family(len(variables.places), tuple(rows))


def _records_as_secrets(mechanism: FiniteMechanism, structure: Structural, prior: Prior) -> list[tuple[str, View, Secret]]:
    """For each position the data without its record, and the record ("absent" where there is none)."""

    def view(i: int) -> View:
        return lambda d: {(i, blanked(d, i) if i < len(d) else d): Fraction(1)}

    def secret(i: int) -> Secret:
        return lambda d: d[i] if i < len(d) else Sign.ABSENT

    return [(f"record {i + 1}", view(i), secret(i)) for i in range(prior.length)]


def _given_pairs(mechanism: FiniteMechanism, structure: Structural, prior: Prior) -> list[tuple[str, View, Secret]]:
    return [
        (f"priv{place}", agg.__getitem__, priv.__getitem__)
        for place, (agg, priv) in enumerate(ALTERNATIVE_WORLDS.of(structure, "Gamma"), start=1)
    ]


def given_the_leak(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
    """Neighbours given each leak that both can cause."""
    laws = LabelledLaws(mechanism.outputs)
    leaks: Leaks = LEAKAGE.of(structure, "P")
    rows: dict[tuple[Dataset, Hashable], int] = {}

    def row(d: Dataset, leak: Hashable) -> int | None:
        if (d, leak) not in rows:
            total = sum(leaks[d].get(leak, ()), Fraction(0))
            if not total:
                return None
            rows[d, leak] = laws.add(leaks[d][leak] / total, f"{show_dataset(d)}, leak {show_signal(leak)}")
        return rows[d, leak]

    for p in units.one_record(mechanism):
        a, b = mechanism.datasets[p.left], mechanism.datasets[p.right]
        for leak in leaks[a]:
            i, j = row(a, leak), row(b, leak)
            if i is not None and j is not None:
                laws.pairs.append((i, j))
    return laws.comparisons()


NOTIONS: tuple[Executable, ...] = (
    SimulatorNotion("coupled-worlds-privacy", alternative_worlds, {"Theta": PRIORS, "Gamma": ALTERNATIVE_WORLDS}),
    TypicalStability(),
    PosteriorNotion("inference-based-coupled-worlds-privacy", _given_pairs, {"Theta": PRIORS, "Gamma": ALTERNATIVE_WORLDS}),
    PosteriorNotion("inference-based-distributional-dp", _records_as_secrets, {"Theta": PRIORS}),
    PairwiseNotion("bounded-leakage-dp", given_the_leak, standards.HockeyStick(), ("epsilon", "delta"), {"P": LEAKAGE}),
)
