"""Three notions that become bounded DP.

Claim    One-sided DP with every record sensitive, blowfish privacy with the complete graph, and dependent DP with c = 1 or
         an empty relation are bounded DP.
Verdict  true: on all mechanisms tried here they have the same tightest ε.
Source   Des20, Sections 2.2.3.1 (after Definitions 21 and 22) and 2.2.3.4 (after Definition 26).

All of them compare the datasets of equal size that differ in one position. Ten random mechanisms on the complete domain of
up to two ternary records.
"""

from dpzoo.witnesses.prelude import *


@decides("bounded-dp/special_case_of/one-sided-dp blowfish-privacy dependent-dp", kind=Kind.EQUIVALENCE, sampled="M")
def names_of_bounded_dp(check: Check) -> None:
    random = np.random.default_rng(8)
    records = ("a", "b", "c")
    complete = [("a", "b"), ("a", "c"), ("b", "c")]
    same = {"one-sided": 0, "blowfish": 0, "c = 1": 0, "R empty": 0}
    for _ in range(10):
        rows = {}
        for d in complete_domain(records, 2):
            weights = [int(k) for k in random.integers(1, 9, 3)]
            rows[d] = [F(k, sum(weights)) for k in weights]
        m = from_rows(rows)
        found: dict[str, Any] = {
            "one-sided": notions["one-sided-dp"].tightest(m, P=records),
            "blowfish": notions["blowfish-privacy"].tightest(m, G=complete),
            "c = 1": notions["dependent-dp"].tightest(m, R={0: [1], 1: [0]}, c=1),
            "R empty": notions["dependent-dp"].tightest(m, R={}, c=2),
        }
        bounded: Any = notions["bounded-dp"].tightest(m)
        for name, tight in found.items():
            same[name] += tight.value == bounded.value
    check.show("the last M", m)
    for name, times in same.items():
        check.equal(f"{name}: mechanisms with the ε of bounded DP, of 10", times, 10)
    check.confirms("all three have bounded DP's ε", set(same.values()) == {10})
