"""A pair of two or three outputs by ln P, ln Q and its losses, and the moments that mean-concentrated DP bounds (theory, T23)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.numbers.late import np
from dpzoo.optimal.certify import arb
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.testing import fraction

_SMALL_POWER: Final = 0.1
_SERIES: Final = tuple(1 / math.factorial(n + 2) for n in range(11))
"""e^x - 1 - x over x²."""
_MEAN: Final = tuple((n + 1) / math.factorial(n + 2) for n in range(11))
"""L e^L - e^L + 1 over L²."""
_FOLLOWED: Final = 6
_NEAR_1: Final = 0.5


def log_sum(x: Any) -> Any:
    """ln Σ e^x over the last axis, for complex numbers, too."""
    top = np.maximum.reduce(x.real, axis=-1, keepdims=True)
    return np.log(np.add.reduce(np.exp(x - top), axis=-1)) + top[..., 0]


def laws(z: Any) -> tuple[Any, Any, Any]:
    """ln P, ln Q and the losses of odds under P, and of what they are more than under Q; losses fall.

    The first number is ln of the odds of the first output, the second one, if there are three outputs, of the last beside the
    second: what is said of a rare first output says nothing of the others.
    """
    half = z.shape[-1] // 2
    odds, more = z[..., :half], z[..., half:]
    (first, rest), (x, y) = _shares_and_losses(odds[..., 0], more[..., 0])
    log_p, loss = [first, rest], [x, y]
    if half > 1:
        (last, second), (v, w) = _shares_and_losses(odds[..., 1], more[..., 1])
        log_p, loss = [first, rest + second, rest + last], [x, y + w, y + v]
    p, places = np.stack(log_p, axis=-1), np.stack(loss, axis=-1)
    return p, p - places, places


def _shares(odds: Any) -> tuple[Any, Any]:
    """ln of what those with these ln odds have, and of the rest."""
    sign = np.where(odds.real > 0, 1, -1)
    less = np.log1p(np.exp(-sign * odds))
    return np.where(sign > 0, -less, odds - less), np.where(sign > 0, -odds - less, -less)


def _shares_and_losses(odds: Any, more: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The same, and the losses of both where ln odds fall by ``more`` to Q: the likelier one's without cancellation."""
    first, rest = _shares(odds)
    likely = odds.real > 0
    fall = np.where(likely, -more, more)
    with np.errstate(over="ignore", invalid="ignore"):
        change = np.exp(np.where(likely, rest, first)) * np.expm1(-fall)
    near = np.abs(change) < _NEAR_1  # losses may be much smaller than what rounding takes from 1
    loss = np.log1p(np.where(near, change, 0.0))
    if not near.all():
        at_q = _shares(odds - more)
        loss = np.where(near, loss, np.where(likely, first - at_q[0], rest - at_q[1]))
    return (first, rest), (np.where(likely, loss, loss + fall), np.where(likely, loss + fall, loss))


def numbers(log_p: Any, loss: Any) -> Any:
    """What :func:`laws` makes them of, whatever is added to all of ``log_p``, or to all losses."""
    first = log_p[..., 0] - log_sum(log_p[..., 1:])
    more = loss[..., 0] - loss[..., 1]
    if loss.shape[-1] == 2:
        return np.stack([first, more], axis=-1)
    odds, apart = log_p[..., 2] - log_p[..., 1], loss[..., 2] - loss[..., 1]
    return np.stack([first, odds, more + _shares_and_losses(odds, apart)[1][1], apart], axis=-1)


@dataclass(frozen=True, slots=True)
class Exponents:
    """The exponents s of both orders of the pair, those of the direct one first."""

    s: Any
    direct: int
    """How many belong to the direct order."""

    def joined(self, more: Exponents) -> Exponents:
        """Those of both."""
        k, j = self.direct, more.direct
        return Exponents(np.concatenate([self.s[:k], more.s[:j], self.s[k:], more.s[j:]]), k + j)


class Centred:
    """A pair of two or three outputs by its losses' deviations from their mean: moments, and how they change with its numbers.

    Both laws are the same function of ln odds; with the second half of the numbers those of Q fall.
    """

    def __init__(self, z: Any, tau: float) -> None:
        log_p, log_q, self.loss = laws(z)
        self.logs, self.tau = np.stack([log_p, log_q]), tau
        self.law = np.exp(self.logs)
        p, q = self.law
        self.mean = np.array([_mean(p, q, self.loss), _mean(q, p, -self.loss)])
        self.centred = np.stack([self.loss - self.mean[0], -self.loss - self.mean[1]])

    def _tilted(self, at: Exponents) -> tuple[Any, Any, Any]:
        """Tilted laws, their losses, and ln of the moments."""
        k = at.direct
        centred = np.empty((len(at.s), len(self.loss)))
        centred[:k], centred[k:] = self.centred
        power = at.s[:, None] * centred
        power[:k] += self.logs[0]
        power[k:] += self.logs[1]
        top = np.maximum.reduce(power, axis=1)
        weight = np.exp(power - top[:, None])
        total = np.add.reduce(weight, axis=1)
        value, small = np.log(total) + top, np.flatnonzero(np.abs(at.s) * np.abs(centred).max(axis=1) < _SMALL_POWER)
        if len(small):  # of e^x - 1 - x, since the mean of x is 0
            x = at.s[small, None] * centred[small]
            law = self.law[(small >= k).astype(int)]
            value[small] = np.log1p((law * x * x * np.polynomial.polynomial.polyval(x, _SERIES)).sum(axis=1))
        return weight / total[:, None], centred, value

    def used(self, at: Exponents) -> Any:
        """ln E e^{s(L - m)}/(sτ)²."""
        return self._tilted(at)[2] / (at.s * self.tau) ** 2

    def peaks(self, at: Exponents) -> Exponents:
        """The exponents close to these at which it is locally the largest, by Newton's method: sΛ' = 2Λ there."""
        s = at.s
        for _ in range(_FOLLOWED if len(s) else 0):
            weight, centred, value = self._tilted(Exponents(s, at.direct))
            first = (weight * centred).sum(axis=1)
            second = (weight * centred**2).sum(axis=1) - first**2
            miss, bend = s * first - 2 * value, s * second - first
            step = np.where(bend * s < 0, -miss / np.where(bend == 0, 1.0, bend) / s, 0.0)  # only where it bends down
            s = s * (1 + np.clip(step, -0.1, 0.1))
            if not (np.abs(step) > 1e-6).any():  # what is left is about its square
                break
        return Exponents(s, at.direct)

    def room(self, at: Exponents, mu: float) -> Any:
        """What must not be negative: ½ - ln E e^{s(L - m)}/(sτ)², at s → 0, too, and 1 - m/μ in both orders."""
        spread = (self.law * self.centred**2).sum(axis=1) / 2 / self.tau**2
        return np.concatenate([0.5 - self.used(at), 0.5 - spread, 1 - self.mean / mu])

    def _first(self) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        """The derivatives of ln P and ln Q, and of the loss and its negative."""
        p, q = map(_first_of_law, self.law)
        none = np.zeros_like(p)
        log_p, log_q = np.hstack([p, none]), np.hstack([q, -q])
        return (log_p, log_q), (log_p - log_q, log_q - log_p)

    def _second(self) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        """The second derivatives of the same."""
        size, half = len(self.loss), len(self.loss) - 1
        log_p, log_q = np.zeros((2, size, 2 * half, 2 * half))
        for k in range(half):
            j = k + half
            of_p, of_q = (_second_of_law(law)[:, k] for law in self.law)
            log_p[:, k, k] = of_p
            log_q[:, k, k] = log_q[:, j, j] = of_q
            log_q[:, k, j] = log_q[:, j, k] = -of_q
        return (log_p, log_q), (log_p - log_q, log_q - log_p)

    def slopes_of_means(self) -> list[Any]:
        """The derivatives of both means."""
        places = (self.loss, -self.loss)
        return [law @ (x[:, None] * log + move) for law, x, log, move in zip(self.law, places, *self._first(), strict=True)]

    def slopes(self, at: Exponents, mu: float) -> Any:
        """The derivatives of it."""
        k, (logs, signed), means = at.direct, self._first(), self.slopes_of_means()
        weight, centred, value = self._tilted(at)
        law, power = np.repeat(self.law, [k, len(at.s) - k], axis=0), at.s[:, None] * centred - value[:, None]
        near = np.abs(power) < _SMALL_POWER  # where ln P hardly tilts, e^x - 1 and e^x - 1 - x themselves
        curved = np.where(near, law * power**2 * np.polynomial.polynomial.polyval(power, _SERIES), weight - law * (1 + power))
        risen = np.where(near, law * np.expm1(np.where(near, power, 0.0)), weight - law)
        parts = []
        for j, rows in enumerate((slice(None, k), slice(k, None))):
            s = at.s[rows, None]
            parts.append(-(curved[rows] @ logs[j] + s * (risen[rows] @ (signed[j] - means[j]))) / (s * self.tau) ** 2)
        for j in (0, 1):
            c = self.centred[j][:, None]
            parts.append(-(self.law[j] @ (c**2 * logs[j] + 2 * c * signed[j]))[None] / 2 / self.tau**2)
        return np.concatenate([*parts, -np.stack(means) / mu])

    def bends(self, at: Exponents, mu: float, weights: Any) -> Any:
        """The second derivatives of its weighed sum, where these exponents are peaks and stay so as the numbers change."""
        k, (logs, signed), (twice, bent), means = at.direct, self._first(), self._second(), self.slopes_of_means()
        tilted, centred, value = self._tilted(at)
        found = np.zeros_like(twice[0][0])
        for j, rows in enumerate((slice(None, k), slice(k, None))):
            log, law, c = logs[j], self.law[j][:, None], self.centred[j][:, None]
            both = log.T @ (law * signed[j])
            mean = log.T @ (law * (c + self.mean[j]) * log) + both + both.T
            mean += np.tensordot(law[:, 0], (c + self.mean[j])[:, :, None] * twice[j] + bent[j], 1)
            w, s = tilted[rows], at.s[rows]
            bend = _bends_of_peaks(
                w, s, centred[rows], value[rows], log + s[:, None, None] * (signed[j] - means[j]), signed[j] - means[j]
            )
            own = np.tensordot(w, twice[j], 1) + s[:, None, None] * (np.tensordot(w, bent[j], 1) - mean)
            found -= np.tensordot(weights[: len(at.s)][rows], bend + own / s[:, None, None] ** 2, 1) / self.tau**2
            move = signed[j] - means[j]
            both = log.T @ (law * c * move)
            square = log.T @ (law * c**2 * log) + 2 * (both + both.T + move.T @ (law * move))
            square += np.tensordot(law[:, 0], c[:, :, None] ** 2 * twice[j] + 2 * c[:, :, None] * bent[j], 1)
            found -= weights[len(at.s) + j] * square / 2 / self.tau**2 + weights[len(at.s) + 2 + j] * mean / mu
        return found


def _mean(p: Any, q: Any, loss: Any) -> float:
    """Σ p·L as Σ q·(L e^L - e^L + 1), of which no term is negative: small losses cancel in the former."""
    small = np.abs(loss) < _SMALL_POWER
    near = np.where(small, loss, 0.0)
    return float(np.where(small, q * near * near * np.polynomial.polynomial.polyval(near, _MEAN), p * loss - p + q).sum())


def _first_of_law(law: Any) -> Any:
    """The derivatives of ln of a law by ln odds."""
    if len(law) == 2:
        return np.array([[law[1]], [-law[0]]])
    rest = law[1] + law[2]
    return np.array([[rest, 0.0], [-law[0], -law[2] / rest], [-law[0], law[1] / rest]])


def _second_of_law(law: Any) -> Any:
    """The second derivatives twice by the same; those by two are 0."""
    if len(law) == 2:
        return np.full((2, 1), -law[0] * law[1])
    rest = law[1] + law[2]
    own, other = -law[0] * rest, -law[1] * law[2] / rest**2
    return np.array([[own, 0.0], [own, other], [own, other]])


def _bends_of_peaks(w: Any, s: Any, c: Any, value: Any, g: Any, move: Any) -> Any:
    """The second derivatives of Λ(s)/s² at its peaks, but for those of its terms' exponents.

    Of tilted weights, exponents, deviations, Λ, the terms' exponents' derivatives, and these by s. Where s follows its peak,
    f_zz - f_zs f_zs'/f_ss with f = Λ/s².
    """
    mean, first, s = np.einsum("ki,kia->ka", w, g), (w * c).sum(axis=1), s[:, None]
    of_both = w @ move + np.einsum("ki,kia->ka", w * c, g) - first[:, None] * mean
    across = of_both / s**2 - 2 * mean / s**3
    along = ((w * c**2).sum(axis=1) - first**2) / s[:, 0] ** 2 - 4 * first / s[:, 0] ** 3 + 6 * value / s[:, 0] ** 4
    along = np.where(along < 0, along, -math.inf)[:, None, None]
    bend = np.einsum("ki,kia,kib->kab", w, g, g) - mean[:, :, None] * mean[:, None, :]
    return bend / s[:, :, None] ** 2 - across[:, :, None] * across[:, None, :] / along


def numbers_of(pair: Pair) -> Any:
    """What :func:`table_of` makes the pair of."""
    log_p, log_q = (np.array([math.log(x) for x in law]) for law in (pair.p, pair.q))
    return numbers(log_p, log_p - log_q)


def table_of(z: Any) -> Pair:
    """The outputs as fractions with these losses; what rounding leaves goes to the likeliest one."""
    log_p, log_q, loss = laws(z)
    p = [flint.arb(float(x)).exp() for x in log_p]  # of rare outputs rounding takes more from ln P and ln Q than from losses
    rows = []
    for law, exact in ((log_p, p), (log_q, [x / flint.arb(float(y)).exp() for x, y in zip(p, loss, strict=True)])):
        row = [fraction(x) for x in exact]
        k = int(np.argmax(law))
        row[k] = 1 - sum((x for j, x in enumerate(row) if j != k), Fraction(0))
        rows.append(tuple(row))
    return Pair(rows[0], rows[1])


def meets(part: Mean, pair: Pair) -> bool:
    """Whether a pair certainly is (μ, τ)-mean-concentrated.

    Exponents below -1 follow from those above 0 of the other order and from both means, at most τ²/2 (theory, T23).
    """
    from dpzoo.blocks.concentrated import is_subgaussian

    square, both = arb(part.tau * part.tau), ((pair.p, pair.q), (pair.q, pair.p))
    if not all((*pair.p, *pair.q)):
        return False
    means = [sum((arb(a) * arb(a / b).log() for a, b in zip(p, q, strict=True)), flint.arb(0)) for p, q in both]
    if not all(mean <= arb(part.mu).min(square / 2) for mean in means):
        return False
    laws = (tuple(np.array(x, dtype=object) for x in each) for each in both)
    return all(is_subgaussian(p, q, square, least=-1) for p, q in laws)
