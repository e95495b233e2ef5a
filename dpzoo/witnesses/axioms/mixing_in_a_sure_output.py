"""Mixing a rare output into a sure one: convexity of notions that tolerate rare outputs.

Verdict  false: two mechanisms with bad outputs of mass at most 1/10 have a mixture with bad outputs of mass 28/100 (privacy
         at risk: 1/40 and 7/100).

M₁ outputs 1 with probability 1/10 if a fact about the data is true, and 0 otherwise; M₂ always outputs 1. In the mixture
with weights 8/10 and 2/10 the output 1 has the probabilities 28/100 and 20/100: the ratio 1.4 exceeds e^ε = 1.2, and the
output is not rare.
"""

from dpzoo.witnesses.prelude import *


@decides("bayesian-dp-tf20 probabilistic-distribution-privacy relaxed-dp membership-privacy-sds19 privacy-at-risk/convexity")
def mixing_in_a_sure_output(check: Check) -> None:
    ratio, domain = F(12, 10), complete_domain((0, 1), 2)
    epsilon = log_of(ratio)
    M1 = from_rows({D: [F(9, 10), F(1, 10)] if len(D) % 2 else [F(1), F(0)] for D in domain})
    M2 = from_rows({D: [F(0), F(1)] for D in domain})
    mixture = M1.mix(M2, F(8, 10))
    check.show("M₁", M1)
    check.show("M₂", M2)
    check.show("the mixture", mixture)

    theta1, theta2 = Prior.of({(0,): F(1)}, "θ₁"), Prior.of({(): F(1)}, "θ₂")
    values: dict[str, dict[str, Any]] = {
        "bayesian-dp-tf20": {"prior": {0: F(1, 2), 1: F(1, 2)}},
        "probabilistic-distribution-privacy": {"Theta": [(theta1, theta2), (theta2, theta1)]},
    }
    for name, given in values.items():
        delta = [notions[name].tightest(m, epsilon=epsilon, **given) for m in (M1, M2, mixture)]
        check.equal(f"{name}: δ of M₁ at e^ε = 1.2", delta[0], F(1, 10))
        check.equal("… of M₂", delta[1], 0)
        check.equal("… of the mixture", delta[2], F(28, 100))

    relaxed, at = notions["relaxed-dp"], {"epsilon": log_of(F(10, 9)), "delta_p": F(1, 10)}
    check.equal("relaxed-dp: δₐ of M₁ at e^ε = 10/9, δₚ = 1/10", relaxed.tightest(M1, **at), 0)
    check.equal("… of M₂", relaxed.tightest(M2, **at), 0)
    check.equal("… of the mixture, beyond 1/20", relaxed.tightest(mixture, **at), F(28, 100) - F(20, 100) * F(10, 9))

    def delta_of(m: FiniteMechanism, first: tuple[int, ...], second: tuple[int, ...]) -> F:
        found: F = probabilistic_delta(m.row(first), m.row(second), ratio).rational
        return found

    # membership-privacy-sds19 with one candidate: P_z is the law on (z), Q the one on ()
    for name, m, expected in (("M₁", M1, F(1, 10)), ("M₂", M2, F(0)), ("the mixture", mixture, F(28, 100))):
        check.equal(f"membership-privacy-sds19: δ of {name}", delta_of(m, (0,), ()), expected)

    # privacy-at-risk: π uniform on {0, 1}; the fact is that the first record is 1, and the pair is drawn
    A = from_rows({(1,): [F(9, 10), F(1, 10)], (0,): [F(1), F(0)]})
    B = from_rows({(1,): [F(0), F(1)], (0,): [F(0), F(1)]})
    for name, m, expected in (("M₁", A, F(1, 40)), ("M₂", B, F(0)), ("the mixture", A.mix(B, F(8, 10)), F(7, 100))):
        risk = sum((F(1, 4) * delta_of(m, (t,), (u,)) for t in (0, 1) for u in (0, 1)), F(0))
        check.equal(f"privacy-at-risk: δ of {name}", risk, expected)
