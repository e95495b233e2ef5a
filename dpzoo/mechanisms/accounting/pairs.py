"""Finite pairs of laws and their composition, in ball arithmetic: the enclosures are certified.

A :class:`FinitePair` dominates a mechanism: no pair of neighbours, and no post-processing, is easier to tell apart. Dominating
pairs compose, also adaptively (Zhu, Dong and Wang 2022), so the product of the pairs bounds the composed mechanism; where
every pair is attained by the mechanism the bound is the truth.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import flint

from dpzoo.mechanisms.accounting.errors import NoAnswerError
from dpzoo.optimal.certify import arb, down, up

Ball = Any
BITS: Final = 320
MOST_OUTCOMES: Final = 120_000
"""Outcomes of a product that are still listed one by one."""


@dataclass(frozen=True, eq=False)
class FinitePair:
    """Probabilities (p, q) of finitely many outputs as balls, and the mass ``leak`` of P on which Q is 0.

    ``symmetric`` says that exchanging P and Q permutes the outputs, so that both orders of a pair of neighbours are alike.
    """

    rows: tuple[tuple[Ball, Ball], ...]
    leak: Ball
    symmetric: bool = True

    @property
    def swapped(self) -> FinitePair:
        """The other order; only of pairs whose leaks are equal."""
        return self if self.symmetric else FinitePair(tuple((q, p) for p, q in self.rows), self.leak, self.symmetric)

    @property
    def largest_loss(self) -> Ball:
        """The largest of the finite losses, in both orders."""
        return max((abs((p / q).log()) for p, q in self.rows), key=lambda x: float(x.mid()), default=flint.arb(0))

    @property
    def losses(self) -> list[float]:
        """The finite losses as floats."""
        return [float((p / q).log().mid()) for p, q in self.rows]


def response(epsilon: Any, delta: Any = 0) -> FinitePair:
    """The dominating pair of all (ε, δ)-DP mechanisms: δ is revealed, else randomised response (Kairouz, Oh and Viswanath)."""
    with flint.ctx.workprec(BITS):
        e, leak = arb(epsilon).exp(), arb(delta)
        share = 1 - leak
        high, low = share * e / (1 + e), share / (1 + e)
        return FinitePair(((high, low), (low, high)), leak)


def k_response(p: Any, k: int) -> FinitePair:
    """k-ary randomised response with probability p of the truth: two answers told apart, the k - 2 others merged."""
    with flint.ctx.workprec(BITS):
        truth = arb(p)
        lie = (1 - truth) / (k - 1)
        rows = [(truth, lie), (lie, truth)]
        if k > 2:
            rows.append(((k - 2) * lie, (k - 2) * lie))
        return FinitePair(tuple(r for r in rows if not r[0].is_zero()), flint.arb(0)) if truth < 1 else revealing()


def revealing() -> FinitePair:
    """Everything is told."""
    return FinitePair((), flint.arb(1))


def geometric(epsilon: Any, steps: int) -> FinitePair:
    """Discrete Laplace noise with loss ε at two values ``steps`` apart; equal losses at the ends are merged."""
    with flint.ctx.workprec(BITS):
        r = (-arb(epsilon) / steps).exp()
        base = (1 - r) / (1 + r)
        ends = 1 / (1 + r)
        p = [ends, *(base * r**i for i in range(1, steps)), ends * r**steps]
        return FinitePair(tuple(zip(p, reversed(p), strict=True)), flint.arb(0))


def poisson(pair: FinitePair, q: Any) -> tuple[FinitePair, FinitePair]:
    """Record removed and record added, each ordered (P, Q), when it is sampled with probability q.

    The pair of laws on the sample is (with, without) = (P1, P0): what is compared is (1 - q) P0 + q P1 with P0, and P0 with it.
    The masses that only one of them has stay with their side (Zhu, Dong and Wang 2022, Theorem 11).
    """
    with flint.ctx.workprec(BITS):
        rate = arb(q)
        rows = tuple((p * rate + other * (1 - rate), other) for p, other in pair.rows)
        # outputs of P0 alone (mass: the leak of the other order) have ratio 1 - q
        only = pair.leak
        removed = [*rows]
        if not only.is_zero():
            if rate < 1:
                removed.append((only * (1 - rate), only))
            return (
                FinitePair(tuple(removed), only * rate, symmetric=False),
                FinitePair(tuple((b, a) for a, b in removed), flint.arb(0) if rate < 1 else only, symmetric=False),
            )
        return (
            FinitePair(rows, flint.arb(0), symmetric=False),
            FinitePair(tuple((b, a) for a, b in rows), flint.arb(0), symmetric=False),
        )


@dataclass(frozen=True)
class Product:
    """A composed pair: (p, q) by falling loss, and the mass on which Q is 0."""

    rows: tuple[tuple[Ball, Ball], ...]
    leak: Ball

    def delta(self, epsilon: Any) -> Ball:
        """δ(ε), enclosed."""
        with flint.ctx.workprec(BITS):
            price, zero = arb(epsilon).exp(), flint.arb(0)
            return self.leak + sum(((p - price * q).max(zero) for p, q in self.rows), zero)

    def epsilon(self, delta: Any) -> tuple[float, float]:
        """Floats around the least ε ≥ 0 with δ(ε) ≤ ``delta``; infinite where the leak exceeds it."""
        with flint.ctx.workprec(BITS):
            allowed = arb(delta)
            if self.leak > allowed:
                return math.inf, math.inf
            if not self.leak <= allowed and not (allowed - self.leak).contains(0):
                return math.inf, math.inf
            best, mass, other = flint.arb(0), self.leak, flint.arb(0)
            for p, q in self.rows:
                mass, other = mass + p, other + q
                if mass > allowed:
                    found = ((mass - allowed) / other).log()
                    best = max(best, found)
            # a prefix in floating-point order bounds ε from below; above it is checked
            low, high = max(0.0, down(best)), max(0.0, up(best))
            step = max(high, 1e-12) * 2.0**-50
            for _ in range(60):
                if self.delta(high) <= allowed or (high >= self._top and self.leak <= allowed):
                    return low, high
                high += step
                step *= 4
            return low, self._top

    @property
    def _top(self) -> float:
        return up((self.rows[0][0] / self.rows[0][1]).log() * (1 + flint.arb(2.0**-60))) if self.rows else 0.0


def size(pairs: Sequence[tuple[FinitePair, int]]) -> int:
    """How many outcomes the product has after equal ones are merged."""
    found = 1
    for pair, times in pairs:
        found *= math.comb(times + len(pair.rows) - 1, max(0, len(pair.rows) - 1)) if pair.rows else 1
        if found > 10**9:
            break
    return found


def product(pairs: Sequence[tuple[FinitePair, int]]) -> Product:
    """The composition of each pair ``times`` over; NoAnswerError where it has too many outcomes to list."""
    if size(pairs) > MOST_OUTCOMES:
        raise NoAnswerError(f"the product has more than {MOST_OUTCOMES} outcomes")
    with flint.ctx.workprec(BITS):
        rows: list[tuple[Ball, Ball]] = [(flint.arb(1), flint.arb(1))]
        kept = flint.arb(1)
        for pair, times in pairs:
            power = list(_power(pair.rows, times))
            rows = [(a * c, b * d) for a, b in rows for c, d in power]
            kept *= (1 - pair.leak) ** times
        ordered = sorted(rows, key=lambda r: -float((r[0] / r[1]).log().mid()))
        return Product(tuple(ordered), flint.arb(0) if kept == 1 else 1 - kept)


def _power(rows: Sequence[tuple[Ball, Ball]], times: int) -> Iterable[tuple[Ball, Ball]]:
    if not rows:
        return
    factorials = [flint.arb(1)]
    for i in range(1, times + 1):
        factorials.append(factorials[-1] * i)
    powers = [([flint.arb(1)], [flint.arb(1)]) for _ in rows]
    for (ps, qs), (p, q) in zip(powers, rows, strict=True):
        for _ in range(times):
            ps.append(ps[-1] * p)
            qs.append(qs[-1] * q)
    for counts in _counts(times, len(rows)):
        ways = factorials[times]
        a = b = flint.arb(1)
        for c, (ps, qs) in zip(counts, powers, strict=True):
            ways = ways / factorials[c]
            a, b = a * ps[c], b * qs[c]
        yield ways * a, ways * b


def _counts(total: int, kinds: int) -> Iterable[tuple[int, ...]]:
    if kinds == 1:
        yield (total,)
        return
    for bars in itertools.combinations(range(total + kinds - 1), kinds - 1):
        edges = (-1, *bars, total + kinds - 1)
        yield tuple(b - a - 1 for a, b in itertools.pairwise(edges))
