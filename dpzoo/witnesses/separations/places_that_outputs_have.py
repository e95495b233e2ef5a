"""Outputs that are close, or have the same shadow, may still tell everything.

Verdict  false: the mechanisms below separate them.

A fourth of the parity of the number of records moves by 1/4; ten times it moves by 5/2. The number of frames is the same in
compared videos. The vector (0, s) has no extent along the first axis; with the coordinates exchanged it shows s. Two
parities of three bits are fair coins whatever one bit is; along (1, 2) the pair shows both, and so the first bit.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "wasserstein-dp event-duration-privacy/does_not_imply/approximate-dp",
    "sliced-renyi-pufferfish/does_not_imply/approximate-pufferfish-privacy",
    "wasserstein-dp/post_processing",
    "sliced-renyi-pufferfish/post_processing composition",
)
def places_that_outputs_have(check: Check) -> None:
    everything = "approximate-dp: the least δ for any ε"

    parity: Any = deterministic([(), (0,)], lambda d: F(len(d) % 2, 4))
    check.show("a fourth of the parity", parity)
    near = notions["wasserstein-dp"]
    check.least("wasserstein-dp", parity, F(1, 4), mu=1)
    check.equal(everything, notions["approximate-dp"].tightest(parity, epsilon="inf"), 1)
    tenfold = parity.post_process(lambda o: 10 * o)
    check.least("wasserstein-dp", tenfold, F(5, 2), "of ten times it", mu=1)
    check.false("ten times it at ε = 1/4", near.holds(tenfold, mu=1, epsilon=F(1, 4)))

    frames = check.show("the number of frames", deterministic([("a", "a"), ("a", "b"), ("a",)], len))
    check.least("event-duration-privacy", frames, 0, B=(2, 2))
    check.equal(everything, notions["approximate-dp"].tightest(frames, epsilon="inf"), 1)

    sliced = notions["sliced-renyi-pufferfish"]
    axis = [((1, 0), 1)]
    bit: dict[str, Any] = {"Theta": [Prior.of({(0,): F(1, 2), (1,): F(1, 2)})], "Phi": [([(0,)], [(1,)])]}
    upright: Any = deterministic([(0,), (1,)], lambda d: (0, d[0]))
    check.show("(0, s)", upright)
    check.least("sliced-renyi-pufferfish", upright, 0, alpha=2, omega=axis, **bit)
    check.least("approximate-pufferfish-privacy", upright, 1, epsilon="inf", **bit)
    exchanged = upright.post_process(lambda o: (o[1], o[0]))
    check.least("sliced-renyi-pufferfish", exchanged, INFINITY, "of (s, 0)", alpha=2, omega=axis, **bit)

    bits = list(itertools.product((0, 1), repeat=3))
    prior = {
        "Theta": [Prior.of({d: F(1, 8) for d in bits})],
        "Phi": [([d for d in bits if d[i] == 0], [d for d in bits if d[i] == 1]) for i in range(3)],
    }
    parts: Any = [deterministic(bits, lambda d, k=k: (sum(d[k:]) % 2,)) for k in (0, 1)]
    for part in parts:
        check.least("sliced-renyi-pufferfish", part, 0, "of one parity", alpha=2, omega=[((1,), 1)], **prior)
    both = parts[0].compose(parts[1]).post_process(lambda o: (*o[0], *o[1]))
    check.equal("… of both, along (1, 2)", sliced.tightest(both, alpha=2, omega=[((1, 2), 1)], **prior), INFINITY)
    check.therefore_not("one of the implications holds at any proper values, or one of the properties does")
