"""Asserted claims that cannot all be true: for each conflict the smallest set of claims behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.claims import Claim
from dpzoo.relations.closure import Edge
from dpzoo.relations.facts import DENIAL, PropertyFact
from dpzoo.relations.inference import Inference
from dpzoo.relations.reachability import bits


class ConflictKind(StrEnum):
    """The classes of contradictions (design, Section 3)."""

    DENIED = "contradiction"
    AXIOM = "axiom-against-extension"
    COMPOSITION = "composition-against-equivalence"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Claims and recorded verdicts of which at least one is wrong, the weakest evidence first."""

    kind: ConflictKind
    claims: tuple[Claim, ...]
    cells: tuple[PropertyFact, ...] = ()

    @property
    def sentence(self) -> str:
        """What cannot be true together."""
        parts = [*(c.id for c in self.claims), *map(str, self.cells)]
        return f"{', '.join(parts[:-1])} and {parts[-1]} cannot all be true"


def conflicts(inference: Inference) -> Iterator[Conflict]:
    """All conflicts, one for each refuted claim or verdict, in a fixed order."""
    yield from denied_claims(inference)
    yield from denied_by_cases(inference)
    yield from properties_against_relations(inference)


def denied_claims(inference: Inference) -> Iterator[Conflict]:
    """Separations whose denial follows from other claims that hold wherever the separation does."""
    for inside, separations in inference.refutation.separations.items():
        for separation in separations:
            kind = next(k for k, denial in DENIAL.items() if denial is separation.kind)
            start, end = inference.index[separation.subject], inference.index[separation.object]
            path = inference.closure.path(kind, start, end, inside)
            if path is not None:
                yield Conflict(ConflictKind.DENIED, _ordered([separation, *(e.claim for e in path)]))


def denied_by_cases(inference: Inference) -> Iterator[Conflict]:
    """Implications that a special case at chosen structure refutes."""
    kind, seen = RelationKind.IMPLIES, set()
    for passed in inference.refutation.passed:
        for third in bits(passed.row):
            start, end = (passed.start, third) if passed.forward else (third, passed.start)
            path = inference.closure.path(kind, start, end)
            if path is not None and passed.case.claim.id not in seen:
                seen.add(passed.case.claim.id)
                refuted = inference.refute(kind, inference.ids[start], inference.ids[end])
                assert refuted is not None
                yield Conflict(ConflictKind.DENIED, _ordered([*refuted.claims, *(e.claim for e in path)]))


def properties_against_relations(inference: Inference) -> Iterator[Conflict]:
    """Verdicts that contradict each other by the rules for axioms and composition."""
    for which in Property:
        composition = which is Property.COMPOSITION
        kind = RelationKind.STRONGER_THAN if composition else RelationKind.SPECIAL_CASE_OF
        failing = sorted(n for (n, p), v in inference.cells.items() if p is which and v is Verdict.FAILS)
        holding = sorted(n for (n, p), v in inference.cells.items() if p is which and v is Verdict.HOLDS)
        for small in failing:
            best: tuple[int, str, list[Edge]] | None = None
            for large in holding:
                path = inference.closure.path(kind, inference.index[small], inference.index[large])
                if path is not None and composition:
                    back = inference.closure.path(kind, inference.index[large], inference.index[small])
                    path = None if back is None else [*path, *back]
                if path is not None and (best is None or len(path) < best[0]):
                    best = (len(path), large, path)
            if best is not None:
                cells = (PropertyFact(small, which, Verdict.FAILS), PropertyFact(best[1], which, Verdict.HOLDS))
                found = ConflictKind.COMPOSITION if composition else ConflictKind.AXIOM
                yield Conflict(found, _ordered([e.claim for e in best[2]]), cells)


def _ordered(claims: list[Claim]) -> tuple[Claim, ...]:
    return tuple(sorted(dict.fromkeys(claims), key=lambda c: (c.grade.rank, c.id)))
