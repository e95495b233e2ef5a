"""Gaussian DP bounds no loss.

The recorded proofs publish c + Z with Z normal and c = 1 if the record a is there. Only “above u” is told here: yes
with probability Pr[Z > u] or Pr[1 + Z > u], whose ratio is at least e^{u - 1/2}. With the larger one lowered to np,
and p rational, 1-Gaussian DP still holds (checked), and the loss is ln n. For every n there is such a p: any p ≤
Pr[Z > ln n + 1/2]. For bit DP, records are single bits, and a is the bit 1. d-privacy: yes with probability np on the
dataset x alone, for a pair (x, y) on which d is finite. A simulator that sees one constant cannot be within ε of both
laws if ln n > 2ε.
"""

from dpzoo.witnesses.prelude import *

RARE = ((2, F(1, 10)), (10, F(1, 1000)), (100, F(1, 10**8)))  # n and p with Pr[yes] = p and np: an excerpt of Gaussian noise
EITHER = Prior.of({("t",): F(1, 2), ("a",): F(1, 2)})
COIN = {"t": F(1, 2), "a": F(1, 2)}
OBJECTS: dict[str, dict[str, Any]] = {
    "epsilon-dp": {},
    "local-dp": {},
    "one-sided-dp": {"P": ["t", "a"]},
    "blowfish-privacy": {"G": [("t", "a")]},
    "bayesian-dp-ll12": {"prior": COIN, "k": 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "causal-dp": {"Theta": [EITHER]},
    "sensitivity-induced-dp": {"f": lambda d: 0},
}


@decides(
    """gaussian-dp/does_not_imply/epsilon-dp one-sided-dp blowfish-privacy local-dp bit-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp causal-dp sensitivity-induced-dp distributional-dp d-privacy""",
    sampled="n",
)
def gaussian_dp_above_a_threshold(check: Check) -> None:
    domain, bits = complete_domain("ta", 2), complete_domain([("0",), ("1",)], 2)
    for n, p in RARE:
        rare, often = ({"yes": q, "no": 1 - q} for q in (p, n * p))
        M = from_function(domain, lambda d, rare=rare, often=often: often if "a" in d else rare)
        check.true(f"n = {n}, p = {p}: gaussian-dp at μ = 1", notions["gaussian-dp"].holds(M, mu=1))
        for y, values in OBJECTS.items():
            check.least(y, M, real(n).log(), **values)
        M_bit = from_function(bits, lambda d, rare=rare, often=often: often if ("1",) in d else rare)
        check.least("bit-dp", M_bit, real(n).log(), "one bit", schema=[1])
        found = notions["distributional-dp"].tightest(M, Theta=[EITHER])
        check.at_least("distributional-dp: the least ε (an enclosure of ln(n)/2)", found, real(n).log() / 2 - F(1, 1000))
        for x in domain:
            M_x = from_function(domain, lambda d, rare=rare, often=often, x=x: often if d == x else rare)
            levels = notions["d-privacy"].tightest(M_x)
            away = all(levels.value[x, y] == real(n).log() for y in domain if y != x)
            check.true(f"d-privacy: d ≥ ln {n} is needed from {x} to every other dataset", away, of=levels)
        if n == 10:
            for name, same in (("M_x", M_x), ("M on bits", M_bit)):
                holds = notions["gaussian-dp"].holds(same, mu=1)
                check.true(f"… and {name} is 1-Gaussian DP, as its two laws are those of M", holds)
    check.show("M, for the last n", M)
    check.therefore_not("the loss of these mechanisms is below ln 100 where the notions compare")
