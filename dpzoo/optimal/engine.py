"""The best possible conversion: choose the theorem that solves a pair of notions, and give its answer.

>>> from dpzoo.optimal.engine import optimal
>>> best = optimal({"renyi-dp": {"alpha": 2, "epsilon": 1}}, "approximate-dp", {"delta": 1e-6})
>>> round(best.upper, 9), best.certified
(12.970543379, True)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import flint

from dpzoo.optimal.cells import Cells
from dpzoo.optimal.certify import BITS, UncertifiedError
from dpzoo.optimal.optimum import EQUAL, Found, NoReductionError, Optimum, Status, ends
from dpzoo.optimal.primitives import RatioConstraint
from dpzoo.optimal.question import Asked, asked
from dpzoo.optimal.sources import guarantee
from dpzoo.optimal.targets import solve
from dpzoo.relations.guarantees import GuaranteeError

_PRECISIONS: Final = (BITS, 2_600, 40_000, 400_000)
_DIGITS_PER_LOSS: Final = 8
"""Bits that tell a pair of this loss from one beside it; where more are there, still more do not help."""
_WRITABLE: Final = 14_000
"""Bits of an integer that Python writes in decimals."""
_NOTHING: Final = 1e-280
_BEYOND_FLOATS: Final = "the search for the worst pair meets numbers beyond the range of floating-point numbers"
_FAILED: Final = "the search for the worst pair did not succeed"
_CONTRADICTION: Final = "the two ends that were found contradict each other"
_PROBABILITIES: Final = ("delta", "delta_a", "delta_p")
Source = Mapping[str, Mapping[str, Any]] | Sequence[tuple[str, Mapping[str, Any]]]


def optimal(source: Source, target: str, fixed: Mapping[str, Any] | None = None) -> Optimum:
    """The least value of the one parameter of ``target`` that is not ``fixed``, over all mechanisms that meet ``source``.

    ``source`` maps ids of notions to parameters, or lists such pairs; several are a conjunction. Numbers may be ints, floats
    (their shortest decimal is meant), fractions or :class:`~dpzoo.numbers.real.Real`. For f-DP, ``source`` takes ``f``, the
    corners of a piecewise linear trade-off curve, and the target takes ``x``, the false-alarm probability; the answer is then
    the greatest power, one minus the curve. Raises GuaranteeError if an argument is not a guarantee.
    """
    parts = tuple(source.items()) if isinstance(source, Mapping) else tuple(source)
    question = asked(target, fixed or {})
    given = guarantee(parts)
    shown = tuple((n, dict(v)) for n, v in parts)

    def report(status: Status, found: Found | None, note: str) -> Optimum:
        if found is not None and (found.lower > found.upper or found.lower.is_nan() or found.upper.is_nan()):
            status, found, note = Status.UNKNOWN, None, _CONTRADICTION
        low, high = ends(found) if found is not None else (0.0, float("inf"))
        pair = found.pair if found is not None else None
        if pair is None and found is not None and found.lower == found.upper and (high == 0 or low == math.inf):
            pair = EQUAL
        if (
            pair is not None
            and not isinstance(pair, Cells)
            and any(x.denominator.bit_length() > _WRITABLE for x in pair.p + pair.q)
        ):
            pair = None
        if status is not Status.INFINITE and (question.parameter in _PROBABILITIES or target == "total-variation-privacy"):
            low, high = min(low, 1.0), min(high, 1.0)  # what an enclosure adds beyond certainty
        return Optimum(
            shown,
            target,
            dict(fixed or {}),
            question.parameter,
            status,
            low,
            high,
            found.certified if found is not None else status is Status.INFINITE,
            found.theorem if found is not None else "T8",
            pair,
            found.dual if found is not None else None,
            note,
        )

    with flint.ctx.workprec(max(BITS, flint.ctx.prec)):
        try:
            answer = _solved(given, question)
        except NoReductionError as error:
            if error.best is None or not _narrow(error.best):
                return report(Status.UNKNOWN, error.best, str(error))
            answer = error.best
        except (OverflowError, ZeroDivisionError):
            return report(Status.UNKNOWN, None, _BEYOND_FLOATS)
        except ArithmeticError as error:
            return report(Status.UNKNOWN, None, str(error))
        except GuaranteeError:
            raise
        except (ValueError, RuntimeError):  # a logarithm of 0, or a root that is not found
            return report(Status.UNKNOWN, None, _FAILED)
        if isinstance(answer, str):
            return report(Status.INFINITE, None, answer)
        if not _narrow(answer):
            return report(Status.UNKNOWN, answer, "only these two ends are known")
        status = Status.ATTAINED if answer.attained or answer.upper == 0 else Status.LIMIT  # equal laws need 0
        return report(status, answer, answer.note)


def _narrow(found: Found) -> bool:
    """Whether an enclosure is an answer: to nearly all digits of a float, or below all floats that count."""
    if not found.upper.is_finite():
        return not found.lower.is_finite()
    return found.narrow or bool(found.upper < flint.arb(_NOTHING))


def _solved(given: RatioConstraint, question: Asked) -> Found | str:
    """With more digits where probabilities are so small that the usual ones do not tell them from 0."""
    for bits in _PRECISIONS[:-1]:
        try:
            with flint.ctx.workprec(bits):
                return solve(given, question)
        except UncertifiedError as error:
            if error.loss * _DIGITS_PER_LOSS < bits:
                raise
    with flint.ctx.workprec(_PRECISIONS[-1]):
        return solve(given, question)
