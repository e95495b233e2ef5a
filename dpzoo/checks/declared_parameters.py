"""Parameter maps, composition rules and domains speak of parameters that exist."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from dpzoo.expressions import Constraint, EvaluationError
from dpzoo.expressions.tree import Name
from dpzoo.records.claim_records import Relation, WayBack
from dpzoo.records.enums import Direction, RelationKind
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.attempts import bounds
from dpzoo.relations.optimizing import begin


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def relation_parameters(base: KnowledgeBase) -> Iterator[Finding]:
    """Maps give the object's quantitative parameters in the subject's and free ones; conditions name parameters of either."""
    for entry in base.notions.values():
        for index, relation in enumerate(entry.record.relations):
            target = base.notions.get(relation.object)
            if target is not None:
                yield from _relation(entry, ("relations", index), relation, target.record)


def _relation(
    entry: Entry[NotionRecord], path: tuple[PathStep, ...], relation: Relation, target: NotionRecord
) -> Iterator[Finding]:
    own, theirs = set(entry.record.quantitative), set(target.quantitative)
    free = set(relation.free or {})
    for name in relation.map or {}:
        if name not in theirs:
            kind = "a structural parameter (use 'at')" if name in target.parameters else "not a parameter"
            message = f"map: {name} is {kind} of {relation.object}; its quantitative parameters are {_listed(theirs)}"
            yield Finding(entry.locate(*path, "map", name, key=True), "unknown-parameter", message)
    if relation.map is not None and (lacking := theirs - set(relation.map)):
        message = f"map: it lacks {_listed(lacking)} of {relation.object}; give every quantitative parameter"
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
            message = f"at: {name} is a parameter of neither {entry.id} nor {relation.object}; use {_listed(known)}"
            yield Finding(entry.locate(*path, "at", name, key=True), "unknown-parameter", message)
    conditions: list[tuple[tuple[PathStep, ...], Constraint]] = [
        (("given", i), g) for i, g in enumerate(relation.given) if isinstance(g, Constraint)
    ]
    conditions += [(("free", name), constraint) for name, constraint in (relation.free or {}).items()]
    if relation.tight is not None and relation.tight.when is not None:
        conditions.append((("tight", "when"), relation.tight.when))
    for where, constraint in conditions:
        if strange := constraint.names - known:
            message = (
                f"{where[0]}: {_listed(strange)} is a parameter of neither {entry.id} nor {relation.object}; use {_listed(known)}"
            )
            yield Finding(entry.locate(*path, *where), "unknown-parameter", message)


def _back(
    entry: Entry[NotionRecord], path: tuple[PathStep, ...], back: WayBack, object: str, target: NotionRecord
) -> Iterator[Finding]:
    """The map back gives the subject's quantitative parameters in the object's and in free ones."""
    own, theirs, free = set(entry.record.quantitative), set(target.quantitative), set(back.free or {})
    if back.by is not None:
        kind = [r.kind for r in target.relations if r.object == entry.id and r.id(object) == back.by and not r.kind.negative]
        if not kind:
            message = f"back: {object} has no claim {back.by} that leads to {entry.id}; name one that does, or give a map"
            yield Finding(entry.locate(*path, "back", "by"), "unknown-claim", message)
        return
    for name, expression in (back.map or {}).items():
        if name not in own:
            message = f"back: {name} is not a quantitative parameter of {entry.id} ({_listed(own)})"
            yield Finding(entry.locate(*path, "back", "map", name, key=True), "unknown-parameter", message)
        if strange := expression.names - theirs - free:
            message = f"back: {_listed(strange)} is neither a quantitative parameter of {object} ({_listed(theirs)}) nor free"
            yield Finding(entry.locate(*path, "back", "map", name), "unknown-parameter", message)
    if lacking := own - set(back.map or {}):
        message = f"back: it lacks {_listed(lacking)} of {entry.id}; give every quantitative parameter"
        yield Finding(entry.locate(*path, "back", "map", key=True), "incomplete-map", message)
    for name in free & theirs:
        message = f"back: {name} is a parameter of {object} itself; give the free one another name"
        yield Finding(entry.locate(*path, "back", "free", name, key=True), "unknown-parameter", message)
    for name, constraint in (back.free or {}).items():
        if strange := constraint.names - theirs - own - free:
            message = (
                f"back: {_listed(strange)} is a parameter of neither {entry.id} nor {object}; use {_listed(theirs | own | free)}"
            )
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
                    place, "unknown-parameter", f"rule: {name} is not a quantitative parameter of {entry.id} ({_listed(own)})"
                )
            if strange := expression.names - usable:
                message = f"rule: {_listed(strange)} is unknown; use {_listed(usable)}"
                yield Finding(place, "unknown-parameter", message)
        if lacking := own - set(rule):
            message = f"rule: it lacks {_listed(lacking)}; give every quantitative parameter"
            yield Finding(entry.locate("composition", "rule", key=True), "incomplete-map", message)


def _many(entry: Entry[NotionRecord], own: set[str]) -> Iterator[Finding]:
    for index, many in enumerate(entry.record.composition.many):
        path: tuple[PathStep, ...] = ("composition", "many", index)
        usable = own | set(many.free or {}) | {many.times}
        for name, expression in many.rule.items():
            if name not in own:
                message = f"many: {name} is not a quantitative parameter of {entry.id} ({_listed(own)})"
                yield Finding(entry.locate(*path, "rule", name, key=True), "unknown-parameter", message)
            if strange := expression.names - usable:
                message = f"many: {_listed(strange)} is unknown; use {_listed(usable)}"
                yield Finding(entry.locate(*path, "rule", name), "unknown-parameter", message)
        if lacking := own - set(many.rule):
            message = f"many: the rule lacks {_listed(lacking)}; give every quantitative parameter"
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
                    yield Finding(
                        place,
                        "unknown-parameter",
                        f"the {key} of {name} does not mention {name}; state it as a condition on {name}",
                    )
                elif strange := constraint.names - set(entry.record.parameters):
                    yield Finding(
                        place,
                        "unknown-parameter",
                        f"the {key} of {name} mentions {_listed(strange)}, which is not a parameter here; "
                        "declare it, or correct the name",
                    )


def structure_of_objects(base: KnowledgeBase) -> Iterator[Finding]:
    """What a claim says about the object's structural parameters: the subject has them too, or the claim gives them."""
    for entry in base.notions.values():
        own = entry.record.parameters
        have = {p.sort for p in own.values() if not p.quantitative}
        for index, relation in enumerate(entry.record.relations):
            target = base.notions.get(relation.object)
            if target is None or relation.at or relation.kind.negative or relation.kind is RelationKind.SPECIAL_CASE_OF:
                continue
            free = [n for n, p in target.record.parameters.items() if not p.quantitative and p.sort not in have and n not in own]
            if free and not relation.given and not relation.note and relation.disputed is None:
                message = (
                    f"nothing says for which {', '.join(free)} of {relation.object} this holds; give them under 'at', "
                    "or say in a note that it holds for all"
                )
                yield Finding(entry.locate("relations", index), "unmatched-structure", message)


_WEAK = (1.0, 5.0)
_STRONGEST = 1e-6


def maps_that_give_everything(base: KnowledgeBase) -> Iterator[Finding]:
    """Maps whose free parameters reach every level of the object from every level of the subject.

    Tried at levels of the subject that promise little: where all numbers of the object can be had below a millionth of what its
    strongest level allows, the map says that the subject, however weak, gives anything. A claim that says just this writes it
    plainly, as in ``{epsilon: e}`` with ``e`` free.
    """
    for entry in base.notions.values():
        for index, relation in enumerate(entry.record.relations):
            target = base.notions.get(relation.object)
            if target is None or not relation.map or not relation.free or relation.kind.negative or relation.disputed:
                continue
            if relation.map.keys() - set(target.record.quantitative):
                continue  # a finding of its own
            plainly = all(isinstance(e, Name) and e.name in relation.free for e in relation.map.values())
            levels = [] if plainly else list(_weak_levels(entry.record))
            if levels and all(_gives_everything(relation, target.record, level) for level in levels):
                message = (
                    f"at every level of {entry.id} a choice of {_listed(relation.free)} gives every level of {relation.object}: "
                    "the map bounds nothing; restrict the free parameters, or write the claim plainly"
                )
                yield Finding(entry.locate("relations", index, "map", key=True), "empty-map", message)


def _weak_levels(record: NotionRecord) -> Iterator[dict[str, float]]:
    """Levels that promise little: every amount large, or a probability close to 1."""
    numbers = {n: record.parameters[n] for n in record.quantitative}
    if not all(p.numeric for p in numbers.values()):
        return
    for size in _WEAK:
        for small in (1.0, 0.9):
            level = {n: size * small if p.direction is Direction.WEAKER else 1.5 / size for n, p in numbers.items()}
            for name, parameter in numbers.items():
                domain = parameter.domain_constraint
                for value in (level[name], 0.9, 2.0):
                    if domain is None or not domain.names <= {name} or domain.holds({name: value}):
                        level[name] = value
                        break
            if all(_holds(p.domain_constraint, level) for p in numbers.values()):
                yield level


def _holds(constraint: Constraint | None, values: Mapping[str, float]) -> bool:
    try:
        return constraint is None or constraint.holds(values)
    except EvaluationError:
        return False


def _gives_everything(relation: Relation, target: NotionRecord, level: Mapping[str, float]) -> bool:
    """Whether a choice of the free parameters sends ``level`` next to the object's strongest level."""
    free = relation.free or {}

    def objective(point: Mapping[str, float]) -> float:
        values = {**level, **point}
        if not all(_holds(c, values) for c in free.values()):
            return math.inf
        try:
            there = {name: expression.evaluate(values) for name, expression in (relation.map or {}).items()}
        except EvaluationError:
            return math.inf
        if not all(_holds(target.parameters[n].domain_constraint, there) for n in there):
            return math.inf
        weaker = {n: target.parameters[n].direction is Direction.WEAKER for n in there}
        return max(v if weaker[n] else 1 / v if v > 0 else math.inf for n, v in there.items())

    ranges = {name: bounds(name, constraint, level) for name, constraint in free.items()}
    return begin(objective, ranges).value < _STRONGEST
