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
    "integral-privacy/does_not_imply/approximate-dp",
    "measure-of-privacy/does_not_imply/approximate-dp",
    "mutual-information-dp/does_not_imply/approximate-dp kl-privacy",
    "noiseless-privacy-far21/does_not_imply/approximate-dp measure-of-privacy",
    sampled={"measure-of-privacy": "n"},
    without={"mutual-information-dp": "bounded by the divergence from one law of the outputs"},
)
def outputs_counted_not_weighed(check: Check) -> None:
    approximate, ln2 = notions["approximate-dp"], real(2).log()

    parity = deterministic([(), *[tuple(s) for s in ("a", "b", "c", "ab", "ac", "bc", "abc")]], lambda d: len(d) % 2)
    found = notions["integral-privacy"].tightest(parity, P={"records": ["a", "b", "c"]})
    check.equal("integral-privacy of the parity of the number of records: the largest k", found, 4)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(parity, epsilon="inf"), 1)

    empty = deterministic(complete_domain("tu", 2), lambda d: not d)
    check.equal("measure-of-privacy of “is it empty”: the least ε", notions["measure-of-privacy"].tightest(empty), ln2)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(empty, epsilon="inf"), 1)

    first = deterministic([(a, b) for a in (0, 1) for b in (0, 1)], lambda d: d[0])
    check.equal("noiseless-privacy-far21 of a bit: the least ε", notions["noiseless-privacy-far21"].tightest(first), ln2)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(first, epsilon="inf"), 1)
    for n in (1, 3, 6):
        bits = deterministic([d for d in complete_domain((0, 1), n) if len(d) == n], lambda d: d)
        check.equal(f"all of {n} bits: far21's least ε", notions["noiseless-privacy-far21"].tightest(bits), ln2)
        check.equal("measure-of-privacy: the least ε", notions["measure-of-privacy"].tightest(bits), n * ln2)

    for p in (F(1), F(1, 10), F(1, 1000)):  # the other records do not matter
        M = from_function([(0,), (1,)], lambda d, p=p: {d[0]: p, "⊥": 1 - p})
        Q = (M.row((0,)) + M.row((1,))) / 2
        for t in (0, 1):
            check.at_most(f"p = {p}: KL(P_{t} ‖ Q), a bound of the capacity", kl_divergence(M.row((t,)), Q), p * F(7, 10))
        if p == 1:
            check.equal("approximate-dp: the least δ for any ε", approximate.tightest(M, epsilon="inf"), 1)
        check.equal("kl-privacy: the least ε", notions["kl-privacy"].tightest(M), INFINITY)
    check.therefore_not(
        "one of these mechanisms (or all of one family, at one level) satisfies the notion on the right of its claim"
    )
