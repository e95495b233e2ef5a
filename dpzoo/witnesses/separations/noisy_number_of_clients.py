"""A noisy number of clients tells datasets of many clients apart.

M publishes the number of clients in the data plus Z. The noise Z has Pr[Z = z] ∝ e^{-ε|z|}, below with e^ε = 16;
clamping count + Z to 0, …, m makes the output finite and keeps the loss at its ends. The law depends on the count
alone, and neighbours have counts that differ by at most 1, so the datasets of all counts 0, …, n show the loss of
the whole mechanism. F_k has one record each of k clients, t is the first of them; E has n records of one client.

The loss between counts 0 and n is n ln 16, between 1 and n (n - 1) ln 16, between n/2 and n (n/2) ln 16; the
posterior of t ∈ D after output 0 under half-half is 16^{-n}/(1 + 16^{-n}). With e^ε' = 2^n still δ ≥ 1 - 4·2^{-n}
for counts 0 and n, and δ ≥ 1 - 40·2^{-n} for 1 and n. (Both by the event “at least 3n/4”.) So for every ε' and δ <
1 large n is out.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy


@decides(
    """client-dp/does_not_imply/generic-dp-km11 pufferfish-privacy negative-membership-privacy prior-dp
    distributional-privacy-zlw09 induced-neighbors-dp distribution-privacy passive-partial-knowledge-dp adversarial-privacy""",
    sampled="n",
)
def noisy_number_of_clients(check: Check) -> None:
    log_16 = real(16).log()
    for n in (4, 8, 16):
        chain = [tuple((i, "r") for i in range(k)) for k in range(n + 1)]
        E, F_n, many = tuple(("c", j) for j in range(n)), chain[n], f"e^ε' = 2^{n}: the least δ"
        M = from_function([*chain, E], lambda d, n=n: noisy(len({owner for owner, _ in d}), n, 16))
        far = Prior.of({(): F(1, 2), F_n: F(1, 2)})
        near = Prior.of({E: F(1, 2), F_n: F(1, 2)})
        certain = [Prior.of({D: F(1)}) for D in ((), F_n)]
        rare = Prior.of({(): 1 - F(1, 2**n), F_n: F(1, 2**n)})
        check.least("client-dp", M, log_16, f"n = {n}")
        infinite: dict[str, tuple[dict[str, Any], Any]] = {
            "generic-dp-km11": ({"R": [((), F_n)]}, n),
            "pufferfish-privacy": ({"Theta": [far], "Phi": [([()], [F_n])]}, n),
            "prior-dp": ({"A": [(near, 0, ())]}, n - 1),
            "distributional-privacy-zlw09": ({"d": lambda a, b: 0, "S_D": chain[1:], "Delta": 1}, n - 1),
            "induced-neighbors-dp": ({"I_Q": [chain[2**j] for j in range(n.bit_length())]}, F(n, 2)),
        }
        for y, (values, steps) in infinite.items():
            check.least(y, M, steps * log_16, **values)
        check.least("negative-membership-privacy", M, real(F(1 + 16**n, 2)).log(), Theta=[far])
        found = notions["distribution-privacy"].tightest(M, Theta=[tuple(certain), tuple(certain[::-1])], epsilon=f"{n} * log(2)")
        check.at_least(f"distribution-privacy, {many}", found, 1 - F(4, 2**n))
        small = M.restrict([E, F_n])
        if n > 5:  # for smaller n the bound says nothing
            found = notions["passive-partial-knowledge-dp"].tightest(small, Theta=[near], epsilon=f"{n} * log(2)")
            check.at_least(f"passive-partial-knowledge-dp, {many}", found, 1 - F(40, 2**n))
        check.least(
            "adversarial-privacy",
            M,
            at=f"prior 2^-{n} of F_n, e^ε' = 2^({n}/2)",
            at_least=1 - F(2, 2 ** (n // 2)),
            Theta=[rare],
            epsilon=f"{n} / 2 * log(2)",
        )
    check.therefore_not("these notions hold for n = 4, 8, 16 at one ε' < 8 ln 16 and δ < 9/10")
