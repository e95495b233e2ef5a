"""Slips that leave a record readable and its meaning in doubt: names, places, verdicts, sorts and references."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator

from dpzoo.checks.walk import property_path, supported
from dpzoo.expressions import EvaluationError
from dpzoo.records.enums import Property, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

_CURLY = "“”„‘’«»"
_ABBREVIATED = re.compile(r"\b(thm|sec|prop|def|lem|cor|fig|tab|eq|alg|app|ch|ex|rem|pp?)s?\.\s*(?=\d|[A-Z]\b)", re.IGNORECASE)
_EARLIER = 4
"""How long a work without an arXiv number may have been known before the version that the bibliography lists was published."""
_VALUES = (-1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 50.0)


def names_that_say_nothing(base: KnowledgeBase) -> Iterator[Finding]:
    """An alias stands once, and is neither the notion's name nor another's abbreviation; a former id is not the present one."""
    owners: dict[str, set[str]] = {}
    for entry in base.notions.values():
        if entry.record.abbreviation:
            owners.setdefault(entry.record.abbreviation, set()).add(entry.id)
    for entry in base.notions.values():
        given: set[str] = set()
        for index, alias in enumerate(entry.record.aliases):
            if alias.name in given:
                message = f"the alias {alias.name!r} stands here twice; list all who use it under one"
                yield Finding(entry.locate("aliases", index), "repeated-alias", message)
            given.add(alias.name)
            if alias.name == entry.record.name and not alias.used_by:
                yield Finding(entry.locate("aliases", index), "idle-alias", "this alias is the name itself; leave it out")
            others = owners.get(alias.name, set()) - {entry.id}
            if others and not alias.used_by:
                other = min(others)
                message = (
                    f"the alias {alias.name!r} is the abbreviation of {other!r}; "
                    "list the works that use it under used_by, or remove the alias"
                )
                yield Finding(entry.locate("aliases", index), "ambiguous-alias", message)
        for index, old in enumerate(entry.record.former_ids):
            if old == entry.id:
                yield Finding(
                    entry.locate("former_ids", index), "idle-former-id", "this is the record's current id; leave it out"
                )


def verdicts_and_evidence(base: KnowledgeBase) -> Iterator[Finding]:
    """An open verdict has no evidence yet, and a notion that does not compose has no rule."""
    for entry in base.notions.values():
        for which in Property:
            cell = entry.record.property_claim(which)
            if cell.verdict is Verdict.OPEN and cell.evidence:
                message = "an open verdict has evidence; say what it decides, or move it to a remark"
                yield Finding(entry.locate(*property_path(which), "evidence"), "evidence-of-open", message)
        if entry.record.composition.verdict is Verdict.FAILS and entry.record.composition.rule is not None:
            message = "composition fails, so there is no rule; leave it out, or correct the verdict"
            yield Finding(entry.locate("composition", "rule", key=True), "rule-of-failure", message)


def places_in_sources(base: KnowledgeBase) -> Iterator[Finding]:
    """A place in a source is written without typographic quotes around it, and names the part of the work in full."""
    for item in supported(base):
        for index, evidence in enumerate(item.evidence):
            if not evidence.at:
                continue
            place = item.source.locate(*item.path, "evidence", index, "at")
            if evidence.at[0] in _CURLY and evidence.at[-1] in _CURLY:
                yield Finding(place, "quoted-place", f"the place {evidence.at} is in typographic quotes; remove them")
            short = _ABBREVIATED.search(evidence.at)
            if short is not None:
                message = f"the place {evidence.at!r} abbreviates “{short[0].strip()}”; write it in full, as in Theorem 3"
                yield Finding(place, "abbreviated-place", message)


def years_of_works(base: KnowledgeBase) -> Iterator[Finding]:
    """A notion dates from the first public version of a work that introduced it; a preprint's arXiv number gives the year.

    It may be a few years older where a work has no such number, since an earlier version may be known.
    """
    dated = [
        (e.record.introduced, e.locate("introduced", "year"))
        for g in (base.notions, base.mechanisms, base.systems)
        for e in g.values()
    ]
    for introduced, place in dated:
        works = [base.references[key].record for key in introduced.by if key in base.references] if introduced else []
        years = {year for year in (work.first_public for work in works) if year is not None}
        if introduced is None or not years or introduced.year in years:
            continue
        least = min(years)
        if least - _EARLIER <= introduced.year < least and not all(work.fields.get("eprint") for work in works):
            continue
        first = " or ".join(map(str, sorted(years)))
        yield Finding(
            place, "year-of-work", f"the year is {introduced.year}, and the works cited were first public in {first}; correct one"
        )


def proper_values(base: KnowledgeBase) -> Iterator[Finding]:
    """Proper values of a parameter are among its legal ones, as far as sample values show."""
    for entry in base.notions.values():
        for name, parameter in entry.record.parameters.items():
            domain, proper = parameter.domain_constraint, parameter.proper_constraint
            if domain is None or proper is None or domain.names != {name} or proper.names != {name}:
                continue
            for value in _VALUES:
                try:
                    outside = proper.holds({name: value}) and not domain.holds({name: value})
                except EvaluationError:
                    continue
                if outside:
                    message = f"{name} = {value:g} is proper but not legal, as the domain is {domain}; correct one of the two"
                    yield Finding(entry.locate("parameters", name, "proper"), "proper-outside-domain", message)
                    break


def sorts(base: KnowledgeBase) -> Iterator[Finding]:
    """A sort that only one notion has is not a near miss of a common one: only equal sorts are compared."""
    used = Counter(
        sort for e in base.notions.values() for sort in {p.sort for p in e.record.parameters.values() if p.sort is not None}
    )
    for entry in base.notions.values():
        for name, parameter in entry.record.parameters.items():
            if parameter.sort is None or used[parameter.sort] > 1:
                continue
            words = set(parameter.sort.replace("families", "family").replace("pairs of secrets", "secret pairs").split())
            others = [s for s in used if s != parameter.sort]
            near = [s for s in others if words == set(s.split())] or difflib.get_close_matches(parameter.sort, others, 1, 0.85)
            if near:
                message = (
                    f"no other notion has the sort {parameter.sort!r}; did you mean {near[0]!r}? Only equal sorts are compared"
                )
                yield Finding(entry.locate("parameters", name, "sort"), "lonely-sort", message)
