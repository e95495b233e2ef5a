"""An output that names its own level can carry any loss.

Outputs are pairs (k, b) with the level ε(k, b) = k. For fixed k, M publishes k and a bit about the data, the truth with
odds 2^k: the log-ratios are ±k ln 2, less than k. The bit says whether the number of records t is odd, or whether t is in
the data. The least δ for ε' is (2^k - e^ε')/(2^k + 1), which tends to 1 with k: below ε' = 0, ln 2^10, and k = 10, 20, 30.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "ex-post-dp/does_not_imply/approximate-dp",
    "ex-post-per-instance-dp/does_not_imply/approximate-per-instance-dp",
    sampled="k, ε'",
)
def outputs_that_name_their_level(check: Check) -> None:
    domain = complete_domain("tu", 2)
    at: dict[str, Any] = {"D": ("t", "u"), "t": "t"}
    for k in (10, 20, 30):
        odds = F(2**k)
        right = odds / (1 + odds)
        present = from_function(domain, lambda d, k=k, p=right: {(k, "t" in d): p, (k, "t" not in d): 1 - p})
        odd = from_function(domain, lambda d, k=k, p=right: {(k, d.count("t") % 2): p, (k, 1 - d.count("t") % 2): 1 - p})
        check.show(f"M, whether t is there, k = {k}", present)
        check.true(f"k = {k}: ex-post-dp, ε(k, b) = k", notions["ex-post-dp"].holds(present, epsilon=lambda o: o[0]))
        verdict = notions["ex-post-per-instance-dp"].holds(odd, **at, epsilon=lambda o: o[0])
        check.true(f"k = {k}: ex-post-per-instance-dp, ε(k, b) = k", verdict)
        for j in (0, 10):
            least = (odds - 2**j) / (odds + 1)
            check.least("approximate-dp", present, least, f"ε' = ln 2^{j}", epsilon=real(2**j).log())
            check.least("approximate-per-instance-dp", odd, least, f"ε' = ln 2^{j}", **at, epsilon=real(2**j).log())
            check.at_least(f"δ against 1 - 2^{j + 1 - k}", least, 1 - F(2 ** (j + 1), 2**k))
    check.therefore_not("one δ < 1 is enough for all k")
