"""The notions of a claim, with the names that their parameters have in its statement."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dpzoo.checks.formal.names_in_rocq import NotionInRocq, ProofTable
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.expressions import Expression
from dpzoo.expressions.substitution import substitute_in_constraint
from dpzoo.expressions.tree import ATOM, Name
from dpzoo.records.enums import Values
from dpzoo.records.notion import NotionRecord
from dpzoo.records.parameters import Parameter


@dataclass(frozen=True, slots=True)
class Binding:
    """Variables with their hypotheses: ``for all x : R, 0 < x -> …`` or ``there is x : R, 0 < x and …``."""

    variables: tuple[tuple[str, str], ...]
    hypotheses: tuple[str, ...]

    def for_all(self, body: str) -> str:
        """``body`` for all values."""
        if not self.variables and not self.hypotheses:
            return body
        quantifier = f"forall {self._names()}, " if self.variables else ""
        return quantifier + "".join(f"{h} -> " for h in self.hypotheses) + body

    def exists(self, body: str) -> str:
        """``body`` for some values."""
        groups = re.findall(r"\([^()]*\)", self._names())
        quantifier = "".join(f"exists {g if ' ' in g.split(' :')[0] else g[1:-1]}, " for g in groups)
        return quantifier + conjunction([*self.hypotheses, body])

    def _names(self) -> str:
        """The variables, those of one type together."""
        groups = groupby(self.variables, key=lambda v: v[1])
        return " ".join(f"({' '.join(n for n, _ in group)} : {kind})" for kind, group in groups)

    def __add__(self, other: Binding) -> Binding:
        return Binding(self.variables + other.variables, self.hypotheses + other.hypotheses)


def conjunction(parts: Iterable[str]) -> str:
    """``parts`` joined by signs of and, empty ones left out."""
    return " /\\ ".join(f"({p})" if _loose(p) else p for p in parts if p)


def _loose(text: str) -> bool:
    return any(sign in text for sign in ("forall ", "exists ", "->", "<->", "/\\")) and not wrapped(text)


def wrapped(text: str) -> bool:
    """Whether one pair of parentheses is around all of ``text``."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return text.startswith("(") and i == len(text) - 1
    return False


@dataclass(frozen=True, slots=True)
class StatementSide:
    """One notion of a claim; the names of the object's parameters end in a prime."""

    record: NotionRecord
    rocq: NotionInRocq
    table: ProofTable
    prime: str = ""

    def variable(self, name: str) -> str:
        """What a parameter is called in the statement."""
        return name + self.prime

    @property
    def quantitative(self) -> tuple[str, ...]:
        """The parameters that say how much."""
        return self.record.quantitative

    def parameter(self, name: str) -> Parameter:
        """A parameter of the record."""
        return self.record.parameters[name]

    def bind(self, *, proper: bool, suffix: str = "", without: Collection[str] = ()) -> Binding:
        """The parameters of a notion, but for those ``without``, over their proper or all their legal values."""
        variables, hypotheses = [], []
        for name in self.quantitative:
            if name in without:
                continue
            parameter, shown = self.parameter(name), self.variable(name) + suffix
            constraint = parameter.proper_constraint if proper else parameter.domain_constraint
            if constraint is None:
                variables.append((shown, "R -> R"))
                hypotheses.append(f"{self.predicate(parameter, proper=proper)} {shown}")
                continue
            finite = not any(t == Name("inf") for c in constraint.comparisons for t in _included(c.terms, c.operators))
            order = name in self.rocq.orders and not finite
            variables.append((shown, "nat" if whole(parameter) else "order" if order else "R"))
            rename = {n: Name(self.variable(n) + suffix) for n in self.quantitative}
            terms = Terms(orders={shown} if order else frozenset(), naturals=self._naturals(suffix))
            hypotheses += terms.condition(substitute_in_constraint(constraint, rename))
        return Binding(tuple(variables), tuple(hypotheses))

    def predicate(self, parameter: Parameter, *, proper: bool) -> str:
        """The predicate in Rocq for a domain that the record gives in words."""
        text = (parameter.proper or parameter.domain) if proper else parameter.domain
        if text not in self.table.domains:
            raise NotExpressibleError(f"proofs/table.yaml does not say what the domain {text!r} is in Rocq")
        return self.table.domains[text]

    def _naturals(self, suffix: str = "") -> frozenset[str]:
        return frozenset(self.variable(n) + suffix for n in self.quantitative if whole(self.parameter(n)))

    def level(self, value: Mapping[str, str]) -> str:
        """A level with the given terms for its parameters."""
        parts = [value[n] for n in self.rocq.level]
        return parts[0] if len(parts) == 1 else "(" + ", ".join(unwrap(p) for p in parts) + ")"

    def own_level(self, *, proper: bool, suffix: str = "") -> str:
        """The level made of the variables of :meth:`bind`."""
        types = dict(self.bind(proper=proper, suffix=suffix, without=set(self.quantitative) - set(self.rocq.level)).variables)
        value = {}
        for name in self.rocq.level:
            shown = self.variable(name) + suffix
            value[name] = f"(Order {shown})" if name in self.rocq.orders and types[shown] == "R" else shown
        return self.level(value)

    def image(self, given: Mapping[str, Expression], terms: Terms, *, without: Collection[str] = ()) -> dict[str, str]:
        """The terms of the expressions that a map or rule gives for the parameters, but for those left out."""
        wanted = [n for n in self.quantitative if n not in without]
        missing = [n for n in wanted if n not in given]
        if missing:
            raise NotExpressibleError(f"the record gives no value for {', '.join(missing)}")
        found = {}
        for name in wanted:
            e = given[name]
            if self.parameter(name).values is Values.FUNCTION:
                if not isinstance(e, Name):
                    raise NotExpressibleError("an expression in the place of a function")
                found[name] = e.name
            elif whole(self.parameter(name)):
                found[name] = terms.natural(e)
            else:
                found[name] = terms.order(e, ATOM) if name in self.rocq.orders else terms.real(e, ATOM)
        return found


def whole(parameter: Parameter) -> bool:
    """Whether the parameter is a whole number."""
    return parameter.values is Values.INTEGER


def table(row: Iterable[Expression], terms: Terms) -> str:
    """A law's probabilities as a sequence."""
    return "[:: {}]".format("; ".join(map(terms.real, row)))


def unwrap(text: str) -> str:
    """Without the parentheses around all of it."""
    return text[1:-1] if wrapped(text) else text


def _included(terms: Sequence[Expression], operators: Sequence[str]) -> list[Expression]:
    """The terms that a chain of comparisons allows as values: both sides of every one that is not strict."""
    return [t for o, a, b in zip(operators, terms, terms[1:], strict=False) if o in ("<=", ">=") for t in (a, b)]
