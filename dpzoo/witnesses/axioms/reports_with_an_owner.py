"""Reports with an owner: utility-optimized local DP survives neither post-processing nor mixing.

Verdict  false: renaming a report, and mixing two ways to name reports, lets an unprotected report come from two values.

The value s is sensitive, a and b are not; the report p is protected. An unprotected report must belong to one value only. M
reports a or b truthfully with probability 1/2 and p otherwise (e^ε = 2).
"""

from dpzoo.witnesses.prelude import *


@decides("utility-optimized-local-dp/post_processing convexity")
def reports_with_an_owner(check: Check) -> None:
    half, values = F(1, 2), "sab"
    M = from_rows({("s",): [1, 0, 0], ("a",): [half, half, 0], ("b",): [half, 0, half]}, outputs=list("pab"))
    renamed = M.post_process({"p": "p", "a": "b", "b": "a"})
    merged = M.post_process({"p": "p", "a": "b", "b": "b"})
    mixture = M.mix(renamed)
    check.show("M", M)
    check.show("M with a and b exchanged", renamed)

    def one_owner(m: FiniteMechanism) -> bool:
        """Every unprotected report comes from one value, which is not sensitive."""
        owners = [[t for t in values if m.probability((t,), o)] for o in m.outputs if o != "p"]
        return all(len(each) == 1 and each != ["s"] for each in owners if each)

    def protected(m: FiniteMechanism) -> F:
        """e^ε of the protected report."""
        chances = [m.probability((t,), "p") for t in values]
        found: F = max(chances) / min(chances)
        return found

    for name, m in (("M", M), ("M with a and b exchanged", renamed)):
        check.true(f"{name}: unprotected reports have one owner each", one_owner(m))
        check.equal("… e^ε of the protected report", protected(m), 2)
    check.true("a turned into b: the report b comes from the values a and b", not one_owner(merged))
    check.true("the even mixture: the report a comes from the values a and b", not one_owner(mixture))
    check.refutes(
        "M with a turned into b, or the even mixture, gives unprotected reports one owner",
        one_owner(merged) or one_owner(mixture),
    )
