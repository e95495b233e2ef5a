"""One-sided DP lets harmless records be published as they are.

Claim    A mechanism that publishes each non-sensitive record with probability 1 − e^-ε, and never a sensitive one, is (P,
         ε)-one-sided DP; its loss in the other direction is infinite, so it is not bounded DP.
Verdict  true.
Source   Des20, Definition 21.

If a sensitive record is replaced by a harmless one, "nothing published" becomes less likely, by the factor e^-ε at least.
The other way round, the published record cannot come from the dataset in which it is sensitive. Here e^ε = 2.
"""

from dpzoo.blocks.mechanism import Dataset, Output
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.SEPARATION)
def one_sided_truthful_release(check: Check) -> None:
    published = F(1, 2)  # 1 − e^-ε

    def law(d: Dataset) -> dict[Output, F]:
        found: dict[Output, F] = {}
        for shown in itertools.product((True, False), repeat=len(d)):
            chance = F(1)
            for record, s in zip(d, shown, strict=True):
                chance *= F(not s) if record == "sensitive" else published if s else 1 - published
            found[tuple(r if s else "–" for r, s in zip(d, shown, strict=True))] = chance
        return found

    m = check.show("M", from_function(complete_domain(("sensitive", "harmless"), 2, 1), law))
    check.equal("ε of one-sided DP", notions["one-sided-dp"].tightest(m, P=["sensitive"]), log_of(2))
    sensitive, harmless = m.row(("sensitive",)), m.row(("harmless",))
    check.equal("loss of (sensitive) against (harmless)", max_divergence(sensitive, harmless), log_of(2))
    check.equal("loss of (harmless) against (sensitive)", max_divergence(harmless, sensitive), INFINITY)
    check.equal("ε of bounded DP", notions["bounded-dp"].tightest(m), INFINITY)
    check.refutes("(P, ln 2)-one-sided DP implies ε-bounded DP, here for ε = 1000", notions["bounded-dp"].holds(m, epsilon=1000))
