"""Which mechanisms have an executable instance, known without importing what runs them."""

from __future__ import annotations

from typing import Final

INSTANCES: Final = frozenset(
    [
        "above-threshold",
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
        "dp-sgd",
        "exponential-mechanism",
        "exponential-mechanism-without-two",
        "functional-mechanism",
        "gaussian-mechanism",
        "hadamard-response",
        "laplace-mechanism",
        "objective-perturbation",
        "optimal-composition",
        "optimal-partition-selection",
        "parallel-composition",
        "permute-and-flip",
        "quantile-by-noisy-search",
        "randomized-response",
        "rappor",
        "rappor-permanent",
        "report-noisy-max",
        "shuffled-randomized-response",
        "snapping-mechanism",
        "sparse-vector",
        "sparse-vector-showing-answers",
        "sparse-vector-with-fixed-noise",
        "sparse-vector-without-cutoff",
        "sparse-vector-without-query-noise",
        "staircase-mechanism",
        "subsampling",
        "tau-thresholding",
        "two-coin-randomized-response",
        "unary-encoding",
    ]
)


def instance_ids() -> frozenset[str]:
    """The ids of all instances."""
    return INSTANCES
