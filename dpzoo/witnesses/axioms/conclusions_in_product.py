"""Conclusions multiply: semantic privacy survives neither randomised post-processing nor mixing.

Verdict  false: a bound of 0.374 grows to 3/7 by post-processing, and one of 1/3 to 3/7 by mixing; approximate semantic
         privacy at (1/3, 0) is lost by merging two outputs, and by mixing.

The effect of a record on an event is Pr[M(D) ∈ S]/Pr[M(D without it) ∈ S]. If all effects lie within a factor r of each
other, conclusions differ by at most (√r - 1)/(√r + 1), and priors on two datasets attain it. One output depends on whether
t is in D, another on whether u is not; merged or mixed, the effects of both multiply. Semantic privacy speaks of events, so
a function of the output is harmless; the approximate form speaks of single outputs.
"""

from dpzoo.witnesses.prelude import *


@decides("semantic-privacy approximate-semantic-privacy/post_processing convexity")
def conclusions_in_product(check: Check) -> None:
    domain = complete_domain("tu", 2)
    semantic = notions["semantic-privacy"]

    def by_output(m: FiniteMechanism) -> Real:
        """The largest distance of conclusions from one output: (√r - 1)/(√r + 1), r the largest ratio of two effects."""
        found = []
        for o in m.outputs:
            for i in range(2):
                effects = [m.probability(D, o) / m.probability(D[:i] + D[i + 1 :] if len(D) > i else D, o) for D in domain]
                root = real(max(effects) / min(effects)).sqrt()
                found.append((root - 1) / (root + 1))
        return greatest(found)

    def seen(m: FiniteMechanism, output: str | int) -> F:
        """One half each on (t, u) and (u): how far the output's conclusions with and without the first record are apart."""
        first, second = ("t", "u"), ("u",)
        here, there = ([m.probability(D[skip:], output) for D in (first, second)] for skip in (0, 1))
        found: F = abs(here[0] / sum(here) - there[0] / sum(there))
        return found

    def law(d: tuple[Any, ...]) -> dict[Any, F]:
        a, b = F(4 if "t" in d else 1, 100), F(9 if "u" in d else 36, 100)
        return {"a": a, "b": b, "c": 1 - a - b}

    M = from_function(domain, law)
    processed = M.post_process({"a": "a", "b": {"a": F(1, 9), "c": F(8, 9)}, "c": "c"})
    check.show("M", M)
    check.show("a kept, b turned into a with probability 1/9", processed)
    before, after = semantic.tightest(M), semantic.tightest(processed)
    check.less("semantic privacy: ε of M (r = 4.81, at the event {a, b})", before, F(374, 1000))
    check.equal("… of the processed M", after, F(3, 7))
    check.equal("… which a prior of one half each on (t, u) and (u) shows at the output a", seen(processed, "a"), F(3, 7))
    check.equal("approximate semantic privacy, δ = 0: ε of M (r = 4, at a and at b)", by_output(M), F(1, 3))
    check.greater("… of M with a and b merged", by_output(M.post_process({"a": "ab", "b": "ab", "c": "c"})), F(373, 1000))

    M1 = from_function(domain, lambda d: {1: F(4 if "t" in d else 1, 10), 0: F(6 if "t" in d else 9, 10)})
    M2 = from_function(domain, lambda d: {1: F(1 if "u" in d else 4, 10), 0: F(9 if "u" in d else 6, 10)})
    mixed = M1.mix(M2)
    check.show("M₁", M1)
    check.show("M₂", M2)
    for name, m, epsilon in (("M₁", M1, F(1, 3)), ("M₂", M2, F(1, 3)), ("the even mixture", mixed, F(3, 7))):
        check.equal(f"semantic privacy: ε of {name}", semantic.tightest(m), epsilon)
        check.equal(f"approximate semantic privacy, δ = 0: ε of {name}", by_output(m), epsilon)
    check.equal("… which a prior of one half each on (t, u) and (u) shows at the output 1", seen(mixed, 1), F(3, 7))
