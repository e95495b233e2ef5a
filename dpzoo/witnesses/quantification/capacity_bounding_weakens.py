"""Capacity bounding weakens divergence DP.

Claim    Restricting the functions h in the supremum E_P[h] - E_Q[f*(h)] to a family H weakens divergence DP.
Verdict  true: with constants alone it says nothing; with all functions it is the divergence, here χ² = 64/9.
Source   Desfontaines 2020, Section 2.2.2.4; Table 2.20, row of capacity bounded DP.

For f(t) = (t - 1)² the conjugate is f*(y) = y + y²/4 (for y ≥ -2). As yu ≤ f(u) + f*(y), no function exceeds the divergence,
and h = f'(P/Q) = 2(P/Q - 1) reaches it. A constant h = c gives c - c - c²/4 ≤ 0. In the second example H reads the first of
two output coordinates, and the secret is in the second.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides("capacity-bounded-dp/does_not_imply/divergence-dp")
def capacity_bounding_weakens(check: Check) -> None:
    m = check.show("M", from_rows({(0,): [F(9, 10), F(1, 10)], (1,): [F(1, 10), F(9, 10)]}))
    P, Q = m.row((0,)), m.row((1,))

    def gain(h: Law) -> F:
        return sum((p * y - q * (y + y * y / 4) for p, q, y in zip(P, Q, h, strict=True)), F(0))

    best = 2 * (P / Q - 1)
    chi_square = sum(((p - q) ** 2 / q for p, q in zip(P, Q, strict=True)), F(0))
    check.at_least("f*(y) = y + y²/4 holds from y = -2 on; the least value of the best h", min(best), -2)
    check.equal("H all functions: the value at the best h", gain(best), F(64, 9))
    check.equal("which is the χ²-divergence", chi_square, F(64, 9))
    ones = P * 0 + 1
    constants = max(gain(c * ones) for c in [F(k, 10) for k in range(-20, 21)])
    check.equal("H the constants c = -2, …, 2: the largest value of -c²/4", constants, 0)

    # the base's example: the output (0, b), where b is the secret, and H the functions of the first coordinate
    secret = check.show("M'", from_rows({(0,): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=[(0, 0), (0, 1)]))
    outputs: Any = secret.outputs
    seen = secret.post_process({(0, 0): 0, (0, 1): 0})
    check.equal("M': the divergence of what functions of the first coordinate see, f(t) = t ln t", kl_divergence(*seen.matrix), 0)
    first = [{o: c * (o[0] == a) for o in outputs} for a in (0, 1) for c in (-3, 1, 100)]
    check.least("capacity-bounded-dp", secret, at="M', some functions of the first coordinate", at_most=0, f="kl", H=first)
    check.least("divergence-dp", secret, INFINITY, "M', for f(t) = t ln t", f="kl")
    check.refutes("a bound of 0 for the constants bounds the divergence of M", chi_square <= constants)
