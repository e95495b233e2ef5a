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
    data = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("the dataset", data)
    found = notions["refinement-dp"].tightest(data, g=lambda _d, _o: "the same")
    check.equal("refinement-dp, g constant: the least ρ", found, 0)
    check.equal("epsilon-dp: the least ε", notions["epsilon-dp"].tightest(data), INFINITY)
    found = notions["utility-optimized-local-dp"].tightest(data, P=[], Y_P=[])
    check.equal("utility-optimized-local-dp, P and Y_P empty: the least ε", found, 0)
    check.equal("local-dp: the least ε", notions["local-dp"].tightest(data), INFINITY)
    for k in (1, 2, 3):
        frequent = deterministic(complete_domain("tu", k + 1), lambda d, k=k: tuple(r for r in d if d.count(r) > k))
        found = notions["simple-outlier-privacy"].tightest(frequent, outlierness=lambda r, d: d.count(r), k=k)
        check.equal(f"simple-outlier-privacy of the values that occur more than {k} times, k = {k}: the least ε", found, 0)
        check.equal("unbounded-dp: the least ε", notions["unbounded-dp"].tightest(frequent), INFINITY)
    check.therefore_not("one of the three other notions holds for some ε")
