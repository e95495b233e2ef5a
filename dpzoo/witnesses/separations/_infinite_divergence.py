"""An infinite divergence is not a multiple of a finite d.

Extended divergence DP with a proper d asks for a finite divergence on some ordered pair of datasets.
"""

from __future__ import annotations

from dpzoo.witnesses.prelude import *


def infinite_on(check: Check, m: FiniteMechanism, pairs: Iterable[Any]) -> None:
    """On each of these pairs the Kullback–Leibler divergence is infinite."""
    for pair in pairs:
        at = " against ".join(map(show_dataset, pair))
        check.least("extended-divergence-dp", m, INFINITY, at, f="kl", d={pair: 1})


def infinite_everywhere(check: Check, m: FiniteMechanism, f: Any) -> None:
    """On every ordered pair the divergence for f is infinite, so no level of extended divergence DP holds."""
    asked = [notions["extended-divergence-dp"].tightest(m, f=f, d={pair: 1}) for pair in permutations(m.datasets, 2)]
    text = "extended-divergence-dp: the divergence is infinite on every ordered pair"
    check.true(text, all(t.value.infinite for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is not a multiple of a finite d")
