"""Two mechanisms, neither of which loses anything, that lose everything when both are run."""

from __future__ import annotations

from dpzoo.witnesses.prelude import *


def lost_together(check: Check, names: Iterable[str], M1: FiniteMechanism, M2: FiniteMechanism, **given: Any) -> None:  # noqa: N803
    """The steps that each notion holds with ε = 0 for M₁ and for M₂, and at no finite ε for both."""
    for name in names:
        for symbol, m, level in (("M₁", M1, 0), ("M₂", M2, 0), ("both", M1.compose(M2), INFINITY)):
            check.least(name, m, level, symbol, **given)


def every_slack_lost_together(
    check: Check,
    names: Iterable[str],
    M1: FiniteMechanism,  # noqa: N803
    M2: FiniteMechanism,  # noqa: N803
    **given: Any,
) -> None:
    """The steps that each notion holds with ε = δ = 0 for M₁ and for M₂, and with δ = 1 only, whatever ε is, for both."""
    for name in names:
        for symbol, m, epsilon, level in (("M₁", M1, 0, 0), ("M₂", M2, 0, 0), ("both", M1.compose(M2), "inf", 1)):
            check.least(name, m, level, symbol, epsilon=epsilon, **given)
