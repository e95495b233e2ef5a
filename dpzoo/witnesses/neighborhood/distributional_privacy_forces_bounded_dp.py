"""Distributional privacy with a small γ is bounded DP.

Claim    If M is (ε, γ)-distributionally private and γ = o(1/n²), then M is ε-DP.
Verdict  true of bounded DP, if datasets are sets: neighbours are drawn too often to be among the exceptions. In general
         false: see the witness published-size-free-lunch.

Let A and B be sets of n = 3 records that differ in one, and draw both samples from their union, of four records. Each set
has probability 1/4, so the pair {A, B} comes up with probability 2/16. If A and B were distinguishable beyond ε, this would
be exempted mass. The mechanism below shows that 2/16 is exact for this population; unequal weights raise it towards 1/2.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "distributional-privacy-rot10/implies/bounded-dp",
    kind=Kind.IMPLICATION,
    errata=["sok-distributional-privacy-implies-dp"],
    sampled={"distributional-privacy-rot10/implies/bounded-dp": "n"},
)
def distributional_privacy_forces_bounded_dp(check: Check) -> None:
    A, B = {1, 2, 3}, {1, 2, 4}

    def chance(target: set[int], weight: dict[int, F]) -> F:
        """The probability that drawing three records one by one, without replacement, gives the set."""
        total = F(0)
        for order in itertools.permutations(target):
            left, term = sum(weight.values()), F(1)
            for t in order:
                term, left = term * weight[t] / left, left - weight[t]
            total += term
        return total

    uniform = {t: F(1) for t in range(1, 5)}
    check.equal("uniform population: Pr[A] = Pr[B]", chance(A, uniform), F(1, 4))
    check.equal("Pr[D₁ = A, D₂ = B], the entry of the catalogue", chance(A, uniform) * chance(B, uniform), F(1, 16))
    exempt = 2 * chance(A, uniform) * chance(B, uniform)
    check.equal("… in either order: 2/(n + 1)²", exempt, F(2, 16))
    heavy = {1: F(1000), 2: F(1000), 3: F(1), 4: F(1)}
    check.greater("the same if the common records weigh 1000 times more", 2 * chance(A, heavy) * chance(B, heavy), F(49, 100))

    # losses of at most ln(5/4) from A and from B to the rest, and ln(35/24) between them
    yes = {frozenset(A): F(6, 10), frozenset(B): F(25, 60)}
    rows = {}
    for d in itertools.permutations(range(1, 5), 3):
        y = yes.get(frozenset(d), F(1, 2))
        rows[d] = [y, 1 - y]
    m = from_rows(rows, outputs=["yes", "no"])
    check.show("M (yes for A: 3/5, for B: 5/12, else 1/2)", {"A": F(3, 5), "B": F(5, 12), "else": F(1, 2)})
    epsilon = log_of(F(5, 4))
    check.equal(
        "least γ at ε = ln(5/4) for the uniform population",
        notions["distributional-privacy-rot10"].tightest(m, epsilon=epsilon),
        F(2, 16),
    )
    check.true("M is not ln(5/4)-bounded DP, by A against B", not notions["bounded-dp"].holds(m, epsilon=epsilon))
    check.confirms("a pair of neighbours has probability 2/(n + 1)² and cannot be exempted by a smaller γ", exempt == F(2, 16))
