"""Which separations and failing cells of a knowledge base have a witness, and why the others have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml

from dpzoo.notions.registry import executable
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.witnesses.registry import witnesses
from dpzoo.zoo.zoo import Zoo

_NEGATIVE = frozenset({RelationKind.NOT_STRONGER_THAN, RelationKind.DOES_NOT_IMPLY})


@dataclass(frozen=True)
class Covered:
    """A negative claim with the witnesses that decide it, or the reason why there is none (empty if none is recorded)."""

    claim: str
    witnesses: tuple[str, ...]
    reason: str = ""


@cache
def reasons() -> Mapping[str, str]:
    """For claims without a witness the reason, in one sentence, as written in ``unwitnessed.yaml``."""
    text = resources.files("dpzoo.witnesses").joinpath("unwitnessed.yaml").read_text(encoding="utf-8")
    return {claim: group["reason"] for group in yaml.safe_load(text) or () for claim in group["claims"]}


def coverage(zoo: Zoo) -> list[Covered]:
    """Every separation and every failing cell of the base."""
    by_claim: dict[str, list[str]] = {}
    for w in witnesses().values():
        for claim in w.claims:
            by_claim.setdefault(claim, []).append(w.id)
    return [Covered(c, tuple(by_claim.get(c, ())), "" if c in by_claim else _reason(zoo, c)) for c in negative_claims(zoo)]


def negative_claims(zoo: Zoo) -> Iterator[str]:
    """Ids of the undisputed separations and of the cells that fail."""
    for claim in zoo.claims:
        if claim.kind in _NEGATIVE and not claim.disputed:
            yield claim.id
    for notion in zoo.values():
        for which in Property:
            if notion.property_claim(which).verdict is Verdict.FAILS:
                yield f"{notion.id}/{which.value}"


def _reason(zoo: Zoo, claim: str) -> str:
    if claim in reasons():
        return reasons()[claim]
    parts = claim.split("/")
    ends = [parts[0], *parts[2:3]]
    still = [end for end in ends if executable(end, zoo[end].record) is None]
    return f"{still[0]} does not run on finite mechanisms" if still else ""
