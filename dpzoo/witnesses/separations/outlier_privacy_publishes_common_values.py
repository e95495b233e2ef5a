"""Outlier privacy may leave common values unprotected.

The degree of a record is the number of records with its value; ε(1) is finite and ε(k) = ∞ for k > 1. M publishes
the records, with their owners, whose value occurs more than once: removing a record with a value of its own changes
nothing. The people t, u, v have the same value, so M publishes every dataset of two or more of them, and the
notions below are violated with certainty, at each of their proper values; w has another value.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates

T, U, V, W = ("t", "x"), ("u", "x"), ("v", "x"), ("w", "y")


def degree(r: Any, d: Any) -> int:
    """The number of records of d with the value of r."""
    return sum(s[1] == r[1] for s in d)


def release(d: Any) -> tuple[Any, ...]:
    """The records whose value occurs more than once."""
    return tuple(r for r in d if degree(r, d) > 1)


@decides(
    """outlier-privacy/does_not_imply/per-instance-dp sensitivity-induced-dp bayesian-dp-ysn15 correlated-dp blowfish-privacy
    causal-dp one-sided-dp weak-bayesian-dp capacity-bounded-dp weak-federated-f-dp abstract-dp subspace-dp dp-under-sampling
    input-discriminative-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def outlier_privacy_publishes_common_values(check: Check) -> None:
    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        own = notions["outlier-privacy"].tightest(mechanism, outlierness=degree)
        if 1 in own.value:  # else no record with a value of its own is removed
            check.equal("outlier-privacy: the least ε(1)", own.value[1], 0, of=own)

    M = check.show("M", deterministic([d for n in range(4) for d in permutations([T, U, V, W], n)], release))
    satisfied(M)
    told = TellsApart(
        M,
        (T, V),
        (U, V),
        satisfied,
        many=lambda n: deterministic([((k, "x"), V) for k in range(n)], release),
        at={"per-instance-dp": {"D": (T, U), "t": V}, "weak-bayesian-dp": {"prior": {U: F(1, 2), V: F(1, 2)}}},
    )
    violates(check, told, check.denied)
