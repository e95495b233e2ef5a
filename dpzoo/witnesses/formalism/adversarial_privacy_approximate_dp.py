"""Approximate DP is no adversarial privacy, and does not imply it.

Verdict    false as printed for δ > 0: publishing the record with probability δ satisfies (0, δ)-DP, and the posterior becomes
           1.

The δ of DP is the probability of a bad event; that of adversarial privacy is added to the posterior after every event, however
rare. If for some θ with 0 < θ[t ∈ D] the bound e^ε' θ[t ∈ D] + δ' were below 1, the mechanism M would violate it; if it is
never below 1, then publishing the data satisfies it too. So no Θ, ε', δ' separate M from "publish", as (0, δ)-DP does.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-dp/special_case_of/adversarial-privacy",
    "approximate-dp/does_not_imply/adversarial-privacy",
    kind=Kind.SEPARATION,
    errata=["sok-table3-advpr-extends-approximate-dp"],
    sampled={"adversarial-privacy": "ε', δ'"},
    without={"approximate-dp": "its δ is read off the two laws of M, which differ in one record"},
)
def adversarial_privacy_approximate_dp(check: Check) -> None:
    delta = F(1, 10)
    m = from_rows({("t",): [delta, F(0), 1 - delta], ("u",): [F(0), delta, 1 - delta]}, outputs=["it is t", "it is u", "nothing"])
    publish = from_rows({("t",): [F(1), F(0)], ("u",): [F(0), F(1)]}, outputs=["it is t", "it is u"])
    check.show("M", m)
    P, Q = m.row(("t",)), m.row(("u",))
    check.equal("M: the δ of approximate DP at ε = 0", hockey_stick(P, Q, 1), delta)
    check.equal("publish: the δ of approximate DP, for every ε", hockey_stick(publish.row(("t",)), publish.row(("u",)), 10**9), 1)

    def posterior(mechanism: FiniteMechanism, prior: F, output: str) -> F:
        t, u = mechanism.probability(("t",), output), mechanism.probability(("u",), output)
        return F(prior * t / (prior * t + (1 - prior) * u))

    for prior in (F(1, 2), F(1, 100), F(1, 10**6)):
        check.equal(f"prior {prior} of t: the posterior after “it is t”, M", posterior(m, prior, "it is t"), 1)
        check.equal(f"prior {prior} of t: the same for publish", posterior(publish, prior, "it is t"), 1)
    # for given e^ε' and δ' < 1 the prior p = (1 - δ')/(2e^ε') has the bound (1 + δ')/2 < 1
    violated = True
    for exp_epsilon, slack in ((F(1), F(0)), (F(2), F(1, 10)), (F(1000), F(99, 100))):
        prior = (1 - slack) / (2 * exp_epsilon)
        violated &= posterior(m, prior, "it is t") > exp_epsilon * prior + slack
    check.true(
        "M violates adversarial privacy with e^ε', δ' = (1, 0), (2, 1/10), (1000, 99/100), at a small enough prior", violated
    )
    theta = Prior.of({("t",): F(1, 100), ("u",): F(99, 100)})
    found = notions["adversarial-privacy"].holds(m, Theta=[theta], epsilon="log(2)", delta=F(1, 2))
    check.false("also by this package: ε' = ln 2, δ' = 1/2 fails", found)

    rr = from_rows({("t",): [F(3, 4), F(1, 4)], ("u",): [F(1, 4), F(3, 4)]}, outputs=["t", "u"])
    grid = [F(1, 10**k) for k in range(1, 7)]
    growth = [posterior(rr, p, "t") / p for p in grid]
    check.less("corrected, δ = 0: randomised response with e^ε = 3, largest posterior over prior", max(growth), 3)
    check.greater("which tends to e^ε as the prior of t goes to 0", max(growth), F(2999, 1000))
    check.refutes(
        "M is (0, 1/10)-DP and therefore adversarially private for all priors on {t}, {u}, at one of the ε', δ' tried",
        not violated,
    )
