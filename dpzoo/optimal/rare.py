"""Mean-concentrated pairs of a rare large loss beside a randomised response: lower ends where no search settles (theory, T23)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from dpzoo.numbers.late import np
from dpzoo.numbers.real import Ball, Real
from dpzoo.numbers.roots import root
from dpzoo.optimal.centred_pair import meets, numbers, table_of
from dpzoo.optimal.certify import arb
from dpzoo.optimal.optimum import Pair
from dpzoo.optimal.pair_search import unaimed
from dpzoo.optimal.primitives import Mean
from dpzoo.optimal.trimming import meets_after

_INSIDE: Final = 2.0**-24
_SHARES: Final = (1.0, 0.85, 0.5)
_ABOVE: Final = (1.05, 2.0, 10.0, 30.0)
_MASSES: Final = (0.1, 0.01, 1e-4, 1e-8)
_FINE: Final = 1000


def pairs_with_rare_loss(part: Mean, near: Sequence[Real] = ()) -> Iterator[Pair]:
    """Some that certainly meet the source, with rare outputs a little likelier than each probability of ``near``, and others."""
    for mass in (*(float(x) * k for x in near for k in _ABOVE), *_MASSES):
        pair = _with(part, mass) if 0 < mass < 0.5 else None
        if pair is not None and meets(part, pair):
            yield pair


def _with(part: Mean, mass: float) -> Pair | None:
    """The largest loss of that mass, beside a randomised response that leaves it the most room."""
    tau = float(part.tau) * (1 - _INSIDE / 2)
    mu = min(float(part.mu) * (1 - _INSIDE), tau * tau / 2)
    most = root(lambda u: u * math.tanh(u / 2) - mu, 0.0, 1 + 2 * math.sqrt(mu) + 2 * mu)
    best: tuple[float, Any] | None = None
    search = unaimed(mu, tau)

    def room(loss: float, u: float) -> float:
        return search.least(place(loss, u))

    def place(loss: float, u: float) -> Any:
        log_p = np.array([math.log(mass / (1 - mass)) + np.logaddexp(0, -u), 0.0, -u])
        return numbers(log_p, np.array([loss, u, -u]))

    for share in _SHARES:
        u = most * share
        low, high = u * (1 + 1e-6), u + 2 * tau * math.sqrt(-2 * math.log(mass))
        if room(low, u) < 0:
            continue
        loss = high if room(high, u) >= 0 else root(partial(room, u=u), low, high)
        if best is None or loss > best[0]:
            best = loss, place(loss, u)
    return table_of(best[1]) if best is not None else None


def neediest(pairs: Iterable[Pair], needs: Callable[[Pair], Ball | None]) -> tuple[Ball, Pair] | None:
    """The pair that needs the most, and how much."""
    best: tuple[Ball, Pair] | None = None
    for pair in pairs:
        value = needs(pair)
        if value is not None and value.is_finite() and (best is None or value > best[0]):
            best = value, pair
    return best


def share_to_set_aside(pairs: Iterable[Pair], xi: Real, rho: Real) -> tuple[Ball, Pair] | None:
    """A share that is not enough for (ξ, ρ)-zCDP to hold of what is left, of the pair that needs the most."""
    best, worst = Fraction(0), None
    for pair in pairs:
        if meets_after(pair, best, xi, rho, outside=False):
            continue
        low, high = best, Fraction(1)
        while high - low > high / _FINE:
            middle = (low + high) / 2
            low, high = (low, middle) if meets_after(pair, middle, xi, rho, outside=False) else (middle, high)
        best, worst = low, pair
    return (arb(best), worst) if worst is not None else None
