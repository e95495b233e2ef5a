"""A promise about one observer says nothing of all that is sent.

Shares: the first of three users has a bit b, the second sees a fair coin r, the third b ⊕ r, each of them a fair coin.
Trust: a user sends the own bit to a trusted one, and nothing else is sent. Mask: two users share a secret coin r, and
b ⊕ r is sent. Sizes: each of two silos sends how many records it holds, which a replaced record does not change.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "network-dp/does_not_imply/joint-dp",
    "pairwise-network-dp trust-graph-dp secret-based-local-dp/does_not_imply/approximate-dp",
    "secret-f-ldp pairwise-network-f-dp/does_not_imply/f-dp",
    "inter-silo-record-level-dp/does_not_imply/approximate-dp client-dp",
    source="records of the seven notions",
)
def what_one_observer_does_not_see(check: Check) -> None:
    everything = "approximate-dp: the least δ for any ε"

    shares = from_function([(0, "-", "-"), (1, "-", "-")], lambda d: {("", r, r ^ d[0]): F(1, 2) for r in (0, 1)})
    check.show("shares", shares)
    check.least("network-dp", shares, 0, epsilon=0)
    check.least("joint-dp", shares, 1, epsilon="inf")
    levels = notions["pairwise-network-dp"].tightest(shares, alpha=2)
    check.true("pairwise-network-dp: every level is 0", all(v == 0 for v in levels.value.values()), of=levels)
    check.equal(everything, notions["approximate-dp"].tightest(shares, epsilon="inf"), 1)
    told = notions["f-dp"].tightest(shares)
    check.equal("f-dp of all views, which for each alone are equal: the largest f at 0 (so f = 0)", told.value(F(0)), 0, of=told)

    trust = check.show("trust", from_function([(0, "-"), (1, "-")], lambda d: {((0, 1, d[0]),): F(1)}))
    check.least("trust-graph-dp", trust, 0, G=[(0, 1)], epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(trust, epsilon="inf"), 1)

    mask = from_function([(0, "-"), (1, "-")], lambda d: {((r,), r ^ d[0]): F(1, 2) for r in (0, 1)})
    check.show("mask", mask)
    check.least("secret-based-local-dp", mask, 0, S=[0], epsilon=0)
    curve, public = notions["secret-f-ldp"].tightest(mask, S=[0]), notions["f-dp"].tightest(mask)
    check.equal("secret-f-ldp: the largest f at 1/2 (so f = 1 - x)", curve.value(F(1, 2)), F(1, 2), of=curve)
    check.equal("f-dp: the largest f at 0 (so f = 0)", public.value(F(0)), 0, of=public)
    check.every_level("f-dp", "f = 0 is the only curve that is left, and it promises nothing")
    check.equal(everything, notions["approximate-dp"].tightest(mask, epsilon="inf"), 1)

    held = [((), ("b",)), (("a",), ("b",)), (("a",), ("c",))]
    sizes = check.show("sizes", deterministic(held, lambda d: tuple(len(part) for part in d)))
    check.least("inter-silo-record-level-dp", sizes, 0, C=2, epsilon=0)
    flat = deterministic([((2, "b"),), ((1, "a"), (2, "b"))], lambda d: (len(d) - 1, 1))
    check.show("sizes, with all records in one table that names their silo", flat)
    check.equal(everything, notions["approximate-dp"].tightest(flat, epsilon="inf"), 1)
    check.least("client-dp", flat, INFINITY, "with silos as clients")
