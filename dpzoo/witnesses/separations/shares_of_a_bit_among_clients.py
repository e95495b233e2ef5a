"""Two clients who each see a share of a bit can put them together.

The bit b says whether client 3 holds the record t. Client 1 receives a fair coin r, client 2 receives b ⊕ r, client
3 nothing. Each view alone is a fair coin, so every f holds in the weak sense. Both views together are b, so in the
strong sense only f = 0 does.
"""

from dpzoo.witnesses.prelude import *


@decides("weak-federated-f-dp/does_not_imply/strong-federated-f-dp")
def shares_of_a_bit_among_clients(check: Check) -> None:
    M = from_function([((), (), ()), ((), (), ("t",))], lambda d: {(r, r ^ len(d[2]), None): F(1, 2) for r in (0, 1)})
    check.show("M", M)
    weak = notions["weak-federated-f-dp"].tightest(M, C=3)
    check.true("weak: the largest f is the perfect one, f(x) = 1 - x", weak.value.corners == ((0, 1), (1, 0)), of=weak)
    strong = notions["strong-federated-f-dp"].tightest(M, C=3)
    check.equal("strong: the largest f at 0 (so f = 0)", strong.value(F(0)), 0, of=strong)
    check.every_level("strong-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")
