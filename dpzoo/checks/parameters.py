"""Parameter maps, composition rules and domains speak of parameters that exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dpzoo.expressions import Constraint
from dpzoo.records.claims import Relation, WayBack
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Step
from dpzoo.records.notion import NotionRecord


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def relation_parameters(base: KnowledgeBase) -> Iterator[Finding]:
    """Maps give the object's quantitative parameters in the subject's and free ones; conditions name parameters of either."""
    for entry in base.notions.values():
        for index, relation in enumerate(entry.record.relations):
            target = base.notions.get(relation.object)
            if target is not None:
                yield from _relation(entry, ("relations", index), relation, target.record)


def _relation(entry: Entry[NotionRecord], path: tuple[Step, ...], relation: Relation, target: NotionRecord) -> Iterator[Finding]:
    own, theirs = set(entry.record.quantitative), set(target.quantitative)
    free = set(relation.free or {})
    for name in relation.map or {}:
        if name not in theirs:
            kind = "a structural parameter (use 'at')" if name in target.parameters else "no parameter"
            message = f"map: {name} is {kind} of {relation.object}; its quantitative parameters are {_listed(theirs)}"
            yield Finding(entry.locate(*path, "map", name, key=True), "unknown-parameter", message)
    if relation.map is not None and (lacking := theirs - set(relation.map)):
        message = f"map: nothing is said about {_listed(lacking)} of {relation.object}; give every quantitative parameter"
        yield Finding(entry.locate(*path, "map", key=True), "incomplete-map", message)
    for name, expression in (relation.map or {}).items():
        if strange := expression.names - own - free:
            message = f"map: {_listed(strange)} is neither a quantitative parameter of {entry.id} ({_listed(own)}) nor free"
            yield Finding(entry.locate(*path, "map", name), "unknown-parameter", message)
    for name in free & own:
        message = f"free: {name} is a parameter of {entry.id} itself; give the free one another name"
        yield Finding(entry.locate(*path, "free", name, key=True), "unknown-parameter", message)
    if isinstance(relation.back, WayBack):
        yield from _back(entry, path, relation.back, relation.object, target)
    known = set(entry.record.parameters) | set(target.parameters) | free
    for name in relation.at or {}:
        if name not in known:
            message = f"at: {name} is a parameter of neither {entry.id} nor {relation.object}"
            yield Finding(entry.locate(*path, "at", name, key=True), "unknown-parameter", message)
    conditions: list[tuple[tuple[Step, ...], Constraint]] = [
        (("given", i), g) for i, g in enumerate(relation.given) if isinstance(g, Constraint)
    ]
    conditions += [(("free", name), constraint) for name, constraint in (relation.free or {}).items()]
    if relation.tight is not None and relation.tight.when is not None:
        conditions.append((("tight", "when"), relation.tight.when))
    for where, constraint in conditions:
        if strange := constraint.names - known:
            message = f"{where[0]}: {_listed(strange)} is a parameter of neither {entry.id} nor {relation.object}"
            yield Finding(entry.locate(*path, *where), "unknown-parameter", message)


def _back(
    entry: Entry[NotionRecord], path: tuple[Step, ...], back: WayBack, object: str, target: NotionRecord
) -> Iterator[Finding]:
    """The map back gives the subject's quantitative parameters in the object's and in free ones."""
    own, theirs, free = set(entry.record.quantitative), set(target.quantitative), set(back.free or {})
    if back.by is not None:
        kind = [r.kind for r in target.relations if r.object == entry.id and r.id(object) == back.by and not r.kind.negative]
        if not kind:
            message = f"back: {object} has no claim {back.by} that leads to {entry.id}"
            yield Finding(entry.locate(*path, "back", "by"), "unknown-claim", message)
        return
    for name, expression in (back.map or {}).items():
        if name not in own:
            message = f"back: {name} is no quantitative parameter of {entry.id} ({_listed(own)})"
            yield Finding(entry.locate(*path, "back", "map", name, key=True), "unknown-parameter", message)
        if strange := expression.names - theirs - free:
            message = f"back: {_listed(strange)} is neither a quantitative parameter of {object} ({_listed(theirs)}) nor free"
            yield Finding(entry.locate(*path, "back", "map", name), "unknown-parameter", message)
    if lacking := own - set(back.map or {}):
        message = f"back: nothing is said about {_listed(lacking)} of {entry.id}; give every quantitative parameter"
        yield Finding(entry.locate(*path, "back", "map", key=True), "incomplete-map", message)
    for name in free & theirs:
        message = f"back: {name} is a parameter of {object} itself; give the free one another name"
        yield Finding(entry.locate(*path, "back", "free", name, key=True), "unknown-parameter", message)
    for name, constraint in (back.free or {}).items():
        if strange := constraint.names - theirs - own - free:
            message = f"back: {_listed(strange)} is a parameter of neither {entry.id} nor {object}"
            yield Finding(entry.locate(*path, "back", "free", name), "unknown-parameter", message)


def composition_rules(base: KnowledgeBase) -> Iterator[Finding]:
    """A rule gives every quantitative parameter in terms of p1, p2 (the two mechanisms' values) and shared p."""
    for entry in base.notions.values():
        rule = entry.record.composition.rule
        own = set(entry.record.quantitative)
        yield from _many(entry, own)
        if rule is None:
            continue
        usable = own | {f"{p}{i}" for p in own for i in (1, 2)}
        for name, expression in rule.items():
            place = entry.locate("composition", "rule", name)
            if name not in own:
                yield Finding(
                    place, "unknown-parameter", f"rule: {name} is no quantitative parameter of {entry.id} ({_listed(own)})"
                )
            if strange := expression.names - usable:
                message = f"rule: {_listed(strange)} is unknown; use {_listed(usable)}"
                yield Finding(place, "unknown-parameter", message)
        if lacking := own - set(rule):
            message = f"rule: nothing is said about {_listed(lacking)}; give every quantitative parameter"
            yield Finding(entry.locate("composition", "rule", key=True), "incomplete-map", message)


def _many(entry: Entry[NotionRecord], own: set[str]) -> Iterator[Finding]:
    for index, many in enumerate(entry.record.composition.many):
        path: tuple[Step, ...] = ("composition", "many", index)
        usable = own | set(many.free or {}) | {many.times}
        for name, expression in many.rule.items():
            if name not in own:
                message = f"many: {name} is no quantitative parameter of {entry.id} ({_listed(own)})"
                yield Finding(entry.locate(*path, "rule", name, key=True), "unknown-parameter", message)
            if strange := expression.names - usable:
                message = f"many: {_listed(strange)} is unknown; use {_listed(usable)}"
                yield Finding(entry.locate(*path, "rule", name), "unknown-parameter", message)
        if lacking := own - set(many.rule):
            message = f"many: nothing is said about {_listed(lacking)}; give every quantitative parameter"
            yield Finding(entry.locate(*path, "rule", key=True), "incomplete-map", message)


def domains(base: KnowledgeBase) -> Iterator[Finding]:
    """A numeric parameter's domain and proper values are conditions on parameters of the notion, itself among them."""
    for entry in base.notions.values():
        for name, parameter in entry.record.parameters.items():
            for key, constraint in (("domain", parameter.domain_constraint), ("proper", parameter.proper_constraint)):
                if constraint is None:
                    continue
                place = entry.locate("parameters", name, key)
                if name not in constraint.names:
                    yield Finding(place, "unknown-parameter", f"the {key} of {name} does not mention {name}")
                elif strange := constraint.names - set(entry.record.parameters):
                    yield Finding(
                        place, "unknown-parameter", f"the {key} of {name} mentions {_listed(strange)}, which is no parameter here"
                    )
