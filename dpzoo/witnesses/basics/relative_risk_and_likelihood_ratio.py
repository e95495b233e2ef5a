"""Posterior over prior is bounded exactly if the likelihood ratio is.

Claim    Let C_θ(t) = π(X₁ = 1 | T₁ = t)/π(X₁ = 1) at the prior θ = π(X₁ = 1). Then C_θ(t) = LR(t)/(LR(t)θ + 1 − θ); it lies
         between 1 and LR(t); and e^-ε ≤ C_θ(t) ≤ e^ε for all θ if and only if e^-ε ≤ LR(t) ≤ e^ε.
Verdict  true.
Source   BGM25, slides on the prior-to-posterior semantics.

C_θ is monotone in θ, from LR(t) in the limit θ → 0 to 1 at θ = 1. So if LR(t) exceeds e^ε, a small enough prior shows it;
we use θ below (LR − e^ε)/(e^ε (LR − 1)).
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="θ, LR")
def relative_risk_and_likelihood_ratio(check: Check) -> None:
    def risk(theta: F, given_1: F, given_0: F) -> F:
        """π(X₁ = 1 | T₁ = t)/π(X₁ = 1) by Bayes, from Pr[T₁ = t | X₁ = 1] and Pr[T₁ = t | X₁ = 0]."""
        return theta * given_1 / (theta * given_1 + (1 - theta) * given_0) / theta

    chances = [F(k, 6) for k in range(1, 6)]
    thetas = [F(k, 10) for k in range(1, 11)]
    cases = [(t, a, b) for t in thetas for a in chances for b in chances]
    formula = sum(risk(t, a, b) == (a / b) / (a / b * t + 1 - t) for t, a, b in cases)
    check.equal("cases in which the formula holds", formula, len(cases))
    between = sum(min(F(1), a / b) <= risk(t, a, b) <= max(F(1), a / b) for t, a, b in cases)
    check.equal("cases in which C_θ lies between 1 and LR", between, len(cases))

    E = F(2)  # e^ε
    beyond = [(a, b) for a in chances for b in chances if a / b > E]
    small = [(a / b - E) / (E * (a / b - 1)) / 2 for a, b in beyond]
    found = sum(risk(t, a, b) > E for t, (a, b) in zip(small, beyond, strict=True))
    check.equal("pairs with LR > e^ε = 2 for which a small prior gives C_θ > e^ε, out of all", found, len(beyond))
    check.confirms("the relative risk is within e^±ε for all priors exactly if the likelihood ratio is", found == len(beyond))
