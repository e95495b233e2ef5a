"""The sparse vector technique as it was printed in five ways: which of them are private."""

from dpzoo.witnesses.mechanisms._sparse_vector import chance, seen_or_not
from dpzoo.witnesses.prelude import *


@decides(
    "sparse-vector-showing-answers/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-must-not-show-answers"]
)
def sparse_vector_must_not_show_answers(check: Check) -> None:
    """A noisy answer that is shown tells how low the threshold was.

    Verdict  false: after m answers "below" the loss is mε/2.

    The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|, so that ε = 2 ln 2. On a the first m queries are 0, on b 1; one more
    is 0 on both. Seen is m times "below" and then a value of at most 0. Then the threshold z was at most 0, and at each
    such z the chance of "below", 2^(z - 1 - q)/(3/2) for a query with value q, is twice as large on a.
    """
    r = F(1, 2)

    def seen(m: int, value: int) -> F:
        """Pr[m times below, then a value of at most 0], summed over thresholds -n: a geometric series less another."""
        below = r ** (1 + value) / (1 + r)  # at z = 0; at z = -n it is r^n times that
        first = 1 / (1 - r ** (1 + m))  # Σ r^n r^(nm)
        second = r / (1 - r ** (2 + m))  # Σ r^n r^(nm) r^(n+1), as Pr[-n ≤ Z ≤ 0] = (1 - r^(n+1))/(1 + r)
        return (1 - r) / (1 + r) * below**m * (first - second) / (1 + r)

    dp = notions["epsilon-dp"]
    for m in (1, 3, 8):
        M = seen_or_not(seen(m, 0), seen(m, 1))
        check.equal(f"m = {m}: the loss is m ln 2 = mε/2", dp.tightest(M), log_of(2**m))
    check.refutes("it is 2 ln 2-DP (m = 3)", dp.holds(seen_or_not(seen(3, 0), seen(3, 1)), epsilon=log_of(4)))


@decides("sparse-vector-without-cutoff/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-needs-a-cutoff"])
def sparse_vector_needs_a_cutoff(check: Check) -> None:
    """Without a limit on positive answers, and with noise that knows none, the loss grows with their number.

    Verdict  false: with 4 queries the loss exceeds ε, and it grows with the number of queries.

    The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|, so that ε = 2 ln 2. On a all 2m queries are 0, on b the first m are 1
    and the others -1; seen is m times "below" and then m times "above".
    """
    dp, t = notions["epsilon-dp"], F(1, 2)
    for m, least in ((2, 12), (3, 46), (4, 179)):
        said = "F" * m + "T" * m
        M = seen_or_not(chance([0] * (2 * m), said, t, 1, 1), chance([1] * m + [-1] * m, said, t, 1, 1))
        check.greater(f"{2 * m} queries: the loss exceeds ln {least}", dp.tightest(M), log_of(least))
        if m == 2:
            check.refutes("it is 2 ln 2-DP", dp.holds(M, epsilon=log_of(4)))


@decides(
    "sparse-vector-without-query-noise/claims/epsilon-dp/as-sold",
    kind=Kind.BOUND,
    errata=["sparse-vector-needs-noise-on-queries"],
)
def sparse_vector_needs_noise_on_queries(check: Check) -> None:
    """With noise on the threshold only, the order of two queries is told outright.

    Verdict  false: no ε holds.

    The noise is whole-valued with Pr[Z = z] ∝ 2^-|z|. On a the queries are 0 and 1, on b they are 1 and 0; seen is "below,
    above".
    """
    M = seen_or_not(chance([0, 1], "FT", F(1, 2), 1, 0), chance([1, 0], "FT", F(1, 2), 1, 0))
    dp = notions["epsilon-dp"]
    check.show("whether (below, above) was seen", M)
    check.equal("the least ε", dp.tightest(M), math.inf)
    check.refutes("it is 2 ln 2-DP", dp.holds(M, epsilon=log_of(4)))


@decides("sparse-vector-with-fixed-noise/claims/epsilon-dp/as-sold", kind=Kind.BOUND, errata=["sparse-vector-noise-must-grow"])
def sparse_vector_noise_must_grow(check: Check) -> None:
    """Noise on the queries that does not grow with the number c of positive answers costs more than ε.

    Verdict  false: the loss exceeds ε already for c = 1, and grows with c; (1 + 6c)/4 · ε holds.

    The noise is whole-valued, with 2^-|z| for the threshold and 8^-|z| for the queries, so that ε = 4 ln 2. On a all 2c
    queries are 0, on b the first c are 1 and the others -1; seen is c times "below" and then c times "above".
    """
    dp, t = notions["epsilon-dp"], F(1, 2)
    for c in (1, 2, 3):
        said = "F" * c + "T" * c
        M = seen_or_not(chance([0] * (2 * c), said, t, 1, 3), chance([1] * c + [-1] * c, said, t, 1, 3))
        check.greater(f"c = {c}: the loss exceeds ε = 4 ln 2", dp.tightest(M), log_of(16))
        check.at_most(f"c = {c}: it is at most (1 + 6c)/4 · ε", dp.tightest(M), log_of(2 ** (1 + 6 * c)))
        check.refutes(f"c = {c}: it is 4 ln 2-DP", dp.holds(M, epsilon=log_of(16)))
