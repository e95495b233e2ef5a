"""Causal DP and its inference-based form.

Claim      CausDP with ε implies IBCDP with 2ε, and IBCDP with ε implies CausDP with 2ε.
Verdict    the first is true; the second is false as printed: an output that the inserted value excludes escapes
           IBCDP.

Let a_t, c_t be the probabilities of an output O under M(D) and M(D_{i→t′}), given D(i) = t; a_{t′} = c_{t′}. CausDP
bounds r_t = a_t/c_t, and IBCDP bounds r_t/r̄ with r̄ = Pr[M(D) = O]/Pr[M(D_{i→t′}) = O], a mean of the r_t. So the
first implication is clear; the second takes r_{t′} = 1 to bound r̄, which is 0/0 if a_{t′} = 0: then r̄ may be
anything, and if it is 0/x nothing is compared at all.
"""

from dpzoo.witnesses.prelude import *

Law = Mapping[tuple[int, int], F]


def losses(m: FiniteMechanism, theta: Law) -> tuple[F | None, F | None]:
    """e^ε of CausDP and of IBCDP for the first record; None if infinite. IBCDP skips outputs that are impossible on one side."""
    caus: list[F | None] = []
    inference: list[F | None] = []
    values = sorted({D[0] for D in theta})
    for b in values:
        for o in m.outputs:
            a = {t: sum((w * m.probability(D, o) for D, w in theta.items() if D[0] == t), F(0)) for t in values}
            c = {t: sum((w * m.probability((b, D[1]), o) for D, w in theta.items() if D[0] == t), F(0)) for t in values}
            sides = [(a[t], c[t], caus) for t in values]
            if sum(a.values()) and sum(c.values()):
                sides += [(a[t] / sum(a.values()), c[t] / sum(c.values()), inference) for t in values]
            for x, y, compared in sides:
                if x or y:
                    compared.append(max(x / y, y / x) if x and y else None)
    largest = [None if None in found else max(f for f in found if f) for found in (caus, inference)]
    return largest[0], largest[1]


@decides(kind=Kind.EQUIVALENCE, errata=["thesis-prop21-impossible-outputs"])
def causal_and_inference_based(check: Check) -> None:
    # As printed: two copies of a fair bit, published. Every output that either side excludes is skipped; the others say nothing.
    theta = {(0, 0): F(1, 2), (1, 1): F(1, 2)}
    identity = deterministic([(0, 0), (0, 1), (1, 0), (1, 1)], lambda d: d)
    check.show("θ", {str(D): w for D, w in theta.items()})
    e_caus, e_inference = losses(identity, theta)
    check.true("identity on duplicated bits: e^ε of IBCDP as printed is 1", e_inference == 1)
    check.true("… and CausDP holds for no ε", e_caus is None)
    executed = notions["causal-dp"].tightest(identity, Theta=[Prior.of(theta)])
    check.equal("… as the executable definition says", executed, real(float("inf")))
    rows: dict[tuple[int, int], list[F | int]] = {
        (0, 0): [1, 0, 0],
        (1, 1): [0, F(1, 100), F(99, 100)],
        (0, 1): [0, F(99, 100), F(1, 100)],
        (1, 0): [1, 0, 0],
    }
    overlapping = check.show("M: on (1,1) and (0,1) mostly different outputs, never that of (0,0)", from_rows(rows))
    e_caus_overlapping, e_inference_overlapping = losses(overlapping, theta)
    check.true("M, every output possible on both sides: e^ε of IBCDP is 1 …", e_inference_overlapping == 1)
    check.equal("… and of CausDP 99, or any other number by choice of M", e_caus_overlapping, 99)

    # With full supports: random mechanisms on two correlated bits; e^ε of either is at most the square of the other.
    choose = random.Random(21)
    pairs = []
    domain = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for _ in range(400):
        weights = [choose.randint(1, 1000) for _ in domain]
        prior = {D: F(w, sum(weights)) for D, w in zip(domain, weights, strict=True)}
        table = [[choose.randint(1, 1000) for _ in range(2)] for _ in domain]
        caus, inference = losses(FiniteMechanism(domain, range(2), [[F(x, sum(row)) for x in row] for row in table]), prior)
        assert caus is not None
        assert inference is not None
        pairs.append((caus, inference))
    beyond = sum(inference > caus**2 or caus > inference**2 for caus, inference in pairs)
    check.equal("400 random mechanisms on correlated bits: how many exceed a factor of 2, either way", beyond, 0)
    ratios = [real(inference).log() / real(caus).log() for caus, inference in pairs]
    check.less("… the largest ratio of IBCDP's ε to CausDP's", max(ratios, key=float), 1)
    check.greater("… and of CausDP's to IBCDP's: 2 is the best factor", 1 / min(ratios, key=float), F(199, 100))
    implied = e_caus is not None or e_caus_overlapping == 1
    check.refutes("what is (θ, 0)-IBCDP, the identity on duplicated bits or M, is (θ, 0)-CausDP", implied)
