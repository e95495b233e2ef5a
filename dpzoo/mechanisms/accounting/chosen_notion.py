"""The sum of a list in one chosen notion: each part's parameters in it, and the notion's own rule."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from dpzoo.mechanisms.accounting.composing import BOUND, CERTIFIED, Composition, RuleBound, common_neighbours, compose
from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError
from dpzoo.mechanisms.accounting.language import Item, fold, number
from dpzoo.mechanisms.accounting.naming import SAME, Together, ways
from dpzoo.mechanisms.accounting.parts import Part, above, downward
from dpzoo.numbers.real import ONE, ZERO, Real

TARGETS: Final[Mapping[str, tuple[str, str]]] = {
    "pure": ("epsilon-dp", "epsilon"),
    "approximate": ("approximate-dp", "epsilon"),
    "zcdp": ("zero-concentrated-dp", "rho"),
    "rdp": ("renyi-dp", "epsilon"),
    "gdp": ("gaussian-dp", "mu"),
}


class Base(Protocol):
    """The knowledge base as accounting needs it: parts by name, and the sum of one notion's guarantees by its own rule."""

    def part(self, name: str, given: Mapping[str, Real]) -> Part | None:
        """A part by its name."""

    def by_own_rule(self, items: Sequence[Item], target: str) -> Composition:
        """All items are guarantees of the target notion; they are added up by its record's rule."""


def in_notion(
    items: Sequence[Item], to: str, *, delta: Any = None, epsilon: Any = None, alpha: Any = None, base: Base | None = None
) -> Composition:
    """The parameters of the notion ``to`` of all items together. AccountingError where an item has none."""
    name = SAME.get(fold(to), fold(to))
    if name == "approximate":
        return compose(items, delta=delta, epsilon=epsilon, lookup=None if base is None else base.part)
    if delta is not None or epsilon is not None:
        raise AccountingError(
            "delta and epsilon are fixed where the target is (ε, δ); leave them out with --to, or leave --to out"
        )
    if name not in TARGETS:
        if base is None:
            raise AccountingError(f"{to!r} is not a notion that items are added up in here: {', '.join(TARGETS)}")
        return base.by_own_rule(items, to)
    if (alpha is not None) != (name == "rdp"):
        raise AccountingError("Rényi DP needs its order: --to rdp --alpha 8" if name == "rdp" else "alpha goes with --to rdp")
    order = None if alpha is None else number(str(alpha), "alpha")
    if order is not None and (order.infinite or not order > ONE):
        raise AccountingError(f"alpha is {alpha}; it must be above 1 and finite")
    possible = ways(items, None if base is None else base.part)
    everything = [p for w in possible for p, _ in w]
    found = [_sum(w, name, order) for w in possible]
    worst = max(found, key=lambda f: float(f[0]))
    notion, parameter = TARGETS[name]
    values: dict[str, float] = {}
    if name == "zcdp":
        values = {"xi": max(above(f[1]) for f in found)}
    answer = RuleBound(name if name != "gdp" else "gaussian", 0.0, above(worst[0]), BOUND)
    same = all(_same(p, notion) for p in everything) or (name == "gdp" and all(p.gaussian is not None for p in everything))
    if same and all(p.met for p in everything):
        answer = RuleBound(answer.rule, downward(worst[0]), answer.upper, CERTIFIED)
    return Composition(
        items=tuple(i.text for i in items),
        notion=notion,
        parameter=parameter,
        fixed={} if order is None else {"alpha": float(order)},
        best=answer,
        others=(),
        neighbours=common_neighbours(everything),
        sensitivities={p.text: float(p.sensitivity) for p in everything if p.sensitivity is not None},
        assumed=tuple(dict.fromkeys(p.text for p in everything if p.sensitivity is not None and not p.sensitivity_said)),
        values=values,
    )


def _same(part: Part, notion: str) -> bool:
    return part.notion == notion or (notion == "zero-concentrated-dp" and part.gaussian is not None)


def _sum(together: Together, name: str, order: Real | None) -> tuple[Real, Real]:
    """The parameter, and for zCDP the ξ beside it."""
    from dpzoo.numbers.real import real

    total, beside = ZERO, ZERO
    for p, n in together:
        if p.leak.rational != 0 or (p.pairs is not None and p.pure is None and p.concentrated is None):
            raise NoAnswerError(
                f"{p.text} may reveal everything with some probability δ; no finite {TARGETS[name][1]} covers that"
            )
        if name == "pure":
            if p.pure is None:
                raise NoAnswerError(f"the losses of {p.text} have no bound, so that no finite epsilon of pure DP covers them")
            total += p.pure * n
        elif name == "zcdp":
            if p.concentrated is None:
                raise NoAnswerError(f"no zCDP guarantee of {p.text} is known here")
            total, beside = total + p.concentrated[1] * n, beside + p.concentrated[0] * n
        elif name == "rdp":
            value = math.inf if p.renyi is None else p.renyi(float(order or ONE))
            if math.isinf(value):
                raise NoAnswerError(f"no Rényi guarantee of {p.text} at order {order} is known here")
            total += real(value) * n
        else:
            mu = p.gaussian if p.gaussian is not None else _pure_to_mu(p)
            total += mu * mu * n
    if name == "gdp":
        total = total.sqrt() if total.rational != 0 else ZERO
    return total, beside


def _pure_to_mu(part: Part) -> Real:
    """ε-DP is μ-GDP for μ = 2 Φ⁻¹(e^ε/(1 + e^ε)), as the record of ε-DP has it."""
    from dpzoo.expressions import parse
    from dpzoo.numbers.values import evaluate

    if part.pure is None:
        raise NoAnswerError(f"no GDP guarantee of {part.text} is known here")
    return evaluate(parse("2*probit_logistic(epsilon)"), {"epsilon": part.pure})
