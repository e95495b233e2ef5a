"""Sampling hides whether the data are a given dataset.

For a non-empty dataset x let M_x return 1 with probability 1/2 if D ≠ x, and never on x. With β = 1/2 a sample has
a given size ≥ 1 with probability at most 1/2, so the sampled dataset is x with probability s ≤ 1/2, and M_x returns
1 with a probability (1 - s)/2 between 1/4 and 1/2: (1/2, ln 2)-SamDP on all datasets. Between x and any other
dataset the loss is infinite in one order, and the sum of both Kullback–Leibler divergences too. One of the two
datasets of a pair on which d is finite is not empty.

For two records a, b: 0 on (a), 1 on (b), a fair coin elsewhere. In the same way both outputs have probabilities
between 1/4 and 3/4 after sampling: ε = ln 3.
"""

from dpzoo.witnesses.prelude import *


@decides("dp-under-sampling/does_not_imply/extended-divergence-dp input-discriminative-dp profile-based-dp")
def sampling_hides_one_dataset(check: Check) -> None:
    half, zero, one = {1: F(1, 2), 0: F(1, 2)}, {1: F(0), 0: F(1)}, {1: F(1), 0: F(0)}
    f = {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"}
    domain = complete_domain("ab", 3)
    for x in complete_domain("ab", 2, 1):
        M = from_function(domain, lambda d, x=x: zero if d == x else half)
        check.true(f"x = {x}: dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(2)"))
        pairs = [p for y in domain if y != x for p in ((x, y), (y, x))]
        ext = [notions["extended-divergence-dp"].tightest(M, f=f, d={p: 1}) for p in pairs]
        text = "extended-divergence-dp: infinite between x and every other dataset"
        check.true(text, all(t.value.infinite for t in ext), of=ext)
        levels = notions["input-discriminative-dp"].tightest(M, epsilonbar=lambda d: 0)
        check.equal("input-discriminative-dp, one level: the least Ψ", levels.value[0.0, 0.0], INFINITY, of=levels)
    check.every_level("extended-divergence-dp", "an infinite divergence is no multiple of a finite d")
    check.every_level("input-discriminative-dp", "Ψ must be infinite at the only level that there is")
    M = check.show("M for profiles", from_function(domain, lambda d: {("a",): zero, ("b",): one}.get(d, half)))
    check.true("dp-under-sampling", notions["dp-under-sampling"].holds(M, beta=F(1, 2), epsilon="log(3)"))
    check.least("profile-based-dp", M, 1, Theta=[({"a": 1}, {"b": 1}), ({"b": 1}, {"a": 1})], epsilon="inf")
