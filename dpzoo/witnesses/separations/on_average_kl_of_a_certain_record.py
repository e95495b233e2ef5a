"""On-average KL privacy of a certain record allows everything.

Claim    On-average KL privacy for a distribution that is certain of one record implies some other notion at some
         proper values.

If the distribution is certain of one record, the two datasets that are drawn are equal, and M may publish the
dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VIOLATED = ("profile-based-dp", "pseudo-metric-dp", "inference-based-distributional-dp")


@decides(
    "on-average-kl-privacy/does_not_imply/profile-based-dp pseudo-metric-dp inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    sampled={"inference-based-distributional-dp": "N"},
)
def on_average_kl_of_a_certain_record(check: Check) -> None:
    M = deterministic(complete_domain("tu", 2), lambda d: d)
    check.show("M", M)
    check.equal("on-average-kl-privacy: the least ε", notions["on-average-kl-privacy"].tightest(M, Theta=[{"t": 1}]), 0)
    violates(check, TellsApart(M, ("t",), ("u",)), VIOLATED)
    check.therefore_not(
        "a mechanism that satisfies on-average-kl-privacy as above satisfies one of these notions at proper values"
    )
