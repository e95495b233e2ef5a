"""Two parities tell a bit: composition of notions with a prior on sequences.

Verdict  false: two mechanisms with ε = 0 (and δ = 0) together have ε = ∞ (and δ = 1 at every ε).

Under the uniform prior on three bits D(1)⊕D(2)⊕D(3) is a fair coin whatever any one record is, and so is D(2)⊕D(3). Their
sum is D(1). The three bits may also be the attributes of one record, the first of them sensitive. With k known records,
take k + 3 bits: the parity of all of them and of all but the first.
"""

from dpzoo.witnesses.prelude import *


@decides(
    """aposteriori-noiseless-privacy approximate-pufferfish-privacy renyi-pufferfish-privacy active-partial-knowledge-dp
    bayesian-dp-ll12 dataset-attribute-privacy distributional-dp passive-partial-knowledge-dp prior-dp
    pufferfish-privacy/composition"""
)
def parities_of_bits(check: Check) -> None:
    bits = list(itertools.product((0, 1), repeat=3))
    theta = Prior.of({D: F(1, 8) for D in bits})
    M1 = deterministic(bits, lambda d: d.count(1) % 2)
    M2 = deterministic(bits, lambda d: d[1:].count(1) % 2)
    check.show("M₁", M1)
    check.show("M₂", M2)

    secrets = [([D for D in bits if D[i] == 0], [D for D in bits if D[i] == 1]) for i in range(3)]
    values: dict[str, dict[str, Any]] = {
        "aposteriori-noiseless-privacy": {"Theta": [theta]},
        "distributional-dp": {"Theta": [theta]},
        "pufferfish-privacy": {"Theta": [theta], "Phi": secrets},
        "approximate-pufferfish-privacy": {"Theta": [theta], "Phi": secrets, "delta": 0},
        "renyi-pufferfish-privacy": {"Theta": [theta], "Phi": secrets, "alpha": 2},
        "prior-dp": {"A": [(theta, i, ()) for i in range(3)]},
        "active-partial-knowledge-dp": {"Theta": [theta], "delta": 0},
        "passive-partial-knowledge-dp": {"Theta": [theta], "delta": 0},
    }
    for name, given in values.items():
        notion = notions[name]
        for symbol, m in (("M₁", M1), ("M₂", M2)):
            check.equal(f"{name}: ε of {symbol}", notion.tightest(m, **given), 0)
        check.equal("… of both", notion.tightest(M1.compose(M2), **given), INFINITY)
    with_delta = ("active-partial-knowledge-dp", "passive-partial-knowledge-dp", "approximate-pufferfish-privacy")
    for name in with_delta:
        given = {**values[name], "epsilon": INFINITY}
        del given["delta"]
        delta = notions[name].tightest(M1.compose(M2), **given)
        check.equal(f"{name}: δ of both at ε = ∞, so that no δ < 1 is left at any ε", delta, 1)

    notion, fair = notions["bayesian-dp-ll12"], {0: F(1, 2), 1: F(1, 2)}
    for k in range(3):
        longer = list(itertools.product((0, 1), repeat=k + 3))
        all_of = deterministic(longer, lambda d: d.count(1) % 2)
        but_one = deterministic(longer, lambda d: d[1:].count(1) % 2)
        for symbol, m in (("the parity of all", all_of), ("the parity of all but the first", but_one)):
            check.equal(f"bayesian-dp-ll12, k = {k}, {k + 3} records: ε of {symbol}", notion.tightest(m, prior=fair, k=k), 0)
        check.equal("… of both, even at k = 0", notion.tightest(all_of.compose(but_one), prior=fair, k=0), INFINITY)

    finite = [name for name, given in values.items() if notions[name].holds(M1.compose(M2), epsilon=log_of(10**6), **given)]
    check.refutes("under one of these notions two mechanisms with ε = δ = 0 have together e^ε = 10⁶ and δ = 0", bool(finite))
