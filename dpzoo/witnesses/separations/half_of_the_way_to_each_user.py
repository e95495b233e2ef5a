"""Two steps between users may tell everything if one step may tell half.

Let x and y be rows of two users, and f(D) the least number of steps from (x) to D, each of which removes or adds all
rows of one user. M returns 1 with probability min(1, f(D)/2) and 0 otherwise. One step changes this by at most 1/2.
To replace x by y takes two steps, f = 0 on (x) and f = 2 on (y): the outputs are certain and different. In DP this
is one step, for a record is a row.
"""

from dpzoo.witnesses.prelude import *

x, x_2, y, z = ROWS = (("user 1", "x"), ("user 1", "x'"), ("user 2", "y"), ("user 3", "z"))


def f(d: Any) -> int:
    """One step for each other user; for the rows of x's user none if they are (x), one if they are gone, two else."""
    others = {user for user, _ in d if user != x[0]}
    own = tuple(row for row in d if row[0] == x[0])
    return len(others) + (0 if own == (x,) else 1 if not own else 2)


@decides("approximate-user-level-dp/does_not_imply/approximate-dp")
def half_of_the_way_to_each_user(check: Check) -> None:
    domain = complete_domain(ROWS, 3)
    one = {d: min(F(1), F(f(d), 2)) for d in domain}
    M = from_function(domain, lambda d: {1: one[d], 0: 1 - one[d]})
    check.show("M on at most two rows", M.restrict(complete_domain(ROWS, 2)))
    check.least("approximate-user-level-dp", M, F(1, 2), epsilon=0)
    check.equal("the probability of 1 on (x)", M.probability((x,), 1), 0)
    check.equal("the probability of 1 on (y)", M.probability((y,), 1), 1)
    check.least("approximate-dp", M, 1, epsilon="inf")
