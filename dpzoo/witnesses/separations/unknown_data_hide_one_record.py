"""The uncertainty about the data hides one record of an exact answer.

Parity of fair bits: with a record fixed or removed it is still a fair bit if another one is unknown. If each of n - 1
others is used with probability λ, all are unused with probability η = (1 - λ)^{n-1}, so the answers have
probabilities (1 ± η)/2, and the loss is at most ln((1 + η)/(1 - η)), which tends to 0. Replacing a bit changes
the parity with certainty. Is the dataset D₀? With θ(D₀) = p the mutual information is -p ln p - (1-p) ln(1-p), below
any ε for small p. Here θ gives k copies of a record the probability 2^{-k-1}, D₀ is n copies, and all larger datasets,
on which M is the same, are written as n + 1 copies. The first of two values: both together are guessed with
probability 1/4, the first one with certainty. Removing the record: M publishes it, and a coin if there is none.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "inherit-dp/does_not_imply/approximate-dp causal-dp",
    "membership-privacy-sds19/does_not_imply/approximate-dp",
    "mutual-information-privacy-wyz16/does_not_imply/total-variation-privacy",
    "multi-dimensional-data-privacy/does_not_imply/data-privacy",
)
def unknown_data_hide_one_record(check: Check) -> None:
    half = F(1, 2)
    parity = deterministic(complete_domain((0, 1), 6), lambda d: sum(d) % 2)
    cube = Prior.of({d: F(1, 8) for d in parity.datasets if len(d) == 3})
    check.least("inherit-dp", parity, 0, "of the parity of 3 fair bits", Theta=[cube], epsilon=0)
    for n, chance in ((2, half), (6, half), (6, F(4, 5))):
        eta, drawn = (1 - chance) ** (n - 1), {"records": {0: half, 1: half}, "candidates": n, "chance": chance}
        found = notions["membership-privacy-sds19"].tightest(parity, prior=drawn, delta=0)
        bound = real((1 + eta) / (1 - eta)).log()
        check.at_most(f"membership-privacy-sds19, n = {n}, λ = {chance}, δ = 0: the least ε", found, bound)
    check.least("approximate-dp", parity.restrict(complete_domain((0, 1), 3)), 1, "of the parity", epsilon="inf")

    M: Any = from_function([(), (0,), (1,)], lambda d: {d[0]: F(1)} if d else {0: half, 1: half})
    bit = Prior.of({(0,): half, (1,): half})
    check.true(
        "inherit-dp of one fair bit at (ln 2, 1/2)",
        notions["inherit-dp"].holds(M, Theta=[bit], epsilon=real(2).log(), delta=half),
    )
    check.least("causal-dp", M, INFINITY, Theta=[bit])

    for n, epsilon in ((1, F(3, 5)), (4, F(3, 20)), (12, F(1, 800))):
        chain = [("t",) * k for k in range(n + 2)]
        theta = Prior.of({d: F(1, 2 ** min(k + 1, n + 1)) for k, d in enumerate(chain)})
        D_0, p = chain[n], F(1, 2 ** (n + 1))
        asked = deterministic(chain, lambda d, wanted=D_0: d == wanted)
        check.least("mutual-information-privacy-wyz16", asked, at=f"of “is it D₀”, p = {p}", at_most=epsilon, theta=theta)
        check.least("total-variation-privacy", asked, 1)
    check.every_level("total-variation-privacy", "ε = 1 asks nothing")

    first = deterministic([(a, b) for a in range(4) for b in range(4)], lambda d: d[0])
    uniform = Prior.of({d: F(1, 16) for d in first.datasets})
    check.least("multi-dimensional-data-privacy", first, F(1, 4), theta=uniform, epsilon=F(1, 4))
    for accuracy in (F(0), F(1, 100), F(1, 4), F(3)):  # a larger ε asks for more
        check.least("data-privacy", first, 1, theta=uniform, epsilon=accuracy)
    check.every_level("data-privacy", "a larger ε asks for more than ε = 0")
