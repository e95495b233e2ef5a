"""Which function answers for which target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dpzoo.optimal.by_moments import capped_dp, concentrated_dp, f_divergence, mean_concentrated_dp, power, renyi_dp
from dpzoo.optimal.by_tests import (
    approximate_dp,
    bounded_range,
    gaussian_dp,
    probabilistic_dp,
    pure_dp,
    relaxed_dp,
    total_variation,
    trade_off,
)
from dpzoo.optimal.optimum import Found
from dpzoo.optimal.primitives import RatioConstraint
from dpzoo.optimal.question import Asked
from dpzoo.optimal.set_aside import approximate_zcdp

SOLVERS: Final[Mapping[str, Callable[[RatioConstraint, Asked], Found | str]]] = {
    "epsilon-dp": pure_dp,
    "indistinguishable-privacy": pure_dp,
    "one-epsilon-privacy": pure_dp,
    "approximate-dp": approximate_dp,
    "max-kl-stability": approximate_dp,
    "probabilistic-dp": probabilistic_dp,
    "relaxed-dp": relaxed_dp,
    "total-variation-privacy": total_variation,
    "kl-privacy": renyi_dp,
    "renyi-dp": renyi_dp,
    "zero-concentrated-dp": concentrated_dp,
    "approximate-zero-concentrated-dp": approximate_zcdp,
    "bounded-concentrated-dp": concentrated_dp,
    "truncated-codp-bdrs18": concentrated_dp,
    "truncated-codp-col16": capped_dp,
    "mean-concentrated-dp": mean_concentrated_dp,
    "fk-divergence-dp": power,
    "divergence-dp": f_divergence,
    "gaussian-dp": gaussian_dp,
    "range-bounded-privacy": bounded_range,
    "f-dp": trade_off,
}
