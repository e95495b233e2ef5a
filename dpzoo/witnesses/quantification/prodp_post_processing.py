"""Probabilistic DP does not survive post-processing.

Claim    If M is (ε, δ)-probabilistically DP, then so is f∘M for every f.
Verdict  false: merging two outputs multiplies the mass of bad outputs by four.
Source   Desfontaines 2020, Proposition 11.1.

Outputs where the privacy loss exceeds ε are tolerated if they are rare. Merging such a rare output with a common one of
small loss can lift the common one above ε, and now the bad output is not rare any more.
"""

from dpzoo.witnesses.prelude import *


@decides("probabilistic-dp/post_processing")
def prodp_post_processing(check: Check) -> None:
    m = from_rows(
        {(0,): [F(10, 100), F(30, 100), F(60, 100)], (1,): [F(2, 100), F(20, 100), F(78, 100)]}, outputs=["a", "b", "c"]
    )
    check.show("M", m)
    exp_epsilon = F(3, 2)
    there = probabilistic_delta(m.row((0,)), m.row((1,)), exp_epsilon)
    back = probabilistic_delta(m.row((1,)), m.row((0,)), exp_epsilon)
    check.equal("M: only output a (1/10 against 1/50) exceeds e^ε = 3/2, with mass", there, F(1, 10))
    check.equal("M, the other way: no output exceeds it", back, 0)

    merged = check.show("f∘M", m.post_process({"a": "ab", "b": "ab", "c": "c"}))
    after = probabilistic_delta(merged.row((0,)), merged.row((1,)), exp_epsilon)
    check.equal("f∘M: the merged output (4/10 against 22/100) exceeds it, with mass", after, F(4, 10))
    check.refutes("M is (ln 3/2, 1/10)-ProDP and so is f∘M", after <= F(1, 10))
