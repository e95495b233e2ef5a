"""User-level DP with a slack δ may publish the data with probability δ.

M publishes the dataset with probability δ and nothing otherwise. It satisfies user-level (0, δ)-DP, hence (ε, δ) for
every ε. A published dataset cannot come from any other one, so any two datasets have an infinite loss in both orders;
and each of the notions compares two datasets at least. Below, P has all rows, the graph G all pairs of rows, and the
prior is the uniform distribution on two datasets that differ in the first row: without it they are one, and the
simulator's law cannot be close to both outputs. This works for every δ > 0.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

t, u, v = ROWS = (("user 1", "t"), ("user 1", "u"), ("user 2", "v"))


@decides(
    """approximate-user-level-dp/does_not_imply/d-privacy one-sided-dp blowfish-privacy causal-dp distributional-dp
    bayesian-dp-ll12 bayesian-dp-ysn15"""
)
def data_of_users_published_rarely(check: Check) -> None:
    for delta in (F(1, 2), F(1, 10**6)):  # any δ > 0
        M = from_function(complete_domain(ROWS, 2), lambda d, p=delta: {d: p, "nothing": 1 - p})
        check.least("approximate-user-level-dp", M, delta, f"published with probability {delta}", epsilon=0)
        least = notions["d-privacy"].tightest(M)
        pairs = permutations(M.datasets, 2)
        everywhere = all(least.value[pair] == INFINITY for pair in pairs)
        check.true("d-privacy: the least d is infinite on every two datasets", everywhere, of=least)
        coin = {"bayesian-dp-ysn15": {"A": Prior.of({(t,): F(1, 2), (u,): F(1, 2)})}}
        violates(check, TellsApart(M, (t, v), (u, v), at=coin), [y for y in check.denied if y != "d-privacy"])
    check.every_level("d-privacy", "a proper d is finite on some pair")
    check.show("M, for the last δ", M)
