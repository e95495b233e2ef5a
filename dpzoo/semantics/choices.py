"""What a claim's ``at`` says in words, as code: the object's structural parameters, built from the subject's.

A record says "the pairs of datasets that differ in one record"; here the pairs are made for a mechanism, written from these words
and not from the unit of the notion that runs, so that running both is a check of either. The falsifier and the tests of the
executable notions use the same registry.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.errors import BlockError
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import Real, compare, real
from dpzoo.blocks.units import edit_distance

Build = Callable[[FiniteMechanism, Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
"""From the mechanism, the subject's structural parameters and all quantitative ones to the object's structural parameters."""
Related = Callable[[Dataset, Dataset], bool]

RARE: Final = Fraction(1, 10**12)
"""A chance that stands for one that vanishes: a supremum over all priors is approached there."""


@dataclass(frozen=True)
class Choice:
    """A choice of structural parameters.

    ``makes`` names the object's parameters that ``build`` gives; the others are those of the subject with the same sort. ``view``
    writes the mechanism as the object reads it, where the two notions write data differently. ``setting`` names the kind of data
    on which the claim speaks (see :mod:`dpzoo.falsify.settings`), if it is not the notions' usual one. ``of_subject`` gives
    the subject's parameters, by sort, where the claim chooses them.
    """

    build: Build
    makes: frozenset[str] = frozenset()
    view: Callable[[FiniteMechanism], FiniteMechanism] | None = None
    setting: str = ""
    of_subject: Callable[[FiniteMechanism], dict[str, Any]] | None = None


def _nothing(_m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    return {}


THE_SAME: Final = Choice(_nothing)
"""The object's parameters are those of the subject with the same sort, or drawn freely."""


def made(build: Build, *names: str, **options: Any) -> Choice:
    """A choice that builds the named parameters."""
    return Choice(build, frozenset(names), **options)


# pairs of datasets --------------------------------------------------------------------------------------------------------


def pairs_in(m: FiniteMechanism, related: Related) -> list[tuple[Dataset, Dataset]]:
    """The ordered pairs of different datasets that are related."""
    return [(a, b) for a, b in itertools.permutations(m.datasets, 2) if related(a, b)]


def one_fewer(a: Dataset, b: Dataset) -> bool:
    """The first dataset is the second without one record."""
    return len(a) + 1 == len(b) and any((*b[:i], *b[i + 1 :]) == a for i in range(len(b)))


def added(a: Dataset, b: Dataset) -> bool:
    """One of them has exactly one record more and agrees with the other otherwise."""
    return one_fewer(a, b) or one_fewer(b, a)


def _places(a: Dataset, b: Dataset) -> list[int]:
    """The positions in which two datasets of one size differ."""
    return [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]


def replaced(a: Dataset, b: Dataset) -> bool:
    """Equal size, different in exactly one position."""
    return len(a) == len(b) and len(_places(a, b)) == 1


def neighbours(a: Dataset, b: Dataset) -> bool:
    """One record added, removed or replaced."""
    return added(a, b) or replaced(a, b)


def replaced_where(near: Callable[[Any, Any], bool]) -> Related:
    """One record replaced by another that is near to it."""

    def related(a: Dataset, b: Dataset) -> bool:
        return replaced(a, b) and (i := _places(a, b)[0]) >= 0 and near(a[i], b[i])

    return related


def both_single(a: Dataset, b: Dataset) -> bool:
    """Both consist of one record."""
    return len(a) == len(b) == 1


def without(parts: Callable[[Record], Any], *, wholly: bool = False) -> Related:
    """They agree once the records of one part (a person, a person's element) are left out of both; ``wholly``: one has none."""

    def related(a: Dataset, b: Dataset) -> bool:
        for part in {parts(r) for r in (*a, *b)}:
            left, right = (tuple(r for r in d if parts(r) != part) for d in (a, b))
            if left == right and (not wholly or left in (a, b)):
                return True
        return False

    return related


def _first(record: Any) -> Any:
    return record[0]


def _first_two(record: Any) -> Any:
    return record[:2]


def _attributes_apart(x: Any, y: Any) -> int:
    return sum(p != q for p, q in zip(x, y, strict=True))


def _one_attribute(x: Any, y: Any) -> bool:
    return _attributes_apart(x, y) == 1


def _one_bit(x: Any, y: Any) -> bool:
    return sum(p != q for p, q in zip("".join(x), "".join(y), strict=True)) == 1


def _same_first(x: Any, y: Any) -> bool:
    return bool(x[0] == y[0])


def _nodes(d: Dataset) -> set[Any]:
    return {r[1:] for r in d if r[0] == "node"}  # type: ignore[index]


def _links(d: Dataset) -> set[Any]:
    return {("edge", frozenset(r[1:])) if r[0] == "edge" else r for r in d if r[0] != "node"}  # type: ignore[index]


def _touches(link: Any, name: Any) -> bool:
    return name in link[1] if link[0] == "edge" else name in (link[1], link[-1])


def _changes(a: Dataset, b: Dataset) -> int:
    return len(_nodes(a) ^ _nodes(b)) + len(_links(a) ^ _links(b))


def _node_less(a: Dataset, b: Dataset) -> bool:
    gone = _nodes(b) - _nodes(a)
    return (
        len(gone) == 1 and _nodes(a) < _nodes(b) and _links(a) == {e for e in _links(b) if not _touches(e, next(iter(gone))[0])}
    )


def _either(related: Related) -> Related:
    return lambda a, b: related(a, b) or related(b, a)


def _links_leaving(labels: Any = None) -> Related:
    """The first graph is the second without all (stated) arcs that leave one node."""

    def related(a: Dataset, b: Dataset) -> bool:
        return _nodes(a) == _nodes(b) and any(
            _links(a) == {e for e in _links(b) if not (e[1] == u and (labels is None or e[2] in labels))} for (u,) in _nodes(b)
        )

    return related


def _edges_at(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    def related(a: Dataset, b: Dataset) -> bool:
        return _nodes(a) == _nodes(b) and any(all(_touches(e, u) for e in _links(a) ^ _links(b)) for u in s["P"])

    return {"R": pairs_in(m, related)}


def _reachable(arcs: Iterable[tuple[Any, Any]], entry: Any, nodes: set[Any]) -> set[Any]:
    seen = {entry}
    for _ in nodes:
        seen |= {v for u, v in arcs if u in seen and v in nodes}
    return seen


def _feasible(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    arcs, entry = s["C"]["edges"], s["C"]["entry"]

    def less(a: Dataset, b: Dataset) -> bool:
        return any(set(a) == _reachable(arcs, entry, set(b) - {n}) for n in set(b) - {entry})

    return {"R": pairs_in(m, _either(less))}


def distance(given: Any, a: Dataset, b: Dataset) -> Any:
    """A distance between datasets that is a function or a table of pairs."""
    return given(a, b) if callable(given) else given[a, b]


def _below(m: FiniteMechanism, s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    return {"R": pairs_in(m, lambda a, b: bool(distance(s["d"], a, b) < v["Delta"]))}


def _dependent(s: Mapping[str, Any], most: Any) -> Related:
    def related(a: Dataset, b: Dataset) -> bool:
        changed = _places(a, b) if len(a) == len(b) else []
        return 0 < len(changed) <= most and any(set(changed) - {i} <= set(s["R"].get(i, ())) for i in changed)

    return related


def _everyone_depends(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    most = max(len(d) for d in m.datasets)
    return {"R": {i: [j for j in range(most) if j != i] for i in range(most)}}


def _apart(m: Counter[Any], n: Counter[Any]) -> int:
    return sum(((m - n) + (n - m)).values())


def _induced(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """Two possible datasets with no possible dataset between them: none that is reached by some of the moves only."""
    possible = [Counter(d) for d in s["I_Q"]]

    def related(a: Dataset, b: Dataset) -> bool:
        if a not in s["I_Q"] or b not in s["I_Q"]:
            return False
        x, y = Counter(a), Counter(b)
        return x != y and not any(z not in (x, y) and _apart(x, z) + _apart(z, y) == _apart(x, y) for z in possible)

    return {"R": pairs_in(m, related)}


def _weights_apart(a: Dataset, b: Dataset) -> bool:
    here, there = ({r[1:3]: Fraction(r[3]) for r in d} for d in (a, b))  # type: ignore[index]
    return here.keys() == there.keys() and sum(abs(here[e] - there[e]) for e in here) <= 1


def _weight_metric(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    return {"d": {(a, b): 0 if a == b else 1 if _weights_apart(a, b) else 2 for a in m.datasets for b in m.datasets}}


def _moved(x: Any, y: Any, most: Any) -> bool:
    """Whether two places of the plane are at most that far apart."""
    square = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(x, y, strict=True))
    return compare(real(square), most * most) != 1


def _location_set(m: FiniteMechanism, s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    law, reached, places = s["prior"], Fraction(0), set()
    for place in sorted(law, key=lambda r: (-law[r], m.records.index(r))):
        if reached >= 1 - v["delta"] or not law[place]:
            break
        places.add((place,))
        reached += law[place]
    return {"R": pairs_in(m, lambda a, b: {a, b} <= places)}


def _ratings(m: FiniteMechanism, s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    table = {frozenset(entry[:2]): entry[2] for entry in s["d"]}
    items = {r[1] for r in m.records}  # type: ignore[index]

    def related(a: Dataset, b: Dataset) -> bool:
        changed: set[Any] = set(a) ^ set(b)
        return len({u for u, _, _ in changed}) == 1 and any(
            all(i == j or table.get(frozenset((i, j)), math.inf) <= v["r"] for _, j, _ in changed) for i in items
        )

    return {"R": pairs_in(m, related)}


def _near_queries(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    values = dict(zip(m.datasets, s["f"], strict=True)) if isinstance(s["f"], list) else s["f"]
    return {"R": pairs_in(m, lambda a, b: neighbours(a, b) and abs(values[a] - values[b]) <= 1)}


def _asked(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    related = {frozenset(q) for q in s["Q"]}
    return {"R": pairs_in(m, lambda a, b: a[0][0] == b[0][0] and frozenset((a[0][1], b[0][1])) in related)}  # type: ignore[index]


def _rows(time: Any) -> dict[Any, Any]:
    return dict(time)


def _in_a_window(a: Dataset, b: Dataset, width: Any) -> bool:
    if len(a) != len(b) or a == b:
        return False
    changed = [{u for u in {*x, *y} if x.get(u) != y.get(u)} for x, y in zip(map(_rows, a), map(_rows, b), strict=True)]
    times = [i for i, users in enumerate(changed) if users]
    return all(len(users) <= 1 for users in changed) and bool(times[-1] - times[0] < width)


def related_by(related: Related, **options: Any) -> Choice:
    """``R`` is a fixed relation."""
    return made(lambda m, _s, _v: {"R": pairs_in(m, related)}, "R", **options)


def related_with(of: Callable[[Mapping[str, Any], Mapping[str, Any]], Related], **options: Any) -> Choice:
    """``R`` depends on the subject's structural parameters and on amounts."""
    return made(lambda m, s, v: {"R": pairs_in(m, of(s, v))}, "R", **options)


def _constraints(s: Mapping[str, Any], a: Dataset, b: Dataset) -> bool:
    return "I_Q" not in s or (a in s["I_Q"] and b in s["I_Q"])


def _along_edges(s: Mapping[str, Any], _v: Mapping[str, Any]) -> Related:
    edges = {frozenset(e) for e in s["G"]}
    step = replaced_where(lambda x, y: frozenset((x, y)) in edges)
    return lambda a, b: _constraints(s, a, b) and step(a, b)


def _one_anomaly(s: Mapping[str, Any], _v: Mapping[str, Any]) -> Related:
    step = replaced_where(lambda x, y: x not in s["A"] and y not in s["A"])
    return lambda a, b: step(a, b) and all(sum(r in s["A"] for r in d) == 1 for d in (a, b))


def _resampled(s: Mapping[str, Any], _v: Mapping[str, Any]) -> Related:
    actual = s["D"]
    return lambda a, b: replaced(a, b) and all(len(d) == len(actual) and set(d) <= set(actual) for d in (a, b))


def _instance(s: Mapping[str, Any], _v: Mapping[str, Any]) -> Related:
    more = Counter([s["t"]])

    def related(a: Dataset, b: Dataset) -> bool:
        return a == s["D"] and added(a, b) and more in (Counter(a) - Counter(b), Counter(b) - Counter(a))

    return related


def graph_of(near: Callable[[Any, Any], bool] | None = None) -> Build:
    """Blowfish: the pairs of records that are near (all of them if nothing is said), every dataset being possible."""

    def build(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
        edges = [e for e in itertools.combinations(m.records, 2) if near is None or near(*e)]
        return {"G": edges, "I_Q": m.datasets}

    return build


def _outside_anomalies(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    edges = [e for e in itertools.combinations(m.records, 2) if not set(e) & set(s["A"])]
    return {"G": edges, "I_Q": [d for d in m.datasets if sum(r in s["A"] for r in d) == 1]}


# priors -----------------------------------------------------------------------------------------------------------------


def halves(m: FiniteMechanism, related: Related, chances: Sequence[Fraction] = (Fraction(1, 2),)) -> list[Prior]:
    """Priors on the two datasets of a pair."""
    return [Prior.of({a: w, b: 1 - w}) for w in chances for a, b in pairs_in(m, related)]


def halves_of(related: Related, chances: Sequence[Fraction] = (Fraction(1, 2),)) -> Build:
    """``Theta``: priors on two related datasets."""
    return lambda m, _s, _v: {"Theta": halves(m, related, chances)}


def point(d: Dataset) -> Prior:
    """All the mass on one dataset."""
    return Prior.of({d: Fraction(1)})


def points_of(related: Related) -> Build:
    """``Theta``: pairs of point masses on related datasets."""
    return lambda m, _s, _v: {"Theta": [(point(a), point(b)) for a, b in pairs_in(m, related)]}


def every_point(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """``Theta``: all point masses on datasets."""
    return {"Theta": [point(d) for d in m.datasets]}


def uniform_law(m: FiniteMechanism) -> dict[Record, Fraction]:
    """Every record equally likely."""
    return {r: Fraction(1, len(m.records)) for r in m.records}


def _uniform_data(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    return {"theta": Prior.of({d: Fraction(1, len(m.datasets)) for d in m.datasets})}


def _sizes(m: FiniteMechanism) -> list[int]:
    return sorted({len(d) for d in m.datasets if d})


def draws(law: Mapping[Record, Any], size: int, known: Sequence[int] = ()) -> Prior:
    """Independent records of one law; the records at some positions are known to the attacker."""
    plain = Prior.independent([{r: w for r, w in law.items() if w}] * size)
    return Prior.known(plain.datasets, lambda d: tuple(d[j] for j in known)) if known else plain


def _some_positions(size: int, most: Any) -> list[tuple[int, ...]]:
    return [j for n in range(size) if n <= most for j in itertools.combinations(range(size), n)]


def statements(m: FiniteMechanism) -> list[tuple[list[Dataset], list[Dataset]]]:
    """All pairs of statements D(i) = t and D(i) = t′."""
    found = []
    for i in range(max(len(d) for d in m.datasets)):
        true = [[d for d in m.datasets if len(d) > i and d[i] == t] for t in m.records]
        found += [(a, b) for a, b in itertools.combinations(true, 2) if a and b]
    return found


def _given_knowledge(theta: Sequence[Prior]) -> list[Prior]:
    return [part for prior in theta for part in prior.conditioned_on_knowledge()]


def _conditionals(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    found = []
    for prior in _given_knowledge(s["Theta"]):
        for i in range(prior.length):
            laws = [prior.given(lambda d, _, i=i, t=t: len(d) > i and d[i] == t) for t in m.records]  # type: ignore[misc]
            possible = [Prior.of(law) for law in laws if law is not None]
            found += list(itertools.permutations(possible, 2))
    return {"Theta": found}


def _attacks_with_belief(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    size = s["A"].length
    return {
        "A": [
            (s["A"], i, known)
            for i in range(size)
            for n in range(size)
            for known in itertools.combinations([k for k in range(size) if k != i], n)
        ]
    }


def _events(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    found = []
    for _, i, known in _attacks_with_belief(m, s, {})["A"]:
        cells: dict[Any, dict[Any, list[Dataset]]] = {}
        for d in m.datasets:
            if len(d) > i and all(k < len(d) for k in known):
                cells.setdefault(tuple(d[k] for k in known), {}).setdefault(d[i], []).append(d)
        found += [pair for by_value in cells.values() for pair in itertools.combinations(by_value.values(), 2)]
    return {"Theta": [s["A"]], "Phi": found}


def _observed(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    prior, seen = s["A"]
    law = prior.given(lambda _, b: b == seen)
    assert law is not None
    return {"A": Prior.of(law)}


def _dependent_attackers(m: FiniteMechanism, s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    related = _dependent(s, v["c"])
    return {
        "A": [(Prior.of({a: Fraction(1, 2), b: Fraction(1, 2)}), i, []) for a, b in pairs_in(m, related) for i in _places(a, b)]
    }


def _labelled(m: FiniteMechanism) -> FiniteMechanism:
    """A hidden label, 1 or 2, in front of the data, which the mechanism does not see."""
    return _prefixed(m, (1, 2))


def _prefixed(m: FiniteMechanism, labels: Sequence[Any]) -> FiniteMechanism:
    return FiniteMechanism(
        [(j, *d) for j in labels for d in m.datasets], m.outputs, [row for _ in labels for row in m.matrix.tolist()]
    )


def _hidden_label(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    half = Fraction(1, 2)
    theta = [Prior.of({(j, *d): half * w for j, law in ((1, a), (2, b)) for d, w in law.datasets.items()}) for a, b in s["Theta"]]
    return {"Theta": theta, "Phi": [[[(j, *d) for d in m.datasets] for j in (1, 2)]]}


def _with_auxiliary(_m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    return {"Theta": [tuple(Prior.of({("aux", *d): w for d, w in p.datasets.items()}) for p in pair) for pair in s["Theta"]]}


def removed_record(m: FiniteMechanism) -> list[tuple[dict[Dataset, Any], dict[Dataset, Any]]]:
    """The pairs (the data without the i-th record, the i-th record), one for each position."""
    return [
        ({d: (*d[:i], *d[i + 1 :]) for d in m.datasets}, {d: d[i] if i < len(d) else "absent" for d in m.datasets})
        for i in range(max(len(d) for d in m.datasets))
    ]


def blanked_record(m: FiniteMechanism) -> list[tuple[dict[Dataset, Any], dict[Dataset, Any]]]:
    """The same with the record blanked out, so that its position stays visible."""
    return [
        ({d: (*d[:i], "blank", *d[i + 1 :]) if i < len(d) else d for d in m.datasets}, priv)
        for i, (_, priv) in enumerate(removed_record(m))
    ]


def _coin_worlds(m: FiniteMechanism, _s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    chance = 1 / factor(m, v["epsilon"])
    itself = {d: d for d in m.datasets}
    worlds = [(itself, itself)]
    for one, two in pairs_in(m, neighbours):
        agg: dict[Dataset, Any] = {d: {d: Fraction(1)} for d in m.datasets}
        agg[two] = {one: chance, ("other", one, two): 1 - chance} if chance < 1 else {one: Fraction(1)}
        worlds.append((agg, itself))
    return {"Theta": every_point(m, {}, {})["Theta"], "Gamma": worlds}


def factor(m: FiniteMechanism, epsilon: Any) -> Fraction:
    """e^ε as a fraction, near it for a mechanism in floating-point numbers; :class:`BlockError` where it is none."""
    found = epsilon.exp().rational if isinstance(epsilon, Real) and not epsilon.infinite else None
    if found is None and not m.exact:
        found = Fraction(math.exp(float(epsilon))) if float(epsilon) < _LARGEST else None
    if found is None:
        raise BlockError(f"exp({epsilon}) is not a fraction")
    return Fraction(found)


_LARGEST: Final = 50


def hockey_stick(m: FiniteMechanism, epsilon: Any) -> dict[str, Any]:
    """The generator max(0, t - e^ε)."""
    return {"f": f"max(0, t - {factor(m, epsilon)})", "at_zero": 0, "slope": 1}


def _power(k: Any) -> dict[str, Any]:
    return {"f": f"max(t - 1, 1 - t)**({k.rational})", "at_zero": 1, "slope": 1 if k == 1 else "inf"}


def _samples(m: FiniteMechanism, _s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    rate = Fraction(v["beta"].rational)

    def sampled(d: Dataset) -> Prior:
        law: dict[Dataset, Fraction] = {}
        for kept in itertools.product((True, False), repeat=len(d)):
            here = tuple(r for r, stays in zip(d, kept, strict=True) if stays)
            law[here] = law.get(here, Fraction(0)) + rate ** sum(kept) * (1 - rate) ** (len(d) - sum(kept))
        return Prior.of({e: w for e, w in law.items() if w})

    return {"Theta": [(sampled(a), sampled(b)) for a, b in pairs_in(m, neighbours)]}


def _without_replacement(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    found = []
    for law in s["laws"]:
        support = [r for r, w in law.items() if w]
        for n in _sizes(m):
            if n <= len(support):
                weights = {}
                for drawn in itertools.permutations(support, n):
                    weight, left = Fraction(1), sum(law.values(), Fraction(0))
                    for r in drawn:
                        weight, left = weight * law[r] / left, left - law[r]
                    weights[drawn] = weight
                found.append(Prior.of(weights))
    return {"Theta": found}


def _presence(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """One record present rarely or nearly always, the others for sure: there the supremum over independent presence is."""
    return {"Theta": [Prior.of({a: w, b: 1 - w}) for w in (RARE, 1 - RARE) for a, b in pairs_in(m, one_fewer)]}


def _one_record_priors(name: str) -> Build:
    return lambda _m, s, _v: {"Theta": [Prior.of({(r,): w for r, w in law.items()}) for law in s[name]]}


def _best_tests(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """For the χ² divergence the best test of P against Q is 2(p/q - 1)."""
    rows = [list(zip(m.row(a), m.row(b), strict=True)) for a, b in pairs_in(m, neighbours)]
    tests = [
        [2 * (Fraction(p) / Fraction(q) - 1) if q else Fraction(0) for p, q in cells]
        for cells in rows
        if not any(p and not q for p, q in cells)
    ]
    return {"H": tests or [[0] * len(m.outputs)]}


def _right_angle(m: FiniteMechanism) -> dict[str, Any]:
    """Euclidean distances, on places where they are whole numbers."""
    return {
        "distance between records": [
            (a, b, math.isqrt(sum((p - q) ** 2 for p, q in zip(a, b, strict=True))))  # type: ignore[call-overload]
            for a, b in itertools.combinations(m.records, 2)
        ]
    }


def _one_person_each(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """For every table a person for each of its rows, who fits it."""
    people = [
        tuple(row[q][0] if isinstance(row[q], tuple) else row[q] for q in s["Q"])
        for table in m.outputs
        for row in table  # type: ignore[attr-defined]
    ]
    return {"U": people}


def _two_clients(m: FiniteMechanism) -> FiniteMechanism:
    """One client holds all records and receives nothing, the other holds none and receives the output."""
    return FiniteMechanism([(d, ()) for d in m.datasets], [("nothing", o) for o in m.outputs], m.matrix.tolist())


def _with_label(m: FiniteMechanism) -> FiniteMechanism:
    """Every arc gets the label x."""
    data = [tuple((*r[:2], "x", r[2]) if r[0] == "arc" else r for r in d) for d in m.datasets]  # type: ignore[index]
    return FiniteMechanism(data, m.outputs, m.matrix.tolist())


def _null_space(_m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    from dpzoo.semantics.linear_invariants import null_space

    return {"V": null_space([[Fraction(x) for x in row] for row in s["C"]])}


def of_two_users(m: FiniteMechanism) -> FiniteMechanism:
    """The datasets with at most two senders."""
    return m.restrict([d for d in m.datasets if set(d[1:]) <= {1, 2}])


def of_one_value(m: FiniteMechanism) -> FiniteMechanism:
    """Two senders with one value, the first of whom sends something (the same law as if only the second did), with it once."""
    kept = m.restrict([d for d in m.datasets if d[0] == d[1] and 1 in d[2:]])
    return FiniteMechanism([(d[0], *d[2:]) for d in kept.datasets], kept.outputs, kept.matrix.tolist())


def in_one_order(m: FiniteMechanism) -> FiniteMechanism:
    """Sets of records, each listed once."""
    return m.restrict([d for d in m.datasets if list(d) == sorted(d, key=str)])


def _enough_records(m: FiniteMechanism, _s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    if v["l"] >= len(m.records):
        raise BlockError("there are more than l records")
    return {}


def _constant(name: str, value: Any) -> Choice:
    return made(lambda m, _s, _v: {name: dict.fromkeys(m.datasets, value)}, name)


def _family(name: str) -> Choice:
    return made(lambda m, _s, _v: {name: m.records}, name)


_SWAPPED: Final = made(halves_of(replaced, (RARE, 1 - RARE)), "Theta")
_POSITIVE: Final = made(lambda m, _s, _v: {"prior": uniform_law(m)}, "prior")
_ALL_LINKS: Final = graph_of()

CHOICES: Final[Mapping[str, Choice]] = MappingProxyType(
    {
        "active-partial-knowledge-dp/special_case_of/distribution-privacy": made(_conditionals, "Theta"),
        "anomaly-restricted-dp/special_case_of/blowfish-privacy": made(_outside_anomalies, "G", "I_Q"),
        "approximate-dp/special_case_of/divergence-dp": made(lambda m, _s, v: {"f": hockey_stick(m, v["epsilon"])}, "f"),
        "approximate-dp/special_case_of/active-partial-knowledge-dp": made(halves_of(replaced), "Theta"),
        "approximate-dp/special_case_of/bounded-leakage-dp": made(
            lambda m, _s, _v: {"P": {d: {(o, "none"): m.probability(d, o) for o in m.outputs} for d in m.datasets}}, "P"
        ),
        "approximate-dp/special_case_of/subspace-dp": made(lambda _m, _s, _v: {"V": [(1, 0), (0, 1)]}, "V"),
        "attribute-dp/special_case_of/blowfish-privacy": made(graph_of(_one_attribute), "G", "I_Q"),
        "attribute-dp/stronger_than/label-dp": Choice(_nothing, setting="attributes"),
        "bayesian-dp-ll12/special_case_of/pufferfish-privacy": made(
            lambda m, s, v: {
                "Theta": [
                    part
                    for n in _sizes(m)
                    for j in _some_positions(n, v["k"])
                    for part in draws(s["prior"], n, j).conditioned_on_knowledge()
                ],
                "Phi": statements(m),
            },
            "Theta",
            "Phi",
        ),
        "bayesian-dp-ll12/special_case_of/noiseless-privacy": made(
            lambda m, s, v: {"Theta": [draws(s["prior"], n, j) for n in _sizes(m) for j in _some_positions(n, v["k"])]}, "Theta"
        ),
        "bayesian-dp-ysn15/special_case_of/prior-dp": made(_attacks_with_belief, "A"),
        "bayesian-dp-ysn15/special_case_of/pufferfish-privacy": made(_events, "Theta", "Phi"),
        "bit-dp/special_case_of/blowfish-privacy": made(graph_of(_one_bit), "G", "I_Q"),
        "bounded-dp/special_case_of/one-sided-dp": _family("P"),
        "bounded-dp/special_case_of/dependent-dp": made(lambda _m, _s, _v: {"R": {}}, "R"),
        "bounded-dp/special_case_of/bayesian-dp-ysn15": made(lambda m, _s, _v: {"A": draws(uniform_law(m), _sizes(m)[-1])}, "A"),
        "bounded-dp/special_case_of/blowfish-privacy": made(_ALL_LINKS, "G", "I_Q"),
        "bounded-dp/special_case_of/random-dp": _POSITIVE,
        "bounded-dp/special_case_of/noiseless-privacy": made(halves_of(replaced), "Theta"),
        "bounded-dp/special_case_of/causal-dp": made(halves_of(replaced), "Theta"),
        "bounded-dp/special_case_of/positive-membership-privacy": _SWAPPED,
        "bounded-dp/special_case_of/negative-membership-privacy": _SWAPPED,
        "bounded-dp/special_case_of/membership-privacy-lqs13": _SWAPPED,
        "bounded-dp/special_case_of/adversarial-privacy": _SWAPPED,
        "bounded-dp/special_case_of/attribute-dp": made(
            lambda m, _s, _v: {"schema": [list(map(_first, m.records))]},
            "schema",
            setting="records of one attribute",
        ),
        "bounded-dp/special_case_of/identifiability-wyz16": made(_uniform_data, "theta"),
        "bounded-dp/special_case_of/predictive-dp": _POSITIVE,
        "bounded-dp/special_case_of/smoothed-dp": made(lambda m, _s, _v: {"Theta": [{r: 1} for r in m.records]}, "Theta"),
        "bounded-dp/special_case_of/posteriori-dp": made(_uniform_data, "theta"),
        "bounded-dp/special_case_of/dp-under-invariants": _constant("c", 0),
        "bounded-dp/stronger_than/relaxed-indistinguishability": Choice(_enough_records),
        "bounded-dp/implies/differential-identifiability": made(
            lambda m, _s, _v: {"U": m.records}, "U", view=in_one_order, setting="sets of one size in any order"
        ),
        "bounded-dp/stronger_than/sketch-privacy": Choice(_nothing, view=in_one_order, setting="sets in any order"),
        "approximate-dp/stronger_than/approximate-sketch-privacy": Choice(
            _nothing, view=in_one_order, setting="sets in any order"
        ),
        "correlated-dp/special_case_of/bayesian-dp-ysn15": made(_observed, "A"),
        "d-privacy/special_case_of/extended-distribution-privacy": made(
            lambda m, _s, v: {
                "Theta": [(point(a), point(b)) for a, b in itertools.permutations(m.datasets, 2)],
                "d": [v["d"][pair] for pair in itertools.permutations(m.datasets, 2)],
            },
            "Theta",
            "d",
        ),
        "dependent-dp/special_case_of/prior-dp": made(_dependent_attackers, "A"),
        "distribution-privacy/special_case_of/pufferfish-privacy": made(_hidden_label, "Theta", "Phi", view=_labelled),
        "distribution-privacy/special_case_of/probabilistic-distribution-privacy": THE_SAME,
        "distribution-privacy/special_case_of/divergence-distribution-privacy": made(
            lambda m, _s, v: {"f": hockey_stick(m, v["epsilon"])}, "f"
        ),
        "distribution-privacy/special_case_of/extended-distribution-privacy": made(
            lambda _m, s, _v: {"d": [1] * len(s["Theta"])}, "d"
        ),
        "distributional-dp/special_case_of/coupled-worlds-privacy": made(lambda m, _s, _v: {"Gamma": blanked_record(m)}, "Gamma"),
        "distributional-privacy-rot10/special_case_of/typical-stability-two-outputs": made(_without_replacement, "Theta"),
        "divergence-distribution-privacy/special_case_of/extended-divergence-distribution-privacy": made(
            lambda _m, s, _v: {"d": [1] * len(s["Theta"])}, "d"
        ),
        "divergence-distribution-privacy/special_case_of/divergence-distribution-privacy-aux": made(
            _with_auxiliary, "Theta", view=lambda m: _prefixed(m, ("aux",)), setting="records"
        ),
        "divergence-dp/special_case_of/capacity-bounded-dp": made(
            _best_tests, "H", of_subject=lambda _m: {"divergence generator": "chi-square"}
        ),
        "divergence-dp/special_case_of/divergence-distribution-privacy": made(points_of(neighbours), "Theta"),
        "dp-location-obfuscation/special_case_of/information-privacy-dpcf12": made(_one_record_priors("Theta"), "Theta"),
        "dp-on-delta-location-set/stronger_than/generalized-dp": made(
            lambda _m, s, _v: {"theta": Prior.of({(r,): w for r, w in s["prior"].items()})}, "theta"
        ),
        "dp-under-sampling/special_case_of/distribution-privacy": made(_samples, "Theta"),
        "earth-movers-privacy/stronger_than/geo-indistinguishability": Choice(
            _nothing, setting="right angle", of_subject=_right_angle
        ),
        "empirical-dp-bd19/special_case_of/inherit-dp": made(
            lambda _m, s, _v: {
                "Theta": [Prior.of({d: Fraction(n, len(s["sample"])) for d, n in Counter(map(tuple, s["sample"])).items()})]
            },
            "Theta",
        ),
        "epsilon-dp/special_case_of/divergence-dp": made(lambda m, _s, v: {"f": hockey_stick(m, v["epsilon"])}, "f"),
        "epsilon-dp/special_case_of/sensitivity-induced-dp": _constant("f", 0),
        "epsilon-dp/special_case_of/noiseless-privacy": made(halves_of(replaced), "Theta"),
        "epsilon-dp/special_case_of/causal-dp": made(halves_of(replaced), "Theta"),
        "epsilon-dp/special_case_of/coupled-worlds-privacy": made(_coin_worlds, "Theta", "Gamma"),
        "epsilon-dp/stronger_than/coupled-worlds-privacy": made(lambda m, _s, _v: {"Gamma": removed_record(m)}, "Gamma"),
        "epsilon-dp/special_case_of/generalized-dp": made(_uniform_data, "theta"),
        "f-dp/special_case_of/weak-federated-f-dp": made(lambda _m, _s, _v: {"C": 2}, "C", view=_two_clients, setting="records"),
        "f-dp/special_case_of/strong-federated-f-dp": made(
            lambda _m, _s, _v: {"C": 2}, "C", view=_two_clients, setting="records"
        ),
        "fk-divergence-dp/special_case_of/divergence-dp": made(lambda _m, _s, v: {"f": _power(v["k"])}, "f"),
        "generic-dp-km11/special_case_of/pufferfish-privacy": made(
            lambda _m, s, _v: {
                "Theta": [Prior.of({a: Fraction(1, 2), b: Fraction(1, 2)}) for a, b in s["R"]],
                "Phi": [([a], [b]) for a, b in s["R"]],
            },
            "Theta",
            "Phi",
        ),
        "generic-dp-km11/special_case_of/adjacency-relation-divergence-dp": made(
            lambda m, s, v: {
                "R": list(dict.fromkeys(q for a, b in s["R"] for q in ((a, b), (b, a)))),
                "f": hockey_stick(m, v["epsilon"]),
            },
            "R",
            "f",
        ),
        "genomic-data-dp/special_case_of/blowfish-privacy": made(graph_of(_same_first), "G", "I_Q"),
        "geo-indistinguishability/stronger_than/geo-graph-indistinguishability": THE_SAME,
        "induced-subspace-dp/implies/subspace-dp": made(_null_space, "V"),
        "inference-based-distributional-dp/special_case_of/inference-based-coupled-worlds-privacy": made(
            lambda m, _s, _v: {"Gamma": blanked_record(m)}, "Gamma"
        ),
        "information-privacy-wxh17/special_case_of/adversarial-privacy": THE_SAME,
        "k-anonymity/implies/k-map": made(_one_person_each, "U"),
        "kl-privacy/special_case_of/divergence-dp": made(lambda _m, _s, _v: {"f": "kl"}, "f"),
        "l1-weighted-dp/special_case_of/constrained-dp": made(_weight_metric, "d"),
        "local-dp/special_case_of/profile-based-dp": made(points_of(both_single), "Theta"),
        "local-dp/special_case_of/utility-optimized-local-dp": made(
            lambda m, _s, _v: {"P": m.records, "Y_P": m.outputs}, "P", "Y_P"
        ),
        "localized-information-privacy/special_case_of/information-privacy-dpcf12": made(_one_record_priors("Theta"), "Theta"),
        "location-privacy-eg16/special_case_of/blowfish-privacy": made(
            lambda m, s, v: graph_of(lambda x, y: _moved(x, y, v["r"]))(m, s, v), "G", "I_Q"
        ),
        "multi-user-untrackability/equivalent_to/untrackability": Choice(_nothing, view=of_two_users),
        "noiseless-privacy/special_case_of/active-partial-knowledge-dp": THE_SAME,
        "noiseless-privacy/special_case_of/passive-partial-knowledge-dp": THE_SAME,
        "noiseless-privacy/special_case_of/pufferfish-privacy": made(
            lambda m, s, _v: {"Theta": _given_knowledge(s["Theta"]), "Phi": statements(m)}, "Theta", "Phi"
        ),
        "out-link-privacy/special_case_of/ql-edge-labeled-dp": made(
            lambda _m, _s, _v: {"Q_L": ["x"]}, "Q_L", view=_with_label, setting="directed graph"
        ),
        "out-link-privacy/stronger_than/ql-edge-labeled-dp": Choice(_nothing, view=_with_label, setting="directed graph"),
        "partially-private-pufferfish/special_case_of/pufferfish-privacy": made(
            lambda _m, s, _v: {"Theta": list(s["Theta"]), "Phi": s["Phi"]}, "Theta", "Phi"
        ),
        "pixel-dp/special_case_of/dependent-dp": made(_everyone_depends, "R", setting="image of one size"),
        "probabilistic-dp/special_case_of/probabilistic-distribution-privacy": made(points_of(neighbours), "Theta"),
        "profile-based-dp/special_case_of/distribution-privacy": made(
            lambda _m, s, _v: {"Theta": s["Theta"]}, "Theta", setting="one record"
        ),
        "pufferfish-privacy/special_case_of/distribution-privacy": made(
            lambda _m, s, _v: {
                "Theta": [
                    pair
                    for prior in s["Theta"]
                    for laws in [[prior.given(lambda d, _, f=f: d in f) for f in statement] for statement in s["Phi"]]
                    if None not in laws
                    for pair in itertools.permutations([Prior.of(x) for x in laws], 2)
                ]
            },
            "Theta",
        ),
        "substitution-word-dp/special_case_of/dependent-dp": made(_everyone_depends, "R"),
        "total-variation-privacy/special_case_of/divergence-dp": made(
            lambda _m, _s, _v: {"f": {"f": "max(t - 1, 1 - t)/2", "at_zero": Fraction(1, 2), "slope": Fraction(1, 2)}}, "f"
        ),
        "undetectability/stronger_than/untrackability": Choice(_nothing, view=of_one_value),
        "unbounded-dp/special_case_of/asymmetric-dp": _family("P"),
        "unbounded-dp/special_case_of/induced-neighbors-dp": made(lambda m, _s, _v: {"I_Q": m.datasets}, "I_Q"),
        "unbounded-dp/special_case_of/membership-privacy-lqs13": made(_presence, "Theta", setting="sets"),
        "unbounded-dp/special_case_of/inherit-dp": made(every_point, "Theta"),
        "weak-dp/special_case_of/noiseless-privacy": made(
            lambda m, s, _v: {"Theta": [draws(s["prior"], n) for n in _sizes(m)]}, "Theta"
        ),
        "weighted-dp/stronger_than/unbounded-dp": Choice(_nothing, setting="bags of weight one"),
        # pairs of datasets that generic DP compares
        **{
            f"{subject}/special_case_of/generic-dp-km11": choice
            for subject, choice in {
                "anomaly-restricted-dp": related_with(_one_anomaly),
                "attribute-dp": related_by(replaced_where(_one_attribute)),
                "bit-dp": related_by(replaced_where(_one_bit)),
                "blowfish-privacy": related_with(_along_edges),
                "bootstrap-dp": related_with(_resampled),
                "bounded-dp": related_by(replaced),
                "client-dp": related_by(without(_first, wholly=True)),
                "constrained-dp": made(_below, "R"),
                "dependent-dp": related_with(lambda s, v: _dependent(s, v["c"])),
                "distributional-privacy-zlw09": made(
                    lambda m, s, v: {
                        "R": [
                            (a, b)
                            for a, b in _below(m, s, v)["R"]
                            if set(a) & set(b) and all(d in s.get("S_D", m.datasets) for d in (a, b))
                        ]
                    },
                    "R",
                ),
                "dp-on-delta-location-set": made(_location_set, "R"),
                "edge-dp": related_by(lambda a, b: _changes(a, b) == 1),
                "element-level-dp": related_by(without(_first_two)),
                "empirical-dp-asv13": related_with(lambda s, _v: lambda a, b: b == s["D"] and one_fewer(a, b)),
                "epsilon-dp": related_by(neighbours),
                "epsilon-dpir": related_by(replaced),
                "epsilon-indistinguishability": made(lambda _m, s, _v: {"R": [tuple(s["pair"]), tuple(s["pair"])[::-1]]}, "R"),
                "epsilon-private-pir": related_by(both_single),
                "event-level-dp": related_by(replaced),
                "event-level-pan-privacy": related_by(replaced),
                "feasible-node-dp": made(_feasible, "R"),
                "free-lunch-privacy": related_by(lambda _a, _b: True),
                "genomic-data-dp": related_by(replaced_where(_same_first)),
                "group-privacy": related_with(lambda _s, v: lambda a, b: edit_distance(a, b) <= v["c"]),
                "individual-dp": related_with(lambda s, _v: lambda a, b: a == s["D"] and neighbours(a, b)),
                "induced-neighbors-dp": made(_induced, "R"),
                "instantaneous-dp": related_by(replaced_where(_same_first)),
                "k-edge-dp": related_with(lambda _s, v: lambda a, b: _changes(a, b) <= v["k"]),
                "l1-weighted-dp": related_by(_weights_apart),
                "local-dp": related_by(both_single),
                "local-dp-for-bandits": related_by(both_single),
                "location-privacy-eg16": related_with(lambda _s, v: replaced_where(lambda x, y: _moved(x, y, v["r"]))),
                "node-dp": related_by(_either(_node_less)),
                "out-link-privacy": related_by(_either(_links_leaving())),
                "per-instance-dp": related_with(_instance),
                "pixel-dp": related_with(
                    lambda _s, v: lambda a, b: [r[0] for r in a] == [r[0] for r in b] and len(_places(a, b)) <= v["m"]  # type: ignore[index]
                ),
                "protected-dp": made(_edges_at, "R"),
                "ql-edge-labeled-dp": related_with(lambda s, _v: _either(_links_leaving(s["Q_L"]))),
                "recommendation-systems-dp": made(_ratings, "R"),
                "seamless-privacy": made(_asked, "R"),
                "sensitivity-induced-dp": made(_near_queries, "R"),
                "set-operations-dp": related_by(lambda a, b: len(set(a) ^ set(b)) == 1),
                "single-contribution-dp": related_by(added),
                "stratified-dp": related_by(replaced_where(_same_first)),
                "substitution-word-dp": related_with(
                    lambda _s, v: lambda a, b: len(a) == len(b) and len(_places(a, b)) <= v["k"]
                ),
                "unbounded-dp": related_by(added),
                "user-level-pan-privacy": related_by(without(_first)),
                "w-event-privacy": related_with(lambda _s, v: lambda a, b: _in_a_window(a, b, v["w"])),
                "word-dp": related_with(lambda _s, v: lambda a, b: edit_distance(a, b) <= v["k"]),
            }.items()
        },
        "constrained-dp/equivalent_to/generic-dp-km11": made(_below, "R"),
        "divergence-dp/special_case_of/adjacency-relation-divergence-dp": related_by(neighbours),
    }
)
"""By the claim's id."""
