"""The sum of a list of mechanisms and guarantees: every rule that applies, and the tightest sound answer.

>>> from dpzoo.mechanisms.accounting.composing import compose
>>> found = compose(["gaussian(sigma=10)*100"], delta=1e-6)
>>> found.rule, found.certainty, round(found.upper, 6)
('gaussian', 'certified', 4.886554)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import flint

from dpzoo.mechanisms.accounting import numerical, pairs
from dpzoo.mechanisms.accounting.errors import AccountingError, NoAnswerError, NoTargetError
from dpzoo.mechanisms.accounting.language import Item, number, read_item, unknowns
from dpzoo.mechanisms.accounting.naming import Lookup, Together, ways
from dpzoo.mechanisms.accounting.parts import (
    ADD_OR_REMOVE,
    ANY_VALUES,
    AS_GIVEN,
    EITHER,
    REPLACE,
    Curve,
    Part,
    above,
    downward,
    upward,
)
from dpzoo.numbers.decimals import outward
from dpzoo.numbers.real import ONE, ZERO, Real, real
from dpzoo.optimal.certify import arb, down, up

CERTIFIED: Final = "certified"
NUMERICAL: Final = "numerical"
BOUND: Final = "bound"

RULES: Final[Mapping[str, str]] = {
    "nothing": "nothing depends on the data",
    "gaussian": "Gaussian noise adds up as μ² = Σ μᵢ², and its δ at every ε is known",
    "optimal": "the optimal composition of (ε, δ) guarantees (Kairouz, Oh and Viswanath; Murtagh and Vadhan where they differ)",
    "exact": "the product of the finite worst-case pairs, outcome by outcome",
    "losses": "numerical composition of privacy losses (dp-accounting, pessimistic and optimistic)",
    "curve": "one item alone: its own curve δ(ε)",
    "zcdp": "the ξ and the ρ add up; then the best possible conversion",
    "rdp": "Rényi divergences add up at each order; then the best possible conversion at the best order",
    "pure": "the ε of pure DP add up",
    "basic": "the ε and the δ add up",
    "advanced": "advanced composition (Dwork, Rothblum and Vadhan)",
    "own": "the notion's own rule of composition, as its record has it",
}
NEIGHBOURS: Final[Mapping[str, str]] = {
    "as-given": "those over which the sensitivities and the guarantees were taken, the same for all items",
    "add-or-remove": "datasets that differ by one added or removed record",
    "replace": "datasets that differ in one replaced record",
    "either": "datasets that differ by one added, removed or replaced record",
    "user": "datasets that differ in all records of one user",
    "any-values": "any two values of one person",
}
_SMALL: Final = 64
_FAR: Final = 1e5
_WORTH: Final = {CERTIFIED: 0, NUMERICAL: 1, BOUND: 2}


@dataclass(frozen=True)
class RuleBound:
    """One rule's answer: the parameter lies in [``lower``, ``upper``], and is sound at ``upper``."""

    rule: str
    lower: float
    upper: float
    certainty: str

    @property
    def says(self) -> str:
        """The rule in words."""
        return RULES[self.rule]


@dataclass(frozen=True)
class Composition:
    """What all items promise together.

    ``parameter`` lies in [``lower``, ``upper``]; with ``upper`` the guarantee of ``notion`` holds, the others at ``fixed``.
    For a guarantee of which many mechanisms are possible, ``lower`` is what one of them needs. ``others`` are the other rules.
    """

    items: tuple[str, ...]
    notion: str
    parameter: str
    fixed: Mapping[str, float]
    best: RuleBound
    others: tuple[RuleBound, ...]
    neighbours: str
    sensitivities: Mapping[str, float]
    assumed: tuple[str, ...]
    values: Mapping[str, float] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    @property
    def upper(self) -> float:
        """The sound end."""
        return self.best.upper

    @property
    def lower(self) -> float:
        """The end below which the truth cannot lie."""
        return self.best.lower

    @property
    def epsilon(self) -> float:
        """ε: the sound end, or as fixed."""
        return self._named("epsilon")

    @property
    def delta(self) -> float:
        """δ: the sound end, or as fixed."""
        return self._named("delta")

    def _named(self, name: str) -> float:
        if self.parameter == name:
            return self.upper
        if name in self.values:
            return self.values[name]
        if name not in self.fixed:
            raise AttributeError(f"{self.notion} has no {name} here")
        return self.fixed[name]

    @property
    def enclosure(self) -> tuple[float, float]:
        """Both ends."""
        return self.lower, self.upper

    @property
    def rule(self) -> str:
        """The rule that gave the answer."""
        return self.best.rule

    @property
    def certainty(self) -> str:
        """certified (both ends are proved), numerical (floats with a margin) or bound (the upper end is a theorem's)."""
        return self.best.certainty

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "items": list(self.items),
            "notion": self.notion,
            **self.fixed,
            **self.values,
            self.parameter: self.upper,
            "parameter": self.parameter,
            "fixed": dict(self.fixed),
            "enclosure": [self.lower, self.upper],
            "certainty": self.certainty,
            "rule": self.rule,
            "rule_says": self.best.says,
            "neighbours": self.neighbours,
            "sensitivities": dict(self.sensitivities),
            "sensitivities_assumed": list(self.assumed),
            "others": [
                {"rule": a.rule, self.parameter: a.upper, "enclosure": [a.lower, a.upper], "certainty": a.certainty}
                for a in self.others
            ],
            "not_applied": list(self.missing),
        }

    def __str__(self) -> str:
        return f"{self.parameter} = {outward(self.upper, 1)} ({self.certainty}, {self.rule})"


def read(items: Sequence[str | tuple[str, int]]) -> list[Item]:
    """Items as they are typed, or pairs of one and how often."""
    if isinstance(items, str):
        items = [items]
    found = []
    for item in items:
        if isinstance(item, tuple) and len(item) == 2:
            found.append(read_item(f"{item[0]}*{item[1]}"))
        else:
            found.append(read_item(item))
    if not found:
        raise AccountingError("there is nothing to add up; name a mechanism or a guarantee, as in 'gaussian(sigma=10)*100'")
    return found


def target_number(given: Any, name: str) -> Real:
    """δ or ε as an exact number in its range. Raises AccountingError."""
    x = number(str(given) if not isinstance(given, int | float | str | Real) else given, name)  # type: ignore[arg-type]
    if name == "delta" and not (x >= ZERO and x < ONE):
        raise AccountingError(f"delta is {given}; it must be at least 0 and below 1")
    if name == "epsilon" and (x.infinite or not x >= ZERO):
        raise AccountingError(f"epsilon is {given}; it must be at least 0 and finite")
    return x


def compose(
    items: Sequence[str | tuple[str, int]] | Sequence[Item],
    *,
    delta: Any = None,
    epsilon: Any = None,
    lookup: Lookup | None = None,
    quick: bool = False,
) -> Composition:
    """The (ε, δ) of all items together, with one of the two fixed, or δ = 0 where all items have pure DP.

    AccountingError where the items or the target are unusable.
    ``quick`` is for searches: only the upper end matters, and no effort goes into the lower one.
    """
    parsed = [i if isinstance(i, Item) else read([i])[0] for i in items]
    if not parsed:
        read([])
    if unknowns(parsed):
        raise AccountingError("'?' asks for a number, and 'dpzoo solve' answers that")
    if delta is not None and epsilon is not None:
        raise AccountingError("fix one of delta and epsilon, as in --delta 1e-6, not both")
    possible = ways(parsed, lookup)
    if delta is None and epsilon is None:
        if not all(p.pure is not None and p.leak.rational == 0 for together in possible for p, _ in together):
            raise NoTargetError("fix one of delta and epsilon, as in --delta 1e-6")
        delta = 0
    name, other = ("delta", "epsilon") if delta is not None else ("epsilon", "delta")
    at = target_number(delta if delta is not None else epsilon, name)
    worst: tuple[list[RuleBound], list[str]] | None = None
    for together in possible:
        found, missing = _answers(together, name, at, quick=quick)
        if not found:
            raise NoAnswerError("; ".join(missing) or "no rule applies")
        if worst is None or found[0].upper > worst[0][0].upper:
            lower = found[0].lower if worst is None else max(found[0].lower, worst[0][0].lower)
            worst = ([_raised(found[0], lower), *found[1:]], missing)
        else:
            worst[0][0] = _raised(worst[0][0], found[0].lower)
    assert worst is not None
    answers, missing = worst
    if other == "epsilon" and math.isinf(answers[0].upper):
        revealed = max(-math.expm1(math.fsum(n * math.log1p(-downward(p.leak)) for p, n in w)) for w in possible)
        beyond = "the losses of these items have no bound there, or none that a floating-point number holds"
        if revealed > float(at):
            beyond = f"these items may reveal everything with probability {outward(revealed, -1, 4)}"
        raise NoAnswerError(f"no finite epsilon is known at delta = {delta}: {beyond}")
    everything = [p for w in possible for p, _ in w]
    neighbours = common_neighbours(everything)
    sensitivities = {p.text: float(p.sensitivity) for p in everything if p.sensitivity is not None}
    assumed = tuple(dict.fromkeys(p.text for p in everything if p.sensitivity is not None and not p.sensitivity_said))
    return Composition(
        items=tuple(i.text for i in parsed),
        notion="approximate-dp",
        parameter=other,
        fixed={name: float(at)},
        best=answers[0],
        others=tuple(answers[1:]),
        neighbours=neighbours,
        sensitivities=sensitivities,
        assumed=assumed,
        missing=tuple(dict.fromkeys(missing)),
    )


def _raised(answer: RuleBound, lower: float) -> RuleBound:
    return RuleBound(answer.rule, min(max(answer.lower, lower), answer.upper), answer.upper, answer.certainty)


def common_neighbours(parts: Sequence[Part]) -> str:
    """The neighbours of all parts; AccountingError where they differ."""
    named = list(dict.fromkeys(p.neighbours for p in parts if p.neighbours != AS_GIVEN))
    strict = [n for n in named if n != EITHER]
    if EITHER in named and not set(strict) <= {ADD_OR_REMOVE, REPLACE}:
        strict = named
    if set(strict) == {REPLACE, ANY_VALUES}:  # each person's value is the record
        strict = [REPLACE]
    if len(strict) > 1:
        shown = " and ".join(f"{next(p.text for p in parts if p.neighbours == n)} for {n}" for n in strict[:2])
        raise AccountingError(
            f"the items are for different neighbours: {shown}; replace(…) turns a guarantee for added or removed records into"
            " one for replaced records"
        )
    return strict[0] if strict else named[0] if named else AS_GIVEN


# the rules --------------------------------------------------------------------------------------------------------


def _answers(together: Together, fixed: str, at: Real, *, quick: bool = False) -> tuple[list[RuleBound], list[str]]:
    """Every rule's answer, the best first, and why others were not applied."""
    common_neighbours([p for p, _ in together])
    parts = [(p, n) for p, n in _gathered(together) if p.pure is None or p.pure.rational != 0]
    found: list[RuleBound] = []
    missing: list[str] = []
    gaussian = all(p.gaussian is not None for p, _ in parts)
    if not parts:
        return [RuleBound("nothing", 0.0, 0.0, CERTIFIED)], []
    if gaussian:
        found.append(_gaussian(parts, fixed, at))
    found += _finite(parts, fixed, at)
    found += _by_notion(parts, fixed, at)
    if len(parts) == 1 and parts[0][1] == 1 and parts[0][0].profile is not None:
        found.append(_own_curve(parts[0][0].profile, fixed, at))
    settled = any(a.certainty == CERTIFIED or a.rule == "gaussian" for a in found)
    exact = settled and not any(a.upper == math.inf for a in found[:1])
    curve = any(a.rule == "curve" for a in found) and not parts[0][0].attained
    if not exact and not curve and not (quick and not all(numerical.known(p) for p, _ in parts)):
        try:
            found += _numerical(parts, fixed, at, quick=quick)
        except NoAnswerError as error:
            missing.append(str(error))
    found = [a for a in found if not math.isnan(a.upper)]
    if not found:
        return [], missing
    return _ranked(found, parts, fixed, at), missing


def _ranked(found: list[RuleBound], parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> list[RuleBound]:
    """The tightest first; among those that agree to a millionth of a millionth the most certain; with the best lower end."""
    best = min(a.upper for a in found)
    near = [a for a in found if a.upper <= best * (1 + 1e-12)]
    first = min(near, key=lambda a: (_WORTH[a.certainty], a.upper))
    proved = [a.lower for a in found if a.certainty != NUMERICAL]
    rough = [a.lower for a in found if a.certainty == NUMERICAL]
    lower = max([0.0, *proved, *rough])
    if first.certainty == CERTIFIED:
        lower = first.lower
    elif first.certainty == BOUND and rough and max(rough) > max([0.0, *proved]):
        # the lower end is a float: the enclosure is no longer proved on both sides
        lower = max(rough)
    upper = min([first.upper, *(a.upper for a in found if a.certainty != NUMERICAL)])
    first = RuleBound(first.rule, min(lower, upper), upper, first.certainty)
    return [first, *sorted((a for a in found if a.rule != first.rule and not _void(a, fixed)), key=lambda a: a.upper)]


def _void(answer: RuleBound, fixed: str) -> bool:
    return math.isinf(answer.upper) or (fixed == "epsilon" and answer.upper >= 1)


def _gathered(together: Together) -> list[tuple[Part, int]]:
    """Equal parts counted together."""
    found: dict[Any, list[Any]] = {}
    for p, n in together:
        key = p.text if not p.notion else (p.notion, *((k, str(v)) for k, v in p.values), p.neighbours)
        if key in found:
            found[key][1] += n
        else:
            found[key] = [p, n]
    return [(p, n) for p, n in found.values()]


def _gaussian(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> RuleBound:
    """N(0, 1) against N(μ, 1), μ² = Σ n μᵢ²: δ(ε) = Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ) (BW18), in ball arithmetic."""
    square: Real = ZERO
    for p, n in parts:
        assert p.gaussian is not None
        square += p.gaussian * p.gaussian * n
    low, high = gaussian_answer(square.sqrt(), fixed, at)
    attained = all(p.attained for p, _ in parts)
    return RuleBound("gaussian", low if attained else 0.0, high, CERTIFIED if attained else BOUND)


def gaussian_answer(mu: Real, fixed: str, at: Real) -> tuple[float, float]:
    """Floats around the δ at ε, or the ε at δ, of N(0, 1) against N(μ, 1)."""
    bits = 320
    with flint.ctx.workprec(bits):
        m, root = arb(mu), flint.arb(2).sqrt()

        def cdf(x: Any) -> Any:
            return (-x / root).erfc() / 2

        def delta(e: Any) -> Any:
            return cdf(m / 2 - e / m) - e.exp() * cdf(-m / 2 - e / m)

        if fixed == "epsilon":
            value = delta(arb(at))
            return max(0.0, down(value)), min(1.0, up(value))
        wanted = arb(at)
        if at.rational == 0:
            return math.inf, math.inf
        if delta(flint.arb(0)) <= wanted:
            return 0.0, 0.0
        low, high = flint.arb(0), m * m / 2 + m
        for _ in range(200):
            if delta(high) < wanted:
                break
            low, high = high, high * 2
        for _ in range(110):
            middle = flint.arb(((low + high) / 2).mid())
            value = delta(middle)
            if value > wanted:
                low = middle
            elif value < wanted:
                high = middle
            else:
                break
        return max(0.0, down(low)), up(high)


def _own_curve(profile: Curve, fixed: str, at: Real) -> RuleBound:
    """A curve δ(ε) that does not increase: its value at ε, or the least ε of a bisection with δ(ε) at most δ."""
    if fixed == "epsilon":
        return RuleBound("curve", 0.0, profile(downward(at)), NUMERICAL)
    wanted = downward(at)
    high = 1.0
    while profile(high) > wanted:
        if high > _FAR:
            return RuleBound("curve", 0.0, math.inf, NUMERICAL)
        high *= 2
    low = 0.0
    if profile(low) <= wanted:
        return RuleBound("curve", 0.0, 0.0, NUMERICAL)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if profile(middle) <= wanted else (middle, high)
    return RuleBound("curve", 0.0, high, NUMERICAL)


def _exact_pairs(
    parts: Sequence[tuple[Part, int]],
) -> tuple[list[tuple[pairs.FinitePair, int]], list[tuple[pairs.FinitePair, int]]] | None:
    if any(p.pairs is None or p.profile is not None for p, _ in parts):
        return None
    first = [(p.pairs[0], n) for p, n in parts if p.pairs is not None]
    second = [(p.pairs[1], n) for p, n in parts if p.pairs is not None]
    return first, second


def _finite(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> list[RuleBound]:
    both = _exact_pairs(parts)
    if both is None or any(pairs.size(side) > pairs.MOST_OUTCOMES for side in both):
        return []
    # guarantees are attained by randomised response with the leak
    guarantees = all(p.notion in {"epsilon-dp", "approximate-dp"} for p, _ in parts)
    attained = all(p.attained for p, _ in parts)
    sides = [both[0]] if all(a is b for (a, _), (b, _) in zip(*both, strict=True)) else list(both)
    ends = []
    for side in sides:
        table = pairs.product(side)
        if fixed == "delta":
            ends.append(table.epsilon(at))
        else:
            value = table.delta(at)
            ends.append((max(0.0, down(value)), min(1.0, up(value))))
    low, high = max(e[0] for e in ends), max(e[1] for e in ends)
    rule = "optimal" if guarantees else "exact"
    return [RuleBound(rule, low if attained else 0.0, high, CERTIFIED if attained else BOUND)]


def _numerical(parts: Sequence[tuple[Part, int]], fixed: str, at: Real, *, quick: bool = False) -> list[RuleBound]:
    if fixed == "delta" and not float(at) >= numerical.LEAST_DELTA:
        raise NoAnswerError(f"a delta below {numerical.LEAST_DELTA:g} is beyond what numerical composition resolves")
    # of what has no known mechanism the lower end leaves out the loss
    members = [(p if p.attained else p.stands_for, n) for p, n in parts]
    lower = [(p, n) for p, n in members if p is not None] or None
    if all(numerical.known(p) for p, _ in parts):
        found = numerical.composed(parts, None if quick else lower)
        low, high = found.epsilon(float(at)) if fixed == "delta" else found.delta(float(at))
        return [RuleBound("losses", low, high, NUMERICAL)]
    if lower is None or not numerical.installed() or not all(numerical.known(p) for p, _ in lower):
        numerical.composed(parts, None)  # says what is missing
        return []
    below = numerical.composed(lower, lower)
    low = (below.epsilon(float(at)) if fixed == "delta" else below.delta(float(at)))[0]
    return [RuleBound("losses", low, math.inf if fixed == "delta" else 1.0, NUMERICAL)]


def _by_notion(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> list[RuleBound]:
    """Rules that need one number of each part: pure, zCDP, Rényi, basic and advanced; δ of guarantees are set aside first."""
    found: list[RuleBound] = []
    kept: Real = ONE
    sum_leak: Real = ZERO
    for p, n in parts:
        if p.leak.rational != 0:
            kept *= (ONE - p.leak) ** real(n) if n <= _SMALL else ((ONE - p.leak).log() * n).exp()
            sum_leak += p.leak * n
    leak = ONE - kept if sum_leak.rational != 0 else ZERO
    plain = [(_without_leak(p), n) for p, n in parts]
    if any(p is None for p, _ in plain):
        return found
    rest = [(p, n) for p, n in plain if p is not None]
    inner = _left(at, leak) if fixed == "delta" else None
    if fixed == "delta" and leak.rational != 0 and (inner is None):
        return [RuleBound("basic", math.inf, math.inf, BOUND)]
    target = inner if fixed == "delta" and inner is not None else at

    def outer(answer: tuple[float, float]) -> tuple[float, float]:
        if fixed == "delta" or leak.rational == 0:
            return answer
        one = upward(leak)
        return answer[0], min(1.0, (one + (1 - one) * answer[1]) * (1 + 1e-15))

    if all(p.pure is not None for p, _ in rest):
        total: Real = ZERO
        for p, n in rest:
            assert p.pure is not None
            total += p.pure * n
        name = "pure" if leak.rational == 0 else "basic"
        if fixed == "delta":
            found.append(RuleBound(name, 0.0, above(total), BOUND))
        else:
            found.append(RuleBound(name, 0.0, outer((0.0, 0.0 if total <= at else 1.0))[1], BOUND))
        found += _advanced(parts, fixed, at)
    if all(p.concentrated is not None for p, _ in rest):
        low, high = outer(_concentrated(rest, fixed, target))
        only = all(p.notion == "zero-concentrated-dp" and p.met for p, _ in parts)
        found.append(RuleBound("zcdp", low if only else 0.0, high, BOUND))
    if all(p.renyi is not None for p, _ in rest):
        low, high = outer(_renyi(rest, fixed, target))
        found.append(RuleBound("rdp", 0.0, high, BOUND))
    return found


def _left(at: Real, leak: Real) -> Real | None:
    """The δ that is left when ``leak`` is set aside, which may be nothing: (δ - leak)/(1 - leak)."""
    if leak.rational == 0:
        return at
    if not leak <= at:
        return None
    return (at - leak) / (ONE - leak)


def _without_leak(part: Part) -> Part | None:
    if part.leak.rational == 0:
        return part
    if part.notion == "approximate-dp" and "epsilon" in dict(part.values):
        from dpzoo.mechanisms.accounting.parts import pure

        return pure(dict(part.values)["epsilon"], part.text)
    return None


def _advanced(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> list[RuleBound]:
    """ε√(2k ln(1/δ′)) + kε(e^ε - 1) with kδ + δ′ = δ, for equal guarantees (DRV10)."""
    if len(parts) != 1 or fixed != "delta" or parts[0][1] < 2 or parts[0][0].notion not in {"epsilon-dp", "approximate-dp"}:
        return []
    part, k = parts[0]
    e, d = upward(dict(part.values)["epsilon"]), upward(part.leak)
    left = downward(at) - k * d
    if left <= 0 or e > 300:
        return []
    value = e * math.sqrt(2 * k * math.log(1 / left)) + k * e * math.expm1(e)
    return [RuleBound("advanced", 0.0, value * (1 + 1e-12), BOUND)]


def _concentrated(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> tuple[float, float]:
    from dpzoo.optimal.engine import optimal

    xi: Real = ZERO
    rho: Real = ZERO
    for p, n in parts:
        assert p.concentrated is not None
        xi, rho = xi + p.concentrated[0] * n, rho + p.concentrated[1] * n
    if rho.rational == 0 and xi.rational == 0:
        return 0.0, 0.0
    if fixed == "delta" and at.rational == 0:
        return math.inf, math.inf
    if not upward(rho) + upward(xi) < _FAR:
        return (0.0, math.inf) if fixed == "delta" else (0.0, 1.0)
    best = optimal([("zero-concentrated-dp", {"xi": _above(xi), "rho": _above(rho)})], "approximate-dp", {fixed: _strict(at)})
    if len(parts) == 1 and parts[0][1] == 1:  # the pair that attains the best conversion is one mechanism with this guarantee
        return best.lower, best.upper
    low = gaussian_answer((rho * 2).sqrt(), fixed, at)[0] if rho.rational != 0 else 0.0
    return min(low, best.upper), best.upper


def _above(x: Real) -> Any:
    """The number as the engine takes it: exact, or a float above it, none of which is too small for one."""
    found = x.rational if x.rational is not None else upward(x)
    return _LEAST if 0 < found < _LEAST else found


_LEAST: Final = 1e-300


def _strict(at: Real) -> Any:
    """The fixed number as the engine takes it: exact, or the float on the side that does not flatter."""
    return at.rational if at.rational is not None else downward(at)


ORDERS: Final = tuple(1 + 10 ** (i / 8 - 2) for i in range(50))


def _renyi(parts: Sequence[tuple[Part, int]], fixed: str, at: Real) -> tuple[float, float]:
    """The best order by the formula of CKS20, then the best possible conversion at it."""
    from dpzoo.optimal.engine import optimal

    def total(order: float) -> float:
        with_all = 0.0
        for p, n in parts:
            assert p.renyi is not None
            try:
                with_all += n * p.renyi(order)
            except OverflowError:
                return math.inf
        return with_all * (1 + 1e-14)

    number = float(at)
    if fixed == "delta" and number <= 0:
        return math.inf, math.inf

    def value(order: float) -> float:
        d = total(order)
        if math.isinf(d):
            return math.inf
        if fixed == "delta":
            return max(0.0, d + math.log1p(-1 / order) - math.log(number * order) / (order - 1))
        return (order - 1) * (d - number) + (order - 1) * math.log1p(-1 / order) - math.log(order)

    named = [float(dict(p.values)["alpha"]) for p, _ in parts if p.notion == "renyi-dp"]
    whole = [float(i) for i in range(2, 65)] + [80.0, 96.0, 128.0, 192.0, 256.0, 384.0, 512.0]
    most = min(named, default=math.inf)
    orders = sorted({o for o in (*ORDERS, *whole, *named) if 1 < o <= most})
    if not orders:
        return (0.0, math.inf) if fixed == "delta" else (0.0, 1.0)
    best = min(orders, key=value)
    best = _refined(value, best, orders)
    d = total(best)
    if not d * best < _FAR:
        return (0.0, math.inf) if fixed == "delta" else (0.0, 1.0)
    found = optimal([("renyi-dp", {"alpha": best, "epsilon": max(d, _LEAST)})], "approximate-dp", {fixed: _strict(at)})
    return 0.0, found.upper


def _refined(value: Any, best: float, orders: Sequence[float]) -> float:
    """A better order between the neighbours of the best one, by the golden section."""
    place = orders.index(best)
    low, high = orders[max(0, place - 1)], orders[min(len(orders) - 1, place + 1)]
    golden = (math.sqrt(5) - 1) / 2
    tried = {best: value(best)}
    a, b = low, high
    c, d = b - golden * (b - a), a + golden * (b - a)
    fc, fd = value(c), value(d)
    for _ in range(40):
        tried[c], tried[d] = fc, fd
        if fc < fd:
            b, d, fd = d, c, fc
            c = b - golden * (b - a)
            fc = value(c)
        else:
            a, c, fc = c, d, fd
            d = a + golden * (b - a)
            fd = value(d)
    return min(tried, key=lambda o: tried[o])
