"""Guarantees that are finitely many lines: pure and approximate DP, total variation, privacy profiles, trade-off curves.

Their binary region is a polygon, and the edges of its boundary are the outputs of one pair that dominates all others (Blackwell;
theory, T7): every target that survives post-processing is largest there. All arithmetic is rational: e^ε is rounded down for a
pair that meets the guarantee and up for one that dominates all that do.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import flint

from dpzoo.numbers.real import ZERO, Ball, Real
from dpzoo.optimal.certify import BITS, UnclosedError, arb
from dpzoo.optimal.optimum import Found, Pair
from dpzoo.optimal.primitives import Line, RatioConstraint

_DIGITS: Final = 2**128
DISCLOSED: Final = "the pair that discloses everything with probability δ needs an infinite value"
LONGEST: Final = 9e3
"""Of larger losses fractions have more digits than Python writes."""


def shown(lines: Sequence[Line]) -> Pair | None:
    """The dominating pair of slightly stronger lines; None where it cannot be written."""
    with contextlib.suppress(UnclosedError):
        return dominating(lines, outside=False)
    return None


def dominating(lines: Sequence[Line], *, outside: bool) -> Pair:
    """The dominating pair by falling loss, of slightly stronger lines or (``outside``) slightly weaker ones.

    Raises UnclosedError where its fractions would be too long.
    """
    if any(float(line.epsilon) > LONGEST for line in lines):
        raise UnclosedError(f"losses beyond {LONGEST:.0f} are too large for the fractions of a dominating pair")
    upper = [(Fraction(0), Fraction(1))]  # p ≤ slope·q + height; the first is p ≤ 1
    for line in lines:
        e, delta = rounded(line.epsilon.exp(), outside=outside), rounded(line.delta, outside=outside)
        if delta < 1:
            upper += [(e, delta), (1 / e, 1 - (1 - delta) / e)]
    hull: list[tuple[Fraction, Fraction]] = []
    for m, h in sorted(upper, key=lambda x: (-x[0], x[1])):
        if hull and hull[-1][0] == m:
            continue
        while len(hull) >= 2 and _idle(hull[-2], hull[-1], (m, h)):
            hull.pop()
        hull.append((m, h))
    while len(hull) >= 2 and hull[1][1] <= hull[0][1]:  # the first line must decide at q = 0
        hull.pop(0)
    corners = [(Fraction(0), Fraction(0)), (hull[0][1], Fraction(0))]
    for (m1, h1), (m2, h2) in itertools.pairwise(hull):
        q = (h2 - h1) / (m1 - m2)
        if q >= 1:
            break
        corners.append((m1 * q + h1, q))
    corners.append((Fraction(1), Fraction(1)))
    steps = [(x[0] - w[0], x[1] - w[1]) for w, x in itertools.pairwise(corners)]
    steps = [s for s in steps if s[0] or s[1]]
    return Pair(tuple(p for p, _ in steps), tuple(q for _, q in steps))


def _idle(first: tuple[Fraction, Fraction], middle: tuple[Fraction, Fraction], last: tuple[Fraction, Fraction]) -> bool:
    """Whether the middle line is nowhere below both others."""
    return (last[1] - first[1]) * (first[0] - middle[0]) <= (middle[1] - first[1]) * (first[0] - last[0])


def rounded(x: Real, *, outside: bool) -> Fraction:
    """A rational number just above ``x`` (outside) or just below; ``x`` itself if it is rational."""
    if x.rational is not None:
        return x.rational
    with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
        ball = arb(x)
        end = ball.upper() if outside else ball.lower()
        mantissa, exponent = end.man_exp()
    m, e = int(mantissa), int(exponent)
    exact = Fraction(m * 2**e) if e >= 0 else Fraction(m, 2**-e)
    scale = Fraction(_DIGITS) / max(exact, Fraction(1, 2**900))
    return Fraction(-(-exact * scale // 1) if outside else exact * scale // 1) / scale


def corners(pair: Pair) -> list[tuple[Fraction, Fraction]]:
    """The tests (p, q) at the corners of the region of a pair listed by falling loss, from (0, 0) to (1, 1)."""
    p = q = Fraction(0)
    found = [(p, q)]
    for a, b in zip(pair.p, pair.q, strict=True):
        p, q = p + a, q + b
        found.append((p, q))
    return found


def lines_of(given: RatioConstraint) -> list[Line] | None:
    """The lines of a guarantee that has nothing else."""
    lines = [c for c in given.parts if isinstance(c, Line)]
    return lines if len(lines) == len(given.parts) and given.cut == ZERO else None


def of_dominating(
    given: RatioConstraint, value: Callable[[Pair], Ball | None], why: str = DISCLOSED, *, attained: bool = True
) -> Found | str | None:
    """The value of the dominating pair of a guarantee of lines; None for another guarantee."""
    lines = lines_of(given)
    if lines is None:
        return None
    inside, outside = dominating(lines, outside=False), dominating(lines, outside=True)
    low, high = value(inside), value(outside)
    if high is None or low is None:
        return why
    return Found(low, high, "T7", inside, None, attained=attained)
