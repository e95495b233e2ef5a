"""A silo whose messages are private for every fixed list of messages from outside, and whose protocol is not.

Verdict  false for δ > 0 and two rounds: here ISRL-DP holds with ε = 0 and δ = 1/k, and the whole needs δ = 1.

The first silo draws a number below k and sends it. In the second round it looks at the number that the second silo has
sent: if that is its own, it sends its record, otherwise nothing. A number that is fixed beforehand is right with
probability 1/k. The second silo repeats the number that it has received.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["isrl-dp-in-several-rounds"])
def a_silo_that_answers_in_a_second_round(check: Check) -> None:
    for k in (2, 10, 100):

        def law(record: int, answer: Callable[[int], int], k: int = k) -> Any:
            """The first silo's messages (number, record or nothing), where the second silo answers a number by ``answer``."""
            row: Any = np.array([F(0)] * (3 * k), dtype=object)
            for drawn in range(k):
                row[3 * drawn + (record if answer(drawn) == drawn else 2)] += F(1, k)
            return row

        fixed = greatest([hockey_stick(law(0, lambda _, z=z: z), law(1, lambda _, z=z: z), 1) for z in range(k)])  # type: ignore[misc]
        check.equal(f"k = {k}: the least δ at ε = 0, the second silo's number fixed", fixed, F(1, k))
        played = hockey_stick(law(0, lambda drawn: drawn), law(1, lambda drawn: drawn), INFINITY)
        check.equal(f"k = {k}: the least δ for any ε, the second silo repeating what it got", played, 1)
    check.refutes("(0, 1/100)-ISRL-DP gives (ε, δ)-DP of the protocol for some δ < 1", played < 1)
