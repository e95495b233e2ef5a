"""Daily counts of correlated behaviour.

Verdict    false as printed: with five users and fair bits that stay the same with probability 3/5, Dep reaches ln
           31/16 > 2c = ln 25/16.

The target's series t = (1, 0) and t′ = (0, 1) differ on both days. Given yesterday's count, the others' count s
yesterday differs by one between t and t′, and so does their count today: each difference is worth up to 2c. (A count
yesterday that t′ excludes has no Dep; there L₁ is already infinite.)
"""

from dpzoo.witnesses.prelude import *

Person = tuple[F, F, F]  # Pr[1 yesterday], and Pr[1 today] after 0 and after 1


def largest_dependency(others: list[Person]) -> tuple[F, tuple[int, ...]]:
    """The largest e^Dep over all outputs and all series of the target, and the others' counts (s, o), (s′, o′) there."""
    joint = {(0, 0): F(1)}
    for a, after_0, after_1 in others:
        after = {0: after_0, 1: after_1}
        grown: dict[tuple[int, int], F] = {}
        for (s, o), w in joint.items():
            for x, y in itertools.product((0, 1), repeat=2):
                chance = (a if x else 1 - a) * (after[x] if y else 1 - after[x])
                grown[s + x, o + y] = grown.get((s + x, o + y), F(0)) + w * chance
        joint = grown
    n = range(len(others) + 1)
    yesterday, today = [sum(joint[s, o] for o in n) for s in n], [sum(joint[s, o] for s in n) for o in n]
    told = {(s, o): w / yesterday[s] / today[o] for (s, o), w in joint.items()}  # Pr[o | s]/Pr[o]
    steps = list(itertools.product((-1, 0, 1), repeat=2))
    return max(
        (told[s, o] / told[s + d, o + e], (s, o, s + d, o + e)) for s, o in told for d, e in steps if (s + d, o + e) in told
    )


@decides(kind=Kind.ERRATUM, errata=["thesis-example9-dependency"])
def daily_counts(check: Check) -> None:
    stays = (F(1, 2), F(2, 5), F(3, 5))
    exp_c = F(5, 4)  # the larger of (3/5)/(1/2) and (1/2)/(2/5); yesterday's and today's distributions are both fair
    e_dep, where = largest_dependency([stays] * 4)
    check.show("the others' counts (yesterday, today) given t and t′", where)
    check.equal("four others, stay with probability 3/5: the largest e^Dep", e_dep, F(31, 16))
    check.greater("… against e^2c as printed", e_dep, exp_c**2)
    check.at_most("… against e^4c", e_dep, exp_c**4)
    check.at_most("with a single other user: e^Dep against e^2c", largest_dependency([stays])[0], exp_c**2)

    # c as printed measures today's distribution against that of yesterday; where they differ even one other user exceeds 2c.
    a, after_0, after_1 = F(1, 6), F(5, 6), F(1, 30)
    printed_c = max(max(q / p, p / q) for x in (after_0, after_1) for q, p in ((x, a), (1 - x, 1 - a)))
    check.equal("one other, Pr[1] = 1/6 yesterday: e^c as printed", printed_c, 5)
    check.greater("… e^Dep against e^2c", largest_dependency([(a, after_0, after_1)])[0], printed_c**2)

    choose, worst = random.Random(9), F(0)
    for _ in range(200):
        others = [
            (F(choose.randint(1, 99), 100), F(choose.randint(1, 49), 100), F(choose.randint(50, 99), 100))
            for _ in range(choose.randint(1, 4))
        ]
        c = F(1)
        for p, low, high in others:
            mean = (1 - p) * low + p * high
            c = max(c, mean / low, high / mean, (1 - low) / (1 - mean), (1 - mean) / (1 - high))
        worst = max(worst, largest_dependency(others)[0] / c**4)
    check.at_most("200 random groups of up to four others: the largest e^Dep over e^4c", worst, 1)
    check.refutes(
        "with five users whose fair bits stay with probability 3/5 the two counts are (2c, 0)-bounded dependent",
        e_dep <= exp_c**2,
    )
