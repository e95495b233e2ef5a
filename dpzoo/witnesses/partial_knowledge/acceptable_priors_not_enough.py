"""Acceptable priors do not make noiseless privacy and causal DP equal.

Verdict    false as printed, in both directions and for every ε and δ < 1.

Definition 54 separates the record from the knowledge, not from the other records. With φ₀ = x a fair bit and D = (x,
x) = θ̂(φ₀), which is injective, and no knowledge at all, the prior is acceptable at both indices, and the records are
copies.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "causal-dp/equivalent_to/noiseless-privacy/acceptable-priors", kind=Kind.ERRATUM, errata=["thesis-prop24-acceptable-priors"]
)
def acceptable_priors_not_enough(check: Check) -> None:
    npr, caus, active = (notions[k] for k in ("noiseless-privacy", "causal-dp", "active-partial-knowledge-dp"))
    infinite = real(float("inf"))
    generator: dict[int, dict[int, tuple[int, ...]]] = {2: {0: (0, 0), 1: (1, 1)}, 3: {0: (0, 0, 0), 1: (1, 1, 1)}}
    check.show("θ̂: φ₀ ↦ D, for two and three records", {n: {str(k): str(D) for k, D in g.items()} for n, g in generator.items()})
    for n, g in generator.items():
        check.true(f"n = {n}: θ̂ is injective, and φ₀ determines every record", len(set(g.values())) == len(g))

    pair = Prior.of({D: F(1, 2) for D in generator[2].values()})
    xor = deterministic(itertools.product((0, 1), repeat=2), lambda d: d.count(1) % 2)
    check.equal("D(1)⊕D(2) under NPr", npr.tightest(xor, Theta=[pair]), 0)
    check.equal("… under CausDP", caus.tightest(xor, Theta=[pair]), infinite)
    untouched, changed = xor.row((0, 0)), xor.row((1, 0))
    check.true("… and with any δ < 1: 0 for certain before the change, 1 for certain after it", untouched[0] == changed[1] == 1)

    triple = Prior.of({D: F(1, 2) for D in generator[3].values()})
    majority = deterministic(itertools.product((0, 1), repeat=3), lambda d: int(d.count(1) > 1))
    check.equal("the majority of three copies under CausDP", caus.tightest(majority, Theta=[triple]), 0)
    check.equal("… under NPr", npr.tightest(majority, Theta=[triple]), infinite)
    check.equal("… and NPr's least δ at ε = 100", active.tightest(majority, Theta=[triple], epsilon=100), 1)

    # The thesis's own Example 6, first option: a pair of voters who agree with probability 9/10, one parameter for both.
    voters = Prior.of({(a, b): F(9, 20) if a == b else F(1, 20) for a in (0, 1) for b in (0, 1)})
    noisy = from_rows({(a, b): [F(3 - a - b, 4), F(1 + a + b, 4)] for a in (0, 1) for b in (0, 1)})
    npr_pair, caus_pair = npr.tightest(noisy, Theta=[voters]), caus.tightest(noisy, Theta=[voters])
    check.equal("Example 6, a noisy count: NPr", npr_pair, real(F(29, 11)).log())
    check.equal("… CausDP", caus_pair, real(F(21, 11)).log())
    both = npr.holds(xor, Theta=[pair], epsilon=0).holds == caus.holds(xor, Theta=[pair], epsilon=0).holds
    check.refutes(
        "under the acceptable prior θ̂(φ₀) = (φ₀, φ₀) the mechanism D(1)⊕D(2) is 0-NPr if and only if it is 0-CausDP", both
    )
