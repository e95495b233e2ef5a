"""Concentrated DP bounds neither the loss nor an exponential divergence.

The recorded proofs publish b(D) + Z with Z normal. Only “above u” is told here: yes with probability p or np (x:
the dataset on which b is 1, or all with a record), where (0, 1/2)-zCDP still holds (checked), as Pr[1 + Z > u] ≥
e^{u - 1/2} Pr[Z > u]; any p ≤ Pr[Z > ln n + 1/2] will do: for n = 2^m take p = 2^{-m²}, m ≥ 4. The loss is ln n.
The divergence for f is at least p(e^n - e) - e, which exceeds every bound, since ln(1/p) is of order (ln n)². With
all test functions, capacity bounded DP is divergence DP: the best one, h = exp of the ratio, is tried.

The trade-off function of 1-DP is f(x) = max(0, 1 - ex, (1 - x)/e). For small ρ take yes with probability p or 3p: a
test that says yes has the errors p and 1 - 3p < f(p).
"""

from dpzoo.blocks.generators import Generator
from dpzoo.witnesses.prelude import *

LAWS = Laws("m >= 4", {"yes": "2**(m - m**2)", "no": "1 - 2**(m - m**2)"}, {"yes": "2**(-m**2)", "no": "1 - 2**(-m**2)"})


def yes(p: Any) -> dict[Any, Any]:
    """Yes with probability p."""
    return {"yes": p, "no": 1 - p}


@decides(
    "zero-concentrated-dp/does_not_imply/epsilon-dp capacity-bounded-dp extended-divergence-dp",
    "zero-concentrated-dp/not_stronger_than/weak-federated-f-dp",
    sampled={"epsilon-dp capacity-bounded-dp extended-divergence-dp": "n", "weak-federated-f-dp": "ρ"},
)
def zero_concentrated_above_a_threshold(check: Check) -> None:
    domain, e = complete_domain("t", 2), real(1).exp()
    f = Generator("e^t - e", lambda t: t.exp() - e, 1 - e, math.inf, lambda x: x * x.log() - x + e)
    for m in (4, 5, 7):
        often, rarely = LAWS.at(m=m)
        n, p = 2**m, rarely["yes"]
        for x in [*domain, "every dataset with a record"]:
            M = from_function(domain, lambda d, u=often, v=rarely, x=x: u if d == x or (d and isinstance(x, str)) else v)
            found = notions["zero-concentrated-dp"].holds(M, xi=0, rho=F(1, 2))
            where = x if isinstance(x, str) else show_dataset(tuple(x))
            check.true(f"n = {n}, yes with probability np on {where}: zero-concentrated-dp at ξ = 0, ρ = 1/2", found)
            if not isinstance(x, str):
                ext = [notions["extended-divergence-dp"].tightest(M, f=f, d={(x, y): 1}) for y in domain if y != x]
                least = real(p) * (real(n).exp() - e) - e
                check.true(
                    f"the divergence of {where} from every other dataset is at least p(e^n - e) - e",
                    all(t.value >= least for t in ext),
                    of=ext,
                )
        check.least("epsilon-dp", M, real(n).log())
        best = {"yes": real(n).exp(), "no": real((1 - n * p) / (1 - p)).exp()}
        check.least("capacity-bounded-dp", M, at_least=real(p) * (real(n).exp() - e) - e, f=f, H=[best])
    for rho, p in ((F(1), F(1, 100)), (F(1, 10), F(1, 10**7)), (F(1, 100), F(1, 10**60))):
        M = from_function([((), ()), (("t",), ())], lambda d, p=p: {(None, o): w for o, w in yes(3 * p if d[0] else p).items()})
        plain = from_function([(), ("t",)], lambda d, p=p: yes(3 * p if d else p))
        check.true(f"ρ = {rho}, p = {p}: zero-concentrated-dp", notions["zero-concentrated-dp"].holds(plain, xi=0, rho=rho))
        curve = notions["weak-federated-f-dp"].tightest(M, C=2)
        check.less("weak-federated-f-dp: the largest f at p, which has to be 1 - ep", curve.value(p), 1 - e * real(p), of=curve)
    check.therefore_not(
        "zCDP keeps the loss or the divergence below its value for n = 128, or the test errors above those of 1-DP"
    )
