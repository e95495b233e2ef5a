"""Asymmetric DP without sensitive values allows some records to be published.

M publishes each record, in their order, with probability 1 - 1/e^ε (1/2 below). After a record is added every
earlier output is at least 1/e^ε times as likely, and no removal is compared. But an output can come only from
datasets that contain it: two different datasets never have the same set of possible outputs. With the test function
c on the output (t), 0 elsewhere, E_P h - E_Q exp(h - 1) = c/2 - 1/e.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    """asymmetric-dp/does_not_imply/blowfish-privacy causal-dp distributional-dp bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy sensitivity-induced-dp capacity-bounded-dp dp-under-sampling input-discriminative-dp
    extended-divergence-dp""",
    sampled=SAMPLED,
)
def asymmetric_publishes_some_records(check: Check) -> None:

    def release(d: tuple[Any, ...]) -> dict[Any, F]:
        law: dict[Any, F] = {}
        for kept in product((True, False), repeat=len(d)):
            part = tuple(r for r, k in zip(d, kept, strict=True) if k)
            law[part] = law.get(part, F(0)) + F(1, 2) ** len(d)
        return law

    M = check.show("M", from_function(complete_domain("tu", 2), release))
    found = notions["asymmetric-dp"].tightest(M, P=[])
    check.equal("asymmetric-dp, no sensitive value: e^ε", found.value.exp(), 2, of=found)
    by_hand = ("capacity-bounded-dp", "extended-divergence-dp")
    violates(check, TellsApart(M, ("t",), ("u",)), [y for y in check.denied if y not in by_hand])
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        test = {o: c if o == ("t",) else 0 for o in M.outputs}
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[test])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, F(c, 2) - 1)
    ext, f = notions["extended-divergence-dp"], {"f": "(t - 1) * log(t)", "at_zero": "inf", "slope": "inf"}
    asked = [ext.tightest(M, f=f, d={pair: 1}) for pair in permutations(M.datasets, 2)]
    text = "extended-divergence-dp: the divergence is infinite on every ordered pair"
    check.true(text, all(t.value == INFINITY for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is no multiple of a finite d")
