"""Executable counterexamples and checks: programs that decide the literature's claims on finite objects.

>>> from dpzoo.witnesses import witnesses
>>> print(witnesses()["prodp-post-processing"].outcome().conclusion)
refuted: M is (ln 3/2, 1/10)-ProDP and so is f∘M
"""

from dpzoo.witnesses.framework import Check, Kind, Outcome, Witness, decides
from dpzoo.witnesses.registry import witness_ids, witnesses

__all__ = ["Check", "Kind", "Outcome", "Witness", "decides", "witness_ids", "witnesses"]
