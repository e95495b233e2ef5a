"""Adversarial privacy with a prior of one half allows certainty.

The dataset is empty or (t), with probability one half each. For ε = ln 2 the bound 2·1/2 + δ on the belief in t ∈ D
is at least 1, so the dataset may be published. But then t ∉ D is impossible after one output, which positive
membership privacy excludes.
"""

from dpzoo.witnesses.prelude import *


@decides("adversarial-privacy/does_not_imply/positive-membership-privacy")
def adversarial_privacy_with_a_large_slack(check: Check) -> None:
    M = deterministic([(), ("t",)], lambda d: d)
    theta = Prior.of({(): F(1, 2), ("t",): F(1, 2)})
    check.show("M", M)
    check.show("θ", theta)
    found = notions["adversarial-privacy"].holds(M, Theta=[theta], epsilon="log(2)", delta=F(1, 100))
    check.true("adversarial-privacy at ε = ln 2, δ = 1/100", found)
    check.least("positive-membership-privacy", M, INFINITY, Theta=[theta])
