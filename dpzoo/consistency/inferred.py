"""What the inference finds: claims and verdicts that cannot all stand, and circles that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.consistency.walk import property_path
from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import infer
from dpzoo.relations.claims import Claim
from dpzoo.relations.conditions import NONE
from dpzoo.relations.contradictions import Conflict, conflicts
from dpzoo.relations.facts import PropertyFact
from dpzoo.relations.inference import Edge, Inference


def contradictions(base: KnowledgeBase) -> Iterator[Finding]:
    """A finding for each conflict, at the claim or verdict with the weakest evidence, with all others named."""
    inference = infer(base)
    for conflict in conflicts(inference):
        yield _finding(base, conflict)
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


def _finding(base: KnowledgeBase, conflict: Conflict) -> Finding:
    parts = [(_named(c), c.location) for c in conflict.claims]
    parts += [(str(cell), _cell_place(base, cell)) for cell in conflict.cells]
    listed = "; ".join(f"{what} ({place})" for what, place in parts)
    message = f"these cannot all be true, weakest evidence first: {listed}; mend one, dispute one, or give one a condition"
    place = parts[-1][1] if conflict.cells else parts[0][1]
    related = tuple(p for _, p in parts if p != place)
    return Finding(place, conflict.kind.value, message, related=related)


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
    for edge in inference.edges[kind]:
        if edge.claim.kind in declaring and edge.conditions == NONE:
            group = declared.get(edge.start, {edge.start}) | declared.get(edge.end, {edge.end})
            declared.update(dict.fromkeys(group, group))
    reach = inference.reach(kind)
    best: dict[int, list[Edge]] = {}
    for edge in inference.usable(kind, NONE):
        component = reach.component[edge.start]
        if component != reach.component[edge.end] or edge.end in declared.get(edge.start, {edge.start}):
            continue
        circle = [edge, *(inference.path(kind, edge.end, edge.start) or [])]
        if component not in best or len(circle) < len(best[component]):
            best[component] = circle
    for circle in best.values():
        claims = list(dict.fromkeys(e.claim for e in circle))
        names = ", ".join(inference.ids[e.start] for e in circle)
        listed = "; ".join(f"{c.id} ({c.location})" for c in claims)
        message = f"{names} {consequence}: {listed}"
        yield Finding(claims[0].location, code, message, related=tuple(c.location for c in claims[1:]))
