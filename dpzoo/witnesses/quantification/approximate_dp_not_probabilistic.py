"""Approximate DP is not stronger than probabilistic DP with the same parameters.

Verdict    false as printed in the thesis: the two sides are exchanged.

Approximate DP charges an output with the excess of its probability over e^ε times the other one, ProDP with its whole
probability. A common output with a small excess is cheap for the first and expensive for the second.
"""

from dpzoo.witnesses.prelude import *


@decides("approximate-dp/implies/probabilistic-dp/same-parameters", kind=Kind.SEPARATION, errata=["thesis-prodp-direction"])
def approximate_dp_not_probabilistic(check: Check) -> None:
    m = check.show("M", from_rows({(0,): [F(1, 10), F(9, 10)], (1,): [F(3, 10), F(7, 10)]}, outputs=["a", "b"]))
    P, Q = m.row((1,)), m.row((0,))
    exp_epsilon, delta = 2, F(1, 10)

    check.equal("excess of a: 3/10 - 2·1/10", hockey_stick(P, Q, exp_epsilon), delta)
    check.equal("the other way no output exceeds the factor 2", hockey_stick(Q, P, exp_epsilon), 0)
    is_dp = max(hockey_stick(P, Q, exp_epsilon), hockey_stick(Q, P, exp_epsilon)) <= delta
    check.true("M is (ln 2, 1/10)-DP", is_dp)

    check.equal("Pr[L > ln 2]: the output a, of loss ln 3, has probability", probabilistic_delta(P, Q, exp_epsilon), F(3, 10))
    is_prodp = max(probabilistic_delta(P, Q, exp_epsilon), probabilistic_delta(Q, P, exp_epsilon)) <= delta
    check.true("corrected: it is (ln 2, 3/10)-ProDP, and so it is (ln 2, 3/10)-DP", hockey_stick(P, Q, exp_epsilon) <= F(3, 10))
    check.refutes("M is (ln 2, 1/10)-DP and therefore (ln 2, 1/10)-ProDP", is_dp and is_prodp)
