"""Probabilities given by their logarithms, which keep what would underflow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray


class LogLaw(np.ndarray):
    """Float probabilities that carry their logarithms: ``logs``, or None where arithmetic has made other numbers of them."""

    logs: NDArray[np.float64] | None

    @staticmethod
    def of(logs: NDArray[np.float64]) -> LogLaw:
        """The laws with these logarithms."""
        made: LogLaw = np.exp(logs).view(LogLaw)
        made.logs = logs
        return made

    def __array_finalize__(self, _: Any) -> None:
        self.logs = None

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        if isinstance(found, LogLaw) and self.logs is not None:
            found.logs = self.logs[key]
        return found

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def astype(self, *given: Any, **options: Any) -> Any:
        """Itself as floats, with the logarithms."""
        return self if given == (float,) else super().astype(*given, **options)


def logs_of(law: Any) -> NDArray[np.float64]:
    """The natural logarithms of float probabilities, -inf at 0."""
    if isinstance(law, LogLaw) and law.logs is not None:
        return law.logs
    with np.errstate(divide="ignore"):
        found: NDArray[np.float64] = np.log(np.asarray(law))
    return found


def in_logs(*laws: Any) -> bool:
    """Whether any of the laws carries logarithms."""
    return any(isinstance(law, LogLaw) and law.logs is not None for law in laws)


def losses(p: Any, q: Any) -> NDArray[np.float64]:
    """ln(p/q) at each output of float laws: inf where only q is 0, -inf where p is. A quotient that overflows does not count."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        if in_logs(p, q):
            return np.where(logs_of(p) > -np.inf, logs_of(p) - logs_of(q), -np.inf)
        ratio = np.divide(p, q)
        if ratio.size and ratio.min() > _SMALLEST and ratio.max() < 1 / _SMALLEST:
            found: NDArray[np.float64] = np.log(ratio)
            return found
        close = (ratio > _SMALLEST) & (ratio < 1 / _SMALLEST)
        apart = logs_of(p) - logs_of(q)
        return np.where(p > 0, np.where(close, np.log(ratio), apart), -np.inf)


_SMALLEST = 1e-300
