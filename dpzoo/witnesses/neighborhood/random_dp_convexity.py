"""Random DP is not convex, and the printed γ does not show it.

Claim    For ten records from a fair coin, M₀ (are all 0?) and M₁ (are all 1?) are (π, 2⁻⁹, 0)-random DP, and their uniform
         mixture is not.
Verdict  false as printed: the definition draws the changed record anew, and then the mixture's bad pairs have probability
         2⁻⁹ exactly.
Source   DP22, Proposition 4; Des20, Proposition 15.

A pair is bad if the outputs differ in law. With a fresh draw the two datasets are equal with probability 1/2; with a
flipped record, as in the example's text, they never are. We count over all draws of ten records and the eleventh. (Datasets
have ten records, as printed.)
"""

from dpzoo.witnesses.prelude import *

Bits = tuple[int, ...]
Law = dict[str, F]


@decides("random-dp/convexity", errata=["sok-prop4-random-dp-example"])
def random_dp_convexity(check: Check) -> None:
    def m0(d: Bits) -> Law:
        return {"0": F(1)} if not any(d) else {"⊥": F(1)}

    def m1(d: Bits) -> Law:
        return {"1": F(1)} if all(d) else {"⊥": F(1)}

    def mixture(d: Bits) -> Law:
        return {o: (m0(d).get(o, F(0)) + m1(d).get(o, F(0))) / 2 for o in {**m0(d), **m1(d)}}

    def bad(m: Callable[[Bits], Law], n: int, *, flip: bool = False) -> F:
        """The probability of a pair with different laws; the last record changes (the mechanisms ignore the order)."""
        draws = list(itertools.product((0, 1), repeat=n + 1))
        return F(sum(m(d[:n]) != m((*d[: n - 1], 1 - d[n - 1] if flip else d[n])) for d in draws), len(draws))

    check.equal("flipped record, M₀: bad with probability 2⁻⁹, as printed", bad(m0, 10, flip=True), F(1, 2**9))
    check.equal("flipped record, mixture: 2⁻⁸", bad(mixture, 10, flip=True), F(1, 2**8))
    check.equal("fresh record, M₀: 2⁻¹⁰", bad(m0, 10), F(1, 2**10))
    check.equal("fresh record, M₁: 2⁻¹⁰", bad(m1, 10), F(1, 2**10))
    worst = bad(mixture, 10)
    check.equal("fresh record, mixture: 2⁻⁹, so γ = 2⁻⁹ accepts it and γ = 2⁻¹⁰ does not", worst, F(1, 2**9))

    # the same with four records through the definition of the base
    datasets = list(itertools.product((0, 1), repeat=4))
    small = [from_rows({d: [m(d).get(o, F(0)) for o in "01⊥"] for d in datasets}, outputs="01⊥") for m in (m0, m1)]
    check.show("M₀ on four records", small[0])
    check.show("M₁ on four records", small[1])
    random_dp, fair = notions["random-dp"], {0: F(1, 2), 1: F(1, 2)}
    for name, m in (("M₀", small[0]), ("M₁", small[1])):
        check.equal(f"four records: least γ of {name} at ε = 0", random_dp.tightest(m, prior=fair, epsilon=0), F(1, 2**4))
    mixed = small[0].mix(small[1])
    check.equal("four records: least γ of the mixture at ε = 0", random_dp.tightest(mixed, prior=fair, epsilon=0), F(1, 2**3))
    check.true("so the axiom fails at γ = 2⁻⁴", not random_dp.holds(mixed, prior=fair, gamma=F(1, 16), epsilon=0))
    check.refutes("the mixture of M₀ and M₁ is not (π, 2⁻⁹, 0)-random DP", worst > F(1, 2**9))
