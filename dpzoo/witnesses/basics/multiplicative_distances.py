"""Events or outputs, neighbours or all pairs: four ways to say pure DP.

Claim    d_MULT(P, Q) = sup over events |ln P(S)/Q(S)| equals the supremum over single outputs; d^δ_MULT is the least ε for
         which both orders satisfy (ε, δ)-DP; and d_MULT ≤ ε on neighbours is the same as d_MULT ≤ ε d_Ham on all pairs.
Verdict  true of everything tried here.
Source   BGM25, slides on the definition of pure DP and "Examples of 𝒟, d_𝒳 and d_Pr".

A ratio of sums lies between the ratios of the terms, so no event is worse than its worst output. Along a path of neighbours
the losses add up. Exact fractions; for d^δ_MULT all events of four outputs are tried.
"""

from dpzoo.blocks.divergences import epsilon_at
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="P, Q")
def multiplicative_distances(check: Check) -> None:
    random = np.random.default_rng(7)
    events = [s for n in range(1, 5) for s in itertools.combinations(range(4), n)]

    def law() -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, 4)]
        return [F(k, sum(weights)) for k in weights]

    by_events = by_delta = 0
    delta = F(1, 10)
    for _ in range(100):
        m = from_rows({(0,): law(), (1,): law()})
        p, q = m.matrix
        masses = [(sum(p[list(s)]), sum(q[list(s)])) for s in events]
        worst = max(max(a / b, b / a) for a, b in masses)
        by_events += max(max_divergence(p, q), max_divergence(q, p)) == log_of(worst)
        excess = max(max(F(1), (a - delta) / b, (b - delta) / a) for a, b in masses)
        by_delta += max(epsilon_at(p, q, delta), epsilon_at(q, p, delta)) == log_of(excess)
    check.equal("pairs on which events and outputs give the same d_MULT", by_events, 100)
    check.equal("pairs on which d^δ_MULT, δ = 1/10, is the least ε of (ε, δ)-DP", by_delta, 100)

    # three records, each answered by randomised response with its own odds
    cube = list(itertools.product((0, 1), repeat=3))
    right = (F(2, 3), F(3, 4), F(1, 2))
    rows = {x: [prod(r if a == b else 1 - r for a, b, r in zip(x, t, right, strict=True)) for t in cube] for x in cube}
    m = check.show("three randomised responses", from_rows(rows, outputs=cube))

    def d_mult(x: tuple[int, ...], y: tuple[int, ...]) -> Real:
        found: Real = max_divergence(m.row(x), m.row(y))
        return found

    apart = {(x, y): sum(a != b for a, b in zip(x, y, strict=True)) for x in cube for y in cube if x != y}
    epsilon = max(d_mult(x, y) for (x, y), d in apart.items() if d == 1)
    check.equal("largest d_MULT on neighbours", epsilon, log_of(3))
    lipschitz = sum(d_mult(x, y) <= epsilon * d for (x, y), d in apart.items())
    check.equal("ordered pairs with d_MULT ≤ ε d_Ham, out of all", lipschitz, len(apart))
    check.confirms("the four forms agree", by_events == by_delta == 100 and lipschitz == len(apart))
