"""Per-instance DP protects one record only.

M publishes how many records differ from t. Adding or removing t changes nothing; adding another record to the same
D changes the output with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides("per-instance-dp/does_not_imply/individual-dp")
def per_instance_is_about_one_record(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 3), lambda d: sum(r != "t" for r in d)))
    D = ("t", "u")
    check.least("per-instance-dp", M, 0, "D = (t, u) and t", D=D, t="t")
    check.least("individual-dp", M, INFINITY, "D", D=D)
