"""What witnesses are written with: exact numbers, finite mechanisms and priors, the notions that run, and what a witness is.

A witness begins with ``from dpzoo.witnesses.prelude import *``, so that what follows reads like its proof.

>>> from dpzoo.witnesses.prelude import *
>>> notions["epsilon-dp"].tightest(deterministic(complete_domain("tu", 1), len)).value == INFINITY
True
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction as F  # noqa: N817  F(1, 2) reads like a half
from itertools import chain, combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, inf, prod
from types import MappingProxyType
from typing import Any

import numpy as np

from dpzoo.blocks import FiniteMechanism, Prior, complete_domain
from dpzoo.blocks.concentrated import greatest_excess, subgaussian_variance
from dpzoo.blocks.divergences import hockey_stick, kl_divergence, max_divergence, probabilistic_delta, renyi_divergence
from dpzoo.blocks.finite_mechanism import show_dataset
from dpzoo.notions.registry import executables
from dpzoo.numbers.real import INFINITY, ZERO, Real, greatest, log_of, real
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.laws import Laws, Merging, Mixture

__all__ = [
    "INFINITY",
    "ZERO",
    "Any",
    "Callable",
    "Check",
    "Counter",
    "F",
    "FiniteMechanism",
    "Hashable",
    "Iterable",
    "Kind",
    "Laws",
    "Mapping",
    "MappingProxyType",
    "Merging",
    "Mixture",
    "Prior",
    "Real",
    "chain",
    "comb",
    "combinations",
    "combinations_with_replacement",
    "complete_domain",
    "decides",
    "deterministic",
    "from_function",
    "from_rows",
    "greatest",
    "greatest_excess",
    "hockey_stick",
    "inf",
    "itertools",
    "kl_divergence",
    "log_of",
    "math",
    "max_divergence",
    "notions",
    "np",
    "pairwise",
    "permutations",
    "probabilistic_delta",
    "prod",
    "product",
    "random",
    "real",
    "renyi_divergence",
    "show_dataset",
    "subgaussian_variance",
]

notions: Any = executables()
"""The notions that run, by id."""


def deterministic(datasets: Iterable[Any], function: Callable[..., Hashable], *, name: str = "") -> FiniteMechanism:
    """The mechanism that returns ``function(dataset)``."""
    return FiniteMechanism.deterministic(datasets, function, name=name)


def from_function(datasets: Iterable[Any], function: Callable[..., Any], *, name: str = "") -> FiniteMechanism:
    """The mechanism whose output has the law ``function(dataset)``: probabilities by outputs."""
    return FiniteMechanism.from_function(datasets, function, name=name)


def from_rows(rows: Mapping[Any, Any], outputs: Any = None, *, name: str = "") -> FiniteMechanism:
    """The mechanism with these rows of probabilities, by dataset."""
    return FiniteMechanism.from_rows(rows, outputs, name=name)
