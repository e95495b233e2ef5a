"""Who is certain of the data gains nothing by seeing them.

M publishes the dataset, and the only prior is certain of one. Its posterior is the prior, whatever the scoring rule.
"""

from dpzoo.witnesses.prelude import *


@decides("persuasive-privacy/does_not_imply/approximate-dp")
def a_prior_that_is_certain(check: Check) -> None:
    M = deterministic(complete_domain("ab", 1), lambda d: d)
    check.show("M", M)
    certain = Prior.of({("a",): F(1)})
    for rule in ("logarithmic", "quadratic"):
        found = notions["persuasive-privacy"].tightest(M, S=rule, Theta=[certain], kappa=0)
        check.equal(f"persuasive-privacy, {rule} score, at κ = 0: the least δ", found, 0)
    check.equal("approximate-dp at ε = ∞: the least δ", notions["approximate-dp"].tightest(M, epsilon="inf"), 1)
    check.therefore_not("whoever gains no score learns nothing that somebody else would")
