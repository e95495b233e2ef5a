"""Notions published since the survey, by theme, with what the records say of them in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpzoo.notions.registry import running
from dpzoo.records.enums import Basis, Dimension, Standing, Verdict
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

FIRST = 2018
"""The year from which the page tells, by first public versions; the survey's own list ends in 2021."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A question that several notions answer: its heading, why it was asked, and their ids."""

    title: str
    why: str
    ids: tuple[str, ...]


THEMES = (
    Theme(
        "Data that must be forgotten",
        "Somebody asks for their data back, and the model stays. It should look as if the record had never been there; "
        "these notions differ in what it is compared with, in who may ask for what, and in how closeness is measured.",
        (
            *("certified-removal", "unlearning-of-published-models", "exact-unlearning", "approximate-unlearning"),
            *("renyi-unlearning", "certified-approximate-unlearning", "system-aware-unlearning", "renyi-unlearning-of-batches"),
            "ticketed-unlearning",
        ),
    ),
    Theme(
        "What an attacker achieves",
        "Instead of ratios of probabilities, these bound the success itself: the share of right guesses, the error of an "
        "estimate, the chance of a good reconstruction, or what is gained in bits or by a score.",
        (
            *("bayes-security", "conditional-mutual-information", "fisher-information-loss", "reconstruction-robustness"),
            *("pac-privacy", "narcissus-resiliency", "persuasive-privacy"),
        ),
    ),
    Theme(
        "What others would find again",
        "A result that comes out on other samples of the same population tells of the population. Learning theory found that "
        "such results can be made private, and private ones repeatable, at a price in data.",
        ("global-stability", "replicability", "list-replicability"),
    ),
    Theme(
        "Models that write",
        "What a generative model puts out is compared with a model that never had access to a work, or with other prompts.",
        ("near-access-freeness", "token-group-dp-inference", "clean-room-copy-protection"),
    ),
    Theme(
        "What one report tells",
        "People randomise their own answers. What is bounded is how a single report moves the collector's belief, how many bits "
        "it carries, or how far it is from a report that was made without the answer.",
        (
            *("maximal-alpha-leakage", "deletion-local-dp", "pointwise-maximal-leakage"),
            "probabilistic-pointwise-maximal-leakage",
            *("asymmetric-local-information-privacy", "strong-l1-privacy", "strong-chi-squared-privacy"),
            *("quantum-maximal-alpha-leakage", "channel-capacity-limit"),
        ),
    ),
    Theme(
        "Secrets of more than one record",
        "Pufferfish privacy hides facts about a whole dataset from somebody with a prior. It got a slack, Rényi "
        "divergences so that Gaussian noise can be used, projections, and exact answers to publish beside the noise.",
        (
            *("approximate-causal-dp", "approximate-pufferfish-privacy", "partially-private-pufferfish"),
            *("renyi-pufferfish-privacy", "sliced-renyi-pufferfish", "dataset-attribute-privacy"),
        ),
    ),
    Theme(
        "Conversations and streams",
        "Systems answer one question after another while data arrive. Who chooses the questions, what of a stream is "
        "hidden as one unit, and whether protection may fade with time, became part of the notion.",
        (
            *("interactive-dp", "adaptive-continual-release-dp", "event-duration-privacy", "landmark-privacy", "item-level-dp"),
            *("participation-schema-dp", "gradual-privacy-expiration", "evolving-data-dp"),
        ),
    ),
    Theme(
        "Whom one trusts",
        "Between one curator whom all trust and nobody whom anybody trusts are hospitals, friends, users who pass "
        "messages on and users who share seeds in pairs. What is bounded is what somebody in particular sees.",
        (
            *(
                "network-dp",
                "relationship-dp",
                "inter-silo-record-level-dp",
                "shuffled-silo-dp",
                "pairwise-network-dp",
            ),
            *("joint-renyi-dp", "neighbour-preserving-obliviousness", "trust-graph-dp", "secret-based-local-dp", "secret-f-ldp"),
            *("local-node-dp", "pairwise-network-f-dp"),
        ),
    ),
    Theme(
        "What exactly a neighbour is",
        "Statistics are published exactly, records of a database refer to people, strata are public, records may be "
        "blanked. The same ε means something else for each unit, and for each set of facts that is held fixed.",
        (
            *(
                "bootstrap-dp",
                "frame-invariant-dp",
                "frame-level-dp",
                "dp-under-invariants",
                "zcdp-under-invariants",
                "user-level-zcdp",
                "user-dp-foreign-key",
                "group-bounded-zcdp",
                "fixed-graph-dp",
                "zero-out-dp",
            ),
            *("stratified-dp", "integer-subspace-dp", "per-record-zcdp", "semi-sensitive-dp", "dp-specification"),
            "dp-under-condition",
        ),
    ),
    Theme(
        "Other accounts of the loss",
        "A bound may also be a whole curve, be kept for one output, for one person or for one dataset, or hold for a distance on "
        "average. A loss that depends on the data is a secret itself.",
        ("privacy-profile-dp", "ex-post-per-instance-dp", "individual-renyi-dp", "data-dependent-dp", "wasserstein-dp"),
    ),
    Theme(
        "Sketches that count people",
        "A short summary of many random users shows something about each of them; these say how much, for every sketch, "
        "up to a small error or on average.",
        (
            *("sketch-privacy", "approximate-sketch-privacy", "average-sketch-privacy", "sketch-kl-privacy"),
            "sketch-privacy-for-most-records",
        ),
    ),
)


def newer(zoo: Zoo) -> list[Notion]:
    """What came since then that the survey does not place, oldest first, without the settings that the survey itself tells of."""
    found = (n for n in zoo.values() if (n.year >= FIRST and n.standing is Standing.LATER) or n.id in _themed())
    return sorted(found, key=lambda n: (n.year, n.id))


def _themed() -> frozenset[str]:
    return frozenset(i for theme in THEMES for i in theme.ids)


def themes(zoo: Zoo) -> list[tuple[Theme, list[Notion]]]:
    """Every theme with those of its notions that the zoo has, oldest first."""
    made = [(t, sorted((zoo[i] for i in t.ids if i in zoo), key=lambda n: (n.year, n.id))) for t in THEMES]
    return [(theme, notions) for theme, notions in made if notions]


def bases(notions: Iterable[Notion]) -> Mapping[Basis, int]:
    """How many formal statements rest on what."""
    return Counter(n.record.statement_basis.basis for n in notions)


def that_run(zoo: Zoo, notions: Iterable[Notion]) -> int:
    """How many can be evaluated on finite mechanisms."""
    return len(running(zoo.base) & {n.id for n in notions})


def add_up(notions: Iterable[Notion]) -> int:
    """How many have a composition rule that holds."""
    return sum(n.record.composition.verdict is Verdict.HOLDS for n in notions)


def tied(zoo: Zoo, notions: Iterable[Notion]) -> int:
    """How many relations of the records connect them with anything, each other included."""
    ids = {n.id for n in notions}
    return sum(bool({c.subject, c.object} & ids) for c in zoo.claims)


def along(notions: Iterable[Notion]) -> list[tuple[Dimension, int]]:
    """How many depart along each dimension, the most first."""
    return Counter(d for n in notions for d in n.dimensions).most_common()
