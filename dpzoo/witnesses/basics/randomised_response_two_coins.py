"""Randomised response with two coins is ln 3-DP.

Claim    Answer truthfully on heads; on tails let a second coin answer. This is ε-DP with e^ε = 3, and of 400 YES among 1000
         answers it follows that about 30% are YES in truth. Answering at random more often means a smaller ε.
Verdict  true, and ln 3 is exact. (Boenisch 2019 prints "3-DP" over a proof of the same; the ε is ln 3.)

The truth is told in two of the four outcomes of the coins, and by luck in one more.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "two-coin-randomized-response/satisfies/local-dp",
    kind=Kind.BOUND,
    errata=["boenisch-randomised-response-three-dp"],
    sampled={"two-coin-randomized-response/satisfies/local-dp": "α, β"},
)
def randomised_response_two_coins(check: Check) -> None:
    def answer(truth: str, first: str, second: str) -> str:
        return truth if first == "heads" else "YES" if second == "heads" else "NO"

    coins = list(itertools.product(("heads", "tails"), repeat=2))
    rows = {(t,): [F(sum(answer(t, *c) == a for c in coins), len(coins)) for a in ("YES", "NO")] for t in ("YES", "NO")}
    m = check.show("M", from_rows(rows, outputs=["YES", "NO"]))
    check.equal("Pr[M(YES) = YES]", m.probability(("YES",), "YES"), F(3, 4))
    check.equal("Pr[M(NO) = YES]", m.probability(("NO",), "YES"), F(1, 4))
    bounded_dp = notions["bounded-dp"]
    check.equal("the least ε", bounded_dp.tightest(m), log_of(3))

    at_random = F(1000, 2)
    check.equal("YES among the truthful half, if 400 of 1000 say YES", (400 - at_random / 2) / (1000 - at_random), F(3, 10))

    for chance, odds in ((F(3, 4), F(5, 3)), (F(1, 4), F(7))):
        stay = 1 - chance / 2
        other = from_rows({("YES",): [stay, 1 - stay], ("NO",): [1 - stay, stay]})
        check.equal(f"the least ε if the answer is random with probability {chance}", bounded_dp.tightest(other), log_of(odds))
    check.confirms(
        "randomised response with two fair coins is ε-DP for e^ε = 3 and no less", bounded_dp.holds(m, epsilon=log_of(3))
    )
