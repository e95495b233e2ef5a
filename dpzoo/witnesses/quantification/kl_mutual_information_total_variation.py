"""From mean loss to mutual information to total variation.

Claim    ε-Kullback-Leibler privacy implies ε-mutual-information DP, which implies (0, √(2ε))-DP.
Verdict  true; the constants are not the best ones.
Source   Desfontaines 2020, Proposition 9, second item (citing CY16).

For a prior π over the values of a record the mutual information is the mean of D(P_x ‖ mixture), by convexity at most Σ
π(x)π(y) D(P_x ‖ P_y), hence at most the largest mean loss. Conversely Pinsker's inequality, for two values under the even
prior, bounds the mutual information from below by TV²/2. The supremum over priors is replaced by 40 random ones and the even
ones.
"""

from dpzoo.blocks.divergences import Law, total_variation
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.IMPLICATION, sampled="M, θ")
def kl_mutual_information_total_variation(check: Check) -> None:
    rng = np.random.default_rng(11)

    def information(prior: Law, rows: Law) -> Law:
        """I(record; output) for each trial: prior over x, rows indexed trial, x, output."""
        mixture = np.einsum("tx,txo->to", prior, rows)
        found: Law = np.einsum("tx,tx->t", prior, kl_divergence(rows, mixture[:, None, :]))
        return found

    for values in (2, 3):  # how many values the record has
        rows = rng.dirichlet(np.ones(4), (2000, values))
        pairs = [(x, y) for x in range(values) for y in range(values) if x != y]
        kl = np.max([kl_divergence(rows[:, x], rows[:, y]) for x, y in pairs], axis=0)
        tv = np.max([total_variation(rows[:, x], rows[:, y]) for x, y in pairs], axis=0)
        priors = [np.tile(p, (2000, 1)) for p in rng.dirichlet(np.ones(values), 40)]
        for x, y in pairs:
            even = np.zeros((2000, values))
            even[:, [x, y]] = 0.5
            priors.append(even)
        mi = np.max([information(p, rows) for p in priors], axis=0)  # a lower bound on the supremum over priors
        check.at_most(f"{values} values: largest ratio MI / KL, 2000 random mechanisms", float((mi / kl).max()), 1.0)
        check.at_most(f"{values} values: largest ratio TV / √(2 MI)", float((tv / np.sqrt(2 * mi)).max()), 1.0)
        # the proof's middle term, which bounds the information under every prior
        middle = [
            sum((p[:, x] * p[:, y] * kl_divergence(rows[:, x], rows[:, y]) for x, y in pairs), np.zeros(2000)) for p in priors
        ]
        room = min(float((b - information(p, rows)).min()) for p, b in zip(priors, middle, strict=True))
        check.at_least(f"{values} values: least room between MI and Σ π(x)π(y) KL", room, 0.0, tolerance=1e-12)
    check.confirms(
        "on 4000 random mechanisms MI ≤ KL for the priors tried, and TV ≤ √(2 MI)",
        all(s.holds for s in check.steps),
        numeric=True,
    )
