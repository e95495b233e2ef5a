"""Persuasive privacy: how much better an output lets somebody predict the data, by a scoring rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.blocks.priors import Prior, mixture
from dpzoo.blocks.structures import PRIORS, Path, Structural, Structure
from dpzoo.notions.executable import Executable
from dpzoo.notions.results import Worst
from dpzoo.notions.scalar import BudgetedNotion, Measure, fraction_or_float, not_above
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import real

Law = Mapping[Dataset, Any]


def _logarithmic(prior: Law, posterior: Law, truth: Dataset) -> Any:
    ratio = posterior[truth] / prior[truth]
    return real(ratio).log() if isinstance(ratio, Fraction) else math.log(ratio)


def _quadratic(prior: Law, posterior: Law, truth: Dataset) -> Any:
    def score(law: Law) -> Any:
        return sum((w * w for w in law.values()), Fraction(0)) - 2 * law[truth]

    return fraction_or_float(score(prior) - score(posterior))


_RULES: Final[Mapping[str, Callable[[Law, Law, Dataset], Any]]] = MappingProxyType(
    {"logarithmic": _logarithmic, "quadratic": _quadratic}
)


def _rule(given: Any, _mechanism: FiniteMechanism, path: Path) -> str:
    if given not in _RULES:
        raise BlockError(f"{given!r} is none of the scoring rules {', '.join(_RULES)}", path)
    return str(given)


SCORE: Final = Structure("proper scoring rule", f"one of {', '.join(_RULES)}", _rule, lambda _: "logarithmic")


def _gains(mechanism: FiniteMechanism, structure: Structural, belief: Prior) -> dict[Dataset, list[tuple[Any, Any]]]:
    """For each dataset that the belief allows: every possible output's probability, and the score that is gained by it."""
    law = {d: w for d, w in belief.datasets.items() if w}
    mixed: Any = mixture(mechanism, law)
    found: dict[Dataset, list[tuple[Any, Any]]] = {d: [] for d in law}
    for k, total in enumerate(mixed):
        if total:
            posterior = {d: w * mechanism.row(d)[k] / total for d, w in law.items()}
            for d in law:
                if mechanism.row(d)[k]:
                    found[d].append((mechanism.row(d)[k], _RULES[SCORE.of(structure, "S")](law, posterior, d)))
    return found


def _gaining_more(mechanism: FiniteMechanism, structure: Structural, most: Any) -> Measure:
    best, worst = fraction_or_float(Fraction(0)) if mechanism.exact else 0.0, None
    for belief in PRIORS.of(structure, "Theta"):
        for d, gains in _gains(mechanism, structure, belief).items():
            share = sum((p for p, gain in gains if not not_above(gain, most)), Fraction(0))
            if float(share) > float(best):
                best, worst = fraction_or_float(share), Worst(show_dataset(d), belief.name)
    return Measure(best, worst)


def _all_gains(mechanism: FiniteMechanism, structure: Structural) -> list[Any]:
    found = [g for b in PRIORS.of(structure, "Theta") for gains in _gains(mechanism, structure, b).values() for _, g in gains]
    return [g for g in found if float(g) > 0]


NOTIONS: tuple[Executable, ...] = (
    BudgetedNotion(
        "persuasive-privacy",
        ("kappa", "delta"),
        _gaining_more,
        _all_gains,
        {"S": SCORE, "Theta": PRIORS},
        loss="kappa",
    ),
)
