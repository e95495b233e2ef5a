"""The engine derives nothing false and misses nothing derivable; its derivations stand on their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replay import InvalidStepError, replay

from dpzoo.checks.advice import _follows as follows
from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import Grade, Property, RelationKind, Verdict
from dpzoo.records.findings import Location
from dpzoo.relations.claims import Claim, Lift
from dpzoo.relations.contradictions import Conflict, ConflictKind, conflicts
from dpzoo.relations.facts import Answer, Derivation, Fact, PropertyFact, Rule, Step
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import bits, closure
from dpzoo.relations.refutation import Refused, SpecialCase

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
            # the choices may be structural, so that it is not an implication
            found.append(claim(x, K.SPECIAL_CASE_OF, y, at={"Theta": "chosen"}))
    return found


def closed(table: dict[tuple[str, int], frozenset[int]]) -> bool:
    """An axiom: each level's set is closed under the map m ↦ m xor 1, as under a post-processing."""
    return all(all(m ^ 1 in allowed for m in allowed) for allowed in table.values())


@settings(max_examples=150)
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


@settings(max_examples=60)
@given(worlds())
def test_a_world_that_is_told_completely_has_no_open_question(world: World) -> None:
    ours = engine(world, truths(world))
    for x, y in product(world, repeat=2):
        assert ours.answer(K.STRONGER_THAN, x, y).decided
        assert ours.answer(K.IMPLIES, x, y).decided


@settings(max_examples=25)
@given(worlds(), st.randoms(use_true_random=False))
def test_a_claim_that_others_give_is_never_said_to_be_needed(world: World, random: Any) -> None:
    told = [c for c in truths(world) if random.random() < 0.4]
    ours = engine(world, told)
    for c in told:
        if follows(engine(world, [x for x in told if x.id != c.id]), c):
            assert ours.may_do_without(c)


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


def test_a_claim_that_nothing_else_leads_around_is_needed() -> None:
    ours = engine("abcd", [*CHAIN, claim("a", K.IMPLIES, "d"), claim("d", K.DOES_NOT_IMPLY, "a")])
    assert [ours.may_do_without(c) for c in ours.claims] == [False, False, False, True, False]
    spread = engine("abcd", [*CHAIN, claim("d", K.DOES_NOT_IMPLY, "a"), claim("c", K.DOES_NOT_IMPLY, "a")])
    assert [ours.id for ours in spread.claims if spread.may_do_without(ours)] == ["d/does_not_imply/a"]


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
    case = SpecialCase(special, barred, exact)
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


# Small worlds by hand: what each rule gives and what it does not.


def by_blocks(subject: str, kind: RelationKind, target: str) -> Claim:
    """A relation that blocks give."""
    made = claim(subject, kind, target)
    return Claim(f"{made.id}/by-blocks", subject, made.relation, made.place, Lift(("R2",)))


def lifted(*known: Claim) -> Callable[[RelationKind, str, str], Claim | None]:
    return lambda kind, a, b: next((c for c in known if (c.kind, c.subject, c.object) == (kind, a, b)), None)


def ids(derivation: Derivation | None) -> list[str]:
    assert derivation is not None
    return [c.id for c in derivation.claims]


def test_notions_over_other_data_are_told_from_open_questions() -> None:
    """Graphs and tables are different data; streams translate to tables; of what names no universe nothing is said."""
    over = {"g": frozenset({"graphs"}), "t": frozenset({"tables"}), "s": frozenset({"streams", "tables"})}
    ours = Inference("gtsx", [claim("g", K.DOES_NOT_IMPLY, "t")], {}, lambda c: True, over)
    answers = {(a, b): ours.answer(K.IMPLIES, a, b) for a, b in product("gtsx", repeat=2) if a != b}
    assert answers.pop(("g", "t")) is Answer.NO, "what is refuted is refuted"
    different = {pair for pair, answer in answers.items() if answer is Answer.DIFFERENT}
    assert different == {("t", "g"), ("g", "s"), ("s", "g")}
    assert set(answers.values()) == {Answer.DIFFERENT, Answer.OPEN}


def test_a_special_case_passes_nothing_on_to_other_data() -> None:
    special = claim("z", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})
    told = [special, claim("z", K.DOES_NOT_IMPLY, "w"), claim("z", K.DOES_NOT_IMPLY, "v")]
    over = {"z": frozenset("t"), "y": frozenset("t"), "w": frozenset("g"), "v": frozenset("t")}
    ours = Inference("vwyz", told, {}, lambda c: False, over, cases=[SpecialCase(special, frozenset(), True)])
    assert ours.answer(K.IMPLIES, "y", "w") is Answer.DIFFERENT
    assert ours.answer(K.IMPLIES, "y", "v") is Answer.NO
    apart = {**over, "y": frozenset("g")}
    ours = Inference("vwyz", told, {}, lambda c: False, apart, cases=[SpecialCase(special, frozenset(), True)])
    assert ours.answer(K.IMPLIES, "y", "v") is Answer.DIFFERENT, "the case itself leads to other data"


def test_a_case_whose_subject_or_object_is_no_notion_is_left_out() -> None:
    special = claim("z", K.SPECIAL_CASE_OF, "unknown", at={"Theta": "chosen"})
    ours = Inference(
        "wz", [claim("z", K.DOES_NOT_IMPLY, "w"), special], {}, lambda c: False, cases=[SpecialCase(special, frozenset(), True)]
    )
    assert ours.answer(K.IMPLIES, "z", "w") is Answer.NO
    assert list(ours.refutation.passed) == []


def test_cases_of_cases_pass_separations_on() -> None:
    """Z ⊂ Y ⊂ X at chosen structure: what Z does not give, X does not give; W, which gives X's, cannot give it either."""
    one, two = (claim(a, K.SPECIAL_CASE_OF, b, at={"Theta": "chosen"}) for a, b in ("zy", "yx"))
    told = [one, two, claim("z", K.DOES_NOT_IMPLY, "w"), claim("v", K.DOES_NOT_IMPLY, "z")]
    ours = Inference(
        "vwxyz", told, {}, lambda c: False, cases=[SpecialCase(two, frozenset(), True), SpecialCase(one, frozenset(), True)]
    )
    for pair in (("x", "w"), ("v", "x")):
        decision = ours.decide(K.STRONGER_THAN, *pair)
        assert decision.answer is Answer.NO
        assert decision.derivation is not None
        assert decision.derivation.conclusion == Fact(K.NOT_STRONGER_THAN, *pair)
        replay(decision.derivation, {}, lambda c: False, lambda c, third, exact: True)
    assert ours.answer(K.IMPLIES, "w", "x") is Answer.OPEN
    assert ours.answer(K.SPECIAL_CASE_OF, "x", "w") is Answer.OPEN


def test_a_chain_that_blocks_shorten_is_one_step() -> None:
    told = [claim("a", K.STRONGER_THAN, "b"), claim("b", K.STRONGER_THAN, "c")]
    direct = by_blocks("a", K.STRONGER_THAN, "c")
    ours = Inference("abc", told, {}, lambda c: True, lifted=lifted(direct, by_blocks("a", K.STRONGER_THAN, "b")))
    derivation = ours.derive(K.STRONGER_THAN, "a", "c")
    assert ids(derivation) == ["a/stronger_than/c/by-blocks"]
    assert derivation is not None
    assert [s.rule for s in derivation.steps] == [Rule.LIFTED]
    assert ids(ours.derive(K.STRONGER_THAN, "a", "b")) == ["a/stronger_than/b"], "one recorded step stays"
    assert ids(engine("abc", told).derive(K.STRONGER_THAN, "a", "c")) == ["a/stronger_than/b", "b/stronger_than/c"]


def test_what_blocks_refute_is_derived_from_them() -> None:
    """A ⇏ c by blocks: a ⊁ c follows in one step more; a recorded separation of the same pair comes first."""
    refuted = by_blocks("a", K.DOES_NOT_IMPLY, "c")
    rows = {K.IMPLIES: [0b100, 0, 0]}
    told = [claim("a", K.IMPLIES, "b")]
    ours = engine("abc", told).extended([], lifted(refuted), lambda: Refused(rows, lambda: [refuted]))
    assert ours.answer(K.IMPLIES, "a", "c") is ours.answer(K.IMPLIES, "b", "c") is Answer.NO
    assert ours.answer(K.STRONGER_THAN, "b", "c") is Answer.NO
    assert refuted in ours.claims
    assert [c.id for c in ours.asserted] == ["a/implies/b"]
    assert ids(ours.refute(K.IMPLIES, "b", "c")) == ["a/does_not_imply/c/by-blocks", "a/implies/b"]
    found = ours.refute(K.IMPLIES, "a", "c")
    assert found is not None
    assert [s.rule for s in found.steps] == [Rule.LIFTED]
    recorded = claim("a", K.DOES_NOT_IMPLY, "c")
    both = engine("abc", [*told, recorded]).extended([], lifted(refuted), lambda: Refused(rows, lambda: [refuted]))
    assert ids(both.refute(K.IMPLIES, "a", "c")) == ["a/does_not_imply/c"]


def test_blocks_shorten_a_refutation() -> None:
    told = [claim("x", K.DOES_NOT_IMPLY, "z"), claim("x", K.IMPLIES, "y")]
    direct = lifted(by_blocks("y", K.DOES_NOT_IMPLY, "z"), by_blocks("y", K.NOT_STRONGER_THAN, "z"))
    ours = Inference("xyz", told, {}, lambda c: True, lifted=direct)
    assert ids(ours.refute(K.IMPLIES, "y", "z")) == ["y/does_not_imply/z/by-blocks"]
    weaker = ours.refute(K.STRONGER_THAN, "y", "z")
    assert ids(weaker) == ["y/not_stronger_than/z/by-blocks"]
    assert weaker is not None
    assert weaker.conclusion == Fact(K.NOT_STRONGER_THAN, "y", "z")


def test_of_equally_short_paths_the_best_supported_is_taken_then_the_first() -> None:
    """Two ways from a to d of two steps: over c, which is a theorem, not over b, which is only cited."""
    cited = [{"cite": "X21", "at": "Theorem 1"}]
    told = [
        claim("a", K.IMPLIES, "b", evidence=cited),
        claim("b", K.IMPLIES, "d"),
        claim("a", K.IMPLIES, "c"),
        claim("c", K.IMPLIES, "d"),
    ]
    assert ids(engine("abcd", told).derive(K.IMPLIES, "a", "d")) == ["a/implies/c", "c/implies/d"]
    alike = [claim(*e[0], K.IMPLIES, e[1]) for e in ("ab", "bd", "ac", "cd")]
    assert ids(engine("abcd", reversed(alike)).derive(K.IMPLIES, "a", "d")) == ["a/implies/b", "b/implies/d"]


def test_an_equivalence_without_a_formula_comes_after_claims_with_one() -> None:
    told = [claim("a", K.EQUIVALENT_TO, "b"), claim("a", K.STRONGER_THAN, "b", map={"epsilon": "epsilon"})]
    assert ids(engine("ab", told).derive(K.STRONGER_THAN, "a", "b")) == ["a/stronger_than/b"]
    assert ids(engine("ab", told).derive(K.STRONGER_THAN, "b", "a")) == ["a/equivalent_to/b"]


def test_identity_gives_every_order_both_ways() -> None:
    ours = engine("ab", [claim("a", K.SAME_AS, "b")])
    for kind in (K.STRONGER_THAN, K.IMPLIES, K.SPECIAL_CASE_OF):
        for pair in ("ab", "ba"):
            decision = ours.decide(kind, *pair)
            assert decision.answer is Answer.YES
            assert decision.derivation is not None
            replay(decision.derivation, {}, lambda c: True)


def test_a_special_case_is_an_implication_only_where_its_choices_are_proper() -> None:
    told = [claim("a", K.SPECIAL_CASE_OF, "b")]
    for proper, answer in ((True, Answer.YES), (False, Answer.OPEN)):
        ours = Inference("ab", told, {}, lambda c, proper=proper: proper)  # type: ignore[misc]
        assert ours.answer(K.IMPLIES, "a", "b") is answer
        assert ours.answer(K.SPECIAL_CASE_OF, "a", "b") is Answer.YES
        assert ours.answer(K.STRONGER_THAN, "a", "b") is Answer.OPEN


def test_claims_about_unknown_notions_are_left_out() -> None:
    ours = engine("ab", [claim("a", K.IMPLIES, "c"), claim("c", K.IMPLIES, "b")])
    assert ours.claims == ()
    assert ours.answer(K.IMPLIES, "a", "b") is Answer.OPEN


def test_minimal_conditions_are_kept_apart_and_excluding_ones_dropped() -> None:
    """A gives c under one condition or another; not where the size is fixed and datasets may lose records, which never is."""
    told = [
        claim("a", K.IMPLIES, "c", ["product-priors"]),
        claim("a", K.IMPLIES, "b", ["fixed-dataset-size"]),
        claim("b", K.IMPLIES, "c", ["fixed-dataset-size"]),
        claim("b", K.IMPLIES, "c", ["product-priors"]),
        claim("b", K.IMPLIES, "d", ["removal-closed"]),
    ]
    ours = engine("abcd", told)
    found = ours.decide(K.IMPLIES, "a", "c").under
    assert {d.conclusion.conditions for d in found if isinstance(d.conclusion, Fact)} == {
        frozenset({"product-priors"}),
        frozenset({"fixed-dataset-size"}),
    }
    for derivation in found:
        replay(derivation, {}, lambda c: True)
    assert ours.answer(K.IMPLIES, "a", "d") is Answer.OPEN
    assert ours.answer(K.IMPLIES, "b", "d") is Answer.OPEN_BUT


def test_what_holds_under_conditions_and_fails_in_general_is_both() -> None:
    told = [claim("a", K.IMPLIES, "b", ["product-priors"]), claim("a", K.DOES_NOT_IMPLY, "b")]
    ours = engine("ab", told)
    assert ours.answer(K.IMPLIES, "a", "b") is Answer.NO_BUT
    assert len(ours.decide(K.IMPLIES, "a", "b").under) == 1
    assert ours.answer(K.STRONGER_THAN, "a", "b") is Answer.NO
    assert not ours.reach(K.IMPLIES).reaches(0, 1)
    assert ours.reach(K.IMPLIES, frozenset({"product-priors"})).reaches(0, 1)
    assert ours.reach(K.IMPLIES, None).reaches(0, 1)


def test_a_refutation_inside_conditions_is_written_down_with_them() -> None:
    """X ⇏ Z where priors are products. There x ⟹ y, and w ⟹ z: so y ⇏ w there, with all steps inside."""
    inside = ["product-priors"]
    told = [
        claim("x", K.DOES_NOT_IMPLY, "z", inside),
        claim("x", K.IMPLIES, "y", ["independent-records"]),
        claim("w", K.IMPLIES, "z", inside),
    ]
    decision = engine("wxyz", told).decide(K.IMPLIES, "y", "w")
    assert decision.answer is Answer.NO
    assert decision.derivation is not None
    assert decision.derivation.conclusion == Fact(K.DOES_NOT_IMPLY, "y", "w", frozenset(inside))
    replay(decision.derivation, {}, lambda c: True)


def test_not_stronger_alone_refutes_no_implication_and_spreads_along_the_stronger_order() -> None:
    told = [claim("x", K.NOT_STRONGER_THAN, "z"), claim("x", K.STRONGER_THAN, "y"), claim("w", K.STRONGER_THAN, "z")]
    ours = engine("wxyz", told)
    assert ours.answer(K.STRONGER_THAN, "y", "w") is Answer.NO
    assert ours.answer(K.IMPLIES, "x", "z") is Answer.OPEN
    assert ids(ours.refute(K.STRONGER_THAN, "y", "w")) == ["x/not_stronger_than/z", "x/stronger_than/y", "w/stronger_than/z"]
    assert ours.refute(K.IMPLIES, "x", "z") is None
    assert ours.refute(K.STRONGER_THAN, "z", "x") is None


def test_what_implies_no_proper_level_is_no_special_case_unless_a_boundary_is_in_the_way() -> None:
    """A and c imply no level of b, whose boundary is d; a does not imply d either, of c that is open."""
    told = [claim("a", K.DOES_NOT_IMPLY, "b"), claim("a", K.DOES_NOT_IMPLY, "d"), claim("c", K.DOES_NOT_IMPLY, "b")]
    ours = Inference("abcd", told, {}, lambda c: True, bounded={"b": ("d",)})
    assert ours.answer(K.SPECIAL_CASE_OF, "c", "b") is Answer.OPEN
    assert ours.answer(K.SPECIAL_CASE_OF, "a", "d") is Answer.OPEN, "what it is at improper values is not known"
    decision = ours.decide(K.SPECIAL_CASE_OF, "a", "b")
    assert decision.answer is Answer.NO
    assert decision.derivation is not None
    assert decision.derivation.steps[-1].rule is Rule.NOT_A_CASE
    assert ids(decision.derivation) == ["a/does_not_imply/b", "a/does_not_imply/d"]
    replay(decision.derivation, {}, lambda c: True)
    without = Inference("abcd", told, {}, lambda c: True, bounded={"b": ()})
    assert without.answer(K.SPECIAL_CASE_OF, "c", "b") is Answer.NO


def test_a_recorded_no_to_special_case_spreads_along_special_cases() -> None:
    told = [claim("x", K.NOT_SPECIAL_CASE_OF, "z"), claim("x", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})]
    ours = Inference("xyz", told, {}, lambda c: False)
    assert ours.answer(K.SPECIAL_CASE_OF, "x", "z") is Answer.NO
    assert ours.answer(K.IMPLIES, "x", "z") is Answer.OPEN
    decision = ours.decide(K.SPECIAL_CASE_OF, "y", "z")
    assert decision.answer is Answer.NO
    assert decision.derivation is not None
    replay(decision.derivation, {}, lambda c: False)


AXIOM = Property.CONVEXITY


def test_an_axiom_comes_from_the_nearest_extension_and_fails_from_the_nearest_case() -> None:
    """A ⊂ b ⊂ c: it holds for b and c and hence for a, by b; a failure of a' would pass to what extends it."""
    told = [claim("a", K.SPECIAL_CASE_OF, "b"), claim("b", K.SPECIAL_CASE_OF, "c")]
    for verdict, asked, nearest, rule in (
        (Verdict.HOLDS, "a", "b", Rule.AXIOM_DOWN),
        (Verdict.FAILS, "c", "b", Rule.AXIOM_UP),
    ):
        cells = {(n, AXIOM): verdict for n in "abc" if n != asked}
        ours = engine("abc", told, cells)
        explained = ours.explain_property(asked, AXIOM)
        assert explained is not None
        assert explained.conclusion == PropertyFact(asked, AXIOM, verdict)
        assert explained.steps[0].conclusion == PropertyFact(nearest, AXIOM, verdict)
        assert explained.steps[-1].rule is rule
        replay(explained, cells, lambda c: True)
        own = ours.explain_property(nearest, AXIOM)
        assert own is not None
        assert [s.rule for s in own.steps] == [Rule.CELL]
        opposite = {(asked, AXIOM): verdict}
        assert engine("abc", told, opposite).explain_property(nearest, AXIOM) is None, "not the other way"


def test_composition_is_shared_both_ways_and_by_equivalence_only() -> None:
    told = [claim("a", K.EQUIVALENT_TO, "b"), claim("b", K.STRONGER_THAN, "c"), claim("d", K.STRONGER_THAN, "a")]
    cells = {("a", Property.COMPOSITION): Verdict.HOLDS, ("unknown", Property.COMPOSITION): Verdict.FAILS}
    ours = engine("abcd", told, cells)
    verdicts = {n: ours.verdict(n, Property.COMPOSITION) for n in "abcd"}
    assert verdicts == {"a": Verdict.HOLDS, "b": Verdict.HOLDS, "c": Verdict.OPEN, "d": Verdict.OPEN}
    explained = ours.explain_property("b", Property.COMPOSITION)
    assert explained is not None
    assert explained.steps[-1].rule is Rule.COMPOSITION
    assert len(explained.steps[-1].premises) == 3
    replay(explained, cells, lambda c: True)
    assert ours.verdict("a", Property.CONVEXITY) is Verdict.OPEN


def conflict(ours: Inference) -> Conflict:
    (found,) = conflicts(ours)
    return found


def test_an_axiom_that_holds_for_an_extension_and_fails_for_its_case_is_a_conflict() -> None:
    told = [claim("a", K.SPECIAL_CASE_OF, "b"), claim("b", K.SPECIAL_CASE_OF, "c")]
    cells = {("a", AXIOM): Verdict.FAILS, ("b", AXIOM): Verdict.HOLDS, ("c", AXIOM): Verdict.HOLDS}
    found = conflict(engine("abc", told, cells))
    assert found.kind is ConflictKind.AXIOM
    assert [c.id for c in found.claims] == ["a/special_case_of/b"], "by the nearest extension"
    assert found.cells == (PropertyFact("a", AXIOM, Verdict.FAILS), PropertyFact("b", AXIOM, Verdict.HOLDS))
    assert found.sentence.endswith("cannot all be true")
    turned = {(n, AXIOM): Verdict.HOLDS if v is Verdict.FAILS else Verdict.FAILS for (n, _), v in cells.items()}
    assert list(conflicts(engine("abc", told, turned))) == [], "a case may have what its extension has not"


def test_equivalent_notions_that_compose_differently_are_a_conflict() -> None:
    cells = {("a", Property.COMPOSITION): Verdict.FAILS, ("b", Property.COMPOSITION): Verdict.HOLDS}
    found = conflict(engine("ab", [claim("a", K.EQUIVALENT_TO, "b")], cells))
    assert found.kind is ConflictKind.COMPOSITION
    assert list(conflicts(engine("ab", [claim("a", K.STRONGER_THAN, "b")], cells))) == []


def test_a_denied_claim_conflicts_wherever_both_hold() -> None:
    """Each kind of separation against the order that it denies, inside its conditions; not outside of them."""
    inside = ["product-priors"]
    for denial, kind in (
        (K.NOT_STRONGER_THAN, K.STRONGER_THAN),
        (K.DOES_NOT_IMPLY, K.IMPLIES),
        (K.DOES_NOT_IMPLY, K.STRONGER_THAN),
        (K.NOT_SPECIAL_CASE_OF, K.SPECIAL_CASE_OF),
    ):
        found = conflict(engine("ab", [claim("a", denial, "b", inside), claim("a", kind, "b", ["independent-records"])]))
        assert found.kind is ConflictKind.DENIED
        assert {c.kind for c in found.claims} == {denial, kind}
        assert list(conflicts(engine("ab", [claim("a", denial, "b"), claim("a", kind, "b", inside)]))) == []
    assert list(conflicts(engine("ab", [claim("a", K.NOT_STRONGER_THAN, "b"), claim("a", K.IMPLIES, "b")]))) == []


def test_the_weakest_evidence_of_a_conflict_comes_first() -> None:
    cited = [{"cite": "X21", "at": "Theorem 1"}]
    told = [claim("a", K.DOES_NOT_IMPLY, "b"), claim("a", K.IMPLIES, "b", evidence=cited)]
    assert [c.id for c in conflict(engine("ab", told)).claims] == ["a/implies/b", "a/does_not_imply/b"]


def test_an_implication_that_a_special_case_refutes_is_a_conflict() -> None:
    special = claim("z", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})
    told = [special, claim("z", K.DOES_NOT_IMPLY, "w"), claim("y", K.IMPLIES, "w")]
    found = conflict(Inference("wyz", told, {}, lambda c: False, cases=[SpecialCase(special, frozenset(), True)]))
    assert {c.id for c in found.claims} == {c.id for c in told}
