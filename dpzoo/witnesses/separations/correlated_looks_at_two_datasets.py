"""Correlated DP looks only at the datasets that the adversary believes in.

Claim    Correlated DP with the uniform distribution on D_a and D_b, with an observation without information implies
         some other notion at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of correlated-dp, and their proofs.

D_a and D_b are two datasets of five records that differ in the value of one. M returns one symbol on these two, so
there is no loss where the notion compares, and publishes the dataset elsewhere. An adversary who is certain of one
dataset compares nothing, and there M may publish everything. The other notions look at datasets (t), (u) or (t, v),
(u, v).
"""

from fractions import Fraction as F
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides
from dpzoo.witnesses.separations._telling_apart import TellsApart, blind_on_one_pair, violates

VIOLATED = (
    "on-average-kl-privacy",
    "bayesian-dp-ll12",
    "bayesian-dp-ysn15",
    "blowfish-privacy",
    "causal-dp",
    "one-sided-dp",
    "profile-based-dp",
    "inference-based-distributional-dp",
    "pseudo-metric-dp",
    "extended-divergence-dp",
)


@decides(
    *(f"correlated-dp/does_not_imply/{y}" for y in VIOLATED),
    kind=Kind.SEPARATION,
    source="record of correlated-dp",
)
def correlated_looks_at_two_datasets(check: Check) -> None:
    notions: Any = executables()
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    belief = Prior.of({D_a: F(1, 2), D_b: F(1, 2)})
    check.equal("correlated-dp: the least ε of M", notions["correlated-dp"].tightest(M, A=(belief, "nothing")), 0)
    publish = FiniteMechanism.deterministic(complete_domain("tuv", 2), lambda d: d)
    belief = Prior.of({("t", "v"): F(1)})
    found = notions["correlated-dp"].tightest(publish, A=(belief, "nothing"))
    check.equal("correlated-dp, certain of one dataset: the least ε of publishing", found, 0)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v")), VIOLATED)
    check.refutes(
        "a mechanism without loss on the two datasets satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
