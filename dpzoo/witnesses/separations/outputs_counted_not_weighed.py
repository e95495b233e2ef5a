"""Counts of outputs or datasets, and mutual information, allow certain disclosure.

Publish the parity of the number of records (each answer has four of the eight sets of three records as generators), or
whether the dataset is empty (two classes), or a bit of the first record (two outputs). Each answer changes with
certainty for some pair of neighbours. The capacity of a channel is at most max_t KL(P_t ‖ Q) for every law Q of the
outputs: with Q uniform it is at most ln 2 < 7/10 for a bit of the first record. If that bit is told with probability p only,
and otherwise ⊥, the capacity is at most p ln 2 < 7p/10, which is below any ε for small p. And the whole dataset of n bits
has two outputs for each record and 2^n in all: n ln 2 exceeds every bound.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "integral-privacy measure-of-privacy/does_not_imply/approximate-dp",
    "mutual-information-dp/does_not_imply/approximate-dp kl-privacy",
    "noiseless-privacy-far21/does_not_imply/approximate-dp measure-of-privacy",
    sampled={"measure-of-privacy": "n"},
    without={"mutual-information-dp": "bounded by the divergence from one law of the outputs"},
)
def outputs_counted_not_weighed(check: Check) -> None:
    ln2 = real(2).log()

    parity = deterministic([(), *[tuple(s) for s in ("a", "b", "c", "ab", "ac", "bc", "abc")]], lambda d: len(d) % 2)
    check.least("integral-privacy", parity, 4, "of the parity of the number of records", P={"records": ["a", "b", "c"]})
    check.least("approximate-dp", parity, 1, epsilon="inf")

    empty = deterministic(complete_domain("tu", 2), lambda d: not d)
    check.least("measure-of-privacy", empty, ln2, "of “is it empty”")
    check.least("approximate-dp", empty, 1, epsilon="inf")

    first = deterministic([(a, b) for a in (0, 1) for b in (0, 1)], lambda d: d[0])
    check.least("noiseless-privacy-far21", first, ln2, "of a bit")
    check.least("approximate-dp", first, 1, epsilon="inf")
    for n in (1, 3, 6):
        bits = deterministic([d for d in complete_domain((0, 1), n) if len(d) == n], lambda d: d)
        check.equal(f"all of {n} bits: far21's least ε", notions["noiseless-privacy-far21"].tightest(bits), ln2)
        check.least("measure-of-privacy", bits, n * ln2)

    for p in (F(1), F(1, 10), F(1, 1000)):  # the other records do not matter
        M = from_function([(0,), (1,)], lambda d, p=p: {d[0]: p, "⊥": 1 - p})
        Q = (M.row((0,)) + M.row((1,))) / 2
        for t in (0, 1):
            check.at_most(f"p = {p}: KL(P_{t} ‖ Q), a bound of the capacity", kl_divergence(M.row((t,)), Q), p * F(7, 10))
        if p == 1:
            check.least("approximate-dp", M, 1, epsilon="inf")
        check.least("kl-privacy", M, INFINITY)
