"""Somebody who reacts to a published number asks for more than fixed streams and questions do.

Verdict  false: the mechanisms below separate them.

Guess: a uniform number a of 0, 1, 2 is published, and then whether the second event is a. Key: the first answer is a, the
second the bit in the data if the second question is a. Rare: everything is published with probability 1/8. Own: each user
is shown the own context, and what is shown in the second step may be exchanged for what was shown in the first.
"""

from dpzoo.witnesses.prelude import *


@decides(
    "approximate-event-level-dp/does_not_imply/adaptive-continual-release-dp",
    "approximate-dp/does_not_imply/interactive-dp",
    "adaptive-continual-release-dp evolving-data-dp joint-dp-for-bandits/does_not_imply/event-level-dp",
    "interactive-dp/does_not_imply/kl-privacy",
    "joint-dp-for-bandits/post_processing",
)
def a_stream_chosen_as_it_runs(check: Check) -> None:
    numbers = range(3)

    guess = from_function(list(itertools.product(numbers, repeat=2)), lambda d: {(a, d[1] == a): F(1, 3) for a in numbers})
    check.show("guess", guess)
    check.least("approximate-event-level-dp", guess, F(2, 3), epsilon=0)
    check.least("adaptive-continual-release-dp", guess, 1, epsilon="inf")

    def answers(bit: int, question: int) -> dict[Any, F]:
        return {(a, bit if question == a else "nothing"): F(1, 3) for a in numbers}

    for question in numbers:
        asked = from_function([(0,), (1,)], lambda d, question=question: answers(d[0], question))
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

    own: Any = deterministic(list(itertools.product((0, 1), repeat=2)), lambda d: d)
    check.show("own", own)
    check.least("joint-dp-for-bandits", own, 0, epsilon=0)
    check.least("event-level-dp", own, INFINITY)
    moved = own.post_process(lambda o: (o[0], o[0]))
    check.least("joint-dp-for-bandits", moved, 1, "of (o₁, o₁)", epsilon="inf")
    check.therefore_not("one of the implications holds at any proper values, or a map of all actions keeps joint DP for bandits")
