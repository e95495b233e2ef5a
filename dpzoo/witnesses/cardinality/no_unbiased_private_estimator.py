"""On a finite universe no estimator is both unbiased and private.

Verdict  false as the definitions stand: "for every n ≥ N" includes n = |𝒯| − 1, where a finite ε forces one and the same
         sketch for all sets of |𝒯| − 1 records and for 𝒯. So Theorem 7 speaks about no estimator.

Given t ∉ E and n = |𝒯| − 1 the set E is 𝒯 without t. Given t ∈ E it lacks any other record u. So a finite ε needs equal
sketches for all these sets. Adding u to 𝒯 ∖ {t}, which contains u, changes nothing; hence adding u to 𝒯 ∖ {u}, with the
same sketch, changes nothing: it is the sketch of 𝒯. One estimate cannot be |𝒯| − 1 and |𝒯|. We look at all estimators on
three records.
"""

from dpzoo.witnesses.cardinality._estimators_on_three_records import estimators, probabilities
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-theorem7-range"])
def no_unbiased_private_estimator(check: Check) -> None:
    sketches = estimators()
    check.equal("estimators on three records", len(sketches), 61)

    def private(s: list[int], n: int) -> bool:
        """Whether some finite ε bounds the gain at cardinality n: no sketch is impossible without t that is possible with it."""
        return all(set(probabilities(s, n, t, 1)) <= set(probabilities(s, n, t, 0)) for t in range(3))

    at_2 = [s for s in sketches if private(s, 2)]
    check.greater("estimators that are private at n = 2", len(at_2), 0)
    same = sum(len({s[e] for e in range(8) if e.bit_count() >= 2}) == 1 for s in at_2)
    check.equal("of these, with a single sketch for all sets of two and three records", same, len(at_2))
    check.refutes("some estimator on three records is ε-sketch private above 2, and unbiased at 2 and 3", same < len(at_2))
