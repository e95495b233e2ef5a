"""The statement in Rocq that a claim of a record makes.

Nothing is chosen here: parameters, their domains, maps, free parameters, rules, verdicts and conditions are the record's; only
what a notion's blocks are called in Rocq comes from the table. Every clause of a claim is a part of its statement:

* ``stronger_than``: the map, its definedness, that the level reached is a proper one, the second clause, tightness if claimed;
* ``implies``: the same without the second clause; ``equivalent_to``: the two clauses in both directions;
* ``special_case_of`` and ``same_as``: the same mechanisms, at every legal level;
* separations: at one proper level of the subject, for every proper level of the object; where the claim's witness writes down its
  laws, that those laws tell the two apart, so that the theorem is about the witness's mechanism;
* properties: at every legal level, or failure at a proper one, with the laws of the claim's witness where it writes them down;
* rules for many mechanisms: at every legal level and number of mechanisms, tightness if claimed.
"""

from __future__ import annotations

from typing import Final

from dpzoo.checks.formal.many import statement as many_mechanisms
from dpzoo.checks.formal.names_in_rocq import NotionInRocq, ProofTable, in_rocq
from dpzoo.checks.formal.notion_pairs import NotionPair
from dpzoo.checks.formal.sides import Binding, StatementSide, conjunction, table, whole
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.expressions.tree import ATOM, Name
from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import Direction, Property, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.witnesses.laws import Laws, Merging, Mixture, laws_of

_WIDTH: Final = 116


class Statements:
    """States the claims of a knowledge base; raises NotExpressibleError, with the reason, where the table does not reach."""

    def __init__(self, base: KnowledgeBase, table: ProofTable) -> None:
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
                return many_mechanisms(
                    StatementSide(record, rocq, self._table), StatementSide(record, rocq, self._table, "'"), many
                )
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
        record = self._record(notion)
        try:
            found = in_rocq(self._base, self._table, notion)
        except NotExpressibleError as error:
            raise NotExpressibleError(f"{notion}: {error}") from None
        unread = set(found.level) ^ (set(record.quantitative) - found.arguments)
        if unread:
            raise NotExpressibleError(
                f"the level of {notion} and its quantitative parameters differ: {', '.join(sorted(unread))}"
            )
        return found

    # --- properties -----------------------------------------------------------------------------------------------------

    def _property(self, record: NotionRecord, rocq: NotionInRocq, which: Property) -> str:
        claim, side = record.property_claim(which), StatementSide(record, rocq, self._table)
        if claim.verdict is Verdict.OPEN:
            raise NotExpressibleError("the record says that this is open")
        holds = claim.verdict is Verdict.HOLDS
        if (rocq.arguments or rocq.scaled or rocq.view) and not holds:
            raise NotExpressibleError("what is compared depends on a parameter or on a view, and the Rocq statement is for any")
        if rocq.scaled and rocq.view:
            raise NotExpressibleError("distances and a view are not stated together")
        if rocq.scaled:
            return self._at_distances(side, which)
        if holds and which is not Property.COMPOSITION:
            own = side.own_level(proper=False)
            level = side.bind(proper=False, without=rocq.arguments)
            if rocq.view is None:
                return f"forall (D : Type) (P : comparison D), {level.for_all(f'{which.value} P {rocq.standard} {own}')}"
            known = "public" if which is Property.CONVEXITY and rocq.view.coin == "public" else "seen"
            return f"forall (D : Type), {level.for_all(f'{known}_{which.value} (D := D) {rocq.standard} {own}')}"
        if rocq.priors:
            raise NotExpressibleError("laws on datasets are compared, and of those Rocq has only post-processing and convexity")
        if not holds:
            compared = "ordered U" if rocq.ordered else "pairs U"
            own = side.own_level(proper=True)
            if which is Property.COMPOSITION:
                raise NotExpressibleError("that composition fails is stated in words only")
            failing = {"it fails at some proper level": f"~ {which.value} ({compared}) {rocq.standard} {own}"}
            for witness in (e.witness for e in claim.evidence if e.witness is not None):
                shown = _shown(which, laws_of(witness), f"{rocq.standard} {own}")
                if shown is not None:
                    failing[f"shown by the laws of the witness {witness}"] = shown
            parts = [f"(* {label} *)\n({side.bind(proper=True).exists(body)})" for label, body in failing.items()]
            return "forall (D : Type) (U : neighbours D), discerning U ->\n" + " /\\\n".join(parts)
        return self._composition_of_groups(side) if rocq.arguments else self._composition(side)

    def _at_distances(self, side: StatementSide, which: Property) -> str:
        """A property where pairs come with distances: any pairs at each distance, at that many times the level."""
        standard, arguments = side.rocq.standard, side.rocq.arguments
        times = "Rmult" if len(side.rocq.level) == 1 else "times_both"
        if which is not Property.COMPOSITION:
            level = side.bind(proper=False, without=arguments)
            body = f"scaled_{which.value} {times} P {standard} {side.own_level(proper=False)}"
            return f"forall (D : Type) (P : R -> comparison D), {level.for_all(body)}"
        rule = side.record.composition.rule
        if rule is None or side.rocq.priors or any(rule[a] != Name(a) for a in arguments):
            raise NotExpressibleError("composition without a rule, of laws on datasets, or at several distances")
        both = side.bind(proper=False, suffix="1", without=arguments) + side.bind(proper=False, suffix="2", without=arguments)
        first, second = (side.own_level(proper=False, suffix=s) for s in "12")
        terms = Terms()
        value = side.image(rule, terms, without=arguments)
        body = f"scaled_composition {times} (fun r => ordered (U r)) {standard} {first} {second} {side.level(value)}"
        return f"forall (D : Type) (U : R -> neighbours D), {both.for_all(conjunction([*terms.obligations, body]))}"

    def _composition_of_groups(self, side: StatementSide) -> str:
        """Composition where the unit takes a number: a larger one compares more pairs, and the rule says which number is left.

        The unit, and what is seen, is any that grows (or shrinks, as the record says) with the number; outside the number's
        domain, where the record says nothing, it may be continued in whatever way keeps it growing.
        """
        rule, standard, arguments = side.record.composition.rule, side.rocq.standard, side.rocq.arguments
        if rule is None or len(arguments) != 1:
            raise NotExpressibleError("composition without a rule, or in several parameters of the unit")
        (name,) = arguments
        both = side.bind(proper=False, suffix="1", without=arguments) + side.bind(proper=False, suffix="2", without=arguments)
        terms = self._composed_terms(both)
        value = side.image(rule, terms, without=arguments)
        if rule[name] == Name(name):
            return self._composed(side, both, terms, side.level(value))
        larger = side.parameter(name).direction is Direction.WEAKER
        if str(rule[name]) != f"{'max' if larger else 'min'}({name}1, {name}2)":
            raise NotExpressibleError(f"the rule for {name} does not say which number compares what both compare")
        natural = whole(side.parameter(name))
        kind = "nat" if natural else "R"
        least = (("maxn" if larger else "minn") if natural else ("Rmax" if larger else "Rmin")) + " g1 g2"
        below = f"({'h <= g' if larger else 'g <= h'})%{'N' if natural else 'R'}"
        ends = f"{self._two_levels(side, proper=False)} {side.level(value)}"
        numbers = Binding((("g1", kind), ("g2", kind)), ()) + both
        if side.rocq.view is not None:
            between = f"seen_composition_between (D := D) {standard} (fun g h : {kind} => {below}) g1 g2 ({least}) {ends}"
            return f"forall (D : Type), {numbers.for_all(conjunction([*terms.obligations, between]))}"
        grows = f"(forall (g h : {kind}) x y, {below} -> U g x y -> U h x y)"
        between = f"composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U ({least}))) {standard} {ends}"
        whole_body = numbers.for_all(conjunction([*terms.obligations, between]))
        return f"forall (D : Type) (U : {kind} -> neighbours D), {grows} -> {whole_body}"

    def _composition(self, side: StatementSide) -> str:
        rule = side.record.composition.rule
        proper = rule is None
        both = side.bind(proper=proper, suffix="1") + side.bind(proper=proper, suffix="2")
        terms = self._composed_terms(both)
        value = None if rule is None else side.level(side.image(rule, terms))
        return self._composed(side, both, terms, value)

    def _composed(self, side: StatementSide, both: Binding, terms: Terms, level: str | None) -> str:
        """Two mechanisms together; without a level, some proper one is enough, and the pairs are those of the notion."""
        standard, view = side.rocq.standard, side.rocq.view
        how = "ordered" if side.rocq.ordered or level is not None else "pairs"
        what = f"composition ({how} U) {standard}" if view is None else f"seen_composition (D := D) {standard} (@{how} D)"
        head = "forall (D : Type)" + (" (U : neighbours D), " if view is None else ", ")
        if level is None:
            body = f"{what} {self._two_levels(side, proper=True)} {side.own_level(proper=True)}"
            return head + both.for_all(side.bind(proper=True).exists(body))
        body = f"{what} {self._two_levels(side, proper=False)} {level}"
        return head + both.for_all(conjunction([*terms.obligations, body]))

    def _two_levels(self, side: StatementSide, *, proper: bool) -> str:
        return " ".join(side.own_level(proper=proper, suffix=s) for s in "12")

    def _composed_terms(self, both: Binding) -> Terms:
        types = dict(both.variables)
        return Terms(orders={n for n, t in types.items() if t == "order"}, naturals={n for n, t in types.items() if t == "nat"})

    # --- relations ------------------------------------------------------------------------------------------------------

    def _relation(self, subject: str, relation: Relation) -> str:
        if relation.disputed is not None:
            raise NotExpressibleError("the claim is disputed")
        a = StatementSide(self._record(subject), self._rocq(subject), self._table)
        b = StatementSide(self._record(relation.object), self._rocq(relation.object), self._table, "'")
        named = [e.witness for e in relation.evidence if e.witness is not None] if relation.kind.negative else []
        return NotionPair(a, b, relation, {n: found for n in named if isinstance(found := laws_of(n), Laws)}).statement()


def _shown(which: Property, laws: Laws | Mixture | Merging | None, level: str) -> str | None:
    """That a witness's laws show that a property fails at a level; None where they are not about that."""
    terms = Terms()
    match which, laws:
        case Property.CONVEXITY, Mixture():
            rows = " ".join(table(row, terms) for row in laws.rows)
            return f"mixed_apart {level} {terms.real(laws.share, ATOM)} {rows}"
        case Property.POST_PROCESSING, Merging():
            rows = " ".join(table(row, terms) for row in laws.rows)
            return f"merged_apart {level} {rows} [:: {'; '.join(f'{place}%nat' for place in laws.places)}]"
        case _:
            return None


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
