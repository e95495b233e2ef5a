"""Noise that hides one step does not hide many.

A number with noise for a change of one is private for the unit that moves it by one. Where a notion compares datasets far apart,
or asks a simulator for the number, the loss grows with the distance.
"""

from dpzoo.blocks.generators import power
from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._noise_for_one_step import noisy
from dpzoo.witnesses.separations._telling_apart import SAMPLED, TellsApart, violates


@decides(
    "epsilon-dp/does_not_imply/generic-dp-km11 distributional-privacy-zlw09 adversarial-privacy prior-dp noiseless-privacy",
    "weighted-dp/does_not_imply/free-lunch-privacy",
    sampled="n",
)
def noisy_number_of_records(check: Check) -> None:
    """A noisy number of records tells large datasets apart.

    The first M publishes the number of records plus Z, the second the number of ones plus Z, and on weighted data M
    publishes the sum of weights plus Z. The noise Z has Pr[Z = z] ∝ e^{-ε|z|}, with e^ε = 16 in the program, and the result
    is clamped to 0, …, n, which keeps the loss. One step of the count costs ε, so ε-DP holds, and weighted DP as well. The
    law depends on the count alone, so one dataset for each count 0, …, n shows the loss of the whole mechanism.

    The objects compare two datasets with counts 0 and n (one of them 1 and n), either directly or under a prior on these
    two, and there the loss is n ln 16 (or (n - 1) ln 16), which exceeds every bound.

    Adversarial privacy has a δ. Give n copies of t the prior 2^{-n} and let e^{ε'} = 2^{n/2}: then δ ≥ 1 - 2·2^{-n/2} is
    still needed, which exceeds every δ < 1 for large n.
    """
    log_16 = real(16).log()
    for n in (4, 8, 16):
        copies = [("t",) * k for k in range(n + 1)]  # all datasets of up to n records, if there is one record value
        M = from_function(copies, lambda d: noisy(len(d), n, 16))
        check.least("epsilon-dp", M, log_16, f"n = {n}, number of records")
        check.least("generic-dp-km11", M, n * log_16, "all pairs", R=list(combinations(copies, 2)))
        check.least("distributional-privacy-zlw09", M, (n - 1) * log_16, d=lambda a, b: 0, S_D=copies[1:], Delta=1)
        weights = from_function([(("t", k),) for k in range(n + 1)], lambda d: noisy(d[0][1], n, 16))
        check.least("weighted-dp", weights, log_16, "sum of weights")
        check.least("free-lunch-privacy", weights, n * log_16)
        rare = Prior.of({(): 1 - F(1, 2**n), copies[n]: F(1, 2**n)})
        check.least("adversarial-privacy", M, at_least=1 - F(2, 2 ** (n // 2)), Theta=[rare], epsilon=f"{n} / 2 * log(2)")
        bits = [(1,) * k + (0,) * (n - k) for k in range(n + 1)]  # one record replaced at a time
        M = from_function(bits, lambda d: noisy(sum(d), n, 16))
        check.least("epsilon-dp", M, log_16, "number of ones")
        theta = Prior.of({bits[0]: F(1, 2), bits[n]: F(1, 2)})
        check.least("prior-dp", M, n * log_16, A=[(theta, 0, ())])
        check.least("noiseless-privacy", M, n * log_16, Theta=[theta])
    check.therefore_not("these notions hold for n = 4, 8, 16 at one ε' < 15 ln 16, or δ < 9/10 for adversarial privacy")


@decides(
    """client-dp/does_not_imply/generic-dp-km11 pufferfish-privacy negative-membership-privacy prior-dp
    distributional-privacy-zlw09 induced-neighbors-dp distribution-privacy passive-partial-knowledge-dp adversarial-privacy""",
    sampled="n",
)
def noisy_number_of_clients(check: Check) -> None:
    """A noisy number of clients tells datasets of many clients apart.

    M publishes the number of clients in the data plus Z, with Pr[Z = z] ∝ e^{-ε|z|}, where e^ε = 16 in the program, clamped
    to 0, …, n, which keeps the loss. A client changes the count by at most 1, so client DP holds at ε. The law depends on
    the count alone, so one dataset for each count shows the loss of the whole mechanism.

    F_k has one record each of k clients; E has n records of one client, so its count is 1. The loss between counts 0 and n
    is n ln 16, between 1 and n (n - 1) ln 16, and between n/2 and n (n/2) ln 16. Each of five objects compares such a pair:
    generic DP by its relation, pufferfish privacy by its secrets, prior DP by its attacker, ZLW09's distributional privacy
    by its set of datasets, and induced-neighbours DP by its public facts.

    Negative membership privacy: if ∅ and F_n have probability 1/2 each, output 0 leaves t ∈ D with probability 16^{-n}/(1 +
    16^{-n}), which is below every e^{-ε'}/2 for large n.

    Three objects have a δ. By the event “at least 3n/4” and with e^{ε'} = 2^n, distribution privacy of counts 0 and n needs
    δ ≥ 1 - 4·2^{-n}, and passive partial knowledge DP of counts 1 and n needs δ ≥ 1 - 40·2^{-n}. Adversarial privacy, with
    the prior 2^{-n} of F_n and e^{ε'} = 2^{n/2}, needs δ ≥ 1 - 2·2^{-n/2}. So for every ε' and δ < 1 large n refutes them.
    """
    log_16 = real(16).log()
    for n in (4, 8, 16):
        chain = [tuple((i, "r") for i in range(k)) for k in range(n + 1)]
        E, F_n, many = tuple(("c", j) for j in range(n)), chain[n], f"e^ε' = 2^{n}: the least δ"
        M = from_function([*chain, E], lambda d: noisy(len({owner for owner, _ in d}), n, 16))
        far = Prior.of({(): F(1, 2), F_n: F(1, 2)})
        near = Prior.of({E: F(1, 2), F_n: F(1, 2)})
        certain = [Prior.of({D: F(1)}) for D in ((), F_n)]
        rare = Prior.of({(): 1 - F(1, 2**n), F_n: F(1, 2**n)})
        check.least("client-dp", M, log_16, f"n = {n}")
        infinite: dict[str, tuple[dict[str, Any], Any]] = {
            "generic-dp-km11": ({"R": [((), F_n)]}, n),
            "pufferfish-privacy": ({"Theta": [far], "Phi": [([()], [F_n])]}, n),
            "prior-dp": ({"A": [(near, 0, ())]}, n - 1),
            "distributional-privacy-zlw09": ({"d": lambda a, b: 0, "S_D": chain[1:], "Delta": 1}, n - 1),
            "induced-neighbors-dp": ({"I_Q": [chain[2**j] for j in range(n.bit_length())]}, F(n, 2)),
        }
        for y, (values, steps) in infinite.items():
            check.least(y, M, steps * log_16, **values)
        check.least("negative-membership-privacy", M, real(F(1 + 16**n, 2)).log(), Theta=[far])
        found = notions["distribution-privacy"].tightest(M, Theta=[tuple(certain), tuple(certain[::-1])], epsilon=f"{n} * log(2)")
        check.at_least(f"distribution-privacy, {many}", found, 1 - F(4, 2**n))
        small = M.restrict([E, F_n])
        if n > 5:  # for smaller n the bound says nothing
            found = notions["passive-partial-knowledge-dp"].tightest(small, Theta=[near], epsilon=f"{n} * log(2)")
            check.at_least(f"passive-partial-knowledge-dp, {many}", found, 1 - F(40, 2**n))
        check.least(
            "adversarial-privacy",
            M,
            at=f"prior 2^-{n} of F_n, e^ε' = 2^({n}/2)",
            at_least=1 - F(2, 2 ** (n // 2)),
            Theta=[rare],
            epsilon=f"{n} / 2 * log(2)",
        )
    check.therefore_not("these notions hold for n = 4, 8, 16 at one ε' < 8 ln 16 and δ < 9/10")


@decides(
    "client-dp/does_not_imply/distributional-privacy-rot10",
    sampled="n",
    without={
        "distributional-privacy-rot10": "samples of 256 of 524,288 clients are counted, and their loss is that of generic DP"
    },
)
def noisy_number_in_large_samples(check: Check) -> None:
    """Large samples have numbers of clients far apart.

    M publishes the number of clients plus Z with Pr[Z = z] ∝ e^{-ε|z|}: client DP holds at ε, and the loss between counts c
    and c' is ε|c - c'|.

    Let π be uniform on N = 4n² records of one client and one record each of N others. In a sample of n records without
    replacement J are of the others, so c = J + 1 (or n, if J = n). The probability of a value of J is at most that of a
    fair binomial times Π(1 - i/2N)^{-1} ≤ 16/15, so at most 0.8·16/15/√n < 0.9/√n. Two samples have |c - c'| ≤ m with
    probability at most (2m + 1)/√n. For m = n^{1/4} this tends to 0 while mε exceeds every β: no γ < 1 will do. The program
    checks n = 16, 64, 256 exactly.
    """
    chain = [tuple((i, "r") for i in range(k)) for k in range(9)]
    M = check.show("M, on counts up to 8", from_function(chain, lambda d: noisy(len(d), 8, 16)))
    check.least("client-dp", M, real(16).log())
    for k in (1, 5, 8):
        found = notions["generic-dp-km11"].tightest(M, R=[((), chain[k])])
        check.equal(f"the loss between the counts 0 and {k}", found, k * real(16).log())
    for n, m in ((16, 2), (64, 2), (256, 4)):
        N = 4 * n**2
        law = {j + 1: F(comb(N, j) * comb(N, n - j), comb(2 * N, n)) for j in range(n + 1)}
        law[n] += law.pop(n + 1)
        check.equal(f"n = {n}: the law of c sums to", sum(law.values(), F(0)), 1)
        check.at_most("its largest probability, squared", max(law.values()) ** 2, F(1, n))
        close = sum((p * law.get(c + s, F(0)) for c, p in law.items() for s in range(-m, m + 1)), F(0))
        check.at_most(f"the probability that |c - c'| ≤ {m}, squared", close**2, F((2 * m + 1) ** 2, n))
    check.therefore_not("two samples of 256 records are within 4 clients of each other with probability above 9/16")


@decides(
    "epsilon-dp/does_not_imply/zero-knowledge-privacy coupled-worlds-privacy typical-stability",
    "client-dp/does_not_imply/zero-knowledge-privacy typical-stability inference-based-coupled-worlds-privacy",
    sampled={
        "zero-knowledge-privacy coupled-worlds-privacy typical-stability": "n",
        "inference-based-coupled-worlds-privacy": "K, L",
    },
)
def noisy_number_against_simulators(check: Check) -> None:
    """A simulator that sees nothing cannot follow a noisy number.

    M publishes the number of records (or of clients: the same law) plus Z, with Pr[Z = z] ∝ e^{-ε|z|}, where e^ε = 16 in
    the program unless another value is named, clamped to 0, …, n, which keeps the loss. One record or client moves the
    count by at most 1, so ε-DP or client DP holds. The law depends on the count alone, so one dataset for each count shows
    the loss of the whole mechanism.

    Zero-knowledge and coupled-worlds privacy, with a view that is constant: the simulator has one law Q. If Q is within ε'
    of the outputs for counts 0 (or 1) and n, these are within 2ε' of each other, so ε' ≥ n ln(16)/2 (or (n - 1) ln(16)/2).

    Typical stability: let η = (1 - δ)/2 and e^ε be so large that Pr[Z = 0] ≥ 1 - η (256 in the program). Each of the (1 -
    γ)N counts that are kept needs Q-mass e^{-ε'}η, so e^{ε'} ≥ η(1 - γ)N.

    Inference-based coupled-worlds privacy: round the output to the nearest of L, 2L, …, KL, which are K equally likely
    counts. A false answer keeps a belief of at most 4·16^{-L/2}, while after the simulator's output all K counts are
    equally likely: (K - 1)/K ≤ e^{ε'}·4·16^{-L/2} + δ. For any δ < 1 take K with δ < 1 - 1/K: then e^{ε'} ≥ (1 - 1/K -
    δ)·16^{L/2}/4 grows with L. For δ = 1 - 1/K - 1/10 this is 16^{L/2}/40.
    """
    zero, typical, coupled, belief = (
        notions[y]
        for y in (
            "zero-knowledge-privacy",
            "typical-stability",
            "coupled-worlds-privacy",
            "inference-based-coupled-worlds-privacy",
        )
    )
    for subject, who in (("epsilon-dp", lambda i: "t"), ("client-dp", lambda i: (i, "r"))):
        for n in (2, 4):
            chain = [tuple(who(i) for i in range(k)) for k in range(n + 1)]
            M: Any = from_function(chain, lambda d: noisy(len(d), n, 16))
            check.least(subject, M, real(16).log(), f"counts up to {n}")
            found = zero.tightest(M, Agg=[lambda d: 0])
            check.at_least("zero-knowledge-privacy: the least ε", found, F(n - 1, 2) * real(16).log())
            if subject == "epsilon-dp":
                points = [Prior.of({D: F(1)}) for D in chain]
                found = coupled.tightest(M, Theta=points, Gamma=[(lambda d: 0, lambda d: 0)])
                check.at_least("coupled-worlds-privacy: the least ε", found, F(n, 2) * real(16).log())
            M = from_function(chain, lambda d: noisy(len(d), n, 256))
            check.least(subject, M, real(256).log(), "e^ε = 256")
            theta = Prior.of({D: F(1, n) for D in chain[1:]})
            if n > 3:  # for smaller n the bound says nothing
                found = typical.tightest(M, Theta=[theta], gamma=F(1, 4), delta=F(1, 4))
                check.at_least("typical-stability, γ = δ = 1/4: the least ε", found, real(F(9 * n, 32)).log())
    for K, L in ((2, 3), (2, 4), (3, 3)):
        chain = [tuple((i, "r") for i in range(k)) for k in range(K * L + L + 1)]
        M = from_function(chain, lambda d, m=K * L + L: noisy(len(d), m, 16))
        M = M.post_process({o: min((abs(o - j * L), j) for j in range(1, K + 1))[1] for o in M.outputs})
        check.least("client-dp", M, at=f"K = {K}, L = {L}", at_most=real(16).log())
        theta = Prior.of({chain[j * L]: F(1, K) for j in range(1, K + 1)})
        found = belief.tightest(M, Theta=[theta], Gamma=[(lambda d: 0, len)], delta=1 - F(1, K) - F(1, 10))
        check.at_least(f"{belief.notion}, δ = 1 - 1/K - 1/10: the least ε", found, real(F(4**L, 40)).log())
    check.therefore_not("the simulators come close at one level for all counts")


@decides(
    "edge-dp/does_not_imply/out-link-privacy",
    "feasible-node-dp/does_not_imply/free-lunch-privacy",
    "event-level-pan-privacy/does_not_imply/user-level-pan-privacy landmark-privacy item-level-dp participation-schema-dp",
    "geo-indistinguishability/does_not_imply/bounded-dp earth-movers-privacy",
    sampled="m",
)
def noisy_counts_on_chains(check: Check) -> None:
    """A noisy count protects one step and no longer way.

    M publishes a count plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, m, so one step of the count has the loss ln 2. In
    each case the subject allows one step only, while a single change that the object compares moves the count from 0 to m.
    That costs m ln 2, which exceeds every bound.

    Edge DP and out-link privacy: M counts the arcs of a node, and the object removes all its out-links.

    Feasible-node DP and free-lunch privacy: M counts the successors of the entry that are covered, and the object compares
    any two datasets.

    Event-level and user-level pan-privacy: M counts the events x of a stream (the state is the noisy count from the start,
    and is the output at the end, so the view is one number), and the object changes all events of a user.

    Event-level pan-privacy and landmark privacy: M counts as before, and all times are landmarks.

    Event-level pan-privacy, item-level DP and DP under a participation schema: M counts the events that are no blanks; all
    are about one item, or one pattern has all steps. With e^{ε'} = 2^{m/2} both still need δ ≥ 1 - 2^{-m/4}, by the event
    “at least 3m/4”.

    Geo-indistinguishability and bounded DP: M counts by the first coordinate of a location, and the object moves the
    location by m.

    Geo-indistinguishability and earth mover's privacy: M counts by the sum of the first coordinates of m locations, and the
    object moves them all by 1 at earth mover's distance 1.
    """
    log_2 = real(2).log()

    def compare(m: int, x: str, y: str, domain: Any, count: Callable[[Any], int], of_x: Any = None, of_y: Any = None) -> None:
        M = from_function(domain, lambda d: noisy(count(d), m, 2))
        check.least(x, M, log_2, f"m = {m}", **of_x or {})
        check.least(y, M, m * log_2, f"m = {m}", **of_y or {})
        if m == 2:
            check.show(f"M, the count for {x} and {y}", M)

    for m in (2, 4, 8):
        nodes = tuple(("node", k) for k in range(m + 1))
        stars = [(*nodes, *(("arc", 0, k) for k in range(1, i + 1))) for i in range(m + 1)]  # node 0 has i out-links
        compare(m, "edge-dp", "out-link-privacy", stars, lambda d: sum(r[0] == "arc" for r in d))
        covered = [("entry", *range(i)) for i in range(m + 1)]  # the entry and i of its successors
        flow = {"C": {"entry": "entry", "edges": [("entry", k) for k in range(m)]}}
        compare(m, "feasible-node-dp", "free-lunch-privacy", covered, lambda d: len(d) - 1, flow)
        streams = [(("a", "x"),) * i + (("a", "y"),) * (m - i) for i in range(m + 1)]  # all events are of user a
        compare(m, "event-level-pan-privacy", "user-level-pan-privacy", streams, lambda d: d.count(("a", "x")))
        times = list(range(m))
        compare(m, "event-level-pan-privacy", "landmark-privacy", streams, lambda d: d.count(("a", "x")), None, {"L": times})
        if m > 2:  # for smaller m the bound says nothing
            items = [(("+", "u"),) * i + ("⊥",) * (m - i) for i in range(m + 1)]
            M = from_function(items, lambda d: noisy(m - d.count("⊥"), m, 2))
            check.least("event-level-pan-privacy", M, log_2, "the events that are not blank")
            for y, of_y in (("item-level-dp", {}), ("participation-schema-dp", {"P": [times]})):
                at, bound = f"m = {m}, e^ε' = 2^{m // 2}", 1 - F(1, 2 ** (m // 4))
                check.least(y, M, at=at, at_least=bound, epsilon=f"{m // 2} * log(2)", **of_y)
        line = [((k, 0),) for k in range(m + 1)]  # one location on a line
        compare(m, "geo-indistinguishability", "bounded-dp", line, lambda d: d[0][0])
        if m > 4:
            continue
        places = complete_domain([(0, 0), (1, 0)], m, m)
        metric = {"d": lambda a, b: abs(a[0] - b[0])}
        compare(m, "geo-indistinguishability", "earth-movers-privacy", places, lambda d: sum(r[0] for r in d), None, metric)
    check.therefore_not(
        "the second notion has a loss of at most 3 ln 2 for all m, or, where it has a δ, it is below 3/4 at ε = 4 ln 2 for m = 8"
    )


@decides(
    "epsilon-dp/does_not_imply/element-level-dp",
    "group-privacy/does_not_imply/client-dp",
    "element-level-dp/does_not_imply/client-dp approximate-user-level-dp",
    sampled="k",
)
def noisy_counts_of_owned_records(check: Check) -> None:
    """A noisy count protects the unit that it was calibrated for and no larger one.

    M publishes a count plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, k, which keeps the loss: a step of the count
    costs ln 2. All records are of one client.

    Let M count records. Then ε-DP holds at ln 2, and group privacy of c records as well (with Pr[Z = z] ∝ 2^{-|z|/c}; c = 1
    in the program). A client may have k records in one element. Element-level DP removes them all and client DP, too, which
    costs k ln 2 and exceeds every bound.

    Let M count elements. Then element-level DP holds at ln 2. A client may have k elements, and client DP removes them all
    at the cost k ln 2. Approximate user-level DP with e^{ε'} = 2^{k/4} needs δ ≥ 1 - 2^{-k/4}, by the event “at least k/2”:
    too much for any ε' and δ < 1, for large k.
    """
    log_2 = real(2).log()
    for k in (4, 16, 32):
        copies = [(("c", "e"),) * i for i in range(k + 1)]  # i records of client c in element e
        M = from_function(copies, lambda d: noisy(len(d), k, 2))
        check.least("epsilon-dp", M, log_2, f"{k} records")
        check.least("group-privacy", M, log_2, "c = 1", c=1)
        check.least("element-level-dp", M, k * log_2)
        check.least("client-dp", M, k * log_2)
        elements = [tuple(("c", e) for e in range(i)) for i in range(k + 1)]  # one record in each of i elements
        M = from_function(elements, lambda d: noisy(len(set(d)), k, 2))
        check.least("element-level-dp", M, log_2, f"{k} elements")
        check.least("client-dp", M, k * log_2)
        j = k // 4
        check.least("approximate-user-level-dp", M, at=f"e^ε' = 2^{j}", at_least=1 - F(1, 2**j), epsilon=f"{j} * log(2)")
    check.therefore_not("the larger unit costs at most 31 ln 2 for all k, or δ = 99/100 is enough for e^ε' = 2^{k/4}")


@decides(
    "out-link-privacy/does_not_imply/node-dp",
    "recommendation-systems-dp single-contribution-dp w-event-privacy/does_not_imply/client-dp",
    sampled="k",
)
def noisy_counts_of_links_and_rows(check: Check) -> None:
    """A noisy count protects one contribution, and not everything of one person.

    A count plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, k, has the loss ln 2 for every step of the count. In each
    case the subject compares one step, and a single change that the object compares has the loss k ln 2, which exceeds
    every bound.

    (1) Out-link privacy, not node DP: G counts the nodes that have an out-link. Changing the out-links of one node moves
    the count by 1. If k nodes have their only out-link to a node z, removing z moves it by k.

    (2) Distance-based DP for recommendations, not client DP: C counts the ratings. Where all items are infinitely far
    apart, neighbours differ in one rating, whatever the radius is, which moves the count by 1; a person with k ratings
    moves it by k.

    (3) Single-contribution DP, not client DP: R counts the records. One record moves the count by 1, a client with k
    records by k.

    (4) w-event privacy, not client DP: S publishes a noisy number of rows, 0 or 1, at each of k times. Neighbours differ at
    no more than w times, a loss of w ln 2; a client with a row at each time costs k ln 2.
    """

    def noisy_stream(rows: tuple[int, ...]) -> dict[Any, F]:
        """The law of the vector of the noisy numbers of rows, clamped to 0 and 1."""
        return {
            o: prod((noisy(n, 1, 2)[a] for n, a in zip(rows, o, strict=True)), start=F(1))
            for o in product((0, 1), repeat=len(rows))
        }

    log_2 = real(2).log()
    for k in (1, 4, 16):
        nodes = tuple(("node", i) for i in range(1, k + 1))
        graphs = [(*nodes, ("node", "z"), *(("arc", i, "z") for i in range(1, j + 1))) for j in range(k + 1)]
        G = from_function([nodes, *graphs], lambda d: noisy(sum(r[0] == "arc" for r in d), k, 2))
        check.least("out-link-privacy", G, log_2, f"(1) of G, k = {k}")
        check.least("node-dp", G, k * log_2, f"(1) of G, k = {k}")
        C = from_function([tuple(("u", i, 1) for i in range(j)) for j in range(k + 1)], lambda d: noisy(len(d), k, 2))
        found = notions["recommendation-systems-dp"].tightest(C, d={}, r=1000)
        check.equal(f"recommendation-systems-dp, (2) of C, k = {k}, radius 1000, all distances ∞: the least ε", found, log_2)
        check.least("client-dp", C, k * log_2, f"(2) of C, k = {k}")
        R = from_function([tuple(("c", i) for i in range(j)) for j in range(k + 1)], lambda d: noisy(len(d), k, 2))
        check.least("single-contribution-dp", R, log_2, f"(3) of R, k = {k}")
        check.least("client-dp", R, k * log_2, f"(3) of R, k = {k}")
        if k == 1:
            for name, shown in (("G", G), ("C", C), ("R", R)):
                check.show(f"{name}, k = 1", shown)
    for k in (1, 2, 4):
        present = list(product((0, 1), repeat=k))  # whether client c has a row, at each time
        S = from_function(
            [tuple((("c", "row"),) * n for n in p) for p in present], lambda d: noisy_stream(tuple(len(rows) for rows in d))
        )
        if k == 2:
            check.show("S, k = 2", S)
        for w in range(1, k + 1):
            found = notions["w-event-privacy"].tightest(S, w=w)
            check.equal(f"w-event-privacy, (4) of S, k = {k}, w = {w}: the least ε", found, w * log_2)
        listed = {tuple(("c", time) for time in range(k) if p[time]): p for p in present}  # S, with rows as records
        S = from_function(list(listed), lambda d: noisy_stream(listed[d]))
        check.least("client-dp", S, k * log_2, f"(4) of S, k = {k}, with rows as records")
    check.therefore_not("the larger unit has a loss below 4 ln 2 for all k")


@decides("edge-local-dp/does_not_imply/local-dp", sampled="n")
def noisy_numbers_of_neighbours(check: Check) -> None:
    """The number of entries of a list, with noise for one entry, is far from that of another list.

    Verdict  false: at the level ln 2 the loss between two lists has no bound.

    A user reports the number of neighbours plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, n. One entry of the list
    costs ln 2, so edge-local DP holds. From the list of n zeros to that of n ones it costs n ln 2, and local DP compares
    these two.
    """
    log_2 = real(2).log()
    for n in (2, 4, 8):
        lists: Any = [((1,) * k + (0,) * (n - k),) for k in range(n + 1)]
        degrees = from_function(lists, lambda d: noisy(sum(d[0]), n, 2))
        check.least("edge-local-dp", degrees, log_2, f"n = {n}")
        check.least("local-dp", degrees, n * log_2, f"n = {n}")
    check.therefore_not("local DP has a loss of at most 3 ln 2 for all n")


@decides("gradual-privacy-expiration/does_not_imply/event-level-dp", sampled="T")
def old_events_told_again_and_again(check: Check) -> None:
    """A report that tells a little about the first event at every step tells everything in the end.

    Verdict  false: at the level ln 3 the loss over T steps is T ln 3.

    After every step M publishes a fresh randomised response about the first event, true with probability 3/4. Later events
    leave no trace. The expiration function is g(a) = a + 1 at age a. The first τ outputs have the loss τ ln 3 about the
    first event. Its age is then τ - 1, and g there is τ: the loss is ln 3 for each unit of g, so gradual expiration holds
    at ε = ln 3. Event-level DP compares the same streams without the factor g, and needs T ln 3.
    """
    log_3 = real(3).log()
    for T in (1, 2, 4):
        streams: Any = [(first, *("⊥",) * (T - 1)) for first in (0, 1)]

        def law(d: Any, steps: int = T) -> dict[Any, F]:
            return {o: F(3 ** sum(x == d[0] for x in o), 4**steps) for o in product((0, 1), repeat=steps)}

        told = from_function(streams, law)
        if T == 2:
            check.show("M, T = 2", told)
        found = notions["gradual-privacy-expiration"].tightest(told, g=list(range(1, T + 1)))
        check.equal(f"gradual-privacy-expiration, T = {T}, g(a) = a + 1: the least ε", found, log_3)
        check.least("event-level-dp", told, T * log_3, f"T = {T}")
    check.therefore_not("event-level DP has a loss of at most 3 ln 3 for all T")


@decides("epsilon-dp event-level-pan-privacy/does_not_imply/refinement-dp")
def refinement_of_a_noisy_number(check: Check) -> None:
    """A user who knows the true answer removes the noise.

    M publishes the number of records plus Z with Pr[Z = z] ∝ 2^{-|z|}, clamped to 0, …, 4, so ε-DP holds at ln 2. For all
    streams of one length it is the same, so event-level pan-privacy holds with every ε. Let the refined answer be the
    number of records. It is certain, and changes when a record is added: no ρ is large enough for refinement DP.
    """
    M = check.show("M", from_function(complete_domain("tu", 4), lambda d: noisy(len(d), 4, 2)))
    check.least("epsilon-dp", M, real(2).log())
    check.least("event-level-pan-privacy", M, 0)
    check.least("refinement-dp", M, INFINITY, "g the number of records", g=lambda d, _: len(d))


@decides(
    """zero-knowledge-privacy/does_not_imply/negative-membership-privacy sensitivity-induced-dp per-instance-dp
    distributional-privacy-zlw09 pufferfish-privacy induced-neighbors-dp weak-bayesian-dp distribution-privacy subspace-dp
    extended-distribution-privacy extended-divergence-distribution-privacy input-discriminative-dp tailored-dp
    weak-federated-f-dp capacity-bounded-dp dp-under-sampling adversarial-privacy abstract-dp
    inference-based-coupled-worlds-privacy typical-stability""",
    sampled=SAMPLED,
)
def zero_knowledge_of_a_count(check: Check) -> None:
    """Zero-knowledge privacy allows the number of records.

    M publishes the number of records. The simulator gets the number of the other records and adds 1, so zero-knowledge
    privacy holds with every ε; of the empty dataset, which has no record, it asks nothing.

    Each object compares (t) with the empty dataset, whose counts differ with certainty, and fails at each of its proper
    values. (For abstract DP M says yes with probability a on the empty dataset and b on the others, which the simulator
    says with probability b.)
    """

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        check.least("zero-knowledge-privacy", mechanism, 0, Agg=[len])

    M = check.show("M", deterministic(complete_domain("tu", 3), len))
    satisfied(M)
    told = TellsApart(
        M,
        ("t",),
        (),
        satisfied,
        many=lambda n: deterministic([("t",) * k for k in range(1, n + 1)], len),
        views=(lambda d: 0, len),
        at={"weak-bayesian-dp": {"prior": {"t": 1}}, "subspace-dp": {"V": [[1]]}},
    )
    violates(check, told, check.denied)


@decides(
    """event-level-pan-privacy/does_not_imply/negative-membership-privacy weak-bayesian-dp subspace-dp
    extended-divergence-distribution-privacy input-discriminative-dp tailored-dp weak-federated-f-dp dp-under-sampling
    adversarial-privacy abstract-dp inference-based-coupled-worlds-privacy typical-stability zero-knowledge-privacy""",
    sampled=SAMPLED,
)
def pan_privacy_of_a_length(check: Check) -> None:
    """Event-level pan-privacy allows the length of the stream.

    M shows the number of events, as its state and as its output. Neighbours have the same length, so event-level
    pan-privacy holds with every ε.

    Each object compares (t) with the empty dataset, whose numbers differ with certainty, and fails at each of its proper
    values; a simulator that is told nothing misses one of the two numbers of (t) and (t, t). (For abstract DP M says yes
    with probability a on the empty dataset and b on the others: the same for all streams of one length.)
    """

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        check.least("event-level-pan-privacy", mechanism, 0)

    M = check.show("M", deterministic(complete_domain("tu", 3), len))
    satisfied(M)
    check.least("zero-knowledge-privacy", M, INFINITY, "one constant function", Agg=[lambda _: 0])
    told = TellsApart(
        M,
        ("t",),
        (),
        satisfied,
        many=lambda n: deterministic([("t",) * k for k in range(1, n + 1)], len),
        views=(lambda d: 0, len),
        at={"weak-bayesian-dp": {"prior": {"t": 1}}, "subspace-dp": {"V": [[1]]}},
    )
    violates(check, told, [y for y in check.denied if y != "zero-knowledge-privacy"])


@decides(
    """zero-knowledge-privacy event-level-pan-privacy/does_not_imply/passive-partial-knowledge-dp prior-dp
    distributional-privacy-rot10""",
    sampled="n",
)
def zero_knowledge_of_a_noisy_count(check: Check) -> None:
    """Zero-knowledge privacy lets large differences be seen.

    M publishes the number of ones plus Z, Pr[Z = z] ∝ e^{-ε|z|}, below with e^ε = 16 and clamped to 0, …, n. The simulator
    runs M on the others: the number of ones moves by at most 1, so the notion holds with ε, and so does event-level
    pan-privacy, if the noise is added first and the sum is kept. Between no ones and n ones the loss is n ln 16, and with
    e^ε' = 2^n still δ ≥ 1 - 2·2^{-n}. For distributional privacy half of 4n records count as ones, π is uniform and c₁, c₂ are
    the numbers in two samples of size n. The loss |c₁ - c₂| ln 16 is at most m ln 16 with probability at most (2m + 1) max
    Pr[c₁ = k], and the maximum is at most 1/√n (it is about √(8/(3πn)), by Stirling).
    """
    zkp, passive, prior = (notions[y] for y in ("zero-knowledge-privacy", "passive-partial-knowledge-dp", "prior-dp"))
    log_16 = real(16).log()
    for n in (2, 4, 8):
        bits = [(1,) * k + (0,) * (n - k) for k in range(n + 1)]  # all numbers of ones
        M = from_function(bits, lambda d: noisy(sum(d), n, 16))
        check.at_most(f"n = {n}: zero-knowledge-privacy: the least ε", zkp.tightest(M, Agg=[lambda d: d]), log_16)
        check.least("event-level-pan-privacy", M, at=f"n = {n}", at_most=log_16)
        theta = Prior.of({bits[0]: F(1, 2), bits[n]: F(1, 2)})
        found = passive.tightest(M, Theta=[theta], epsilon=f"{n} * log(2)")
        check.at_least("passive-partial-knowledge-dp, ε' = n ln 2: the least δ", found, 1 - F(2, 2**n))
        check.equal("prior-dp: the least ε", prior.tightest(M, A=[(theta, 0, ())]), n * log_16)
    check.show("M, n = 8", M)
    ones = {"a", "b"}
    M = from_function([d for n in range(3) for d in permutations("abcd", n)], lambda d: noisy(len(ones & set(d)), 2, 16))
    check.at_most("numbers of a and b: zero-knowledge-privacy: the least ε", zkp.tightest(M, Agg=[lambda d: d]), log_16)
    check.least("event-level-pan-privacy", M, at="numbers of a and b", at_most=log_16)
    check.least("distributional-privacy-rot10", M, F(1, 18), "π uniform on a, b, c, d, n ≤ 2, ε' = ln 16", epsilon="log(16)")
    for n in (16, 256, 1024):
        chances = [F(comb(2 * n, k) * comb(2 * n, n - k), comb(4 * n, n)) for k in range(n + 1)]
        check.at_most(f"n = {n}: the square of max Pr[c₁ = k]", max(chances) ** 2, F(1, n))
        near = sum((chances[i] * chances[j] for i in range(n + 1) for j in range(max(0, i - 1), min(n, i + 1) + 1)), F(0))
        check.at_most("Pr[|c₁ - c₂| ≤ 1], so 1 minus the least γ at ε' = ln 16", near, 3 * max(chances))
    check.less("the same at n = 1024", near, F(1, 10))
    check.therefore_not(
        "one of these notions holds: for n = 8 prior DP at ε' < 8 ln 16, or passive partial knowledge at ε' = 8 ln 2 and "
        "δ < 99/100; for n = 1024 distributional privacy at ε' = ln 16 and γ < 9/10"
    )


@decides(
    "epsilon-dp/does_not_imply/approximate-user-level-dp",
    "d-local-dp/does_not_imply/local-dp total-variation-privacy",
    "earth-movers-privacy/does_not_imply/bounded-dp",
    "edge-dp/does_not_imply/node-dp local-node-dp",
    sampled="n",
)
def noise_for_small_steps(check: Check) -> None:
    """Noise that hides one step does not hide many.

    M publishes a number plus Z with Pr[Z = z] ∝ g^{-|z|}, clamped to 0, …, n, which keeps the loss: numbers a and b are
    told apart with loss |a - b| ln g. In each case one step of the subject changes the number a little, and a single change
    that the object compares moves it by n (the mean by 2n). The losses are unbounded in n.

    The number of rows, with g = 16: ε-DP holds at ln 16. If a user with n rows leaves, user-level DP with e^{ε'} = 2^n
    needs δ ≥ 1 - 4·2^{-n}, by the event “at least 3n/4”.

    A value, with g = 2: d-local DP holds for d = |t - t'|. Between the values 0 and n local DP has the loss n ln 2, and the
    total variation distance is 1 - 2^{-n/2}, by the event “at least n/2”, which for large n is more than any bound below 1.
    (For real values, round at random to k or k + 1. In between each probability is linear and at most doubles, so its
    logarithm moves at a rate of at most 1, and the loss is at most |t - t'|.)

    The number of edges, with g = 2: edge DP holds at ln 2. If the centre of a star of n edges is removed, node DP has the
    loss n ln 2. If its edges are removed and only the centre reports their number, local node DP with e^{ε'} = 2^{n/2}
    needs δ ≥ 1 - 2^{-n/4}, by the event “at least 3n/4”.

    Twice the mean of places on a line, with g = 2: the mean moves by at most the earth mover's distance, for any number of
    places, so earth mover's privacy holds at 2 ln 2 (the program runs one and two places). If a single place moves by n,
    bounded DP has the loss 2n ln 2.
    """
    for n in (4, 8, 12):
        rows = from_function([tuple(("user", i) for i in range(k)) for k in range(n + 1)], lambda d: noisy(len(d), n, 16))
        check.least("epsilon-dp", rows, real(16).log(), f"n = {n}")
        check.least("approximate-user-level-dp", rows, at=f"e^ε' = 2^{n}", at_least=1 - F(4, 2**n), epsilon=f"{n} * log(2)")
        value = from_function([(k,) for k in range(n + 1)], lambda d: noisy(d[0], n, 2))
        found = notions["d-local-dp"].holds(value, d=lambda pair: abs(pair[0] - pair[1]))
        check.true(f"n = {n}: d-local-dp holds with d = |t - t'|, as ln 2 < 1", found)
        check.least("local-dp", value, n * real(2).log())
        found = notions["total-variation-privacy"].tightest(value)
        check.equal("total-variation-privacy: the least ε, 1 - 2^{-n/2}", found, 1 - F(1, 2 ** (n // 2)))
        nodes = [("node", v) for v in range(n + 1)]
        stars = [(*nodes, *(("edge", 0, v) for v in range(1, k + 1))) for k in range(n + 1)]
        edges = from_function([*stars, tuple(nodes[1:])], lambda g: noisy(sum(r[0] == "edge" for r in g), n, 2))
        check.least("edge-dp", edges, real(2).log(), f"n = {n}")
        check.least("node-dp", edges, n * real(2).log())
        centre, bound = edges.restrict(stars), 1 - F(1, 2 ** (n // 4))
        check.least("local-node-dp", centre, at=f"e^ε' = 2^{n // 2}", at_least=bound, epsilon=f"{n // 2} * log(2)")
    check.show("the noisy number of edges, n = 12", edges)
    for n in (1, 2, 3):
        line = [(x, 0) for x in range(n + 1)]
        apart = [(a, b, abs(a[0] - b[0])) for a in line for b in line]
        mean = from_function(complete_domain(line, 2, 1), lambda d: noisy(2 * sum(x for x, _ in d) // len(d), 2 * n, 2))
        check.least("earth-movers-privacy", mean, 2 * real(2).log(), f"n = {n}", d=apart)
        one = mean.restrict([(x,) for x in line])
        check.least("bounded-dp", one, 2 * n * real(2).log(), "on one place")
    check.therefore_not("one of these losses is smaller than stated, for some n")


@decides(
    "l1-weighted-dp/does_not_imply/bounded-dp",
    "location-privacy-eg16/does_not_imply/bounded-dp geo-indistinguishability",
    sampled={"bounded-dp": "m", "geo-indistinguishability": "s"},
)
def noise_that_covers_one_small_move(check: Check) -> None:
    """Noise on one number covers small moves, and a coin covers all moves but not in proportion.

    M_1 takes the first number (the weight of one edge, or the first coordinate of the first location, with r = 1), rounds
    it down, adds Z with Pr[Z = z] ∝ e^{-ε|z|} (e^ε = 2 in the program) and clamps to 0, …, m; without a number it returns a
    fixed symbol. A move by at most 1 changes the rounded number by at most 1, so ℓ₁-weighted DP and location privacy hold
    at ε. Rounding makes whole numbers 0, …, m show all laws. From 0 to m the loss is mε, which exceeds every bound, so
    bounded DP fails.

    M_2 tells by randomised response on which side of a line the first location is. The loss is ε for any two datasets, so
    location privacy holds. For locations at distance 2s on both sides of the line, geo-indistinguishability needs a level
    of ε/(2s), which exceeds every bound as s → 0.
    """
    ln2 = real(2).log()
    for m in (2, 5, 10):
        edge = from_function([(("weight", "u", "v", w),) for w in range(m + 1)], lambda d: noisy(d[0][3], m, 2))
        check.least("l1-weighted-dp", edge, ln2, f"weights up to {m}")
        check.least("bounded-dp", edge, m * ln2)
        chain = [(), *[((x, 0),) for x in range(m + 1)]]
        place = from_function(chain, lambda d: noisy(d[0][0], m, 2) if d else {"none": F(1)})
        check.least("location-privacy-eg16", place, ln2, f"coordinates up to {m}, r = 1", r=1)
        check.least("bounded-dp", place, m * ln2)
    check.show("noise on the first coordinate, for the last m", place)
    for s in (F(1, 2), F(1, 20), F(1, 2000)):
        sides = from_function(
            [((-s, 0),), ((s, 0),)], lambda d: {True: F(2, 3), False: F(1, 3)} if d[0][0] > 0 else {True: F(1, 3), False: F(2, 3)}
        )
        check.least("location-privacy-eg16", sides, ln2, f"sides, s = {s}, r = 1", r=1)
        found = notions["geo-indistinguishability"].tightest(sides)
        check.at_least("geo-indistinguishability: the least ε (ln 2 > 69/100)", found, F(69, 100) / (2 * s))
    check.therefore_not("these mechanisms satisfy bounded DP, or geo-indistinguishability, at one level for all m and s")


def below(y: int, a: F) -> F:
    """Pr[a + Z < y] for e^ε = 4, where a is a multiple of 1/2."""
    tail = F(1, 2 * 2 ** int(2 * abs(y - a)))
    return tail if y <= a else 1 - tail


def cells(a: F, m: int) -> dict[Any, F]:
    """The law of the unit of 0, …, m in which a + Z is."""
    inside = {f"from {y} to {y + 1}": below(y + 1, a) - below(y, a) for y in range(m)}
    return {"below 0": below(0, a), **inside, f"not below {m}": 1 - below(m, a)}


@decides(
    """geo-indistinguishability/does_not_imply/local-dp blowfish-privacy one-sided-dp causal-dp noiseless-privacy
    total-variation-privacy distributional-dp""",
    sampled="m",
)
def a_location_blurred_at_one_scale(check: Check) -> None:
    """A location with noise of one scale: places far apart are told apart.

    M publishes a + Z, where a is the first coordinate of the first location and Z has the density (ε/2) e^{-ε|z|}. If the
    location moves by r, then a moves by at most r, so geo-indistinguishability holds at ε, on the whole plane. In the
    program e^ε = 4, and the output shows in which unit of 0, …, m it is, if in any.

    The objects compare all locations (all are sensitive, G is complete) or the two of each prior, for datasets of one
    location. Between a = 0 and a = m the output “below 0” has the loss εm, which exceeds every bound as m grows. Total
    variation privacy: “below m/2” has probabilities that differ by 1 - 2^{-m}, which tends to 1. Distributional DP: the
    simulator sees only that there is one location; if it were within ε(m - 1)/2 of the laws at both 0 and m, their loss
    would be at most ε(m - 1).
    """
    UNBOUNDED = ("local-dp", "blowfish-privacy", "one-sided-dp", "causal-dp", "noiseless-privacy")
    epsilon = real(4).log()
    for m in (2, 4, 8):
        places = [*((F(k, 2), 0) for k in range(2 * m + 1)), (0, 1)]
        M = from_function([(place,) for place in places], lambda d: cells(d[0][0], m))
        check.least("geo-indistinguishability", M, epsilon, f"m = {m}")
        theta = [Prior.of({((0, 0),): F(1, 2), ((r, 0),): F(1, 2)}) for r in range(1, m + 1)]
        at: dict[str, dict[str, Any]] = {
            "one-sided-dp": {"P": places},
            "blowfish-privacy": {"G": list(combinations(places, 2))},
            "causal-dp": {"Theta": theta},
            "noiseless-privacy": {"Theta": theta},
        }
        for y in UNBOUNDED:
            check.equal(f"{y}: the least ε' (εm)", notions[y].tightest(M, **at.get(y, {})), m * epsilon)
        verdict = notions["distributional-dp"].holds(M, Theta=theta, epsilon=(m - 1) * epsilon / 2)
        check.false("distributional-dp: no simulator for ε' = ε(m - 1)/2", verdict)
        found = notions["total-variation-privacy"].tightest(M)
        check.equal("total-variation-privacy: the least ε' (1 - 2^{-m})", found, 1 - F(1, 2**m))
        if m == 2:
            check.show("M, m = 2", M)
    check.therefore_not("at one level up to 3 ln 4, or up to 254/256 for total variation, one of these holds for all m")


@decides(
    "free-lunch-privacy/does_not_imply/geo-indistinguishability weighted-dp earth-movers-privacy",
    "geo-graph-indistinguishability/does_not_imply/geo-indistinguishability",
    sampled="n",
)
def randomised_response_at_small_distances(check: Check) -> None:
    """A bounded loss is too much at small distances.

    M answers one question about the data by randomised response with odds 2, so any two datasets are within ln 2, and
    free-lunch privacy holds. Two datasets at distance 1/n that have different true answers need ε' ≥ n ln 2, for every n,
    in a notion whose bound is proportional to the distance.

    Geo-indistinguishability: is the first location on the right half of the plane? Weighted DP: does the record t have a
    positive weight? Earth mover's privacy: are all records a?

    Geo-graph indistinguishability measures distances along roads. Let every road have length 1 + the straight distance.
    Then different places are at distance at least 1, and ln 2 is enough for the question whether the second coordinate is 0
    (the program runs roads of length 1, which are shorter). Geo-indistinguishability measures the straight distance, which
    may be 1/n.
    """

    def asked(domain: Any, question: Callable[[Any], bool]) -> FiniteMechanism:
        """The answer to the question by randomised response with odds 2."""
        yes = F(2, 3)
        return from_function(domain, lambda d: {"yes": yes, "no": 1 - yes} if question(d) else {"yes": 1 - yes, "no": yes})

    log_2 = real(2).log()
    for n in (1, 4, 16):
        right = asked([(), ((0, 0),), ((F(1, n), 0),), ((2, 0),)], lambda d: bool(d) and d[0][0] > 0)
        weighty = asked([(), (("t", F(1, n)),), (("t", 2),)], lambda d: any(t == "t" and w > 0 for t, w in d))
        all_a = asked([(), ("a",) * n, ("a",) * (n - 1) + ("b",), ("b", "b")], lambda d: set(d) == {"a"})
        targets: list[tuple[str, FiniteMechanism, dict[str, Any]]] = [
            ("geo-indistinguishability", right, {}),
            ("weighted-dp", weighty, {}),
            ("earth-movers-privacy", all_a, {"d": lambda r, s: int(r != s)}),
        ]
        for y, M in [(y, M) for y, M, _ in targets]:
            check.least("free-lunch-privacy", M, log_2, f"n = {n}, of M for {y}")
        for y, M, values in targets:
            check.least(y, M, n * log_2, f"n = {n}", **values)
            check.show(f"M for {y}, n = {n}", M)
    places: list[Any] = [p for n in (1, 4, 16) for p in ((n, 0), (n, F(1, n)))]
    roads = [(p, q, 1) for i, p in enumerate(places) for q in places[:i]]
    M = check.show("M on the roads", asked([(p,) for p in places], lambda d: d[0][1] == 0))
    verdict = notions["geo-graph-indistinguishability"].holds(M, G=roads, epsilon=log_2)
    check.true("geo-graph-indistinguishability with ε = ln 2, even with all roads of length 1", verdict)
    for n in (1, 4, 16):
        pair = M.restrict([((n, 0),), ((n, F(1, n)),)])
        check.least("geo-indistinguishability", pair, n * log_2, f"({n}, 0) and ({n}, 1/{n})")
    check.therefore_not("one level of the second notion is enough for all n")


@decides(
    """free-lunch-privacy/not_stronger_than/outlier-privacy tailored-dp input-discriminative-dp extended-divergence-dp
    abstract-dp pseudo-metric-dp extended-distribution-privacy extended-divergence-distribution-privacy""",
    "event-level-pan-privacy/not_stronger_than/extended-divergence-dp pseudo-metric-dp",
    sampled="ε",
)
def free_lunch_against_vanishing_levels(check: Check) -> None:
    """No level of free lunch privacy implies levels that vanish on large data.

    M tells by randomised response with odds e^ε whether the number of records is odd. It satisfies ε-free lunch privacy.
    For all streams of one length it is the same, so event-level pan-privacy holds with every ε. Between n and n + 1 records
    the loss is ε, and the divergence for f(t) = |t - 1| is 2 tanh(ε/2).

    Each object has a level that allows about 1/n between these two datasets (with its own ε' = 1 where it has one, and δ =
    1/2). Whatever ε > 0 is, that is too little for large n. In the program e^ε = 2, 5/4, 17/16 and n = 8/(e^ε - 1).
    """
    f = power(1)
    for odds in (F(2), F(5, 4), F(17, 16)):
        n = int(8 / (odds - 1))
        right = odds / (1 + odds)
        small, large = ("t",) * n, ("t",) * (n + 1)
        M = from_function(
            [small, large], lambda d, p=right: {"odd": p, "even": 1 - p} if len(d) % 2 else {"odd": 1 - p, "even": p}
        )
        found = notions["free-lunch-privacy"].tightest(M)
        check.equal(f"e^ε = {odds}: free-lunch-privacy: e^ε", found.value.exp(), odds, of=found)
        check.least("event-level-pan-privacy", M, 0)
        tanh = (odds - 1) / (odds + 1)
        check.equal("the divergence for |t - 1|", notions["divergence-dp"].tightest(M, f=f), 2 * tanh)
        here = [(Prior.of({small: F(1)}), Prior.of({large: F(1)}))]
        small_bound = real(F(1, n)).exp()
        targets: dict[str, dict[str, Any]] = {
            "outlier-privacy": {"outlierness": lambda r, d: len(d), "epsilon": lambda k: F(1, k)},
            "tailored-dp": {"Psi": lambda key: F(1, len(key[1]))},
            "input-discriminative-dp": {"epsilonbar": len, "Psi": lambda key: F(1, 1 + int(min(key)))},
            "extended-divergence-dp": {"f": f, "d": {(small, large): F(1, n + 1), (large, small): F(1, n + 1)}, "epsilon": 1},
            "abstract-dp": {"R": [(small, large)], "q": lambda a, b, e=small_bound: bool(real(b) <= e * real(a))},
            "pseudo-metric-dp": {"d": lambda a, b: abs(F(1, 1 + len(a)) - F(1, 1 + len(b))), "epsilon": 1, "delta": F(1, 2)},
            "extended-distribution-privacy": {"Theta": here, "d": [F(1, n)], "epsilon": 1},
            "extended-divergence-distribution-privacy": {"Theta": here, "d": [F(1, n)], "f": f, "epsilon": 1},
        }
        for y, values in targets.items():
            check.false(f"n = {n}: {y} fails", notions[y].holds(M, **values))
    check.show("M, for the last ε", M)
    check.therefore_not("one of these ε is small enough for one of the targets")


@decides("outlier-privacy/not_stronger_than/pseudo-metric-dp tailored-dp extended-divergence-dp", sampled="ε")
def outlier_privacy_against_vanishing_levels(check: Check) -> None:
    """No level of outlier privacy implies levels that vanish on large data.

    M tells by randomised response with odds e^ε whether the number of records is odd. If all records have degree 1, outlier
    privacy holds with ε(1) = ε. Between n and n + 1 records the loss is ε, and the divergence for f(t) = |t - 1| is 2
    tanh(ε/2).

    Each object has a level that allows about 1/n between these two datasets (with its own ε' = 1, and δ = 1/2), which is
    too little for large n, whatever ε > 0 is. In the program e^ε = 2, 5/4, 17/16 and n = 8/(e^ε - 1).
    """
    for odds in (F(2), F(5, 4), F(17, 16)):
        n = int(8 / (odds - 1))
        small, large = ("t",) * n, ("t",) * (n + 1)
        right = odds / (1 + odds)
        M = from_function(
            [small, large], lambda d, p=right: {"odd": p, "even": 1 - p} if len(d) % 2 else {"odd": 1 - p, "even": p}
        )
        level = notions["outlier-privacy"].tightest(M, outlierness=lambda r, d: 1)
        check.equal(f"e^ε = {odds}: outlier-privacy, degree 1 for all: e^ε", level.value[1].exp(), odds, of=level)
        f = power(1)
        targets: dict[str, dict[str, Any]] = {
            "pseudo-metric-dp": {"d": lambda a, b: abs(F(1, 1 + len(a)) - F(1, 1 + len(b))), "epsilon": 1, "delta": F(1, 2)},
            "tailored-dp": {"Psi": lambda key: F(1, len(key[1]))},
            "extended-divergence-dp": {"f": f, "d": {(small, large): F(1, n + 1), (large, small): F(1, n + 1)}, "epsilon": 1},
        }
        for y, values in targets.items():
            check.false(f"n = {n}: {y} fails", notions[y].holds(M, **values))
    check.show("M, for the last ε", M)
    check.therefore_not("one of these ε is small enough for one of the targets")
