"""A location with noise of one scale: places far apart are told apart.

M publishes a + Z, where a is the first coordinate of the first location and Z has the density (ε/2) e^{-ε|z|}. If the
location moves by r, then a moves by at most r, so the loss is at most εr, on the whole plane. Below, e^ε = 4, and of the
output one sees in which unit of 0, …, m it is, if in any. Between a = 0 and a = m, “below 0” has the loss εm, and “below
m/2” has probabilities that differ by 1 - 2^{-m}. The other notions compare all locations (all are sensitive, G is
complete) or the two of each prior: one of two datasets of one location each, r apart. The simulator sees only that there
is one location; if it were within ε(m - 1)/2 of the laws at both 0 and m, their loss would be at most ε(m - 1). As m
grows, the losses exceed every bound and the difference of probabilities tends to 1.
"""

from dpzoo.witnesses.prelude import *

UNBOUNDED = ("local-dp", "blowfish-privacy", "one-sided-dp", "causal-dp", "noiseless-privacy")


def below(y: int, a: F) -> F:
    """Pr[a + Z < y] for e^ε = 4, where a is a multiple of 1/2."""
    tail = F(1, 2 * 2 ** int(2 * abs(y - a)))
    return tail if y <= a else 1 - tail


def cells(a: F, m: int) -> dict[Any, F]:
    """The law of the unit of 0, …, m in which a + Z is."""
    inside = {f"from {y} to {y + 1}": below(y + 1, a) - below(y, a) for y in range(m)}
    return {"below 0": below(0, a), **inside, f"not below {m}": 1 - below(m, a)}


@decides(
    """geo-indistinguishability/does_not_imply/local-dp blowfish-privacy one-sided-dp causal-dp noiseless-privacy
    total-variation-privacy distributional-dp""",
    sampled="m",
)
def a_location_blurred_at_one_scale(check: Check) -> None:
    epsilon = real(4).log()
    for m in (2, 4, 8):
        places = [*((F(k, 2), 0) for k in range(2 * m + 1)), (0, 1)]
        M = from_function([(place,) for place in places], lambda d, m=m: cells(d[0][0], m))
        check.least("geo-indistinguishability", M, epsilon, f"m = {m}")
        theta = [Prior.of({((0, 0),): F(1, 2), ((r, 0),): F(1, 2)}) for r in range(1, m + 1)]
        at: dict[str, dict[str, Any]] = {
            "one-sided-dp": {"P": places},
            "blowfish-privacy": {"G": list(combinations(places, 2))},
            "causal-dp": {"Theta": theta},
            "noiseless-privacy": {"Theta": theta},
        }
        for y in UNBOUNDED:
            check.equal(f"{y}: the least ε' (εm)", notions[y].tightest(M, **at.get(y, {})), m * epsilon)
        verdict = notions["distributional-dp"].holds(M, Theta=theta, epsilon=(m - 1) * epsilon / 2)
        check.false("distributional-dp: no simulator for ε' = ε(m - 1)/2", verdict)
        found = notions["total-variation-privacy"].tightest(M)
        check.equal("total-variation-privacy: the least ε' (1 - 2^{-m})", found, 1 - F(1, 2**m))
        if m == 2:
            check.show("M, m = 2", M)
    check.therefore_not("at one level up to 3 ln 4, or up to 254/256 for total variation, one of these holds for all m")
