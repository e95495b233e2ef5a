"""Structural arguments about beliefs: attackers, profiles, samples, distances of priors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.structures import Path, Structure, dataset, freeze, list_of, number, pair_of, prior, record_law
from dpzoo.numbers.errors import BlockError


def _attacker(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Any, int, tuple[int, ...]]:
    if isinstance(given, Mapping) and {"prior", "target", "known"} == set(given):
        given = (given["prior"], given["target"], given["known"])
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise BlockError("an attacker has a prior, a target position and a list of known positions (from 0)", path)
    return prior(given[0], mechanism, (*path, "prior")), int(given[1]), tuple(int(k) for k in given[2])


def _observer(given: Any, mechanism: FiniteMechanism, path: Path) -> Any:
    if isinstance(given, Mapping) and {"prior", "observation"} == set(given):
        given = (given["prior"], given["observation"])
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise BlockError(
            "an adversary with an observation has a prior (whose knowledge is the observation) and the value observed", path
        )
    joint, seen = prior(given[0], mechanism, (*path, "prior")), freeze(given[1])
    for part, value in zip(joint.conditioned_on_knowledge(), joint.knowledge, strict=True):
        if value == seen:
            return part
    raise BlockError(f"the observation {given[1]!r} has probability 0 under the prior", path)


ADVERSARY = Structure("adversary", "a prior on sequences of records", prior)


ADVERSARIES = Structure(
    "family of adversaries", "a list of attackers, each with prior, target and known positions", list_of(_attacker, "attackers")
)


OBSERVER = Structure(
    "adversary with an observation", "a prior whose knowledge is the observation, and the value observed", _observer
)


def _profiles(given: Any, mechanism: FiniteMechanism, path: Path) -> Prior:
    if isinstance(given, Prior) or (isinstance(given, Mapping) and "weights" in given):
        belief = prior(given, mechanism, path)
        if any(w and len(d) != 1 for (d, _), w in belief.weights.items()):
            raise BlockError("a profile is a distribution of one record; give datasets of one record each", path)
        return belief
    law = record_law(given, mechanism, path)
    for t in law:
        if (t,) not in mechanism:
            raise BlockError(f"a profile needs datasets of one record, and the mechanism has none with {t!r} alone", path)
    return Prior.of({(t,): w for t, w in law.items()}, "profile")


PRIOR_DISTANCES = Structure(
    "distances of prior pairs",
    "the distance of each pair of priors, in the order of Theta",
    list_of(lambda x, _m, path: number(x, path), "numbers"),
)


PROFILE_PAIRS = Structure(
    "prior pairs", "a list of pairs of distributions of one record", list_of(pair_of(_profiles, "profiles"), "pairs of profiles")
)


def _sample(given: Any, mechanism: FiniteMechanism, path: Path) -> tuple[Dataset, ...]:
    found: tuple[Dataset, ...] = list_of(dataset, "datasets")(given, mechanism, path)
    if not found:
        raise BlockError("the sample is empty; give at least one dataset", path)
    return found


SAMPLE = Structure("sample of datasets", "the datasets that were observed, as a list", _sample)
