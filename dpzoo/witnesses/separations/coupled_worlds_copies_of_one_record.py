"""Coupled worlds: a copy stands in for the missing record.

Under the one prior records 1 and 2 are equal, and records 3 and 4. Γ has the pair (D without record i, record i)
for each position i. The simulator replaces the missing record by its copy, so M may publish the dataset with no
loss at all, and its loss between neighbours is infinite.
"""

from dpzoo.witnesses.prelude import *


@decides("coupled-worlds-privacy/does_not_imply/epsilon-dp")
def coupled_worlds_copies_of_one_record(check: Check) -> None:
    M = deterministic(complete_domain("tu", 4), lambda d: d)
    theta = check.show("θ", Prior.of({(a, a, b, b): F(1, 4) for a in "tu" for b in "tu"}))
    gamma = [(lambda d, i=i: (i, d[:i] + d[i + 1 :]), lambda d, i=i: (*d, *"····")[i]) for i in range(4)]
    check.least("coupled-worlds-privacy", M, 0, Theta=[theta], Gamma=gamma)
    found = notions["epsilon-dp"].tightest(M)
    check.equal("epsilon-dp: the least ε", found, INFINITY)
    check.refutes("coupled-worlds-privacy at these values implies epsilon-dp at some ε", found.value != INFINITY)
