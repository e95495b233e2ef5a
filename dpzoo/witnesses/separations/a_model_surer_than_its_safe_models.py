"""A model that is surer than its safe models is near access-free, and training it is not private.

With the work the model always says “a”, without it “a” or “b” with equal chances. Whoever copies after “a” copies half as
often without the work. Another model shows the work in a third of its runs, and nothing without it.
"""

from dpzoo.witnesses.prelude import *


@decides("near-access-freeness clean-room-copy-protection/does_not_imply/epsilon-dp", "clean-room-copy-protection/convexity")
def a_model_surer_than_its_safe_models(check: Check) -> None:
    model, safe = (F(1), F(0)), (F(1, 2), F(1, 2))
    models = from_rows({(): model, ("work",): safe}, ["a", "b"])
    training = from_rows({("work",): model, (): safe}, ["a", "b"])
    check.show("the model, and the safe model for the work", models)
    check.show("training with and without the work", training)
    check.true("near-access-freeness with k = 11/10", notions["near-access-freeness"].holds(models, k=F(11, 10)))
    check.least("epsilon-dp", training, INFINITY, "of training")
    beta, quarters = F(1, 4), [F(k, 4) for k in range(5)]

    def most(*behaviours: tuple[F, F]) -> F:
        """The most copies of a blameless user, for what is said with and without the work; all corners are whole quarters."""
        plans = itertools.product(quarters, repeat=len(behaviours))
        pairs = [
            (sum(k * b[0] for k, b in zip(p, behaviours, strict=True)), sum(k * b[1] for k, b in zip(p, behaviours, strict=True)))
            for p in plans
        ]
        return F(max(real for real, clean in pairs if clean <= beta))

    first, second = list(zip(model, safe, strict=True)), [(F(1, 3), F(0)), (F(2, 3), F(1))]
    check.equal("clean-room copy protection at β = 1/4: how often a blameless user copies", most(*first), F(1, 2))
    check.equal("… where a third of the runs show the work, if it was there", most(*second), F(1, 2))
    both = [(a / 2, b / 2) for a, b in (*first, *second)]
    check.equal("… where a coin that is shown chooses between the two", most(*both), F(2, 3))
    check.therefore_not("one direction is privacy of training, or a random choice keeps what careful users are promised")
