"""What no pattern contains, and who owns what, may be published.

Of two events the second is shown, and only the first belongs to a pattern. Of records with owners the owners are shown: contents
may change there, and nothing else.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "participation-schema-dp/does_not_imply/approximate-event-level-dp",
    "fixed-graph-dp/does_not_imply/approximate-dp approximate-user-level-dp",
)
def steps_and_owners_left_open(check: Check) -> None:
    second = deterministic(itertools.product("ab", repeat=2), lambda d: d[1])
    check.show("the second event", second)
    check.least("participation-schema-dp", second, 0, "the first step is the only pattern", P=[[0]], epsilon=0)
    check.least("approximate-event-level-dp", second, 1, epsilon="inf")
    records = [(("u",), 0), (("u", "v"), 0), (("u", "v"), 1)]
    owners = deterministic(complete_domain(records, 2), lambda d: tuple(r[0] for r in d))
    check.show("the owners", owners)
    check.least("fixed-graph-dp", owners, 0, epsilon=0)
    check.least("approximate-dp", owners, 1, epsilon="inf")
    check.least("approximate-user-level-dp", owners, 1, "the first owner is the user", owner=lambda r: r[0][0], epsilon="inf")
