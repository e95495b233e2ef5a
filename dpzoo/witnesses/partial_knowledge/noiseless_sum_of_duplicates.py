"""The sum of duplicated records.

Claim      Values from some distribution on ℕ are each written twice. The sum of all records might be NPr, but cannot
           be CausDP.
Verdict    false as printed: as soon as a value can vary, the sum is NPr for no ε either.
Source     Desfontaines 2020, Example 4.

A distribution on ℕ has a smallest possible value y. With n pairs the sum 2t′ + 2(n−1)y is the smallest one given D(0)
= t′; given a larger D(0) = t it is impossible. The parity is always even under the prior, and odd once a single
record has been changed from 0 to 1.
"""

from dpzoo.witnesses.prelude import *


@decides("noiseless-privacy/does_not_imply/causal-dp", errata=["thesis-examples-3-and-4"])
def noiseless_sum_of_duplicates(check: Check) -> None:
    infinite = real(float("inf"))
    values, n = (0, 1, 2), 2
    laws = {"uniform": [F(1, 3)] * 3, "falling": [F(4, 7), F(2, 7), F(1, 7)], "two values": [F(0), F(1, 2), F(1, 2)]}
    check.show("distributions of a value on {0, 1, 2}", {k: [str(w) for w in law] for k, law in laws.items()})
    total = deterministic(itertools.product(values, repeat=2 * n), lambda d: sum(k * d.count(k) for k in values))
    for name, law in laws.items():
        theta = Prior.of({(a, a, b, b): law[a] * law[b] for a in values for b in values if law[a] * law[b]})
        npr = notions["noiseless-privacy"].tightest(total, Theta=[theta])
        caus = notions["causal-dp"].tightest(total, Theta=[theta])
        check.equal(f"{name}: ε of the sum under NPr", npr, infinite)
        check.equal(f"{name}: ε of the sum under CausDP", caus, infinite)

    parity = deterministic(itertools.product((0, 1), repeat=2), lambda d: d.count(1) % 2)
    theta = Prior.of({(0, 0): F(1, 2), (1, 1): F(1, 2)})
    check.show("M: the parity of two records", parity)
    check.equal("ε of the parity under NPr", notions["noiseless-privacy"].tightest(parity, Theta=[theta]), 0)
    check.equal("ε of the parity under CausDP", notions["causal-dp"].tightest(parity, Theta=[theta]), infinite)
    uniform = Prior.of({(a, a, b, b): F(1, 9) for a in values for b in values})
    claim = notions["noiseless-privacy"].holds(total, Theta=[uniform], epsilon=10**6)
    check.refutes("the sum of duplicated values, uniform on {0, 1, 2}, is NPr for some ε (here one million)", claim)
