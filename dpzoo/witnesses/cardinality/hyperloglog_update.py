"""One update of a HyperLogLog sketch.

Claim    For the hash 10001101… and p = 2 the bucket is 2 and the rank 3.
Verdict  true.
Source   Des20, after Definition 74.

The first p digits are the bucket; the rank is the position of the leftmost 1 in the rest. The update is idempotent and does
not depend on the order, as Definition 64 asks.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def hyperloglog_update(check: Check) -> None:
    p = 2

    def bucket_and_rank(x: str) -> tuple[int, int]:
        return int(x[:p], 2), x[p:].index("1") + 1

    def sketch(hashes: tuple[str, ...]) -> tuple[int, ...]:
        counters = [0] * 2**p
        for x in hashes:
            b, rho = bucket_and_rank(x)
            counters[b] = max(counters[b], rho)
        return tuple(counters)

    bucket, rank = bucket_and_rank("10001101")
    check.equal("bucket", bucket, 2)
    check.equal("rank", rank, 3)
    check.true("the counter C₂ becomes 3", sketch(("10001101",)) == (0, 0, 3, 0))
    hashes = ("10001101", "10100000", "01000001", "11110000")
    check.show("the sketch of four hashes", {"hashes": hashes, "counters": sketch(hashes)})
    same = {sketch((*order, order[0])) for order in itertools.permutations(hashes)}
    check.confirms("the sketch depends neither on the order nor on repetitions", same == {sketch(hashes)})
