"""Executable counterexamples and checks: programs that decide the literature's claims on finite objects.

>>> from dpzoo.witnesses import witnesses
>>> print(witnesses()["prodp-post-processing"].outcome().conclusion)
refuted: M is (ln 3/2, 1/10)-ProDP and so is f∘M
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpzoo.witnesses.framework import Check, Kind, Outcome, Witness, decides
    from dpzoo.witnesses.registry import witness_ids, witnesses

__all__ = ["Check", "Kind", "Outcome", "Witness", "decides", "witness_ids", "witnesses"]


def __getattr__(name: str) -> Any:
    # the framework loads numpy; who only lists the ids of witnesses needs none
    if name not in __all__:
        raise AttributeError(f"module 'dpzoo.witnesses' has no attribute {name!r}")
    from importlib import import_module

    home = "registry" if name in {"witness_ids", "witnesses"} else "framework"
    return getattr(import_module(f"dpzoo.witnesses.{home}"), name)
