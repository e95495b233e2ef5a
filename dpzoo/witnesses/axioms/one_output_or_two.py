"""One output or two: counting possible outputs survives neither a coin nor a mixture.

Claim    Noiseless privacy [Far21] survives randomised post-processing and mixing.
Verdict  false for ε < ln 2: one possible output becomes two.

The notion counts how many outputs are possible as one record varies, whatever their probabilities. A constant has one. A
coin has two, and so has the mixture of two different constants, though neither depends on the data.
"""

from dpzoo.witnesses.prelude import *


@decides("noiseless-privacy-far21/post_processing convexity")
def one_output_or_two(check: Check) -> None:
    datasets, records = complete_domain((0, 1), 2, 1), (0, 1)
    zero = deterministic(datasets, lambda _: 0)
    one = deterministic(datasets, lambda _: 1)
    coin = zero.post_process({0: {0: F(1, 2), 1: F(1, 2)}})
    check.show("M₁ (always 0)", zero)
    check.show("M₂ (always 1)", one)

    def epsilon(m: FiniteMechanism) -> Real:
        """ln of the largest number of outputs that are possible when one record varies."""
        groups = [[(*D[:i], t, *D[i + 1 :]) for t in records] for D in datasets for i in range(len(D))]
        return log_of(max(sum(any(m.probability(D, o) for D in g) for o in m.outputs) for g in groups))

    for name, m, expected in (
        ("M₁", zero, 1),
        ("M₂", one, 1),
        ("M₁ replaced by a coin", coin, 2),
        ("the even mixture", zero.mix(one), 2),
    ):
        check.equal(f"ε of {name}", epsilon(m), log_of(expected))
    kept = epsilon(coin) < log_of(2) or epsilon(zero.mix(one)) < log_of(2)
    check.refutes(
        "a coin in place of a constant, or the mixture of two constants, satisfies the notion for an ε < ln 2", bool(kept)
    )
