"""The Markov boundary of a record does not bound what leaks about it.

Verdict  false as printed: three equal records, or a chain X₁ – X₂ – X₃, have c₁ = 2, and the ratio exceeds e^(2ε).

The boundary makes the other records superfluous once it is known exactly. But the attacker sees noisy answers only, and a
record beyond the boundary has an answer of its own, which tells about the boundary. Three people answer by randomised
response with e^ε = 3.
"""

from dpzoo.witnesses.prelude import *

Weights = dict[tuple[int, ...], F]


@decides(kind=Kind.BOUND, errata=["slides-minimal-information-chamber"])
def minimal_information_chamber(check: Check) -> None:
    E = F(3)

    def risk(prior: Weights, t: tuple[int, ...]) -> F:
        """π(X₁ = 1 | T = t)/π(X₁ = 1); each answer is right with probability 3/4."""
        joint = {
            x: w
            * F(3, 4) ** sum(a == b for a, b in zip(x, t, strict=True))
            * F(1, 4) ** sum(a != b for a, b in zip(x, t, strict=True))
            for x, w in prior.items()
        }
        posterior = sum((w for x, w in joint.items() if x[0] == 1), F(0)) / sum(joint.values())
        return posterior / sum((w for x, w in prior.items() if x[0] == 1), F(0))

    def explains(prior: Weights, boundary: tuple[int, ...]) -> bool:
        """Whether π(X₁ | X_-1) = π(X₁ | the records in ``boundary``)."""

        def belief(known: tuple[int, ...], x: tuple[int, ...]) -> F:
            same = {y: w for y, w in prior.items() if all(y[i] == x[i] for i in known)}
            return sum((w for y, w in same.items() if y[0] == 1), F(0)) / sum(same.values())

        return all(belief((1, 2), x) == belief(boundary, x) for x, w in prior.items() if w)

    def chamber(prior: Weights) -> int:
        """1 + the size of the smallest set that explains X₁."""
        sets = [s for n in range(3) for s in itertools.combinations((1, 2), n)]
        return 1 + min(len(s) for s in sets if explains(prior, s))

    theta = F(1, 100)
    equal: Weights = {(1, 1, 1): theta, (0, 0, 0): 1 - theta}
    flip = F(1, 10000)  # a Markov chain: X₂ copies X₁, X₃ copies X₂, each with a small chance of an error
    chain: Weights = {
        (a, b, c): (theta if a else 1 - theta) * (flip if a != b else 1 - flip) * (flip if b != c else 1 - flip)
        for a, b, c in itertools.product((0, 1), repeat=3)
    }
    check.show("π, X₁ = X₂ = X₃", equal)
    check.show("π, a chain", chain)
    for name, prior in (("X₁ = X₂ = X₃", equal), ("a chain", chain)):
        check.equal(f"{name}: c₁, the size of the minimal information chamber", chamber(prior), 2)
        check.greater(f"{name}: the ratio after three answers 1, against e^(2ε) = 9", risk(prior, (1, 1, 1)), E**2)
        check.at_most(f"{name}: the same, against e^(3ε) = 27", risk(prior, (1, 1, 1)), E**3)
    # an independent third record adds nothing: the component {X₁, X₂} has size 2, and e^(2ε) holds
    pair: Weights = {(a, a, c): (theta if a else 1 - theta) * F(1, 2) for a in (0, 1) for c in (0, 1)}
    risks = [risk(pair, t) for t in itertools.product((0, 1), repeat=3)]
    check.at_most("X₁ = X₂ and X₃ independent: the largest ratio, against e^(2ε)", max(risks), E**2)
    check.refutes("the ratio of posterior to prior stays within e^(c₁ε) for c₁ = 2", risk(chain, (1, 1, 1)) <= E**2)
