"""Sending every client its own data back hides nothing from the reader of all messages.

Each client receives its own data. What the others receive does not depend on client i, so every f holds in the
strong sense. Read as one mechanism whose output is everything that any client receives, it publishes the dataset.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """strong-federated-f-dp/does_not_imply/weak-bayesian-dp profile-based-dp subspace-dp pseudo-metric-dp
    inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def federation_that_returns_own_data(check: Check) -> None:
    parts = [(), ("t",), ("u",)]
    own = check.show("the federation of two clients", deterministic(list(product(parts, repeat=2)), lambda d: d))
    curve = notions["strong-federated-f-dp"].tightest(own, C=2)
    perfect = curve.value.corners == ((0, 1), (1, 0))
    check.true("strong-federated-f-dp: the largest f is the perfect one, 1 - x", perfect, of=curve)
    M = deterministic(complete_domain("tu", 2), lambda d: d)  # everything received
    violates(check, TellsApart(M, ("t",), ("u",)), check.denied)
