"""The likeliest guess and the test at level one half do not have the same recall.

Verdict  false: at ε = 1 the recalls are 0.697, 0.816 and 0.9996. What is said of accuracy is true: the likeliest guess is
         the most accurate one.

Noise Lap(1/ε), the secret shifts it by 1. At α = 0.5 the test's threshold is 0, that of the likeliest guess is 1/2. With ε =
2 ln 2 all numbers are rational.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK, errata=["ashena-recall-of-liu"])
def recall_of_the_two_tests(check: Check) -> None:
    z = F(1, 2)  # e^(−ε/2)

    def above(halves: int) -> F:
        """Pr[ν > halves/2]."""
        tail: F = z ** abs(halves) / 2
        return tail if halves >= 0 else 1 - tail

    check.equal("threshold 0: its false-alarm probability α", above(0), F(1, 2))
    check.equal("threshold 1/2, the likeliest guess: its false-alarm probability", above(1), z / 2)
    ours, theirs = above(1 - 2), above(0 - 2)
    check.equal("recall of the likeliest guess: 1 − ½e^(−ε/2)", ours, 1 - z / 2)
    check.equal("recall at α = 0.5: 1 − ½e^(−ε)", theirs, 1 - z**2 / 2)
    check.equal("precision of the likeliest guess", ours / (ours + above(1)), ours)
    our_accuracy, their_accuracy = (ours + 1 - above(1)) / 2, (theirs + 1 - above(0)) / 2
    check.equal("accuracy of the likeliest guess", our_accuracy, ours)
    check.equal("accuracy at α = 0.5: ¾ − ¼e^(−ε)", their_accuracy, F(3, 4) - z**2 / 4)
    check.greater("accuracy of the likeliest guess, against that", our_accuracy, their_accuracy)

    check.less("ε = 1: recall of the likeliest guess", 1 - real(F(-1, 2)).exp() / 2, F(697, 1000))
    check.greater("ε = 1: recall at α = 0.5", 1 - real(F(-1)).exp() / 2, F(816, 1000))
    # the threshold −τ has the false-alarm probability 1 − ½e^(−τε) = 0.999, so that e^(−τε) = 0.002
    check.greater("ε = 1: recall at α = 0.999", 1 - F(2, 1000) * real(F(-1)).exp() / 2, F(9996, 10_000))
    check.refutes("the likeliest guess has the recall of the test at α = 0.5", ours == theirs)
