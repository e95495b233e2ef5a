"""The claims of a zoo that are attacked, each as a target, and the reasons why others are not."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.substitution import substitute, substitute_in_constraint
from dpzoo.falsify.campaign import attack
from dpzoo.falsify.choices import CHOICES
from dpzoo.falsify.objects import DRAWN_CONDITIONS
from dpzoo.falsify.premises import ClaimSide, NotAttackableError
from dpzoo.falsify.trials import CompositionTarget, Convexity, Implication, PostProcessing, Target, check_runs
from dpzoo.notions.registry import executables
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo


def implication(zoo: Zoo, subject: str, target: str, map: Mapping[str, Expression], **options: Any) -> Implication:
    """A target for "X at α gives Y at map(α)"; raises :class:`NotAttackableError` if it cannot run."""
    for side in (subject, target):
        check_runs(side)
    wanted = set(executables()[target].quantitative)
    if wanted - set(map):
        raise NotAttackableError(f"the map says nothing about {', '.join(sorted(wanted - set(map)))}")
    claim = f"every mechanism that satisfies {zoo[subject].name} satisfies {zoo[target].name} at the parameters of the map"
    options.setdefault("id", f"{subject}/implies/{target}")
    return Implication(
        claim=claim,
        subject=ClaimSide.of(zoo[subject]),
        object=ClaimSide.of(zoo[target]),
        map=map,
        cost=max(_cost(subject), _cost(target)),
        **options,
    )


_COSTS: Final[Mapping[str, int]] = {
    notion: cost
    for cost, notions in {
        20: "approximate-zero-concentrated-dp typical-stability weighted-dp per-record-zcdp inference-based-distributional-dp "
        "zero-knowledge-privacy",
        10: "distributional-dp mean-concentrated-dp truncated-codp-bdrs18 truncated-codp-col16 bounded-concentrated-dp "
        "zero-concentrated-dp inference-based-coupled-worlds-privacy coupled-worlds-privacy",
        4: "crowd-blending-privacy weak-federated-f-dp strong-federated-f-dp semantic-privacy integer-subspace-dp "
        "induced-subspace-dp relaxed-indistinguishability delta-presence relaxed-dp node-renyi-dp "
        "probabilistic-distribution-privacy utility-optimized-local-dp",
        2: "undetectability dp-image smooth-dp geo-indistinguishability typical-stability-two-outputs "
        "multi-dimensional-data-privacy probabilistic-dp gaussian-dp passive-partial-knowledge-dp distribution-privacy "
        "pseudo-metric-dp l1-weighted-dp location-privacy-eg16 extended-distribution-privacy joint-dp multiparty-dp",
    }.items()
    for notion in notions.split()
}
"""How many times longer than usual a trial takes, roughly: suprema over orders, and simulators."""


def _cost(notion: str) -> int:
    return _COSTS.get(notion, 1)


def targets(zoo: Zoo, only: Container[str] | None = None) -> Iterator[Target | tuple[str, str]]:
    """Every claim (or those with the ids ``only``) as a target, or its id with the reason why it is not attacked."""
    for claim in zoo.claims:
        relation = claim.relation
        if only is not None and claim.id not in only:
            continue
        if claim.disputed or relation.map is None or claim.kind in (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY):
            continue
        try:
            yield _from_relation(zoo, claim)
        except NotAttackableError as reason:
            yield claim.id, str(reason)
    for notion in zoo.values():
        if only is None or any(f"{notion.id}/{which.value}" in only for which in Property):
            yield from (t for t in _from_notion(notion) if only is None or (t[0] if isinstance(t, tuple) else t.id) in only)


_PAIR_BY_PAIR: Final = frozenset({"R1", "R2", "R3", "R9", "R11"})
"""The rules of the page on blocks that need no dataset besides those of the two laws that are compared."""


def derived(zoo: Zoo, count: int, seed: int) -> Iterator[Target | tuple[str, str]]:
    """A sample of ``count`` implications that no record states, with the maps along each derivation put together.

    Blocks must give it, step by step with a map, and over no other datasets than the compared ones, which an instance may leave
    out: every pair of the target's is one of the subject's. What is drawn and cannot be attacked is its id with the reason.
    """
    stated = {(c.subject, c.object) for c in zoo.claims}
    pairs = [p for p in zoo.inference.pairs(RelationKind.IMPLIES) if p not in stated]
    found = 0
    for place in np.random.default_rng(seed).permutation(len(pairs)):
        if found == count:
            return
        subject, target = pairs[place]
        try:
            attackable = lifted(zoo, subject, target)
        except NotAttackableError as reason:
            yield _id(subject, target), str(reason)
            continue
        if not attack(attackable, range(_FIRST), seed, enough=1).trials:
            yield attackable.id, f"in none of {_FIRST} trials did the premise hold"
            continue
        found += 1
        yield attackable


_FIRST: Final = 100
"""So many trials may be void before a derived implication counts as one that cannot be attacked."""


def lifted(zoo: Zoo, subject: str, target: str) -> Implication:
    """A target for what blocks give between two notions; raises :class:`NotAttackableError` if they do not, or it cannot run."""
    step = zoo.inference.by_blocks(RelationKind.IMPLIES, subject, target)
    if step is None or step.lift is None:
        raise NotAttackableError("it follows from claims, not from blocks alone")
    if set(step.lift.rules) - _PAIR_BY_PAIR:
        raise NotAttackableError("it leads over datasets that an instance may leave out")
    steps = zoo.inference.derive(RelationKind.IMPLIES, subject, target)
    maps = None if steps is None else _composed([s.claim for s in steps.steps if s.claim is not None], subject)
    if maps is None:
        raise NotAttackableError("its steps have no map, or none that can be put together")
    return implication(zoo, subject, target, maps[0], id=_id(subject, target), free=maps[1])


def _id(subject: str, target: str) -> str:
    return f"{subject}/implies/{target}/derived"


def _composed(claims: Sequence[Claim], subject: str) -> tuple[dict[str, Expression], dict[str, Constraint]] | None:
    """The maps of a chain of claims, one after the other; None where one has none, or two have a free parameter of one name."""
    composed: dict[str, Expression] | None = None
    free: dict[str, Constraint] = {}
    here = subject
    for claim in claims:
        relation = claim.relation
        if relation.map is None or claim.subject != here or set(free) & set(relation.free or {}):
            return None
        before = composed or {}
        if set(relation.free or {}) & {n for e in before.values() for n in e.names}:
            return None
        free |= {n: substitute_in_constraint(c, before) for n, c in (relation.free or {}).items()}
        composed = {n: substitute(e, before) for n, e in relation.map.items()}
        here = claim.object
    return None if composed is None else (composed, free)


def _from_relation(zoo: Zoo, claim: Any) -> Implication:
    relation = claim.relation
    for side in (claim.subject, claim.object):
        check_runs(side)
    if relation.at and claim.id not in CHOICES:
        raise NotAttackableError("its choice of structural parameters is not written as code yet")
    constraints, named_conditions = [], set()
    for condition in relation.given:
        if isinstance(condition, Constraint):
            constraints.append(condition)
        elif str(condition) in DRAWN_CONDITIONS or claim.id in CHOICES:
            named_conditions.add(str(condition))
        else:
            raise NotAttackableError(f"nothing draws objects under the condition {condition}")
    return implication(
        zoo,
        claim.subject,
        claim.object,
        relation.map,
        id=claim.id,
        free=relation.free or {},
        given=tuple(constraints),
        conditions=frozenset(named_conditions),
        identical=claim.kind in (RelationKind.SPECIAL_CASE_OF, RelationKind.SAME_AS),
    )


NO_RULE: Final = "the record gives no rule of composition"
IN_THE_PLANE: Final = "pairs of outputs at the sum of two distances lie in a plane, and the program measures along a line"


def _from_notion(whole: Notion) -> Iterator[Target | tuple[str, str]]:
    notion = ClaimSide.of(whole)
    record = notion.record
    cells = (
        ("composition", record.composition),
        ("post_processing", record.axioms.post_processing),
        ("convexity", record.axioms.convexity),
    )
    for name, cell in cells:
        if cell.verdict is not Verdict.HOLDS:
            continue
        id_ = f"{notion.id}/{name}"
        reason = _why_not(notion, composes=name == "composition")
        if reason:
            yield id_, reason
        elif name == "post_processing":
            yield PostProcessing(id_, f"{notion.name} survives every post-processing", notion, _cost(notion.id))
        elif name == "convexity":
            yield Convexity(id_, f"{notion.name} survives a random choice between two mechanisms", notion, _cost(notion.id))
        else:
            claim = f"two mechanisms with {notion.name} compose by the recorded rule"
            yield CompositionTarget(id_, claim, notion, record.composition.rule or {}, _cost(notion.id))


def _why_not(notion: ClaimSide, *, composes: bool) -> str | None:
    if notion.id not in executables():
        return f"{notion.id} does not run"
    if composes and notion.id == "wasserstein-dp":
        return IN_THE_PLANE
    return NO_RULE if composes and notion.record.composition.rule is None else None
