"""Distributional DP calls the identity private.

Claim    If every record is written twice, publishing the whole database is (θ, 0)-DistDP.
Verdict  true. The same mechanism satisfies noiseless privacy and causal DP for no ε.
Source   Desfontaines 2020, Example 2.

The simulator sees all records but the target, and the target's copy is among them: it puts the copy in the empty
place and returns the true database. The definition takes the simulator's cheating for privacy.
"""

from dpzoo.witnesses.prelude import *


@decides("distributional-dp/does_not_imply/noiseless-privacy causal-dp", kind=Kind.ATTACK)
def distributional_accepts_identity(check: Check) -> None:
    identity = deterministic(itertools.product((0, 1), repeat=4), lambda d: d)
    theta = Prior.of({(x, x, y, y): F(1, 4) for x in (0, 1) for y in (0, 1)})
    check.show("θ", {str(D): w for D, w in theta.datasets.items()})
    dist, npr, caus = (
        notions[k].tightest(identity, Theta=[theta]) for k in ("distributional-dp", "noiseless-privacy", "causal-dp")
    )
    check.equal("ε of the identity under DistDP", dist, 0)
    check.equal("ε of the identity under NPr: the output shows the target", npr, real(float("inf")))
    check.equal("ε of the identity under CausDP: a changed copy is published too", caus, real(float("inf")))
    zero = notions["distributional-dp"].holds(identity, Theta=[theta], epsilon=0)
    check.confirms("the identity on duplicated fair bits is (θ, 0)-DistDP, and satisfies NPr and CausDP for no ε", zero)
