"""Worlds of two to four notions in which an answer is seen at once: special cases, disputes, questions, ways with numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from types import MappingProxyType
from typing import Any

import pytest
from conftest import SOUND

from dpzoo.expressions import parse
from dpzoo.loading.folder import load_folder
from dpzoo.records.block_records import NormalForm
from dpzoo.records.claim_records import Relation
from dpzoo.records.enums import RelationKind
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.records.parameters import Parameter
from dpzoo.relations.asserted import cases, from_claims, gives_implication, infer
from dpzoo.relations.claims import Claim, RecordPart
from dpzoo.relations.conversion import Converter
from dpzoo.relations.facts import Answer
from dpzoo.relations.forms import described, standard_form
from dpzoo.relations.graph import multigraph
from dpzoo.relations.guarantees import GuaranteeError, NoWayError, NumericGuarantee, as_numbers, check_values
from dpzoo.relations.order_table import table
from dpzoo.relations.questions import open_pairs, question
from dpzoo.relations.repeating import repeated
from dpzoo.relations.ways import Ways

K = RelationKind
WRONG = "probabilistic/stronger_than/pure"
"""The disputed claim of the miniature base: an arrow that a source prints the wrong way round."""


@pytest.fixture(scope="module")
def small() -> KnowledgeBase:
    return load_folder(SOUND).base


def level(proper: str = "", **more: Any) -> dict[str, Any]:
    """A level of which only some positive values are proper; without any a function."""
    domain = "x >= 0" if proper else "functions"
    own = {"proper": proper} if proper else {"values": "function"}
    return {"kind": "quantitative", "direction": "larger is weaker", "domain": domain, **own, **more}


def structure(sort: str) -> dict[str, Any]:
    return {"kind": "structural", "sort": sort, "domain": "whatever fits"}


def told(
    small: KnowledgeBase, subject: dict[str, dict[str, Any]], target: dict[str, dict[str, Any]], **said: Any
) -> tuple[KnowledgeBase, Claim]:
    """Two notions of these parameters, and a claim about them."""
    pattern, notions = small.notions["pure"], dict(small.notions)
    kind = said.pop("kind", "special_case_of")
    relation = Relation.model_validate({kind: "y", "evidence": [{"proof": "Made up for the tests."}], **said})
    for name, own in (("x", subject), ("y", target)):
        # each letter stands for itself in its constraints
        parameters = {
            n: Parameter.model_validate(
                {
                    "latex": n,
                    "meaning": "made up",
                    **{k: v.replace("x", n) if k in ("domain", "proper") else v for k, v in p.items()},
                }
            )
            for n, p in own.items()
        }
        record = NotionRecord.model_construct(
            **{**dict(pattern.record), "parameters": parameters, "relations": (), "blocks": None}
        )
        notions[name] = Entry(name, record, pattern.source)
    return replace(small, notions=MappingProxyType(notions)), Claim("x/y", "x", relation, RecordPart(pattern, ()))


RELATION, PRIOR = structure("neighbour relation"), structure("prior")
ANY, ABOVE_ONE, BELOW_ONE = level("x > 0"), level("x > 1"), level("0 < x < 1")


@pytest.mark.parametrize(
    ("subject", "target", "said", "exact"),
    [
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}}, True),
        ({"a": ABOVE_ONE}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}}, False),
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "2*a"}}, False),
        ({"a": ANY}, {"b": ANY, "c": ANY, "R": RELATION}, {"map": {"b": "a", "c": "a"}}, False),
        ({"a": ANY, "f": level()}, {"b": ANY, "g": level(), "R": RELATION}, {"map": {"b": "a", "g": "f"}}, False),
        ({"a": ANY}, {"b": BELOW_ONE, "R": RELATION}, {"map": {"b": "a"}}, None),
        ({"a": ANY}, {"b": ANY, "c": ANY, "R": RELATION}, {"map": {"b": "a"}}, None),
        ({"a": ANY}, {"b": ANY, "R": RELATION, "P": PRIOR}, {"map": {"b": "a"}}, None),
        ({"a": ANY, "P": PRIOR}, {"b": ANY, "R": RELATION, "P": PRIOR}, {"map": {"b": "a"}}, True),
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}, "kind": "stronger_than"}, None),
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}, "disputed": "an-erratum"}, None),
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}, "given": ["fixed-dataset-size"]}, None),
    ],
)
def test_a_special_case_at_chosen_structure_passes_separations_on(
    small: KnowledgeBase, subject: dict[str, Any], target: dict[str, Any], said: dict[str, Any], exact: bool | None
) -> None:
    """It does if all else is the subject's own and proper levels stay proper; exactly, if every proper level is reached."""
    base, claim = told(small, subject, target, at={"R": "that of the subject"}, **said)
    assert [case.exact for case in cases(base, [claim])] == ([] if exact is None else [exact])


@pytest.mark.parametrize(
    ("subject", "target", "said", "implies"),
    [
        ({"a": ANY}, {"b": ANY}, {"map": {"b": "a"}}, True),
        ({"a": ANY}, {"b": BELOW_ONE}, {"map": {"b": "a"}}, False),
        ({"a": ANY}, {"b": BELOW_ONE}, {"map": {"b": "a/(1 + a)"}}, True),
        ({"a": ANY}, {"b": ANY, "c": ANY}, {"map": {"b": "a"}}, False),
        ({"f": level()}, {"g": level()}, {"map": {"g": "f"}}, True),
        ({"f": level()}, {"g": level(), "b": ANY}, {"map": {"g": "f"}}, False),
        ({"a": ANY}, {"b": ANY, "R": RELATION}, {"map": {"b": "a"}}, False),
    ],
)
def test_a_special_case_implies_where_it_only_chooses_levels_that_are_proper(
    small: KnowledgeBase, subject: dict[str, Any], target: dict[str, Any], said: dict[str, Any], implies: bool
) -> None:
    base, claim = told(small, subject, target, **said)
    assert gives_implication(base, claim) is implies


def test_a_disputed_claim_counts_where_it_is_assumed(small: KnowledgeBase) -> None:
    assert infer(small).answer(K.STRONGER_THAN, "probabilistic", "pure") is not Answer.YES
    assert infer(small, assume=[WRONG]).answer(K.STRONGER_THAN, "probabilistic", "pure") is Answer.YES
    assert infer(small, leave_out=[c.id for c in infer(small).asserted]).asserted == ()
    with pytest.raises(
        KeyError, match=r"no claim 'probabilistic/stronger_than/pur'; did you mean probabilistic/stronger_than/pure\?"
    ):
        from_claims(small, assume=["probabilistic/stronger_than/pur"])
    with pytest.raises(KeyError, match=r"no claim '0'\"$"):
        from_claims(small, assume=["0"])


def test_a_question_about_the_only_link_between_two_chains(small: KnowledgeBase) -> None:
    """Beside a → b and c → d nothing is known: b → c would settle a, b → c, d, its denial only itself; a → d the other way."""
    pattern = next(c for c in from_claims(small).asserted if c.kind is K.STRONGER_THAN and not c.conditional)
    notions = MappingProxyType({n: Entry(n, small.notions["pure"].record, small.notions["pure"].source) for n in "abcd"})
    stated = [Claim(s + t, s, pattern.relation.model_copy(update={"object": t}), pattern.place) for s, t in ("ab", "cd")]
    chains = from_claims(replace(small, notions=notions), stated=stated)
    for subject, target, settled in (("b", "c", (4, 1)), ("a", "d", (1, 4)), ("d", "a", (4, 1))):
        asked = question(chains, K.STRONGER_THAN, subject, target)
        assert asked is not None
        assert (asked.subject, asked.object, asked.if_yes, asked.if_no) == (subject, target, *settled)
    assert question(chains, K.STRONGER_THAN, "a", "b") is None
    assert {(p.subject, p.object): (p.if_yes, p.if_no) for p in open_pairs(chains, K.STRONGER_THAN)} == {
        (s, t): (asked.if_yes, asked.if_no)
        for s, t in permutations("abcd", 2)
        if (asked := question(chains, K.STRONGER_THAN, s, t))
    }


def test_notions_that_are_the_same_are_read_both_ways(small: KnowledgeBase) -> None:
    """What only renames parameters needs no second map; what does more says nothing about the way back."""
    for formula, back in (("a", ["b"]), ("2*a", [])):
        base, claim = told(small, {"a": ANY}, {"b": ANY}, kind="same_as", map={"b": formula})
        ways = Ways(base, [claim])
        assert {(r.start, r.end): [str(e) for e in r.map.values()] for r in ways.readings if r.start == "y"} == (
            {("y", "x"): back} if back else {}
        )
        composed = ways.along("x", [("y", claim)])
        assert composed is not None
        assert ({n: str(e) for n, e in composed.formulas.items()}, composed.ranges) == ({"b": formula}, {})


def converted(
    base: KnowledgeBase, claims: list[Claim], source: NumericGuarantee, target: str, **fix: float
) -> dict[str, float] | None:
    """The best guarantee of the target that these claims give; None where they give none."""
    try:
        found = Converter(base, claims).convert(source, target, fix)
    except NoWayError:
        return None
    assert len(found) <= 1
    return dict(found[0].target.values) if found else None


def test_a_claim_says_nothing_about_values_outside_the_domain_that_it_leaves_from(small: KnowledgeBase) -> None:
    """b = 2a must be at most 1, where the claim from y begins."""
    base, first = told(small, {"a": ANY}, {"b": {**ANY, "domain": "0 <= x <= 1"}}, kind="implies", map={"b": "2*a"})
    second = replace(
        first,
        id="y/z",
        subject="y",
        relation=first.relation.model_copy(update={"object": "pure", "map": {"epsilon": parse("3*b")}}),
    )
    assert converted(base, [first, second], NumericGuarantee("x", {"a": 0.4}), "pure") == pytest.approx({"epsilon": 2.4})
    assert converted(base, [first, second], NumericGuarantee("x", {"a": 0.6}), "pure") is None


def test_a_free_parameter_keeps_to_the_domain_on_the_way(small: KnowledgeBase) -> None:
    """b = a·t must be at most 1, so that 1/b is at least 1, however large t may be."""
    base, first = told(
        small, {"a": ANY}, {"b": {**ANY, "domain": "0 <= x <= 1"}}, kind="implies", map={"b": "a*t"}, free={"t": "0 < t < 10"}
    )
    onward = first.relation.model_copy(update={"object": "pure", "map": {"epsilon": parse("1/b")}, "free": None})
    found = converted(
        base, [first, replace(first, id="y/z", subject="y", relation=onward)], NumericGuarantee("x", {"a": 0.5}), "pure"
    )
    assert found == pytest.approx({"epsilon": 1}, rel=1e-6)


def test_a_claim_from_a_notion_to_itself_ends_a_way(small: KnowledgeBase) -> None:
    """From b = c = a the claim of y about itself halves c, and adds 1 to b."""
    base, there = told(small, {"a": ANY}, {"b": ANY, "c": ANY}, kind="implies", map={"b": "a", "c": "a"})
    weakened = {"b": parse("b + 1"), "c": parse("c/2")}
    itself = replace(there, id="y/y", subject="y", relation=there.relation.model_copy(update={"map": weakened}))
    assert converted(base, [there, itself], NumericGuarantee("x", {"a": 2}), "y", c=2) == pytest.approx({"b": 2, "c": 2})
    assert converted(base, [there, itself], NumericGuarantee("x", {"a": 2}), "y", c=1) == pytest.approx({"b": 3, "c": 1})
    assert converted(base, [there, itself], NumericGuarantee("x", {"a": 2}), "y", c=0.5) is None
    assert converted(base, [there, itself], NumericGuarantee("y", {"b": 2, "c": 2}), "y", c=1) == pytest.approx({"b": 3, "c": 1})


@pytest.mark.parametrize(
    ("direction", "formula", "within", "best"),
    [("weaker", "a/t", "0 < t < 10", 0.25), ("stronger", "a*t", "0 < t < 10", 4), ("stronger", "a*t", "0 <= t <= 3", 3)],
)
def test_a_free_parameter_goes_as_far_as_what_is_fixed_allows(
    small: KnowledgeBase, direction: str, formula: str, within: str, best: float
) -> None:
    """b = t, and c = a/t or a·t is at most 2 where a is 1/2: t is at least 1/4, or at most 4, or as much as it may be."""
    target = {"b": {**ANY, "direction": f"larger is {direction}"}, "c": ANY}
    base, claim = told(small, {"a": ANY}, target, kind="implies", map={"b": "t", "c": formula}, free={"t": within})
    found = converted(base, [claim], NumericGuarantee("x", {"a": 0.5}), "y", c=2)
    assert found is not None
    assert found["b"] == pytest.approx(best, rel=1e-9)
    assert found["b"] >= best if direction == "weaker" else found["b"] <= best


def test_conditions_on_a_way_are_told_apart(small: KnowledgeBase) -> None:
    """a → b needs one thing and b → c another: no answer is without conditions, and the table agrees with the single answers."""
    pattern = next(c for c in from_claims(small).asserted if c.kind is K.STRONGER_THAN and not c.conditional)
    notions = MappingProxyType({n: Entry(n, small.notions["pure"].record, small.notions["pure"].source) for n in "abc"})
    stated = [
        Claim(s + t, s, pattern.relation.model_copy(update={"object": t, "given": (needed,)}), pattern.place)
        for s, t, needed in (("a", "b", "fixed-dataset-size"), ("b", "c", "discrete-outputs"))
    ]
    under = from_claims(replace(small, notions=notions), stated=stated)
    answers = table(under, K.STRONGER_THAN)
    assert {"abc"[i] + "abc"[j] for i, j, answer in answers.answers() if answer is Answer.OPEN_BUT} == {"ab", "bc", "ac"}
    assert {answer for _, _, answer in answers.answers()} == {Answer.OPEN_BUT, Answer.OPEN}
    graph = multigraph(notions, stated)
    assert set(graph.edges(keys=True)) == {("a", "b", "ab"), ("b", "c", "bc")}
    assert all(data["conditional"] and not data["disputed"] for _, _, data in graph.edges(data=True))


def test_mechanisms_of_one_kind_together(small: KnowledgeBase) -> None:
    """Ten losses of a tenth are 1, which rounding must not make less; what is better when larger must not become more."""
    base, _ = told(small, {"a": ANY, "b": {**ANY, "direction": "larger is stronger"}}, {})
    rule = {"a": parse("a1 + a2"), "b": parse("b1 + b2")}
    found = repeated(rule, base.notions["x"].record, {"a": 0.1, "b": 0.1}, 10)
    tenth = 10 * Fraction(0.1)
    assert Fraction(found["b"]) <= tenth <= Fraction(found["a"])
    assert found == pytest.approx({"a": 1, "b": 1}, rel=1e-15)


def test_values_from_python_and_as_text_stand_side_by_side(small: KnowledgeBase) -> None:
    assert as_numbers({"epsilon": "log(4)", "delta": Fraction(1, 4), "alpha": "3/2"}) == {
        "epsilon": math.log(4), "delta": 0.25, "alpha": 1.5
    }  # fmt: skip
    base, _ = told(small, {}, {})
    with pytest.raises(GuaranteeError, match=r"^x has no parameter delta; its parameters are none$"):
        check_values("x", base.notions["x"].record, {"delta": 0.5}, complete=False)


def test_blocks_in_words_and_in_standard_form(small: KnowledgeBase) -> None:
    """What is as in pure DP says no more; another block says its name, and one without a record its sentence."""
    base, _ = told(small, {"a": ANY, "b": ANY}, {})
    blocks = {"universe": "tables", "unit": "one-owner", "standard": "hockey-stick", "intensity": ["a", "b"]}
    record = base.notions["x"].record.model_copy(update={"blocks": NormalForm.model_validate(blocks)})
    said = described(base.blocks, record)
    owner = base.blocks.units["one-owner"].record
    assert (said.domain.same_as_pure, said.domain.is_) == (True, None)
    assert (said.unit.same_as_pure, said.unit.is_) == (False, owner.name)
    own = record.model_copy(update={"blocks": NormalForm.model_validate({**blocks, "unit": {"is": "Two friends."}})})
    assert (described(base.blocks, own).unit.same_as_pure, described(base.blocks, own).unit.is_) == (False, "Two friends.")
    standard = standard_form(base, record)
    assert standard is not None
    assert standard.startswith(owner.statement.strip())
    assert standard.endswith(r"Here $\varepsilon$ is $a$, $\delta$ is $b$.")
    assert standard_form(base, own) is None


def test_a_choice_is_a_condition_beside_the_named_ones(small: KnowledgeBase) -> None:
    structures = {"b": ANY, "R": RELATION}
    base, claim = told(
        small, {"a": ANY}, structures, map={"b": "a"}, at={"R": "all pairs"}, given=["fixed-dataset-size", "a <= 2"]
    )
    (found,) = Converter(base, [claim]).convert(NumericGuarantee("x", {"a": 1}), "y", {})
    assert found.conditions == {"fixed-dataset-size", "y at R: all pairs"}


def test_the_least_measure_of_what_several_claims_give(small: KnowledgeBase) -> None:
    """b = a and c = t, or b = 4a and c = t/4: of b + 9c at t ≥ 1 the first gives a + 9, the other 4a + 9/4."""
    base, first = told(small, {"a": ANY}, {"b": ANY, "c": ANY}, kind="implies", map={"b": "a", "c": "t"}, free={"t": "t >= 1"})
    other = replace(first, id="other", relation=first.relation.model_copy(update={"map": {"b": parse("4*a"), "c": parse("t/4")}}))
    converter = Converter(base, [first, other])
    for a, least, by in ((1.0, 6.25, other), (9.0, 18.0, first)):
        found = converter.least(NumericGuarantee("x", {"a": a}), "y", parse("b + n*c"), {"n": 9.0})
        assert found is not None
        assert (found[0], found[1].path) == (pytest.approx(least, rel=1e-6), (by,))
        assert found[0] >= least
    assert converter.least(NumericGuarantee("x", {"a": 1.0}), "pure", parse("epsilon"), {}) is None
    with pytest.raises(GuaranteeError, match="needs a value for a"):
        converter.least(NumericGuarantee("x", {}), "y", parse("b"), {})


def test_a_way_may_have_four_claims(small: KnowledgeBase) -> None:
    """Each doubles the level; a longer one beside it, or one that leads away, changes nothing."""
    base, first = told(small, {"a": ANY}, {"a": ANY}, kind="implies", map={"a": "2*a"})
    pattern = base.notions["x"]
    base = replace(base, notions=MappingProxyType({n: replace(pattern, id=n) for n in "xpqryz"}))
    steps = [
        replace(first, id=s + t, subject=s, relation=first.relation.model_copy(update={"object": t}))
        for s, t in ("xz", "xp", "xq", "px", "pq", "pz", "qz", "qp", "qr", "rz", "rp", "ry", "zp")
    ]
    assert converted(base, [c for c in steps if c.id != "xq"], NumericGuarantee("x", {"a": 1}), "y") == {"a": 16}
    assert converted(base, steps, NumericGuarantee("x", {"a": 1}), "y") == {"a": 8}


def test_a_way_back_does_not_hide_the_next_way(small: KnowledgeBase) -> None:
    """From p a claim leads to y at a hundred times the level; over q, which also leads back to p, it is four times."""
    base, first = told(small, {"a": ANY}, {"a": ANY}, kind="implies", map={"a": "2*a"})
    base = replace(base, notions=MappingProxyType({n: replace(base.notions["x"], id=n) for n in "xpqy"}))
    steps = [
        replace(
            first, id=s + t, subject=s, relation=first.relation.model_copy(update={"object": t, "map": {"a": parse(f"{k}*a")}})
        )
        for s, t, k in (("x", "p", 2), ("p", "y", 100), ("p", "q", 2), ("q", "p", 2), ("q", "y", 2))
    ]
    assert converted(base, steps, NumericGuarantee("x", {"a": 1}), "y") == {"a": 8}
