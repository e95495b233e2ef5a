"""The statement in Rocq that a claim of a record makes.

Nothing is chosen here: parameters, their domains, maps, free parameters, rules, verdicts and conditions are the record's; only
what a notion's blocks are called in Rocq comes from the table. Every clause of a claim is a part of its statement:

* ``stronger_than``: the map, its definedness, that the level reached is a proper one, the second clause, tightness if claimed;
* ``implies``: the same without the second clause; ``equivalent_to``: the two clauses in both directions;
* ``special_case_of`` and ``same_as``: the same mechanisms, at every legal level;
* separations: at one proper level of the subject, for every proper level of the object; where the claim's witness writes down its
  laws, that those laws tell the two apart, so that the theorem is about the witness's mechanism;
* properties: at every legal level, or failure at a proper one;
* rules for many mechanisms: at every legal level and number of mechanisms, tightness if claimed.
"""

from __future__ import annotations

from typing import Final

from dpzoo.checks.formal.many import statement as many_mechanisms
from dpzoo.checks.formal.pairs import Pair
from dpzoo.checks.formal.sides import Binding, Side, conjunction, whole
from dpzoo.checks.formal.table import NotionInRocq, Table, in_rocq
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.expressions.tree import Name
from dpzoo.records.claims import Relation
from dpzoo.records.enums import Direction, Property, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.witnesses.laws import laws_of

_WIDTH: Final = 116


class Statements:
    """States the claims of a knowledge base; raises NotExpressibleError, with the reason, where the table does not reach."""

    def __init__(self, base: KnowledgeBase, table: Table) -> None:
        self._base = base
        self._table = table

    def of(self, claim: str) -> str:
        """The statement of the claim with this id.

        It reads ``<subject>/<kind>/<object>[/suffix]``, ``<notion>/<property>`` or ``<notion>/composition/<rule for many>``.
        """
        return layout(self._stated(claim))

    def _stated(self, claim: str) -> str:
        subject, _, rest = claim.partition("/")
        record = self._record(subject)
        if rest in {p.value for p in Property}:
            return self._property(record, self._rocq(subject), Property(rest))
        for many in record.composition.many:
            if rest == f"{Property.COMPOSITION.value}/{many.id}":
                rocq = self._rocq(subject)
                return many_mechanisms(Side(record, rocq, self._table), Side(record, rocq, self._table, "'"), many)
        for relation in record.relations:
            if relation.id(subject) == claim:
                return self._relation(subject, relation)
        raise NotExpressibleError(f"there is no claim {claim}")

    def claims(self) -> list[str]:
        """The ids of all claims about notions that the table has, in the order of the records."""
        found = []
        for name, entry in self._base.notions.items():
            if self._known(name):
                found += [f"{name}/{p.value}" for p in Property]
                found += [f"{name}/{Property.COMPOSITION.value}/{m.id}" for m in entry.record.composition.many]
                found += [r.id(name) for r in entry.record.relations if self._known(r.object)]
        return found

    def _known(self, notion: str) -> bool:
        try:
            self._rocq(notion)
        except NotExpressibleError:
            return False
        return True

    # --- what is compared -----------------------------------------------------------------------------------------------

    def _record(self, notion: str) -> NotionRecord:
        if notion not in self._base.notions:
            raise NotExpressibleError(f"there is no notion {notion}")
        return self._base.notions[notion].record

    def _rocq(self, notion: str) -> NotionInRocq:
        record, found = self._record(notion), in_rocq(self._base, self._table, notion)
        unread = set(found.level) ^ (set(record.quantitative) - found.arguments)
        if unread:
            raise NotExpressibleError(
                f"the level of {notion} and its quantitative parameters differ: {', '.join(sorted(unread))}"
            )
        return found

    # --- properties -----------------------------------------------------------------------------------------------------

    def _property(self, record: NotionRecord, rocq: NotionInRocq, which: Property) -> str:
        claim, side = record.property_claim(which), Side(record, rocq, self._table)
        if claim.verdict is Verdict.OPEN:
            raise NotExpressibleError("the record says that this is open")
        holds = claim.verdict is Verdict.HOLDS
        if (rocq.arguments or rocq.scaled) and not holds:
            raise NotExpressibleError("what is compared depends on a parameter")
        if rocq.scaled:
            return self._at_distances(side, which)
        if holds and which is not Property.COMPOSITION:
            own = side.own_level(proper=False)
            body = f"{which.value} P {rocq.standard} {own}"
            level = side.bind(proper=False, without=rocq.arguments)
            return f"forall (D : Type) (P : comparison D), {level.for_all(body)}"
        if rocq.priors:
            raise NotExpressibleError("laws on datasets are compared, and of those Rocq has only post-processing and convexity")
        if not holds:
            compared = "ordered U" if rocq.ordered else "pairs U"
            own = side.own_level(proper=True)
            if which is Property.COMPOSITION:
                raise NotExpressibleError("that composition fails is stated in words only")
            body = side.bind(proper=True).exists(f"~ {which.value} ({compared}) {rocq.standard} {own}")
            return f"forall (D : Type) (U : neighbours D), discerning U -> {body}"
        return self._composition_of_groups(side) if rocq.arguments else self._composition(side)

    def _at_distances(self, side: Side, which: Property) -> str:
        """A property where pairs come with distances: any pairs at each distance, at that many times the level."""
        standard, arguments = side.rocq.standard, side.rocq.arguments
        if which is not Property.COMPOSITION:
            level = side.bind(proper=False, without=arguments)
            body = f"scaled_{which.value} P {standard} {side.own_level(proper=False)}"
            return f"forall (D : Type) (P : R -> comparison D), {level.for_all(body)}"
        rule = side.record.composition.rule
        if rule is None or side.rocq.priors or any(rule[a] != Name(a) for a in arguments):
            raise NotExpressibleError("composition without a rule, of laws on datasets, or at several distances")
        both = side.bind(proper=False, suffix="1", without=arguments) + side.bind(proper=False, suffix="2", without=arguments)
        first, second = (side.own_level(proper=False, suffix=s) for s in "12")
        terms = Terms()
        value = side.image(rule, terms, without=arguments)
        body = f"scaled_composition (fun r => ordered (U r)) {standard} {first} {second} {side.level(value)}"
        return f"forall (D : Type) (U : R -> neighbours D), {both.for_all(conjunction([*terms.obligations, body]))}"

    def _composition_of_groups(self, side: Side) -> str:
        """Composition where the unit takes a number: a larger one compares more pairs, and the rule says which number is left.

        The unit is any that grows (or shrinks, as the record says) with the number; outside the number's domain, where the record
        says nothing, it may be continued in whatever way keeps it growing.
        """
        rule, standard, arguments = side.record.composition.rule, side.rocq.standard, side.rocq.arguments
        if rule is None or len(arguments) != 1:
            raise NotExpressibleError("composition without a rule, or in several parameters of the unit")
        (name,) = arguments
        both = side.bind(proper=False, suffix="1", without=arguments) + side.bind(proper=False, suffix="2", without=arguments)
        first, second = (side.own_level(proper=False, suffix=s) for s in "12")
        types = dict(both.variables)
        terms = Terms(orders={n for n, t in types.items() if t == "order"}, naturals={n for n, t in types.items() if t == "nat"})
        value = side.image(rule, terms, without=arguments)
        ends = f"{standard} {first} {second} {side.level(value)}"
        if rule[name] == Name(name):
            body = f"composition (ordered U) {ends}"
            return f"forall (D : Type) (U : neighbours D), {both.for_all(conjunction([*terms.obligations, body]))}"
        kind, least = ("nat", "minn") if whole(side.parameter(name)) else ("R", "Rmin")
        if str(rule[name]) != f"min({name}1, {name}2)" or side.parameter(name).direction is not Direction.STRONGER:
            raise NotExpressibleError(f"the rule for {name} is not the smaller of two, of which the larger compares more")
        grows = f"(forall (g h : {kind}) x y, (g <= h)%{'N' if kind == 'nat' else 'R'} -> U g x y -> U h x y)"
        body = f"composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U ({least} g1 g2))) {ends}"
        numbers = Binding((("g1", kind), ("g2", kind)), ())
        whole_body = (numbers + both).for_all(conjunction([*terms.obligations, body]))
        return f"forall (D : Type) (U : {kind} -> neighbours D), {grows} -> {whole_body}"

    def _composition(self, side: Side) -> str:
        rule, standard = side.record.composition.rule, side.rocq.standard
        proper = rule is None
        both = side.bind(proper=proper, suffix="1") + side.bind(proper=proper, suffix="2")
        first, second = (side.own_level(proper=proper, suffix=s) for s in "12")
        head = "forall (D : Type) (U : neighbours D), "
        if rule is None:
            compared = "ordered U" if side.rocq.ordered else "pairs U"
            body = f"composition ({compared}) {standard} {first} {second} {side.own_level(proper=True)}"
            return head + both.for_all(side.bind(proper=True).exists(body))
        types = dict(both.variables)
        terms = Terms(orders={n for n, t in types.items() if t == "order"}, naturals={n for n, t in types.items() if t == "nat"})
        value = side.image(rule, terms)
        body = f"composition (ordered U) {standard} {first} {second} {side.level(value)}"
        return head + both.for_all(conjunction([*terms.obligations, body]))

    # --- relations ------------------------------------------------------------------------------------------------------

    def _relation(self, subject: str, relation: Relation) -> str:
        if relation.disputed is not None:
            raise NotExpressibleError("the claim is disputed")
        a = Side(self._record(subject), self._rocq(subject), self._table)
        b = Side(self._record(relation.object), self._rocq(relation.object), self._table, "'")
        named = [e.witness for e in relation.evidence if e.witness is not None] if relation.kind.negative else []
        return Pair(a, b, relation, {name: found for name in named if (found := laws_of(name)) is not None}).statement()


def layout(text: str) -> str:
    """``text`` in lines of at most 118 characters, each clause on lines of its own, broken behind arrows and signs of and."""
    lines: list[str] = []
    for piece in text.splitlines():
        rest, indent = piece, "  "
        while len(rest) > _WIDTH:
            cut = max(rest.rfind(sign, 0, _WIDTH - len(sign)) + len(sign) for sign in (" -> ", " /\\ ", ", "))
            if cut < _WIDTH // 3:
                cut = rest.rfind(" ", 0, _WIDTH) + 1
            lines.append(indent + rest[:cut].rstrip())
            rest, indent = rest[cut:], "    "
        lines.append((indent + rest).rstrip())
    return "\n".join(lines)


def theorem_name(claim: str) -> str:
    """The name that a theorem on a claim of its own has: the claim's id, as Rocq spells names."""
    return claim.replace("/", "__").replace("-", "_")
