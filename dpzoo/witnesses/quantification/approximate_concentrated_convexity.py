"""Approximate zero-concentrated DP is convex where the printed proof says that it is not.

Claim      (ξ, ρ, δ)-approximate concentrated DP fails the convexity axiom, by the mechanisms M₁, M₂ of the proof for ProDP.
Verdict    false as printed: their mixture is (0, 0, δ)-approximate concentrated DP, like M₁ and M₂.
Source     Desfontaines 2020, Proposition 13; Desfontaines & Pejó 2022, Proposition 2.

The definition lets each of the two runs set aside an event of probability at most δ, which may depend on the run in any way.
Shrink the events of both mechanisms to probability exactly 1-δ by a coin. The event "that of the mechanism which was used"
then has probability 1-δ, and given it the mixture's output law is the mixture of the two conditional laws, with the same
weights for both inputs. Rényi divergences are quasi-convex, so none exceeds the larger one.
"""

from dpzoo.blocks.divergences import Law
from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.quantification._printed_mixture import printed_mixture


@decides(
    "approximate-zero-concentrated-dp/convexity",
    kind=Kind.AXIOM,
    errata=["sok-prop2-acodp-is-prodp"],
    sampled={"approximate-zero-concentrated-dp/convexity": "M₁, M₂"},
)
def approximate_concentrated_convexity(check: Check) -> None:
    delta = F(1, 10)
    m1, m2, m = printed_mixture(delta)
    for name, mechanism in (("M₁", m1), ("M₂", m2), ("M", m)):
        check.show(name, mechanism)

    # kept[mechanism][input]: probability of each output together with the event; the rest is set aside
    kept: dict[str, dict[int, Law]] = {
        "M₁": {0: np.array([1 - delta, F(0)]), 1: np.array([1 - delta, F(0)])},  # input 0: by a coin; input 1: the output is 0
        "M₂": {0: np.array([F(0), 1 - delta]), 1: np.array([F(0), 1 - delta])},  # by a coin
    }
    kept["M"] = {i: (1 - 2 * delta) * kept["M₁"][i] + 2 * delta * kept["M₂"][i] for i in (0, 1)}
    check.show("probability of output and event", {k: {i: list(v) for i, v in e.items()} for k, e in kept.items()})

    good = True
    for name, mechanism in (("M₁", m1), ("M₂", m2), ("M", m)):
        for i in (0, 1):
            inside = all(w <= p for w, p in zip(kept[name][i], mechanism.row((i,)), strict=True))
            check.true(f"{name} on {i}: the event is one of the run", inside)
            check.equal(f"{name} on {i}: the event has probability", sum(kept[name][i], F(0)), 1 - delta)
            good &= inside and sum(kept[name][i], F(0)) >= 1 - delta
        same = list(kept[name][0]) == list(kept[name][1])
        check.true(f"{name}: given the events the two output laws are equal, so D_α = 0 for every α", same)
        good &= same
    check.refutes("M₁ and M₂ are (0, 0, 1/10)-approximate concentrated DP and their mixture M is not", not good)
    check.confirms("M₁, M₂ and their mixture M are (0, 0, 1/10)-approximate concentrated DP", good)
