"""The calculator's page: what people start from, common conversions, and what a number means for one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dpzoo.expressions import Expression, parse
from dpzoo.expressions.exporting import export
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter
from dpzoo.site.views import Line, line
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

COMMON: Final = 6
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
    """The notions that maps lead from or to, the most connected first."""
    found: Counter[str] = Counter()
    for r in Converter(zoo.base).readings:
        found.update({r.start, r.end})
    return [zoo[i] for i, _ in sorted(found.items(), key=lambda e: (-e[1], e[0]))]


def common_conversions(zoo: Zoo) -> list[CommonConversion]:
    """The unconditional claims with a full map between the notions that the amounts ε, δ, ρ, μ, α alone describe.

    Of those the best-connected ones: the notions that the most readings lead to or from, without structural parameters.
    """
    plain = [n for n in known_for_conversion(zoo) if all(p.numeric for p in n.record.parameters.values())]
    chosen = {n.id for n in plain if n.dimensions in ((), *_QUANTIFIED)}
    names = [n.id for n in plain if n.id in chosen][: 2 * COMMON]
    rows = [
        CommonConversion(zoo[r.start], zoo[r.end], line(zoo, r.claim, r.start), r.claim)
        for r in Converter(zoo.base).readings
        if r.start in names and r.end in names and r.claim.subject == r.start and not r.claim.conditional
    ]
    return sorted(rows, key=lambda c: (names.index(c.subject.id), names.index(c.object.id), c.claim.id))


def _dimension_sets() -> Sequence[tuple[Any, ...]]:
    from dpzoo.records.enums import Dimension

    return ((Dimension.Q,), (Dimension.F,), (Dimension.Q, Dimension.F))


_QUANTIFIED: Final = tuple(_dimension_sets())


def page_data(zoo: Zoo) -> dict[str, Any]:
    """What the page's script needs beyond the maps: the formulas of what a number means, and which notions lead the list."""
    return {
        "meanings": {name: export(meaning(name)) for name in MEANINGS},
        "first": [n.id for n in known_for_conversion(zoo)],
    }
