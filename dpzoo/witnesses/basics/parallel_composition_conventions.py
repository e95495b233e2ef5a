"""Parallel composition costs the maximum only if one part changes.

Claim    If M₁ is ε₁-DP and M₂ is ε₂-DP, and an operation separates the records of D into disjoint datasets D₁ and D₂, then
         (M₁(D₁), M₂(D₂)) is max(ε₁, ε₂)-DP.
Verdict  false as printed, where differing in one record includes a replaced record: then the loss is ε₁ + ε₂. An operation
         that looks at the whole dataset breaks it for added records too.
Corrected  It holds for added and removed records if the part of a record depends on that record alone, and for replaced
         records if the replacement stays in the part.
Source   Des20, Proposition 4; DP22, Section 2.3; Boe19, Theorem 3.8.

Each mechanism publishes the size of its part with geometric noise, Pr[Z = z] ∝ e^(-ε|z|), clamped to 0…2: e^ε₁ = 2 and e^ε₂
= 3. Replacing the record 0 by 1 takes it from the part of the zeros to the part of the ones, and both sizes change.
"""

from dpzoo.blocks.mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides(
    "parallel-composition/satisfies/unbounded-dp",
    "parallel-composition/satisfies/bounded-dp",
    "parallel-composition/claims/bounded-dp/one-part",
    kind=Kind.COMPOSITION,
    errata=["sok-section2-parallel-composition", "boenisch-parallel-composition"],
    sampled={"parallel-composition/satisfies/unbounded-dp parallel-composition/satisfies/bounded-dp": "M"},
)
def parallel_composition_conventions(check: Check) -> None:
    def noisy(size: int, p: F) -> dict[Output, F]:
        """The law of size + Z, Pr[Z = z] = (1 − p)/(1 + p) · p^|z|, clamped to 0…2."""
        low, high = p**size / (1 + p), p ** (2 - size) / (1 + p)
        return {0: low, 1: 1 - low - high, 2: high}

    def composed(datasets: list[Dataset], part: Callable[[Dataset, int], int]) -> FiniteMechanism:
        """(M₁(D₁), M₂(D₂)), where the record at position i goes to the part ``part(D, i)``."""

        def law(d: Dataset) -> dict[Output, F]:
            size = [sum(part(d, i) == k for i in range(len(d))) for k in (1, 2)]
            first, second = noisy(size[0], F(1, 2)), noisy(size[1], F(1, 3))
            return {(a, b): first[a] * second[b] for a in first for b in second}

        return from_function(datasets, law)

    datasets = complete_domain((0, 1), 2)
    alone = from_function(datasets, lambda d: noisy(len(d), F(1, 3)))
    unbounded, bounded, dp = (notions[n] for n in ("unbounded-dp", "bounded-dp", "epsilon-dp"))
    check.equal("M₂ alone: ε₂ = ln 3, and likewise ε₁ = ln 2", dp.tightest(alone), log_of(3))

    by_value = composed(datasets, lambda d, i: 1 if d[i] == 0 else 2)
    check.show("M: zeros to part 1, ones to part 2", by_value)
    check.equal("zeros and ones apart, a record added or removed: max(ε₁, ε₂)", unbounded.tightest(by_value), log_of(3))
    check.equal("zeros and ones apart, a record replaced: ε₁ + ε₂", bounded.tightest(by_value), log_of(6))

    def bit(d: Dataset) -> dict[Output, F]:  # position 1 to M₁, position 2 to M₂: randomised response on the value
        chance = (F(2, 3), F(3, 4))
        return {(a, b): abs(F(a != d[0]) - chance[0]) * abs(F(b != d[1]) - chance[1]) for a in (0, 1) for b in (0, 1)}

    fixed = from_function(complete_domain((0, 1), 2, 2), bit)
    check.equal("fixed positions, a record replaced: max(ε₁, ε₂)", bounded.tightest(fixed), log_of(3))

    by_parity = composed(datasets, lambda d, _: 1 if len(d) % 2 == 0 else 2)
    check.equal(
        "all records to the part that |D| mod 2 names, a record added: 2ε₁ + ε₂", unbounded.tightest(by_parity), log_of(12)
    )
    check.refutes("parallel composition costs max(ε₁, ε₂) under DP", dp.holds(by_value, epsilon=log_of(3)))
