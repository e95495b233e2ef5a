"""Random DP says nothing about records that are not drawn.

The records are a, b, the values of the coin, and t, u, v. M publishes the dataset if none of its records is a or b,
and ⊥ otherwise. Drawn records are a or b, so there is no loss. The others compare (t, v) with (u, v), whose outputs
are certain and different.
"""

from dpzoo.witnesses.prelude import *


@decides("random-dp/does_not_imply/bayesian-dp-ysn15 correlated-dp")
def random_dp_of_two_records(check: Check) -> None:
    M = check.show("M", deterministic(complete_domain("abtuv", 2), lambda d: "⊥" if set(d) & {"a", "b"} else d))
    check.least("random-dp", M, 0, prior={"a": F(1, 2), "b": F(1, 2)}, epsilon=0)
    belief = Prior.of({("t", "v"): F(1, 2), ("u", "v"): F(1, 2)})
    check.least("bayesian-dp-ysn15", M, INFINITY, A=belief)
    check.least("correlated-dp", M, INFINITY, "nothing observed", A=(belief, "nothing"))
