"""Local DP is about one record; datasets of two may be published.

M publishes datasets of two records and says nothing about smaller ones, so all datasets of one record have one output.
The other notions compare datasets of two records that differ in one, and these have different outputs, each certain: no
ε is enough, and for label DP no δ < 1. A simulator that does not see the first record is the same on both. For
event-level DP the output is a sequence, nothing after the first event, and both events after the second. This shows
only where local DP asks nothing: if every user's randomiser is locally private, so are all independent reports together.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates

VALUES = ("t", "u", "v")
COINS = Prior.of({(r, s): F(1, 4) for r in "tu" for s in "tu"})


@decides(
    """local-dp/does_not_imply/epsilon-dp one-sided-dp blowfish-privacy causal-dp distributional-dp bayesian-dp-ll12
    bayesian-dp-ysn15 event-level-dp bit-dp label-dp"""
)
def local_dp_asks_about_one_record(check: Check) -> None:
    domain = complete_domain(VALUES, 2)
    M = deterministic(domain, lambda d: d if len(d) > 1 else "nothing")
    stream = deterministic(complete_domain("tu", 2), lambda d: ("nothing", *[d] * (len(d) > 1))[: len(d)])
    bits = deterministic(complete_domain([("0",), ("1",)], 2), lambda d: d if len(d) > 1 else "nothing")
    labelled = deterministic(complete_domain([("x", 0), ("x", 1)], 2), lambda d: d if len(d) > 1 else "nothing")
    for name, mechanism in {"M": M, "M on a stream": stream, "M on bits": bits, "M on labelled records": labelled}.items():
        check.show(name, mechanism)
        check.least("local-dp", mechanism, 0, f"{name}")
    told = TellsApart(M, ("t", "v"), ("u", "v"), at={"bayesian-dp-ysn15": {"A": COINS}})
    violates(check, told, [y for y in check.denied if y not in ("event-level-dp", "bit-dp", "label-dp")])
    check.least("event-level-dp", stream, INFINITY, "M on a stream")
    check.least("bit-dp", bits, INFINITY, "one bit", schema=[1])
    check.least("label-dp", labelled, 1, epsilon="inf")
