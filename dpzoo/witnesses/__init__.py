"""Executable counterexamples and checks: programs that decide the literature's claims on finite objects.

>>> from dpzoo.witnesses import witnesses
>>> print(witnesses()["prodp-post-processing"].outcome().conclusion)
refuted: M is (ln 3/2, 1/10)-ProDP and so is f∘M
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo._names import lazy

if TYPE_CHECKING:
    from dpzoo.witnesses.framework import Check, Kind, Outcome, Witness, decides
    from dpzoo.witnesses.registry import witness_ids, witnesses

__all__ = ["Check", "Kind", "Outcome", "Witness", "decides", "witness_ids", "witnesses"]

# the framework loads numpy; who only lists the ids of witnesses needs none
__getattr__, __dir__ = lazy(
    __name__,
    {
        "Check": "dpzoo.witnesses.framework",
        "Kind": "dpzoo.witnesses.framework",
        "Outcome": "dpzoo.witnesses.framework",
        "Witness": "dpzoo.witnesses.framework",
        "decides": "dpzoo.witnesses.framework",
        "witness_ids": "dpzoo.witnesses.registry",
        "witnesses": "dpzoo.witnesses.registry",
    },
)
