"""k-anonymity as thresholding.

Verdict    false as printed: the analysis is that of counts above T. With k = T = 1 the theorem fails, and its proof's
           bound on the chance of being shown fails for larger k too.

With the target in the group a count of k needs only k − 1 others. The proof further goes from a value t to t′ by way
of ⊥ with 2ε and 2δ; two steps of (ε, δ) give 2ε and (1 + e^ε)δ.
"""

from dpzoo.witnesses.prelude import *


def f(s: int, n: int, p: F) -> F:
    """The binomial probability."""
    return comb(n, s) * p**s * (1 - p) ** (n - s)


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem5-threshold"])
def k_anonymity_as_thresholding(check: Check) -> None:
    def anonymous(count: int, k: int) -> int | str:
        return count if count >= k else "⊥"

    def above(count: int, threshold: int) -> int | str:
        return count if count > threshold else "⊥"

    check.true("counts that are at least 3: the threshold T = 2", all(anonymous(c, 3) == above(c, 2) for c in range(20)))
    check.true("… and not T = 3", not all(anonymous(c, 3) == above(c, 3) for c in range(20)))

    # Theorem 5 as printed, k = T = 1: n = 11, λ = 1/50, values a (probability 10⁻³⁰), b (1/2) and ⊥ (the rest).
    n, lam, T, q = 11, F(1, 50), 1, F(1, 10**30)
    r = lam * (n - 1) / ((1 - lam) * T)
    delta_0 = 2 * f(T, n - 1, lam) / (1 - r)
    delta, epsilon_c = (1 - lam) ** (n - 1), 20  # X ≤ 10, so that X/Y ≥ 20 only if Y = 0
    check.less("n = 11, λ = 1/50, k = T = 1: r", r, 1)
    check.less("… δ₀ is below δ = Pr[X/Y ≥ 20]", delta_0, delta)
    check.less("… and ε = 40, as the other term is smaller", -real(1 - delta_0 / 2).log(), epsilon_c)
    shown = 1 - (1 - q) ** (n - 1)  # given D(i) = b the count of a is shown if somebody else has a; given D(i) = a always
    needed = 1 - real(2 * epsilon_c).exp() * real(shown)
    check.greater("… between D(i) = a and D(i) = b the event 'the count of a is shown' needs a δ of", needed, F(999, 1000))
    check.less("… more than the theorem's", real(delta), needed)

    # The bound of the proof on the chance of being shown, for larger k; and the corrected one with T = k - 1.
    n, lam = 100, F(1, 50)
    for k in (5, 10, 20):
        chance = sum((f(s, n - 1, lam) for s in range(k - 1, n)), F(0))
        for T in (k, k - 1):
            bound = f(T, n - 1, lam) / (1 - lam * (n - 1) / ((1 - lam) * T))
            compare = check.greater if k == T else check.less
            compare(
                f"k = {k}: Pr[count shown | D(i) = t], against the bound with T = {'k' if k == T else 'k - 1'}", chance, bound
            )

    # Corrected, in the whole output: n = 12, k = 3, a and ⊥ of probability λ and 1/3, b the rest; D(i) = a against D(i) = ⊥.
    n, k, lam, bottom = 12, 3, F(1, 50), F(1, 3)
    laws: dict[str, dict[tuple[int | str, int | str], F]] = {"a": {}, "⊥": {}}
    for x in range(n):
        for y in range(n - x):
            chance = comb(n - 1, x) * comb(n - 1 - x, y) * lam**x * (1 - lam - bottom) ** y * bottom ** (n - 1 - x - y)
            for value, law in laws.items():
                output = anonymous(x + (value == "a"), k), anonymous(y, k)
                law[output] = law.get(output, F(0)) + chance
    outputs = sorted(laws["a"].keys() | laws["⊥"].keys(), key=str)
    a, absent = (np.array([laws[v].get(o, F(0)) for o in outputs], dtype=object) for v in ("a", "⊥"))
    T = k - 1
    bound = f(T, n - 1, lam) / (1 - lam * (n - 1) / ((1 - lam) * T))
    for first, second, order in ((a, absent, "a/⊥"), (absent, a, "⊥/a")):
        check.at_most(
            f"T = k - 1 = 2, both counts together, {order}: δ at ε = -ln(1 - δ₁)",
            hockey_stick(first, second, 1 / (1 - bound)),
            bound,
        )

    # Two steps of (ln 2, 1/10).
    P, R, Q = (np.array([x, 1 - x], dtype=object) for x in (F(3, 10), F(1, 10), F(0)))
    steps = [hockey_stick(x, y, 2) for x, y in ((P, R), (R, P), (R, Q), (Q, R))]
    check.true("P, R and R, Q are (ln 2, 1/10)-indistinguishable", all(d <= F(1, 10) for d in steps))
    check.equal("… P and Q at 2 ln 2 need (1 + 2)/10, more than 2/10", hockey_stick(P, Q, 4), F(3, 10))
    check.refutes(
        "with n = 11, λ = 1/50 and k = T = 1 the k-anonymity mechanism satisfies Theorem 5's (40, δ)-APKDP", bool(needed <= delta)
    )
