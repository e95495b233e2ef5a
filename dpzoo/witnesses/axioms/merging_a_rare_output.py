"""Merging a rare output with a common one: post-processing of notions that tolerate rare outputs.

Verdict  false: with e^ε = 3/2 the mass of bad outputs rises from 1/10 to 4/10 (for privacy at risk from 1/40 to 1/10).

P = (0.1, 0.3, 0.6) against Q = (0.02, 0.2, 0.78): only the first output has a ratio above 3/2, and it is rare. Merged with
the second it is a common output of the ratio 0.4/0.22 > 3/2. A mechanism follows P or Q according to one fact about the
data: its prior, the parity of its size, one record's presence, or the value of a record.
"""

from dpzoo.witnesses.prelude import *

P, Q = [F(10, 100), F(30, 100), F(60, 100)], [F(2, 100), F(20, 100), F(78, 100)]
MERGE: dict[Any, str] = {"a": "ab", "b": "ab", "c": "c"}


@decides(
    "bayesian-dp-tf20 probabilistic-distribution-privacy relaxed-dp membership-privacy-sds19 privacy-at-risk/post_processing"
)
def merging_a_rare_output(check: Check) -> None:
    epsilon = log_of(F(3, 2))
    M = from_rows({D: P if len(D) % 2 else Q for D in complete_domain((0, 1), 3)}, outputs="abc")
    merged = M.post_process(MERGE)
    check.show("M", M)
    check.show("f∘M", merged)

    bayesian = notions["bayesian-dp-tf20"]
    for pi in ({0: F(1, 2), 1: F(1, 2)}, {0: F(1)}):
        check.equal("bayesian-dp-tf20: δ of M at e^ε = 3/2", bayesian.tightest(M, prior=pi, epsilon=epsilon), F(1, 10))
        check.equal("… of f∘M", bayesian.tightest(merged, prior=pi, epsilon=epsilon), F(4, 10))

    pairs = [
        (Prior.of({(0,): F(1)}, "θ₁"), Prior.of({(): F(1)}, "θ₂")),
        (Prior.of({(): F(1)}, "θ₂"), Prior.of({(0,): F(1)}, "θ₁")),
    ]
    distributions = notions["probabilistic-distribution-privacy"]
    check.equal("probabilistic-distribution-privacy: δ of M", distributions.tightest(M, Theta=pairs, epsilon=epsilon), F(1, 10))
    check.equal("… of f∘M", distributions.tightest(merged, Theta=pairs, epsilon=epsilon), F(4, 10))

    relaxed, given = notions["relaxed-dp"], {"epsilon": epsilon, "delta_p": F(1, 10)}
    check.equal("relaxed-dp: δₐ of M at δₚ = 1/10", relaxed.tightest(M, **given), 0)
    check.equal("… of f∘M, beyond 1/20", relaxed.tightest(merged, **given), F(4, 10) - F(3, 2) * F(22, 100))
    check.true("so M satisfies it at δₐ = 1/20", relaxed.holds(M, delta_a=F(1, 20), **given))

    def delta(mechanism: FiniteMechanism, first: tuple[int, ...], second: tuple[int, ...]) -> F:
        found: F = probabilistic_delta(mechanism.row(first), mechanism.row(second), F(3, 2)).rational
        return found

    # membership-privacy-sds19 with one candidate: P_z is the law of M on (z), Q the one on ()
    check.equal("membership-privacy-sds19: δ of M", delta(M, (0,), ()), F(1, 10))
    check.equal("… of f∘M", delta(merged, (0,), ()), F(4, 10))

    # privacy-at-risk: π uniform on {0, 1}; the law is P if the first record is 1. The pair is drawn, then O from M(D₁).
    R = from_rows({(1,): P, (0,): Q}, outputs="abc")
    risks = []
    for name, m in (("M", R), ("f∘M", R.post_process(MERGE))):
        risks.append(sum((F(1, 4) * delta(m, (t,), (u,)) for t in (0, 1) for u in (0, 1)), F(0)))
        check.equal(f"privacy-at-risk: δ of {name}", risks[-1], [F(1, 40), F(1, 10)][len(risks) - 1])
    # at other positions nothing changes: M reads the first record only
