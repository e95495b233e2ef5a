"""The formula for HyperLogLog is the loss of the target's own counter.

Claim    If the counter of t's bucket equals its rank ρ, the loss is about −ln(1 − (1 − 2^(-p-ρ))^n); the approximation is
         an upper bound.
Verdict  the approximation is close for the counter alone, and it is below the exact loss, not above.

Hashes are independent, as in the theorem's proof. A record leaves the counter at r or less with probability F(r) = 1 −
2^(-p-r) (for r = 0: 1 − 2^-p). Given t ∈ E the other n − 1 records must leave it at ρ or less; given t ∉ E the largest of n
ranks must be ρ exactly. p = 9, n = 1000.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-theorem11-rare-sketches"])
def hyperloglog_bucket_loss(check: Check) -> None:
    p, n = 9, 1000

    def at_most(r: int) -> F:
        return 1 - F(1, 2 ** (p + r))

    def exact(rho: int) -> F:
        """Pr[C = ρ | t ∈ E] / Pr[C = ρ | t ∉ E]."""
        return at_most(rho) ** (n - 1) / (at_most(rho) ** n - at_most(rho - 1) ** n)

    def formula(rho: int) -> F:
        """e to the printed loss."""
        return 1 / (1 - at_most(rho) ** n)

    for rho, loss, printed in ((1, 0.4727, 0.4723), (4, 2.1635, 2.1635), (8, 4.8796, 4.8796)):
        check.equal(f"ρ = {rho}: the exact loss of the counter", float(log_of(exact(rho))), loss, tolerance=0.00005)
        check.equal(f"ρ = {rho}: the formula", float(log_of(formula(rho))), printed, tolerance=0.00005)
        check.less(f"ρ = {rho}: formula minus exact loss, in ratios", formula(rho) - exact(rho), 0)
    check.refutes("the formula is an upper bound on the counter's loss, here for ρ = 1", formula(1) >= exact(1))
