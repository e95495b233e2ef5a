"""A mechanism that repairs a changed record and publishes everything.

Claim      Values from a distribution R are each written three times. A mechanism that changes a value that occurs
           once into one that occurs twice, and then outputs the database, is (θ, 0)-CausDP.
Verdict    false as printed if two groups can share a value: with two groups of fair bits it is CausDP for no ε.
Source     Desfontaines 2020, Example 5 (due to Adam Smith).

With one group (x, x, x) a changed record is outvoted and put back. With two groups the data may be (0,0,0,1,1,1); one
record changed to 1 gives two zeros and four ones, nothing occurs once, nothing is repaired, and an output appears
that was impossible before.
"""

from dpzoo.witnesses.prelude import *


def repaired(d: tuple[object, ...]) -> tuple[object, ...]:
    """The one value that occurs once becomes the one that occurs twice, if there are such values."""
    once = [x for x in set(d) if d.count(x) == 1]
    twice = [y for y in set(d) if d.count(y) == 2]
    return tuple(twice[0] if once and twice and r == once[0] else r for r in d)


@decides("causal-dp/does_not_imply/noiseless-privacy", kind=Kind.ATTACK, errata=["thesis-example5-atoms"])
def causal_repairs_and_publishes(check: Check) -> None:
    infinite = real(float("inf"))
    two = deterministic(itertools.product((0, 1), repeat=6), repaired)
    theta_two = Prior.of({(x, x, x, y, y, y): F(1, 4) for x in (0, 1) for y in (0, 1)}, "two groups")
    check.show("θ, two groups", {str(D): w for D, w in theta_two.datasets.items()})
    after = repaired((1, 0, 0, 1, 1, 1))
    check.true("(0,0,0,1,1,1) with its first record changed is published as it is: (1,0,0,1,1,1)", after == (1, 0, 0, 1, 1, 1))
    check.equal("ε under CausDP", notions["causal-dp"].tightest(two, Theta=[theta_two]), infinite)

    for values in ((0, 1), (0, 1, 2)):
        one = deterministic(itertools.product(values, repeat=3), repaired)
        theta = Prior.of({(x, x, x): F(1, len(values)) for x in values}, "one group")
        check.equal(f"one group, {len(values)} values: ε under CausDP", notions["causal-dp"].tightest(one, Theta=[theta]), 0)
        npr = notions["noiseless-privacy"].tightest(one, Theta=[theta])
        check.equal("… and under NPr: the output is the database", npr, infinite)
    claim = notions["causal-dp"].holds(two, Theta=[theta_two], epsilon=0)
    check.refutes("with two groups of fair bits the repairing mechanism is (θ, 0)-CausDP", claim)
