"""Randomised response and what is built on it: each person's report as a distribution over finitely many reports."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, plain, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real

ONE, TWO, FOUR = real(1), real(2), real(4)
MOST_REPORTS = 40_000
MOST_ANSWERS = 64
_SMALLEST = 690.0


@instance("randomized-response")
def randomized_response(p: Real, k: Real = TWO) -> FiniteMechanism:
    """One person with one of k answers; the true one is reported with probability p, each other with (1 − p)/(k − 1)."""
    answers = whole(k, "k", 2)
    if answers > MOST_ANSWERS:
        raise BlockError(
            f"k is {answers}; tables are made for at most {MOST_ANSWERS} answers, and with more the loss is ln(p(k - 1)/(1 - p)),"
            " which the mechanism's guarantee gives"
        )
    truth = plain(p)
    lie = (1 - truth) / (answers - 1)
    return finite({(a,): {b: truth if a == b else lie for b in range(answers)} for a in range(answers)}, "randomized response")


@instance("two-coin-randomized-response")
def two_coins(alpha: Real, beta: Real) -> FiniteMechanism:
    """One person with a yes or a no: the truth with probability α, else a yes with probability β."""
    a, b = plain(alpha), plain(beta)
    yes = {"yes": a + (1 - a) * b, "no": (1 - a) * b}
    return finite({(x,): {"yes": q, "no": 1 - q} for x, q in yes.items()}, "two coins")


@instance("unary-encoding")
def unary_encoding(p: Real, q: Real, k: Real = FOUR) -> FiniteMechanism:
    """One person with one of k values: the bit of the value is reported as 1 with probability p, every other with q."""
    size, high, low = whole(k, "k", 2, 8), plain(p), plain(q)
    law: dict[int, dict[Any, Number]] = {1: {1: high, 0: 1 - high}, 0: {1: low, 0: 1 - low}}
    rows = {(a,): dict(_product(law, [int(a == b) for b in range(size)])) for a in range(size)}
    return finite(rows, "unary encoding")


@instance("hadamard-response")
def hadamard_response(epsilon: Real, K: Real = FOUR) -> FiniteMechanism:  # noqa: N803  the source's symbol
    """One person with one of K - 1 values, K a power of two: a column where the row of the value has 1 is e^ε times as likely."""
    size = whole(K, "K", 2, 64)
    if size & (size - 1):
        raise BlockError(f"K is {size}; a Hadamard matrix of this kind needs a power of two")
    grow = exponential(epsilon)
    low = 1 / (size // 2 * (1 + grow))
    rows = {(x,): {y: low if (x & y).bit_count() % 2 else grow * low for y in range(size)} for x in range(1, size)}
    return finite(rows, "Hadamard response")


@instance("shuffled-randomized-response")
def shuffled_response(epsilon: Real, n: Real = real(400)) -> FiniteMechanism:  # noqa: B008
    """n persons with a bit; all but one have a 0, that one a 0 or a 1. Only the number of reported ones is seen."""
    people = whole(n, "n", 2, 5000)
    lie = 1 / (1 + math.exp(float(epsilon)))
    if people * -math.log(lie) > _SMALLEST:
        raise BlockError(
            f"with n = {people} the rarest counts are below what floats hold; take fewer persons or a smaller epsilon"
        )
    others = _binomial(people - 1, lie)
    rows = {}
    for bit, one in ((0, lie), (1, 1 - lie)):
        rows[bit,] = {
            k: one * (others[k - 1] if k else 0.0) + (1 - one) * (others[k] if k < people else 0.0) for k in range(people + 1)
        }
    return finite(rows, "shuffled responses", cut="all other persons have a 0")


def _binomial(times: int, chance: float) -> list[float]:
    logs = [
        math.lgamma(times + 1)
        - math.lgamma(k + 1)
        - math.lgamma(times - k + 1)
        + k * math.log(chance)
        + (times - k) * math.log1p(-chance)
        for k in range(times + 1)
    ]
    found = [math.exp(x) for x in logs]
    total = math.fsum(found)
    return [x / total for x in found]


# RAPPOR -----------------------------------------------------------------------------------------------------------


@instance("rappor-permanent")
def rappor_permanent(f: Real, h: Real = TWO) -> FiniteMechanism:
    """Two values whose h bits are disjoint, the worst case; only their 2h bits are shown, after the permanent step."""
    flip = plain(f) / 2
    return _two_values(whole(h, "h", 1, 4), {0: {1: flip, 0: 1 - flip}, 1: {1: 1 - flip, 0: flip}}, "RAPPOR, permanent bits")


@instance("rappor")
def rappor(f: Real, p: Real, q: Real, h: Real = TWO, n: Real = ONE) -> FiniteMechanism:
    """Two values whose h bits are disjoint, and n reports about the same value.

    Each of the 2h bits is shown by how often it was reported as 1: the reports depend on the permanent bit alone, and this
    count says all that they say about it.
    """
    reports = whole(n, "n", 1, 60)
    flip, low, high = plain(f) / 2, plain(p), plain(q)

    def given(permanent: int) -> dict[int, Number]:
        one = high if permanent else low
        return {c: math.comb(reports, c) * one**c * (1 - one) ** (reports - c) for c in range(reports + 1)}

    mixed = {bit: {c: (1 - flip) * given(bit)[c] + flip * given(1 - bit)[c] for c in range(reports + 1)} for bit in (0, 1)}
    return _two_values(whole(h, "h", 1, 4), mixed, "RAPPOR, reports")


def _two_values(h: int, law: Mapping[int, Mapping[int, Number]], name: str) -> FiniteMechanism:
    """The reports of two values whose bits are disjoint, from the law of one bit's report."""
    if len(law[0]) ** (2 * h) > MOST_REPORTS:
        raise BlockError(f"with h = {h} there are more than {MOST_REPORTS} different reports; take a smaller h, or fewer reports")
    return finite({("a",): dict(_product(law, [1] * h + [0] * h)), ("b",): dict(_product(law, [0] * h + [1] * h))}, name)


def _product(law: Mapping[int, Mapping[Any, Number]], bits: list[int]) -> Iterator[tuple[tuple[Any, ...], Number]]:
    for report in itertools.product(law[0], repeat=len(bits)):
        chance: Number = Fraction(1)
        for bit, shown in zip(bits, report, strict=True):
            chance = chance * law[bit][shown]
        yield report, chance


# Apple ------------------------------------------------------------------------------------------------------------


def _count_mean(epsilon: Real, m: int, cell: int) -> dict[tuple[int, ...], Number]:
    """The law of a CMS report in one row: the indicator of ``cell`` in ±1, each sign flipped with 1/(1 + e^{ε/2})."""
    flip = 1 / (1 + exponential(epsilon / 2))
    law = {bit: {bit: 1 - flip, -bit: flip} for bit in (-1, 1)}
    ordered = {bit: {s: law[bit][s] for s in (-1, 1)} for bit in (-1, 1)}
    return {
        report: math.prod(ordered[1 if c == cell else -1][s] for c, s in enumerate(report))
        for report in itertools.product((-1, 1), repeat=m)
    }


@instance("apple-cms")
def apple_cms(epsilon: Real, m: Real = FOUR) -> FiniteMechanism:
    """One row of the sketch, with m cells and one element per cell; the row is drawn without looking at the data."""
    size = whole(m, "m", 2, 12)
    return finite({(d,): _count_mean(epsilon, size, d) for d in range(size)}, "count mean sketch")


@instance("apple-hcms")
def apple_hcms(epsilon: Real, m: Real = FOUR) -> FiniteMechanism:
    """One row with m cells (a power of two): the index of a Hadamard coefficient and its sign, flipped with 1/(1 + e^ε)."""
    size = whole(m, "m", 2, 64)
    if size & (size - 1):
        raise BlockError(f"m is {size}; a Hadamard transform needs a power of two")
    flip, share = 1 / (1 + exponential(epsilon)), real(1).rational / size  # type: ignore[operator]  # it is rational
    rows = {}
    for d in range(size):
        law: dict[Any, Number] = {}
        for j in range(size):
            sign = -1 if (d & j).bit_count() % 2 else 1
            law[j, sign], law[j, -sign] = share * (1 - flip), share * flip
        rows[d,] = law
    return finite(rows, "Hadamard count mean sketch")


@instance("apple-sfp")
def apple_sfp(epsilon: Real, epsilon_fragment: Real, m: Real = TWO) -> FiniteMechanism:
    """One position of the fragment, one row for the fragment and one for the word, each with m cells.

    A dataset is a pair (cell of the fragment, cell of the word): words that differ in both are the worst case.
    """
    size = whole(m, "m", 2, 6)
    rows = {}
    for fragment, word in itertools.product(range(size), repeat=2):
        a, b = _count_mean(epsilon_fragment, size, fragment), _count_mean(epsilon, size, word)
        rows[(fragment, word),] = {(x, y): p * q for x, p in a.items() for y, q in b.items()}
    return finite(rows, "sequence fragment puzzle")
