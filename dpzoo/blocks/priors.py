"""Priors: what an attacker believes about the data, with what they already know.

A prior is a finite distribution of a dataset and of the attacker's background knowledge. Conditioning it on what is known
and on one record's value gives distributions over datasets, and averaging a mechanism over those gives the output
distributions that notions about background knowledge compare.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dpzoo.blocks.finite_mechanism import ROW_TOLERANCE, Dataset, FiniteMechanism, Matrix, Record, show_dataset
from dpzoo.numbers.errors import BlockError

NOTHING = "nothing"
"""The value of a trivial background knowledge."""


@dataclass(frozen=True)
class Prior:
    """A distribution of the dataset together with the attacker's background knowledge.

    Args:
        weights: probabilities of pairs (dataset, knowledge); exact if every one is a fraction. They sum to 1.
        name: for people.

    Raises:
        BlockError: they do not, or one is negative.

    >>> Prior.of({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}).length
    1
    """

    weights: Mapping[tuple[Dataset, Hashable], Any]
    name: str = "θ"

    def __post_init__(self) -> None:
        total: Any = Fraction(0)
        for (dataset, _), weight in self.weights.items():
            if (
                isinstance(weight, bool)
                or not isinstance(weight, int | float | Fraction)
                or (isinstance(weight, float) and math.isnan(weight))
            ):
                raise BlockError(
                    f"the prior {self.name} gives {show_dataset(dataset)} the probability {weight!r}, which is not a number"
                )
            if weight < 0:
                raise BlockError(f"the prior {self.name} gives {show_dataset(dataset)} the negative probability {weight}")
            total = total + weight
        if abs(total - 1) > (ROW_TOLERANCE if isinstance(total, float) else 0):
            raise BlockError(f"the probabilities of the prior {self.name} sum to {total} and not to 1")

    @classmethod
    def of(cls, weights: Mapping[Any, Any], name: str = "θ") -> Prior:
        """A distribution of datasets, without background knowledge.

        Args:
            weights: the probability of each dataset.
            name: for people.

        Returns:
            The prior.

        >>> Prior.of({(0,): Fraction(1, 4), (1,): Fraction(3, 4)}).datasets[(1,)]
        Fraction(3, 4)
        """
        return cls({(tuple(d), NOTHING): w for d, w in weights.items()}, name)

    @classmethod
    def known(cls, weights: Mapping[Any, Any], knowledge: Callable[[Dataset], Hashable], name: str = "θ") -> Prior:
        """A distribution of datasets with background knowledge that is a function of the dataset.

        Args:
            weights: the probability of each dataset.
            knowledge: takes a dataset, returns what the attacker knows of it.
            name: for people.

        Returns:
            The prior.

        >>> Prior.known({(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}, sum).knowledge
        (1, 2)
        """
        joint: dict[tuple[Dataset, Hashable], Any] = {}
        for d, w in weights.items():
            key = (tuple(d), knowledge(tuple(d)))
            joint[key] = joint.get(key, Fraction(0)) + w
        return cls(joint, name)

    @classmethod
    def independent(cls, record_laws: Sequence[Mapping[Record, Any]], name: str = "θ") -> Prior:
        """Independent records.

        Args:
            record_laws: for each record a mapping of values to probabilities.
            name: for people.

        Returns:
            The prior, without background knowledge.

        >>> fair = {0: Fraction(1, 2), 1: Fraction(1, 2)}
        >>> Prior.independent([fair, fair]).datasets[(0, 1)]
        Fraction(1, 4)
        """
        weights = {}
        for choice in itertools.product(*(law.items() for law in record_laws)):
            weight: Any = Fraction(1)
            for _, w in choice:
                weight = weight * w
            weights[tuple(r for r, _ in choice)] = weight
        return cls.of(weights, name)

    @property
    def datasets(self) -> Mapping[Dataset, Any]:
        """The distribution of the dataset alone."""
        total: dict[Dataset, Any] = {}
        for (d, _), w in self.weights.items():
            total[d] = total.get(d, Fraction(0)) + w
        return total

    @property
    def knowledge(self) -> tuple[Hashable, ...]:
        """The values of the background knowledge that can occur."""
        return tuple(dict.fromkeys(b for (_, b), w in self.weights.items() if w > 0))

    @property
    def length(self) -> int:
        """The size of the largest possible dataset."""
        return max((len(d) for (d, _), w in self.weights.items() if w > 0), default=0)

    def probability(self, event: Callable[[Dataset, Hashable], bool]) -> Any:
        """The probability of an event.

        Args:
            event: takes a dataset and the background knowledge, returns whether it happens.

        Returns:
            A fraction if the prior is exact, else a float.

        >>> Prior.of({(0,): Fraction(1, 4), (1,): Fraction(3, 4)}).probability(lambda d, _: d[0] == 1)
        Fraction(3, 4)
        """
        return sum((w for (d, b), w in self.weights.items() if event(d, b)), Fraction(0))

    def given(self, event: Callable[[Dataset, Hashable], bool]) -> Mapping[Dataset, Any] | None:
        """The distribution of the dataset given an event.

        Args:
            event: takes a dataset and the background knowledge, returns whether it happens.

        Returns:
            Datasets with their conditional probabilities; None if the event has probability 0.

        >>> Prior.of({(0,): Fraction(1, 4), (1,): Fraction(3, 4)}).given(lambda d, _: d[0] == 1)
        {(1,): Fraction(1, 1)}
        """
        total = self.probability(event)
        if total == 0:
            return None
        result: dict[Dataset, Any] = {}
        for (d, b), w in self.weights.items():
            if w > 0 and event(d, b):
                result[d] = result.get(d, Fraction(0)) + w / total
        return result

    def conditioned_on_knowledge(self) -> list[Prior]:
        """The conditional distributions of the dataset, one for each value of the knowledge that can occur.

        Returns:
            Priors without background knowledge.

        >>> prior = Prior.known({(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}, sum)
        >>> [part.name for part in prior.conditioned_on_knowledge()]
        ['θ given B = 1', 'θ given B = 2']
        """
        parts = []
        for b in self.knowledge:
            law = self.given(lambda _, k, b=b: k == b)  # type: ignore[misc]
            assert law is not None
            parts.append(Prior.of(law, self.name if b == NOTHING else f"{self.name} given B = {show_knowledge(b)}"))
        return parts


def show_knowledge(value: Hashable) -> str:
    """A value of the background knowledge for a label."""
    return show_dataset(value) if isinstance(value, tuple) else str(value)


def has_record(position: int, value: Record) -> Callable[[Dataset, Hashable], bool]:
    """The event that the record at ``position`` (from 0) exists and has the value."""
    return lambda d, _: len(d) > position and d[position] == value


def mixture(mechanism: FiniteMechanism, law: Mapping[Dataset, Any]) -> Matrix:
    """The distribution of the output when the dataset is drawn from ``law``; exact if both are."""
    exact = mechanism.exact and not any(isinstance(w, float) for w in law.values())
    matrix = mechanism.matrix if exact else mechanism.floats
    total: Matrix = (
        np.zeros(len(mechanism.outputs)) if not exact else np.array([Fraction(0)] * len(mechanism.outputs), dtype=object)
    )
    for d, w in law.items():
        if w == 0:
            continue
        if d not in mechanism:
            raise BlockError(f"a prior gives {show_dataset(d)} a positive probability, and the mechanism has no such dataset")
        total = total + (w if exact else float(w)) * matrix[mechanism.index(d)]
    return total


def exactly(rows: Iterable[Matrix]) -> Matrix:
    """Rows stacked into one matrix: exact if all are, floats otherwise."""
    listed = list(rows)
    if all(r.dtype == object for r in listed):
        stacked = np.empty((len(listed), len(listed[0]) if listed else 0), dtype=object)
        for i, r in enumerate(listed):
            stacked[i] = r
        return stacked
    return np.array([np.asarray(r, dtype=float) for r in listed])
