"""Unlearning is a promise about requests, not about training."""

from dpzoo.blocks.unlearning_units import edited, history
from dpzoo.witnesses.prelude import *


@decides("certified-approximate-unlearning/does_not_imply/certified-removal approximate-dp")
def an_algorithm_that_forgets_everything(check: Check) -> None:
    """An algorithm that ignores its data certifies a system that shows nothing after a deletion.

    Without a request the data are published; after any deletion nothing is shown.
    """
    SETS: list[tuple[Any, ...]] = [(), ("x",), ("y",), ("x", "y")]
    REQUESTS = [(*d, ("delete", *some)) for d in SETS for some in SETS if some and set(some) <= set(d)]
    system = check.show("the system", deterministic([*SETS, *REQUESTS], lambda d: "nothing" if history(d)[1] else d))
    training = deterministic(SETS, lambda d: d)
    check.least("certified-approximate-unlearning", system, 0, delta=0)
    check.least("certified-removal", system, 1, epsilon="inf")
    check.least("approximate-dp", training, 1, "of training", epsilon="inf")


@decides(
    "system-aware-unlearning/does_not_imply/certified-approximate-unlearning approximate-dp",
    "system-aware-unlearning/convexity composition",
    sampled={"certified-approximate-unlearning": "k"},
)
def a_core_that_remembers(check: Check) -> None:
    """A core set that is chosen by a record remembers it after its deletion.

    Of a training set {c1, …, ck, v} the system keeps the core {cv}, of one with at most one record that record, and nothing
    of any other one; what is deleted is dropped. The core is a part of the data, so that system-aware unlearning holds
    exactly. When v is deleted, cv stays: an algorithm that sees only c1, …, ck cannot have made all k results, and needs δ
    ≥ 1 - 1/k at every ε.

    Two systems keep the one or the other of two records, each its own core. No part of the data is the core of both.
    """

    def _subsets(things: Any) -> list[Any]:
        return [s for n in range(len(things) + 1) for s in combinations(things, n)]

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


@decides(
    "certified-removal/does_not_imply/approximate-dp approximate-unlearning unlearning-of-published-models",
    "unlearning-of-published-models/does_not_imply/approximate-dp",
    "approximate-unlearning/does_not_imply/certified-removal approximate-dp",
    "renyi-unlearning/does_not_imply/renyi-dp certified-removal",
    "renyi-unlearning-of-batches/does_not_imply/renyi-dp renyi-unlearning",
    source="the records of the five notions",
)
def retraining_forgets_and_publishes(check: Check) -> None:
    """Unlearning looks at what requests leave behind, not at what training reveals.

    R publishes the training set as it is after all requests: what was deleted is gone, and the rest is public. The others
    publish their data after those requests, or in those cases without requests, that the one notion never compares and the
    other one does.
    """
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

    R = check.show("R", deterministic(POSSIBLE, left))
    trained = deterministic(SETS, left)
    empty = publishes(lambda requests: requests == (("delete",),))
    additions = publishes(lambda requests: requests[:1] == (("add", "y"),))
    training = publishes(lambda requests: not requests)
    after_deletion = deterministic(POSSIBLE, lambda h: history(h)[0] if h[-1:] == (("delete", "x"),) else left(h))

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


@decides("near-access-freeness clean-room-copy-protection/does_not_imply/epsilon-dp", "clean-room-copy-protection/convexity")
def a_model_surer_than_its_safe_models(check: Check) -> None:
    """A model that is surer than its safe models is near access-free, and training it is not private.

    With the work the model always says “a”, without it “a” or “b” with equal chances. Whoever copies after “a” copies half
    as often without the work. Another model shows the work in a third of its runs, and nothing without it.
    """
    model, safe = (F(1), F(0)), (F(1, 2), F(1, 2))
    models = check.show("the model, and the safe model for the work", from_rows({(): model, ("work",): safe}, ["a", "b"]))
    training = check.show("training with and without the work", from_rows({("work",): model, (): safe}, ["a", "b"]))
    check.true("near-access-freeness with k = 11/10", notions["near-access-freeness"].holds(models, k=F(11, 10)))
    check.least("epsilon-dp", training, INFINITY, "of training")
    beta, quarters = F(1, 4), [F(k, 4) for k in range(5)]

    def most(*behaviours: tuple[F, F]) -> F:
        """The most copies of a blameless user, for what is said with and without the work; all corners are whole quarters."""
        plans = product(quarters, repeat=len(behaviours))
        pairs = [
            (sum(k * b[0] for k, b in zip(p, behaviours, strict=True)), sum(k * b[1] for k, b in zip(p, behaviours, strict=True)))
            for p in plans
        ]
        return F(max(real for real, clean in pairs if clean <= beta))

    first, second = list(zip(model, safe, strict=True)), [(F(1, 3), F(0)), (F(2, 3), F(1))]
    check.equal("clean-room copy protection at β = 1/4: how often a blameless user copies", most(*first), F(1, 2))
    check.equal("… where a third of the runs show the work, if it was there", most(*second), F(1, 2))
    both = [(a / 2, b / 2) for a, b in (*first, *second)]
    check.equal("… where a coin that is shown chooses between the two", most(*both), F(2, 3))
    check.therefore_not("one direction is privacy of training, or a random choice keeps what careful users are promised")
