"""The vocabulary of side conditions: what a claim may need beyond what its notions say.

A claim's ``given`` lists names from here and constraints on parameters. ``entails`` names conditions that hold
wherever this one does, ``excludes`` those that never hold together with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Condition:
    """A named side condition."""

    name: str
    meaning: str
    entails: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


_CONDITIONS = (
    Condition("independent-records", "the records are independent under every prior considered"),
    Condition(
        "product-priors", "every prior considered is a product of distributions of single records", ("independent-records",)
    ),
    Condition("bounded-dataset-size", "the number of records is at most a known bound"),
    Condition("fixed-dataset-size", "the number of records is public and the same in all datasets", ("bounded-dataset-size",)),
    Condition("discrete-outputs", "the mechanism has countably many outputs"),
    Condition("finite-outputs", "the mechanism has finitely many outputs", ("discrete-outputs",)),
    Condition("all-priors", "the family of priors contains every distribution"),
    Condition("symmetric-relation", "the neighbour relation is symmetric"),
    Condition("symmetric-policy", "the policy treats both datasets of a pair alike"),
    Condition("countable-records", "there are countably many possible records"),
    Condition("distinct-records", "no record occurs twice in a dataset (each record names its owner)"),
    Condition(
        "removal-closed", "removing a record from a possible dataset gives a possible dataset", (), ("fixed-dataset-size",)
    ),
    Condition("full-support-prior", "some prior considered gives every dataset positive probability"),
    Condition("independent-leakage", "on every dataset, the leakage and the output of the mechanism are independent"),
    Condition("identity-aggregate", "the family of aggregates contains the identity"),
)

CONDITIONS: Mapping[str, Condition] = MappingProxyType({c.name: c for c in _CONDITIONS})
