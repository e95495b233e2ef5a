"""What a relation that is lifted from blocks rests on, for a reader: the rules, the facts about units, the order of standards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from dpzoo.records.enums import RelationKind
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import BY_BLOCKS, BlockFact, Claim
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.site import links

FACTS: Final[Mapping[str, str]] = {
    "within": "every pair of “{own}” is a pair of “{other}”",
    "coupled_into": "every pair of “{own}” is a mixture of pairs of “{other}”",
    "reaches": "every pair of “{other}” is a chain of pairs of “{own}”",
    "never_joins": "no chain of pairs of “{own}” joins some pair of “{other}”",
    "far_from": "pairs of “{other}” are ever longer chains of pairs of “{own}”",
    "not_reached": "some pair of “{other}” is not reached along “{own}”",
}
"""What each list of a unit's record says about two units."""


class KnownZoo(Protocol):
    """The interface of a zoo that is used here, so that a page can be made for a small one as well."""

    base: KnowledgeBase

    @property
    def inference(self) -> Inference: ...
    def __getitem__(self, key: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class LiftedGround:
    """One thing that a lifted relation rests on: a rule, a fact about units, or a relation of two notions."""

    what: str
    """``rule``, ``block`` or ``order``."""
    address: str
    """Where it stands, from the site's root."""
    text: str


def said(base: KnowledgeBase, fact: BlockFact) -> str:
    """A fact about two units in words."""
    units = base.blocks.units
    return FACTS[fact.key].format(own=units[fact.block].record.name, other=units[fact.about].record.name)


def grounds(zoo: KnownZoo, claim: Claim) -> list[LiftedGround]:
    """The facts that a lifted claim rests on; none for a claim that a record asserts."""
    lift = claim.lift
    if lift is None:
        return []
    found = [LiftedGround("rule", links.rule_page(rule), f"{rule}: {LiftRule(rule).words}") for rule in lift.rules]
    found += [LiftedGround("block", links.fact_place(f.block, f.key, f.about), said(zoo.base, f)) for f in lift.facts]
    if lift.homes is not None and lift.kind is not None:
        first, second = lift.homes
        words = f"{zoo[first].short} {lift.kind.words} {zoo[second].short}"
        found.append(LiftedGround("order", links.comparison(first, second), words))
    return found


def direct(inference: Inference, notions: Iterable[str]) -> Iterator[Claim]:
    """What the blocks of two notions give by themselves, over all ordered pairs: for each the best yes and the best no."""
    for a in notions:
        for b in notions:
            for kinds in (
                (RelationKind.STRONGER_THAN, RelationKind.IMPLIES),
                (RelationKind.DOES_NOT_IMPLY, RelationKind.NOT_STRONGER_THAN),
            ):
                claim = next((c for k in kinds if (c := inference.by_blocks(k, a, b)) is not None), None)
                if claim is not None:
                    yield claim


__all__ = ["BY_BLOCKS", "FACTS", "LiftedGround", "direct", "grounds", "said"]
