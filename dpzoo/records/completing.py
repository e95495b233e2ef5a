"""Post-processing, convexity and composition from a notion's blocks, where its record leaves them out (rule R8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dpzoo.expressions import Expression
from dpzoo.expressions.substitution import substitute
from dpzoo.expressions.tree import Name
from dpzoo.records.block_records import OUTPUT, WORST_PAIR, NormalForm, UnitRecord
from dpzoo.records.claim_records import CompositionClaim, PropertyClaim
from dpzoo.records.enums import Property, Verdict
from dpzoo.records.evidence import Evidence
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.notion import Axioms, NotionRecord


def completed(base: KnowledgeBase) -> tuple[KnowledgeBase, list[Finding]]:
    """The base with every property that a record leaves out filled in: as its blocks give it, or open.

    A record that names all its blocks by ids leaves nothing open in silence: a finding for each property that they do not give.
    """
    findings: list[Finding] = []
    notions: dict[str, Entry[NotionRecord]] = {}
    for entry in base.notions.values():
        record = entry.record
        given = {which: by_blocks(base, record, which) for which in Property if record.property_claim(which).by_blocks}
        if given:
            if _all_named(record):
                findings += _findings(entry, given)
            filled = {w: claim or (_OPEN_RULE if w is Property.COMPOSITION else _OPEN) for w, claim in given.items()}
            notions[entry.id] = replace(entry, record=_with(record, filled))
    return (replace(base, notions={**base.notions, **notions}) if notions else base), findings


_Given = Mapping[Property, PropertyClaim | None]
_OPEN, _OPEN_RULE = PropertyClaim(verdict=Verdict.OPEN), CompositionClaim(verdict=Verdict.OPEN)


def _all_named(record: NotionRecord) -> bool:
    written = record.normal_form
    return written is not None and written.complete and not isinstance(written.intensity, str)


def by_blocks(base: KnowledgeBase, record: NotionRecord, which: Property) -> PropertyClaim | None:
    """A property as the notion's blocks give it; None where they do not.

    Data processing of the standard gives post-processing and joint quasi-convexity convexity, for every compared pair; its rule
    for products gives composition where datasets, not laws, are compared. What fails for the standard fails where it meets a pair
    of datasets. The standard's own properties are those of the notion that bounds it on one record.
    """
    written = record.normal_form
    if written is None or not written.complete or written.aggregation.block != WORST_PAIR or isinstance(written.intensity, str):
        return None
    unit, standard = base.blocks.units.get(written.unit.block or ""), base.blocks.standards.get(written.standard.block or "")
    home = None if standard is None else base.notions.get(standard.record.notion)
    if unit is None or standard is None or home is None or home.record is record:
        return None
    own = home.record.property_claim(which)
    if own.by_blocks or own.verdict is Verdict.OPEN or len(written.intensity) != len(standard.record.parameters):
        return None
    if not _lifts(which, own.verdict, unit.record, seen=written.view.block == OUTPUT):
        return None
    proof = f"By its blocks: {_REASONS[which, own.verdict]} (the notion that has it on one record: {home.record.name})."
    evidence = (
        *_checked(own, written, unit.record, same=_same_levels(record, home.record, written.intensity)),
        Evidence(proof=proof),
    )
    if which is not Property.COMPOSITION:
        return PropertyClaim(verdict=own.verdict, evidence=evidence)
    assert isinstance(own, CompositionClaim)
    names = dict(zip(standard.record.parameters, written.intensity, strict=True))
    rule = None if own.rule is None else {**_shared(record, unit.record), **_renamed(own, names)}
    return CompositionClaim(verdict=own.verdict, evidence=evidence, rule=rule)


def _same_levels(one: NotionRecord, other: NotionRecord, intensity: tuple[str, ...]) -> bool:
    """Whether the parameters that make the one notion's levels are the other's quantitative ones, with the same legal values.

    What else is quantitative in the one belongs to its unit.
    """
    return {n: one.parameters[n].domain for n in intensity} == {n: other.parameters[n].domain for n in other.quantitative}


def _checked(own: PropertyClaim, written: NormalForm, unit: UnitRecord, *, same: bool) -> tuple[Evidence, ...]:
    """The theorem of the standard's own claim: where it holds, its statement speaks of every unit without distances."""
    if own.verdict is not Verdict.HOLDS or written.view.block != OUTPUT or unit.scaled or not same:
        return ()
    return tuple(Evidence(formal=e.formal) for e in own.evidence if e.formal is not None)


def _lifts(which: Property, verdict: Verdict, unit: UnitRecord, *, seen: bool) -> bool:
    match which, verdict:
        case Property.POST_PROCESSING, Verdict.HOLDS:
            return seen
        case Property.CONVEXITY, Verdict.HOLDS:
            return True
        case Property.COMPOSITION, _:
            return unit.point_masses and seen and not unit.scaled
        case _:
            return unit.point_masses and seen


_REASONS = {
    (Property.POST_PROCESSING, Verdict.HOLDS): "no channel that both laws of a pair pass through increases the standard",
    (Property.POST_PROCESSING, Verdict.FAILS): "some channel that both laws of a pair pass through increases the standard",
    (
        Property.CONVEXITY,
        Verdict.HOLDS,
    ): "the standard of two mixtures with equal weights is at most that of the worse pair",
    (Property.CONVEXITY, Verdict.FAILS): "the standard of two mixtures with equal weights may exceed that of both pairs",
    (Property.COMPOSITION, Verdict.HOLDS): "for each pair of datasets the standard has a rule for products of laws",
    (
        Property.COMPOSITION,
        Verdict.FAILS,
    ): "for a pair of datasets the standard of a product of laws has no bound in those of its factors",
}


def _renamed(own: CompositionClaim, names: Mapping[str, str]) -> dict[str, Expression]:
    """The rule of the standard in the notion's parameters: ``epsilon1`` becomes ``rho1`` where ρ takes the place of ε."""
    inner = {f"{n}{k}": Name(f"{m}{k}") for n, m in names.items() for k in ("", "1", "2")}
    return {names[n]: substitute(e, inner) for n, e in (own.rule or {}).items()}


def _shared(record: NotionRecord, unit: UnitRecord) -> dict[str, Expression]:
    """Quantitative arguments of the unit, which both mechanisms share."""
    written = record.normal_form
    bound = {} if written is None else (written.unit.at or {})
    return {p: Name(p) for a in unit.arguments if (p := bound.get(a, a)) in record.quantitative}


def _findings(entry: Entry[NotionRecord], given: _Given) -> Iterator[Finding]:
    for which, claim in given.items():
        if claim is None:
            key = which.value if which is Property.COMPOSITION else f"axioms.{which.value}"
            message = f"the key {key!r} is missing, and the notion's blocks do not give it"
            yield Finding(entry.locate("blocks", key=True), "missing-key", message)


def _with(record: NotionRecord, given: Mapping[Property, PropertyClaim]) -> NotionRecord:
    post, convexity = (given.get(w, record.property_claim(w)) for w in (Property.POST_PROCESSING, Property.CONVEXITY))
    axioms = Axioms.model_construct(post_processing=post, convexity=convexity)
    composition = given.get(Property.COMPOSITION, record.composition)
    return record.model_copy(update={"axioms": axioms, "composition": composition})
