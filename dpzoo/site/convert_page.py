"""The calculator's page: starting points, common conversions, and the meaning of a number for one person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dpzoo.expressions.exporting import export
from dpzoo.meaning.named_formulas import FORMULAS
from dpzoo.meaning.own_promises import ALLOWED, OWN, Own
from dpzoo.meaning.reading import neighbours
from dpzoo.records.enums import Dimension
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter
from dpzoo.site import budget_page
from dpzoo.site.comparing import connected
from dpzoo.site.relation_data import MAPS, symbol
from dpzoo.site.shown_claims import ClaimLine, line
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

DATA: Final = "assets/data/convert.js"
"""What the page's script needs besides the maps."""

SCRIPTS: Final = (
    "assets/expressions.js",
    MAPS,
    DATA,
    *(f"assets/{n}.js" for n in ("conversion", "formula", "optimal")),
    *(f"assets/optimal-{n}.js" for n in ("aside", "pairs", "relaxed", "moments", "centred", "orders")),
    *(f"assets/{n}.js" for n in ("worker", "chart")),
    *(f"assets/convert{n}.js" for n in ("-cards", "-meaning", "-more", "")),
)
"""What the page loads when somebody uses it, or comes to where the answers stand."""

START: Final = ("zero-concentrated-dp", {"xi": "0", "rho": "0.5"})
"""The guarantee that the page begins with."""

COMMON: Final = 8
"""So many of the best-connected notions make the table of common conversions."""

MEANINGS: Final = (
    *(f"belief-{end}{kind}" for end in ("upper", "lower") for kind in ("", "-approximate")),
    *(f"ceiling{kind}" for kind in ("", "-gaussian", "-profile")),
    *(f"power{kind}" for kind in ("", "-gaussian", "-steep", "-flat")),
)
"""The formulas of :mod:`dpzoo.meaning` that say what a guarantee means for one person (``site/assets/promise.js``)."""


@dataclass(frozen=True, slots=True)
class CommonConversion:
    """A claim with a full parameter map between two notions that people convert between."""

    subject: Notion
    object: Notion
    line: ClaimLine
    claim: Claim


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
    """Data for the page's script besides the maps: meanings of numbers, the order of the list, notations of mechanisms."""
    first = [n.id for n in known_for_conversion(zoo)]
    return {
        "meanings": {name: export(FORMULAS[name].expression) for name in MEANINGS},
        "first": first,
        "names": budget_page.names(),
        "own": {i: _own(zoo, zoo[i], OWN[i]) for i in first if i in OWN},
    }


def values(zoo: Zoo) -> dict[str, Any]:
    """What fills the page: its scripts, common conversions, and the guarantee that it begins with, if the zoo has its notion."""
    notion, numbers = START
    named = zoo[notion].record.parameters if notion in zoo else {}
    fields = [(name, "".join(symbol(p.latex)), numbers[name]) for name, p in named.items() if name in numbers]
    return {"scripts": SCRIPTS, "common": common_conversions(zoo), "start": notion, "fields": fields}


def _own(zoo: Zoo, notion: Notion, own: Own) -> dict[str, Any]:
    """A notion that means what it says for neighbours of its own.

    Which promise it is and where its parameters stand, how neighbours differ, what to add, and whether it holds against who
    knows all but the difference.
    """
    names = zoo[own.reads].record.quantitative
    return {
        "reads": own.reads,
        "takes": {n: own.takes.get(n, n) for n in names},
        "neighbours": neighbours(notion)["unit"],
        "note": own.note,
        "oneSided": own.one_sided,
        "knowsAll": own.note != ALLOWED and Dimension.B not in notion.dimensions,
    }
