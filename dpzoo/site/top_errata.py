"""Ten errata that everybody who works with differential privacy should know, chosen by hand, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dpzoo.records.erratum import ErratumRecord
from dpzoo.records.knowledge_base import Entry
from dpzoo.zoo.zoo import Zoo

PAGE: Final = "errata/top-ten.html"
REASONS: Final[Mapping[str, str]] = {
    "boenisch-delta-as-loss-probability": "The sentence is repeated in many places. δ is not the probability that the loss "
    "exceeds ε: for Gaussian noise at ε = 1 that probability can be sixteen times δ.",
    "thesis-prodp-direction": "The same confusion as a theorem. Of approximate and probabilistic DP, it is the probabilistic "
    "one that gives the other at the same parameters; the way back costs a change of both.",
    "thesis-prop1-posterior-bound": "What ε means for beliefs is read off this bound. As printed here it says that an attacker "
    "with prior ½ ends below ½, whatever comes out.",
    "thesis-prop18-renyi-order": "Whoever adds up Rényi guarantees must keep the smaller of the two orders. With the larger "
    "one, a divergence of 4.09 passes for little more than 0.68.",
    "sparse-vector-needs-noise-on-queries": "One of several published variants of the sparse vector technique that are not as "
    "private as they claim. Here some answers are possible on one dataset and impossible on its neighbour.",
    "boenisch-gaussian-variance": "A rule of thumb for Gaussian noise that fails by its units alone. At ε = 0.1 and "
    "δ = 10⁻⁵ the true δ is about 700 times the promised one.",
    "boenisch-parallel-composition": "Splitting the data is free only if records are added or removed. A record that is "
    "replaced can leave one part and enter another, and then two parts pay.",
    "ashena-average-not-dp": "The first average that a programmer writes, a noisy sum over the true count, is not private at "
    "its ε: the count leaks through the width of the noise.",
    "thesis-theorem5-triangle-inequality": "Two steps of (ε, δ) do not add up to (2ε, 2δ): the second δ is multiplied by "
    "e^ε. The slip is tempting wherever somebody goes from one dataset to another by way of a third.",
    "isrl-dp-in-several-rounds": "Messages that are private one by one can give everything away together once a party may "
    "react to what it has heard. With δ = 0, or in a single round, this cannot happen.",
}
"""Why each of them matters, the most common mistake first."""


def top_errata(zoo: Zoo) -> list[tuple[Entry[ErratumRecord], str]]:
    """Those that the zoo has, with their reasons."""
    return [(zoo.errata[name], reason) for name, reason in REASONS.items() if name in zoo.errata]
