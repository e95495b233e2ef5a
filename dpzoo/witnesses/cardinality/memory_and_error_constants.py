"""Memory and error of four cardinality estimators.

Claim    With m bits of memory the relative standard errors are 5.66/√m (K-minimum values), 4.41/√m (PCSA), 2.91/√m (LogLog)
         and 2.55/√m (HyperLogLog). For p = 9 HyperLogLog's is about 5%.
Verdict  true.
Source   Des20, Section 3.3.1.2; Section 3.3.3.2 for p = 9.

From the error a/√k and the memory m = b·k follows a√b/√m. That a√b rounds to x means (x − 0.005)² ≤ a²b < (x + 0.005)².
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.BOUND)
def memory_and_error_constants(check: Check) -> None:
    table = {
        "K-minimum values": (F(1), 32, F(566, 100)),
        "PCSA": (F(78, 100), 32, F(441, 100)),
        "LogLog": (F(130, 100), 5, F(291, 100)),
        "HyperLogLog": (F(104, 100), 6, F(255, 100)),
    }
    check.show("a, b and the printed a√b", table)
    half = F(5, 1000)
    for name, (a, b, printed) in table.items():
        check.at_least(f"{name}: a²b, against ({float(printed)} − 0.005)²", a**2 * b, (printed - half) ** 2)
        check.less(f"{name}: a²b, against ({float(printed)} + 0.005)²", a**2 * b, (printed + half) ** 2)
    squared = F(104, 100) ** 2 / 2**9
    check.less("p = 9: the squared error of HyperLogLog, against (5.5%)²", squared, F(55, 1000) ** 2)
    check.greater("… and against (4.5%)²", squared, F(45, 1000) ** 2)
    rounded = all((x - half) ** 2 <= a**2 * b < (x + half) ** 2 for a, b, x in table.values())
    check.confirms("the four printed constants are correctly rounded", rounded)
