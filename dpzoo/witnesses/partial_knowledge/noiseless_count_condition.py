"""The condition of the theorem on noiseless counts.

Verdict    both sentences are false as printed: the condition does not suffice for large ε, and for ε ≤ 1 it asks for
           δ ≥ ½.

Each other record is a fair coin with probability 2λ and something else otherwise. Let the something else be known:
the coins show X ones and Y zeros. With the target's 1 there are X + 1 ones, and the loss is ln of their number over
that of the zeros; so δ is at most the probability that it exceeds ε.
"""

from dpzoo.witnesses.prelude import *


def count(probabilities: list[F]) -> list[F]:
    """The distribution of the number of ones among independent bits."""
    law = [F(1)]
    for p in probabilities:
        law = [(law[k] if k < len(law) else 0) * (1 - p) + (law[k - 1] * p if k else 0) for k in range(len(law) + 1)]
    return law


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem3-ratio"])
def noiseless_count_condition(check: Check) -> None:
    # The first sentence. n = 10, λ = 1/20, ε = 10: X ≤ 9, so that X/Y ≥ 10 only if Y = 0 (0/0 counted as well).
    n, lam, p = 10, F(1, 20), F(51, 1000)
    printed = (1 - 2 * lam) ** (n - 1)
    given_no = (1 - p) ** (n - 1)  # Pr[count = 0 | D(i) = 0]; given D(i) = 1 a count of 0 is impossible
    check.equal("n = 10, λ = 1/20, ε = 10: Pr[X/Y ≥ ε] as printed", printed, F(9, 10) ** 9)
    check.greater("… all pᵢ = .051: δ is at least Pr[count = 0 | D(i) = 0]", given_no, F(62, 100))
    check.greater("… which is more than the printed condition asks", given_no, printed)

    # The second sentence. n = 200, λ = 2/5, δ = 1/10.
    n, lam, delta = 200, F(2, 5), F(1, 10)
    square = 14 * real(1 / delta).log() / (lam * (n - 1))
    check.greater("n = 200, λ = 2/5, δ = 1/10: the closed form's first term, squared", square, F(27, 80) ** 2)
    check.less("… so that ε < 1", square, 1)
    f = [comb(n - 1, k) * (2 * lam) ** k * (1 - 2 * lam) ** (n - 1 - k) for k in range(n)]
    at_least_as_many = sum((f[y] * sum(f[y:], F(0)) for y in range(n)), F(0))
    check.greater("… Pr[X/Y ≥ ε] ≥ Pr[X ≥ Y], more than half", at_least_as_many, F(1, 2))
    ones = np.array([*count([F(1, 2)] * (n - 1)), F(0)], dtype=object)
    needed = hockey_stick(ones, np.roll(ones, 1), square.sqrt().exp())
    check.at_most("… the closed form is right all the same: the count's δ, all pᵢ = ½", needed, delta)

    # The corrected condition, with unequal pᵢ.
    for n, lam, others in ((8, F(1, 10), [F(k, 10) for k in (2, 3, 5, 7, 8, 2, 3)]), (11, F(1, 5), [F(1, 4), F(3, 4)] * 5)):
        law = np.array([*count(others), F(0)], dtype=object)
        for exp_epsilon in (F(3, 2), F(2), F(5), F(100)):
            bound = sum(
                (
                    comb(n - 1, x) * comb(n - 1 - x, y) * lam ** (x + y) * (1 - 2 * lam) ** (n - 1 - x - y)
                    for x in range(n)
                    for y in range(n - x)
                    if x + 1 >= exp_epsilon * y
                ),
                F(0),
            )
            shifted = np.roll(law, 1)
            for a, b, order in ((law, shifted, "0/1"), (shifted, law, "1/0")):
                check.at_most(
                    f"corrected, n = {n}, λ = {lam}, e^ε = {exp_epsilon}, {order}: δ", hockey_stick(a, b, exp_epsilon), bound
                )
    claim = (1 - F(51, 1000)) ** 9 <= F(9, 10) ** 9
    check.refutes(
        "with n = 10, λ = 1/20 and all pᵢ = .051 the count satisfies (10, δ)-APKDP for δ = Pr[X/Y ≥ 10] as printed", claim
    )
