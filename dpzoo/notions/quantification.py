"""Executable notions that change how the privacy loss is measured, on neighbours that differ in one record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpzoo.blocks import standards, units
from dpzoo.notions.executable import Compared, Executable
from dpzoo.notions.lifts import datasets
from dpzoo.notions.structures import GENERATOR, TESTS

_NEIGHBOURS = datasets(units.one_record)


def _divergence(structure: Mapping[str, Any]) -> standards.Standard:
    return standards.FDivergence(structure["f"])


def _capacity(structure: Mapping[str, Any]) -> standards.Standard:
    return standards.CapacityBounded(structure["f"], structure["H"])


NOTIONS: tuple[Executable, ...] = (
    Compared("epsilon-dp", _NEIGHBOURS, standards.MaxDivergence(), ("epsilon",)),
    Compared("approximate-dp", _NEIGHBOURS, standards.HockeyStick(), ("epsilon", "delta")),
    Compared("probabilistic-dp", _NEIGHBOURS, standards.ProbabilisticLoss(), ("epsilon", "delta")),
    Compared("relaxed-dp", _NEIGHBOURS, standards.RelaxedLoss(), ("epsilon", "delta_a", "delta_p"), usual={"delta_p": 0}),
    Compared("kl-privacy", _NEIGHBOURS, standards.KullbackLeibler(), ("epsilon",)),
    Compared("total-variation-privacy", _NEIGHBOURS, standards.TotalVariation(), ("epsilon",)),
    Compared("renyi-dp", _NEIGHBOURS, standards.Renyi(), ("alpha", "epsilon"), at_least={"alpha": 1}),
    Compared("divergence-dp", _NEIGHBOURS, _divergence, ("epsilon",), {"f": GENERATOR}),
    Compared("fk-divergence-dp", _NEIGHBOURS, standards.PowerDivergence(), ("k", "epsilon"), at_least={"k": 1}),
    Compared("capacity-bounded-dp", _NEIGHBOURS, _capacity, ("epsilon",), {"H": TESTS, "f": GENERATOR}),
    Compared("zero-concentrated-dp", _NEIGHBOURS, standards.ZeroConcentrated(), ("xi", "rho"), usual={"xi": 0}),
    Compared(
        "approximate-zero-concentrated-dp",
        _NEIGHBOURS,
        standards.ApproximateConcentrated(),
        ("xi", "rho", "delta"),
        usual={"xi": 0},
        judging=("rho",),
    ),
    Compared(
        "bounded-concentrated-dp",
        _NEIGHBOURS,
        standards.BoundedConcentrated(),
        ("xi", "rho", "omega"),
        usual={"xi": 0},
        above={"omega": 1},
    ),
    Compared("truncated-codp-bdrs18", _NEIGHBOURS, standards.TruncatedConcentrated(), ("rho", "omega"), above={"omega": 1}),
    Compared("truncated-codp-col16", _NEIGHBOURS, standards.CappedConcentrated(), ("xi", "tau")),
    Compared("mean-concentrated-dp", _NEIGHBOURS, standards.MeanConcentrated(), ("mu", "tau")),
    Compared("gaussian-dp", _NEIGHBOURS, standards.GaussianTradeoff(), ("mu",)),
    Compared("range-bounded-privacy", _NEIGHBOURS, standards.LossRange(), ("epsilon",)),
    Compared("indistinguishable-privacy", _NEIGHBOURS, standards.Indistinguishability(), ("epsilon",)),
)
