"""The page that compares two notions says what the engine says, and a reader finds the reasons there."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ROOT
from py_mini_racer import MiniRacer

from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import ORDERS, Answer, Decision, Derivation, Fact
from dpzoo.site.relation_data import claims_data, script
from dpzoo.zoo.zoo import Zoo

K = RelationKind


@pytest.fixture(scope="module")
def engine(zoo: Zoo) -> Iterator[MiniRacer]:
    """The browser's inference in a bare engine, over the claims of the base."""
    racer = MiniRacer()
    racer.eval("var window = globalThis;")
    racer.eval(script("claims", claims_data(zoo)))
    racer.eval((ROOT / "site" / "assets" / "derivation.js").read_text(encoding="utf-8"))
    yield racer
    racer.close()


def decided(engine: MiniRacer, questions: list[tuple[RelationKind, str, str]]) -> list[dict[str, Any]]:
    text = engine.eval(f"JSON.stringify({json.dumps(questions)}.map((q) => dpzoo.decide(...q)))")
    return list(json.loads(str(text)))


def shape(derivation: Derivation | None, names: list[str]) -> list[Any] | None:
    """A derivation as the browser writes it."""
    if derivation is None:
        return None
    steps = []
    for s in derivation.steps:
        fact = s.conclusion
        assert isinstance(fact, Fact)
        conditions = sorted(names.index(c) for c in fact.conditions)
        claim = s.claim.id if s.claim is not None else None
        steps.append([fact.kind.value, fact.subject, fact.object, conditions, s.rule.value, list(s.premises), claim])
    return steps


def theirs(derivation: list[dict[str, Any]] | None) -> list[Any] | None:
    if derivation is None:
        return None
    keys = ("kind", "subject", "object", "conditions", "rule", "premises")
    return [[*(s[k] for k in keys), s["claim"]["id"] if s["claim"] else None] for s in derivation]


def sample(zoo: Zoo) -> list[Decision]:
    """The three orders of 300 random ordered pairs, and 40 pairs of every answer to every order."""
    chance = random.Random(2026)
    pairs = list(itertools.permutations(zoo, 2))
    chance.shuffle(pairs)
    chosen = [(k, a, b) for a, b in pairs[:300] for k in ORDERS]
    for kind in ORDERS:
        wanted = dict.fromkeys(Answer, 40)
        for a, b in pairs[:9000]:
            answer = zoo.inference.answer(kind, a, b)
            if wanted[answer]:
                wanted[answer] -= 1
                chosen.append((kind, a, b))
    return [zoo.inference.decide(*q) for q in dict.fromkeys(chosen)]


def test_the_browser_decides_as_the_engine_does(zoo: Zoo, engine: MiniRacer) -> None:
    """Answers, derivations step by step, and every minimal set of conditions, for 300 pairs and every kind of answer."""
    names = [c[0] for c in claims_data(zoo)["conditions"]]
    ours = sample(zoo)
    found = decided(engine, [(d.kind, d.subject, d.object) for d in ours])
    assert {d.answer for d in ours} == set(Answer)
    for decision, other in zip(ours, found, strict=True):
        where = (decision.kind, decision.subject, decision.object)
        assert other["answer"] == decision.answer.value, where
        assert theirs(other["derivation"]) == shape(decision.derivation, names), where
        assert [theirs(u) for u in other["under"]] == [shape(u, names) for u in decision.under], where


def test_a_claim_leads_to_where_it_stands(zoo: Zoo, engine: MiniRacer) -> None:
    from dpzoo.site.links import claim_page

    (found,) = decided(engine, [(K.STRONGER_THAN, "renyi-dp", "approximate-dp")])
    (claim,) = [s["claim"] for s in found["derivation"] if s["claim"]]
    assert claim["page"] == claim_page(next(c for c in zoo.claims if c.id == claim["id"]))
