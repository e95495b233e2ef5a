"""A private sketch must ignore many records.

Claim    Under ε-sketch privacy, Pr[add(S_E, t) = S_E | t ∉ E] ≥ e^-ε.
Verdict  true; here .7 against .25.
Source   Des20, Lemma 4.

If t ∈ E, adding it changes nothing. So the event "adding t changes nothing" has probability 1 given t ∈ E, and at least
e^-ε given t ∉ E. The sketch is a bitmap of two bits over six records, three for each bit; n = 2.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="n, |𝒯|")
def private_sketch_ignores_records(check: Check) -> None:
    bit = {t: t % 2 for t in range(6)}  # the hash function

    def sketch(e: tuple[int, ...]) -> tuple[int, ...]:
        """The bits that are set."""
        return tuple(sorted({bit[t] for t in e}))

    t, sets = 0, list(itertools.combinations(range(6), 2))
    with_t, without_t = [e for e in sets if t in e], [e for e in sets if t not in e]
    sketches = [(0,), (1,), (0, 1)]
    rows = {
        (f"t {sign} E",): [F(sum(sketch(e) == s for e in part), len(part)) for s in sketches]
        for sign, part in (("∈", with_t), ("∉", without_t))
    }
    m = check.show("S_E", from_rows(rows, outputs=sketches))
    epsilon = max_divergence(*m.matrix)
    check.equal("least ε of sketch privacy at n = 2", epsilon, log_of(4))
    ignored = F(sum(sketch((*e, t)) == sketch(e) for e in without_t), len(without_t))
    check.equal("Pr[add(S_E, t) = S_E | t ∉ E]", ignored, F(7, 10))
    check.at_least("the same, against e^-ε", ignored, (-epsilon).exp())
    check.confirms("the bitmap ignores a new record with probability at least e^-ε", (-epsilon).exp() <= ignored)
