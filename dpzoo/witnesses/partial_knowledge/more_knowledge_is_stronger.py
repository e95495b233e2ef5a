"""An attacker who knows more is stronger, if knowledge and record are independent.

Claim    If Θ₁ has more background knowledge than Θ₂, with common acceptable normalisations, then (Θ₁, ε)-NPr implies
         (Θ₂, ε)-NPr.
Verdict  true: on random mechanisms the knowing attacker's ε is never the smaller one. Without acceptability it may
         be.
Source   Desfontaines 2020, Proposition 23 (with Definition 55).

Without the knowledge the output distributions are averages of those with it, and by independence with the same
weights for D(i) = t and t′. An average of pairs within e^ε of each other is within e^ε.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.IMPLICATION, sampled="M, θ")
def more_knowledge_is_stronger(check: Check) -> None:
    choose = random.Random(23)
    domain = list(itertools.product((0, 1), repeat=3))
    uniform = {D: F(1, 8) for D in domain}
    # B = D(1)⊕D(2) is acceptable at every index: at 1, D(1), D(1)⊕D(2) and D(3) are independent and determine D; at 2, D(2),
    # D(1)⊕D(2) and D(3); at 3, D(3), D(1)⊕D(2) and D(2).
    knowing = Prior.known(uniform, lambda d: d[0] != d[1], "B = [D(1) ≠ D(2)]")
    unaware = Prior.of(uniform, "no knowledge")
    npr = notions["noiseless-privacy"]
    stronger = 0
    for _ in range(50):
        rows = [[choose.randint(1, 20) for _ in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        stronger += npr.tightest(M, Theta=[knowing]).value >= npr.tightest(M, Theta=[unaware]).value
    check.equal("50 random mechanisms, uniform bits, B = [D(1) ≠ D(2)]: how often ε(known) ≥ ε", stronger, 50)

    # One target, biased independent bits, B = D(3): 200 random mechanisms, by hand.
    biases = (F(1, 2), F(1, 5), F(2, 3))
    monotone = 0
    for _ in range(200):
        table = {D: F(choose.randint(1, 99), 100) for D in domain}  # the probability of the first of two outputs
        p, q = biases[1], biases[2]
        given = {(x, z): (1 - p) * table[x, 0, z] + p * table[x, 1, z] for x in (0, 1) for z in (0, 1)}  # D(1) = x, D(3) = z
        alone = [(1 - q) * given[x, 0] + q * given[x, 1] for x in (0, 1)]
        pairs = [(given[0, z], given[1, z]) for z in (0, 1)]
        ratio = [max(a / b, b / a, (1 - a) / (1 - b), (1 - b) / (1 - a)) for a, b in [*pairs, (alone[0], alone[1])]]
        monotone += max(ratio[:2]) >= ratio[2]
    check.equal("200 random mechanisms, target D(1), B = D(3): how often e^ε(known) ≥ e^ε", monotone, 200)

    # Without acceptability: B = D(3) determines the target D(3), and who knows it has nothing to learn.
    third = deterministic(domain, lambda d: d[2])
    knows_third = Prior.known(uniform, lambda d: d[2], "B = D(3)")
    check.equal(
        "B = D(3) is not acceptable at index 3: publishing D(3) against who knows it", npr.tightest(third, Theta=[knows_third]), 0
    )
    check.equal("… and against who does not", npr.tightest(third, Theta=[unaware]), real(float("inf")))
    check.confirms(
        "with knowledge independent of every record, the attacker who knows more needs the larger ε, on every mechanism tried",
        stronger == 50 and monotone == 200,
    )
