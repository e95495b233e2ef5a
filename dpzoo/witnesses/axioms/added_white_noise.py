"""Added white noise: series-indistinguishability does not survive post-processing.

Verdict  false: noise with the data's autocorrelation 2^-|τ| plus white noise of the same variance has 1/4 at lag 1, not
         1/2.

Let the noise Z_t keep its value with probability 1/2 at each step and be drawn anew otherwise, from the two-sided geometric
law Pr[Z = z] = 2^-|z|/3: then E[Z_t Z_(t+τ)] = 2^-τ E[Z²], as no draw was new with probability 2^-τ and new draws have mean
0. With data in {0, 1} the loss at one time is ln 2. Adding independent noise to the published series is a function of it
and of coins.
"""

from dpzoo.witnesses.prelude import *


@decides("series-indistinguishability/post_processing")
def added_white_noise(check: Check) -> None:
    # E[Z²] = (2/3) Σ z² x^z at x = 1/2, and Σ z² x^z = x(1 + x)/(1 - x)³; the total mass is (1 + 2x/(1 - x))/3
    x = F(1, 2)
    check.equal("the mass of Z's law", (1 + 2 * x / (1 - x)) / 3, 1)
    variance = F(2, 3) * x * (1 + x) / (1 - x) ** 3
    check.equal("E[Z²]", variance, 4)
    ratios = [F(2 ** abs(z - 1), 2 ** abs(z)) for z in range(-20, 21)]  # Pr[Z = z] / Pr[1 + Z = z]
    check.equal("the largest ratio of the laws of Z and 1 + Z, e^ε (all z are like these)", max(*ratios, 1 / min(ratios)), 2)

    def autocorrelation(white: F, lag: int) -> F:
        """Of the noise with white noise of this variance added."""
        covariance = variance * F(1, 2**lag) + (white if lag == 0 else 0)
        return covariance / (variance + white)

    for lag in range(5):
        check.equal(f"autocorrelation of the noise at lag {lag}", autocorrelation(F(0), lag), F(1, 2**lag))
    after = autocorrelation(variance, 1)
    check.equal("… with white noise of the same variance added, at lag 1", after, F(1, 4))
    check.refutes("the noise of the post-processed series has the autocorrelation of the data, 1/2 at lag 1", after == F(1, 2))
