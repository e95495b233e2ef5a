"""A pair of two or three outputs by ln P, ln Q and its losses, and the moments that mean-concentrated DP bounds (theory, T23)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import flint

from dpzoo.numbers.late import Late
from dpzoo.optimal.certify import arb
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.testing import fraction

if TYPE_CHECKING:
    import numpy as np
else:
    np = Late("numpy")

_SMALL_POWER: Final = 0.1
_SERIES: Final = tuple(1 / math.factorial(n + 2) for n in range(11))
"""e^x - 1 - x over x²."""
_FOLLOWED: Final = 6
_NEAR_1: Final = 0.5


def log_sum(x: Any) -> Any:
    """ln Σ e^x over the last axis, for complex numbers, too."""
    top = np.maximum.reduce(x.real, axis=-1, keepdims=True)
    return np.log(np.add.reduce(np.exp(x - top), axis=-1)) + top[..., 0]


def laws(z: Any) -> tuple[Any, Any, Any]:
    """ln P, ln Q and the losses: logits beside the second output's, and losses beside it, moved so that Q is a law."""
    half = z.shape[-1] // 2
    logits = np.zeros((*z.shape[:-1], half + 1), z.dtype)
    places = np.zeros_like(logits)
    logits[..., ::2], places[..., ::2] = z[..., :half], z[..., half:]
    log_p = logits - log_sum(logits)[..., None]
    with np.errstate(over="ignore", invalid="ignore"):
        more = np.add.reduce(np.exp(log_p) * np.expm1(-places), axis=-1)
    near = np.abs(more) < _NEAR_1  # losses may be much smaller than what rounding takes from 1
    moved = np.where(near, np.log1p(np.where(near, more, 0.0)), log_sum(log_p - places))
    loss = places + moved[..., None]
    return log_p, log_p - loss, loss


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

    With the outputs' probabilities p and q, ln P changes by δ - p with the logits, the loss by q - p; with the losses beside the
    second one's ln P does not, and the loss changes by δ - q. The second one's numbers are kept at 0.
    """

    def __init__(self, z: Any, tau: float) -> None:
        log_p, log_q, self.loss = laws(z)
        self.logs, self.tau = np.stack([log_p, log_q]), tau
        self.law = np.exp(self.logs)
        self.mean = np.array([self.law[0] @ self.loss, -(self.law[1] @ self.loss)])
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
        (p, q), size = self.law, len(self.loss)
        one = np.eye(size)[:, ::2]
        log_p, loss = np.zeros((2, size, 2 * size - 2))
        log_p[:, : size - 1] = one - p[::2]
        loss[:, : size - 1], loss[:, size - 1 :] = (q - p)[::2], one - q[::2]
        return (log_p, log_p - loss), (loss, -loss)

    def _means(self) -> list[Any]:
        """The derivatives of both means."""
        places = (self.loss, -self.loss)
        return [law @ (x[:, None] * log + move) for law, x, log, move in zip(self.law, places, *self._first(), strict=True)]

    def slopes(self, at: Exponents, mu: float) -> Any:
        """The derivatives of it."""
        k, (logs, signed), means = at.direct, self._first(), self._means()
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
        k, (logs, signed), means = at.direct, self._first(), self._means()
        (p, q), half = self.law, len(self.loss) - 1
        spread, twisted = (np.diag(x) - np.outer(x, x) for x in (p[::2], q[::2]))
        none = np.zeros((half, half))
        of_p, of_loss = np.block([[-spread, none], [none, none]]), np.block([[twisted - spread, -twisted], [-twisted, twisted]])
        tilted, centred, value = self._tilted(at)
        found = np.zeros_like(of_p)
        for j, (rows, twice, bent) in enumerate(((slice(None, k), of_p, of_loss), (slice(k, None), of_p - of_loss, -of_loss))):
            log, law, c = logs[j], self.law[j][:, None], self.centred[j][:, None]
            both = log.T @ (law * signed[j])
            mean = log.T @ (law * (c + self.mean[j]) * log) + both + both.T + self.mean[j] * twice + bent
            w, s = tilted[rows], at.s[rows]
            bend = _bends_of_peaks(
                w, s, centred[rows], value[rows], log + s[:, None, None] * (signed[j] - means[j]), signed[j] - means[j]
            )
            bend += (twice + s[:, None, None] * (bent - mean)) / s[:, None, None] ** 2
            found -= np.tensordot(weights[: len(at.s)][rows], bend, 1) / self.tau**2
            move = signed[j] - means[j]
            both = log.T @ (law * c * move)
            square = log.T @ (law * c**2 * log) + (law * c**2).sum() * twice + 2 * (both + both.T + move.T @ (law * move))
            found -= weights[len(at.s) + j] * square / 2 / self.tau**2 + weights[len(at.s) + 2 + j] * mean / mu
        return found


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
    log_p = [math.log(x) for x in pair.p]
    loss = [a - math.log(x) for a, x in zip(log_p, pair.q, strict=True)]
    return np.array([*(x - log_p[1] for x in log_p[::2]), *(x - loss[1] for x in loss[::2])])


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
