"""At ρ = 0 approximate zero-concentrated DP is not probabilistic DP.

Verdict    false as printed: a pair of distributions satisfies the first with ξ = 0, δ = 1/10 and violates the second.

The two runs may each set aside an event of probability at most δ, which may depend on the run in any way. Here it is chosen by
a coin when the output is the one that is more likely than on the other dataset. What remains has the same law on both, though
the first output is the more likely one on (1) throughout.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "probabilistic-dp/special_case_of/approximate-zero-concentrated-dp", kind=Kind.SEPARATION, errata=["sok-prop2-acodp-is-prodp"]
)
def approximate_concentrated_not_probabilistic(check: Check) -> None:
    m = check.show("M", from_rows({(0,): [F(1, 2), F(1, 2)], (1,): [F(3, 5), F(2, 5)]}))
    P, Q, delta = m.row((1,)), m.row((0,)), F(1, 10)
    w_P, w_Q = np.array([F(5, 6), F(1)]), np.array([F(1), F(4, 5)])  # chance of the event, given the output
    check.equal("the event of the run on (1) has probability", (w_P * P).sum(), 1 - delta)
    check.equal("the event of the run on (0) has probability", (w_Q * Q).sum(), 1 - delta)
    check.true(
        "given the events both laws are (5/9, 4/9): (0, 0, 1/10)-approximate concentrated DP", list(w_P * P) == list(w_Q * Q)
    )
    mass = probabilistic_delta(P, Q, 1)
    check.equal("Pr[L > 0]", mass, F(3, 5))

    check.refutes("M is (0, 0, 1/10)-approximate concentrated DP and therefore (0, 1/10)-ProDP", mass <= delta)
