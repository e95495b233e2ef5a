"""What a witness's page shows: its finite objects as tables, its steps, its code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from joblib import Parallel, delayed
from pydantic import TypeAdapter

from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
from dpzoo.blocks.priors import NOTHING, Prior, show_knowledge
from dpzoo.notions.results import show
from dpzoo.site.witness_cache import WitnessCache
from dpzoo.witnesses.framework import Outcome, WitnessStep
from dpzoo.witnesses.registry import witnesses

LARGEST: Final = 24
"""Rows and columns of a table beyond which only the size is told."""

CHAPTERS: Final[Mapping[str, str]] = {
    "syntactic": "Syntactic notions",
    "basics": "Differential privacy itself",
    "attacks": "Attacks",
    "quantification": "Quantification of the loss",
    "neighborhood": "Neighbourhood and variation",
    "formalism": "Formalism and relativization",
    "partial_knowledge": "Partial knowledge",
    "cardinality": "Cardinality estimators",
    "axioms": "Axioms and composition",
    "separations": "Separations",
    "mechanisms": "Mechanisms",
}


@dataclass(frozen=True, slots=True)
class ObjectTable:
    """An object as a table: a caption, column heads (may be empty), rows of cells with the row's head first."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A run as a page shows it: its steps, its conclusion, its objects as tables; ``error`` if it was aborted."""

    steps: tuple[WitnessStep, ...]
    conclusion: str
    tables: tuple[ObjectTable, ...]
    error: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """A witness that was run: its outcome (without the objects), and the objects as tables."""

    outcome: Outcome
    tables: tuple[ObjectTable, ...]
    error: str = ""


class Running:
    """The runs of some witnesses, which continue on the other cores until their results are needed."""

    def __init__(self, cache_folder: Path | None, wanted: tuple[str, ...]) -> None:
        self._known = {id_: witnesses()[id_] for id_ in wanted}
        self._kept = WitnessCache(cache_folder)
        self._adapter = TypeAdapter(Shown)
        self._found: dict[str, Shown] = {}
        for id_, w in self._known.items():
            text = self._kept.get(id_, w.code)
            if text is not None:
                self._found[id_] = self._adapter.validate_json(text)
        self._missing = [id_ for id_ in self._known if id_ not in self._found]
        # a generator is begun at once, and worked on while nobody waits for it
        self._runs = Parallel(n_jobs=-1, return_as="generator")(delayed(_run)(id_) for id_ in self._missing)

    @cached_property
    def results(self) -> tuple[Ran, ...]:
        """The results of the witnesses, in their order; they are kept for the next build."""
        for id_, shown in zip(self._missing, self._runs, strict=True):
            self._found[id_] = shown
            if not shown.error:
                self._kept.keep(id_, self._known[id_].code, self._adapter.dump_json(shown).decode())
        return tuple(
            Ran(Outcome(w, (s := self._found[id_]).steps, (), s.conclusion, s.faults), s.tables, s.error)
            for id_, w in self._known.items()
        )


@cache
def running(cache_folder: Path | None, wanted: tuple[str, ...]) -> Running:
    """The witnesses of these ids, each run once, on all cores; those whose code did not change are read from ``cache_folder``."""
    return Running(cache_folder, wanted)


def _run(id_: str) -> Shown:
    """A run without its objects, which need not travel between processes."""
    try:
        outcome = witnesses()[id_].outcome()
    except Exception as error:  # noqa: BLE001  one broken witness must not take the site away; its page and the tests say so
        return Shown((), "", (), f"{type(error).__name__}: {error}")
    tables = tuple(_table(name, thing) for name, thing in outcome.objects)
    return Shown(outcome.steps, outcome.conclusion, tables, faults=outcome.faults)


def witness_title(id_: str) -> str:
    """What a witness is called; a witness that is not there, by its id."""
    known = witnesses()
    return known[id_].title if id_ in known else id_.replace("-", " ")


def chapter(outcome: Outcome) -> str:
    """The heading under which a witness stands."""
    folder = outcome.witness.run.__module__.split(".")[-2]
    return CHAPTERS.get(folder, folder.replace("_", " ").capitalize())


def _table(name: str, thing: Any) -> ObjectTable:
    match thing:
        case FiniteMechanism():
            return _mechanism(name, thing)
        case Prior():
            return _prior(name, thing)
        case Mapping():
            rows = tuple((_cell(k), _cell(v)) for k, v in list(thing.items())[:LARGEST])
            return ObjectTable(name, (), rows, _cut(len(thing)))
        case list() | tuple() if thing and all(isinstance(row, list | tuple) for row in thing):
            grid = tuple(("", *(_cell(c) for c in row[:LARGEST])) for row in thing[:LARGEST])
            return ObjectTable(name, (), grid, _cut(len(thing)))
        case _:
            return ObjectTable(name, (), (("", _cell(thing)),))


def _mechanism(name: str, m: FiniteMechanism) -> ObjectTable:
    if len(m.outputs) > LARGEST or len(m.datasets) > LARGEST:
        return ObjectTable(name, (), (), f"{len(m.datasets)} datasets, {len(m.outputs)} outputs")
    heads = ("Data", *(_cell(o) for o in m.outputs))
    rows = tuple((show_dataset(d), *(_cell(p) for p in row)) for d, row in zip(m.datasets, m.matrix, strict=True))
    return ObjectTable(name, heads, rows)


def _prior(name: str, prior: Prior) -> ObjectTable:
    entries = [(d, b, w) for (d, b), w in prior.weights.items() if w]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    if prior.knowledge == (NOTHING,):
        heads = ("Data", "Probability")
        rows = tuple((show_dataset(d), _cell(w)) for d, _, w in entries[:LARGEST])
    else:
        heads = ("Data", "Knowledge", "Probability")
        rows = tuple((show_dataset(d), show_knowledge(b), _cell(w)) for d, b, w in entries[:LARGEST])
    return ObjectTable(name, heads, rows, _cut(len(entries)))


def _cut(size: int) -> str:
    return f"and {size - LARGEST} more" if size > LARGEST else ""


def _cell(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "(" + ", ".join(_cell(v) for v in value) + ")"
    if isinstance(value, set | frozenset):  # in an order that is the same at every build
        return "{" + ", ".join(sorted(_cell(v) for v in value)) + "}"
    if isinstance(value, str | bool) or value is None:
        return str(value)
    return show(value)


@cache
def by_claim() -> Mapping[str, Sequence[str]]:
    """For each claim or erratum (as ``erratum:<id>``) the ids of the witnesses that bear on it."""
    found: dict[str, list[str]] = {}
    for w in witnesses().values():
        for claim in (*w.claims, *(f"erratum:{e}" for e in w.errata)):
            found.setdefault(claim, []).append(w.id)
    return found
