"""Noise that hides one step does not hide many.

M publishes a number plus Z, Pr[Z = z] ∝ g^{-|z|}, clamped to the range 0, …, n of the number. Clamping keeps the loss at
the ends: numbers a and b are told apart with loss |a - b| ln g. The number of rows, a value, twice the mean of one or two
places on a line, the number of edges: each changes little in one step (a row, a unit, a unit of earth mover's distance,
an edge), and by n if a user with n rows leaves, if a value or place moves by n, if the centre of a star is removed. For the
user, with g = 16 and e^ε' = 2^n, still δ ≥ 1 - 4·2^{-n}, by the event “at least 3n/4”. The losses are
unbounded in n. The values 0 and n have a total variation distance of 1 - 2^{-n/2}, by the event “at least n/2”: more
than any bound below 1, for large n. (M works on real values, too: round them at random to k or k + 1. In between, each
probability is linear and at most doubles, so its logarithm moves at a rate of at most 1, and the loss is at most |t - t'|.)
(The mean moves by at most the earth mover's distance, for any number of places; one and two places are measured.)
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "epsilon-dp/does_not_imply/approximate-user-level-dp",
    "d-local-dp/does_not_imply/local-dp total-variation-privacy",
    "earth-movers-privacy/does_not_imply/bounded-dp",
    "edge-dp/does_not_imply/node-dp",
    sampled="n",
)
def noise_for_small_steps(check: Check) -> None:
    for n in (4, 8, 12):
        rows = from_function([tuple(("user", i) for i in range(k)) for k in range(n + 1)], lambda d, n=n: noisy(len(d), n, 16))
        check.least("epsilon-dp", rows, real(16).log(), f"n = {n}")
        check.least("approximate-user-level-dp", rows, at=f"e^ε' = 2^{n}", at_least=1 - F(4, 2**n), epsilon=f"{n} * log(2)")
        value = from_function([(k,) for k in range(n + 1)], lambda d, n=n: noisy(d[0], n, 2))
        found = notions["d-local-dp"].holds(value, d=lambda pair: abs(pair[0] - pair[1]))
        check.true(f"n = {n}: d-local-dp holds with d = |t - t'|, as ln 2 < 1", found)
        check.least("local-dp", value, n * real(2).log())
        found = notions["total-variation-privacy"].tightest(value)
        check.equal("total-variation-privacy: the least ε, 1 - 2^{-n/2}", found, 1 - F(1, 2 ** (n // 2)))
        nodes = [("node", v) for v in range(n + 1)]
        stars = [(*nodes, *(("edge", 0, v) for v in range(1, k + 1))) for k in range(n + 1)]
        edges = from_function([*stars, tuple(nodes[1:])], lambda g, n=n: noisy(sum(r[0] == "edge" for r in g), n, 2))
        check.least("edge-dp", edges, real(2).log(), f"n = {n}")
        check.least("node-dp", edges, n * real(2).log())
    check.show("the noisy number of edges, n = 12", edges)
    for n in (1, 2, 3):
        line = [(x, 0) for x in range(n + 1)]
        apart = [(a, b, abs(a[0] - b[0])) for a in line for b in line]
        mean = from_function(complete_domain(line, 2, 1), lambda d, n=n: noisy(2 * sum(x for x, _ in d) // len(d), 2 * n, 2))
        check.least("earth-movers-privacy", mean, 2 * real(2).log(), f"n = {n}", d=apart)
        one = mean.restrict([(x,) for x in line])
        check.least("bounded-dp", one, 2 * n * real(2).log(), "on one place")
    check.therefore_not("one of these losses is smaller than stated, for some n")
