"""Some replacements are not compared, and may be told.

M_A publishes the anomaly if there is exactly one; compared datasets have the same one. M_B publishes whether a record
occurs that is not in D; no dataset drawn from D has such a record, and one neighbour of D has. M_C publishes how often t
occurs, and this number is the invariant. Each has no loss where its notion looks, and an infinite one where another
record is replaced.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "anomaly-restricted-dp dp-under-invariants/does_not_imply/bounded-dp", "bootstrap-dp/does_not_imply/bounded-dp individual-dp"
)
def replacements_that_are_not_compared(check: Check) -> None:
    data = complete_domain("abt", 3)
    A = ["a", "b"]

    def anomaly(d: Any) -> Any:
        odd = [r for r in d if r in A]
        return odd[0] if len(odd) == 1 else "other"

    M_A = deterministic(data, anomaly)
    D = ("a", "b")
    M_B = deterministic(data, lambda d: any(r not in D for r in d))
    M_C = deterministic(data, lambda d: d.count("t"))
    for name, M, subject, values in (
        ("M_A", M_A, "anomaly-restricted-dp", {"A": A}),
        ("M_B", M_B, "bootstrap-dp", {"D": D}),
        ("M_C", M_C, "dp-under-invariants", {"c": [d.count("t") for d in data]}),
    ):
        check.show(name, M)
        check.least(subject, M, 0, f"{name}", **values)
        check.least("bounded-dp", M, INFINITY, f"{name}")
    check.least("individual-dp", M_B, INFINITY, "M_B, D", D=D)
