"""Refined outputs, values that are not sensitive, and records that are no outliers.

If the refinement g forgets everything, or no value is sensitive and no output protected, the data may be published.
Simple outlier privacy protects records whose value occurs at most k times: publish the others. Of k + 1 records with one
value all are published, and none after one of them has been removed.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "refinement-dp/does_not_imply/epsilon-dp",
    "utility-optimized-local-dp/does_not_imply/local-dp",
    "simple-outlier-privacy/does_not_imply/unbounded-dp",
)
def published_where_nothing_is_asked(check: Check) -> None:
    data = check.show("the dataset", deterministic(complete_domain("tu", 2), lambda d: d))
    check.least("refinement-dp", data, 0, "g constant", g=lambda _d, _o: "the same")
    check.least("epsilon-dp", data, INFINITY)
    check.least("utility-optimized-local-dp", data, 0, "P and Y_P empty", P=[], Y_P=[])
    check.least("local-dp", data, INFINITY)
    for k in (1, 2, 3):
        frequent = deterministic(complete_domain("tu", k + 1), lambda d, k=k: tuple(r for r in d if d.count(r) > k))
        check.least(
            "simple-outlier-privacy",
            frequent,
            0,
            f"of the values that occur more than {k} times, k = {k}",
            outlierness=lambda r, d: d.count(r),
            k=k,
        )
        check.least("unbounded-dp", frequent, INFINITY)
