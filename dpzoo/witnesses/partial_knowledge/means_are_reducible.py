"""How known records move the means.

Claim      The geometric, harmonic and quadratic mean are Θ-reducible by three printed maps from the output given B₁
           to that given B₂; the quadratic one is √(n·M² + Σ((B₂)ⱼ² − (B₁)ⱼ²)/n).
Verdict    true of the geometric and the harmonic mean; the printed map of the quadratic mean is false.

Take the records (1, 2, 3, 4) and replace the known ones, (1, 2), by (5, 2). A map that is to carry M(1,2,3,4) to
M(5,2,3,4) can be tried on these numbers.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["thesis-prop26-quadratic-mean"])
def means_are_reducible(check: Check) -> None:
    before, after, n = (1, 2, 3, 4), (5, 2, 3, 4), 4
    B1, B2 = before[:2], after[:2]
    check.show("records, before and after", {"before": before, "after": after})

    def quadratic_squared(d: tuple[int, ...]) -> F:
        return F(sum(x * x for x in d), n)

    def harmonic(d: tuple[int, ...]) -> F:
        return n / sum((F(1, x) for x in d), F(0))

    # The geometric mean's n-th power, by the printed map: M^n · ΠB₂/ΠB₁.
    mapped = F(prod(before)) * F(prod(B2), prod(B1))
    check.equal("geometric: the printed map's n-th power", mapped, prod(after))
    # The harmonic mean: n·((M/n)⁻¹ + Σ(1/B₂ - 1/B₁))⁻¹.
    inverse = n / harmonic(before) + sum((F(1, y) - F(1, x) for x, y in zip(B1, B2, strict=True)), F(0))
    check.equal("harmonic: the printed map", n / inverse, harmonic(after))
    # The quadratic mean's square: n·M² + Σ(B₂² - B₁²)/n as printed, M² + Σ(B₂² - B₁²)/n.
    shift = F(sum(y * y - x * x for x, y in zip(B1, B2, strict=True)), n)
    printed = n * quadratic_squared(before) + shift
    check.equal("quadratic: the square, by the printed map", printed, 36)
    check.equal("… the square of the mean of (5, 2, 3, 4)", quadratic_squared(after), F(27, 2))
    check.equal("… by the corrected map", quadratic_squared(before) + shift, quadratic_squared(after))
    means = {"quadratic": real(quadratic_squared(after)).sqrt(), "harmonic": real(harmonic(after))}
    means["geometric"] = real(prod(after)).sqrt().sqrt()
    for name, digits in (("quadratic", F(3674, 1000)), ("harmonic", F(3117, 1000)), ("geometric", F(3310, 1000))):
        check.at_most(f"the {name} mean of (5, 2, 3, 4)", means[name], digits + F(1, 2000))
        check.at_least("… from below", means[name], digits - F(1, 2000))
    check.refutes(
        "the printed map carries the quadratic mean of (1,2,3,4) to that of (5,2,3,4)", printed == quadratic_squared(after)
    )
