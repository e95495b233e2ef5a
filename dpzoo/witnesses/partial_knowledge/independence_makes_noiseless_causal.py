"""With independent records noiseless privacy and causal DP are one.

Claim    If the records are independent given the attacker's knowledge, a mechanism is (Θ, ε)-NPr iff it is (Θ,
         ε)-CausDP.
Verdict  true: on random mechanisms the two tightest ε agree exactly. Without independence they differ.
Source   Desfontaines 2020, Proposition 22.

Given B̂ the other records have the same distribution whatever D(i) is, so drawing D given D(i) = t and then writing
t′ into it is the same as drawing D given D(i) = t′. Both definitions then compare the same two distributions.
"""

from dpzoo.witnesses.prelude import *


@decides("causal-dp/equivalent_to/noiseless-privacy", kind=Kind.EQUIVALENCE, sampled="M, θ")
def independence_makes_noiseless_causal(check: Check) -> None:
    choose = random.Random(22)
    domain = list(itertools.product((0, 1), repeat=3))
    npr, caus = notions["noiseless-privacy"], notions["causal-dp"]
    biases = [F(1, 2), F(1, 5), F(2, 3)]
    weight = {D: F(1) for D in domain}
    for D in domain:
        for r, p in zip(D, biases, strict=True):
            weight[D] *= p if r else 1 - p
    alone = Prior.of(weight, "independent bits")
    informed = Prior.known(weight, lambda d: d[2], "independent bits, B = D(3)")
    correlated = Prior.of({D: F(2 if sum(map(bool, D)) in {0, 3} else 1, 10) for D in domain}, "bits that tend to be equal")
    check.show("Pr[D(i) = 1]", [str(p) for p in biases])
    agree = {alone.name: 0, informed.name: 0, correlated.name: 0}
    trials = 40
    for _ in range(trials):
        rows = [[choose.randint(1, 20) for _ in range(3)] for _ in domain]
        M = FiniteMechanism(domain, "abc", [[F(x, sum(row)) for x in row] for row in rows])
        for prior in (alone, informed, correlated):
            agree[prior.name] += npr.tightest(M, Theta=[prior]).value == caus.tightest(M, Theta=[prior]).value
    check.equal(
        f"{trials} random mechanisms, independent bits: how often the tightest ε agree exactly", agree[alone.name], trials
    )
    check.equal("… the same with B = D(3), given which the others are independent", agree[informed.name], trials)
    check.equal("… and with correlated bits", agree[correlated.name], 0)
    check.confirms(
        "with independent bits the tightest ε of NPr and of CausDP are equal, on every random mechanism tried",
        agree[alone.name] == agree[informed.name] == trials,
    )
