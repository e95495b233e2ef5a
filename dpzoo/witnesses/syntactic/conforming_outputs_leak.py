"""An algorithm whose outputs all conform can still tell everything.

Claim    For any criterion on datasets, an algorithm that always returns a conforming dataset may reveal whether Camille is
         in the data and has HIV.
Verdict  true, here for 2-anonymity with 2-diversity.
Source   Des20, Section 2.1.5.

The algorithm picks one of three fixed conforming tables; which one it is depends on Camille. The tables say nothing about
her, the choice says all: no ε bounds the privacy loss.
"""

from collections import defaultdict

from dpzoo.blocks.mechanism import Dataset
from dpzoo.witnesses.prelude import *


@decides(kind=Kind.ATTACK)
def conforming_outputs_leak(check: Check) -> None:
    tables = {
        "D₁": [("20-34", "cold"), ("35-39", "n/a"), ("35-39", "HIV"), ("20-34", "HIV")],
        "D₂": [("20-34", "cold"), ("35-39", "hepatitis B"), ("35-39", "HIV"), ("20-34", "HIV")],
        "D₃": [("20-34", "cold"), *[("20-34", "HIV")] * 8],
    }
    for name, table in tables.items():
        check.show(name, table)
        classes = defaultdict(list)
        for age, diagnosis in table:
            classes[age].append(diagnosis)
        check.at_least(f"{name}: records in its smallest class", min(map(len, classes.values())), 2)
        check.at_least(f"{name}: diagnoses in its poorest class", min(len(set(c)) for c in classes.values()), 2)

    choice: dict[Dataset, str] = {("HIV",): "D₁", ("cold",): "D₂", (): "D₃"}  # Camille's record, if she is in the dataset
    m = check.show("M", deterministic(choice, lambda d: choice[d]))
    check.equal("different outputs for Camille's three cases", len(m.outputs), 3)
    epsilon = notions["epsilon-dp"].tightest(m)
    check.equal("the least ε for which M is ε-DP", epsilon, INFINITY)
    check.refutes("conforming outputs keep Camille's record secret", len(m.outputs) == 1)
