"""A model that repeats the public tokens of its prompt.

Tokens are pairs of a group and a word. The model repeats the words of the public group, whose level is infinite; it never
looks at those of the other group, so that their level is 0.
"""

from dpzoo.witnesses.prelude import *


@decides("token-group-dp-inference/does_not_imply/approximate-dp")
def public_tokens_of_a_context(check: Check) -> None:
    contexts: Any = [(), (("public", "a"),), (("name", "x"),), (("public", "a"), ("name", "x"))]
    M = check.show("M", deterministic(contexts, lambda d: tuple(t[1] for t in d if t[0] == "public")))
    levels = {"public": "inf", "name": 1}
    check.true("DPI with the level 1 for names", notions["token-group-dp-inference"].holds(M, alpha=2, B=levels))
    check.least("approximate-dp", M, 1, epsilon="inf")
