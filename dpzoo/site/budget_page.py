"""The page that adds up a list of mechanisms and guarantees: the names that its script knows, and what it says of each rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dpzoo.expressions.exporting import export, export_constraint
from dpzoo.mechanisms.accounting.composing import NEIGHBOURS, RULES
from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.mechanisms.accounting.language import fold
from dpzoo.mechanisms.accounting.naming import (
    COMBINING,
    COMBINING_SAME,
    EXAMPLES,
    KINDS,
    SAME,
    SENSITIVE,
    WRITTEN,
    WRITTEN_SAME,
)
from dpzoo.records.mechanism import Guarantee, MechanismValues
from dpzoo.zoo.accounting import kind_of
from dpzoo.zoo.practice import Mechanism
from dpzoo.zoo.zoo import Zoo

_IN_THE_PAGE: Final[Mapping[str, str]] = {
    "losses": "numerical composition of privacy losses on a grid, rounded up, with an estimated margin for errors of floats",
}
QUESTIONS: Final = (
    ("100 Gaussian and 3 Laplace counts", "epsilon", "gaussian(sigma=10)*100\nlaplace(b=10)*3"),
    ("DP-SGD, 1,000 steps", "epsilon", "poisson(q=0.01, gaussian(sigma=1))*1000"),
    ("three (1, 10⁻⁶)-DP releases", "epsilon", "(1, 1e-6)-DP*3"),
    ("a clipped sum and two zCDP releases", "epsilon", "gaussian(sigma=40, sensitivity=5)\n0.01-zCDP*2"),
    ("Which σ do 100 queries need?", "solve", "gaussian(sigma=?)*100"),
    ("How many steps are left?", "solve", "poisson(q=0.01, gaussian(sigma=1))*?"),
)
"""Lists to begin with: what each is called, what is asked for, and the list."""
_SAYS: Final[Mapping[str, str]] = {
    "gaussian": "normal noise; the sensitivity is in the ℓ₂ norm",
    "laplace": "Laplace noise on one number; give b or epsilon",
    "discrete_laplace": "two-sided geometric noise on a whole number",
    "discrete_gaussian": "discrete Gaussian noise on a whole number",
    "randomized_response": "tells the truth with probability p, of k answers",
    "exponential": "the exponential mechanism, by its bounded range",
    "pure": "a guarantee: ε-DP",
    "approximate": "a guarantee: (ε, δ)-DP",
    "zcdp": "a guarantee: (ξ, ρ)-zCDP",
    "gdp": "a guarantee: μ-Gaussian DP",
    "rdp": "a guarantee: (α, ε)-Rényi DP",
    "range_bounded": "a guarantee: losses within a range of length ε",
    "iteration": "a record used once in noisy iteration, so many steps before the end",
    "poisson": "what runs on a Poisson sample of rate q",
    "subsample": "what runs on a uniform sample of a fraction q, without replacement",
    "group": "what holds for k records together",
    "user": "the same, for a user with m records",
    "replace": "from added or removed records to replaced ones",
    "shuffle": "the reports of n people in random order, each with local loss ε",
    "parallel": "on parts of the data that share no record",
    "compose": "several together, inside another one",
}


def names(zoo: Zoo | None = None) -> dict[str, Any]:
    """How mechanisms and combinators may be spelt, for ``site/assets/parts.js``; with a zoo, what its mechanisms promise, too."""
    return {
        "written": {
            n: {"text": w.text, "order": w.order, "optional": dict(w.optional), "same": dict(w.same)} for n, w in WRITTEN.items()
        },
        "writtenSame": dict(WRITTEN_SAME),
        **({} if zoo is None else _records(zoo)),
        "kinds": {n: {"order": k.order, "optional": list(k.optional), "same": dict(k.same)} for n, k in KINDS.items()},
        "same": dict(SAME),
        "sensitive": sorted(SENSITIVE),
        "combining": dict(COMBINING),
        "combiningSame": dict(COMBINING_SAME),
        "examples": dict(EXAMPLES),
    }


def _records(zoo: Zoo) -> dict[str, Any]:
    """Mechanism records whose guarantees add up, by id; and these ids by the mechanisms' other names."""
    known = {m.id: r for m in zoo.mechanisms.values() if (r := _record(zoo, m)) is not None}
    called: dict[str, list[str]] = {}
    for m in zoo.mechanisms.values():
        for name in dict.fromkeys(fold(n) for n in (m.id, m.name, *(a.name for a in m.record.aliases))):
            called.setdefault(name, []).append(m.id)
    return {"records": known, "called": {n: ids[0] for n, ids in called.items() if len(ids) == 1 and ids[0] in known}}


def _record(zoo: Zoo, mechanism: Mechanism) -> dict[str, Any] | None:
    record = mechanism.record
    guarantees = [g for claim in record.guarantees if (g := _guarantee(zoo, claim)) is not None]
    if not guarantees:
        return None
    return {
        "name": record.name,
        "parameters": {
            n: {
                "domain": export_constraint(p.domain_constraint),
                "says": str(p.domain),
                "whole": p.values is MechanismValues.INTEGER,
            }
            for n, p in record.parameters.items()
        },
        "requires": [{"that": export_constraint(r.that), "because": r.because.rstrip(".")} for r in record.requires],
        "guarantees": guarantees,
    }


def _guarantee(zoo: Zoo, claim: Guarantee) -> dict[str, Any] | None:
    if claim.fails or claim.provided is not None or claim.notion not in zoo:
        return None
    try:
        kind, _ = kind_of(zoo, zoo[claim.notion])
    except AccountingError:
        return None
    return {
        "kind": kind,
        "values": {n: export(e) for n, e in claim.map.items() if n in KINDS[kind].order},
        "uses": sorted({n for e in claim.map.values() for n in e.names}),
        "free": {n: export_constraint(c) for n, c in (claim.free or {}).items()},
        "given": [export_constraint(c) for c in claim.given],
        "neighbours": claim.neighbours.value,
        "name": claim.name or "",
    }


def page(zoo: Zoo) -> dict[str, Any]:
    """What the template needs."""
    inner = "laplace(b=1)"
    rows = [(n, f"{n}({', '.join(_written(p, p in k.optional) for p in k.order)})", _SAYS[n]) for n, k in KINDS.items()]
    rows += [(n, EXAMPLES.get(n, f"{n}({inner})"), _SAYS[n]) for n in COMBINING]
    return {
        "data": {"names": names(zoo), "rules": {**RULES, **_IN_THE_PAGE}, "neighbours": dict(NEIGHBOURS)},
        "questions": QUESTIONS,
        "rows": rows,
    }


def _written(parameter: str, optional: bool) -> str:
    return f"[{parameter}]" if optional else parameter
