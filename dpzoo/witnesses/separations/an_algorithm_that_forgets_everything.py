"""An algorithm that ignores its data certifies a system that shows nothing after a deletion.

Claim    certified approximate unlearning implies certified removal, or approximate DP of training.

Without a request the data are published; after any deletion nothing is shown.
"""

from dpzoo.blocks.unlearning_units import history
from dpzoo.witnesses.prelude import *

SETS: list[tuple[Any, ...]] = [(), ("x",), ("y",), ("x", "y")]
REQUESTS = [(*d, ("delete", *some)) for d in SETS for some in SETS if some and set(some) <= set(d)]


@decides("certified-approximate-unlearning/does_not_imply/certified-removal approximate-dp")
def an_algorithm_that_forgets_everything(check: Check) -> None:
    system = deterministic([*SETS, *REQUESTS], lambda d: "nothing" if history(d)[1] else d)
    training = deterministic(SETS, lambda d: d)
    check.show("the system", system)
    found = notions["certified-approximate-unlearning"].tightest(system, delta=0)
    check.equal("certified-approximate-unlearning at δ = 0: the least ε", found, 0)
    check.equal("certified-removal: the least δ at ε = ∞", notions["certified-removal"].tightest(system, epsilon="inf"), 1)
    check.equal(
        "approximate-dp of training: the least δ at ε = ∞", notions["approximate-dp"].tightest(training, epsilon="inf"), 1
    )
    check.therefore_not("what some algorithm on the remaining data could have made is what training makes")
