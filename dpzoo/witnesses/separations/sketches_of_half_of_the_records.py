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
        found = notions["sketch-kl-privacy"].tightest(M, N=1)
        check.equal(f"n = {n}, κ = {kappa}: sketch-kl-privacy, N = 1: the least ε", found, log_2)
        found = notions["sketch-privacy"].tightest(M, N=n)
        check.equal(f"sketch-privacy, N' = {n}: the least ε", found, kappa * log_2)

    M = from_function(sets("tabcde"), lambda d: {("a" in d) != ("b" in d): F(1)} if len(d) == 3 else {"⊥": F(1)})
    check.show("the parity of a and b", M)
    check.equal("parity of a and b: sketch-privacy, N = 1: the least ε", notions["sketch-privacy"].tightest(M, N=1), 0)
    check.equal("approximate-dp: the least δ for any ε", notions["approximate-dp"].tightest(M, epsilon="inf"), 1)

    def said(present: bool) -> dict[Any, F]:
        return {"nothing": F(1)} if present else {"t ∉ E": F(1, 2), "nothing": F(1, 2)}

    M = from_function(sets("tabcde"), lambda d: said("t" in d) if len(d) == 3 else {"⊥": F(1)})
    check.equal("t ∉ E is said sometimes: sketch-privacy, N = 1: the least ε", notions["sketch-privacy"].tightest(M, N=1), log_2)
    bits = [b for b in product((0, 1), repeat=6) if sum(b) == 3]  # the first user is t
    M = from_function(bits, lambda b: said(b[0] == 1))
    found = notions["noiseless-privacy"].tightest(M, Theta=[Prior.of({b: F(1, len(bits)) for b in bits})])
    check.equal("noiseless-privacy: the least ε", found, INFINITY)
    check.therefore_not("the other notions hold at proper values below 20 ln 2")
