"""Reports that state the value cannot be linked, but show a change of the value.

Every report is the private value v of its sender. One user, or two with the same value, send the same reports: γ = 0 for
every k. Two users with different values v and v' who both send something never send k reports v, one user always does.
"""

from dpzoo.witnesses.prelude import *


@decides("untrackability/does_not_imply/undetectability")
def reports_that_state_the_value(check: Check) -> None:
    for k in (2, 3, 4):
        senders = list(product((1, 2), repeat=k))
        same = deterministic([(v, *s) for v in "uv" for s in senders], lambda d: (d[0],) * (len(d) - 1))
        two = deterministic([(v, w, *s) for v in "uv" for w in "uv" for s in senders], lambda d: tuple(d[i - 1] for i in d[2:]))
        check.least("untrackability", same, 0, f"k = {k}", k=k)
        check.least("undetectability", two, INFINITY, f"k = {k}", k=k)
    check.every_level("undetectability", "a larger k asks for more than k = 2")
