"""Two noiseless counts do not compose.

Claim    The number of Yes votes, and the number of Yes votes of all but X, may each be private against an attacker
         with partial knowledge; both together reveal X's vote.
Verdict  true: with 20 fair voters and ε = 1, δ is .0057 and 0 for X's vote alone, and 1 for the pair.
Source   Desfontaines 2020, Example 8 and Proposition 20; Desfontaines & Pejó 2022, Proposition 8.

The coins are in the data, and both answers use the same ones: given the first answer, the second has nothing random
left but X's vote.
"""

from dpzoo.witnesses.prelude import *


@decides("active-partial-knowledge-dp passive-partial-knowledge-dp/composition")
def noiseless_counts_do_not_compose(check: Check) -> None:
    n, e = 20, real(1).exp()

    def delta(others: int, *, counted: bool, exp_epsilon: Real) -> Real:
        """δ for a target among fair voters; ``others`` of them are counted besides, and the target is, or is not."""
        f = [F(comb(others, s), 2**others) for s in range(others + 1)]
        no = np.array([*f, F(0)], dtype=object)
        yes = np.roll(no, 1) if counted else no
        return greatest([hockey_stick(no, yes, exp_epsilon), hockey_stick(yes, no, exp_epsilon)])

    first = delta(n - 1, counted=True, exp_epsilon=e)
    check.greater("all votes, any target: δ at ε = 1, from below", first, F(565, 10**5))
    check.less("… from above", first, F(57, 10**4))
    check.equal("all votes but X's, target X: δ", delta(n - 1, counted=False, exp_epsilon=e), 0)
    second = delta(n - 2, counted=True, exp_epsilon=e)
    check.less("… any other target: δ", second, F(62, 10**4))

    # Both: given X = 0 the pair is (s, s), given X = 1 it is (s + 1, s).
    pairs = [(s + x, s) for s in range(n) for x in (0, 1)]
    laws = [
        np.array([F(comb(n - 1, s), 2 ** (n - 1)) if total == s + x else F(0) for total, s in pairs], dtype=object)
        for x in (0, 1)
    ]
    check.show("outputs of the pair given X = 0 and X = 1 (some)", {"X = 0": [(9, 9), (10, 10)], "X = 1": [(10, 9), (11, 10)]})
    both = hockey_stick(laws[0], laws[1], real(1000).exp())
    check.equal("both answers, target X: δ at ε = 1000", both, 1)
    check.refutes("two (1, .0062)-APKDP counts together satisfy APKDP for ε = 1000 and some δ < 1", bool(both < 1))
