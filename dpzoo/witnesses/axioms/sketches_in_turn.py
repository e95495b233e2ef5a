"""One record at a time: sketch privacy on average and for most records is not convex.

Verdict  false: each of two mechanisms exposes one of two records, and their mixture exposes both.

With two records a, b and N = 1 the sets that count are {a} and {b}. A bound on the mean over records, or on all but half of
them, lets a mechanism be bad for one record. If chance decides which of two mechanisms is run, and the output shows it,
both records have their largest losses at once.
"""

from dpzoo.witnesses.prelude import *


@decides("average-sketch-privacy sketch-privacy-for-most-records/convexity")
def sketches_in_turn(check: Check) -> None:
    def losses(m: FiniteMechanism) -> list[Real]:
        """The largest losses of a and of b: the sketch of {a} against that of {b}, and the reverse."""
        return [max_divergence(m.row((t,)), m.row((u,))) for t, u in ("ab", "ba")]

    # on average
    M1 = from_rows({("a",): [F(2, 100), F(98, 100)], ("b",): [F(1, 100), F(99, 100)]}, outputs=[0, 1])
    M2 = from_rows({("b",): [F(2, 100), F(98, 100)], ("a",): [F(1, 100), F(99, 100)]}, outputs=[2, 3])
    check.show("M₁", M1)
    check.show("M₂", M2)
    for name, m in (("M₁", M1), ("M₂", M2)):
        check.less(f"on average: ε of {name}", sum(losses(m), real(0)) / 2, F(36, 100))
    average = sum(losses(M1.mix(M2)), real(0)) / 2
    check.greater("… ε of the mixture, ln 2", average, F(69, 100))

    # for most records, γ = 1/2: one of the two may be exposed
    E1 = from_rows({("a",): [F(1, 2), F(1, 2)], ("b",): [F(0), F(1)]}, outputs=[0, 1])
    E2 = from_rows({("b",): [F(1, 2), F(1, 2)], ("a",): [F(0), F(1)]}, outputs=[2, 3])
    check.show("N₁", E1)
    check.show("N₂", E2)
    check.true("for most records: N₁ exposes a, and costs b ln 2", bool(losses(E1)[0].infinite) and losses(E1)[1] == log_of(2))
    check.true("… N₂ exposes b, and costs a ln 2", bool(losses(E2)[1].infinite) and losses(E2)[0] == log_of(2))
    exposed = sum(bool(x.infinite) for x in losses(E1.mix(E2)))
    check.equal("… records that the mixture exposes, of two", exposed, 2)
    claim = "the mixture of M₁ and M₂ keeps ε = 0.36 on average, or that of N₁ and N₂ exposes at most one record"
    check.refutes(claim, bool(average <= F(36, 100)) or exposed <= 1)
