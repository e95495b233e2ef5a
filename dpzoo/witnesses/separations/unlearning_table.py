"""Unlearning is a promise about requests, not about training."""

from dpzoo.blocks.unlearning_units import edited, history
from dpzoo.witnesses.prelude import *


@decides("certified-approximate-unlearning/does_not_imply/certified-removal approximate-dp")
def an_algorithm_that_forgets_everything(check: Check) -> None:
    """A reference algorithm that ignores its data certifies a system that shows nothing after a deletion.

    The system publishes the data as long as there is no request, and shows nothing after any deletion. An algorithm that
    ignores its data shows the same after deletions, so certified approximate unlearning holds. Certified removal compares a
    deletion with training on what is left, which publishes it, and needs δ = 1; so does approximate DP of training.
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
    of any other one; what is deleted is dropped. The core is a part of the data, so system-aware unlearning holds exactly.
    When v is deleted, cv stays. An algorithm that sees only c1, …, ck cannot have made all k results, so certified
    approximate unlearning needs δ ≥ 1 - 1/k at every ε.

    A system that keeps its whole training set but what is deleted is its own core, and system-aware unlearning holds;
    approximate DP of training needs δ = 1.

    Convexity and composition fail. Two systems keep the one or the other of two records, each its own core. No part of the
    data is the core of both, so the even mixture of the two needs δ = 1/2, and both together need δ = 1.
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

    A history is a training set with at most one request. Each system answers without chance, so that a notion holds exactly
    if it only compares histories with equal answers, and fails where it compares two with different answers.

    (1) R shows the training set as the request leaves it. Histories that leave the same set get the same answer: certified
    removal, unlearning of published models and Rényi unlearning hold. Without a request R publishes its data: approximate
    DP and Rényi DP fail.

    (2) E shows the training set after a request to delete nothing, and nothing elsewhere. Certified removal never compares
    such a request; approximate unlearning compares it with deletions, and fails.

    (3) A shows the training set after the addition of y, and nothing elsewhere. Certified removal never compares an
    addition; unlearning of published models does, and fails.

    (4) T shows the training set if there is no request, and nothing elsewhere. Approximate unlearning and Rényi unlearning
    of batches compare requests with requests, and hold. Certified removal compares a deletion, and Rényi unlearning an
    exchange, with training alone, and both fail; so do approximate DP and Rényi DP, which compare training alone.

    (5) K shows the training set with the deleted record x still in it, and answers as R elsewhere. Rényi unlearning
    compares exchanges only, and holds; certified removal fails.
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
    E = check.show("E", publishes(lambda requests: requests == (("delete",),)))
    A = check.show("A", publishes(lambda requests: requests[:1] == (("add", "y"),)))
    T = check.show("T", publishes(lambda requests: not requests))
    K = check.show("K", deterministic(POSSIBLE, lambda h: history(h)[0] if h[-1:] == (("delete", "x"),) else left(h)))

    def holds(name: str, system: Any, what: str, **values: Any) -> None:
        check.least(name, system, 0, what, **values)

    def fails(name: str, system: Any, what: str, **values: Any) -> None:
        check.least(name, system, INFINITY if name.startswith("renyi") else 1, what, **values)

    for name in ("certified-removal", "unlearning-of-published-models"):
        holds(name, R, "(1) R", epsilon=0)
    holds("renyi-unlearning", R, "(1) R", alpha="inf")
    fails("approximate-dp", R.restrict(SETS), "(1) R without requests", epsilon="inf")
    fails("renyi-dp", R.restrict(SETS), "(1) R without requests", alpha=2)
    check.every_level("renyi-dp", "two datasets have no output in common, so the divergence is infinite at every order")

    holds("certified-removal", E, "(2) E", epsilon=0)
    fails("approximate-unlearning", E, "(2) E", m=1, epsilon="inf")
    check.every_level("approximate-unlearning", "a larger m compares these histories, too")

    holds("certified-removal", A, "(3) A", epsilon=0)
    fails("unlearning-of-published-models", A, "(3) A", epsilon="inf")

    for m in (1, 2):
        holds("approximate-unlearning", T, "(4) T", m=m, epsilon=0)
        holds("renyi-unlearning-of-batches", T, "(4) T", m=m, alpha="inf")
    fails("certified-removal", T, "(4) T", epsilon="inf")
    fails("renyi-unlearning", T, "(4) T", alpha=2)
    check.every_level("renyi-unlearning", "the two sides have no output in common, so the divergence is infinite at every order")
    fails("approximate-dp", T.restrict(SETS), "(4) T without requests", epsilon="inf")
    fails("renyi-dp", T.restrict(SETS), "(4) T without requests", alpha=2)

    holds("renyi-unlearning", K, "(5) K", alpha="inf")
    fails("certified-removal", K, "(5) K", epsilon="inf")


@decides("near-access-freeness clean-room-copy-protection/does_not_imply/epsilon-dp", "clean-room-copy-protection/convexity")
def a_model_surer_than_its_safe_models(check: Check) -> None:
    """A model that is surer than its safe models is near access-free, and training it is not private.

    With the work the model always says “a”; without it, it says “a” or “b” with equal chances. So “a” comes out at most
    twice as often, and near access-freeness holds with k = 11/10, while training has an infinite loss.

    Clean-room copy protection: a user who copies after “a” copies half as often without the work. A second model shows the
    work in a third of its runs, and nothing without it. A coin that chooses between the two models, and is shown, lets a
    blameless user copy more often than either: convexity fails.
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
