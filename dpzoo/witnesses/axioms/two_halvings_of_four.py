"""Four values halved twice: thresholds on guesses do not compose.

Verdict  false: each of two questions leaves two of four values, and both together leave one.

One value is uniform on 0, 1, 2, 3. One question is whether it is at least 2, the other whether it is odd. After one answer
the best guess is right with probability 1/2 (a guess within ε < 1/2 fits one value only), the belief in a secret value is
at most 1/2, each participant of four has the belief at most 1/2, and each record has l = 1 alternative that leads to the
same law. After both, or when the output shows which question was asked, no two values have the same possible outputs.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "data-privacy differential-identifiability epsilon-privacy-pzjl20 multi-dimensional-data-privacy/composition",
    "relaxed-indistinguishability/composition convexity",
    kind=Kind.COMPOSITION,
)
def two_halvings_of_four(check: Check) -> None:
    values = range(4)
    M1 = deterministic([(v,) for v in values], lambda d: "≥ 2" if d[0] in (2, 3) else "< 2")
    M2 = deterministic([(v,) for v in values], lambda d: "odd" if d[0] in (1, 3) else "even")
    mechanisms = {"M₁": M1, "M₂": M2, "both": M1.compose(M2), "the even mixture": M1.mix(M2)}
    check.show("M₁", M1)
    check.show("M₂", M2)

    def best_guess(m: FiniteMechanism) -> F:
        """The largest probability of guessing the value from the output: data-privacy's δ for ε < 1/2."""
        return sum((max(F(1, 4) * m.probability((v,), o) for v in values) for o in m.outputs), F(0))

    def belief(m: FiniteMechanism) -> F:
        """The largest belief in one value after an output: ρ of differential identifiability (n = 1), ε of PZJL20 (L = {v})."""
        rows = [[m.probability((v,), o) for v in values] for o in m.outputs]
        return F(max(max(row) / sum(row) for row in rows))

    def alternatives(m: FiniteMechanism) -> int:
        """l of relaxed indistinguishability, at any ε: the least number of other values with the same possible outputs."""
        possible = {v: {o for o in m.outputs if m.probability((v,), o)} for v in values}
        return min(sum(possible[u] == possible[v] for u in values if u != v) for v in values)

    for name in ("M₁", "M₂"):
        m = mechanisms[name]
        check.equal(f"{name}: data-privacy's δ", best_guess(m), F(1, 2))
        check.equal("… the largest belief in one value", belief(m), F(1, 2))
        check.equal("… the least number of alternatives, which lead to the same law", alternatives(m), 1)
        check.true("… M is deterministic, so ε = 0", all(p in (0, 1) for D in m.datasets for p in m.row(D)))
    both, mixture = mechanisms["both"], mechanisms["the even mixture"]
    check.equal("both: data-privacy's δ", best_guess(both), 1)
    check.equal("… the largest belief in one value", belief(both), 1)
    check.equal("… the least number of alternatives, at any ε", alternatives(both), 0)
    check.equal("the even mixture: the least number of alternatives, at any ε", alternatives(mixture), 0)
