"""Tables with a single sensitive value are 0-close, whatever they tell.

All rows have the sensitive value s, so every class has the same distribution of it as the table. M returns one of two
such tables, according to whether record t is in the data. The classes have one row each, and t is told with certainty.
"""

from dpzoo.witnesses.prelude import *

TABLES = {False: (("q", "s"), ("q'", "s")), True: (("q", "s"), ("q''", "s"))}


@decides("t-closeness/does_not_imply/k-anonymity approximate-dp")
def tables_with_one_sensitive_value(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: TABLES["t" in d]))
    check.least("t-closeness", M, 0, Q=[0], S=1)
    check.least("k-anonymity", M, 1, Q=[0])
    check.every_level("k-anonymity", "only k ≥ 2 is proper")
    check.least("approximate-dp", M, 1, epsilon="inf")
