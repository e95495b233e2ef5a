"""Pages of mechanisms, systems and deployments, and what a notion's page lists of them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from dpzoo.exports.records import deployment_data, mechanism_data, system_data
from dpzoo.expressions import Expression
from dpzoo.expressions.exporting import export, export_constraint
from dpzoo.expressions.tree import Name, default_symbol
from dpzoo.meaning.words import SUPERSCRIPTS
from dpzoo.numbers.decimals import outward, rounded, settled
from dpzoo.records.deployment import Release, Unpublished
from dpzoo.records.enums import Direction
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.mechanism import Guarantee, MechanismKind, MechanismValues
from dpzoo.records.notion import NotionRecord
from dpzoo.site.templating import new_words
from dpzoo.zoo.practice import AccumulatedRelease, Deployment, Mechanism, Promised, belief_in_words, stated
from dpzoo.zoo.spelling import spellings
from dpzoo.zoo.zoo import Zoo

KINDS: Mapping[MechanismKind, tuple[str, str]] = {
    MechanismKind.MECHANISM: ("Single mechanisms", "What adds the noise, and what it promises."),
    MechanismKind.RULE: ("Rules", "What follows for several mechanisms together, or for one on a sample of the data."),
    MechanismKind.BROKEN: (
        "Known to be broken",
        "Constructions in use or in print that do not keep what is said of them, each with the loss shown.",
    ),
}


@dataclass(frozen=True)
class Satisfied:
    """A mechanism's guarantee on a notion's page, at the mechanism's example values."""

    mechanism: Mechanism
    claim: Guarantee


Rendered = tuple[str, str, Location | None]
"""A page's path, its text, and the place of the record that it shows."""


def pages(zoo: Zoo, render: Callable[..., str]) -> Iterator[Rendered]:
    """Index, pages and data of all mechanisms, systems and deployments; ``render`` takes a path, a template and its values."""
    groups = [
        (title, note, [m for m in zoo.mechanisms.values() if m.record.kind is kind]) for kind, (title, note) in KINDS.items()
    ]
    yield "mechanisms.md", render("mechanisms.md", "mechanisms.md.j2", groups=[g for g in groups if g[2]]), None
    for m in zoo.mechanisms.values():
        values = {
            "m": m,
            "lines": lines(zoo, m),
            "fields": fields(zoo, m),
            "data": calculator(m),
            "used": _used(zoo, m.id),
            "says": m.runner.says if m.executable else "",
        }
        yield from _page_and_data(render, "mechanism", m.entry, mechanism_data(m), values)
    yield "systems.md", render("systems.md", "systems.md.j2"), None
    for s in zoo.systems.values():
        values = {"s": s, "deployments": [d for d in zoo.deployments.values() if d.record.system == s.id]}
        yield from _page_and_data(render, "system", s, system_data(s), values)
    yield (
        "deployments.md",
        render("deployments.md", "deployments.md.j2", shown=shown, largest=largest, groups=compared(zoo), number=number),
        None,
    )
    for d in zoo.deployments.values():
        values = {
            "d": d,
            "rows": [(r, brief(d.readings(r))) for r in d.record.releases],
            "belief": belief_in_words,
            "meaning_state": meaning_state,
            "is_unpublished": is_unpublished,
            "shown": shown,
            "number": number,
        }
        yield from _page_and_data(render, "deployment", d.entry, deployment_data(d), values)


def _page_and_data(
    render: Callable[..., str], kind: str, entry: Entry[Any], data: Any, values: Mapping[str, Any]
) -> Iterator[Rendered]:
    """A record's page, and what programs read of it; ``values`` are the template's own."""
    record = entry.record
    path = f"{kind}s/{entry.id}.md"
    found = searched(record.name, entry.id, *(a.name for a in record.aliases))
    text = render(path, f"{kind}.md.j2", record=record, spellings=found, **values)
    yield path, text, Location(entry.source.path, 1, 1)
    yield f"api/v1/{kind}s/{entry.id}.json", _json(data), None


def searched(name: str, *others: str) -> list[str]:
    """The spellings under which a search should find a record, beside its title."""
    return new_words(name, [s for other in (name, *others) for s in spellings(other)])


def satisfied(zoo: Zoo, notion: str) -> list[Satisfied]:
    """The guarantees that name a notion, those that fail last."""
    found = [Satisfied(m, g) for m in zoo.mechanisms.values() for g in m.record.guarantees if g.notion == notion]
    return sorted(found, key=lambda s: (s.claim.fails, s.mechanism.name.casefold()))


def released(zoo: Zoo, notion: str) -> list[tuple[Deployment, list[Release]]]:
    """The deployments whose releases state a notion."""
    found = [(d, [r for r in d.record.releases if r.notion == notion]) for d in zoo.deployments.values()]
    return [(d, releases) for d, releases in found if releases]


def systems_with(zoo: Zoo, notion: str) -> list[Entry[Any]]:
    """The systems that promise a notion."""
    return [s for s in zoo.systems.values() if any(p.notion == notion and not p.fails for p in s.record.promises)]


@dataclass(frozen=True)
class PromiseLine:
    """A guarantee for a page: LaTeX of its equations and ranges, and its values at the example."""

    claim: Guarantee
    equations: tuple[str, ...]
    ranges: tuple[str, ...]
    conditions: tuple[str, ...]
    tight: str
    values: tuple[tuple[str, str, str], ...]
    meaning: str


def lines(zoo: Zoo, mechanism: Mechanism) -> list[PromiseLine]:
    """A mechanism's guarantees in the order of its record."""
    promised = {id(p.claim): p for p in mechanism.guarantees()}
    return [_line(zoo, mechanism, g, promised.get(id(g))) for g in mechanism.record.guarantees]


def _line(zoo: Zoo, mechanism: Mechanism, claim: Guarantee, promised: Promised | None) -> PromiseLine:
    symbols = _symbols(zoo, mechanism, claim)
    own = zoo[claim.notion].record
    theirs = own.symbols
    when = claim.tight.when if claim.tight is not None else None
    values = {} if promised is None else promised.values
    return PromiseLine(
        claim,
        tuple(equation(zoo, mechanism, claim)),
        tuple(c.latex(symbols) for c in (claim.free or {}).values()),
        tuple(c.latex(symbols) for c in claim.given),
        "" if when is None else when.latex(symbols),
        tuple(
            (name, theirs.get(name) or symbols.get(name, name), number(value, _outward(own, name)))
            for name, value in values.items()
        ),
        "" if claim.fails else meaning_state(values),
    )


def _outward(notion: NotionRecord, name: str) -> int:
    parameter = notion.parameters.get(name)
    return -1 if parameter is not None and parameter.direction is Direction.STRONGER else 1


@dataclass(frozen=True)
class Field:
    """A number that a reader may change: a parameter of the mechanism, or a free one of a guarantee."""

    name: str
    latex: str
    example: str


def fields(zoo: Zoo, mechanism: Mechanism) -> list[Field]:
    """The mechanism's parameters, then the free ones of its guarantees, at the example values."""
    record = mechanism.record
    found = {n: Field(n, p.latex, str(p.example)) for n, p in record.parameters.items()}
    numbers = {n: p.example.evaluate({}) for n, p in record.parameters.items()}
    for claim in record.guarantees:
        symbols = _symbols(zoo, mechanism, claim)
        for name, expression in (claim.example or {}).items():
            found.setdefault(name, Field(name, symbols[name], f"{expression.evaluate(numbers):.12g}"))
    return list(found.values())


def calculator(mechanism: Mechanism) -> Markup:
    """What the page's script needs to evaluate the guarantees: JSON that is safe inside a script element."""
    record = mechanism.record
    parameters = {
        name: {"integer": p.values is MechanismValues.INTEGER, "domain": export_constraint(p.domain_constraint), "says": p.domain}
        for name, p in record.parameters.items()
    }
    for claim in record.guarantees:
        for name, constraint in (claim.free or {}).items():
            parameters.setdefault(name, {"integer": False, "domain": export_constraint(constraint), "says": str(constraint)})
    data = {
        "parameters": parameters,
        "requires": [
            {"that": export_constraint(r.that), "because": r.because.rstrip("."), "field": min(r.that.names)}
            for r in record.requires
        ],
        "claims": [
            {"map": {n: export(e) for n, e in g.map.items()}, "given": [export_constraint(c) for c in g.given]}
            for g in record.guarantees
        ],
    }
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return Markup(text)  # noqa: S704  JSON without the sign that could end the element


def _symbols(zoo: Zoo, mechanism: Mechanism, claim: Guarantee) -> dict[str, str]:
    own = zoo[claim.notion].record
    theirs = own.symbols
    free = {name: _FREE.get(name) or theirs.get(name) or default_symbol(name) for name in claim.free or {}}
    return {**free, **mechanism.record.symbols}


def equation(zoo: Zoo, mechanism: Mechanism, claim: Guarantee) -> list[str]:
    """The guarantee's parameters as LaTeX equations in the mechanism's symbols."""
    symbols, found = _symbols(zoo, mechanism, claim), []
    theirs = zoo[claim.notion].record.symbols
    for name, expression in claim.map.items():
        left, right = theirs.get(name, name), expression.latex(symbols)
        if isinstance(expression, Name) and (left == right or expression.name in (claim.free or {})):
            found.append(right)
        elif left in {symbols.get(n) for n in expression.names}:
            found.append(rf"{left}_{{\mathrm{{result}}}} = {right}")
        else:
            found.append(f"{left} = {right}")
    return found


_FREE: Mapping[str, str] = {"epsilon_target": r"\varepsilon'", "delta_prime": r"\delta'"}


def number(value: float | None, sign: int = 1, digits: int = 4) -> str:
    """A number for a table: four significant digits, rounded up (down for sign -1); whole numbers in full.

    >>> number(65536), number(5840.0), number(1e-10), number(2.5562), number(3.8e7), number(0.1 + 0.2)
    ('65,536', '5,840', '10⁻¹⁰', '2.557', '3.8·10⁷', '0.3')
    """
    if value is None:
        return "not published"
    if math.isinf(value):
        return "∞"
    value = settled(value)
    if value == 0 or 1e-3 <= abs(value) < 1e6:
        whole = len(str(int(abs(value)))) if abs(value) >= 1e3 else 0
        return f"{float(rounded(value, sign, max(digits, whole))):,.10g}"
    mantissa, _, exponent = f"{rounded(value, sign, digits):.{digits - 1}e}".lower().partition("e")
    plain = mantissa.rstrip("0").rstrip(".")
    return ("" if plain == "1" else f"{plain}·") + "10" + str(int(exponent)).translate(SUPERSCRIPTS)


def is_unpublished(stated_value: Expression | Unpublished | str | None) -> bool:
    """Whether a release leaves a value out, or its record does not know it."""
    return isinstance(stated_value, Unpublished)


def shown(stated_value: Expression | Unpublished | str | None) -> str:
    """A stated value for a table; what is not published says so."""
    if isinstance(stated_value, Unpublished):
        return stated_value.words
    if isinstance(stated_value, Expression):
        return number(stated(stated_value), digits=10)
    return "" if stated_value is None else str(stated_value)


DIALS: Mapping[str, tuple[float, float]] = {"epsilon": (0.01, 20), "delta": (1e-12, 0.1), "mu": (0.01, 10), "rho": (1e-4, 20)}
"""What the dials of the page on meaning take (dpzoo/site/templates/meaning.md.j2)."""


def meaning_state(values: Mapping[str, float]) -> str:
    """The state of the page on meaning for a guarantee, as the fragment of its address; empty where the page has no such kind.

    >>> meaning_state({"epsilon": 4.0}), meaning_state({"epsilon": 1.0, "delta": 1e-6})
    ('epsilon=4', 'kind=approximate&epsilon=1&delta=1e-06')
    >>> meaning_state({"alpha": 2.0, "epsilon": 1.0})
    ''
    """
    shown = {name: outward(settled(value), 1, 6) for name, value in values.items()}
    if not all(low <= values[name] <= high for name, (low, high) in DIALS.items() if values.get(name)):
        return ""
    match values:
        case {"epsilon": _, "delta": delta, **rest} if not rest and delta > 0:
            return f"kind=approximate&epsilon={shown['epsilon']}&delta={shown['delta']}"
        case {"epsilon": _, "delta": 0, **rest} if not rest:
            return f"epsilon={shown['epsilon']}"
        case {"epsilon": _, **rest} if not rest:
            return f"epsilon={shown['epsilon']}"
        case {"xi": 0, "rho": _, **rest} if not rest:
            return f"kind=concentrated&rho={shown['rho']}"
        case {"mu": _, **rest} if not rest:
            return f"kind=gaussian&mu={shown['mu']}"
        case _:
            return ""


def brief(readings: tuple[AccumulatedRelease, ...]) -> list[AccumulatedRelease]:
    """The readings that are known, and one for all those that are not."""
    known, unknown = [r for r in readings if r.values is not None], [r for r in readings if r.values is None]
    longer = " and longer" if len(unknown) > 1 else ""
    return [*known, *(AccumulatedRelease(r.over + longer, None) for r in unknown[:1])]


def largest(deployment: Deployment) -> str:
    """The largest ε, or else ρ, that a release for the deployment's own unit has in one period, for a table; or why none."""
    own = [r for r in deployment.record.releases if r.unit is None] or deployment.record.releases
    known = [total for r in own if (total := deployment.per_period(r)) and "epsilon" in total]
    if known:
        most = max(known, key=lambda total: total["epsilon"])
        return number(most["epsilon"]) + (f" (δ = {number(most['delta'])})" if most.get("delta") else "")
    rhos = [total["rho"] for r in own if (total := deployment.per_period(r)) and "rho" in total]
    if rhos:
        return f"ρ = {number(max(rhos))}"
    stated_values = [v for r in own for v in r.values.values()]
    return next((v.words for v in stated_values if isinstance(v, Unpublished)), "–")


@dataclass(frozen=True)
class ComparedRelease:
    """A release of the table that compares deployments."""

    deployment: Deployment
    release: Release
    period: Mapping[str, float]
    year: Mapping[str, float] | None
    """Both as parameters of ``notion`` after conversion, where the notion has no ε of its own."""
    converted: bool


_GROUPS: Mapping[str, str] = {
    "report": "For one report or event",
    "day": "For one day",
    "week": "For one week",
    "month": "For one month",
    "lifetime": "For ever",
    "once": "Released once",
}
_COMMON_DELTA = 1e-10
"""At which guarantees without an ε of their own are read, as the Census reads its own."""


def compared(zoo: Zoo) -> list[tuple[str, list[ComparedRelease]]]:
    """Releases whose numbers are known, by the period of their unit, the least ε first.

    ρ-zCDP is read at the least ε of any mechanism with that ρ, at δ = 10⁻¹⁰; what follows for a year is by basic composition of
    the notion itself, converted afterwards. Releases that another one bounds are left out.
    """
    groups: dict[str, list[ComparedRelease]] = {}
    for d in zoo.deployments.values():
        for r in d.record.releases:
            per = d.per_period(r)
            if per is None or r.at_most is not None:
                continue
            unit = d.record.unit_of(r)
            year = d.after(r, 365) if unit.per.days is not None else None
            first, second = (_as_epsilon(zoo, r.notion, v) if v is not None else None for v in (per, year))
            if first is not None:
                groups.setdefault(unit.per.value, []).append(ComparedRelease(d, r, first, second, "epsilon" not in per))
    return [
        (title, sorted(groups[key], key=lambda c: (c.period["epsilon"], c.deployment.id)))
        for key, title in _GROUPS.items()
        if key in groups
    ]


def _as_epsilon(zoo: Zoo, notion: str, values: Mapping[str, float]) -> dict[str, float] | None:
    if "epsilon" in values:
        return dict(values)
    if notion != "zero-concentrated-dp":
        return None
    best = zoo.optimal([(notion, values)], "approximate-dp", delta=_COMMON_DELTA)
    return {"epsilon": float(best.upper), "delta": _COMMON_DELTA}


def _used(zoo: Zoo, mechanism: str) -> tuple[list[Entry[Any]], list[Deployment]]:
    """The systems and deployments that use a mechanism."""
    systems = [s for s in zoo.systems.values() if any(mechanism in stage.mechanisms for stage in s.record.stages)]
    return systems, [d for d in zoo.deployments.values() if any(r.mechanism == mechanism for r in d.record.releases)]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=False) + "\n"
