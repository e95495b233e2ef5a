"""The vocabulary of side conditions: assumptions that a claim may need beyond its notions.

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
    Condition("independent-records", "under every prior considered, the records are independent given the attacker's knowledge"),
    Condition(
        "product-priors",
        "every prior considered is, given the attacker's knowledge, a product of distributions of single records",
        ("independent-records",),
    ),
    Condition("bounded-dataset-size", "the number of records is at most a known bound"),
    Condition("fixed-dataset-size", "the number of records is public and the same in all datasets", ("bounded-dataset-size",)),
    Condition("discrete-outputs", "the mechanism has countably many outputs"),
    Condition("finite-outputs", "the mechanism has finitely many outputs", ("discrete-outputs",)),
    Condition("all-priors", "the family of priors contains every distribution"),
    Condition(
        "acceptable-priors",
        "every prior is a function of independent parameters, of which one fixes the record and others the attacker's knowledge",
    ),
    Condition(
        "common-record-value",
        "for every index, one record value is possible under every prior and every value of the attacker's knowledge",
    ),
    Condition("latent-secrets", "secrets may be statements about a hidden variable that is drawn together with the dataset"),
    Condition("symmetric-relation", "the compared pairs (of datasets, or of distributions of datasets) come in both orders"),
    Condition("symmetric-policy", "the policy treats both datasets of a pair alike"),
    Condition("countable-records", "there are countably many possible records"),
    Condition("distinct-records", "no record occurs twice in a dataset (each record names its owner)"),
    Condition(
        "removal-closed", "removing a record from a possible dataset gives a possible dataset", (), ("fixed-dataset-size",)
    ),
    Condition(
        "full-support-prior",
        "under some prior and some value of the attacker's knowledge, every dataset has positive probability",
    ),
    Condition("independent-leakage", "on every dataset, the leakage and the output of the mechanism are independent"),
    Condition("identity-aggregate", "the family of aggregates contains the identity"),
    Condition("polynomial-time-simulator", "the simulator that shows the property runs in polynomial time"),
    Condition(
        "datasets-are-sets",
        "a dataset is a set of records: none occurs twice and the order does not matter",
        ("distinct-records",),
    ),
    Condition("separate-reports", "the output is computed from reports, one for each record, each randomised on its own"),
    Condition(
        "requests-ignored",
        "a request to edit the training set changes nothing: the system goes on showing what it trained before",
    ),
    Condition(
        "requests-one-by-one",
        "a request is served as deletions and additions of single records, one after the other; an empty one changes nothing",
    ),
    Condition("safe-models-by-training", "every safe model is what the same training gives without the protected work"),
    Condition("exact-invariants", "outputs are vectors of whole numbers and have the invariants of the data, exactly"),
    Condition("symmetric-distance", "the distance between datasets is symmetric"),
    Condition("gamma-vanishes-faster-than-n-squared", "the failure probability is o(1/n²) in the number n of records"),
)

CONDITIONS: Mapping[str, Condition] = MappingProxyType({c.name: c for c in _CONDITIONS})
