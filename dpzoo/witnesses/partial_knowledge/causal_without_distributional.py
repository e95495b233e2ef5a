"""Causal DP without distributional DP.

Verdict    false as printed: the definition of CausDP speaks only of values that are possible under the prior, and the
           simulator does not see the prior.

One record; θ₁ is uniform on {0, 1}, θ₂ on {2, 3}; the output says whether the record is at least 2. Between possible
values nothing changes. A simulator without any record gives one distribution, which would have to be close to "no"
and to "yes".
"""

from dpzoo.witnesses.prelude import *


@decides(
    "causal-dp/stronger_than/distributional-dp",
    "causal-dp noiseless-privacy/does_not_imply/distributional-dp",
    kind=Kind.SEPARATION,
    errata=["thesis-causal-implies-distributional"],
)
def causal_without_distributional(check: Check) -> None:
    # The dataset without its record is what the simulator sees.
    M = deterministic([(), (0,), (1,), (2,), (3,)], lambda d: "yes" if d and d[0] in {2, 3} else "no")
    theta_1, theta_2 = (Prior.of({(a,): F(1, 2), (a + 1,): F(1, 2)}, f"uniform on {a}, {a + 1}") for a in (0, 2))
    caus, npr, dist = (notions[k] for k in ("causal-dp", "noiseless-privacy", "distributional-dp"))
    check.show("M", M)
    check.equal("ε under CausDP, both priors", caus.tightest(M, Theta=[theta_1, theta_2]), 0)
    check.equal("ε under NPr, both priors", npr.tightest(M, Theta=[theta_1, theta_2]), 0)
    check.equal("ε under DistDP, both priors", dist.tightest(M, Theta=[theta_1, theta_2]), real(float("inf")))
    check.equal("… with θ₁ alone", dist.tightest(M, Theta=[theta_1]), 0)
    coin = Prior({((r,), r >= 2): F(1, 4) for r in range(4)}, "one prior, B = [D(1) ≥ 2]")
    check.equal("one prior with the half as knowledge: CausDP", caus.tightest(M, Theta=[coin]), 0)
    check.equal("… DistDP", dist.tightest(M, Theta=[coin]), real(float("inf")))
    noisy = M.post_process({"yes": {"yes": F(3, 4), "no": F(1, 4)}, "no": {"yes": F(1, 4), "no": F(3, 4)}})
    common = Prior.of({(0,): F(1, 2), (2,): F(1, 4), (3,): F(1, 4)}, "θ with 0, 2, 3 possible")
    e_caus = caus.tightest(noisy, Theta=[common, theta_1])
    check.equal("corrected, a noisy M and priors that all allow 0: CausDP", e_caus, real(3).log())
    check.true("… DistDP holds with the same ε", dist.holds(noisy, Theta=[common, theta_1], epsilon="log(3)"))
    claim = dist.holds(M, Theta=[theta_1, theta_2], epsilon="log(1000)")
    check.refutes("the (Θ, 0)-CausDP mechanism is (Θ, ε)-DistDP for some ε (here ln 1000)", claim)
