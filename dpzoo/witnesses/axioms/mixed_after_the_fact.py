"""Mixing what was looked at apart: notions of one answer, one circle of trust or one transcript.

Claim    Private prediction, trust graph DP and secret-based local DP, with ε and δ or a curve, survive post-processing of the
         whole output.
Verdict  false: an output with ε = δ = 0 has, after a map of the whole of it, δ = 1 at every ε, or the curve 0.

A predictor gives two questions the answers r and r ⊕ b, each a fair coin, and the new one answers both with b. A message
to a trusted person is sent on to somebody else. A hidden mask is put into the transcript.
"""

from dpzoo.witnesses.prelude import *


@decides("private-prediction secret-based-local-dp secret-f-ldp trust-graph-dp/post_processing")
def mixed_after_the_fact(check: Check) -> None:
    cases: dict[str, tuple[FiniteMechanism, Any, dict[str, Any]]] = {
        "private-prediction": (
            from_function([(0,), (1,)], lambda d: {(r, r ^ d[0]): F(1, 2) for r in (0, 1)}),
            lambda o: (o[0] ^ o[1], o[0] ^ o[1]),
            {},
        ),
        "trust-graph-dp": (
            from_function([(b, "-", "-") for b in (0, 1)], lambda d: {((0, 1, d[0]),): F(1)}),
            lambda o: (*o, (1, 2, o[0][2])),
            {"G": [(0, 1)]},
        ),
        "secret-based-local-dp": (
            from_function([(b, "-") for b in (0, 1)], lambda d: {((r,), r ^ d[0]): F(1, 2) for r in (0, 1)}),
            lambda o: (o[0], (o[0], o[1])),
            {"S": [0]},
        ),
    }
    for name, (M, mix, given) in cases.items():
        notion: Any = notions[name]
        mixed = M.post_process(mix)
        check.show(f"M for {name}", M)
        check.equal(f"{name}: the least δ of M at ε = 0", notion.tightest(M, epsilon=0, **given), 0)
        check.equal("… of the mixed M, for any ε", notion.tightest(mixed, epsilon="inf", **given), 1)
    M, mix, given = cases["secret-based-local-dp"]
    curve: Any = notions["secret-f-ldp"]
    before, after = (curve.tightest(m, **given) for m in (M, M.post_process(mix)))
    check.equal("secret-f-ldp: the curve of M at 1/2", before.value(F(1, 2)), F(1, 2), of=before)
    check.equal("… of the mixed M at 0, so that only f = 0 is left", after.value(F(0)), 0, of=after)
    check.therefore_not("a map of the whole output keeps any proper level of one of these notions")
