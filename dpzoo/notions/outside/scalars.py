"""Notions that are one number of a mechanism, or one for each loss: sizes, capacities, estimates, counts."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks import data_units, units
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record, show_dataset
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.structures import DATASET_LAW, Path, Structural, Structure, freeze, list_of
from dpzoo.notions.executable import Executable, Values, judge
from dpzoo.notions.outside.posteriors import size_of
from dpzoo.notions.results import Certainty, Judgement, Tightest, Worst
from dpzoo.notions.scalar import BudgetedNotion, Measure, ScalarNotion, fraction_or_float, loss_of, not_above
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, ZERO, Real, real

_BOTH = ("epsilon", "delta")
_SMALLEST_STEP: Final = 1e-6


UNIVERSE = Structure(
    "universe of individuals", "the individuals, as a list of records", list_of(lambda x, _m, _p: freeze(x), "records")
)


def _population(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[frozenset[Record], frozenset[Record]]:
    if not isinstance(given, Mapping) or not {"records"} <= set(given) <= {"records", "known"}:
        raise BlockError("a population has the keys records and, if some are known to be in the data, known", path)
    everyone, known = (frozenset(freeze(r) for r in given.get(key, ())) for key in ("records", "known"))
    if not known < everyone:
        raise BlockError("the known records are some of the population, and not all", (*path, "known"))
    return everyone, known


def _replacement_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    return [loss_of(mechanism, p.left, p.right) for p in units.bounded(mechanism) if p.left < p.right]


def _alternatives(mechanism: FiniteMechanism, _structure: Structural, loss: Any) -> Measure:
    """The least number of other values that a record can be mistaken for."""
    counts = {(i, j): 0 for i, d in enumerate(mechanism.datasets) for j in range(len(d))}
    for p in units.bounded(mechanism):
        if not_above(loss_of(mechanism, p.left, p.right), loss):
            counts[p.left, p.changed[0]] += 1  # type: ignore[index]
    if not counts:
        return Measure(INFINITY)
    (i, j), least = min(counts.items(), key=lambda c: c[1])
    return Measure(real(least), Worst(show_dataset(mechanism.datasets[i]), f"record {j + 1} replaced"))


def _multisets(mechanism: FiniteMechanism) -> dict[frozenset[tuple[Record, int]], int]:
    found: dict[frozenset[tuple[Record, int]], int] = {}
    for i, d in enumerate(mechanism.datasets):
        bag = frozenset(Counter(d).items())
        if bag in found:
            raise BlockError(f"the dataset {show_dataset(d)} is listed twice as a multiset, in different orders")
        found[bag] = i
    return found


def _bag_pairs(
    mechanism: FiniteMechanism,
) -> tuple[dict[tuple[Record, Record], list[tuple[int, int]]], dict[tuple[int, Record], int]]:
    """For two records the datasets E ∪ {t}, E ∪ {t′}; for a dataset and a record in it the dataset without one copy."""
    bags = _multisets(mechanism)
    with_record: dict[frozenset[tuple[Record, int]], dict[Record, int]] = {}
    smaller = {}
    for i, d in enumerate(mechanism.datasets):
        for t in dict.fromkeys(d):
            rest = frozenset((Counter(d) - Counter([t])).items())
            with_record.setdefault(rest, {})[t] = i
            if rest not in bags:
                raise BlockError(f"the mechanism has {show_dataset(d)}, and not the same without {t!r}")
            smaller[i, t] = bags[rest]
    pairs: dict[tuple[Record, Record], list[tuple[int, int]]] = {}
    for extended in with_record.values():
        for (t, i), (u, j) in itertools.permutations(extended.items(), 2):
            pairs.setdefault((t, u), []).append((i, j))
    return pairs, smaller


def _crowd(mechanism: FiniteMechanism, _structure: Structural, loss: Any) -> Measure:
    """The size of the smallest crowd that a record needs: among records that the mechanism does not ignore."""
    pairs, smaller = _bag_pairs(mechanism)
    blend = {key: all(not_above(loss_of(mechanism, i, j), loss) for i, j in rows) for key, rows in pairs.items()}
    found = Measure(INFINITY)
    for (i, t), j in smaller.items():
        if not not_above(loss_of(mechanism, i, j), loss):
            d = mechanism.datasets[i]
            crowd = real(sum(u == t or blend.get((t, u), False) for u in d))
            if crowd < found.value:
                found = Measure(crowd, Worst(show_dataset(d), f"{show_dataset(d)} without {t}"))
    return found


def _crowd_losses(mechanism: FiniteMechanism, _: Values) -> list[Any]:
    pairs, smaller = _bag_pairs(mechanism)
    rows = [p for found in pairs.values() for p in found] + [(i, j) for (i, _), j in smaller.items()]
    return [loss_of(mechanism, i, j) for i, j in rows if i != j]


def _posterior_of_the_missing(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The largest posterior probability of an individual to be the unknown participant, all being equally likely."""
    everyone = set(UNIVERSE.of(structure, "U"))
    sets = dict(zip(data_units.as_sets(mechanism), mechanism.datasets, strict=True))
    sizes = {len(s) for s in sets}
    if len(sizes) != 1 or not all(members <= everyone for members in sets):
        raise BlockError("the datasets are sets of individuals, all of one size")
    size = sizes.pop()
    if size < 1 or len(everyone) - size + 1 < 2:
        raise BlockError("at least one individual takes part, and at least two could be the unknown one", ("U",))
    best: Any = Fraction(0)
    worst = None
    for known in itertools.combinations(UNIVERSE.of(structure, "U"), size - 1):
        rows = {}
        for i in everyone - set(known):
            members = frozenset((*known, i))
            if members not in sets:
                raise BlockError(f"the mechanism has no dataset with exactly the individuals {show_dataset(tuple(members))}")
            rows[i] = mechanism.row(sets[members])
        total: Any = sum(rows.values())
        for i, row in rows.items():
            for o, p, whole_mass in zip(mechanism.outputs, row, total, strict=True):
                if whole_mass and p / whole_mass > best:
                    best = p / whole_mass
                    worst = Worst(f"{i} with {show_dataset(known)}", "any other missing participant", (o,), p, whole_mass - p)
    return Measure(fraction_or_float(best), worst)


def _squared_error(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The logarithm of prior variance over mean posterior variance, for the worst record: inf if a record is given away."""
    belief, size = DATASET_LAW.of(structure, "theta"), size_of(DATASET_LAW.of(structure, "theta"))
    best = Measure(ZERO if mechanism.exact else 0.0)
    for i in range(size):
        law = {d: w for d, w in belief.datasets.items() if w}
        values = {d: data_units.fraction(d[i]) for d in law}
        mean = sum((w * values[d] for d, w in law.items()), Fraction(0))
        variance = sum((w * values[d] ** 2 for d, w in law.items()), Fraction(0)) - mean**2
        if variance == 0:
            continue
        left: Any = sum((w * values[d] ** 2 for d, w in law.items()), Fraction(0))
        for k in range(len(mechanism.outputs)):
            mass = [(w * mechanism.row(d)[k], values[d]) for d, w in law.items()]
            total = sum((m for m, _ in mass), Fraction(0))
            if total:
                left = left - sum((m * v for m, v in mass), Fraction(0)) ** 2 / total
        ratio = variance / left if left > (0 if isinstance(left, Fraction) else 1e-15) else None
        loss: Any = INFINITY if ratio is None else real(ratio).log() if isinstance(ratio, Fraction) else math.log(max(1.0, ratio))
        if float(loss) > float(best.value):
            best = Measure(loss, note=f"decided by record {i + 1}")
    return best


def _classes(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The logarithm of the number of classes of datasets that chains of common outputs connect."""
    left = list(range(len(mechanism.datasets)))
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            here = mechanism.matrix[todo.pop()] > 0
            linked = [j for j in left if (here & (mechanism.matrix[j] > 0)).any()]
            left = [j for j in left if j not in linked]
            todo += linked
    return Measure(real(count).log())


def _reach(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The logarithm of the largest number of outputs that one record can bring about."""
    best, where = 1, None
    groups: dict[tuple[int, Dataset], list[Dataset]] = {}
    for d in mechanism.datasets:
        for i in range(len(d)):
            groups.setdefault((i, (*d[:i], *d[i + 1 :])), []).append(d)
    for (i, _rest), members in groups.items():
        count = int(np.any([mechanism.row(d) > 0 for d in members], axis=0).sum())
        if count > best:
            best, where = count, Worst(show_dataset(members[0]), f"record {i + 1} replaced")
    return Measure(real(best).log(), where)


def _generators(mechanism: FiniteMechanism, structure: Structural) -> Measure:
    """The least number of datasets that can produce an output; 0 if a record outside the known ones is in all of them."""
    everyone, known = POPULATION.of(structure, "P")
    sets = data_units.as_sets(mechanism)
    expected = 2 ** len(everyone - known)
    inside = [k for k, s in enumerate(sets) if known <= s <= everyone]
    if len(inside) != expected:
        raise BlockError(f"the mechanism has {len(inside)} of the {expected} sets between the known records and the population")
    best = Measure(INFINITY)
    for c, o in enumerate(mechanism.outputs):
        found = [sets[k] for k in inside if mechanism.matrix[k, c] > 0]
        if not found:
            continue
        shared = frozenset.intersection(*found) - known
        if shared:
            return Measure(
                ZERO, note=f"no value holds: {next(iter(shared))!r} is in every dataset that can produce {o!r}", attained=False
            )
        if len(found) < float(best.value):
            best = Measure(real(len(found)), note=f"decided by the output {o!r}")
    return best


def _capacity(mechanism: FiniteMechanism, _: Values) -> Measure:
    """The largest capacity of the channel from one record to the output, the others fixed (Blahut and Arimoto's iteration)."""
    groups: dict[tuple[int, Dataset], list[int]] = {}
    for k, d in enumerate(mechanism.datasets):
        for i in range(len(d)):
            groups.setdefault((i, (*d[:i], *d[i + 1 :])), []).append(k)
    best = Measure(0.0)
    for (i, _rest), rows in groups.items():
        found = channel_capacity(mechanism.floats[rows])
        if found > best.value:
            best = Measure(found, Worst(show_dataset(mechanism.datasets[rows[0]]), f"record {i + 1} replaced"))
    return best


def channel_capacity(channel: Any, *, gap: float = 1e-11, steps: int = 5_000) -> float:
    """The capacity in nats of a channel whose rows are output distributions, numerically (within 1e-9 as a rule).

    Blahut and Arimoto's iteration with a growing step, which is halved where the mutual information does not grow. The largest
    divergence of a row from the mixture bounds the capacity from above, the mutual information from below.
    """

    def divergences(weights: Any) -> Any:
        mixed = weights @ channel
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(channel > 0, channel * np.log(channel / mixed), 0.0).sum(axis=1)

    weights, step = np.full(len(channel), 1 / len(channel)), 1.0
    here = divergences(weights)
    for _ in range(steps):
        if here.max() - weights @ here <= gap or step < _SMALLEST_STEP:
            break
        new = weights * np.exp(np.clip(step * (here - here.max()), -300, 0))
        new /= new.sum()
        there = divergences(new)
        if new @ there >= weights @ here and np.isfinite(there).all():
            weights, here, step = new, there, step * 1.5
        else:
            step /= 2
    return max(0.0, float(weights @ here))  # far nearer than the bound from above, which the step size limits


@dataclass(frozen=True)
class EstimationNotion(Executable):
    """The best estimate of some records lies within ε of all of them with probability at most δ; a larger ε is stronger.

    ``jointly`` asks for all records at once, else for each one by itself. For each output the best estimate is the centre of a
    box of side 2ε with the largest posterior probability, and a best box begins at a value that occurs in every coordinate.
    """

    notion: str
    jointly: bool
    structure: Mapping[str, Structure[object]] = field(default_factory=lambda: {"theta": DATASET_LAW})
    usual: Values = field(default_factory=dict)

    @property
    def quantitative(self) -> tuple[str, ...]:  # type: ignore[override]
        """The accuracy and the probability."""
        return _BOTH

    def solve(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: str) -> Tightest:
        """δ at an accuracy; or the accuracy below which the guarantee holds."""
        exact = mechanism.exact and not any(isinstance(w, float) for w in DATASET_LAW.of(structure, "theta").datasets.values())
        certainty = Certainty.CERTIFIED if exact else Certainty.NUMERIC
        groups = self._groups(DATASET_LAW.of(structure, "theta"))
        if free == "delta":
            found = self._disclosed(mechanism, DATASET_LAW.of(structure, "theta"), groups, fixed["epsilon"])
            return Tightest(self.notion, free, fraction_or_float(found), certainty, fixed)
        for half in self._widths(DATASET_LAW.of(structure, "theta"), groups):
            found = self._disclosed(mechanism, DATASET_LAW.of(structure, "theta"), groups, half)
            if not not_above(fraction_or_float(found), fixed["delta"]):
                note = "it holds at every smaller value" if half > 0 else "no value holds"
                result = half if exact else float(half)
                return Tightest(self.notion, free, result, certainty, fixed, attained=False, note=note)
        return Tightest(self.notion, free, INFINITY, certainty, fixed, note="holds at every value")

    def verdict(self, mechanism: FiniteMechanism, structure: Structural, parameters: Values) -> Judgement:
        """δ at the given accuracy against its bound."""
        tight = self.solve(mechanism, structure, {"epsilon": parameters["epsilon"]}, "delta")
        return judge(tight, parameters["delta"], stronger=False, parameters=parameters)

    def sample(self, mechanism: FiniteMechanism, structure: Structural, fixed: Values, free: tuple[str, str]) -> list[Any]:
        """The accuracies at which the probability changes."""
        return self._widths(DATASET_LAW.of(structure, "theta"), self._groups(DATASET_LAW.of(structure, "theta")))[:9]

    def _groups(self, belief: Prior) -> list[tuple[int, ...]]:
        size = size_of(belief)
        return [tuple(range(size))] if self.jointly else [(i,) for i in range(size)]

    @staticmethod
    def _widths(belief: Prior, groups: Sequence[tuple[int, ...]]) -> list[Real]:
        found = {Fraction(0)}
        for i in {i for g in groups for i in g}:
            values = {data_units.fraction(d[i]) for d, w in belief.datasets.items() if w}
            found |= {abs(a - b) / 2 for a, b in itertools.combinations(values, 2)}
        return [real(x) for x in sorted(found)]

    @staticmethod
    def _disclosed(mechanism: FiniteMechanism, belief: Prior, groups: Sequence[tuple[int, ...]], accuracy: Any) -> Any:
        law = {d: w for d, w in belief.datasets.items() if w}
        best: Any = Fraction(0)
        for group in groups:
            points = {d: tuple(data_units.fraction(d[i]) for i in group) for d in law}
            corners = list(itertools.product(*({p[k] for p in points.values()} for k in range(len(group)))))
            boxes = {
                frozenset(
                    d for d, p in points.items() if all(x >= c and x - c <= 2 * accuracy for x, c in zip(p, corner, strict=True))
                )
                for corner in corners
            }
            caught: Any = Fraction(0)
            for k in range(len(mechanism.outputs)):
                caught = caught + max(sum((law[d] * mechanism.row(d)[k] for d in box), Fraction(0)) for box in boxes)
            best = max(best, caught)
        return best


POPULATION = Structure("population", "records, and known, those of them that are known to be in the data", _population)


NOTIONS: tuple[Executable, ...] = (
    ScalarNotion("mutual-information-dp", "epsilon", _capacity),
    ScalarNotion("measure-of-privacy", "epsilon", _classes),
    ScalarNotion("noiseless-privacy-far21", "epsilon", _reach),
    ScalarNotion("error-preserving-privacy", "epsilon", _squared_error, {"theta": DATASET_LAW}),
    ScalarNotion("differential-identifiability", "rho", _posterior_of_the_missing, {"U": UNIVERSE}, most=1, strict=(0, 1)),
    ScalarNotion("integral-privacy", "k", _generators, {"P": POPULATION}, stronger=True, at_least=1),
    EstimationNotion("data-privacy", jointly=False),
    EstimationNotion("multi-dimensional-data-privacy", jointly=True),
    BudgetedNotion(
        "relaxed-indistinguishability",
        ("l", "epsilon"),
        _alternatives,
        _replacement_losses,
        stronger=True,
        at_least={"l": 1},
    ),
    BudgetedNotion("crowd-blending-privacy", ("k", "epsilon"), _crowd, _crowd_losses, stronger=True, at_least={"k": 1}),
)
