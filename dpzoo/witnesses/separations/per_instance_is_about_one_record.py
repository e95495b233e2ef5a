"""Per-instance DP protects one record only.

M publishes how many records differ from t. Adding or removing t changes nothing; adding another record to the same
D changes the output with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides("per-instance-dp/does_not_imply/individual-dp")
def per_instance_is_about_one_record(check: Check) -> None:
    M = deterministic(complete_domain("tu", 3), lambda d: sum(r != "t" for r in d))
    check.show("M", M)
    D = ("t", "u")
    check.equal("per-instance-dp at D = (t, u) and t: the least ε", notions["per-instance-dp"].tightest(M, D=D, t="t"), 0)
    check.equal("individual-dp at D: the least ε", notions["individual-dp"].tightest(M, D=D), INFINITY)
    check.therefore_not("M is (D, ε)-individually private for some ε")
