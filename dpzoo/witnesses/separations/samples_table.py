"""What a sample tells, and what a population makes likely.

Drawing a sample hides who was drawn; what all samples of a population or of a frame have in common shows.
"""

from dpzoo.witnesses.prelude import *


@decides("frame-invariant-dp frame-level-dp/does_not_imply/bounded-dp", "bounded-dp/does_not_imply/frame-level-dp")
def samples_that_tell_their_frame(check: Check) -> None:
    """Samples may tell what all samples of a frame share, or what no frame gives, and a design may tell about the data.

    Frame-invariant DP, not bounded DP: all samples of a frame have the same number of records 1, so M may publish it.
    Replacing a record changes it.

    Frame-level DP, not bounded DP: one record is drawn from each frame of two, so M may publish every sample of two
    records.

    Bounded DP, not frame-level DP: a frame is drawn as a whole if its first record is 1, and only its first record if this
    is 0. Then the size of the sample tells that record, and M may publish the size, which bounded DP does not compare.
    """
    bits = complete_domain((0, 1), 2, 2)
    ones = check.show("the number of ones", deterministic(bits, lambda d: d.count(1)))
    check.least("frame-invariant-dp", ones, 0, F=[[d for d in bits if d.count(1) == k] for k in range(3)])
    check.least("bounded-dp", ones, INFINITY)

    data = complete_domain((0, 1), 2, 1)
    pairs = check.show("samples of two records", deterministic(data, lambda s: s if len(s) == 2 else "nothing"))
    one = [(f, Prior.of({(f[0],): F(1, 2), (f[1],): F(1, 2)} if f[0] != f[1] else {(f[0],): F(1)})) for f in bits]
    check.least("frame-level-dp", pairs, 0, "one of two records is drawn", tau=one)
    check.least("bounded-dp", pairs, INFINITY)

    size = check.show("the size of the sample", deterministic(data, len))
    telling = [(f, Prior.of({f if f[0] else f[:1]: F(1)})) for f in bits]
    check.least("bounded-dp", size, 0)
    check.least("frame-level-dp", size, INFINITY, "all of a frame, or its first record if that is 0", tau=telling)


@decides("frame-level-dp/composition")
def two_statistics_of_one_sample(check: Check) -> None:
    """Two statistics of one sample: each is a fair coin, and together they tell the frame.

    Verdict  false: both mechanisms have ε = 0, and the pair has infinite loss.

    From the frame (t, x) either nothing or the whole is drawn, from (t, y) one of its records, each with probability 1/2.
    M₁ says 1 on the samples (t, x) and (y), M₂ on (t, x) and (t). On either frame each answer is a fair coin. On the first
    frame the two agree, on the second they differ.
    """
    samples = [(), ("t",), ("y",), ("t", "x")]
    half = F(1, 2)
    tau = [(("t", "x"), Prior.of({(): half, ("t", "x"): half})), (("t", "y"), Prior.of({("t",): half, ("y",): half}))]
    M1 = check.show("M₁", deterministic(samples, lambda s: int(s in (("t", "x"), ("y",)))))
    M2 = check.show("M₂", deterministic(samples, lambda s: int(s in (("t", "x"), ("t",)))))
    for name, m in (("M₁", M1), ("M₂", M2)):
        check.equal(f"ε of {name}", notions["frame-level-dp"].tightest(m, tau=tau), 0)
    check.equal("ε of both on one sample", notions["frame-level-dp"].tightest(M1.compose(M2), tau=tau), INFINITY)


@decides(
    "global-stability list-replicability/post_processing convexity",
    "global-stability list-replicability/does_not_imply/approximate-dp",
)
def favourites_that_coins_spread(check: Check) -> None:
    """A favourite output: coins after the fact spread it, a mixture halves it, and a rare sample may show another one.

    Post-processing and convexity. A constant has η = 1, and a list of one answer never fails. If one of k uniform numbers
    stands in its place, no output has a probability above 1/k, and a list of two answers fails with probability 1 - 2/k.
    The even mixture of two constants leaves η = 1/2, and a list of one fails with probability 1/2.

    Approximate DP. M publishes a record that is nearly always a. Then a comes out with the probability of a, so global
    stability holds at this η and list replicability with the rest as γ. The record is told, and δ = 1 is needed.
    """
    notion = notions["global-stability"]
    data = [("a",), ("b",)]
    p = F(9, 10)
    theta = [Prior.of({("a",): p, ("b",): 1 - p})]
    constant, other = deterministic(data, lambda _: 0), deterministic(data, lambda _: 1)
    check.show("a constant", constant)
    check.equal("η of a constant", notion.tightest(constant, Theta=theta), 1)
    for k in (2, 10, 1000):
        spread = constant.post_process({0: {i: F(1, k) for i in range(k)}})
        check.equal(f"η of one of {k} numbers", notion.tightest(spread, Theta=theta), F(1, k))
    check.equal("η of the even mixture with another constant", notion.tightest(constant.mix(other), Theta=theta), F(1, 2))
    record = check.show("the record", deterministic(data, lambda d: d[0]))
    check.least("global-stability", record, p, f"a has probability {p}", Theta=theta)
    check.least("approximate-dp", record, 1, epsilon="inf")

    listed = notions["list-replicability"]
    for k, m, what in ((1, constant, "a constant"), (1, record, "the record"), (2, record, "the record")):
        gamma = {("a constant", 1): F(0), ("the record", 1): 1 - p, ("the record", 2): F(0)}[what, k]
        check.equal(f"{what}: γ of a list of {k}", listed.tightest(m, Theta=theta, k=k), gamma)
    for j in (10, 1000):
        spread = constant.post_process({0: {i: F(1, j) for i in range(j)}})
        check.equal(f"one of {j} numbers: γ of a list of 2", listed.tightest(spread, Theta=theta, k=2), 1 - F(2, j))
    check.equal("the even mixture: γ of a list of 1", listed.tightest(constant.mix(other), Theta=theta, k=1), F(1, 2))
