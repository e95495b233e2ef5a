"""Maps that claim to be tight, tried against every other path: a better one is a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import proper_points
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.conversion import Converter
from dpzoo.relations.guarantees import NumericGuarantee

SLACK = 1e-8
"""By how much, relatively, another path must be better: numerical optimisation has its errors."""
_POINTS = 3


def beaten_maps(base: KnowledgeBase) -> Iterator[Finding]:
    """Unconditional tight maps with one parameter that another path improves at some sample value."""
    converter = Converter(base, trust_tight=False)
    for claim in claims(base):
        if claim.relation.tight is not None and not claim.disputed and not claim.conditional and claim.object in base.notions:
            yield from _beaten(base, converter, claim)


def _beaten(base: KnowledgeBase, converter: Converter, claim: Claim) -> Iterator[Finding]:
    relation, record, target = claim.relation, base.notions[claim.subject].record, base.notions[claim.object].record
    assert relation.tight is not None
    when, mapping = relation.tight.when, relation.map or {}
    determined = [n for n, e in mapping.items() if str(e) not in (relation.free or {})]
    numeric = all(r.parameters[n].numeric for r in (record, target) for n in r.quantitative)
    if not numeric or len(determined) != 1:
        return
    (name,) = determined
    sign = 1 if target.parameters[name].direction == "larger is weaker" else -1
    points = [p for p in proper_points(record, relation.free) if when is None or when.holds(p)]
    for point in points[:: max(1, len(points) // _POINTS)]:
        there = {n: e.evaluate(point) for n, e in mapping.items()}
        source = NumericGuarantee(claim.subject, {n: point[n] for n in record.quantitative})
        for found in converter.convert(source, claim.object, {n: v for n, v in there.items() if n != name}):
            gain = sign * (there[name] - found.target.values[name])
            if not found.conditions and gain > SLACK * (1 + abs(there[name])):
                path = ", ".join(c.id for c in found.path)
                message = (
                    f"{claim.id} is marked tight, but at {source} another path gives {found.target}: {path}; "
                    "remove 'tight', or correct that path"
                )
                yield Finding(claim.location, "tight-map-beaten", message, related=tuple(c.location for c in found.path))
                return
