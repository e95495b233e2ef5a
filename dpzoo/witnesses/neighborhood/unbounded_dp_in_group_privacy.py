"""Unbounded DP is no special case of group privacy.

Verdict  false, if a group's records may also be replaced (group privacy is printed as an extension of ε-DP): the two
         mechanisms below need ε' ≤ ε and ε' ≥ 2cε.

First, randomised response on whether the dataset is empty, with odds e^ε': all pairs of datasets are within ε', so it is
(c, ε')-group private for all c, and its unbounded loss is ε'. Second, the noisy sum of records ±1 (noise p = e^-ε = 1/2,
clamped to −2…2): unbounded loss ε, and c replaced records cost 2cε.
"""

from dpzoo.blocks.mechanism import Output
from dpzoo.witnesses.prelude import *


@decides("unbounded-dp/special_case_of/group-privacy", kind=Kind.SEPARATION, errata=["sok-table3-unbounded-in-group"])
def unbounded_dp_in_group_privacy(check: Check) -> None:
    datasets = complete_domain((-1, 1), 2)
    odds = F(3)  # e^ε'
    empty = from_function(datasets, lambda d: {"empty": (1 if d else odds) / (1 + odds), "not": (odds if d else 1) / (1 + odds)})
    check.show("randomised response on emptiness", empty)
    for c in (1, 2):
        check.equal(
            f"randomised response, group privacy with c = {c}: ε'", notions["group-privacy"].tightest(empty, c=c), log_of(odds)
        )
    check.equal(
        "randomised response, unbounded DP: ε', so ε' ≤ ε is needed", notions["unbounded-dp"].tightest(empty), log_of(odds)
    )

    p = F(1, 2)

    def noisy_sum(d: Any) -> dict[Output, F]:
        law: dict[Output, F] = {k: (1 - p) / (1 + p) * p ** abs(k - sum(d)) for k in range(-2, 3)}
        law[-2], law[2] = p ** (sum(d) + 2) / (1 + p), p ** (2 - sum(d)) / (1 + p)
        return law

    m = check.show("noisy sum", from_function(datasets, noisy_sum))
    check.equal("noisy sum, unbounded DP: ε", notions["unbounded-dp"].tightest(m), log_of(2))
    for c in (1, 2):
        check.equal(
            f"noisy sum, group privacy with c = {c}: 2cε is needed",
            notions["group-privacy"].tightest(m, c=c),
            log_of(2 ** (2 * c)),
        )
    check.refutes("some ε' ≤ ε satisfies ε' ≥ 2cε, here for c = 1", log_of(4) <= log_of(2))
