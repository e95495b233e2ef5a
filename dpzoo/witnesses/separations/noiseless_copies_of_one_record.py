"""Noiseless privacy of copies of one record allows everything.

If all records are copies of t (or one dataset is certain), a record has one possible value and nothing is compared:
M may publish the dataset. The number of copies is what the others hide. The notions below are violated with
certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """noiseless-privacy/does_not_imply/negative-membership-privacy pufferfish-privacy adversarial-privacy typical-stability
    inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def noiseless_copies_of_one_record(check: Check) -> None:
    M = check.show("M", deterministic([(), ("t",), ("t", "t")], lambda d: d))
    same = [Prior.of({(): F(1, 2), ("t",): F(1, 2)}), Prior.of({("t",): F(1, 2), ("t", "t"): F(1, 2)}), Prior.of({("t",): F(1)})]
    check.least("noiseless-privacy", M, 0, Theta=same)
    told = TellsApart(
        M,
        ("t",),
        (),
        many=lambda n: deterministic([("t",) * (x + 1) for x in range(n)], lambda d: d),
        views=(lambda d: 0, len),
        at={"pufferfish-privacy": {"Theta": [same[0]], "Phi": [([()], [("t",), ("t", "t")])]}},
    )
    violates(check, told, check.denied)
