"""A claim's ``at``, which is in words, as code: the object's structural parameters, built from the subject's.

A record says "the pairs of datasets that differ in one record"; here the pairs are made for a mechanism, written from these words
and not from the unit of the notion that runs, so that running both is a check of either. The falsifier and the tests of the
executable notions use the same registry.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Record
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.unlearning_units import DELETE, history
from dpzoo.falsify.choice import (
    THE_SAME,
    Build,
    Choice,
    Related,
    both_single,
    dependent,
    first,
    made,
    moved,
    neighbours,
    nothing,
    one_attribute,
    one_bit,
    one_fewer,
    pairs_in,
    places,
    replaced,
    same_first,
    weights_within_one,
)
from dpzoo.falsify.choices_of_pairs import COMPARED
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real

RARE: Final = Fraction(1, 10**12)
"""A small probability in place of a vanishing one, where a supremum over all priors is approached."""


def _everyone_depends(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    most = max(len(d) for d in m.datasets)
    return {"R": {i: [j for j in range(most) if j != i] for i in range(most)}}


def _weight_metric(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    return {"d": {(a, b): 0 if a == b else 1 if weights_within_one(a, b) else 2 for a in m.datasets for b in m.datasets}}


def graph_of(near: Callable[[Any, Any], bool] | None = None) -> Build:
    """Blowfish: the pairs of records that are near (all of them if nothing is said), every dataset being possible."""

    def build(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
        edges = [e for e in itertools.combinations(m.records, 2) if near is None or near(*e)]
        return {"G": edges, "I_Q": m.datasets}

    return build


def _outside_anomalies(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    edges = [e for e in itertools.combinations(m.records, 2) if not set(e) & set(s["A"])]
    return {"G": edges, "I_Q": [d for d in m.datasets if sum(r in s["A"] for r in d) == 1]}


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
    related = dependent(s, v["c"])
    return {
        "A": [(Prior.of({a: Fraction(1, 2), b: Fraction(1, 2)}), i, []) for a, b in pairs_in(m, related) for i in places(a, b)]
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


def _rows(m: FiniteMechanism) -> FiniteMechanism:
    """Records, or nodes and edges, as rows; an edge refers to its two nodes."""

    def row(r: Any) -> Any:
        if isinstance(r, tuple):
            return ("user", r[1], ()) if r[0] == "node" else ("edge", r[1:], (("user", r[1]), ("user", r[2])))
        return ("user", r, ())

    return FiniteMechanism([tuple(map(row, d)) for d in m.datasets], m.outputs, m.matrix.tolist())


def _one_table(m: FiniteMechanism) -> FiniteMechanism:
    """One round with a table of everybody's row."""
    people = sorted({r[0] for r in m.records})  # type: ignore[index]
    kept = m.restrict([d for d in m.datasets if [r[0] for r in d] == people])  # type: ignore[index]
    tables = [(tuple(r[1] for r in d),) for d in kept.datasets]  # type: ignore[index]
    return FiniteMechanism(tables, [(o,) for o in kept.outputs], kept.matrix.tolist())


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
    from dpzoo.notions.combined.linear_invariants import null_space

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


def _one_of_two(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    frames = itertools.product(m.records, repeat=2)
    return {"tau": [(f, Prior.of({(r,): Fraction(f.count(r), 2) for r in f})) for f in frames]}


def _kept_at_a_rate(m: FiniteMechanism, _s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    beta = Fraction(str(v["beta"]))
    found = []
    for frame in m.datasets:
        law: dict[Dataset, Any] = {}
        for kept in itertools.product((0, 1), repeat=len(frame)):
            sample = tuple(r for r, k in zip(frame, kept, strict=True) if k)
            law[sample] = law.get(sample, Fraction(0)) + beta ** sum(kept) * (1 - beta) ** (len(frame) - sum(kept))
        found.append((frame, Prior.of(law)))
    return {"tau": found}


def _unsure_of_one_record(m: FiniteMechanism, _s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """The logarithmic score; all values of one record equally likely, or one of them hardly possible."""
    found = []
    for d in m.datasets:
        for i in range(len(d)):
            others = [e for e in m.datasets if e != d and len(e) == len(d) and places(d, e) == [i]]
            chances = (RARE, Fraction(1, 1 + len(others))) if others else ()
            found += [Prior.of({d: c, **dict.fromkeys(others, (1 - c) / len(others))}) for c in chances]
    return {"S": "logarithmic", "Theta": found}


def _in_one_request(m: FiniteMechanism) -> FiniteMechanism:
    """Each training set and each part of it, deleted by one request: as if its records had been deleted one after the other."""
    trained = [d for d in m.datasets if not history(d)[1]]
    rows = {d: m.row(d).tolist() for d in trained}
    for d in trained:
        for part in (p for k in range(len(d) + 1) for p in itertools.combinations(d, k)):
            rows[*d, (DELETE, *part)] = m.row((*d, *((DELETE, r) for r in part))).tolist()
    return FiniteMechanism(list(rows), m.outputs, list(rows.values()))


_ONE_BY_ONE: Final = Choice(nothing, view=_in_one_request, setting="training sets with single deletions")


def _of_one_value_of_invariants(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    values = {d: tuple(sum(c * a for c, a in zip(row, s["A"][d], strict=True)) for row in s["C"]) for d in m.datasets}
    most = Counter(values.values()).most_common(1)[0][0]
    return {"Psi": [d for d in m.datasets if values[d] == most]}


def _parity_kept(m: FiniteMechanism) -> dict[str, Any]:
    """Whether the first record occurs an odd number of times is the invariant, and the first entry of the outputs."""
    odd = {d: sum(r == m.records[0] for r in d) % 2 for d in m.datasets}
    return {"query": {d: (k, 0) for d, k in odd.items()}, "linear invariants": [[1, 0]], "invariants": odd}


def _constant(name: str, value: Any) -> Choice:
    return made(lambda m, _s, _v: {name: dict.fromkeys(m.datasets, value)}, name)


def _family(name: str) -> Choice:
    return made(lambda m, _s, _v: {name: m.records}, name)


_SWAPPED: Final = made(halves_of(replaced, (RARE, 1 - RARE)), "Theta")


_POSITIVE: Final = made(lambda m, _s, _v: {"prior": uniform_law(m)}, "prior")


_ALL_LINKS: Final = graph_of()


_SECRETS_AS_PAIRS: Final = made(
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
)
"""Both orders of the laws given either statement of each secret pair."""

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
        "attribute-dp/special_case_of/blowfish-privacy": made(graph_of(one_attribute), "G", "I_Q"),
        "attribute-dp/stronger_than/label-dp": Choice(nothing, setting="attributes"),
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
        "bit-dp/special_case_of/blowfish-privacy": made(graph_of(one_bit), "G", "I_Q"),
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
            lambda m, _s, _v: {"schema": [list(map(first, m.records))]},
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
        "bounded-dp/stronger_than/sketch-privacy": Choice(nothing, view=in_one_order, setting="sets in any order"),
        "approximate-dp/stronger_than/approximate-sketch-privacy": Choice(
            nothing, view=in_one_order, setting="sets in any order"
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
            nothing, setting="right angle", of_subject=_right_angle
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
        "genomic-data-dp/special_case_of/blowfish-privacy": made(graph_of(same_first), "G", "I_Q"),
        "geo-indistinguishability/stronger_than/geo-graph-indistinguishability": THE_SAME,
        "induced-subspace-dp/implies/subspace-dp": made(_null_space, "V"),
        "inference-based-distributional-dp/special_case_of/inference-based-coupled-worlds-privacy": made(
            lambda m, _s, _v: {"Gamma": blanked_record(m)}, "Gamma"
        ),
        "information-privacy-wxh17/special_case_of/adversarial-privacy": THE_SAME,
        "k-anonymity/implies/k-map": made(_one_person_each, "U"),
        "kl-privacy/special_case_of/divergence-dp": made(lambda _m, _s, _v: {"f": "kl"}, "f"),
        "l1-weighted-dp/special_case_of/constrained-dp": made(_weight_metric, "d"),
        "local-dp/special_case_of/pointwise-maximal-leakage": made(
            lambda m, _s, _v: {"Theta": [{a: RARE, b: 1 - RARE} for a, b in itertools.permutations(m.records, 2)]}, "Theta"
        ),
        "local-dp/special_case_of/profile-based-dp": made(points_of(both_single), "Theta"),
        "local-dp/special_case_of/utility-optimized-local-dp": made(
            lambda m, _s, _v: {"P": m.records, "Y_P": m.outputs}, "P", "Y_P"
        ),
        "localized-information-privacy/special_case_of/information-privacy-dpcf12": made(_one_record_priors("Theta"), "Theta"),
        "location-privacy-eg16/special_case_of/blowfish-privacy": made(
            lambda m, s, v: graph_of(lambda x, y: moved(x, y, v["r"]))(m, s, v), "G", "I_Q"
        ),
        "multi-user-untrackability/equivalent_to/untrackability": Choice(nothing, view=of_two_users),
        "noiseless-privacy/special_case_of/active-partial-knowledge-dp": THE_SAME,
        "noiseless-privacy/special_case_of/passive-partial-knowledge-dp": THE_SAME,
        "noiseless-privacy/special_case_of/pufferfish-privacy": made(
            lambda m, s, _v: {"Theta": _given_knowledge(s["Theta"]), "Phi": statements(m)}, "Theta", "Phi"
        ),
        "out-link-privacy/special_case_of/ql-edge-labeled-dp": made(
            lambda _m, _s, _v: {"Q_L": ["x"]}, "Q_L", view=_with_label, setting="directed graph"
        ),
        "out-link-privacy/stronger_than/ql-edge-labeled-dp": Choice(nothing, view=_with_label, setting="directed graph"),
        "client-dp/stronger_than/evolving-data-dp": Choice(nothing, view=_one_table, setting="one record each"),
        "node-dp/special_case_of/user-dp-foreign-key": made(lambda _m, _s, _v: {"P": "user"}, "P", view=_rows, setting="graph"),
        "partially-private-pufferfish/special_case_of/pufferfish-privacy": made(
            lambda _m, s, _v: {"Theta": list(s["Theta"]), "Phi": s["Phi"]}, "Theta", "Phi"
        ),
        "on-average-kl-privacy/implies/conditional-mutual-information": made(lambda _m, s, _v: {"prior": s["Theta"][0]}, "prior"),
        "approximate-event-level-dp/special_case_of/participation-schema-dp": made(
            lambda m, _s, _v: {"P": [[t] for t in range(max(len(d) for d in m.datasets))]}, "P"
        ),
        "pixel-dp/special_case_of/dependent-dp": made(_everyone_depends, "R", setting="image of one size"),
        "probabilistic-dp/special_case_of/probabilistic-distribution-privacy": made(points_of(neighbours), "Theta"),
        "probabilistic-dp/special_case_of/persuasive-privacy": made(
            lambda m, _s, _v: {"S": "logarithmic", "Theta": halves(m, neighbours, (RARE, Fraction(1, 2)))}, "S", "Theta"
        ),
        "profile-based-dp/special_case_of/distribution-privacy": made(
            lambda _m, s, _v: {"Theta": s["Theta"]}, "Theta", setting="one record"
        ),
        "approximate-pufferfish-privacy/special_case_of/distribution-privacy": _SECRETS_AS_PAIRS,
        "pufferfish-privacy/special_case_of/distribution-privacy": _SECRETS_AS_PAIRS,
        "label-dp/special_case_of/semi-sensitive-dp": made(lambda _m, _s, _v: {"s": lambda r: r[0]}, "s"),
        "substitution-word-dp/special_case_of/dependent-dp": made(_everyone_depends, "R"),
        "total-variation-privacy/stronger_than/conditional-mutual-information": THE_SAME,
        "total-variation-privacy/special_case_of/divergence-dp": made(
            lambda _m, _s, _v: {"f": {"f": "max(t - 1, 1 - t)/2", "at_zero": Fraction(1, 2), "slope": Fraction(1, 2)}}, "f"
        ),
        "undetectability/stronger_than/untrackability": Choice(nothing, view=of_one_value),
        "unbounded-dp/special_case_of/asymmetric-dp": _family("P"),
        "unbounded-dp/special_case_of/induced-neighbors-dp": made(lambda m, _s, _v: {"I_Q": m.datasets}, "I_Q"),
        "unbounded-dp/special_case_of/membership-privacy-lqs13": made(_presence, "Theta", setting="sets"),
        "unbounded-dp/special_case_of/user-dp-foreign-key": made(
            lambda _m, _s, _v: {"P": "user"}, "P", view=_rows, setting="sets in any order"
        ),
        "unbounded-dp/special_case_of/inherit-dp": made(every_point, "Theta"),
        "dp-under-invariants/stronger_than/zcdp-under-invariants": THE_SAME,
        "zero-concentrated-dp/stronger_than/zcdp-under-invariants": THE_SAME,
        "bounded-dp/stronger_than/frame-level-dp": made(_one_of_two, "tau", setting="one record"),
        "bounded-dp/special_case_of/frame-level-dp": made(
            lambda m, _s, _v: {"tau": [(d, Prior.of({d: Fraction(1)})) for d in m.datasets]}, "tau"
        ),
        "bounded-dp/stronger_than/persuasive-privacy": made(_unsure_of_one_record, "S", "Theta"),
        "unlearning-of-published-models/stronger_than/certified-approximate-unlearning": _ONE_BY_ONE,
        "unlearning-of-published-models/stronger_than/system-aware-unlearning": _ONE_BY_ONE,
        "bounded-dp/special_case_of/integer-subspace-dp": made(
            lambda m, _s, _v: {"A": dict.fromkeys(m.datasets, (0, 0)), "C": [(0, 0)]}, "A", "C"
        ),
        "integer-subspace-dp/implies/dp-under-condition": made(_of_one_value_of_invariants, "Psi"),
        "dp-under-invariants/stronger_than/integer-subspace-dp": made(nothing, "A", "C", of_subject=_parity_kept),
        "total-variation-privacy/special_case_of/wasserstein-dp": made(
            lambda _m, _s, _v: {"mu": 1, "x": [0, 1]}, "mu", "x", setting="two answers"
        ),
        "total-variation-privacy/stronger_than/wasserstein-dp": made(
            lambda m, _s, v: {"mu": v["mu"], "x": [Fraction(k, max(1, len(m.outputs) - 1)) for k in range(len(m.outputs))]},
            "mu",
            "x",
        ),
        "dp-under-sampling/stronger_than/frame-level-dp": made(_kept_at_a_rate, "tau"),
        "dp-under-invariants/special_case_of/frame-invariant-dp": made(
            lambda m, s, _v: {
                "F": [[d for d in m.datasets if s["c"][d] == c] for c in dict.fromkeys(map(s["c"].get, m.datasets))]
            },
            "F",
        ),
        "weak-dp/special_case_of/noiseless-privacy": made(
            lambda m, s, _v: {"Theta": [draws(s["prior"], n) for n in _sizes(m)]}, "Theta"
        ),
        "weighted-dp/stronger_than/unbounded-dp": Choice(nothing, setting="bags of weight one"),
        **COMPARED,
    }
)
"""By the claim's id."""
