"""Sketches protect presence in a random set, on average or in one direction.

M says ⊥ on sets that do not have half of the records. Sketch KL privacy: of sets of n out of 2n records it says 0 with
probability η = 1/κ if t ∈ E, and η 2^{-κ} otherwise. For t the mean loss is η·κ ln 2 = ln 2; for another record the output
0 speaks for absence, and the loss of 1 is at most -ln(1 - η) ≤ ln 2. The largest loss κ ln 2 at size n exceeds every bound,
and n every N'. (The record has e^{-κ} in place of 2^{-κ}.)

Sketch privacy: of sets of three out of six, tell whether the number of a and b in E is odd. This has probability 3/5
whatever is known about one record, but replacing a may change it with certainty. Or say with probability 1/2 that t ∉ E, if
so: what is said excludes t ∈ E, which noiseless privacy forbids (the record of a user is the bit whether the user is in E),
but gives no loss in favour of t ∈ E beyond ln 2.
"""

from dpzoo.witnesses.prelude import *


def sets(records: str) -> list[tuple[str, ...]]:
    """All sets of the records."""
    return [E for n in range(len(records) + 1) for E in combinations(records, n)]


@decides(
    "sketch-kl-privacy/does_not_imply/sketch-privacy",
    "sketch-privacy/does_not_imply/approximate-dp noiseless-privacy",
    sampled={"sketch-privacy": "κ"},
)
def sketches_of_half_of_the_records(check: Check) -> None:
    log_2 = real(2).log()
    for n, kappa in ((2, 2), (2, 20), (3, 10)):
        rare = {True: F(1, kappa), False: F(1, kappa * 2**kappa)}
        M = from_function(
            sets("tabcde"[: 2 * n]),
            lambda d, n=n, rare=rare: {0: rare["t" in d], 1: 1 - rare["t" in d]} if len(d) == n else {"⊥": F(1)},
        )
        check.least("sketch-kl-privacy", M, log_2, f"n = {n}, κ = {kappa}, N = 1", N=1)
        check.least("sketch-privacy", M, kappa * log_2, f"N' = {n}", N=n)

    M = from_function(sets("tabcde"), lambda d: {("a" in d) != ("b" in d): F(1)} if len(d) == 3 else {"⊥": F(1)})
    check.show("the parity of a and b", M)
    check.least("sketch-privacy", M, 0, "parity of a and b, N = 1", N=1)
    check.least("approximate-dp", M, 1, epsilon="inf")

    def said(present: bool) -> dict[Any, F]:
        return {"nothing": F(1)} if present else {"t ∉ E": F(1, 2), "nothing": F(1, 2)}

    M = from_function(sets("tabcde"), lambda d: said("t" in d) if len(d) == 3 else {"⊥": F(1)})
    check.least("sketch-privacy", M, log_2, "t ∉ E is said sometimes, N = 1", N=1)
    bits = [b for b in product((0, 1), repeat=6) if sum(b) == 3]  # the first user is t
    M = from_function(bits, lambda b: said(b[0] == 1))
    check.least("noiseless-privacy", M, INFINITY, Theta=[Prior.of({b: F(1, len(bits)) for b in bits})])
    check.therefore_not("the other notions hold at proper values below 20 ln 2")
