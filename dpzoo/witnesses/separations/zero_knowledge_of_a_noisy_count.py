"""Zero-knowledge privacy lets large differences be seen.

M publishes the number of ones plus Z, Pr[Z = z] ∝ e^{-ε|z|}, below with e^ε = 16 and clamped to 0, …, n. The
simulator runs M on the others: the number of ones moves by at most 1, so the notion holds with ε. Between no ones
and n ones the loss is n ln 16, and with e^ε' = 2^n still δ ≥ 1 - 2·2^{-n}. For distributional privacy half of 4n
records count as ones, π is uniform and c₁, c₂ are the numbers in two samples of size n. The loss |c₁ - c₂| ln 16 is
at most m ln 16 with probability at most (2m + 1) max Pr[c₁ = k], and the maximum is at most 1/√n (it is about
√(8/(3πn)), by Stirling).
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides("zero-knowledge-privacy/does_not_imply/passive-partial-knowledge-dp prior-dp distributional-privacy-rot10", sampled="n")
def zero_knowledge_of_a_noisy_count(check: Check) -> None:
    zkp, passive, prior = (notions[y] for y in ("zero-knowledge-privacy", "passive-partial-knowledge-dp", "prior-dp"))
    log_16 = real(16).log()
    for n in (2, 4, 8):
        bits = [(1,) * k + (0,) * (n - k) for k in range(n + 1)]  # all numbers of ones
        M = from_function(bits, lambda d, n=n: noisy(sum(d), n, 16))
        check.at_most(f"n = {n}: zero-knowledge-privacy: the least ε", zkp.tightest(M, Agg=[lambda d: d]), log_16)
        theta = Prior.of({bits[0]: F(1, 2), bits[n]: F(1, 2)})
        found = passive.tightest(M, Theta=[theta], epsilon=f"{n} * log(2)")
        check.at_least("passive-partial-knowledge-dp, ε' = n ln 2: the least δ", found, 1 - F(2, 2**n))
        check.equal("prior-dp: the least ε", prior.tightest(M, A=[(theta, 0, ())]), n * log_16)
    check.show("M, n = 8", M)
    ones = {"a", "b"}
    M = from_function([d for n in range(3) for d in permutations("abcd", n)], lambda d: noisy(len(ones & set(d)), 2, 16))
    check.at_most("numbers of a and b: zero-knowledge-privacy: the least ε", zkp.tightest(M, Agg=[lambda d: d]), log_16)
    check.least("distributional-privacy-rot10", M, F(1, 18), "π uniform on a, b, c, d, n ≤ 2, ε' = ln 16", epsilon="log(16)")
    for n in (16, 256, 1024):
        chances = [F(comb(2 * n, k) * comb(2 * n, n - k), comb(4 * n, n)) for k in range(n + 1)]
        check.at_most(f"n = {n}: the square of max Pr[c₁ = k]", max(chances) ** 2, F(1, n))
        near = sum((chances[i] * chances[j] for i in range(n + 1) for j in range(max(0, i - 1), min(n, i + 1) + 1)), F(0))
        check.at_most("Pr[|c₁ - c₂| ≤ 1], so 1 minus the least γ at ε' = ln 16", near, 3 * max(chances))
    check.less("the same at n = 1024", near, F(1, 10))
    check.therefore_not(
        "one of these notions holds: for n = 8 prior DP at ε' < 8 ln 16, or passive partial knowledge at ε' = 8 ln 2 and "
        "δ < 99/100; for n = 1024 distributional privacy at ε' = ln 16 and γ < 9/10"
    )
