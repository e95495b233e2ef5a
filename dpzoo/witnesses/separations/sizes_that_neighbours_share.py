"""What no two neighbours differ in may be published.

The first four notions compare data of one size, and publishing the size costs nothing; task-global DP counts the examples
after the public message. Adding a record, or inserting a symbol into a word, changes the size with certainty. Stratified DP
replaces a record by one of its stratum, so the number of records in each stratum may be published; a replacement by a record
of another stratum changes it with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "outsourced-database-dp/does_not_imply/approximate-dp",
    "task-global-dp/does_not_imply/approximate-dp",
    "zero-out-dp/does_not_imply/approximate-dp",
    "stratified-dp/does_not_imply/bounded-dp",
    "substitution-word-dp/does_not_imply/word-dp",
)
def sizes_that_neighbours_share(check: Check) -> None:
    approximate = notions["approximate-dp"]
    size = deterministic(complete_domain("tu", 2), len)
    check.show("the size", size)
    check.equal("outsourced-database-dp, ε = 0: the least δ", notions["outsourced-database-dp"].tightest(size, epsilon=0), 0)
    found = notions["zero-out-dp"].tightest(size, blank="u", epsilon=0)
    check.equal("zero-out-dp, u is the blank, ε = 0: the least δ", found, 0)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(size, epsilon="inf"), 1)
    for k in (1, 2, 3):  # no two words of one length have different outputs, whatever k is
        check.equal(f"substitution-word-dp, k = {k}: the least ε", notions["substitution-word-dp"].tightest(size, k=k), 0)
        check.equal(f"word-dp, k = {k}: the least ε", notions["word-dp"].tightest(size, k=k), INFINITY)
    check.every_level("word-dp", "a larger k compares more words than k = 1")
    examples = deterministic([("m", *d) for d in complete_domain("tu", 2)], lambda d: len(d) - 1)
    check.show("the number of examples", examples)
    check.equal("task-global-dp, ε = 0: the least δ", notions["task-global-dp"].tightest(examples, epsilon=0), 0)
    check.equal("approximate-dp: the least δ for any ε", approximate.tightest(examples, epsilon="inf"), 1)
    records = [("s", 1), ("s", 2), ("s'", 1)]  # stratum and value
    strata = deterministic(complete_domain(records, 2), lambda d: tuple(sorted(Counter(r[0] for r in d).items())))
    check.show("the number of records in each stratum", strata)
    check.equal("stratified-dp: the least ε", notions["stratified-dp"].tightest(strata), 0)
    check.equal("bounded-dp: the least ε", notions["bounded-dp"].tightest(strata), INFINITY)
    check.therefore_not("one of the larger notions holds at some proper values")
