"""Which units cover which others, and which have pairs that another one never joins or is far from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from dpzoo.expressions import Constraint
from dpzoo.records.block_records import UnitFact, UnitRecord
from dpzoo.relations.claims import BlockFact
from dpzoo.relations.lifting.rules import LiftRule

Given = tuple[str | Constraint, ...]


class Link(NamedTuple):
    """From a unit to one whose pairs it covers: by inclusion, by coupling, or in steps."""

    rule: LiftRule
    fact: BlockFact


class Mode(NamedTuple):
    """What a standard allows of links: mixing, and chains."""

    mixing: bool
    chains: bool

    def allows(self, rule: LiftRule) -> bool:
        """Whether a fact of this kind about units lifts to the standard's notions."""
        return (rule is not LiftRule.COUPLED or self.mixing) and (rule is not LiftRule.STEPS or self.chains)


_SPREAD: Final[Mapping[str, Mode]] = {
    "never_joins": Mode(mixing=True, chains=True),
    "far_from": Mode(mixing=False, chains=True),
}
"""Along which links a fact that tells two units apart is passed on."""


class Units:
    """The recorded units, and the facts about two of them."""

    def __init__(self, records: Mapping[str, UnitRecord]) -> None:
        self.records = records
        self.covered = cache(self._search)
        """The units that one covers unconditionally, as far as a mode allows, each with a shortest path of links."""
        self._all_apart = cache(self._pairs_apart)
        self.stated = cache(self._listed)
        """The unconditional facts under a key of the records."""
        self._all_ways = cache(self._ways)

    @cached_property
    def links(self) -> Mapping[str, Sequence[tuple[str, Link, Given]]]:
        """From each unit the units that it covers, each with the link and its conditions."""
        found: dict[str, list[tuple[str, Link, Given]]] = {u: [] for u in self.records}
        for start, end, link, given in self._recorded_links():
            if start in found and end in found:
                found[start].append((end, link, given))
        return found

    def _recorded_links(self) -> Iterator[tuple[str, str, Link, Given]]:
        for u, record in self.records.items():
            for k, fact in enumerate(record.within):
                yield fact.unit, u, Link(LiftRule.WITHIN, BlockFact(u, "within", k, fact.unit)), fact.given
            for k, fact in enumerate(record.coupled_into):
                # mixing is known of standards where both orders of a pair are bounded
                if fact.unit in self.records and self.records[fact.unit].both_orders:
                    yield fact.unit, u, Link(LiftRule.COUPLED, BlockFact(u, "coupled_into", k, fact.unit)), fact.given
            for k, chain in enumerate(record.reaches):
                yield u, chain.unit, Link(LiftRule.STEPS, BlockFact(u, "reaches", k, chain.unit)), chain.given

    def _search(self, unit: str, mode: Mode, *, keeping: bool = False) -> Mapping[str, tuple[Link, ...]]:
        """``keeping`` leaves out links that may lose a pair that is apart."""
        found: dict[str, tuple[Link, ...]] = {unit: ()}
        queue = deque([unit])
        while queue:
            here = queue.popleft()
            for there, link, given in self.links[here]:
                if there not in found and not given and mode.allows(link.rule) and (not keeping or self._keeps_apart(link)):
                    found[there] = (*found[here], link)
                    queue.append(there)
        return found

    def fact(self, fact: BlockFact) -> UnitFact:
        """The recorded fact."""
        listed: tuple[UnitFact, ...] = getattr(self.records[fact.block], fact.key)
        return listed[fact.index]

    def _listed(self, key: str) -> tuple[BlockFact, ...]:
        return tuple(
            BlockFact(u, key, k, f.unit)
            for u, record in self.records.items()
            for k, f in enumerate(getattr(record, key))
            if f.unit in self.records and not f.given
        )

    # facts that tell two units apart, under never_joins or far_from

    def apart(self, key: str, unit: str) -> frozenset[str]:
        """The units of which some pair is never joined by ``unit`` (or is at unbounded distance), by the fact under ``key``.

        The first unit may be replaced by one that it covers, the second one by one that covers it.
        """
        return self._all_apart(key).get(unit, frozenset())

    def _pairs_apart(self, key: str) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for fact in self.stated(key):
            for smaller in self.covered(fact.block, _SPREAD[key]):
                found.setdefault(smaller, set()).update(self._covering(key)[fact.about])
        return {u: frozenset(others) for u, others in found.items()}

    def telling_apart(self, key: str, unit: str, other: str) -> tuple[BlockFact, ...]:
        """The fewest facts by which ``other`` is among those that :meth:`apart` gives for ``unit``; nothing if it is not."""
        way = self._all_ways(key).get((unit, other))
        return () if way is None else (*(x.fact for x in way[1]), way[2], *(x.fact for x in way[3]))

    def _ways(self, key: str) -> Mapping[tuple[str, str], tuple[int, tuple[Link, ...], BlockFact, tuple[Link, ...]]]:
        """For two units told apart how many facts do it, and which: down to the first, the fact itself, up to the second."""
        found: dict[tuple[str, str], tuple[int, tuple[Link, ...], BlockFact, tuple[Link, ...]]] = {}
        for fact in self.stated(key):
            above = [(other, len(up), up) for other, up in self._covering(key)[fact.about].items()]
            for unit, down in self.covered(fact.block, _SPREAD[key]).items():
                for other, count, up in above:
                    known = found.get((unit, other))
                    if known is None or len(down) + 1 + count < known[0]:
                        found[unit, other] = (len(down) + 1 + count, down, fact, up)
        return found

    def _covering(self, key: str) -> Mapping[str, Mapping[str, tuple[Link, ...]]]:
        return self._all_covering[_SPREAD[key]]

    @cached_property
    def _all_covering(self) -> Mapping[Mode, Mapping[str, Mapping[str, tuple[Link, ...]]]]:
        """For each unit those that cover it and keep a pair of it apart, each with the links."""
        found: dict[Mode, dict[str, dict[str, tuple[Link, ...]]]] = {}
        for mode in _SPREAD.values():
            rows = found[mode] = {u: {} for u in self.records}
            for larger in self.records:
                for smaller, path in self._search(larger, mode, keeping=True).items():
                    rows[smaller][larger] = path
        return found

    def _keeps_apart(self, link: Link) -> bool:
        """Between mixtures a chain may join disjoint laws without a step that does."""
        return link.rule is not LiftRule.STEPS or self.records[link.fact.block].point_masses
