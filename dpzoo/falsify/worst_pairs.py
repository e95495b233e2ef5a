"""The hardest mechanism for a claim: the pair of output laws that attains the best possible conversion."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.expressions import Expression
from dpzoo.expressions.errors import EvaluationError
from dpzoo.optimal.engine import optimal
from dpzoo.optimal.sources import SOURCES
from dpzoo.optimal.targets import TARGETS
from dpzoo.relations.guarantees import GuaranteeError

_AMOUNTS: Final = (0.02, 0.1, 0.5, 1.0, 2.0, 4.0)
_OUTPUTS: Final = 6
_DENOMINATOR: Final = 10**12


def known(subject: str, target: str) -> bool:
    """Whether the engine knows both notions."""
    return subject in SOURCES and target in TARGETS


def worst_pair(
    rng: np.random.Generator,
    subject: str,
    names: tuple[str, ...],
    target: str,
    map: Mapping[str, Expression],
    values: Mapping[str, Any],
    free: Mapping[str, Any],
) -> FiniteMechanism | None:
    """The attaining pair at the source's ``values``, the missing one drawn, for one of the map's parameters, if there is one."""
    source = {n: float(values[n]) if n in values else float(rng.choice(_AMOUNTS)) for n in names}
    point = {**source, **{n: float(x) for n, x in free.items()}}
    asked = [n for n in map if n not in ("alpha", "omega", "k")]
    if not asked:
        return None
    wanted = asked[int(rng.integers(len(asked)))]
    try:
        fixed = {n: e.evaluate(point) for n, e in map.items() if n != wanted}
        if any(math.isnan(x) for x in fixed.values()):
            return None
        best = optimal([(subject, source)], target, fixed)
    except (GuaranteeError, EvaluationError):
        return None
    if best.pair is None or not 2 <= len(best.pair.p) <= _OUTPUTS:
        return None
    rows = [_rounded(row) for row in (best.pair.p, best.pair.q)]
    return FiniteMechanism([(0,), (1,)], list(range(len(rows[0]))), rows)


def _rounded(row: Sequence[Fraction]) -> list[Fraction]:
    """Short fractions: the premise is measured on the mechanism again, so nothing depends on their last digits."""
    found = [Fraction(round(x * _DENOMINATOR), _DENOMINATOR) for x in row]
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return found
