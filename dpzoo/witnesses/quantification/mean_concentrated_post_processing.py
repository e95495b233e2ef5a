"""Mean-concentrated DP does not survive post-processing.

Claim    If M is (μ, τ)-mean-concentrated DP, then so is f∘M for every f.
Verdict  false: merging two outputs raises the subgaussian parameter of the loss from 1.557 to 1.791.
Source   Desfontaines 2020, Proposition 11.1; Section 2.2.2.3.

The loss is compared with its own mean. On the second dataset the losses are .45, -2.43 and 3.37 with the probabilities .66,
.05 and .29. Merging the first two outputs gives them the common loss -.33, which moves the bulk away from the third: the
variance rises from 2.39 to 2.82, and τ² with it. τ² is the supremum over t ≠ 0 of 2 ln E exp(t(L - EL))/t², enclosed by ball
arithmetic.
"""

from dpzoo.witnesses.prelude import *


@decides("mean-concentrated-dp/post_processing")
def mean_concentrated_post_processing(check: Check) -> None:
    m = from_rows({(0,): [F(42, 100), F(57, 100), F(1, 100)], (1,): [F(66, 100), F(5, 100), F(29, 100)]}, outputs=["a", "b", "c"])
    merged = m.post_process({"a": "ab", "b": "ab", "c": "c"})
    check.show("M", m)
    check.show("f∘M", merged)

    def tau(mechanism: FiniteMechanism) -> Real:
        P, Q = mechanism.row((0,)), mechanism.row((1,))
        return greatest([subgaussian_variance(P, Q), subgaussian_variance(Q, P)]).sqrt()

    def mu(mechanism: FiniteMechanism) -> Real:
        P, Q = mechanism.row((0,)), mechanism.row((1,))
        return greatest([kl_divergence(P, Q), kl_divergence(Q, P)])

    check.at_most("the mean loss μ does not rise: f∘M against M", mu(merged), mu(m))
    check.at_most("τ of M", tau(m), F(15575, 10000))
    check.at_least("τ of f∘M", tau(merged), F(1791, 1000))
    check.refutes("M is (μ, 1.5575)-mCoDP, with μ its mean loss, and so is f∘M", tau(merged) <= F(15575, 10000))
