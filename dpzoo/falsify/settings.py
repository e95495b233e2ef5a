"""The data and outputs of a trial: complete domains for graphs, tables, streams, people, and plain records.

A notion about graphs refuses bits, and surviving bits would mean nothing. Each setting draws a small complete domain as the
notion's unit reads it (:mod:`dpzoo.blocks.data_units`), and outputs where the notion looks into them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from dpzoo.blocks.finite_mechanism import Dataset, complete_domain
from dpzoo.blocks.unlearning_units import history

Random = np.random.Generator
Domain = Callable[[Random], list[Dataset]]
Outputs = Callable[[Random, Sequence[Dataset], int], list[Any]]

_ALL_SIZES: Final = ((("a", "b"), 2), (("a", "b"), 1), (("a", "b", "c"), 1), (("a",), 2))
_ONE_SIZE: Final = ((("a", "b"), 2), (("a", "b"), 1), (("a", "b", "c"), 1), (("a", "b"), 3))


@dataclass(frozen=True)
class DataSetting:
    """A kind of data: ``domain`` draws all datasets, ``outputs`` names outputs where they are not just numbers.

    ``fixed`` draws a domain of datasets of one size; by default one size of ``domain``. A claim about two notions is attacked
    with the more ``particular`` data of the two (0: any records, 1: records that name their owner, 2: what one notion reads).
    With ``order_free`` a mechanism gives the same law to datasets that differ in the order of their records.
    """

    domain: Domain
    outputs: Outputs | None = None
    fixed: Domain | None = None
    particular: int = 2
    order_free: bool = False

    def draw(self, rng: Random, *, fixed_size: bool = False) -> list[Dataset]:
        """A complete domain."""
        if not fixed_size:
            return self.domain(rng)
        if self.fixed is not None:
            return self.fixed(rng)
        datasets = self.domain(rng)
        sizes = sorted({len(d) for d in datasets if d})
        size = sizes[int(rng.integers(len(sizes)))]
        return [d for d in datasets if len(d) == size]


def _any(*choices: Sequence[Dataset]) -> Domain:
    return lambda rng: list(choices[int(rng.integers(len(choices)))])


def _complete(*choices: tuple[Sequence[Any], int]) -> Domain:
    return _any(*(complete_domain(records, most) for records, most in choices))


def _of_size(*choices: tuple[Sequence[Any], int]) -> Domain:
    return _any(*(complete_domain(records, size, size) for records, size in choices))


def subsets(items: Sequence[Any], least: int = 0, most: int | None = None) -> list[Dataset]:
    """All sets of some things, in their order."""
    last = len(items) if most is None else most
    return [c for n in range(least, last + 1) for c in itertools.combinations(items, n)]


def _cells(*cells: Iterable[Any]) -> list[Dataset]:
    """One thing, or nothing (None), from each cell."""
    return [tuple(r for r in pick if r is not None) for pick in itertools.product(*cells)]


def graphs(nodes: Sequence[int], links: Sequence[tuple[Any, ...]]) -> list[Dataset]:
    """All graphs on some of the nodes with some of the links that fit."""
    found = []
    for chosen in subsets(nodes):
        fit = [e for e in links if e[1] in chosen and e[-1] in chosen]
        found += [(*(("node", n) for n in chosen), *edges) for edges in subsets(fit)]
    return found


def _histories(*records: Any) -> list[Dataset]:
    """Training sets, each alone and with one request: to delete any of its records, to add one, or to exchange one."""
    found: list[Dataset] = []
    for training in subsets(records):
        deletions = [("delete", *some) for some in subsets(training)]
        others = [("add", r) for r in records] + [("exchange", old, new) for old in training for new in records if new != old]
        found += [training, *((*training, request) for request in (*deletions, *others))]
    two = [(("add", r), ("delete", r)) for r in records]
    return found + [(records[0], *requests) for requests in two]


def _of_equal_size(histories: Sequence[Dataset], size: int) -> list[Dataset]:
    return [d for d in histories if len(history(d)[0]) == size]


def _single_deletions(*records: Any) -> list[Dataset]:
    """Training sets, each alone and with its records, or some of them, deleted one after the other in any order."""
    orders = [(t, o) for t in subsets(records) for n in range(len(t) + 1) for o in itertools.permutations(t, n)]
    return [(*training, *(("delete", r) for r in order)) for training, order in orders]


def _image(height: int, width: int, values: int) -> list[Dataset]:
    places = list(itertools.product(range(height), range(width)))
    return [tuple(zip(places, shades, strict=True)) for shades in itertools.product(range(values), repeat=len(places))]


def _reports(values: Sequence[Any], users: int, most: int, *, two: bool = False) -> list[Dataset]:
    first = itertools.product(values, repeat=2 if two else 1)
    return [(*v, *sent) for v in first for k in range(1, most + 1) for sent in itertools.product(range(1, users + 1), repeat=k)]


def _per_player(rng: Random, datasets: Sequence[Dataset], _width: int) -> list[Any]:
    players = len(datasets[0])
    return list(itertools.product(range(2 if players > 1 else 3), repeat=players))


def _classifiers(_rng: Random, _datasets: Sequence[Dataset], _width: int) -> list[Any]:
    return list(itertools.product((0, 1), repeat=2))


def _vectors(_rng: Random, _datasets: Sequence[Dataset], _width: int) -> list[Any]:
    return [(0, 0), (1, 0), (0, 1), (1, 1)]


def _tables(rng: Random, _datasets: Sequence[Dataset], width: int) -> list[Any]:
    """Published tables of a quasi-identifier and a sensitive value; some generalise the quasi-identifier to both values."""
    keys, secrets = (1, 2, (1, 2)), ("flu", "cold", "cough")
    found: list[Any] = []
    while len(found) < width:
        common = keys[int(rng.integers(3))]
        size = int(rng.integers(2, 6))
        mixed = rng.random() < _MIXED
        rows = [
            (keys[int(rng.integers(3))] if mixed else common, secrets[(k + int(mixed * rng.integers(3))) % 3])
            for k in range(size)
        ]
        table = tuple(rows)
        if table not in found:
            found.append(table)
    return found


_MIXED: Final = 0.4
_PEOPLE: Final = [("ann", 1), ("ann", 2), ("bob", 1)]
_AT_MOST_ONE_EACH: Final = _cells([None, ("ann", 1), ("ann", 2)], [None, ("bob", 1), ("bob", 2)])
_ATTRIBUTES: Final = [((x, y),) for x in ("00", "01", "10", "11") for y in ("0", "1")]
_PLANE: Final = [(0, 0), (1, 0), (0, 2)]
_EDGES: Final = [("edge", 1, 2), ("edge", 1, 3), ("edge", 2, 3)]
_FIRST_SECOND: Final = [("x", 0), ("x", 1), ("y", 0), ("y", 1)]
_ROWS: Final = [(), (("ann", 0),), (("ann", 1),)]
_TWO_USERS: Final = [*_ROWS, (("bob", 0),), (("ann", 0), ("bob", 0)), (("ann", 1), ("bob", 0))]

_SETTINGS: Final[Mapping[str, DataSetting]] = MappingProxyType(
    {
        "records": DataSetting(_complete(*_ALL_SIZES), fixed=_of_size(*_ONE_SIZE), particular=0),
        "one record": DataSetting(_of_size((("a", "b"), 1), (("a", "b", "c"), 1), (("a", "b", "c", "d"), 1)), particular=0),
        "a pair": DataSetting(_any([(), ("a",)], [("a",), ("b",)]), particular=0),
        "few records": DataSetting(
            _complete((("a", "b"), 1), (("a", "b"), 1), (("a",), 2), (("a",), 2), (("a", "b"), 2)),
            fixed=_of_size((("a", "b"), 1), (("a", "b", "c"), 1), (("a", "b"), 2)),
            particular=0,
        ),
        "graph": DataSetting(_any(graphs([1, 2], _EDGES), graphs([1, 2, 3], _EDGES[:2]), graphs([1, 2, 3], _EDGES))),
        "directed graph": DataSetting(
            _any(
                graphs([1, 2], [("arc", 1, 2), ("arc", 2, 1)]),
                graphs([1, 2, 3], [("arc", 1, 2), ("arc", 1, 3)]),
            ),
            particular=3,
        ),
        "labelled graph": DataSetting(
            _any(
                graphs([1, 2], [("arc", 1, "x", 2), ("arc", 1, "y", 2)]),
                graphs([1, 2], [("arc", 1, "x", 2), ("arc", 1, "y", 2), ("arc", 2, "x", 1)]),
            )
        ),
        "weighted edges": DataSetting(
            _any(
                [(("weight", 1, 2, w),) for w in (0, 1, 2, "5/2")],
                [(("weight", 1, 2, v), ("weight", 2, 3, w)) for v in (0, 1, 2) for w in (0, 1)],
            )
        ),
        "messages": DataSetting(
            _any(
                subsets([("ann", "bob", 1), ("bob", "ann", 1)]),
                subsets([("ann", "bob", 1), ("ann", "bob", 2), ("bob", "eve", 1)]),
            )
        ),
        "control flow": DataSetting(
            _any(
                [("entry",), ("entry", "a"), ("entry", "a", "b")],
                [("entry",), ("entry", "a"), ("entry", "b"), ("entry", "a", "b")],
            )
        ),
        "two sets": DataSetting(
            _any(subsets([("A", 1), ("B", 1)]), subsets([("A", 1), ("A", 2), ("B", 1)])),
        ),
        "ratings": DataSetting(
            _any(
                _cells(*([None, ("ann", item, 1), ("ann", item, 2)] for item in ("i", "j"))),
                _cells(*([None, (user, item, 1)] for user in ("ann", "bob") for item in ("i", "j"))),
            )
        ),
        "weighted records": DataSetting(_any(_cells([None, ("a", 1), ("a", 2)], [None, ("b", 1), ("b", "3/2")]))),
        "bags of weight one": DataSetting(
            _any([c for n in range(3) for c in itertools.combinations_with_replacement([("a", 1), ("b", 1)], n)])
        ),
        "pairs": DataSetting(
            _complete((_FIRST_SECOND, 1), (_FIRST_SECOND[:3], 2)), fixed=_of_size((_FIRST_SECOND, 1), (_FIRST_SECOND, 2))
        ),
        "records of several owners": DataSetting(
            _complete(
                ([(("u",), 0), (("u",), 1), (("u", "v"), 0), (("u", "v"), 1)], 2), ([(("u",), 0), (("v",), 0), (("v",), 1)], 2)
            )
        ),
        "image": DataSetting(
            _any(_image(1, 1, 4), _image(1, 2, 2), _image(2, 1, 3), _image(1, 3, 2), _image(1, 2, 2) + _image(2, 1, 2))
        ),
        "numbers": DataSetting(_of_size(([0, 1, 3], 1), ([0, 1], 1), ([0, "1/2", 2, 3], 1), ([(0, 0), (1, 0), (1, 1)], 1))),
        "plane": DataSetting(
            _complete((_PLANE[:2], 2), (_PLANE, 1), ([*_PLANE, (1, 1)], 1)),
            fixed=_of_size((_PLANE[:2], 2), (_PLANE, 1), (_PLANE, 2)),
        ),
        "stream": DataSetting(
            _complete((_ROWS, 2), (_TWO_USERS, 1)), fixed=_of_size((_ROWS, 2), (_TWO_USERS, 1), (_ROWS[:2], 3))
        ),
        "queries": DataSetting(
            _of_size(([("g", "p"), ("g", "q"), ("h", "p"), ("h", "q")], 1), ([("g", "p"), ("g", "q"), ("g", "r")], 1))
        ),
        "attributes": DataSetting(_any(_ATTRIBUTES)),
        "pairs of attributes": DataSetting(
            _of_size(([(x, y) for x in (0, 1) for y in (0, 1, 2)], 1), ([(x, y) for x in (0, 1) for y in (0, 1)], 2))
        ),
        "people": DataSetting(
            _any(complete_domain(_PEOPLE, 2), complete_domain(_PEOPLE[:2], 2), _AT_MOST_ONE_EACH, subsets(_PEOPLE)),
            fixed=_of_size((_PEOPLE, 2), (_PEOPLE, 1)),
            particular=1,
        ),
        "one record each": DataSetting(_any(_AT_MOST_ONE_EACH, _cells([None, ("ann", 1)], [None, ("bob", 1)]))),
        "trajectories": DataSetting(
            _any(
                _cells([None, ("ann", ("x", "y")), ("ann", ("y",))], [None, ("bob", ("x",))]),
                complete_domain([("ann", ("x", "y")), ("bob", ("y",))], 2),
            )
        ),
        "distinct records": DataSetting(
            _any(subsets("abc"), subsets("ab"), [p for n in range(3) for p in itertools.permutations("ab", n)])
        ),
        "sets": DataSetting(_any(subsets("abc"), subsets("ab"), subsets("abcd"))),
        "sets in any order": DataSetting(
            _any(
                *([p for n in range(k + 1) for p in itertools.permutations(r, n)] for r, k in (("ab", 2), ("abc", 1), ("abc", 2)))
            ),
            order_free=True,
        ),
        "sets of one size in any order": DataSetting(
            _any(*(list(itertools.permutations(r, n)) for r, n in (("ab", 1), ("abc", 1), ("abc", 2), ("abcd", 1)))),
            order_free=True,
        ),
        "sets of one size": DataSetting(
            _any(subsets("abc", 1, 1), subsets("abc", 2, 2), subsets("abcd", 2, 2), subsets("ab", 1, 1))
        ),
        "bags": DataSetting(
            _any(
                *(
                    [c for n in range(k + 1) for c in itertools.combinations_with_replacement(r, n)]
                    for r, k in (("ab", 2), ("ab", 3), ("abc", 2))
                )
            )
        ),
        "numbers of one size": DataSetting(_of_size(([0, 1], 2), ([0, 1, 2], 1), ([0, 1, 3], 2))),
        "first is public": DataSetting(_of_size((("a", "b"), 2), (("a", "b"), 3), (("a", "b", "c"), 2))),
        "reports": DataSetting(_any(_reports((0, 1), 2, 1), _reports((0, 1), 2, 2), _reports((0,), 2, 3))),
        "reports of several": DataSetting(_any(_reports((0, 1), 3, 2), _reports((0,), 3, 3), _reports((0, 1), 2, 2))),
        "reports of two values": DataSetting(_any(_reports((0, 1), 2, 1, two=True), _reports((0, 1), 2, 2, two=True))),
        "players": DataSetting(_of_size(((0, 1), 2), ((0, 1), 1), ((0, 1, 2), 2)), _per_player),
        "parties": DataSetting(_of_size(((0, 1), 2), ((0, 1, 2), 2)), _per_player),
        "clients": DataSetting(
            _any(
                list(itertools.product([(), (0,), (1,)], [(), (0,)])),
                list(itertools.product([(0,), (1,)], [(0,), (1,)])),
                list(itertools.product([(0,), (1,)], [(), (0,)], [()])),
            ),
            _per_player,
        ),
        "classifier": DataSetting(_complete((("a", "b"), 2), (("a", "b"), 1)), _classifiers),
        "vectors": DataSetting(_complete(*_ALL_SIZES), _vectors, fixed=_of_size(*_ONE_SIZE)),
        "messages and reports": DataSetting(
            _any([("a",), ("b",), ("a", "a"), ("a", "b")], [("a",), ("b",), *itertools.product("ab", repeat=3)])
        ),
        "records of one attribute": DataSetting(_complete(([("a",), ("b",)], 2), ([("a",), ("b",), ("c",)], 1))),
        "right angle": DataSetting(_complete(([(0, 0), (3, 0), (3, 4)], 1), ([(0, 0), (3, 4)], 2))),
        "image of one size": DataSetting(_any(_image(1, 2, 2), _image(1, 1, 3), _image(2, 1, 3))),
        "tables": DataSetting(_complete((("a", "b"), 1), (("a",), 1)), _tables),
        "messages of two people": DataSetting(
            _of_size(((0, 1), 2), ((0, 1, 2), 2)), lambda _r, _d, _w: [((0, 1, a), (1, 0, b)) for a in (0, 1) for b in (0, 1)]
        ),
        "secrets of two people": DataSetting(
            _of_size(((0, 1), 2), ((0, 1, 2), 2)), lambda _r, _d, _w: [((a,), b) for a in (0, 1) for b in (0, 1)]
        ),
        "lists of neighbours": DataSetting(
            _any(*([(a,) for a in itertools.product((0, 1), repeat=n)] for n in (1, 2, 3))),
        ),
        "patterns and results": DataSetting(
            _of_size((("a", "b"), 1), (("a", "b"), 2)), lambda _r, _d, _w: [("p", 0), ("p", 1), ("q", 0)]
        ),
        "rows": DataSetting(
            _any(
                [(), (("user", 1, ()),), (("user", 1, ()), ("post", 1, (("user", 1),)))],
                [(("shop", 1, ()),), (("shop", 1, ()), ("user", 1, ())), (("user", 1, ()), ("post", 1, (("user", 1),)))],
            )
        ),
        "one row": DataSetting(
            _of_size(([("a",), ("b",)], 1), ([("a",), ("b",), ("c",)], 1)), lambda _r, _d, _w: [("yes",), ("no",), ("nothing",)]
        ),
        "one step": DataSetting(
            _of_size((("a", "b"), 1), (("a", "b", "c"), 1)), lambda _r, _d, _w: [("yes",), ("no",), ("nothing",)]
        ),
        "outputs on streams": DataSetting(_of_size((("a", "b"), 2), (("a", "b"), 1)), _per_player),
        "two answers": DataSetting(_complete(*_ALL_SIZES), lambda _r, _d, _w: [0, 1], fixed=_of_size(*_ONE_SIZE)),
        "questions": DataSetting(
            _any(
                [((data, ("q",)),) for data in ((), ("a",), ("b",))], [((data, (q,)),) for data in (("a",), ("b",)) for q in "qr"]
            ),
            lambda _r, _d, _w: [("yes",), ("no",), ("nothing",)],
        ),
        "updates": DataSetting(_of_size((("⊥", ("+", "u"), ("-", "u")), 2), (("⊥", ("+", "u"), ("+", "v")), 2))),
        "a model and its safe models": DataSetting(_any([(), ("w",)], [(), ("v",), ("w",)])),
        "training sets with single deletions": DataSetting(_any(_single_deletions("a"), _single_deletions("a", "b"))),
        "training sets with requests": DataSetting(
            _any(_histories("a"), _histories("a", "b")),
            fixed=_any(*(_of_equal_size(_histories(*r), n) for r, n in (("ab", 1), ("abc", 1), ("abc", 2)))),
        ),
    }
)

_NOTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        notion: setting
        for setting, notions in {
            "a pair": "approximate-zero-concentrated-dp",
            "few records": "zero-concentrated-dp truncated-codp-bdrs18 truncated-codp-col16 bounded-concentrated-dp "
            "per-record-zcdp mean-concentrated-dp zero-knowledge-privacy typical-stability typical-stability-two-outputs "
            "distributional-dp coupled-worlds-privacy inference-based-distributional-dp inference-based-coupled-worlds-privacy "
            "mutual-information-dp smoothed-dp conditional-mutual-information zcdp-under-invariants global-stability "
            "frame-level-dp frame-invariant-dp list-replicability",
            "a model and its safe models": "near-access-freeness",
            "training sets with requests": "certified-removal approximate-unlearning renyi-unlearning "
            "renyi-unlearning-of-batches certified-approximate-unlearning system-aware-unlearning "
            "unlearning-of-published-models",
            "graph": "edge-dp k-edge-dp node-dp node-renyi-dp protected-dp decentralized-dp relationship-dp local-node-dp",
            "directed graph": "out-link-privacy",
            "labelled graph": "ql-edge-labeled-dp",
            "weighted edges": "l1-weighted-dp",
            "messages": "communication-graph-personalized-dp",
            "control flow": "feasible-node-dp",
            "two sets": "set-operations-dp",
            "ratings": "recommendation-systems-dp",
            "weighted records": "weighted-dp",
            "pairs": "genomic-data-dp label-dp semi-sensitive-dp bandit-algorithms-dp instantaneous-dp stratified-dp "
            "group-bounded-zcdp",
            "image": "pixel-dp",
            "numbers": "text-indistinguishability",
            "plane": "geo-indistinguishability location-privacy-eg16 dp-on-r-location-set",
            "stream": "w-event-privacy",
            "queries": "seamless-privacy",
            "attributes": "attribute-dp bit-dp",
            "people": "client-dp element-level-dp user-level-pan-privacy approximate-user-level-dp user-level-zcdp "
            "personalized-dp heterogeneous-dp personalized-local-dp token-group-dp-inference",
            "trajectories": "personalized-location-dp",
            "sets": "sketch-privacy approximate-sketch-privacy sketch-kl-privacy average-sketch-privacy integral-privacy",
            "sets of one size": "differential-identifiability",
            "bags": "crowd-blending-privacy",
            "numbers of one size": "error-preserving-privacy data-privacy multi-dimensional-data-privacy",
            "first is public": "partially-private-pufferfish divergence-distribution-privacy-aux",
            "reports": "untrackability",
            "reports of several": "multi-user-untrackability",
            "reports of two values": "undetectability",
            "players": "joint-dp joint-renyi-dp network-dp pairwise-network-dp",
            "parties": "multiparty-dp",
            "clients": "strong-federated-f-dp weak-federated-f-dp inter-silo-record-level-dp",
            "messages of two people": "trust-graph-dp",
            "secrets of two people": "secret-based-local-dp secret-f-ldp",
            "lists of neighbours": "edge-local-dp",
            "updates": "item-level-dp",
            "outputs on streams": "joint-dp-for-bandits gradual-privacy-expiration",
            "one step": "adaptive-continual-release-dp",
            "records of several owners": "fixed-graph-dp",
            "one row": "evolving-data-dp",
            "questions": "interactive-dp",
            "patterns and results": "neighbour-preserving-obliviousness",
            "rows": "user-dp-foreign-key",
            "classifier": "machine-learning-dp-lbg17 private-prediction",
            "vectors": "subspace-dp induced-subspace-dp integer-subspace-dp sliced-renyi-pufferfish",
            "tables": "k-anonymity l-diversity entropy-l-diversity k-map delta-presence t-closeness",
            "one record": "local-dp local-dp-for-bandits task-local-dp d-local-dp context-aware-local-dp condensed-local-dp "
            "localized-information-privacy dp-location-obfuscation utility-optimized-local-dp dp-on-delta-location-set "
            "approximate-local-dp maximal-leakage bayes-security maximal-alpha-leakage pointwise-maximal-leakage "
            "asymmetric-local-information-privacy strong-l1-privacy strong-chi-squared-privacy "
            "channel-capacity-limit deletion-local-dp probabilistic-pointwise-maximal-leakage "
            "geo-graph-indistinguishability dp-image dp-pir-wcm18 epsilon-private-pir gossip-protocol-dp",
        }.items()
        for notion in notions.split()
    }
)


def setting(name: str) -> DataSetting:
    """A setting by its name."""
    return _SETTINGS[name]


def setting_of(*notions: str) -> DataSetting:
    """The setting in which a claim about these notions is attacked: the most particular one, and otherwise the first."""
    names = [_NOTIONS.get(n, "records") for n in notions]
    return _SETTINGS[max(names, key=lambda n: (_SETTINGS[n].particular, n != "records", n == "a pair"))]
