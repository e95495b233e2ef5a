"""Which way a claim's parameter map goes, and what an equivalence gives in each direction.

A map goes from the subject to the object, never back: "with the same ε" in one direction says nothing about the other. An
equivalence has a second half, ``back``, of its own or in a claim of the other record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dpzoo.expressions import Constraint, Expression
from dpzoo.records.claim_records import WayBack
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim

_K = RelationKind


@dataclass(frozen=True, slots=True)
class Half:
    """One direction of a claim: the end's parameters in those of the start, if a formula is recorded."""

    start: str
    end: str
    map: Mapping[str, Expression] | None = None
    free: Mapping[str, Constraint] = field(default_factory=dict)
    claim: Claim | None = None
    """The location of the formula."""


def halves(claim: Claim, claims: Iterable[Claim]) -> tuple[Half, ...]:
    """The directions in which a positive claim leads: both of an equivalence, with what ``claims`` record of each."""
    there = _own(claim, claim.subject, claim.object)
    if claim.kind is not _K.EQUIVALENT_TO:
        return (there,)
    known = [c for c in claims if {c.subject, c.object} == {claim.subject, claim.object}]
    if there.map is None:
        there = _recorded(claim.subject, claim.object, known)
    back = claim.relation.back
    if isinstance(back, WayBack) and back.map is not None:
        return there, Half(claim.object, claim.subject, back.map, back.free or {}, claim)
    by = next((c for c in known if isinstance(back, WayBack) and c.id == back.by), None)
    return there, Half(claim.object, claim.subject) if by is None else _own(by, claim.object, claim.subject)


def unsaid(claim: Claim, start: str) -> bool:
    """Whether the claim is an equivalence without a formula of its own in the direction from ``start``."""
    if claim.kind is not _K.EQUIVALENT_TO:
        return False
    return not claim.formulas[start != claim.subject]


def _own(claim: Claim, start: str, end: str) -> Half:
    return Half(start, end, claim.relation.map, claim.relation.free or {}, claim if claim.relation.map is not None else None)


def _recorded(start: str, end: str, known: Iterable[Claim]) -> Half:
    """The formula of a claim of one direction only, a general one before that of a special case."""
    plain = [
        c for c in known if (c.subject, c.object) == (start, end) and c.relation.map and not c.disputed and not c.conditional
    ]
    one_way = [c for c in plain if c.kind in (_K.STRONGER_THAN, _K.IMPLIES)]
    cases = [c for c in plain if c.kind is _K.SPECIAL_CASE_OF and not c.relation.at]
    found = next(iter([*one_way, *cases]), None)
    return Half(start, end) if found is None else _own(found, start, end)
