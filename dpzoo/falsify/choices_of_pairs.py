"""The pairs of datasets that a notion compares, written from the words of the claims that generic DP extends it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism
from dpzoo.blocks.units import Unit, edit_distance, group
from dpzoo.falsify.choice import (
    Choice,
    Related,
    added,
    both_single,
    dependent,
    distance,
    first,
    made,
    moved,
    neighbours,
    one_attribute,
    one_bit,
    one_fewer,
    pairs_in,
    places,
    replaced,
    same_first,
    weights_within_one,
    without,
)


def replaced_where(near: Callable[[Any, Any], bool]) -> Related:
    """One record replaced by another that is near to it."""

    def related(a: Dataset, b: Dataset) -> bool:
        return replaced(a, b) and (i := places(a, b)[0]) >= 0 and near(a[i], b[i])

    return related


def _first_two(record: Any) -> Any:
    return record[:2]


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


def _below(m: FiniteMechanism, s: Mapping[str, Any], v: Mapping[str, Any]) -> dict[str, Any]:
    return {"R": pairs_in(m, lambda a, b: bool(distance(s["d"], a, b) < v["Delta"]))}


def _shortened(d: Dataset, size: int) -> set[tuple[Any, ...]]:
    return set(itertools.combinations(d, size))


def _apart(a: Dataset, b: Dataset) -> int:
    """How many records are added or removed on the way: all but those of a longest dataset that both shorten to."""
    shared = next(n for n in range(min(len(a), len(b)), -1, -1) if _shortened(a, n) & _shortened(b, n))
    return len(a) + len(b) - 2 * shared


def _induced(m: FiniteMechanism, s: Mapping[str, Any], _v: Mapping[str, Any]) -> dict[str, Any]:
    """Two possible datasets with no possible dataset between them: none that is reached by some of the moves only."""

    def related(a: Dataset, b: Dataset) -> bool:
        if a not in s["I_Q"] or b not in s["I_Q"]:
            return False
        return not any(z not in (a, b) and _apart(a, z) + _apart(z, b) == _apart(a, b) for z in s["I_Q"])

    return {"R": pairs_in(m, related)}


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


def _of_unit(mechanism: FiniteMechanism, unit: Unit) -> list[tuple[Dataset, Dataset]]:
    return [(mechanism.datasets[p.left], mechanism.datasets[p.right]) for p in unit(mechanism)]


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


COMPARED: Final[Mapping[str, Choice]] = MappingProxyType(
    {
        **{
            f"{subject}/special_case_of/generic-dp-km11": choice
            for subject, choice in {
                "anomaly-restricted-dp": related_with(_one_anomaly),
                "attribute-dp": related_by(replaced_where(one_attribute)),
                "bit-dp": related_by(replaced_where(one_bit)),
                "blowfish-privacy": related_with(_along_edges),
                "bootstrap-dp": related_with(_resampled),
                "bounded-dp": related_by(replaced),
                "client-dp": related_by(without(first, wholly=True)),
                "constrained-dp": made(_below, "R"),
                "dependent-dp": related_with(lambda s, v: dependent(s, v["c"])),
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
                "genomic-data-dp": related_by(replaced_where(same_first)),
                "group-privacy": made(lambda m, _s, v: {"R": _of_unit(m, group(int(float(v["c"]))))}, "R"),
                "individual-dp": related_with(lambda s, _v: lambda a, b: a == s["D"] and neighbours(a, b)),
                "induced-neighbors-dp": made(_induced, "R"),
                "instantaneous-dp": related_by(replaced_where(same_first)),
                "k-edge-dp": related_with(lambda _s, v: lambda a, b: _changes(a, b) <= v["k"]),
                "l1-weighted-dp": related_by(weights_within_one),
                "local-dp": related_by(both_single),
                "local-dp-for-bandits": related_by(both_single),
                "location-privacy-eg16": related_with(lambda _s, v: replaced_where(lambda x, y: moved(x, y, v["r"]))),
                "node-dp": related_by(_either(_node_less)),
                "out-link-privacy": related_by(_either(_links_leaving())),
                "per-instance-dp": related_with(_instance),
                "pixel-dp": related_with(
                    lambda _s, v: lambda a, b: [r[0] for r in a] == [r[0] for r in b] and len(places(a, b)) <= v["m"]  # type: ignore[index]
                ),
                "protected-dp": made(_edges_at, "R"),
                "ql-edge-labeled-dp": related_with(lambda s, _v: _either(_links_leaving(s["Q_L"]))),
                "recommendation-systems-dp": made(_ratings, "R"),
                "seamless-privacy": made(_asked, "R"),
                "sensitivity-induced-dp": made(_near_queries, "R"),
                "set-operations-dp": related_by(lambda a, b: len(set(a) ^ set(b)) == 1),
                "single-contribution-dp": related_by(added),
                "stratified-dp": related_by(replaced_where(same_first)),
                "substitution-word-dp": related_with(lambda _s, v: lambda a, b: len(a) == len(b) and len(places(a, b)) <= v["k"]),
                "unbounded-dp": related_by(added),
                "user-level-pan-privacy": related_by(without(first)),
                "w-event-privacy": related_with(lambda _s, v: lambda a, b: _in_a_window(a, b, v["w"])),
                "word-dp": related_with(lambda _s, v: lambda a, b: edit_distance(a, b) <= v["k"]),
            }.items()
        },
        "constrained-dp/equivalent_to/generic-dp-km11": made(_below, "R"),
        "divergence-dp/special_case_of/adjacency-relation-divergence-dp": related_by(neighbours),
    }
)
"""By the claim's id."""
