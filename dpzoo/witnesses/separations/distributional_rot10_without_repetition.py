"""Samples without repetition say nothing about repeated records.

M publishes the number of records and, if some record occurs twice, the whole dataset. The notion compares samples
of one size without repetition, which get the same output: it holds with ε = 0 and γ = 0, whatever π is. The notions
below are violated with certainty, at each of their proper values, by sizes or by datasets (a, a, x).
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """distributional-privacy-rot10/does_not_imply/one-sided-dp blowfish-privacy negative-membership-privacy
    sensitivity-induced-dp on-average-kl-privacy bayesian-dp-ysn15 correlated-dp prior-dp causal-dp pufferfish-privacy
    bayesian-dp-ll12 distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp extended-distribution-privacy
    extended-divergence-distribution-privacy adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability""",
    sampled=SAMPLED,
    without={"distributional-privacy-rot10": "all samples of one size get the same output, whatever their law is"},
)
def distributional_rot10_without_repetition(check: Check) -> None:
    def release(d: Any) -> Any:
        return len(d) if len(set(d)) == len(d) else d

    M = check.show("M", deterministic(complete_domain("avw", 3), release))
    for n in range(4):
        samples = {release(d) for d in M.datasets if len(d) == n and len(set(d)) == n}
        check.equal(f"distributional-privacy-rot10: outputs on all samples of {n} different records", len(samples), 1)
    by_size = TellsApart(M, ("a",), (), at={"weak-bayesian-dp": {"prior": {"a": 1}}})
    sizes = [
        "negative-membership-privacy",
        "weak-bayesian-dp",
        "adversarial-privacy",
        *(y for y in check.denied if "extended" in y),
    ]
    violates(check, by_size, sizes)
    repeated = TellsApart(
        M,
        ("a", "a", "v"),
        ("a", "a", "w"),
        many=lambda n: deterministic([("a", "a", x) for x in range(n)], release),
        views=(lambda d: d[:2], lambda d: d[2]),
    )
    violates(check, repeated, [y for y in check.denied if y not in sizes])
