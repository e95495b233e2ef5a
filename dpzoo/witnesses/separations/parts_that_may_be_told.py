"""What a notion leaves public may be published, and what it looks at one by one may tell everything together.

Published exactly: the public parts of all records; whether all records are 0; how many users report that they are
there; the block of a value. Each of two answers about a bit b is a fair coin, and together they are (r, r ⊕ b). A
stream is published with probability 1/8. The parity of two fair bits is a fair bit whatever one of them is.
"""

from dpzoo.witnesses.prelude import *


@decides(
    """semi-sensitive-dp dp-under-condition private-prediction approximate-pufferfish-privacy
    dataset-attribute-privacy/does_not_imply/approximate-dp""",
    "relationship-dp/does_not_imply/edge-dp",
    "item-level-dp/does_not_imply/event-level-dp",
    "context-aware-local-dp/does_not_imply/local-dp",
    "renyi-pufferfish-privacy/does_not_imply/bounded-dp",
)
def parts_that_may_be_told(check: Check) -> None:
    everything = "approximate-dp: the least δ for any ε"

    shops = deterministic(complete_domain([(page, bought) for page in "ab" for bought in (0, 1)], 1, 1), lambda d: d[0][0])
    check.show("the public part", shops)
    check.least("semi-sensitive-dp", shops, 0, epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(shops, epsilon="inf"), 1)

    clean = check.show("whether all records are 0", deterministic(complete_domain([0, 1], 2), lambda d: not any(d)))
    passing = [d for d in clean.datasets if not any(d)]
    check.least("dp-under-condition", clean, 0, "among those of zeros", Psi=passing, epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(clean, epsilon="inf"), 1)

    answers = from_function([(0,), (1,)], lambda d: {(r, r ^ d[0]): F(1, 2) for r in (0, 1)})
    check.show("two answers", answers)
    check.least("private-prediction", answers, 0, epsilon=0)
    check.equal(everything, notions["approximate-dp"].tightest(answers, epsilon="inf"), 1)

    nodes = [("node", k) for k in (1, 2, 3)]
    graphs = [(*nodes[:2],), (*nodes[:2], ("edge", 1, 2)), (*nodes,)]
    present = check.show("how many users there are", deterministic(graphs, lambda d: sum(r[0] == "node" for r in d)))
    check.least("relationship-dp", present, 0)
    check.least("edge-dp", present, INFINITY)

    rare = from_function([("⊥",), (("+", "u"),)], lambda d: {d: F(1, 8), "nothing": F(7, 8)})
    check.show("a stream, published rarely", rare)
    check.least("item-level-dp", rare, F(1, 8), epsilon=0)
    check.least("event-level-dp", rare, INFINITY)

    blocks = check.show("the block of a value", deterministic([("ax",), ("ay",), ("bx",)], lambda d: d[0][0]))
    apart: Any = lambda t, u: 1 if t[0] == u[0] else "inf"  # noqa: E731
    check.true("context-aware-local-dp at 1 within a block", notions["context-aware-local-dp"].holds(blocks, E=apart))
    check.least("local-dp", blocks, INFINITY)

    bits = complete_domain([0, 1], 2, 2)
    parity = deterministic(bits, lambda d: d[0] ^ d[1])
    secrets = [([d for d in bits if d[i] == 0], [d for d in bits if d[i] == 1]) for i in (0, 1)]
    given: dict[str, Any] = {"Theta": [Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 2)], "Phi": secrets}
    check.show("the parity of two bits", parity)
    check.least("renyi-pufferfish-privacy", parity, 0, alpha=2, **given)
    check.least("bounded-dp", parity, INFINITY)
    check.least("approximate-pufferfish-privacy", parity, 0, epsilon=0, **given)
    check.equal(everything, notions["approximate-dp"].tightest(parity, epsilon="inf"), 1)

    people: Any = complete_domain(list(itertools.product((0, 1), repeat=2)), 1, 1)
    second = check.show("the second of two bits of one person", deterministic(people, lambda d: d[0][1]))
    first = {
        "Theta": [Prior.of({d: F(1, 4) for d in people})],
        "Phi": [([d for d in people if d[0][0] == 0], [d for d in people if d[0][0] == 1])],
    }
    found = notions["approximate-pufferfish-privacy"].tightest(second, epsilon=0, **first)
    check.equal("dataset-attribute-privacy, the first bit is the secret: the least δ at ε = 0", found, 0)
    check.equal(everything, notions["approximate-dp"].tightest(second, epsilon="inf"), 1)
