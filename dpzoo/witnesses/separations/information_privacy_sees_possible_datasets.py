"""Information privacy looks only at what the prior allows.

Θ is uniform on (0, 0, 0) and (1, 1, 1): M gives these two the same output and publishes any other dataset. Nothing
is learned, but replacing the first record of (0, 0, 0) leads to (1, 0, 0), which is published. In the second case Θ
has the uniform distributions of one record on {0, 1} and on {2, 3}: M says whether the record is at least 2, which
each prior knows. The simulator of distributional DP sees only that there is one record, and has to serve both
outputs.
"""

from dpzoo.witnesses.prelude import *


@decides("information-privacy-dpcf12/does_not_imply/causal-dp distributional-dp")
def information_privacy_sees_possible_datasets(check: Check) -> None:
    possible = [(0, 0, 0), (1, 1, 1)]
    M = check.show("M", deterministic(complete_domain([0, 1], 3), lambda d: "same" if d in possible else d))
    theta = Prior.of({D: F(1, 2) for D in possible})
    check.least("information-privacy-dpcf12", M, 0, Theta=[theta])
    check.least("causal-dp", M, INFINITY, Theta=[theta])
    M = check.show("the second M", deterministic([(x,) for x in range(4)], lambda d: d[0] in {2, 3}))
    two = [Prior.of({(0,): F(1, 2), (1,): F(1, 2)}), Prior.of({(2,): F(1, 2), (3,): F(1, 2)})]
    check.least("information-privacy-dpcf12", M, 0, "second M", Theta=two)
    check.least("distributional-dp", M, INFINITY, Theta=two)
