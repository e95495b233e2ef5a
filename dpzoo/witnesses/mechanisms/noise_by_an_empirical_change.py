"""The change that one looked up in the data is not the sensitivity.

Claim    Laplace noise of scale s/ε on a regression's predictions is ε-DP if s is the largest change of the mean squared error
         when one record of the data at hand is left out.
Verdict  false: s measures neither the predictions nor other datasets.
Source   Boe19, Section 4.3.1.

Regression through the origin, y = wx, w = Σxy/Σx². D = {(1, 1), (1, −1)} has w = 0 and mean squared error 1; without the second
record w = 1 and the error 0, so s = 1. The prediction at x = 10 moves from 0 to 10: the loss there is 10ε.
"""

from dpzoo.witnesses.prelude import *


@decides("prediction-noise-by-empirical-change/claims/unbounded-dp", kind=Kind.ATTACK)
def noise_by_an_empirical_change(check: Check) -> None:
    def slope(data: list[tuple[int, int]]) -> F:
        return F(sum(x * y for x, y in data), sum(x * x for x, _ in data))

    def error(data: list[tuple[int, int]]) -> F:
        return sum(((y - slope(data) * x) ** 2 for x, y in data), F(0)) / len(data)

    whole = [(1, 1), (1, -1)]
    parts = [[record for record in whole if record != left_out] for left_out in whole]
    s = max(abs(error(whole) - error(part)) for part in parts)
    check.equal("s, the largest change of the mean squared error", s, 1)
    centres = {tuple(data): 10 * slope(data) for data in (whole, *parts)}  # the prediction at x = 10

    r = F(1, 2)  # e^(−ε) = 1/2, s = 1: Pr[noise > k] = ½ r^k

    def beyond(centre: F, cut: int) -> F:
        gap = int(cut - centre)
        return F(1, 2) * r**gap if gap >= 0 else 1 - F(1, 2) * r**-gap

    def law(d: Any) -> dict[Any, F]:
        high, low = beyond(centres[d], 10), 1 - beyond(centres[d], 0)
        return {"below 0": low, "between": 1 - low - high, "above 10": high}

    m = from_function([tuple(whole), *map(tuple, parts)], law, name="noisy prediction at x = 10")
    check.show("the noisy prediction at x = 10, ε = ln 2", m)
    dp = notions["unbounded-dp"]
    check.equal("the loss of one prediction, ε = ln 2: 10 ln 2", dp.tightest(m), log_of(2**10))
    check.refutes("one prediction is ln 2-DP", dp.holds(m, epsilon=log_of(2)))
