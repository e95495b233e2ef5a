"""What is computed from a knowledge base once and stored with it; everything here follows from the records and the code alone."""

from __future__ import annotations

from typing import Any

from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import remembered_claim
from dpzoo.relations.stored_inference import remembered
from dpzoo.relations.ways import Ways
from dpzoo.zoo.zoo import Zoo


def worked_out(base: KnowledgeBase) -> dict[str, Any]:
    """Plain data for :attr:`~dpzoo.records.knowledge_base.KnowledgeBase.recalled`."""
    zoo = Zoo(base)
    inference = remembered(base)
    return {
        "names": zoo.names,
        "claims": [remembered_claim(claim, index) for n in zoo.values() for index, claim in enumerate(n.outgoing)],
        "separations": inference.pop("separations"),  # a third of all, which an answer that says yes does not read
        "inference": inference,
        "ways": Ways(base, zoo.inference.closure.claims).remembered(),
    }
