"""The sparse vector technique and its wrong variants: Lyu, Su and Li 2017, Algorithms 1 to 6, all sold as 1-DP.

Half of the queries rise by one with a record and half fall by one, as do queries in general; the threshold is 0.
"""

from __future__ import annotations

import numpy as np

EPSILON = 1.0
QUERIES = 6
SENSITIVITY = 1.0
CUT = 1
YES, NO = "T", "F"
Rng = np.random.Generator


def queries(records: list[float]) -> list[float]:
    """The answers: the number of records, and its negative."""
    count = float(len(records))
    return [count] * (QUERIES // 2) + [-count] * (QUERIES // 2)


def first(records: list[float], rng: Rng) -> str:
    """Algorithm 1, which keeps its promise."""
    return _signs(records, rng, EPSILON / 2, 2 * CUT * SENSITIVITY / (EPSILON / 2), CUT)


def second(records: list[float], rng: Rng) -> str:
    """Algorithm 2 (Dwork and Roth 2014), which keeps its promise: a fresh threshold after each positive answer."""
    scale = CUT * SENSITIVITY / (EPSILON / 2)
    threshold, said, positive = rng.laplace(scale=scale), "", 0
    for q in queries(records):
        if q + rng.laplace(scale=2 * CUT * SENSITIVITY / (EPSILON / 2)) >= threshold:
            said, positive, threshold = said + YES, positive + 1, rng.laplace(scale=scale)
            if positive == CUT:
                break
        else:
            said += NO
    return said


def third(records: list[float], rng: Rng) -> list[float | str]:
    """Algorithm 3 (lecture notes of 2011): it publishes the noisy answer that it compared. No ε."""
    threshold, said, positive = rng.laplace(scale=SENSITIVITY / (EPSILON / 2)), [], 0
    for q in queries(records):
        noisy = q + rng.laplace(scale=CUT * SENSITIVITY / (EPSILON / 2))
        said.append(noisy if noisy >= threshold else NO)
        positive += noisy >= threshold
        if positive == CUT:
            break
    return said


def fourth(records: list[float], rng: Rng, cut: int = 3) -> str:
    """Algorithm 4 (Lee and Clifton 2014): the noise does not grow with the number c of positive answers; (1 + 6c)/4 · ε."""
    return _signs(records, rng, EPSILON / 4, SENSITIVITY / (3 * EPSILON / 4), cut)


def fifth(records: list[float], rng: Rng) -> str:
    """Algorithm 5 (Stoddard and others 2014): no noise on the queries, no cut. No ε."""
    return _signs(records, rng, EPSILON / 2, 0.0, QUERIES)


def sixth(records: list[float], rng: Rng) -> str:
    """Algorithm 6 (Chen and others 2015): no cut. No ε."""
    return _signs(records, rng, EPSILON / 2, SENSITIVITY / (EPSILON / 2), QUERIES)


def sixth_as_list(records: list[float], rng: Rng) -> list[bool]:
    """The same with booleans in a list."""
    return [c == YES for c in sixth(records, rng)]


def _signs(records: list[float], rng: Rng, threshold_epsilon: float, scale: float, cut: int) -> str:
    threshold, said, positive = rng.laplace(scale=SENSITIVITY / threshold_epsilon), "", 0
    for q in queries(records):
        above = q + (rng.laplace(scale=scale) if scale else 0.0) >= threshold
        said += YES if above else NO
        positive += above
        if positive == cut:
            break
    return said
