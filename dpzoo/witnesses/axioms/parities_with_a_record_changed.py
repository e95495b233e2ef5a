"""Two parities tell a record: composition where a record is compared with another value, or with its absence.

Verdict  false: two mechanisms with ε = δ = 0 together have δ = 1 at ε = ∞, and so ε = ∞ where there is no δ.

θ is uniform on {0,1}³; for empirical DP these are the eight observed datasets. The parity of all records and that of the
last two are fair coins given D(1) = t, given D(1) = t', with D(1) replaced, and with D(1) removed; likewise for the other
records. The two together tell D(1); without a first record they are equal. By Bayes' rule posterior odds over prior odds
are the ratio of the output's probabilities given the two values, which is also what weak DP bounds.
"""

from dpzoo.blocks.mechanism import Matrix
from dpzoo.blocks.priors import has_record, mixture
from dpzoo.witnesses.prelude import *

Pairs = list[tuple[Matrix, Matrix]]


@decides("approximate-causal-dp empirical-dp-bd19 identity-dp inferential-privacy inherit-dp weak-dp/composition")
def parities_with_a_record_changed(check: Check) -> None:
    triples, couples = (list(itertools.product((0, 1), repeat=n)) for n in (3, 2))
    M1 = deterministic([*triples, *couples], lambda d: d.count(1) % 2)
    M2 = deterministic([*triples, *couples], lambda d: d[-2:].count(1) % 2)
    both = M1.compose(M2)
    theta = Prior.of({D: F(1, 8) for D in triples})
    check.show("M₁", M1)
    check.show("M₂", M2)

    def given(m: FiniteMechanism, i: int, t: int, instead: tuple[int, ...]) -> Matrix:
        """The law of the output on D with its i-th record replaced by the records ``instead``, where D ~ θ given D(i) = t."""
        law = theta.given(has_record(i, t)) or {}
        return mixture(m, {(*D[:i], *instead, *D[i + 1 :]): w for D, w in law.items()})

    def other_value(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, 1 - t, (1 - t,))

    def replaced(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, t, (1 - t,))

    def removed(m: FiniteMechanism, i: int, t: int) -> tuple[Matrix, Matrix]:
        return given(m, i, t, (t,)), given(m, i, t, ())

    names = {
        "identity DP, inferential privacy, weak DP (two values)": other_value,
        "causal DP with δ (the record replaced)": replaced,
        "inherit DP, empirical DP (the record removed)": removed,
    }
    for name, pair in names.items():
        for symbol, m in (("M₁", M1), ("M₂", M2)):
            laws = [pair(m, i, t) for i in range(3) for t in (0, 1)]
            loss = greatest([max_divergence(a, b) for p, q in laws for a, b in ((p, q), (q, p))])
            check.equal(f"{name}: ε of {symbol} at δ = 0", loss, 0)
        first = [pair(both, 0, t) for t in (0, 1)]
        for (p, q), t in zip(first, (0, 1), strict=True):
            if (name, t) == ("inherit DP, empirical DP (the record removed)", 0):
                continue  # D(1) = 0: the two parities are equal with the record, too
            check.equal(f"… both together, D(1) = {t}: δ at ε = ∞", hockey_stick(p, q, INFINITY), 1)
