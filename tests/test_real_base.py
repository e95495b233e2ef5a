"""The real knowledge base under inference: what it must answer, and what its errata claim about themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from replay import passing, replay
from replay_lifts import Lifts, NotLiftedError

import dpzoo
from dpzoo.checks.advice import isolated_notions, redundant_claims
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.asserted import gives_implication, recorded
from dpzoo.relations.claims import Claim
from dpzoo.relations.contradictions import conflicts
from dpzoo.relations.facts import Answer
from dpzoo.zoo.comparison import Ordering
from dpzoo.zoo.zoo import Zoo

K = RelationKind


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("epsilon-dp", "approximate-dp"),
        ("epsilon-dp", "renyi-dp"),
        ("epsilon-dp", "zero-concentrated-dp"),
        ("zero-concentrated-dp", "renyi-dp"),
        ("renyi-dp", "approximate-dp"),
        ("renyi-dp", "kl-privacy"),
        ("kl-privacy", "approximate-dp"),
        ("free-lunch-privacy", "epsilon-dp"),
        ("epsilon-dp", "bounded-dp"),
        ("membership-privacy-lqs13", "positive-membership-privacy"),
    ],
)
def test_known_orders(zoo: Zoo, stronger: str, weaker: str) -> None:
    """Textbook facts: the hierarchy pure ≻ zCDP ≻ Rényi ≻ KL ≻ approximate, none of which can be reversed."""
    found = zoo.compare(stronger, weaker)
    assert found.standing is Ordering.STRONGER
    assert (zoo[stronger] >= zoo[weaker]) is True


def test_a_notion_that_implies_another_is_not_called_incomparable(zoo: Zoo) -> None:
    """Every level of pure DP gives a constant level of tailored DP; a level that vanishes somewhere follows from none."""
    for pair in (("epsilon-dp", "tailored-dp"), ("tailored-dp", "epsilon-dp")):
        said = zoo.compare(*pair).sentence
        assert said.startswith("ε-DP implies TaiDP, but is not stronger")
    assert "incomparable" in zoo.compare("bounded-dp", "renyi-dp").sentence


def test_a_claim_is_not_redundant_by_what_rests_on_it(zoo: Zoo) -> None:
    """What blocks give of pure and of f-DP over other units rests on this map; nothing else says it."""
    only = {"epsilon-dp/stronger_than/f-dp"}
    assert list(redundant_claims(zoo.base, zoo.inference, only)) == []


@pytest.mark.parametrize(
    ("subject", "target"),
    [
        ("approximate-dp", "epsilon-dp"),
        ("renyi-dp", "epsilon-dp"),
        ("zero-concentrated-dp", "epsilon-dp"),
        ("kl-privacy", "renyi-dp"),
        ("bounded-dp", "unbounded-dp"),
        ("individual-dp", "epsilon-dp"),
    ],
)
def test_known_separations(zoo: Zoo, subject: str, target: str) -> None:
    assert (zoo[subject] >= zoo[target]) is False


@pytest.mark.parametrize(
    ("one", "other"), [("probabilistic-dp", "approximate-dp"), ("unbounded-dp", "epsilon-dp"), ("group-privacy", "epsilon-dp")]
)
def test_known_equivalences(zoo: Zoo, one: str, other: str) -> None:
    assert zoo.compare(one, other).standing in (Ordering.EQUIVALENT, Ordering.SAME)


def test_an_open_answer_is_no_boolean(zoo: Zoo) -> None:
    pair = next((a, b) for a in zoo for b in zoo if (zoo[a] >= zoo[b]) is dpzoo.Open)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(zoo[pair[0]] >= zoo[pair[1]])


@pytest.fixture(scope="module")
def lifts(zoo: Zoo) -> Lifts:
    return Lifts(zoo.base)


def test_every_derivation_replays(zoo: Zoo, lifts: Lifts) -> None:
    """A checker that knows only the rules accepts every derivation of the base, positive, negative and conditional."""
    inference, cells, passes = zoo.inference, recorded(zoo.base), passing(zoo.base)

    def gives(claim: object) -> bool:
        return gives_implication(zoo.base, claim)  # type: ignore[arg-type]  # the engine hands over claims

    for kind in (K.STRONGER_THAN, K.IMPLIES, K.SPECIAL_CASE_OF):
        for a in zoo:
            for b in zoo:
                decision = inference.decide(kind, a, b)
                assert (decision.derivation is not None) == decision.answer.decided
                for derivation in filter(None, (decision.derivation, *decision.under)):
                    replay(derivation, cells, gives, passes, lifts)
    for a in zoo:
        for which in Property:
            explained = inference.explain_property(a, which)
            assert (explained is None) == (inference.verdict(a, which) is Verdict.OPEN)
            if explained is not None:
                replay(explained, cells, gives)


def test_every_lifted_relation_follows_from_the_facts_that_it_names(zoo: Zoo, lifts: Lifts) -> None:
    """By a reading of the rules R1 to R14 that shares no code with the one that lifts."""
    found = [c for c in zoo.inference.claims if c.lift is not None]
    rules = {r for c in found if c.lift is not None for r in c.lift.rules}
    assert rules == {"R1", "R2", "R3", "R4", "R5", "R6", "R6'", "R7", "R9", "R11", "R13", "R14"}
    assert [c.id for c in found if not lifts(c)] == []


def test_a_spoilt_lift_is_refused(zoo: Zoo, lifts: Lifts) -> None:
    """One of each combination of rules: without its last fact, with its two standards exchanged, about other data."""
    first = {c.lift.rules: c for c in reversed(zoo.inference.claims) if c.lift is not None}
    for claim in first.values():
        lift = claim.lift
        assert lift is not None
        spoilt = [replace(lift, rules=("R8",)), replace(lift, own=claim.object if lift.own == claim.subject else claim.subject)]
        spoilt += [replace(lift, facts=lift.facts[:-1])] if lift.facts else []
        spoilt += [replace(lift, homes=lift.homes[::-1])] if lift.homes and lift.homes[0] != lift.homes[1] else []
        claims = [Claim(claim.id, claim.subject, claim.relation, claim.place, s) for s in spoilt]
        form = zoo[claim.subject].record.normal_form
        elsewhere = "epsilon-dp" if form is not None and form.universe == "graphs" else "edge-dp"
        claims.append(Claim(claim.id, elsewhere, claim.relation, claim.place, lift))
        for changed in claims:
            with pytest.raises(NotLiftedError):
                lifts.check(changed)


def test_the_base_has_no_conflict(zoo: Zoo) -> None:
    assert list(conflicts(zoo.inference)) == []


def test_disputed_claims_conflict_or_are_refuted_by_proof(zoo: Zoo) -> None:
    """Each disputed claim, taken for true: a conflict is found where the erratum says so, and nowhere else."""
    for claim in zoo.claims:
        if not claim.disputed:
            continue
        erratum = zoo.errata[str(claim.relation.disputed)].record
        found = any(k.id == claim.id for conflict in conflicts(zoo.what_if(claim.id)) for k in conflict.claims)
        assert found == (claim.id in erratum.found_by_inference), claim.id
        if not found:
            assert any(e.cite is None for e in erratum.evidence), f"{claim.id}: neither inference nor a proof refutes it"


def test_closure_agrees_with_networkx(zoo: Zoo) -> None:
    """The positive unconditional closure, computed by another library."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(zoo)
    for edge in zoo.inference.usable(K.STRONGER_THAN, frozenset()):
        graph.add_edge(zoo.inference.ids[edge.start], zoo.inference.ids[edge.end])
    expected = {(a, b) for a in zoo for b in nx.descendants(graph, a)}
    ours = {(a, b) for a, b in zoo.inference.pairs(K.STRONGER_THAN)}
    assert ours == {(a, b) for a, b in expected if a != b}
    assert all(zoo.inference.answer(K.STRONGER_THAN, a, b) is Answer.YES for a, b in ours)


def test_no_notion_is_isolated_and_no_text_is_a_stub(zoo: Zoo) -> None:
    assert list(isolated_notions(zoo.base, zoo.inference)) == []
    for notion in zoo.values():
        record = notion.record
        assert len(record.statement.split()) >= 25, notion.id
        assert len(record.intuition.split()) >= 20, notion.id
        assert len(record.use.split()) >= 8, notion.id
