"""Made-up units, views and notions: lifting gives what a search by the printed rules finds, all of it and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from replay import replay
from replay_lifts import Lifts
from test_lifting import World, fact, real, unit, world

from dpzoo.records.block_records import NormalForm, StandardRecord, UnitRecord, ViewRecord
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.asserted import from_claims, gives_implication
from dpzoo.relations.claims import Claim
from dpzoo.relations.facts import DENIAL, Answer
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.lifting import Lifting
from dpzoo.relations.lifting.own_shapes import OwnShapes
from dpzoo.relations.reachability import closure
from dpzoo.relations.refutation import Refused

__all__ = ["real", "world"]  # the fixtures

_K = RelationKind
_ORDERS = (_K.STRONGER_THAN, _K.IMPLIES)
_SOURCE = {"note": "Made up for the tests."}

STANDARDS: Mapping[str, dict[str, Any]] = {
    s: {"standard": s if at is None else {"block": s, "at": at}, "intensity": levels}
    for s, at, levels in (
        ("max-divergence", None, ["epsilon"]),
        ("renyi", None, ["alpha", "epsilon"]),
        ("kullback-leibler", None, ["epsilon"]),
        ("loss-range", None, ["epsilon"]),
        ("loss-with-high-probability", None, ["alpha", "epsilon"]),
        ("total-variation", None, ["epsilon"]),
        ("gaussian-tradeoff", None, ["epsilon"]),
        ("f-divergence", {"f": "the chi-squared divergence"}, ["epsilon"]),
    )
}
FACTS = ("within", "coupled_into", "reaches", "never_joins", "far_from", "not_reached")
VIEWS = {
    "part": ViewRecord.model_validate({"name": "a part", "statement": "A part.", "source": _SOURCE, "of": "output"}),
    "less": ViewRecord.model_validate({"name": "less", "statement": "A part of it.", "source": _SOURCE, "of": "part"}),
    "state": ViewRecord.model_validate(
        {"name": "the state", "statement": "The state.", "source": _SOURCE, "any_law": False}
    ),
}  # fmt: skip


def made_up(seed: int) -> tuple[dict[str, UnitRecord], dict[str, dict[str, Any]]]:
    """Five units with facts about each other, and eight notions of these units."""
    rng = random.Random(seed)
    names = ["s", "t", "u", "v", "w"]
    units = {}
    for name in names:
        said: dict[str, Any] = {key: [] for key in FACTS}
        for _ in range(rng.choice((1, 2, 2, 3))):
            key, other = rng.choice((*FACTS, "within", "reaches")), rng.choice([n for n in names if n != name])
            more: dict[str, Any] = {"steps": "2"} if key == "reaches" else {"invariant": "x"} if key == "never_joins" else {}
            if rng.random() < 0.15:
                more["given"] = ["fixed-dataset-size"]
            said[key].append(fact(other, **more))
        flags = {"both_orders": 0.75, "point_masses": 0.7, "disjoint": 0.8}
        units[name] = unit(**said, **{k: rng.random() < p for k, p in flags.items()}, scaled=rng.random() < 0.15)
    forms = {}
    for k in range(8):
        form = {"unit": rng.choice(names), "view": rng.choice(("output", "output", "output", *VIEWS))}
        if rng.random() < 0.1:
            form["aggregation"] = {"is": "all pairs but a few"}
        forms[f"n{k}"] = {**form, **rng.choice(list(STANDARDS.values()))}
    return units, forms


class Rules:
    """The rules of the page on blocks, by search, for notions whose blocks have no arguments but those that they fix."""

    def __init__(self, base: KnowledgeBase, plain: Inference) -> None:
        self.base, self.plain = base, plain
        self.units = {i: e.record for i, e in base.blocks.units.items()}
        self.standards: dict[str, StandardRecord] = {i: e.record for i, e in base.blocks.standards.items()}
        self.views = {i: e.record for i, e in base.blocks.views.items()}

    def form(self, notion: str) -> NormalForm:
        form = self.base.notions[notion].record.normal_form
        assert form is not None
        return form

    def has(self, standard: str, which: Property) -> bool:
        return self.plain.verdict(self.standards[standard].notion, which) is Verdict.HOLDS

    def seen_alike(self, x: NormalForm, y: NormalForm) -> bool:
        return x.universe == y.universe and x.aggregation.block == y.aggregation.block == "worst-pair"

    # yes

    def gives(self, kind: RelationKind, first: str, second: str) -> bool:
        x, y = self.form(first), self.form(second)
        s, t = str(x.standard.block), str(y.standard.block)
        if not self.seen_alike(x, y) or not self._sees(x, y, s):
            return False
        if s == t and x.standard.at == y.standard.at:
            return self._way(kind, s, x, y)
        if s == t or x.standard.at or y.standard.at or not self._ordered(kind, s, t):
            return False
        one = self.standards[t].notion in self.standards[s].one_order
        change = {u: not self.units[u].scaled and (self.units[u].both_orders or one) for u in self.units}
        last, first_ = change[str(y.unit.block)], change[str(x.unit.block)]
        return (last and self._way(kind, s, x, y)) or (first_ and self._way(kind, t, x, y))

    def _sees(self, x: NormalForm, y: NormalForm, s: str) -> bool:
        here = y.view.block
        while here is not None and here != x.view.block:
            here = self.views[here].of if here in self.views else None
        return here is not None and (x.view == y.view or self.has(s, Property.POST_PROCESSING))

    def _ordered(self, kind: RelationKind, s: str, t: str) -> bool:
        return self.plain.answer(kind, self.standards[s].notion, self.standards[t].notion) is Answer.YES

    def _way(self, kind: RelationKind, s: str, x: NormalForm, y: NormalForm) -> bool:
        return str(y.unit.block) in self.covered(str(x.unit.block), self._mixing(s), self._chains(kind, s))

    def _mixing(self, s: str) -> bool:
        return self.has(s, Property.CONVEXITY)

    def _chains(self, kind: RelationKind, s: str) -> bool:
        rule = self.standards[s].steps
        return rule is not None and rule.total and (kind is _K.IMPLIES or rule.every_level)

    def covered(self, start: str, mixing: bool, chains: bool, keeping: bool = False) -> dict[str, int]:
        """The units whose pairs those of ``start`` are, mix, or chain, each with the fewest facts; see :meth:`_next`."""
        known, waiting = {start: 0}, [start]
        for here in waiting:
            for there in self._next(here, mixing, chains, keeping):
                if there not in known:
                    known[there] = known[here] + 1
                    waiting.append(there)
        return known

    def _next(self, here: str, mixing: bool, chains: bool, keeping: bool) -> Iterator[str]:
        for u, record in self.units.items():
            if any(f.unit == here and not f.given for f in record.within):
                yield u
            if mixing and self.units[here].both_orders and any(f.unit == here and not f.given for f in record.coupled_into):
                yield u
        if chains and (not keeping or self.units[here].point_masses):
            yield from (f.unit for f in self.units[here].reaches if not f.given and f.unit in self.units)

    def under_conditions(self, first: str, second: str) -> Iterator[tuple[RelationKind, str, str]]:
        """What one fact under conditions gives for notions that measure and see alike."""
        x, y = self.form(first), self.form(second)
        if not self.seen_alike(x, y) or (x.view, x.standard.block, x.standard.at) != (y.view, y.standard.block, y.standard.at):
            return
        s, u, v = str(x.standard.block), self.units[str(x.unit.block)], self.units[str(y.unit.block)]
        within = any(f.given and f.unit == x.unit.block for f in v.within)
        mixed = self._mixing(s) and u.both_orders and any(f.given and f.unit == x.unit.block for f in v.coupled_into)
        chained = any(f.given and f.unit == y.unit.block for f in u.reaches)
        for kind in _ORDERS:
            if within or mixed or (chained and self._chains(kind, s)):
                yield kind, first, second
                return

    # no

    def denies(self, kind: RelationKind, first: str, second: str) -> bool:
        x, y = self.form(first), self.form(second)
        s, t = str(x.standard.block), str(y.standard.block)
        u, v = str(x.unit.block), str(y.unit.block)
        seen = self.views[str(x.view.block)].any_law if x.view.block else False
        if not self.seen_alike(x, y) or x.view != y.view or not seen or y.standard.at:
            return False
        one, other = self.units[u], self.units[v]
        shown = (one.point_masses or self._mixing(s)) and not one.scaled and not x.standard.at
        if shown and other.disjoint and not other.scaled and self._laws(kind, s, t):
            return True  # R5
        if kind is not _K.IMPLIES:
            return False
        refused = self.standards[t].disjoint.refused
        if refused and self._gap("never_joins", u, v, mixing=True):
            return True  # R6
        if one.scaled or other.scaled or not one.point_masses:
            return False
        pure = self._ordered(_K.IMPLIES, "max-divergence", s)
        if refused and pure and other.point_masses and self._gap("far_from", u, v, mixing=False):
            return True  # R7
        directed = s == t == "max-divergence" and not one.both_orders
        return directed and any(f.unit == v and not f.given for f in one.not_reached)  # R6'

    def _laws(self, kind: RelationKind, s: str, t: str) -> bool:
        homes = self.standards[s].notion, self.standards[t].notion
        place = self.plain.index[homes[0]], self.plain.index[homes[1]]
        return bool(self.plain.refutation.denied_by_claims(kind)[place[0]] >> place[1] & 1) and not self._ordered(kind, s, t)

    def _gap(self, key: str, u: str, v: str, *, mixing: bool) -> bool:
        return self.facts_between(key, u, v, mixing=mixing) > 0

    def facts_between(self, key: str, u: str, v: str, *, mixing: bool) -> int:
        """The fewest facts by which a unit that covers ``u`` is apart from one that ``v`` covers, a pair kept; 0 for none."""
        found = []
        behind = self.covered(v, mixing, chains=True, keeping=True)
        for w, record in self.units.items():
            down = self.covered(w, mixing, chains=True).get(u)
            stated = [f.unit for f in getattr(record, key) if not f.given and f.unit in behind]
            found += [down + 1 + behind[x] for x in stated if down is not None]
        return min(found, default=0)


SEEDS = range(16)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_made_up_world(world: World, seed: int) -> None:
    """One test for each world, so that a fault in what the checks share is seen by all of them."""
    lifting = world.lifting(*made_up(seed), VIEWS)
    rules = Rules(lifting.base, from_claims(lifting.base))
    blocks_give_and_refute_what_the_rules_find(lifting, rules)
    lifted_claims_generate_the_order_and_none_is_superfluous(lifting)
    every_answer_has_a_derivation_that_stands(lifting)


def blocks_give_and_refute_what_the_rules_find(lifting: Lifting, rules: Rules) -> None:
    names = [f.notion for f in lifting.forms]
    for kind in _ORDERS:
        given, denied = lifting.implications.rows(kind), lifting.separated.rows(kind)
        for (a, x), (b, y) in product(enumerate(names), repeat=2):
            if a != b and (x.startswith("n") or y.startswith("n")):
                assert bool(given[a] >> b & 1) == rules.gives(kind, x, y), (kind, x, y)
                assert bool(denied[a] >> b & 1) == rules.denies(kind, x, y), (kind, x, y)
    conditional = {(c.kind, c.subject, c.object) for c in lifting.given() if c.conditional}
    assert conditional == {e for x, y in product(names, repeat=2) if x != y for e in rules.under_conditions(x, y)}
    for key, (u, v) in product(("never_joins", "far_from"), product("stuvw", repeat=2)):
        told = lifting.units.telling_apart(key, u, v)
        assert len(told) == rules.facts_between(key, u, v, mixing=key == "never_joins"), (key, u, v)


def lifted_claims_generate_the_order_and_none_is_superfluous(lifting: Lifting) -> None:
    """Transitive closures agree; a relation that two others give is not listed beside them, nor a separation that one gives."""
    count = len(lifting.forms)
    for kind in _ORDERS:
        rows = lifting.implications.rows(kind)
        full = closure(count, [(a, b) for a in range(count) for b in range(count) if rows[a] >> b & 1])
        claims = [c for c in lifting.given() if not c.conditional and (c.kind in (_K.SAME_AS, _K.STRONGER_THAN, kind))]
        recorded = [_ends(lifting, c) for a, b in product(range(count), repeat=2) if (c := _between_homes(lifting, kind, a, b))]
        edges = [e for c in claims for e in _ends(lifting, c)]
        told = closure(count, [*edges, *(e for pair in recorded for e in pair)])
        assert [told.row(a) for a in range(count)] == [full.row(a) for a in range(count)]
        for claim in claims if kind is _K.STRONGER_THAN else ():
            pair = {claim.subject, claim.object}
            others = [e for c in claims if {c.subject, c.object} != pair for e in _ends(lifting, c)]
            start, end = _ends(lifting, claim)[0]
            assert not closure(count, others).reaches(start, end), claim.id
        denials = [_ends(lifting, c)[0] for c in lifting.separations() if c.kind is DENIAL[kind]]
        for (a, b), (c, d) in product(denials, repeat=2):
            if a == c and rows[b] >> d & 1:
                assert rows[d] >> b & 1, "the one about a weaker notion says it"
            if b == d and rows[c] >> a & 1:
                assert rows[a] >> c & 1, "the one of a stronger notion says it"


def _between_homes(lifting: Lifting, kind: RelationKind, a: int, b: int) -> Claim | None:
    """What is lifted between two notions that stand for standards, on one record: it only says what it rests on."""
    x, y = lifting.forms[a].notion, lifting.forms[b].notion
    if a == b or x.startswith("n") or y.startswith("n"):
        return None
    return lifting._positive(kind, a, b)  # asserted ones are left out of what is public


def _ends(lifting: Lifting, claim: Claim) -> list[tuple[int, int]]:
    pair = lifting.index[claim.subject], lifting.index[claim.object]
    return [pair, pair[::-1]] if claim.kind.symmetric else [pair]


def every_answer_has_a_derivation_that_stands(lifting: Lifting) -> None:
    """Each lift is replayed by the rules that it names; each refuted pair is derived from the separations that are listed."""
    base, plain = lifting.base, from_claims(lifting.base)
    lifts = Lifts(base)
    given = lifting.given()
    for claim in (*given, *lifting.separations()):
        lifts.check(claim)
    own = OwnShapes(base, plain, lifting, given)
    ours = plain.extended(given, lifting.between, lambda: Refused(own.rows(), lifting.separations))
    bare = plain.extended(given, lambda kind, a, b: None, lambda: Refused(own.rows(), lifting.separations))
    made_up_ones = [f.notion for f in lifting.forms if f.notion.startswith("n")]
    for kind, x, y in product(_ORDERS, made_up_ones, made_up_ones):
        if x == y:
            continue
        for inference in (ours, bare):
            decision = inference.decide(kind, x, y)
            assert (decision.derivation is not None) == decision.answer.decided
            for derivation in filter(None, (decision.derivation, *decision.under)):
                replay(derivation, plain.cells, lambda c: gives_implication(base, c), lifted=lifts)
