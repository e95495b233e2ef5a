"""Names with prices: ex-post DP does not survive post-processing.

Verdict  false: the bound belongs to the names of outputs, and post-processing may change the names.

The outputs a₀ and a₁ have the bound ln 3, b₀ and b₁ the bound ln 1.1. Randomised response with odds 3 on a₀, a₁ is
allowed. Exchanging a with b keeps the laws and changes their price. The odds are 3 where the recorded proofs have e.
"""

from dpzoo.witnesses.prelude import *


@decides("ex-post-dp ex-post-per-instance-dp/post_processing")
def bounds_of_single_outputs(check: Check) -> None:
    factor = {"a₀": F(3), "a₁": F(3), "b₀": F(11, 10), "b₁": F(11, 10)}  # e^ε(o)
    with_t, without = ("t",), ()
    M = from_rows({with_t: [F(1, 4), F(3, 4), 0, 0], without: [F(3, 4), F(1, 4), 0, 0]}, outputs=list(factor))
    exchanged = M.post_process({"a₀": "b₀", "a₁": "b₁", "b₀": "a₀", "b₁": "a₁"})
    check.show("e^ε(o)", factor)
    check.show("M, on the dataset (t) and without t", M)

    def holds(m: FiniteMechanism) -> bool:
        """Pr[m(D) = o] ≤ e^ε(o) Pr[m(E) = o] for both orders of the two datasets and every output."""
        pairs = ((with_t, without), (without, with_t))
        return all(m.probability(D, o) <= factor[o] * m.probability(E, o) for D, E in pairs for o in factor)

    check.true("M satisfies ε(·)-ex-post DP, and the same at the dataset (t) and the record t", holds(M))
    check.equal(
        "M with the names exchanged: ratio of the probabilities of b₁",
        exchanged.probability(with_t, "b₁") / exchanged.probability(without, "b₁"),
        3,
    )
    check.refutes("M with the names exchanged satisfies ε(·)-ex-post DP", holds(exchanged))
