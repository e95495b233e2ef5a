"""Which mechanisms have an executable instance, known without importing what runs them."""

from __future__ import annotations

from typing import Final

INSTANCES: Final = frozenset(
    [
        "apple-cms",
        "apple-hcms",
        "apple-sfp",
        "automatic-bounds",
        "basic-composition",
        "bounded-contribution-aggregation",
        "clamped-mean",
        "clamped-sum",
        "discrete-gaussian-mechanism",
        "discrete-laplace-mechanism",
        "distinct-count",
        "exponential-mechanism",
        "exponential-mechanism-without-two",
        "functional-mechanism",
        "gaussian-mechanism",
        "laplace-mechanism",
        "optimal-composition",
        "optimal-partition-selection",
        "parallel-composition",
        "quantile-by-noisy-search",
        "randomized-response",
        "rappor",
        "rappor-permanent",
        "subsampling",
        "tau-thresholding",
        "two-coin-randomized-response",
    ]
)


def instance_ids() -> frozenset[str]:
    """The ids of all instances."""
    return INSTANCES
