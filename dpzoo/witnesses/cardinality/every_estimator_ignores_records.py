"""Lemma 4 for every deterministic estimator on three records.

Claim    Under ε-sketch privacy at cardinality n, Pr[add(S_E, t) = S_E | t ∉ E] ≥ e^-ε, for every deterministic cardinality
         estimator.
Verdict  true of all 61 estimators on three records, at n = 1 and 2.
Source   Des20, Definition 64 and Lemmas 2 to 4.

Only the sketches matter, not the estimates. Idempotence and commutativity make the sketch a function of the set E with:
equal sketches stay equal when a record is added. There are 61 such functions on three records. For all of them merging is
well defined (Lemma 3).
"""

from collections import Counter
from fractions import Fraction as F

from dpzoo.witnesses.framework import Check, Kind, decides


@decides(kind=Kind.BOUND, source="Des20, Lemma 4", catalogue=["Z3"])
def every_estimator_ignores_records(check: Check) -> None:
    # An estimator's sketch of E can be named by the largest set with the same sketch. These largest sets are closed under
    # intersection, and every such family with 𝒯 in it gives an estimator. Sets are bit masks.
    families = [[c for c in range(7) if chosen >> c & 1] + [7] for chosen in range(2**7)]
    families = [f for f in families if all(a & b in f for a in f for b in f)]
    sketches = [[min((c for c in f if c & e == e), key=int.bit_count) for e in range(8)] for f in families]

    check.equal("estimators on three records", len(sketches), 61)
    kept = sum(
        all(s[e | 1 << t] == s[f | 1 << t] for e in range(8) for f in range(8) if s[e] == s[f] for t in range(3))
        for s in sketches
    )
    check.equal("… in which equal sketches stay equal when a record is added", kept, 61)
    merged = sum(all(s[e | f] == s[s[e] | s[f]] for e in range(8) for f in range(8)) for s in sketches)
    check.equal("… in which merge(S_E, S_F) = S_(E ∪ F) depends on the sketches only", merged, 61)

    def probabilities(s: list[int], n: int, t: int, inside: int) -> dict[int, F]:
        """The law of S_E for a random E of n records with (1) or without (0) the record t."""
        drawn = Counter(s[e] for e in range(8) if e.bit_count() == n and e >> t & 1 == inside)
        return {sketch: F(k, drawn.total()) for sketch, k in drawn.items()}

    cases = holds = private = 0
    for s in sketches:
        for n in (1, 2):
            for t in range(3):
                p, q = probabilities(s, n, t, 1), probabilities(s, n, t, 0)
                odds = min(q.get(sketch, F(0)) / p[sketch] for sketch in p)  # e^-ε
                ignored = sum((w for sketch, w in q.items() if s[sketch | 1 << t] == sketch), F(0))
                cases, holds, private = cases + 1, holds + (ignored >= odds), private + (odds > 0)
    check.equal("estimators, n and t looked at", cases, 61 * 2 * 3)
    check.greater("of these with a finite ε", private, 0)
    check.confirms("every estimator ignores a new record with probability at least e^-ε", holds == cases)
