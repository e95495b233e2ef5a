"""Mechanisms, systems and deployments speak of notions, mechanisms and parameters that exist, and their examples add up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from dpzoo.checks.known import unknown
from dpzoo.expressions import EvaluationError, Expression
from dpzoo.records.deployment import DeploymentRecord
from dpzoo.records.fields import is_slug
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, PathStep
from dpzoo.records.mechanism import Guarantee, MechanismRecord

_MEND = "add its record first, or correct the id"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def practice_names(base: KnowledgeBase) -> Iterator[Finding]:
    """Every notion, mechanism and system that is named has a record."""
    for what, existing, places in (
        ("notion", base.notions, _notions(base)),
        ("mechanism", base.mechanisms, _mechanisms(base)),
        ("system", base.systems, _systems(base)),
    ):
        for place, name in places:
            if name not in existing and name not in base.unread:
                yield unknown(place, f"unknown-{what}", what, name, existing, _MEND)


def _notions(base: KnowledgeBase) -> Iterator[tuple[Location, str]]:
    for m in base.mechanisms.values():
        yield from ((m.locate("guarantees", i, "notion"), g.notion) for i, g in enumerate(m.record.guarantees))
    for s in base.systems.values():
        yield from ((s.locate("promises", i, "notion"), p.notion) for i, p in enumerate(s.record.promises))
        for i, stage in enumerate(s.record.stages):
            yield from ((s.locate("stages", i, "notions", j), name) for j, name in enumerate(stage.notions))
    for d in base.deployments.values():
        yield from ((d.locate("releases", i, "notion"), r.notion) for i, r in enumerate(d.record.releases))


def _mechanisms(base: KnowledgeBase) -> Iterator[tuple[Location, str]]:
    for s in base.systems.values():
        for i, stage in enumerate(s.record.stages):
            yield from ((s.locate("stages", i, "mechanisms", j), name) for j, name in enumerate(stage.mechanisms))
    for d in base.deployments.values():
        for i, release in enumerate(d.record.releases):
            if isinstance(release.mechanism, str):
                yield d.locate("releases", i, "mechanism"), release.mechanism


def _systems(base: KnowledgeBase) -> Iterator[tuple[Location, str]]:
    for d in base.deployments.values():
        if d.record.system is not None:
            yield d.locate("system"), d.record.system


def mechanism_parameters(base: KnowledgeBase) -> Iterator[Finding]:
    """Domains, requirements, guarantees and formulas speak of the mechanism's parameters; guarantees give all of the notion's."""
    for entry in base.mechanisms.values():
        record, own = entry.record, set(entry.record.parameters)
        for name, parameter in record.parameters.items():
            names = parameter.domain_constraint.names
            if name not in names:
                place = entry.locate("parameters", name, "domain")
                yield Finding(place, "unknown-parameter", f"the domain of {name} does not mention {name}")
            yield from _strange(entry, ("parameters", name, "domain"), names, own)
            yield from _strange(entry, ("parameters", name, "example"), parameter.example.names, set())
        for i, requirement in enumerate(record.requires):
            yield from _strange(entry, ("requires", i, "that"), requirement.that.names, own)
        for i, formula in enumerate(record.utility):
            if formula.is_ is not None:
                yield from _strange(entry, ("utility", i, "is"), formula.is_.names, own)
        claims: set[str] = set()
        for i, guarantee in enumerate(record.guarantees):
            yield from _guarantee(base, entry, ("guarantees", i), guarantee)
            if guarantee.id(entry.id) in claims:
                message = f"{guarantee.id(entry.id)} is claimed twice; give one of the two a suffix"
                yield Finding(entry.locate("guarantees", i, "notion"), "duplicate-claim", message)
            claims.add(guarantee.id(entry.id))


def _strange(
    entry: Entry[MechanismRecord], path: tuple[PathStep, ...], names: Iterable[str], known: Collection[str]
) -> Iterator[Finding]:
    if strange := set(names) - set(known):
        message = f"{path[0]}: {_listed(strange)} is not declared here; the parameters are {_listed(known)}"
        yield Finding(entry.locate(*path), "unknown-parameter", message)


def _guarantee(
    base: KnowledgeBase, entry: Entry[MechanismRecord], path: tuple[PathStep, ...], guarantee: Guarantee
) -> Iterator[Finding]:
    own, free = set(entry.record.parameters), set(guarantee.free or {})
    for name in free & own:
        message = f"free: {name} is a parameter of {entry.id} itself; give the free one another name"
        yield Finding(entry.locate(*path, "free", name, key=True), "unknown-parameter", message)
    for name, constraint in (guarantee.free or {}).items():
        yield from _strange(entry, (*path, "free", name), constraint.names, own | free)
    for i, condition in enumerate(guarantee.given):
        yield from _strange(entry, (*path, "given", i), condition.names, own | free)
    if guarantee.tight is not None and guarantee.tight.when is not None:
        yield from _strange(entry, (*path, "tight", "when"), guarantee.tight.when.names, own | free)
    for name, expression in guarantee.map.items():
        yield from _strange(entry, (*path, "map", name), expression.names, own | free)
    for name, expression in (guarantee.example or {}).items():
        if name not in free:
            message = f"example: {name} is not a free parameter of this guarantee ({_listed(free)})"
            yield Finding(entry.locate(*path, "example", name, key=True), "unknown-parameter", message)
        yield from _strange(entry, (*path, "example", name), expression.names, own)
    notion = base.notions.get(guarantee.notion)
    if notion is None:
        return
    theirs = set(notion.record.quantitative)
    for name in set(guarantee.map) - theirs:
        message = f"map: {name} is not a quantitative parameter of {guarantee.notion} ({_listed(theirs)})"
        yield Finding(entry.locate(*path, "map", name, key=True), "unknown-parameter", message)
    if lacking := theirs - set(guarantee.map):
        message = f"map: it lacks {_listed(lacking)} of {guarantee.notion}; give every quantitative parameter"
        yield Finding(entry.locate(*path, "map", key=True), "incomplete-map", message)


def mechanism_examples(base: KnowledgeBase) -> Iterator[Finding]:
    """At the example values every domain, requirement and condition is met, and guarantees and formulas have values."""
    for entry in base.mechanisms.values():
        record = entry.record
        try:
            values = {name: p.example.evaluate({}) for name, p in record.parameters.items()}
        except EvaluationError:
            continue  # an undeclared name, which is a finding of its own
        for name, parameter in record.parameters.items():
            if parameter.domain_constraint.names <= values.keys() and not parameter.domain_constraint.holds(values):
                message = f"the example {name} = {parameter.example} is outside the domain {parameter.domain}; choose another"
                yield Finding(entry.locate("parameters", name, "example"), "bad-example", message)
        for i, requirement in enumerate(record.requires):
            if requirement.that.names <= values.keys() and not requirement.that.holds(values):
                message = f"the example values do not meet the requirement {requirement.that}; choose others"
                yield Finding(entry.locate("requires", i, "that"), "bad-example", message)
        for i, guarantee in enumerate(record.guarantees):
            if guarantee.given and not all(c.names <= values.keys() and c.holds(values) for c in guarantee.given):
                continue
            chosen = {k: e.evaluate(values) for k, e in (guarantee.example or {}).items() if e.names <= values.keys()}
            yield from _valued(entry, ("guarantees", i, "map"), guarantee.map, values | chosen)
        yield from _valued(entry, ("utility",), {i: f.is_ for i, f in enumerate(record.utility) if f.is_ is not None}, values)


def _valued(
    entry: Entry[MechanismRecord],
    path: tuple[PathStep, ...],
    expressions: Mapping[str, Expression] | Mapping[int, Expression],
    values: Mapping[str, float],
) -> Iterator[Finding]:
    for key, expression in expressions.items():
        if not expression.names <= values.keys():
            continue
        try:
            expression.evaluate(values)
        except EvaluationError as error:
            yield Finding(
                entry.locate(*path, key), "bad-example", f"at the example values it has no value ({error}); choose others"
            )


def mechanism_instances(base: KnowledgeBase, instances: Collection[str]) -> Iterator[Finding]:
    """``instance`` names what ``dpzoo.mechanisms`` can build, or says in a sentence why there is none."""
    for entry in base.mechanisms.values():
        given = entry.record.instance
        if is_slug(given) and given not in instances:
            place = entry.locate("instance")
            yield unknown(
                place, "unknown-instance", "executable instance", given, instances, "write it, or say why there is none"
            )


def deployment_parameters(base: KnowledgeBase) -> Iterator[Finding]:
    """A release states every quantitative parameter of its notion, if only as unpublished; settings are the mechanism's."""
    for entry in base.deployments.values():
        for i, release in enumerate(entry.record.releases):
            notion = base.notions.get(release.notion)
            if notion is not None:
                yield from _stated(entry, ("releases", i, "values"), release.values, notion.record.quantitative, release.notion)
                if lacking := set(notion.record.quantitative) - set(release.values):
                    message = f"values: they lack {_listed(lacking)}; give it, or write {{unpublished: what is known}}"
                    yield Finding(entry.locate("releases", i, "values", key=True), "incomplete-map", message)
            if isinstance(release.mechanism, str) and release.mechanism in base.mechanisms:
                known = base.mechanisms[release.mechanism].record.parameters
                yield from _stated(entry, ("releases", i, "settings"), release.settings, known, release.mechanism)


def _stated(
    entry: Entry[DeploymentRecord], path: tuple[PathStep, ...], given: Mapping[str, object], known: Collection[str], of: str
) -> Iterator[Finding]:
    for name, number in given.items():
        if name not in known:
            message = f"{path[-1]}: {name} is not a parameter of {of} ({_listed(known)})"
            yield Finding(entry.locate(*path, name, key=True), "unknown-parameter", message)
        if isinstance(number, Expression) and number.names:
            message = (
                f"{path[-1]}: {name} is published as a number, and {_listed(number.names)} is not a number; write the number"
            )
            yield Finding(entry.locate(*path, name), "unknown-parameter", message)
