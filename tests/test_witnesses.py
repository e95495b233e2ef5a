"""Every witness comes out as it says; what must be certified is; claims and errata that it names exist."""

from __future__ import annotations

import re

import pytest

import dpzoo
from dpzoo.checks.walk import supported
from dpzoo.checks.witness_evidence import holds
from dpzoo.notions.results import Certainty
from dpzoo.witnesses import Kind, Witness, witnesses
from dpzoo.witnesses.declared import declarations
from dpzoo.zoo.coverage import coverage, negative_claims, reasons

ZOO = dpzoo.load()
CELLS = {f"{n}/{cell}" for n in ZOO for cell in ("post_processing", "convexity", "composition")}
GUARANTEES = {g.id(m.id) for m in ZOO.mechanisms.values() for g in m.record.guarantees}
CLAIMS = {c.id for c in ZOO.claims} | CELLS | GUARANTEES


@pytest.mark.parametrize("witness", witnesses().values(), ids=lambda w: w.id)
def test_the_witness_decides_its_claim(witness: Witness) -> None:
    outcome = witness.outcome()
    assert [str(s) for s in outcome.steps if not s.holds] == []
    assert outcome.faults == ()
    assert outcome.steps
    assert outcome.conclusion.partition(": ")[0] in ("refuted", "confirmed")
    if outcome.conclusion.startswith("confirmed") and witness.kind not in (Kind.ATTACK, Kind.BOUND):
        assert outcome.certainty is not Certainty.CERTIFIED, "instances of what holds are not proof of it; say what is sampled"
    if witness.kind in (Kind.SEPARATION, Kind.AXIOM_FAILURE):
        assert outcome.certainty in (Certainty.CERTIFIED, Certainty.SAMPLED)


@pytest.mark.parametrize("witness", witnesses().values(), ids=lambda w: w.id)
def test_the_witness_names_its_claim_its_source_and_existing_records(witness: Witness) -> None:
    assert {"Claim", "Verdict", "Source"} <= set(witness.head)
    if "Claim" not in witness.paragraphs and not witness.errata:  # made of the ids: it speaks of every notion
        assert {end for c in witness.claims for end in c.split("/")[::2]} <= set(re.findall(r"[a-z0-9-]+", witness.claim))
    assert set(witness.claims) <= CLAIMS
    assert set(witness.errata) <= set(ZOO.errata)
    declared = declarations().witnesses[witness.id]
    assert tuple(n.id for n in declared.claims) == witness.claims
    assert tuple(n.id for n in declared.errata) == witness.errata
    assert declared.sampled == witness.sampled
    assert len(witness.code.splitlines()) - len(witness.claims) <= 120


def test_of_what_holds_a_witness_says_what_it_samples() -> None:
    holding = {i.claim for i in supported(ZOO.base) if holds(ZOO.base, i) and i.disputed is None} - {
        i.claim for i in supported(ZOO.base) if not holds(ZOO.base, i) and i.disputed is None
    }
    bare = [(w.id, c) for w in witnesses().values() for c in w.claims if c in holding and not w.sample(c)]
    assert bare == [], "a program that tries some mechanisms is not a proof for all"


def test_what_has_no_witness_says_why() -> None:
    known = set(negative_claims(ZOO))
    assert set(reasons()) <= known, "a reason is given for a claim that is not there"
    with_both = [c.claim for c in coverage(ZOO) if c.claim in reasons() and c.witnesses]
    assert with_both == [], "a claim with a witness needs no reason"
    neither = [c.claim for c in coverage(ZOO) if not c.witnesses and not c.reason]
    assert neither == [], "write a witness, or say in dpzoo/witnesses/unwitnessed.yaml why no finite one can be given"
