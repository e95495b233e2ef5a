"""One simulator for two worlds: the inference-based notions with simulators.

Verdict  false: ε = δ = 0 becomes ε = ∞ for every δ < 1/2 (post-processing) and every δ < 1/4 (mixing).

A bit a is uniform and secret; in the world θ_w a second bit is w. The simulator sees a. Publishing (a, w) shows a in both
worlds, as does (a, u) with a coin u. Publishing only a⊕w makes the output 0 a proof of a = 0 in θ₀ and of a = 1 in θ₁,
while a simulator's output leads to one belief in both. In the mixture of "a if w = 0, else !" and "1 - a if w = 1, else !"
the output 1 does the same, with probability 1/4. A belief that is certain and its opposite are not both within (ε, δ) of
one belief for δ < 1/2; outputs of probability above δ cannot be left out. For distributional DP the records are (a, w) and
a.
"""

from dpzoo.witnesses.prelude import *


@decides("inference-based-coupled-worlds-privacy inference-based-distributional-dp/post_processing convexity")
def one_simulator_two_worlds(check: Check) -> None:
    bits = list(itertools.product((0, 1), repeat=2))
    settings: dict[str, list[tuple[Any, tuple[int, int]]]] = {
        "inference-based-coupled-worlds-privacy": [((a, w), (a, w)) for a, w in bits],
        "inference-based-distributional-dp": [(((a, w), a), (a, w)) for a, w in bits],
    }
    for name, data in settings.items():
        bits_of = dict(data)
        notion = notions[name]
        Theta = [Prior.of({D: F(1, 2) for D, (_, w) in data if w == world}, f"θ{world}") for world in (0, 1)]
        given: dict[str, Any] = {"Theta": Theta}
        if "coupled" in name:
            given["Gamma"] = [(lambda d: d[0], lambda d: d[0])]
        M = deterministic([D for D, _ in data], lambda d: bits_of[d])  # noqa: B023
        xor = M.post_process({(a, w): a ^ w for a, w in bits})
        M0 = M.post_process({(a, w): a if w == 0 else "!" for a, w in bits})
        M1 = M.post_process({(a, w): 1 - a if w == 1 else "!" for a, w in bits})
        mixture = M0.mix(M1)
        for symbol, m in (("M", M), ("a⊕w", xor), ("M₀", M0), ("M₁", M1)) if "coupled" in name else ():
            check.show(symbol, m)
        for symbol, m in (("M", M), ("M₀", M0), ("M₁", M1)):
            check.equal(f"{name}: ε of {symbol} at δ = 0", notion.tightest(m, delta=0, **given), 0)
        for delta in (F(0), F(1, 4), F(49, 100)):
            check.equal(f"… ε of a⊕w at δ = {delta}", notion.tightest(xor, delta=delta, **given), INFINITY)
        for delta in (F(0), F(1, 8), F(24, 100)):
            check.equal(f"… ε of the mixture at δ = {delta}", notion.tightest(mixture, delta=delta, **given), INFINITY)
