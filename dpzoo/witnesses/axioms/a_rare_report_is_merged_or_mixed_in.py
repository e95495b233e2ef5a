"""A rare report that leaks is merged with a usual one, or a usual one is mixed in: more of the reports leak.

Claim    (Θ, ε, δ)-PML and persuasive privacy are kept by post-processing, and mixtures of mechanisms that satisfy them do, too.
Verdict  false: with e^ε = 5/4 the probability of a report that leaks more rises from 1/20 to 3/10, and from 1/10 to 3/25; for
         the bit 0 the score that is gained exceeds ln(5/4) with probability 2/5 instead of 1/10, and 21/100 instead of 1/5.
Source   the records of probabilistic-pointwise-maximal-leakage and persuasive-privacy, and their proofs.

The record is a uniform bit. M has the laws (0.1, 0.3, 0.6) and (0, 0.2, 0.8) of the report; f merges the first two. M₁ reports
yes with probability 1/5 on one value only, M₂ with probability 3/10 on both.
"""

from dpzoo.witnesses.prelude import *

LAW = {0: F(1, 2), 1: F(1, 2)}


@decides(
    "probabilistic-pointwise-maximal-leakage/post_processing",
    "probabilistic-pointwise-maximal-leakage/convexity",
    "persuasive-privacy/post_processing",
    "persuasive-privacy/convexity",
    kind=Kind.AXIOM_FAILURE,
)
def a_rare_report_is_merged_or_mixed_in(check: Check) -> None:
    notion, at = notions["probabilistic-pointwise-maximal-leakage"], {"Theta": [LAW], "epsilon": log_of(F(5, 4))}
    M = check.show("M", from_rows({(0,): (F(1, 10), F(3, 10), F(6, 10)), (1,): (F(0), F(2, 10), F(8, 10))}, "abc"))
    merged = check.show("f∘M", M.post_process({"a": "ab", "b": "ab", "c": "c"}))
    check.equal("δ of M at e^ε = 5/4", notion.tightest(M, **at), F(1, 20))
    check.equal("… of f∘M", notion.tightest(merged, **at), F(3, 10))
    M1 = check.show("M₁", from_rows({(0,): (F(1, 5), F(4, 5)), (1,): (F(0), F(1))}, ["yes", "no"]))
    M2 = check.show("M₂", from_rows({(0,): (F(3, 10), F(7, 10)), (1,): (F(3, 10), F(7, 10))}, ["yes", "no"]))
    mixture = M1.mix(M2, F(9, 10))
    check.equal("δ of M₁", notion.tightest(M1, **at), F(1, 10))
    check.equal("… of M₂", notion.tightest(M2, **at), 0)
    check.equal("… of the mixture", notion.tightest(mixture, **at), F(3, 25))
    score, given = notions["persuasive-privacy"], {"Theta": [Prior.of({(0,): F(1, 2), (1,): F(1, 2)})], "kappa": log_of(F(5, 4))}
    check.equal("persuasive-privacy at e^κ = 5/4: δ of M", score.tightest(M, **given), F(1, 10))
    check.equal("… of f∘M", score.tightest(merged, **given), F(2, 5))
    check.equal("… of M₁", score.tightest(M1, **given), F(1, 5))
    check.equal("… of M₂", score.tightest(M2, **given), 0)
    check.equal("… of the mixture", score.tightest(mixture, **given), F(21, 100))
    kept = [
        bool(score.holds(merged, delta=F(1, 10), **given)),
        bool(score.holds(mixture, delta=F(1, 5), **given)),
        bool(notion.holds(merged, delta=F(1, 20), **at)),
        bool(notion.holds(mixture, delta=F(1, 10), **at)),
    ]
    check.refutes("f∘M or the mixture keeps the ε and the δ", any(kept))
