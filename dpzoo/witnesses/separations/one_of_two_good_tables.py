"""One of two tables of good form tells two datasets apart.

A table with one class of l rows and l different values has entropy ln l; a table with a single sensitive value is
0-close, whatever the distance of values is. Take two of the one kind, or two of the other. M returns the first on D_1
and the second on all other datasets: every output is of good form, and D_1 is told from any other dataset with
certainty. D_1 is the record t alone; Θ has the uniform distribution on t alone and u alone, P all values, G all pairs
of values. For a pseudo-metric with δ·d < 1 on some pair, D_1 is one of that pair. For users, M_t returns the first
table if user t owns a row of the data, and the second otherwise. This works for every l and t, and runs for l = 2, 3,
10 and t = 0.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import Dataset, TellsApart, violates

make: Any = deterministic
Tables = tuple[Any, Any]

COMPARE_VALUES = ("one-sided-dp", "blowfish-privacy", "causal-dp")
UNDER_THETA = ("noiseless-privacy", "distributional-dp")

DATA = complete_domain("tu", 2)
ROWS = complete_domain([("t", 1), ("t", 2), ("u", 1)], 2)
"""Rows of users t and u; one of them may own several."""


def diverse(k: int) -> Tables:
    """Two tables of one class, with ``k`` different values each."""
    first, second = (tuple((q, v) for v in range(k)) for q in "ab")
    return first, second


CLOSE: Tables = ((("a", "s"), ("b", "s")), (("a", "s"), ("c", "s")))


def publish(tables: Tables, here: Dataset) -> FiniteMechanism:
    """M with D_1 = ``here``: the first table on D_1, and the second on all other datasets."""
    first, second = tables
    M: FiniteMechanism = make(DATA, lambda d: first if d == here else second)
    return M


def publish_about_t(tables: Tables) -> FiniteMechanism:
    """M_t: the first table if user t owns a row, and the second otherwise."""
    first, second = tables
    M_t: FiniteMechanism = make(ROWS, lambda d: first if "t" in {owner for owner, _ in d} else second)
    return M_t


@decides(
    """entropy-l-diversity t-closeness/does_not_imply/one-sided-dp blowfish-privacy causal-dp noiseless-privacy distributional-dp
    pseudo-metric-dp approximate-user-level-dp"""
)
def one_of_two_good_tables(check: Check) -> None:
    metric = notions["pseudo-metric-dp"]
    for x, tables, best in (*(("entropy-l-diversity", diverse(k), k) for k in (2, 3, 10)), ("t-closeness", CLOSE, 0)):
        chosen = {D: publish(tables, D) for D in DATA}
        M, M_t = chosen["t",], publish_about_t(tables)
        if best == 2:
            check.show("M, l = 2", M)
            check.show("M_t, l = 2", M_t)
        what = f"{x}, {len(tables[0])} rows: the " + ("least t" if tables is CLOSE else "largest l")
        check.equal(what, notions[x].tightest(M, Q=[0], S=1), best)
        check.equal(f"{what} of M_t", notions[x].tightest(M_t, Q=[0], S=1), best)
        told = TellsApart(M, ("t",), ("u",))
        violates(check, told, COMPARE_VALUES)
        for y in UNDER_THETA:
            check.least(y, M, INFINITY, Theta=[told.either])
        same = all(notions[x].tightest(N, Q=[0], S=1).value == best for N in chosen.values())
        check.true(f"{what} is the same for every choice of D_1", same)
        asked = [metric.tightest(chosen[D], d={(D, E): 1, (E, D): 1}, epsilon="inf") for D, E in permutations(DATA, 2)]
        check.true("pseudo-metric-dp, D_1 in any pair: δ·d ≥ 1 is needed, for any ε", all(a.value == 1 for a in asked), of=asked)
        check.every_level("pseudo-metric-dp", "where δ·d ≥ 1 on every pair, nothing is asked")
        check.least("approximate-user-level-dp", M_t, 1, "of M_t", epsilon="inf")
