"""Which output distributions a notion compares: the result of choosing a domain, a scope and a unit."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpzoo.blocks.finite_mechanism import FiniteMechanism, Matrix, show_dataset


@dataclass(frozen=True)
class Comparisons:
    """Ordered pairs of output distributions.

    ``laws`` is a matrix whose rows are distributions on ``outputs`` (exact or floats), ``labels`` says what each row is
    conditioned on, ``left`` and ``right`` are row numbers: pair k compares ``laws[left[k]]`` with ``laws[right[k]]`` in
    that order. Where the notion needs them: ``keys[k]`` is what a function-valued parameter depends on (a person, a
    level, the pair itself), ``distances[k]`` the distance by which an intensity is multiplied, ``weights[k]`` the
    probability of the pair inside its ``groups[k]``.
    """

    outputs: tuple[Hashable, ...]
    laws: Matrix
    labels: tuple[str, ...]
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    keys: tuple[Hashable, ...] | None = None
    distances: tuple[Any, ...] | None = None
    weights: tuple[Any, ...] | None = None
    groups: tuple[Hashable, ...] | None = None

    def __len__(self) -> int:
        return len(self.left)

    @property
    def exact(self) -> bool:
        """Whether the distributions are fractions."""
        return self.laws.dtype == object


@dataclass(frozen=True)
class DatasetPair:
    """Two datasets, in order, by their rows; ``changed`` is the record (or person, or position) in which they differ."""

    left: int
    right: int
    changed: Hashable = None


def of_datasets(mechanism: FiniteMechanism, pairs: Sequence[DatasetPair], **extra: Any) -> Comparisons:
    """The comparisons between output distributions on single datasets."""
    return Comparisons(
        outputs=mechanism.outputs,
        laws=mechanism.matrix,
        labels=tuple(show_dataset(d) for d in mechanism.datasets),
        left=np.array([p.left for p in pairs], dtype=np.intp),
        right=np.array([p.right for p in pairs], dtype=np.intp),
        **extra,
    )
