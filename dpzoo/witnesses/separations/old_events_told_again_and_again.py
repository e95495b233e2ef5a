"""A report that tells a little about the first event at every step tells everything in the end.

Verdict  false: at the level ln 3 the loss over T steps is T ln 3.

After every step a fresh randomised response about the first event is published, with truth probability 3/4.
"""

from dpzoo.witnesses.prelude import *


@decides("gradual-privacy-expiration/does_not_imply/event-level-dp", sampled="T")
def old_events_told_again_and_again(check: Check) -> None:
    log_3 = real(3).log()
    for T in (1, 2, 4):
        streams: Any = [(first, *("⊥",) * (T - 1)) for first in (0, 1)]

        def law(d: Any, steps: int = T) -> dict[Any, F]:
            return {o: F(3 ** sum(x == d[0] for x in o), 4**steps) for o in itertools.product((0, 1), repeat=steps)}

        told = from_function(streams, law)
        g = list(range(1, T + 1))
        check.equal(f"T = {T}: with expiration: the least ε", notions["gradual-privacy-expiration"].tightest(told, g=g), log_3)
        check.least("event-level-dp", told, T * log_3, f"T = {T}")
    check.therefore_not("event-level DP has a loss of at most 3 ln 3 for all T")
