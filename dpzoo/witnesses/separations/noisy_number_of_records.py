"""A noisy number of records tells large datasets apart.

M publishes the number of records plus Z; a second mechanism publishes the number of ones plus Z. The noise Z has
Pr[Z = z] ∝ e^{-ε|z|}, below with e^ε = 16; clamping count + Z to 0, …, m makes the output finite and keeps the loss
at its ends. The law depends on the count alone, and neighbours have counts that differ by at most 1, so the
datasets of all counts 0, …, n show the loss of the whole mechanism. The loss between counts 0 and n is n ln 16.
Adversarial privacy: with the prior 2^{-n} of n copies of t, and e^ε' = 2^{n/2}, still δ ≥ 1 - 2·2^{-n/2}.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    "epsilon-dp/does_not_imply/generic-dp-km11 distributional-privacy-zlw09 adversarial-privacy prior-dp noiseless-privacy",
    "weighted-dp/does_not_imply/free-lunch-privacy",
    sampled="n",
)
def noisy_number_of_records(check: Check) -> None:
    log_16 = real(16).log()
    for n in (4, 8, 16):
        copies = [("t",) * k for k in range(n + 1)]  # all datasets of up to n records, if there is one record value
        M = from_function(copies, lambda d, n=n: noisy(len(d), n, 16))
        check.least("epsilon-dp", M, log_16, f"n = {n}, number of records")
        check.least("generic-dp-km11", M, n * log_16, "all pairs", R=list(combinations(copies, 2)))
        check.least("distributional-privacy-zlw09", M, (n - 1) * log_16, d=lambda a, b: 0, S_D=copies[1:], Delta=1)
        weights = from_function([(("t", k),) for k in range(n + 1)], lambda d, n=n: noisy(d[0][1], n, 16))
        check.least("weighted-dp", weights, log_16, "sum of weights")
        check.least("free-lunch-privacy", weights, n * log_16)
        rare = Prior.of({(): 1 - F(1, 2**n), copies[n]: F(1, 2**n)})
        check.least("adversarial-privacy", M, at_least=1 - F(2, 2 ** (n // 2)), Theta=[rare], epsilon=f"{n} / 2 * log(2)")
        bits = [(1,) * k + (0,) * (n - k) for k in range(n + 1)]  # one record replaced at a time
        M = from_function(bits, lambda d, n=n: noisy(sum(d), n, 16))
        check.least("epsilon-dp", M, log_16, "number of ones")
        theta = Prior.of({bits[0]: F(1, 2), bits[n]: F(1, 2)})
        check.least("prior-dp", M, n * log_16, A=[(theta, 0, ())])
        check.least("noiseless-privacy", M, n * log_16, Theta=[theta])
    check.therefore_not("these notions hold for n = 4, 8, 16 at one ε' < 15 ln 16, or δ < 9/10 for adversarial privacy")
