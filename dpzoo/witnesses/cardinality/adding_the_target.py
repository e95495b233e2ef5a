"""Adding the target to an exact sketch is a membership test.

Claim    If the sketch is the list of all records seen, an attacker who adds t and sees no change knows that t was there: it
         is ε-sketch private for no ε.
Verdict  true.
Source   Des20, Section 3.3.2.1.

The sketch of E is E. A set that contains t never comes from a draw without t, and adding t to a set without it always
changes the sketch.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK)
def adding_the_target(check: Check) -> None:
    universe, n, t = range(5), 2, 0
    sets = list(itertools.combinations(universe, n))
    with_t, without_t = [e for e in sets if t in e], [e for e in sets if t not in e]
    rows = {(f"t {sign} E",): [F(e in part, len(part)) for e in sets] for sign, part in (("∈", with_t), ("∉", without_t))}
    m = check.show("the sketch S_E for a random E of two records out of five", from_rows(rows, outputs=sets))
    check.equal("least ε of sketch privacy at n = 2", max_divergence(*m.matrix), INFINITY)
    ignored = F(sum(set(e) | {t} == set(e) for e in without_t), len(without_t))
    check.equal("Pr[add(S_E, t) = S_E | t ∉ E]", ignored, 0)
    check.equal("Pr[add(S_E, t) = S_E | t ∈ E]", F(sum(set(e) | {t} == set(e) for e in with_t), len(with_t)), 1)
    check.refutes("not seeing a change leaves the attacker uncertain", ignored > 0)
