"""Facts about a notion that follow from the records, each with the claims that it follows from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dpzoo.expressions.tree import Name, default_symbol
from dpzoo.records.enums import Grade, RelationKind
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Edge
from dpzoo.relations.conversion import Converter
from dpzoo.relations.derivations import chain
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import ORDERS, Rule
from dpzoo.relations.reachability import bits
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_K = RelationKind


@dataclass(frozen=True, slots=True)
class Derived:
    """A fact about the notion at hand and ``other``: its chain of claims, the rules used, and the map where there is one."""

    other: Notion
    path: tuple[Claim, ...]
    rules: tuple[str, ...]
    grade: Grade
    equations: tuple[str, ...] = ()
    """LaTeX of 'their parameter = expression in ours'."""
    ranges: tuple[str, ...] = ()
    """LaTeX of what the equations need."""
    start: str = ""
    """The id of the notion that the chain begins at."""
    kind: RelationKind = _K.STRONGER_THAN

    @property
    def steps(self) -> tuple[tuple[Claim, str], ...]:
        """Each claim with the id of the notion that it leads to."""
        here, found = self.start, []
        for claim in self.path:
            here = claim.subject if claim.object == here else claim.object
            found.append((claim, here))
        return tuple(found)

    @property
    def ends(self) -> tuple[str, ...]:
        """The ids of the notions that its claims are about, each once."""
        return tuple(dict.fromkeys(n for claim in self.path for n in (claim.subject, claim.object)))


@dataclass(frozen=True, slots=True)
class DerivedGroup:
    """Derived facts under one heading."""

    title: str
    note: str
    facts: tuple[Derived, ...]
    outgoing: bool
    """Whether the facts lead from the notion at hand to the others, and so do the maps."""

    @property
    def anchor(self) -> str:
        """Where the page with all relations of the notion shows the facts."""
        return f"follows-{self.title.lower().replace(' ', '-')}"

    @property
    def used(self) -> tuple[Derived, ...]:
        """The facts about notions that people use."""
        return tuple(f for f in self.facts if f.other.record.landmark)

    @property
    def by_map(self) -> list[tuple[tuple[str, ...], tuple[str, ...], list[Derived]]]:
        """The facts about notions that people use under their equations and ranges; those without a map come first."""
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Derived]] = {}
        for fact in self.used:
            found.setdefault((fact.equations, fact.ranges), []).append(fact)
        ordered = sorted(found.items(), key=lambda item: (bool(item[0][0]), -len(item[1])))
        return [(equations, ranges, facts) for (equations, ranges), facts in ordered]


@dataclass(frozen=True, slots=True)
class Refuted:
    """What is refuted about a notion without a claim that says so, in both directions."""

    not_given: tuple[Notion, ...]
    """What the notion is not stronger than."""
    not_giving: tuple[Notion, ...]
    """What is not stronger than the notion."""


class Consequences:
    """The derived facts of a zoo, page by page."""

    def __init__(self, zoo: Zoo) -> None:
        self._zoo = zoo
        self._inference = zoo.inference
        self._converter = Converter(zoo.base, zoo.inference.claims)

    @cached_property
    def _trees(self) -> Mapping[RelationKind, Sequence[Mapping[int, Edge]]]:
        """For each order and each notion the edges by which a search from it first reached the others."""
        inference = self._inference
        return {kind: [inference.closure.tree(kind, i) for i in range(len(inference.ids))] for kind in ORDERS}

    @cached_property
    def _asserted(self) -> Mapping[tuple[str, str], frozenset[RelationKind]]:
        found: dict[tuple[str, str], set[RelationKind]] = {}
        for claim in self._inference.claims:
            if claim.lift is not None:
                continue  # no record says so
            found.setdefault((claim.subject, claim.object), set()).add(claim.kind)
        return {pair: frozenset(kinds) for pair, kinds in found.items()}

    def _said(self, first: str, second: str, *kinds: RelationKind) -> bool:
        """Whether a record says so of the two, in the direction of ``first`` where the kind has one."""
        there, back = self._asserted.get((first, second), frozenset()), self._asserted.get((second, first), frozenset())
        either = frozenset({_K.EQUIVALENT_TO, _K.SAME_AS}) & frozenset(kinds)
        return bool(there & frozenset(kinds) or back & either)

    def groups(self, notion: Notion) -> list[DerivedGroup]:
        """What follows about ``notion``, in the order of the asserted groups; empty groups are left out."""
        strength = self._inference.reach(_K.STRONGER_THAN)
        own = self._inference.index[notion.id]
        below, above = strength.row(own), self._inference.reach(_K.STRONGER_THAN, backwards=True).row(own)
        same = below & above & ~(1 << own)
        gives, given = self._inference.reach(_K.IMPLIES).row(own), self._inference.reach(_K.IMPLIES, backwards=True).row(own)
        wider = self._inference.reach(_K.SPECIAL_CASE_OF).row(own)
        narrower = self._inference.reach(_K.SPECIAL_CASE_OF, backwards=True).row(own)
        alike, order, only = (_K.EQUIVALENT_TO, _K.SAME_AS), (_K.STRONGER_THAN,), (_K.IMPLIES,)
        special, both = _K.SPECIAL_CASE_OF, (*order, *only, *alike)
        cases = (special, _K.SAME_AS)

        def group(
            title: str, note: str, kind: RelationKind, others: int, said: tuple[RelationKind, ...], *, out: bool
        ) -> DerivedGroup:
            return DerivedGroup(title, note, self._facts(notion, kind, others, said, forward=out), out)

        found = [
            group("Equivalent", "Each gives the other.", _K.STRONGER_THAN, same, alike, out=True),
            group("Stronger", "These give you this notion.", _K.STRONGER_THAN, above & ~same, both, out=False),
            group(
                "Implying it",
                "At every level they give some level of this notion.",
                _K.IMPLIES,
                given & ~above,
                only,
                out=False,
            ),
            group("Weaker", "This notion gives you these.", _K.STRONGER_THAN, below & ~same, both, out=True),
            group(
                "Implied",
                "At every level this notion gives some level of these.",
                _K.IMPLIES,
                gives & ~below,
                only,
                out=True,
            ),
            group("Extensions", "This notion is a special case of these.", special, wider, cases, out=True),
            group("Special cases", "These are special cases of this notion.", special, narrower, cases, out=False),
        ]
        return [g for g in found if g.facts]

    def _facts(
        self, notion: Notion, kind: RelationKind, others: int, said: tuple[RelationKind, ...], *, forward: bool
    ) -> tuple[Derived, ...]:
        ids = self._inference.ids
        found = []
        for j in bits(others & ~(1 << self._inference.index[notion.id])):
            first, second = (notion.id, ids[j]) if forward else (ids[j], notion.id)
            if not self._said(first, second, *said):
                found.append(self._fact(kind, first, second, ids[j]))
        return tuple(sorted(found, key=lambda f: (f.other.prominence[0], len(f.path), f.other.prominence)))

    def _fact(self, kind: RelationKind, first: str, second: str, other: str) -> Derived:
        start, end = self._inference.index[first], self._inference.index[second]
        tree = self._trees[kind][start]
        path: list[Edge] = []
        while end != start:
            path.append(tree[end])
            end = path[-1].start
        path.reverse()
        direct = self._inference.by_blocks(kind, first, second) if len(path) > 1 else None
        if direct is not None and (direct.relation.map is not None or self._map(first, second, path) == ((), ())):
            path = [Edge(self._inference.index[first], self._inference.index[second], direct, NONE)]
        derivation = chain(kind, path, self._inference.ids)
        rules = dict.fromkeys(s.rule.value for s in derivation.steps if s.rule not in (Rule.CLAIM, Rule.LIFTED))
        equations, ranges = self._map(first, second, path)
        return Derived(
            self._zoo[other],
            tuple(e.claim for e in path),
            tuple(rules),
            min((e.claim.grade for e in path), key=lambda g: g.rank),
            equations,
            ranges,
            first,
            kind,
        )

    def _map(self, first: str, second: str, path: Sequence[Edge]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The composed map as LaTeX; nothing where the maps in the chain do not compose, or only rename parameters."""
        composed = self._converter.along(first, [(self._inference.ids[e.end], e.claim) for e in path])
        if composed is None:
            return (), ()
        own, theirs = self._zoo[first].record.symbols, self._zoo[second].record.symbols
        symbols = {**{n: _indexed(n, theirs) for n in composed.ranges}, **own}
        for name, expression in composed.formulas.items():
            # what is free stays free, under the name that it has there
            symbol = theirs.get(name) or default_symbol(name)
            if isinstance(expression, Name) and expression.name in composed.ranges and symbol not in symbols.values():
                symbols[expression.name] = symbol
        used = {symbols.get(n) for e in composed.formulas.values() for n in e.names}
        equations = []
        for name, expression in composed.formulas.items():
            symbol = theirs.get(name) or default_symbol(name)
            value = expression.latex(symbols)
            if not (isinstance(expression, Name) and value == symbol):
                equations.append(f"{_primed(symbol) if symbol in used else symbol} = {value}")
        ranges = tuple(dict.fromkeys(c.latex(symbols) for c in (*composed.ranges.values(), *composed.needed)))
        return tuple(equations), ranges if equations else ()

    def refuted(self, notion: Notion) -> Refuted:
        """The notions that are known not to be weaker, and not to be stronger, without a claim that says so."""
        inference = self._inference
        own = inference.index[notion.id]
        denied = inference.denied(_K.STRONGER_THAN)
        negative = (_K.NOT_STRONGER_THAN, _K.DOES_NOT_IMPLY)

        def named(positions: Iterator[int], forward: bool) -> tuple[Notion, ...]:
            pairs = ((notion.id, inference.ids[j], j) if forward else (inference.ids[j], notion.id, j) for j in positions)
            left = [self._zoo[inference.ids[j]] for a, b, j in pairs if not self._said(a, b, *negative)]
            return tuple(sorted(left, key=lambda n: n.prominence))

        return Refuted(named(iter(bits(denied[own])), True), named(iter(bits(self._denying[own])), False))

    @cached_property
    def _denying(self) -> list[int]:
        """For each notion those that are refuted to be stronger, as bitsets: the refutations read backwards."""
        rows = [0] * len(self._inference.ids)
        for i, row in enumerate(self._inference.denied(_K.STRONGER_THAN)):
            for j in bits(row):
                rows[j] |= 1 << i
        return rows


def _indexed(name: str, symbols: Mapping[str, str]) -> str:
    """LaTeX of a free parameter of the way: ``delta_2`` is the δ of the second claim."""
    base, _, number = name.partition("_")
    symbol = symbols.get(base) or default_symbol(base)
    return rf"{{{symbol}}}_{{{number}}}" if number.isdigit() else symbol


def _primed(symbol: str) -> str:
    return f"{{{symbol}}}'"
