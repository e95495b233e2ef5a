"""The knowledge base as linked data: a SKOS concept scheme in JSON-LD, our own properties for what SKOS cannot say.

``skos:broader`` is used for special cases only: a definition that contains another one as the case of chosen parameters is the
broader concept. Being stronger, implying and being separated are not matters of breadth and have properties of our own.
``skos:related`` joins notions with an asserted positive relation (or a declared danger of confusion) that the hierarchy does
not join already, as SKOS asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from dpzoo._version import version
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.reachability import Reachability, closure
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

BASE: Final = "urn:x-dpzoo:"
"""What identifies things while the project has no address of its own."""

_K = RelationKind

PROPERTIES: Final[Mapping[RelationKind, str]] = MappingProxyType(
    {
        _K.STRONGER_THAN: "strongerThan",
        _K.IMPLIES: "implies",
        _K.SPECIAL_CASE_OF: "specialCaseOf",
        _K.EQUIVALENT_TO: "equivalentTo",
        _K.SAME_AS: "sameAs",
        _K.NOT_STRONGER_THAN: "notStrongerThan",
        _K.DOES_NOT_IMPLY: "doesNotImply",
    }
)
"""The property of our own for each kind of relation: from the subject to the object of undisputed, unconditional claims."""


def context(base: str = BASE) -> dict[str, Any]:
    """The JSON-LD context; ``base`` is the address of the site or a prefix of a URN."""
    to_notion = {"@type": "@id"}
    return {
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "dcterms": "http://purl.org/dc/terms/",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "notion": f"{base}notion/" if "://" in base else f"{base}notion:",
        "dz": f"{base}vocabulary#" if "://" in base else f"{base}vocabulary:",
        "id": "@id",
        "type": "@type",
        **{name: {"@id": f"skos:{name}"} for name in ("prefLabel", "altLabel", "notation", "definition", "scopeNote")},
        **{name: {"@id": f"skos:{name}", **to_notion} for name in ("broader", "narrower", "related", "exactMatch", "inScheme")},
        "issued": {"@id": "dcterms:issued", "@type": "xsd:gYear"},
        "source": "dcterms:source",
        "license": {"@id": "dcterms:license", **to_notion},
        "title": "dcterms:title",
        "version": "dz:version",
        "dimension": "dz:dimension",
        "standing": "dz:standing",
        "statementBasis": "dz:statementBasis",
        "postProcessing": "dz:postProcessing",
        "convexity": "dz:convexity",
        "composition": "dz:composition",
        **{name: {"@id": f"dz:{name}", **to_notion} for name in PROPERTIES.values()},
    }


def linked(zoo: Zoo, base: str = BASE) -> dict[str, Any]:
    """All notions as a SKOS concept scheme.

    Args:
        zoo: whose notions.
        base: the address of the site, or a prefix of a URN, that identifiers begin with.

    Returns:
        JSON-LD, ready for ``json.dumps``.

    >>> import dpzoo
    >>> linked(dpzoo.load())["@graph"][0]["type"]
    'skos:ConceptScheme'
    """
    hierarchy = _Hierarchy(zoo)
    scheme = {
        "id": "dz:scheme",
        "type": "skos:ConceptScheme",
        "title": {"@value": "Definitions of differential privacy", "@language": "en"},
        "version": version(),
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
    return {"@context": context(base), "@graph": [scheme, *(_concept(zoo, n, hierarchy) for n in zoo.values())]}


class _Hierarchy:
    """Which notions the special cases join, transitively; identical ones are joined by exactMatch instead."""

    def __init__(self, zoo: Zoo) -> None:
        self.index = {name: i for i, name in enumerate(zoo)}
        self.cases = [c for c in zoo.claims if c.kind is _K.SPECIAL_CASE_OF and _plain(c)]
        self.reach: Reachability = closure(len(zoo), ((self.index[c.subject], self.index[c.object]) for c in self.cases))
        self.related: dict[str, set[str]] = {name: set() for name in zoo}
        for claim in zoo.claims:
            if claim.kind in {_K.STRONGER_THAN, _K.IMPLIES, _K.EQUIVALENT_TO} and _plain(claim):
                self._relate(claim.subject, claim.object)
        for notion in zoo.values():
            for other in notion.record.confusable_with:
                if other.notion in zoo:
                    self._relate(notion.id, other.notion)

    def _relate(self, a: str, b: str) -> None:
        i, j = self.index[a], self.index[b]
        if not (self.reach.reaches(i, j) or self.reach.reaches(j, i)):
            self.related[a].add(b)
            self.related[b].add(a)

    def broader(self, claim: Claim) -> bool:
        """Whether a special case is a narrower concept, not the same one."""
        return not self.reach.reaches(self.index[claim.object], self.index[claim.subject])


def _plain(claim: Claim) -> bool:
    return not claim.disputed and not claim.conditional


def _concept(zoo: Zoo, notion: Notion, hierarchy: _Hierarchy) -> dict[str, Any]:
    record = notion.record
    out = [c for c in notion.outgoing if _plain(c)]
    both = [*out, *(c for c in notion.incoming if _plain(c))]
    ends = {
        "broader": [c.object for c in out if c.kind is _K.SPECIAL_CASE_OF and hierarchy.broader(c)],
        "narrower": [c.subject for c in notion.incoming if _plain(c) and c.kind is _K.SPECIAL_CASE_OF and hierarchy.broader(c)],
        "related": sorted(hierarchy.related[notion.id]),
        "exactMatch": [c.object if c.subject == notion.id else c.subject for c in both if c.kind is _K.SAME_AS],
        **{name: [c.object for c in out if c.kind is kind] for kind, name in PROPERTIES.items()},
    }
    works = [zoo.references[k] for k in record.introduced.by if k in zoo.references]
    return {
        "id": f"notion:{notion.id}",
        "type": "skos:Concept",
        "inScheme": "dz:scheme",
        "notation": notion.id,
        "prefLabel": {"@value": notion.name, "@language": "en"},
        "altLabel": [{"@value": n, "@language": "en"} for n in notion.names if n != notion.name],
        "definition": {"@value": record.statement, "@language": "en"},
        "scopeNote": {"@value": record.use, "@language": "en"},
        "issued": str(notion.year),
        "source": [w.address or f"{w.short}: {w.title}" for w in works],
        "dimension": [d.value for d in notion.dimensions],
        "standing": notion.standing.value,
        "statementBasis": record.statement_basis.basis.value,
        "postProcessing": notion.post_processing.verdict.value,
        "convexity": notion.convexity.verdict.value,
        "composition": notion.composition.verdict.value,
        **{key: [f"notion:{i}" for i in dict.fromkeys(ids)] for key, ids in ends.items() if ids},
    }
