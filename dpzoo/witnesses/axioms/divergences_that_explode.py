"""A divergence that does not compose: two runs have an infinite one.

Verdict  false at f(t) = e^t - e: a divergence of at most 65/100 becomes infinite when the mechanism is run twice.

Let Q(n) = 3^-n/n² and P(n) = 3^-n/n for 2 ≤ n ≤ N, with the rest of the mass on the output 0. P/Q is n there, so that
D_f(P‖Q) ≤ Σ Q(n)e^n ≤ π²/6 - 1 < 65/100 for every N, as e < 3; in the other order the ratios are at most 1, except on 0,
where it is below 1.08, and D_f(Q‖P) ≤ e^1.08 - e < 1/4. Two runs give (N, N) with the ratio N² and Q-probability 9^-N/N⁴,
so their divergence is at least 9^-N e^(N²)/N⁴ - e, which grows without bound: with all n ≥ 2 it is infinite. Capacity
bounded DP with H all functions is divergence DP (Fenchel and Young); the best test is h = f'(P/Q), here e^(P/Q).
"""

from dpzoo.blocks.generators import Generator
from dpzoo.witnesses.prelude import *

E = real(1).exp()


def _f(t: Any) -> Any:
    return (t.exp() if isinstance(t, Real) else np.exp(t)) - E


# f*(y) = sup over t ≥ 0 of ty - f(t): at t = ln y, for the values y ≥ 1 that tests have here
f = Generator("e^t - e", _f, real(1) - E, math.inf, lambda y: y * y.log() - y + E)


@decides("capacity-bounded-dp divergence-dp extended-divergence-dp adjacency-relation-divergence-dp/composition")
def divergences_that_explode(check: Check) -> None:
    def mechanism(most: int) -> FiniteMechanism:
        """P on the dataset (1), Q on the empty one; outputs 0, 2, …, most."""
        Q = [F(1, 3**n * n**2) for n in range(2, most + 1)]
        P = [F(1, 3**n * n) for n in range(2, most + 1)]
        return from_rows({(1,): [1 - sum(P), *P], (): [1 - sum(Q), *Q]}, outputs=[0, *range(2, most + 1)])

    def best_tests(m: FiniteMechanism) -> list[list[Real]]:
        P, Q = m.row((1,)), m.row(())
        return [[real(a / b).exp() for a, b in zip(x, y, strict=True)] for x, y in ((P, Q), (Q, P))]

    divergence, capacity, extended = (notions[n] for n in ("divergence-dp", "capacity-bounded-dp", "extended-divergence-dp"))
    growth = []
    for N in (4, 5, 6, 7):
        M = mechanism(N)
        twice = M.compose(M)
        if N == 4:
            check.show("M, N = 4", M)
        once = divergence.tightest(M, f=f)
        check.less(f"N = {N}: divergence DP (and ARDDP on this pair), ε of M", once, F(65, 100))
        check.less("… extended divergence DP at distance 1", extended.tightest(M, f=f, d="edit"), F(65, 100))
        check.less("… capacity bounded DP with the best tests", capacity.tightest(M, f=f, H=best_tests(M)), F(65, 100))
        bound = real(N * N).exp() * F(1, 9**N * N**4) - E
        growth.append(bound)
        check.at_least("… ε of two runs, divergence DP, against 9^-N e^(N²)/N⁴ - e", divergence.tightest(twice, f=f), bound)
        check.at_least("… extended divergence DP", extended.tightest(twice, f=f, d="edit"), bound)
        check.at_least("… capacity bounded DP with the best tests", capacity.tightest(twice, f=f, H=best_tests(twice)), bound)
    check.greater("the bound at N = 5", growth[1], 10**3)
    check.greater("… at N = 6", growth[2], 10**6)
    check.greater("… at N = 7", growth[3], 10**10)
    claim = divergence.holds(mechanism(7).compose(mechanism(7)), f=f, epsilon=10**10)
    check.refutes("some ε' (here 10¹⁰) serves two runs of all (f, 65/100)-divergence DP mechanisms", claim)
