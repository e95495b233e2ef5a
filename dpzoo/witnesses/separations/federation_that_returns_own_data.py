"""Sending every client its own data back hides nothing from the reader of all messages.

Claim    Strong federated f-DP implies some notion of the mechanism whose output is everything that any client
         receives, at some proper values.
Verdict  false: the mechanism below separates them.
Source   the separations in the record of strong-federated-f-dp, and their proofs.

Each client receives its own data. What the others receive does not depend on client i, so every f holds in the
strong sense. Read as one mechanism whose output is everything that any client receives, it publishes the dataset.
"""

from fractions import Fraction as F
from itertools import combinations, product
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.blocks.mechanism import complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.blocks.real import INFINITY
from dpzoo.semantics.registry import executables
from dpzoo.witnesses.framework import Check, Kind, decides


@decides(
    "strong-federated-f-dp/does_not_imply/weak-bayesian-dp",
    "strong-federated-f-dp/does_not_imply/profile-based-dp",
    "strong-federated-f-dp/does_not_imply/subspace-dp",
    "strong-federated-f-dp/does_not_imply/pseudo-metric-dp",
    "strong-federated-f-dp/does_not_imply/inference-based-distributional-dp",
    kind=Kind.SEPARATION,
    source="record of strong-federated-f-dp",
)
def federation_that_returns_own_data(check: Check) -> None:
    notions: Any = executables()
    parts = [(), ("t",), ("u",)]
    own = FiniteMechanism.deterministic(list(product(parts, repeat=2)), lambda d: d)
    check.show("the federation of two clients", own)
    curve = notions["strong-federated-f-dp"].tightest(own, C=2).value
    check.true("strong-federated-f-dp: the largest f is the perfect one, 1 - x", curve.corners == ((0, 1), (1, 0)))
    M = FiniteMechanism.deterministic(complete_domain("tu", 2), lambda d: d)  # everything received
    found = notions["weak-bayesian-dp"].tightest(M, prior={"t": 1}, epsilon="inf")
    check.equal("weak-bayesian-dp: the least δ for any ε", found, 1)
    found = notions["profile-based-dp"].tightest(M, Theta=[({"t": 1}, {"u": 1}), ({"u": 1}, {"t": 1})], epsilon="inf")
    check.equal("profile-based-dp: the least δ for any ε", found, 1)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    found = notions["subspace-dp"].tightest(numbers, V=[[1]], epsilon="inf")
    check.equal("subspace-dp, outputs numbered, V the whole line: the least δ for any ε", found, 1)
    psd = notions["pseudo-metric-dp"]
    asked = [psd.tightest(M, d={(D, E): 1, (E, D): 1}, epsilon="inf").value for D, E in combinations(M.datasets, 2)]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(v == 1 for v in asked))
    belief = notions["inference-based-distributional-dp"]
    for N in (2, 4, 6):  # for any δ < 1 take N with δ < 1 - 1/N
        many = FiniteMechanism.deterministic([(x,) for x in range(N)], lambda d: d)
        theta = Prior.of({D: F(1, N) for D in many.datasets})
        delta = 1 - F(1, N) - F(1, 100)
        found = belief.tightest(many, Theta=[theta], delta=delta)
        check.equal(f"inference-based-distributional-dp, {N} values, δ = {delta}: the least ε", found, INFINITY)
    check.refutes(
        "what all clients receive together satisfies one of these notions at proper values",
        not all(step.holds for step in check.steps),
    )
