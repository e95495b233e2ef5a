"""Lemma 4 for every deterministic estimator on three records.

Claim    Under ε-sketch privacy at cardinality n, Pr[add(S_E, t) = S_E | t ∉ E] ≥ e^-ε, for every deterministic cardinality
         estimator.
Verdict  true of all 61 estimators on three records, at n = 1 and 2.
Source   Des20, Definition 64 and Lemmas 2 to 4.

Only the sketches matter, not the estimates. Idempotence and commutativity make the sketch a function of the set E with:
equal sketches stay equal when a record is added. There are 61 such functions on three records. For all of them merging is
well defined (Lemma 3).
"""

from dpzoo.witnesses.cardinality._estimators_on_three_records import estimators, probabilities
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="n, |𝒯|")
def every_estimator_ignores_records(check: Check) -> None:
    sketches = estimators()
    check.equal("estimators on three records", len(sketches), 61)
    kept = sum(
        all(s[e | 1 << t] == s[f | 1 << t] for e in range(8) for f in range(8) if s[e] == s[f] for t in range(3))
        for s in sketches
    )
    check.equal("… in which equal sketches stay equal when a record is added", kept, 61)
    merged = sum(all(s[e | f] == s[s[e] | s[f]] for e in range(8) for f in range(8)) for s in sketches)
    check.equal("… in which merge(S_E, S_F) = S_(E ∪ F) depends on the sketches only", merged, 61)

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
