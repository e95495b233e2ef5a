"""A bound on the average loss gives (ε/δ, δ)-sketch privacy.

Claim    ε-sketch KL privacy implies (ε/δ, δ)-sketch privacy for any δ > 0.
Verdict  true of the 2000 random pairs of laws tried here.
Source   Des20, Lemma 12.

The average over sketches of the positive part of the loss is at most ε. So the loss exceeds ε/δ with probability at most δ
(Markov), and the excess of probability beyond e^(ε/δ) is smaller still. Pairs are (law given t ∈ E, law given t ∉ E), with
two to six sketches; floats.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.IMPLICATION, sampled="P, Q")
def average_loss_gives_approximate(check: Check) -> None:
    random = np.random.default_rng(12)
    deltas = (0.01, 0.05, 0.1, 0.25, 0.5, 0.9)
    holds, largest = 0, 0.0
    for _ in range(2000):
        size = int(random.integers(2, 7))
        p, q = random.dirichlet(np.full(size, 0.3)) + 1e-9, random.dirichlet(np.full(size, 0.3)) + 1e-9
        p, q = p / p.sum(), q / q.sum()
        epsilon = float(np.sum(p * np.maximum(np.log(p / q), 0)))  # the average positive loss
        excess = [float(hockey_stick(p, q, np.exp(min(epsilon / d, 700.0)))) for d in deltas]
        holds += all(e <= d + 1e-12 for e, d in zip(excess, deltas, strict=True))
        largest = max(largest, *(e / d for e, d in zip(excess, deltas, strict=True)))
    check.equal("pairs of laws that are (ε/δ, δ)-private for all six δ", float(holds), 2000.0)
    check.less("largest measured δ over the allowed one", largest, 1.0)
    check.confirms("a bound on the average loss gives (ε/δ, δ)-sketch privacy", holds == 2000, numeric=True)
