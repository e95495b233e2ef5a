"""The formulas of libraries, transcribed from their source, and the corresponding question to dpzoo.

The formulas are checked against the libraries that the tests can run; ``libraries.yaml`` says where each stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

GOOGLE_ORDERS: Final = (*(1 + x / 10 for x in range(1, 100)), *range(11, 64), 128, 256, 512, 1024)
OPACUS_ORDERS: Final = (*(1 + x / 10 for x in range(1, 100)), *range(12, 64))
SIMPLE: Final = 1e-6


@dataclass(frozen=True)
class LibraryFormula:
    """One conversion of a library at one value.

    ``asks`` is the same question to dpzoo: a guarantee, a target and what is fixed (the best possible conversion), or items and
    what is fixed (the composition). ``parameter`` is what both answer.
    """

    says: str
    at: str
    parameter: str
    theirs: Callable[[], float]
    guarantee: str = ""
    target: str = ""
    items: tuple[str, ...] = ()
    fix: Mapping[str, Any] | None = None


def by_order(orders: Iterable[float], divergence: Callable[[float], float], delta: float) -> float:
    """ε from Rényi divergences at listed orders: D - (ln δ + ln α)/(α - 1) + ln(1 - 1/α), the least (CKS20, Proposition 12)."""
    return min(divergence(a) - (math.log(delta) + math.log(a)) / (a - 1) + math.log1p(-1 / a) for a in orders if a > 1.01)


def over_all_orders(rho: float, delta: float) -> float:
    """The same for α ↦ αρ over all orders above 1."""
    from scipy.optimize import minimize_scalar

    def at(log_order: float) -> float:
        a = 1 + math.exp(log_order)
        return a * rho - (math.log(delta) + math.log(a)) / (a - 1) + math.log1p(-1 / a)

    return max(0.0, float(minimize_scalar(at, bounds=(-7, 12), method="bounded", options={"xatol": 1e-12}).fun))


def sampled_gaussian(order: float, sigma: float, q: float) -> float:
    """D_α of the Gaussian mechanism on a Poisson sample: a sum at whole orders (MTZ19, Section 3.3), else an integral."""
    if order == int(order):
        from dpzoo.mechanisms.accounting.parts import sampled_gaussian_renyi

        return sampled_gaussian_renyi(order, sigma, q)
    from scipy.integrate import quad

    def integrand(x: float) -> float:
        ratio = (1 - q) + q * math.exp((2 * x - 1) / (2 * sigma * sigma))
        return math.exp(-x * x / (2 * sigma * sigma) + order * math.log(ratio)) / (sigma * math.sqrt(2 * math.pi))

    area = quad(integrand, -12 * sigma, order + 12 * sigma, limit=400, points=[0.0, order])[0]
    return math.log(area) / (order - 1)


def normal_epsilon(mu: float, delta: float) -> float:
    """The ε at δ of N(0, 1) against N(μ, 1)."""
    from scipy.optimize import brentq
    from scipy.stats import norm

    return float(
        brentq(lambda e: norm.cdf(mu / 2 - e / mu) - math.exp(e) * norm.cdf(-mu / 2 - e / mu) - delta, 0, 500, xtol=1e-13)
    )


def limit_of_sampling(sigma: float, q: float, steps: int, delta: float) -> float:
    """The central limit theorem of Gaussian DP for Poisson samples: μ = q √(T (e^{1/σ²} - 1))."""
    return normal_epsilon(q * math.sqrt(steps * math.expm1(sigma**-2)), delta)


def pure_to_renyi(epsilon: float, order: float) -> float:
    """ln((sinh αε - sinh (α-1)ε)/sinh ε)/(α - 1) (BS16, proof of Lemma 4 of its conversion)."""
    return math.log((math.sinh(order * epsilon) - math.sinh((order - 1) * epsilon)) / math.sinh(epsilon)) / (order - 1)


def laplace_renyi(epsilon: float, order: float) -> float:
    """D_α of Laplace noise (Mir17, Proposition 6)."""
    a = order
    first, second = a / (2 * a - 1) * math.exp((a - 1) * epsilon), (a - 1) / (2 * a - 1) * math.exp(-a * epsilon)
    return math.log(first + second) / (a - 1)


def advanced(epsilons: Iterable[float], slack: float) -> float:
    """ε of diffprivlib's accountant: the least of the sum and the two formulas of KOV17 with ``slack`` as δ."""
    spent = list(epsilons)
    middle = sum((1 - math.exp(-e)) * e / (1 + math.exp(-e)) for e in spent)
    square = sum(e * e for e in spent)
    first = middle + math.sqrt(2 * square * math.log(1 / slack))
    second = middle + math.sqrt(2 * square * math.log(math.e + math.sqrt(square) / slack))
    return min(sum(spent), first, second)


def users(sigma: float, passes: int, examples: int, delta: float) -> float:
    """ε for a user with several examples: that of one by Rényi DP, then group privacy of (ε, δ), with the δ that fits."""
    from scipy.optimize import brentq

    def one(log_delta: float) -> float:
        return by_order(GOOGLE_ORDERS, lambda a: passes * a / (2 * sigma * sigma), math.exp(log_delta))

    def gap(log_delta: float) -> float:
        e = one(log_delta)
        return log_delta + math.log(math.expm1(examples * e)) - math.log(math.expm1(e)) - math.log(delta)

    return examples * one(float(brentq(gap, math.log(delta) - 60, math.log(delta), xtol=1e-12)))


def mixed_by_renyi() -> float:
    """100 Gaussian releases with σ = 10 and 3 Laplace ones with b = 10 by their Rényi divergences, over all orders."""
    from scipy.optimize import minimize_scalar

    def at(log_order: float) -> float:
        a = 1 + math.exp(log_order)
        total = 100 * a / 200 + 3 * laplace_renyi(0.1, a)
        return total - (math.log(SIMPLE) + math.log(a)) / (a - 1) + math.log1p(-1 / a)

    return float(minimize_scalar(at, bounds=(-3, 5), method="bounded", options={"xatol": 1e-12}).fun)


def _distributions() -> float:
    import dp_accounting
    from dp_accounting import pld

    accountant = pld.PLDAccountant()
    accountant.compose(dp_accounting.GaussianDpEvent(10.0), 100)
    accountant.compose(dp_accounting.LaplaceDpEvent(10.0), 3)
    return float(accountant.get_epsilon(SIMPLE))


_ZCDP: Final[dict[str, Any]] = {
    "guarantee": "zero-concentrated-dp(xi=0, rho=1/2)",
    "target": "approximate-dp",
    "fix": {"delta": "1e-6"},
    "parameter": "epsilon",
}
_PURE_ZCDP: Final[dict[str, Any]] = {
    "guarantee": "epsilon-dp(epsilon=1)",
    "target": "zero-concentrated-dp",
    "fix": {"xi": 0},
    "parameter": "rho",
    "theirs": lambda: 0.5,
}
_SGD: Final[dict[str, Any]] = {
    "items": ("poisson(q=0.01, gaussian(sigma=1))*1000",),
    "fix": {"delta": "1e-5"},
    "parameter": "epsilon",
}
_MIXED: Final[dict[str, Any]] = {
    "items": ("gaussian(sigma=10)*100", "laplace(b=10)*3"),
    "fix": {"delta": "1e-6"},
    "parameter": "epsilon",
}

FORMULAS: Final[Mapping[str, LibraryFormula]] = {
    "opendp-pure-zcdp": LibraryFormula("pure DP to zCDP: ρ = ε²/2", "measure_cast/pureDP_to_zCDP/mod.rs", **_PURE_ZCDP),
    "opendp-zcdp-approximate": LibraryFormula(
        "zCDP to a curve δ(ε), at the best order from 1.01",
        "measure_cast/zCDP_to_approxDP/cdp_delta/mod.rs",
        theirs=lambda: over_all_orders(0.5, SIMPLE),
        **_ZCDP,
    ),
    "accounting-zcdp-approximate": LibraryFormula(
        "zCDP to (ε, δ) at the best of a list of orders",
        "rdp/rdp_privacy_accountant.py, compute_epsilon",
        theirs=lambda: by_order(GOOGLE_ORDERS, lambda a: a / 2, SIMPLE),
        **_ZCDP,
    ),
    "accounting-one-order": LibraryFormula(
        "Rényi DP at one order to (ε, δ)",
        "rdp/rdp_privacy_accountant.py, compute_epsilon",
        "epsilon",
        lambda: by_order([8], lambda a: 1.0, SIMPLE),
        "renyi-dp(alpha=8, epsilon=1)",
        "approximate-dp",
        fix={"delta": "1e-6"},
    ),
    "accounting-delta-at-zero": LibraryFormula(
        "Rényi DP to the δ of ε = 0: the less of √(1 - exp(-D)) and the formula for one order",
        "rdp/rdp_privacy_accountant.py, compute_delta",
        "delta",
        lambda: min(math.sqrt(-math.expm1(-0.01)), math.exp(0.01 + math.log1p(-0.5) - math.log(2))),
        "renyi-dp(alpha=2, epsilon=1/100)",
        "approximate-dp",
        fix={"epsilon": 0},
    ),
    "accounting-pld": LibraryFormula(
        "100 Gaussian releases with σ = 10 and 3 Laplace ones with b = 10, by distributions of losses",
        "pld/pld_privacy_accountant.py",
        theirs=_distributions,
        **_MIXED,
    ),
    "accounting-replace": LibraryFormula(
        "one GaussianDpEvent with noise multiplier 1 under REPLACE_ONE, by RdpAccountant, which leaves the relation out there",
        "rdp/rdp_privacy_accountant.py, _maybe_compose",
        "epsilon",
        lambda: by_order(GOOGLE_ORDERS, lambda a: a / 2, SIMPLE),
        items=("gaussian(sigma=1, sensitivity=2)",),
        fix={"delta": "1e-6"},
    ),
    "pipelinedp-naive": LibraryFormula(
        "100 Laplace counts that share ε = 10 equally: added up, though δ = 10⁻⁶ would be allowed",
        "budget_accounting.py, NaiveBudgetAccountant",
        "epsilon",
        lambda: 10.0,
        items=("laplace(epsilon=0.1)*100",),
        fix={"delta": "1e-6"},
    ),
    "opacus-rdp": LibraryFormula(
        "DP-SGD (σ = 1, q = 0.01, 1,000 steps) by RDPAccountant, at the best of a list of orders",
        "accountants/rdp.py",
        theirs=lambda: by_order(OPACUS_ORDERS, lambda a: 1000 * sampled_gaussian(a, 1.0, 0.01), 1e-5),
        **_SGD,
    ),
    "opacus-gdp": LibraryFormula(
        "the same by GaussianAccountant: the limit for many steps",
        "accountants/analysis/gdp.py, compute_eps_poisson",
        theirs=lambda: limit_of_sampling(1.0, 0.01, 1000, 1e-5),
        **_SGD,
    ),
    "tensorflow-users": LibraryFormula(
        "10 passes of Gaussian noise with σ = 10, for a user with 3 examples: group privacy of (ε, δ)",
        "privacy/analysis/compute_dp_sgd_privacy_lib.py, _compute_dp_sgd_user_privacy",
        "epsilon",
        lambda: users(10.0, 10, 3, SIMPLE),
        items=("user(m=3, gaussian(sigma=10))*10",),
        fix={"delta": "1e-6"},
    ),
    "autodp-pure-approximate": LibraryFormula(
        "pure DP to (ε′, δ): ε′ = ln(e^ε - δ)",
        "converter.py, puredp_to_approxdp",
        "epsilon",
        lambda: math.log(math.e - 0.01),
        "epsilon-dp(epsilon=1)",
        "approximate-dp",
        fix={"delta": "1/100"},
    ),
    "autodp-pure-renyi": LibraryFormula(
        "pure DP to Rényi DP at order 4, by hyperbolic sines",
        "converter.py, puredp_to_rdp",
        "epsilon",
        lambda: pure_to_renyi(1.0, 4.0),
        "epsilon-dp(epsilon=1)",
        "renyi-dp",
        fix={"alpha": 4},
    ),
    "autodp-zcdp-approximate": LibraryFormula(
        "zCDP to (ε, δ) at the best of all orders",
        "converter.py, rdp_to_approxdp",
        theirs=lambda: over_all_orders(0.5, SIMPLE),
        **_ZCDP,
    ),
    "autodp-composition": LibraryFormula(
        "100 Gaussian releases with σ = 10 and 3 Laplace ones with b = 10, by Rényi divergences",
        "transformer_zoo.py, Composition",
        theirs=mixed_by_renyi,
        **_MIXED,
    ),
    "diffprivlib-laplace-delta": LibraryFormula(
        "Laplace noise with a δ: scale Δ/(ε - ln(1 - δ)), sold as (1, 0.01)",
        "mechanisms/laplace.py, Laplace.randomise",
        "delta",
        lambda: 0.01,
        items=("laplace(epsilon=1-log(0.99))",),
        fix={"epsilon": 1},
    ),
    "diffprivlib-gaussian": LibraryFormula(
        "Gaussian noise with σ = √(2 ln(1.25/δ)) Δ/ε, sold as (1, 10⁻⁶)",
        "mechanisms/gaussian.py, Gaussian",
        "epsilon",
        lambda: 1.0,
        items=("gaussian(sigma=sqrt(2*log(1250000)))",),
        fix={"delta": "1e-6"},
    ),
    "diffprivlib-composition": LibraryFormula(
        "100 spends of (0.1, 0) with slack 10⁻⁶: the formulas of Kairouz, Oh and Viswanath",
        "accountant.py, BudgetAccountant.total",
        "epsilon",
        lambda: advanced([0.1] * 100, SIMPLE),
        items=("pure(epsilon=0.1)*100",),
        fix={"delta": "1e-6"},
    ),
    "tumult-pure-zcdp": LibraryFormula(
        "pure DP to zCDP: ρ = ε²/2", "tmlt/core/measurements/converters.py, PureDPToRhoZCDP", **_PURE_ZCDP
    ),
    "tumult-zcdp-approximate": LibraryFormula(
        "zCDP to (ε, δ): ε = ρ + 2√(ρ ln(1/δ))",
        "tmlt/core/measurements/converters.py, RhoZCDPToApproxDP",
        theirs=lambda: 0.5 + 2 * math.sqrt(0.5 * math.log(1 / SIMPLE)),
        **_ZCDP,
    ),
}
