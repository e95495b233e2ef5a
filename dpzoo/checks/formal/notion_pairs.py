"""What a relation between two notions says, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from dpzoo.checks.formal.sides import Binding, StatementSide, conjunction, table, unwrap, whole
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.expressions import Constraint, Expression
from dpzoo.expressions.substitution import substitute_in_constraint
from dpzoo.expressions.tree import Name
from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import Direction, RelationKind
from dpzoo.witnesses.laws import Laws

_SIZE: Final = "fixed-dataset-size"
_FIRST: Final = "every proper level gives a proper level"
_SECOND: Final = "every proper level is reached"


class NotionPair:
    """A relation between two notions."""

    def __init__(self, a: StatementSide, b: StatementSide, relation: Relation, laws: Mapping[str, Laws]) -> None:
        self._a, self._b, self._r, self._laws = a, b, relation, laws
        if a.rocq.priors or b.rocq.priors or a.rocq.ordered != b.rocq.ordered:
            raise NotExpressibleError("only relations between units that compare datasets can be stated")
        if a.rocq.view or b.rocq.view:
            raise NotExpressibleError("relations are stated where the whole output is seen")
        if a.rocq.scaled or b.rocq.scaled:
            raise NotExpressibleError("the level depends on a distance")
        if a.rocq.family or b.rocq.family:
            raise NotExpressibleError("the unit takes a parameter, and proofs/table.yaml has no such unit")
        self._same_unit = a.rocq.unit == b.rocq.unit
        self._sized = _SIZE in relation.given
        if (self._sized or not self._same_unit) and (a.rocq.term is None or b.rocq.term is None):
            raise NotExpressibleError("the two units differ, and proofs/table.yaml does not have both")
        names = [g for g in relation.given if isinstance(g, str) and g != _SIZE]
        if names:
            raise NotExpressibleError(f"the condition {names[0]} is not expressed in Rocq")

    def statement(self) -> str:
        """The whole statement, a clause of the claim on each line, with a comment that says which it is."""
        kind = self._r.kind
        a, b = self._a, self._b
        match kind:
            case RelationKind.STRONGER_THAN:
                parts = {_FIRST: self._first_clause(), _SECOND: self._second_clause(a, b)}
            case RelationKind.IMPLIES:
                parts = {_FIRST: self._first_clause()}
            case RelationKind.EQUIVALENT_TO:
                parts = {_FIRST: self._first_clause(), _SECOND: self._second_clause(a, b)}
                parts |= {f"back: {_FIRST}": self._some_level(b, a), f"back: {_SECOND}": self._second_clause(b, a)}
            case RelationKind.SPECIAL_CASE_OF | RelationKind.SAME_AS:
                parts = {"every legal level is one of the other notion": self._identical()}
            case RelationKind.DOES_NOT_IMPLY:
                none = b.bind(proper=True).for_all(f"~ {self._gives(a, b)}")
                parts = {"one proper level gives no proper level": a.bind(proper=True).exists(none)}
            case RelationKind.NOT_STRONGER_THAN:
                clauses = [self._some_level(a, b), self._second_clause(a, b)]
                parts = {"not both clauses of stronger": f"~ ({conjunction(clauses)})"}
        parts |= {f"shown by the laws of the witness {name}": self._told_apart(laws) for name, laws in self._laws.items()}
        if self._r.tight is not None:
            parts["tight: no smaller value will do"] = self._tight()
        body = " /\\\n".join(f"(* {label} *)\n({part})" for label, part in parts.items())
        return f"{self._head(strict=kind.negative or self._r.tight is not None)}\n{body}"

    def _head(self, *, strict: bool) -> str:
        if self._same_unit and not self._sized:
            return "forall (D : Type) (U : neighbours D), " + ("discerning U -> " if strict else "")
        return "forall (T : Type), " + ("(exists t u : T, t <> u) -> " if strict else "")

    def _compared(self, side: StatementSide, value: Mapping[str, str] | None = None) -> str:
        if self._same_unit and not self._sized:
            unit = "U"
        else:
            own = {n: side.variable(n) for n in side.rocq.arguments}
            unit = f"({side.rocq.neighbours(own if value is None else value, sized=self._sized)})"
        return f"({'ordered' if side.rocq.ordered else 'pairs'} {unit})"

    def _gives(self, x: StatementSide, y: StatementSide, value: Mapping[str, str] | None = None) -> str:
        own = x.own_level(proper=True)
        there = y.own_level(proper=True) if value is None else y.level(value)
        return f"gives {self._compared(x)} {x.rocq.standard} {own} {self._compared(y, value)} {y.rocq.standard} {there}"

    def _some_level(self, x: StatementSide, y: StatementSide) -> str:
        """Every proper level of x gives some proper level of y."""
        inner = y.bind(proper=True).exists(self._gives(x, y))
        return x.bind(proper=True).for_all(inner)

    def _second_clause(self, x: StatementSide, y: StatementSide) -> str:
        """Every proper level of y is reached from some proper level of x."""
        inner = x.bind(proper=True).exists(self._gives(x, y))
        return y.bind(proper=True).for_all(inner)

    def _told_apart(self, laws: Laws) -> str:
        """For every level of the one notion some two laws of the witness, which the subject accepts and the object refuses."""
        a, b = self._a.bind(proper=True), self._b.bind(proper=True)
        names = sorted(laws.condition.names)
        if set(names) & {v for v, _ in (*a.variables, *b.variables)}:
            raise NotExpressibleError("the witness's laws and the notions' levels share names of parameters")
        terms = Terms()
        first, second = (table(row, terms) for row in laws.rows)
        levels = " ".join(f"{s.rocq.standard} {s.own_level(proper=True)}" for s in (self._a, self._b))
        where = Binding(tuple((n, "R") for n in names), tuple(terms.condition(laws.condition)))
        found = where.exists(conjunction([*terms.obligations, f"told_apart {levels} {first} {second}"]))
        if self._r.kind is RelationKind.NOT_STRONGER_THAN:
            return b.exists(a.for_all(found))
        return a.exists(b.for_all(found))

    def _conditions(self, terms: Terms) -> tuple[str, ...]:
        return tuple(h for g in self._r.given if isinstance(g, Constraint) for h in terms.condition(g))

    def _free(self, terms: Terms) -> Binding:
        free = self._r.free or {}
        counted = {n for n in free if n in self._b.quantitative and whole(self._b.parameter(n))}
        variables = tuple((n, "nat" if n in counted else "R") for n in free)
        return Binding(variables, tuple(h for c in free.values() for h in terms.condition(c)))

    def _subject_terms(self, types: Sequence[tuple[str, str]]) -> Terms:
        free = [n for n in self._r.free or {} if n in self._b.quantitative and whole(self._b.parameter(n))]
        naturals = {n for n, t in types if t == "nat"} | set(free)
        return Terms(orders={n for n, t in types if t == "order"}, naturals=naturals)

    def _image(self, terms: Terms) -> dict[str, str]:
        return self._b.image(self._r.map or {}, terms)

    def _reached(self, terms: Terms, *, proper: bool) -> list[str]:
        """That the level of the object is a proper, or a legal, one."""
        found: list[str] = []
        for name in self._b.quantitative:
            parameter = self._b.parameter(name)
            constraint = parameter.proper_constraint if proper else parameter.domain_constraint
            if constraint is None:
                e = (self._r.map or {})[name]
                found.append(f"{self._b.predicate(parameter, proper=proper)} {e}")
                continue
            image = dict(self._r.map or {})
            moved = substitute_in_constraint(constraint, image)
            if name in self._b.rocq.orders and _is_order(image[name], terms):
                orders = Terms(orders={image[name].name}) if isinstance(image[name], Name) else terms  # type: ignore[attr-defined]
                if image[name] != Name("inf"):
                    found += orders.condition(moved)
                continue
            found += terms.condition(moved)
        return found

    def _first_clause(self) -> str:
        if self._r.map is None:
            if self._r.free or self._r.at:
                raise NotExpressibleError("the values are given in words only")
            return self._some_level(self._a, self._b)
        own = self._a.bind(proper=True)
        terms = self._subject_terms(own.variables)
        own = Binding(own.variables, own.hypotheses + self._conditions(terms))
        free = self._free(terms)
        choosable = free.exists("True").removesuffix(" /\\ True") if free.variables else ""
        image = self._image(terms)
        reached = self._reached(terms, proper=True)
        body = conjunction([*terms.obligations, *reached, self._gives(self._a, self._b, image)])
        return own.for_all(conjunction([choosable, free.for_all(body)]))

    def _tight(self) -> str:
        """No pointwise better map: what is not chosen freely cannot be smaller."""
        assert self._r.tight is not None
        if self._r.map is None or self._r.kind in (RelationKind.SAME_AS, RelationKind.SPECIAL_CASE_OF):
            raise NotExpressibleError("tightness without a map")
        own = self._a.bind(proper=True)
        terms = self._subject_terms(own.variables)
        when = tuple(terms.condition(self._r.tight.when)) if self._r.tight.when is not None else ()
        own = Binding(own.variables, own.hypotheses + self._conditions(terms) + when) + self._free(terms)
        image = self._image(terms)
        chosen = {n for n, e in self._r.map.items() if isinstance(e, Name) and e.name in (self._r.free or {})}
        return own.for_all(no_smaller(self._b, image, chosen, lambda value: self._gives(self._a, self._b, value)))

    def _identical(self) -> str:
        own = self._a.bind(proper=False)
        terms = self._subject_terms(own.variables)
        own = Binding(own.variables, own.hypotheses + self._conditions(terms))
        if self._r.kind is RelationKind.SAME_AS and self._r.map is None:
            image = {n: self._b.table.values.get(n, n) for n in self._b.quantitative}
            reached: list[str] = []
        elif self._r.at is not None:
            if set(self._r.at) != set(self._b.quantitative):
                raise NotExpressibleError("the value of a structural parameter is given in words")
            unknown = [v for v in self._r.at.values() if v not in self._b.table.values]
            if unknown:
                raise NotExpressibleError(f"proofs/table.yaml does not say what {unknown[0]!r} is in Rocq")
            image = {n: f"({self._b.table.values[v]})" for n, v in self._r.at.items()}
            reached = [f"{self._b.predicate(self._b.parameter(n), proper=False)} {image[n]}" for n in image]
        else:
            image = self._image(terms)
            reached = self._reached(terms, proper=False)
        there = self._b.level(image)
        here = self._a.own_level(proper=False)
        a = f"satisfies {self._compared(self._a)} {self._a.rocq.standard} {here} M"
        b = f"satisfies {self._compared(self._b, image)} {self._b.rocq.standard} {there} M"
        same = f"(forall (O : finType) (M : {self._universe()} -> dist O), {a} <-> {b})"
        return own.for_all(conjunction([*terms.obligations, *reached, same]))

    def _universe(self) -> str:
        return "D" if self._same_unit and not self._sized else "seq T"


def no_smaller(
    b: StatementSide, image: Mapping[str, str], chosen: Collection[str], gives: Callable[[Mapping[str, str]], str]
) -> str:
    """That no legal level of ``b`` that is reached (``gives``) is better than ``image``, but for what is ``chosen`` freely."""
    other = [n for n in b.quantitative if n not in chosen]
    legal = b.bind(proper=False)
    variables = tuple(v for v in legal.variables if v[0].removesuffix("'") in other)
    hypotheses = tuple(h for h in legal.hypotheses if any(v in h for v, _ in variables))
    reached = gives({n: b.variable(n) if n in other else e for n, e in image.items()})

    def better(name: str) -> tuple[str, str]:
        sides = (b.variable(name), unwrap(image[name]))
        return sides if b.parameter(name).direction is Direction.WEAKER else (sides[1], sides[0])

    if len(other) == 1:
        low, high = better(other[0])
        return Binding(variables, (*hypotheses, reached)).for_all(f"{high} <= {low}")
    not_worse = tuple("{} <= {}".format(*better(n)) for n in other)
    equal = conjunction(f"{b.variable(n)} = {unwrap(image[n])}" for n in other)
    return Binding(variables, (*hypotheses, *not_worse, reached)).for_all(equal)


def _is_order(e: Expression, terms: Terms) -> bool:
    return e == Name("inf") or (isinstance(e, Name) and e.name in terms.orders)
