"""What DP bounds is the risk given all others.

Claim    ε-DP does not bound π(X_i = x | T)/π(X_i = x) by e^ε in general; it does bound π(X_i = x | T, X_-i)/π(X_i = x |
         X_-i); and the former is at most e^(nε), with equality as the records become totally dependent.
Verdict  true but for the equality: total dependence alone gives less; e^(nε) is the limit as the prior of x tends to 0.

Two or three people answer by randomised response with e^ε = 3. Given the other records only the own answer matters; without
them all answers tell about X₁.
"""

from dpzoo.witnesses.prelude import *

Weights = dict[tuple[int, ...], F]


@decides(kind=Kind.BOUND, errata=["slides-equality-total-dependence"])
def conditional_risk_is_bounded(check: Check) -> None:
    E = F(3)

    def chance(x: tuple[int, ...], t: tuple[int, ...]) -> F:
        """Pr[T = t | X = x]: each answer is right with probability 3/4."""
        found = F(1)
        for a, b in zip(x, t, strict=True):
            found *= F(3, 4) if a == b else F(1, 4)
        return found

    def risk(prior: Weights, t: tuple[int, ...]) -> F:
        """π(X₁ = 1 | T = t)/π(X₁ = 1)."""
        joint = {x: w * chance(x, t) for x, w in prior.items()}
        posterior = sum((w for x, w in joint.items() if x[0] == 1), F(0)) / sum(joint.values())
        return posterior / sum((w for x, w in prior.items() if x[0] == 1), F(0))

    correlated: Weights = {(1, 1): F(3, 32), (1, 0): F(1, 32), (0, 1): F(1, 32), (0, 0): F(27, 32)}
    check.show("π", correlated)
    check.greater("marginal: the ratio after the answers (1, 1), against e^ε = 3", risk(correlated, (1, 1)), E)
    conditional = []
    for other, t in itertools.product((0, 1), itertools.product((0, 1), repeat=2)):
        part = {x: w for x, w in correlated.items() if x[1] == other}
        given = {x: w / sum(part.values()) for x, w in part.items()}
        conditional.append(risk(given, t))
    check.at_most("given X₂: the largest ratio", max(conditional), E)
    check.at_least("given X₂: the smallest ratio", min(conditional), 1 / E)

    def identical(n: int, theta: F) -> F:
        return risk({(1,) * n: theta, (0,) * n: 1 - theta}, (1,) * n)

    for n in (1, 2, 3):
        bound = E**n
        for theta in (F(1, 2), F(1, 100), F(1, 10**6)):
            check.equal(f"X₁ = … = X_{n}, prior {theta}: the formula", identical(n, theta), bound / (bound * theta + 1 - theta))
    check.equal("X₁ = X₂, prior 1/2: the ratio, far below e^(2ε) = 9", identical(2, F(1, 2)), F(9, 5))
    check.greater("X₁ = X₂, prior 10⁻⁶: the ratio comes close to 9", identical(2, F(1, 10**6)), F(8999, 1000))
    check.refutes("total dependence makes the ratio e^(nε), here for n = 2 and prior 1/2", identical(2, F(1, 2)) == E**2)
