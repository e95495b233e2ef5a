"""A predicate may allow certainty and forbid noise.

q(a, b) says |a - b| ∈ {0, 1}. For each dataset x let M_x tell whether the dataset is x: all probabilities are 0 or
1, so q holds. The event “no” has probability 0 on x and 1 on every y ≠ x, so M_{x,y}(0) = 1 is needed; M is concave
with values up to 1, so it is 1 everywhere. As x was any dataset, only the functions that ask nothing are left.
"""

from dpzoo.witnesses.prelude import *


@decides("abstract-dp/does_not_imply/generic-dp-kl10")
def abstract_predicates_allow_certainty(check: Check) -> None:
    domain = complete_domain("tu", 2)
    pairs = list(permutations(domain, 2))
    for x in domain:
        M = deterministic(domain, lambda d, x=x: "yes" if d == x else "no")
        q = notions["abstract-dp"].holds(M, R=pairs, q=lambda a, b: abs(a - b) in {0, 1})
        check.true(f"abstract-dp holds for “is it {show_dataset(x)}?”", q)
        needed = notions["generic-dp-kl10"].tightest(M, R=[(x, y) for y in domain if y != x])
        highest = [max(b for a, b in curve.corners if a == 0) for curve in needed.value.values()]
        check.true(
            f"generic-dp-kl10: M(0) = 1 is needed on the pairs of {show_dataset(x)} and any other dataset",
            all(v == 1 for v in highest),
            of=needed,
        )
    check.every_level("generic-dp-kl10", "M(0) = 1 on a pair asks nothing of it")
