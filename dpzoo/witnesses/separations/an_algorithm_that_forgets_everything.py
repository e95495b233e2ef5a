"""An algorithm that ignores its data certifies a system that shows nothing after a deletion.

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
    check.least("certified-approximate-unlearning", system, 0, delta=0)
    check.least("certified-removal", system, 1, epsilon="inf")
    check.least("approximate-dp", training, 1, "of training", epsilon="inf")
