"""Publishing the result of a vote.

Claim    The exact result of a vote protects each voter, if enough other votes are uncertain, although no noise is
         added.
Verdict  true: with 1000 unknown voters and ε = 1 the least δ is 1.2·10⁻⁵² for p = ½, and 8.4·10⁻⁹ for p = .05.
Source   Desfontaines 2020, Section 3.2.1 (voting).

The count of the others is binomial, and the target's vote shifts it by one. Pr[k | No]/Pr[k | Yes] = (1001 −
k)p/(k(1−p)) falls with k; so the outputs whose loss exceeds ε are the smallest counts for one order, the largest for
the other, and the sums that make up δ telescope to two tails.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def votes_without_noise(check: Check) -> None:
    n, e = 1000, real(1).exp()
    found = []
    for p, (low, high) in ((F(1, 2), (F(12, 10**53), F(13, 10**53))), (F(1, 20), (F(84, 10**10), F(85, 10**10)))):
        odds = p / (1 - p)
        smallest = max(k for k in range(n + 1) if k == 0 or (n + 1 - k) * odds / k > e)  # No/Yes: loss above 1 up to here
        largest = min(k for k in range(1, n + 2) if k > (n + 1 - k) * odds * e)  # Yes/No: loss above 1 from here
        f = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        no_yes = real(sum(f[: smallest + 1])) - e * real(sum(f[:smallest]))
        yes_no = real(sum(f[largest - 1 :])) - e * real(sum(f[largest:]))
        delta = greatest([no_yes, yes_no])
        check.show(f"p = {p}: counts with a loss above 1", f"up to {smallest} (No/Yes), from {largest} (Yes/No)")
        log10 = real(10).log()
        check.greater(f"p = {p}: log₁₀ of δ at ε = 1, from below", delta.log() / log10, real(low).log() / log10)
        check.less("… from above", delta.log() / log10, real(high).log() / log10)
        found.append(delta)
    check.confirms("with 1000 unknown fair voters the exact result is (1, 1.3·10⁻⁵²)-APKDP", bool(found[0] <= F(13, 10**53)))
