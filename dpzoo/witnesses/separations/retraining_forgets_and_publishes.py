"""Unlearning looks at what requests leave behind, not at what training reveals.

R publishes the training set as it is after all requests: what was deleted is gone, and the rest is public. The others
publish their data after those requests, or in those cases without requests, that the one notion never compares and the
other one does.
"""

from dpzoo.blocks.unlearning_units import edited, history
from dpzoo.witnesses.prelude import *

SETS: list[tuple[Any, ...]] = [(), ("x",), ("y",), ("x", "y")]
REQUESTS: list[tuple[Any, ...]] = [("delete",), ("delete", "x"), ("delete", "x", "y"), ("add", "y"), ("exchange", "x", "y")]
HISTORIES = [*SETS, *((*d, r) for d in SETS for r in REQUESTS if r[0] == "add" or all(named in d for named in r[1:2]))]
POSSIBLE = [h for h in HISTORIES if h[-1:] != (("delete", "x", "y"),) or len(h) == 3]


def left(h: Any) -> tuple[Any, ...]:
    """The training set after all requests, in a fixed order."""
    return tuple(sorted(Counter(dict(edited(*history(h)))).elements()))


def publishes(when: Any) -> Any:
    """Shows the training records where ``when`` says so of the requests, and nothing elsewhere."""
    return deterministic(POSSIBLE, lambda h: history(h)[0] if when(history(h)[1]) else "nothing")


@decides(
    "certified-removal/does_not_imply/approximate-dp approximate-unlearning unlearning-of-published-models",
    "unlearning-of-published-models/does_not_imply/approximate-dp",
    "approximate-unlearning/does_not_imply/certified-removal approximate-dp",
    "renyi-unlearning/does_not_imply/renyi-dp certified-removal",
    "renyi-unlearning-of-batches/does_not_imply/renyi-dp renyi-unlearning",
    source="the records of the five notions",
)
def retraining_forgets_and_publishes(check: Check) -> None:
    R = deterministic(POSSIBLE, left)
    trained = deterministic(SETS, left)
    empty = publishes(lambda requests: requests == (("delete",),))
    additions = publishes(lambda requests: requests[:1] == (("add", "y"),))
    training = publishes(lambda requests: not requests)
    after_deletion = deterministic(POSSIBLE, lambda h: history(h)[0] if h[-1:] == (("delete", "x"),) else left(h))
    check.show("R", R)

    def forgets(name: str, system: Any, what: str, **values: Any) -> None:
        check.least(name, system, 0, what, **values)

    def reveals(name: str, system: Any, what: str, **values: Any) -> None:
        found = notions[name].tightest(system, **values)
        check.equal(f"{name}, {what}", found, INFINITY if name.startswith("renyi") else 1)

    for name in ("certified-removal", "unlearning-of-published-models"):
        forgets(name, R, "R", epsilon=0)
    forgets("renyi-unlearning", R, "R", alpha="inf")
    reveals("approximate-dp", trained, "R without requests: the least δ at ε = ∞", epsilon="inf")
    reveals("renyi-dp", trained, "R without requests: the least ε at order 2", alpha=2)
    check.every_level("renyi-dp", "two datasets have no output in common, so the divergence is infinite at every order")
    forgets("certified-removal", empty, "published after an empty request only", epsilon=0)
    reveals("approximate-unlearning", empty, "the same: the least δ at ε = ∞", m=1, epsilon="inf")
    check.every_level("approximate-unlearning", "a larger m compares these histories, too")
    forgets("certified-removal", additions, "published after an addition only", epsilon=0)
    reveals("unlearning-of-published-models", additions, "the same: the least δ at ε = ∞", epsilon="inf")
    for m in (1, 2):
        forgets("approximate-unlearning", training, f"published without requests only, m = {m}", m=m, epsilon=0)
    reveals("certified-removal", training, "the same: the least δ at ε = ∞", epsilon="inf")
    for m in (1, 2):
        forgets("renyi-unlearning-of-batches", training, f"the same, m = {m}", m=m, alpha="inf")
    reveals("renyi-unlearning", training, "the same: the least ε at order 2", alpha=2)
    check.every_level("renyi-unlearning", "the two sides have no output in common, so the divergence is infinite at every order")
    forgets("renyi-unlearning", after_deletion, "what was deleted is published", alpha="inf")
    reveals("certified-removal", after_deletion, "the same: the least δ at ε = ∞", epsilon="inf")
