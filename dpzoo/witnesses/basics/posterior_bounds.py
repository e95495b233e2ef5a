"""Pure DP bounds the posterior by a function of the prior.

Claim    For D drawn from {D₁, D₂} and π = Pr[D = D₁], the posterior of D₁ is at least π/(e^ε + (1 − e^ε)π) and at most e^ε
         π/(e^ε + (e^ε − 1)π).
Verdict  the lower bound is true, the upper one false as printed: randomised response exceeds it.

An output changes the odds π/(1 − π) by its likelihood ratio, which lies between e^-ε and e^ε. Randomised response has both
extremes. The text's numbers follow: 50% becomes at most 75% for ε = ln 3, and 10% at most 94% for ε = 5.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-prop1-posterior-bound"])
def posterior_bounds(check: Check) -> None:
    E = F(3)  # e^ε
    m = check.show("M", from_rows({(1,): [F(3, 4), F(1, 4)], (0,): [F(1, 4), F(3, 4)]}, outputs=["yes", "no"]))

    def posterior(prior: F, output: str) -> F:
        for_1, for_2 = prior * m.probability((1,), output), (1 - prior) * m.probability((0,), output)
        found: F = for_1 / (for_1 + for_2)
        return found

    def printed(prior: F) -> F:
        return E * prior / (E + (E - 1) * prior)

    def upper(prior: F) -> F:
        return E * prior / (1 + (E - 1) * prior)

    def lower(prior: F) -> F:
        return prior / (E + (1 - E) * prior)

    half = F(1, 2)
    check.equal("prior 1/2: posterior after yes", posterior(half, "yes"), F(3, 4))
    check.equal("prior 1/2: the printed upper bound", printed(half), F(3, 8))
    check.equal("prior 1/2: the corrected upper bound", upper(half), F(3, 4))
    priors = [F(k, 20) for k in range(1, 20)]
    attained = sum(posterior(p, "yes") == upper(p) and posterior(p, "no") == lower(p) for p in priors)
    check.equal("priors k/20 at which both corrected bounds are attained", attained, len(priors))
    odds = real(5).exp()
    at_5 = odds * F(1, 10) / (1 + (odds - 1) * F(1, 10))
    check.greater("ε = 5 and prior 10%: the corrected bound, which the text gives as 94%", at_5, F(935, 1000))
    check.less("… and", at_5, F(945, 1000))
    check.refutes("under ε-DP the posterior is at most e^ε π/(e^ε + (e^ε − 1)π)", posterior(half, "yes") <= printed(half))
