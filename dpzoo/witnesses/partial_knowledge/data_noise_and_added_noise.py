"""The attacker's uncertainty and added noise combine.

Claim    Uncertainty about the data and noise added to the count protect together better than either alone.
Verdict  true: Bin(1000, .05) with two-sided geometric noise of parameter ½ has δ = 2.8·10⁻⁵ at ε = ½, Bin(1000, .05)
         alone 9.1·10⁻⁵.
Source   Desfontaines 2020, Section 3.2.4.2 (nested composition).

The two sources add up, so their distribution is a convolution. That noise does not harm is post-processing; that it
helps here is seen by computing.
"""

from scipy.special import gammaln

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND, sampled="n, p, ε")
def data_noise_and_added_noise(check: Check) -> None:
    n, p, factor = 1000, 0.05, float(np.exp(0.5))
    s = np.arange(n + 1)
    others = np.exp(gammaln(n + 1) - gammaln(s + 1) - gammaln(n - s + 1) + s * np.log(p) + (n - s) * np.log(1 - p))
    noise = 0.5 ** np.abs(np.arange(-200, 201)) / 3  # Geo(ln 2): (1-q)/(1+q)·q^|k| with q = ½; what is cut off is below 10⁻⁶⁰

    def delta(law: np.ndarray) -> float:
        no, yes = np.append(law, 0.0), np.insert(law, 0, 0.0)
        return max(float(hockey_stick(no, yes, factor)), float(hockey_stick(yes, no, factor)))

    data, added, both = delta(others), delta(noise), delta(np.convolve(others, noise))
    check.equal("the count alone: δ at ε = ½, in units of 10⁻⁵", data * 1e5, 9.1, tolerance=0.05)
    check.equal("the noise alone, if everything is known", added, 0.117, tolerance=5e-4)
    check.equal("both, in units of 10⁻⁵", both * 1e5, 2.8, tolerance=0.05)
    check.confirms("data and noise together have a smaller δ at ε = ½ than either alone", both < min(data, added), numeric=True)
