"""Two hints of a rare value: bounds on how far a report moves a belief do not compose.

Verdict  false: of two mechanisms at the same small level both together move the belief nearly to certainty, and the χ²
         divergence beyond every bound.

On a rare value of probability p a hint is certain, on the other one it has probability h. For ε = 1/10 and p = εh/2 a hint
moves the belief by at most ε, and two hints by nearly 2 if h is small. For p = ε²h²/(1 + ε²h²) the χ² divergence after a hint
is at most ε², and after two of the order of 1/h².
"""

from dpzoo.witnesses.prelude import *


@decides("strong-l1-privacy strong-chi-squared-privacy/composition")
def two_hints_of_a_rare_value(check: Check) -> None:
    e = F(1, 10)
    for h in (F(1, 10**3), F(1, 10**6)):
        M = from_rows({("rare",): (F(1), F(0)), ("usual",): (h, 1 - h)}, ["hint", "nothing"])
        check.show(f"M, h = {h}", M)
        p = e * h / 2
        law = {"rare": p, "usual": 1 - p}
        check.at_most(f"h = {h}: ℓ1 of one", notions["strong-l1-privacy"].tightest(M, Theta=[law]), e)
        both = notions["strong-l1-privacy"].tightest(M.compose(M), Theta=[law])
        check.at_least(f"h = {h}: ℓ1 of both, which tends to 2", both, 2 * (e / (e + 2 * h) - p))
        p = e**2 * h**2 / (1 + e**2 * h**2)
        law = {"rare": p, "usual": 1 - p}
        check.at_most(f"h = {h}: χ² of one", notions["strong-chi-squared-privacy"].tightest(M, Theta=[law]), e)
        both = notions["strong-chi-squared-privacy"].tightest(M.compose(M), Theta=[law])
        check.at_least(f"h = {h}: χ² of both, which grows with 1/h", both, e / (2 * h * (1 + e**2)))
    check.therefore_not("a bound on each leaves a bound below the largest value for both")
