"""What a guarantee says about two neighbours, from everything that it implies: the whole privacy profile, not one (ε, δ) of it.

How often the best guess is right depends on the excess at the prior's odds alone; the power of a test is the least over all
(ε, δ) that follow. Each is sought anew over all ways to approximate and to Gaussian DP (:mod:`dpzoo.relations.conversion`).
``site/assets/promise.js`` does the same for the website.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from dpzoo.meaning.named_formulas import FORMULAS, upper
from dpzoo.meaning.promise import LARGEST, PrivacyRegion, check_prior, gaussian_ceiling, gaussian_power
from dpzoo.relations.conversion import Converter
from dpzoo.relations.guarantees import NoWayError, NumericGuarantee

APPROXIMATE = "approximate-dp"
GAUSSIAN = "gaussian-dp"
DISTANCE = "total-variation-privacy"


@dataclass(frozen=True, slots=True)
class Profiled(PrivacyRegion):
    """A promise whose bounds are the best that the recorded maps give for a guarantee; ``pairs`` are two such bounds."""

    source: NumericGuarantee = field(kw_only=True)
    converter: Converter = field(kw_only=True, repr=False, compare=False)

    def power(self, level: float) -> float:
        """The best power of a test whose false-alarm probability is ``level``, at most."""
        found = [PrivacyRegion.power(self, level)]
        for measure in ("power-steep", "power-flat"):
            best = self.converter.least(self.source, APPROXIMATE, FORMULAS[measure].expression, {"level": level})
            if best is not None:
                found.append(best[0])
        mu = gaussian(self.converter, self.source)
        return min([1.0, *found, *([gaussian_power(mu, level)] if mu is not None else [])])

    def ceiling(self, prior: float = 0.5) -> float:
        """How often an attacker who gives the secret this probability guesses right, at most."""
        check_prior(prior)
        found = [PrivacyRegion.ceiling(self, prior), 1.0]
        # a smaller ε is a worse guarantee: the odds are rounded towards 0
        odds = abs(math.log(prior / (1 - prior))) * (1 - 1e-15)
        delta = excess(self.converter, self.source, min(odds, LARGEST))
        if delta is not None:
            found.append(upper("ceiling-profile", prior=prior, delta=delta))
        mu = gaussian(self.converter, self.source)
        return min(found if mu is None else [*found, gaussian_ceiling(mu, prior)])


def excess(converter: Converter, source: NumericGuarantee, epsilon: float) -> float | None:
    """The least δ that the recorded maps give at an ε without side conditions; None if they give none.

    The total variation bounds it at every ε, and is often reached by a way that ends before (0, δ)-DP.
    """
    found = [_plain(converter, source, APPROXIMATE, "delta", epsilon=epsilon), _plain(converter, source, DISTANCE, "epsilon")]
    return min((x for x in found if x is not None), default=None)


def gaussian(converter: Converter, source: NumericGuarantee) -> float | None:
    """The least μ of Gaussian DP that the recorded maps give without side conditions; None if they give none."""
    return _plain(converter, source, GAUSSIAN, "mu")


def _plain(converter: Converter, source: NumericGuarantee, target: str, wanted: str, **fix: float) -> float | None:
    if target not in converter:
        return None
    try:
        found = converter.convert(source, target, fix)
    except NoWayError:
        return None
    return found[0].target.values[wanted] if found and not found[0].conditions else None
