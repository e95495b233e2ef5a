"""Executable notions about the success of an attack: reconstruction, and what a model shows of a work that it may have copied.

The best attack on a finite mechanism chooses, for each output, the guess that is right with the largest probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeVar

import numpy as np

from dpzoo.blocks import standards
from dpzoo.blocks.compared_pairs import DatasetPair
from dpzoo.blocks.divergences import Law, Number
from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import mixture
from dpzoo.blocks.structures import (
    DATASET_LAW,
    PRIORS,
    RECORD_LAW,
    Path,
    Structural,
    Structure,
    dataset,
    freeze,
    list_of,
    record,
)
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.pairwise import PairwiseNotion, datasets
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.notions.scalar import Measure, ScalarNotion, fraction_or_float
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, real

_T = TypeVar("_T")

Criterion = Mapping[Hashable, frozenset[Hashable]]
"""For each guess the things that it gets right."""


def _criterion(thing: Callable[[Any, FiniteMechanism, Path], Hashable], what: str) -> Callable[..., Criterion]:
    def pair(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Hashable, Hashable]:
        if not isinstance(given, list | tuple) or len(given) != 2:
            raise BlockError(f"{given!r} is not a pair of a {what} and a guess", path)
        return thing(given[0], mechanism, (*path, 0)), freeze(given[1])

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> Criterion:
        found: dict[Hashable, set[Hashable]] = {}
        for right, guess in list_of(pair, f"pairs of a {what} and a guess")(given, mechanism, path):
            found.setdefault(guess, set()).add(right)
        return {guess: frozenset(things) for guess, things in found.items()}

    return read


RECORD_GUESSES = Structure(
    "reconstruction criterion for records",
    "a list of pairs of a record and a guess that is right for it",
    _criterion(record, "record"),
)
DATASET_GUESSES = Structure(
    "reconstruction criterion for datasets",
    "a list of pairs of a dataset and a guess that is right for it",
    _criterion(dataset, "dataset"),
)


def _best_success(laws: Mapping[_T, Any], weights: Mapping[_T, Any], right: Criterion) -> Any:
    """The chance of the best guess from the output, where ``laws`` gives the output's law for each thing."""
    joint = {x: w * laws[x] for x, w in weights.items() if w}
    if not joint or not right:
        return Fraction(0)
    zero = next(iter(joint.values())) * 0
    gains = [sum((w for x, w in joint.items() if x in things), zero) for things in right.values()]
    return sum(np.max(np.array(gains), axis=0), Fraction(0))


def _record_reconstructed(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The best chance to reconstruct one record, all others being known: the worst rest of the dataset and position."""
    law = {t: w for t, w in RECORD_LAW.of(structure, "prior").items() if w}
    best: Any = Fraction(0)
    worst, tried = None, set()
    for d in mechanism.datasets:
        for i in range(len(d)):
            rest = (i, d[:i], d[i + 1 :])
            variants = {t: (*d[:i], t, *d[i + 1 :]) for t in law}
            if rest in tried or not all(v in mechanism for v in variants.values()):
                continue
            tried.add(rest)
            found = _best_success({t: mechanism.row(v) for t, v in variants.items()}, law, RECORD_GUESSES.of(structure, "rho"))
            if found > best:
                best, worst = found, Worst(f"{show_dataset((*d[:i], '?', *d[i + 1 :]))}", "the best attack")
    return Measure(fraction_or_float(best), worst)


def _failure(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The chance that the best attack fails, the data being drawn from the given law."""
    weights = DATASET_LAW.of(structure, "theta").datasets
    laws = {d: mechanism.row(d) for d, w in weights.items() if w}
    return Measure(fraction_or_float(1 - _best_success(laws, weights, DATASET_GUESSES.of(structure, "rho"))))


@dataclass(frozen=True)
class Resilient(Executable):
    """The best guess is right for the data that it was made from at most e^ε times as often as for fresh ones, plus δ.

    The least δ at e^ε is a sum over outputs of the largest gain of a guess, with 0 for no guess: piecewise linear and convex in
    e^ε, so that Newton's steps from e^ε = 1 reach the least e^ε for a δ exactly.
    """

    notion: str
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"Theta": PRIORS, "rho": DATASET_GUESSES})
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The factor's logarithm, and the slack."""
        return ("epsilon", "delta")

    def _chances(self, mechanism: FiniteMechanism, structure: Structural) -> list[list[list[tuple[Any, Any]]]]:
        """For each prior, output and guess: the chances of the output with a guess that fits these data, or fresh ones."""
        found = []
        for joint in PRIORS.of(structure, "Theta"):
            for prior in joint.conditioned_on_knowledge():
                weights = {d: w for d, w in prior.datasets.items() if w}
                whole: Any = mixture(mechanism, weights)
                outputs = []
                for k, total in enumerate(whole):
                    guesses = []
                    for things in DATASET_GUESSES.of(structure, "rho").values():
                        here = sum((w * mechanism.row(d)[k] for d, w in weights.items() if d in things), Fraction(0))
                        guesses.append((here, total * sum((w for d, w in weights.items() if d in things), Fraction(0))))
                    outputs.append(guesses)
                found.append(outputs)
        return found

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """δ at a factor; or the least factor for δ."""
        chances = self._chances(mechanism, structure)
        if free == "delta":
            factor: Any = fixed["epsilon"].exp() if mechanism.exact else np.exp(min(float(fixed["epsilon"]), 700.0))
            zero = real(0) if mechanism.exact else 0.0
            found = max((self._slack(outputs, factor, zero) for outputs in chances), default=zero)
            return self._result(free, found, fixed)
        slack = fixed["delta"]
        factors = [self._factor(outputs, slack if mechanism.exact else float(slack)) for outputs in chances]
        if any(f is None for f in factors):
            return self._result(free, INFINITY, fixed)
        most: Any = max((f for f in factors if f is not None), default=Fraction(1))
        least = real(most).log() if isinstance(most, Fraction) else most.log() if isinstance(most, Real) else math.log(most)
        return self._result(free, least, fixed)

    @staticmethod
    def _slack(outputs: list[list[tuple[Any, Any]]], factor: Any, zero: Any) -> Any:
        total = zero
        for guesses in outputs:
            total = total + max([zero, *(here - factor * fresh for here, fresh in guesses)])
        return total

    @staticmethod
    def _factor(outputs: list[list[tuple[Any, Any]]], slack: Any) -> Any:
        """The least factor of at least 1 at which the gains add up to at most the slack; None if no factor is enough."""
        factor: Any = Fraction(1)
        while True:
            taken = [max(guesses, key=lambda g: g[0] - factor * g[1], default=(Fraction(0), Fraction(0))) for guesses in outputs]
            taken = [g for g in taken if g[0] - factor * g[1] > 0]
            here, fresh = (sum((g[i] for g in taken), Fraction(0)) for i in (0, 1))
            if not taken or here - factor * fresh <= slack:
                return factor
            if not fresh:
                return None
            step = (here - slack) / fresh
            if not step > factor:
                return factor
            factor = step

    def _result(self, free: str, found: Any, fixed: Values) -> Tightest:
        certified = isinstance(found, Real)
        certainty = Certainty.CERTIFIED if certified else Certainty.NUMERIC
        return Tightest(self.notion, free, found, certainty, fixed, tolerance=0.0 if certified else _SLACK)

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """The slack against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """Some factors."""
        return ["0", "log(3/2)", "log(2)", "log(3)", "log(4)", "log(8)", "log(16)"]


_SLACK: Final = 1e-9

# what a model shows of a work -------------------------------------------------------------------------------------------


class Bits(standards.Standard):
    """The max divergence in bits."""

    parameters = ("k",)

    def k(self, p: Law, q: Law) -> Number:
        """The least number of bits."""
        return _PURE.epsilon(p, q) / (real(2).log() if p.dtype == object else np.log(2))

    def event(self, p: Any, q: Any, values: Mapping[str, float]) -> Any:  # noqa: D102
        return _PURE.event(p, q, values)


_PURE = standards.MaxDivergence()


def safe_models(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """The model, whose dataset is empty, against each safe model, whose dataset names the works that it had no access to."""
    if () not in mechanism:
        raise BlockError("the mechanism has no dataset (), which stands for the model itself")
    here = mechanism.index(())
    return [DatasetPair(here, j) for j, d in enumerate(mechanism.datasets) if len(d) == 1]


NOTIONS: tuple[Executable, ...] = (
    ScalarNotion(
        "reconstruction-robustness", "gamma", _record_reconstructed, {"prior": RECORD_LAW, "rho": RECORD_GUESSES}, most=1
    ),
    ScalarNotion("pac-privacy", "delta", _failure, {"theta": DATASET_LAW, "rho": DATASET_GUESSES}, stronger=True, most=1),
    Resilient("narcissus-resiliency"),
    PairwiseNotion("near-access-freeness", datasets(safe_models), Bits(), ("k",)),
)
