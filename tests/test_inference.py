"""The engine derives nothing false and misses nothing derivable; its derivations stand on their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replay import InvalidStepError, replay

from dpzoo.records.claims import Relation
from dpzoo.records.enums import Grade, Property, RelationKind, Verdict
from dpzoo.records.findings import Location
from dpzoo.relations.claims import Claim
from dpzoo.relations.contradictions import conflicts
from dpzoo.relations.facts import Answer, Derivation, Fact, PropertyFact, Rule, Step
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import bits, closure
from dpzoo.relations.refutation import Case

K = RelationKind
PROOF = [{"proof": "given"}]
CONDITIONS = ("independent-records", "product-priors", "bounded-dataset-size", "fixed-dataset-size")


def claim(subject: str, kind: RelationKind, target: str, given: Sequence[str] = (), **more: Any) -> Claim:
    if kind is K.EQUIVALENT_TO:
        more.setdefault("back", "none")
    relation = Relation.model_validate({kind.value: target, "given": list(given), "evidence": PROOF} | more)
    suffix = "-".join(given)
    return Claim(relation.id(subject) + (f"/{suffix}" if suffix else ""), subject, relation, Location(Path("x.yaml"), 1, 1))


def engine(
    notions: Iterable[str], claims: Iterable[Claim], cells: dict[tuple[str, Property], Verdict] | None = None
) -> Inference:
    return Inference(notions, claims, cells or {}, lambda c: True)


def test_a_derivation_is_machine_checked_where_every_claim_is_and_there_is_one() -> None:
    def shown(*evidence: dict[str, str]) -> Derivation:
        steps = [claim("a", K.STRONGER_THAN, "b", evidence=[e]) for e in evidence]
        return Derivation(tuple(Step(Fact(K.STRONGER_THAN, "a", "b"), Rule.CLAIM, (), c) for c in steps))

    assert shown({"formal": "a_theorem"}).machine_checked
    assert not shown({"proof": "given"}).machine_checked
    assert not shown({"formal": "a_theorem"}, {"proof": "given"}).machine_checked
    assert not Derivation((Step(Fact(K.IMPLIES, "a", "a"), Rule.REFLEXIVE),)).machine_checked, "nothing was checked"
    assert shown({"formal": "a_theorem"}, {"proof": "given"}).grade is Grade.PROVED


def test_closure_is_warshalls() -> None:
    edges = [(0, 1), (1, 2), (2, 0), (3, 1), (4, 5)]
    reach = closure(6, edges)
    expected = {(i, j): i == j or (i, j) in edges for i, j in product(range(6), repeat=2)}
    for k, i, j in product(range(6), repeat=3):
        expected[i, j] = expected[i, j] or (expected[i, k] and expected[k, j])
    assert {(i, j): reach.reaches(i, j) for i, j in product(range(6), repeat=2)} == expected
    assert list(bits(reach.row(3))) == [0, 1, 2, 3]


@given(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))))
)
def test_nothing_derivable_is_missed_in_random_preorders(world: tuple[int, set[tuple[int, int]]]) -> None:
    count, edges = world
    names = [f"n{i}" for i in range(count)]
    ours = engine(names, [claim(names[a], K.STRONGER_THAN, names[b]) for a, b in sorted(edges) if a != b])
    reach = {(i, j): i == j or (i, j) in edges for i, j in product(range(count), repeat=2)}
    for k, i, j in product(range(count), repeat=3):
        reach[i, j] = reach[i, j] or (reach[i, k] and reach[k, j])
    for (i, j), expected in reach.items():
        assert (ours.answer(K.STRONGER_THAN, names[i], names[j]) is Answer.YES) == expected


# Tiny worlds. A notion is, for each structural value and each quantitative level, a set of mechanisms; larger levels
# are weaker. Every relation, condition and axiom is read off by brute force, and then the engine is told some of the truths.

STRUCTURAL = ("s", "t")
LEVELS = (0, 1)
MECHANISMS = frozenset(range(4))

World = dict[str, dict[tuple[str, int], frozenset[int]]]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    world = {}
    for name in ("a", "b", "c", "d"):
        table = {}
        for s in STRUCTURAL:
            inner = draw(st.frozensets(st.sampled_from(sorted(MECHANISMS))))
            table[s, 0] = inner
            table[s, 1] = inner | draw(st.frozensets(st.sampled_from(sorted(MECHANISMS))))
        world[name] = table
    return world


def gives(world: World, x: str, y: str, where: Sequence[str], both: bool) -> bool:
    """Whether x ⟹ y (or x ≻ y) at every structural value of ``where``, at equal ones."""
    first = all(any(world[x][s, a] <= world[y][s, b] for b in LEVELS) for s in where for a in LEVELS)
    second = all(any(world[x][s, a] <= world[y][s, b] for a in LEVELS) for s in where for b in LEVELS)
    return first and (second or not both)


def extends(world: World, x: str, y: str) -> bool:
    """X ⊂ y: every level of x is identical to some level of y, at any structural value."""
    return all(any(world[x][s, a] == world[y][t, b] for t in STRUCTURAL for b in LEVELS) for s in STRUCTURAL for a in LEVELS)


def truths(world: World) -> list[Claim]:
    """Every true claim of the world; "independent-records" is the condition that the structural value is s."""
    found = []
    for x, y in product(world, repeat=2):
        if x == y:
            continue
        for kind, denial, both in ((K.STRONGER_THAN, K.NOT_STRONGER_THAN, True), (K.IMPLIES, K.DOES_NOT_IMPLY, False)):
            if gives(world, x, y, STRUCTURAL, both):
                found.append(claim(x, kind, y))
            else:
                found.append(claim(x, denial, y))
            if gives(world, x, y, ["s"], both):
                found.append(claim(x, kind, y, ["independent-records"]))
            else:
                found.append(claim(x, denial, y, ["independent-records"]))
        if extends(world, x, y):
            # the choices may be structural, so that it is no implication
            found.append(claim(x, K.SPECIAL_CASE_OF, y, at={"Theta": "chosen"}))
    return found


def closed(table: dict[tuple[str, int], frozenset[int]]) -> bool:
    """An axiom: each level's set is closed under the map m ↦ m xor 1, as under a post-processing."""
    return all(all(m ^ 1 in allowed for m in allowed) for allowed in table.values())


@settings(max_examples=150, deadline=None)
@given(worlds(), st.randoms(use_true_random=False))
def test_nothing_false_is_derived_in_tiny_worlds(world: World, random: Any) -> None:
    everything = truths(world)
    told = [c for c in everything if random.random() < 0.4]
    axiom = Property.POST_PROCESSING
    cells = {(n, axiom): Verdict.HOLDS if closed(table) else Verdict.FAILS for n, table in world.items() if random.random() < 0.5}

    def no_structural_choice(c: Claim) -> bool:
        return not c.relation.at

    ours = Inference(world, told, cells, no_structural_choice)
    assert list(conflicts(ours)) == [], "true claims do not conflict"
    for x, y in product(world, repeat=2):
        for kind, both in ((K.STRONGER_THAN, True), (K.IMPLIES, False)):
            answer = ours.answer(kind, x, y)
            true = gives(world, x, y, STRUCTURAL, both)
            true_at_s = gives(world, x, y, ["s"], both)
            if answer is Answer.YES:
                assert true
            if answer in (Answer.NO, Answer.NO_BUT):
                assert not true
            if answer in (Answer.NO_BUT, Answer.OPEN_BUT):
                assert true_at_s
            decision = ours.decide(kind, x, y)
            for derivation in filter(None, (decision.derivation, *decision.under)):
                replay(derivation, cells, no_structural_choice)
            if decision.derivation is not None and not answer.value.startswith("yes"):
                fact = decision.derivation.conclusion
                assert isinstance(fact, Fact)
                if fact.conditions:
                    assert not true_at_s, "a separation holds inside its conditions"
        if ours.answer(K.SPECIAL_CASE_OF, x, y) is Answer.YES:
            assert extends(world, x, y)
    for name, table in world.items():
        verdict = ours.verdict(name, axiom)
        if verdict is not Verdict.OPEN:
            assert (verdict is Verdict.HOLDS) == closed(table)
            explained = ours.explain_property(name, axiom)
            assert explained is not None
            replay(explained, cells, no_structural_choice)


@settings(max_examples=60, deadline=None)
@given(worlds())
def test_a_world_that_is_told_completely_has_no_open_question(world: World) -> None:
    ours = engine(world, truths(world))
    for x, y in product(world, repeat=2):
        assert ours.answer(K.STRONGER_THAN, x, y).decided
        assert ours.answer(K.IMPLIES, x, y).decided


CHAIN = [claim("a", K.STRONGER_THAN, "b"), claim("b", K.EQUIVALENT_TO, "c"), claim("c", K.IMPLIES, "d")]


def test_a_chain() -> None:
    ours = engine("abcd", CHAIN)
    assert ours.answer(K.STRONGER_THAN, "a", "c") is Answer.YES
    assert ours.answer(K.STRONGER_THAN, "c", "b") is Answer.YES
    assert ours.answer(K.IMPLIES, "a", "d") is Answer.YES
    assert ours.answer(K.STRONGER_THAN, "a", "d") is Answer.OPEN
    derivation = ours.derive(K.IMPLIES, "a", "d")
    assert derivation is not None
    assert [c.id for c in derivation.claims] == ["a/stronger_than/b", "b/equivalent_to/c", "c/implies/d"]


def test_separations_spread() -> None:
    """X ⇏ Z, X ⟹ Y, W ⟹ Z: Y does not give W."""
    ours = engine("xyzw", [claim("x", K.DOES_NOT_IMPLY, "z"), claim("x", K.IMPLIES, "y"), claim("w", K.IMPLIES, "z")])
    assert ours.answer(K.IMPLIES, "y", "w") is Answer.NO
    assert ours.answer(K.STRONGER_THAN, "y", "w") is Answer.NO
    assert ours.answer(K.IMPLIES, "w", "y") is Answer.OPEN
    derivation = ours.refute(K.STRONGER_THAN, "y", "w")
    assert derivation is not None
    assert derivation.conclusion == Fact(K.NOT_STRONGER_THAN, "y", "w")
    assert len(derivation.claims) == 3


def test_implies_never_feeds_not_stronger() -> None:
    """X ⊁ Z and X ⟹ Y say nothing about Y ≻ Z: the second clause may be what fails."""
    ours = engine("xyz", [claim("x", K.NOT_STRONGER_THAN, "z"), claim("x", K.IMPLIES, "y")])
    assert ours.answer(K.STRONGER_THAN, "y", "z") is Answer.OPEN


def test_conditions_unite_and_separate() -> None:
    given_one, given_other = ["product-priors"], ["bounded-dataset-size"]
    ours = engine("abc", [claim("a", K.IMPLIES, "b", given_one), claim("b", K.IMPLIES, "c", given_other)])
    decision = ours.decide(K.IMPLIES, "a", "c")
    assert decision.answer is Answer.OPEN_BUT
    (under,) = decision.under
    assert isinstance(under.conclusion, Fact)
    assert under.conclusion.conditions == {"product-priors", "bounded-dataset-size"}


def test_a_separation_uses_what_its_conditions_entail() -> None:
    """A ⇏ c where priors are products; a ⟹ b where records are independent, which products are: so b ⇏ c there."""
    positive = claim("a", K.IMPLIES, "b", ["independent-records"])
    inside = engine("abc", [positive, claim("a", K.DOES_NOT_IMPLY, "c", ["product-priors"])])
    assert inside.answer(K.IMPLIES, "b", "c") is Answer.NO
    outside = engine("abc", [positive, claim("a", K.DOES_NOT_IMPLY, "c")])
    assert outside.answer(K.IMPLIES, "b", "c") is Answer.OPEN


def test_properties() -> None:
    cells = {
        ("big", Property.CONVEXITY): Verdict.HOLDS,
        ("small", Property.POST_PROCESSING): Verdict.FAILS,
        ("twin", Property.COMPOSITION): Verdict.FAILS,
    }
    ours = engine(
        ["big", "small", "twin"], [claim("small", K.SPECIAL_CASE_OF, "big"), claim("small", K.EQUIVALENT_TO, "twin")], cells
    )
    assert ours.verdict("small", Property.CONVEXITY) is Verdict.HOLDS
    assert ours.verdict("big", Property.POST_PROCESSING) is Verdict.FAILS
    assert ours.verdict("small", Property.COMPOSITION) is Verdict.FAILS
    assert ours.verdict("twin", Property.CONVEXITY) is Verdict.OPEN
    explained = ours.explain_property("small", Property.COMPOSITION)
    assert explained is not None
    assert explained.conclusion == PropertyFact("small", Property.COMPOSITION, Verdict.FAILS)


def test_conflicts_are_minimal() -> None:
    claims = [
        claim("a", K.STRONGER_THAN, "b"),
        claim("b", K.STRONGER_THAN, "c"),
        claim("a", K.STRONGER_THAN, "x"),
        claim("x", K.STRONGER_THAN, "y"),
        claim("y", K.STRONGER_THAN, "c"),
        claim("a", K.NOT_STRONGER_THAN, "c"),
    ]
    (conflict,) = conflicts(engine("abcxy", claims))
    assert {c.id for c in conflict.claims} == {"a/not_stronger_than/c", "a/stronger_than/b", "b/stronger_than/c"}


@pytest.mark.parametrize("number", range(4))
def test_a_spoilt_derivation_is_refused(number: int) -> None:
    ours = engine("abcd", CHAIN)
    derivation = ours.derive(K.IMPLIES, "a", "d")
    assert derivation is not None
    from dataclasses import replace

    steps = list(derivation.steps)
    fact = steps[number].conclusion
    assert isinstance(fact, Fact)
    steps[number] = replace(steps[number], conclusion=replace(fact, object="a" if fact.object != "a" else "b"))
    with pytest.raises(InvalidStepError):
        replay(replace(derivation, steps=tuple(steps)), {}, lambda c: True)


def test_disputed_claims_take_no_part() -> None:
    disputed = claim("a", K.STRONGER_THAN, "b", disputed="some-erratum")
    assert engine("ab", [disputed]).answer(K.STRONGER_THAN, "a", "b") is Answer.OPEN


def test_a_constraint_belongs_to_its_claim() -> None:
    one, other = claim("a", K.IMPLIES, "b", ["alpha < 2"]), claim("b", K.IMPLIES, "c", ["alpha < 2"])
    assert one.conditions != other.conditions


def passed_on(barred: frozenset[str], exact: bool) -> Inference:
    """Z does not give W, X does not give Z, and Z is Y at chosen structure; what follows about Y."""
    special = claim("z", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})
    told = [special, claim("z", K.DOES_NOT_IMPLY, "w"), claim("x", K.DOES_NOT_IMPLY, "z"), claim("v", K.IMPLIES, "w")]
    case = Case(special, barred, exact)
    return Inference("vwxyz", told, {}, lambda c: False, cases=[case])


def test_r12_a_special_case_passes_separations_on_and_they_spread() -> None:
    """What uniform priors do not give, a notion for all priors does not give either; v, which gives w, is as far away."""
    ours = passed_on(frozenset(), exact=True)
    for pair, rule in ((("y", "w"), Rule.CASE_LACKS), (("y", "v"), Rule.CASE_LACKS), (("x", "y"), Rule.CASE_MISSED)):
        decision = ours.decide(K.IMPLIES, *pair)
        assert decision.answer is Answer.NO
        assert decision.derivation is not None
        assert rule in {s.rule for s in decision.derivation.steps}
        replay(decision.derivation, {}, lambda c: False, lambda c, third, exact: True)
        with pytest.raises(InvalidStepError):
            replay(decision.derivation, {}, lambda c: False)


def test_r12_is_silent_about_what_has_the_chosen_parameter_and_about_levels_of_other_kinds() -> None:
    """W with the same parameter is held to the chosen value; and Y may have levels at the chosen value that Z does not have."""
    barred = passed_on(frozenset("wx"), exact=True)
    assert barred.answer(K.IMPLIES, "y", "w") is Answer.OPEN
    assert barred.answer(K.IMPLIES, "x", "y") is Answer.OPEN
    assert passed_on(frozenset(), exact=False).answer(K.IMPLIES, "x", "y") is Answer.OPEN
