"""Abstract DP with three simple predicates: nothing survives.

Verdict  false: predicates of the probabilities of events need not be closed under any of them, and for composition no other
         predicate helps, except one that is always true.

With q(x, y) true if x and y differ by 0 or 1, publishing a fact is allowed: its events have probabilities 0 and 1.
Answering truthfully with probability 3/4 is not, and neither is the fact mixed with a constant. With q false at (1/2, 1/4)
alone, the fact is allowed again, and so is every output that ignores the data. Both together can show every pair (x, y):
let the second output be 1, 2 or 3 with probabilities min(x, y), |x - y| and the rest.
"""

from dpzoo.notions.results import Tightest
from dpzoo.witnesses.prelude import *


@decides("abstract-dp/post_processing convexity composition")
def abstract_dp_predicates(check: Check) -> None:
    abstract, R = notions["abstract-dp"], [((), (1,)), ((1,), ())]

    def whole(x: F, y: F) -> bool:
        return abs(x - y) in (0, 1)

    fact = from_rows({(): [F(1), F(0)], (1,): [F(0), F(1)]}, outputs=["no", "yes"])
    constant = from_rows({(): [F(1), F(0)], (1,): [F(1), F(0)]}, outputs=["no", "yes"])
    noisy = fact.post_process({"no": {"no": F(3, 4), "yes": F(1, 4)}, "yes": {"no": F(1, 4), "yes": F(3, 4)}})
    mixture = fact.mix(constant)
    check.show("the fact", fact)
    check.show("the constant", constant)
    check.show("the fact, told truthfully with probability 3/4", noisy)
    check.show("the fact or the constant", mixture)
    check.true("q: probabilities differ by 0 or 1. The fact satisfies it", abstract.holds(fact, R=R, q=whole))
    check.true("… the constant too", abstract.holds(constant, R=R, q=whole))
    processed, mixed = (bool(abstract.holds(m, R=R, q=whole)) for m in (noisy, mixture))
    check.true("… the post-processed fact does not", not processed)
    check.true("… the mixture of the fact and the constant does not", not mixed)

    def except_at(a: F, b: F) -> Callable[[F, F], bool]:
        return lambda x, y: (x, y) != (a, b)

    composed = True
    for a, b in ((F(1, 2), F(1, 4)), (F(1, 4), F(1, 2)), (F(0), F(1, 3)), (F(99, 100), F(98, 100)), (F(2, 3), F(0))):
        parts = [min(a, b), abs(a - b), 1 - max(a, b)]
        ignorant = from_rows({(): parts, (1,): parts}, outputs=[1, 2, 3])
        both = fact.compose(ignorant)
        found = abstract.tightest(both, R=R)
        assert isinstance(found, Tightest)
        occurring = {pair for pairs in found.value.values() for pair in pairs}
        check.true(f"q: all but ({a}, {b}). The fact satisfies it", abstract.holds(fact, R=R, q=except_at(a, b)))
        check.true("… an output that ignores the data too", abstract.holds(ignorant, R=R, q=except_at(a, b)))
        check.true("… both together have an event with these probabilities", (a, b) in occurring)
        composed = composed and (a, b) not in occurring
    check.refutes(
        "abstract DP survives post-processing, or mixing, or composition, at these predicates", processed or mixed or composed
    )
