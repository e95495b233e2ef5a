"""On a line graph, blowfish privacy protects neighbouring values only.

Claim    Noise that hides steps of 1 gives ε-blowfish privacy for the line graph on {0, 1, 2, 3}, while the complete graph
         (bounded DP) needs 3ε.
Verdict  true.
Source   Des20, Definition 26.

One person's value is published with geometric noise of p = e^-ε = 1/2, clamped to 0…3. Values that are d apart have the
loss dε; the graph has only edges with d = 1.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION)
def blowfish_line_graph(check: Check) -> None:
    p = F(1, 2)

    def noisy(value: int) -> list[F]:
        inside = [(1 - p) / (1 + p) * p ** abs(k - value) for k in (1, 2)]
        return [p**value / (1 + p), *inside, p ** (3 - value) / (1 + p)]

    m = check.show("M", from_rows({(x,): noisy(x) for x in range(4)}))
    line = [(0, 1), (1, 2), (2, 3)]
    check.show("G", line)
    blowfish = notions["blowfish-privacy"]
    check.equal("ε for the line graph", blowfish.tightest(m, G=line), log_of(2))
    check.equal("ε for the complete graph", blowfish.tightest(m, G=[(a, b) for a in range(4) for b in range(a)]), log_of(8))
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), log_of(8))
    check.refutes(
        "ln 2-blowfish privacy for the line graph implies ln 2-bounded DP", notions["bounded-dp"].holds(m, epsilon=log_of(2))
    )
