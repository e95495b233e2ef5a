"""Input-discriminative DP may bound one order of one pair.

Ψ(0, 1) = ε (ln 2 below) and Ψ = ∞ otherwise: only D_a is compared with D_b, in this order. M returns one symbol on
D_a; on D_b the same symbol with probability e^{-ε} and otherwise D_b; and the dataset itself elsewhere. On every
pair of different datasets some output is possible on one of them only, in either order, and f(0) = f'_∞ = ∞: d = ∞
on all pairs, which is not proper.
"""

from dpzoo.witnesses.prelude import *


@decides("input-discriminative-dp/does_not_imply/extended-divergence-dp")
def input_discriminative_protects_one_order(check: Check) -> None:
    D_a, D_b = ("t",), ("t", "u")
    M = from_function(
        complete_domain("tu", 3), lambda d: {"same": 1} if d == D_a else {"same": F(1, 2), d: F(1, 2)} if d == D_b else {d: 1}
    )
    check.show("M", M)
    levels = {D: 0 if D_a == D else 1 if D_b == D else 2 for D in M.datasets}
    found = notions["input-discriminative-dp"].tightest(M, epsilonbar=levels)
    check.equal("input-discriminative-dp: the least Ψ(0, 1)", found.value[0.0, 1.0], real(2).log(), of=found)
    psi = {(a, b): "log(2)" if (a, b) == (0, 1) else "inf" for a in range(3) for b in range(3)}
    check.true("input-discriminative-dp for this Ψ", notions["input-discriminative-dp"].holds(M, epsilonbar=levels, Psi=psi))
    f = {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"}
    asked = [notions["extended-divergence-dp"].tightest(M, f=f, d={p: 1}) for p in permutations(M.datasets, 2)]
    text = "extended-divergence-dp: the divergence is infinite on every ordered pair"
    check.true(text, all(t.value.infinite for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is no multiple of a finite d")
