"""Typical stability may leave one of two datasets out.

With γ = 1/2 a dataset D₁ of probability p ≤ 1/2 may be left out, and the law M(D₀) serves for the other one, D₀:
every mechanism is typically stable, and M may publish the dataset. The same holds for a prior that is certain of
one dataset. The notions below are violated with certainty, at each of their proper values.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """typical-stability/does_not_imply/negative-membership-privacy passive-partial-knowledge-dp pufferfish-privacy
    adversarial-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def typical_stability_of_one_dataset(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("tu", 2), lambda d: d))
    rarely = [Prior.of({(): 1 - p, ("t",): p}) for p in (F(1, 2), F(1, 100))]
    for p, theta in zip((F(1, 2), F(1, 100)), rarely, strict=True):
        check.least("typical-stability", M, 0, f"D₁ with probability {p}", Theta=[theta], gamma=F(1, 2), epsilon=0)
    replaced = TellsApart(M, ("t",), ("u",))
    certain = [replaced.either, Prior.of({("t",): F(1)})]
    check.least("typical-stability", M, 0, "D₀ = (t), D₁ = (u), or one certain", Theta=certain, gamma=F(1, 2), epsilon=0)
    present = TellsApart(M, ("t",), (), at={"negative-membership-privacy": {"Theta": rarely}})
    violates(check, present, [y for y in check.denied if y != "passive-partial-knowledge-dp"])
    violates(check, replaced, ["passive-partial-knowledge-dp"])
