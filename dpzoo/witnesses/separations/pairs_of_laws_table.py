"""Notions about pairs of laws of the data say nothing about other laws."""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates
from dpzoo.witnesses.separations._two_datasets import no_loss_at


@decides(
    "extended-distribution-privacy/does_not_imply/profile-based-dp",
    "extended-divergence-distribution-privacy/does_not_imply/divergence-distribution-privacy",
)
def distances_between_three_point_masses(check: Check) -> None:
    """A distance that is finite on one pair leaves the others alone.

    Let d be 1 on (A, B) and (B, A), and infinite on the other pairs, which is proper. M returns one symbol on A and B and
    publishes every other dataset, so there is no loss where d is finite, and both subjects hold. The objects also compare A
    with C, whose outputs are certain and different.
    """
    A, B, C = ("a",), ("b",), ("c",)
    M = check.show("M", deterministic([A, B, C], lambda d: "same" if d in {A, B} else d))
    theta = list(permutations([Prior.of({D: F(1)}) for D in (A, B, C)], 2))
    d = [1 if {D for p in pair for D in p.datasets} == {A, B} else "inf" for pair in theta]
    check.equal("the number of pairs at distance 1", d.count(1), 2)
    check.least("extended-distribution-privacy", M, 0, Theta=theta, d=d)
    check.least("profile-based-dp", M, 1, Theta=theta, epsilon="inf")
    check.least("extended-divergence-distribution-privacy", M, 0, Theta=theta, d=d, f="kl")
    check.least("divergence-distribution-privacy", M, INFINITY, Theta=theta, f="kl")


@decides("divergence-distribution-privacy/does_not_imply/capacity-bounded-dp", sampled="c")
def divergence_distribution_of_two_datasets(check: Check) -> None:
    """Divergence distribution privacy may look at two datasets and no others.

    A and B have three records. M returns one symbol on both and publishes every other dataset, so there is no loss where
    the notion compares.

    The empty dataset and (t) are neighbours with infinite divergence. The test function that is c on the output (t) and 0
    elsewhere gives E_P h - E_Q exp(h - 1) = c - 1/e, for every c, so capacity bounded DP fails.
    """
    A, B = ("t", "t", "t"), ("u", "u", "u")
    M = check.show("M", deterministic([*complete_domain("tu", 2), A, B], lambda d: "same" if d in {A, B} else d))
    at_A, at_B = Prior.of({A: F(1)}), Prior.of({B: F(1)})
    check.least("divergence-distribution-privacy", M, 0, Theta=[(at_A, at_B), (at_B, at_A)], f="kl")
    for c in (10, 1000, 10**6):
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == ("t",) else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    check.therefore_not("the bounds by the test functions stay below some ε < 10⁶ - 1")


@decides(
    "extended-distribution-privacy/does_not_imply/pseudo-metric-dp extended-divergence-dp",
    "divergence-distribution-privacy/does_not_imply/extended-divergence-dp",
)
def equal_mixtures_of_two_datasets(check: Check) -> None:
    """Two mixtures that look alike say nothing about their parts.

    M₁ returns x on A and C, and y on B and E; M₂ returns x on A and E, and y on B and C; both publish any other dataset.
    The even mixtures of A and B, and of C and E, have the same output law under each, so both subjects hold for these two
    priors.

    For any two different datasets M₁ or M₂ has different outputs with certainty: δ·d ≥ 1 would be needed on the pair, and
    its divergence is infinite. A proper d has d < 1/δ, or is finite, on some pair, so both objects fail.
    """
    A, B, C, E = ("t", "t"), ("t", "u"), ("u", "t"), ("u", "u")
    data = [(), ("t",), ("u",), A, B, C, E]
    M_1 = check.show("M₁", deterministic(data, lambda d: {A: "x", C: "x", B: "y", E: "y"}.get(d, d)))
    M_2 = check.show("M₂", deterministic(data, lambda d: {A: "x", E: "x", B: "y", C: "y"}.get(d, d)))
    ab, ce = Prior.of({A: F(1, 2), B: F(1, 2)}), Prior.of({C: F(1, 2), E: F(1, 2)})
    both = [(ab, ce), (ce, ab)]
    for k, M in enumerate((M_1, M_2), start=1):
        check.least("extended-distribution-privacy", M, 0, f"M{k}", Theta=both, d=[1, 1])
        check.least("divergence-distribution-privacy", M, 0, f"M{k}", Theta=both, f="kl")
    psd, ext = notions["pseudo-metric-dp"], notions["extended-divergence-dp"]
    for D_1, D_2 in combinations(data, 2):
        near = {(D_1, D_2): 1, (D_2, D_1): 1}
        asked = [psd.tightest(M, d=near, epsilon="inf") for M in (M_1, M_2)]
        text = f"pseudo-metric-dp, {show_dataset(D_1)} and {show_dataset(D_2)}: M₁ or M₂ needs δ·d ≥ 1 for any ε"
        check.true(text, any(t.value == 1 for t in asked), of=asked)
    check.every_level("pseudo-metric-dp", "where δ·d ≥ 1 on every pair, nothing is asked")
    for pair in permutations(data, 2):
        asked = [ext.tightest(M, f="kl", d={pair: 1}) for M in (M_1, M_2)]
        text = f"extended-divergence-dp, {show_dataset(pair[0])} against {show_dataset(pair[1])}: infinite for M₁ or M₂"
        check.true(text, any(t.value == INFINITY for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is not a multiple of a finite d")


@decides("extended-distribution-privacy/does_not_imply/extended-divergence-distribution-privacy")
def extended_distribution_in_one_order(check: Check) -> None:
    """Extended distribution privacy in one order bounds one divergence only.

    Let d = 1 and ε = ln 2. M returns 0 on A and a fair coin on B, so M(A)[S] ≤ 2 M(B)[S], and the subject holds. The
    divergence for f(t) = -ln t is the Kullback-Leibler divergence of M(B) from M(A), which is infinite, and a proper d is
    finite on the only pair.
    """
    A, B = ("a",), ("b",)
    M = check.show("M", FiniteMechanism([A, B], [0, 1], [[F(1), F(0)], [F(1, 2), F(1, 2)]]))
    theta = [(Prior.of({A: F(1)}), Prior.of({B: F(1)}))]
    found = notions["extended-distribution-privacy"].tightest(M, Theta=theta, d=[1])
    check.equal("extended-distribution-privacy, d = 1: e^ε for the least ε", found.value.exp(), 2, of=found)
    f = {"f": "-log(t)", "at_zero": "inf", "slope": 0}
    check.least("extended-divergence-distribution-privacy", M, INFINITY, "d = 1 (or any finite d)", Theta=theta, d=[1], f=f)


@decides(
    """extended-distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp inference-based-distributional-dp
    inference-based-coupled-worlds-privacy typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def extended_distribution_of_two_datasets(check: Check) -> None:
    """Extended distribution privacy may look at two datasets and no others.

    A and B have three records. M returns one symbol on both, so there is no loss where the notion compares, and publishes
    every other dataset.

    Each object is asked about (t) and (u), which are told apart with certainty, and fails at each of its proper values.
    (For abstract DP the output is made a yes or no, which has the same law on A and B.)
    """
    A, B = ("t", "t", "t"), ("u", "u", "u")
    theta_A, theta_B = Prior.of({A: F(1)}), Prior.of({B: F(1)})
    both = [(theta_A, theta_B), (theta_B, theta_A)]
    M = check.show("M", deterministic([*complete_domain("tu", 2), A, B], lambda d: "same" if d in {A, B} else d))
    satisfied = no_loss_at(check, A, "extended-distribution-privacy", "d = 1", Theta=both, d=[1, 1])
    satisfied(M)
    violates(check, TellsApart(M.restrict(complete_domain("tu", 2)), ("t",), ("u",), satisfied, M), check.denied)


@decides("information-privacy-dpcf12/does_not_imply/causal-dp distributional-dp")
def information_privacy_sees_possible_datasets(check: Check) -> None:
    """Information privacy looks only at what the prior allows.

    Causal DP: the prior is uniform on (0, 0, 0) and (1, 1, 1). M gives these two the same output and publishes any other
    dataset. Nothing is learned, so information privacy holds; but replacing the first record of (0, 0, 0) leads to (1, 0,
    0), which is published.

    Distributional DP: two priors are uniform on one record, from {0, 1} and from {2, 3}. M says whether the record is at
    least 2, which each prior knows, so information privacy holds. The simulator sees only that there is one record, and has
    to serve both outputs.
    """
    possible = [(0, 0, 0), (1, 1, 1)]
    M = check.show("M", deterministic(complete_domain([0, 1], 3), lambda d: "same" if d in possible else d))
    theta = Prior.of({D: F(1, 2) for D in possible})
    check.least("information-privacy-dpcf12", M, 0, Theta=[theta])
    check.least("causal-dp", M, INFINITY, Theta=[theta])
    M = check.show("the second M", deterministic([(x,) for x in range(4)], lambda d: d[0] in {2, 3}))
    two = [Prior.of({(0,): F(1, 2), (1,): F(1, 2)}), Prior.of({(2,): F(1, 2), (3,): F(1, 2)})]
    check.least("information-privacy-dpcf12", M, 0, "second M", Theta=two)
    check.least("distributional-dp", M, INFINITY, Theta=two)
