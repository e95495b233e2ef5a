"""Thresholding a count protects from passive attackers and not from active ones.

Claim    1000 people vote Yes with probability 10⁻⁷ each; the count is shown only if it is above 100; the attacker
         knows 100 votes. An active attacker finds out a person's vote, a passive one does not.
Verdict  true: at ε = 1 the active attacker succeeds with probability .9999, the passive one with less than 10⁻⁵⁶⁰.
Source   Desfontaines 2020, Example 7 and Section 3.1.3.4.

An active attacker casts 100 fake Yes votes: the count is shown as soon as one more person, the target, votes Yes. For
the passive one a shown count needs 100 Yes votes by accident. In small: the output is x if y = 1 and nothing
otherwise, the attacker knows y, and Pr[y = 1] = δ: the active attacker always sees x, the passive one with
probability δ; so the passive bound implies the active one with no ε and δ < 1.
"""

from dpzoo.witnesses.prelude import *


def binomial(s: int, n: int, p: F) -> F:
    """f(s, n, p)."""
    return comb(n, s) * p**s * (1 - p) ** (n - s)


@decides("passive-partial-knowledge-dp/does_not_imply/active-partial-knowledge-dp")
def threshold_against_active_and_passive(check: Check) -> None:
    # n = 1000, T = |B| = 100, p = 10⁻⁷, ε = 1. Other unknown votes: S ~ Bin(899, p).
    p, e = F(1, 10**7), real(1).exp()
    nobody = (1 - p) ** 899
    # B̂ all Yes: given a No from the target the output is ⊥ if nobody else votes Yes, given a Yes it never is.
    check.greater("active, 100 fake votes: δ ≥ Pr[⊥ | No] - e·Pr[⊥ | Yes], where the second is 0", nobody, F(9999, 10000))
    # f(s) > e·f(s+1) for all s, so that given a Yes every shown count lies above ε, and sums telescope:
    # PPK(Yes/No) = Σ_b Pr[b](Pr[S ≥ T-b] - e·Pr[S ≥ T-b+1]) = Pr[X ≥ 100] - e·Pr[X ≥ 101], X = b + S ~ Bin(999, p).
    check.greater("f(s)/f(s+1) is at least f(0)/f(1)", (1 - p) / (899 * p), e)
    shown = sum(comb(999, k) * (10**7 - 1) ** (999 - k) for k in range(100, 1000))
    leading = comb(999, 100) * (10**7 - 1) ** 899
    more = shown - leading
    ppk = real(F(shown, 10 ** (7 * 999))) - e * real(F(more, 10 ** (7 * 999)))
    log10 = real(10).log()
    check.less("passive, Yes against No: log₁₀ δ", ppk.log() / log10, -560)
    check.greater("… it is about -560.24", ppk.log() / log10, F(-56025, 100))
    # PPK(No/Yes): only ⊥ can lie above ε, and for b ≤ 99 it does not, as Pr[⊥ | No] ≤ 1 < e·Pr[S = 0] ≤ e·Pr[⊥ | Yes].
    check.greater("⊥ is harmless for b ≤ 99: e·Pr[S = 0] against 1", e * nobody, 1)
    check.less("passive, No against Yes: δ ≤ Pr[b = 100], log₁₀ of it", real(p**100).log() / log10, -560)

    # A laptop's scale: n = 40, T = |B| = 10, p = 1/20, ε = 1/2. All 29 other votes, every b, both orders.
    n, T, known, p = 40, 10, 10, F(1, 20)
    half = real(F(1, 2)).exp()
    apk: dict[tuple[int, str], Real] = {}
    for b in range(known + 1):
        laws = {t: [F(0)] * (n + 1) for t in (0, 1)}
        for t in (0, 1):
            for s in range(n - known):
                laws[t][b + t + s if b + t + s > T else 0] += binomial(s, n - known - 1, p)  # 0 stands for ⊥
        no, yes = (np.array(laws[t], dtype=object) for t in (0, 1))
        apk[b, "Yes/No"], apk[b, "No/Yes"] = hockey_stick(yes, no, half), hockey_stick(no, yes, half)
    passive = {
        order: sum((real(binomial(b, known, p)) * apk[b, order] for b in range(known + 1)), real(0))
        for order in ("Yes/No", "No/Yes")
    }
    check.show("APK by b, No/Yes", {b: f"{float(apk[b, 'No/Yes']):.4g}" for b in range(known + 1)})
    check.greater("n = 40: active, No against Yes, about .2259", apk[known, "No/Yes"], F(2259, 10**4))
    check.less("… passive, Yes against No, about 1.3·10⁻⁵", passive["Yes/No"], F(13, 10**6))
    check.less("… passive, No against Yes, is smaller still", passive["No/Yes"], passive["Yes/No"])

    # In small, exactly: D = (x, y), B = y, Pr[y = 1] = 1/100.
    M = deterministic([(x, y) for x in (0, 1) for y in (0, 1)], lambda d: d[0] if d[1] else "nothing")
    theta = Prior.known({(x, y): F(1, 2) * (F(1, 100) if y else F(99, 100)) for x in (0, 1) for y in (0, 1)}, lambda d: d[1])
    check.show("M: x if y = 1, else nothing", M)
    ppkdp, apkdp = notions["passive-partial-knowledge-dp"], notions["active-partial-knowledge-dp"]
    check.equal("passive δ at ε = 1", ppkdp.tightest(M, Theta=[theta], epsilon=1), F(1, 100))
    check.equal("active δ for any ε", apkdp.tightest(M, Theta=[theta], epsilon="inf"), 1)
    implied = apkdp.holds(M, Theta=[theta], epsilon=100, delta=F(999, 1000))
    check.refutes("since M is (1, 1/100)-PPKDP, it is (100, 999/1000)-APKDP", implied)
