"""Relations that repeat or contradict one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.graph import digraph, standing

if TYPE_CHECKING:
    import networkx as nx


def duplicate_claims(base: KnowledgeBase) -> Iterator[Finding]:
    """A claim stands once: no two with one id, none from both sides."""
    seen: dict[str, Claim] = {}
    symmetric: dict[tuple[frozenset[str], RelationKind], Claim] = {}
    for claim in claims(base):
        other = seen.setdefault(claim.id, claim)
        if other is not claim:
            message = f"the claim {claim.id} stands twice in this record; unite their evidence, or tell them apart with a suffix"
            yield Finding(claim.location, "duplicate-claim", message, related=(other.location,))
        if claim.kind.symmetric:
            mirror = symmetric.setdefault((frozenset((claim.subject, claim.object)), claim.kind), claim)
            if mirror.subject != claim.subject:
                message = f"the same claim stands in the record of {claim.object} ({mirror.location}); state it once"
                yield Finding(claim.location, "stated-twice", message, related=(mirror.location,))


def self_relations(base: KnowledgeBase) -> Iterator[Finding]:
    """No notion is related to itself."""
    for claim in claims(base):
        if claim.subject == claim.object:
            yield Finding(claim.location, "self-relation", f"{claim.subject} is related to itself; leave the claim out")


def claims_and_their_denial(base: KnowledgeBase) -> Iterator[Finding]:
    """No standing claim meets its direct negation: ≻ with ⊁, ⟹ or ≻ with ⇏."""
    positive: dict[tuple[str, str, RelationKind], Claim] = {}
    for claim in claims(base):
        if standing(claim) and not claim.kind.negative:
            ends = [(claim.subject, claim.object), *([(claim.object, claim.subject)] if claim.kind.symmetric else [])]
            for a, b in ends:
                positive.setdefault((a, b, claim.kind), claim)
    strong = (RelationKind.STRONGER_THAN, RelationKind.EQUIVALENT_TO, RelationKind.SAME_AS)
    denied_by = {
        RelationKind.NOT_STRONGER_THAN: strong,
        RelationKind.DOES_NOT_IMPLY: (*strong, RelationKind.IMPLIES),
    }
    for claim in claims(base):
        # a separation holds inside its conditions, so that the unconditional claim is refuted all the same
        if claim.disputed or not claim.kind.negative:
            continue
        for kind in denied_by[claim.kind]:
            other = positive.get((claim.subject, claim.object, kind))
            if other is not None:
                message = (
                    f"{claim.id} contradicts {other.id} ({other.location}); one of the two must be disputed or get a condition"
                )
                yield Finding(claim.location, "contradiction", message, related=(other.location,))


def cyclic_extensions(base: KnowledgeBase) -> Iterator[Finding]:
    """Mutual ⊂ means identity, which must be declared with same_as."""
    asserted = claims(base)
    yield from _undeclared_cycles(
        digraph(
            asserted, (RelationKind.SPECIAL_CASE_OF, RelationKind.SAME_AS), keep=lambda c: not c.disputed and not c.relation.given
        ),
        digraph(asserted, (RelationKind.SAME_AS,)),
        "cyclic-extension",
        "extend one another in a circle, which makes them identical; declare same_as, or dispute one of the claims",
    )


def undeclared_equivalences(base: KnowledgeBase) -> Iterator[Finding]:
    """Mutual ≻ that the declared equivalences, closed under ~, do not give."""
    asserted = claims(base)
    equivalences = (RelationKind.EQUIVALENT_TO, RelationKind.SAME_AS)
    yield from _undeclared_cycles(
        digraph(asserted, (RelationKind.STRONGER_THAN, *equivalences)),
        digraph(asserted, equivalences),
        "undeclared-equivalence",
        "are each stronger than the other; declare equivalent_to, or dispute one of the claims",
    )


def _undeclared_cycles(graph: nx.DiGraph[str], declared: nx.DiGraph[str], code: str, consequence: str) -> Iterator[Finding]:
    """One finding per strongly connected component of ``graph`` that is not held together by ``declared`` edges."""
    import networkx as nx

    groups = {node: frozenset(part) for part in nx.connected_components(declared.to_undirected()) for node in part}
    for component in sorted(nx.strongly_connected_components(graph), key=min):
        if len({groups.get(n, frozenset({n})) for n in component}) < 2:
            continue
        cycle = _shortest_undeclared_cycle(graph.subgraph(component), groups)
        edges = [graph.edges[a, b]["claim"] for a, b in pairwise([*cycle, cycle[0]])]
        involved = list(dict.fromkeys(edges))
        message = f"{', '.join(cycle)} {consequence} (claims: {'; '.join(f'{c.id} at {c.location}' for c in involved)})"
        yield Finding(involved[0].location, code, message, related=tuple(c.location for c in involved[1:]))


def _shortest_undeclared_cycle(graph: nx.DiGraph[str], groups: dict[str, frozenset[str]]) -> list[str]:
    import networkx as nx

    def group(node: str) -> frozenset[str]:
        return groups.get(node, frozenset({node}))

    crossing = sorted((a, b) for a, b in graph.edges if group(a) != group(b))
    return min((nx.shortest_path(graph, b, a) for a, b in crossing), key=len)
