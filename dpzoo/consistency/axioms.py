"""Rule 4: an axiom that holds for an extension at every value holds for what it extends."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.consistency.walk import property_path
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import claims
from dpzoo.relations.graph import digraph

AXIOMS = (Property.POST_PROCESSING, Property.CONVEXITY)


def axioms_go_down_extensions(base: KnowledgeBase) -> Iterator[Finding]:
    """If Y extends X and Y satisfies an axiom, X does not fail it."""
    import networkx as nx

    extensions = digraph(
        claims(base),
        (RelationKind.SPECIAL_CASE_OF, RelationKind.SAME_AS),
        keep=lambda c: not c.disputed and not c.relation.given and c.object in base.notions,
    )
    for axiom in AXIOMS:
        for small in sorted(extensions):
            entry = base.notions[small]
            if entry.record.property_claim(axiom).verdict is not Verdict.FAILS:
                continue
            for large, path in sorted(nx.single_source_shortest_path(extensions, small).items()):
                other = base.notions[large]
                if other.record.property_claim(axiom).verdict is Verdict.HOLDS:
                    place = entry.locate(*property_path(axiom), "verdict")
                    there = other.locate(*property_path(axiom), "verdict")
                    chain = " ⊂ ".join(path)
                    message = (
                        f"{axiom.label} fails here but holds for {large} ({there}), which extends it ({chain}); "
                        "one of the three is wrong"
                    )
                    yield Finding(place, "axiom-against-extension", message, related=(there,))
