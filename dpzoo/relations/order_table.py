"""The answers about all ordered pairs at once, as bitsets."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from dpzoo.records.enums import RelationKind
from dpzoo.relations.closure import MAX_CONDITION_SETS
from dpzoo.relations.entailment import Conditions, possible
from dpzoo.relations.facts import DENIAL, Answer
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import bits

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class OrderTable:
    """For each notion (in the order of ``ids``) the notions for which an order holds, is refuted, holds under conditions.

    ``apart`` are those that speak of other data.

    ``claimed`` and ``denied_by_claim`` are those of the first two that a record states itself.
    """

    kind: RelationKind
    ids: tuple[str, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    under: tuple[int, ...]
    claimed: tuple[int, ...]
    denied_by_claim: tuple[int, ...]
    apart: tuple[int, ...]

    def answer(self, subject: int, target: int) -> Answer:
        """The answer for two positions, as :meth:`Inference.answer` gives it."""
        bit = 1 << target
        if self.yes[subject] & bit:
            return Answer.YES
        if self.no[subject] & bit:
            return Answer.NO_BUT if self.under[subject] & bit else Answer.NO
        if self.under[subject] & bit:
            return Answer.OPEN_BUT
        return Answer.DIFFERENT if self.apart[subject] & bit else Answer.OPEN

    def row(self, subject: int, meaning: Callable[[Answer, bool], _T]) -> list[_T]:
        """For each position what ``meaning`` makes of the answer about it and of whether a record states that answer itself."""
        # the bits of a row at once: pair by pair takes ten times as long
        stated = self.claimed[subject] | self.denied_by_claim[subject]
        rows = (self.yes[subject], self.no[subject], self.under[subject], stated, self.apart[subject])
        marks = list(zip(*(f"{row:0{len(self.ids)}b}"[::-1] for row in rows), strict=True))
        places = {mark: position for position, mark in enumerate(marks)}
        found = {m: meaning(self.answer(subject, p), self.asserted(subject, p)) for m, p in places.items()}
        return [found[mark] for mark in marks]

    def asserted(self, subject: int, target: int) -> bool:
        """Whether a record states the answer itself: this order between these two, or its denial."""
        return bool((self.claimed[subject] | self.denied_by_claim[subject]) >> target & 1)

    def count(self) -> Counter[Answer]:
        """How many ordered pairs of different notions have which answer."""
        found: Counter[Answer] = Counter()
        for i, (yes, no, under, apart) in enumerate(zip(self.yes, self.no, self.under, self.apart, strict=True)):
            others = ((1 << len(self.ids)) - 1) & ~(1 << i) & ~yes
            found[Answer.YES] += len(self.ids) - 1 - others.bit_count()
            found[Answer.NO_BUT] += (others & no & under).bit_count()
            found[Answer.NO] += (others & no & ~under).bit_count()
            found[Answer.OPEN_BUT] += (others & ~no & under).bit_count()
            found[Answer.DIFFERENT] += (others & ~no & ~under & apart).bit_count()
            found[Answer.OPEN] += (others & ~no & ~under & ~apart).bit_count()
        return found

    def answers(self) -> Iterator[tuple[int, int, Answer]]:
        """Every ordered pair of different positions with its answer."""
        for i in range(len(self.ids)):
            for j in range(len(self.ids)):
                if i != j:
                    yield i, j, self.answer(i, j)


def table(inference: Inference, kind: RelationKind) -> OrderTable:
    """All answers about one order; the same as asking for each pair, at a small part of the cost."""
    count = len(inference.ids)
    reach, everything = inference.reach(kind), inference.reach(kind, None)
    yes = [reach.row(i) for i in range(count)]
    search = _PathSearch(inference, kind)
    under = [search.under(i, everything.row(i) & ~yes[i]) for i in range(count)]
    claimed, denied = [0] * count, [0] * count
    for claim in inference.asserted:
        bit = 1 << inference.index[claim.object]
        if claim.kind is kind and not claim.conditional:
            claimed[inference.index[claim.subject]] |= bit
        elif claim.kind is DENIAL.get(kind):
            denied[inference.index[claim.subject]] |= bit
    no = inference.denied(kind)
    return OrderTable(
        kind, tuple(inference.ids), tuple(yes), tuple(no), tuple(under), tuple(claimed), tuple(denied), tuple(inference.apart)
    )


class _PathSearch:
    """Paths with compatible conditions; a set of conditions is an integer with a bit for each."""

    def __init__(self, inference: Inference, kind: RelationKind) -> None:
        self._inference, self._kind = inference, kind
        self._bits: dict[str, int] = {}
        self._names: list[str] = []
        self._possible: dict[int, bool] = {}
        self._outgoing: list[dict[tuple[int, int], None]] = [{} for _ in inference.ids]
        for edge in inference.closure.edges[kind]:
            self._outgoing[edge.start][edge.end, self._mask(edge.conditions)] = None

    def _mask(self, conditions: Conditions) -> int:
        found = 0
        for name in conditions:
            if name not in self._bits:
                self._bits[name] = 1 << len(self._names)
                self._names.append(name)
            found |= self._bits[name]
        return found

    def _can_be(self, mask: int) -> bool:
        known = self._possible.get(mask)
        if known is None:
            known = self._possible[mask] = possible(frozenset(self._names[k] for k in bits(mask)))
        return known

    def under(self, start: int, hoped: int) -> int:
        """Which of the notions in ``hoped`` a path with compatible conditions reaches: one search for all of them."""
        if not hoped:
            return 0
        best: dict[int, list[int]] = {start: [0]}
        queue: deque[tuple[int, int]] = deque([(start, 0)])
        full = False
        while queue:
            node, needed = queue.popleft()
            if needed not in best[node]:
                continue  # overtaken by a smaller set
            for end, own in self._outgoing[node]:
                united = needed | own
                known = best.get(end)
                if known is None:
                    known = best[end] = []
                elif known == [0]:
                    continue
                if any(not c & ~united for c in known) or not self._can_be(united):
                    continue
                known[:] = [c for c in known if united & ~c]
                if len(known) < MAX_CONDITION_SETS:
                    known.append(united)
                    queue.append((end, united))
                else:
                    full = True
        found = 0
        for node, sets in best.items():
            if any(sets):
                found |= 1 << node
        found &= hoped
        if full:  # a search towards one notion keeps other sets than one towards all
            inference = self._inference
            for j in bits(hoped & ~found):
                if inference.closure.conditional_paths(self._kind, inference.ids[start], inference.ids[j]):
                    found |= 1 << j
        return found
