"""What no two neighbours differ in may be published.

The first four notions compare data of one size, and publishing the size costs nothing; task-global DP counts the examples
after the public message. Adding a record, or inserting a symbol into a word, changes the size with certainty. Stratified DP
replaces a record by one of its stratum, so the number of records in each stratum may be published; a replacement by a record
of another stratum changes it with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "outsourced-database-dp task-global-dp zero-out-dp/does_not_imply/approximate-dp",
    "stratified-dp/does_not_imply/bounded-dp",
    "substitution-word-dp/does_not_imply/word-dp",
)
def sizes_that_neighbours_share(check: Check) -> None:
    size = check.show("the size", deterministic(complete_domain("tu", 2), len))
    check.least("outsourced-database-dp", size, 0, epsilon=0)
    check.least("zero-out-dp", size, 0, "u is the blank", blank="u", epsilon=0)
    check.least("approximate-dp", size, 1, epsilon="inf")
    for k in (1, 2, 3):  # no two words of one length have different outputs, whatever k is
        check.least("substitution-word-dp", size, 0, f"k = {k}", k=k)
        check.least("word-dp", size, INFINITY, f"k = {k}", k=k)
    check.every_level("word-dp", "a larger k compares more words than k = 1")
    examples = deterministic([("m", *d) for d in complete_domain("tu", 2)], lambda d: len(d) - 1)
    check.show("the number of examples", examples)
    check.least("task-global-dp", examples, 0, epsilon=0)
    check.least("approximate-dp", examples, 1, epsilon="inf")
    records = [("s", 1), ("s", 2), ("s'", 1)]  # stratum and value
    strata = deterministic(complete_domain(records, 2), lambda d: tuple(sorted(Counter(r[0] for r in d).items())))
    check.show("the number of records in each stratum", strata)
    check.least("stratified-dp", strata, 0)
    check.least("bounded-dp", strata, INFINITY)
