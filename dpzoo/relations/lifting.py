"""From facts about blocks to relations between notions (the rules are stated and proved on the page "Blocks and what they give").

All rules compare notions over one universe whose pairs are put together alike. The order of standards is read off the notions
that stand for them on one record, where any two laws occur on neighbouring datasets; that of units stands in their records.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.substitution import substitute, substitute_in_constraint
from dpzoo.expressions.tree import Name
from dpzoo.records.block_records import OUTPUT, WORST_PAIR, UnitFact, UnitRecord
from dpzoo.records.claims import Relation
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import BlockFact, Claim, Lift
from dpzoo.relations.forms import NUMBER, Form, forms
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import bits

_K = RelationKind
Given = tuple[str | Constraint, ...]
Maps = tuple[dict[str, Expression], dict[str, Constraint] | None]
PURE = "epsilon-dp"
_MAX_DIVERGENCE = "max-divergence"
BY_BLOCKS = "by-blocks"
"""The suffix of the ids of lifted claims."""


class LiftRule(StrEnum):
    """The rules that lift facts about blocks to notions, by their numbers on the page that proves them."""

    STANDARD = "R1"
    WITHIN = "R2"
    COUPLED = "R3"
    STEPS = "R4"
    LAWS = "R5"
    INVARIANT = "R6"
    ONE_ORDER = "R6'"
    DISTANCE = "R7"
    SAME = "R9"
    VIEW = "R11"
    DISCLOSURE = "R13"
    PAIR = "R14"

    @property
    def words(self) -> str:
        """What the rule says, for a reader of a derivation."""
        return _WORDS[self]


_WORDS = {
    LiftRule.STANDARD: "an order of standards holds for every unit",
    LiftRule.WITHIN: "every compared pair of the one is compared by the other",
    LiftRule.COUPLED: "every compared pair of the one mixes pairs that the other compares, which the standard allows",
    LiftRule.STEPS: "every compared pair of the one is a chain of pairs that the other compares",
    LiftRule.LAWS: "two laws that separate the standards, one on each side of a pair",
    LiftRule.INVARIANT: "publishing what the neighbours of the one never change",
    LiftRule.ONE_ORDER: "an output that becomes possible only along the compared order",
    LiftRule.DISTANCE: "a loss that adds up along ever longer chains",
    LiftRule.SAME: "the same blocks",
    LiftRule.DISCLOSURE: "the one lets a mechanism give away what the other refuses",
    LiftRule.PAIR: "two laws that separate the standards, on a pair that a notion of its own shape bounds",
    LiftRule.VIEW: "what the one sees is a function of what the other sees",
}


@dataclass(frozen=True, slots=True)
class _Link:
    """From a unit to one whose pairs it covers: by inclusion, by coupling, or in steps."""

    rule: LiftRule
    fact: BlockFact


@dataclass(frozen=True, slots=True)
class _Mode:
    """What a standard allows of links: mixing, and chains."""

    mixing: bool
    chains: bool

    def allows(self, rule: LiftRule) -> bool:
        return (rule is not LiftRule.COUPLED or self.mixing) and (rule is not LiftRule.STEPS or self.chains)


class Lifting:
    """What follows from the blocks of a base's notions, given what follows from its asserted claims."""

    def __init__(self, base: KnowledgeBase, asserted: Inference) -> None:
        self.base = base
        self.asserted = asserted
        self.forms: Sequence[Form] = tuple(forms(base).values())
        self.units: Mapping[str, UnitRecord] = {i: e.record for i, e in base.blocks.units.items()}
        self.index = {f.notion: k for k, f in enumerate(self.forms)}

    # standards ----------------------------------------------------------------------------------------------------

    @cached_property
    def _home(self) -> Mapping[str, str]:
        known = self.asserted.index
        return {i: e.record.notion for i, e in self.base.blocks.standards.items() if e.record.notion in known}

    @cached_property
    def _by_standard(self) -> Mapping[str, int]:
        """The notions with each standard, as a bitset of positions in ``forms``, without those that fix a structural argument."""
        found = dict.fromkeys(self._home, 0)
        for k, f in enumerate(self.forms):
            if f.measure.standard in found and not _fixed(f.measure.arguments):
                found[f.measure.standard] |= 1 << k
        return found

    def _holds(self, standard: str, which: Property) -> bool:
        return self.asserted.verdict(self._home[standard], which) is Verdict.HOLDS

    @cached_property
    def _modes(self) -> Mapping[tuple[str, RelationKind], _Mode]:
        found = {}
        for standard in self._home:
            mixing = self._holds(standard, Property.CONVEXITY)
            steps = self.base.blocks.standards[standard].record.steps
            steps = steps if steps is not None and steps.total else None
            found[standard, _K.IMPLIES] = _Mode(mixing, steps is not None)
            found[standard, _K.STRONGER_THAN] = _Mode(mixing, steps is not None and steps.every_level)
        return found

    @cached_property
    def _above(self) -> Mapping[tuple[RelationKind, str], tuple[str, ...]]:
        """For each standard those that it bounds, by the asserted order of the notions that stand for them."""
        found = {}
        for kind in (_K.STRONGER_THAN, _K.IMPLIES):
            reach = self.asserted.reach(kind)
            for s, home in self._home.items():
                row = reach.row(self.asserted.index[home])
                found[kind, s] = tuple(t for t, other in self._home.items() if row >> self.asserted.index[other] & 1)
        return found

    @cached_property
    def _apart(self) -> Mapping[tuple[RelationKind, str], tuple[str, ...]]:
        """For each standard those from which some laws separate it."""
        found = {}
        for kind in (_K.STRONGER_THAN, _K.IMPLIES):
            denied = self.asserted.refutation.denied_by_claims(kind)
            for s, home in self._home.items():
                # of a pair that is both given and denied, which is a contradiction, nothing is lifted
                row = denied[self.asserted.index[home]] & ~self.asserted.reach(kind).row(self.asserted.index[home])
                found[kind, s] = tuple(t for t, other in self._home.items() if row >> self.asserted.index[other] & 1)
        return found

    def _one_order(self, standard: str, other: str) -> bool:
        """Whether a recorded claim gives the other standard from a single order of the pair."""
        listed = set(self.base.blocks.standards[standard].record.one_order)
        return self._home[other] in listed

    # units --------------------------------------------------------------------------------------------------------

    @cached_property
    def _links(self) -> Mapping[str, tuple[tuple[str, _Link, Given], ...]]:
        """From each unit the units that it covers, each with the link and its conditions."""
        found: dict[str, list[tuple[str, _Link, Given]]] = {u: [] for u in self.units}
        for u, record in self.units.items():
            for key, rule, facts in (
                ("within", LiftRule.WITHIN, record.within),
                ("coupled_into", LiftRule.COUPLED, record.coupled_into),
            ):
                for k, fact in enumerate(facts):
                    # mixing is known of standards where both orders of a pair are bounded
                    if fact.unit in found and (rule is LiftRule.WITHIN or self.units[fact.unit].both_orders):
                        found[fact.unit].append((u, _Link(rule, BlockFact(u, key, k, fact.unit)), fact.given))
            for k, chain in enumerate(record.reaches):
                if chain.unit in found:
                    found[u].append((chain.unit, _Link(LiftRule.STEPS, BlockFact(u, "reaches", k, chain.unit)), chain.given))
        return {u: tuple(links) for u, links in found.items()}

    @cached_property
    def _paths(self) -> dict[tuple[str, _Mode], Mapping[str, tuple[_Link, ...]]]:
        return {}

    def _covered(self, unit: str, mode: _Mode) -> Mapping[str, tuple[_Link, ...]]:
        """The units that ``unit`` covers unconditionally, each with a shortest path of links."""
        known = self._paths.get((unit, mode))
        if known is None:
            known = self._paths[unit, mode] = self._search(unit, mode)
        return known

    def _search(self, unit: str, mode: _Mode) -> dict[str, tuple[_Link, ...]]:
        found: dict[str, tuple[_Link, ...]] = {unit: ()}
        queue = deque([unit])
        while queue:
            here = queue.popleft()
            for there, link, given in self._links[here]:
                if there not in found and not given and mode.allows(link.rule):
                    found[there] = (*found[here], link)
                    queue.append(there)
        return found

    @cached_property
    def _by_unit(self) -> Mapping[str, int]:
        found = dict.fromkeys(self.units, 0)
        for k, f in enumerate(self.forms):
            found[f.compared.unit] |= 1 << k
        return found

    def _over(self, units: Mapping[str, object]) -> int:
        row = 0
        for u in units:
            row |= self._by_unit[u]
        return row

    @cached_property
    def _joined(self) -> Mapping[tuple[str, str], tuple[BlockFact, ...]]:
        """Pairs of units of which the first never joins some pair of the second, closed under covering."""
        everything = _Mode(mixing=True, chains=True)
        direct = [
            (u, f.unit, BlockFact(u, "never_joins", k, f.unit))
            for u, record in self.units.items()
            for k, f in enumerate(record.never_joins)
            if f.unit in self.units and not f.given
        ]
        return self._spread(direct, everything)

    @cached_property
    def _far(self) -> Mapping[tuple[str, str], tuple[BlockFact, ...]]:
        """Pairs of units of which the second has pairs at unbounded distance in the first, closed under covering."""
        bounded = _Mode(mixing=False, chains=True)
        direct = [
            (u, f.unit, BlockFact(u, "far_from", k, f.unit))
            for u, record in self.units.items()
            for k, f in enumerate(record.far_from)
            if f.unit in self.units and not f.given
        ]
        return self._spread(direct, bounded)

    def _reached(self, direct: Iterable[tuple[str, str]], mode: _Mode) -> Mapping[str, int]:
        """For each unit the notions over those that it never joins (or is far from), as :meth:`_spread` has them one by one."""
        above: dict[str, int] = {}
        for larger in self.units:
            for smaller, path in self._covered(larger, mode).items():
                if all(x.rule is not LiftRule.STEPS or self.units[x.fact.block].point_masses for x in path):
                    above[smaller] = above.get(smaller, 0) | self._by_unit[larger]
        found: dict[str, int] = {}
        for first, second in direct:
            for smaller in self._covered(first, mode):
                found[smaller] = found.get(smaller, 0) | above[second]
        return found

    def _named(self, key: str) -> list[tuple[str, str]]:
        return [
            (u, f.unit) for u, record in self.units.items() for f in getattr(record, key) if f.unit in self.units and not f.given
        ]

    @cached_property
    def _over_joined(self) -> Mapping[str, int]:
        return self._reached(self._named("never_joins"), _Mode(mixing=True, chains=True))

    @cached_property
    def _over_far(self) -> Mapping[str, int]:
        return self._reached(self._named("far_from"), _Mode(mixing=False, chains=True))

    def _spread(self, direct: Sequence[tuple[str, str, BlockFact]], mode: _Mode) -> dict[tuple[str, str], tuple[BlockFact, ...]]:
        """A first unit may be replaced by one that it covers, a second one by one that covers it."""
        covering: dict[str, list[tuple[str, tuple[_Link, ...]]]] = {u: [] for u in self.units}
        for u in self.units:
            for v, path in self._covered(u, mode).items():
                # between mixtures a chain may join disjoint laws without a step that does
                if all(x.rule is not LiftRule.STEPS or self.units[x.fact.block].point_masses for x in path):
                    covering[v].append((u, path))
        found: dict[tuple[str, str], tuple[BlockFact, ...]] = {}
        for first, second, fact in direct:
            for smaller, down in self._covered(first, mode).items():
                for larger, up in covering[second]:
                    facts = (*(x.fact for x in down), fact, *(x.fact for x in up))
                    known = found.get((smaller, larger))
                    if known is None or len(facts) < len(known):
                        found[smaller, larger] = facts
        return found

    # who is compared with whom ------------------------------------------------------------------------------------

    @cached_property
    def _settings(self) -> Mapping[tuple[str, str, str], int]:
        found: dict[tuple[str, str, str], int] = {}
        for k, f in enumerate(self.forms):
            key = (f.compared.universe, f.compared.view, f.compared.aggregation)
            found[key] = found.get(key, 0) | 1 << k
        return found

    def _alike(self, form: Form) -> int:
        """The notions of the same universe, view and aggregation."""
        c = form.compared
        return self._settings[c.universe, c.view, c.aggregation]

    def _seen_by(self, form: Form) -> int:
        """The notions of the same universe that see what ``form`` sees or a function of it (data processing permitting)."""
        c = form.compared
        row = self._alike(form)
        if self._holds(form.measure.standard, Property.POST_PROCESSING) and c.aggregation == WORST_PAIR:
            for (universe, view, aggregation), members in self._settings.items():
                if universe == c.universe and aggregation == c.aggregation and view != c.view and self._function_of(view, c.view):
                    row |= members
        return row

    def _function_of(self, view: str, other: str) -> bool:
        seen: str | None = view
        while seen is not None and seen != other:
            entry = self.base.blocks.views.get(seen)
            seen = None if entry is None else entry.record.of
        return seen is not None

    def _clashing(self, form: Form, kind: RelationKind) -> int:
        """Notions that bind an argument of the same name to something else, so that a fact at equal arguments is silent."""
        row = 0
        for name, mine in form.compared.arguments:
            for bound, members in self._binding.get(name, {}).items():
                if mine != bound and not (kind is _K.IMPLIES and bound == NUMBER):
                    row |= members
        return row

    @cached_property
    def _binding(self) -> Mapping[str, Mapping[str, int]]:
        """For each argument and what may stand for it the notions that bind it so, as bitsets."""
        found: dict[str, dict[str, int]] = {}
        for k, form in enumerate(self.forms):
            for name, bound in form.compared.arguments:
                members = found.setdefault(name, {})
                members[bound] = members.get(bound, 0) | 1 << k
        return found

    # the rules ----------------------------------------------------------------------------------------------------

    def positive(self, kind: RelationKind) -> list[int]:
        """For each form the forms to which ``kind`` is lifted, as bitsets of positions (its own among them)."""
        rows = []
        for k, form in enumerate(self.forms):
            s, u = form.measure.standard, form.compared.unit
            if form.compared.aggregation != WORST_PAIR or s not in self._home:
                rows.append(0)
                continue
            own = self._over_covered(u, self._modes[s, kind])
            if _fixed(form.measure.arguments):
                row = self._with_measure(form) & own
            else:
                row = self._by_standard[s] & own
                for t in self._above[kind, s]:
                    if t != s:
                        carried = own & self._carrying(s, t)
                        if carried >> k & 1:
                            carried |= self._over_covered(u, self._modes[t, kind])
                        row |= self._by_standard[t] & carried
            rows.append(row & self._seen_by(form) & ~self._clashing(form, kind))
        return rows

    def _over_covered(self, unit: str, mode: _Mode) -> int:
        """The notions over the units that ``unit`` covers."""
        known = self._covered_rows.get((unit, mode))
        if known is None:
            known = self._covered_rows[unit, mode] = self._over(self._covered(unit, mode))
        return known

    @cached_property
    def _covered_rows(self) -> dict[tuple[str, _Mode], int]:
        return {}

    def _carrying(self, s: str, t: str) -> int:
        """The notions over units to which the order of these standards lifts."""
        return self._plain if self._one_order(s, t) else self._in_both_orders

    @cached_property
    def _plain(self) -> int:
        return self._over({u: 1 for u, r in self.units.items() if not r.scaled})

    @cached_property
    def _in_both_orders(self) -> int:
        return self._over({u: 1 for u, r in self.units.items() if not r.scaled and r.both_orders})

    def _with_measure(self, form: Form) -> int:
        row = 0
        for k, f in enumerate(self.forms):
            if f.measure == form.measure:
                row |= 1 << k
        return row

    def _carries(self, unit: UnitRecord, s: str, t: str) -> bool:
        """Whether an order of two standards lifts to the unit (R1): both orders compared, or a proof for one; no distances."""
        return not unit.scaled and (unit.both_orders or self._one_order(s, t))

    def negative(self, kind: RelationKind) -> list[int]:
        """For each form the forms to which ``kind`` is refuted by blocks, as bitsets of positions."""
        rows = []
        for form in self.forms:
            s, c = form.measure.standard, form.compared
            view = self.base.blocks.views.get(c.view)
            if c.aggregation != WORST_PAIR or s not in self._home or view is None or not view.record.any_law:
                rows.append(0)
                continue
            unit = self.units[c.unit]
            row = 0
            if (
                not unit.scaled
                and (unit.point_masses or self._holds(s, Property.CONVEXITY))
                and not _fixed(form.measure.arguments)
            ):
                for t in self._apart[kind, s]:
                    row |= self._by_standard[t] & self._told_apart
            if kind is _K.IMPLIES:
                row |= self._refusing & self._over_joined.get(c.unit, 0)
                if unit.point_masses and not unit.scaled and s in self._bounded_by_pure:
                    row |= self._refusing & self._over_far.get(c.unit, 0) & self._of_point_masses & ~self._scaled
                if s == _MAX_DIVERGENCE and not unit.both_orders and unit.point_masses and not unit.scaled:
                    beyond = {f.unit: 1 for f in unit.not_reached if not f.given and f.unit in self.units}
                    row |= self._by_standard[_MAX_DIVERGENCE] & self._over(beyond) & ~self._scaled
            rows.append(row & self._alike(form))
        return rows

    @cached_property
    def _told_apart(self) -> int:
        """The notions that compare some pair with disjoint supports, at a level that no distance scales."""
        return self._over({u: 1 for u, r in self.units.items() if r.disjoint and not r.scaled})

    @cached_property
    def _of_point_masses(self) -> int:
        return self._over({u: 1 for u, r in self.units.items() if r.point_masses})

    @cached_property
    def _scaled(self) -> int:
        return self._over({u: 1 for u, r in self.units.items() if r.scaled})

    @cached_property
    def _refusing(self) -> int:
        """The notions whose standard refuses disjoint laws at every proper level."""
        row = 0
        for s, entry in self.base.blocks.standards.items():
            if entry.record.disjoint.refused:
                row |= self._by_standard.get(s, 0)
        return row

    @cached_property
    def _bounded_by_pure(self) -> frozenset[str]:
        if PURE not in self.asserted.index:
            return frozenset()
        row = self.asserted.reach(_K.IMPLIES).row(self.asserted.index[PURE])
        return frozenset(s for s, home in self._home.items() if row >> self.asserted.index[home] & 1)

    # for notions of their own shape -------------------------------------------------------------------------------

    @property
    def refusing(self) -> Iterator[str]:
        """Notions that compare two disjoint laws on an output, unscaled, and refuse them at every proper level."""
        for k in bits(self._refusing & self._told_apart):
            c = self.forms[k].compared
            if c.view == OUTPUT and c.aggregation == WORST_PAIR:
                yield self.forms[k].notion

    def changing(self, unit: str) -> Iterator[str]:
        """Notions that refuse disjoint laws and compare a pair on which some invariant of the unit changes (R6)."""
        for k in bits(self._refusing & self._over_joined.get(unit, 0)):
            c = self.forms[k].compared
            if c.view == OUTPUT and c.aggregation == WORST_PAIR:
                yield self.forms[k].notion

    def apart_from(self, standard: str) -> Iterator[str]:
        """Notions whose standard some laws separate from ``standard``, where two laws can be shown on any pair (R5)."""
        for form in self.forms:
            s, c = form.measure.standard, form.compared
            unit = self.units[c.unit]
            if (
                s in self._home
                and standard in self._apart[_K.IMPLIES, s]
                and (c.view, c.aggregation) == (OUTPUT, WORST_PAIR)
                and not unit.scaled
                and (unit.point_masses or self._holds(s, Property.CONVEXITY))
                and not _fixed(form.measure.arguments)
            ):
                yield form.notion

    def homes(self, notion: str, standard: str) -> tuple[str, str]:
        """The notions that stand for the notion's standard and for ``standard``."""
        return self._home[self.forms[self.index[notion]].measure.standard], self._home[standard]

    # claims -------------------------------------------------------------------------------------------------------

    def claims(self) -> tuple[Claim, ...]:
        """The lifted relations from which all others follow by the rules of inference, each with its lift."""
        return (*self.given(), *self.separations())

    def given(self) -> tuple[Claim, ...]:
        """Those that say yes, under conditions or without."""
        return (*self._positive_claims(), *self._conditional_claims())

    def separations(self) -> tuple[Claim, ...]:
        """Those that say no."""
        return tuple(self._negative_claims())

    def rows(self, kind: RelationKind) -> Sequence[tuple[str, int]]:
        """For each notion in normal form those to which ``kind`` is refuted, as a bitset of positions in ``forms``."""
        return [(f.notion, row) for f, row in zip(self.forms, self._denials[kind], strict=True)]

    def _positive_claims(self) -> Iterator[Claim]:
        done: set[tuple[int, int]] = set()
        for kind in (_K.STRONGER_THAN, _K.IMPLIES):
            rows = self._follows[kind]
            for a, row in enumerate(rows):
                for b in _needed(a, row, rows):
                    if (a, b) not in done:
                        done.add((a, b))
                        claim = self._positive_claim(kind, self.forms[a], self.forms[b])
                        if not self._recorded(claim):
                            yield claim

    def _positive_claim(self, kind: RelationKind, a: Form, b: Form) -> Claim:
        if a.compared == b.compared and a.measure == b.measure and len(self._quantitative(a)) == len(self._quantitative(b)):
            return self._claim(_K.SAME_AS, a, b, Lift((LiftRule.SAME,)))
        s, t = a.measure.standard, b.measure.standard
        rules: list[str] = [] if a.compared.view == b.compared.view else [LiftRule.VIEW]
        homes = None
        if s != t:
            rules.append(LiftRule.STANDARD)
            homes = (self._home[s], self._home[t])
        end = b.compared.unit
        for standard, carrier in ((s, end), (t, a.compared.unit)):
            path = self._covered(a.compared.unit, self._modes[standard, kind]).get(end)
            if path is not None and (s == t or self._carries(self.units[carrier], s, t)):
                rules += [x.rule for x in path]
                lift = Lift(tuple(dict.fromkeys(rules)), tuple(x.fact for x in path), homes, kind if homes else None)
                return self._claim(kind, a, b, lift)
        raise AssertionError(f"{a.notion} and {b.notion} were ordered without a path")

    def _quantitative(self, form: Form) -> tuple[str, ...]:
        return self.base.notions[form.notion].record.quantitative

    def _conditional_claims(self) -> Iterator[Claim]:
        """One claim for each conditional link between the units of two notions with one standard."""
        for u, links in self._links.items():
            for v, link, given in links:
                for a in bits(self._by_unit[u]) if given else ():
                    form = self.forms[a]
                    s = form.measure.standard
                    if s not in self._home or not self._modes[s, _K.IMPLIES].allows(link.rule):
                        continue
                    kind = _K.STRONGER_THAN if self._modes[s, _K.STRONGER_THAN].allows(link.rule) else _K.IMPLIES
                    for b in bits(self._by_unit[v] & self._with_measure(form) & self._alike(form) & ~self._clashing(form, kind)):
                        yield self._claim(kind, form, self.forms[b], Lift((link.rule,), (link.fact,)), given)

    def _negative_claims(self) -> Iterator[Claim]:
        for kind, denial in _DENIAL.items():
            rows = self._denials[kind]
            follows = self._follows[kind]
            for a, row in enumerate(rows):
                if kind is _K.STRONGER_THAN:
                    row &= ~self._denials[_K.IMPLIES][a]  # noqa: PLW2901  # not implied gives not stronger
                stronger = 0
                for c in range(len(rows)):
                    if follows[c] >> a & 1 and not follows[a] >> c & 1:
                        stronger |= rows[c]
                for b in bits(row & ~stronger):
                    below = follows[b] & row & ~(1 << b)
                    if any(not follows[w] >> b & 1 for w in bits(below)):
                        continue  # a weaker notion is refuted already
                    claim = self._negative_claim(kind, denial, self.forms[a], self.forms[b])
                    if not self._recorded(claim):
                        yield claim

    def between(self, kind: RelationKind, subject: str, target: str) -> Claim | None:
        """The lifted relation of this kind (or a stronger one) between two notions, if blocks give one; asserted ones aside."""
        a, b = self.index.get(subject), self.index.get(target)
        if a is None or b is None or a == b:
            return None
        claim: Claim | None = None
        if kind in self._follows:
            wanted = next((k for k in (_K.STRONGER_THAN, kind) if self._follows[k][a] >> b & 1), None)
            claim = None if wanted is None else self._positive_claim(wanted, self.forms[a], self.forms[b])
        elif kind in (_K.DOES_NOT_IMPLY, _K.NOT_STRONGER_THAN):
            wanted = next((k for k in self._denials if self._denials[k][a] >> b & 1 and _denies(k, kind)), None)
            if wanted is not None:
                claim = self._negative_claim(wanted, _DENIAL[wanted], self.forms[a], self.forms[b])
        return None if claim is None or self._recorded(claim) else claim

    @cached_property
    def _denials(self) -> Mapping[RelationKind, list[int]]:
        return {kind: self.negative(kind) for kind in (_K.IMPLIES, _K.STRONGER_THAN)}

    def _recorded(self, claim: Claim) -> bool:
        """Whether the lift only says what it rests on: the order of the notions that stand for the two standards."""
        return claim.lift is not None and claim.lift.homes == (claim.subject, claim.object) and not claim.lift.facts

    @cached_property
    def _follows(self) -> Mapping[RelationKind, list[int]]:
        return {kind: self.positive(kind) for kind in (_K.IMPLIES, _K.STRONGER_THAN)}

    def _negative_claim(self, kind: RelationKind, denial: RelationKind, a: Form, b: Form) -> Claim:
        u, v = a.compared.unit, b.compared.unit
        if kind is _K.IMPLIES and (u, v) in self._joined and self._refusing >> self.index[b.notion] & 1:
            return self._claim(denial, a, b, Lift((LiftRule.INVARIANT,), self._joined[u, v]))
        s, t = a.measure.standard, b.measure.standard
        if t in self._apart[kind, s] and self._told_apart >> self.index[b.notion] & 1:
            return self._claim(denial, a, b, Lift((LiftRule.LAWS,), (), (self._home[s], self._home[t]), denial))
        if (u, v) in self._far:
            homes = (PURE, self._home[s])
            return self._claim(denial, a, b, Lift((LiftRule.DISTANCE,), self._far[u, v], homes, _K.IMPLIES))
        place = next(k for k, f in enumerate(self.units[u].not_reached) if f.unit == v)
        return self._claim(denial, a, b, Lift((LiftRule.ONE_ORDER,), (BlockFact(u, "not_reached", place, v),)))

    def _claim(self, kind: RelationKind, a: Form, b: Form, lift: Lift, given: Given = ()) -> Claim:
        maps = None if kind.negative else self._map(a, b, lift)
        relation = Relation.model_construct(
            kind=kind,
            object=b.notion,
            suffix=BY_BLOCKS,
            map=maps[0] if maps is not None else None,
            free=maps[1] if maps is not None else None,
            at=None,
            given=given,
            tight=None,
            disputed=None,
            note=None,
            evidence=(Evidence.model_construct(cite=None, at=None, witness=None, proof=self._reason(a, b, lift), note=None),),
        )
        return Claim(relation.id(a.notion), a.notion, relation, self.base.notions[a.notion].locate("blocks", key=True), lift)

    def _map(self, a: Form, b: Form, lift: Lift) -> Maps | None:
        """The object's parameters in the subject's, where the facts behind the lift give them."""
        if lift.rules == (LiftRule.SAME,):
            return None
        own, other = self._quantitative(a), self._quantitative(b)
        chosen, free = self._chosen(a, b)
        if chosen is None or set(free) & set(own):
            return None
        levels: dict[str, Expression] = dict(
            zip(self.base.blocks.standards[a.measure.standard].record.parameters, map(Name, a.intensity), strict=True)
        )
        if lift.homes is not None:
            return self._standard_map(a, b) if not lift.facts and not chosen else None
        for fact in lift.facts:
            if fact.key == "reaches":
                rule = self.base.blocks.standards[a.measure.standard].record.steps
                if rule is None or rule.map is None:
                    return None
                chain = self.units[fact.block].reaches[fact.index]
                steps = substitute(chain.steps, chosen)
                levels = {n: substitute(e, {**levels, "k": steps}) for n, e in rule.map.items()}
        found = {**chosen, **dict(zip(b.intensity, levels.values(), strict=True))}
        if any(e.names - {*own, *free} for e in found.values()):
            return None  # the number of steps depends on the structure
        return (found, free or None) if found.keys() == set(other) else None

    def _chosen(self, a: Form, b: Form) -> tuple[dict[str, Expression] | None, dict[str, Constraint]]:
        """What stands for the quantitative arguments of the object's unit: the subject's own, or free parameters."""
        own, found = dict(a.chosen), dict[str, Expression]()
        free: dict[str, Constraint] = {}
        for argument, parameter in b.chosen:
            if argument in own:
                found[parameter] = Name(own[argument])
                continue
            wanted = self.base.notions[b.notion].record.parameters[parameter].proper_constraint
            if wanted is None:
                return None, {}
            found[parameter], free[parameter] = Name(parameter), wanted
        return found, free

    def _standard_map(self, a: Form, b: Form) -> Maps | None:
        """The map of a recorded claim between the two standards' notions, in the parameters of these two."""
        first, second = self._home[a.measure.standard], self._home[b.measure.standard]
        for edge in self.asserted.closure.edges[_K.IMPLIES]:
            claim = edge.claim
            relation = claim.relation
            if (claim.subject, claim.object) == (first, second) and not edge.conditions and relation.map is not None:
                names = dict(zip(self.base.notions[first].record.quantitative, map(Name, a.intensity), strict=False))
                if set(relation.free or ()) & {*a.intensity}:
                    return None
                keys = dict(zip(self.base.notions[second].record.quantitative, b.intensity, strict=False))
                free = {keys.get(n, n): substitute_in_constraint(c, names) for n, c in (relation.free or {}).items()}
                inner = {**names, **{n: Name(keys.get(n, n)) for n in relation.free or ()}}
                found = {keys[n]: substitute(e, inner) for n, e in relation.map.items() if n in keys}
                return (found, free or None) if found.keys() == set(self._quantitative(b)) else None
        return None

    def _reason(self, a: Form, b: Form, lift: Lift) -> str:
        """The lift in one sentence."""
        names = ", and ".join(LiftRule(r).words for r in lift.rules)
        parts = [f"By their blocks: {names}."]
        for fact in lift.facts:
            recorded = self.fact(fact)
            proof = next((e.proof for e in recorded.evidence if e.proof is not None), None)
            if proof is not None:
                parts.append(proof.strip())
        return " ".join(parts)

    def fact(self, fact: BlockFact) -> UnitFact:
        """The recorded fact about units."""
        listed: tuple[UnitFact, ...] = getattr(self.units[fact.block], fact.key)
        return listed[fact.index]


_DENIAL = {_K.IMPLIES: _K.DOES_NOT_IMPLY, _K.STRONGER_THAN: _K.NOT_STRONGER_THAN}


def _denies(found: RelationKind, kind: RelationKind) -> bool:
    """Whether a refuted order is what a separation of this kind says, or more."""
    return found is _K.IMPLIES or kind is _K.NOT_STRONGER_THAN


def _fixed(arguments: tuple[tuple[str, str], ...]) -> bool:
    return any(bound.startswith("= ") for _, bound in arguments)


def _needed(start: int, row: int, rows: Sequence[int]) -> Iterator[int]:
    """The members of a row that no other member gives; of mutually related ones a circle."""
    others = row & ~(1 << start)
    equal = [b for b in bits(others) if rows[b] >> start & 1]
    circle = sorted([start, *equal])
    if equal:
        yield circle[(circle.index(start) + 1) % len(circle)]
    rest = others
    for b in equal:
        rest &= ~(1 << b)
    if equal and start != circle[0]:
        return  # the first of the circle speaks for all of it
    for b in bits(rest):
        between = rest & ~(1 << b)
        if any(rows[c] >> b & 1 and not rows[b] >> c & 1 for c in bits(between)):
            continue
        twin = next((c for c in bits(between) if rows[c] >> b & 1 and c < b), None)
        if twin is None:
            yield b
