"""The passive notion as an indistinguishability with a single δ.

Claim      PPKDP cannot easily be written with (ε, δ)-indistinguishability: δ would have to be used twice, by asking
           for (ε, δ)-indistinguishability with probability 1 − δ over the knowledge.
Verdict    true of the output alone: with δ used twice one gets another notion, neither stronger nor weaker with the
           same δ. But one δ is enough.

Given independence the knowledge has the same distribution for D(i) = t and D(i) = t′, so the hockey-stick divergence
of the pair (O, B) is the mean over B of the divergences of O given B: the left-hand side of PPKDP.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, errata=["thesis-ppkdp-one-delta"])
def passive_as_one_indistinguishability(check: Check) -> None:
    # D = (x, y), x a fair bit, B = y; M shows x with probability q_y and nothing otherwise: E_ε(B̂ = y) = q_y for every ε.
    delta = F(1, 4)

    def setting(q: dict[int, F], bias: F) -> tuple[FiniteMechanism, Prior]:
        domain = [(x, y) for x in (0, 1) for y in (0, 1)]
        M = from_function(domain, lambda d: {d[0]: q[int(d[1] == 1)], "nothing": 1 - q[int(d[1] == 1)]})
        return M, Prior.known({(x, y): F(1, 2) * (bias if y else 1 - bias) for x, y in domain}, lambda d: d[1])

    ppkdp = notions["passive-partial-knowledge-dp"]
    e = real(1).exp()
    settings = {
        "half of the time 1/2": setting({0: F(0), 1: F(1, 2)}, F(1, 2)),
        "rarely 1, else 1/4": setting({0: F(1, 4), 1: F(1)}, F(1, 4)),
    }
    results = {}
    for name, (M, theta) in settings.items():
        bias = theta.probability(lambda d, _: d[1] == 1)
        laws = {(x, y): M.row((x, y)) for x in (0, 1) for y in (0, 1)}
        excess: dict[int, Real] = {y: hockey_stick(laws[0, y], laws[1, y], e) for y in (0, 1)}
        too_much = sum((w for y, w in ((0, 1 - bias), (1, bias)) if excess[y] > delta), F(0))
        pair = [np.concatenate([(1 - bias) * laws[x, 0], bias * laws[x, 1]]) for x in (0, 1)]
        ppk = ppkdp.tightest(M, Theta=[theta], epsilon=1)
        check.show(f"M, {name}", M)
        check.equal(f"{name}: the δ of the pair (O, B) is that of PPKDP", hockey_stick(pair[0], pair[1], e), ppk)
        check.show(f"{name}: PPKDP's δ, and how often (1, 1/4)-indistinguishability fails", (str(ppk), str(too_much)))
        results[name] = (bool(ppkdp.holds(M, Theta=[theta], epsilon=1, delta=delta)), too_much <= delta)
    check.true(
        "PPKDP with 1/4, but 1/4-indistinguishable only half of the time", results["half of the time 1/2"] == (True, False)
    )
    check.true("1/4 used twice, but not PPKDP with 1/4 (7/16 is needed)", results["rarely 1, else 1/4"] == (False, True))
    M, theta = settings["rarely 1, else 1/4"]
    check.equal("… it has δ + (1-δ)δ", ppkdp.tightest(M, Theta=[theta], epsilon=1), F(7, 16))
    check.refutes(
        "PPKDP with δ = 1/4 and the form that uses δ twice are the same", len({a == b for a, b in results.values()} & {True}) > 0
    )
