"""Personalized DP extends unbounded DP, not ε-DP.

Claim    ε-DP is Ψ-personalized DP with Ψ = ε; and Ψ-personalized DP implies ε-DP with ε = max Ψ.
Verdict  the implication from ε-DP to Ψ = ε is true; the identity and the constant max Ψ are false where ε-DP covers a
         replaced record.

Personalized DP compares a dataset with the same one without a record. The noisy sum of records ±1 (noise p = 1/2, clamped
to −2…2) moves by 1 when a record goes, by 2 when it is replaced. Two people, Ann and Bob, own one record each.
"""

from dpzoo.blocks.mechanism import Output
from dpzoo.witnesses.prelude import *


@decides(
    "epsilon-dp/special_case_of/personalized-dp",
    "epsilon-dp/stronger_than/personalized-dp",
    "personalized-dp/stronger_than/unbounded-dp epsilon-dp",
    kind=Kind.SEPARATION,
    errata=["sok-table3-epsilon-dp-in-personalized"],
    sampled={
        "epsilon-dp/stronger_than/personalized-dp personalized-dp/stronger_than/unbounded-dp": "M",
        "personalized-dp/stronger_than/epsilon-dp": "M",
    },
)
def personalized_and_replaced_records(check: Check) -> None:
    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        total = sum(value for _, value in d)
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - total) for k in range(-2, 3)}
        law[-2], law[2] = p ** (total + 2) / (1 + p), p ** (2 - total) / (1 + p)
        return law

    ann, bob = ([(who, -1), (who, 1)] for who in ("Ann", "Bob"))
    datasets = [(), *[(r,) for r in ann + bob], *[(a, b) for a in ann for b in bob]]
    m = check.show("M", from_function(datasets, noisy_sum))
    personalized, dp = notions["personalized-dp"], notions["epsilon-dp"]
    check.true("M is Ψ-personalized DP with Ψ = ln 2 for both", personalized.holds(m, Psi=log_of(2)))
    check.equal("ε of unbounded DP: max Ψ", notions["unbounded-dp"].tightest(m), log_of(2))
    check.equal("ε of ε-DP: 2 max Ψ", dp.tightest(m), log_of(4))
    check.true("as M is 2 ln 2-DP, it is Ψ-personalized DP with Ψ = 2 ln 2", personalized.holds(m, Psi=log_of(4)))

    # Ψ below ε fails for randomised response on whether Ann is there, so a Ψ identical to ln 2-DP must be ln 2 or more
    there = from_function(
        datasets, lambda d: {"yes": F(2, 3) if set(d) & set(ann) else F(1, 3), "no": F(1, 3) if set(d) & set(ann) else F(2, 3)}
    )
    check.equal("randomised response on Ann's presence: ε of ε-DP", dp.tightest(there), log_of(2))
    check.true("… it is not Ψ-personalized DP for Ψ = ln(19/10)", not personalized.holds(there, Psi=log_of(F(19, 10))))
    check.refutes("ln 2-personalized DP implies ln 2-DP", dp.holds(m, epsilon=log_of(2)))
