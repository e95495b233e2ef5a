"""Client DP of the view against user-level pan-privacy: the same up to a factor of two, which is attained."""

from fractions import Fraction
from typing import Any

from dpzoo.blocks import FiniteMechanism
from dpzoo.notions.registry import executables
from dpzoo.numbers.real import log_of


def test_two_steps_over_the_stream_without_a_user_cost_twice_the_loss() -> None:
    """A state in {+, 0, -} of one user: q = 1/6 for + and - at first, 2q and q/2 after an event of one kind or the other."""
    start, plus, minus = (
        [Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)],
        [Fraction(1, 3), Fraction(7, 12), Fraction(1, 12)],
        [Fraction(1, 12), Fraction(7, 12), Fraction(1, 3)],
    )
    streams = {(): start, (("user", "a"),): plus, (("user", "b"),): minus}
    view: Any = FiniteMechanism.from_rows(streams)
    notions: Any = executables()
    without_replacing = FiniteMechanism.from_rows({(): start, (("user", "a"),): plus})
    assert notions["client-dp"].tightest(view).value == log_of(2)
    assert notions["user-level-pan-privacy"].tightest(view).value == log_of(4)
    assert notions["user-level-pan-privacy"].tightest(without_replacing).value == log_of(2)
