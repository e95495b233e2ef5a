"""Without δ an active attacker is no stronger than a passive one.

Claim    (Θ, ε)-PPKDP and (Θ, ε)-APKDP, that is both with δ = 0, are equivalent.
Verdict  true: the two tightest ε are equal, on every random mechanism and prior tried. With δ > 0 they are not.
Source   Desfontaines 2020, Theorem 1, last part.

A mean of non-negative numbers with positive weights is 0 only if all of them are: a favourable knowledge that occurs
with any positive probability counts in full.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "noiseless-privacy/special_case_of/passive-partial-knowledge-dp active-partial-knowledge-dp",
    kind=Kind.EQUIVALENCE,
    sampled="M, θ",
)
def no_delta_active_is_passive(check: Check) -> None:
    choose = random.Random(13)
    apkdp, ppkdp, npr = (notions[k] for k in ("active-partial-knowledge-dp", "passive-partial-knowledge-dp", "noiseless-privacy"))
    domain = [(x, y) for x in (0, 1) for y in (0, 1, 2)]
    same, same_as_noiseless, smaller_with_delta = 0, 0, 0
    for _ in range(60):
        rows = [[choose.randint(0, 20) + (o == 0) for o in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        bias, weights = F(choose.randint(1, 9), 10), [choose.randint(1, 100) for _ in range(3)]
        theta = Prior.known({(x, y): (bias if x else 1 - bias) * F(weights[y], sum(weights)) for x, y in domain}, lambda d: d[1])
        active, passive = (k.tightest(M, Theta=[theta], delta=0).value for k in (apkdp, ppkdp))
        same += active == passive
        same_as_noiseless += active == npr.tightest(M, Theta=[theta]).value
        with_delta = [k.tightest(M, Theta=[theta], delta=F(1, 20)).value for k in (apkdp, ppkdp)]
        smaller_with_delta += with_delta[1] < with_delta[0]
    check.show("one of the mechanisms", M)
    check.equal("60 random mechanisms, B = the second record: how often the tightest ε at δ = 0 are equal", same, 60)
    check.equal("… and equal to that of noiseless privacy", same_as_noiseless, 60)
    check.greater("at δ = 1/20: how often the passive ε is smaller", smaller_with_delta, 30)
    check.confirms("at δ = 0 active and passive partial knowledge have the same tightest ε, on every mechanism tried", same == 60)
