"""What no compared pair changes may be published, or moved apart.

Verdict  false: the mechanisms below separate them.

Published exactly: the shops, which no user refers to; how many users report; how many events there are. A program returns
its only entry, 0 or 1, which are neighbours, and shows nothing else; twice the entry is 0 or 2, which are not.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "user-dp-foreign-key local-node-dp landmark-privacy/does_not_imply/approximate-dp",
    "neighbour-preserving-obliviousness/does_not_imply/oblivious-dp",
    "neighbour-preserving-obliviousness/post_processing",
)
def public_around_the_unit(check: Check) -> None:
    everything = "approximate-dp: the least δ for any ε"

    ann, order, shop = ("user", "ann", ()), ("order", 1, (("user", "ann"),)), ("shop", 1, ())
    shops = check.show("the shops", deterministic([(ann, order), (), (ann, order, shop)], lambda d: shop in d))
    check.least("user-dp-foreign-key", shops, 0, P="user", epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(shops, epsilon="inf"), 1)

    nodes = [("node", k) for k in (1, 2)]
    users = deterministic([(*nodes,), (*nodes, ("edge", 1, 2)), (*nodes, ("node", 3))], lambda d: sum(r[0] == "node" for r in d))
    check.show("how many users there are", users)
    check.least("local-node-dp", users, 0, epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(users, epsilon="inf"), 1)

    events = check.show("how many events there are", deterministic([(0, 0), (0, 1), (1, 1), (0, 0, 0)], len))
    check.least("landmark-privacy", events, 0, L=[0, 1])
    check.equal(everything, notions["approximate-dp"].tightest(events, epsilon="inf"), 1)

    entry: Any = deterministic([(0,), (1,)], lambda d: ("nothing", d[0]))
    check.show("a program", entry)
    check.least("neighbour-preserving-obliviousness", entry, 0, R=[(0, 1)], epsilon=0)
    check.least("oblivious-dp", entry, 1, epsilon="inf")
    check.least(
        "neighbour-preserving-obliviousness",
        entry.post_process(lambda o: (o[0], 2 * o[1])),
        1,
        "of twice the entry",
        R=[(0, 1)],
        epsilon="inf",
    )
    check.therefore_not("one of the implications holds at any proper values, or every map of results keeps the last notion")
