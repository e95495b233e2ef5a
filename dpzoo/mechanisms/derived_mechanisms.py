"""Rules that build mechanisms from others, applied to randomised response, which is the worst case of every pure guarantee."""

from __future__ import annotations

import itertools
import math

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.numbers import Number, exponential, finite, plain, whole
from dpzoo.mechanisms.registry import instance
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real

TWO = real(2)


def _answers(epsilon: Real, times: int, name: str) -> FiniteMechanism:
    """Randomised responses with loss ε on one bit, of which only the number of ones is shown: it is sufficient."""
    truth = 1 / (1 + 1 / exponential(epsilon))

    def law(bit: int) -> dict[int, Number]:
        one = truth if bit else 1 - truth
        return {c: math.comb(times, c) * one**c * (1 - one) ** (times - c) for c in range(times + 1)}

    return finite({(b,): law(b) for b in (0, 1)}, name)


@instance("basic-composition")
def basic_composition(epsilon: Real, k: Real = TWO) -> FiniteMechanism:
    """k randomised responses with loss ε about the same bit, shown by the number of ones."""
    return _answers(epsilon, whole(k, "k", 1, 60), "k answers")


@instance("optimal-composition")
def optimal_composition(epsilon: Real, k: Real = TWO) -> FiniteMechanism:
    """k randomised responses with loss ε about the same bit, shown by the number of ones: the worst case of the rule."""
    return _answers(epsilon, whole(k, "k", 1, 60), "k answers")


@instance("parallel-composition")
def parallel_composition(epsilon: Real) -> FiniteMechanism:
    """Two parts, chosen by the record; in each part the noisy count (discrete Laplace with loss ε), collapsed to two values."""
    r = 1 / exponential(epsilon)
    stay, move = 1 / (1 + r), r / (1 + r)
    rows = {}
    for d in ((), ("left",), ("right",)):
        laws = [{1: stay, 0: move} if part in d else {0: stay, 1: move} for part in ("left", "right")]
        rows[d] = {(a, b): laws[0][a] * laws[1][b] for a, b in itertools.product((0, 1), repeat=2)}
    return finite(rows, "parallel composition")


@instance("subsampling")
def subsampling(epsilon: Real, q: Real) -> FiniteMechanism:
    """At most one record, kept with probability q; then a randomised response with loss ε about whether there is one."""
    truth = 1 / (1 + 1 / exponential(epsilon))
    rate = plain(q)
    if not 0 < rate <= 1:
        raise BlockError(f"q is {q}; a record is kept with a probability above 0 and at most 1")
    here = rate * truth + (1 - rate) * (1 - truth)
    return finite({(): {"yes": 1 - truth, "no": truth}, (1,): {"yes": here, "no": 1 - here}}, "subsampled response")
