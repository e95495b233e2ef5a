"""Outputs that are rare may carry any loss.

A notion that averages losses, or leaves a small probability out, allows an output that is rare enough to say everything.
"""

from dpzoo.blocks.generators import Generator
from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import TellsApart, violates


@decides("kl-privacy/does_not_imply/renyi-dp", sampled={"renyi-dp": "n, α"})
def kl_privacy_rare_output(check: Check) -> None:
    """A small mean loss may hide a huge rare one.

    M returns a or b. On datasets of even size a has the probability 2^{-n}/n, on datasets of odd size 1/n.

    KL privacy holds for every n ≥ 2: the mean loss is at most (1/n)·n ln 2 = ln 2 in one order, and at most Σ Q ln(Q/P) ≤
    ln 2 in the other.

    Rényi DP fails: the moment of order α is at least (1/n) 2^{n(α-1)}, so D_α ≥ n ln 2 - ln(n)/(α - 1), which exceeds every
    bound, for every α > 1. (The recorded proof puts infinitely many such outputs into one mechanism.)
    """
    LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "2**(-n)/n", "b": "1 - 2**(-n)/n"})
    for n in (8, 16, 64):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d: odd if len(d) % 2 else even)
        check.least("kl-privacy", M, at=f"n = {n}", at_most=real(2).log())
        for alpha in (F(3, 2), F(2)):
            bound = n * real(2).log() - real(n).log() / (alpha - 1)
            check.least("renyi-dp", M, at_least=bound, alpha=alpha)
    check.show("M, for the last n", M)
    check.therefore_not("these mechanisms are all (α, 30)-Rényi private for α = 3/2 or α = 2")


@decides(
    "renyi-dp/does_not_imply/zero-concentrated-dp",
    sampled="n",
    without={"zero-concentrated-dp": "bounded by the divergence of order 3"},
)
def renyi_dp_rare_output(check: Check) -> None:
    """Rényi DP of order 2 says nothing about order 3.

    M returns a or b. On datasets of even size a has the probability 1/n², on datasets of odd size 1/n.

    At order 2 the symbol a contributes n^{-2} n² = 1 to the moment and b at most 1, so D₂ ≤ ln 2 for every n, and likewise
    in the reverse order.

    At order 3 the symbol a contributes n^{-3} n⁴ = n, so D₃ ≥ ln(n)/2. As (ξ, ρ)-zCDP bounds D₃ by ξ + 3ρ, no (ξ, ρ) serves
    all n. (The recorded proof puts infinitely many such outputs into one mechanism.)
    """
    LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "1/n**2", "b": "1 - 1/n**2"})
    for n in (4, 64, 4096):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d: odd if len(d) % 2 else even)
        check.least("renyi-dp", M, at=f"n = {n}", at_most=real(2).log(), alpha=2)
        found = notions["renyi-dp"].tightest(M, alpha=3)
        check.at_least("D₃, which (ξ, ρ)-zCDP bounds by ξ + 3ρ", found, real(n).log() / 2)
    check.show("M, for the last n", M)
    check.therefore_not("the mechanisms satisfy (ξ, ρ)-zCDP with ξ + 3ρ < ln(4096)/2 for all n")


@decides(
    "node-renyi-dp/does_not_imply/node-dp relationship-dp",
    "joint-renyi-dp/does_not_imply/pairwise-network-dp",
    sampled="α, m",
)
def node_renyi_rare_output(check: Check) -> None:
    """A Rényi bound for nodes leaves the loss unbounded.

    Let α ≥ 2 be whole (a smaller order asks for less). M returns a or b. On graphs with an edge a has the probability p =
    m^{-(α-1)}, on the others q = m^{-α}. Two linked nodes are compared with one node alone, by relationship DP with the two
    without their link. Only u reports, and reports the same if u is not there.

    From p to q the symbol a contributes p^α q^{1-α} = 1 to the moment and b at most 1, as p ≥ q. From q to p it contributes
    at most 1 and, as p ≤ 1/2, b at most 2^{α-1}. So the divergences are at most ln(2^{α-1} + 1)/(α - 1) for every m ≥ 2.

    Joint Rényi DP and pairwise network DP of order ∞: the first of two users has a bit, and the second sees a or b with
    these probabilities.

    The loss of a is ln m, which exceeds every bound, so node DP and relationship DP fail. (The recorded proof has
    infinitely many outputs: it publishes b + Z with Z normal and b = 1 if the graph has an edge.)
    """
    LAWS = Laws("a >= 2 and m >= 2", {"a": "m**(1 - a)", "b": "1 - m**(1 - a)"}, {"a": "m**(-a)", "b": "1 - m**(-a)"})
    u, v = ("node", "u"), ("node", "v")
    graphs = [(), (u,), (v,), (u, v), (u, v, ("edge", "u", "v"))]
    for alpha in (2, 3, 5):
        bound = real(2 ** (alpha - 1) + 1).log() / (alpha - 1)
        for m in (2, 64, 4096):
            linked, single = LAWS.at(a=alpha, m=m)
            M = from_function(graphs, lambda d: linked if len(d) == 3 else single)
            check.least("node-renyi-dp", M, at=f"α = {alpha}, m = {m}", at_most=bound, alpha=alpha)
            check.least("node-dp", M, at_least=real(m).log())
            check.least("relationship-dp", M, at_least=real(m).log())
            laws = {(bit,): {("", o): p for o, p in law.items()} for bit, law in ((0, single), (1, linked))}
            told: Any = from_function([(0, "-"), (1, "-")], lambda d: laws[d[:1]])
            check.least("joint-renyi-dp", told, at_most=bound, alpha=alpha)
            levels = notions["pairwise-network-dp"].tightest(told, alpha="inf")
            check.at_least(
                "pairwise-network-dp at ∞: the level of the second user for the first",
                levels.value[0, 1],
                real(m).log(),
                of=levels,
            )
    check.show("M, for the last α and m", M)
    check.therefore_not(
        "for one of these α there is an ε < ln 4096 such that for all m M satisfies ε-node DP or ε-relationship DP, or the "
        "second user has the level ε"
    )


@decides(
    "bounded-concentrated-dp/does_not_imply/zero-concentrated-dp",
    sampled="n",
    without={"zero-concentrated-dp": "bounded by the divergence of order 2"},
)
def bounded_concentrated_rare_output(check: Check) -> None:
    """A bound on orders up to 3/2 says nothing about order 2.

    M returns a or b. On datasets of odd size a has the probability 1/n, on datasets of even size 1/n³.

    At order 3/2 the symbol a contributes n^{-3/2} n^{3/2} = 1 to the moment and b at most 1 (and nothing more in the
    reverse order), so D_{3/2} ≤ 2 ln 2 for every n. Divergences grow with the order, so (0, 2 ln 2, 3/2)-bounded
    concentrated DP holds for all n.

    At order 2 the symbol a contributes n^{-2} n³ = n, so D₂ ≥ ln n. As (ξ, ρ)-zCDP bounds D₂ by ξ + 2ρ, no (ξ, ρ) serves
    all n. (The recorded proof puts infinitely many such outputs into one mechanism.)
    """
    LAWS = Laws("n >= 2", {"a": "1/n", "b": "1 - 1/n"}, {"a": "1/n**3", "b": "1 - 1/n**3"})
    for n in (4, 64, 4096):
        odd, even = LAWS.at(n=n)
        M = from_function(complete_domain("t", 3), lambda d: odd if len(d) % 2 else even)
        found = notions["bounded-concentrated-dp"].holds(M, xi=0, rho="2 * log(2)", omega=F(3, 2))
        check.true(f"n = {n}: bounded-concentrated-dp at ξ = 0, ρ = 2 ln 2, ω = 3/2", found)
        check.at_least("D₂, which (ξ, ρ)-zCDP bounds by ξ + 2ρ", notions["renyi-dp"].tightest(M, alpha=2), real(n).log())
    check.show("M, for the last n", M)
    check.therefore_not("the mechanisms satisfy (ξ, ρ)-zCDP with ξ + 2ρ < ln 4096 for all n")


@decides(
    "ex-post-dp/does_not_imply/approximate-dp",
    "ex-post-per-instance-dp/does_not_imply/approximate-per-instance-dp",
    sampled="k, ε'",
)
def outputs_that_name_their_level(check: Check) -> None:
    """An output that names its own level can carry any loss.

    Outputs are pairs (k, b) with the level ε(k, b) = k. For a fixed k, M publishes k and a bit about the data, which is the
    truth with odds 2^k. The log-ratios are ±k ln 2, less than k, so ex-post DP holds (the bit says whether t is in the
    data), and ex-post per-instance DP, too (the bit says whether the number of records t is odd).

    Without such a level, ε' needs δ = (2^k - e^{ε'})/(2^k + 1), which tends to 1 with k. The program takes ε' = 0 and ln
    2^10, and k = 10, 20, 30.
    """
    domain = complete_domain("tu", 2)
    at: dict[str, Any] = {"D": ("t", "u"), "t": "t"}
    for k in (10, 20, 30):
        odds = F(2**k)
        right = odds / (1 + odds)
        present = from_function(domain, lambda d, p=right: {(k, "t" in d): p, (k, "t" not in d): 1 - p})
        odd = from_function(domain, lambda d, p=right: {(k, d.count("t") % 2): p, (k, 1 - d.count("t") % 2): 1 - p})
        check.show(f"M, whether t is there, k = {k}", present)
        check.true(f"k = {k}: ex-post-dp, ε(k, b) = k", notions["ex-post-dp"].holds(present, epsilon=lambda o: o[0]))
        verdict = notions["ex-post-per-instance-dp"].holds(odd, **at, epsilon=lambda o: o[0])
        check.true(f"k = {k}: ex-post-per-instance-dp, ε(k, b) = k", verdict)
        for j in (0, 10):
            least = (odds - 2**j) / (odds + 1)
            check.least("approximate-dp", present, least, f"ε' = ln 2^{j}", epsilon=real(2**j).log())
            check.least("approximate-per-instance-dp", odd, least, f"ε' = ln 2^{j}", **at, epsilon=real(2**j).log())
            check.at_least(f"δ against 1 - 2^{j + 1 - k}", least, 1 - F(2 ** (j + 1), 2**k))
    check.therefore_not("one δ < 1 is enough for all k")


@decides(
    "approximate-dp/does_not_imply/mutual-information-dp",
    sampled={"mutual-information-dp": "k"},
    without={"mutual-information-dp": "bounded from below by the mutual information under one law of the record"},
)
def rare_first_record_of_many_values(check: Check) -> None:
    """A record of many values that is published rarely carries much information.

    Verdict  false: for a fixed δ the mutual information grows without bound.

    M publishes the first record with probability δ and nothing otherwise: (0, δ)-DP. If the only record is uniform on k
    values, the record and the output have the mutual information δ ln k. The ε' of mutual-information DP is at least this,
    as it covers every distribution of the record, and δ ln k exceeds every bound for large k. (Below it is compared with
    0.99 δ ln k, since equality of sums of logarithms is not decided.)
    """
    delta = F(1, 10)
    for k in (2, 4, 16):
        M = from_function(complete_domain(range(k), 1), lambda d: {d[:1]: delta, None: 1 - delta} if d else {None: F(1)})
        check.least("approximate-dp", M, delta, f"k = {k}", epsilon=0)
        uniform = Prior.of({(x,): F(1, k) for x in range(k)})
        found = notions["mutual-information-privacy-wyz16"].tightest(M.restrict(uniform.datasets), theta=uniform)
        check.at_least(
            f"k = {k}: the mutual information of a uniform record and the output", found, F(99, 100) * delta * real(k).log()
        )
        if k == 2:
            check.show("M for k = 2", M)
    check.therefore_not("the mutual information is below 0.99 δ ln k for some of these k")


@decides(
    "approximate-zero-concentrated-dp/does_not_imply/zero-concentrated-dp",
    without={"approximate-zero-concentrated-dp": "its exceptional event is named, and what is left runs as zCDP"},
)
def approximate_concentrated_parity(check: Check) -> None:
    """Approximate concentrated DP may tell the parity with probability δ.

    M tells the parity of the number of records with probability 1/2, and otherwise a blank. Once the first case is set
    aside a constant is left, so (0, ρ, 1/2)-approximate zCDP holds for every ρ. Between datasets of different parity all
    Rényi divergences are infinite, so zCDP fails.
    """
    M = check.show("M", from_function(complete_domain("t", 3), lambda d: {len(d) % 2: F(1, 2), "blank": F(1, 2)}))
    for D in M.datasets:
        check.equal(f"on {D} the event “blank” has the probability 1 - δ", M.probability(D, "blank"), F(1, 2))
    given = deterministic(M.datasets, lambda d: "blank")
    check.equal(
        "given a blank, zero-concentrated-dp at ξ = 0: the least ρ", notions["zero-concentrated-dp"].tightest(given, xi=0), 0
    )
    for alpha in (F(101, 100), F(2)):  # the mass of an impossible output: the same for every α > 1
        check.equal(f"the Rényi divergence of order {alpha}", notions["renyi-dp"].tightest(M, alpha=alpha), INFINITY)
    check.least("zero-concentrated-dp", M, INFINITY, xi=1000)
    check.every_level("zero-concentrated-dp", "no ξ + ρα bounds an infinite divergence of order 2")


@decides(
    "approximate-dp/does_not_imply/epsilon-dp kl-privacy average-leave-one-out-kl-stability",
    "approximate-dp/not_stronger_than/f-dp",
    sampled={"f-dp": "δ"},
)
def approximate_dp_publishes_rarely(check: Check) -> None:
    """Approximate DP may publish the data with probability δ.

    M publishes the dataset with probability δ and nothing otherwise. It is (0, δ)-DP, hence (ε, δ)-DP for every ε > 0.

    Any two datasets have an infinite loss and an infinite Kullback–Leibler divergence: ε-DP, KL privacy and average
    leave-one-out KL stability fail.

    The event “the output is D₂” never happens on D₁ and is missed on D₂ with probability 1 - δ, so f-DP needs f(0) ≤ 1 - δ.
    The trade-off function G₁ of two normal distributions has G₁(0) = 1, so no δ > 0 implies G₁.
    """
    LAWS = Laws("0 < p < 1", {"own": "p", "other": "0", "nothing": "1 - p"}, {"own": "0", "other": "p", "nothing": "1 - p"})
    for delta in (F(1, 2), F(1, 100), F(1, 10**6)):  # any δ > 0
        law, _ = LAWS.at(p=delta)
        M = from_function(complete_domain("t", 2), lambda d: {d: law["own"], "nothing": law["nothing"]})
        check.least("approximate-dp", M, delta, f"published with {delta}", epsilon=0)
        check.least("epsilon-dp", M, INFINITY)
        check.least("kl-privacy", M, INFINITY)
        check.least("average-leave-one-out-kl-stability", M, INFINITY)
        best = notions["f-dp"].tightest(M)
        check.equal("f-dp: the largest f at 0 (G₁ needs 1)", best.value(F(0)), 1 - delta, of=best)
    check.show("M, for the last δ", M)
    check.therefore_not("some δ among these keeps the loss or the divergence finite, or all tests at G₁")


@decides(
    "approximate-sketch-privacy/does_not_imply/sketch-privacy sketch-kl-privacy",
    sampled={"sketch-privacy sketch-kl-privacy": "n"},
)
def sketch_names_a_record_rarely(check: Check) -> None:
    """A sketch that names a record rarely has a slack and no bounded loss.

    There are 2n records, one of them t. If the set E has n records and t is one of them, the sketch says “t” with
    probability δ; otherwise it says nothing.

    The laws given t ∈ E and given t ∉ E are at total variation distance δ, and those about another record at a smaller one.
    So approximate sketch privacy holds with N = 1 and δ, for every ε.

    The output “t” is impossible given t ∉ E. If n is at least N', this pair is compared, and both the loss and its mean are
    infinite. This serves every δ > 0.
    """
    for n, delta in ((1, F(1, 2)), (2, F(1, 2)), (2, F(1, 1000)), (3, F(1, 1000))):
        sets = [E for size in range(2 * n + 1) for E in combinations(("t", *range(1, 2 * n)), size)]
        M = from_function(sets, lambda s, p=delta: {"t": p, None: 1 - p} if len(s) == n and "t" in s else {None: F(1)})
        if n == 1:
            check.show("M for n = 1, δ = 1/2", M)
        check.least("approximate-sketch-privacy", M, delta, f"n = {n}, N = 1", N=1, epsilon=0)
        check.least("sketch-privacy", M, INFINITY, f"N' = {n}", N=n)
        check.least("sketch-kl-privacy", M, INFINITY, f"N' = {n}", N=n)
    check.therefore_not("the loss, or its mean, is finite for one of these sketches")


@decides(
    "approximate-local-dp bayes-security/does_not_imply/local-dp maximal-leakage",
    "maximal-leakage maximal-alpha-leakage gossip-protocol-dp/does_not_imply/local-dp",
    sampled={"maximal-leakage": "k"},
)
def reports_that_erase_the_record(check: Check) -> None:
    """A report that is the record, rarely, leaks little on average and tells two records apart.

    M sends the true one of k values with probability p, and nothing otherwise. Local DP fails: a report that is sent has
    only one possible value.

    Any two values have reports at total variation distance p, whatever k is: approximate local DP holds with δ = p (and DP
    for gossip protocols, if the values are nodes and the report is what is observed), and Bayes security with β = 1 - p.
    For two values the upper envelope of the reports has the mass 1 + p, so the maximal leakage is ln(1 + p), which bounds
    the maximal α-leakage of every order.

    For k values the envelope has the mass 1 - p + kp, so the maximal leakage grows with k beyond every bound, while δ and β
    do not change.
    """
    for p in (F(1, 2), F(1, 1000)):
        M = check.show(f"M, two values, p = {p}", from_function([("t",), ("u",)], lambda d: {d[0]: p, "nothing": 1 - p}))
        check.least("maximal-leakage", M, real(1 + p).log())
        check.least("maximal-alpha-leakage", M, real(1 + p).log(), "the largest order", alpha="inf")
        check.least("approximate-local-dp", M, p, epsilon=0)
        check.least("gossip-protocol-dp", M, p, epsilon=0)
        check.least("bayes-security", M, 1 - p)
        check.least("local-dp", M, INFINITY)
    p = F(1, 10)
    for k in (2, 11, 31):
        M = from_function([(t,) for t in range(k)], lambda d: {d[0]: p, "nothing": 1 - p})
        check.equal(f"{k} values: δ of approximate-local-dp at ε = 0", notions["approximate-local-dp"].tightest(M, epsilon=0), p)
        check.equal(f"{k} values: β of bayes-security", notions["bayes-security"].tightest(M), 1 - p)
        found = notions["maximal-leakage"].tightest(M)
        check.equal(f"{k} values: ε of maximal-leakage is ln(1 + p(k - 1))", found, real(1 + p * (k - 1)).log())
    check.therefore_not("an average over reports bounds each of them, or a distance of pairs bounds all values together")


@decides("distribution-privacy/does_not_imply/extended-distribution-privacy extended-divergence-distribution-privacy")
def distribution_privacy_of_half_a_release(check: Check) -> None:
    """Distribution privacy with a slack allows a rare full release.

    M publishes the dataset with probability 1/2 and nothing otherwise. All output laws are within 1/2 in total variation,
    so distribution privacy holds with δ = 1/2 and every ε.

    Between (t) and (u) the loss and the divergence are infinite in each order, and a proper d is finite in one of them.
    """
    M = check.show("M", from_function([("t",), ("u",)], lambda d: {d: F(1, 2), "nothing": F(1, 2)}))
    at_t, at_u = Prior.of({("t",): F(1)}), Prior.of({("u",): F(1)})
    both = [(at_t, at_u), (at_u, at_t)]
    check.least("distribution-privacy", M, F(1, 2), Theta=both, epsilon=0)
    for k, pair in enumerate(both, start=1):  # whatever finite d(pair) is, here 1
        check.least("extended-distribution-privacy", M, INFINITY, f"order {k}", Theta=[pair], d=[1])
        check.least("extended-divergence-distribution-privacy", M, INFINITY, f"order {k}", Theta=[pair], d=[1], f="kl")


ROWS_OF_USERS = (("user 1", "x"), ("user 1", "x'"), ("user 2", "y"), ("user 3", "z"))


def steps_between_users(d: Any) -> int:
    """From the first row alone to d: one for each other user; for its user 0 if only that row is left, 1 if none is, else 2."""
    first = ROWS_OF_USERS[0]
    others = {user for user, _ in d if user != first[0]}
    own = tuple(row for row in d if row[0] == first[0])
    return len(others) + (0 if own == (first,) else 1 if not own else 2)


@decides("approximate-user-level-dp/does_not_imply/approximate-dp")
def half_of_the_way_to_each_user(check: Check) -> None:
    """Two steps between users may tell everything if one step may tell half.

    Let x and y be rows of two users, and let f(D) be the least number of steps from (x) to D, each of which removes or adds
    all rows of one user. M returns 1 with probability min(1, f(D)/2) and 0 otherwise. One step changes this probability by
    at most 1/2, so approximate user-level DP holds with δ = 1/2.

    To replace x by y takes two steps between users: f = 0 on (x) and f = 2 on (y), and the outputs are certain and
    different. For approximate DP, whose unit is a row, it takes one step, so δ = 1 is needed.
    """
    x, y = ROWS_OF_USERS[0], ROWS_OF_USERS[2]
    domain = complete_domain(ROWS_OF_USERS, 3)
    one = {d: min(F(1), F(steps_between_users(d), 2)) for d in domain}
    M = from_function(domain, lambda d: {1: one[d], 0: 1 - one[d]})
    check.show("M on at most two rows", M.restrict(complete_domain(ROWS_OF_USERS, 2)))
    check.least("approximate-user-level-dp", M, F(1, 2), epsilon=0)
    check.equal("the probability of 1 on (x)", M.probability((x,), 1), 0)
    check.equal("the probability of 1 on (y)", M.probability((y,), 1), 1)
    check.least("approximate-dp", M, 1, epsilon="inf")


@decides(
    """approximate-user-level-dp/does_not_imply/d-privacy one-sided-dp blowfish-privacy causal-dp distributional-dp
    bayesian-dp-ll12 bayesian-dp-ysn15"""
)
def data_of_users_published_rarely(check: Check) -> None:
    """User-level DP with a slack δ may publish the data with probability δ.

    M publishes the dataset with probability δ and nothing otherwise. It satisfies user-level (0, δ)-DP, hence (ε, δ) for
    every ε. This serves every δ > 0.

    A published dataset cannot come from any other one, so any two datasets have an infinite loss in both orders, and each
    object compares at least two: one-sided DP if all rows are sensitive, Blowfish privacy if G has all pairs of rows, and
    the notions with a prior if it is uniform on two datasets that differ in the first row. Without this row the two are
    one, so that no simulator comes close to the outputs on both. For d-privacy d is infinite on every pair.
    """
    t, u, v = ROWS = (("user 1", "t"), ("user 1", "u"), ("user 2", "v"))
    for delta in (F(1, 2), F(1, 10**6)):  # any δ > 0
        M = from_function(complete_domain(ROWS, 2), lambda d, p=delta: {d: p, "nothing": 1 - p})
        check.least("approximate-user-level-dp", M, delta, f"published with probability {delta}", epsilon=0)
        least = notions["d-privacy"].tightest(M)
        pairs = permutations(M.datasets, 2)
        everywhere = all(least.value[pair] == INFINITY for pair in pairs)
        check.true("d-privacy: the least d is infinite on every two datasets", everywhere, of=least)
        coin = {"bayesian-dp-ysn15": {"A": Prior.of({(t,): F(1, 2), (u,): F(1, 2)})}}
        violates(check, TellsApart(M, (t, v), (u, v), at=coin), [y for y in check.denied if y != "d-privacy"])
    check.every_level("d-privacy", "a proper d is finite on some pair")
    check.show("M, for the last δ", M)


@decides("per-record-zcdp/does_not_imply/zero-concentrated-dp approximate-dp", sampled="n")
def large_records_are_protected_less(check: Check) -> None:
    """Per-record concentrated DP protects large records less and less.

    Records are natural numbers, s is their sum, and M_n says yes with odds 2^{s - n} to 1. Adding a record t has a loss of
    at most t ln 2, so the divergence is at most α(t ln 2)²/2: M_n satisfies per-record zCDP with P(t) = (t ln 2)²/2, for
    every n.

    The empty dataset gives yes with odds 2^{-n}, and the dataset (2n) with odds 2^n. With q = 1/(1 + 2^n) the divergence of
    order 1 is (1 - 2q)·n ln 2, and those of higher orders are at least that. For large n this is more than ξ + ρα for α
    close to 1, so zCDP fails. And δ is at least 1 - q - e^ε q, which exceeds any δ < 1. (The recorded proofs add normal
    noise; here two outputs suffice.)
    """
    log_2 = real(2).log()
    for n in (2, 5, 10):
        odds = {s: F(2) ** (s - n) for s in range(6 * n + 1)}
        M = from_function(
            complete_domain(sorted({1, n, 2 * n}), 2),
            lambda d: {"yes": odds[sum(d)] / (1 + odds[sum(d)]), "no": 1 / (1 + odds[sum(d)])},
        )
        check.show(f"M for n = {n}", M)
        found = notions["per-record-zcdp"].holds(M, P=lambda t: (t * log_2) ** 2 / 2)
        check.true(f"n = {n}: per-record-zcdp at P(t) = (t ln 2)²/2", found)
        q = F(1, 1 + 2**n)
        two = M.restrict([(), (2 * n,)])
        least = (1 - 3 * q) * n * log_2
        check.at_least("() against (2n): the divergence of order 1, up to q n ln 2", notions["kl-privacy"].tightest(two), least)
        if n > 2:
            check.less(f"ξ + ρ for ξ = {n}/3, ρ = {n}/6", F(n, 3) + F(n, 6), least)
            found = notions["zero-concentrated-dp"].holds(two, xi=F(n, 3), rho=F(n, 6))
            check.false("zero-concentrated-dp fails at these values", found)
        check.least("approximate-dp", M, at="ε = ln 2", at_least=1 - 3 * q, epsilon="log(2)")
    check.therefore_not("M_n satisfies zCDP or approximate DP at values that do not depend on n")


@decides(
    """gaussian-dp/does_not_imply/epsilon-dp one-sided-dp blowfish-privacy local-dp bit-dp bayesian-dp-ll12 bayesian-dp-ysn15
    correlated-dp causal-dp sensitivity-induced-dp distributional-dp d-privacy""",
    sampled="n",
)
def gaussian_dp_above_a_threshold(check: Check) -> None:
    """Gaussian DP bounds no loss.

    The recorded proofs publish c + Z with Z normal, and c = 1 if the record a is there. This mechanism is 1-Gaussian DP. M
    keeps only an excerpt of it: whether c + Z lies above a threshold u. The probabilities of yes are Pr[Z > u] and Pr[1 + Z
    > u], whose ratio is at least e^{u - 1/2}. Lower the larger one to np, where p is rational and at most Pr[Z > ln n +
    1/2]; 1-Gaussian DP still holds, as the program checks, and the loss is ln n. There is such a p for every n.

    Each object compares datasets with and without a (for bit DP records are single bits, and a is the bit 1), so it needs ε
    ≥ ln n. Distributional DP needs half of it: a simulator sees the same data in both cases, and no law is within ε of both
    outputs if ln n > 2ε. For d-privacy and a pair (x, y) on which d is finite let M say yes with probability np on x alone.
    """
    RARE = ((2, F(1, 10)), (10, F(1, 1000)), (100, F(1, 10**8)))  # n and p with Pr[yes] = p and np: an excerpt of Gaussian noise
    EITHER = Prior.of({("t",): F(1, 2), ("a",): F(1, 2)})
    COIN = {"t": F(1, 2), "a": F(1, 2)}
    OBJECTS: dict[str, dict[str, Any]] = {
        "epsilon-dp": {},
        "local-dp": {},
        "one-sided-dp": {"P": ["t", "a"]},
        "blowfish-privacy": {"G": [("t", "a")]},
        "bayesian-dp-ll12": {"prior": COIN, "k": 0},
        "bayesian-dp-ysn15": {"A": EITHER},
        "correlated-dp": {"A": (EITHER, "nothing")},
        "causal-dp": {"Theta": [EITHER]},
        "sensitivity-induced-dp": {"f": lambda d: 0},
    }
    domain, bits = complete_domain("ta", 2), complete_domain([("0",), ("1",)], 2)
    for n, p in RARE:
        rare, often = ({"yes": q, "no": 1 - q} for q in (p, n * p))
        M = from_function(domain, lambda d: often if "a" in d else rare)
        check.true(f"n = {n}, p = {p}: gaussian-dp at μ = 1", notions["gaussian-dp"].holds(M, mu=1))
        for y, values in OBJECTS.items():
            check.least(y, M, real(n).log(), **values)
        M_bit = from_function(bits, lambda d: often if ("1",) in d else rare)
        check.least("bit-dp", M_bit, real(n).log(), "one bit", schema=[1])
        found = notions["distributional-dp"].tightest(M, Theta=[EITHER])
        check.at_least("distributional-dp: the least ε (an enclosure of ln(n)/2)", found, real(n).log() / 2 - F(1, 1000))
        for x in domain:
            M_x = from_function(domain, lambda d: often if d == x else rare)
            levels = notions["d-privacy"].tightest(M_x)
            away = all(levels.value[x, y] == real(n).log() for y in domain if y != x)
            check.true(f"d-privacy: d ≥ ln {n} is needed from {x} to every other dataset", away, of=levels)
        if n == 10:
            for name, same in (("M_x", M_x), ("M on bits", M_bit)):
                holds = notions["gaussian-dp"].holds(same, mu=1)
                check.true(f"… and {name} is 1-Gaussian DP, as its two laws are those of M", holds)
    check.show("M, for the last n", M)
    check.therefore_not("the loss of these mechanisms is below ln 100 where the notions compare")


@decides(
    "zero-concentrated-dp/does_not_imply/epsilon-dp capacity-bounded-dp extended-divergence-dp",
    "zero-concentrated-dp/not_stronger_than/weak-federated-f-dp",
    sampled={"epsilon-dp capacity-bounded-dp extended-divergence-dp": "n", "weak-federated-f-dp": "ρ"},
)
def zero_concentrated_above_a_threshold(check: Check) -> None:
    """Concentrated DP bounds neither the loss nor an exponential divergence.

    The recorded proofs publish b(D) + Z with Z normal. M keeps only whether this lies above a threshold u. It says yes with
    probability np on the dataset x where b is 1 (or on every dataset with a record), and with probability p otherwise.
    Since Pr[1 + Z > u] ≥ e^{u - 1/2} Pr[Z > u], any p ≤ Pr[Z > ln n + 1/2] will do; for n = 2^m take p = 2^{-m²} with m ≥
    4. That (0, 1/2)-zCDP holds is checked.

    The loss is ln n, so ε-DP fails. The divergence for f(t) = e^t - e is at least p(e^n - e) - e, which exceeds every
    bound, since ln(1/p) is of order (ln n)²: extended divergence DP fails. With all test functions capacity bounded DP is
    divergence DP; the program tries the best one, exp of the ratio of probabilities.

    Weak federated f-DP at the trade-off function of 1-DP, f(x) = max(0, 1 - ex, (1 - x)/e): for small ρ let M say yes with
    probability p or 3p. A test that says yes has the errors p and 1 - 3p < f(p).
    """
    LAWS = Laws("m >= 4", {"yes": "2**(m - m**2)", "no": "1 - 2**(m - m**2)"}, {"yes": "2**(-m**2)", "no": "1 - 2**(-m**2)"})

    def yes(p: Any) -> dict[Any, Any]:
        """Yes with probability p."""
        return {"yes": p, "no": 1 - p}

    domain, e = complete_domain("t", 2), real(1).exp()
    f = Generator("e^t - e", lambda t: t.exp() - e, 1 - e, math.inf, lambda x: x * x.log() - x + e)
    for m in (4, 5, 7):
        often, rarely = LAWS.at(m=m)
        n, p = 2**m, rarely["yes"]
        for x in [*domain, "every dataset with a record"]:
            M = from_function(domain, lambda d, u=often, v=rarely: u if d == x or (d and isinstance(x, str)) else v)
            found = notions["zero-concentrated-dp"].holds(M, xi=0, rho=F(1, 2))
            where = x if isinstance(x, str) else show_dataset(tuple(x))
            check.true(f"n = {n}, yes with probability np on {where}: zero-concentrated-dp at ξ = 0, ρ = 1/2", found)
            if not isinstance(x, str):
                ext = [notions["extended-divergence-dp"].tightest(M, f=f, d={(x, y): 1}) for y in domain if y != x]
                least = real(p) * (real(n).exp() - e) - e
                check.true(
                    f"the divergence of {where} from every other dataset is at least p(e^n - e) - e",
                    all(t.value >= least for t in ext),
                    of=ext,
                )
        check.least("epsilon-dp", M, real(n).log())
        best = {"yes": real(n).exp(), "no": real((1 - n * p) / (1 - p)).exp()}
        check.least("capacity-bounded-dp", M, at_least=real(p) * (real(n).exp() - e) - e, f=f, H=[best])
    for rho, p in ((F(1), F(1, 100)), (F(1, 10), F(1, 10**7)), (F(1, 100), F(1, 10**60))):
        M = from_function([((), ()), (("t",), ())], lambda d: {(None, o): w for o, w in yes(3 * p if d[0] else p).items()})
        plain = from_function([(), ("t",)], lambda d: yes(3 * p if d else p))
        check.true(f"ρ = {rho}, p = {p}: zero-concentrated-dp", notions["zero-concentrated-dp"].holds(plain, xi=0, rho=rho))
        curve = notions["weak-federated-f-dp"].tightest(M, C=2)
        check.less("weak-federated-f-dp: the largest f at p, which has to be 1 - ep", curve.value(p), 1 - e * real(p), of=curve)
    check.therefore_not(
        "zCDP keeps the loss or the divergence below its value for n = 128, or the test errors above those of 1-DP"
    )


@decides("average-sketch-privacy/does_not_imply/sketch-kl-privacy", sampled={"sketch-kl-privacy": "n, m, η"})
def average_sketch_of_many_records(check: Check) -> None:
    """A sketch may speak about one record if the loss is averaged over the records.

    Let n ≥ N'. There are m + 1 > n + 1 records, one of them t. On sets E of n records the sketch says whether t ∈ E,
    wrongly with probability η < 1/2; on all others it says nothing. Let a = ln((1 - η)/η).

    The loss of t is a with probability 1 - η given t ∈ E, so its mean loss is (1 - η) a. For another record u, the
    probability of t ∈ E is (n - 1)/m given u ∈ E and n/m given u ∉ E; so “no” is the output that speaks for u ∈ E, and its
    loss is at most ln(m/(m - n)). The average over the records is at most (a + m ln(m/(m - n)))/(m + 1), and m ln(m/(m -
    n)) ≤ 2n for m ≥ 2n.

    Take m = k⁴ and η = 2^{-k²}. Then a is below k², and the average is at most (k² + 2n)/(k⁴ + 1), which tends to 0, while
    the mean loss of t is at least k²/4. The program evaluates small sketches, which agree with the formulas up to a
    thousandth, and the formulas for large ones.
    """

    def answer(yes: F, eta: F) -> F:
        return yes * (1 - eta) + (1 - yes) * eta

    def bounds(n: int, m: int, eta: F) -> tuple[Any, Any]:
        """The average loss, and the mean loss of t."""
        a = real((1 - eta) / eta).log()
        no_in, no_out = 1 - answer(F(n - 1, m), eta), 1 - answer(F(n, m), eta)
        return (a + m * real(no_in / no_out).log()) / real(m + 1), (1 - eta) * a

    for n, m in ((1, 3), (1, 4), (2, 5)):
        eta = F(1, 4)
        sets = [E for size in range(m + 2) for E in combinations(("t", *range(1, m + 1)), size)]

        def law(s: Any, n: int = n, eta: F = eta) -> dict[Any, F]:
            return {("t" in s): 1 - eta, ("t" not in s): eta} if len(s) == n else {None: F(1)}

        M = from_function(sets, law)
        if m == 3:
            check.show("M for n = 1, m = 3, η = 1/4", M)
        average, mean = bounds(n, m, eta)
        check.least("average-sketch-privacy", M, at=f"n = {n}, m = {m}, N = 1", at_most=F(1001, 1000) * average, N=1)
        check.least("sketch-kl-privacy", M, at=f"n = {n}, m = {m}, N' = {n}", at_least=F(999, 1000) * mean, N=n)
    for n in (1, 5):
        for k in (4, 8, 16):
            m, eta = k**4, F(1, 2 ** (k * k))
            average, mean = bounds(n, m, eta)
            check.at_most(f"n = {n}, m = {k}⁴, η = 2^-{k * k}, these formulas: the average", average, F(k * k + 2 * n, m + 1))
            check.at_least("the mean loss of t", mean, F(k * k, 4))
    check.therefore_not("for some of these m the average is larger than stated, or the mean loss of t smaller")


@decides("average-leave-one-out-kl-stability/does_not_imply/on-average-kl-privacy kl-privacy", sampled={"kl-privacy": "n"})
def leave_one_out_averages_over_records(check: Check) -> None:
    """Leave-one-out stability averages over the records; KL privacy does not.

    M₁(D) = 0 if t ∈ D, and a fair coin otherwise. Removing the only t costs ln 2, and removing anything else costs nothing,
    so M₁ is stable. Replacing t by u has an infinite divergence from (u) to (t): on-average KL privacy fails.

    M₂ returns 1 with probability 1/2 if t ∈ D, and with probability η_{|D|} = r^{|D|}/2 otherwise, where r = e^{-c} and ε =
    max(c/2, c²). If t is not in D, removing a record costs at most (1 - r)² ≤ c² ≤ ε. If the only t of n records is
    removed, this costs ½ ln(1/(4 η (1 - η))) ≤ ½ c (n - 1) ≤ n ε, with η = η_{n-1}, and it is one of n records. So the mean
    is at most ε, and M₂ is stable for every n.

    This last divergence is at least ½ (c (n - 1) - ln 2), which is unbounded in n, so KL privacy fails. The laws depend on
    |D| and on t ∈ D alone, so datasets of copies of u with at most one t show the loss of all.
    """
    stability = notions["average-leave-one-out-kl-stability"]
    M_1 = check.show("M₁", from_function(complete_domain("tu", 3), lambda d: {0: F(1)} if "t" in d else {0: F(1, 2), 1: F(1, 2)}))
    check.at_most("M₁: average-leave-one-out-kl-stability: the least ε (it is ln 2)", stability.tightest(M_1), F(7, 10))
    for w in (F(1, 1000), F(1, 2)):
        check.least("on-average-kl-privacy", M_1, INFINITY, f"M₁, Pr[t] = {w}", Theta=[{"t": w, "u": 1 - w}])
    for r in (F(1, 2), F(9, 10)):
        c = real(1 / r).log()
        epsilon = greatest([c / real(2), c * c])
        for n in (8, 12, 16):

            def law(d: Any, r: F = r) -> dict[Any, F]:
                one = F(1, 2) if "t" in d else r ** len(d) / 2
                return {1: one, 0: 1 - one}

            M_2 = from_function([("u",) * k + last for k in range(n) for last in ((), ("t",))], law)
            text = f"M₂, r = {r}, up to {n} records"
            check.least("average-leave-one-out-kl-stability", M_2, at=f"{text}", at_most=epsilon)
            least = F(1, 2) * ((n - 1) * c - real(2).log())
            check.least("kl-privacy", M_2, at=f"{text}", at_least=least)
    check.show("M₂ for r = 9/10, up to 16 records", M_2)
    check.therefore_not(
        "M₁ is on-average KL private at some ε, or M₂ is KL private below ½ (c (n - 1) - ln 2) for one of these n"
    )


@decides(
    "approximate-causal-dp/does_not_imply/causal-dp",
    "approximate-user-level-dp/does_not_imply/client-dp",
    "approximate-per-instance-dp/does_not_imply/per-instance-dp",
    "decentralized-dp/does_not_imply/edge-dp",
    "task-local-dp/does_not_imply/local-dp",
)
def slack_lets_one_publish_with_probability_delta(check: Check) -> None:
    """With a slack δ one may publish with probability δ, which no loss covers.

    In each case M publishes something with probability p = δ and nothing otherwise. The subject holds with ε = 0 and this
    δ. Something that is published is possible on one of two compared datasets only, so the object, which has no δ, has an
    infinite loss.

    Approximate causal DP and approximate user-level DP: M publishes the dataset, of three fair bits or of rows that users
    own. Approximate per-instance DP: M publishes the number of records t. Task-local DP: M publishes the one example.

    Decentralized DP: each user sends the own links with probability p, by own coins. Two users know of an edge, so (0, 1 -
    (1 - p)²) holds, and p is chosen such that this is at most δ.
    """
    LAWS = Laws("0 < p < 1", {"own": "p", "other": "0", "nothing": "1 - p"}, {"own": "0", "other": "p", "nothing": "1 - p"})
    BITS = Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 3)
    USERS = [("node", v) for v in "123"]
    EDGES = [("edge", "1", "2"), ("edge", "1", "3"), ("edge", "2", "3")]
    GRAPHS = [(*USERS, *(e for e, there in zip(EDGES, g, strict=True) if there)) for g in product((0, 1), repeat=3)]

    def reports(graph: Any, p: F) -> dict[Any, F]:
        """Every user's report: the own links with probability p, else None."""
        links = [tuple(e for e in graph if e[0] == "edge" and v in e) for v in "123"]
        sent = product((True, False), repeat=3)
        return {
            tuple(own if s else None for own, s in zip(links, which, strict=True)): p ** sum(which) * (1 - p) ** (3 - sum(which))
            for which in sent
        }

    D, rows = ("t", "u"), [("user", 1), ("user", 2), ("other", 1)]
    for p in (F(1, 2), F(1, 10**6)):
        law, _ = LAWS.at(p=p)
        bits = from_function(BITS.datasets, lambda d: {d: p, "nothing": 1 - p})
        owned = from_function(complete_domain(rows, 2), lambda d: {d: law["own"], "nothing": law["nothing"]})
        count = from_function(complete_domain("tu", 3), lambda d: {d.count("t"): law["own"], "nothing": law["nothing"]})
        example = from_function([("t",), ("u",)], lambda d: {d: p, "nothing": 1 - p})
        sent = from_function(GRAPHS, lambda g: reports(g, p))
        for M, subject, values, slack, other in (
            (bits, "approximate-causal-dp", {"Theta": [BITS]}, p, "causal-dp"),
            (owned, "approximate-user-level-dp", {}, p, "client-dp"),
            (count, "approximate-per-instance-dp", {"D": D, "t": "t"}, p, "per-instance-dp"),
            (example, "task-local-dp", {}, p, "local-dp"),
            (sent, "decentralized-dp", {}, 1 - (1 - p) ** 2, "edge-dp"),
        ):
            check.least(subject, M, slack, f"published with probability {p}", epsilon=0, **values)
            check.least(other, M, INFINITY, "the same mechanism", **values)
    check.show("M, publishing the bits", bits)
