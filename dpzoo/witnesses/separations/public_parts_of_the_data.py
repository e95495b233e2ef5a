"""What is public for one notion is a secret for another.

M publishes the genotypes, which compared datasets share; the numbers of the steps of a stream, which streams of one length
share; for one query i the index i + K modulo 3 with a uniform key K, and for two queries i, j the same index and then the
key (the second query downloads everything), so that one query is hidden and the first of two is known; one of two tables
of l rows with l different values each, according to whether the record t is in the data.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "genomic-data-dp/does_not_imply/bounded-dp",
    "event-level-dp/does_not_imply/unbounded-dp",
    "epsilon-private-pir/does_not_imply/epsilon-dpir",
    "entropy-l-diversity/does_not_imply/approximate-dp",
)
def public_parts_of_the_data(check: Check) -> None:
    people = complete_domain([(g, p) for g in "AC" for p in ("ill", "well")], 2)
    M = check.show("M, the genotypes", deterministic(people, lambda d: tuple(g for g, _ in d)))
    check.least("genomic-data-dp", M, 0)
    check.least("bounded-dp", M, INFINITY)
    M = deterministic(complete_domain("xy", 3), lambda d: tuple(range(1, len(d) + 1)))
    check.show("M, the numbers of the steps", M)
    check.least("event-level-dp", M, 0)
    check.least("unbounded-dp", M, INFINITY)

    def view(queries: Any) -> dict[Any, F]:
        keys = range(3)
        return {((queries[0] + K) % 3, K) if len(queries) > 1 else ((queries[0] + K) % 3,): F(1, 3) for K in keys}

    M = check.show("M, the server's view", from_function(complete_domain(range(3), 2, 1), view))
    check.least("epsilon-private-pir", M, 0)
    check.least("epsilon-dpir", M, INFINITY)
    for k in (2, 3, 10):
        M = deterministic(
            complete_domain("tu", 2), lambda d, k=k: tuple(("class", v if "t" in d else -v) for v in range(1, k + 1))
        )
        check.least("entropy-l-diversity", M, k, f"of tables with {k} rows", Q=[0], S=1)
        check.least("approximate-dp", M, 1, epsilon="inf")
