"""The checks of records, one small function each; in ``diff`` two versions compared, in ``formal`` what claims say in Rocq."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from dpzoo.checks import (
    ambiguous_names,
    block_references,
    declared_parameters,
    formal_evidence,
    guiding,
    inferred,
    intensity,
    known,
    latex,
    lemmas,
    order,
    placement,
    practice_records,
    references,
    slips,
    unfinished,
    witness_evidence,
)
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

Check = Callable[[KnowledgeBase], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    known.unknown_notions,
    known.unknown_citations,
    known.unknown_errata,
    known.errata_and_claims_agree,
    lemmas.unknown_lemmas,
    lemmas.lemmas_of_claims,
    lemmas.unused_lemmas,
    witness_evidence.witnesses_of_what_holds,
    block_references.blocks_of_notions,
    block_references.facts_about_blocks,
    ambiguous_names.duplicate_names,
    ambiguous_names.former_ids,
    placement.folder_matches_dimensions,
    declared_parameters.relation_parameters,
    declared_parameters.composition_rules,
    declared_parameters.domains,
    declared_parameters.structure_of_objects,
    declared_parameters.maps_that_give_everything,
    practice_records.practice_names,
    practice_records.mechanism_parameters,
    practice_records.mechanism_examples,
    practice_records.deployment_parameters,
    order.duplicate_claims,
    order.self_relations,
    order.impossible_conditions,
    order.repeated_evidence,
    unfinished.unfinished_texts,
    intensity.levels,
    intensity.identical_notions,
    latex.formulas,
    guiding.guide_by_itself,
    guiding.guide_and_records,
    references.parts_of_works,
    references.order_of_references,
    references.unused_references,
    formal_evidence.theorems,
    slips.names_that_say_nothing,
    slips.verdicts_and_evidence,
    slips.places_in_sources,
    slips.years_of_works,
    slips.proper_values,
    slips.sorts,
)
"""The checks in the order in which their findings are reported for one place."""

OF_ONE_RECORD: frozenset[Check] = frozenset(
    (
        declared_parameters.composition_rules,
        declared_parameters.domains,
        order.repeated_evidence,
        unfinished.unfinished_texts,
        latex.formulas,
        guiding.guide_by_itself,
        references.parts_of_works,
    )
)
"""The checks whose findings follow from a record alone."""


def check(
    base: KnowledgeBase,
    witnesses: Collection[str] = (),
    executable: Collection[str] = (),
    instances: Collection[str] = (),
    changed: Collection[Path] | None = None,
    suspects: Collection[str] = (),
    *,
    inferring: bool = True,
) -> list[Finding]:
    """All findings on ``base``, by place; the others are the ids of the witnesses, notions and mechanisms that run.

    ``changed`` are files as findings name them: then what only a record itself can be at fault for is looked for there alone.
    A contradiction is put down to one of the ``suspects`` first (ids of claims); a claim with a finding of its own takes no
    part in inference. Without ``inferring`` what claims say together is not looked at: it is known to be as it was.
    """
    own = base if changed is None else base.only(changed)
    of_works = changed is None or any(path.suffix == ".bib" for path in changed)
    left_out = set() if of_works else {references.unused_references}
    left_out |= set() if changed is None else {lemmas.unused_lemmas}
    checks = [c for c in CHECKS if c not in left_out]
    findings = [f for c in checks for f in c(own if c in OF_ONE_RECORD else base)]
    findings.extend(known.unknown_witnesses(base, witnesses))
    findings.extend(known.executable_notions(base, executable))
    findings.extend(practice_records.mechanism_instances(base, instances))
    if inferring:
        findings.extend(inferred.contradictions(base, claims_at_fault(base, findings), suspects))
    return sorted(findings, key=lambda f: (f.location, f.code, f.message))


def claims_at_fault(base: KnowledgeBase, findings: Iterable[Finding]) -> frozenset[str]:
    """The claims that findings point to."""
    by_file: dict[Path, set[tuple[int, int]]] = {}
    for finding in findings:
        by_file.setdefault(finding.location.path, set()).add((finding.location.line, finding.location.column))
    found: set[str] = set()
    for entry in base.notions.values():
        wanted = by_file.get(entry.source.path, set())
        for places in (entry.source.keys, entry.source.values) if wanted else ():
            for path, mark in places.items():
                if len(path) > 1 and path[0] == "relations" and mark in wanted:
                    found.add(entry.record.relations[int(path[1])].id(entry.id))
    return frozenset(found)
