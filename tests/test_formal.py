"""What a claim says in Rocq follows from its record, clause by clause; a changed record no longer fits its theorem."""

from __future__ import annotations

import shutil
from dataclasses import replace
from fractions import Fraction as F  # noqa: N817  F(1, 3) reads like a third
from pathlib import Path

import pytest
from conftest import ROOT

import dpzoo
from dpzoo.checks.formal.mutants import mutated, read_mutants
from dpzoo.checks.formal.proofs import Proofs, beside, digest
from dpzoo.checks.formal.statements import Statements, theorem_name
from dpzoo.checks.formal.terms import NotExpressibleError, Terms
from dpzoo.checks.formal.theorems import proved_claims
from dpzoo.checks.formal.verifying import ProofError, verify
from dpzoo.checks.formal_evidence import theorems
from dpzoo.expressions import parse, parse_constraint
from dpzoo.loading.folder import load_folder
from dpzoo.records.enums import RelationKind
from dpzoo.witnesses import witnesses
from dpzoo.witnesses.laws import Laws, Merging, Mixture, laws_of

BASE = dpzoo.load().base
PROOFS = beside(BASE.root)
MUTANTS = read_mutants(ROOT / "proofs" / "mutants.yaml")


def says(claim: str) -> str:
    return " ".join(Statements(BASE, PROOFS.table).of(claim).split())


@pytest.mark.parametrize(
    ("expression", "obligation"),
    [
        ("log(1 - delta)", "0 < 1 - delta"),
        ("sqrt(rho - xi)", "0 <= rho - xi"),
        ("delta/(1 - exp(epsilon))", "1 - exp epsilon <> 0"),
        ("rho**(1/alpha)", "0 < rho"),
    ],
)
def test_what_is_not_defined_everywhere_leaves_an_obligation(expression: str, obligation: str) -> None:
    """Rocq's functions are total: ln 0 is 0 there, so a theorem could hold for the wrong reason."""
    terms = Terms()
    terms.real(parse(expression))
    assert obligation in terms.obligations


def test_powers_bind_as_on_paper() -> None:
    assert Terms().real(parse("-epsilon**2/2 - (a - b)")) == "- epsilon ^ 2 / 2 - (a - b)"
    assert Terms().real(parse("(a*b)**2 + exp(x)**3")) == "(a * b) ^ 2 + (exp x) ^ 3"


def test_infinity_is_an_order_and_no_number() -> None:
    orders = Terms(orders={"alpha"})
    assert orders.condition(parse_constraint("1 <= alpha <= inf")) == ["order_le (Order 1) alpha"]
    with pytest.raises(NotExpressibleError):
        Terms().real(parse("inf - 1"))


def test_every_clause_of_stronger_is_stated() -> None:
    """The map at proper values, that a proper level is reached, that each is, and tightness: all of them."""
    text = says("epsilon-dp/stronger_than/approximate-dp")
    assert "0 < delta -> delta < tanh (epsilon / 2) -> 0 < 1 - delta * (1 + exp (- epsilon))" in text
    assert "exists epsilon : R, 0 < epsilon /\\ gives (pairs U) pure epsilon (pairs U) approx (epsilon', delta')" in text
    assert "approx (epsilon', delta) -> epsilon + ln (1 - delta * (1 + exp (- epsilon))) <= epsilon'" in text


def test_a_separation_is_at_one_level_for_all_levels() -> None:
    text = says("approximate-dp/does_not_imply/epsilon-dp")
    assert "exists (epsilon delta : R)" in text
    assert "forall (epsilon' : R), 0 < epsilon' -> ~ gives" in text
    assert "discerning U" in text


def test_a_separation_is_about_the_laws_that_its_witness_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The witness's own text is printed, is what its mechanism has as rows, and cannot change without the statement."""
    claim = "renyi-dp/does_not_imply/zero-concentrated-dp"
    laws = laws_of("renyi-dp-rare-output")
    assert isinstance(laws, Laws)
    text = says(claim)
    assert "told_apart renyi (Order alpha, epsilon) zcdp (xi', rho') [:: 1 / n; 1 - 1 / n] [:: 1 / n ^ 2; 1 - 1 / n ^ 2]" in text
    (_, shown), *_ = witnesses()["renyi-dp-rare-output"].outcome().objects
    assert {tuple(shown.row(d)) for d in shown.datasets} == {tuple(law.values()) for law in laws.at(n=4096)}
    monkeypatch.setattr(
        "dpzoo.checks.formal.statements.laws_of", lambda _: replace(laws, second={"a": "1/n**3", "b": "1 - 1/n**3"})
    )
    assert digest(says(claim)) != digest(text)


def test_that_a_property_fails_is_about_the_laws_that_its_witness_runs() -> None:
    """The rows of the witness's mechanisms, the weight of its mixture and the map of its outputs are those of the statement."""
    assert "merged_apart relaxed (epsilon, delta_a, delta_p) [:: 10 / 100; 30 / 100; 60 / 100]" in says(
        "relaxed-dp/post_processing"
    )
    assert "[:: 0%nat; 0%nat; 1%nat]" in says("relaxed-dp/post_processing")
    assert "mixed_apart bounded_range epsilon (1 / 2) [:: 1 / 5; 4 / 5; 0; 0]" in says("range-bounded-privacy/convexity")
    for witness, property_ in (
        ("opposite-losses", "range-bounded-privacy/convexity"),
        ("mixing-in-a-sure-output", "relaxed-dp/convexity"),
        ("prodp-convexity", "probabilistic-dp/convexity"),
        ("merging-a-rare-output", "relaxed-dp/post_processing"),
        ("prodp-post-processing", "probabilistic-dp/post_processing"),
    ):
        laws = laws_of(witness)
        assert laws is not None
        assert f"shown by the laws of the witness {witness}" in says(property_)
        shown = [m for _, m in witnesses()[witness].outcome().objects]
        if isinstance(laws, Mixture):
            weight, *pairs = laws.at()
            for mechanism, pair in zip(shown, pairs, strict=False):
                assert {tuple(mechanism.row(d)) for d in mechanism.datasets} == {tuple(law.values()) for law in pair}
            first, second, mixture = shown[:3]
            for d in mixture.datasets:
                rows = zip(first.row(d), second.row(d), strict=True)
                assert list(mixture.row(d)) == [weight * p + (1 - weight) * q for p, q in rows]
        else:
            assert isinstance(laws, Merging)
            before, after = shown[:2]
            assert {tuple(before.row(d)) for d in before.datasets} == {tuple(law.values()) for law in laws.at()}
            for d in before.datasets:
                moved = [F(0)] * (max(laws.places) + 1)
                for p, place in zip(before.row(d), laws.places, strict=True):
                    moved[place] += p
                assert list(after.row(d)) == moved


@pytest.mark.parametrize("witness", ["kl-privacy-rare-output", "approximate-dp-publishes-rarely", "node-renyi-rare-output"])
def test_the_laws_of_witnesses_are_laws(witness: str) -> None:
    laws = laws_of(witness)
    assert isinstance(laws, Laws)
    names = laws.condition.names
    for law in laws.at(**(dict.fromkeys(names, F(1, 3)) if names == {"p"} else dict.fromkeys(names, 5))):
        assert sum(law.values()) == 1
        assert min(law.values()) >= 0


def test_composition_of_groups_is_about_the_smaller_group() -> None:
    """Word DP for k1 and for k2 symbols: both cover the smaller number, whatever the unit is, as long as it grows."""
    text = says("word-dp/composition")
    assert "(forall (g h : nat) x y, (g <= h)%N -> U g x y -> U h x y)" in text
    assert "composition_between (ordered (U g1)) (ordered (U g2)) (ordered (U (minn g1 g2))) pure" in text


def test_a_distance_multiplies_the_level() -> None:
    text = says("smooth-dp/composition")
    assert "scaled_composition Rmult (fun r => ordered (U r)) pure epsilon1 epsilon2 (epsilon1 + epsilon2)" in text
    assert "scaled_convexity times_both P approx (epsilon, delta)" in says("pseudo-metric-dp/convexity"), "both numbers grow"


def test_what_is_seen_is_stated_of_any_view() -> None:
    assert "forall (D : Type), forall (epsilon : R), 0 <= epsilon -> seen_post_processing (D := D) pure epsilon" in says(
        "local-dp/post_processing"
    )
    assert "public_convexity (D := D) approx" in says("shuffled-model-dp/convexity"), "users share no secret coin"
    assert "(fun g h : R => (h <= g)%R) g1 g2 (Rmax g1 g2)" in says("dp-on-delta-location-set/composition"), "more is left out"
    with pytest.raises(NotExpressibleError):
        says("joint-dp/post_processing")  # it fails for this view, and would hold for others
    with pytest.raises(NotExpressibleError):
        says("adaptive-continual-release-dp/composition")  # the attacker chooses the stream as it runs
    with pytest.raises(NotExpressibleError):
        says("local-dp/special_case_of/approximate-local-dp")


def test_properties_hold_at_every_legal_level() -> None:
    assert "(alpha : order)" in says("renyi-dp/post_processing"), "orders 1 and infinity are legal"
    assert "0 <= epsilon -> 0 <= delta -> delta <= 1" in says("approximate-dp/convexity")


def test_units_that_differ_are_spelled_out() -> None:
    assert "gives (pairs (@added T)) pure epsilon (pairs (@one_record T)) pure (2 * epsilon)" in says(
        "unbounded-dp/equivalent_to/epsilon-dp"
    )


def test_a_group_passes_through_datasets_of_the_public_size_only() -> None:
    """Insert a record at one end and remove one at the other: two changes, but among sequences of one size perhaps very many."""
    text = says("bounded-dp/implies/group-privacy")
    assert "(at_most c (same_size (@one_record T)))" in text
    assert "same_size (at_most" not in text


def test_a_rule_for_many_mechanisms_is_stated_for_any_number_of_them() -> None:
    """Kairouz, Oh and Viswanath: the bound where each is chosen after the earlier results, tight already where none is."""
    text = says("approximate-dp/composition/optimal-composition")
    bound = "(t, 1 - (1 - delta) ^ k * (1 - kov_delta t epsilon k))"
    assert f"many_in_turn (pairs U) approx (epsilon, delta) k {bound}" in text
    assert "many_side_by_side (pairs U) approx (epsilon, delta) k (t, delta') -> 1 - (1 - delta) ^ k" in text


@pytest.mark.parametrize(
    "claim", ["probabilistic-dp/post_processing/x", "no-such/convexity", "epsilon-dp/stronger_than/gaussian-dp"]
)
def test_what_cannot_be_stated_is_refused(claim: str) -> None:
    with pytest.raises(NotExpressibleError):
        Statements(BASE, PROOFS.table).of(claim)


def test_twenty_mutants_change_what_is_stated() -> None:
    """``make proofs`` shows that Rocq refuses them; here, that none of them says what was proved."""
    assert sum(not m.neutral for m in MUTANTS) >= 20
    assert sum(m.neutral for m in MUTANTS) >= 2
    accepted = set(PROOFS.checked.values())  # digests
    for mutant in MUTANTS:
        text = Statements(mutated(BASE, mutant), PROOFS.table).of(mutant.claim)
        proved = digest(text) in accepted
        assert proved == mutant.neutral, mutant


def test_the_list_of_checked_claims_is_that_of_the_records() -> None:
    claims = proved_claims(BASE, PROOFS)
    assert len([c for c in claims if theorem_name(c) in PROOFS.theorems]) >= 80
    assert set(PROOFS.theorems) <= {theorem_name(c) for c in claims}, "a theorem that proves no claim is a lemma"
    assert set(PROOFS.checked) == set(PROOFS.theorems)


def test_a_record_that_says_something_else_fails_the_check(tmp_path: Path) -> None:
    """Another factor in a map: the check, without Rocq, finds that the theorem is about another statement."""
    for name in ("definitions", "proofs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    record = tmp_path / "definitions" / "baseline" / "epsilon-dp.yaml"
    text = record.read_text(encoding="utf-8")
    assert text.count('map: {epsilon: "epsilon*tanh(epsilon/2)"}') == 1
    record.write_text(
        text.replace('map: {epsilon: "epsilon*tanh(epsilon/2)"}', 'map: {epsilon: "epsilon*tanh(epsilon/3)"}'), "utf-8"
    )
    found = list(theorems(load_folder(tmp_path / "definitions").base))
    assert [f.code for f in found] == ["not-machine-checked"]
    assert "epsilon-dp/stronger_than/kl-privacy" in found[0].message


def test_the_proofs_are_not_compiled_over_themselves(tmp_path: Path) -> None:
    """Compiling begins by clearing the sources out of the folder that it compiles in."""
    shutil.copytree(ROOT / "proofs", tmp_path / "proofs", ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    copied = Proofs(tmp_path / "proofs")
    with pytest.raises(ProofError, match="the proofs themselves"):
        list(verify(BASE, copied, tmp_path / "proofs" / ".." / "proofs"))
    assert all(source.is_file() for source in copied.sources)


def test_without_proofs_nothing_is_machine_checked(tmp_path: Path) -> None:
    assert not Proofs(tmp_path).exists
    assert Proofs(tmp_path).theorems == {}
    assert Proofs(tmp_path).checked == {}


def test_a_derivation_is_machine_checked_if_every_claim_is() -> None:
    zoo = dpzoo.load()
    direct = zoo.inference.decide(RelationKind.STRONGER_THAN, "epsilon-dp", "kl-privacy").derivation
    assert direct is not None
    assert direct.machine_checked
    other = zoo.inference.decide(RelationKind.STRONGER_THAN, "epsilon-dp", "gaussian-dp").derivation
    assert other is not None
    assert not other.machine_checked
