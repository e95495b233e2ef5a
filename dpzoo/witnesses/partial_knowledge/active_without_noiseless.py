"""Active partial knowledge DP with δ does not imply noiseless privacy.

Claim    (Θ, ε, δ)-APKDP is strictly weaker than noiseless privacy.
Verdict  true: publish a fair bit with probability δ, and nothing otherwise.
Source   Desfontaines & Pejó 2022, Table 3; Desfontaines 2020, Definition 57.

With probability δ everything is revealed, whatever ε is; a published 1 excludes a 0, so the loss is unbounded.
"""

from dpzoo.witnesses.prelude import *


@decides("active-partial-knowledge-dp/does_not_imply/noiseless-privacy")
def active_without_noiseless(check: Check) -> None:
    delta = F(1, 100)
    M = from_rows({(0,): [delta, 0, 1 - delta], (1,): [0, delta, 1 - delta]}, outputs=["0", "1", "nothing"])
    theta = Prior.of({(0,): F(1, 2), (1,): F(1, 2)})
    check.show("M", M)
    for epsilon in (0, 1, 100):
        found = notions["active-partial-knowledge-dp"].tightest(M, Theta=[theta], epsilon=epsilon)
        check.equal(f"APKDP: the least δ at ε = {epsilon}", found, delta)
    check.equal("NPr: the least ε", notions["noiseless-privacy"].tightest(M, Theta=[theta]), real(float("inf")))
    claim = notions["noiseless-privacy"].holds(M, Theta=[theta], epsilon=1000)
    check.refutes("the (1, 1/100)-APKDP mechanism is (θ, ε)-NPr for some ε (here 1000)", claim)
