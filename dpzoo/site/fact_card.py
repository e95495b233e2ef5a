"""The card at the top of a notion's page: what a practitioner comes for, in one place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.forms import form
from dpzoo.relations.reachability import bits
from dpzoo.site.practice_pages import Satisfied, satisfied
from dpzoo.site.shown_claims import ClaimLine, line
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

APPROXIMATE = "approximate-dp"
_NOISE = ("gaussian-mechanism", "laplace-mechanism", "randomized-response")
_ORDINARY = {"xi": "0", "rho": "0.5", "delta": "1e-6", "alpha": "2", "omega": "8", "gamma": "1e-6"}
_MOST = 10


@dataclass(frozen=True, slots=True)
class FactCard:
    """The data that the card shows besides the record's own."""

    group: tuple[str, ...]
    """LaTeX equations of the level between datasets that are k neighbours apart, where a rule is recorded."""
    to_approximate: ClaimLine | None
    """The claim that turns it into (ε, δ)-DP with the formula that loses least."""
    noise: Sequence[Satisfied]
    """What the best-known mechanisms give."""
    fields: tuple[tuple[str, str, str], ...]
    """Name, LaTeX and an ordinary value of each number that the calculator asks for."""
    neighbours: str
    """Which datasets are compared, in a few words; empty where nobody can say it so."""
    alike: tuple[Notion, ...]
    """Landmarks that it gives and that give it, up to parameters."""
    implied_by: tuple[Notion, ...]
    """Landmarks that give it."""
    implies: tuple[Notion, ...]
    """Landmarks that it gives."""


def fact_card(zoo: Zoo, notion: Notion) -> FactCard:
    """The card of a notion."""
    own = zoo.inference.index[notion.id]
    above, below = (zoo.inference.reach(RelationKind.IMPLIES, backwards=b).row(own) for b in (True, False))
    return FactCard(
        _group(zoo, notion),
        _to_approximate(zoo, notion),
        [s for s in satisfied(zoo, notion.id) if s.mechanism.id in _NOISE and not s.claim.fails][:3],
        _fields(notion),
        _neighbours(zoo, notion),
        _landmarks(zoo, above & below, notion),
        _landmarks(zoo, above & ~below, notion),
        _landmarks(zoo, below & ~above, notion),
    )


def _neighbours(zoo: Zoo, notion: Notion) -> str:
    blocks = form(zoo.base, notion.id)
    if blocks is not None:
        return zoo.base.blocks.units[blocks.compared.unit].record.name
    return (notion.blocks.unit.is_ or "").strip().rstrip(".")


def _fields(notion: Notion) -> tuple[tuple[str, str, str], ...]:
    own = [(n, p.latex, _ORDINARY.get(n, "1")) for n, p in notion.record.parameters.items() if p.quantitative]
    return tuple(own if "delta" in notion.record.parameters else [*own, ("at-delta", r"\delta", "1e-6")])


def _landmarks(zoo: Zoo, row: int, notion: Notion) -> tuple[Notion, ...]:
    ids = zoo.inference.ids
    found = [zoo[ids[j]] for j in bits(row) if ids[j] != notion.id and zoo[ids[j]].record.landmark]
    return tuple(sorted(found, key=lambda n: n.prominence)[:_MOST])


def _group(zoo: Zoo, notion: Notion) -> tuple[str, ...]:
    blocks = form(zoo.base, notion.id)
    if blocks is None:
        return ()
    standard = zoo.base.blocks.standards[blocks.measure.standard].record
    if standard.steps is None or standard.steps.map is None:
        return ()
    own = notion.record.symbols
    named = dict(zip(standard.parameters, blocks.intensity, strict=True))
    symbols = {name: own.get(parameter, parameter) for name, parameter in named.items()}
    return tuple(f"{symbols[name]}_k = {e.latex({**symbols, 'k': 'k'})}" for name, e in standard.steps.map.items())


def _to_approximate(zoo: Zoo, notion: Notion) -> ClaimLine | None:
    """The formula with the smallest measured loss; the first recorded one among equals, or if none was measured."""
    found = [c for c in notion.outgoing if c.object == APPROXIMATE and c.relation.map and not c.disputed and not c.kind.negative]
    always = [c for c in found if not c.relation.given] or found

    def rank(claim: Claim) -> tuple[float, float]:
        loss = zoo.losses.get(claim.id)
        return (math.inf, math.inf) if loss is None else (loss.typical, loss.worst)

    best = min(always, key=rank, default=None)
    return None if best is None else line(zoo, best, notion.id)
