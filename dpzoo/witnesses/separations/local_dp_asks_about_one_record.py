"""Local DP is about one record; datasets of two may be published.

M publishes datasets of two records and says nothing about smaller ones, so all datasets of one record have one output.
The other notions compare datasets of two records that differ in one, and these have different outputs, each certain: no
ε is enough, and for label DP no δ < 1. A simulator that does not see the first record is the same on both. For
event-level DP the output is a sequence, nothing after the first event, and both events after the second. This shows
only where local DP asks nothing: if every user's randomiser is locally private, so are all independent reports together.
"""

from dpzoo.witnesses.prelude import *

VALUES = ("t", "u", "v")
EITHER = Prior.of({("t", "v"): F(1, 2), ("u", "v"): F(1, 2)})
COINS = Prior.of({(r, s): F(1, 4) for r in "tu" for s in "tu"})
OBJECTS: dict[str, dict[str, Any]] = {  # the notions, at the values that the record names
    "epsilon-dp": {},
    "one-sided-dp": {"P": list(VALUES)},
    "blowfish-privacy": {"G": [("t", "u"), ("t", "v"), ("u", "v")]},
    "causal-dp": {"Theta": [EITHER]},
    "distributional-dp": {"Theta": [EITHER]},
    "bayesian-dp-ll12": {"prior": {"t": F(1, 2), "u": F(1, 2)}, "k": 0},
    "bayesian-dp-ysn15": {"A": COINS},
}


@decides(
    """local-dp/does_not_imply/epsilon-dp one-sided-dp blowfish-privacy causal-dp distributional-dp bayesian-dp-ll12
    bayesian-dp-ysn15 event-level-dp bit-dp label-dp""",
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
    for y, values in OBJECTS.items():
        check.least(y, M, INFINITY, **values)
    check.every_level("bayesian-dp-ll12", "a larger k compares these datasets, too")
    check.least("event-level-dp", stream, INFINITY, "M on a stream")
    check.least("bit-dp", bits, INFINITY, "one bit", schema=[1])
    check.least("label-dp", labelled, 1, epsilon="inf")
