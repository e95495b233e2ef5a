"""Divergences between two distributions on the same finite outputs, as plain formulas.

``p`` and ``q`` are arrays whose last axis runs over the outputs. Arrays of floats may have leading axes (many pairs at
once) and give floats; one-dimensional arrays of fractions (dtype ``object``) give exact :class:`~dpzoo.numbers.real.Real`s.

Conventions, here once for all notions: an output that neither distribution gives counts for nothing; where only ``q`` is
zero, the ratio p/q and the loss ln(p/q) are infinite; where only ``p`` is zero, the ratio is 0 and the loss, -inf, has
weight 0. Everything is in nats. Divergences are of one ordered pair: a unit lists both orders where a notion asks for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from dpzoo.numbers.logarithms import in_logs, logs_of, losses
from dpzoo.numbers.real import INFINITY, ONE, ZERO, Ball, LogCombination, Real, compare, greatest, log_of, real

Law = NDArray[Any]
Number = Any
"""A float array, or a :class:`~dpzoo.numbers.real.Real` for exact laws."""


def is_exact(*laws: Law) -> bool:
    """Whether all the distributions are exact."""
    return all(law.dtype == object for law in laws)


def ratios(p: Law, q: Law) -> Law:
    """p/q at each output: inf where only q is 0, and 0 where p is 0. Exact laws give fractions and ``math.inf``."""
    if is_exact(p, q):
        return np.array([a / b if b else (math.inf if a else Fraction(0)) for a, b in zip(p, q, strict=True)], dtype=object)
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Law = np.divide(p, q)
    if not found.size or np.isnan(found.sum()):
        found[np.isnan(found)] = 0.0
    return found


def max_divergence(p: Law, q: Law) -> Number:
    """D_∞(P‖Q) = ln max P(o)/Q(o): the tightest ε of pure DP for this order of the pair."""
    if is_exact(p, q):
        return real(max(ratios(p, q))).log()
    if in_logs(p, q):
        return losses(p, q).max(axis=-1)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        found = np.log(np.divide(p, q).max(axis=-1))
        if np.isnan(found).any():  # an output that neither gives
            found = np.log(ratios(p, q).max(axis=-1))
    return losses(p, q).max(axis=-1) if np.isinf(found).any() else found


def greatest_loss(laws: Law, left: NDArray[np.intp], right: NDArray[np.intp]) -> tuple[Real, int] | None:
    """The greatest D_∞ of many ordered pairs of exact laws and a pair that has it: floats say where, fractions how much.

    Pair k compares row ``left[k]`` of ``laws`` with row ``right[k]``. A quotient of two rounded numbers is off by less than
    four units in its last place, so that the greatest one is among those that nearly are. None where a probability is too
    small for that.
    """
    near = laws.astype(float)
    if ((near == 0) != (laws == 0)).any() or near[near > 0].min() < _TINY:
        return None
    numbers: dict[Any, int] = {}
    codes = np.array([numbers.setdefault(x, len(numbers)) for x in laws.flat]).reshape(laws.shape)
    top, found = -math.inf, dict[int, tuple[int, float]]()
    step = max(1, _AT_ONCE // laws.shape[1])
    for start in range(0, len(left), step):
        i, j = left[start : start + step], right[start : start + step]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.nan_to_num(near[i] / near[j], nan=0.0, posinf=math.inf)
        top = max(top, float(ratio.max()))
        pairs, outputs = np.nonzero(ratio >= top * (1 - _NEARLY))
        both, first = np.unique(codes[i[pairs], outputs] * len(numbers) + codes[j[pairs], outputs], return_index=True)
        for code, at in zip(both.tolist(), first.tolist(), strict=True):
            found.setdefault(code, (start + int(pairs[at]), float(ratio[pairs[at], outputs[at]])))
    values = list(numbers)
    best, worst = max(
        (
            (values[code // len(numbers)] / q if (q := values[code % len(numbers)]) else math.inf, k)
            for code, (k, ratio) in found.items()
            if ratio >= top * (1 - _NEARLY)
        ),
        key=lambda x: x[0],
    )
    return real(best).log(), worst


_TINY, _NEARLY, _AT_ONCE = 1e-290, 1e-14, 4_000_000
"""The least probability that floats hold with all their digits; more than a quotient of floats is off by; entries at once."""


def hockey_stick(p: Law, q: Law, exp_epsilon: Any) -> Number:
    """δ(ε) = Σ max(0, P(o) - e^ε Q(o)), from e^ε (a float, an array over the pairs, or a Real)."""
    if is_exact(p, q):
        exact = real(exp_epsilon)
        if exact.infinite:
            return real(sum((a for a, b in zip(p, q, strict=True) if not b), Fraction(0)))
        if exact.rational is not None:
            return real(sum((max(Fraction(0), a - exact.rational * b) for a, b in zip(p, q, strict=True)), Fraction(0)))
        above = [(a, b) for a, b in zip(p, q, strict=True) if compare(real(a), exact * b) == 1]
        return real(sum((a for a, _ in above), Fraction(0))) - exact * real(sum((b for _, b in above), Fraction(0)))
    factor = _above_rounding(exp_epsilon)
    if factor.ndim:
        factor = factor[..., None]
    if np.isinf(factor).any():
        with np.errstate(invalid="ignore"):
            return np.where(q == 0, p, np.where(np.isinf(factor), 0.0, np.maximum(p - q * factor, 0.0))).sum(axis=-1)
    excess = np.multiply(q, factor)
    np.subtract(p, excess, out=excess)
    np.maximum(excess, 0.0, out=excess)
    return excess.sum(axis=-1)


def prefix_masses(p: Law, q: Law) -> tuple[Law, Law, Law]:
    """Ratios in decreasing order, and the masses of P and Q on the first k outputs in that order (k = 1…), of exact laws.

    Every optimal test is such a prefix (Neyman & Pearson), so that these three arrays decide all of hypothesis testing.
    """
    r = ratios(p, q)
    falling = sorted(range(len(r)), key=lambda i: r[i], reverse=True)
    return r[falling], np.cumsum(p[falling]), np.cumsum(q[falling])


def _falling(p: Law, q: Law) -> tuple[Law, Law, Law, Law]:
    """The same of float laws: losses, masses of P and of Q, and the logarithms of the latter (which may underflow)."""
    loss = losses(p, q)
    order = np.argsort(-loss, axis=-1)
    loss, first, second = (np.take_along_axis(a, order, axis=-1) for a in (loss, np.asarray(p), np.asarray(q)))
    small = np.cumsum(second, axis=-1)
    with np.errstate(divide="ignore"):
        log_small = np.log(small)
    if in_logs(p, q):
        log_small = np.logaddexp.accumulate(np.take_along_axis(logs_of(q), order, axis=-1), axis=-1)
    return loss, np.cumsum(first, axis=-1), small, log_small


def epsilon_at(p: Law, q: Law, delta: Any) -> Number:
    """The least ε ≥ 0 with δ(ε) ≤ ``delta``: ln max (P(S) - δ)/Q(S) over the prefixes S of :func:`prefix_masses`."""
    if is_exact(p, q):
        _, big, small = prefix_masses(p, q)
        allowed = real(delta)
        best = [ONE]
        for a, b in zip(big, small, strict=True):
            if b:
                best.append((real(a) - allowed) / b)
            elif compare(real(a), allowed) == 1:
                return INFINITY
        return greatest(best).log()
    slack = np.asarray(delta, dtype=float) * (1 + _RELATIVE)
    if slack.ndim:
        slack = slack[..., None]
    _, big, _, log_small = _falling(p, q)
    excess = big - slack
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.where(excess > 0, np.log(excess) - log_small, 0.0)  # infinite where Q gives none of these outputs
    whole = np.where(np.squeeze(slack) == 0, max_divergence(p, q), 0.0)  # the first prefix may underflow
    return np.maximum(np.maximum(needed.max(axis=-1), whole), 0.0)


_RELATIVE = 1e-12
"""How far, relatively, sums of probabilities in floating point may exceed a bound and still meet it."""
_ROUNDING = 4.5e-16


def _above_rounding(exp_epsilon: Any) -> NDArray[np.float64]:
    """e^ε raised by the rounding of a logarithm and its exponential: an output whose loss is ε itself does not exceed it."""
    factor = np.asarray(exp_epsilon, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        raised = factor * (1 + _ROUNDING * (2 + np.abs(np.log(factor))))
    return np.where((factor > 0) & np.isfinite(factor), raised, factor)


def probabilistic_delta(p: Law, q: Law, exp_epsilon: Any) -> Number:
    """Pr_{O∼P}[ln P(O)/Q(O) > ε]: the probability of outputs whose loss exceeds ε."""
    if is_exact(p, q):
        exact = real(exp_epsilon)
        if exact.infinite:
            return ZERO if exact.infinite > 0 else ONE
        return real(sum((a for a, b in zip(p, q, strict=True) if a and _exceeds(a, b, exact)), Fraction(0)))
    factor = _above_rounding(exp_epsilon)
    if factor.ndim:
        factor = factor[..., None]
    with np.errstate(invalid="ignore"):
        return np.where((p > q * factor), p, 0.0).sum(axis=-1)


def _exceeds(a: Fraction, b: Fraction, factor: Real) -> bool:
    if not b:
        return True
    return real(a / b) > factor


def probabilistic_epsilon(p: Law, q: Law, delta: Any) -> Number:
    """The least ε ≥ 0 for which the loss exceeds ε with probability at most ``delta`` under P (it is attained)."""
    if is_exact(p, q):
        r, mass, _ = prefix_masses(p, q)
        allowed, before = real(delta), Fraction(0)
        best: Any = math.inf
        for ratio, upto in zip(r, mass, strict=True):
            if compare(real(before), allowed) != 1:
                best = ratio
            before = upto
        if compare(real(before), allowed) != 1:
            best = Fraction(1)
        return greatest([ONE, real(best)]).log()
    slack = np.asarray(delta, dtype=float) * (1 + _RELATIVE)
    if slack.ndim:
        slack = slack[..., None]
    loss, mass, _, _ = _falling(p, q)
    earlier = np.concatenate([np.zeros((*mass.shape[:-1], 1)), mass[..., :-1]], axis=-1)
    least = np.where(earlier <= slack, loss, math.inf).min(axis=-1)
    everything = mass[..., -1] <= np.squeeze(slack)
    return np.maximum(np.where(everything, 0.0, least), 0.0)


def total_variation(p: Law, q: Law) -> Number:
    """½ Σ |P(o) - Q(o)| = Σ max(0, P(o) - Q(o))."""
    if is_exact(p, q):
        return real(sum((a - b for a, b in zip(p, q, strict=True) if a > b), Fraction(0)))
    apart = np.subtract(np.asarray(p), np.asarray(q))
    return 0.5 * np.abs(apart, out=apart).sum(axis=-1)


def kl_divergence(p: Law, q: Law) -> Number:
    """Σ P(o) ln P(o)/Q(o), infinite if P gives an output that Q does not."""
    if is_exact(p, q):
        if any(a and not b for a, b in zip(p, q, strict=True)):
            return INFINITY
        losing = [(a, a / b) for a, b in zip(p, q, strict=True) if a and a != b]
        return combined_logs(losing)
    if not in_logs(p, q):
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            terms = np.divide(np.asarray(p), np.asarray(q))
            np.log(terms, out=terms)
            terms *= p
            total = terms.sum(axis=-1)
        if np.isfinite(total).all():  # no zero and no overflow; where a quotient underflows, the term is nothing beside the sum
            return total
    loss = losses(p, q)
    with np.errstate(invalid="ignore"):
        return np.where(loss > -math.inf, np.where(loss == math.inf, math.inf, np.asarray(p) * loss), 0.0).sum(axis=-1)


def renyi_divergence(p: Law, q: Law, alpha: Any) -> Number:
    """D_α(P‖Q) = ln(Σ P^α Q^(1-α))/(α-1) for α > 0; Kullback-Leibler at 1, the largest loss at ∞ (van Erven & Harremoës 2014)."""
    if is_exact(p, q):
        order = real(alpha)
        if order.infinite:
            return max_divergence(p, q)
        if order.rational == 1:
            return kl_divergence(p, q)
        if any(a and not b for a, b in zip(p, q, strict=True)) and order > 1:
            return INFINITY
        parts = [(a, a / b) for a, b in zip(p, q, strict=True) if a and b]
        power = order - 1
        if power.rational is not None and power.rational.denominator == 1 and abs(power.rational) * len(parts) < _DIGITS:
            return log_of(sum((a * r ** int(power.rational) for a, r in parts), Fraction(0))) / power
        return _sum_of(parts, lambda a, r: _arb(a) * (power.ball(flint.ctx.prec) * _arb(r).log()).exp()).log() / power
    alpha = float(alpha)
    if alpha == math.inf:
        return max_divergence(p, q)
    if alpha == 1:
        return kl_divergence(p, q)
    if alpha > 1 and not in_logs(p, q):
        moment = _moment(p, q, alpha)
        if (np.isfinite(moment) & (moment > _FAR)).all():
            return np.log(moment) / (alpha - 1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = log_moment(p, q, alpha) / (alpha - 1)
        loss = losses(p, q)
        near = np.abs(alpha - 1) * np.abs(np.where(np.isfinite(loss), loss, 0.0)).max(axis=-1) < NEAR
        if not near.any():
            return found
        # Σ P^α Q^(1-α) - ΣP, term by term: where all terms are next to P's the sum itself has lost the digits that count
        moved = np.where(np.asarray(p) > 0, np.asarray(p) * np.expm1((alpha - 1) * loss), 0.0).sum(axis=-1)
        infinite = (loss == math.inf).any(axis=-1) & (alpha > 1)
        return np.where(near & ~infinite, np.log1p(moved) / (alpha - 1), np.where(infinite, math.inf, found))


NEAR = 0.1
"""Below this, |α - 1| times the largest loss calls for a sum of differences."""
_FAR = 1.2
"""More than the largest moment of a pair whose losses times |α - 1| are below NEAR."""


def _moment(p: Law, q: Law, alpha: float) -> NDArray[np.float64]:
    """Σ P (P/Q)^(α-1) for α > 1, not finite where a term overflows; it is at least 1, and a term that underflows is nothing."""
    with np.errstate(all="ignore"):
        terms = np.divide(np.asarray(p), np.asarray(q))
        if alpha != 2:
            np.power(terms, alpha - 1, out=terms)
        terms *= p
        found: NDArray[np.float64] = terms.sum(axis=-1)
    return found


_DIGITS = 2_048
"""So many powers of likelihood ratios are added up as fractions, whose digits add up, too."""


def log_moment(p: Law, q: Law, alpha: float) -> NDArray[np.float64]:
    """ln Σ P^α Q^(1-α) for floats, without overflow; inf where α > 1 and P gives an output that Q does not."""
    with np.errstate(invalid="ignore"):
        lp, lq = logs_of(p), logs_of(q)
        exponents = np.where(lp > -math.inf, alpha * lp + (1 - alpha) * lq, -math.inf)
    if alpha < 1:
        exponents = np.where(lq > -math.inf, exponents, -math.inf)
    top = exponents.max(axis=-1)
    finite = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(over="ignore", divide="ignore"):
        return np.where(top == math.inf, math.inf, finite + np.log(np.exp(exponents - finite[..., None]).sum(axis=-1)))


def loss_range(p: Law, q: Law) -> Number:
    """max - min of the loss over the outputs that either gives: what range-bounded privacy bounds."""
    if is_exact(p, q):
        pairs = [(a, b) for a, b in zip(p, q, strict=True) if a or b]
        if any(not a or not b for a, b in pairs):
            return INFINITY
        each = [a / b for a, b in pairs]
        return log_of(max(each) / min(each))
    if not in_logs(p, q):
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            quotients = np.divide(np.asarray(p), np.asarray(q))
            ends = np.log(quotients.max(axis=-1)), np.log(quotients.min(axis=-1))
        if np.isfinite(ends).all() and np.abs(ends).max() < _ORDINARY:
            return ends[0] - ends[1]
    there, back = losses(p, q), losses(q, p)
    given = (there > -math.inf) | (back > -math.inf)
    top, low = (np.where(given, x, -math.inf).max(axis=-1) for x in (there, back))
    return top + low


_ORDINARY = 690.0
"""Losses below this are those of quotients without underflow."""


def combined_logs(terms: list[tuple[Fraction, Fraction]]) -> Real:
    """Σ c·ln r over pairs (c, r) of rational numbers, r > 0: enclosed in one step, and compared with its like exactly."""
    if not terms:
        return ZERO
    logs: dict[Fraction, Fraction] = {}
    for factor, argument in terms:
        logs[argument] = logs.get(argument, Fraction(0)) + factor
    combination = LogCombination(Fraction(0), {r: c for r, c in logs.items() if c})
    return Real(enclose=lambda _: sum((_arb(c) * _arb(r).log() for r, c in logs.items()), flint.arb(0)), combination=combination)


def _sum_of(terms: list[tuple[Fraction, Fraction]], term: Callable[[Fraction, Fraction], Ball]) -> Real:
    """The enclosure of a sum over outputs, in one step (nested sums of lazy numbers would be slow)."""
    if not terms:
        return ZERO
    return Real(enclose=lambda _: sum((term(a, r) for a, r in terms), flint.arb(0)))


def _arb(value: Fraction) -> Ball:
    return flint.arb(flint.fmpq(value.numerator, value.denominator))
