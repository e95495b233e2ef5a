"""Units of drawn data: output distributions under priors, conditioned on what the attacker knows and on a secret.

Each function makes the pairs that are compared from a mechanism and the unit's arguments.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from dpzoo.blocks.compared_pairs import Comparisons, DatasetPair, of_datasets
from dpzoo.blocks.data_units import as_sets
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Matrix, Record, show_dataset
from dpzoo.blocks.priors import NOTHING, Prior, exactly, has_record, mixture, show_knowledge
from dpzoo.blocks.units import one_record
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real


class LabelledLaws:
    """A growing list of labelled output distributions and the ordered pairs of them that are compared."""

    def __init__(self, outputs: Sequence[Hashable]) -> None:
        self.outputs = tuple(outputs)
        self.rows: list[Matrix] = []
        self.labels: list[str] = []
        self.pairs: list[tuple[int, int]] = []

    def add(self, law: Matrix, label: str) -> int:
        """Add a distribution; its row number."""
        self.rows.append(law)
        self.labels.append(label)
        return len(self.rows) - 1

    def compare_all(self, rows: Iterable[int]) -> None:
        """Compare several rows with each other, in both orders."""
        self.pairs += itertools.permutations(rows, 2)

    def compare_both(self, a: int, b: int) -> None:
        """Compare two rows in both orders."""
        self.pairs += [(a, b), (b, a)]

    def joined(self, other: LabelledLaws) -> LabelledLaws:
        """Both lists over the union of their outputs: a law gives nothing to the other list's outputs."""
        if self.outputs != other.outputs:
            outputs = tuple(dict.fromkeys((*self.outputs, *other.outputs)))
            self._widen(outputs)
            other._widen(outputs)
        shift = len(self.rows)
        self.rows += other.rows
        self.labels += other.labels
        self.pairs += [(a + shift, b + shift) for a, b in other.pairs]
        return self

    def _widen(self, outputs: tuple[Hashable, ...]) -> None:
        column = {o: k for k, o in enumerate(outputs)}
        places = [column[o] for o in self.outputs]
        for k, row in enumerate(self.rows):
            wide = np.array([Fraction(0)] * len(outputs), dtype=object) if row.dtype == object else np.zeros(len(outputs))
            wide[places] = row
            self.rows[k] = wide
        self.outputs = outputs

    def comparisons(self, **extra: Any) -> Comparisons:
        """What has been gathered."""
        laws = exactly(self.rows) if self.rows else np.zeros((0, len(self.outputs)))
        left, right = (np.array([p[side] for p in self.pairs], dtype=np.intp) for side in (0, 1))
        return Comparisons(self.outputs, laws, tuple(self.labels), left, right, **extra)


def _where(prior: Prior, knowledge: Hashable) -> str:
    return prior.name if knowledge == NOTHING else f"{prior.name}, B = {show_knowledge(knowledge)}"


def record_given_knowledge(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """Noiseless privacy's pairs: two compatible values of one record, given each value of the background knowledge."""
    laws = LabelledLaws(mechanism.outputs)
    for prior in priors:
        for known in prior.knowledge:
            for i in range(prior.length):
                rows = []
                for t in mechanism.records:
                    law = prior.given(_record_and_knowledge(i, t, known))
                    if law is not None:
                        rows.append(laws.add(mixture(mechanism, law), f"{_where(prior, known)}, D({i + 1}) = {t}"))
                laws.compare_all(rows)
    return laws.comparisons()


def _record_and_knowledge(position: int, value: Record, known: Hashable) -> Callable[[Dataset, Hashable], bool]:
    is_record = has_record(position, value)
    return lambda d, b: b == known and is_record(d, b)


def record_changed(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """Causal DP's pairs: the data given one record's value, and the same data with that record's value replaced."""
    laws = LabelledLaws(mechanism.outputs)
    for prior in priors:
        for known in prior.knowledge:
            for i in range(prior.length):
                given = {t: prior.given(_record_and_knowledge(i, t, known)) for t in mechanism.records}
                possible = [t for t, law in given.items() if law is not None]
                for t, other in itertools.permutations(possible, 2):
                    law = given[t]
                    assert law is not None
                    where = f"{_where(prior, known)}, D({i + 1}) = {t}"
                    changed: dict[Dataset, Any] = {}
                    for d, w in law.items():
                        replaced = (*d[:i], other, *d[i + 1 :])
                        if replaced not in mechanism:
                            raise BlockError(
                                f"record {i + 1} of {show_dataset(d)} changed is {show_dataset(replaced)}, not in the mechanism"
                            )
                        changed[replaced] = changed.get(replaced, Fraction(0)) + w
                    laws.compare_both(
                        laws.add(mixture(mechanism, law), where),
                        laws.add(mixture(mechanism, changed), f"{where} changed to {other}"),
                    )
    return laws.comparisons()


def averaged_over_knowledge(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """Passive partial knowledge's pairs: outputs together with the knowledge, given one record's value.

    The law on the left draws (B, output) given D(i) = t; on the right B has the same distribution and the output is that
    given D(i) = t'. Where the two values are not both compatible with B, nothing is compared: both sides are equal there.
    """
    laws: LabelledLaws | None = None
    for prior in priors:
        known = prior.knowledge
        atoms = [(o, b) if known != (NOTHING,) else o for b in known for o in mechanism.outputs]
        laws_here = LabelledLaws(atoms)
        for i in range(prior.length):
            for t, other in itertools.permutations(mechanism.records, 2):
                total = prior.probability(has_record(i, t))
                if total == 0:
                    continue
                left, right = [], []
                for b in known:
                    weight = prior.probability(_record_and_knowledge(i, t, b)) / total
                    here = prior.given(_record_and_knowledge(i, t, b))
                    there = prior.given(_record_and_knowledge(i, other, b))
                    p = mixture(mechanism, here) if here is not None else mixture(mechanism, {})
                    q = mixture(mechanism, there) if there is not None else p
                    left.append((weight if p.dtype == object else float(weight)) * p)
                    right.append((weight if q.dtype == object else float(weight)) * q)
                laws_here.pairs.append(
                    (
                        laws_here.add(np.concatenate(left), f"{prior.name}, D({i + 1}) = {t}"),
                        laws_here.add(np.concatenate(right), f"{prior.name}, output as for D({i + 1}) = {other}"),
                    )
                )
        laws = laws_here if laws is None else laws.joined(laws_here)
    return (laws or LabelledLaws(mechanism.outputs)).comparisons()


def secrets(
    mechanism: FiniteMechanism, priors: Iterable[Prior], pairs: Iterable[tuple[Sequence[Dataset], Sequence[Dataset]]]
) -> Comparisons:
    """Pufferfish's pairs: the data given either statement of a pair, under each prior that allows both."""
    listed = [(set(a), set(b)) for a, b in pairs]
    laws = LabelledLaws(mechanism.outputs)
    for prior in priors:
        for number, (first, second) in enumerate(listed, start=1):
            given = [prior.given(lambda d, _, s=s: d in s) for s in (first, second)]  # type: ignore[misc]
            if given[0] is not None and given[1] is not None:
                laws.compare_both(
                    laws.add(mixture(mechanism, given[0]), f"{prior.name}, first statement of pair {number}"),
                    laws.add(mixture(mechanism, given[1]), f"{prior.name}, second statement of pair {number}"),
                )
    return laws.comparisons()


def prior_against_posterior(
    mechanism: FiniteMechanism,
    priors: Iterable[Prior],
    secrets_of: Callable[[Prior], Iterable[tuple[str, Callable[[Dataset], bool]]]],
    *,
    towards: bool = True,
    away: bool = True,
) -> Comparisons:
    """Pairs for notions about beliefs: by Bayes, posterior/prior of a secret is P(o | secret)/P(o).

    ``towards`` asks for P(·|secret) against P(·) (the belief must not grow), ``away`` for the reverse (nor shrink). Worst events
    are single outputs: a posterior given an event is a mean of posteriors given its outputs. The weights are the prior beliefs.
    """
    laws = LabelledLaws(mechanism.outputs)
    beliefs: list[Any] = []
    for joint in priors:
        for prior in joint.conditioned_on_knowledge():
            whole = laws.add(mixture(mechanism, prior.datasets), prior.name)
            for label, secret in secrets_of(prior):
                law = prior.given(lambda d, _, secret=secret: secret(d))  # type: ignore[misc]
                if law is None:
                    continue
                row = laws.add(mixture(mechanism, law), f"{prior.name} given {label}")
                orders = [(row, whole)] * towards + [(whole, row)] * away
                laws.pairs += orders
                beliefs += [prior.probability(lambda d, _, secret=secret: secret(d))] * len(orders)  # type: ignore[misc]
    return laws.comparisons(weights=tuple(beliefs))


def membership(
    mechanism: FiniteMechanism, *, inside: bool = True
) -> Callable[[Prior], Iterable[tuple[str, Callable[[Dataset], bool]]]]:
    """The secrets t ∈ D (or t ∉ D)."""

    def listed(_prior: Prior) -> Iterable[tuple[str, Callable[[Dataset], bool]]]:
        for t in mechanism.records:
            yield f"{t} {'∈' if inside else '∉'} D", lambda d, t=t: (t in d) is inside  # type: ignore[misc]

    return listed


def whole_datasets(prior: Prior) -> Iterable[tuple[str, Callable[[Dataset], bool]]]:
    """The secrets D = D₀."""
    for d in prior.datasets:
        yield f"D = {show_dataset(d)}", lambda e, d=d: e == d  # type: ignore[misc]


def prior_pairs(mechanism: FiniteMechanism, pairs: Iterable[tuple[Prior, Prior]], **extra: Any) -> Comparisons:
    """Distribution privacy's ordered pairs of priors."""
    laws = LabelledLaws(mechanism.outputs)
    for a, b in pairs:
        laws.pairs.append(tuple(laws.add(mixture(mechanism, prior.datasets), prior.name) for prior in (a, b)))  # type: ignore[arg-type]
    return laws.comparisons(**extra)


def attacks(mechanism: FiniteMechanism, prior: Prior, target: int, known: Sequence[int], laws: LabelledLaws) -> None:
    """Two values of the target record, given the records at the known positions, under a prior on sequences."""
    seen: dict[tuple[Record, ...], dict[Record, dict[Dataset, Any]]] = {}
    for d, w in prior.datasets.items():
        if w and len(d) > target:
            part = seen.setdefault(tuple(d[k] for k in known if k < len(d)), {}).setdefault(d[target], {})
            part[d] = part.get(d, Fraction(0)) + w
    for values, by_target in seen.items():
        rows = []
        for t, part in by_target.items():
            total = sum(part.values())
            knows = "" if not known else f", D({', '.join(str(k + 1) for k in known)}) = {show_dataset(values)}"
            law = {d: w / total for d, w in part.items()}
            rows.append(laws.add(mixture(mechanism, law), f"{prior.name}{knows}, D({target + 1}) = {t}"))
        laws.compare_all(rows)


def every_attack(mechanism: FiniteMechanism, prior: Prior) -> Comparisons:
    """Every target and every set of known positions."""
    laws = LabelledLaws(mechanism.outputs)
    for target in range(prior.length):
        others = [k for k in range(prior.length) if k != target]
        for size in range(len(others) + 1):
            for known in itertools.combinations(others, size):
                attacks(mechanism, prior, target, known, laws)
    return laws.comparisons()


def sizes_of(mechanism: FiniteMechanism, support: Sequence[Record], more: int = 0) -> list[int]:
    """The sizes n ≥ 1 for which the mechanism has datasets of n records; all those over the support must be there."""
    sizes = sorted({len(d) - more for d in mechanism.datasets if len(d) > more})
    for n in sizes:
        for d in itertools.product(support, repeat=n + more):
            if d not in mechanism:
                raise BlockError(
                    f"the mechanism has datasets of {n + more} records, but not {show_dataset(d)}, which the distribution allows"
                )
    return sizes


def resampled_record(mechanism: FiniteMechanism, law: Mapping[Record, Any], name: str = "") -> Comparisons:
    """Random DP's pairs: n + 1 independent records; the first n, and the same with the j-th replaced by the last.

    Pairs carry their probability as weight; sizes n and positions j are the groups.
    """
    support = [t for t, w in law.items() if w]
    pairs: dict[tuple[Any, int, int], Any] = {}
    for n in sizes_of(mechanism, support):
        for j in range(n):
            for drawn in itertools.product(support, repeat=n + 1):
                weight: Any = Fraction(1)
                for t in drawn:
                    weight = weight * law[t]
                first = drawn[:n]
                second = (*first[:j], drawn[n], *first[j + 1 :])
                key = ((name, n, j), mechanism.index(first), mechanism.index(second))
                pairs[key] = pairs.get(key, Fraction(0)) + weight
    return of_datasets(
        mechanism,
        [DatasetPair(i, k) for _, i, k in pairs],
        weights=tuple(pairs.values()),
        groups=tuple(g for g, _, _ in pairs),
    )


def with_random_record(mechanism: FiniteMechanism, law: Mapping[Record, Any]) -> Comparisons:
    """(x, output on D) against (x, output on D with x added at its end), x from a distribution; both orders, for every D.

    Datasets whose extensions the mechanism does not have are left out.
    """
    support = [(t, w) for t, w in law.items() if w]
    laws = LabelledLaws([(t, o) for t, _ in support for o in mechanism.outputs])
    exact = mechanism.exact and not any(isinstance(w, float) for _, w in support)
    for d in mechanism.datasets:
        longer = [(*d, t) for t, _ in support]
        if not all(e in mechanism for e in longer):
            continue
        rows = mechanism.matrix if exact else mechanism.floats
        weights = [w if exact else float(w) for _, w in support]
        plain = np.concatenate([w * rows[mechanism.index(d)] for w in weights])
        added = np.concatenate([w * rows[mechanism.index(e)] for w, e in zip(weights, longer, strict=True)])
        laws.compare_both(laws.add(plain, show_dataset(d)), laws.add(added, f"{show_dataset(d)} and one random record"))
    return laws.comparisons()


def average_replacement(mechanism: FiniteMechanism, distributions: Iterable[Mapping[Record, Any]]) -> Comparisons:
    """(draw, output) before and after one independent record is replaced by another draw: the joint laws for each n and j."""
    parts: LabelledLaws | None = None
    for number, law in enumerate(distributions, start=1):
        support = [t for t, w in law.items() if w]
        for n in sizes_of(mechanism, support):
            draws = list(itertools.product(support, repeat=n + 1))
            weights = [_product(law[t] for t in drawn) for drawn in draws]
            exact = mechanism.exact and not any(isinstance(w, float) for w in weights)
            rows = mechanism.matrix if exact else mechanism.floats
            weights = weights if exact else [float(w) for w in weights]
            weights = weights if exact else [float(w) for w in weights]
            for j in range(n):
                laws = LabelledLaws([(number, n, j, *drawn, o) for drawn in draws for o in mechanism.outputs])
                before = np.concatenate([w * rows[mechanism.index(s[:n])] for w, s in zip(weights, draws, strict=True)])
                after = np.concatenate(
                    [w * rows[mechanism.index((*s[:j], s[n], *s[j + 1 : n]))] for w, s in zip(weights, draws, strict=True)]
                )
                label = f"π{number}, n = {n}, record {j + 1}"
                laws.pairs.append((laws.add(before, label), laws.add(after, f"{label} replaced")))
                parts = laws if parts is None else parts.joined(laws)
    return (parts or LabelledLaws(mechanism.outputs)).comparisons()


def _product(factors: Iterable[Any]) -> Any:
    total: Any = Fraction(1)
    for f in factors:
        total = total * f
    return total


def unknown_records(mechanism: FiniteMechanism, law: Mapping[Record, Any], known: int) -> Comparisons:
    """Up to ``known`` other records are known, the rest drawn independently; two values of one record are compared."""
    support = [t for t, w in law.items() if w]
    laws = LabelledLaws(mechanism.outputs)
    for n in sizes_of(mechanism, support):
        for i in range(n):
            others = [k for k in range(n) if k != i]
            for size in range(min(known, len(others)) + 1):
                for places in itertools.combinations(others, size):
                    for values in itertools.product(support, repeat=size):
                        fixed = dict(zip(places, values, strict=True))
                        rows = []
                        for t in support:
                            slots = [
                                {t: Fraction(1)} if k == i else {fixed[k]: Fraction(1)} if k in fixed else law for k in range(n)
                            ]
                            prior = Prior.independent(slots)
                            knows = "".join(f", D({k + 1}) = {v}" for k, v in fixed.items())
                            rows.append(laws.add(mixture(mechanism, prior.datasets), f"D({i + 1}) = {t}{knows}, the rest random"))
                        laws.compare_all(rows)
    return laws.comparisons()


def presence_and_no_absence(mechanism: FiniteMechanism, priors: Sequence[Prior]) -> Comparisons:
    """Positive membership privacy: the belief in t ∈ D grows little, that in t ∉ D shrinks little."""
    grown = prior_against_posterior(mechanism, priors, membership(mechanism), away=False)
    shrunk = prior_against_posterior(mechanism, priors, membership(mechanism, inside=False), towards=False)
    return _both(grown, shrunk)


def absence_and_no_presence(mechanism: FiniteMechanism, priors: Sequence[Prior]) -> Comparisons:
    """Negative membership privacy: the same with presence and absence exchanged."""
    grown = prior_against_posterior(mechanism, priors, membership(mechanism, inside=False), away=False)
    shrunk = prior_against_posterior(mechanism, priors, membership(mechanism), towards=False)
    return _both(grown, shrunk)


def membership_both(mechanism: FiniteMechanism, priors: Sequence[Prior]) -> Comparisons:
    """The beliefs in t ∈ D and in t ∉ D grow and shrink little."""
    present = prior_against_posterior(mechanism, priors, membership(mechanism))
    absent = prior_against_posterior(mechanism, priors, membership(mechanism, inside=False))
    return _both(present, absent)


def _both(a: Comparisons, b: Comparisons) -> Comparisons:
    if not len(a) or not len(b):
        return a if len(a) else b
    laws = (
        np.concatenate([a.laws, b.laws])
        if a.laws.dtype == b.laws.dtype
        else np.concatenate([a.laws.astype(float), b.laws.astype(float)])
    )
    shift = len(a.labels)
    return Comparisons(
        a.outputs, laws, a.labels + b.labels, np.concatenate([a.left, b.left + shift]), np.concatenate([a.right, b.right + shift])
    )


def record_beliefs(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """A posteriori noiseless privacy; where sizes vary, beliefs are conditioned on the record's existence."""
    parts = []
    for joint in priors:
        for belief in joint.conditioned_on_knowledge():
            for i in range(belief.length):
                exists = belief.given(lambda d, _, i=i: len(d) > i)  # type: ignore[misc]
                assert exists is not None
                here = Prior.of(exists, belief.name)
                values = [(f"D({i + 1}) = {t}", lambda d, i=i, t=t: d[i] == t) for t in mechanism.records]
                parts.append(prior_against_posterior(mechanism, [here], lambda _, values=values: values))  # type: ignore[misc]
    return reduce(_both, parts, LabelledLaws(mechanism.outputs).comparisons())


def prior_pairs_at_distances(
    mechanism: FiniteMechanism, pairs: Sequence[tuple[Prior, Prior]], distances: Sequence[Real]
) -> Comparisons:
    """Pairs of priors with their distances; those at an infinite distance are left out."""
    if len(distances) != len(pairs):
        raise BlockError(f"d has {len(distances)} values for {len(pairs)} pairs of priors", ("d",))
    near = [(pair, d) for pair, d in zip(pairs, distances, strict=True) if not d.infinite]
    return prior_pairs(mechanism, [pair for pair, _ in near], distances=tuple(d for _, d in near))


def sampled(mechanism: FiniteMechanism, rate: Real) -> Comparisons:
    """Neighbouring datasets of which each record is kept with probability ``rate``, independently."""
    thinned = mechanism.subsample(rate.rational if rate.rational is not None else float(rate))
    return of_datasets(thinned, one_record(thinned))


def record_dropped(mechanism: FiniteMechanism, priors: Iterable[Prior]) -> Comparisons:
    """Inherit DP's pairs: the data given one record's value, and the same data without that record."""
    laws = LabelledLaws(mechanism.outputs)
    for joint in priors:
        for belief in joint.conditioned_on_knowledge():
            for i, t in itertools.product(range(belief.length), mechanism.records):
                law = belief.given(has_record(i, t))
                if law is None:
                    continue
                shorter: dict[Dataset, Any] = {}
                for d, w in law.items():
                    rest = (*d[:i], *d[i + 1 :])
                    shorter[rest] = shorter.get(rest, Fraction(0)) + w
                where = f"{belief.name}, D({i + 1}) = {t}"
                laws.compare_both(
                    laws.add(mixture(mechanism, law), where), laws.add(mixture(mechanism, shorter), f"{where}, removed")
                )
    return laws.comparisons()


def dropped_from_sample(mechanism: FiniteMechanism, sample: Sequence[Dataset]) -> Comparisons:
    """The same for the law of a sample of datasets, each as likely as it occurs there."""
    law = {d: Fraction(n, len(sample)) for d, n in Counter(sample).items()}
    return record_dropped(mechanism, [Prior.of(law, "the sample")])


def set_with_and_without(mechanism: FiniteMechanism, least: int) -> Comparisons:
    """A uniformly random set of n records, given that a record is in it and that it is not, for every n of at least ``least``.

    A dataset is a set of records; the mechanism has all sets of at least ``least`` of its records, all of them together at will.
    Groups are (n, record).
    """
    sets = dict(zip(as_sets(mechanism), range(len(mechanism.datasets)), strict=True))
    records = mechanism.records
    laws, groups = LabelledLaws(mechanism.outputs), []
    for n in range(least, len(records)):
        chosen_sets = [frozenset(c) for c in itertools.combinations(records, n)]
        for s in chosen_sets:
            if s not in sets:
                raise BlockError(f"the mechanism has no dataset with exactly the records {show_dataset(tuple(s))}")
        for t in records:
            rows = []
            for inside in (True, False):
                drawn = [mechanism.datasets[sets[s]] for s in chosen_sets if (t in s) is inside]
                law = dict.fromkeys(drawn, Fraction(1, len(drawn)))
                rows.append(laws.add(mixture(mechanism, law), f"{n} records, {t} {'∈' if inside else '∉'} E"))
            laws.pairs.append((rows[0], rows[1]))
            groups.append((n, t))
    return laws.comparisons(groups=tuple(groups))


def sizes_of_sets(mechanism: FiniteMechanism) -> list[Real]:
    """1, …, the number of records."""
    return [real(n) for n in range(1, 1 + max(1, len(mechanism.records)))]


def attacks_of(mechanism: FiniteMechanism, attackers: Iterable[tuple[Prior, int, Sequence[int]]]) -> Comparisons:
    """Each attacker, with a prior, on the target position, knowing the records at some positions."""
    laws = LabelledLaws(mechanism.outputs)
    for belief, target, known in attackers:
        attacks(mechanism, belief, target, known, laws)
    return laws.comparisons()


def profiles(laws: Iterable[Mapping[Record, Any]]) -> list[Prior]:
    """Each law of a record as a prior on datasets of that one record."""
    return [Prior.of({(t,): w for t, w in law.items()}, f"π{i}") for i, law in enumerate(laws, start=1)]


def value_against_profile(
    mechanism: FiniteMechanism, laws: Iterable[Mapping[Record, Any]], *, towards: bool = True, away: bool = True
) -> Comparisons:
    """Prior and posterior of the value of the only record, as :func:`prior_against_posterior` compares them."""
    return prior_against_posterior(mechanism, profiles(laws), whole_datasets, towards=towards, away=away)
