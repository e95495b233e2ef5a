"""Premetrics may be anything: DP specifications survive nothing.

Verdict  false: the premetric on output laws need not respect channels, mixtures or products.

There are two inputs at distance 1, and the budget is 0, so the specification says that the premetric of the two output laws
is 0. A premetric that looks at the output 0 alone misses a difference at 1 and 2 until 0 and 1 change places. One that is 0
between point masses allows publishing the input, and not publishing it half of the time. One that is 0 on single outputs
and not on pairs allows publishing the input once.
"""

from dpzoo.witnesses.prelude import *

Law = dict[object, F]
Premetric = Callable[[Law, Law], F]


@decides("dp-specification/post_processing convexity composition")
def premetrics_out_of_nowhere(check: Check) -> None:
    def at_zero(p: Law, q: Law) -> F:
        return abs(p.get(0, F(0)) - q.get(0, F(0)))

    def between_point_masses(p: Law, q: Law) -> F:
        return F(0) if p == q or max(p.values()) == max(q.values()) == 1 else F(1)

    def on_pairs(p: Law, q: Law) -> F:
        return F(p != q and all(isinstance(o, tuple) for o in (*p, *q)))

    def distance(m: FiniteMechanism, d: Premetric) -> F:
        laws = [{o: p for o, p in zip(m.outputs, m.row((x,)), strict=True) if p} for x in ("x", "y")]
        return max(d(laws[0], laws[1]), d(laws[1], laws[0]))

    shown = from_rows({("x",): [F(0), F(1), F(0)], ("y",): [F(0), F(0), F(1)]}, outputs=[0, 1, 2])
    constant = from_rows({("x",): [F(1)], ("y",): [F(1)]}, outputs=[0])
    check.show("M (publishes the input, as 1 or 2)", shown)
    check.show("a constant", constant)
    exchanged = shown.post_process({0: 1, 1: 0, 2: 2})
    check.equal("d(P, Q) = |P(0) - Q(0)|: M", distance(shown, at_zero), 0)
    check.equal("… M with 0 and 1 exchanged", distance(exchanged, at_zero), 1)
    check.equal("d = 0 between point masses and between equal laws: M", distance(shown, between_point_masses), 0)
    check.equal("… the constant", distance(constant, between_point_masses), 0)
    check.equal("… the even mixture of both", distance(shown.mix(constant), between_point_masses), 1)
    check.equal("d = 0 on laws of single outputs, 1 between different laws of pairs: M", distance(shown, on_pairs), 0)
    check.equal("… M run twice", distance(shown.compose(shown), on_pairs), 1)
    after = [(exchanged, at_zero), (shown.mix(constant), between_point_masses), (shown.compose(shown), on_pairs)]
    check.refutes("with one of these premetrics the new mechanism keeps the budget 0", any(distance(m, d) == 0 for m, d in after))
