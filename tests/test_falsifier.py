"""The falsifier finds planted false claims, from several seeds, and leaves true ones alone."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import joblib
import pytest
from conftest import Run, program
from dask.distributed import Client, LocalCluster

import dpzoo
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.tradeoff import TradeoffCurve
from dpzoo.blocks.unlearning_units import history
from dpzoo.expressions import parse, parse_constraint
from dpzoo.falsify.amounts import loosened, weaker
from dpzoo.falsify.attackable import IN_THE_PLANE, NO_RULE, derived, implication, lifted, targets
from dpzoo.falsify.campaign import Attacked, Report, attack, campaign, generator
from dpzoo.falsify.changed import refutations
from dpzoo.falsify.choices import CHOICES
from dpzoo.falsify.objects import objects
from dpzoo.falsify.premises import ClaimSide, _candidates, premise
from dpzoo.falsify.printing import as_module, in_words
from dpzoo.falsify.random_structures import draw, mixed, together
from dpzoo.falsify.settings import setting
from dpzoo.falsify.shrinking import shrink
from dpzoo.falsify.trials import (
    CompositionTarget,
    Counterexample,
    Implication,
    OfNotion,
    PostProcessing,
    Spared,
    Target,
    TrialObjects,
    named,
)
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Tightest
from dpzoo.numbers.real import Real, real
from dpzoo.records.enums import Grade, Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.witnesses import Witness
from dpzoo.zoo.tested import FILE, record

ZOO = dpzoo.load()
SURVIVES = "it survives post-processing"


def same(*names: str) -> dict[str, object]:
    return {n: parse(n) for n in names}


PLANTED: dict[str, Target] = {
    "probabilistic DP survives post-processing": PostProcessing("prodp", SURVIVES, ClaimSide.of(ZOO["probabilistic-dp"])),
    "mean-concentrated DP survives post-processing": PostProcessing("mcdp", SURVIVES, ClaimSide.of(ZOO["mean-concentrated-dp"])),
    "approximate DP composes to (ε₁+ε₂, max(δ₁, δ₂))": CompositionTarget(
        "compose",
        "it composes so",
        ClaimSide.of(ZOO["approximate-dp"]),
        {"epsilon": parse("epsilon1 + epsilon2"), "delta": parse("max(delta1, delta2)")},
    ),
    "unbounded ε gives bounded ε": implication(ZOO, "unbounded-dp", "bounded-dp", same("epsilon")),
    "approximate gives probabilistic with the same parameters": implication(
        ZOO, "approximate-dp", "probabilistic-dp", same("epsilon", "delta")
    ),
    "bit DP gives attribute DP with the same ε, for attributes of two bits": implication(
        ZOO, "bit-dp", "attribute-dp", same("epsilon")
    ),
    "Pufferfish privacy gives bounded DP, whatever the priors and secrets": implication(
        ZOO, "pufferfish-privacy", "bounded-dp", same("epsilon")
    ),
    "Rényi DP of order 2 gives pure DP with the same ε": implication(
        ZOO, "renyi-dp", "epsilon-dp", same("epsilon"), given=(parse_constraint("alpha = 2"),)
    ),
}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("claim", PLANTED)
def test_a_planted_false_claim_falls(claim: str, seed: int, tmp_path: Path) -> None:
    found = attack(PLANTED[claim], range(1000), seed).counterexample
    assert found is not None
    assert found.verdict.holds is False
    assert found.verdict.certainty is Certainty.CERTIFIED
    path = tmp_path / "found_witness.py"
    path.write_text(as_module(found), encoding="utf-8")
    (witness,) = [w for w in vars(program(path)).values() if isinstance(w, Witness)]
    assert [str(step) for step in witness.outcome().steps if not step.holds] == []
    assert "refuted" in in_words(found)[0]


LOGARITHMS = {  # of ε + ln(1 - 1/α) - ln(αδ)/(α - 1), one at a time
    "no logarithm of δ": "epsilon + log((alpha-1)/alpha) - (delta + log(alpha))/(alpha-1)",
    "half a logarithm": "epsilon + log(1/delta)/(2*(alpha-1))",
    "no logarithm of 1/δ": "epsilon + (1-delta)/(alpha-1)",
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("formula", LOGARITHMS.values(), ids=LOGARITHMS)
def test_a_missing_logarithm_falls_at_the_pair_that_attains_the_optimum(formula: str, seed: int) -> None:
    domains = {"free": {"delta": parse_constraint("0 < delta < 1")}, "given": (parse_constraint("alpha > 1"),)}
    wrong = implication(ZOO, "renyi-dp", "approximate-dp", {"epsilon": parse(formula), "delta": parse("delta")}, **domains)
    assert attack(wrong, range(100), seed).counterexample is not None


@pytest.mark.parametrize("seed", range(5))
def test_parameters_swapped_fall_where_that_promises_too_little(seed: int) -> None:
    """What (ε, δ)-DP is worth at a smaller level, with ε and δ swapped: too little only where δ is large beside ε."""
    wrong = {"epsilon": parse("t"), "delta": parse("epsilon + (1 - epsilon)*(1 - exp(t - delta))/(1 + exp(-delta))")}
    swapped = implication(ZOO, "approximate-dp", "approximate-dp", wrong, free={"t": parse_constraint("0 < t <= epsilon")})
    assert attack(swapped, range(100), seed).counterexample is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_constant_of_gaussian_dp_that_is_a_hundredth_too_small_falls(seed: int) -> None:
    """A Gaussian's divergence is μ²/2, and only pairs of many outputs come near to it."""
    wrong = implication(ZOO, "gaussian-dp", "zero-concentrated-dp", {"rho": parse("0.99*mu**2/2"), "xi": parse("0")})
    assert attack(wrong, range(100), seed).counterexample is not None


NARROWLY_WRONG = {
    "a thousandth, only below ε = 0.002": (  # ε tanh(ε/2) is needed
        "epsilon-dp", "mean-concentrated-dp", {"mu": "0.999*epsilon*(exp(epsilon)-1)/2", "tau": "epsilon"}, {},
    ),
    "no ξ": (
        "zero-concentrated-dp", "mean-concentrated-dp",
        {"mu": "xi + rho", "tau": "sqrt(2*(exp(1)-1)*max(2*rho, 4*rho**2))"}, {},
    ),
    "an order beyond the source's, where rare outputs need more than any value": (
        "renyi-dp", "truncated-codp-bdrs18", {"rho": "epsilon", "omega": "1.07*alpha"}, {},
    ),
    "such an order of another notion": (
        "fk-divergence-dp", "renyi-dp", {"alpha": "1.02*k", "epsilon": "k*log(1+epsilon)/(k-1)"}, {},
    ),
    "half a step of the order, where pairs only come near to the optimum": (
        "renyi-dp", "probabilistic-dp", {"epsilon": "epsilon + log(1/delta)/(alpha-0.5)", "delta": "delta"},
        {"delta": "0 < delta < 1"},
    ),
    "half a per cent of a step, only at the best order": (
        "zero-concentrated-dp", "approximate-dp",
        {"epsilon": "xi + rho*alpha + log((alpha-1)/alpha) - (log(delta) + log(alpha))/(alpha-0.995)", "delta": "delta"},
        {"alpha": "alpha > 1", "delta": "0 < delta < 1 and log(delta*alpha) < (alpha-1)*(rho*alpha + log((alpha-1)/alpha))"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("subject", "target", "formulas", "free"), NARROWLY_WRONG.values(), ids=NARROWLY_WRONG)
def test_what_is_wrong_only_at_some_values_falls(
    subject: str, target: str, formulas: Mapping[str, str], free: Mapping[str, str]
) -> None:
    domains = {"free": {n: parse_constraint(c) for n, c in free.items()}}
    if subject == "renyi-dp":
        domains["given"] = (parse_constraint("alpha > 1"),)
    wrong = implication(ZOO, subject, target, {n: parse(e) for n, e in formulas.items()}, **domains)
    assert attack(wrong, range(100), 0).counterexample is not None


def test_a_promise_below_nothing_falls() -> None:
    """A wrong sign in the Gaussian curve makes every δ at a positive ε negative."""
    wrong = {
        "epsilon": parse("epsilon"),
        "delta": parse("normal_cdf(mu/2-epsilon/mu) - exp(epsilon)*normal_cdf(mu/2-epsilon/mu)"),
    }
    negative = implication(ZOO, "gaussian-dp", "approximate-dp", wrong, free={"epsilon": parse_constraint("epsilon > 0")})
    assert attack(negative, range(100), 0).counterexample is not None


def test_basic_theorems_survive() -> None:
    chosen = [t for t in targets(ZOO) if isinstance(t, Target) and t.id in THEOREMS]
    assert {t.id for t in chosen} == THEOREMS
    assert campaign(chosen, trials=50, seed=4).broken == ()


THEOREMS = {
    "approximate-dp/post_processing",
    "approximate-dp/convexity",
    "approximate-dp/composition",
    "epsilon-dp/stronger_than/approximate-dp",
    "renyi-dp/composition",
    "zero-concentrated-dp/stronger_than/renyi-dp",
}


def test_an_implication_planted_as_a_special_case_falls() -> None:
    """(ε, 0)-DP is pure DP, but Rényi DP of order 3 is stronger than of order 2 with the same ε, not identical."""
    lower = implication(
        ZOO, "renyi-dp", "renyi-dp", {"alpha": parse("2"), "epsilon": parse("epsilon")}, identical=True, id="order"
    )
    whole = implication(ZOO, "epsilon-dp", "approximate-dp", {"epsilon": parse("epsilon"), "delta": parse("0")}, identical=True)
    assert attack(lower, range(300), 1).counterexample is not None
    assert attack(whole, range(100), 1).survived


def test_trials_depend_on_the_seed_and_not_on_how_they_are_split() -> None:
    target = PLANTED["unbounded ε gives bounded ε"]
    whole = attack(target, range(200), 5)
    first = next(n for n in range(200) if attack(target, [n], 5).counterexample is not None)
    assert whole.trials + whole.void == first + 1


def outcome(backend: str, jobs: int | None) -> list[tuple[str, int, bool]]:
    with joblib.parallel_config(backend=backend, n_jobs=jobs):
        report = campaign(list(PLANTED.values())[3:], trials=60, seed=1)
    return [(r.target, r.trials, r.survived) for r in report.results]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_campaign_gives_the_same_on_every_backend_and_on_a_dask_cluster() -> None:
    alone = outcome("sequential", 1)
    assert outcome("loky", 2) == alone
    assert outcome("threading", 2) == alone
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster),
    ):
        assert outcome("dask", None) == alone


def test_an_interrupt_leaves_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    report = campaign(list(PLANTED.values())[3:], trials=60, seed=1, progress=stop)
    assert report.interrupted
    assert len(seen) == 2
    assert len(report.results) == 2


def test_the_command_attacks_and_answers_wrong_calls(run: Run) -> None:
    fine = run("falsify", "approximate-dp/composition", "--trials", "20", "--jobs", "1")
    assert fine.returncode == 0
    assert fine.stdout.startswith("1 of 1 claims survived, 0 refuted; ")
    unknown = run("falsify", "no-such-claim")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "no claim that can be attacked has the id 'no-such-claim'" in unknown.stderr
    skipped = run("falsify", "sim-cdp/composition")
    assert "is not attacked: sim-cdp does not run" in skipped.stderr


# what is attacked -------------------------------------------------------------------------------------------------------

EVERY = list(targets(ZOO))
ATTACKED = [t for t in EVERY if isinstance(t, Target)]
NOT_ATTACKED = dict(t for t in EVERY if isinstance(t, tuple))


def test_every_claim_is_attacked_or_says_why_not() -> None:
    """Relations with a map, composition and axioms that hold: attacked, or an end does not run, or there is no rule."""
    running = executables()
    relations = {c.id: {c.subject, c.object} for c in ZOO.claims if positive(c) and c.relation.map is not None}
    cells = {
        f"{n.id}/{which.value}": {n.id}
        for n in ZOO.values()
        for which in Property
        if n.property_claim(which).verdict is Verdict.HOLDS
    }
    attacked = {t.id for t in ATTACKED}
    assert attacked | set(NOT_ATTACKED) == set(relations | cells)
    assert not attacked & set(NOT_ATTACKED)
    for claim, why in NOT_ATTACKED.items():
        ends = (relations | cells)[claim]
        if why == NO_RULE:
            assert ZOO[claim.split("/")[0]].record.composition.rule is None
        elif why == IN_THE_PLANE:
            assert claim == "wasserstein-dp/composition"
        else:
            assert ends - set(running), claim
            assert why.endswith("does not run")


def positive(claim: Claim) -> bool:
    return not claim.disputed and claim.kind not in (RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY)


def test_every_choice_in_words_has_its_code_and_no_code_is_left_over() -> None:
    """A claim that chooses structural parameters has the choice as code, which makes what the record chooses and nothing else."""
    with_choice = {t.id: t for t in ATTACKED if isinstance(t, Implication)}
    assert set(CHOICES) <= set(with_choice)
    for claim in ZOO.claims:
        if claim.id in with_choice and claim.relation.at:
            made = CHOICES[claim.id].makes
            assert made <= set(claim.relation.at) | set(claim.relation.map or {}), claim.id


def test_notions_about_graphs_tables_and_people_get_data_that_they_read() -> None:
    """Every seventh claim: some of its trials reach a verdict, so that surviving means something."""
    chosen = [t for t in ATTACKED if t.cost < 4][::7]
    report = campaign(chosen, trials=10, seed=6, jobs=1)
    assert report.broken == ()
    assert [r.target for r in report.results if r.trials == 0] == []


CHOSEN = [t for t in ATTACKED if isinstance(t, Implication) and t.id in CHOICES]
DONE_TO_OBJECTS = [t for t in ATTACKED if isinstance(t, OfNotion) and executables()[t.notion.id].structure]


def outcomes(target: Target, verdicts: int) -> list[Counterexample | Spared]:
    """What the first trials say, until so many of them reached a verdict."""
    found: list[Counterexample | Spared] = []
    for trial in range(40):
        case = target.draw(generator(3, target.id, trial))
        found.append(Spared.VOID if case is None else target.attack(case))
        if len(found) - found.count(Spared.VOID) == verdicts:
            break
    return found


@pytest.mark.parametrize(("some", "verdicts"), [(CHOSEN, 4), (DONE_TO_OBJECTS, 1)], ids=["chosen", "composed or processed"])
def test_claims_about_objects_hold_wherever_they_reach_a_verdict(some: list[Target], verdicts: int) -> None:
    """Each was proved: the choices in words say what their code builds, and objects follow what is done to their mechanisms."""
    found = {t.id: outcomes(t, verdicts) for t in some}
    assert [claim for claim, said in found.items() if not all(isinstance(s, Spared) for s in said)] == []
    assert [claim for claim, said in found.items() if said.count(Spared.HELD) < verdicts] == []


@pytest.mark.parametrize("view", ["others-outputs", "one-others-view"])
def test_who_gets_a_result_from_each_of_two_mechanisms_gets_the_pair(view: str) -> None:
    first, second = (FiniteMechanism([(0, 0)], [pair], [[1]]) for pair in (("a", "b"), ("c", "d")))
    looking = [n.id for n in ZOO.values() if n.id in executables() and n.record.blocks and n.record.blocks.view.block == view]
    assert len(looking) > 1
    for notion in looking:
        both, _ = together(first, second, notion, {}, {})
        assert both.outputs == ((("a", "c"), ("b", "d")),), notion


def test_a_numeric_violation_is_reported_as_such_and_only_beyond_the_tolerance() -> None:
    """One randomised response has the capacity ln 2 - h(p), about ε²/8 (found by iteration): not a tenth of it."""
    planted = implication(ZOO, "epsilon-dp", "mutual-information-dp", PLANTED_NUMERIC)
    found = attack(planted, range(60), 2).counterexample
    assert found is not None
    assert not found.certified
    assert "(numeric, not certified)" in in_words(found)[0]


PLANTED_NUMERIC = {"epsilon": parse("epsilon**2/80")}


def test_the_missing_claims_are_listed(run: Run) -> None:
    listed = run("falsify", "--missing", "--format", "json")
    assert json.loads(listed.stdout) == NOT_ATTACKED


def test_recorded_trials_count_until_the_claim_changes(tmp_path: Path) -> None:
    folder = tmp_path / "definitions"
    shutil.copytree(ZOO.base.root, folder)
    (folder / FILE).unlink(missing_ok=True)
    base = dpzoo.load(folder).base
    record(base, {"approximate-dp/composition": 40, "epsilon-dp/stronger_than/renyi-dp": 30}, seed=1)
    record(base, {"approximate-dp/composition": 50}, seed=2)
    record(base, {"approximate-dp/composition": 50}, seed=2)
    found = dpzoo.load(folder).tested
    assert str(found["approximate-dp/composition"]) == "survived 90 trials of the falsifier (seeds 1, 2)"
    assert found["approximate-dp/composition"].grade is Grade.TESTED
    assert Grade.best([Grade.TESTED, Grade.CITED]) is Grade.CITED
    (path,) = folder.rglob("renyi-dp.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("statement: |\n", "statement: |\n  Changed.\n"), encoding="utf-8")
    changed = dpzoo.load(folder).tested
    assert set(changed) == {"approximate-dp/composition"}


def test_nine_tenths_of_the_recorded_trials_are_of_claims_that_still_say_the_same() -> None:
    recorded = json.loads((ZOO.base.root / FILE).read_text(encoding="utf-8"))
    assert len(ZOO.tested) >= 0.9 * len(recorded) > 0


def test_induced_neighbours_are_read_with_the_order_of_records() -> None:
    """(0, 1) and (1, 0) are two moves apart; with both possible and nothing between them they are neighbours."""
    half = [Fraction(1, 2), Fraction(1, 2)]
    response = FiniteMechanism([(), (0, 1), (1, 0)], ["no", "yes"], [half, half, [Fraction(1, 4), Fraction(3, 4)]])
    possible = list(response.datasets)
    made = CHOICES["induced-neighbors-dp/special_case_of/generic-dp-km11"].build(response, {"I_Q": possible}, {})
    assert ((0, 1), (1, 0)) in made["R"]
    assert executables()["generic-dp-km11"].tightest(response, **made).value.log_argument == 2


def test_derived_implications_are_attacked_by_the_maps_of_their_steps() -> None:
    """Group privacy of c records bounds a single record at the same ε; no record says it of one given record."""
    target = lifted(ZOO, "group-privacy", "per-instance-dp")
    assert {n: e.evaluate({"c": 3.0, "epsilon": 0.7}) for n, e in target.map.items()} == {"epsilon": 0.7}
    assert attack(target, range(20), seed=1).survived


def test_as_many_derived_implications_are_drawn_as_can_be_attacked_and_each_gets_all_its_trials() -> None:
    """None that is drawn is a claim of a record; a void trial counts for nothing, and another is run in its place."""
    found = list(derived(ZOO, 4, seed=1))
    drawn = [t for t in found if not isinstance(t, tuple)]
    stated = {f"{c.subject}/implies/{c.object}/derived" for c in ZOO.claims}
    assert len(drawn) == 4
    assert not {t.id for t in drawn} & stated
    report = campaign(drawn, trials=30, seed=1, in_full=True)
    assert [r.trials for r in report.results] == [30] * 4


def coin(*rows: str) -> FiniteMechanism:
    """A mechanism of two datasets and two outputs, by the probability of the first one."""
    return FiniteMechanism([(0,), (1,)], ["a", "b"], [[Fraction(p), 1 - Fraction(p)] for p in rows])


@pytest.mark.parametrize(
    ("before", "after"), [(Certainty.CERTIFIED, Certainty.NUMERIC), (Certainty.NUMERIC, Certainty.CERTIFIED)]
)
def test_a_simpler_counterexample_is_kept_only_if_it_is_as_certain(before: Certainty, after: Certainty) -> None:
    """Rounder numbers are no reason to give up a certified refutation for one in floats."""
    after = Certainty.NUMERIC if before is Certainty.CERTIFIED else Certainty.CERTIFIED

    class Failing:
        def attack(self, case: TrialObjects) -> Counterexample:
            return shown(case.mechanisms[0], after)

    def shown(m: FiniteMechanism, certainty: Certainty) -> Counterexample:
        return Counterexample("t", "t", (("m", m),), {}, {}, {}, SimpleNamespace(certainty=certainty))  # type: ignore[arg-type]

    case = TrialObjects((coin("12345/67891", "321/1234"),), ({},))
    simpler, found = shrink(Failing(), case, shown(case.mechanisms[0], before))  # type: ignore[arg-type]
    assert found.certified
    assert (simpler == case) is (before is Certainty.CERTIFIED)


def test_the_simplest_numbers_that_keep_a_property_are_found() -> None:
    """Between 1/2 and 1 that is 2/3, between 0 and 1/2 it is 1/3; a third dataset and a third output are no part of it."""

    class Between:
        def attack(self, case: TrialObjects) -> Counterexample | Spared:
            (m,) = case.mechanisms
            if {(0,), (1,)} <= set(m.datasets):
                p, q = (m.row((k,))[0] for k in (0, 1))
                if Fraction(1, 2) < p < 1 and 0 < q < Fraction(1, 2):
                    return found_on(m)
            return Spared.HELD

    def found_on(m: FiniteMechanism) -> Counterexample:
        certain = SimpleNamespace(certainty=Certainty.CERTIFIED)
        return Counterexample("t", "t", (("m", m),), {}, {}, {}, certain)  # type: ignore[arg-type]

    ugly = [["617/1000", "383/1000", "0"], ["289/1000", "711/1000", "0"], ["1/7", "2/7", "4/7"]]
    m = FiniteMechanism([(0,), (1,), (2,)], "abc", [[Fraction(p) for p in row] for row in ugly])
    case, _ = shrink(Between(), TrialObjects((m,), ({},)), found_on(m))  # type: ignore[arg-type]
    (simple,) = case.mechanisms
    assert (set(simple.datasets), len(simple.outputs)) == ({(0,), (1,)}, 2)
    assert [simple.row((k,))[0] for k in (0, 1)] == [Fraction(2, 3), Fraction(1, 3)]


def test_trials_of_one_claim_add_up() -> None:
    """More trials than one worker does at a time are counted together."""
    (report,) = campaign([t for t in ATTACKED if t.id == "epsilon-dp/stronger_than/approximate-dp"], trials=60, seed=1).results
    assert report.trials + report.void == 60


@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_is_what_its_sort_says(seed: int) -> None:
    """Distances are metrics, weights add up to 1, populations have people, and conditions on data are kept."""
    rng = generator(seed, "objects", seed)
    runs = [executables()["epsilon-dp"]]
    m, _ = objects(rng, runs)
    distances = draw("distance between records", rng, m, {})
    assert all(d > 0 for _, _, d in distances)
    table = {frozenset((a, b)): d for a, b, d in distances}
    for a, b, c in permutations(m.records, 3):
        assert table[frozenset((a, c))] <= table[frozenset((a, b))] + table[frozenset((b, c))]
    for prior in objects(rng, [executables()["pufferfish-privacy"]], conditions=frozenset({"all-priors"}))[1]["family of priors"]:
        assert sum(prior.datasets.values()) == 1
    assert len(draw("reidentification dataset", rng, m, {})) >= 2
    assert all(o["degree"] >= 1 for o in draw("outlierness", rng, m, {}))
    distinct, _ = objects(rng, runs, conditions=frozenset({"distinct-records"}))
    assert all(len(set(d)) == len(d) for d in distinct.datasets)
    sets, _ = objects(rng, runs, conditions=frozenset({"datasets-are-sets"}))
    assert all(list(sets.row(d)) == list(sets.row(tuple(sorted(d)))) for d in sets.datasets if tuple(sorted(d)) in sets)
    public, _ = objects(rng, runs, conditions=frozenset({"fixed-dataset-size"}))
    assert len({len(d) for d in public.datasets}) == 1


def test_every_request_about_every_training_set_is_tried() -> None:
    """Of the parts of {a, b} any part may be deleted, a or b added, and each record exchanged for the other."""
    domains = [setting("training sets with requests").domain(generator(seed, "", 0)) for seed in range(9)]
    domain = next(d for d in domains if ("a", "b") in d)
    asked = Counter(requests[0][0] for d in domain if len(requests := history(d)[1]) == 1)
    assert asked == {"delete": 1 + 2 + 2 + 4, "add": 4 * 2, "exchange": 0 + 1 + 1 + 2}


@pytest.mark.parametrize(("stronger", "of_numbers"), [(False, real(2)), (True, real(4).log())])
def test_what_follows_from_either_of_two_amounts_is_the_weaker(stronger: bool, of_numbers: Real) -> None:
    """Of 2 and ln 4 < 2, of levels key by key; what is loosened is weaker, by little."""
    two, less = real(2), real(4).log()
    assert weaker(two, less, stronger_when_larger=stronger) == weaker(less, two, stronger_when_larger=stronger) == of_numbers
    levels = weaker({"a": two, "b": two}, {"a": less, "c": less}, stronger_when_larger=stronger)
    assert levels == {"a": of_numbers, "b": two, "c": less}
    loose = float(loosened({"a": two}, stronger_when_larger=stronger)["a"])
    assert (loose < 2, loose > 2) == (stronger, not stronger)
    assert loose == pytest.approx(2, abs=1e-4)
    assert loosened(real(0), stronger_when_larger=True) == 0


def test_what_follows_from_either_of_two_curves_lies_below_both() -> None:
    """From (0, 1/2) to (3/4, 0), or from (0, 3/4) to (1/2, 0): the convex hull is 1/2 - x up to 1/2."""
    half, more = Fraction(1, 2), Fraction(3, 4)
    both = weaker(TradeoffCurve(((0, half), (more, 0))), TradeoffCurve(((0, more), (half, 0))), stronger_when_larger=True)
    assert [both(Fraction(k, 8)) for k in range(7)] == [half - Fraction(k, 8) if k < 4 else 0 for k in range(7)]


def test_premises_are_proper_and_hold() -> None:
    """What a claim is tried at is a level that the mechanism has, however it was found, and no level that says nothing."""
    for target in (t for t in ATTACKED if isinstance(t, PostProcessing)):
        run, record = executables()[target.notion.id], target.notion.record
        case = target.draw(generator(9, target.id, 0))
        m, given = case.mechanisms[0].as_floats(), named(run, case.structure)
        have = premise(target.notion, m, given, case.values)
        if have is None:
            continue
        numbers = {n: float(v) for n, v in have.values.items() if isinstance(v, Real)}
        ranges = [c for n in numbers if (c := record.parameters[n].proper_constraint) is not None]
        assert all(c.holds(numbers) for c in ranges if c.names <= set(numbers)), target.id
        levels = any(isinstance(v, Mapping) for v in have.values.values())  # a key that is left out has level 0
        assert levels or run.holds(m, **given, **have.values).holds is not False, target.id


def test_a_premise_is_the_largest_level_where_larger_is_stronger() -> None:
    """Bayes security of 3/4 against 1/4 is 1 - 1/2: what is reached is tried itself, and nothing weaker first."""
    have = premise(ClaimSide.of(ZOO["bayes-security"]), coin("3/4", "1/4"), {}, {})
    assert have is not None
    assert (list(have.values.values()), have.certified) == ([Fraction(1, 2)], True)


def test_a_least_upper_bound_that_is_not_reached_is_no_premise() -> None:
    """A notion that holds below 1/2 and not at 1/2, where larger is stronger, is tried strictly below."""
    open_above = Tightest("bayes-security", "beta", real(Fraction(1, 2)), Certainty.CERTIFIED, attained=False)
    tried = _candidates(open_above, stronger=True)
    assert tried
    assert all(float(level) < 0.5 for level in tried)


@pytest.mark.parametrize("stronger", [True, False])
def test_levels_that_floats_gave_are_premises_only_with_room_for_rounding(stronger: bool) -> None:
    """A level of 1/2 for each person that came out of floats may be a rounding away from one that holds."""
    rounded = Tightest("personalized-dp", "epsilon", {"ann": 0.5, "bob": 0.5}, Certainty.NUMERIC)
    (levels,) = _candidates(rounded, stronger=stronger)
    assert all((level < Fraction(1, 2)) if stronger else (level > Fraction(1, 2)) for level in levels.values())


def test_leaks_of_a_mixture_are_mixed() -> None:
    """With chance 1/4 the first law of output and leak, else the second; neither is touched."""
    one, two = (
        {"leakage function": {(): {("a", 0): Fraction(p), ("b", k): 1 - Fraction(p)}}} for p, k in (("1/2", 0), ("1/3", 1))
    )
    before = deepcopy((one, two))
    law = mixed(one, two, Fraction(1, 4))["leakage function"][()]
    assert law == {("a", 0): Fraction(3, 8), ("b", 0): Fraction(1, 8), ("b", 1): Fraction(1, 2)}
    assert (one, two) == before


def test_a_refuted_rule_is_reported_at_its_verdict() -> None:
    """Post-processing stands below the axioms, composition by itself; what has no parameters says so."""
    record, nothing = ZOO.base.notions["approximate-dp"], coin("1", "0")
    verdict = SimpleNamespace(certainty=Certainty.CERTIFIED, worst=None, measured=None)
    for which, path in (("composition", ("composition", "verdict")), ("convexity", ("axioms", "convexity", "verdict"))):
        name = f"approximate-dp/{which}"
        example = Counterexample(name, "t", (("M", nothing),), {}, {}, {}, verdict)  # type: ignore[arg-type]
        (finding,) = refutations(ZOO.base, Report((Attacked(name, "t", 1, 1, 0, example),), (), 0.0, 1))
        assert finding.location == record.locate(*path)
        assert "premise at no parameters; conclusion at no parameters" in finding.message
