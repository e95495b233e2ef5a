"""A sketch may speak about one record if the loss is averaged over the records.

Let n ≥ N'. There are m + 1 > n + 1 records, one of them t. On sets of n records the sketch says whether t ∈ E,
wrongly with probability η < 1/2; on all others it says nothing. The loss of t is a = ln((1 - η)/η), with probability
1 - η given t ∈ E, so the mean loss of t is (1 - η) a. For another record u, t ∈ E has the probability (n - 1)/m given u ∈ E
and n/m given u ∉ E; so “no” is the output that speaks for u ∈ E, and its loss is at most ln(m/(m - n)). The average
over the records is at most (a + m ln(m/(m - n)))/(m + 1), and m ln(m/(m - n)) ≤ 2n for m ≥ 2n. With m = k⁴ and η = 2^{-k²},
a is below k², so the average is at most (k² + 2n)/(k⁴ + 1), which tends to 0; and the mean loss of t is at least
k²/4. Small sketches are measured and agree with the formulas (up to a thousandth), large ones are taken from them.
"""

from dpzoo.witnesses.prelude import *


@decides("average-sketch-privacy/does_not_imply/sketch-kl-privacy", sampled={"sketch-kl-privacy": "n, m, η"})
def average_sketch_of_many_records(check: Check) -> None:

    def answer(yes: F, eta: F) -> F:
        return yes * (1 - eta) + (1 - yes) * eta

    def bounds(n: int, m: int, eta: F) -> tuple[Any, Any]:
        """The average loss, and the mean loss of t."""
        a = real((1 - eta) / eta).log()
        no_in, no_out = 1 - answer(F(n - 1, m), eta), 1 - answer(F(n, m), eta)
        return (a + m * real(no_in / no_out).log()) / real(m + 1), (1 - eta) * a

    for n, m in ((1, 3), (1, 4), (2, 5)):
        eta = F(1, 4)
        sets = [E for size in range(m + 2) for E in combinations(("t", *range(1, m + 1)), size)]

        def law(s: Any, n: int = n, eta: F = eta) -> dict[Any, F]:
            return {("t" in s): 1 - eta, ("t" not in s): eta} if len(s) == n else {None: F(1)}

        M = from_function(sets, law)
        if m == 3:
            check.show("M for n = 1, m = 3, η = 1/4", M)
        average, mean = bounds(n, m, eta)
        check.least("average-sketch-privacy", M, at=f"n = {n}, m = {m}, N = 1", at_most=F(1001, 1000) * average, N=1)
        check.least("sketch-kl-privacy", M, at=f"n = {n}, m = {m}, N' = {n}", at_least=F(999, 1000) * mean, N=n)
    for n in (1, 5):
        for k in (4, 8, 16):
            m, eta = k**4, F(1, 2 ** (k * k))
            average, mean = bounds(n, m, eta)
            check.at_most(f"n = {n}, m = {k}⁴, η = 2^-{k * k}, these formulas: the average", average, F(k * k + 2 * n, m + 1))
            check.at_least("the mean loss of t", mean, F(k * k, 4))
    check.therefore_not("for some of these m the average is larger than stated, or the mean loss of t smaller")
