"""Losses at the wrong time: discounted DP survives neither post-processing nor mixing.

Verdict  false: with η(1) = 1/2 and answers of loss ln 3 a bound of 3/2 ln 3 becomes 2 ln 3.

An answer that has aged counts for less. If the first answer is held back and published with the second one, nothing has
aged. In the mixture of two mechanisms, one of which turns its first answer around, the first report is a fair coin whatever
the data; the second report tells which of the two was run, and so gives both answers at once. Nothing is published after
time 2. Losses are shown as ratios: e^(2 loss) at time 2 is (ratio at 1)^(2η(1)) (ratio at 2)².
"""

from dpzoo.witnesses.prelude import *

Law = dict[tuple[object, object], F]


@decides("discounted-dp/post_processing convexity")
def losses_at_the_wrong_time(check: Check) -> None:
    def answers(truth: int, reports: Callable[[int, int], tuple[object, object]]) -> Law:
        """The law of (report at 1, report at 2) from two independent answers, each true with probability 3/4."""
        law: Law = {}
        for a in itertools.product((0, 1), repeat=2):
            chance = F(3 ** sum(x == truth for x in a), 16)
            law[reports(*a)] = law.get(reports(*a), F(0)) + chance
        return law

    def first(law: Law, y: object) -> F:
        return sum((p for (y1, _), p in law.items() if y1 == y), F(0))

    def squared(one: Law, other: Law) -> F:
        """e^(2ε), η(1) = 1/2: the largest (P(y₁)/Q(y₁))² at time 1 and P(y₁)/Q(y₁) · (P(y₂|y₁)/Q(y₂|y₁))² at time 2."""
        found = []
        for p, q in ((one, other), (other, one)):
            for (y1, y2), joint in p.items():
                early = first(p, y1) / first(q, y1)
                late = joint / q[y1, y2] / early
                found += [early**2, early * late**2]
        return max(found)

    def both(reports: Callable[[int, int], tuple[object, object]]) -> tuple[Law, Law]:
        return answers(1, reports), answers(0, reports)

    bound = F(27)  # e^(2 · 3/2 ln 3)
    M = both(lambda a, b: (a, b))
    held = both(lambda a, b: ("nothing", (a, b)))
    check.show("M if the truth is 1 (report at time 1, report at time 2)", {str(k): v for k, v in M[0].items()})
    check.equal("M: e^(2ε), ε = 3/2 ln 3", squared(*M), bound)
    check.equal("the first answer held back until time 2: e^(2ε), ε = 2 ln 3", squared(*held), 81)

    straight, turned = both(lambda a, b: (a, (b, 0))), both(lambda a, b: (1 - a, (b, 1)))
    mixture = tuple({y: (p.get(y, F(0)) + q.get(y, F(0))) / 2 for y in {**p, **q}} for p, q in zip(straight, turned, strict=True))
    check.equal("M₁, which adds the mark 0: e^(2ε)", squared(*straight), bound)
    check.equal("M₂, which turns the first answer around and adds the mark 1", squared(*turned), bound)
    check.equal("the even mixture: the first report is a fair coin", first(mixture[0], 1), F(1, 2))
    check.equal("… e^(2ε)", squared(*mixture), 81)
    check.refutes(
        "M with a report held back, or the mixture of M₁ and M₂, keeps ε = 3/2 ln 3",
        squared(*held) <= bound or squared(*mixture) <= bound,
    )
