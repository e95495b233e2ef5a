"""Geometric noise must grow with the sensitivity.

Verdict  false as printed for s > 1: the loss is s ln(1/p).

Pr[X = k] ∝ p^|k|, so moving the centre by s changes a probability by the factor p^-s at most, and by exactly this factor at
the centre. As in the thesis's example, one customer may send up to 5 suggestions. The noisy sum is clamped to 0…10; an end
keeps the tail, and its ratio is p^-s too.
"""

from dpzoo.blocks.mechanism import Output
from dpzoo.witnesses.prelude import *


@decides(
    "discrete-laplace-mechanism/satisfies/epsilon-dp",
    kind=Kind.BOUND,
    errata=["thesis-prop7-geometric-sensitivity"],
    sampled={"discrete-laplace-mechanism/satisfies/epsilon-dp": "Δ, ε"},
)
def geometric_noise_and_sensitivity(check: Check) -> None:
    def noisy(d: Any, p: F) -> dict[Output, F]:
        """The law of f(D) + X for the total f(D), Pr[X = k] = (1 − p)/(1 + p) · p^|k|, clamped to 0…10."""
        total = sum(d)
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - total) for k in range(11)}
        return {**law, 0: p**total / (1 + p), 10: p ** (10 - total) / (1 + p)}

    dp = notions["epsilon-dp"]
    check.show("law of f(D) + X for f(D) = 3 and p = 1/2", noisy((3,), F(1, 2)))

    counts = from_function(complete_domain((0, 1), 2), lambda d: noisy(d, F(1, 2)))
    check.equal("p = 1/2, at most one suggestion each (s = 1): ln 2", dp.tightest(counts), log_of(2))
    suggestions = from_function(complete_domain((0, 1, 5), 2), lambda d: noisy(d, F(1, 2)))
    check.equal("p = 1/2, up to five each (s = 5): 5 ln 2", dp.tightest(suggestions), log_of(2**5))
    scaled = from_function(complete_domain((0, 1, 5), 2), lambda d: noisy(d, F(9, 10)))
    check.equal("p = 9/10, up to five each: 5 ln(10/9)", dp.tightest(scaled), log_of(F(10, 9) ** 5))
    check.refutes("for s = 5 and p = 1/2 the geometric mechanism is ln 2-DP", dp.holds(suggestions, epsilon=log_of(2)))
