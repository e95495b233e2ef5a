"""Leave-one-out stability averages over the records, KL privacy does not.

M₁(D) = 0 if t ∈ D, and a fair coin otherwise: removing the only t costs ln 2, removing anything else costs nothing; but
replacing t by u has an infinite divergence from (u) to (t).

M₂ says 1 with probability 1/2 if t ∈ D, and with probability η_{|D|} = r^{|D|}/2 otherwise, where r = e^{-c} and ε =
max(c/2, c²). If t is not in D, removing a record costs at most (1 - r)² ≤ c² ≤ ε. If the only t of n records is removed, it costs
½ ln(1/(4 η (1 - η))) ≤ ½ c (n - 1) ≤ n ε, with η = η_{n-1}, and this is 1 of the n records. So the mean is at most ε.
This last divergence is at least ½ (c (n - 1) - ln 2), which is unbounded in n. The laws depend on |D| and on t ∈ D alone,
so datasets of copies of u with at most one t show the loss of all.
"""

from dpzoo.witnesses.prelude import *


@decides("average-leave-one-out-kl-stability/does_not_imply/on-average-kl-privacy kl-privacy", sampled={"kl-privacy": "n"})
def leave_one_out_averages_over_records(check: Check) -> None:
    stability = notions["average-leave-one-out-kl-stability"]
    M_1 = from_function(complete_domain("tu", 3), lambda d: {0: F(1)} if "t" in d else {0: F(1, 2), 1: F(1, 2)})
    check.show("M₁", M_1)
    check.at_most("M₁: average-leave-one-out-kl-stability: the least ε (it is ln 2)", stability.tightest(M_1), F(7, 10))
    for w in (F(1, 1000), F(1, 2)):
        check.least("on-average-kl-privacy", M_1, INFINITY, f"M₁, Pr[t] = {w}", Theta=[{"t": w, "u": 1 - w}])
    for r in (F(1, 2), F(9, 10)):
        c = real(1 / r).log()
        epsilon = greatest([c / real(2), c * c])
        for n in (8, 12, 16):

            def law(d: Any, r: F = r) -> dict[Any, F]:
                one = F(1, 2) if "t" in d else r ** len(d) / 2
                return {1: one, 0: 1 - one}

            M_2 = from_function([("u",) * k + last for k in range(n) for last in ((), ("t",))], law)
            text = f"M₂, r = {r}, up to {n} records"
            check.least("average-leave-one-out-kl-stability", M_2, at=f"{text}", at_most=epsilon)
            least = F(1, 2) * ((n - 1) * c - real(2).log())
            check.least("kl-privacy", M_2, at=f"{text}", at_least=least)
    check.show("M₂ for r = 9/10, up to 16 records", M_2)
    check.therefore_not(
        "M₁ is on-average KL private at some ε, or M₂ is KL private below ½ (c (n - 1) - ln 2) for one of these n"
    )
