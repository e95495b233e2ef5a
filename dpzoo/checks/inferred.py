"""What inference finds: claims and verdicts that cannot all be true, and undeclared circles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from dpzoo.checks.walk import property_path
from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import from_claims, with_lifted
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Edge
from dpzoo.relations.contradictions import Conflict, conflicts
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import PropertyFact
from dpzoo.relations.inference import Inference


def contradictions(base: KnowledgeBase, without: Collection[str] = (), suspects: Collection[str] = ()) -> Iterator[Finding]:
    """A finding for each claim or verdict that contradicts the others, with a shortest chain as the reason.

    The claims ``without`` take no part. What is behind the most conflicts is named first; ``suspects`` (ids of claims, as
    ``<notion>/<property>`` of a verdict) before all others, because they are what somebody just changed.
    """
    ground = _Ground(base, frozenset(without))
    found = list(ground.conflicts())
    if not found:
        whole = with_lifted(base, ground.inference)
        yield from _against_blocks(base, whole)
        yield from _called_undecided(base, whole)
    while found:
        culprit, found_after, ground = _culprit(ground, found, frozenset(suspects))
        left = {_key(c) for c in found_after}
        gone = [c for c in found if _key(c) not in left] or [c for c in found if culprit in _parts(c)]
        yield _finding(base, culprit, min(gone, key=lambda c: len(c.claims) + len(c.cells)), len(gone))
        found = found_after
    inference = ground.inference
    yield from _circles(
        inference,
        RelationKind.SPECIAL_CASE_OF,
        (RelationKind.SAME_AS,),
        "cyclic-extension",
        "extend one another in a circle, which makes them identical; declare same_as, or dispute one of the claims",
    )
    yield from _circles(
        inference,
        RelationKind.STRONGER_THAN,
        (RelationKind.SAME_AS, RelationKind.EQUIVALENT_TO),
        "undeclared-equivalence",
        "are each stronger than the other; declare equivalent_to, or dispute one of the claims",
    )


Part = Claim | PropertyFact


@dataclass(frozen=True)
class _Ground:
    """The claims and verdicts that have not been found at fault."""

    base: KnowledgeBase
    without: frozenset[str] = frozenset()
    cells: frozenset[PropertyFact] = frozenset()

    @cached_property
    def inference(self) -> Inference:
        """What follows from the rest."""
        return from_claims(self.base, leave_out=self.without, blank={(c.notion, c.property) for c in self.cells})

    def conflicts(self) -> Iterator[Conflict]:
        """The contradictions that are left."""
        return conflicts(self.inference)

    def less(self, part: Part) -> _Ground:
        """The ground without one claim or verdict."""
        if isinstance(part, Claim):
            return replace(self, without=self.without | {part.id})
        return replace(self, cells=self.cells | {part})


_TRIED: Final = 6
"""How many claims and verdicts are left out by way of trial, to see how much of the trouble each of them makes."""


def _culprit(ground: _Ground, found: list[Conflict], suspects: frozenset[str]) -> tuple[Part, list[Conflict], _Ground]:
    """The part without which the fewest conflicts are left, with those; of equals a verdict, then the weakest evidence."""
    parts: dict[str, Part] = {_id(p): p for c in found for p in _parts(c)}
    times = Counter(_id(p) for c in found for p in _parts(c))
    among = sorted(suspects & parts.keys()) or list(parts)
    tried = sorted(among, key=lambda i: -times[i])[:_TRIED]
    best: tuple[tuple[int, bool, int, int], Part, list[Conflict], _Ground] | None = None
    for number, name in enumerate(tried):
        part = parts[name]
        rest = ground.less(part)
        left = list(rest.conflicts())
        rank = part.grade.rank if isinstance(part, Claim) else 0
        score = (len(left), isinstance(part, Claim), rank, number)
        if best is None or score < best[0]:
            best = (score, part, left, rest)
    assert best is not None
    return best[1:]


def _parts(conflict: Conflict) -> tuple[Part, ...]:
    return (*conflict.claims, *conflict.cells[::-1])


def _id(part: Part) -> str:
    return part.id if isinstance(part, Claim) else f"{part.notion}/{part.property.value}"


def _key(conflict: Conflict) -> tuple[str, ...]:
    """What a conflict is about: the separation, or the verdict, that the rest refutes."""
    if conflict.cells:
        return (conflict.kind.value, str(conflict.cells[0]))
    return tuple(c.id for c in conflict.claims if c.kind.negative)


def _finding(base: KnowledgeBase, culprit: Part, conflict: Conflict, times: int) -> Finding:
    parts = [(_id(c), _named(c), c.location) for c in conflict.claims]
    parts += [(_id(cell), str(cell), _cell_place(base, cell)) for cell in conflict.cells]
    listed = "; ".join(f"{what} ({place})" for _, what, place in parts)
    why = f"these cannot all be true, weakest evidence first: {listed}; correct one, dispute one, or give one a condition"
    more = f"this contradicts {times} of the other claims and verdicts; for one of them, {why}"
    place = next(p for name, _, p in parts if name == _id(culprit))
    related = tuple(p for _, _, p in parts if p != place)
    return Finding(place, conflict.kind.value, why if times == 1 else more, related=related)


def _against_blocks(base: KnowledgeBase, inference: Inference) -> Iterator[Finding]:
    """Claims that agree with one another and not with what the blocks of their notions give: one finding for each claim."""
    seen: set[str] = set()
    for conflict in conflicts(inference):
        asserted = [c for c in conflict.claims if c.lift is None]
        lifted = [c for c in conflict.claims if c.lift is not None]
        first = asserted[0] if asserted else conflict.claims[0]
        if first.id in seen or not lifted:
            continue
        seen.add(first.id)
        rest = "; ".join(f"{_named(c)} ({c.location})" for c in (*asserted[1:], *lifted) if c is not first)
        why = " ".join(str(c.relation.evidence[0].proof) for c in lifted)
        message = f"{_named(first)} contradicts what blocks give: {rest}. {' '.join(why.split())}"
        facts = [fact for c in lifted if c.lift is not None for fact in c.lift.facts]
        places = [c.location for c in (*asserted[1:], *lifted)]
        places += [base.blocks.units[f.block].locate(f.key, f.index) for f in facts]
        yield Finding(first.location, "against-blocks", message, related=tuple(places))


def _called_undecided(base: KnowledgeBase, inference: Inference) -> Iterator[Finding]:
    """Pairs that a universe's record calls open and that are decided."""
    for universe in base.blocks.universes.values():
        for index, group in enumerate(universe.record.undecided):
            for a, b in group.pairs:
                if a in base.notions and b in base.notions and inference.answer(RelationKind.IMPLIES, a, b).decided:
                    place = universe.locate("undecided", index, "subjects", group.subjects.index(a))
                    message = f"whether {a} implies {b} is decided; take the pair out of this list (dpzoo explain {a} {b})"
                    yield Finding(place, "decided-pair", message, related=(base.notions[a].locate(), base.notions[b].locate()))


def _named(claim: Claim) -> str:
    sources = [e.cite for e in claim.relation.evidence if e.cite is not None]
    return f"{claim.id} [{claim.grade}{': ' + ', '.join(sources) if sources else ''}]"


def _cell_place(base: KnowledgeBase, cell: PropertyFact) -> Location:
    return base.notions[cell.notion].locate(*property_path(cell.property), "verdict")


def _circles(
    inference: Inference, kind: RelationKind, declaring: tuple[RelationKind, ...], code: str, consequence: str
) -> Iterator[Finding]:
    """One finding per circle of ``kind`` that claims of the ``declaring`` kinds do not hold together: a shortest one."""
    declared: dict[int, set[int]] = {}
    for edge in inference.closure.edges[kind]:
        if edge.claim.kind in declaring and edge.conditions == NONE:
            group = declared.get(edge.start, {edge.start}) | declared.get(edge.end, {edge.end})
            declared.update(dict.fromkeys(group, group))
    reach = inference.reach(kind)
    best: dict[int, list[Edge]] = {}
    for edge in inference.usable(kind, NONE):
        component = reach.component[edge.start]
        if component != reach.component[edge.end] or edge.end in declared.get(edge.start, {edge.start}):
            continue
        circle = [edge, *(inference.closure.path(kind, edge.end, edge.start) or [])]
        if component not in best or len(circle) < len(best[component]):
            best[component] = circle
    for circle in best.values():
        claims = list(dict.fromkeys(e.claim for e in circle))
        names = ", ".join(inference.ids[e.start] for e in circle)
        listed = "; ".join(f"{c.id} ({c.location})" for c in claims)
        message = f"{names} {consequence}: {listed}"
        yield Finding(claims[0].location, code, message, related=tuple(c.location for c in claims[1:]))
