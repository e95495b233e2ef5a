"""Two parities tell which of two beliefs is right: composition of notions about pairs of priors.

Verdict  false: two mechanisms with ε = δ = 0 (or divergence 0) together have ε = ∞ (and δ = 1 at every ε).

The two priors are uniform on the x in {0,1}³ with x₁ = 0 and on those with x₁ = 1. The parity of all three bits and that of
the last two are fair coins under both priors. Their sum is x₁. The divergence is Kullback and Leibler's, the distance of
the two priors 1 (any finite one will do); x is the one record of a dataset.
"""

from dpzoo.witnesses.prelude import *


@decides(
    """distribution-privacy divergence-distribution-privacy extended-distribution-privacy
    extended-divergence-distribution-privacy probabilistic-distribution-privacy profile-based-dp/composition"""
)
def parities_under_two_beliefs(check: Check) -> None:
    def parity(x: Any, start: int = 0) -> int:
        return int(sum(x[start:])) % 2

    triples = list(itertools.product((0, 1), repeat=3))
    theta = [Prior.of({(x,): F(1, 4) for x in triples if x[0] == first}, f"θ{first + 1}") for first in (0, 1)]
    pairs = [(theta[0], theta[1]), (theta[1], theta[0])]
    M1 = deterministic([(x,) for x in triples], lambda d: parity(d[0]))
    M2 = deterministic([(x,) for x in triples], lambda d: parity(d[0], 1))
    both = M1.compose(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)

    losses: dict[str, dict[str, Any]] = {
        "divergence-distribution-privacy": {"f": "kl"},
        "extended-distribution-privacy": {"d": [1, 1]},
        "extended-divergence-distribution-privacy": {"d": [1, 1], "f": "kl"},
    }
    for name, given in losses.items():
        epsilon = [notions[name].tightest(m, Theta=pairs, **given) for m in (M1, M2, both)]
        check.equal(f"{name}: ε of M₁", epsilon[0], 0)
        check.equal("… of M₂", epsilon[1], 0)
        check.equal("… of both", epsilon[2], INFINITY)
    kept = []
    for name in ("distribution-privacy", "probabilistic-distribution-privacy", "profile-based-dp"):
        notion = notions[name]
        check.equal(f"{name}: δ of M₁ at ε = 0", notion.tightest(M1, Theta=pairs, epsilon=0), 0)
        check.equal("… of M₂", notion.tightest(M2, Theta=pairs, epsilon=0), 0)
        delta = notion.tightest(both, Theta=pairs, epsilon=1000)
        kept.append(bool(notion.holds(both, Theta=pairs, epsilon=1000, delta=F(999, 1000))))
        check.equal("… of both at ε = 1000, and so at any ε, since no output of both is possible under both priors", delta, 1)
    check.refutes("two mechanisms with ε = δ = 0 together satisfy one of these notions for ε = 1000 and δ = 999/1000", any(kept))
