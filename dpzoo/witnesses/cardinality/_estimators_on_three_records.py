"""All deterministic cardinality estimators on three records, up to their estimates.

An estimator's sketch of E can be named by the largest set with the same sketch. These largest sets are closed under
intersection, and every such family with 𝒯 in it gives an estimator. Sets are bit masks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F


def estimators() -> list[list[int]]:
    """The sketch of every E, 0 ≤ E < 8, of each estimator."""
    families = [[c for c in range(7) if chosen >> c & 1] + [7] for chosen in range(2**7)]
    families = [f for f in families if all(a & b in f for a in f for b in f)]
    return [[min((c for c in f if c & e == e), key=int.bit_count) for e in range(8)] for f in families]


def probabilities(s: list[int], n: int, t: int, inside: int) -> dict[int, F]:
    """The law of S_E for a random E of n records with (1) or without (0) the record t."""
    drawn = Counter(s[e] for e in range(8) if e.bit_count() == n and e >> t & 1 == inside)
    return {sketch: F(k, drawn.total()) for sketch, k in drawn.items()}
