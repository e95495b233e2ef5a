"""How many trials of the falsifier a claim has survived: ``tested.json``, which ``dpzoo falsify --record`` writes.

Each entry has a digest of what was attacked: the claim with its map or rule, and the statements and parameters of its notions.
Where a record has changed since, the entry counts for nothing, so that it cannot go stale unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from dpzoo.records.enums import Grade, Property
from dpzoo.records.knowledge_base import KnowledgeBase

FILE: Final = "tested.json"
_DIGITS: Final = 12
_ARGUED: Final = {"evidence", "note", "also", "variant", "many", "tight", "disputed", "settings"}


@dataclass(frozen=True, slots=True)
class Tested:
    """Trials that a claim survived: those in which its premise held and its conclusion was evaluated, with the seeds."""

    trials: int
    seeds: tuple[int, ...]

    @property
    def grade(self) -> Grade:
        """Below every other support: surviving is not a proof."""
        return Grade.TESTED

    def __str__(self) -> str:
        seeds = f"seed{'s' if len(self.seeds) > 1 else ''} {', '.join(map(str, self.seeds))}"
        return f"survived {self.trials} trials of the falsifier ({seeds})"


def digest(base: KnowledgeBase, claim: str) -> str | None:
    """A digest of what a claim says; None if there is no such claim."""
    subject, what, *_ = claim.split("/")
    entry = base.notions.get(subject)
    if entry is None:
        return None
    sides = [entry.record]
    if what in {p.value for p in Property}:
        said: Any = entry.record.property_claim(Property(what))
    else:
        said = next((r for r in entry.record.relations if r.id(subject) == claim), None)
        if said is None or said.object not in base.notions:
            return None
        sides.append(base.notions[said.object].record)
    parts = [{k: v for k, v in _content(said).items() if k not in _ARGUED}]
    parts += [{"statement": r.statement, "parameters": _content(r.parameters)} for r in sides]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def _content(value: Any) -> Any:
    """What a record says, without what it leaves unsaid: a field that records learn later changes no digest."""
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {k: _content(v) for k, v in value if k in fields and v is not None and v != fields[k].default}
    if isinstance(value, Mapping):
        return {str(k): _content(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_content(v) for v in value]
    return value.value if isinstance(value, Enum) else value if isinstance(value, bool | int) else str(value)


def read_tested(base: KnowledgeBase) -> Mapping[str, Tested]:
    """The entries that still hold, by claim."""
    return {
        claim: Tested(int(entry["trials"]), tuple(entry["seeds"]))
        for claim, entry in _read(base.root / FILE).items()
        if entry["digest"] == digest(base, claim)
    }


def record(base: KnowledgeBase, survived: Mapping[str, int], seed: int, broken: frozenset[str] = frozenset()) -> Path:
    """Add a campaign's trials by claim to the file, and drop what is stale or has fallen; the file's path.

    A seed that is recorded already is not counted twice.
    """
    path = base.root / FILE
    entries = {c: e for c, e in _read(path).items() if e["digest"] == digest(base, c) and c not in broken}
    for claim, trials in survived.items():
        old = entries.get(claim, {"trials": 0, "seeds": []})
        if trials and seed not in old["seeds"]:
            entries[claim] = {
                "digest": digest(base, claim),
                "trials": old["trials"] + trials,
                "seeds": sorted([*old["seeds"], seed]),
            }
    lines = ",\n".join(f"  {json.dumps(c)}: {json.dumps(entries[c])}" for c in sorted(entries))
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return path


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
