"""Zero-knowledge privacy allows the number of records.

M publishes the number of records. The simulator gets the number of the other records and adds 1, so the notion
holds with every ε; about the empty dataset, which has no record, it asks nothing. The notions below see records
come and go, and are violated with certainty at each of their proper values. Abstract DP: a yes with probability a
on the empty dataset and b on the others, which the simulator says with probability b.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """zero-knowledge-privacy/does_not_imply/negative-membership-privacy sensitivity-induced-dp per-instance-dp
    distributional-privacy-zlw09 pufferfish-privacy induced-neighbors-dp weak-bayesian-dp distribution-privacy subspace-dp
    extended-distribution-privacy extended-divergence-distribution-privacy input-discriminative-dp tailored-dp
    weak-federated-f-dp capacity-bounded-dp dp-under-sampling adversarial-privacy abstract-dp
    inference-based-coupled-worlds-privacy typical-stability""",
    sampled=SAMPLED,
)
def zero_knowledge_of_a_count(check: Check) -> None:
    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        check.least("zero-knowledge-privacy", mechanism, 0, Agg=[len])

    M = check.show("M", deterministic(complete_domain("tu", 3), len))
    satisfied(M)
    told = TellsApart(
        M,
        ("t",),
        (),
        satisfied,
        many=lambda n: deterministic([("t",) * k for k in range(1, n + 1)], len),
        views=(lambda d: 0, len),
        at={"weak-bayesian-dp": {"prior": {"t": 1}}, "subspace-dp": {"V": [[1]]}},
    )
    violates(check, told, check.denied)
