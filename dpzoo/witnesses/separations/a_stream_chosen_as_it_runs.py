"""Somebody who reacts to a published number asks for more than fixed streams and questions do.

Claim    Approximate event-level DP implies DP under adaptive continual release, (ε, δ)-DP of the answers to fixed
         questions interactive DP, adaptive release, DP for evolving data or joint DP for bandits event-level DP, or
         interactive DP KL privacy, at some proper values; and joint DP for bandits survives post-processing.
Verdict  false: the mechanisms below separate them.
Source   the separations in the records of the five notions and of approximate-dp, and their proofs; JRSS23.

Guess: a uniform number a of 0, 1, 2 is published, and then whether the second event is a. Key: the first answer is a, the
second the bit in the data if the second question is a. Rare: everything is published with probability 1/8. Own: each user
is shown the own context, and what is shown in the second step may be exchanged for what was shown in the first.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-event-level-dp/does_not_imply/adaptive-continual-release-dp",
    "approximate-dp/does_not_imply/interactive-dp",
    "adaptive-continual-release-dp/does_not_imply/event-level-dp",
    "evolving-data-dp/does_not_imply/event-level-dp",
    "joint-dp-for-bandits/does_not_imply/event-level-dp",
    "interactive-dp/does_not_imply/kl-privacy",
    "joint-dp-for-bandits/post_processing",
    kind=Kind.SEPARATION,
)
def a_stream_chosen_as_it_runs(check: Check) -> None:
    numbers = range(3)

    guess = from_function(list(itertools.product(numbers, repeat=2)), lambda d: {(a, d[1] == a): F(1, 3) for a in numbers})
    check.show("guess", guess)
    fixed = notions["approximate-event-level-dp"].tightest(guess, epsilon=0)
    check.equal("approximate-event-level-dp: the least δ at ε = 0", fixed, F(2, 3))
    chosen = notions["adaptive-continual-release-dp"].tightest(guess, epsilon="inf")
    check.equal("adaptive-continual-release-dp: the least δ for any ε", chosen, 1)

    def answers(bit: int, question: int) -> dict[Any, F]:
        return {(a, bit if question == a else "nothing"): F(1, 3) for a in numbers}

    for question in numbers:
        asked = from_function([(0,), (1,)], lambda d, question=question: answers(d[0], question))
        least = notions["approximate-dp"].tightest(asked, epsilon=0)
        check.equal(f"key, asked {question}: approximate-dp: the least δ at ε = 0", least, F(1, 3))
    key = from_function([(((b,), ("a?", q)),) for b in (0, 1) for q in numbers], lambda d: answers(d[0][0][0], d[0][1][1]))
    check.show("key", key)
    check.equal("interactive-dp: the least δ for any ε", notions["interactive-dp"].tightest(key, epsilon="inf"), 1)

    rare = from_function([(0,), (1,)], lambda d: {d: F(1, 8), ("nothing",): F(7, 8)})
    check.show("rare", rare)
    least = notions["adaptive-continual-release-dp"].tightest(rare, epsilon=0)
    check.equal("adaptive-continual-release-dp: the least δ at ε = 0", least, F(1, 8))
    check.equal("event-level-dp: the least ε", notions["event-level-dp"].tightest(rare), INFINITY)
    check.equal("kl-privacy of an answer like it: the least ε", notions["kl-privacy"].tightest(rare), INFINITY)
    tables = from_function([((0,),), ((1,),)], lambda d: {d: F(1, 8), ("nothing",): F(7, 8)})
    check.show("rare, of tables with one row", tables)
    check.equal("evolving-data-dp: the least δ at ε = 0", notions["evolving-data-dp"].tightest(tables, epsilon=0), F(1, 8))
    check.equal("event-level-dp: the least ε", notions["event-level-dp"].tightest(tables), INFINITY)
    once = from_function([(((b,), ("?",)),) for b in (0, 1)], lambda d: {d[0][0]: F(1, 8), ("nothing",): F(7, 8)})
    check.equal("interactive-dp of it: the least δ at ε = 0", notions["interactive-dp"].tightest(once, epsilon=0), F(1, 8))

    own: Any = deterministic(list(itertools.product((0, 1), repeat=2)), lambda d: d)
    check.show("own", own)
    bandits = notions["joint-dp-for-bandits"]
    check.equal("joint-dp-for-bandits: the least δ at ε = 0", bandits.tightest(own, epsilon=0), 0)
    check.equal("event-level-dp: the least ε", notions["event-level-dp"].tightest(own), INFINITY)
    moved = own.post_process(lambda o: (o[0], o[0]))
    check.equal("joint-dp-for-bandits of (o₁, o₁): the least δ for any ε", bandits.tightest(moved, epsilon="inf"), 1)
    check.therefore_not("one of the implications holds at any proper values, or a map of all actions keeps joint DP for bandits")
