"""Recorded maps against the best possible conversions."""

from __future__ import annotations

import json
import math
import re
import shutil
from dataclasses import replace
from pathlib import Path

import mpmath
import pytest
from conftest import ROOT

from dpzoo.checks.optimality import findings, losses, measured, read_losses
from dpzoo.checks.optimality import record as write
from dpzoo.expressions import parse
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter
from dpzoo.zoo.zoo import Zoo


def only(zoo: Zoo, claim: str, formula: str | None = None, name: str = "epsilon", *, tight: bool = False) -> Converter:
    """A converter over one claim, with another formula for a parameter if one is given."""
    found = next(c for c in zoo.claims if c.id == claim)
    relation = found.relation
    if formula is not None:
        relation = relation.model_copy(update={"map": {**(relation.map or {}), name: parse(formula)}})
    if tight:
        bound = next(c.relation.tight for c in zoo.claims if c.relation.tight is not None and c.relation.tight.when is None)
        relation = relation.model_copy(update={"tight": bound})
    return Converter(zoo.base, [Claim(found.id, found.subject, relation, found.place)])


@pytest.mark.parametrize("formula", ["epsilon/2", "epsilon*tanh(epsilon/2)*0.999"])
def test_a_map_below_the_optimum_is_refuted_with_the_mechanism(zoo: Zoo, formula: str) -> None:
    """Pure DP gives a Kullback-Leibler divergence of ε tanh(ε/2), at randomised response."""
    found = list(measured(only(zoo, "epsilon-dp/stronger_than/kl-privacy", formula), zoo.base))
    said = [f for f in findings(found, zoo.base) if f.code == "map-below-optimum"]
    assert len(said) == 1
    assert "output probabilities" in said[0].message


WRONG = {
    "no δ, where disclosure needs it": (
        "approximate-dp/implies/approximate-dp", "delta", "(1 - delta)*(1 - exp(t - epsilon))/(1 + exp(-epsilon))",
    ),
    "ε and δ swapped, too little where δ is larger": (
        "approximate-dp/implies/probabilistic-dp", "delta", "epsilon/(1 - exp(delta - t))",
    ),
    "δ less than nothing": ("approximate-zero-concentrated-dp/stronger_than/approximate-dp", "delta", "delta - (1 - delta)*eta"),
    "a hundredth of η": ("approximate-zero-concentrated-dp/stronger_than/approximate-dp", "delta", "delta + (1 - delta)*eta/100"),
    "ε and δ swapped, too little only where ε is tiny": (
        "approximate-dp/implies/approximate-dp", "delta", "epsilon + (1 - epsilon)*(1 - exp(t - delta))/(1 + exp(-delta))",
    ),
    "a thousandth, too little only below ε = 0.002": (
        "epsilon-dp/stronger_than/mean-concentrated-dp", "mu", "0.999*epsilon*(exp(epsilon) - 1)/2",
    ),
    "an identity with a smaller ε": ("epsilon-dp/special_case_of/approximate-dp", "epsilon", "0.999*epsilon"),
    "ω for ξ, too little only where ξ is larger": (
        "bounded-concentrated-dp/stronger_than/truncated-codp-bdrs18", "rho", "omega + rho",
    ),
    "a constant": ("epsilon-dp/stronger_than/range-bounded-privacy", "epsilon", "2"),
}  # fmt: skip


@pytest.mark.parametrize(("claim", "name", "formula"), WRONG.values(), ids=WRONG)
def test_a_wrong_map_is_refuted_wherever_it_promises_too_much(zoo: Zoo, claim: str, name: str, formula: str) -> None:
    found = list(measured(only(zoo, claim, formula, name), zoo.base))
    assert [f.code for f in findings(found, zoo.base)] == ["map-below-optimum"]


def test_where_no_finite_value_exists_a_pair_that_breaks_the_promise_is_shown(zoo: Zoo) -> None:
    """An order beyond the one that the source bounds: the pair meets the source, and needs more than is promised."""
    wrong = only(zoo, "renyi-dp/stronger_than/truncated-codp-bdrs18", "1.064*alpha", "omega")
    (said,) = (f.message for f in findings(list(measured(wrong, zoo.base)), zoo.base))
    rho, omega, alpha, epsilon = (float(x) for x in re.findall(r"(?:rho|omega|alpha|epsilon)=([0-9.]+)", said))
    p, q = ([mpmath.mpf(x) for x in row.split(", ")] for row in said.split("output probabilities ")[1].split(" against "))

    def renyi(order: float) -> mpmath.mpf:
        return mpmath.log(mpmath.fsum(y * (x / y) ** order for x, y in zip(p, q, strict=True))) / (order - 1)

    assert renyi(alpha) <= epsilon + 1e-4  # six digits are shown
    assert renyi(omega) > rho * omega


def test_a_value_below_all_floats_refutes_nothing(zoo: Zoo) -> None:
    """The map of Gaussian DP is exact; where its δ is positive but no float, no finite ε belongs to δ = 0."""
    assert list(findings(list(measured(only(zoo, "gaussian-dp/stronger_than/approximate-dp"), zoo.base)), zoo.base)) == []


def test_a_map_that_says_it_is_tight_is_held_to_it(zoo: Zoo) -> None:
    loose = list(measured(only(zoo, "renyi-dp/stronger_than/kl-privacy", tight=True), zoo.base))
    assert [f.code for f in findings(loose, zoo.base)] == ["tight-map-loses"]
    tight = list(measured(only(zoo, "epsilon-dp/stronger_than/kl-privacy"), zoo.base))
    assert list(findings(tight, zoo.base)) == []
    assert losses(tight)["epsilon-dp/stronger_than/kl-privacy"].tight


def test_what_a_map_loses_is_data_until_the_map_changes(zoo: Zoo, tmp_path: Path) -> None:
    """(8, 0.1)-Rényi DP bounds the Kullback-Leibler divergence more than six times better than by ε."""
    claims = {c.id: c for c in zoo.claims}
    kept = read_losses(zoo.base, claims)
    assert kept["renyi-dp/stronger_than/kl-privacy"].worst > 6
    assert kept["epsilon-dp/stronger_than/renyi-dp"].tight
    data = json.loads((ROOT / "definitions/losses.json").read_text(encoding="utf-8"))
    data["renyi-dp/stronger_than/kl-privacy"]["digest"] = "0"
    shutil.copy(ROOT / "definitions/losses.json", tmp_path)
    (tmp_path / "losses.json").write_text(json.dumps(data), encoding="utf-8")
    assert "renyi-dp/stronger_than/kl-privacy" not in read_losses(replace(zoo.base, root=tmp_path), claims)


def test_what_is_written_makes_no_map_look_better_than_it_is(zoo: Zoo, tmp_path: Path) -> None:
    """The Kullback-Leibler divergence that pure DP allows is ε tanh(ε/2), so that ε itself loses exactly 1/tanh(ε/2)."""
    claim = "epsilon-dp/stronger_than/kl-privacy"
    found = [m for m in measured(only(zoo, claim, "epsilon"), zoo.base) if m.usual]
    truth = sorted(1 / math.tanh(m.source.values["epsilon"] / 2) for m in found)
    claims = {claim: found[0].claim}
    base = replace(zoo.base, root=tmp_path)
    write(base, losses(found), claims)
    kept = read_losses(base, claims)[claim]
    assert all(exact * (1 - 1e-15) <= x <= exact * (1 + 1.1e-5) for x, exact in zip(kept.curve, truth, strict=True))
    assert sum(truth) < sum(kept.curve)
    assert kept.worst == kept.curve[-1]
    low, high = (float(x) for x in kept.over.removeprefix("epsilon from ").split(" to "))
    reached = [m.source.values["epsilon"] for m in found]
    assert min(reached) <= low < high <= max(reached)


def test_the_point_that_is_printed_is_the_one_at_which_the_loss_was_measured(zoo: Zoo) -> None:
    """A rare δ changes with the fourth digit of ε; δ = e^{-(ε - ρ)²/(4ρ)} is the recorded formula."""
    claim = "zero-concentrated-dp/stronger_than/approximate-dp/simple"
    loss = losses(list(measured(only(zoo, claim), zoo.base)))[claim]
    rho, epsilon = (float(re.search(rf"{n}=([0-9.e-]+)", loss.at)[1]) for n in ("rho", "epsilon"))  # type: ignore[index]
    best = zoo.optimal([("zero-concentrated-dp", {"xi": 0, "rho": rho})], "approximate-dp", epsilon=epsilon)
    assert loss.worst == pytest.approx(math.exp(-((epsilon - rho) ** 2) / (4 * rho)) / best.lower, rel=1e-9)
