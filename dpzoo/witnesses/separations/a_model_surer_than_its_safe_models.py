"""A model that is surer than its safe models is near access-free, and training it is not private.

Claim    Near access-freeness implies ε-DP of training.

With the work the model always says “a”, without it “a” or “b” with equal chances.
"""

from dpzoo.witnesses.prelude import *


@decides("near-access-freeness/does_not_imply/epsilon-dp")
def a_model_surer_than_its_safe_models(check: Check) -> None:
    model, safe = (F(1), F(0)), (F(1, 2), F(1, 2))
    models = from_rows({(): model, ("work",): safe}, ["a", "b"])
    training = from_rows({("work",): model, (): safe}, ["a", "b"])
    check.show("the model, and the safe model for the work", models)
    check.show("training with and without the work", training)
    check.true("near-access-freeness with k = 11/10", notions["near-access-freeness"].holds(models, k=F(11, 10)))
    check.equal("epsilon-dp of training: the least ε", notions["epsilon-dp"].tightest(training), INFINITY)
    check.therefore_not("closeness to the safe model in one direction is privacy of training")
