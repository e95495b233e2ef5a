"""A core set that is chosen by a record remembers it after its deletion.

Of a training set {c1, …, ck, v} the system keeps the core {cv}, of one with at most one record that record, and nothing of any
other one; what is deleted is dropped. The core is a part of the data, so that system-aware unlearning holds exactly. When v is
deleted, cv stays: an algorithm that sees only c1, …, ck cannot have made all k results, and needs δ ≥ 1 - 1/k at every ε.

Two systems keep the one or the other of two records, each its own core. No part of the data is the core of both.
"""

from dpzoo.blocks.unlearning_units import history
from dpzoo.witnesses.prelude import *


def _subsets(things: Any) -> list[Any]:
    return [s for n in range(len(things) + 1) for s in itertools.combinations(things, n)]


@decides(
    "system-aware-unlearning/does_not_imply/certified-approximate-unlearning approximate-dp",
    "system-aware-unlearning/convexity composition",
    sampled={"certified-approximate-unlearning": "k"},
)
def a_core_that_remembers(check: Check) -> None:
    for k in (2, 3):
        common = tuple(f"c{i}" for i in range(1, k + 1))
        full = [(*common, i) for i in range(1, k + 1)]
        after = [(*d, ("delete", *some)) for d in full for some in _subsets(d)]
        small = [(*d, ("delete",)) for d in ((), *((c,) for c in common))]

        def kept(h: Any, k: int = k) -> tuple[Any, ...]:
            records, (request,) = history(h)
            core = (f"c{records[-1]}",) if len(records) > k else records
            return tuple(r for r in core if r not in request[1:])

        system = deterministic([*after, *small], kept)
        if k == 2:
            check.show("the system, k = 2", system)
        check.equal(f"k = {k}: system-aware δ at ε = 0", notions["system-aware-unlearning"].tightest(system, epsilon=0), 0)
        below = 1 - F(1, k) - F(1, 100)
        found = notions["certified-approximate-unlearning"].holds(system, epsilon="log(1000000)", delta=below)
        check.false(f"k = {k}: certified-approximate-unlearning at e^ε = 10⁶ and δ = {below}", found)
    plain = deterministic([(), ("x",)], lambda d: d)
    asked: list[Any] = [(("delete",),), ("x", ("delete",)), ("x", ("delete", "x"))]
    keeps = deterministic(asked, lambda h: () if h[-1] == ("delete", "x") else history(h)[0])
    check.equal("keeping all but what is deleted: δ at ε = 0", notions["system-aware-unlearning"].tightest(keeps, epsilon=0), 0)
    check.least("approximate-dp", plain, 1, "of keeping the training set", epsilon="inf")

    histories = [(*d, ("delete", *some)) for d in ((), ("a",), ("b",), ("a", "b")) for some in _subsets(d)]

    def keeping(record: str) -> FiniteMechanism:
        def state(h: Any) -> tuple[Any, ...]:
            records, (request,) = history(h)
            return tuple(r for r in ((record,) if len(records) > 1 else records) if r not in request[1:])

        return deterministic(histories, state)

    one, other = keeping("a"), keeping("b")
    aware = notions["system-aware-unlearning"]
    check.equal("keeping a of {a, b}: system-aware δ at ε = 0", aware.tightest(one, epsilon=0), 0)
    check.equal("keeping b of {a, b}: system-aware δ at ε = 0", aware.tightest(other, epsilon=0), 0)
    check.equal("… the even mixture of both: δ at any ε", aware.tightest(one.mix(other), epsilon="inf"), F(1, 2))
    check.equal("… both at once: δ at any ε", aware.tightest(one.compose(other), epsilon="inf"), 1)
    check.therefore_not("a state that a part of the data could have left is one that the remaining data could have left")
