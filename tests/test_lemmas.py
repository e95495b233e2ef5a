"""Lemmas and the claims that use them say the same: what each needs is stated, and the halves of a separation fit together."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from conftest import Run
from pydantic import ValidationError

from dpzoo.checks.known import unknown_witnesses
from dpzoo.checks.lemmas import lemmas_of_claims, unknown_lemmas, unused_lemmas
from dpzoo.checks.witness_evidence import witnesses_of_lemmas
from dpzoo.records.enums import Grade
from dpzoo.records.evidence import Evidence
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.lemma import LemmaRecord
from dpzoo.witnesses.declared import declarations
from dpzoo.zoo.zoo import Zoo

SUBJECT, CLAIM = "bounded-leakage-dp", "bounded-leakage-dp/does_not_imply/blowfish-privacy"
HOLDS, FAILS = "nothing-compared", "published-small-datasets"


def with_evidence(base: KnowledgeBase, claim: str, given: Any) -> KnowledgeBase:
    """The base with other evidence for one relation, and nothing else changed."""
    subject = claim.split("/", maxsplit=1)[0]
    entry = base.notions[subject]
    relations = tuple(
        r.model_copy(update={"evidence": tuple(map(Evidence.model_validate, given))}) if r.id(subject) == claim else r
        for r in entry.record.relations
    )
    assert relations != entry.record.relations
    record = entry.record.model_copy(update={"relations": relations})
    return replace(base, notions=MappingProxyType({**base.notions, subject: replace(entry, record=record)}))


def with_lemma(base: KnowledgeBase, name: str, edit: Callable[[dict[str, Any]], None]) -> KnowledgeBase:
    """The base with one lemma edited."""
    entry = base.lemmas[name]
    data = entry.record.model_dump()
    edit(data)
    lemma = replace(entry, record=LemmaRecord.model_validate(data))
    return replace(base, lemmas=MappingProxyType({**base.lemmas, name: lemma}))


def codes(findings: Any) -> list[tuple[str, str]]:
    found: list[Finding] = list(findings)
    return [(f.code, f.location.path.stem) for f in found]


def test_the_base_uses_its_lemmas_as_they_say(zoo: Zoo) -> None:
    assert [*unknown_lemmas(zoo.base), *lemmas_of_claims(zoo.base), *unused_lemmas(zoo.base)] == []
    assert {n for n in zoo.lemmas if zoo.used_lemmas[n]} == set(zoo.lemmas)


def test_a_family_that_tells_finitely_many_datasets_apart_is_not_asked_for_more(zoo: Zoo) -> None:
    """Laws without atoms have infinitely many datasets, and whoever attacks a protocol is as bounded as the circuits."""
    more = {"random-dp", "distributional-privacy-rot10", "dp-for-record-linkage", "output-constrained-dp"}
    shown = [c for c in zoo.claims if any("hard-to-tell-apart" in (e.lemmas or ()) for e in c.relation.evidence)]
    assert len(shown) > 20
    assert not more & {c.object for c in shown}


def test_a_claim_proved_by_two_lemmas_shows_what_each_puts_in(zoo: Zoo) -> None:
    (claim,) = [c for c in zoo.claims if c.id == CLAIM]
    (argued,) = [e for e in claim.relation.evidence if e.argued]
    assert (argued.lemmas, argued.proof, argued.grade) == ((HOLDS, FAILS), None, Grade.PROVED)
    (_, (holds,)), (_, (fails,)) = zoo.lemmas_of(argued, CLAIM)
    assert (holds, fails) == (zoo.lemmas[HOLDS].record.holds[SUBJECT], zoo.lemmas[FAILS].record.fails["blowfish-privacy"])
    assert claim in zoo.used_lemmas[HOLDS]


@pytest.mark.parametrize(
    ("evidence", "code", "said"),
    [
        ({"lemmas": [HOLDS]}, "lemmas-prove-half", "do not say that blowfish-privacy fails"),
        ({"lemmas": [FAILS]}, "lemmas-prove-half", "do not say that bounded-leakage-dp holds"),
        ({"lemmas": ["number-of-records", FAILS]}, "lemma-of-another-claim", "neither that bounded-leakage-dp holds"),
    ],
)
def test_lemmas_that_leave_an_end_open_are_found_at_the_claim(zoo: Zoo, evidence: Any, code: str, said: str) -> None:
    found = list(lemmas_of_claims(with_evidence(zoo.base, CLAIM, [evidence])))
    assert [f for f in found if f.code == code and said in f.message and f.location.path.stem == SUBJECT]


def test_words_may_say_what_a_lemma_leaves_open(zoo: Zoo) -> None:
    given = [{"lemmas": [HOLDS], "proof": "The graph joins two datasets, which the published dataset tells apart."}]
    assert list(lemmas_of_claims(with_evidence(zoo.base, CLAIM, given))) == []


def test_halves_about_different_mechanisms_prove_nothing(zoo: Zoo) -> None:
    base = with_lemma(zoo.base, HOLDS, lambda d: d.update(meets=()))
    assert {"lemmas-prove-half"} == {code for code, _ in codes(lemmas_of_claims(base))}
    (first, *_) = [f for f in lemmas_of_claims(base) if f.location.path.stem == SUBJECT]
    assert "speak of the same mechanisms" in first.message


def test_a_lemma_at_one_structure_proves_nothing_at_another(zoo: Zoo) -> None:
    base = with_lemma(zoo.base, HOLDS, lambda d: d["holds"][SUBJECT].update(at={"P": "a constant function"}))
    found = [f for f in lemmas_of_claims(base) if f.location.path.stem == SUBJECT]
    assert {f.code for f in found} == {"lemma-needs-more"}
    assert "P = 'a constant function'" in found[0].message


def test_a_condition_of_a_lemma_is_one_of_the_claim(zoo: Zoo) -> None:
    base = with_lemma(zoo.base, FAILS, lambda d: d.update(given=("finite-outputs",)))
    assert ("lemma-needs-more", SUBJECT) in codes(lemmas_of_claims(base))


def test_a_lemma_that_is_not_there_is_found_with_the_nearest(zoo: Zoo) -> None:
    (found,) = unknown_lemmas(with_evidence(zoo.base, CLAIM, [{"lemmas": ["nothing-compare", FAILS]}]))
    assert (found.code, found.location.path.stem) == ("unknown-lemma", SUBJECT)
    assert "nothing-compared" in found.message


def test_a_case_about_a_notion_that_is_not_there_is_found(zoo: Zoo) -> None:
    base = with_lemma(zoo.base, FAILS, lambda d: d["fails"].update({"blowfish": {"because": "It fails."}}))
    assert codes(unknown_lemmas(base)) == [("unknown-notion", FAILS)]
    assert codes(unused_lemmas(base)) == [("unused-case", FAILS)]


def test_a_lemma_that_no_claim_uses_is_found(zoo: Zoo) -> None:
    lonely = replace(zoo.base.lemmas[HOLDS], id="lonely")
    base = replace(zoo.base, lemmas=MappingProxyType({**zoo.base.lemmas, "lonely": lonely}))
    assert [c for c, _ in codes(unused_lemmas(base))] == ["unused-lemma"]


def test_the_witness_of_a_lemma_decides_a_claim_that_uses_it(zoo: Zoo) -> None:
    known = declarations().witnesses
    assert list(witnesses_of_lemmas(zoo.base, known)) == []
    base = with_lemma(zoo.base, HOLDS, lambda d: d.update(witness="prodp-post-processing"))
    assert codes(witnesses_of_lemmas(base, known)) == [("witness-of-another-lemma", HOLDS)]
    assert codes(unknown_witnesses(with_lemma(zoo.base, HOLDS, lambda d: d.update(witness="no-such")), known)) == [
        ("unknown-witness", HOLDS)
    ]


def test_half_of_a_separation_proves_nothing_that_holds(zoo: Zoo) -> None:
    claim = "epsilon-dp/stronger_than/approximate-dp"
    base = with_evidence(zoo.base, claim, [{"lemmas": [HOLDS], "proof": "In words."}])
    assert codes(lemmas_of_claims(base)) == [("lemma-of-another-claim", "epsilon-dp")]


@pytest.mark.parametrize("wrong", [{"lemmas": []}, {"lemmas": [HOLDS, HOLDS]}, {"lemmas": [HOLDS], "witness": "a-witness"}, {}])
def test_evidence_is_one_thing(wrong: Any) -> None:
    with pytest.raises(ValidationError):
        Evidence.model_validate(wrong)


def test_the_shell_shows_a_lemma_and_explains_by_it(run: Run) -> None:
    shown = json.loads(run("show", HOLDS, "--format", "json").stdout)
    assert CLAIM in shown["used_by"]
    assert SUBJECT in shown["holds"]
    assert "Used by" in run("show", HOLDS).stdout
    assert f"lemma {HOLDS} (Nothing is compared):" in run("explain", SUBJECT, "blowfish-privacy").stdout
