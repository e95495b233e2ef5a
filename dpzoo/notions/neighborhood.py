"""Executable notions that change which datasets are compared, at pure DP's loss."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any

from dpzoo.blocks import standards, units
from dpzoo.blocks.comparison import Comparisons
from dpzoo.blocks.mechanism import Dataset, FiniteMechanism, Record
from dpzoo.notions.executable import Compared, Executable
from dpzoo.notions.lifts import Laws, attacks, datasets, datasets_from, every_attack, unknown_records
from dpzoo.notions.structures import (
    DATASET,
    DATASETS,
    DEPENDENCE,
    DISTANCE,
    POLICY,
    QUERY,
    RECORD,
    RECORD_LAW,
    RELATION,
    SECRET_GRAPH,
    Path,
    Structure,
    freeze,
    list_of,
    prior,
)
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import INFINITY, Real, compare, real

Values = Mapping[str, Any]
_PURE = standards.MaxDivergence()


def whole(number: Any, name: str) -> int:
    """A parameter that counts something, as an int."""
    exact = number.rational if isinstance(number, Real) else number
    if exact is None or exact != int(exact):
        raise BlockError(f"{name} is a whole number, and is {number}")
    return int(exact)


def record_function(what: str, entry: int) -> Structure:
    """A function of a record, such as its owner: a callable, a mapping, or by default an entry of records that are tuples."""
    position = "first" if entry == 0 else "second"

    def usual(mechanism: FiniteMechanism) -> Callable[[Record], Hashable]:
        if not all(isinstance(r, tuple) and len(r) > entry for r in mechanism.records):
            raise BlockError(
                f"the records do not name their {what}: make them tuples with the {what} as {position} entry, or give it", (what,)
            )
        return lambda record: record[entry]  # type: ignore[index]

    def read(given: Any, mechanism: FiniteMechanism, path: Path) -> Callable[[Record], Hashable]:
        if callable(given):
            function: Callable[[Record], Hashable] = given
            return function
        if isinstance(given, Mapping):
            known = {freeze(k): freeze(v) for k, v in given.items()}
        elif isinstance(given, list | tuple):
            known = {}
            for i, item in enumerate(given):
                if not isinstance(item, list | tuple) or len(item) != 2:
                    raise BlockError(f"give pairs of a record and its {what}", (*path, i))
                known[freeze(item[0])] = freeze(item[1])
        else:
            raise BlockError(f"give the {what} of each record, as pairs", path)
        missing = [r for r in mechanism.records if r not in known]
        if missing:
            raise BlockError(f"the record {missing[0]!r} has no {what}", path)
        return known.__getitem__

    return Structure(
        what, f"the {what} of each record, as pairs; the {position} entry of the record if it is left out", read, usual
    )


OWNER = record_function("owner", 0)
ELEMENT = record_function("element", 1)


def _all_datasets(mechanism: FiniteMechanism) -> tuple[Dataset, ...]:
    return mechanism.datasets


def _attacker(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Any, int, tuple[int, ...]]:
    if isinstance(given, Mapping) and {"prior", "target", "known"} == set(given):
        given = (given["prior"], given["target"], given["known"])
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise BlockError("an attacker has a prior, a target position and a list of known positions (from 0)", path)
    return prior(given[0], mechanism, (*path, "prior")), int(given[1]), tuple(int(k) for k in given[2])


def _observer(given: Any, mechanism: FiniteMechanism, path: Path) -> Any:
    if isinstance(given, Mapping) and {"prior", "observation"} == set(given):
        given = (given["prior"], given["observation"])
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise BlockError(
            "an adversary with an observation has a prior (whose knowledge is the observation) and the value observed", path
        )
    joint, seen = prior(given[0], mechanism, (*path, "prior")), freeze(given[1])
    for part, value in zip(joint.conditioned_on_knowledge(), joint.knowledge, strict=True):
        if value == seen:
            return part
    raise BlockError(f"the observation {given[1]!r} has probability 0 under the prior", path)


def _attacks(mechanism: FiniteMechanism, structure: Values, _: Values) -> Comparisons:
    laws = Laws(mechanism.outputs)
    for belief, target, known in structure["A"]:
        attacks(mechanism, belief, target, known, laws)
    return laws.comparisons()


def _related(structure: Values, _: Values) -> units.Unit:
    return units.relation(structure["R"], symmetric=True)


def _common_record(structure: Values, chosen: Values) -> units.Unit:
    near = units.among(units.within(structure["d"], chosen["Delta"]), structure["S_D"])

    def pairs(mechanism: FiniteMechanism) -> list[Any]:
        data = mechanism.datasets
        return [p for p in near(mechanism) if set(data[p.left]) & set(data[p.right])]

    return pairs


def _distances(mechanism: FiniteMechanism, structure: Values) -> list[Real]:
    """The distances that occur, and ∞: a threshold between two of them is as good as the larger one, since nearer is strict."""
    found: list[Real] = [INFINITY]
    for p in units.all_pairs(mechanism):
        distance = structure["d"](mechanism.datasets[p.left], mechanism.datasets[p.right])
        if not any(compare(distance, d) == 0 for d in found):
            found.append(distance)
    return sorted(found)


def _elements(structure: Values, _: Values) -> units.Unit:
    owner, element = structure["owner"], structure["element"]
    return units.same_outside(lambda record: (owner(record), element(record)))


ADVERSARY = Structure("adversary", "a prior on sequences of records", prior)
ADVERSARIES = Structure(
    "family of adversaries", "a list of attackers, each with prior, target and known positions", list_of(_attacker, "attackers")
)
OBSERVER = Structure(
    "adversary with an observation", "a prior whose knowledge is the observation, and the value observed", _observer
)

SET_OF_DATASETS = replace(DATASETS, sort="set of datasets")

NOTIONS: tuple[Executable, ...] = (
    Compared("unbounded-dp", datasets(units.unbounded), _PURE, ("epsilon",)),
    Compared("bounded-dp", datasets(units.bounded), _PURE, ("epsilon",)),
    Compared("free-lunch-privacy", datasets(units.all_pairs), _PURE, ("epsilon",)),
    Compared(
        "group-privacy",
        datasets_from(lambda _, chosen: units.group(whole(chosen["c"], "c"))),
        _PURE,
        ("c", "epsilon"),
        choosing=("c",),
        at_least={"c": 1},
    ),
    Compared("one-sided-dp", datasets_from(lambda s, _: units.one_sided(s["P"])), _PURE, ("epsilon",), {"P": POLICY}),
    Compared("asymmetric-dp", datasets_from(lambda s, _: units.asymmetric(s["P"])), _PURE, ("epsilon",), {"P": POLICY}),
    Compared(
        "blowfish-privacy",
        datasets_from(lambda s, _: units.among(units.secret_graph(s["G"]), s["I_Q"])),
        _PURE,
        ("epsilon",),
        {"G": SECRET_GRAPH, "I_Q": DATASETS.or_else(_all_datasets)},
    ),
    Compared("induced-neighbors-dp", datasets_from(lambda s, _: units.induced(s["I_Q"])), _PURE, ("epsilon",), {"I_Q": DATASETS}),
    Compared("generic-dp-km11", datasets_from(_related), _PURE, ("epsilon",), {"R": RELATION}),
    Compared(
        "constrained-dp",
        datasets_from(lambda s, chosen: units.within(s["d"], chosen["Delta"])),
        _PURE,
        ("Delta", "epsilon"),
        {"d": DISTANCE},
        choosing=("Delta",),
        candidates=_distances,
    ),
    Compared(
        "distributional-privacy-zlw09",
        datasets_from(_common_record),
        _PURE,
        ("Delta", "epsilon"),
        {"d": DISTANCE, "S_D": SET_OF_DATASETS.or_else(_all_datasets)},
        choosing=("Delta",),
        candidates=_distances,
    ),
    Compared(
        "dependent-dp",
        datasets_from(lambda s, chosen: units.dependent(s["R"], whole(chosen["c"], "c"))),
        _PURE,
        ("c", "epsilon"),
        {"R": DEPENDENCE},
        choosing=("c",),
        at_least={"c": 1},
    ),
    Compared(
        "individual-dp", datasets_from(lambda s, _: units.around(units.one_record, s["D"])), _PURE, ("epsilon",), {"D": DATASET}
    ),
    Compared(
        "per-instance-dp",
        datasets_from(lambda s, _: units.instance(s["D"], s["t"])),
        _PURE,
        ("epsilon",),
        {"D": DATASET, "t": RECORD},
    ),
    Compared(
        "sensitivity-induced-dp",
        datasets_from(lambda s, _: units.close_queries(s["f"].__getitem__)),
        _PURE,
        ("epsilon",),
        {"f": QUERY},
    ),
    Compared("client-dp", datasets_from(lambda s, _: units.owned(s["owner"])), _PURE, ("epsilon",), {"owner": OWNER}),
    Compared("element-level-dp", datasets_from(_elements), _PURE, ("epsilon",), {"owner": OWNER, "element": ELEMENT}),
    Compared("bayesian-dp-ysn15", lambda m, s, _: every_attack(m, s["A"]), _PURE, ("epsilon",), {"A": ADVERSARY}),
    Compared("correlated-dp", lambda m, s, _: every_attack(m, s["A"]), _PURE, ("epsilon",), {"A": OBSERVER}),
    Compared("prior-dp", _attacks, _PURE, ("epsilon",), {"A": ADVERSARIES}),
    Compared(
        "bayesian-dp-ll12",
        lambda m, s, chosen: unknown_records(m, s["prior"], whole(chosen["k"], "k")),
        _PURE,
        ("k", "epsilon"),
        {"prior": RECORD_LAW},
        choosing=("k",),
        candidates=lambda m, _: [real(k) for k in range(max(len(d) for d in m.datasets))],
    ),
)
