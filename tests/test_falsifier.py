"""The falsifier finds planted false claims, from several seeds, and leaves true ones alone."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import joblib
import pytest
from conftest import Run
from dask.distributed import Client, LocalCluster

import dpzoo
from dpzoo.expressions import parse, parse_constraint
from dpzoo.falsify.campaign import attack, campaign
from dpzoo.falsify.printing import as_module, in_words
from dpzoo.falsify.targets import Composition, PostProcessing, Side, Target, implication, targets
from dpzoo.semantics.results import Certainty
from dpzoo.witnesses import Witness

ZOO = dpzoo.load()
SURVIVES = "it survives post-processing"


def same(*names: str) -> dict[str, object]:
    return {n: parse(n) for n in names}


PLANTED: dict[str, Target] = {
    "probabilistic DP survives post-processing": PostProcessing("prodp", SURVIVES, Side.of(ZOO["probabilistic-dp"])),
    "mean-concentrated DP survives post-processing": PostProcessing("mcdp", SURVIVES, Side.of(ZOO["mean-concentrated-dp"])),
    "approximate DP composes to (ε₁+ε₂, max(δ₁, δ₂))": Composition(
        "compose",
        "it composes so",
        Side.of(ZOO["approximate-dp"]),
        {"epsilon": parse("epsilon1 + epsilon2"), "delta": parse("max(delta1, delta2)")},
    ),
    "unbounded ε gives bounded ε": implication(ZOO, "unbounded-dp", "bounded-dp", same("epsilon")),
    "approximate gives probabilistic with the same parameters": implication(
        ZOO, "approximate-dp", "probabilistic-dp", same("epsilon", "delta")
    ),
    "bit DP gives attribute DP with the same ε, for attributes of two bits": implication(
        ZOO, "bit-dp", "attribute-dp", same("epsilon")
    ),
    "Rényi DP of order 2 gives pure DP with the same ε": implication(
        ZOO, "renyi-dp", "epsilon-dp", same("epsilon"), given=(parse_constraint("alpha = 2"),)
    ),
}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("claim", PLANTED)
def test_a_planted_false_claim_falls(claim: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = attack(PLANTED[claim], range(1000), seed).counterexample
    assert found is not None
    assert found.verdict.holds is False
    assert found.verdict.certainty is Certainty.CERTIFIED
    path = tmp_path / "found_witness.py"
    path.write_text(as_module(found), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("found_witness", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "found_witness", module)
    spec.loader.exec_module(module)
    (witness,) = [w for w in vars(module).values() if isinstance(w, Witness)]
    assert [str(step) for step in witness.outcome().steps if not step.holds] == []
    assert "refuted" in in_words(found)[0]


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
    assert whole.trials == first + 1


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
    assert fine.stdout.startswith("1 of 1 claims survived, 0 refuted; 20 trials in")
    unknown = run("falsify", "no-such-claim")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "no claim that can be attacked begins with 'no-such-claim'" in unknown.stderr
    skipped = run("falsify", "sim-cdp/composition")
    assert "is not attacked: sim-cdp does not run" in skipped.stderr
