"""Two answers compared: a classifier that is private answer by answer.

Claim    Differential training privacy [LBG17] survives post-processing of the classifier.
Verdict  false: ε = 0 becomes ε = ∞ when a new classifier compares the answers to two questions.

On D the classifier gives two questions the same fair bit, without t it gives them opposite fair bits. Each answer alone is
fair in both cases, and the notion looks at one answer at a time. The classifier that answers each question with the
exclusive or of both old answers tells whether t was used.
"""

from dpzoo.witnesses.prelude import *


@decides("machine-learning-dp-lbg17/post_processing")
def two_answers_compared(check: Check) -> None:
    with_t, without, half = ("s", "t"), ("s",), F(1, 2)
    classifiers = [(0, 0), (1, 1), (0, 1), (1, 0)]  # the answers to questions 1 and 2
    M = from_rows({with_t: [half, half, 0, 0], without: [0, 0, half, half]}, outputs=classifiers)
    compared = M.post_process({(x, y): (x ^ y, x ^ y) for x, y in classifiers})
    check.show("M", M)
    check.show("f∘M", compared)

    def epsilon(m: FiniteMechanism) -> Real:
        """The largest loss of the answer to one question, between D and D without t."""
        answers = [m.post_process({c: c[x] for c in classifiers}) for x in (0, 1)]
        pairs = [(a.row(D), a.row(E)) for a in answers for D, E in ((with_t, without), (without, with_t))]
        return greatest([max_divergence(p, q) for p, q in pairs])

    check.equal("ε of M", epsilon(M), 0)
    check.equal("ε of f∘M", epsilon(compared), INFINITY)
    check.refutes("f∘M is (D, t, ε)-DTP for some ε, as M is for ε = 0", not epsilon(compared).infinite)
