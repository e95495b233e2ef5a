"""Equal outputs on neighbouring datasets mean one output for all datasets.

Claim    If M(D₁) = M(D₂) for all D₁, D₂ that differ in one record, M is constant. "No deterministic algorithm can ever be
         DP."
Verdict  the first sentence is true; the second needs an exception, since the constants are 0-DP.

Neighbourhood connects all datasets: add and remove records one by one. We run through all functions with two values on the
binary datasets of at most two records. With replaced records only, the datasets of each size stay apart, and |D| may be
told.
"""

from dpzoo.blocks.units import bounded, one_record
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, errata=["thesis-deterministic-never-dp"], sampled="M")
def exact_equality_is_constant(check: Check) -> None:
    datasets = complete_domain((0, 1), 2)
    functions = list(itertools.product("ab", repeat=len(datasets)))
    check.show("datasets", datasets)
    check.equal("functions M with two values", len(functions), 2**7)
    some = deterministic(datasets, len)
    edges = [(p.left, p.right) for p in one_record(some)]
    replaced = [(p.left, p.right) for p in bounded(some)]

    equal = [m for m in functions if all(m[i] == m[j] for i, j in edges)]
    check.equal("functions that agree on neighbours", len(equal), 2)
    check.true("these are the constants, which are 0-DP", all(len(set(m)) == 1 for m in equal))
    by_size = [m for m in functions if all(m[i] == m[j] for i, j in replaced)]
    check.equal("functions that agree when a record is replaced: those of |D|", len(by_size), 2**3)

    # On {0,1}³ with one record replaced the graph is connected as well.
    cube = list(itertools.product((0, 1), repeat=3))
    on_cube = [
        (i, j) for i, a in enumerate(cube) for j, b in enumerate(cube) if sum(x != y for x, y in zip(a, b, strict=True)) == 1
    ]
    kept = [m for m in itertools.product("ab", repeat=8) if all(m[i] == m[j] for i, j in on_cube)]
    check.equal("functions on {0,1}³ that agree on neighbours", len(kept), 2)
    check.refutes("no deterministic mechanism is ever DP, as printed after Theorem 7", not equal)
    check.confirms("a function that agrees on neighbours has one output", all(len(set(m)) == 1 for m in equal + kept))
