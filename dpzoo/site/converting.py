"""The calculator's page: what people start from, common conversions, and what a number means for one person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.expressions import Expression, parse
from dpzoo.expressions.exporting import export
from dpzoo.records.enums import Dimension
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter
from dpzoo.site.comparing import connected
from dpzoo.site.views import Line, line
from dpzoo.zoo.meaning import neighbours
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.own_promises import ALLOWED, APPROXIMATE, OWN, PURE, Own
from dpzoo.zoo.zoo import Zoo

COMMON: Final = 8
"""So many of the best-connected notions make the table of common conversions."""

MEANINGS: Final[Mapping[str, str]] = {
    # the attacker's belief that the person's record is in, after an output; p is the belief before (Bayes' rule, odds times e^±ε)
    "highest": "p/(p + (1 - p)*exp(-epsilon))",
    "lowest": "p*exp(-epsilon)/(p*exp(-epsilon) + 1 - p)",
    # the corners of the region of errors that a test can reach (Wasserman & Zhou 2010; Kairouz, Oh & Viswanath 2017)
    "missed": "max(0, 1 - delta - exp(min(epsilon, 700))*a, exp(-epsilon)*(1 - delta - a))",
    "equal": "(1 - delta)*exp(-epsilon)/(1 + exp(-epsilon))",
    # the best guess at prior p: errors p·β + (1 − p)·α are least in one of the region's three corners
    "guess": "1 - (1 - delta)*min(p, 1 - p, exp(-epsilon)/(1 + exp(-epsilon)))",
}
"""What a guarantee means for one person, in ε, δ, a prior p and a rate of false alarms a."""


@dataclass(frozen=True, slots=True)
class CommonConversion:
    """A claim with a full parameter map between two notions that people convert between."""

    subject: Notion
    object: Notion
    line: Line
    claim: Claim


def meaning(name: str) -> Expression:
    """One of :data:`MEANINGS` as an expression."""
    return parse(MEANINGS[name])


def known_for_conversion(zoo: Zoo) -> list[Notion]:
    """The notions that maps lead from or to, the most connected first; before all others those that numbers alone describe."""
    found = {i for r in Converter(zoo.base, zoo.inference.claims).readings for i in (r.start, r.end)}
    place = {n.id: i for i, n in enumerate(connected(zoo))}
    return sorted((zoo[i] for i in found), key=lambda n: (not _amounts_only(n), place.get(n.id, len(place)), n.id))


def _amounts_only(notion: Notion) -> bool:
    """Whether numbers say all that distinguishes the notion from pure DP."""
    numeric = all(p.numeric for p in notion.record.parameters.values())
    return numeric and set(notion.dimensions) <= {Dimension.Q, Dimension.F}


def common_conversions(zoo: Zoo) -> list[CommonConversion]:
    """The unconditional claims with a full map between the best-connected notions that numbers alone describe."""
    names = [n.id for n in known_for_conversion(zoo)[:COMMON] if _amounts_only(n)]
    rows = [
        CommonConversion(zoo[r.start], zoo[r.end], line(zoo, r.claim, r.start), r.claim)
        for r in Converter(zoo.base, zoo.inference.claims).readings
        if r.start in names and r.end in names and r.claim.subject == r.start and not r.claim.conditional
    ]
    return sorted(rows, key=lambda c: (names.index(c.subject.id), names.index(c.object.id), c.claim.id))


def page_data(zoo: Zoo) -> dict[str, Any]:
    """What the page's script needs beyond the maps: the formulas of what a number means, and which notions lead the list."""
    first = [n.id for n in known_for_conversion(zoo)]
    return {
        "meanings": {name: export(meaning(name)) for name in MEANINGS},
        "first": first,
        "own": {i: _own(zoo[i], OWN[i]) for i in first if i in OWN and OWN[i].reads in {PURE, APPROXIMATE}},
    }


def _own(notion: Notion, own: Own) -> dict[str, Any]:
    """A notion that means what it says for neighbours of its own.

    Where its ε and δ stand, how neighbours differ, what to add, and whether it holds against who knows all but the difference.
    """
    names = ("epsilon",) if own.reads == PURE else ("epsilon", "delta")
    return {
        "takes": {n: own.takes.get(n, n) for n in names},
        "neighbours": neighbours(notion)["unit"],
        "note": own.note,
        "oneSided": own.one_sided,
        "knowsAll": own.note != ALLOWED and Dimension.B not in notion.dimensions,
    }
