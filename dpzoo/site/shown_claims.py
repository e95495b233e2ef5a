"""What the templates show of a claim: sentences, formulas, groups."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dpzoo.expressions import Constraint
from dpzoo.expressions.tree import Name, default_symbol
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.directions import Half
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

LONGEST: Final = 8
"""Longer lists of relations are folded …"""
SHOWN: Final = 6
"""… after this many."""


@dataclass(frozen=True, slots=True)
class MapWay:
    """One direction of an equivalence; without same ones and equations no formula is recorded."""

    start: Notion
    end: Notion
    same: tuple[str, ...]
    equations: tuple[str, ...]
    ranges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim as it reads on the page of one of its two notions."""

    claim: Claim
    other: Notion
    symbol: str
    words: str
    same: tuple[str, ...]
    """LaTeX of the parameters that stay as they are."""
    equations: tuple[str, ...]
    """LaTeX of 'their parameter = expression in ours'."""
    ranges: tuple[str, ...]
    """LaTeX of the ranges of free parameters."""
    choices: tuple[tuple[str, str], ...]
    """Structural parameters (LaTeX; empty where the value names its own) and the values chosen (prose)."""
    conditions: tuple[str, ...]
    """Side conditions in words."""
    limits: tuple[str, ...]
    """Side conditions on parameters, as LaTeX."""
    outgoing: bool
    ways: tuple[MapWay, ...] = ()
    """Of an equivalence what it gives in each direction, that from the page's notion first; a map goes one way."""


@dataclass(frozen=True, slots=True)
class Group:
    """Claims under one heading."""

    title: str
    note: str
    lines: tuple[ClaimLine, ...]
    named_only: tuple[ClaimLine, ...] = ()
    """Claims that are only named here, with a link to where they stand: there may be dozens."""

    @property
    def first(self) -> tuple[ClaimLine, ...]:
        """What a reader sees at once: all, unless that is long."""
        return self.lines if len(self.lines) <= LONGEST else self.lines[:SHOWN]

    @property
    def rest(self) -> tuple[ClaimLine, ...]:
        """What unfolds."""
        return self.lines[len(self.first) :]


_INVERSE_SYMBOL = {
    RelationKind.STRONGER_THAN: "≺",
    RelationKind.IMPLIES: "⟸",
    RelationKind.SPECIAL_CASE_OF: "⊃",
    RelationKind.EQUIVALENT_TO: "~",
    RelationKind.SAME_AS: "=",
    RelationKind.NOT_STRONGER_THAN: "⊀",
    RelationKind.DOES_NOT_IMPLY: "⇍",
    RelationKind.NOT_SPECIAL_CASE_OF: "⊅",
}


_EQUATION: Final = re.compile(r"\$?\\?\w+\([^()]*\)\s*=")


def names_what_it_defines(value: str) -> bool:
    r"""Whether a chosen value is an equation that begins with what it defines, so that no symbol is needed before it.

    >>> [names_what_it_defines(v) for v in (r"$f(t)=t\ln t$", r"$\rho(\tau)=2^{-|\tau|}$", "all priors")]
    [True, True, False]
    """
    return _EQUATION.match(value) is not None


def line(zoo: Zoo, claim: Claim, seen_from: str) -> ClaimLine:
    """``claim`` as it reads on the page of ``seen_from``."""
    outgoing = claim.subject == seen_from
    subject, target = zoo[claim.subject], zoo[claim.object]
    ways = [MapWay(zoo[h.start], zoo[h.end], *mapped(h, zoo[h.start], zoo[h.end])) for h in zoo.halves(claim)]
    same, equations, ranges = ways[0].same, ways[0].equations, ways[0].ranges
    both = claim.kind is RelationKind.EQUIVALENT_TO
    if both:
        same = equations = ranges = ()
    symbols = {**target.record.symbols, **subject.record.symbols}
    limits = [g for g in claim.relation.given if isinstance(g, Constraint)]
    return ClaimLine(
        claim=claim,
        other=target if outgoing else subject,
        symbol=claim.kind.symbol if outgoing else _INVERSE_SYMBOL[claim.kind],
        words=claim.kind.words if outgoing else claim.kind.inverse_words,
        same=same,
        equations=equations,
        ranges=ranges,
        choices=tuple(
            ("" if names_what_it_defines(value) else _choice_symbol(name, value, subject, target), value)
            for name, value in (claim.relation.at or {}).items()
        ),
        conditions=tuple(CONDITIONS[g].meaning for g in claim.relation.given if isinstance(g, str)),
        limits=tuple(g.latex(symbols) for g in limits),
        outgoing=outgoing,
        ways=tuple(ways if outgoing else reversed(ways)) if both else (),
    )


def _choice_symbol(name: str, value: str, subject: Notion, target: Notion) -> str:
    """The symbol of a chosen parameter of the target, with a prime where the subject has an amount of this name, too."""
    symbol = target.record.symbols.get(name) or default_symbol(name)
    return f"{symbol}'" if name in subject.record.quantitative and not value.startswith("the same") else symbol


def mapped(half: Half, start: Notion, end: Notion) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Unchanged parameters, equations and ranges; an end's symbol gets a prime where the start uses it for something else."""
    own, theirs = start.record.symbols, end.record.symbols
    inside = {**own, **{name: theirs[name] for name in half.free if name in theirs}}
    same, equations = [], []
    mapping = half.map or {}
    used = {own.get(n) for e in mapping.values() for n in e.names}
    for name, expression in mapping.items():
        symbol = theirs.get(name) or default_symbol(name)
        value = expression.latex(inside)
        if isinstance(expression, Name) and value == symbol:
            if expression.name not in half.free:
                same.append(symbol)
            continue
        equations.append(f"{_primed(symbol) if symbol in used else symbol} = {value}")
    ranges = tuple(constraint.latex({**own, **theirs}) for constraint in half.free.values())
    return tuple(same), tuple(equations), ranges


def _primed(symbol: str) -> str:
    return f"{{{symbol}}}'"


def groups(zoo: Zoo, notion: Notion) -> list[Group]:
    """The claims about a notion, in the order in which a reader asks; empty groups are left out."""
    k = RelationKind
    outgoing = [line(zoo, c, notion.id) for c in notion.outgoing]
    incoming = [line(zoo, c, notion.id) for c in notion.incoming if c.subject != notion.id]
    # of several formulas for one pair a tight one stands first
    by_use = sorted((*outgoing, *incoming), key=lambda entry: (entry.other.prominence, entry.claim.relation.tight is None))
    standing = [entry for entry in by_use if not entry.claim.disputed]

    def pick(kinds: Iterable[RelationKind], out: bool | None) -> tuple[ClaimLine, ...]:
        wanted = frozenset(kinds)
        return tuple(entry for entry in standing if entry.claim.kind in wanted and (out is None or entry.outgoing is out))

    strength = (k.STRONGER_THAN, k.IMPLIES)
    negative = (k.NOT_STRONGER_THAN, k.DOES_NOT_IMPLY, k.NOT_SPECIAL_CASE_OF)
    found = [
        Group("Equivalent", "Each gives the other, up to a change of parameters.", pick((k.EQUIVALENT_TO, k.SAME_AS), None)),
        Group("Stronger", "These give you this notion.", pick(strength, False)),
        Group("Weaker", "This notion gives you these.", pick(strength, True)),
        Group("Extensions", "This notion is a special case of these.", pick((k.SPECIAL_CASE_OF,), True)),
        Group("Special cases", "These are this notion at some choice of its parameters.", pick((k.SPECIAL_CASE_OF,), False)),
        Group("Separations", "What is known not to follow.", pick(negative, True), pick(negative, False)),
        Group(
            "Printed, but refuted",
            "Claims of the literature that fail as printed; the erratum says why and what holds instead.",
            tuple(entry for entry in by_use if entry.claim.disputed),
        ),
    ]
    return [g for g in found if g.lines or g.named_only]
