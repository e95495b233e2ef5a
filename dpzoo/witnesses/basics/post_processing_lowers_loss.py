"""Post-processing never raises the privacy loss.

Claim    If M is ε-DP, so is f∘M. The same holds of δ(ε), of the Kullback-Leibler divergence and of the Rényi divergences.
Verdict  true of all the mechanisms and channels tried here.
Source   Des20, Proposition 2 (and Proposition 12 for the others).

A channel f sends each output to a mixture of new ones. Each new probability is a weighted sum of old ones with the same
weights for both datasets, so a ratio of sums lies between the ratios of their terms. Exact fractions: 40 random pairs of
rows with four outputs and random channels to three.
"""

from dpzoo.witnesses.prelude import *


@decides("epsilon-dp approximate-dp kl-privacy renyi-dp/post_processing", kind=Kind.AXIOM, sampled="M, f")
def post_processing_lowers_loss(check: Check) -> None:
    random = np.random.default_rng(4)

    def law(size: int) -> list[F]:
        weights = [int(k) for k in random.integers(1, 10, size)]
        return [F(k, sum(weights)) for k in weights]

    rose = {"D∞ (the ε of pure DP)": 0, "δ at e^ε = 3/2": 0, "KL": 0, "D₃": 0}
    for _ in range(40):
        m = from_rows({(0,): law(4), (1,): law(4)})
        f = {o: dict(enumerate(law(3))) for o in m.outputs}
        after = m.post_process(f)
        (p, q), (p1, q1) = m.matrix, after.matrix
        rose["D∞ (the ε of pure DP)"] += max_divergence(p1, q1) > max_divergence(p, q)
        rose["δ at e^ε = 3/2"] += hockey_stick(p1, q1, F(3, 2)) > hockey_stick(p, q, F(3, 2))
        rose["KL"] += kl_divergence(p1, q1) > kl_divergence(p, q)
        rose["D₃"] += renyi_divergence(p1, q1, 3) > renyi_divergence(p, q, 3)
    check.show("the last M", m)
    check.show("the last f∘M", after)
    for name, times in rose.items():
        check.equal(f"pairs on which {name} rose", times, 0)
    check.confirms("none of the four losses rises under post-processing", not any(rose.values()))
