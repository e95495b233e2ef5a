"""Small worlds by hand: the shortest derivation of each fact, what is handed on, and what is passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace

import pytest
from replay import replay
from test_inference import by_blocks, claim, engine, ids, lifted

from dpzoo.records.enums import Grade, Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import MAX_CONDITION_SETS
from dpzoo.relations.contradictions import ConflictKind, conflicts
from dpzoo.relations.entailment import NONE
from dpzoo.relations.facts import Answer, Decision, Derivation, Fact, PropertyFact, Rule, Step
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import closure
from dpzoo.relations.refutation import Refused, SpecialCase

K = RelationKind
CITED = [{"cite": "X21", "at": "Theorem 1"}]
PRODUCT, SIZE = "product-priors", "fixed-dataset-size"


def decided(ours: Inference, kind: RelationKind, subject: str, target: str, answer: Answer) -> Decision:
    """The decision, after a check of all that stands in it."""
    found = ours.decide(kind, subject, target)
    assert (found.kind, found.subject, found.object, found.answer) == (kind, subject, target, answer)
    assert (found.derivation is not None) == answer.decided
    assert bool(found.under) == (answer in (Answer.NO_BUT, Answer.OPEN_BUT))
    for derivation in filter(None, (found.derivation, *found.under)):
        replay(derivation, ours.cells, lambda c: True, passing(ours), lambda c: c.lift is not None)
    return found


def passing(ours: Inference) -> object:
    """R12 by the cases as the test states them."""
    cases = {c.claim.id: c for c in ours.refutation.cases}
    return lambda c, third, exact: third not in cases[c.id].barred and (cases[c.id].exact or not exact)


def rules(derivation: Derivation | None) -> list[Rule]:
    assert derivation is not None
    return [s.rule for s in derivation.steps]


# facts


def test_a_derivation_is_as_good_as_its_weakest_claim() -> None:
    """A cited claim among proved ones; a machine-checked one beside a step by blocks, which nobody checked."""
    checked = claim("a", K.IMPLIES, "b", evidence=[{"formal": "a_theorem"}])
    proved, cited = claim("a", K.IMPLIES, "b"), claim("a", K.IMPLIES, "b", evidence=CITED)

    def of(*claims: Claim, more: tuple[Step, ...] = ()) -> Derivation:
        return Derivation((*(Step(Fact(K.IMPLIES, "a", "b"), Rule.CLAIM, (), c) for c in claims), *more))

    grades = {name: (of(*claims).grade, of(*claims).machine_checked) for name, claims in {
        "checked": (checked,), "proved": (checked, proved), "cited": (proved, cited), "only cited": (cited,),
    }.items()}  # fmt: skip
    assert grades == {
        "checked": (Grade.FORMAL, True),
        "proved": (Grade.PROVED, False),
        "cited": (Grade.CITED, False),
        "only cited": (Grade.CITED, False),
    }
    alone = Step(Fact(K.IMPLIES, "b", "c"), Rule.REFLEXIVE)
    assert (of(checked, more=(alone,)).grade, of(checked, more=(alone,)).machine_checked) == (Grade.PROVED, False)
    joined = Step(Fact(K.IMPLIES, "a", "b"), Rule.TRANSITIVE, (0, 1))
    assert of(checked, checked, more=(joined,)).machine_checked
    assert of(checked, checked).claims == (checked,)
    assert of().grade is None


def test_what_stands_in_a_record_is_told_from_what_follows() -> None:
    step = Step(Fact(K.IMPLIES, "a", "b"), Rule.CLAIM, (), claim("a", K.IMPLIES, "b"))
    cell = Step(PropertyFact("a", Property.CONVEXITY, Verdict.HOLDS), Rule.CELL)
    assert [Derivation(s).asserted for s in ((step,), (cell,), (step, step))] == [True, True, False]
    assert not Derivation((Step(Fact(K.IMPLIES, "a", "b"), Rule.LIFTED),)).asserted
    assert Derivation((step, cell)).notions == ("a", "b")
    assert Derivation((step, cell)).conclusion == cell.conclusion
    decided_ones = {a for a in Answer if a.decided}
    assert decided_ones == {Answer.YES, Answer.NO, Answer.NO_BUT}


@pytest.mark.parametrize(
    "value",
    [
        Fact(K.IMPLIES, "a", "b"),
        PropertyFact("a", Property.CONVEXITY, Verdict.HOLDS),
        Step(Fact(K.IMPLIES, "a", "b"), Rule.CLAIM),
        Derivation(()),
        Decision(K.IMPLIES, "a", "b", Answer.OPEN),
    ],
    ids=lambda v: type(v).__name__,
)
def test_facts_are_values(value: object) -> None:
    """Nobody changes them; equal ones are one key."""
    with pytest.raises(FrozenInstanceError):
        setattr(value, value.__slots__[0], None)  # type: ignore[attr-defined]
    assert hash(value) == hash(replace(value))  # type: ignore[type-var]


# bitsets


def test_components_are_numbered_without_gaps_and_rows_are_complete() -> None:
    """Two nodes that reach each other, one of them the first; a circle away from the first; nothing at all."""
    first = closure(4, [(0, 1), (1, 0), (2, 0), (0, 3)])
    assert [first.row(i) for i in range(4)] == [0b1011, 0b1011, 0b1111, 0b1000]
    assert sorted(first.members) == [0b0011, 0b0100, 0b1000]
    later = closure(4, [(0, 1), (1, 2), (2, 1), (2, 3)])
    assert [later.row(i) for i in range(4)] == [0b1111, 0b1110, 0b1110, 0b1000]
    assert sorted(later.members) == [0b0001, 0b0110, 0b1000]
    assert later.successors[later.component[1]] == {later.component[3]}
    assert sorted(closure(2, [(1, 0)]).members) == [0b01, 0b10]
    empty = closure(0, [])
    assert (list(empty.members), list(empty.rows)) == ([], [])


def test_what_several_nodes_reach_is_the_union() -> None:
    reach = closure(6, [(0, 1), (2, 3), (4, 5), (5, 4)])
    assert reach.over(0b000101) == 0b001111
    assert reach.over(0b110100) == 0b111100
    assert reach.over(0) == 0


def test_added_edges_are_followed_in_any_order() -> None:
    """From 0 over the added edges 1 → 2 and 3 → 4 to 4, and not over 5 → 0; 0 and 1 stay."""
    reach = closure(7, [(0, 1), (2, 3)])
    assert reach.through(0, [(3, 4), (1, 2), (5, 6)]) == 0b0011111
    assert reach.through(5, [(3, 4), (1, 2)]) == 0b0100000


def test_values_are_gathered_from_all_that_reach_a_node() -> None:
    """0 and 1 are mutual and each brings a value to 3; 2 brings another."""
    reach = closure(4, [(0, 1), (1, 0), (1, 3), (2, 3)])
    assert reach.spread([1, 2, 4, 8]) == [3, 3, 4, 15]


# positive facts


def test_all_pairs_and_what_gives_a_notion() -> None:
    ours = engine("abc", [claim("a", K.STRONGER_THAN, "b"), claim("b", K.STRONGER_THAN, "c"), claim("c", K.IMPLIES, "a", [SIZE])])
    assert set(ours.pairs(K.STRONGER_THAN)) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert ours.reach(K.IMPLIES, backwards=True).reaches(2, 0)
    assert not ours.reach(K.IMPLIES, backwards=True).reaches(0, 2)
    assert [e.claim.id for e in ours.usable(K.STRONGER_THAN)] == ["a/stronger_than/b", "b/stronger_than/c"]
    assert len(ours.usable(K.IMPLIES)) == 2
    assert len(ours.usable(K.IMPLIES, frozenset({SIZE}))) == 3


def test_every_notion_implies_itself_by_reflexivity() -> None:
    ours = engine("ab", [claim("a", K.IMPLIES, "b", [SIZE])])
    for kind in (K.STRONGER_THAN, K.IMPLIES, K.SPECIAL_CASE_OF):
        found = decided(ours, kind, "a", "a", Answer.YES).derivation
        assert found == Derivation((Step(Fact(kind, "a", "a"), Rule.REFLEXIVE),))
    assert ours.derive(K.IMPLIES, "b", "a") is None
    assert ours.derive(K.IMPLIES, "a", "b") is None, "it holds only under a condition"
    decided(ours, K.IMPLIES, "b", "a", Answer.OPEN)


def test_a_chain_of_mixed_claims_is_written_down_step_by_step() -> None:
    """A ⊂ b ~ c = d ≻ e: five steps of four kinds give a ⟹ e."""
    told = [
        claim("a", K.SPECIAL_CASE_OF, "b"),
        claim("b", K.EQUIVALENT_TO, "c"),
        claim("d", K.SAME_AS, "c"),
        claim("d", K.STRONGER_THAN, "e"),
    ]
    ours = engine("abcde", told)
    found = decided(ours, K.IMPLIES, "a", "e", Answer.YES).derivation
    assert found is not None
    assert found.conclusion == Fact(K.IMPLIES, "a", "e")
    used = {Rule.PROPER_CASE, Rule.EQUIVALENT, Rule.STRONGER_IMPLIES, Rule.SAME, Rule.TRANSITIVE}
    assert used <= set(rules(found))
    assert set(found.notions) == set("abcde")
    decided(ours, K.STRONGER_THAN, "c", "e", Answer.YES)
    decided(ours, K.STRONGER_THAN, "a", "e", Answer.OPEN)


def test_an_equivalence_with_a_formula_this_way_counts_like_any_claim() -> None:
    told = [
        claim("a", K.EQUIVALENT_TO, "b", map={"epsilon": "epsilon"}),
        claim("a", K.STRONGER_THAN, "b", map={"epsilon": "2*epsilon"}, evidence=CITED),
    ]
    assert ids(engine("ab", told).derive(K.STRONGER_THAN, "a", "b")) == ["a/equivalent_to/b"]


def test_conditions_stay_on_every_step() -> None:
    ours = engine("abc", [claim("a", K.STRONGER_THAN, "b", [SIZE]), claim("b", K.STRONGER_THAN, "c")])
    (under,) = decided(ours, K.IMPLIES, "a", "c", Answer.OPEN_BUT).under
    assert under.conclusion == Fact(K.IMPLIES, "a", "c", frozenset({SIZE}))
    decided(ours, K.IMPLIES, "b", "c", Answer.YES)


def test_a_yes_needs_no_conditions_beside_it() -> None:
    told = [claim("a", K.IMPLIES, "b"), claim("a", K.IMPLIES, "c", [SIZE]), claim("c", K.IMPLIES, "b")]
    assert ids(decided(engine("abc", told), K.IMPLIES, "a", "b", Answer.YES).derivation) == ["a/implies/b"]


def test_a_smaller_set_of_conditions_overtakes_a_larger_one() -> None:
    """B is first reached under two conditions, by the better claim, and then under one of them; c follows under that one."""
    told = [
        claim("a", K.IMPLIES, "b", [PRODUCT, SIZE]),
        claim("a", K.IMPLIES, "b", [PRODUCT], evidence=CITED),
        claim("b", K.IMPLIES, "c"),
    ]
    (under,) = decided(engine("abc", told), K.IMPLIES, "a", "c", Answer.OPEN_BUT).under
    assert under.conclusion == Fact(K.IMPLIES, "a", "c", frozenset({PRODUCT}))


def test_a_larger_set_of_conditions_is_passed_over_and_the_search_goes_on() -> None:
    told = [
        claim("a", K.IMPLIES, "b", [PRODUCT]),
        claim("a", K.IMPLIES, "b", [PRODUCT, SIZE]),
        claim("a", K.IMPLIES, "c", [SIZE]),
        claim("b", K.IMPLIES, "d"),
        claim("c", K.IMPLIES, "d"),
    ]
    found = decided(engine("abcd", told), K.IMPLIES, "a", "d", Answer.OPEN_BUT).under
    assert [d.conclusion.conditions for d in found if isinstance(d.conclusion, Fact)] == [{PRODUCT}, {SIZE}]


def test_equal_conditions_are_told_once_by_the_first_path() -> None:
    told = [claim("a", K.IMPLIES, x, [SIZE]) for x in "bc"] + [claim(x, K.IMPLIES, "d") for x in "bc"]
    (under,) = decided(engine("abcd", told), K.IMPLIES, "a", "d", Answer.OPEN_BUT).under
    assert ids(under) == [f"a/implies/b/{SIZE}", "b/implies/d"]


def test_so_many_sets_of_conditions_are_told_and_no_more() -> None:
    told = [claim("a", K.IMPLIES, "b", [f"alpha < {k}"]) for k in range(2, 5 + MAX_CONDITION_SETS)]
    assert len(decided(engine("ab", told), K.IMPLIES, "a", "b", Answer.OPEN_BUT).under) == MAX_CONDITION_SETS


def test_where_no_path_leads_there_are_no_conditions() -> None:
    ours = engine("abc", [claim("a", K.IMPLIES, "b", [SIZE])])
    assert ours.derivations.under(K.IMPLIES, "b", "c") == ()
    assert ours.derivations.under(K.IMPLIES, "c", "a") == ()


# separations


def test_a_separation_may_not_travel_along_what_holds_only_under_conditions() -> None:
    """X ⇏ z reaches y ⇏ w over m and n; the shorter ways x ⟹ y and w ⟹ z need a condition that x ⇏ z does not grant."""
    told = [
        claim("x", K.DOES_NOT_IMPLY, "z"),
        claim("x", K.IMPLIES, "m"),
        claim("m", K.IMPLIES, "y"),
        claim("x", K.IMPLIES, "y", [SIZE]),
        claim("w", K.IMPLIES, "n"),
        claim("n", K.IMPLIES, "z"),
        claim("w", K.IMPLIES, "z", [SIZE]),
    ]
    found = decided(engine("mnwxyz", told), K.IMPLIES, "y", "w", Answer.NO).derivation
    assert ids(found) == [told[0].id, told[1].id, told[2].id, told[4].id, told[5].id]


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_nearest_separation_is_taken_by_unconditional_steps(side: str) -> None:
    """V ⇏ t lies two steps away; u ⇏ t three, or one under a condition."""

    def step(a: str, b: str, given: Sequence[str] = ()) -> Claim:
        return claim(a, K.IMPLIES, b, given) if side == "left" else claim(b, K.IMPLIES, a, given)

    def apart(a: str) -> Claim:
        return claim(a, K.DOES_NOT_IMPLY, "t") if side == "left" else claim("t", K.DOES_NOT_IMPLY, a)

    far = [apart("u"), step("u", "p"), step("p", "q"), step("q", "y"), step("u", "y", [SIZE])]
    near = [apart("v"), step("v", "r"), step("r", "y")]
    elsewhere = [apart("k"), step("k", "y", [SIZE])]
    ours = engine("kpqrtuvy", [*elsewhere, *far, *near])
    pair = ("y", "t") if side == "left" else ("t", "y")
    assert set(ids(decided(ours, K.IMPLIES, *pair, Answer.NO).derivation)) == {c.id for c in near}
    lone = engine("pqrtuvy", far)
    assert set(ids(decided(lone, K.IMPLIES, *pair, Answer.NO).derivation)) == {c.id for c in far[:4]}


def test_distances_at_both_ends_add_up() -> None:
    """U ⇏ z lies one step from y and none from z; y ⇏ s none from y and two from z: the first is nearer."""
    near = [claim("u", K.DOES_NOT_IMPLY, "z"), claim("u", K.IMPLIES, "y")]
    far = [claim("y", K.DOES_NOT_IMPLY, "s"), claim("z", K.IMPLIES, "m"), claim("m", K.IMPLIES, "s")]
    ours = engine("msuyz", [*near, *far])
    assert ids(decided(ours, K.IMPLIES, "y", "z", Answer.NO).derivation) == [c.id for c in near]


def test_a_separation_under_conditions_is_found_behind_one_without() -> None:
    told = [claim("a", K.DOES_NOT_IMPLY, "b"), claim("x", K.DOES_NOT_IMPLY, "z", [PRODUCT]), claim("x", K.STRONGER_THAN, "y")]
    told.append(claim("b", K.IMPLIES, "a", [PRODUCT]))
    ours = engine("abxyz", told)
    for kind, denial in ((K.IMPLIES, K.DOES_NOT_IMPLY), (K.STRONGER_THAN, K.NOT_STRONGER_THAN)):
        found = decided(ours, kind, "y", "z", Answer.NO).derivation
        assert found is not None
        assert found.conclusion == Fact(denial, "y", "z", frozenset({PRODUCT}))


def test_separations_of_all_kinds_count_wherever_they_stand() -> None:
    told = [claim("a", K.NOT_STRONGER_THAN, "b"), claim("b", K.DOES_NOT_IMPLY, "c"), claim("c", K.DOES_NOT_IMPLY, "d")]
    ours = engine("abcd", told)
    decided(ours, K.IMPLIES, "b", "c", Answer.NO)
    decided(ours, K.IMPLIES, "c", "d", Answer.NO)
    decided(ours, K.STRONGER_THAN, "a", "b", Answer.NO)
    decided(ours, K.IMPLIES, "a", "b", Answer.OPEN)


def test_separations_inside_conditions_spread_along_all_that_holds_there() -> None:
    """Inside p neither z nor t follows from x; there w gives z, and u gives w everywhere: u does not follow either."""
    told = [claim("x", K.DOES_NOT_IMPLY, n, [PRODUCT]) for n in "tz"]
    told += [claim("w", K.IMPLIES, "z", [PRODUCT]), claim("u", K.IMPLIES, "w"), claim("t", K.NOT_STRONGER_THAN, "u", [PRODUCT])]
    ours = engine("tuwxz", told)
    for target in "tuwz":
        decided(ours, K.IMPLIES, "x", target, Answer.NO)
    decided(ours, K.IMPLIES, "w", "x", Answer.OPEN)
    decided(ours, K.IMPLIES, "t", "u", Answer.OPEN)


def test_not_stronger_by_the_better_supported_of_two_separations() -> None:
    strong = claim("a", K.NOT_STRONGER_THAN, "b")
    weak = claim("a", K.DOES_NOT_IMPLY, "b", evidence=CITED)
    assert ids(decided(engine("ab", [strong, weak]), K.STRONGER_THAN, "a", "b", Answer.NO).derivation) == [strong.id]
    lone = decided(engine("ab", [weak]), K.STRONGER_THAN, "a", "b", Answer.NO).derivation
    assert rules(lone) == [Rule.CLAIM, Rule.NOT_IMPLIED]


def test_what_blocks_deny_is_read_as_the_order_that_is_asked() -> None:
    """Blocks answer "not stronger" by "does not imply", if they can; then one step more."""
    told = [claim("x", K.DOES_NOT_IMPLY, "z"), claim("x", K.IMPLIES, "y")]
    refuted = by_blocks("y", K.DOES_NOT_IMPLY, "z")
    ours = Inference("xyz", told, {}, lambda c: True, lifted=lambda kind, a, b: refuted if (a, b) == ("y", "z") else None)
    assert rules(decided(ours, K.IMPLIES, "y", "z", Answer.NO).derivation) == [Rule.LIFTED]
    weaker = decided(ours, K.STRONGER_THAN, "y", "z", Answer.NO).derivation
    assert weaker is not None
    assert (rules(weaker), weaker.conclusion) == ([Rule.LIFTED, Rule.NOT_IMPLIED], Fact(K.NOT_STRONGER_THAN, "y", "z"))
    plain = Inference("xyz", told, {}, lambda c: True, lifted=lifted(by_blocks("y", K.NOT_STRONGER_THAN, "z")))
    assert rules(decided(plain, K.STRONGER_THAN, "y", "z", Answer.NO).derivation) == [Rule.LIFTED]


def test_what_blocks_give_in_one_step_reads_as_an_implication_too() -> None:
    told = [claim("a", K.STRONGER_THAN, "b"), claim("b", K.STRONGER_THAN, "c")]
    direct = by_blocks("a", K.STRONGER_THAN, "c")
    ours = Inference("abc", told, {}, lambda c: True, lifted=lambda kind, a, b: direct if (a, b) == ("a", "c") else None)
    found = decided(ours, K.IMPLIES, "a", "c", Answer.YES).derivation
    assert found is not None
    assert [(s.rule, s.conclusion) for s in found.steps] == [
        (Rule.LIFTED, Fact(K.STRONGER_THAN, "a", "c", NONE)),
        (Rule.STRONGER_IMPLIES, Fact(K.IMPLIES, "a", "c", NONE)),
    ]
    assert ours.by_blocks(K.IMPLIES, "a", "c") is direct
    assert ours.by_blocks(K.IMPLIES, "c", "a") is None


def test_no_level_of_one_notion_says_nothing_of_others() -> None:
    """A ⇏ b, of whose boundary d nothing is known: so a may be a case of b at the boundary, and of e."""
    ours = Inference("abde", [claim("a", K.DOES_NOT_IMPLY, "b")], {}, lambda c: True, bounded={"b": ("d",), "d": (), "e": ()})
    for other in "bde":
        decided(ours, K.SPECIAL_CASE_OF, "a", other, Answer.OPEN)


# special cases at chosen structure (R12)

SPECIAL = claim("z", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})


def over_case(
    notions: str,
    told: Sequence[Claim],
    barred: str = "",
    universes: dict[str, str] | None = None,
    more: Sequence[SpecialCase] = (),
) -> Inference:
    """Notions of which z is y at chosen structure, exactly."""
    cases = [SpecialCase(SPECIAL, frozenset(barred), exact=True), *more]
    over = {n: frozenset(u) for n, u in (universes or {}).items()}
    return Inference(notions, [SPECIAL, *told], {}, lambda c: False, over, cases=cases)


def test_what_a_case_passes_on_is_told_from_what_claims_refute() -> None:
    ours = over_case("wyz", [claim("z", K.DOES_NOT_IMPLY, "w")])
    w, y, z = range(3)
    for kind in (K.IMPLIES, K.STRONGER_THAN):
        assert ours.refutation.denied_by_claims(kind)[z] == 1 << w
        assert ours.refutation.denied_by_claims(kind)[y] == 0
        assert ours.denied(kind)[y] == 1 << w
    assert ours.refute(K.SPECIAL_CASE_OF, "y", "w") is None, "a refuted implication is not a refuted case"


def test_a_case_says_nothing_of_itself_or_of_its_extension() -> None:
    """Z ⇏ y is no y ⇏ y, and says nothing about u, which y gives, and y."""
    told = [SPECIAL, claim("z", K.DOES_NOT_IMPLY, "y"), claim("y", K.IMPLIES, "u")]
    ours = Inference("uyz", told, {}, lambda c: False, cases=[SpecialCase(SPECIAL, frozenset(), exact=False)])
    decided(ours, K.IMPLIES, "u", "y", Answer.OPEN)
    decided(ours, K.IMPLIES, "y", "y", Answer.YES)


def test_a_contradiction_about_a_case_is_not_passed_on() -> None:
    """Z ⟹ w and z ⇏ w is one contradiction, not a second one about y and z; w has the chosen parameter."""
    ours = over_case("wyz", [claim("z", K.IMPLIES, "w"), claim("z", K.DOES_NOT_IMPLY, "w")], barred="w")
    assert ours.answer(K.IMPLIES, "y", "z") is Answer.OPEN
    (found,) = conflicts(ours)
    assert [c.id for c in found.claims] == ["z/does_not_imply/w", "z/implies/w"]


@pytest.mark.parametrize(
    ("universes", "answer"),
    [
        ({"z": "tg", "y": "t", "v": "g"}, Answer.DIFFERENT),
        ({"z": "t", "y": "tg", "v": "g"}, Answer.OPEN),
        ({"z": "t", "y": "g", "v": "tg"}, Answer.OPEN),
        ({"z": "t", "y": "t", "v": "tg"}, Answer.NO),
    ],
    ids=["not-the-extension's", "not-the-case's", "the-case-itself", "all-of-one"],
)
def test_a_case_is_silent_over_other_data(universes: dict[str, str], answer: Answer) -> None:
    """The third notion must be over data of both, and both over one."""
    decided(
        over_case("avyz", [claim("z", K.DOES_NOT_IMPLY, "v")], universes={"a": "t", **universes}), K.IMPLIES, "y", "v", answer
    )


def test_what_a_case_passes_on_reaches_what_its_extension_gives() -> None:
    """Z ⇏ w, so y ⇏ w, and y ⟹ m ⟹ u: so u ⇏ w; the short way from y to u needs a condition."""
    steps = [claim("y", K.IMPLIES, "m"), claim("m", K.IMPLIES, "u"), claim("y", K.IMPLIES, "u", [SIZE])]
    ours = over_case("muwyz", [claim("z", K.DOES_NOT_IMPLY, "w"), *steps])
    for kind in (K.IMPLIES, K.STRONGER_THAN):
        found = decided(ours, kind, "u", "w", Answer.NO).derivation
        assert ids(found) == ["z/does_not_imply/w", SPECIAL.id, "y/implies/m", "m/implies/u"]


def test_a_case_passes_a_separation_on_with_its_conditions() -> None:
    ours = over_case("wyz", [claim("z", K.DOES_NOT_IMPLY, "w", [PRODUCT])])
    for kind, denial in ((K.IMPLIES, K.DOES_NOT_IMPLY), (K.STRONGER_THAN, K.NOT_STRONGER_THAN)):
        found = decided(ours, kind, "y", "w", Answer.NO).derivation
        assert found is not None
        assert found.conclusion == Fact(denial, "y", "w", frozenset({PRODUCT}))


def test_of_several_cases_the_one_that_speaks_of_the_notion_is_taken() -> None:
    other = claim("x", K.SPECIAL_CASE_OF, "y", at={"Theta": "chosen"})
    told = [other, claim("z", K.DOES_NOT_IMPLY, "v"), claim("x", K.DOES_NOT_IMPLY, "w")]
    ours = over_case("vwxyz", told, more=[SpecialCase(other, frozenset(), exact=True)])
    assert ids(decided(ours, K.IMPLIES, "y", "v", Answer.NO).derivation) == ["z/does_not_imply/v", SPECIAL.id]
    assert ids(decided(ours, K.IMPLIES, "y", "w", Answer.NO).derivation) == ["x/does_not_imply/w", other.id]
    assert len(ours.refutation.passed) == 2, "each separation is passed on once"
    told = [other, claim("v", K.DOES_NOT_IMPLY, "z"), claim("w", K.DOES_NOT_IMPLY, "x")]
    missed = over_case("vwxyz", told, more=[SpecialCase(other, frozenset(), exact=True)])
    assert ids(decided(missed, K.IMPLIES, "v", "y", Answer.NO).derivation) == ["v/does_not_imply/z", SPECIAL.id]
    assert ids(decided(missed, K.IMPLIES, "w", "y", Answer.NO).derivation) == ["w/does_not_imply/x", other.id]
    assert len(missed.refutation.passed) == 2


def test_a_case_that_speaks_of_the_notion_itself_needs_no_detour() -> None:
    """A, which w gives, is refuted as well: the recorded separation of w is the shorter way; likewise for x, which a gives."""
    forward = over_case("awyz", [claim("z", K.DOES_NOT_IMPLY, n) for n in "aw"] + [claim("w", K.IMPLIES, "a")])
    assert ids(decided(forward, K.IMPLIES, "y", "w", Answer.NO).derivation) == ["z/does_not_imply/w", SPECIAL.id]
    backward = over_case("axyz", [claim(n, K.DOES_NOT_IMPLY, "z") for n in "ax"] + [claim("a", K.IMPLIES, "x")])
    assert ids(decided(backward, K.IMPLIES, "x", "y", Answer.NO).derivation) == ["x/does_not_imply/z", SPECIAL.id]


def test_a_notion_that_a_case_is_silent_about_is_reached_over_one_that_it_speaks_of() -> None:
    """W has the chosen parameter; v, which w gives, has not: y ⇏ v, and therefore y ⇏ w."""
    ours = over_case("vwyz", [claim("z", K.DOES_NOT_IMPLY, "v"), claim("w", K.IMPLIES, "v")], barred="w")
    found = decided(ours, K.IMPLIES, "y", "w", Answer.NO).derivation
    assert found is not None
    assert Fact(K.DOES_NOT_IMPLY, "y", "v") in [s.conclusion for s in found.steps]
    assert rules(found) == [Rule.CLAIM, Rule.CLAIM, Rule.CASE_LACKS, Rule.CLAIM, Rule.SEPARATION_RIGHT]


# what an inference hands on


def test_an_extended_inference_keeps_all_that_the_first_one_knew() -> None:
    """Claims, verdicts, data, boundaries, cases and which special cases are implications; and what blocks give in addition."""
    told = [
        SPECIAL,
        claim("a", K.SPECIAL_CASE_OF, "b"),
        claim("z", K.DOES_NOT_IMPLY, "w"),
        claim("a", K.DOES_NOT_IMPLY, "w"),
        claim("a", K.IMPLIES, "y", [SIZE]),
    ]
    cells = {("b", Property.CONVEXITY): Verdict.HOLDS}
    over = {n: frozenset("t") for n in "abwyz"} | {"g": frozenset("g")}

    def proper(c: Claim) -> bool:
        return c.subject in "ac"

    first = Inference(
        "abcgwyz", told, cells, proper, over, {"w": ("b",), "b": ()}, cases=[SpecialCase(SPECIAL, frozenset(), exact=True)]
    )
    lift = by_blocks("a", K.STRONGER_THAN, "z")
    ours = first.extended([lift, claim("c", K.SPECIAL_CASE_OF, "a")], lifted(lift))
    assert ours.verdict("c", Property.CONVEXITY) is Verdict.HOLDS
    assert ours.answer(K.IMPLIES, "c", "b") is Answer.YES
    assert ours.answer(K.IMPLIES, "z", "y") is Answer.OPEN, "its choice is structural"
    assert ours.answer(K.STRONGER_THAN, "a", "z") is Answer.YES
    assert first.answer(K.STRONGER_THAN, "a", "z") is Answer.OPEN
    assert ours.answer(K.IMPLIES, "b", "g") is Answer.DIFFERENT
    assert ours.answer(K.IMPLIES, "y", "w") is Answer.NO
    assert ours.answer(K.SPECIAL_CASE_OF, "a", "w") is Answer.OPEN, "a is b, which w is at the boundary"
    assert ours.refutation.bounded == first.refutation.bounded
    assert ours.by_blocks(K.STRONGER_THAN, "a", "z") is lift
    assert [c.id for c in ours.asserted] == [*(c.id for c in told), "c/special_case_of/a"]
    assert ours.answer(K.IMPLIES, "a", "y") is Answer.OPEN_BUT
    twice = ours.extended([], lifted(lift), lambda: Refused({K.IMPLIES: [0] * 7}, list))
    assert twice.answer(K.IMPLIES, "c", "b") is Answer.YES


# properties


def test_a_verdict_comes_from_a_notion_that_has_this_verdict_on_this_property() -> None:
    """A extends to b, of which it fails or is open or is another axiom, and to c: it holds for a by c."""
    told = [claim("a", K.SPECIAL_CASE_OF, "b"), claim("a", K.SPECIAL_CASE_OF, "c")]
    axiom, other = Property.CONVEXITY, Property.POST_PROCESSING
    for beside in ({("b", axiom): Verdict.FAILS}, {("b", axiom): Verdict.OPEN}, {("b", other): Verdict.HOLDS}):
        cells = {**beside, ("c", axiom): Verdict.HOLDS}
        found = engine("abc", told, cells).explain_property("a", axiom)
        assert found is not None
        assert found.steps[0].conclusion == PropertyFact("c", axiom, Verdict.HOLDS)
        replay(found, cells, lambda c: True)


def test_verdicts_travel_over_several_steps() -> None:
    """An axiom down two special cases, and composition there and back over two equivalences."""
    told = [claim("a", K.SPECIAL_CASE_OF, "b"), claim("b", K.SPECIAL_CASE_OF, "c")]
    told += [claim("d", K.EQUIVALENT_TO, "e"), claim("e", K.EQUIVALENT_TO, "f")]
    cells = {("c", Property.CONVEXITY): Verdict.HOLDS, ("f", Property.COMPOSITION): Verdict.FAILS}
    ours = engine("abcdef", told, cells)
    for notion, which, verdict in (("a", Property.CONVEXITY, Verdict.HOLDS), ("d", Property.COMPOSITION, Verdict.FAILS)):
        found = ours.explain_property(notion, which)
        assert found is not None
        assert found.conclusion == PropertyFact(notion, which, verdict)
        replay(found, cells, lambda c: True)


# conflicts


def test_a_case_that_refutes_several_implications_is_one_conflict() -> None:
    """Z ⇏ v, w and u, y ⟹ v and w, but not u: one conflict, about the first of them."""
    told = [claim("z", K.DOES_NOT_IMPLY, n) for n in "uvw"] + [claim("y", K.IMPLIES, n) for n in "vw"]
    (found,) = conflicts(over_case("uvwyz", told))
    assert found.kind is ConflictKind.DENIED
    assert [c.id for c in found.claims] == ["y/implies/v", "z/does_not_imply/v", SPECIAL.id]


def test_an_implication_of_what_misses_a_case_is_a_conflict() -> None:
    """X ⇏ z, and x ⟹ y, of which z is a case."""
    told = [claim("x", K.DOES_NOT_IMPLY, "z"), claim("x", K.IMPLIES, "y")]
    (found,) = conflicts(over_case("xyz", told))
    assert {c.id for c in found.claims} == {SPECIAL.id, *(c.id for c in told)}


def test_of_two_extensions_equally_near_the_first_is_named() -> None:
    told = [claim("a", K.SPECIAL_CASE_OF, n) for n in "cb"]
    axiom = Property.CONVEXITY
    cells = {("a", axiom): Verdict.FAILS, ("b", axiom): Verdict.HOLDS, ("c", axiom): Verdict.HOLDS}
    (found,) = conflicts(engine("abc", told, cells))
    assert [c.id for c in found.claims] == ["a/special_case_of/b"]
