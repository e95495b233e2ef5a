"""Personalized DP as printed asks for one direction only.

Verdict  false as printed: the inequality in this order allows a mechanism that is ε-DP for no ε.

M says yes with probability 2^-|D|. Taking a record away doubles this probability and lowers that of no. But on the empty
dataset no is impossible, and it is not on a dataset of one record. (For sizes up to 6 here; the two inequalities hold for
all n, since 2^-(n−1) = 2 · 2^-n and 1 − 2^-(n−1) ≤ 1 − 2^-n.)
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION, errata=["sok-def21-personalized-one-sided"])
def personalized_one_direction(check: Check) -> None:
    m = from_function(complete_domain(("record",), 6), lambda d: {"yes": F(1, 2 ** len(d)), "no": 1 - F(1, 2 ** len(d))})
    check.show("M", m)
    sizes = range(1, 7)
    without = [max_divergence(m.row(("record",) * (n - 1)), m.row(("record",) * n)) for n in sizes]
    check.equal(
        "largest loss of D_-i against D, so that Ψ = ln 2 satisfies the definition as printed", greatest(without), log_of(2)
    )
    check.equal("loss of one record against none", max_divergence(m.row(("record",)), m.row(())), INFINITY)
    check.equal("ε of unbounded DP", notions["unbounded-dp"].tightest(m), INFINITY)
    check.true(
        "personalized DP in both orders does not accept Ψ = ln 2",
        not notions["personalized-dp"].holds(m, owner=lambda t: t, Psi=log_of(2)),
    )
    check.refutes(
        "the printed condition with Ψ = ln 2 implies ε-DP, here for ε = 1000", notions["epsilon-dp"].holds(m, epsilon=1000)
    )
