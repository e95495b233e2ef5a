"""What a notion leaves public, or to another observer, may be published."""

from dpzoo.witnesses.prelude import *


@decides(
    """semi-sensitive-dp dp-under-condition private-prediction approximate-pufferfish-privacy
    dataset-attribute-privacy/does_not_imply/approximate-dp""",
    "relationship-dp/does_not_imply/edge-dp",
    "item-level-dp/does_not_imply/event-level-dp",
    "context-aware-local-dp/does_not_imply/local-dp",
    "renyi-pufferfish-privacy/does_not_imply/bounded-dp",
)
def parts_that_may_be_told(check: Check) -> None:
    """What a notion leaves public may be published, and parts that it looks at one by one may tell everything together.

    Semi-sensitive DP replaces records by ones with the same public part, so M may publish the public part. DP under a
    condition compares only datasets that satisfy it: M tells whether all records are 0, which is the condition.
    Dataset-attribute privacy guards one attribute: where the first bit of a person is the secret, M publishes the second,
    which is independent of it. Private prediction looks at one answer at a time: M gives two answers (r, r ⊕ b) about a bit
    b, with r a fair coin. Each is a fair coin, and together they are b. For these four approximate DP needs δ = 1.

    Approximate and Rényi pufferfish privacy, for the values of two fair bits under the prior in which they are independent:
    the parity of the bits is a fair bit whatever one of them is, so there is no loss. Approximate DP needs δ = 1, and
    bounded DP has an infinite loss.

    Relationship DP compares graphs on the same users: M publishes how many users report, and edge DP, which also adds a
    node, has an infinite loss.

    Item-level DP has a δ: M publishes a stream with probability 1/8. Event-level DP, which has no δ, has an infinite loss.

    Context-aware local DP may ask for nothing between two blocks of values: M publishes the block, and local DP has an
    infinite loss.
    """
    public_part = deterministic(complete_domain([(page, bought) for page in "ab" for bought in (0, 1)], 1, 1), lambda d: d[0][0])
    check.show("the public part", public_part)
    check.least("semi-sensitive-dp", public_part, 0, epsilon=0)
    check.least("approximate-dp", public_part, 1, epsilon="inf")

    all_zero = check.show("whether all records are 0", deterministic(complete_domain([0, 1], 2), lambda d: not any(d)))
    passing = [d for d in all_zero.datasets if not any(d)]
    check.least("dp-under-condition", all_zero, 0, "among those of zeros", Psi=passing, epsilon=0)
    check.least("approximate-dp", all_zero, 1, epsilon="inf")

    answers = check.show("two answers", from_function([(0,), (1,)], lambda d: {(r, r ^ d[0]): F(1, 2) for r in (0, 1)}))
    check.least("private-prediction", answers, 0, epsilon=0)
    check.least("approximate-dp", answers, 1, epsilon="inf")

    nodes = [("node", k) for k in (1, 2, 3)]
    graphs = [(*nodes[:2],), (*nodes[:2], ("edge", 1, 2)), (*nodes,)]
    present = check.show("how many users there are", deterministic(graphs, lambda d: sum(r[0] == "node" for r in d)))
    check.least("relationship-dp", present, 0)
    check.least("edge-dp", present, INFINITY)

    rare = from_function([("⊥",), (("+", "u"),)], lambda d: {d: F(1, 8), "nothing": F(7, 8)})
    check.show("a stream, published rarely", rare)
    check.least("item-level-dp", rare, F(1, 8), epsilon=0)
    check.least("event-level-dp", rare, INFINITY)

    blocks = check.show("the block of a value", deterministic([("ax",), ("ay",), ("bx",)], lambda d: d[0][0]))
    apart: Any = lambda t, u: 1 if t[0] == u[0] else "inf"  # noqa: E731
    check.true("context-aware-local-dp at 1 within a block", notions["context-aware-local-dp"].holds(blocks, E=apart))
    check.least("local-dp", blocks, INFINITY)

    bits = complete_domain([0, 1], 2, 2)
    parity = check.show("the parity of two bits", deterministic(bits, lambda d: d[0] ^ d[1]))
    secrets = [([d for d in bits if d[i] == 0], [d for d in bits if d[i] == 1]) for i in (0, 1)]
    given: dict[str, Any] = {"Theta": [Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 2)], "Phi": secrets}
    check.least("renyi-pufferfish-privacy", parity, 0, alpha=2, **given)
    check.least("bounded-dp", parity, INFINITY)
    check.least("approximate-pufferfish-privacy", parity, 0, epsilon=0, **given)
    check.least("approximate-dp", parity, 1, epsilon="inf")

    people: Any = complete_domain(list(product((0, 1), repeat=2)), 1, 1)
    second = check.show("the second of two bits of one person", deterministic(people, lambda d: d[0][1]))
    first = {
        "Theta": [Prior.of({d: F(1, 4) for d in people})],
        "Phi": [([d for d in people if d[0][0] == 0], [d for d in people if d[0][0] == 1])],
    }
    found = notions["approximate-pufferfish-privacy"].tightest(second, epsilon=0, **first)
    check.equal("dataset-attribute-privacy, the first bit is the secret: the least δ at ε = 0", found, 0)
    check.least("approximate-dp", second, 1, epsilon="inf")


@decides(
    "user-dp-foreign-key local-node-dp landmark-privacy/does_not_imply/approximate-dp",
    "neighbour-preserving-obliviousness/does_not_imply/oblivious-dp",
    "neighbour-preserving-obliviousness/post_processing",
)
def public_around_the_unit(check: Check) -> None:
    """What no compared pair changes may be published, or moved apart.

    User-DP with foreign keys removes a user with all rows that refer to the user. Shops do not refer to users, so M
    publishes the shops. Local node DP changes edges at one node: M publishes how many users report. Landmark privacy
    compares streams of one length: M publishes how many events there are. Another change of the data alters each output
    with certainty, and approximate DP needs δ = 1.

    Neighbour-preserving obliviousness allows neighbours to have neighbouring results. A program returns its only entry, 0
    or 1, which are neighbours by R, and shows nothing else: it is neighbour-preserving with δ = 0, while oblivious DP needs
    δ = 1. Twice the entry is 0 or 2, which are not neighbours: after this post-processing the notion itself needs δ = 1.
    """
    ann, order, shop = ("user", "ann", ()), ("order", 1, (("user", "ann"),)), ("shop", 1, ())
    shops = check.show("the shops", deterministic([(ann, order), (), (ann, order, shop)], lambda d: shop in d))
    check.least("user-dp-foreign-key", shops, 0, P="user", epsilon=0)
    check.least("approximate-dp", shops, 1, epsilon="inf")

    nodes = [("node", k) for k in (1, 2)]
    users = deterministic([(*nodes,), (*nodes, ("edge", 1, 2)), (*nodes, ("node", 3))], lambda d: sum(r[0] == "node" for r in d))
    check.show("how many users there are", users)
    check.least("local-node-dp", users, 0, epsilon=0)
    check.least("approximate-dp", users, 1, epsilon="inf")

    events = check.show("how many events there are", deterministic([(0, 0), (0, 1), (1, 1), (0, 0, 0)], len))
    check.least("landmark-privacy", events, 0, L=[0, 1])
    check.least("approximate-dp", events, 1, epsilon="inf")

    entry: Any = deterministic([(0,), (1,)], lambda d: ("nothing", d[0]))
    check.show("a program", entry)
    check.least("neighbour-preserving-obliviousness", entry, 0, R=[(0, 1)], epsilon=0)
    check.least("oblivious-dp", entry, 1, epsilon="inf")
    check.least(
        "neighbour-preserving-obliviousness",
        entry.post_process(lambda o: (o[0], 2 * o[1])),
        1,
        "of twice the entry",
        R=[(0, 1)],
        epsilon="inf",
    )


@decides(
    "genomic-data-dp/does_not_imply/bounded-dp",
    "event-level-dp/does_not_imply/unbounded-dp",
    "epsilon-private-pir/does_not_imply/epsilon-dpir",
    "entropy-l-diversity/does_not_imply/approximate-dp",
)
def public_parts_of_the_data(check: Check) -> None:
    """What is public for one notion is a secret for another.

    Genomic-data DP compares data with the same genotypes: M publishes the genotypes, and bounded DP has an infinite loss.

    Event-level DP compares streams of one length: M publishes the numbers of the steps, and unbounded DP has an infinite
    loss.

    ε-private PIR hides a single query. To one query i the server sees i + K modulo 3, with a uniform key K: no loss. To two
    queries i, j it sees the same index for i and then the key, since j downloads everything. So the first of two queries is
    known, and ε-DPIR, which looks at all of them, has an infinite loss.

    Entropy l-diversity asks for a form of the table: M returns one of two tables of l rows with l different values each,
    depending on whether the record t is in the data. Approximate DP needs δ = 1.
    """
    people = complete_domain([(g, p) for g in "AC" for p in ("ill", "well")], 2)
    M = check.show("M, the genotypes", deterministic(people, lambda d: tuple(g for g, _ in d)))
    check.least("genomic-data-dp", M, 0)
    check.least("bounded-dp", M, INFINITY)
    M = check.show("M, the numbers of the steps", deterministic(complete_domain("xy", 3), lambda d: tuple(range(1, len(d) + 1))))
    check.least("event-level-dp", M, 0)
    check.least("unbounded-dp", M, INFINITY)

    def view(queries: Any) -> dict[Any, F]:
        keys = range(3)
        return {((queries[0] + K) % 3, K) if len(queries) > 1 else ((queries[0] + K) % 3,): F(1, 3) for K in keys}

    M = check.show("M, the server's view", from_function(complete_domain(range(3), 2, 1), view))
    check.least("epsilon-private-pir", M, 0)
    check.least("epsilon-dpir", M, INFINITY)
    for k in (2, 3, 10):
        M = deterministic(complete_domain("tu", 2), lambda d: tuple(("class", v if "t" in d else -v) for v in range(1, k + 1)))
        check.least("entropy-l-diversity", M, k, f"of tables with {k} rows", Q=[0], S=1)
        check.least("approximate-dp", M, 1, epsilon="inf")


@decides("token-group-dp-inference/does_not_imply/approximate-dp")
def public_tokens_of_a_context(check: Check) -> None:
    """A model may repeat the public tokens of its prompt.

    Tokens are pairs of a group and a word. The model repeats the words of the public group, whose level is infinite, and
    never looks at those of the other group, whose level is therefore 0. Approximate DP compares prompts with and without a
    public token, and needs δ = 1.
    """
    contexts: Any = [(), (("public", "a"),), (("name", "x"),), (("public", "a"), ("name", "x"))]
    M = check.show("M", deterministic(contexts, lambda d: tuple(t[1] for t in d if t[0] == "public")))
    levels = {"public": "inf", "name": 1}
    check.true("DPI with the level 1 for names", notions["token-group-dp-inference"].holds(M, alpha=2, B=levels))
    check.least("approximate-dp", M, 1, epsilon="inf")


@decides(
    "network-dp/does_not_imply/joint-dp",
    "pairwise-network-dp/does_not_imply/approximate-dp trust-graph-dp",
    "pairwise-network-f-dp/does_not_imply/trust-graph-dp",
    "trust-graph-dp/does_not_imply/approximate-dp network-dp secret-based-local-dp",
    "secret-based-local-dp/does_not_imply/approximate-dp joint-dp",
    "secret-f-ldp pairwise-network-f-dp/does_not_imply/f-dp",
    "inter-silo-record-level-dp/does_not_imply/approximate-dp client-dp",
    source="records of the seven notions",
)
def what_one_observer_does_not_see(check: Check) -> None:
    """A promise about one observer says nothing of all that is sent.

    Shares of a bit. The first of three users has a bit b, the second sees a fair coin r, and the third sees b ⊕ r, which
    alone is a fair coin, too. No single user learns anything about b: network DP holds with δ = 0, pairwise network DP with
    all levels 0, and pairwise network f-DP with the perfect curve 1 - x. Both views together are b: joint DP and
    approximate DP need δ = 1, and so does trust graph DP if nobody trusts anybody; the largest f of f-DP is 0.

    A trusted neighbour. One user sends the own bit to a trusted one, and nothing else is sent. No message leaves the
    neighbourhood, so trust-graph DP holds with δ = 0. The message is the bit: approximate DP, network DP and, without
    secrets, secret-based local DP need δ = 1.

    A mask. Two users share a secret coin r, and one of them sends b ⊕ r. Without the secret this is a fair coin, so
    secret-based local DP and secret f-LDP hold perfectly. The output with the secret determines b, and the second user has
    both: approximate DP and joint DP need δ = 1, and the largest f of f-DP is 0.

    Sizes. Each of two silos sends how many records it holds, which a replaced record does not change: inter-silo
    record-level DP holds with δ = 0. A record that is added changes a size with certainty: approximate DP needs δ = 1, and
    client DP, with silos as clients, has an infinite loss.
    """
    shares: Any = from_function([(0, "-", "-"), (1, "-", "-")], lambda d: {("", r, r ^ d[0]): F(1, 2) for r in (0, 1)})
    check.show("shares", shares)
    check.least("network-dp", shares, 0, epsilon=0)
    check.least("joint-dp", shares, 1, epsilon="inf")
    sent = check.show(
        "shares, as messages with sender and recipient", shares.post_process(lambda o: ((0, 1, o[1]), (0, 2, o[2])))
    )
    check.least("trust-graph-dp", sent, 1, "nobody trusts anybody", G=[], epsilon="inf")
    levels = notions["pairwise-network-dp"].tightest(shares, alpha=2)
    check.true("pairwise-network-dp: every level is 0", all(v == 0 for v in levels.value.values()), of=levels)
    check.least("approximate-dp", shares, 1, epsilon="inf")
    told = notions["f-dp"].tightest(shares)
    check.equal("f-dp of all views, which for each alone are equal: the largest f at 0 (so f = 0)", told.value(F(0)), 0, of=told)

    trust: Any = check.show("trust", from_function([(0, "-"), (1, "-")], lambda d: {((0, 1, d[0]),): F(1)}))
    check.least("trust-graph-dp", trust, 0, G=[(0, 1)], epsilon=0)
    check.least("approximate-dp", trust, 1, epsilon="inf")
    check.least("network-dp", trust.post_process(lambda o: ("", o[0][2])), 1, "of what each of the two receives", epsilon="inf")
    check.least("secret-based-local-dp", trust.post_process(lambda o: ((), o)), 1, "of it, without secrets", S=[], epsilon="inf")

    mask: Any = check.show("mask", from_function([(0, "-"), (1, "-")], lambda d: {((r,), r ^ d[0]): F(1, 2) for r in (0, 1)}))
    check.least("secret-based-local-dp", mask, 0, S=[0], epsilon=0)
    held = check.show("mask, as what each of the two holds", mask.post_process(lambda o: (o[0], (o[0], o[1]))))
    check.least("joint-dp", held, 1, epsilon="inf")
    curve, public = notions["secret-f-ldp"].tightest(mask, S=[0]), notions["f-dp"].tightest(mask)
    check.equal("secret-f-ldp: the largest f at 1/2 (so f = 1 - x)", curve.value(F(1, 2)), F(1, 2), of=curve)
    check.equal("f-dp: the largest f at 0 (so f = 0)", public.value(F(0)), 0, of=public)
    check.every_level("f-dp", "f = 0 is the only curve that is left, and it promises nothing")
    check.least("approximate-dp", mask, 1, epsilon="inf")

    silos = [((), ("b",)), (("a",), ("b",)), (("a",), ("c",))]
    sizes = check.show("sizes", deterministic(silos, lambda d: tuple(len(part) for part in d)))
    check.least("inter-silo-record-level-dp", sizes, 0, C=2, epsilon=0)
    flat = deterministic([((2, "b"),), ((1, "a"), (2, "b"))], lambda d: (len(d) - 1, 1))
    check.show("sizes, with all records in one table that names their silo", flat)
    check.least("approximate-dp", flat, 1, epsilon="inf")
    check.least("client-dp", flat, INFINITY, "with silos as clients")


@decides("weak-federated-f-dp/does_not_imply/strong-federated-f-dp")
def shares_of_a_bit_among_clients(check: Check) -> None:
    """Two clients who each see a share of a bit can put them together.

    The bit b says whether client 3 holds the record t. Client 1 receives a fair coin r, client 2 receives b ⊕ r, client 3
    nothing. Each view alone is a fair coin, so every f holds in the weak sense. Both views together are b, so in the strong
    sense only f = 0 does.
    """
    M = from_function([((), (), ()), ((), (), ("t",))], lambda d: {(r, r ^ len(d[2]), None): F(1, 2) for r in (0, 1)})
    check.show("M", M)
    weak = notions["weak-federated-f-dp"].tightest(M, C=3)
    check.true("weak: the largest f is the perfect one, f(x) = 1 - x", weak.value.corners == ((0, 1), (1, 0)), of=weak)
    strong = notions["strong-federated-f-dp"].tightest(M, C=3)
    check.equal("strong: the largest f at 0 (so f = 0)", strong.value(F(0)), 0, of=strong)
    check.every_level("strong-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")


@decides(
    "approximate-event-level-dp/does_not_imply/adaptive-continual-release-dp",
    "approximate-dp/does_not_imply/interactive-dp",
    "adaptive-continual-release-dp evolving-data-dp joint-dp-for-bandits/does_not_imply/event-level-dp",
    "joint-dp-for-bandits/does_not_imply/approximate-event-level-dp",
    "item-level-dp/does_not_imply/joint-dp-for-bandits",
    "interactive-dp/does_not_imply/kl-privacy",
    "joint-dp-for-bandits/post_processing",
)
def a_stream_chosen_as_it_runs(check: Check) -> None:
    """Somebody who reacts to a published number asks for more than fixed streams and questions do.

    A guess. M publishes a uniform number a among 0, 1, 2, and then whether the second event is a. The outputs on two fixed
    streams differ with probability at most 2/3: approximate event-level DP holds with δ = 2/3. Whoever chooses the second
    event in view of a makes them differ always: adaptive continual release DP needs δ = 1.

    A key. The first answer is a uniform number a; the second is the bit in the data if the second question is a, and
    nothing otherwise. For each fixed question the bit is told with probability 1/3: approximate DP holds with δ = 1/3.
    Whoever asks for a gets it always: interactive DP needs δ = 1.

    A rare publication. M publishes everything with probability 1/8 and nothing otherwise. So adaptive continual release DP,
    DP of evolving data and interactive DP hold with δ = 1/8, and event-level DP and KL privacy, which have no δ, have an
    infinite loss.

    Between. The second output is 0 after an event about u, 1 after one about v, and a fair coin after a blank. Item
    neighbours have a blank in one of the two streams: item-level DP holds with δ = 1/2. The two events lead to different
    outputs with certainty: joint DP for bandits needs δ = 1.

    The own context. In joint DP for bandits each user is shown the own context, and the other users learn nothing of it: δ
    = 0. The output is the whole stream, so event-level DP has an infinite loss, and approximate event-level DP needs δ = 1.
    If post-processing shows the second user what was shown to the first, joint DP itself needs δ = 1.
    """
    numbers = range(3)

    guess = from_function(list(product(numbers, repeat=2)), lambda d: {(a, d[1] == a): F(1, 3) for a in numbers})
    check.show("guess", guess)
    check.least("approximate-event-level-dp", guess, F(2, 3), epsilon=0)
    check.least("adaptive-continual-release-dp", guess, 1, epsilon="inf")

    def answers(bit: int, question: int) -> dict[Any, F]:
        return {(a, bit if question == a else "nothing"): F(1, 3) for a in numbers}

    for question in numbers:
        asked = from_function([(0,), (1,)], lambda d: answers(d[0], question))
        check.least("approximate-dp", asked, F(1, 3), f"key, asked {question}", epsilon=0)
    key = from_function([(((b,), ("a?", q)),) for b in (0, 1) for q in numbers], lambda d: answers(d[0][0][0], d[0][1][1]))
    check.show("key", key)
    check.least("interactive-dp", key, 1, epsilon="inf")

    rare = check.show("rare", from_function([(0,), (1,)], lambda d: {d: F(1, 8), ("nothing",): F(7, 8)}))
    check.least("adaptive-continual-release-dp", rare, F(1, 8), epsilon=0)
    check.least("event-level-dp", rare, INFINITY)
    check.least("kl-privacy", rare, INFINITY, "of an answer like it")
    tables = from_function([((0,),), ((1,),)], lambda d: {d: F(1, 8), ("nothing",): F(7, 8)})
    check.show("rare, of tables with one row", tables)
    check.least("evolving-data-dp", tables, F(1, 8), epsilon=0)
    check.least("event-level-dp", tables, INFINITY)
    once = from_function([(((b,), ("?",)),) for b in (0, 1)], lambda d: {d[0][0]: F(1, 8), ("nothing",): F(7, 8)})
    check.least("interactive-dp", once, F(1, 8), "of it", epsilon=0)

    own: Any = deterministic(list(product((0, 1), repeat=2)), lambda d: d)
    check.show("own", own)
    check.least("joint-dp-for-bandits", own, 0, epsilon=0)
    check.least("event-level-dp", own, INFINITY)
    check.least("approximate-event-level-dp", own, 1, epsilon="inf")
    moved = own.post_process(lambda o: (o[0], o[0]))
    check.least("joint-dp-for-bandits", moved, 1, "of (o₁, o₁)", epsilon="inf")

    coins: dict[Any, dict[Any, F]] = {("+", "u"): {0: F(1)}, ("+", "v"): {1: F(1)}, "⊥": {0: F(1, 2), 1: F(1, 2)}}
    between = from_function([(e, "⊥") for e in coins], lambda d: {("", o): p for o, p in coins[d[0]].items()})
    check.show("between", between)
    check.least("item-level-dp", between, F(1, 2), epsilon=0)
    check.least("joint-dp-for-bandits", between, 1, epsilon="inf")


@decides("gaussian-dp/does_not_imply/adaptive-continual-release-dp", sampled="r")
def a_key_that_opens_the_first_event(check: Check) -> None:
    """An answer that only the right second event opens keeps Gaussian DP on every fixed stream.

    The first event is a bit. M publishes a uniform number a among 0, …, m - 1. If the second event is a, it then tells the
    bit, with odds r to 1 for the truth; otherwise it shows a fair coin.

    On two streams that differ in one event the bits have the same law but for at most two values of a, and the loss is at
    most ln r. So Gaussian DP holds at a given μ as soon as m is large enough for r: m = 3 will do at μ = 11/5 for r up to 64.

    Whoever gives a as the second event always sees the answer: randomised response with the loss ln r, which needs δ =
    (r - e^ε)/(r + 1) at ε, and tends to 1 with r.
    """
    for odds in (4, 16, 64):
        truth = F(odds, odds + 1)

        def law(d: tuple[int, ...], truth: F = truth) -> dict[tuple[int, int], F]:
            right = {a: truth if d[1] == a else F(1, 2) for a in range(3)}
            return {(a, told): (p if told == d[0] else 1 - p) / 3 for a, p in right.items() for told in (0, 1)}

        M = from_function(list(product((0, 1), range(3))), law)
        check.least("gaussian-dp", M, at=f"r = {odds}", at_most=F(11, 5))
        check.least("adaptive-continual-release-dp", M, F(odds - 1, odds + 1), f"r = {odds}", epsilon=0)
    check.show("M, for the last r", M)
    check.therefore_not("every 11/5-Gaussian mechanism has δ < 63/65 at ε = 0 under adaptive continual release")


@decides(
    "participation-schema-dp/does_not_imply/approximate-event-level-dp",
    "fixed-graph-dp/does_not_imply/approximate-dp approximate-user-level-dp",
)
def steps_and_owners_left_open(check: Check) -> None:
    """What no pattern contains, and who owns what, may be published.

    Let the first of two steps be the only pattern of participation. M shows the second event, which no compared streams
    differ in: participation-schema DP holds with δ = 0, and approximate event-level DP needs δ = 1.

    Fixed-graph DP lets the contents of records change, and not who owns them. M shows the owners of all records: δ = 0.
    Approximate DP, and approximate user-level DP with the first owner as the user, need δ = 1.
    """
    second = check.show("the second event", deterministic(product("ab", repeat=2), lambda d: d[1]))
    check.least("participation-schema-dp", second, 0, "the first step is the only pattern", P=[[0]], epsilon=0)
    check.least("approximate-event-level-dp", second, 1, epsilon="inf")
    records = [(("u",), 0), (("u", "v"), 0), (("u", "v"), 1)]
    owners = check.show("the owners", deterministic(complete_domain(records, 2), lambda d: tuple(r[0] for r in d)))
    check.least("fixed-graph-dp", owners, 0, epsilon=0)
    check.least("approximate-dp", owners, 1, epsilon="inf")
    check.least("approximate-user-level-dp", owners, 1, "the first owner is the user", owner=lambda r: r[0][0], epsilon="inf")


@decides("zcdp-under-invariants/does_not_imply/approximate-dp")
def totals_published_exactly(check: Check) -> None:
    """Totals that everybody may know are published as they are.

    The invariant is the number of ones, and M publishes it. zCDP under this invariant compares datasets with the same
    number, so ρ = 0. Approximate DP adds a one, which changes the output with certainty.
    """
    ones = check.show("the number of ones", deterministic(complete_domain((0, 1), 2), sum))
    check.least("zcdp-under-invariants", ones, 0, "the invariant is the number of ones", c={d: sum(d) for d in ones.datasets})
    check.least("approximate-dp", ones, 1, epsilon="inf")
