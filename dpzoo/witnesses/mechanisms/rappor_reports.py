"""RAPPOR's reports lose what the stored bits lose, not the sum of two levels.

Verdict  false: one report loses ε2, all reports and the stored bits together lose ε1, and n reports something between.

A value sets h = 1 bit here, so that two values differ in two bits: each is stored with probability 1 − f/2 of being right, and
each report shows a stored 1 as 1 with probability q, a stored 0 with probability p. Reports look at the stored bits only.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "rappor-levels-added/satisfies/local-dp",
    "rappor/satisfies/local-dp",
    kind=Kind.ERRATUM,
    errata=["boenisch-rappor-sum"],
    sampled={"rappor/satisfies/local-dp": "f, p, q, n"},
)
def rappor_reports(check: Check) -> None:
    f, p, q = F(1, 2), F(1, 4), F(3, 4)  # Chrome's "normal noise"
    bits = list(itertools.product((0, 1), repeat=2))

    def stored(b: tuple[int, ...]) -> dict[Any, F]:
        return {s: F(1) * prod((1 - f / 2 if x == y else f / 2) for x, y in zip(s, b, strict=True)) for s in bits}

    def report(s: tuple[int, ...]) -> dict[Any, F]:
        chance = {0: p, 1: q}
        return {r: F(1) * prod((chance[y] if x else 1 - chance[y]) for x, y in zip(r, s, strict=True)) for r in bits}

    values: dict[Any, tuple[int, int]] = {"u": (1, 0), "v": (0, 1)}
    permanent = from_function([("u",), ("v",)], lambda d: stored(values[d[0]]), name="stored bits")

    def reports(n: int, *, with_stored: bool = False) -> FiniteMechanism:
        def law(d: Any) -> dict[Any, F]:
            found: dict[Any, F] = {}
            for s, chance in stored(values[d[0]]).items():
                for seen in itertools.product(bits, repeat=n):
                    key = (*seen, s) if with_stored else seen
                    found[key] = found.get(key, F(0)) + chance * prod(report(s)[r] for r in seen)
            return found

        return from_function([("u",), ("v",)], law, name=f"{n} reports")

    ldp = notions["local-dp"]
    check.show("the stored bits", permanent)
    check.equal("ε1, the stored bits (h = 1: 2 ln 3)", ldp.tightest(permanent), log_of(9))
    check.equal("ε2, one report", ldp.tightest(reports(1)), log_of(F(25, 9)))
    check.equal("two reports", ldp.tightest(reports(2)), log_of(F(49, 9)))
    check.less("three reports lose more, but less than ε1", ldp.tightest(reports(3)), log_of(9))
    together = reports(1, with_stored=True)
    check.equal("the stored bits and a report together", ldp.tightest(together), log_of(9))
    check.refutes("together they lose more than ε1, let alone ε1 + ε2 = ln 25", not ldp.holds(together, epsilon=log_of(9)).holds)
