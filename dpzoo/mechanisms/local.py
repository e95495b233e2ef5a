"""Randomised response and what is built on it: each person's report as a distribution over finitely many reports."""

from __future__ import annotations

from fractions import Fraction

from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.real import Real, real
from dpzoo.mechanisms.numbers import finite, plain, whole
from dpzoo.mechanisms.registry import instance


@instance("randomized-response")
def randomized_response(p: Real, k: Real = real(2)) -> FiniteMechanism:  # noqa: B008  an immutable number
    """One person with one of k answers; the true one is reported with probability p, each other with (1 − p)/(k − 1)."""
    answers = whole(k, "k", 2, 64)
    truth = plain(p)
    lie = (1 - truth) / (answers - 1)
    return finite({(a,): {b: truth if a == b else lie for b in range(answers)} for a in range(answers)}, "randomized response")


@instance("two-coin-randomized-response")
def two_coins(alpha: Real, beta: Real) -> FiniteMechanism:
    """One person with a yes or a no: the truth with probability α, else a yes with probability β."""
    a, b = plain(alpha), plain(beta)
    yes = {1: a + (1 - a) * b, 0: (1 - a) * b}
    return finite({(x,): {"yes": q, "no": 1 - q} for x, q in yes.items()}, "two coins")


def _kept(f: Fraction | float) -> Fraction | float:
    """The probability that a permanent bit is the true one."""
    return 1 - f / 2
