"""False claims of thirteen and more kinds, planted in the records, fall to ``dpzoo check --changed``."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, Run

from dpzoo.checks.diff.changes import Changes, changes, reversals
from dpzoo.checks.inferred import contradictions
from dpzoo.falsify.changed import attack_claims, refutations
from dpzoo.records.findings import Finding

TRIALS = 3000


@dataclass(frozen=True)
class Plant:
    """An edit that makes a claim false, the claim's id, and the code of the finding that shows it."""

    file: str
    old: str
    new: str
    claim: str
    code: str = "refuted"


KL_TV = """  - stronger_than: total-variation-privacy
    map: {epsilon: "min(sqrt(epsilon/2), sqrt(1 - exp(-epsilon)))"}
"""
PLANTS: dict[str, Plant] = {
    "a factor of two is missing": Plant(
        "neighborhood/unbounded-dp.yaml",
        'bounded-dp\n    map: {epsilon: "2*epsilon"}',
        "bounded-dp\n    map: {epsilon: epsilon}",
        "unbounded-dp/stronger_than/bounded-dp",
    ),
    "a factor a tenth too small": Plant(
        "baseline/epsilon-dp.yaml",
        'map: {xi: 0, rho: "epsilon*tanh(epsilon/2)"}',
        'map: {xi: 0, rho: "0.9*epsilon*tanh(epsilon/2)"}',
        "epsilon-dp/stronger_than/zero-concentrated-dp/sharp",
    ),
    "a composition that takes the larger δ": Plant(
        "quantification/approximate-dp.yaml",
        "delta: delta1 + delta2}",
        'delta: "max(delta1, delta2)"}',
        "approximate-dp/composition",
    ),
    "a composition that takes the larger ε": Plant(
        "quantification/renyi-dp.yaml",
        'rule: {alpha: "min(alpha1, alpha2)", epsilon: epsilon1 + epsilon2}',
        'rule: {alpha: "min(alpha1, alpha2)", epsilon: "max(epsilon1, epsilon2)"}',
        "renyi-dp/composition",
    ),
    "a composition five per cent too good": Plant(
        "combined/gaussian-dp.yaml", '"sqrt(mu1**2 + mu2**2)"', '"0.95*sqrt(mu1**2 + mu2**2)"', "gaussian-dp/composition"
    ),
    "a logarithm is missing": Plant(
        "quantification/renyi-dp.yaml",
        'map: {epsilon: "epsilon + log((alpha - 1)/alpha) - (log(delta) + log(alpha))/(alpha - 1)", delta: delta}',
        'map: {epsilon: "epsilon", delta: delta}',
        "renyi-dp/stronger_than/approximate-dp",
    ),
    "half of a logarithm is missing": Plant(
        "quantification/renyi-dp.yaml",
        'suffix: classic\n    map: {epsilon: "epsilon + log(1/delta)/(alpha - 1)"',
        'suffix: classic\n    map: {epsilon: "epsilon + log(1/delta)/(alpha - 1)/2"',
        "renyi-dp/stronger_than/approximate-dp/classic",
    ),
    "a logarithm counts one and a half times": Plant(
        "quantification/zero-concentrated-dp.yaml",
        'map: {epsilon: "xi + rho*alpha + log((alpha - 1)/alpha)',
        'map: {epsilon: "xi + rho*alpha + 3/2*log((alpha - 1)/alpha)',
        "zero-concentrated-dp/stronger_than/approximate-dp/by-order",
    ),
    "a root is missing": Plant(
        "quantification/kl-privacy.yaml",
        'map: {epsilon: "min(sqrt(epsilon/2), sqrt(1 - exp(-epsilon)))"}',
        "map: {epsilon: epsilon/2}",
        "kl-privacy/stronger_than/total-variation-privacy",
    ),
    "a property that fails is said to hold": Plant(
        "quantification/probabilistic-dp.yaml",
        "  post_processing:\n    verdict: fails",
        "  post_processing:\n    verdict: holds",
        "probabilistic-dp/post_processing",
    ),
    "an implication is called an equivalence": Plant(
        "quantification/renyi-dp.yaml",
        "  - stronger_than: kl-privacy\n    map: {epsilon: epsilon}\n",
        "  - equivalent_to: kl-privacy\n    back: none\n    map: {epsilon: epsilon}\n",
        "renyi-dp/equivalent_to/kl-privacy",
        "contradiction",
    ),
    "the wrong direction": Plant(
        "quantification/total-variation-privacy.yaml",
        "relations:\n",
        "relations:\n  - {stronger_than: kl-privacy, map: {epsilon: epsilon}, evidence: [{proof: x}]}\n",
        "total-variation-privacy/stronger_than/kl-privacy",
        "contradiction",
    ),
    "a special case at another value": Plant(
        "baseline/epsilon-dp.yaml",
        "special_case_of: approximate-dp\n    map: {epsilon: epsilon, delta: 0}",
        'special_case_of: approximate-dp\n    map: {epsilon: epsilon, delta: "1/10"}',
        "epsilon-dp/special_case_of/approximate-dp",
    ),
    "a separation in place of an implication": Plant(
        "quantification/kl-privacy.yaml",
        KL_TV,
        "  - does_not_imply: total-variation-privacy\n",
        "kl-privacy/does_not_imply/total-variation-privacy",
        "reversed",
    ),
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(ROOT / "definitions", root / "definitions")
    shutil.copytree(ROOT / "proofs", root / "proofs")
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "before"]):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *command], cwd=root, check=True)
    return root


@pytest.fixture
def plant(repository: Path, request: pytest.FixtureRequest) -> Iterator[Plant]:
    planted: Plant = PLANTS[request.param]
    path = repository / "definitions" / planted.file
    before = path.read_text(encoding="utf-8")
    assert before.count(planted.old) == 1, "the edit must be unambiguous"
    path.write_text(before.replace(planted.old, planted.new), encoding="utf-8")
    yield planted
    path.write_text(before, encoding="utf-8")


def found(repository: Path, trials: int) -> tuple[Changes, list[Finding]]:
    root = repository / "definitions"
    what = changes(root, root, "HEAD")
    assert what is not None
    base = what.after.base
    report = attack_claims(base, what.claims, 1e9, trials=trials, seed=1)
    return what, [*what.after.findings, *contradictions(base, suspects=what.claims), *reversals(what), *refutations(base, report)]


@pytest.mark.parametrize("plant", PLANTS, indirect=True)
def test_a_planted_false_claim_falls_at_its_line(repository: Path, plant: Plant) -> None:
    what, findings = found(repository, TRIALS if plant.code == "refuted" else 20)
    assert plant.claim in what.claims
    matching = [f for f in findings if f.code == plant.code]
    assert matching, f"nothing fell among {what.claims}"
    path = repository / "definitions" / plant.file
    text = path.read_text(encoding="utf-8")
    line = text[: text.index(plant.new)].count("\n")
    assert all(f.location.path == path and abs(f.location.line - line) <= 4 for f in matching)


def test_the_command_names_what_fell_and_what_it_attacked(repository: Path, run: Run) -> None:
    path = repository / "definitions" / "quantification" / "kl-privacy.yaml"
    before = path.read_text(encoding="utf-8")
    changed = before.replace("min(sqrt(epsilon/2), sqrt(1 - exp(-epsilon)))", "epsilon/2")
    unproved = changed.replace("- {formal: kl_privacy__stronger_than__total_variation_privacy}\n", "- {proof: It is so.}\n")
    path.write_text(unproved, encoding="utf-8")
    done = run("check", str(repository / "definitions"), "--changed", "--base", "HEAD", "--format", "github")
    path.write_text(before, encoding="utf-8")
    assert done.returncode == 1
    assert "title=refuted::a counterexample: M:" in done.stdout
    assert "attacked kl-privacy/stronger_than/total-variation-privacy: refuted after " in done.stdout
    assert run("check", str(repository / "definitions"), "--changed", "--base", "HEAD").stdout == "no faults: nothing changed\n"


def test_pull_requests_are_attacked() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "contribution.yml").read_text(encoding="utf-8"))
    steps = [s for s in workflow["jobs"]["records"]["steps"] if "check definitions --changed" in s.get("run", "")]
    (step,) = steps
    assert '--base "$BASE"' in step["run"]
    assert step["env"]["BASE"] == "${{ github.event.pull_request.base.sha }}"
    assert "--no-attack" not in step["run"]
