"""A value that no prior allows may be told.

M says whether the record is c, and the prior is uniform on a and b.
"""

from dpzoo.witnesses.prelude import *


@decides(
    """pointwise-maximal-leakage asymmetric-local-information-privacy strong-l1-privacy
    strong-chi-squared-privacy/does_not_imply/local-dp""",
    "probabilistic-pointwise-maximal-leakage/does_not_imply/approximate-local-dp",
)
def reports_that_no_prior_foresees(check: Check) -> None:
    M = deterministic([("a",), ("b",), ("c",)], lambda d: d[0] == "c")
    law = {"a": F(1, 2), "b": F(1, 2)}
    check.show("M", M)
    for name in ("pointwise-maximal-leakage", "strong-l1-privacy", "strong-chi-squared-privacy"):
        check.least(name, M, 0, Theta=[law])
    for bound in ("epsilon_l", "epsilon_u"):
        other = {"epsilon_l": "epsilon_u", "epsilon_u": "epsilon_l"}[bound]
        check.least("asymmetric-local-information-privacy", M, 0, "", Theta=[law], **{other: 0})
    check.least("probabilistic-pointwise-maximal-leakage", M, 0, Theta=[law], epsilon=0)
    check.least("local-dp", M, INFINITY)
    check.least("approximate-local-dp", M, 1, epsilon="inf")
