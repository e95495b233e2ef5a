"""Other libraries: their words, their neighbours, and what dpzoo finds about each of their conversions.

What they say stands in ``libraries.yaml``, read from their source. The numbers are computed once (``python -m
dpzoo.site.libraries``, which needs dp-accounting) and kept in ``libraries.json``, which a build only reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from dpzoo.numbers.decimals import plainly
from dpzoo.site.library_formulas import FORMULAS, LibraryFormula
from dpzoo.zoo.zoo import Zoo

TEXT: Final = Path(__file__).parent / "libraries.yaml"
NUMBERS: Final = Path(__file__).parent / "libraries.json"
TIGHT: Final = 1e-4
"""Relative: a number that is no further from the best one counts as tight."""
_SIGNS: Final = {"epsilon": "ε", "delta": "δ", "rho": "ρ"}


@dataclass(frozen=True, slots=True)
class LibraryFinding:
    """One conversion: what the library says, and an enclosure of the best that can be said."""

    formula: LibraryFormula
    theirs: float
    lower: float
    upper: float
    certainty: str

    @property
    def sound(self) -> bool:
        """Whether the library's number is not below what some mechanism needs."""
        return self.theirs >= self.lower * (1 - 1e-9)

    @property
    def tight(self) -> bool:
        """Whether it is the best possible number, up to :data:`TIGHT`."""
        return self.sound and self.theirs <= self.upper * (1 + TIGHT)

    @property
    def verdict(self) -> str:
        """In a word or a few."""
        if not self.sound:
            return "too small: it promises what does not hold"
        if self.tight:
            return "tight"
        more = 100 * (self.theirs / self.upper - 1)
        return f"sound, {plainly(more, 0, 2)} % more than needed"

    @property
    def says(self) -> str:
        """The library's number, rounded up."""
        return f"{self.sign} = {plainly(self.theirs, 1, 5)}"

    @property
    def best(self) -> str:
        """The best number, rounded away from what it bounds."""
        if not self.sound:
            return f"{self.sign} is at least {plainly(self.lower, -1, 5)}"
        return f"{self.sign} = {plainly(self.upper, 1, 5)}"

    @property
    def sign(self) -> str:
        """The parameter."""
        return _SIGNS[self.formula.parameter]

    @property
    def question(self) -> str:
        """The command that gives dpzoo's number."""
        fixed = " ".join(f"--{k} {v}" if self.formula.items else f"--fix {k}={v}" for k, v in (self.formula.fix or {}).items())
        if self.formula.items:
            return f"dpzoo compose {' '.join(repr(i) for i in self.formula.items)} {fixed}"
        return f"dpzoo convert {self.formula.guarantee!r} {self.formula.target} {fixed}"


@dataclass(frozen=True, slots=True)
class LibraryVersion:
    """A library at a version."""

    id: str
    name: str
    version: str
    run: bool
    read: str
    neighbours: str
    neighbours_at: str
    terms: Mapping[str, str]
    remarks: tuple[str, ...]
    findings: tuple[LibraryFinding, ...]


def libraries(zoo: Zoo) -> list[LibraryVersion]:
    """All of them, for a zoo that has the notions that they speak of; else none."""
    numbers: dict[str, dict[str, Any]] = json.loads(NUMBERS.read_text(encoding="utf-8"))
    entries: list[dict[str, Any]] = yaml.safe_load(TEXT.read_text(encoding="utf-8"))
    if any(notion not in zoo for e in entries for notion in e["terms"].values()):
        return []
    return [
        LibraryVersion(
            **{k: v for k, v in e.items() if k not in {"conversions", "remarks"}},
            remarks=tuple(e.get("remarks", ())),
            findings=tuple(LibraryFinding(FORMULAS[c], **numbers[c]) for c in e["conversions"]),
        )
        for e in entries
    ]


def found(zoo: Zoo, formula: LibraryFormula) -> dict[str, Any]:
    """The library's number, and dpzoo's answer to the same question."""
    fix = dict(formula.fix or {})
    if formula.items:
        answer = zoo.compose(*formula.items, **fix)
        return {"theirs": formula.theirs(), "lower": answer.lower, "upper": answer.upper, "certainty": answer.certainty}
    best = zoo.optimal(formula.guarantee, formula.target, **fix)
    return {"theirs": formula.theirs(), "lower": float(best.lower), "upper": float(best.upper), "certainty": best.status.value}


def main() -> None:
    """Compute all numbers anew."""
    from dpzoo.zoo.zoo import load

    zoo = load()
    made = {name: found(zoo, formula) for name, formula in FORMULAS.items()}
    NUMBERS.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
