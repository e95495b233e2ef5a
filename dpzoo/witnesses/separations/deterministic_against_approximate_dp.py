"""A deterministic output that some notion allows and approximate DP does not.

A deterministic mechanism that is not the same on two neighbours is (ε', δ')-DP for δ' = 1 only. It may be the parity of
three fair bits (a fair bit, whatever one of them is); how many records differ from t (adding or removing t changes
nothing); the number of records if it is at least k (all records blend); whether a value is odd (a guess of the value is
right half of the time); whether the participant is 1 or 2 (or 3 or 4); a fixed order of memory cells for each request.
A program that copies its input reads it from first to last; the access pattern tells nothing, and the result all.
"""

from itertools import combinations_with_replacement as multisets

from dpzoo.witnesses.prelude import *

make: Any = deterministic
BITS = Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 3)
VALUE = Prior.of({(x,): F(1, 4) for x in range(4)})
REQUESTS = ["read 0", "read 1", "write 1"]
SUBJECTS: list[tuple[str, FiniteMechanism, Mapping[str, Any], int | F]] = [  # the last entry: the least value of the open one
    ("approximate-causal-dp", make(complete_domain((0, 1), 3), lambda d: sum(d) % 2), {"Theta": [BITS], "epsilon": 0}, 0),
    (
        "approximate-per-instance-dp",
        make(complete_domain("tu", 3), lambda d: sum(r != "t" for r in d)),
        {"D": ("t", "u"), "t": "t", "epsilon": 0},
        0,
    ),
    *(
        (
            "crowd-blending-privacy",
            make([d for n in range(k + 2) for d in multisets("tu", n)], lambda d, k=k: len(d) if len(d) >= k else 0),
            {"epsilon": 0},
            k,
        )
        for k in (2, 3, 4)
    ),
    ("data-privacy", make(VALUE.datasets, lambda d: d[0] % 2), {"theta": VALUE, "epsilon": F(49, 100)}, F(1, 2)),
    (
        "differential-identifiability",
        make(complete_domain((1, 2, 3, 4), 1, 1), lambda d: d[0] <= 2),
        {"U": [1, 2, 3, 4]},
        F(1, 2),
    ),
    ("dp-oram", make(complete_domain(REQUESTS, 2), lambda d: (0, 1, 2, 3) * len(d)), {"epsilon": 0}, 0),
]


@decides(
    """approximate-causal-dp approximate-per-instance-dp crowd-blending-privacy data-privacy differential-identifiability
    dp-oram/does_not_imply/approximate-dp""",
    "differential-obliviousness/does_not_imply/oblivious-dp",
)
def deterministic_against_approximate_dp(check: Check) -> None:
    for subject, M, values, expected in SUBJECTS:
        check.show(f"M for {subject}", M)
        check.equal(f"{subject}: its value", notions[subject].tightest(M, **values), expected)
        check.least("approximate-dp", M, 1, "the same mechanism", epsilon="inf")
    copy = deterministic(complete_domain("tu", 3), lambda d: (tuple(range(len(d))), d))
    pattern = copy.post_process({o: o[0] for o in copy.outputs})  # type: ignore[index]
    check.least("differential-obliviousness", pattern, 0, "of the access pattern", epsilon=0)
    check.least("oblivious-dp", copy, 1, "of pattern and result", epsilon="inf")
