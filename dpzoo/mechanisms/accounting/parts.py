"""One mechanism or guarantee as accounting sees it: all that is known of its privacy loss, in exact numbers.

A :class:`Part` holds every description that is sound for it. Formulas and their sources:
Laplace and randomised response in Rényi terms, Mir17 (Propositions 5 and 6); sampled Gaussian, MTZ19; discrete Gaussian, CKS20.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

import flint

from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.mechanisms.accounting.pairs import BITS, FinitePair, geometric, k_response, poisson, response
from dpzoo.numbers.real import ONE, ZERO, Real, real
from dpzoo.optimal.certify import arb, down, up

Curve = Callable[[float], float]
"""From an order or an ε to an upper bound."""
AS_GIVEN: Final = "as-given"
ADD_OR_REMOVE: Final = "add-or-remove"
REPLACE: Final = "replace"
EITHER: Final = "either"
USER: Final = "user"
ANY_VALUES: Final = "any-values"


@dataclass(frozen=True)
class SampledNoise:
    """Noise of one kind on a Poisson sample: ``noise`` is gaussian or laplace, ``scale`` its scale over the sensitivity.

    ``replaced`` says that one record takes the place of another; see :func:`replaced`.
    """

    noise: str
    scale: float
    rate: float = 1.0
    replaced: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """What is known of one mechanism. Every description is an upper bound; ``attained`` says that the loss law is the truth.

    ``gaussian`` is μ where the worst pair is N(0, 1) against N(μ, 1); ``pairs`` dominates a removed and an added record;
    ``renyi`` and ``profile`` give D_α and δ(ε ≥ 0) in both orders; ``noise`` is known to dp-accounting; ``leak`` is the δ of an
    (ε, δ) guarantee; ``stands_for`` is a mechanism that meets the guarantee, for lower ends. ``notion`` and ``values`` name a
    guarantee that was given as such.
    """

    text: str
    neighbours: str = AS_GIVEN
    sensitivity: Real | None = None
    sensitivity_said: bool = False
    pure: Real | None = None
    concentrated: tuple[Real, Real] | None = None
    gaussian: Real | None = None
    pairs: tuple[FinitePair, FinitePair] | None = None
    renyi: Curve | None = field(default=None, compare=False)
    profile: Curve | None = field(default=None, compare=False)
    noise: SampledNoise | None = None
    discrete: tuple[float, int] | None = None
    leak: Real = ZERO
    attained: bool = True
    stands_for: Part | None = field(default=None, compare=False)
    notion: str = ""
    values: tuple[tuple[str, Real], ...] = ()
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether some mechanism needs all that is said: the part itself, or one that meets the guarantee."""
        return self.attained or self.stands_for is not None


def upward(x: Real) -> float:
    """The least float that is known not to be below."""
    if x.rational is None or x.infinite:
        return x.bounds[1]
    near = float(x)
    return near if math.isinf(near) or Fraction(near) >= x.rational else math.nextafter(near, math.inf)


def downward(x: Real) -> float:
    """The largest float that is known not to be above."""
    return -upward(-x)


def above(x: Real) -> float:
    """The least float known not to be below when it is read as the shortest decimal that names it: 0.1 for a tenth."""
    if x.rational is None or x.infinite or math.isinf(near := float(x)):
        return upward(x)
    return near if Fraction(repr(near)) >= x.rational else math.nextafter(near, math.inf)


def gaussian(sigma: Real, sensitivity: Real, text: str, **more: Any) -> Part:
    """Normal noise of standard deviation σ on a query of that ℓ₂-sensitivity."""
    mu = sensitivity / sigma
    return _gaussian(mu, text, sensitivity=sensitivity, **more)


def _gaussian(mu: Real, text: str, **more: Any) -> Part:
    rho = mu * mu / 2
    high = upward(rho)
    return Part(
        text=text,
        gaussian=mu,
        concentrated=(ZERO, rho),
        renyi=lambda order: order * high,
        noise=SampledNoise("gaussian", float(1 / mu)),
        **more,
    )


def shifted_normal(mu: Real, text: str) -> Part:
    """The guarantee μ-GDP, which Gaussian noise attains."""
    if mu.rational == 0:
        return nothing(text, "gaussian-dp", mu=mu)
    return _gaussian(mu, text, notion="gaussian-dp", values=(("mu", mu),))


def nothing(text: str, notion: str, **values: Real) -> Part:
    """A guarantee whose parameters are 0: the output does not depend on the data."""
    return Part(
        text=text,
        pure=ZERO,
        concentrated=(ZERO, ZERO),
        pairs=(response(0),) * 2,
        renyi=lambda order: 0.0,
        notion=notion,
        values=tuple(values.items()),
    )


def laplace(epsilon: Real, text: str, **more: Any) -> Part:
    """Laplace noise whose scale is the sensitivity over ε, on one number."""
    e = float(epsilon)
    return Part(
        text=text,
        pure=epsilon,
        concentrated=(ZERO, _pure_to_rho(epsilon)),
        renyi=lambda order: laplace_renyi(order, e),
        noise=SampledNoise("laplace", float(1 / epsilon)),
        **more,
    )


def laplace_renyi(order: float, epsilon: float) -> float:
    """D_α of Laplace noise at two values whose distance is ε scales (Mir17, Proposition 6), rounded up."""
    a = order
    first = math.log(a / (2 * a - 1)) + (a - 1) * epsilon
    second = math.log((a - 1) / (2 * a - 1)) - a * epsilon
    top = max(first, second)
    return (top + math.log(math.exp(first - top) + math.exp(second - top))) / (a - 1) * (1 + 1e-13) + 1e-15 / (a - 1)


def response_renyi(order: float, epsilon: float) -> float:
    """D_α of randomised response with loss ε (Mir17, Proposition 5), the largest under ε-DP; rounded up."""
    a = order
    # ln(e^{(a-1)ε}·e^ε + e^{-(a-1)ε}) - ln(1 + e^ε), all over a - 1
    first, second = a * epsilon, (1 - a) * epsilon
    total = first + math.log1p(math.exp(second - first)) - (epsilon + math.log1p(math.exp(-epsilon)))
    return max(0.0, total) / (a - 1) * (1 + 1e-13) + 1e-15 / (a - 1)


def _pure_to_rho(epsilon: Real) -> Real:
    """The ρ of ε-DP, ε tanh(ε/2), as the record of ε-DP has it; randomised response needs it."""
    return epsilon * (epsilon / 2).tanh() if epsilon.rational != 0 else ZERO


def finite(pair: FinitePair, text: str, pure: Real | None, added: FinitePair | None = None, **more: Any) -> Part:
    """A mechanism whose dominating pair is finite."""
    both = (pair, pair if added is None else added)
    leaks = any(not x.leak.is_zero() for x in both)
    e = None if pure is None else float(pure)
    exact = both if size_of(both) <= 40 else None
    curve: Curve | None = None
    if not leaks and exact is not None:
        curve = lambda order: max(pair_renyi(x, order) for x in both)  # noqa: E731
    elif e is not None and not leaks:
        bound = upward(pure) if pure is not None else math.inf
        curve = lambda order: response_renyi(order, bound)  # noqa: E731
    concentrated = None if leaks or pure is None else (ZERO, _pure_to_rho(pure))
    return Part(text=text, pure=None if leaks else pure, concentrated=concentrated, pairs=both, renyi=curve, **more)


def size_of(both: tuple[FinitePair, FinitePair]) -> int:
    """The outputs of the larger pair."""
    return max(len(x.rows) for x in both)


def pair_renyi(pair: FinitePair, order: float) -> float:
    """D_α of a finite pair, rounded up."""
    if not pair.leak.is_zero():
        return math.inf
    with flint.ctx.workprec(BITS):
        power = flint.arb(order) - 1
        total = sum((p * ((p / q).log() * power).exp() for p, q in pair.rows), flint.arb(0))
        return max(0.0, up(total.log() / power))


def pure(epsilon: Real, text: str, **more: Any) -> Part:
    """The guarantee ε-DP, of which randomised response is the worst case."""
    more = {"notion": "epsilon-dp", "values": (("epsilon", epsilon),), "attained": True, **more}
    return replace(finite(response(epsilon), text, epsilon), **more)


def approximate(epsilon: Real, delta: Real, text: str, **more: Any) -> Part:
    """The guarantee (ε, δ)-DP: with probability δ anything, else ε-DP (Kairouz, Oh and Viswanath 2017)."""
    if delta.rational == 0:
        return pure(epsilon, text, **more)
    more = {"notion": "approximate-dp", "values": (("epsilon", epsilon), ("delta", delta)), **more}
    return Part(text=text, pairs=(response(epsilon, delta),) * 2, leak=delta, **more)


def concentrated(xi: Real, rho: Real, text: str, **more: Any) -> Part:
    """The guarantee (ξ, ρ)-zCDP; Gaussian noise with that ρ meets it."""
    x, r = upward(xi), upward(rho)
    example = shifted_normal((rho * 2).sqrt(), text) if rho.rational != 0 else nothing(text, "")
    more = {"notion": "zero-concentrated-dp", "values": (("xi", xi), ("rho", rho)), **more}
    return Part(text=text, concentrated=(xi, rho), renyi=lambda order: x + r * order, attained=False, stands_for=example, **more)


def renyi(order: Real, epsilon: Real, text: str) -> Part:
    """The guarantee (α, ε)-Rényi DP, at that order and all smaller ones."""
    if order.infinite:
        return pure(epsilon, text)
    a, e = float(order), upward(epsilon)
    example = shifted_normal((epsilon * 2 / order).sqrt(), text) if epsilon.rational != 0 else nothing(text, "")
    return Part(
        text=text,
        renyi=lambda asked: e if asked <= a else math.inf,
        attained=False,
        stands_for=example,
        notion="renyi-dp",
        values=(("alpha", order), ("epsilon", epsilon)),
    )


def range_bounded(epsilon: Real, text: str, **more: Any) -> Part:
    """Losses within a range of length ε, as the exponential mechanism has: ε-DP and (ε²/8)-zCDP."""
    rho = epsilon * epsilon / 8
    r, e = upward(rho), upward(epsilon)
    more = {"notion": "range-bounded-privacy", "values": (("epsilon", epsilon),), **more}
    # the member of the family with losses in [-ε/2, ε/2]
    example = finite(response(epsilon / 2), text, epsilon / 2)
    return Part(
        text=text,
        pure=epsilon,
        concentrated=(ZERO, rho),
        renyi=lambda order: min(r * order, response_renyi(order, e)),
        pairs=(response(epsilon),) * 2,
        attained=False,
        stands_for=example,
        **more,
    )


def discrete_laplace(epsilon: Real, steps: int, text: str, **more: Any) -> Part:
    """Two-sided geometric noise: e^{-ε/steps} per unit, on a whole-valued query of that sensitivity."""
    return finite(geometric(epsilon, steps), text, epsilon, **more)


def discrete_gaussian(sigma: Real, sensitivity: int, text: str, **more: Any) -> Part:
    """Discrete Gaussian noise with parameter σ on a whole-valued query: (Δ²/2σ²)-zCDP (CKS20)."""
    rho = real(sensitivity) ** real(2) / (sigma * sigma * 2)
    high = upward(rho)
    return Part(
        text=text,
        concentrated=(ZERO, rho),
        renyi=lambda order: order * high,
        discrete=(float(sigma), sensitivity),
        **more,
    )


def responding(p: Real, k: int, text: str) -> Part:
    """k-ary randomised response that tells the truth with probability p."""
    if not real(0) < p or p > ONE:
        raise AccountingError(f"p is {p}; a probability of the truth must be above 0 and at most 1")
    if p.rational == 1:
        raise AccountingError("p is 1; a response that always tells the truth protects nothing")
    lie = (1 - p) / (k - 1)
    loss = abs((p / lie).log())
    return finite(k_response(p, k), text, loss, neighbours=ANY_VALUES)


# combinators ------------------------------------------------------------------------------------------------------


def sampled(part: Part, q: Real, text: str) -> Part:
    """Each record is kept with probability q, by itself and secretly; then ``part`` runs. For added or removed records."""
    if part.neighbours not in {AS_GIVEN, ADD_OR_REMOVE, EITHER}:
        raise AccountingError(
            f"Poisson sampling is analysed for added or removed records, but {part.text} is for {part.neighbours}"
        )
    rate = float(q)
    common: dict[str, Any] = {
        "neighbours": ADD_OR_REMOVE,
        "sensitivity": part.sensitivity,
        "sensitivity_said": part.sensitivity_said,
        "attained": part.attained,
    }
    if q.rational == 1:
        return replace(part, text=text, neighbours=ADD_OR_REMOVE)
    pure_ = None if part.pure is None else (1 + q * (part.pure.exp() - 1)).log()
    if part.gaussian is not None:
        sigma = float(1 / part.gaussian)
        return Part(
            text=text,
            noise=SampledNoise("gaussian", sigma, rate),
            renyi=lambda a: sampled_gaussian_renyi(a, sigma, rate),
            **common,
        )
    if part.noise is not None and part.noise.rate == 1:
        bound = upward(pure_) if pure_ is not None else math.inf
        return Part(
            text=text,
            pure=pure_,
            concentrated=None if pure_ is None else (ZERO, _pure_to_rho(pure_)),
            renyi=lambda a: response_renyi(a, bound),
            noise=replace(part.noise, rate=rate),
            **common,
        )
    if part.pairs is not None and part.pairs[0] is part.pairs[1]:
        removed, added = poisson(part.pairs[0], q)
        made = finite(removed, text, pure_, added)
        return replace(made, leak=q * part.leak if part.leak.rational != 0 else ZERO, **common)
    raise AccountingError(f"Poisson sampling of {part.text} has no formula here; give an (ε, δ) guarantee of it instead")


def sampled_gaussian_renyi(order: float, sigma: float, q: float) -> float:
    """D_α of the Gaussian mechanism on a Poisson sample, at whole orders from 2 (MTZ19, Section 3.3), rounded up."""
    a = math.ceil(order)
    a = max(a, 2)
    if a > 512:
        return math.inf
    logs = [
        math.lgamma(a + 1)
        - math.lgamma(k + 1)
        - math.lgamma(a - k + 1)
        + k * math.log(q)
        + (a - k) * math.log1p(-q)
        + (k * k - k) / (2 * sigma * sigma)
        for k in range(a + 1)
    ]
    top = max(logs)
    total = top + math.log(math.fsum(math.exp(x - top) for x in logs))
    return max(0.0, total) / (a - 1) * (1 + 1e-11) + 1e-13


def profile_of(part: Part) -> Curve:
    """δ(ε) for ε ≥ 0, an upper bound in both orders; AccountingError where none is known."""
    if part.profile is not None:
        return part.profile
    if part.gaussian is not None:
        mu = part.gaussian
        return lambda e: _normal_delta(float(mu), e)
    if part.noise is not None and part.noise.noise == "laplace" and part.noise.rate == 1:
        loss = upward(part.pure) if part.pure is not None else math.inf
        return lambda e: max(0.0, -math.expm1((e - loss) / 2)) * (1 + 1e-14)
    if part.noise is not None:
        return _sampled_profile(part.noise)
    if part.pairs is not None:
        from dpzoo.mechanisms.accounting.pairs import product

        both = [product([(x, 1)]) for x in dict.fromkeys(part.pairs)]
        return lambda e: max(up(x.delta(e)) for x in both)
    raise AccountingError(f"no (ε, δ) curve of {part.text} is known")


def _sampled_profile(noise: SampledNoise) -> Curve:
    """δ(ε ≥ 0) of noise on a Poisson sample of rate q, the larger of the two orders.

    With δ₁ of both orders when the record is sampled, removing it gives q δ₁(ln(1 + (e^ε - 1)/q)), and adding it gives
    c δ₁(ln(q e^ε/c)) with c = 1 - (1 - q) e^ε, where that is positive.
    """
    from dpzoo.numbers.real import real

    scale = real(noise.scale)
    whole = _gaussian(ONE / scale, "") if noise.noise == "gaussian" else laplace(ONE / scale, "")
    inner, q = profile_of(whole), noise.rate

    def outer(e: float) -> float:
        removed = q * inner(math.log1p(math.expm1(e) / q) * (1 - 1e-15))
        kept = 1 - (1 - q) * math.exp(e)
        added = kept * inner(max(0.0, math.log(q) + e - math.log(kept))) if kept > 1e-300 else 0.0
        return min(1.0, max(removed, added) * (1 + 1e-13))

    return outer


def replaced(part: Part, text: str) -> Part:
    """One record in the place of another: a step away and a step back, or for normal noise on a Poisson sample the worst pair.

    Whatever the other sampled records add up to, (1 - q) N(0) + q N(x) is compared with (1 - q) N(0) + q N(x′), where |x| and
    |x′| are at most Δ. An event of probability α under N(x) has at least Φ(Φ⁻¹(α) - Δ/σ) under N(0) and Φ(Φ⁻¹(α) - 2Δ/σ) under
    N(x′) (Neyman and Pearson); half-lines attain both bounds at once where x = Δ = -x′. So this pair dominates, and it is its
    own mirror.
    """
    noise = part.noise
    if noise is None or noise.noise != "gaussian" or noise.rate == 1 or part.neighbours not in {AS_GIVEN, ADD_OR_REMOVE}:
        return group(part, 2, text, REPLACE)
    both = replace(noise, replaced=True)
    return Part(
        text=text,
        neighbours=REPLACE,
        sensitivity=part.sensitivity,
        sensitivity_said=part.sensitivity_said,
        noise=both,
        profile=lambda e: _replaced_delta(both, e),
        attained=part.attained,
    )


def replaced_place(mu: float, q: float, loss: Any) -> Any:
    """The y at which (1 - q) N(0, 1) + q N(μ, 1) has that loss t against its mirror.

    It is given by μy = t/2 + arsinh(((1 - q)/q) e^{μ²/2} sinh(t/2)).
    """
    import numpy as np

    size = np.abs(loss)
    with np.errstate(divide="ignore"):
        double = math.log1p(-q) - math.log(q) + mu * mu / 2 + size / 2 + np.log(-np.expm1(-size))  # ln of twice the argument
    inverse = np.where(double > 30, double, np.arcsinh(np.exp(np.minimum(double, 30)) / 2))
    return np.sign(loss) * (size / 2 + inverse) / mu


def _replaced_delta(noise: SampledNoise, epsilon: float) -> float:
    from scipy.special import ndtr

    mu, q = 1 / noise.scale, noise.rate
    y = float(replaced_place(mu, q, epsilon))
    first = (1 - q) * ndtr(-y) + q * ndtr(mu - y)
    second = math.exp(min(epsilon, 700.0)) * ((1 - q) * ndtr(-y) + q * ndtr(-mu - y))
    return float(min(1.0, max(0.0, first - second) + 1e-13 * first))


def _normal_delta(mu: float, epsilon: float) -> float:
    """The same formula in floats, with a margin for the difference of two numbers."""
    from scipy.special import log_ndtr

    first = math.exp(log_ndtr(mu / 2 - epsilon / mu))
    second = math.exp(min(0.0, epsilon + log_ndtr(-mu / 2 - epsilon / mu)))
    return min(1.0, max(0.0, first - second) + 1e-13 * first)


def gaussian_delta(mu: Real, epsilon: Real) -> tuple[float, float]:
    """Floats around the δ of N(0, 1) against N(μ, 1) at ε (BW18)."""
    with flint.ctx.workprec(BITS):
        m, e = arb(mu), arb(epsilon)
        root = flint.arb(2).sqrt()

        def cdf(x: Any) -> Any:
            return (-x / root).erfc() / 2

        value = cdf(m / 2 - e / m) - e.exp() * cdf(-m / 2 - e / m)
        return max(0.0, down(value)), min(1.0, up(value))


def without_replacement(part: Part, q: Real, text: str) -> Part:
    """``part`` on a uniform sample of the fraction q of the records, without replacement; for replaced records.

    δ′ = q δ at ε′ = ln(1 + q(e^ε - 1)), for any mechanism with that δ when one record is replaced (BBG18).
    """
    if part.neighbours not in {AS_GIVEN, REPLACE, EITHER, ANY_VALUES}:
        raise AccountingError(
            f"sampling without replacement is analysed for replaced records, but {part.text} is for {part.neighbours}"
        )
    if q.rational == 1:
        return replace(part, text=text, neighbours=REPLACE)
    inner, rate = profile_of(part), upward(q)

    def outer(e: float) -> float:
        return min(1.0, rate * inner(math.log1p(math.expm1(e) / rate) * (1 - 1e-15)) * (1 + 1e-15))

    pure_ = None if part.pure is None else (1 + q * (part.pure.exp() - 1)).log()
    bound = None if pure_ is None else upward(pure_)
    leak = q * part.leak if part.leak.rational != 0 else ZERO
    return Part(
        text=text,
        neighbours=REPLACE,
        sensitivity=part.sensitivity,
        sensitivity_said=part.sensitivity_said,
        pure=pure_,
        concentrated=None if pure_ is None else (ZERO, _pure_to_rho(pure_)),
        renyi=None if bound is None else (lambda a: response_renyi(a, bound)),
        pairs=None if pure_ is None else (response(pure_),) * 2,
        profile=outer,
        leak=leak,
        attained=False,
    )


def _smaller(first: Curve | None, second: Curve) -> Curve:
    return second if first is None else lambda order: min(first(order), second(order))


def group(part: Part, k: int, text: str, neighbours: str | None = None) -> Part:
    """The same mechanism between datasets k steps apart, by the triangle inequality of each description."""
    to = part.neighbours if neighbours is None else neighbours
    if k == 1:
        return replace(part, text=text, neighbours=to)
    said: dict[str, Any] = {"neighbours": to, "sensitivity": part.sensitivity, "sensitivity_said": part.sensitivity_said}
    if part.gaussian is not None:
        made = _gaussian(part.gaussian * k, text)
        return replace(made, **said)
    if part.noise is not None and part.noise.rate == 1 and part.pure is not None:
        return replace(laplace(part.pure * k, text), **said)
    if part.discrete is not None:
        sigma, jump = part.discrete
        return replace(discrete_gaussian(real(sigma), jump * k, text), **said)
    pure_ = None if part.pure is None else part.pure * k
    rho = None
    if part.concentrated is not None and part.concentrated[0].rational == 0:
        rho = part.concentrated[1] * (k * k)
    found: dict[str, Any] = {}
    if rho is not None:
        r = upward(rho)
        found = {"concentrated": (ZERO, rho), "renyi": lambda order: order * r}
    if pure_ is not None:
        e, before = upward(pure_), found.get("renyi")
        found["pure"] = pure_
        found["pairs"] = (response(pure_),) * 2
        found["renyi"] = _smaller(before, lambda order: response_renyi(order, e))
        found.setdefault("concentrated", (ZERO, _pure_to_rho(pure_)))
    if part.leak.rational != 0 and part.notion == "approximate-dp":
        epsilon = dict(part.values)["epsilon"]
        delta = part.leak * sum(((epsilon * i).exp() for i in range(1, k)), ONE)
        if delta >= ONE:
            raise AccountingError(f"for a group of {k} nothing is left of {part.text}: its δ grows to 1")
        made = approximate(epsilon * k, delta, text)
        return replace(made, attained=False, **said)
    if not found or part.profile is not None or part.noise is not None:
        inner = profile_of(part)

        def outer(e: float) -> float:
            one = e / k
            return min(1.0, inner(one) * math.fsum(math.exp(i * one) for i in range(k)) * (1 + 1e-14))

        found["profile"] = outer
    if not found:
        raise AccountingError(f"no rule for groups is known for {part.text}")
    return Part(text=text, attained=False, **said, **found)
