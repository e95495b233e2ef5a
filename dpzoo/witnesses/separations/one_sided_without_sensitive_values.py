"""One-sided DP without sensitive values allows everything.

If no value is sensitive, nothing is compared, and M may publish the dataset. The notions below are violated with
certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = ("profile-based-dp", "pseudo-metric-dp", "inference-based-distributional-dp")


@decides(
    "one-sided-dp/does_not_imply/profile-based-dp pseudo-metric-dp inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def one_sided_without_sensitive_values(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    check.equal("one-sided-dp, no sensitive value: the least ε", notions["one-sided-dp"].tightest(M, P=[]), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not("a mechanism that satisfies one-sided-dp as above satisfies one of these notions at proper values")
