"""Approximate concentrated DP survives post-processing.

Claim      (ξ, ρ, δ)-approximate concentrated DP does not satisfy the post-processing axiom.
Verdict    false as printed, with events of the run; true only if the events had to be sets of outputs.
Source     Desfontaines 2020, Proposition 11.1 and Table 2.20; Desfontaines & Pejó 2022, Table 3.

Merging the outputs a and b, as in the counterexample for ProDP, seems to spoil the event "not a": it is no set of the new
outputs. But as an event of the run it still exists: given the new output ab it occurs with the chance Pr[b]/Pr[ab].
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *


@decides(
    "approximate-zero-concentrated-dp/post_processing",
    kind=Kind.AXIOM,
    errata=["sok-table3-acodp-post-processing"],
    sampled={"approximate-zero-concentrated-dp/post_processing": "M, f"},
)
def approximate_concentrated_post_processing(check: Check) -> None:
    m = from_rows(
        {(0,): [F(10, 100), F(30, 100), F(60, 100)], (1,): [F(2, 100), F(20, 100), F(78, 100)]}, outputs=["a", "b", "c"]
    )
    merged = m.post_process({"a": "ab", "b": "ab", "c": "c"})
    check.show("M", m)
    check.show("f∘M", merged)
    c, delta = F(164, 100), F(1, 10)  # e^ξ; ρ = 0

    def worst_ratio(p: Law, q: Law) -> F:
        """Largest ratio, either way, of the laws proportional to p and q (parts of laws, given together with an event)."""
        pairs = [(a / p.sum(), b / q.sum()) for a, b in zip(p, q, strict=True) if a or b]
        return F(max(max(a / b, b / a) for a, b in pairs))

    def within(p: Law, q: Law) -> bool:
        return bool(p.sum() >= 1 - delta and q.sum() >= 1 - delta and worst_ratio(p, q) <= c)

    kept = [m.row((i,)) * np.array([F(0), F(1), F(1)]) for i in (0, 1)]  # the event "not a"
    check.at_least("M: the event “not a” has probability at least 1 - δ; the smaller one", min(k.sum() for k in kept), 1 - delta)
    check.at_most("M: the largest ratio given the event", worst_ratio(*kept), c)

    image = [np.array([k[0] + k[1], k[2]]) for k in kept]  # the same event of the run, seen with the new outputs
    chances = [k[0] / row[0] for k, row in zip(image, (merged.row((0,)), merged.row((1,))), strict=True)]
    check.show("f∘M: the chance of the event given the output ab, on (0) and (1)", chances)
    check.at_most("f∘M: the largest ratio given the same event", worst_ratio(*image), c)

    rows = merged.row((0,)), merged.row((1,))
    events = [np.array(e) for e in ([F(1), F(1)], [F(1), F(0)], [F(0), F(1)])]
    by_sets = any(within(rows[0] * e, rows[1] * g) for e in events for g in events if (rows[0] * e * rows[1] * g).any())
    check.true("with sets of outputs as events f∘M would fail: no choice of two sets does", not by_sets)
    check.refutes("M is (ln 1.64, 0, 1/10)-approximate concentrated DP and f∘M is not", not within(*image))
    check.confirms("M and f∘M are (ln 1.64, 0, 1/10)-approximate concentrated DP", within(*kept) and within(*image))
