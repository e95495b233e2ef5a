"""Beliefs that move little, though the output laws differ.

Majority: Θ is uniform on (0,0,0) and (1,1,1). M says w if most records are 1, else u or v, with probability 1/2 each,
but u with η if the first record deviates. One replaced record leaves the majority, so w still says 1 and u, v say 0:
ε = 0. Causal DP needs ε ≥ ln(1/(2η)), which exceeds every bound as η → 0. Publishing ∅ or {t}, each of prior 1/2:
beliefs double at most (ε = ln 2), but the belief that t is absent falls to 0. Under a point mass nothing is replaced
by another value, so the dataset may be published; removing a record is then seen with certainty.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "inference-based-causal-dp/does_not_imply/causal-dp",
    "information-privacy-wxh17/does_not_imply/positive-membership-privacy",
    "on-average-kl-privacy/does_not_imply/average-leave-one-out-kl-stability",
    sampled={"causal-dp": "η"},
)
def posteriors_that_do_not_move(check: Check) -> None:
    half = F(1, 2)
    cube = [d for d in complete_domain((0, 1), 3) if len(d) == 3]
    copies = Prior.of({(0, 0, 0): half, (1, 1, 1): half})
    for eta in (F(1, 4), F(1, 100), F(1, 10**6)):

        def law(d: tuple[Any, ...], eta: F = eta) -> dict[str, F]:
            u = eta if d == (1, 0, 0) else half
            return {"w": F(1)} if sum(d) >= 2 else {"u": u, "v": 1 - u}

        M = from_function(cube, law)
        check.least("inference-based-causal-dp", M, 0, f"η = {eta}", Theta=[copies])
        bound = real(1 / (2 * eta)).log()
        check.least("causal-dp", M, at_least=bound, Theta=[copies])
    check.show("M, for the last η", M)

    publish = deterministic([(), ("t",)], lambda d: d)
    either = Prior.of({(): half, ("t",): half})
    check.least("information-privacy-wxh17", publish, at_most=real(2).log(), Theta=[either])
    check.least("positive-membership-privacy", publish, INFINITY, Theta=[either])

    publish = deterministic(complete_domain("t", 2), lambda d: d)
    check.least("on-average-kl-privacy", publish, 0, "under a point mass", Theta=[{"t": F(1)}])
    check.least("average-leave-one-out-kl-stability", publish, INFINITY)
