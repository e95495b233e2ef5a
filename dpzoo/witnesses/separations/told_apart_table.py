"""Notions that, at some structure, compare nothing, or two large datasets and no others.

M publishes the dataset, except for the two that are compared, so the subject holds without loss. Each object is then asked
about two small datasets, whose outputs are certain and different, and is violated at each of its proper values: the lemmas
nothing-compared and silent-where-compared.
"""

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import PUBLISHED, SAMPLED, publishes, publishes_whatever, violates
from dpzoo.witnesses.separations._two_datasets import BELIEF, D_A, D_B, adversary_of_two_datasets, blind

EITHER = Prior.of({("t",): F(1, 2), ("u",): F(1, 2)})
COPIES = Prior.of({(): F(1, 3), ("t",): F(1, 3), ("t", "t"): F(1, 3)})
"""No, one or two copies of t."""
LINEAR = {"f": "t - 1", "at_zero": -1, "slope": 1}
AT_T, AT_U = Prior.of({("t",): F(1)}, "t for sure"), Prior.of({("u",): F(1)}, "u for sure")
SATISFIED = "information-privacy-dpcf12, two priors that are certain: the least ε"


@decides(
    """bayesian-dp-ll12/does_not_imply/one-sided-dp blowfish-privacy bayesian-dp-ysn15 correlated-dp causal-dp
    on-average-kl-privacy profile-based-dp pseudo-metric-dp extended-divergence-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def bayesian_ll12_knows_its_record(check: Check) -> None:
    """Bayesian DP (Leung & Lui) asks nothing if a record has one possible value.

    Let π be certain of the record t. Then there are no two values of a record to compare, every mechanism satisfies the
    notion, and M may publish the dataset. The objects compare datasets with other records, whose outputs differ with
    certainty.
    """
    check.least("bayesian-dp-ll12", PUBLISHED, 0, "k = 1", prior={"t": 1}, k=1)
    publishes(check, "bayesian-dp-ll12", "k = 0", prior={"t": 1}, k=0)


@decides(
    "bayesian-dp-tf20/does_not_imply/subspace-dp weak-federated-f-dp inference-based-distributional-dp profile-based-dp",
    sampled=SAMPLED,
)
def bayesian_tf20_knows_its_record(check: Check) -> None:
    """Bayesian DP (Triastcyn & Faltings) protects only the records that can be drawn.

    M publishes the dataset without its records x₀ (x in the program), and only x₀ can be drawn. Adding x₀ changes nothing,
    so the notion holds with ε = δ = 0. The objects compare datasets of other records, which are told apart with certainty.
    """
    M = deterministic(complete_domain("xtu", 2), lambda d: tuple(r for r in d if r != "x"))
    publishes(check, "bayesian-dp-tf20", "x is drawn", by=M, prior={"x": 1}, epsilon=0)


@decides(
    """bounded-leakage-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability adversarial-privacy
    capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp
    extended-distribution-privacy extended-divergence-distribution-privacy""",
    sampled=SAMPLED,
)
def bounded_leakage_of_the_dataset(check: Check) -> None:
    """Bounded leakage of the whole dataset allows everything.

    Two different datasets never have the same leak, so nothing is compared and every mechanism satisfies the notion; M
    may publish the dataset.
    """

    def satisfied(mechanism: FiniteMechanism, _: tuple[Prior, ...]) -> None:
        check.least("bounded-leakage-dp", mechanism, 0, "the leak is the dataset", P=lambda d, o: d, epsilon=0)

    publishes_whatever(check, satisfied)


@decides(
    """causal-dp/does_not_imply/one-sided-dp blowfish-privacy bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy profile-based-dp pseudo-metric-dp extended-divergence-dp"""
)
def causal_copies_of_one_record(check: Check) -> None:
    """Causal DP of copies of one record allows everything.

    If all records are copies of t, a record has one possible value and nothing is compared: M may publish the dataset.
    """
    publishes(check, "causal-dp", Theta=[COPIES])


@decides(
    """coupled-worlds-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp
    inference-based-distributional-dp typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp extended-distribution-privacy
    extended-divergence-distribution-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def coupled_worlds_simulator_sees_the_data(check: Check) -> None:
    """Coupled-worlds privacy whose simulator sees the data allows everything.

    The simulator gets the dataset and can run any mechanism, so every mechanism satisfies the notion with every ε, under
    every prior, and M may publish the dataset. Subject and objects share the letter Θ, so the program checks the notion
    under each prior that the objects use.
    """

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...]) -> None:
        views = [(lambda d: d, lambda d: 0)]
        check.least("coupled-worlds-privacy", mechanism, 0, "the simulator sees the dataset", Theta=list(theta), Gamma=views)

    publishes_whatever(check, satisfied)


@decides(
    """distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp inference-based-distributional-dp
    inference-based-coupled-worlds-privacy typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def distribution_privacy_of_one_prior(check: Check) -> None:
    """Distribution privacy of one distribution allows everything.

    A distribution leads to the same output law as itself, so every mechanism satisfies the notion; M may publish the
    dataset.
    """

    def satisfied(mechanism: FiniteMechanism, _: tuple[Prior, ...]) -> None:
        either = Prior.of({D: F(1, 2) for D in mechanism.datasets[-2:]})
        check.least(
            "distribution-privacy", mechanism, 0, "one distribution paired with itself", Theta=[(either, either)], epsilon=0
        )

    publishes_whatever(check, satisfied)


@decides(
    """distributional-dp/does_not_imply/one-sided-dp blowfish-privacy bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy profile-based-dp pseudo-metric-dp extended-divergence-dp"""
)
def distributional_copies_of_one_record(check: Check) -> None:
    """Distributional DP of copies of one record allows everything.

    If all records are copies of t, the simulator, which sees where the blanked record stood, restores the dataset and
    runs any mechanism: M may publish the dataset.
    """
    publishes(check, "distributional-dp", Theta=[COPIES])


@decides(
    """divergence-distribution-privacy/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability adversarial-privacy
    weak-federated-f-dp subspace-dp abstract-dp pseudo-metric-dp extended-distribution-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def divergence_distribution_of_a_linear_generator(check: Check) -> None:
    """Divergence distribution privacy with a linear generator allows everything.

    For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, for every Θ,
    and M may publish the dataset.
    """

    def satisfied(mechanism: FiniteMechanism, theta: tuple[Prior, ...]) -> None:
        check.least(
            "divergence-distribution-privacy", mechanism, 0, "f(t) = t - 1", Theta=list(product(theta, repeat=2)), f=LINEAR
        )

    publishes_whatever(check, satisfied)


@decides(
    """divergence-dp/does_not_imply/one-sided-dp blowfish-privacy causal-dp sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy approximate-dp weak-bayesian-dp profile-based-dp pseudo-metric-dp
    subspace-dp weak-federated-f-dp abstract-dp inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def divergence_of_a_linear_generator(check: Check) -> None:
    """Divergence DP with a linear generator allows everything.

    For f(t) = t - 1 every divergence is ∫(p - q) + P[q = 0] = 0, so every mechanism satisfies the notion, and M may
    publish the dataset.
    """
    publishes(check, "divergence-dp", "f(t) = t - 1", f=LINEAR)


@decides(
    """information-privacy-dpcf12/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12
    bayesian-dp-ysn15 correlated-dp on-average-kl-privacy prior-dp distributional-privacy-zlw09 weak-bayesian-dp
    profile-based-dp capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp pseudo-metric-dp extended-divergence-dp
    extended-distribution-privacy extended-divergence-distribution-privacy coupled-worlds-privacy""",
    sampled=SAMPLED,
)
def information_privacy_of_one_dataset(check: Check) -> None:
    """Information privacy under a prior that is certain allows everything.

    Posterior and prior agree, so every mechanism satisfies the notion; M may publish the dataset. Coupled-worlds
    privacy is violated under two such priors.
    """

    def satisfied(mechanism: FiniteMechanism, _: tuple[Prior, ...]) -> None:
        check.equal(SATISFIED, notions["information-privacy-dpcf12"].tightest(mechanism, Theta=[AT_T, AT_U]), 0)

    check.least(
        "coupled-worlds-privacy",
        PUBLISHED,
        INFINITY,
        "agg and priv constant",
        Theta=[AT_T, AT_U],
        Gamma=[(lambda d: 0, lambda d: 0)],
    )
    publishes_whatever(check, satisfied, without=("coupled-worlds-privacy",))


@decides(
    "on-average-kl-privacy/does_not_imply/profile-based-dp pseudo-metric-dp inference-based-distributional-dp", sampled=SAMPLED
)
def on_average_kl_of_a_certain_record(check: Check) -> None:
    """On-average KL privacy of a certain record allows everything.

    If the distribution is certain of one record, the two datasets that are drawn are equal, and M may publish the
    dataset.
    """
    publishes(check, "on-average-kl-privacy", Theta=[{"t": 1}])


@decides("one-sided-dp/does_not_imply/profile-based-dp pseudo-metric-dp inference-based-distributional-dp", sampled=SAMPLED)
def one_sided_without_sensitive_values(check: Check) -> None:
    """One-sided DP without sensitive values allows everything.

    If no value is sensitive, nothing is compared, and M may publish the dataset.
    """
    publishes(check, "one-sided-dp", "no sensitive value", P=[])


@decides(
    """pufferfish-privacy/does_not_imply/negative-membership-privacy passive-partial-knowledge-dp adversarial-privacy
    typical-stability inference-based-distributional-dp inference-based-coupled-worlds-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def pufferfish_without_secrets(check: Check) -> None:
    """Pufferfish privacy without secrets allows everything.

    Without pairs of secrets nothing is compared, and M may publish the dataset.
    """
    publishes(check, "pufferfish-privacy", "no pairs of secrets", Theta=[EITHER], Phi=[])


@decides(
    """subspace-dp/does_not_imply/weak-bayesian-dp profile-based-dp pseudo-metric-dp weak-federated-f-dp
    inference-based-distributional-dp""",
    sampled=SAMPLED,
)
def subspace_that_is_zero(check: Check) -> None:
    """Subspace DP with the zero space allows everything.

    The projection on the zero space is constant, so every mechanism with numbers as outputs satisfies the notion, and M
    may publish the dataset (as a number).
    """
    numbers = PUBLISHED.post_process({o: k for k, o in enumerate(PUBLISHED.outputs)})
    publishes(check, "subspace-dp", "V = 0, outputs numbered", read_as=numbers, V=[], epsilon=0)


@decides(
    """bayesian-dp-ysn15/does_not_imply/on-average-kl-privacy bayesian-dp-ll12 correlated-dp blowfish-privacy causal-dp
    one-sided-dp profile-based-dp inference-based-distributional-dp pseudo-metric-dp extended-divergence-dp""",
    sampled=SAMPLED,
)
def bayesian_ysn15_looks_at_two_datasets(check: Check) -> None:
    """Bayesian DP (Yang, Sato & Nakagawa) looks only at the datasets that the adversary believes in.

    The adversary believes in D_a and D_b, two datasets of five records that differ in the value of one. M returns one
    symbol on these two, so there is no loss where the notion compares, and publishes every other dataset. (An adversary who
    is certain of one dataset compares nothing, and M may publish everything.) The objects are asked about (t) and (u), or
    (t, v) and (u, v).
    """
    violates(check, adversary_of_two_datasets(check, "bayesian-dp-ysn15", lambda belief: belief), check.denied)


@decides(
    """constrained-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp weak-bayesian-dp
    passive-partial-knowledge-dp profile-based-dp inference-based-distributional-dp inference-based-coupled-worlds-privacy
    typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp subspace-dp abstract-dp
    extended-distribution-privacy extended-divergence-distribution-privacy distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def constrained_distance_of_two_datasets(check: Check) -> None:
    """Constrained DP may compare two datasets and no others.

    D_a and D_b have five records and differ in one; only their distance is finite. M returns one symbol on both, so there
    is no loss where the notion compares, and publishes every other dataset. The objects are asked about smaller datasets,
    and fail at each of their proper values. (A q that is false at (a, b) is violated by a yes with these probabilities.)
    """
    blind(check, "constrained-dp", "d = 0 on (D_a, D_b), Δ = 1", d={(D_A, D_B): 0, (D_B, D_A): 0}, Delta=1)


@decides(
    """correlated-dp/does_not_imply/on-average-kl-privacy bayesian-dp-ll12 bayesian-dp-ysn15 blowfish-privacy causal-dp
    one-sided-dp profile-based-dp inference-based-distributional-dp pseudo-metric-dp extended-divergence-dp""",
    sampled=SAMPLED,
)
def correlated_looks_at_two_datasets(check: Check) -> None:
    """Correlated DP looks only at the datasets that the adversary believes in.

    The adversary believes in D_a and D_b, two datasets of five records that differ in the value of one. M returns one
    symbol on these two, so there is no loss where the notion compares, and publishes every other dataset. (An adversary who
    is certain of one dataset compares nothing, and M may publish everything.) The objects are asked about (t) and (u), or
    (t, v) and (u, v).
    """
    violates(check, adversary_of_two_datasets(check, "correlated-dp", lambda belief: (belief, "nothing")), check.denied)


@decides(
    """generic-dp-km11/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp
    distributional-privacy-zlw09 weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp
    inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability adversarial-privacy
    capacity-bounded-dp weak-federated-f-dp subspace-dp extended-distribution-privacy extended-divergence-distribution-privacy
    distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def generic_km11_of_two_datasets(check: Check) -> None:
    """Generic DP may compare two datasets and no others.

    D_a and D_b have five records and differ in one; R has this pair only. M returns one symbol on both, so there is no loss
    where R compares, and publishes every other dataset. The objects are asked about smaller datasets, and fail at each of
    their proper values.
    """
    blind(check, "generic-dp-km11", "R = {(D_a, D_b)}", R=[(D_A, D_B)])


@decides(
    """induced-neighbors-dp/does_not_imply/one-sided-dp sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15 correlated-dp
    on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy prior-dp distributional-privacy-zlw09
    weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp inference-based-distributional-dp
    inference-based-coupled-worlds-privacy typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp extended-distribution-privacy extended-divergence-distribution-privacy
    distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def induced_neighbors_of_two_datasets(check: Check) -> None:
    """Induced neighbours may be two datasets and no others.

    D_a and D_b have five records and differ in one; the public facts leave these two. M returns one symbol on both, so
    there is no loss where the notion compares, and publishes every other dataset. The objects are asked about smaller
    datasets, and fail at each of their proper values. (A q that is false at (a, b) is violated by a yes with these
    probabilities.)
    """
    blind(check, "induced-neighbors-dp", "I_Q = {D_a, D_b}", I_Q=[D_A, D_B])


@decides(
    """prior-dp/does_not_imply/one-sided-dp blowfish-privacy sensitivity-induced-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp on-average-kl-privacy causal-dp negative-membership-privacy pufferfish-privacy distributional-privacy-zlw09
    weak-bayesian-dp passive-partial-knowledge-dp profile-based-dp inference-based-distributional-dp
    inference-based-coupled-worlds-privacy typical-stability adversarial-privacy capacity-bounded-dp weak-federated-f-dp
    subspace-dp abstract-dp extended-distribution-privacy extended-divergence-distribution-privacy
    distributional-privacy-rot10""",
    sampled=SAMPLED,
)
def prior_dp_of_two_datasets(check: Check) -> None:
    """Prior DP may have an attacker who hesitates between two datasets.

    D_a and D_b have five records and differ in one; the attacker believes in one or the other. M returns one symbol on
    both, so there is no loss where the attacker compares, and publishes every other dataset. The objects are asked about
    smaller datasets, and fail at each of their proper values. (A q that is false at (a, b) is violated by a yes with these
    probabilities.)
    """
    blind(check, "prior-dp", "the attacker believes in D_a or D_b", A=[(BELIEF, 0, ())])
