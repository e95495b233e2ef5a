"""A report that is the record, rarely, leaks little on average and tells two records apart.

Of k values M sends the true one with probability p, and otherwise nothing. Any two reports have a total variation distance
of p, whatever k is. The upper envelope of all reports has the mass 1 - p + kp, so that the maximal leakage grows with k
beyond every bound, and for two values it is ln(1 + p), which no order α exceeds.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-local-dp bayes-security/does_not_imply/local-dp maximal-leakage",
    "maximal-leakage maximal-alpha-leakage/does_not_imply/local-dp",
    sampled={"maximal-leakage": "k"},
)
def reports_that_erase_the_record(check: Check) -> None:
    for p in (F(1, 2), F(1, 1000)):
        M = from_function([("t",), ("u",)], lambda d, p=p: {d[0]: p, "nothing": 1 - p})
        check.show(f"M, two values, p = {p}", M)
        check.least("maximal-leakage", M, real(1 + p).log())
        check.least("maximal-alpha-leakage", M, real(1 + p).log(), "the largest order", alpha="inf")
        check.least("approximate-local-dp", M, p, epsilon=0)
        check.least("bayes-security", M, 1 - p)
        check.least("local-dp", M, INFINITY)
    p = F(1, 10)
    for k in (2, 11, 31):
        M = from_function([(t,) for t in range(k)], lambda d: {d[0]: p, "nothing": 1 - p})
        check.equal(f"{k} values: δ of approximate-local-dp at ε = 0", notions["approximate-local-dp"].tightest(M, epsilon=0), p)
        check.equal(f"{k} values: β of bayes-security", notions["bayes-security"].tightest(M), 1 - p)
        found = notions["maximal-leakage"].tightest(M)
        check.equal(f"{k} values: ε of maximal-leakage is ln(1 + p(k - 1))", found, real(1 + p * (k - 1)).log())
    check.therefore_not("an average over reports bounds each of them, or a distance of pairs bounds all values together")
