"""The loss of a pair of queries.

Claim      The loss of (M₁, M₂) is 2·Dep + L₁ + L₂, where Dep is how much M₁'s output changes the loss of M₂. So two
           (μ, ν)-bounded dependent mechanisms compose, with 2μ + ε₁ + ε₂ and δ₁ + δ₂ + ν.
Verdict    the identity is false as printed: the factor 2 is too much. The composition bound is true, and holds with μ
           in place of 2μ.

By the chain rule the loss of the pair is L₁ plus the loss of M₂ given M₁'s output, and Dep is by definition the
latter minus L₂. Here D has three fair bits, the target is the first, and M₁, M₂ are the majority of all, each flipped
with probability 1/4 by a coin of its own.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ERRATUM, errata=["thesis-theorem6-double-dependency"])
def composed_loss_and_dependency(check: Check) -> None:
    flip = F(1, 4)
    joint = {(t, o1, o2): F(0) for t in (0, 1) for o1 in (0, 1) for o2 in (0, 1)}
    for t, y, z in itertools.product((0, 1), repeat=3):
        majority = int(t + y + z > 1)
        for o1, o2 in itertools.product((0, 1), repeat=2):
            joint[t, o1, o2] += F(1, 4) * (1 - flip if o1 == majority else flip) * (1 - flip if o2 == majority else flip)
    first = {(t, o): joint[t, o, 0] + joint[t, o, 1] for t in (0, 1) for o in (0, 1)}
    second = {(t, o): joint[t, 0, o] + joint[t, 1, o] for t in (0, 1) for o in (0, 1)}
    check.show("Pr[(M₁, M₂) = (O₁, O₂) | D(i) = t], by (t, O₁, O₂)", {str(k): str(w) for k, w in joint.items()})
    wrong, dep = 0, {}
    for t, (o1, o2) in itertools.product((0, 1), itertools.product((0, 1), repeat=2)):
        s = 1 - t
        e_l, e_l1, e_l2 = joint[t, o1, o2] / joint[s, o1, o2], first[t, o1] / first[s, o1], second[t, o2] / second[s, o2]
        dep[t, o1, o2] = (joint[t, o1, o2] / first[t, o1]) / (joint[s, o1, o2] / first[s, o1]) / e_l2
        wrong += e_l != dep[t, o1, o2] ** 2 * e_l1 * e_l2
        check.equal(f"t = {t}, (O₁, O₂) = {(o1, o2)}: e^L against e^Dep · e^L₁ · e^L₂", e_l, dep[t, o1, o2] * e_l1 * e_l2)
        if (t, o1, o2) == (1, 1, 1):
            check.equal("… by the printed formula e^(2 Dep) · e^L₁ · e^L₂", dep[t, o1, o2] ** 2 * e_l1 * e_l2, F(49, 25))
    check.greater("how many of the eight printed identities fail", wrong, 0)

    # The corollary with μ, exactly: δ of the pair at ε₁ + ε₂ + μ against δ₁ + δ₂ + ν, for t = 1 (t = 0 is symmetric).
    outputs = list(itertools.product((0, 1), repeat=2))
    for a, b, m in itertools.product((F(1), F(5, 4), F(3, 2)), (F(1), F(3, 2)), (F(1), F(11, 10))):
        d1 = sum((max(F(0), first[1, o] - a * first[0, o]) for o in (0, 1)), F(0))
        d2 = sum((max(F(0), second[1, o] - b * second[0, o]) for o in (0, 1)), F(0))
        nu = sum((joint[1, x, y] * max(F(0), 1 - m / dep[1, x, y]) for x, y in outputs), F(0))
        d = sum((max(F(0), joint[1, x, y] - a * b * m * joint[0, x, y]) for x, y in outputs), F(0))
        check.at_most(f"e^ε₁ = {a}, e^ε₂ = {b}, e^μ = {m}: δ of the pair at ε₁ + ε₂ + μ", d, d1 + d2 + nu)
    check.refutes("the loss of the pair is 2·Dep + L₁ + L₂ for all outputs", wrong == 0)
