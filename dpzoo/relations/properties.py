"""Which properties follow: axioms go down ⊂ where they hold and up where they fail; composability is shared along ~."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.closure import Closure, Edge
from dpzoo.relations.derivations import append, chain
from dpzoo.relations.facts import Derivation, PropertyFact, Rule, Step

_K = RelationKind
Cells = Mapping[tuple[str, Property], Verdict]
"""Recorded verdicts."""


class Properties:
    """The verdicts on the properties of notions, recorded or derived."""

    def __init__(self, closure: Closure, cells: Cells) -> None:
        self.closure = closure
        self.cells = cells
        self._rows = cache(self._spread)

    def verdict(self, notion: str, which: Property) -> Verdict:
        """Whether ``notion`` has the property, asserted or derived."""
        place = self.closure.index[notion]
        holds, fails = self._rows(which)
        if holds >> place & 1:
            return Verdict.HOLDS
        return Verdict.FAILS if fails >> place & 1 else Verdict.OPEN

    def _spread(self, which: Property) -> tuple[int, int]:
        """The notions for which a property holds, and for which it fails, asserted or derived, as bitsets."""
        holds, fails = self._recorded(which, Verdict.HOLDS), self._recorded(which, Verdict.FAILS)
        if which is Property.COMPOSITION:
            classes = self.closure.reach(_K.STRONGER_THAN).members
            return sum(c for c in classes if c & holds), sum(c for c in classes if c & fails)
        extensions = self.closure.reach(_K.SPECIAL_CASE_OF)
        cases = self.closure.reach(_K.SPECIAL_CASE_OF, backwards=True)
        return cases.over(holds), extensions.over(fails)

    def _recorded(self, which: Property, verdict: Verdict) -> int:
        """The notions whose record gives this verdict, as a bitset."""
        return self.closure.row_of(name for (name, claimed), given in self.cells.items() if claimed is which and given is verdict)

    def explain(self, notion: str, which: Property) -> Derivation | None:
        """A shortest derivation of a property's verdict; None where it is open."""
        verdict = self.verdict(notion, which)
        if verdict is Verdict.OPEN:
            return None
        paths, source = min(self._sources(notion, which, verdict), key=lambda f: (sum(map(len, f[0])), f[1]))
        steps = [Step(PropertyFact(source, which, verdict), Rule.CELL)]
        if source == notion:
            return Derivation(tuple(steps))
        kind = _order(which)
        premises = [0, *(append(steps, chain(kind, path, self.closure.ids)) for path in paths)]
        steps.append(Step(PropertyFact(notion, which, verdict), _rule(which, verdict), tuple(premises)))
        return Derivation(tuple(steps))

    def _sources(self, notion: str, which: Property, verdict: Verdict) -> Iterator[tuple[list[list[Edge]], str]]:
        """The recorded verdicts from which this one follows, each with the paths that carry it."""
        kind, index = _order(which), self.closure.index
        for (name, claimed), given in self.cells.items():
            if claimed is not which or given is not verdict or name not in index:
                continue
            both = which is Property.COMPOSITION
            ends = [(notion, name)] if both or verdict is Verdict.HOLDS else []
            ends += [(name, notion)] if both or verdict is Verdict.FAILS else []
            paths = [self.closure.path(kind, index[a], index[b]) for a, b in ends]
            found = [path for path in paths if path is not None]
            if len(found) == len(paths):
                yield found, name


def _order(which: Property) -> RelationKind:
    """The order along which a property is shared or passed on."""
    return _K.STRONGER_THAN if which is Property.COMPOSITION else _K.SPECIAL_CASE_OF


def _rule(which: Property, verdict: Verdict) -> Rule:
    if which is Property.COMPOSITION:
        return Rule.COMPOSITION
    return Rule.AXIOM_DOWN if verdict is Verdict.HOLDS else Rule.AXIOM_UP
