"""Mechanisms that run: finite instances on which claims are measured; in ``accounting``, what lists of them add up to.

>>> from dpzoo.mechanisms import instances
>>> coin = instances()["randomized-response"](p="3/4", k=2)
>>> coin.exact, len(coin.datasets)
(True, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo._names import lazy

if TYPE_CHECKING:
    from dpzoo.mechanisms.accounting.composing import Composition
    from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError
    from dpzoo.mechanisms.accounting.solving import Solution
    from dpzoo.mechanisms.mechanism_file import read_mechanism
    from dpzoo.mechanisms.registry import Instance, instances

__all__ = ["AccountingError", "Composition", "Instance", "NoAnswerError", "Solution", "instances", "read_mechanism"]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "AccountingError": "dpzoo.mechanisms.accounting.errors",
        "Composition": "dpzoo.mechanisms.accounting.composing",
        "Instance": "dpzoo.mechanisms.registry",
        "NoAnswerError": "dpzoo.mechanisms.accounting.errors",
        "Solution": "dpzoo.mechanisms.accounting.solving",
        "instances": "dpzoo.mechanisms.registry",
        "read_mechanism": "dpzoo.mechanisms.mechanism_file",
    },
)
