"""Passive partial knowledge is no special case of the active one.

Verdict    false: for one PPKDP, no APKDP accepts exactly the same mechanisms.

D = (x, y) uniform on two bits, B = y, e^ε = 2, δ = ¼. M′ tells something if x = y, M″ if x ≠ y, M in both cases.
PPKDP accepts M′ and M″ (½ on one of two values of y) and not M. A condition of an APKDP compares mixtures of rows by
two distributions μ, ν on the data and a factor c ≥ 1: in it M has the larger of what M′ and M″ have at most, so an
APKDP that accepts these accepts M.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "passive-partial-knowledge-dp/special_case_of/active-partial-knowledge-dp",
    kind=Kind.ERRATUM,
    errata=["thesis-table-ppkdp-extension"],
)
def passive_is_no_case_of_active(check: Check) -> None:
    domain = list(itertools.product((0, 1), repeat=2))
    half = F(1, 2)
    equal, unequal, silent = [half, half, F(0)], [half, F(0), half], [F(1), F(0), F(0)]
    M = from_rows({(x, y): equal if x == y else unequal for x, y in domain}, name="M")
    M_1 = from_rows({(x, y): equal if x == y else silent for x, y in domain}, name="M′")
    M_2 = from_rows({(x, y): silent if x == y else unequal for x, y in domain}, name="M″")
    theta = Prior.known({D: F(1, 4) for D in domain}, lambda d: d[1])
    passive = notions["passive-partial-knowledge-dp"]
    found = {}
    for m in (M, M_1, M_2):
        check.show(m.name, m)
        found[m.name] = passive.holds(m, Theta=[theta], epsilon="log(2)", delta=F(1, 4))
    check.true("PPKDP accepts M′", found["M′"])
    check.true("PPKDP accepts M″", found["M″"])
    check.equal("M needs δ = ½", passive.tightest(M, Theta=[theta], epsilon="log(2)"), half)

    choose = random.Random(31)
    inherited, trials = 0, 300
    for _ in range(trials):
        draws = [[choose.randint(0, 9) + (k == 0) for k in range(4)] for _ in range(2)]
        mu, nu = ({D: F(w, sum(draw)) for D, w in zip(domain, draw, strict=True)} for draw in draws)
        c = 1 + F(choose.randint(0, 20), 10)
        excess = {}
        for m in (M, M_1, M_2):
            P, Q = (sum(w * m.row(D) for D, w in law.items()) for law in (mu, nu))
            excess[m.name] = sum((max(F(0), a - c * b) for a, b in zip(P, Q, strict=True)), F(0))
        inherited += excess["M"] <= max(excess["M′"], excess["M″"])
    check.equal(f"{trials} random conditions of an APKDP: how often M is no worse than M′ or M″", inherited, trials)
    check.refutes("the PPKDP that accepts M′ and M″ also accepts M, as every APKDP that accepts them does", found["M"])
